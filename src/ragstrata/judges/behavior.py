"""What a reply does: answers, answers in part, refuses, asks back, or says nothing. Chinese and English.

A refusal says that the assistant or its material cannot answer. A rule that forbids something ("超过七天都不能退",
"gift cards cannot be exchanged") is an answer.
"""

import re

from ragstrata.judges.citations import find_markers
from ragstrata.records.names import BehaviorLabel
from ragstrata.text.sentences import sentence_spans

_SOURCE_ZH = "(?:资料|文档|文件|材料|上下文|知识库|提供的|给定的|已有的?|现有|检索|搜索|段落|文章|文本|内容|信息|数据|记录|政策|上述|以上|这些|参考|原文)"
_REFUSAL_ZH = re.compile(
    "|".join(
        (
            r"(?:无法|不能|没法|没有办法|难以|未能|不便)(?:直接|准确|确切|完整)?(?:地)?(?:回答|作答|解答|答复|提供(?:答案|回答|相关|具体|准确)|给出(?:答案|回答|明确|具体)|确定(?:答案)?$|判断(?:答案)?$|得知|得出|确认|找到|从.{0,16}(?:得知|找到|得出|确定|判断|回答))",
            rf"{_SOURCE_ZH}.{{0,14}}(?:没有|未|并未|并没有|不)(?:直接|明确|具体|相关|任何)?(?:的)?(?:提及|提到|提供|包含|涉及|说明|给出|记载|找到|包括|指出|显示|介绍|足够|相关|关于|有关|答案|回答|列出|描述|含有|写明)",
            rf"(?:没有|未|并未)(?:能)?(?:在.{{0,16}})?(?:找到|查到|检索到|发现|看到|搜到).{{0,16}}(?:相关|有关|答案|信息|资料|内容|记载|说明|依据|规定|{_SOURCE_ZH})",
            rf"(?:没有|缺少|缺乏|无)(?:足够|充分|相关|任何|有关|更多)的?.{{0,8}}{_SOURCE_ZH}",
            r"(?:我|本助手|本人|系统|客服)(?:也|还|并|暂时|目前|真的)?(?:不知道|不清楚|不了解|不确定|无从得知|答不上来|没有相关)",
            r"^(?:抱歉|对不起|很遗憾|不好意思)?[，,。\s]*(?:不知道|不清楚|不确定|无法回答|答案未知|未知|无可奉告|没有答案|无答案|无从知晓|无从得知)",
            r"(?:暂无|并无|查无|尚无)(?:相关|有关|此|该)?.{0,6}(?:信息|资料|记录|内容|答案|规定|说明)",
            r"(?:答案|回答)(?:并)?不(?:存在|在)|(?:没有|无)(?:出现)?(?:对应的?|确切的?|正确的?)?答案",
            r"超出(?:了)?.{0,12}(?:范围|能力|知识)",
        )
    )
)
_REFUSAL_EN = re.compile(
    "|".join(
        (
            r"\b(?:i|we)(?:'m| am| are|'re)? (?:really |very |so )?(?:sorry|afraid)\b.{0,60}\b(?:can(?:no|')t|cannot|could(?:n't| not)|do(?:n't| not)|unable|not able|no )",
            r"\b(?:i|we) (?:do(?:n't| not)|did(?:n't| not)) (?:know|have (?:any |enough |that |the |this |sufficient |specific |access)|see|find|think (?:i|the)|recall)",
            r"\b(?:i|we) (?:can(?:no|')t|cannot|could(?:n't| not)|am unable to|'m unable to|are unable to|was unable to|am not able to|'m not able to|was not able to|will not be able to)"
            r" (?:\w+ ){0,2}(?:answer|find|locate|determine|provide|tell|say|help|confirm|give|respond|identify|see|conclude|derive|verify|share|offer)",
            r"\b(?:i'm|i am|we are) (?:unable|not able|not sure|unsure|not certain|not aware)",
            r"\b(?:unable|impossible|not possible) to (?:\w+ ){0,2}(?:answer|determine|find|provide|say|tell|confirm)",
            r"\b(?:can(?:no|')t|cannot|could not|couldn't) be (?:\w+ )?(?:answered|determined|found|derived|inferred|confirmed|concluded)\b",
            r"\b(?:documents?|context|contexts|passages?|texts?|sources?|material|information|knowledge base|excerpts?|articles?|data|policy|records?|results?|snippets?|paragraphs?)\b"
            r".{0,60}\b(?:do(?:es)?(?:n't| not)|did(?:n't| not)|is(?:n't| not)|are(?:n't| not)|has no|have no|lacks?|contains? no|provides? no|makes? no|gives? no|offers? no|nothing|fails? to)\b"
            r"(?: (?:explicitly|directly|specifically|actually|clearly|seem to|appear to|provide|any|enough|sufficient))*.{0,24}?"
            r"(?:\b(?:contain|mention|mentioned|include|included|provide|provided|specify|specified|state|stated|say|answer|address|addressed|information|detail|details|discuss|cover|covered|available|enough|sufficient|relevant|reference|about|indicate|give|given|present|found|list|related|describe|offer|have)\b)",
            r"\b(?:not|never) (?:\w+ ){0,2}(?:mentioned|specified|stated|provided|given|found|available|included|covered|discussed|addressed|present|answered|contained|listed|described)\b.{0,30}\b(?:in|by|within|from|here|context|documents?|passages?|text|sources?)\b",
            r"\b(?:there is|there's|there are|there was|i see|i found|i have|we have|with) (?:no|not enough|insufficient|nothing|not any|no specific|no relevant) .{0,60}\b(?:information|mention|answer|data|details?|reference|evidence|context|documents?|indication|passages?|record|about|on)\b",
            r"\b(?:no|insufficient|not enough|lack of) (?:\w+ ){0,2}(?:information|answer|mention|context|data|details|evidence)\b.{0,40}\b(?:found|available|provided|given|present|in the|to answer|about|exists?|on)\b",
            r"\banswer (?:is|was|could) ?(?:not|n't) (?:present|available|found|be|in|given|provided|contained|included)\b|\banswer is unknown\b|\bno answer\b",
            r"^\W*(?:unknown|n/?a|not (?:sure|certain|known|available|mentioned|specified|provided|found|enough information)|no idea|no answer|don't know|do not know|cannot answer|can't answer|unanswerable|idk|i do not know|i don't know)\W*$",
            r"\b(?:outside|beyond) (?:of )?(?:my|the|our) (?:scope|knowledge|ability|expertise|provided|available)",
        )
    ),
    re.IGNORECASE,
)
_STOPS_AT_PRESENT = re.compile(r"\byes\b.{0,20}\banswer is present\b|^\W*yes\b", re.IGNORECASE)
_CLARIFY_ZH = re.compile(
    r"请问(?:您|你)?.{0,24}(?:是|指|想|要|哪|什么|什麼|几|多少|何时|具体)|(?:您|你)(?:是)?(?:指|想问|说|问|要|想了解|希望|需要)的?.{0,20}(?:哪|什么|是不是|还是|具体)"
    r"|(?:请|麻烦|能否|能不能|可以|可否|方便)(?:您|你)?(?:再)?(?:提供|说明|告知|告诉我|补充|明确|确认|描述|具体说|说一下).{0,40}(?:[?？]|以便|方便我|才能|我(?:才|好|再))"
    r"|(?:哪一?[件个款种类项次台张份笔])|(?:需要|还需)(?:先)?(?:了解|知道|确认).{0,30}(?:[?？:：]|才能)|是.{1,24}还是.{1,24}[?？]"
)
_CLARIFY_EN = re.compile(
    r"\b(?:could|can|would|will|may) you (?:please )?(?:\w+ ){0,2}(?:tell|clarify|specify|provide|share|confirm|explain|elaborate|let me know|be more specific|give|describe|rephrase)"
    r"|\b(?:please|kindly) (?:clarify|specify|provide (?:more|the|your|some|a|details|additional)|confirm (?:which|what|whether|your|if)|tell me|let me know (?:which|what|whether|if|more))"
    r"|\b(?:which|what) .{0,60}\b(?:do|did|are|would|were) you\b|\bare you (?:asking|referring|looking|talking|interested)|\bdo you (?:mean|want|have|refer|need)\b"
    r"|\bdid you (?:mean|buy|order|pay|use)\b|\b(?:i|we) (?:need|would need|will need) (?:\w+ ){0,3}(?:more|additional|further|to know) .{0,40}(?:\?|before|to (?:help|answer))",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"^\W*(?:but|however|that said|nevertheless|still|for |as for|what i can|here is what|i can (?:tell|say|only)|based on|generally|in general)"
    r"|^\W*(?:但|不过|然而|至于|关于|可以(?:确认|告诉)|能确定|仅能|只能)",
    re.IGNORECASE,
)
_INNER_TURN = re.compile(
    r"[,;，；]\s*(?:but|however|though|although)\s+|[,;，；。]\s*(?:但是?|不过|然而)", re.IGNORECASE
)
_OFFER = re.compile(
    r"\b(?:you (?:may|might|can|could|should)|please|feel free|try|consider|i (?:suggest|recommend)|i(?:'d| would) (?:suggest|recommend)|if you|let me know|contact|refer to|check|consult)\b"
    r"|建议|您可以|你可以|请(?:联系|咨询|查阅|参考|提供|告知)|如果您|如需|如有|欢迎|抱歉|对不起|sorry|apolog|希望",
    re.IGNORECASE,
)
_CONTENT = re.compile(r"\w")
_ENGLISH = re.compile(r"[A-Za-z]{2}")


