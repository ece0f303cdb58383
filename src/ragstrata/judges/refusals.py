"""The words of refusals and of questions back, in Chinese and English.

A refusal says that the assistant, or its material, cannot answer. Rules that forbid or exclude something ("the policy
does not cover water damage", "无法提供发票的，不能退货") are answers: so the verbs that rules use too are refusals only
with information as their object, or with the material as their subject.
"""

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_NOUN = (
    r"(?:information|info|answers?|details?|data|mention|references?|indication|evidence|content|context|knowledge|"
    r"material|records?)"
)
_MATERIAL = (
    r"(?:documents?|contexts?|passages?|texts?|sources?|materials?|excerpts?|articles?|snippets?|paragraphs?|"
    r"knowledge base|"
    r"search results|(?:provided|given|available|retrieved|supplied|above) (?:information|data|content|results|"
    r"records|policy|pages?))"
)
_CAN_NOT = (
    r"(?:can(?:no|')t|cannot|can not|could(?:n't| not)|(?:am|are|was|were|is|'m|'re) (?:unable|not able) to|"
    r"will not be able to|won't be able to)"
)
_DO_NOT = r"(?:do(?:es)?(?:n't| not)|did(?:n't| not))"
_THIS = r"(?:this|that|it|the answer|an answer|any|such|these|what you)"

