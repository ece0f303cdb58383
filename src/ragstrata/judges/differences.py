"""What two aligned statements say differently, and which differences contradict.

A difference contradicts only if it is all that differs, and if both statements cannot hold at once: a value of the same
dimension, a negation, an opposite. Which room, which year and which article are no values, but say what is spoken of.
"""

from itertools import product
from typing import Literal

import msgspec

from ragstrata.judges.limits import AMOUNTS, HEDGES, NEGATION_WORDS, STRONG, ZH_HEDGES
from ragstrata.judges.numerals import MARK
from ragstrata.judges.quantities import BOUND_SIGNS
from ragstrata.judges.statements import Statement


class Difference(msgspec.Struct, frozen=True, gc=False):
    """Tokens `left_start` to `left_end` of one statement stand where the other has `right_start` to `right_end`."""

    left_start: int
    left_end: int
    right_start: int
    right_end: int

    def joined(self, left_end: int, right_end: int) -> "Difference":
        return Difference(self.left_start, left_end, self.right_start, right_end)


class Conflict(msgspec.Struct, frozen=True, gc=False):
    """What a difference makes of the claim, and its name."""

    kind: Literal["contradicts", "stronger"]
    trigger: str


def conflict(left: Statement, right: Statement, differences: list[Difference]) -> Conflict | None:
    """The one difference that decides between two statements that are otherwise the same; None if none does."""
    if len(differences) == 1:
        only = differences[0]
        said, meant = left.tokens[only.left_start : only.left_end], right.tokens[only.right_start : only.right_end]
        return (
            _quantity(left, said, meant, only)
            or _bound(said, meant)
            or _negation(said, meant)
            or _opposed(left, right, only)
            or _stronger(said, meant)
        )
    parts = [(left.tokens[d.left_start : d.left_end], right.tokens[d.right_start : d.right_end]) for d in differences]
    said_all = tuple(token for said, _ in parts for token in said)
    meant_all = tuple(token for _, meant in parts for token in meant)
    return _negation(said_all, meant_all)


def _quantity(left: Statement, said: tuple[str, ...], meant: tuple[str, ...], at: Difference) -> Conflict | None:
    """One value against another, in one dimension or in two of which one is meant for the other (天, 工作日)."""
    if len(said) != 1 or len(meant) != 1 or said[0][0] != MARK or meant[0][0] != MARK:
        return None
    value, _, unit = said[0].partition(":")
    other, _, other_unit = meant[0].partition(":")
    if unit != other_unit and not (unit and other_unit):
        return None
    if unit != other_unit:
        return Conflict("contradicts", "unit") if value == other or _same_family(unit, other_unit) else None
    if not unit and _names(left, at.left_start):
        return None
    return Conflict("contradicts", "quantity")


_TIME_UNITS = frozenset(("day", "workday", "minute", "second", "month"))
_MONEY_UNITS = frozenset(("cny", "usd", "eur", "gbp", "jpy", "hkd"))


def _same_family(unit: str, other: str) -> bool:
    return any(unit in family and other in family for family in (_TIME_UNITS, _MONEY_UNITS))


_LABELS = frozenset(
    (
        "room gate floor section article chapter version step line no number building level platform terminal flight "
        "question table figure page volume part phase type class model route exit day week month january february "
        "march april may june july august september october november december in since of until by "
        "第 版 楼 号 室 门 表 图 卷 期"
    ).split()
)


def _names(said: Statement, at: int) -> bool:
    """The number tells which thing or which year is spoken of, and a value beside it is what is said of it."""
    values = [i for i, token in enumerate(said.tokens) if token[0] == MARK]
    before = said.tokens[at - 1] if at else ""
    behind = said.tokens[at + 1] if at + 1 < len(said.tokens) else ""
    label = before in _LABELS or behind in ("年", "月", "号", "楼", "条", "章", "室", "版", "点", "世", "届", "季")
    if not label and is_year(said.tokens[at]):
        label = True
    if not label:
        return at == 0 and len(values) > 1
    return len(values) > 1 or at < len(said.tokens) // 2


def is_year(token: str) -> bool:
    """A quantity token that reads as a year."""
    number = token[1:]
    return number.isdigit() and 1000 <= int(number) <= 2200


def _bound(said: tuple[str, ...], meant: tuple[str, ...]) -> Conflict | None:
    """At most against at least; or a bound that is left out."""
    if len(said) > 1 or len(meant) != 1 or meant[0] not in BOUND_SIGNS:
        return None
    if not said:
        return Conflict("stronger", "bound_not_echoed")
    pair = {said[0], meant[0]}
    return Conflict("contradicts", "bound") if pair in ({"≤", "≥"}, {"<", ">"}, {"≤", ">"}, {"≥", "<"}) else None


def _negation(said: tuple[str, ...], meant: tuple[str, ...]) -> Conflict | None:
    """One side denies what the other says, and nothing else differs."""
    both = (*said, *meant)
    if both and all(token in NEGATION_WORDS for token in both) and len(both) % 2 == 1:
        return Conflict("contradicts", "negation")
    return None


