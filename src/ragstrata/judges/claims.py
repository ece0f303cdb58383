"""An answer cut into claims: one a sentence, each with the condition that limits it and the logic it states."""

import re

from ragstrata.judges.citations import find_markers
from ragstrata.records.claim import Act, Claim, Logic, Span
from ragstrata.text.sentences import sentence_spans

_WORD = re.compile(r"\w")
_LIMIT = re.compile(
    r"\s*(?:[-*•]\s*)?(?:但(?!是否)|不过|除非|除.{1,20}外|仅限|仅适用|只适用|前提是|以上仅|"
    r"(?:only|unless|except|provided|however, only|but only|this (?:only )?applies|this does not apply)\b)",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"\s*(?:希望(?:以上|这|对您|能).{0,20}(?:帮助|有用)|如有(?:其他|任何|更多).{0,20}(?:问题|疑问).{0,20}|感谢您的.{0,12}|祝您.{0,12}|您好|你好|"
    r"(?:i )?hope (?:this|that) helps.{0,20}|let me know if.{0,80}|feel free to.{0,80}|thank(?:s| you).{0,40}|"
    r"you(?:'re| are) welcome|hello|hi|sure|certainly|of course|good question|great question)[\s.!,。！，~]*",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"请问|吗[?？]|呢[?？]|哪[一个些]|\b(?:could|would|can|do|did|are|is) you\b|\b(?:which|what|when|where|how)\b.*\?",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\s*(?:#{1,6}\s.*|\*\*[^*]+\*\*[:：]?|[^。.!?！？]{1,40}[:：])\s*")
_LOGIC: tuple[tuple[Logic, re.Pattern[str]], ...] = (
    ("only_if", re.compile(r"\bonly (?:if|when|after|for)\b|只有.*才|仅当|仅限|方可", re.IGNORECASE)),
    ("unless", re.compile(r"\bunless\b|\bexcept\b|除非|除.{1,20}外|除外", re.IGNORECASE)),
    ("if", re.compile(r"\bif\b|\bonce\b|\bwhen\b|\bprovided\b|如果|若|只要|经.{1,8}后|的情况下|一经", re.IGNORECASE)),
    (
        "attributed",
        re.compile(
            r"\baccording to\b|\b(?:says|said|states|reported) that\b|据.{1,12}(?:称|说|报道)|根据", re.IGNORECASE
        ),
    ),
    ("not", re.compile(r"\b(?:not|never|no longer|cannot)\b|n't\b|不|没有|未|无法", re.IGNORECASE)),
)
_ACT: tuple[tuple[Act, re.Pattern[str]], ...] = (
    (
        "prohibition",
        re.compile(
            r"\b(?:must|may|can|shall)\s?not\b|\bcannot\b|\bforbidden\b|不得|禁止|不可|不能|不允许", re.IGNORECASE
        ),
    ),
    ("obligation", re.compile(r"\b(?:must|shall|has to|have to|required to)\b|必须|须|应当|应该|需要", re.IGNORECASE)),
    ("permission", re.compile(r"\b(?:may|can|allowed to|entitled to)\b|可以|可|允许|有权", re.IGNORECASE)),
    ("promise", re.compile(r"\b(?:we will|bears|pays|refunds|guarantee)\b|承担|赔偿|退还|保证|承诺", re.IGNORECASE)),
)
_CONDITION = re.compile(
    r"\b(?:if|unless|only|except|once|provided|when)\b[^,.;]*|(?:如果|若|除非|只有|仅|只要|一经|经)[^，。；,;]*",
    re.IGNORECASE,
)


def split_claims(answer: str, language: str, question_id: str) -> tuple[Claim, ...]:
    """The claims of an answer with spans into it, citation markers taken out of their text.

    A sentence that only limits the one before it ("Only for …", "但…除外") belongs to that claim. Courtesies,
    headings and questions back claim nothing, unless there is nothing else.

    >>> [c.text for c in split_claims("The gate opens at nine [1]. Only on weekdays.", "en", "q")]
    ['The gate opens at nine. Only on weekdays.']
    """
    spans = [span for span in sentence_spans(answer, language) if _WORD.search(answer[slice(*span)])]
    telling = [span for span in spans if not _claims_nothing(answer[slice(*span)])] or spans
    merged: list[tuple[int, int]] = []
    for start, end in telling:
        if merged and _LIMIT.match(answer[start:end]) and not answer[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    texts = [(start, end, strip_markers(answer[start:end])) for start, end in merged]
    kept = [(start, end, text) for start, end, text in texts if _WORD.search(text)]
    return tuple(_claim(f"{question_id}.c{n}", text, start, end) for n, (start, end, text) in enumerate(kept, 1))


def _claims_nothing(sentence: str) -> bool:
    if _COURTESY.fullmatch(sentence) or _HEADING.fullmatch(sentence):
        return True
    return sentence.rstrip().endswith(("?", "？")) and _ASKS.search(sentence) is not None


def strip_markers(text: str) -> str:
    """The text without its citation markers and the space before them.

    >>> strip_markers("由商家承担【1】[2]。")
    '由商家承担。'
    """
    for marker in reversed(find_markers(text)):
        start, end = marker.span
        text = text[:start].rstrip() + text[end:]
    return re.sub(r"\s+([.,;:!?。，；：！？])", r"\1", text).strip()


def _claim(claim_id: str, text: str, start: int, end: int) -> Claim:
    condition = _CONDITION.search(text)
    logic: Logic = next((name for name, pattern in _LOGIC if pattern.search(text)), "atom")
    return Claim(
        claim_id=claim_id,
        text=text,
        span=Span(start, end),
        act=next((name for name, pattern in _ACT if pattern.search(text)), "fact"),
        logic=logic,
        condition=condition.group().strip() if condition is not None else None,
        polarity="negative" if _LOGIC[-1][1].search(text) else "positive",
    )
