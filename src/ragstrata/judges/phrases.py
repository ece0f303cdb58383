"""Accepted and rejected phrases in a text: where they stand, and whether a negation takes them back."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ragstrata.text.fold import fold_case

_NUMERALS = "零一二三四五六七八九十百千万亿两"
_CLAUSE_END = re.compile(r"[,.;:!?\n]|(?:\b(?:but|however|instead|rather|whereas|while)\b)|而是|而应|但")
_ZH_NEGATION = re.compile(
    r"不是|不由|不会|不能|不可|不应|不该|不须|不需|不必|不得|不要|不算|不属于|不再|不用|并非|并不|并未|绝非|绝不|从不|没有|未曾|尚未|"
    r"未经|无需|无须|毋须|禁止|拒绝|不"
    r"|(?<![常除莫])非(?![常])|没|未|勿"
)
_ZH_NOT_NEGATION = re.compile(
    r"不仅|不但|不只|不光|不止|不管|不论|不受|不限|不得不|不能不|不可不|非常|无论|没有不|不超过|不少于|不低于|不高于|不满"
)
_EN_NEGATION = re.compile(r"\b(?:not|never|no longer|cannot|without|nor|neither|none|no)\b|n't\b")
_EN_NOT_NEGATION = re.compile(
    r"\bnot (?:only|just|merely|simply)\b|\bno (?:matter|doubt|more than|later than|less than)\b|\bnot (?:un|in)\w+"
)
_REACH = 5
"""How many English words, or twice as many Chinese characters, a negation reaches forward."""
_LONGEST_TEXT = 20_000
"""Regular expressions come with the suite; a bad one must not hang on a long answer."""


def find_phrase(phrase: str, text: str) -> str | None:
    """The first place where `text` (folded, case dropped) says the phrase and does not take it back.

    A phrase is a substring, or a regular expression written `/…/`. Raises `re.error` for one that is not valid.

    >>> find_phrase("商家承担", "退货运费由商家承担."), find_phrase("商家承担", "不是商家承担")
    ('商家承担', None)
    >>> find_phrase("12", "it takes 120 days"), find_phrase("12", "it takes 12 days")
    (None, '12')
    """
    return next((text[start:end] for start, end in _places(phrase, text) if not negated(text, start)), None)


@lru_cache(maxsize=8192)
def compiled(phrase: str) -> re.Pattern[str] | None:
    """The regular expression of a `/…/` phrase, None for a plain one."""
    if len(phrase) > 2 and phrase.startswith("/") and phrase.endswith("/"):
        return re.compile(phrase[1:-1], re.IGNORECASE)
    return None


@lru_cache(maxsize=32768)
def _folded(phrase: str) -> str:
    return fold_case(phrase)


def _places(phrase: str, text: str) -> Iterator[tuple[int, int]]:
    pattern = compiled(phrase)
    if pattern is not None:
        yield from (m.span() for m in pattern.finditer(text[:_LONGEST_TEXT]) if m.end() > m.start())
        return
    plain = _folded(phrase)
    at = text.find(plain) if plain else -1
    while at >= 0:
        end = at + len(plain)
        if not _inside(text, at, end):
            yield at, end
        at = text.find(plain, at + 1)


def _inside(text: str, start: int, end: int) -> bool:
    """The match begins or ends in the middle of a longer Latin word or of a longer number."""
    return _joined(text, start) or _joined(text, end)


def _joined(text: str, at: int) -> bool:
    if at <= 0 or at >= len(text):
        return False
    before, after = text[at - 1], text[at]
    if _latin(before) and _latin(after):
        return True
    if before in _NUMERALS and after in _NUMERALS:
        return True
    if before in ".," and after.isdigit():
        return at >= 2 and text[at - 2].isdigit()
    return after in ".," and before.isdigit() and at + 1 < len(text) and text[at + 1].isdigit()


def _latin(char: str) -> bool:
    return (char.isascii() and char.isalnum()) or ("\u00c0" <= char <= "\u024f" and char.isalpha())


def negated(text: str, start: int) -> bool:
    """A negation in the same clause reaches the match. Two of them cancel out.

    >>> negated("不仅由商家承担", 4), negated("并非不能退", 3), negated("it is not borne by the merchant", 13)
    (False, False, True)
    """
    clause = text[max(0, start - 80) : start]
    ends = list(_CLAUSE_END.finditer(clause))
    if ends:
        clause = clause[ends[-1].end() :]
    chinese = _ZH_NOT_NEGATION.sub(lambda m: "＿" * len(m.group()), clause)
    near = chinese[-2 * _REACH :]
    count = len(_ZH_NEGATION.findall(near))
    words = " ".join(_EN_NOT_NEGATION.sub("", clause).split()[-_REACH:])
    count += len(_EN_NEGATION.findall(words))
    return count % 2 == 1
