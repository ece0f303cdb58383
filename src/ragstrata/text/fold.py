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

_PUNCTUATION = str.maketrans(
    {
        "。": ".",
        "｡": ".",
        "、": ",",
        "「": '"',
        "」": '"',
        "『": '"',
        "』": '"',
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "‘": "'",
        "’": "'",
        "‚": "'",
        "—": "-",
        "–": "-",
        "―": "-",
        "‐": "-",
        "‑": "-",
        "−": "-",
        "〜": "~",
        "【": "[",
        "】": "]",
        "〔": "[",
        "〕": "]",
        "\u00ad": None,
        "\u200b": None,
        "\u200c": None,
        "\u200d": None,
        "\u2060": None,
        "\ufeff": None,
    }
)
_CJK = "\u2e80-\u2fdf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SPACE = re.compile(r"\s+")
_SPACE_BY_CJK = re.compile(rf"(?<=[{_CJK}]) | (?=[{_CJK}])|(?<=[{_CJK}][.,;:!?]) ")
_ODD_SPACE = re.compile(r"[^\S ]|  ")


def fold(text: str) -> str:
    """The text with width, punctuation style and white space folded; letter case is kept.

    >>> fold("退货 运费，由\\n商家 承担。") == fold("退货运费,由商家承担.")
    True
    >>> fold(" The\\u00a0fee is  30 EUR ")
    'The fee is 30 EUR'
    """
    if text.isascii():
        if _ODD_SPACE.search(text) is None:
            return text.strip()
        return _SPACE.sub(" ", text).strip()
    folded = unicodedata.normalize("NFKC", text).translate(_PUNCTUATION)
    folded = _SPACE.sub(" ", folded).strip()
    return _SPACE_BY_CJK.sub("", folded)


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


_BREAK = re.compile(r"\S\s*")


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
