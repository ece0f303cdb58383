"""Whether a negation takes back the words behind it, in Chinese and English.

What counts is the negation's reach: it ends with its clause, with the phrase that it is part of
(`未拆封的商品由商家承担` denies the opening, not who pays), and it does not reach into the next predicate.
Two negations cancel out.
"""

import re

_CLAUSE_END = re.compile(
    r"[,.;:!?\n](?!\d)|\b(?:but|however|instead|rather|whereas|while|because|since|so|then|and|which|who)\b"
    r"|而是|而应|而由|但|因为|所以|并且|而且|则|就(?!是)"
)
_ASIDE = re.compile(
    r", ?(?:however|in general|generally|of course|therefore|for example|in fact|usually|then|as a rule|"
    r"in this case) ?,|,(?:原则上|一般|通常|其实),"
)
_UNCERTAIN = re.compile(
    r"(?:是否|能否|会不会|是不是|不确定|不清楚|不知道)[^,.;]{0,12}$|\b(?:whether|unclear if|not sure if|"
    r"unsure if)\b[^,.;]*$"
)

_ZH_NOT_NEGATION = re.compile(
    r"不仅|不但|不只|不光|不止|不管|不论|不受|不限|不得不|不能不|不可不|不会不|不无|无不|无非|没有不|不超过|"
    r"不少于|不低于|不高于|不满|"
    r"不同|不断|不久|不错|不锈|不动产|不好意思|对不起|不客气|不一会|不妨|不愧|不料|不过|无论|无理由|没问题|没收|"
    r"未来|未必不|"
    r"毫无疑问|不容置疑|不可否认|毋庸置疑|无疑"
)
_ZH_WHOLE_CLAUSE = re.compile(
    r"并不是|并非|不是|绝非|绝不是|不属于|从来不是|谈不上|不等于|不意味着|不代表|没有说|没有规定|未规定|不认为"
)
_ZH_PREDICATE = re.compile(
    r"不再|不会|不由|不能|不可|不应|不该|不须|不需|不必|不用|不得|不要|不让|不许|不准|不允许|并不|并未|绝不|从不|"
    r"从未|没有|未曾|尚未|未经|无需|无须|"
    r"毋须|禁止|拒绝|无法|不算|不|没|未|勿"
)
_ZH_REACH_END = re.compile(r"[的者也都仍均时]|(?<![今此])后|可以|即可|应由|须由|一律")
_ZH_REACH = 8
"""Characters between a negation and what it denies."""

_EN_NOT_NEGATION = re.compile(
    r"\bnot (?:only|just|merely|simply)\b|\bno (?:matter|doubt|later than|less than|more than|fewer than)\b|"
    r"\bnot (?:un|in|im)\w{4,}|\bcannot (?:help but|deny)\b|\bdo not (?:forget|worry)\b|\bdon't (?:forget|"
    r"worry)\b|\bnever fails? to\b"
)
_EN_NEGATION = re.compile(
    r"\b(?P<word>not|never|no longer|cannot|neither|nor|refus\w+ to|fail(?:s|ed)? to|unable to|declin\w+ to|"
    r"prohibited from|forbidden to|"
    r"(?P<near>no|without|none of|instead of|rather than))\b|n't\b"
)
_EN_SAYS = re.compile(
    r"^\W*(?:that|true|correct|right|the case|say|said|think|believe|mean|means|claim|clear|certain|yet)\b"
)
_EN_PREDICATE = re.compile(r"\b(?:is|are|was|were|will|shall|can|may|must|should|would|has|have|does|do)\b")
_EN_REACH, _EN_NEAR_REACH = 8, 3
"""Words between a negation and what it denies; `no` and `without` only reach the noun behind them."""
_DENIED_BEHIND = re.compile(
    r"^[\"'”’」]?\s?(?:(?:的(?:说法|规定|观点|结论)?)?(?:是|并)?(?:不(?:对|正确|成立|属实|准确)|错误的?|假的|"
    r"虚假的)|(?:is|was) (?:false|incorrect|wrong|untrue|not (?:true|correct|the case)|a myth))"
)


def negated(text: str, start: int, end: int) -> bool:
    """The words from `start` to `end` of a text (folded, case dropped) are denied, asked or left open.

    >>> [negated(t, t.index("商家承担"), len(t)) for t in ("不是商家承担", "不仅由商家承担", "未拆封的由商家承担")]
    [True, False, False]
    >>> text = "it is not borne by the merchant"
    >>> negated(text, text.index("borne"), len(text)), negated("it's not only borne", 14, 19)
    (True, False)
    """
    before = text[max(0, start - 120) : start]
    before = _ASIDE.sub(" ", before)
    clause_start = 0
    for found in _CLAUSE_END.finditer(before):
        clause_start = found.end()
    clause = before[clause_start:]
    if _UNCERTAIN.search(clause) is not None or _is_asked(text, end):
        return True
    if _DENIED_BEHIND.match(text[end : end + 24]) is not None:
        return True
    if not clause:
        return False
    if text[start - 4 : start] == "non-" or text[start - 4 : start] == "non ":
        return True
    return (_chinese(clause) + _english(clause)) % 2 == 1


def _is_asked(text: str, end: int) -> bool:
    """The sentence that the words stand in is a question."""
    stop = re.search(r"[.!?\n](?!\d)", text[end : end + 200])
    return stop is not None and stop.group() == "?" and len(text[end : end + stop.start()]) < 60


def _chinese(clause: str) -> int:
    """Chinese negations that reach the end of the clause."""
    if clause.isascii():
        return 0
    plain = _ZH_NOT_NEGATION.sub(lambda m: "＿" * len(m.group()), clause)
    count = 0
    whole = [found for found in _ZH_WHOLE_CLAUSE.finditer(plain) if len(plain) - found.end() <= 2 * _ZH_REACH]
    count += len(whole)
    plain = _ZH_WHOLE_CLAUSE.sub(lambda m: "＿" * len(m.group()), plain)
    for found in _ZH_PREDICATE.finditer(plain):
        between = plain[found.end() :]
        if len(between) <= _ZH_REACH and _ZH_REACH_END.search(between) is None:
            count += 1
    return count


def _english(clause: str) -> int:
    """English negations that reach the end of the clause."""
    if "n" not in clause and "refus" not in clause:
        return 0
    plain = _EN_NOT_NEGATION.sub(" ", clause)
    count = 0
    for found in _EN_NEGATION.finditer(plain):
        between = plain[found.end() :]
        size = len(between.split())
        if found.group("near") is not None:
            count += size <= _EN_NEAR_REACH and _EN_PREDICATE.search(between) is None
        elif _EN_SAYS.match(between):
            count += size <= 2 * _EN_REACH
        elif size <= _EN_REACH and _EN_PREDICATE.search(between) is None:
            count += 1
    return count