def classify_behavior(answer: str, language: str) -> tuple[BehaviorLabel, str]:
    """The label of a reply, and the words that show it ("" for an answer).

    >>> classify_behavior("超过七天都不能退。", "zh")[0], classify_behavior("资料中没有相关信息，无法回答。", "zh")[0]
    ('answer', 'refuse')
    >>> classify_behavior("I can't say for cameras, but phones may be returned within 14 days.", "en")[0]
    'partial'
    >>> classify_behavior("Could you tell me which item you mean?", "en")[0], classify_behavior("  ", "en")[0]
    ('clarify', 'empty')
    """
    if not _CONTENT.search(answer):
        return "empty", ""
    sentences = [answer[start:end] for start, end in sentence_spans(answer, language)]
    refused, told, asked = [], [], []
    for sentence in sentences:
        for part in _parts(sentence):
            if _refuses(part):
                refused.append(part)
            elif _asks_back(part):
                asked.append(part)
            elif _CONTENT.search(part) and not _is_offer(part):
                told.append(part)
    if refused:
        return _with_refusal(refused, told, asked)
    if asked and not _tells(told):
        return "clarify", asked[0].strip()
    return "answer", ""


def _with_refusal(refused: list[str], told: list[str], asked: list[str]) -> tuple[BehaviorLabel, str]:
    """A refusal with something substantial beside it answers in part."""
    proof = refused[0].strip()
    if _tells([part for part in told if not _leads_in(part)]):
        return "partial", proof
    return ("clarify", asked[0].strip()) if asked and len(asked) >= len(refused) and not told else ("refuse", proof)


