"""An answer cut into claims: one a sentence, each with the condition that limits it and the logic it states."""

import re
from collections.abc import Collection

from ragstrata.judges.citations import find_markers
from ragstrata.judges.limits import limits_before
from ragstrata.judges.logic import analysed
from ragstrata.records.claim import Claim
from ragstrata.text.sentences import sentence_spans

_WORD = re.compile(r"[^\W_]")
_COURTESY = re.compile(
    r"\s*(?:(?:希望|但愿)(?:以上|这|对您|对你|能)?.{0,24}(?:帮助|有用|帮到).{0,6}|如(?:果您|您|"
    r"果你)?(?:还)?有(?:其他|任何|更多|疑问|问题).{0,40}|"
    r"(?:非常)?感谢您的.{0,16}|谢谢(?:您|你)?.{0,10}|祝(?:您|你).{0,16}|(?:您|你)好|好的|当然(?:可以)?|没问题|"
    r"(?:不)?客气|很高兴.{0,16}|"
    r"以下是.{0,24}|(?:i )?hope (?:this|that|it) helps.{0,40}|let me know if.{0,80}|(?:please )?feel free to.{0,80}|"
    r"if you (?:have|need) (?:any|more|further).{0,80}|thank(?:s| you).{0,60}|you(?:'re| are) welcome|"
    r"hello(?: there)?|hi(?: there)?|"
    r"sure|certainly|of course|absolutely|(?:that's a )?(?:good|great) question|i(?:'m| am) happy to help.{0,40}|"
    r"here (?:is|are) .{0,60}:|sorry for .{0,60})[\s.!,。！，~:：]*",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"请问|吗[?？]|呢[?？]|哪|什么|多少|几|谁|您|你|还是|是否|需要.{0,12}[?？]"
    r"|\b(?:could|would|can|do|did|are|is|have|will|shall) (?:you|i|we|it|this|that|there)\b|\b(?:which|what|"
    r"when|where|how|who|why)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"\s*(?:#{1,6}\s.*|(?:[-*•]\s*|\d{1,2}[.)、]\s*)?\*\*[^*]+\*\*[:：]?|[^。.!?！？；;\n]{1,40}[:：])\s*"
)
_STOPS = frozenset(".,;:!?。，；：！？")


def split_claims(answer: str, language: str, question_id: str, known_ids: Collection[str] = ()) -> tuple[Claim, ...]:
    """The claims of an answer with spans into it, citation markers taken out of their text.

    known_ids: ids of passages, which in brackets are markers too.

    A sentence that only limits the one before it ("Only for …", "但…除外") belongs to that claim. Courtesies,
    headings and questions back claim nothing, unless there is nothing else.

    >>> [c.text for c in split_claims("The gate opens at nine [1]. Only on weekdays.", "en", "q")]
    ['The gate opens at nine. Only on weekdays.']
    """
    spans = [span for span in sentence_spans(answer, language) if _WORD.search(answer, *span) is not None]
    telling = [span for span in spans if not _claims_nothing(answer[slice(*span)])]
    if not telling:
        telling = [span for span in spans if not _COURTESY.fullmatch(answer[slice(*span)])] or spans
    merged: list[tuple[int, int]] = []
    for start, end in telling:
        if merged and limits_before(answer[start:end]) and not answer[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    texts = ((start, end, strip_markers(answer[start:end], known_ids)) for start, end in merged)
    kept = [(start, end, text) for start, end, text in texts if _WORD.search(text) is not None]
    return tuple(analysed(f"{question_id}.c{n}", text, start, end) for n, (start, end, text) in enumerate(kept, 1))


def _claims_nothing(sentence: str) -> bool:
    last = sentence.rstrip()[-1:]
    if last in ("?", "？", "؟"):
        return last != "؟" and _ASKS.search(sentence) is not None
    if len(sentence) < 120 and _COURTESY.fullmatch(sentence) is not None:
        return True
    return (last in (":", "：", "*") or sentence.lstrip()[:1] == "#") and _HEADING.fullmatch(sentence) is not None


def strip_markers(text: str, known_ids: Collection[str] = ()) -> str:
    """The text without its citation markers and the space before them.

    >>> strip_markers("由商家承担【1】[2]。")
    '由商家承担。'
    """
    markers = find_markers(text, known_ids=known_ids)
    if not markers:
        return text.strip()
    for marker in reversed(markers):
        start, end = marker.span
        behind = text[end:]
        closed = behind.lstrip(" ")
        text = text[:start].rstrip() + (closed if closed[:1] in _STOPS else behind)
    return text.strip()
