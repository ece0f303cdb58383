"""What a reply does: answers, answers in part, refuses, asks back, or says nothing. Chinese and English.

A refusal says that the assistant or its material cannot answer. A rule that forbids something ("超过七天都不能退",
"gift cards cannot be changed into cash") is an answer.
"""

import re

from ragstrata.judges.citations import find_markers
from ragstrata.judges.refusals import CLARIFY_EN, CLARIFY_ZH, HINT_EN, HINT_ZH, REFUSAL_EN, REFUSAL_ZH
from ragstrata.records.names import BehaviorLabel
from ragstrata.text.sentences import sentence_spans

_CONTENT = re.compile(r"[^\W_]")
_LATIN = re.compile("[A-Za-z]")
_AFFIRMS = re.compile(
    r"^\W*yes\b(?!.{0,40}\bbut\b)|^\W*(?:the )?answers? (?:is|are) present\b|^\W*(?:是的|有的)[，,]", re.IGNORECASE
)
_ONE_CONTEXT = re.compile(
    r"^\W*no,? .{0,12}answers? (?:is|are)(?: not)?(?: present)?(?: in)?(?: (?:the )?(?:any )?(?:other|contexts?|"
    r"passages?|documents?|\[|\d).*|\W*)$"
    r"|^\W*i don't know (?:in|for) (?:context|passage|document)?",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = re.compile(r"\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|「[^」\n]{1,200}」")
_REPORTS = re.compile(r"\b(?:answer|response|reply) (?:is|would be|must be):? [\"“]", re.IGNORECASE)
"""The quoted words are what the reply says."""
_TURN = re.compile(
    r"[,;，；]\s*(?:but|however|though|although|yet|nevertheless)\s+|[,，;；]\s*(?:但是?|不过|然而|只是)|"
    r"\s(?:but|however)\s(?=i can|i know|the|we|for|it)",
    re.IGNORECASE,
)
_LISTS = re.compile(r"[;；]\s*(?:至于|关于|但|不过|as for|regarding|however)", re.IGNORECASE)
_WHILE = re.compile(r"^\W*(?:while|although|though|虽然|尽管)[^,，]{2,200}[,，]", re.IGNORECASE)
_POINTER = re.compile(
    r"\b(?:please|feel free|try|consider|i (?:suggest|recommend|would suggest|would recommend|apologi[sz]e)|"
    r"i'd (?:suggest|recommend)|"
    r"you (?:may|might|can|could|should) (?:want to )?(?:contact|check|consult|ask|refer|try|visit|look|search|"
    r"call|reach)|"
    r"let me know|contact|refer to|check with|consult|sorry|apolog\w+|wish i could|hope (?:this|that)|"
    r"happy to help|if you have|"
    r"if you (?:can |could |would )?(?:provide|share|give|tell|have|need)|i can help|i will (?:be happy|try))\b"
    r"|建议(?:您|你)?(?:联系|咨询|查|参考|查阅|直接|向)|(?:您|你)?可以?(?:尝试)?(?:联系|咨询|查阅|参考|拨打|访问|"
    r"查看|前往|向)|"
    r"请(?:您|你)?(?:联系|咨询|查阅|参考|提供|告知|拨打|访问|查看|直接|稍后)|如果?(?:您|你)?(?:需要|有|能|"
    r"可以)?(?:提供|其他|更多|还有|任何)|如需|如有|欢迎|抱歉|对不起|希望|遗憾",
    re.IGNORECASE,
)
_ABOUT_MATERIAL = re.compile(
    r"\b(?:contexts?|documents?|passages?|texts?|sources?|articles?|excerpts?|question|explanation|"
    r"information provided|provided information|they|it)\b"
    r".{0,60}\b(?:asks?|asking|is:|mentions?|discuss\w*|provides? (?:\w+ )?(?:information|details)|talks?|"
    r"focus\w*|describes?|relates?|related|"
    r"concerns?|refers?|covers?|primarily|mainly|about|contains? information|touch\w*|deals?|is not|are not|"
    r"does not|do not|specific)\b"
    r"|^\W*(?:explanation|reason|note)\W*$|^\W*(?:explanation|reasoning|reason)\s*:"
    r"|(?:问题|资料|文档|文件|材料|上下文|段落|文章|内容|信息)[^。]{0,16}(?:只|仅|主要|都是|是关于|询问|讨论|"
    r"介绍|涉及|提到|提及|讲|谈|围绕|有关)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\[[\d, ]*\]?|\b(?:contexts?|passages?|documents?) [\d, and]+", re.IGNORECASE)
_RULE = re.compile(r"\d\s?(?:[%天日元年个]|days?|eur|usd|hours?)|可以|必须|\bmay\b|\bmust\b", re.IGNORECASE)
_ONLY_SAYS = re.compile(r"\b(?:state|say|show|explain|confirm|mention)s? that\b", re.IGNORECASE)
_BARE = re.compile(
    r"^\W*(?:i (?:do not|don't) know|no,? (?:the )?answer is not present|i(?:'m| am) not sure|idk|unknown|不知道|"
    r"我不知道|不清楚|我不清楚|我不确定|无法回答|"
    r"(?:抱歉|对不起|很遗憾|sorry)?[，,\s]*(?:资料|文档|上下文|知识库|文件)[中里]?(?:没有|未找到|未提及|"
    r"并没有)(?:提供|提到|找到|提及)?(?:相关|有关)?(?:的)?(?:信息|内容|资料)?)\W*$",
    re.IGNORECASE,
)
_LEAST_WORDS = 3
"""Words that say enough to be an answer beside a refusal; two Chinese characters count as a word."""


def classify_behavior(answer: str | None, language: str) -> tuple[BehaviorLabel, str]:
    """The label of a reply, and the words that show it ("" for an answer).

    A refusal beside content is `partial` where it names what cannot be answered, and an answer all the same where it
    only says "I don't know" and then answers. Explaining why the material does not help is part of refusing.

    >>> classify_behavior("超过七天都不能退。", "zh")[0], classify_behavior("资料中没有相关信息，无法回答。", "zh")[0]
    ('answer', 'refuse')
    >>> classify_behavior("I can't say for cameras, but phones may be returned within 14 days.", "en")[0]
    'partial'
    >>> classify_behavior("Could you tell me which item you mean?", "en")[0], classify_behavior("  ", "en")[0]
    ('clarify', 'empty')
    """
    if answer is None or _CONTENT.search(answer) is None:
        return "empty", ""
    answer = answer.replace("\u2019", "'")
    if not _hints(answer):
        return "answer", ""
    refused: list[str] = []
    told: list[str] = []
    asked: list[str] = []
    affirmed = False
    for start, end in sentence_spans(answer, language):
        for part in _parts(answer[start:end]):
            if _AFFIRMS.search(part) is not None:
                affirmed = True
                told.append(part)
            elif affirmed and _ONE_CONTEXT.search(part) is not None:
                continue
            elif _says(REFUSAL_ZH, REFUSAL_EN, part):
                refused.append(part)
            elif _says(CLARIFY_ZH, CLARIFY_EN, part) or (asked and part.rstrip().endswith(("?", "？"))):
                asked.append(part)
            elif _CONTENT.search(part) is not None and not _points_elsewhere(part):
                told.append(part)
    if refused:
        return _with_refusal(refused, told, asked, affirmed=affirmed)
    if asked and not _tells(told):
        return "clarify", asked[0].strip()
    return "answer", ""


def _hints(answer: str) -> bool:
    if not answer.isascii() and HINT_ZH.search(answer) is not None:
        return True
    return _LATIN.search(answer) is not None and HINT_EN.search(answer) is not None


def _with_refusal(
    refused: list[str], told: list[str], asked: list[str], *, affirmed: bool
) -> tuple[BehaviorLabel, str]:
    proof = refused[0].strip()
    if affirmed and all(_ONE_CONTEXT.search(part) for part in refused):
        return "answer", ""
    substance = [part for part in told if not _explains(part)]
    if _BARE.search(refused[0]) and len(substance) < len(told) and not any(_ONLY_SAYS.search(part) for part in told):
        return "refuse", proof
    if _tells(substance):
        return ("answer", "") if all(_BARE.search(part) for part in refused) else ("partial", proof)
    return ("clarify", asked[0].strip()) if len(asked) > len(refused) else ("refuse", proof)


def _parts(sentence: str) -> list[str]:
    """A sentence cut where it turns: "I can't say for X, but for Y …"."""
    concession = _WHILE.match(sentence)
    if concession is not None:
        return [concession.group(), sentence[concession.end() :]]
    parts: list[str] = []
    for piece in re.split("[;；]", sentence) if _LISTS.search(sentence) is not None else [sentence]:
        turn = _TURN.search(piece)
        parts.extend([piece] if turn is None else [piece[: turn.start()], piece[turn.start() + 1 :]])
    return parts


def _says(chinese: re.Pattern[str], english: re.Pattern[str], text: str) -> bool:
    """Some pattern of a language that the text is written in finds something outside of quotation marks."""
    bare = _QUOTED.sub(" ", text) if _REPORTS.search(text) is None else text
    text = bare if _CONTENT.search(bare) is not None else text
    if not text.isascii() and chinese.search(text) is not None:
        return True
    return _LATIN.search(text) is not None and english.search(text) is not None


def _points_elsewhere(text: str) -> bool:
    """Politeness and pointers elsewhere say nothing about the question."""
    return _POINTER.search(text) is not None and not find_markers(text) and re.search(r"\d", text) is None


def _explains(text: str) -> bool:
    """It tells why the material does not help, not what the material says."""
    if _ABOUT_MATERIAL.search(text) is None or _ONLY_SAYS.search(text) is not None:
        return False
    return _RULE.search(_NUMBERED.sub(" ", text)) is None


def _tells(parts: list[str]) -> bool:
    """Enough is said to count as content."""
    words = sum(len(re.findall(r"[A-Za-z0-9]+", part)) + len(re.findall("[\u3400-\u9fff]", part)) / 2 for part in parts)
    return words >= _LEAST_WORDS
