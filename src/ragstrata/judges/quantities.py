"""Quantities as one token each: value and unit in one dimension, and the words that bound them.

`7天`, `seven days` and `7-day` all become `¤7:day`, `two weeks` becomes `¤14:day`, `7个工作日` `¤7:workday`; before
them `不超过` and `at most` become `≤`. So two statements that say the same quantity have the same tokens, and two that
differ differ in exactly one.
"""

import re
from typing import Literal

from ragstrata.judges.numerals import MARK, number_tokens, written
from ragstrata.records.claim import Quantity

_UNITS: dict[str, tuple[str, float]] = {
    spelling: (unit, factor)
    for unit, factor, spellings in (
        ("day", 1, "天|日|自然日|个自然日|calendar days|calendar day|days|day"),
        ("day", 7, "周|个星期|星期|个礼拜|礼拜|weeks|week"),
        ("workday", 1, "个工作日|工作日|business days|business day|working days|working day|workdays|workday"),
        ("minute", 1, "分钟|minutes|minute|mins|min"),
        ("minute", 60, "个小时|小时|hours|hour|hrs|hr"),
        ("second", 1, "秒钟|秒|seconds|second|secs|sec"),
        ("month", 1, "个月|months|month"),
        ("month", 12, "周年|年|years|year|yrs"),
        ("%", 1, "%|个百分点|percent|per cent|percentage points"),
        ("cny", 1, "元人民币|人民币|块钱|元|yuan|rmb|cny"),
        ("usd", 1, "美元|美金|us dollars|dollars|dollar|usd"),
        ("eur", 1, "欧元|euros|euro|eur|€"),
        ("gbp", 1, "英镑|gbp|pounds sterling"),
        ("jpy", 1, "日元|jpy|yen"),
        ("hkd", 1, "港元|港币|hkd"),
        ("metre", 1, "米|metres|meters|metre|meter"),
        ("metre", 1000, "公里|千米|kilometres|kilometers|kilometre|kilometer|km"),
        ("metre", 0.01, "厘米|centimetres|centimeters|cm"),
        ("metre", 0.001, "毫米|mm"),
        ("gram", 1, "克|grams|gram"),
        ("gram", 1000, "公斤|千克|kilograms|kilogram|kg"),
        ("gram", 500, "斤"),
        ("tonne", 1, "吨|tonnes|tons|tonne|ton"),
        ("year_of_age", 1, "周岁|岁|years old|years of age"),
        ("degree", 1, "摄氏度|°c|degrees celsius"),
        ("person", 1, "名|人|位|people|persons|person"),
    )
    for spelling in spellings.split("|")
}
_SIGNS = {"€": "eur", "$": "usd", "£": "gbp", "¥": "cny", "us$": "usd", "rmb": "cny", "eur": "eur", "usd": "usd"}
_LATIN = sorted((unit for unit in _UNITS if unit[-1].isascii() and unit[-1].isalpha()), key=len, reverse=True)
_OTHER = sorted((unit for unit in _UNITS if unit not in _LATIN), key=len, reverse=True)
_UNIT = rf"(?:{'|'.join(map(re.escape, _LATIN))})(?![a-z])|(?:{'|'.join(map(re.escape, _OTHER))})"
_BEFORE: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "≤",
        (
            *(
                "不得超过",
                "不能超过",
                "不超过",
                "至多",
                "最多",
                "不多于",
                "不高于",
                "不大于",
                "at most",
                "no more than",
            ),
            *("not more than", "not exceeding", "up to", "a maximum of", "maximum of", "no later than"),
            "not later than",
        ),
    ),
    (
        "≥",
        (
            *("不得少于", "不少于", "至少", "最少", "不低于", "不小于", "起码", "at least", "no less than"),
            *("not less than", "no fewer than", "a minimum of", "minimum of"),
        ),
    ),
    (">", ("超过", "多于", "大于", "高于", "more than", "over", "exceeding", "above", "greater than")),
    ("<", ("少于", "不足", "不到", "小于", "低于", "less than", "under", "below", "fewer than")),
    (
        "≈",
        (
            *("大约", "约为", "约", "大概", "将近", "about", "approximately", "approx."),
            *("around", "roughly", "nearly", "almost"),
        ),
    ),
)
_BEHIND: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("左右", "上下"), ("≈", "")),
    **dict.fromkeys(("及以上", "或以上", "or more", "or above"), ("≥", "")),
    **dict.fromkeys(("及以下", "或以下", "or less", "or fewer"), ("≤", "")),
    **dict.fromkeys(("以内", "之内"), ("", "内")),
}
_NUMBER = r"(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
_MEASURED = re.compile(rf"{_NUMBER}(?:[ -]?({_UNIT}))?(?:\s?({'|'.join(_BEHIND)})(?![a-z]| than))?")
_SIGN_BEFORE = re.compile(r"(us\$|[€$£¥]|\b(?:rmb|eur|usd)) ?\Z")
_SIGN_ENDS = frozenset("€$£¥brd")
_FIRST_YEAR = 1000
"""2021年 is a date, 3年 a duration."""
BOUND_SIGNS = frozenset("≤≥<>≈")
Bound = Literal["exact", "min", "max", "approx"]
_BOUND_OF: dict[str, Bound] = {"≤": "max", "<": "max", "≥": "min", ">": "min", "≈": "approx"}
_READ = re.compile(rf"{MARK}{_NUMBER}(?::([a-z_%]+))?(内|以上|以下)?")


