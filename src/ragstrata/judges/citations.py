"""Citation markers in an answer, in the forms that models write them."""

import re
from collections.abc import Collection, Iterator

from ragstrata.judges.protocol import Marker, MarkerKind

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_LINK = re.compile(r"\[[^\[\]\n]*\]\([^()\s]+\)|\[[^\[\]\n]+\]:\s*\S+")
_BRACKETS = re.compile(r"\[(\^?)([^\[\]\n]{1,80})\]|【([^【】\n]{1,80})】|［([^［］\n]{1,80})］|〔([^〔〕\n]{1,80})〕")
_SOURCE = re.compile(
    r"[(（]\s*(?:see\s+)?(?:source|ref|doc|document|passage|context|citation|来源|出处|资料|文档|参考|引用|见)s?\s*[:：#]?\s*"
    r"([\d,，、;；\s–—~-]{1,40})[)）]",
    re.IGNORECASE,
)
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPT = re.compile(rf"[{_SUPERSCRIPTS}]+(?:[,，˒][{_SUPERSCRIPTS}]+)*")
_SUPER_DIGITS = str.maketrans(_SUPERSCRIPTS, "0123456789")
_POWER_BEFORE = re.compile(r"(?:^|[^A-Za-z])(?:[kcdm]?m|km|ft|in|[xyznrabc]|10|\d)$")
_LABEL = re.compile(
    r"^(?:id|doc|document|source|ref|passage|context|citation|chunk|来源|出处|资料|文档|参考|引用)s?\s*[:：#]?\s*(?=\S)",
    re.IGNORECASE,
)
_ONE = r"\d{1,6}(?:\s*[-–—~]\s*\d{1,6})?"
_NUMBERS = re.compile(rf"{_ONE}(?:\s*(?:[,，、;；]|\band\b|和)\s*{_ONE})*")
_RANGE = re.compile(r"(\d+)\s*[-–—~]\s*(\d+)")
_PARTS = re.compile(r"[,，、;；]|\band\b|和")
_LONGEST_RANGE = 100


def find_markers(answer: str, *, known_ids: Collection[str] = ()) -> list[Marker]:
    """Markers in the order in which they stand; a group or a range (of at most 100) names several keys.

    Code, links and array indices are left alone. Letters in brackets are a marker only where they are a known id; a
    number in brackets always is one, be it a year.

    >>> [m.keys for m in find_markers("A [1][2], b [1, 3] and c [2-4]【1】【2†source】[^3] `x[1]` d(Source 2)¹")]
    [('1',), ('2',), ('1', '3'), ('2', '3', '4'), ('1',), ('2',), ('3',), ('2',), ('1',)]
    """
    if answer.isascii() and "[" not in answer and "(" not in answer:
        return []
    found = list(_all(answer, known_ids))
    if not found:
        return []
    blocked = [m.span() for m in _CODE.finditer(answer)] if "`" in answer else []
    if "](" in answer or "]:" in answer:
        blocked.extend(m.span() for m in _LINK.finditer(answer))
    kept = [marker for marker in found if not _within(marker.span, blocked)]
    return sorted(kept, key=lambda marker: marker.span)


def _all(answer: str, known_ids: Collection[str]) -> Iterator[Marker]:
    has_brackets = "[" in answer or not answer.isascii()
    for match in _BRACKETS.finditer(answer) if has_brackets else ():
        caret, square, *wide = match.groups()
        if square is not None and not caret and _indexed(answer, match.start(), match.end()):
            continue
        inside = square if square is not None else next(part for part in wide if part is not None)
        keys = _keys(inside, known_ids)
        if keys:
            yield Marker(match.group(), match.span(), keys, _kind(caret, inside, square is None, keys))
    for match in _SOURCE.finditer(answer) if "(" in answer or "（" in answer else ():
        if _NUMBERS.fullmatch(match.group(1).strip()):
            yield Marker(match.group(), match.span(), _numbers(match.group(1).strip()), "source")
    if not answer.isascii():
        for match in _SUPERSCRIPT.finditer(answer):
            if not _is_power(answer, match):
                keys = tuple(re.split("[,，˒]", match.group().translate(_SUPER_DIGITS)))
                yield Marker(match.group(), match.span(), keys, "superscript")


def _kind(caret: str | None, inside: str, is_wide: bool, keys: tuple[str, ...]) -> MarkerKind:
    if caret:
        return "footnote"
    if "†" in inside:
        return "dagger"
    if is_wide:
        return "wide"
    if inside.strip() == keys[0] and not keys[0].isdigit():
        return "id"
    return "labelled" if _LABEL.match(inside.strip()) else "bracket"


def _is_power(answer: str, match: re.Match[str]) -> bool:
    """`m²` and `x³` are powers, behind a word or a stop stands a citation; one at the very start cites nothing."""
    before = answer[: match.start()]
    return not before.strip() or (len(match.group()) == 1 and _POWER_BEFORE.search(before[-6:]) is not None)


def _indexed(answer: str, start: int, end: int) -> bool:
    """`arr[1]`, `values[0] = 2`, `f(x)[2]`: an index into code, not a citation.

    Behind a word without a space stands a citation in prose ("gates[1]."), and an index where the word or what
    follows looks like code.
    """
    before = re.search(r"([A-Za-z_][\w.]*|\))$", answer[max(0, start - 60) : start])
    if before is None:
        return False
    word, follows = before.group(), answer[end : end + 3]
    in_code = re.match(r"\s?(?:=(?!=)|==|\+=|-=)|\.[a-z_]|\[[a-z_0-9]+\]\s?=|\(", follows) is not None
    if word == ")":
        return in_code
    coded = re.search(r"_|\d|[a-z][A-Z]|\w\.\w", word) is not None or word in _ARRAY_NAMES
    return in_code or coded


_ARRAY_NAMES = frozenset("arr array list lst values items args argv data row col matrix vec buf x y a b i".split())


def _keys(inside: str, known_ids: Collection[str]) -> tuple[str, ...]:
    text = inside.split("†", maxsplit=1)[0].strip()
    if text in known_ids:
        return (text,)
    bare = _LABEL.sub("", text).strip()
    if bare in known_ids:
        return (bare,)
    if _NUMBERS.fullmatch(bare):
        return _numbers(bare)
    parts = tuple(_LABEL.sub("", part.strip()).strip() for part in _PARTS.split(text))
    if len(parts) > 1 and all(part in known_ids or part.isdecimal() for part in parts):
        return parts
    whole = tuple(part.strip() for part in _PARTS.split(text))
    return whole if len(whole) > 1 and all(part in known_ids for part in whole) else ()


def _numbers(text: str) -> tuple[str, ...]:
    keys: list[str] = []
    for part in _PARTS.split(text):
        span = _RANGE.fullmatch(part.strip())
        if span is None:
            keys.append(part.strip())
            continue
        first, last = int(span.group(1)), int(span.group(2))
        if first <= last < first + _LONGEST_RANGE:
            keys.extend(str(number) for number in range(first, last + 1))
        else:
            keys.extend((span.group(1), span.group(2)))
    return tuple(key for key in keys if key)


def _within(span: tuple[int, int], blocked: list[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in blocked)
