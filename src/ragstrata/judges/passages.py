"""Where a passage says what a claim says: the sentences to compare, and the strongest relation among them."""

import re

import msgspec

from ragstrata.judges.limits import CONDITION, NEGATION, limits_before
from ragstrata.judges.matching import OTHER, Kind, Relation, relate
from ragstrata.judges.statements import Statement, sentences, spelled, statement, words

_WINDOW = 3
"""Sentences in a row that may together say what one claim says."""
_SHARED = 0.5
"""Share of a claim's words that a sentence must hold to be compared with it."""
_MOST_COMPARED = 12
"""Sentences of one passage that are compared: those that share most."""
_LISTED = re.compile(r"(?:\A|\n)\s*(?:\[\^?\d{1,3}\]|[-*•]|\(?\d{1,3}[.)、])\s*\Z")
_RANK: dict[Kind, int] = {"same": 0, "inside": 1, "drops_condition": 2, "stronger": 3, "contradicts": 4}


class Found(msgspec.Struct, frozen=True, gc=False):
    """The strongest relation of a claim to a passage, and the words of the passage that show it."""

    kind: Kind
    triggers: tuple[str, ...]
    quote: str


def find(claim: str, passage: str) -> Found | None:
    """What a passage makes of a claim; None if it does not tell.

    >>> find("The pool opens at six.", "The pool opens at six. Only for members.").triggers
    ('condition_not_echoed',)
    """
    if _verbatim(claim, passage):
        return Found("same", ("verbatim",), claim.strip())
    candidates = _candidates(claim, passage)
    if not candidates:
        return None
    said = statement(claim)
    best: tuple[Relation, int, int] | None = None
    for index in candidates:
        relation, end = _at(said, passage, index)
        if relation.kind != "other" and (best is None or _RANK[relation.kind] < _RANK[best[0].kind]):
            best = (relation, index, end)
            if relation.kind == "same":
                break
    if best is None:
        best = _earlier(said, passage, candidates)
    if best is None:
        return None
    relation, start, end = best
    triggers = relation.triggers or ("near_verbatim",)
    return Found(relation.kind, triggers, _quote(passage, start, end))


def _verbatim(claim: str, passage: str) -> bool:
    """The claim stands in the passage letter for letter, as whole sentences that nothing around them limits.

    The way that most claims of an extractive answer take; whatever it does not recognise is compared in full.
    """
    text = claim.strip()
    if len(text) < 2 or text[0] in "\"“「'" or text[-1] in "?？؟:：":
        return False
    at = passage.find(text)
    while at >= 0:
        end = at + len(text)
        if _opens(passage, at) and _closes(passage, end) and not _led_in(passage[max(0, at - 80) : at]):
            return True
        at = passage.find(text, at + 1)
    return False


def _opens(passage: str, at: int) -> bool:
    """A sentence begins here: at a line's start or behind a stop, a list sign or the passage's number aside."""
    before = passage[max(0, at - 12) : at]
    line = before.rstrip(" \t")
    if not line or line[-1] in "\n。！？":
        return True
    if line[-1] in ".!?":
        return before[-1] == " " and passage[at].isupper()
    return _LISTED.search(before) is not None


def _closes(passage: str, end: int) -> bool:
    """The sentence ends here, and the next one does not limit it."""
    rest = passage[end : end + 160]
    if passage[end - 1] not in "。！.!":
        stopped = rest[:1] in ("。", "！") or (rest[:1] in (".", "!") and (len(rest) == 1 or rest[1].isspace()))
        if not stopped and rest and rest[0] != "\n":
            return False
        rest = rest[1:]
    elif passage[end - 1] in ".!" and rest and not rest[0].isspace():
        return False
    if not rest or rest.isspace():
        return True
    return rest[0] not in "”」』\"'’)）" and not limits_before(rest)


def _led_in(before: str) -> bool:
    """The line above announces a condition or a denial ("For members only:")."""
    line = before.rstrip().rsplit("\n", 1)[-1]
    if line[-1:] not in (":", "："):
        return False
    return (
        CONDITION.search(line.lower()) is not None
        or NEGATION.search(line.lower()) is not None
        or "only" in line.lower()
    )


def _candidates(claim: str, passage: str) -> list[int]:
    """The sentences that share enough words with the claim, those that share most first."""
    wanted = words(claim)
    texts = spelled(passage)
    if not wanted:
        most = 2 * len(claim) + 12
        return [i for i, text in enumerate(texts) if len(text) <= most][:_MOST_COMPARED]
    least = _SHARED * len(wanted)
    if sum(word in passage for word in wanted) < least / 2 and sum(word in passage.lower() for word in wanted) < least:
        return []
    shared = [(sum(word in text for word in wanted), index) for index, text in enumerate(texts)]
    enough = [(-count, index) for count, index in shared if count >= least]
    if not enough:
        enough = [(-count, index) for count, index in shared if count and 2 * count >= least]
    return [index for _, index in sorted(enough)[:_MOST_COMPARED]]


def _at(said: Statement, passage: str, index: int) -> tuple[Relation, int]:
    """The relation to the sentence at `index`, or to it and those behind it; and the last of them."""
    texts = sentences(passage)
    first = statement(texts[index])
    joined = _joined(said, passage, index, first)
    if joined is not None:
        return _limited(Relation("same"), passage, index, joined)
    relation = relate(said, first)
    return _limited(relation, passage, index, index) if relation.kind in ("same", "inside") else (relation, index)


def _earlier(said: Statement, passage: str, candidates: list[int]) -> tuple[Relation, int, int] | None:
    """Sentences in a row that are the claim, and begin with one that shares too little to be a candidate."""
    texts = sentences(passage)
    for index in candidates:
        if len(said.text) <= len(texts[index]):
            continue
        for start in range(max(0, index - _WINDOW + 1), index):
            last = _joined(said, passage, start, statement(texts[start]))
            if last is not None:
                relation, end = _limited(Relation("same"), passage, start, last)
                return None if relation.kind == "other" else (relation, start, end)
    return None


def _joined(said: Statement, passage: str, index: int, first: Statement) -> int | None:
    """The last sentence, if some in a row from `index` on together are the claim."""
    size = len(first.tokens)
    if size >= len(said.tokens) or said.tokens[:size] != first.tokens or first.asks:
        return None
    texts = sentences(passage)
    for last in range(index + 1, min(index + _WINDOW, len(texts))):
        following = statement(texts[last])
        if said.tokens[size : size + len(following.tokens)] != following.tokens or following.asks:
            return None
        size += len(following.tokens)
        if size == len(said.tokens):
            return last
    return None


def _limited(relation: Relation, passage: str, start: int, end: int) -> tuple[Relation, int]:
    """The relation, unless the sentence behind limits what was found, or the line before it does."""
    texts = sentences(passage)
    if end + 1 < len(texts) and limits_before(texts[end + 1]):
        return Relation("drops_condition", ("condition_not_echoed",)), end + 1
    denied = start > 0 and _led_in(texts[start - 1])
    in_quotes = texts[start][:1] in '“「『"' and end + 1 < len(texts)
    return (OTHER if denied or in_quotes else relation), end


def _quote(passage: str, start: int, end: int) -> str:
    """The sentences as they stand in the passage, what is between them included."""
    texts = sentences(passage)
    if start == end:
        return texts[start]
    at = passage.find(texts[start])
    last = passage.find(texts[end], at + len(texts[start]))
    return passage[at : last + len(texts[end])]
