"""Folding: two spellings of the same text become one string, so that a quote is found by plain comparison.

Folded away: Unicode compatibility forms and full-width letters (NFKC), the width and style of punctuation
(`。` is `.`, `「」` and `“”` are `"`), invisible characters, and white space (a run is one space; none stands
beside a CJK character, since line breaks in Chinese text carry no meaning). Letter case is kept by `fold` and
dropped by `fold_case`.
"""

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise

NEAR = 88.0
"""Similarity of folded texts, 0 to 100, from which one is an edited copy of the other."""

_SAME: tuple[tuple[str, str], ...] = (
    ("，", ","),
    ("。", "."),
    ("、", ","),
    ("：", ":"),
    ("；", ";"),
    ("！", "!"),
    ("？", "?"),
    ("（", "("),
    ("）", ")"),
    ("％", "%"),
    ("～", "~"),
    ("〜", "~"),
    ("｡", "."),
    ("「", '"'),
    ("」", '"'),
    ("『", '"'),
    ("』", '"'),
    ("“", '"'),
    ("”", '"'),
    ("„", '"'),
    ("«", '"'),
    ("»", '"'),
    ("‘", "'"),
    ("’", "'"),
    ("‚", "'"),
    ("—", "-"),
    ("–", "-"),
    ("―", "-"),
    ("‐", "-"),
    ("‑", "-"),
    ("−", "-"),
    ("【", "["),
    ("】", "]"),
    ("〔", "["),
    ("〕", "]"),
)
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
_PUNCTUATION = str.maketrans(dict(_SAME) | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_CJK = re.compile("[\u2e80-\u2fdf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_STOPS = ".,;:!?"


def fold(text: str) -> str:
    """The text with width, punctuation style and white space folded; letter case is kept.

    >>> fold("退货 运费，由\\n商家 承担。") == fold("退货运费,由商家承担.")
    True
    >>> fold(" The\\u00a0fee is  30 EUR ")
    'The fee is 30 EUR'
    """
    if text.isascii():
        return " ".join(text.split())
    # Replacing first leaves most text normal already, which is far cheaper to see than to make so.
    for odd, plain in _SAME:
        if odd in text:
            text = text.replace(odd, plain)
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text).translate(_PUNCTUATION)
    if _INVISIBLE.search(text) is not None:
        text = _INVISIBLE.sub("", text)
    words = text.split()
    return _close_up(words) if len(words) > 1 else "".join(words)


def _close_up(words: list[str]) -> str:
    """The words with one space between them, but none beside a CJK character or behind its punctuation."""
    joined = [words[0]]
    for before, after in pairwise(words):
        cjk = _CJK.match(after) or _CJK.match(before, len(before) - 1)
        if not cjk and before[-1] in _STOPS and len(before) > 1:
            cjk = _CJK.match(before, len(before) - 2)
        joined.append(after if cjk else " " + after)
    return "".join(joined)


@lru_cache(maxsize=8192)
def fold_case(text: str) -> str:
    """`fold` without letter case: how phrases are compared.

    >>> fold_case("商家承担ＡＢＣ")
    '商家承担abc'
    """
    return fold(text).casefold()


@lru_cache(maxsize=4096)
def fold_cached(text: str) -> str:
    """`fold`, remembered: passages come back in question after question."""
    return fold(text)


def fold_offsets(text: str) -> tuple[str, list[int]]:
    """`fold(text)` and, for each of its characters and its end, the offset in `text` that it comes from.

    Exact where `fold` maps characters one by one; a character that only exists by combining several (a letter and
    its accent) takes the offset of the first. Slower than `fold`: for showing a match, not for finding one.

    >>> folded, offsets = fold_offsets("费用：  30")
    >>> folded, offsets[folded.index("30")]
    ('费用:30', 5)
    """
    folded = fold(text)
    starts: list[int] = []
    pieces: list[str] = []
    position = 0
    for match in re.finditer(r"[^\W\d_][\u0300-\u036f]*|\S|\s+", text):
        piece = unicodedata.normalize("NFKC", match.group()).translate(_PUNCTUATION)
        pieces.append(piece)
        starts.extend([match.start()] * len(piece))
        position = match.end()
    raw = "".join(pieces)
    offsets: list[int] = []
    at = 0
    for char in folded:
        while at < len(raw) and raw[at] != char and not (char == " " and raw[at].isspace()):
            at += 1
        offsets.append(starts[at] if at < len(starts) else position)
        at += 1
    offsets.append(starts[at - 1] + 1 if offsets and at - 1 < len(starts) else position)
    return folded, offsets


def original_span(offsets: list[int], start: int, end: int, length: int) -> tuple[int, int]:
    """The span of the original text behind characters `start` to `end` of its folded form.

    >>> folded, offsets = fold_offsets("a  b c")
    >>> original_span(offsets, 0, 3, 6)
    (0, 4)
    """
    if start >= end:
        at = offsets[min(start, len(offsets) - 1)]
        return at, at
    last = offsets[end - 1]
    following = bisect_right(offsets, last)
    stop = offsets[following] if following < len(offsets) else length
    return offsets[start], min(last + 1, stop) if stop > last else last + 1
