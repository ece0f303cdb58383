"""One statement beside another: the same, a part of it, without its condition, against it, or not to be told.

Every verdict needs all of a statement's tokens to be accounted for; likeness only chooses what to compare.
"""

import re
from typing import Literal

import msgspec
from rapidfuzz.distance import Indel

from ragstrata.judges.differences import Difference, conflict, is_year, strengthened
from ragstrata.judges.limits import CONDITION, NEGATION, NEGATION_WORDS, NORM, TIME, TURN, is_clean, is_condition
from ragstrata.judges.numerals import MARK
from ragstrata.judges.statements import Statement, places, statement, without_parentheses

Kind = Literal["same", "inside", "drops_condition", "stronger", "contradicts", "other"]
ALIGNED = 0.5
"""Share of tokens in common below which two sentences are not about the same."""
_MOST_PIECES = 3
"""Places at which a statement may be shortened and still be called the same without its condition."""
_LEAST_WORDS, _LEAST_CHARACTERS = 4, 6
"""A part of a sentence that is shorter is a fragment, whose meaning hangs on the question."""
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|can|may|must|shall|should|do|does|did|be|get|cost|open|close|pay|"
    r"bear|need|take|"
    r"include|cover|offer|last|start|end|run|stand|lie|lies|live|lives|begin|apply|applies|expire|belong|"
    r"mean)(?:s|es)?\b|\w{3,}ed\b"
    r"|[是为有在由可须应能会将于被让使需得到位属负享免退付收开关达含]|承担|提供|支持|包括|来自|成立|毕业|出生"
)


class Relation(msgspec.Struct, frozen=True, gc=False):
    """How a claim stands to a sentence, and by which named triggers."""

    kind: Kind
    triggers: tuple[str, ...] = ()


OTHER = Relation("other")
_SAME = Relation("same")
_INSIDE = Relation("inside")
_DROPS = Relation("drops_condition", ("condition_not_echoed",))


def compare(claim: str, sentence: str) -> Relation:
    """How `claim` stands to one sentence.

    >>> compare("The fee is 30 EUR.", "The fee is 30 EUR unless waived for students.").kind
    'drops_condition'
    >>> compare("The uptime was 85% in 2021", "The uptime was 87% in 2021").triggers
    ('quantity',)
    >>> compare("退货运费由商家承担", "经核实的质量问题，退货运费由商家承担。").kind
    'drops_condition'
    >>> compare("The pool opens at seven.", "The pool opens at seven, and the sauna opens at nine.").kind
    'inside'
    """
    return relate(statement(claim), statement(sentence))


def relate(left: Statement, right: Statement) -> Relation:
    """`compare` for statements."""
    if not left.tokens or not right.tokens or left.asks != right.asks:
        return OTHER
    if left.tokens == right.tokens:
        return OTHER if _only_quoted(left, right) else _SAME
    if _interjects(left) or _interjects(right):
        return OTHER
    found = _relate(left, right)
    if found.kind == "other":
        bare = without_parentheses(right)
        if bare is not None and bare.tokens:
            outside = _SAME if left.tokens == bare.tokens else _relate(left, bare)
            if outside.kind in ("same", "inside"):
                return _parenthesis(right, outside)
            return outside
    return found


def _interjects(said: Statement) -> bool:
    """It begins with a yes or no to something that is not known here."""
    return said.tokens[0] in ("yes", "no", "不", "是", "对") and "," in said.breaks.get(0, "")


def _only_quoted(left: Statement, right: Statement) -> bool:
    """The sentence is somebody's words, and the claim states them as a fact."""
    return right.quoted and not left.quoted


def _parenthesis(right: Statement, outside: Relation) -> Relation:
    inner = " ".join(re.findall(r"\(([^()]*)\)", right.canon))
    if CONDITION.search(inner):
        return _DROPS
    return outside if is_clean(inner) else OTHER


