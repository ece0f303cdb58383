"""Sentences as spans of the original text, in every script that the answers come in."""

import re

import sentencex

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_ENDS = ".!?。！？؟۔।…"
_CLOSERS = "\"'”’」』）)】]》"
_MARKER = re.compile(r"\s*(?:\[\^?[^\[\]\n]{1,24}\]|【[^【】\n]{1,24}】|[⁰¹²³⁴-⁹]+)")
_LINE = re.compile(r"\n+")
_WIDE_STOP = re.compile(rf"[。！？؟۔।]+[{re.escape(_CLOSERS)}]*")
_NARROW_STOP = re.compile(r"[.!?…](?:\W|$)")
"""Stops that need a library to tell from decimals and abbreviations."""
_LIST_NUMBER = re.compile(r"\s*(?:\d{1,3}|[A-Za-z]|[一二三四五六七八九十]{1,3})[.)、．]\s*$")
_SPACE = re.compile(r"\s*")


def sentence_spans(text: str, language: str) -> list[tuple[int, int]]:
    """Half-open spans that together hold every character of the text that is not white space.

    A citation marker behind the stop belongs to the sentence before it; a list number to the one after it; code
    stays whole; a text without any stop is one sentence.

    >>> [ "北京是首都。人口超过两千万！"[a:b] for a, b in sentence_spans("北京是首都。人口超过两千万！", "zh") ]
    ['北京是首都。', '人口超过两千万！']
    >>> text = "It opens at 9.30 a.m. on floor two. [1] Bring 3.5 EUR."
    >>> [text[a:b] for a, b in sentence_spans(text, "en")]
    ['It opens at 9.30 a.m. on floor two. [1]', 'Bring 3.5 EUR.']
    """
    code = [match.span() for match in _CODE.finditer(text)]
    cuts = [cut for cut in _cuts(text, language) if not any(start < cut < end for start, end in code)]
    spans: list[tuple[int, int]] = []
    start = 0
    for cut in [*cuts, len(text)]:
        piece = text[start:cut]
        if not piece.strip() or (_LIST_NUMBER.fullmatch(piece) and cut < len(text)):
            continue
        left = start + (len(piece) - len(piece.lstrip()))
        spans.append((left, start + len(piece.rstrip())))
        start = cut
    return spans


def _cuts(text: str, language: str) -> list[int]:
    """Offsets at which a sentence ends, in order."""
    cuts = {match.end() for match in _WIDE_STOP.finditer(text)}
    cuts.update(match.end() for match in _LINE.finditer(text))
    if _NARROW_STOP.search(text) is not None:
        at = 0
        for line in text.split("\n"):
            for boundary in sentencex.get_sentence_boundaries(_code(language), line) if line.strip() else ():
                cuts.add(at + int(boundary["end_index"]))
            at += len(line) + 1
    return sorted({_behind_markers(text, cut) for cut in cuts if cut > 0})


def _code(language: str) -> str:
    return language.split("-", maxsplit=1)[0].lower() if language and language != "und" else "en"


def _behind_markers(text: str, cut: int) -> int:
    """A cut moved behind closing quotes and citation markers, if a stop stands before it."""
    at = cut
    while at > 0 and text[at - 1].isspace():
        at -= 1
    if at == 0 or text[at - 1] not in _ENDS + _CLOSERS:
        return cut
    while at < len(text) and text[at] in _CLOSERS and text[at - 1] in _ENDS:
        at += 1
    while match := _MARKER.match(text, at):
        at = match.end()
    after = _SPACE.match(text, at)
    return max(cut, after.end() if after is not None else at)
