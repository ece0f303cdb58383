"""A run's summary on a terminal: what failed, where the evidence went, why, and the numbers that matter."""

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ragstrata.records.names import Layer
from ragstrata.records.result import MetricSummary, StageCount, Summary
from ragstrata.report.foreign import clean_line, shorten
from ragstrata.report.layers import LAYERS, undefined_counts, wider_bounds
from ragstrata.report.numbers import format_count, format_interval, format_value
from ragstrata.report.overview import LABELS, counts, figures, headline, lead
from ragstrata.report.tables import PLACES
from ragstrata.report.words import Words, load_words

_STYLES: Final = {"intact": "cyan", "split": "yellow", "partial": "yellow", "absent": "dim", "unknown": "dim"}
_FILL: Final = {"intact": "█", "split": "▒", "partial": "▒", "absent": "·", "unknown": "?"}
_PLAIN_FILL: Final = {"intact": "#", "split": "=", "partial": "=", "absent": ".", "unknown": "?"}
_PLAIN: Final = str.maketrans(
    {"—": "-", "–": "-", "…": "...", "“": '"', "”": '"', "·": "-", "−": "-", "✓": "+", "✗": "x", "◐": "~", "→": "->"}
)
_NARROWEST, _WIDEST_BAR = 10, 40
_EXAMPLES = 3
_KEY: Final = (
    "context_recall context_completeness faithfulness correctness completeness citation_validity citation_precision "
    "behavior_accuracy false_answer_rate over_refusal_rate over_budget_rate"
).split()
"""Metrics that a first look needs; all of them stand in the report."""


class Screen:
    """A console that takes lines of plain text, and writes only what its encoding can hold."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.encoding = console.encoding or "utf-8"
        self.plain = not self._holds("█—“·→")

    def _holds(self, text: str) -> bool:
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def line(self, *pieces: str | tuple[str, str]) -> None:
        """Write a line; a piece may be (text, style). Markup and control characters in it are text."""
        text = Text()
        for piece in pieces:
            said, style = piece if isinstance(piece, tuple) else (piece, "")
            text.append(self.fit(said), style)
        self.console.print(text, soft_wrap=False, highlight=False, markup=False, emoji=False, crop=False)

    def fit(self, text: str) -> str:
        """The text without control characters, in characters that the console has."""
        if self.plain:
            text = text.translate(_PLAIN)
        return (
            "\n".join(
                clean_line(line) if line.strip() != line or "\t" in line else clean_line(line)
                for line in text.split("\n")
            )
            if False
            else self._encodable(text)
        )

    def _encodable(self, text: str) -> str:
        return text.encode(self.encoding, "replace").decode(self.encoding, "replace") if self.plain else text


def print_summary(summary: Summary, console: Console, lang: str = "en") -> None:
    """Print the result of a run, compactly. Every mean has its n, and what has no value is counted."""
    words, screen = load_words(lang), Screen(console)
