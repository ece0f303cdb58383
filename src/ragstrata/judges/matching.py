"""One statement beside another: the same, a part of it, a part without its condition, against it, or not to be told.

Statements are compared as sequences of tokens (a Latin word, a number, a CJK character). Only function words may
differ between statements called the same: anything that carries meaning (numbers, negation, modality, conditions,
quantifiers) must stand in both.
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec
from rapidfuzz.distance import Indel

from ragstrata.judges.quantities import number_tokens
from ragstrata.text.fold import fold_case

Kind = Literal["same", "inside", "holds", "drops_condition", "contradicts", "near", "other"]

NEAR = 0.6
"""Share of tokens in common from which one sentence may be about the same thing as another."""

_TOKEN = re.compile(r"#-?\d+(?:\.\d+)?|\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][a-z]+)?|[%$€£¥°]")
_CJK_RUN = re.compile("[\u2e80-\u9fff\uf900-\ufaff]")
_CLAUSE = re.compile(r"[,;:]")
_FUNCTION = frozenset(
    (
        "a an the of to in on at for by is are was were be been it its this that these those and as with "
        "from has have had do does did there their they he she we you your our so also then than which "
        "who whom also 的 了 是 在 和 与 及 为 也 都 就 将 会 请 您 你 我 们 这 那 其 该 对 把 被 由 于 之 而 且 并 等 即 则 着 过 地 得 所"
    ).split()
)
_CONDITION = re.compile(
    r"\b(?:if|unless|only|except|excluding|provided|when|whenever|once|until|before|after|within|subject to|"
    r"as long as|in case|but|however|verified|verification|without|not later than|other than|save for|applies to)\b"
    r"|如果|假如|若|倘|除非|只有|只要|仅|只|须|须先|必须|需|经.{0,8}(?:后|的|可)|经核实|凭|在.{1,12}(?:后|前|内|时|情况下|期间)|"
    r"前提|但|除.{0,12}外|除外|不适用|例外|不包括|限|以内|之内|之后|之前|方可|才|当.{1,12}时|的情况下"
)
_NEGATION = frozenset(("not no never cannot without neither nor none n't 不 没 未 无 非 勿 莫 别 禁").split())
_MODALITY = frozenset(
    (
        "may might can could must shall should will would need required optional usually often sometimes "
        "always 可 能 须 必 应 宜 需 或 约"
    ).split()
)
_QUANTIFIER = frozenset(
    (
        "all any every each some most many few both either only none nothing everything least most up 全 "
        "均 皆 每 任 各 部 些 多 少 仅 只 一律 至 超 最"
    ).split()
)
_GUARDED = _NEGATION | _MODALITY | _QUANTIFIER
_OPPOSED: tuple[tuple[str, str], ...] = (
    ("buyer", "merchant"),
    ("buyer", "seller"),
    ("customer", "merchant"),
    ("may", "must"),
    ("allowed", "forbidden"),
    ("permitted", "prohibited"),
    ("before", "after"),
    ("open", "closed"),
    ("opens", "closes"),
    ("increased", "decreased"),
    ("higher", "lower"),
    ("included", "excluded"),
    ("accepted", "rejected"),
    ("always", "never"),
    ("买", "商"),
    ("买", "卖"),
    ("前", "后"),
    ("可", "禁"),
    ("增", "减"),
    ("升", "降"),
    ("高", "低"),
    ("含", "除"),
    ("开", "关"),
)
_OPPOSITES = {frozenset(pair) for pair in _OPPOSED}


class Relation(msgspec.Struct, frozen=True, gc=False):
    """How a claim stands to a sentence, and by which named triggers."""

    kind: Kind
    triggers: tuple[str, ...] = ()


class Statement(msgspec.Struct, frozen=True):
    """A text ready to compare: its tokens, and its clauses as tuples of tokens."""

    tokens: tuple[str, ...]
    clauses: tuple[tuple[str, ...], ...]
    text: str


@lru_cache(maxsize=16384)
def statement(text: str) -> Statement:
    """Fold, read numerals as numbers, and cut into tokens and clauses."""
    folded = number_tokens(fold_case(text))
    clauses = tuple(tokens for part in _CLAUSE.split(folded) if (tokens := _tokens(part)))
    return Statement(tuple(t for clause in clauses for t in clause), clauses, folded)


def _tokens(text: str) -> tuple[str, ...]:
    tokens: list[str] = []
    for word in _TOKEN.findall(text):
        if _CJK_RUN.search(word):
            tokens.extend(_split_cjk(word))
        elif word.endswith("n't"):
            tokens.extend((_plain(word[:-3]), "not"))
        else:
            tokens.append(_plain(word))
    return tuple(tokens)


def _split_cjk(word: str) -> list[str]:
    parts: list[str] = []
    latin = ""
    for char in word:
        if _CJK_RUN.match(char):
            if latin:
                parts.append(_plain(latin))
                latin = ""
            parts.append(char)
        else:
            latin += char
    return [*parts, _plain(latin)] if latin else parts


def _plain(word: str) -> str:
    """A plural or third person loses its s, so that `days` is `day`."""
    word = word.removesuffix("'s")
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@lru_cache(maxsize=16384)
def content(text: str) -> frozenset[str]:
    """The tokens of a text that carry meaning; CJK characters by pairs."""
    tokens = statement(text).tokens
    words = {t for t in tokens if t not in _FUNCTION and not _CJK_RUN.match(t)}
    chars = [t for t in tokens if _CJK_RUN.match(t)]
    return frozenset(words | {a + b for a, b in pairwise(chars)} | (set(chars) if len(chars) == 1 else set()))


def compare(claim: str, sentence: str) -> Relation:
    """How `claim` stands to `sentence`.

    >>> compare("The fee is 30 EUR.", "The fee is 30 EUR unless waived for students.").kind
    'drops_condition'
    >>> compare("The uptime was 85% in 2021", "The uptime was 87% in 2021").triggers
    ('quantity',)
    >>> compare("退货运费由商家承担", "经核实的质量问题，退货运费由商家承担。").kind
    'drops_condition'
    """
    left, right = statement(claim), statement(sentence)
    if not left.tokens or not right.tokens:
        return Relation("other")
    if left.tokens == right.tokens or sorted(left.clauses) == sorted(right.clauses):
        return Relation("same")
    inside = _inside(left, right)
    if inside is not None:
        return inside
    return _aligned(left, right)


def _inside(left: Statement, right: Statement) -> Relation | None:
    """The claim stands word for word in the sentence: what it leaves out decides."""
    size = len(left.tokens)
    if size >= len(right.tokens):
        return None
    first = left.tokens[0]
    for at in range(len(right.tokens) - size + 1):
        if right.tokens[at] == first and right.tokens[at : at + size] == left.tokens:
            return _left_out(right, at, at + size)
    return None


def _left_out(right: Statement, start: int, end: int) -> Relation:
    """What stands before or behind the part that the claim repeats."""
    before, after = right.tokens[:start], right.tokens[end:]
    if _limits(before) or _limits(after):
        return Relation("drops_condition", ("condition_not_echoed",))
    edges = {0}
    for clause in right.clauses:
        edges.add(max(edges) + len(clause))
    if all(t in _FUNCTION for t in before) and (end in edges or all(t in _FUNCTION for t in after)):
        return Relation("inside")
    return Relation("near")


def _limits(tokens: tuple[str, ...]) -> bool:
    """The tokens hold a condition, an exception or a negation."""
    cjk = all(_CJK_RUN.match(t) for t in tokens)
    text = "".join(tokens) if cjk else " ".join(tokens)
    joined = re.sub("(?<=[\u2e80-\u9fff]) (?=[\u2e80-\u9fff])", "", text)
    return _CONDITION.search(joined) is not None or any(t in _NEGATION for t in tokens)


def _aligned(left: Statement, right: Statement) -> Relation:
    """Token alignment: what each side has alone decides."""
    similarity = Indel.normalized_similarity(left.tokens, right.tokens, score_cutoff=NEAR)
    if similarity < NEAR:
        return Relation("other")
    alone_left: list[str] = []
    alone_right: list[str] = []
    for op in Indel.opcodes(left.tokens, right.tokens):
        if op.tag == "delete":
            alone_left.extend(left.tokens[op.src_start : op.src_end])
        elif op.tag == "insert":
            alone_right.extend(right.tokens[op.dest_start : op.dest_end])
    said = [t for t in alone_left if t not in _FUNCTION or t in _GUARDED]
    meant = [t for t in alone_right if t not in _FUNCTION or t in _GUARDED]
    if not said and not meant:
        return Relation("same")
    conflict = _conflict(said, meant)
    if conflict is not None:
        return Relation("contradicts", (conflict,))
    if not said and _limits(tuple(alone_right)):
        return Relation("drops_condition", ("condition_not_echoed",))
    if not meant and not any(t in _GUARDED or _is_number(t) for t in said):
        return Relation("near")
    return Relation("near")


def _conflict(said: list[str], meant: list[str]) -> str | None:
    """A named trigger, if it is all that differs."""
    if (
        len(said) == len(meant)
        and said
        and all(_is_number(a) and _is_number(b) for a, b in zip(said, meant, strict=True))
    ):
        return "quantity"
    if not (set(said) | set(meant)) - _NEGATION and (len(said) + len(meant)) % 2 == 1:
        return "negation"
    if len(said) == len(meant) == 1 and frozenset((said[0], meant[0])) in _OPPOSITES:
        return "opposed"
    return None


def _is_number(token: str) -> bool:
    return token[0] == "#" or token[0].isdigit()
