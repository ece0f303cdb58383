"""Text that others wrote, made safe to show: nothing in it steers a terminal or turns the words around it."""

import re
from typing import Final

_HARMFUL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]")
"""Control characters but tab and line feed, overrides of the writing direction, halves of surrogate pairs."""
LONGEST_ID: Final = 200


def clean(text: str) -> str:
    """The text with every harmful character shown as U+FFFD; line ends become line feeds.

    >>> clean("a\\x1b[31mb\\r\\nc") == "a\\ufffd[31mb\\nc"
    True
    """
    return _HARMFUL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def clean_line(text: str) -> str:
    """`clean`, on one line: every run of white space is one space."""
    return " ".join(clean(text).split())


def shorten(text: str, limit: int, mark: str = "…") -> str:
    """The first `limit` characters, then the mark; a text that is not longer stays whole.

    >>> shorten("abcdef", 3), shorten("abc", 3)
    ('abc…', 'abc')
    """
    return text if len(text) <= limit else text[:limit] + mark


def shorten_id(text: str) -> str:
    """An id on one line, with its middle left out where it is very long."""
    line = clean_line(text)
    half = LONGEST_ID // 2
    return line if len(line) <= LONGEST_ID else f"{line[:half]}…{line[-half:]}"