REFUSAL_EN = _any(
    rf"\b(?:i|we) {_CAN_NOT} (?:\w+ ){{0,2}}?(?:answer|respond|find|locate|determine|tell|say|identify|conclude|"
    rf"derive|see|infer|figure out|comment)\b",
    rf"\b(?:i|we) {_CAN_NOT} (?:\w+ )?(?:provide|give|share|offer|confirm|verify|help)\b.{{0,40}}\b(?:{_NOUN}|"
    rf"{_THIS}|with (?:this|that|it|your question)|based on|from the)\b",
    rf"\bi {_CAN_NOT} (?:help|assist)\b",
    rf"\b(?:i|we) {_DO_NOT} (?:really |actually )?(?:know|recall)\b(?! (?:that|how much you))",
    rf"\b(?:i|we) (?:{_DO_NOT} have|have(?:n't| not) (?:got|been given|found|seen)|lack|have no|had no|"
    rf"{_DO_NOT} see|{_DO_NOT} find|found no|see no|find no|could find no)\b.{{0,60}}\b{_NOUN}\b",
    r"\b(?:i|we) (?:have no|haven't any|haven't got any) (?:idea|clue)\b",
    rf"\b{_MATERIAL}\b[^.]{{0,80}}[;,] (?:and |but )?(?:they|it) {_DO_NOT} (?:\w+ )?(?:mention|say|state|specify|"
    rf"address)\b",
    rf"^\W*(?:but |and |however,? )?(?:they|it) {_DO_NOT} (?:\w+ )?(?:mention|specify|state|address)\b",
    r"\b(?:i'm|i am) (?:not (?:sure|certain|aware|familiar)|unsure|unaware)\b",
    r"\b(?:it is|it's|it was|is|are) (?:not possible|impossible|unclear|not clear|"
    r"difficult) (?:to (?:\w+ )?(?:answer|determine|find|say|tell|confirm|know)|from the|based on)\b",
    r"\b(?:can(?:no|')t|cannot|could not|couldn't) be (?:\w+ )?(?:answered|determined|found|derived|inferred|"
    r"concluded|known|established)\b(?!.{0,20}\bin stores?)",
    rf"\b{_MATERIAL}\b(?:,? [\w\[\]]+){{0,10}}? (?:{_DO_NOT}|never|fails? to) (?:\w+ ){{0,2}}?(?:mention|say|"
    rf"state|specify|address|answer|discuss|indicate|tell|talk about|refer|reveal|clarify|explain|touch on|"
    rf"give an? answer)\b",
    rf"\b{_MATERIAL}\b(?:,? [\w\[\]]+){{0,10}}? {_DO_NOT} (?:\w+ ){{0,2}}?(?:contain|include|provide|offer|have|"
    rf"hold|list|describe|cover|give|show|supply|present)\b.{{0,60}}\b(?:{_NOUN}|{_THIS}|question)\b",
    rf"\b{_MATERIAL}\b(?:,? [\w\[\]]+){{0,10}}? (?:(?:contains?|provides?|makes?|gives?|offers?|has|have|lacks?|"
    rf"includes?|holds?|says?|mentions?) (?:no|nothing|not enough|insufficient|none|neither)|lacks?)\b",
    rf"\b{_MATERIAL}\b(?: \w+){{0,3}}? (?:is|are) (?:silent|insufficient|not (?:sufficient|enough|relevant|"
    rf"helpful)|irrelevant|unrelated)\b",
    rf"\b(?:none|neither) of (?:these|those|them|(?:the |these )?(?:\w+ )?{_MATERIAL})\b.{{0,40}}\b(?:mention|"
    rf"say|state|specify|contain|provide|answer|address|discuss|give|explicit|indicate)",
    rf"\bno (?:provided |given )?{_MATERIAL} (?:\w+ )?(?:mentions?|says?|states?|specif\w+|contains?|provides?|"
    rf"answers?|address\w*|discuss\w*|gives?)\b",
    rf"\b(?:there is|there's|there are|there was|there were) (?:no|not enough|insufficient|nothing|not any|"
    rf"not sufficient|n't any)\b.{{0,50}}\b(?:information|mention|answers?|details|indication|reference|(?:data|"
    rf"evidence|records?)\b.{{0,30}}\bin the|in the {_MATERIAL}|about (?:this|that|it))\b",
    r"\b(?:no|insufficient|not enough|without) (?:\w+ ){0,2}(?:information|answer|mention|"
    r"details)\b.{0,50}\b(?:found|available|provided|given|present|in the|to answer|about (?:this|that))\b",
    rf"\b(?:not|never|isn't|wasn't|aren't) (?:\w+ ){{0,2}}?(?:mentioned|specified|stated|provided|given|found|"
    rf"included|covered|discussed|addressed|present|answered|contained|listed|described|"
    rf"available)\b.{{0,16}}\b(?:in|by|within|from|anywhere in) (?:the |any of the |these |this |my |"
    rf"our )?(?:\w+ ){{0,2}}?(?:{_MATERIAL}|information)\b",
    r"\b(?:the )?answer (?:is|was|could|can) ?(?:not|n't|nowhere|unknown|unavailable)\b|\b(?:question|it) (?:is|"
    r"remains) unanswerable\b|\bunanswerable\b",
    r"\bno,? (?:the |an )?answers? (?:is|are) (?:not )?(?:present|available|found)|\bno answer (?:is|was|can|"
    r"could|present|found|available)\b",
    r"\b(?:outside|beyond) (?:of )?(?:my|the scope of (?:my|the|this)|what i|the provided|the given|"
    r"the available|our knowledge)\b",
    rf"\b(?:not|never|n't) (?:appear|occur|feature)\w*\b.{{0,12}}\bin (?:any of )?(?:the |these |"
    rf"this )?(?:\w+ )?{_MATERIAL}\b",
    r"^\W*(?:therefore|thus|so|hence),? i (?:don't|do not|cannot|can't|am)?\W*$",
    r"\bnothing (?:in|about) (?:the |this |that )?.{0,40}\b(?:documents?|contexts?|passages?|sources?|this)\b",
    r"\bi (?:would|'d) (?:need|have to) (?:guess|speculate)\b|\bi have not been (?:told|given)\b|"
    r"\bi must decline\b|\bi(?:'d| would) rather not (?:say|answer|guess)\b",
    r"^\W*(?:unknown|n/?a|not (?:sure|certain|known|available|mentioned|specified|provided|stated|found|given|"
    r"enough information|in (?:the )?(?:context|documents?))|no idea|no answer|don't know|dont know|do not know|"
    r"cannot (?:answer|say|tell)|can't (?:answer|say|tell)|unable to (?:answer|determine|say)|"
    r"insufficient (?:information|context|data)|unclear|idk|no information(?: available)?|sorry|beats me|no clue|"
    r"cannot be determined)\b[^\w]*(?:from (?:the )?(?:given |provided )?(?:context|documents?|passages?|"
    r"information)\W*)?$",
)

