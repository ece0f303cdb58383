"""Plain lines on a terminal of any width, encoding and colour. Nothing in a text can steer it."""

from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from ragstrata.report.foreign import clean

_PLAIN: Final = str.maketrans(
    {
        "—": "-",
        "–": "-",
        "−": "-",
        "…": "...",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "·": "-",
        "✓": "+",
        "✗": "x",
        "◐": "~",
        "→": "->",
        "×": "x",
        "█": "#",
        "▓": "=",
        "▒": "~",
        "░": ".",
        "\ufffd": "?",
    }
)
_NEEDED: Final = "█▓▒░✓✗◐→·—“”"
Piece = str | tuple[str, str]
"""Text, or text with a Rich style."""


class Screen:
    """A console that takes pieces of text, never markup, and writes only what its encoding can hold."""

    __slots__ = ("console", "encoding", "plain")

    def __init__(self, console: Console) -> None:
        self.console = console
        self.encoding = console.encoding or "utf-8"
        self.plain = not self.holds(_NEEDED)

    def holds(self, text: str) -> bool:
        """Whether the console's encoding has every character of a text."""
        try:
            return text.encode(self.encoding).decode(self.encoding) == text
        except (UnicodeError, LookupError):
            return False

    def line(self, *pieces: Piece) -> None:
        """Write a line; long ones wrap."""
        text = Text()
        for piece in pieces:
            said, style = piece if isinstance(piece, tuple) else (piece, "")
            text.append(self.fit(said), style)
        self.console.print(text, highlight=False, markup=False, emoji=False, overflow="fold")

    def block(self, indent: int, *pieces: Piece, hang: int = 0) -> None:
        """A paragraph whose every line is indented, those after the first by `hang` more."""
        text = Text()
        for piece in pieces:
            said, style = piece if isinstance(piece, tuple) else (piece, "")
            text.append(self.fit(said), style)
        width = max(self.console.width - indent - hang, 8)
        for i, wrapped in enumerate(text.wrap(self.console, width, overflow="fold")):
            wrapped.rstrip()
            margin = Text(" " * (indent + hang if i else indent))
            self.console.print(margin + wrapped, highlight=False, markup=False, emoji=False)

    def fit(self, text: str) -> str:
        """The text on one line, without control characters, in characters that the console has."""
        text = clean(text).replace("\n", " ").replace("\t", " ")
        if self.plain:
            try:
                text = text.translate(_PLAIN).encode(self.encoding, "replace").decode(self.encoding)
            except LookupError:
                text = text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")
        return text


def pad(text: str, width: int) -> str:
    """The text filled up or cut to a width in terminal cells; a Chinese character takes two."""
    return text if cell_len(text) == width else set_cell_size(text, width)


def pad_left(text: str, width: int) -> str:
    """The text pushed to the right of a width in cells."""
    return " " * max(width - cell_len(text), 0) + text