def quantity_tokens(text: str) -> str:
    """Folded text, case dropped, with its quantities in one spelling each.

    >>> [quantity_tokens(t) for t in ("签收后七天内", "不超过7个工作日", "at most two weeks", "€30", "3.5%")]
    ['签收后¤7:day内', '≤¤7:workday', '≤¤14:day', '¤30:eur', '¤3.5:%']
    """
    before, *numbers = number_tokens(text).split(MARK)
    if not numbers:
        return before
    done: list[str] = []
    for number in numbers:
        match = _MEASURED.match(number)
        if match is None:
            done.append(before)
            before = number
            continue
        value, unit, behind = match.groups()
        sign, inside = _BEHIND[behind] if behind is not None else ("", "")
        before, quantity = _measured(before, float(value), unit)
        if not sign:
            before, sign = _bounded(before)
        done.extend((before, sign, quantity, inside))
        before = number[match.end() :]
    return "".join([*done, before])


def _measured(before: str, value: float, unit: str | None) -> tuple[str, str]:
    """The text before a number without a currency sign at its end, and the quantity."""
    if unit == "年" and value >= _FIRST_YEAR:
        return before, f"{written(value)}年"
    if unit == "日" and before.endswith("月"):
        return before, f"{written(value)}号"
    sign = _SIGN_BEFORE.search(before[-5:]) if before.rstrip(" ")[-1:] in _SIGN_ENDS else None
    if sign is not None:
        before = before[: len(before) - len(sign.group())]
    if unit is not None:
        name, factor = _UNITS[unit]
        return before, f"{written(value * factor)}:{name}"
    return before, written(value) if sign is None else f"{written(value)}:{_SIGNS[sign.group(1)]}"


def _bounded(before: str) -> tuple[str, str]:
    """The text before a quantity without the words that bound it, and their sign."""
    tail = before[-18:].rstrip()
    for sign, spellings in _BEFORE:
        if tail.endswith(spellings):
            word = next(spelling for spelling in spellings if tail.endswith(spelling))
            rest = tail[: len(tail) - len(word)]
            if not word[0].isascii() or not (rest[-1:].isascii() and rest[-1:].isalnum()):
                return before.rstrip()[: -len(word)], sign
    return before, ""


def read_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities that a text (folded, case dropped) states, with their direction.

    >>> read_quantities("不超过七天"), read_quantities("about 30 eur")
    ((Quantity(value=7.0, unit='day', bound='max'),), (Quantity(value=30.0, unit='eur', bound='approx'),))
    """
    tokens = quantity_tokens(text)
    if MARK not in tokens:
        return ()
    found = []
    for match in _READ.finditer(tokens):
        number, unit, side = match.groups()
        before = tokens[max(0, match.start() - 8) : match.start()].rstrip()
        behind: Bound = "min" if side == "以上" else "max" if side or before.endswith("within") else "exact"
        found.append(Quantity(float(number), unit or "", _BOUND_OF.get(before[-1:], behind)))
    return tuple(found)