def _relate(left: Statement, right: Statement) -> Relation:
    size, whole = len(left.tokens), len(right.tokens)
    if size < whole:
        at = _find(left.tokens, right.tokens)
        if at >= 0:
            return _part(left, right, at, at + size)
    if 2 * min(size, whole) < ALIGNED * (size + whole):
        return OTHER
    if Indel.normalized_similarity(left.tokens, right.tokens, score_cutoff=ALIGNED) < ALIGNED:
        return OTHER
    return _aligned(left, right)


def _find(part: tuple[str, ...], tokens: tuple[str, ...]) -> int:
    first, size = part[0], len(part)
    at = 0
    last = len(tokens) - size
    while at <= last:
        try:
            at = tokens.index(first, at, last + 1)
        except ValueError:
            return -1
        if tokens[at : at + size] == part:
            return at
        at += 1
    return -1


def _part(left: Statement, right: Statement, start: int, end: int) -> Relation:
    """The claim stands word for word in the sentence: what it leaves out decides."""
    where = places(right)
    before, after = right.canon[: where[start]], right.canon[_end(right, where, end - 1) :]
    removed = (*right.tokens[:start], *right.tokens[end:])
    if removed and all(token in NEGATION_WORDS for token in removed) and len(removed) % 2 == 1:
        return Relation("contradicts", ("negation",))
    if NEGATION.search(before.rsplit(",", 1)[-1]) and not CONDITION.search(before):
        return OTHER
    rule = NORM.search(right.canon) is not None
    last = len(right.canon) - len(after)
    timed = rule and TIME.search(after[:12]) is not None
    limited = is_condition(right.canon, last, last + len(_adjoining(after)), rule=timed)
    if limited or is_condition(right.canon, 0, where[start], rule=rule):
        return _DROPS if _stands_alone(left, right, start, end) else OTHER
    if rule and _behind(right, end - 1, ",;") and _takes_back(after):
        return _DROPS
    if _careful(right, removed, leads=_leads(right, 0 if start else end)):
        return Relation("stronger", ("hedge_not_echoed",))
    if _is_clause(left, right, start, end) and is_clean(after) and (start == 0 or is_clean(before)):
        return _INSIDE
    return OTHER


def _end(said: Statement, where: tuple[int, ...], index: int) -> int:
    """Where a token ends in the canonical text, in which a word may still have its plural s."""
    at = where[index] + len(said.tokens[index])
    while at < where[index + 1] and said.canon[at].isascii() and said.canon[at].isalnum():
        at += 1
    return at


def _adjoining(after: str) -> str:
    """Of what comes behind a statement, the part that still speaks of it: not what "and …" adds."""
    clauses: list[str] = []
    for clause in re.split("(?=[,;])", after):
        if _ADDS.match(clause):
            break
        clauses.append(clause)
    return "".join(clauses)


_EXCLUSIVE = re.compile(r"\b(?:only|exactly|exclusively|all|every|total)\b|[仅只共]|唯一|所有|全部|一共")
"""What is left out would change what these words say."""
_ADDS = re.compile(
    r"[,;]?\s*(?:(?:and|so)\b(?! (?:only|if|unless|except|when|then))|(?:or|nor|while|which|where|who|since|because)\b)"
    r"|[,;](?:并|且|而且|并且|同时|以及|因为|由于|所以)"
)


def _careful(right: Statement, removed: tuple[str, ...], *, leads: bool) -> bool:
    """All that is left out is what made the sentence careful; "the most" is a superlative."""
    return strengthened(removed, leads=leads) and not ("most" in removed and "the most " in right.canon)


def _leads(said: Statement, index: int) -> bool:
    """A clause begins at the token."""
    return index == 0 or _behind(said, index - 1, ",;:")


def _takes_back(after: str) -> bool:
    """It turns, and what comes behind the turn sets a rule of its own: ", but special shows cost 5 EUR"."""
    if TURN.match(after.lstrip(" ,;")) is None:
        return False
    return NORM.search(after) is not None or NEGATION.search(after) is not None or "另" in after


