"""Citation markers in an answer, in the forms that models write them."""

import re
from collections.abc import Collection, Iterator

from ragstrata.judges.protocol import Marker

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_LINK = re.compile(r"\[[^\[\]\n]*\]\([^()\s]+\)")
_BRACKETS = re.compile(r"\[(\^?)([^\[\]\n]{1,80})\]|【([^【】\n]{1,80})】|［([^［］\n]{1,80})］")
_SOURCE = re.compile(
    r"[(（]\s*(?:source|sources|ref|refs|doc|document|passage|context|citation|来源|出处|资料|文档|参考|引用|见)s?\s*[:：]?\s*"
    r"(\d{1,4}(?:\s*[,，、]\s*\d{1,4})*)\s*[)）]",
    re.IGNORECASE,
)
_SUPERSCRIPT = re.compile(r"(?<=\w|[.。,，)）”\"])[⁰¹²³⁴-⁹]+")
_SUPER_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LABEL = re.compile(
    r"^(?:id|doc|document|source|ref|passage|context|citation|来源|资料|文档|参考|引用)\s*[:：#]?\s*(?=\S)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d{1,6}(?:\s*[-–—~]\s*\d{1,6})?(?:\s*[,，、;；]\s*\d{1,6}(?:\s*[-–—~]\s*\d{1,6})?)*")
_RANGE = re.compile(r"(\d+)\s*[-–—~]\s*(\d+)")
_LONGEST_RANGE = 100


def find_markers(answer: str, *, known_ids: Collection[str] = ()) -> list[Marker]:
    """Markers in the order in which they stand; a group or a range names several keys.

    Code, links and array indices are left alone. Letters in brackets are a marker only where they are a known id.

    >>> [m.keys for m in find_markers("A [1][2], b [1, 3] and c [2-4]【1】【2†source】[^3] `x[1]` d(Source 2)¹")]
    [('1',), ('2',), ('1', '3'), ('2', '3', '4'), ('1',), ('2',), ('3',), ('2',), ('1',)]
    """
    blocked = [m.span() for pattern in (_CODE, _LINK) for m in pattern.finditer(answer)]
    found = [marker for marker in _all(answer, known_ids) if not _within(marker.span, blocked)]
    return sorted(found, key=lambda marker: marker.span)


def _all(answer: str, known_ids: Collection[str]) -> Iterator[Marker]:
    for match in _BRACKETS.finditer(answer):
        caret, *inner = match.groups()
        inside = next(part for part in inner if part is not None)
        if match.group(2) is not None and not caret and _indexed(answer, match.start()):
            continue
        keys = _keys(inside, known_ids)
        if keys:
            yield Marker(match.group(), match.span(), keys)
    for match in _SOURCE.finditer(answer):
        yield Marker(match.group(), match.span(), tuple(re.findall(r"\d+", match.group(1))))
    for match in _SUPERSCRIPT.finditer(answer):
        if match.group() in ("²", "³") and re.search(r"[mM]$", answer[: match.start()]):
            continue
        yield Marker(match.group(), match.span(), (match.group().translate(_SUPER_DIGITS),))


def _indexed(answer: str, start: int) -> bool:
    """`arr[1] = 2`, `f(x)[2]()`: an index into code, not a citation."""
    before = re.search(r"([A-Za-z_]\w*|\))$", answer[:start])
    if before is None:
        return False
    word = before.group()
    follows = re.match(r"\[[^\]]*\]\s*(?:=|\.[a-z_]+\(|\[|\()", answer[start:])
    return (word == ")" and follows is not None) or (bool(re.search(r"_|\d", word)) and follows is not None)


def _keys(inside: str, known_ids: Collection[str]) -> tuple[str, ...]:
    text = inside.split("†", maxsplit=1)[0].strip()
    if text in known_ids:
        return (text,)
    text = _LABEL.sub("", text).strip()
    if text in known_ids:
        return (text,)
    if not _NUMBERS.fullmatch(text):
        parts = [part.strip() for part in re.split(r"[,，;；]", text)]
        return tuple(parts) if len(parts) > 1 and all(part in known_ids for part in parts) else ()
    keys: list[str] = []
    for part in re.split(r"[,，、;；]", text):
        span = _RANGE.fullmatch(part.strip())
        if span is None:
            keys.append(part.strip())
            continue
        first, last = int(span.group(1)), int(span.group(2))
        if first <= last < first + _LONGEST_RANGE:
            keys.extend(str(number) for number in range(first, last + 1))
        else:
            keys.extend((span.group(1), span.group(2)))
    return tuple(keys)


def _within(span: tuple[int, int], blocked: list[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in blocked)
