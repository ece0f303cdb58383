"""Accepted and rejected phrases in a text: where they stand, whole and not taken back."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ragstrata.judges.negation import negated
from ragstrata.text.fold import fold_case

_NUMERALS = "零〇一二三四五六七八九十百千万亿两"
_UNIT_BEHIND = re.compile(
    r"(?:eur|usd|rmb|cny|gbp|kg|km|cm|mm|g|m|ml|l|am|pm|h|hrs?|mins?|s|days?|hours?|weeks?|months?|years?|x|gb|"
    r"mb|tb|kb|ghz|mhz|px|%)"
    r"(?![a-z0-9])"
)
_UNIT_BEFORE = re.compile(r"(?:^|[^a-z0-9])(?:eur|usd|rmb|cny|gbp|us)$")
_WIDE = str.maketrans(
    {"（": r"\(", "）": r"\)", "。": r"\.", "，": ",", "：": ":", "；": ";", "？": r"\?", "！": "!", "、": ","}
)
_LONGEST_TEXT, _LONGEST_FOR_SEVERAL = 20_000, 4_000
"""Characters that a regular expression is run on: the second where it repeats without bound at several places."""
_LONGEST_PATTERN = 1_000


class PatternError(ValueError):
    """A `/…/` phrase that cannot be run. `trigger` names why."""

    def __init__(self, trigger: str, message: str) -> None:
        super().__init__(message)
        self.trigger = trigger


def find_phrase(phrase: str, text: str) -> str | None:
    """The first place where `text` (folded, case dropped) says the phrase and does not take it back.

    A phrase is a substring, or a regular expression written `/…/`. It may not begin or end inside a longer Latin
    word or number. Raises PatternError for an expression that is not valid, may never end, or meets a text too
    long for it.

    >>> find_phrase("商家承担", "退货运费由商家承担."), find_phrase("商家承担", "不是商家承担")
    ('商家承担', None)
    >>> [find_phrase("12", text) for text in ("120 days", "1.2", "12,500", "12 days", "12%", "12kg")]
    [None, None, None, '12', '12', '12']
    """
    return next((text[start:end] for start, end in places_of(phrase, text) if not negated(text, start, end)), None)


def places_of(phrase: str, text: str) -> Iterator[tuple[int, int]]:
    """Where the phrase stands as whole words, taken back or not."""
    pattern = compiled(phrase)
    if pattern is not None:
        yield from _places_of_pattern(pattern, text)
        return
    plain = _folded(phrase)
    at = text.find(plain) if plain else -1
    while at >= 0:
        end = at + len(plain)
        if not _joined(text, at) and not _joined(text, end):
            yield at, end
        at = text.find(plain, at + 1)


def _places_of_pattern(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    several = len(_UNBOUNDED.findall(pattern.pattern)) > 1
    longest = _LONGEST_FOR_SEVERAL if several else _LONGEST_TEXT
    for match in pattern.finditer(text[:longest]):
        if match.end() > match.start():
            yield match.span()
    if len(text) > longest:
        raise PatternError("text_too_long", f"a text of {len(text)} characters is too long for {pattern.pattern!r}")


@lru_cache(maxsize=8192)
def compiled(phrase: str) -> re.Pattern[str] | None:
    """The regular expression of a `/…/` phrase, None for a plain one.

    Full-width punctuation in it stands for itself in folded text. Raises PatternError.

    >>> compiled("/7天（含）/").pattern
    '7天\\\\(含\\\\)'
    """
    if len(phrase) < 3 or not phrase.startswith("/") or not phrase.endswith("/"):
        return None
    source = phrase[1:-1].translate(_WIDE)
    if len(source) > _LONGEST_PATTERN:
        raise PatternError("invalid_pattern", f"a pattern of {len(source)} characters is too long")
    try:
        pattern = re.compile(source, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise PatternError("invalid_pattern", f"{phrase}: {error}") from error
    if repeats_within_repeats(source):
        raise PatternError("unsafe_pattern", f"{phrase}: a repeated group repeats inside without bound")
    return pattern


_UNBOUNDED = re.compile(r"(?<!\\)(?:[*+]|\{\d*,\})")
_ESCAPED = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)


def repeats_within_repeats(source: str) -> bool:
    """A group that repeats holds something that repeats without bound, or a choice: `(a+)+`, `(a|aa)*`.

    Such an expression may take longer than anybody waits. The check is by syntax, and errs on the safe side.

    >>> [repeats_within_repeats(s) for s in ("(a+)+$", "(a|aa)*b", "(?:ab)+c", "a+b*", "(a+b)?", r"(\\+a)+")]
    [True, True, False, False, False, False]
    """
    plain = _ESCAPED.sub("x", source)
    opened: list[int] = []
    for at, char in enumerate(plain):
        if char == "(":
            opened.append(at)
        elif char == ")" and opened:
            inner = plain[opened.pop() + 1 : at]
            repeated = re.match(r"[*+]|\{\d*,(?:\d{2,})?\}|\{\d{2,}", plain[at + 1 :])
            if repeated is not None and ("|" in inner or _UNBOUNDED.search(inner)):
                return True
    return False


@lru_cache(maxsize=32_768)
def _folded(phrase: str) -> str:
    return fold_case(phrase)


def _joined(text: str, at: int) -> bool:
    """The edge at `at` falls inside a longer Latin word or number."""
    if at <= 0 or at >= len(text):
        return _is_signed(text, at)
    before, after = text[at - 1], text[at]
    if _latin(before) and _latin(after):
        return not _number_beside_unit(text, at)
    if before in _NUMERALS and after in _NUMERALS:
        return True
    if before.isdigit() and after in "千万亿百":
        return True
    if before in ".," and after.isdigit():
        return at >= 2 and text[at - 2].isdigit() and (before == "." or _thousands(text, at))
    if after in ".," and before.isdigit():
        return text[at + 1 : at + 2].isdigit() and (after == "." or _thousands(text, at + 1))
    return _is_signed(text, at)


def _number_beside_unit(text: str, at: int) -> bool:
    """`12kg`, `usd30`: the number is whole, and so is the unit."""
    before, after = text[at - 1], text[at]
    if before.isdigit() and not after.isdigit():
        run = re.search(r"[a-z0-9_]*$", text[max(0, at - 40) : at])
        return run is not None and run.group().isdigit() and _UNIT_BEHIND.match(text, at) is not None
    if after.isdigit() and not before.isdigit():
        return _UNIT_BEFORE.search(text[max(0, at - 8) : at]) is not None
    return False


def _thousands(text: str, at: int) -> bool:
    return re.match(r"\d{3}(?!\d)", text[at:]) is not None


def _is_signed(text: str, at: int) -> bool:
    """A number with a minus before it is another number; a hyphen behind a word is none."""
    if at <= 0 or at >= len(text) or text[at - 1] != "-" or not text[at].isdigit():
        return False
    return at == 1 or not (text[at - 2].isalnum() or text[at - 2] == "-")


def _latin(char: str) -> bool:
    return (char.isascii() and (char.isalnum() or char == "_")) or ("\u00c0" <= char <= "\u024f" and char.isalpha())
