"""How much of a unit of evidence a text holds.

All texts here are folded (`text.fold`). A unit is held whole when its quote stands in the text; a piece of it is
held when the text ends inside the quote, begins inside it, or lies within it, which is what chunking and cutting
do. An edited quote is found by local alignment and called approximate, but never when a number or a condition
differs: those carry the meaning.
"""

import re
from collections.abc import Callable
from functools import lru_cache

import msgspec
from rapidfuzz import fuzz

from ragstrata.judges.numerals import MARK, number_tokens
from ragstrata.records.names import EvidenceLabel
from ragstrata.text.fold import NEAR

_LONG = 24
_NUMBER = re.compile(rf"{MARK}-?\d+(?:\.\d+)?")
_FILLING = re.compile(r"[\W_]*")


class Coverage(msgspec.Struct, frozen=True, gc=False):
    """The pieces of a quote that a text holds, as sorted half-open intervals of the folded quote."""

    pieces: tuple[tuple[int, int], ...]
    whole: bool = False
    approximate: bool = False


NOTHING = Coverage(())


@lru_cache(maxsize=65536)
def weight(text: str) -> int:
    """How much a piece of text says: a CJK character counts two, any other one."""
    return sum(2 if char > "\u2e7f" else 1 for char in text)


def cover(quote: str, text: str, *, conditions: tuple[str, ...] = (), edited: bool = True) -> Coverage:
    """What `text` holds of `quote`: all of it, pieces of it, or (`edited`) a near copy.

    >>> cover("the fee is 30 EUR unless waived", "Note: the fee is 30 EUR unless wai").pieces
    ((0, 28),)
    >>> cover("the fee is 30 EUR", "as said, the fee is 30 EUR.").whole
    True
    """
    if quote in text:
        return Coverage(((0, len(quote)),), whole=True)
    if not text or not quote:
        return NOTHING
    pieces = _pieces(quote, text)
    if edited and not _broken_off(quote, text, pieces) and _near(quote, text, conditions):
        return Coverage(((0, len(quote)),), whole=True, approximate=True)
    return Coverage(pieces) if pieces else NOTHING


def _pieces(quote: str, text: str) -> tuple[tuple[int, int], ...]:
    if len(text) <= len(quote):
        at = quote.find(text)
        if at >= 0 and len(text) > 1:
            return ((at, at + len(text)),)
    found = []
    head = _cut_head(quote, text)
    if head:
        found.append((0, head))
    tail = _cut_tail(quote, text)
    if tail:
        found.append((len(quote) - tail, len(quote)))
    return merge(found)


def _broken_off(quote: str, text: str, pieces: tuple[tuple[int, int], ...]) -> bool:
    """The text ends or begins inside the quote: it was cut, not edited."""
    return any(
        (start == 0 and text.endswith(quote[:end])) or (end == len(quote) and text.startswith(quote[start:]))
        for start, end in pieces
    )


def _cut_head(quote: str, text: str) -> int:
    """Length of the longest beginning of the quote that ends the text, or of which most stands inside it."""
    if quote[:2] not in text:
        return 0
    size = longest_start(quote, text)
    if size > 1 and (text.endswith(quote[:size]) or _most(quote[:size], quote)):
        return size
    return next((n for n in range(min(size, 64), 1, -1) if text.endswith(quote[:n])), 0)


def _cut_tail(quote: str, text: str) -> int:
    """Length of the longest end of the quote that begins the text, or of which most stands inside it."""
    if quote[-2:] not in text:
        return 0
    size = _longest(min(len(quote), len(text)), lambda n: quote[len(quote) - n :] in text)
    if size > 1 and (text.startswith(quote[len(quote) - size :]) or _most(quote[len(quote) - size :], quote)):
        return size
    return next((n for n in range(min(size, 64), 1, -1) if text.startswith(quote[len(quote) - n :])), 0)


def longest_start(quote: str, text: str) -> int:
    """Length of the longest beginning of the quote that stands anywhere in the text.

    >>> longest_start("abcdef", "xx abcd yy")
    4
    """
    return _longest(min(len(quote), len(text)), lambda n: quote[:n] in text)


def _longest(most: int, fits: Callable[[int], bool]) -> int:
    """The largest n up to `most` that fits, where everything below it fits too."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _most(piece: str, quote: str) -> bool:
    """A piece that touches no edge of the text must be too much of the quote to stand there by chance."""
    return weight(piece) >= max(_LONG, weight(quote) // 2)


@lru_cache(maxsize=16384)
def _near(quote: str, text: str, conditions: tuple[str, ...]) -> bool:
    if weight(quote) < _LONG or len(text) < len(quote) * 0.8:
        return False
    match = fuzz.partial_ratio_alignment(quote, text, score_cutoff=NEAR)
    if match is None or match.score < NEAR:
        return False
    matched = text[max(0, match.dest_start - 2) : match.dest_end + 2]
    return _numbers(quote) <= _numbers(matched) and all(c in matched for c in conditions)


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(number_tokens(text)))


def merge(pieces: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Sorted, disjoint intervals.

    >>> merge([(5, 9), (0, 3), (2, 4)])
    ((0, 4), (5, 9))
    """
    merged: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return tuple(merged)


def complete(quote: str, pieces: tuple[tuple[int, int], ...]) -> bool:
    """Whether the pieces leave out nothing but white space and punctuation."""
    at = 0
    for start, end in pieces:
        if _FILLING.fullmatch(quote, at, start) is None:
            return False
        at = end
    return bool(pieces) and _FILLING.fullmatch(quote, at) is not None


def label(quote: str, held: list[Coverage]) -> tuple[EvidenceLabel, float, tuple[tuple[int, int], ...]]:
    """The label of a unit at a place that holds these coverages, the share of the quote that is there, and where.

    >>> label("abcd", [cover("abcd", "xab"), cover("abcd", "cdy")])[0]
    'split'
    """
    if any(c.whole for c in held):
        return "intact", 1.0, ((0, len(quote)),)
    pieces = merge([piece for c in held for piece in c.pieces])
    if not pieces:
        return "absent", 0.0, ()
    share = sum(end - start for start, end in pieces) / len(quote)
    return ("split" if complete(quote, pieces) else "partial"), share, pieces


def conditions_missing(quote: str, pieces: tuple[tuple[int, int], ...], conditions: tuple[str, ...]) -> tuple[int, ...]:
    """Indices of the (folded) conditions that the pieces of the quote do not hold whole."""
    return tuple(i for i, c in enumerate(conditions) if not any(c in quote[start:end] for start, end in pieces))