def _stands_alone(left: Statement, right: Statement, start: int, end: int) -> bool:
    """The claim is a statement by itself, cut out at the edge of a phrase, not some words in passing."""
    if not _says_something(left):
        return False
    return 5 * (end - start) >= 2 * len(right.tokens) or (
        (start == 0 or _behind(right, start - 1, ",;:"))
        and (end == len(right.tokens) or _behind(right, end - 1, ",;:"))
    )


def _long_enough(said: Statement) -> bool:
    cjk = sum(one >= "\u2e80" for one in said.tokens)
    return cjk >= _LEAST_CHARACTERS or len(said.tokens) - cjk >= _LEAST_WORDS or (cjk >= 4 and len(said.tokens) > cjk)


def _behind(said: Statement, index: int, marks: str) -> bool:
    return any(mark in marks for mark in said.breaks.get(index, ""))


def _is_clause(left: Statement, right: Statement, start: int, end: int) -> bool:
    """The claim is the opening clauses of the sentence, or whole parts between semicolons without a lead-in."""
    if not _long_enough(left) or _VERB.search(left.canon) is None or CONDITION.search(left.canon):
        return False
    after = right.tokens[end:]
    if _EXCLUSIVE.search(left.canon) is not None:
        return False
    rest = right.canon[_end(right, places(right), end - 1) :]
    own = _ADDS.search(rest) is not None and _VERB.search(rest) is not None
    if not own and _measures(left.tokens) & _measures(after):
        return False
    if any(":" in mark or "(" in mark or ")" in mark for mark in right.breaks.values()):
        return False
    closes = end == len(right.tokens) or _behind(right, end - 1, ";" if start else ",;")
    return closes and (start == 0 or _behind(right, start - 1, ";"))


def _measures(tokens: tuple[str, ...]) -> set[str]:
    """The dimensions in which something is said; a year is none."""
    return {token.partition(":")[2] for token in tokens if token[0] == MARK and not is_year(token)}


def _aligned(left: Statement, right: Statement) -> Relation:
    """Token alignment: what each side has alone decides."""
    differences: list[Difference] = []
    for op in Indel.opcodes(left.tokens, right.tokens):
        if op.tag == "equal":
            continue
        last = differences[-1] if differences else None
        if last is not None and last.left_end == op.src_start and last.right_end == op.dest_start:
            differences[-1] = last.joined(op.src_end, op.dest_end)
        else:
            differences.append(Difference(op.src_start, op.src_end, op.dest_start, op.dest_end))
        if len(differences) > _MOST_PIECES:
            return OTHER
    against = conflict(left, right, differences)
    if against is not None:
        return Relation(against.kind, (against.trigger,))
    if any(d.left_end > d.left_start for d in differences):
        return OTHER
    return _shortened(left, right, differences)


def _shortened(left: Statement, right: Statement, differences: list[Difference]) -> Relation:
    """All of the claim stands in the sentence, in order, but pieces of the sentence are left out."""
    where = places(right)
    rule = NORM.search(right.canon) is not None
    conditions, rest = 0, 0
    for piece in differences:
        start, end = where[piece.right_start], _end(right, where, piece.right_end - 1)
        stop = end + (right.canon[end : end + 1] in (",", ";", "."))
        if is_condition(right.canon, start, stop, rule=rule):
            conditions += 1
        elif NEGATION.search(right.canon, start, end):
            return OTHER
        else:
            rest += piece.right_end - piece.right_start
    if conditions and _says_something(left) and rest <= max(2, len(left.tokens) // 3):
        return _DROPS
    removed = tuple(token for d in differences for token in right.tokens[d.right_start : d.right_end])
    leads = all(_leads(right, piece.right_start) for piece in differences)
    return Relation("stronger", ("hedge_not_echoed",)) if _careful(right, removed, leads=leads) else OTHER


def _says_something(left: Statement) -> bool:
    """Enough to be a statement, if a short one."""
    return len(left.tokens) >= (_LEAST_CHARACTERS if left.tokens[0] >= "\u2e80" else 3)
