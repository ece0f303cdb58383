"""Numerals of every spelling as one form, so that 七天, 7天 and seven days name the same number."""

import re

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "亿": 100_000_000}
_CHINESE = re.compile("[零〇一二两三四五六七八九十百千万亿]+")
_ARABIC = re.compile(r"(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?([万亿千]?)")
_ENGLISH = {
    word: value
    for value, word in enumerate(
        (
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
            "sixteen seventeen eighteen nineteen"
        ).split()
    )
} | {
    word: 10 * value for value, word in enumerate(("twenty thirty forty fifty sixty seventy eighty ninety").split(), 2)
}
_ENGLISH_WORD = re.compile(
    rf"\b({'|'.join(sorted(_ENGLISH, key=len, reverse=True))})\b(?:[- ]({'|'.join(list(_ENGLISH)[1:10])})\b)?"
)
_NOT_A_NUMBER = re.compile(
    "一(?=[律般旦致切直定起样些并经方面同次性])|(?<=[统唯之第])一|万一|千万(?=[别不])|(?<=[有])两|十分"
)


def number_tokens(text: str) -> str:
    """Folded text with each numeral written as `#value`.

    >>> number_tokens("七天内"), number_tokens("within seven days"), number_tokens("1,200 EUR"), number_tokens("两千万")
    ('#7天内', 'within #7 days', '#1200 EUR', '#20000000')
    >>> number_tokens("一律由买家承担")
    '一律由买家承担'
    """
    text = _ARABIC.sub(_arabic, text)
    if not text.isascii():
        kept = {m.span()[0] + i for m in _NOT_A_NUMBER.finditer(text) for i in range(len(m.group()))}
        text = _CHINESE.sub(lambda m: m.group() if kept.intersection(range(*m.span())) else _chinese(m.group()), text)
    return _ENGLISH_WORD.sub(_english, text)


def _arabic(match: re.Match[str]) -> str:
    whole, fraction, scale = match.groups()
    value = float(whole.replace(",", "") + (fraction or ""))
    return _written(value * {"": 1, "千": 1000, "万": 10_000, "亿": 100_000_000}[scale])


def _written(value: float) -> str:
    return f"#{int(value)}" if value == int(value) and abs(value) < 1e15 else f"#{value:g}"


def _chinese(numeral: str) -> str:
    if not any(char in _UNITS or char in _MYRIADS for char in numeral):
        return "#" + "".join(str(_DIGITS[char]) for char in numeral).lstrip("0").rjust(1, "0")
    total, section, digit = 0, 0, 0
    for char in numeral:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _UNITS:
            section += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            total += (section + digit or 1) * _MYRIADS[char]
            section, digit = 0, 0
    return f"#{total + section + digit}"


def _english(match: re.Match[str]) -> str:
    tens, ones = match.groups()
    value = _ENGLISH[tens]
    if ones is None:
        return f"#{value}"
    return f"#{value + _ENGLISH[ones]}" if value >= 20 else f"#{value} #{_ENGLISH[ones]}"