_OPPOSITES: tuple[tuple[str, ...], ...] = (
    ("before", "after"),
    ("allowed", "forbidden"),
    ("allowed", "prohibited"),
    ("permitted", "prohibited"),
    ("permitted", "forbidden"),
    ("open", "closed"),
    ("open", "close"),
    ("increased", "decreased"),
    ("increase", "decrease"),
    ("rose", "fell"),
    ("higher", "lower"),
    ("more", "fewer"),
    ("more", "less"),
    ("included", "excluded"),
    ("include", "exclude"),
    ("accepted", "rejected"),
    ("always", "never"),
    ("with", "without"),
    ("free", "paid"),
    ("mandatory", "optional"),
    ("required", "optional"),
    ("legal", "illegal"),
    ("valid", "invalid"),
    ("refundable", "non refundable"),
    ("may", "must not"),
    ("can", "must not"),
    ("must", "need not"),
    ("之前", "之后"),
    ("以前", "以后"),
    ("以内", "以外"),
    ("以上", "以下"),
    ("高于", "低于"),
    ("多于", "少于"),
    ("增加", "减少"),
    ("增长", "下降"),
    ("上升", "下降"),
    ("提高", "降低"),
    ("免费", "收费"),
    ("允许", "禁止"),
    ("可以", "不得"),
    ("可以", "禁止"),
    ("可以", "不能"),
    ("可以", "不可"),
    ("可", "不得"),
    ("可", "不可"),
    ("必须", "无需"),
    ("必须", "不必"),
    ("必须", "不得"),
    ("需要", "无需"),
    ("需", "无需"),
    ("支持", "反对"),
    ("有效", "无效"),
    ("合法", "非法"),
    ("包含", "排除"),
    ("同意", "拒绝"),
    ("接受", "拒绝"),
    ("开放", "关闭"),
    ("营业", "停业"),
    ("公开", "保密"),
)
_PARTIES: tuple[tuple[str, ...], ...] = (
    ("buyer", "merchant"),
    ("buyer", "seller"),
    ("customer", "merchant"),
    ("customer", "seller"),
    ("customer", "shop"),
    ("tenant", "landlord"),
    ("employer", "employee"),
    ("lender", "borrower"),
    ("sender", "recipient"),
    ("买家", "商家"),
    ("买家", "卖家"),
    ("买方", "卖方"),
    ("顾客", "商家"),
    ("消费者", "商家"),
    ("消费者", "经营者"),
    ("用户", "平台"),
    ("租客", "房东"),
    ("甲方", "乙方"),
    ("员工", "公司"),
)
_BY_ONE = frozenset(("bear", "borne", "pay", "paid", "responsible", "liable", "cover", "covered", "charged"))
_BY_ONE_ZH = ("承担", "支付", "负责", "负担", "赔偿", "出资", "缴纳")


def _spelled(word: str) -> tuple[str, ...]:
    return tuple(word) if word[0] >= "\u2e80" else tuple(word.split())


_OPPOSED = {frozenset(sides) for pair in _OPPOSITES for sides in (tuple(map(_spelled, pair)),)}
_OPPOSED_PARTIES = {frozenset(map(_spelled, pair)) for pair in _PARTIES}


def _opposed(left: Statement, right: Statement, at: Difference) -> Conflict | None:
    """A word against its opposite. Chinese words are looked up with the characters around the difference."""
    for back, on in product(range(3), range(3)):
        said = _around(left.tokens, at.left_start, at.left_end, back, on)
        meant = _around(right.tokens, at.right_start, at.right_end, back, on)
        if said is None or meant is None:
            continue
        pair = frozenset((said, meant))
        if pair in _OPPOSED:
            return Conflict("contradicts", "antonym")
        if pair in _OPPOSED_PARTIES and _one_pays(right):
            return Conflict("contradicts", "opposed_party")
    return None


def _around(tokens: tuple[str, ...], start: int, end: int, back: int, on: int) -> tuple[str, ...] | None:
    first, last = start - back, end + on
    return tokens[first:last] if first >= 0 and last <= len(tokens) and first < last else None


def _one_pays(said: Statement) -> bool:
    """It says who bears something, which only one side does."""
    return any(token in _BY_ONE for token in said.tokens) or any(word in said.canon for word in _BY_ONE_ZH)


_FIRMER = {
    **dict.fromkeys(("may", "might", "could", "can"), frozenset(("will", "must", "is", "are", "shall"))),
    **dict.fromkeys(("should",), frozenset(("must", "will"))),
    **dict.fromkeys(("some", "many", "most", "several", "few"), frozenset(("all", "every", "each", "any"))),
    **dict.fromkeys(("usually", "often", "sometimes", "generally", "normally"), frozenset(("always",))),
}
_FIRMER_ZH = frozenset(
    frozenset(map(tuple, pair))
    for pair in (
        ("部分", "全部"),
        ("部分", "所有"),
        ("有些", "所有"),
        ("多数", "全部"),
        ("大多数", "所有"),
        ("可能", "一定"),
        ("可能", "必然"),
        ("可以", "必须"),
        ("应当", "必须"),
        ("通常", "总是"),
        ("有时", "总是"),
    )
)


def _stronger(said: tuple[str, ...], meant: tuple[str, ...]) -> Conflict | None:
    """The claim is sure, or speaks of all, where the sentence is careful."""
    if len(said) == len(meant) == 1 and said[0] in _FIRMER.get(meant[0], ()):
        return Conflict("stronger", "hedge_not_echoed")
    if said and meant and frozenset((said, meant)) in _FIRMER_ZH and "".join(said) in STRONG:
        return Conflict("stronger", "hedge_not_echoed")
    return None


def strengthened(removed: tuple[str, ...], *, leads: bool) -> bool:
    """All that the claim leaves out is what made the sentence careful. leads: it stood at the head of a clause.

    >>> [strengthened(left_out, leads=False) for left_out in (("usually",), tuple("可能"), ("red",), ("most",), ())]
    [True, True, False, False, False]
    """
    if not removed or (not leads and AMOUNTS.intersection(removed)):
        return False
    if all(token in HEDGES or token in BOUND_SIGNS for token in removed):
        return True
    return "".join(removed) in ZH_HEDGES
