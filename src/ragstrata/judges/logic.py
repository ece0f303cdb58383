"""What kind of statement a sentence is: act, logic, condition, polarity, modality and quantifier, by its words.

Every pattern has cues, plain words without one of which it cannot match: looking for these first is far cheaper.
"""

import re
from typing import Generic, TypeVar

import msgspec

from ragstrata.judges.quantities import read_quantities
from ragstrata.records.claim import Act, Claim, Logic, Span
from ragstrata.text.fold import fold

Name = TypeVar("Name")


class Rule(msgspec.Struct, Generic[Name], frozen=True):
    """`name` holds where a cue stands in the text and, if there is one, the pattern matches."""

    name: Name
    cues: tuple[str, ...]
    pattern: re.Pattern[str] | None = None


def _rule(name: Name, cues: str, pattern: str | None = None) -> Rule[Name]:
    return Rule(name, tuple(cues.split("|")), None if pattern is None else re.compile(pattern))


_LOGIC: tuple[Rule[Logic], ...] = (
    _rule(
        "only_if",
        "only|只有|仅|只限|只适用|方可|才能|才可|才会",
        r"\bonly (?:if|when|after|for|with|in|on|once|to)\b|只有.*才|仅[当限对适]|只限|只适用|方可|才[能可会]",
    ),
    _rule(
        "unless",
        "unless|except|excluding|other than|除|不包括|不适用",
        r"\bunless\b|\bexcept\b|\bexcluding\b|\bother than\b|除非|除[^,]{1,20}外|除外|不包括|不适用",
    ),
    _rule(
        "if",
        "if|once|when|provided|as long as|subject to|in case|如果|假如|倘若|若|只要|经|情况下|凭|当",
        r"\bif\b|\bonce\b|\bwhen\b|\bprovided\b|\bas long as\b|\bsubject to\b|\bin case\b"
        r"|如果|假如|倘若|若(?!干)|只要|经[^,]{1,8}后|经核实|的情况下|一经|凭(?!借)|当[^,]{1,14}时",
    ),
    _rule(
        "attributed",
        "according|say|said|state|report|claim|据|认为|表示",
        r"\baccording to\b|\b(?:says?|said|states?|stated|reports?|reported|claims?|claimed)(?: that)?\b"
        r"|据[^,]{1,14}[称说报显]|根据|认为|表示",
    ),
    _rule(
        "not",
        "not|never|no |n't|不|没|未|无|禁止",
        r"\b(?:not|never|no longer|cannot|no)\b|n't\b|不(?![仅但同断])|没有|未(?!来)|无法|无需|禁止",
    ),
    _rule("or", " or |或", r"\bor\b|或"),
)
_ACT: tuple[Rule[Act], ...] = (
    _rule(
        "prohibition",
        "not|n't|cannot|forbid|prohibit|不得|禁止|不可|不能|不允许|不准",
        r"\b(?:must|may|can|shall|should)(?: not|n't)\b|\bcannot\b|can't|\bforbidden\b|\bprohibited\b"
        r"|\bnot (?:allowed|permitted)\b|不得|禁止|不可|不能|不允许|不准",
    ),
    _rule(
        "obligation",
        "must|shall|has to|have to|required|obliged|need|须|应|需",
        r"\b(?:must|shall|has to|have to|required to|obliged to|needs? to)\b|须|应(?=[当该在于由向先予])|"
        r"需(?=[要在于由向先提])",
    ),
    _rule(
        "permission",
        "may|can|allowed|entitled|permitted|eligible|可|允许|有权|能够",
        r"\b(?:may|can|allowed to|entitled to|permitted to|eligible)\b|可(?![能是见靠])|允许|有权|能够",
    ),
    _rule(
        "promise",
        "we|bear|pay|refund|guarantee|will be|承担|赔|退还|保证|承诺|负责|包邮|免费",
        r"\b(?:we(?:'ll| will)|bears?|pays?|guarantees?|will be (?:refunded|replaced|paid))\b"
        r"|承担|赔[偿付]|退还|保证|承诺|负责|包邮|免费",
    ),
)
_NEGATIVE = _rule(
    True,
    "not|never|no |n't|neither|nobody|nothing|不|没有|未|无|禁止|并非",
    r"\b(?:not|never|no longer|cannot|neither|nor|nobody|nothing)\b|\bno \w+|n't\b"
    r"|不(?![仅但同断论管少久])|没有|未(?!来)|无法|无需|禁止|并非",
)
_CONDITION = _rule(
    True,
    "if|unless|only|except|excluding|once|provided|when|as long as|subject to|in case|如果|假如|倘若|若|除|只有|"
    "仅|只要|一经|经|凭|当|情况下|不适用",
    r"\b(?:if|unless|only (?:if|when|after|for|with|in|on|once|to)|except|excluding|once|provided|when|as long as|"
    r"subject to|in case)\b[^,.;]*"
    r"|(?:如果|假如|倘若|若(?!干)|除非|只有|仅[限当对]|只要|一经|凭|当)[^,.;]*|除[^,.;]{1,20}外|经[^,.;的]{1,10}后?"
    r"|[^,.;]{1,24}(?:除外|的情况下|不适用)",
)
_MODALITY = _rule(
    True,
    "may|might|can|could|must|shall|should|will|would|need|have to|has to|须|不得|应|可|能|会|需|或许",
    r"\b(?:may|might|can|could|must|shall|should|will|would|need to|have to|has to)\b|必须|不得|应当|应该|可能|"
    r"可以|或许|须|可|应(?![用答聘])|能(?![源力量])|会(?![员议计所场长费馆])|需",
)
_QUANTIFIER = _rule(
    True,
    "all|every|each|any|some|most|many|few|several|no |none|both|only|全部|所有|一律|任何|每|各|部分|多数|有些|"
    "某些|均|都|仅|只",
    r"\b(?:all|every|each|any|some|most|many|few|several|no|none|both|only)\b|全部|所有|一律|任何|大多数|部分|"
    r"多数|有些|某些|[每各均都仅只]",
)


def analysed(claim_id: str, text: str, start: int, end: int) -> Claim:
    """The claim that a sentence makes.

    >>> claim = analysed("q.c1", "If the fault is verified, the merchant must refund at most 30 EUR.", 0, 66)
    >>> claim.logic, claim.act, claim.condition, claim.modality, claim.quantities[0].bound
    ('if', 'obligation', 'if the fault is verified', 'must', 'max')
    >>> claim = analysed("q.c1", "定制商品不得退货。", 0, 9)
    >>> claim.logic, claim.act, claim.polarity
    ('not', 'prohibition', 'negative')
    """
    folded = fold(text).casefold()
    return Claim(
        claim_id=claim_id,
        text=text,
        span=Span(start, end),
        act=_first(_ACT, folded, "fact"),
        logic=_first(_LOGIC, folded, "atom"),
        condition=_words(_CONDITION, folded),
        polarity="positive" if _words(_NEGATIVE, folded) is None else "negative",
        modality=_words(_MODALITY, folded),
        quantifier=_words(_QUANTIFIER, folded),
        quantities=read_quantities(folded),
    )


def _first(rules: tuple[Rule[Name], ...], text: str, otherwise: Name) -> Name:
    return next((rule.name for rule in rules if _words(rule, text) is not None), otherwise)


def _words(rule: Rule[Name], text: str) -> str | None:
    """The words that a rule finds."""
    for cue in rule.cues:
        if cue in text:
            match = rule.pattern.search(text) if rule.pattern is not None else None
            return match.group().strip() if match is not None else None
    return None