_ZH_MATERIAL = (
    r"(?:资料|文档|文件|材料|上下文|语境|知识库|原文|文中|段落|文章|文本|文献|检索结果|搜索结果|参考内容|参考信息|"
    r"(?:提供|给定|给出|检索到|现有|已有|已知|上述|以上|上面|手头|手上|目前掌握|当前)的?(?:信息|内容|资料|数据|"
    r"记录|政策|片段|条款|材料|文档))"
)
_ZH_TELL = (
    r"(?:提及|提到|说明|说|写|写明|写到|给出|记载|指出|介绍|列出|描述|涉及|回答|解答|交代|阐述|注明|透露|明确|谈到|"
    r"讲到|说到|找到|查到|看到|看出|提出)"
)
_ZH_HOLD = r"(?:提供|包含|包括|含有|显示|有|涵盖|收录|存在)"
_ZH_INFO = r"(?:信息|资料|内容|答案|记载|说明|依据|规定|描述|数据|线索|介绍|记录|提示|回答|提及)"
_ZH_SORRY = r"(?:抱歉|对不起|很遗憾|不好意思|非常抱歉|很抱歉|遗憾的是)"
_ZH_SELF = r"(?:我|我们|本助手|小助手|本人|本系统|系统|客服)"
_ZH_CAN_NOT = r"(?:无法|不能|没法|没有办法|没办法|难以|未能|不便|无从|不足以|答不(?:上来|了|出))"