def _parts(sentence: str) -> list[str]:
    """A sentence cut where it turns: "I can't say for X, but for Y …"."""
    turn = _INNER_TURN.search(sentence)
    return [sentence] if turn is None else [sentence[: turn.start()], sentence[turn.start() + 1 :]]


def _refuses(text: str) -> bool:
    if _STOPS_AT_PRESENT.search(text):
        return False
    return _says(_REFUSAL_ZH, _REFUSAL_EN, text)


def _asks_back(text: str) -> bool:
    return _says(_CLARIFY_ZH, _CLARIFY_EN, text)


def _says(chinese: re.Pattern[str], english: re.Pattern[str], text: str) -> bool:
    """Some pattern of a language that the text is written in finds something."""
    if not text.isascii() and chinese.search(text) is not None:
        return True
    return _ENGLISH.search(text) is not None and english.search(text) is not None


def _is_offer(text: str) -> bool:
    """Politeness and pointers elsewhere say nothing about the question."""
    return _OFFER.search(text) is not None and not find_markers(text) and not re.search(r"\d", text)


def _leads_in(text: str) -> bool:
    return len(text.strip()) < 6


def _tells(parts: list[str]) -> bool:
    """Enough is said to count as content."""
    words = sum(len(re.findall(r"[A-Za-z0-9]+", part)) + len(re.findall("[\u3400-\u9fff]", part)) / 2 for part in parts)
    return words >= 3
