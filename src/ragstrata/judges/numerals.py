"""Numerals of every spelling as one form: 七, 7, seven and ７ are the same number."""

import re

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "亿": 100_000_000}
_SCALES = {
    "千": 1e3,
    "万": 1e4,
    "百万": 1e6,
    "千万": 1e7,
    "亿": 1e8,
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
}
_MOST_DIGITS = 15
"""A longer row of digits is the name of something, and no longer exact as a number."""
MARK = "\u00a4"
"""Stands before every number that was read; text that holds it already loses it."""

_TOO_LARGE = 1e15
_FOLLOWS = frozenset(
    "天日周月年时分秒个元块名次件岁位条项米公里克斤吨倍成折度级层楼号点人种座家间期章款套台辆份页篇所类小星礼工自季届课门站步%"
)
"""What a lone Chinese numeral counts; before anything else it may be part of a word."""
_CHINESE = re.compile("[零〇一二两三四五六七八九十百千万亿]+")
_PERCENT = re.compile(r"百分之([零〇一二两三四五六七八九十百千万]+(?:点[零〇一二三四五六七八九]+)?|\d+(?:\.\d+)?)")
_IDIOM = re.compile(
    "一(?:[律般旦致切直定起样些并经方同面边时度流体再共向点下半]|部分|个人)|[统唯之单专不]一|万一|千万别|千万不|十分(?![钟之])|万分|百货|千岛"
)
_GLUED = "eur|usd|rmb|cny|kg|km|cm|mm|am|pm|hrs?|mins?|days?|hours?|weeks?|months?|years?|million|billion|s"
_ARABIC = re.compile(
    rf"([-\d](?<![a-z0-9_.{MARK}][-\d])(?:(?<=\d)|\d)\d*(?:,\d{{3}}(?!\d))*)(\.\d+)?(?!\.?\d)(?!_)"
    rf"(?:(千万|百万|[万亿千])|[ -]?(hundred|thousand|million|billion)\b|(?=(?:{_GLUED})\b)|(?![a-z]))"
)
_WORDS = {
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
_ANY_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
_ENGLISH = re.compile(
    rf"\b(?:{_ANY_WORD})\b(?:(?:[- ]|(?<=hundred) and )(?:{_ANY_WORD}|hundred|thousand|million|billion)\b)*"
)
_HAS_DIGIT = re.compile(r"\d")
_HAS_LATIN = re.compile(r"[a-z]{3}")


def number_tokens(text: str) -> str:
    """Text (folded, case dropped) with each number written as MARK and its value.

    Chinese numerals are read before what is counted (七天), after 第 or 百分之, and where they are written with units
    (十五, 两千万); in words (一律, 统一) they stay.

    >>> def shown(text): return number_tokens(text).replace(MARK, "#")
    >>> shown("七天内"), shown("within seven days"), shown("1,200 eur"), shown("两千万"), shown("百分之八十七")
    ('#7天内', 'within #7 days', '#1200 eur', '#20000000', '#87%')
    >>> shown("一律由买家承担"), shown("two hundred and five people"), shown("2.5 million"), shown("3-5天")
    ('一律由买家承担', '#205 people', '#2500000', '#3-#5天')
    """
    if not text.isascii():
        text = text.replace(MARK, " ")
        if "百分之" in text:
            text = _PERCENT.sub(lambda match: _percent(match.group(1)), text)
        if _CHINESE.search(text) is not None:
            text = _read_chinese(text)
    if _HAS_DIGIT.search(text) is not None:
        text = _ARABIC.sub(_arabic, text)
    return _ENGLISH.sub(_english, text) if _HAS_LATIN.search(text) is not None else text


def written(value: float) -> str:
    """MARK and the value, without a fraction where there is none.

    >>> written(7.0)[1:], written(3.5)[1:]
    ('7', '3.5')
    """
    return f"{MARK}{int(value)}" if value == int(value) and abs(value) < 1e15 else f"{MARK}{value:.12g}"


def _arabic(match: re.Match[str]) -> str:
    whole, fraction, chinese, english = match.groups()
    if len(whole) > _MOST_DIGITS:
        return match.group()
    return written(float(whole.replace(",", "") + (fraction or "")) * _SCALES.get(chinese or english or "", 1))


def _read_chinese(text: str) -> str:
    def read(match: re.Match[str]) -> str:
        numeral, start, end = match.group(), match.start(), match.end()
        before, behind = text[start - 1 : start], text[end : end + 1]
        composed = len(numeral) > 1 and any(c in _UNITS or c in _MYRIADS for c in numeral) and numeral[0] not in "万亿"
        whole_year = len(numeral) == 4 and not composed and behind == "年"
        single = len(numeral) == 1 and numeral not in "万亿" and (before == "第" or behind in _FOLLOWS)
        if not (composed or whole_year or single) or before.isdigit() or before == "." or text.startswith("分之", end):
            return numeral
        first = max(0, start - 3)
        near = text[first : end + 3]
        if any(first + word.start() < end and start < first + word.end() for word in _IDIOM.finditer(near)):
            return numeral
        value = _value(numeral) if len(numeral) <= _MOST_DIGITS else _TOO_LARGE
        return written(value) if value < _TOO_LARGE else numeral

    return _CHINESE.sub(read, text)


def _percent(numeral: str) -> str:
    if numeral[0].isdigit():
        if len(numeral) > _MOST_DIGITS:
            return f"百分之{numeral}"
        return written(float(numeral)) + "%"
    whole, _, fraction = numeral.partition("点")
    if len(whole) > _MOST_DIGITS:
        return f"百分之{numeral}"
    return written(_value(whole) + sum(_DIGITS[c] / 10**n for n, c in enumerate(fraction, 1))) + "%"


def _value(numeral: str) -> float:
    if not any(char in _UNITS or char in _MYRIADS for char in numeral):
        return float("".join(str(_DIGITS[char]) for char in numeral))
    total, section, digit = 0, 0, 0
    for char in numeral:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _UNITS:
            section += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            total = (total + section + digit or 1) * _MYRIADS[char]
            section, digit = 0, 0
    return float(total + section + digit)


def _english(match: re.Match[str]) -> str:
    """Number words in a row as one number; a row that is none ("one two three") number by number."""
    total, section = 0.0, 0.0
    last = 1e18
    values: list[float] = []
    for word in re.findall(r"[a-z]+", match.group()):
        if word == "and":
            continue
        if word in _WORDS:
            value = float(_WORDS[word])
            if value >= last or (value >= 10 and last < 100):
                values.append(total + section)
                total, section = 0.0, 0.0
            section += value
            last = 10.0 if value >= 20 else 1.0
            continue
        scale = _SCALES[word]
        if scale == 100:
            section, last = (section or 1) * scale, 100.0
        elif section and scale <= total:
            total, section, last = total + section * scale, 0.0, scale
        else:
            total, section, last = (total + section or 1) * scale, 0.0, scale
    values.append(total + section)
    return " ".join(written(value) for value in values) if max(values) < _TOO_LARGE else match.group()