REFUSAL_ZH = re.compile(
    "|".join(
        (
            rf"{_ZH_CAN_NOT}(?:直接|准确|确切|完整|明确|为您|为你|给您|给你|就此|对此|据此|"
            rf"进行){{0,3}}(?:地)?(?:回答|作答|解答|答复|回复|判断|得知|得出|推断|推知|给出(?:答案|回答|明确|"
            rf"具体|准确))(?![^,，。]{{0,12}}的(?:[，,]|商品|订单|顾客|客户|买家|用户|人))",
            rf"(?:根据|依据|从|基于|按照)[^。！？]{{0,24}}{_ZH_CAN_NOT}[^。，,]{{0,8}}(?:确定|确认|判断|得知|"
            rf"找到|知道|看出|得出|回答|推断|了解|获知|得到)",
            rf"(?:^|[，,。；;]|因此|所以|故|目前|暂时|{_ZH_SELF}|{_ZH_SORRY})(?:也|还|并|都|暂时|目前|实在|"
            rf"确实){{0,2}}{_ZH_CAN_NOT}(?:为您|为你|向您|给您|直接|准确)?(?:提供|给出|确定|确认|找到|查到|知道|"
            rf"知晓|告知|得到)[^，,。]{{0,16}}(?:{_ZH_INFO}|具体|准确)(?!的)",
            rf"(?:^|[，,。；;]|因此|所以|故|目前|暂时|{_ZH_SELF}|{_ZH_SORRY})(?:也|还|并|都|暂时|目前|实在|"
            rf"确实){{0,2}}{_ZH_CAN_NOT}(?:为您|为你|给您|直接|准确)?(?:确定|找到|查到|知道|知晓|告知|"
            rf"得到)[^，,。]{{0,16}}(?<!的)(?:$|[。！])",
            rf"{_ZH_MATERIAL}[^。！？]{{0,30}}[，,；;](?:但|并|却|而|也)?(?:没有|没|未|并未)(?:直接|明确|"
            rf"具体)?{_ZH_TELL}",
            r"答不(?:上来|出来?|了)|只字(?:未|不)提|(?:里|中|上)没(?:写|说|提)",
            rf"{_ZH_MATERIAL}(?:[里中内上]|当中|之中|本身)?[^。，,；;]{{0,12}}?(?:没有|没|未|并未|并没有|未曾|"
            rf"均未|都没有|都没|未能|不曾)(?:直接|明确|具体|详细|任何|专门|清楚地?)?(?:地)?{_ZH_TELL}",
            rf"{_ZH_MATERIAL}(?:[里中内上]|当中|之中|本身)?[^。，,；;]{{0,12}}?(?:没有|没|未|并未|并没有|均未|"
            rf"都没有|都没|不|无)(?:直接|明确|具体|相关|任何|"
            rf"足够){{0,2}}的?{_ZH_HOLD}?[^。，,；;]{{0,24}}?(?:{_ZH_INFO}|这(?:一点|方面|个|类|项)?(?:$|"
            rf"[，,。])|相关|有关|关于)",
            rf"{_ZH_MATERIAL}(?:[里中内上])?(?:不足|不够|无关|不相关|有限，)",
            r"(?:没有|没|未|并未|未能|没能)(?:能)?(?:在[^。，,]{0,16}(?:中|里|内))?(?:找到|查到|检索到|查询到|"
            r"发现|看到|搜到|见到)[^。，,]{0,20}(?:相关|有关|答案|信息|资料|内容|记载|说明|依据|规定|记录)",
            r"(?:没有|缺少|缺乏|无|未有|并无)(?:足够|充分|充足|相关|任何|有关|更多|具体|确切|"
            r"这方面)(?:的)?(?:[^。，,的]{0,6}的)?(?:信息|资料|内容|答案|依据|材料|上下文|线索|数据)(?!的)",
            rf"{_ZH_SELF}(?:也|还|并|暂时|目前|真的|确实|实在|对此|对这个问题){{0,2}}(?:不知道|不清楚|不了解|"
            rf"不确定|不晓得|不知|无从得知|没有(?:相关|这方面|任何)|没有答案)",
            rf"^\W*(?:{_ZH_SORRY})?[，,。\s]*(?:这个|此|该)?(?:问题)?(?:我)?(?:不知道|不清楚|不确定|不了解|"
            rf"不晓得|无法回答|没法回答|答案未知|未知|无可奉告|没有答案|无答案|无从知晓|无从得知|暂无(?:答案|"
            rf"信息|资料)|不详|未提及|没有提到|未找到|查无结果|信息不足|资料不足|无相关信息)(?:$|[\W])",
            r"(?:暂无|并无|查无|尚无|没有|无)(?:相关|有关|此|该|这方面的?)[^。，,]{0,6}(?:信息|资料|记录|内容|"
            r"答案|记载)(?!的)",
            r"(?:答案|回答)(?:并)?(?:不存在|不在|未知|未找到|没有)|(?:没有|无)(?:出现)?(?:对应的?|确切的?|"
            r"正确的?|明确的?)答案",
            r"超出(?:了)?(?:我|本助手|知识库|资料|回答|材料|文档|当前)[^。，,]{0,8}(?:范围|能力|知识)|不在(?:我|"
            r"知识库|资料|回答)[^。，,]{0,8}范围",
            r"(?:恕|请恕)(?:我)?(?:无法|不能|难以)|爱莫能助|帮不(?:上|了)(?:您|你|忙)|无可奉告|恕难",
        )
    )
)

