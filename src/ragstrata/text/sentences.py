"""Sentences as spans of the original text, in every script that answers and passages come in.

The library `sentencex` finds the stops; what is put right here: closing quotes and citation markers behind a stop,
lines and list items, list numbers, abbreviations before a number, quotations and code, which stay whole.
"""

import re
from bisect import bisect_right

import sentencex

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_QUOTED = re.compile(r"“[^“”\n]{1,200}”|「[^「」\n]{1,200}」|《[^《》\n]{1,60}》|（[^（）\n]{1,120}）")
_CLOSERS = "\"'”’」』）)】]》〉"
_MARK = (
    r"(?>\[(?:\^|ID:\s*|doc\s*|source\s*)?\d[\d,，、;\s–-]{0,30}\]|\[[^\[\]\s]{0,12}\d[^\[\]\s]{0,12}\]"
    r"|【\d[^【】\n]{0,30}】|[(（](?:source|来源|出处|资料|文档)s?\s*[:：]?\s*\d[\d,，、\s]{0,20}[)）]"
    r"|[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)"
)
"""One citation marker. The group is atomic: text made of markers must not be read in more than one way."""
_MARKER_ENDS = ("]", "】", ")", "）", *"\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
_MARKERS = re.compile(rf"(?:[^\S\n]*{_MARK})+", re.IGNORECASE)
_LAST_MARKERS = re.compile(rf"(?:[^\S\n]*{_MARK})+[^\S\n]*\Z", re.IGNORECASE)
_MARKER_LINE = re.compile(rf"\s*(?:{_MARK}[^\S\n]*)+(?=\n|\Z)", re.IGNORECASE)
_MARKED_LINE = re.compile(rf"[^\S\n]*{_MARK}[^\S\n]*(?=[^\s\[【])", re.IGNORECASE)
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WIDE_STOP = re.compile(rf"[。！？؟۔।｡][。！？؟۔।｡{re.escape(_CLOSERS)}]*")
_WIDE_BESIDE = re.compile(
    rf"[.!?](?<=[{_CJK}{re.escape(_CLOSERS)}][.!?])(?<!\.\.)(?!\.)[!?]*[{re.escape(_CLOSERS)}]*(?=[\s{_CJK}]|\Z)"
)
"""Narrow stops that Chinese or Japanese stands beside."""
_NARROW_STOP = re.compile(rf"[.!?…][{re.escape(_CLOSERS)}]*(?=[\s\[])(?!\s*[{_CJK}])|[A-Za-z][!?](?=[{_CJK}])")
"""Stops within a line that need a library to tell from decimals, names and abbreviations."""
_BRACKETED_STOP = re.compile(r"(?<=[.!?][)\]\"”])\s+(?=[A-Z\u00c0-\u00dd])")
_LIST_NUMBER = re.compile(r"\s*(?:[-*•|]\s*)?\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4}|[一二三四五六七八九十]{1,3})[.)、．]\s*")
_BEFORE_A_NUMBER = re.compile(
    r"\b(?:approx|ca|c|est|min|max|incl|excl|no|nos|nr|fig|figs|sec|art|vol|ch|p|pp|eq|tel|ext|vs|e\.g|i\.e|cf)\.\s*\Z",
    re.IGNORECASE,
)
_STARTS_SMALL = re.compile(r"\s*(?:[a-z0-9€$£(]|[A-Z]{2,3}\s?\d)")
_LONG = 160
"""A Chinese sentence longer than this is cut at its semicolons too."""


def sentence_spans(text: str, language: str) -> list[tuple[int, int]]:
    """Half-open spans that together hold every character of the text that is not white space. Never empty.

    A citation marker behind the stop belongs to the sentence before it; a list number to the one after it; a line is
    never joined with the next; a text without any stop is one sentence.

    >>> [ "北京是首都。人口超过两千万！"[a:b] for a, b in sentence_spans("北京是首都。人口超过两千万！", "zh") ]
    ['北京是首都。', '人口超过两千万！']
    >>> text = "It opens at 9.30 a.m. on floor two. [1] Bring 3.5 EUR."
    >>> [text[a:b] for a, b in sentence_spans(text, "en")]
    ['It opens at 9.30 a.m. on floor two. [1]', 'Bring 3.5 EUR.']
    """
    cuts = _cuts(text, language)
    if "`" in text:
        cuts = _outside(cuts, [match.span() for match in _CODE.finditer(text)])
    spans: list[tuple[int, int]] = []
    start = 0
    for cut in [*cuts, len(text)]:
        piece = text[start:cut]
        kept = piece.strip()
        if not kept or (cut < len(text) and len(kept) < 8 and _LIST_NUMBER.fullmatch(piece)):
            continue
        left = start + len(piece) - len(piece.lstrip())
        spans.append((left, left + len(kept)))
        start = cut
    return spans


def _cuts(text: str, language: str) -> list[int]:
    """Offsets behind the ends of sentences, in order."""
    cuts: list[int] = []
    at = 0
    for line in text.split("\n"):
        end = at + len(line)
        if line and not line.isspace():
            cuts.extend(_cuts_of_line(line, at, language))
        marked = _MARKER_LINE.match(text, end) if line.strip() else None
        cuts.append(end if marked is None else marked.end())
        at = end + 1
    return sorted(set(cuts)) if "\n" in text else cuts


def _cuts_of_line(line: str, offset: int, language: str) -> list[int]:
    """The cuts within one line. Where markers stand before their sentences, they stay there."""
    if _NARROW_STOP.search(line) is not None:
        ends = _narrow(line, language)
    else:
        ends = [match.end() for match in _WIDE_STOP.finditer(line)]
        if not line.isascii() and ("." in line or "!" in line or "?" in line):
            ends = sorted({*ends, *(match.end() for match in _WIDE_BESIDE.finditer(line))})
    if ends and not line.isascii():
        ends = _outside(ends, [match.span() for match in _QUOTED.finditer(line)])
        if len(line) > _LONG:
            ends = _with_semicolons(line, ends)
    if not ends:
        return []
    move = _before_markers if _MARKED_LINE.match(line) else _behind_markers
    return [offset + end for end in (move(line, end) for end in ends) if end < len(line)]


def _narrow(line: str, language: str) -> list[int]:
    code = language.split("-", maxsplit=1)[0].lower() if language and language != "und" else "en"
    ends = [int(found["end_index"]) for found in sentencex.get_sentence_boundaries(code, line)]
    ends.extend(match.end() for match in _BRACKETED_STOP.finditer(line))
    kept = [
        end
        for end in ends
        if not (_BEFORE_A_NUMBER.search(line, max(0, end - 12), end) and _STARTS_SMALL.match(line, end))
    ]
    return sorted(set(kept))


def _behind_markers(line: str, end: int) -> int:
    """The cut moved behind closing quotes and citation markers."""
    at = len(line[:end].rstrip())
    while at < len(line) and line[at] in _CLOSERS and line[at] not in "\"'":
        at += 1
    markers = _MARKERS.match(line, at)
    return max(end, at if markers is None else markers.end())


def _before_markers(line: str, end: int) -> int:
    """The cut moved before citation markers."""
    if line[:end].rstrip()[-1:] not in _MARKER_ENDS:
        return end
    markers = _LAST_MARKERS.search(line, max(0, end - 80), end)
    return end if markers is None else markers.start()


def _with_semicolons(line: str, ends: list[int]) -> list[int]:
    """The cuts, and those behind semicolons of sentences that are too long to be one statement."""
    more: list[int] = []
    start = 0
    for end in ends:
        if end - start > _LONG:
            more.extend(start + match.end() for match in re.finditer("；", line[start:end]))
        start = end
    return sorted({*ends, *more})


def _outside(cuts: list[int], spans: list[tuple[int, int]]) -> list[int]:
    """The cuts that do not fall inside a span. The spans are in order and do not overlap."""
    if not spans:
        return cuts
    starts = [start for start, _ in spans]
    kept = []
    for cut in cuts:
        index = bisect_right(starts, cut - 1) - 1
        if index < 0 or not spans[index][0] < cut < spans[index][1]:
            kept.append(cut)
    return kept