_PLEASE_TELL = (
    r"(?:tell me|clarify|specify|be more specific|elaborate|rephrase|confirm (?:which|what|whether|if|your)|"
    r"let me know (?:which|what|whether|if you|your|more|the)|(?:provide|share|give|send|supply)(?: me|"
    r" us)?(?: with)? (?:the|your|some|a|an|more|further|additional|details|me|us))"
)
CLARIFY_EN = _any(
    rf"\b(?:could|can|would|will|may|might) (?:you|i ask you)(?: please| kindly)?(?: \w+)? ?(?:to )?{_PLEASE_TELL}",
    rf"\b(?:please|kindly) {_PLEASE_TELL}",
    r"\b(?:which|what|whose|how many|how old|where|when)\b[^.!]{0,60}\b(?:do|did|are|were|would|is it that|have|"
    r"was) you\b[^.!]*\?|\b(?:are|were) you (?:asking|referring|looking|talking|interested|trying|a |"
    r"an )\b[^.!]*\?",
    r"\b(?:do|did|have) you (?:mean|want|have|refer|need|buy|bought|order|ordered|pay|paid|use|used|"
    r"mean to)\b[^.!]*\?|\bwhat exactly\b[^.!]*\?|\bwhich (?:one|of (?:these|them|the))\b[^.!]*\?",
    r"^\W*(?:which|what|whose) [\w ]{1,60}\?\W*$|\bis (?:it|this|that|your \w+) [^.!?]{1,80}\bor\b[^.!?]{1,60}\?",
    r"\b(?:i|we)(?:'d| would| will|'ll)? (?:first )?need (?:to know|(?:a (?:bit|little) )?more (?:information|"
    r"details|context)|further|additional|some more|your)\b|\bit depends on (?:which|what|your)\b[^.]*\?|"
    r"\bbefore i (?:can )?(?:answer|help|say)\b",
)
CLARIFY_ZH = re.compile(
    r"请问(?:您|你|这|该|是)?[^。！]{0,30}(?:是|指|想|要|哪|什么|几|多少|何时|具体|还是|吗)[^。！]{0,30}[?？]?"
    r"|(?:您|你)(?:这边|这里)?(?:是)?(?:指|想|说|问|要|希望|需要|购买|买|收到)的?[^。！]{0,24}(?:哪|什么|是不是|"
    r"还是|具体|吗|多少|何时)[^。！]{0,12}[?？]"
    r"|(?:请|麻烦|烦请|劳烦)(?:您|你)?(?:再|先|进一步)?(?:提供|说明|告知|告诉我?|补充|明确|确认|描述|具体说|"
    r"说一下|讲一下|澄清)(?!(?:商家|平台|卖家|客服|物流|快递|我们的客服))"
    r"|(?:能否|能不能|可否|可以|方便|是否方便)(?:请)?(?:您|你)?(?:再|先)?(?:提供|说明|告知|告诉我|补充|明确|描述|"
    r"具体|说一下)[^。！]{0,40}[?？]"
    r"|(?:哪一?[件个款种类项次台张份笔家位部段]|哪方面|哪些方面|哪里的|什么型号|什么商品|什么时候(?:买|购|"
    r"收))[^。！]{0,20}[?？]|(?:我|我们)?(?:需要|还需|还需要|得先|要先)(?:先)?(?:了解|知道|确认|"
    r"弄清)(?:一下)?(?:您|你|具体|是哪|更多)"
    r"|能(?:不能)?(?:说|讲|描述|提供)[^。！]{0,14}(?:具体|详细|清楚)[^。！]{0,6}[?？]"
    r"|^\W*是[^。！？?]{1,24}还是[^。！？?]{1,24}[?？]"
)

HINT_ZH = re.compile(
    "无法|不能|没|未|不[知清了确晓详存在足够便提包涵含]|无[从相关可答有]|难以|缺|抱歉|遗憾|对不起|不好意思|恕|[?？]|请|麻烦|哪|"
    "需|超出|[查暂尚并]无|答不|只字|爱莫|帮不|资料|文档|文件|材料|上下文|文中|原文|信息"
)
"""A Chinese reply without any of these neither refuses nor asks."""
HINT_EN = re.compile(
    r"n't\b|not\b|\b(?:no|none|neither|never|nothing|unable|un\w+able|impossible|insufficient|lacks?|lacking|"
    r"unknown|n/?a|idk|sorry|unclear|unsure|"
    r"please|kindly|could|would|need|fails?|outside|beyond|silent|irrelevant|unrelated|without|beats|decline|"
    r"difficult|clue|before i)\b|\?",
    re.IGNORECASE,
)
"""Nor does an English one without any of these."""
