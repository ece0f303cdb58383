"""Words that limit a statement: conditions, exceptions, hedges, negations, and whose words they are.

All patterns read canonical text (`judges.statements.canonical`): folded, lower case, quantities as tokens.
"""

import re

_ZH_CONDITION = (
    r"如果|假如|倘若|(?<![^,;.(])若(?!干)|万一|除非|只有|只要|仅限|仅(?:适用|对|当|在|供|向|可)|只(?:适用|限|对|能在)|一经|"
    r"(?<![已曾财神])经(?![营济理历典常验过纪费销络度贸办书脉由])[^,;.]{0,10}(?:后|的|可|,|$)|"
    r"(?<![^,;.(须需])凭|前提|除[^,;.]{1,20}(?:之?外|以外)|除外|除了|不适用|不在此限|例外|不包括|不含|"
    r"方可|方能|才(?:能|可|会|予)|的?情况下|的?情形下|为条件|视[^,;.]{1,10}而定|另行(?:规定|约定|通知)|另有(?:规定|约定)"
)
_EN_CONDITION = (
    r"\b(?:if|unless|except|excepting|excluding|provided|providing|assuming|subject to|as long as|so long as|in case|"
    r"on condition|conditional|other than|save for|with the exception|does not apply|do not apply|not applicable|"
    r"upon (?:verification|approval|request|presentation)|(?:once|after|when|until) (?:\w+ ){0,4}(?:verified|"
    r"approved|confirmed)|"
    r"verified|approved|eligible|qualifying|only (?:if|when|after|for|with|in|to|on|until|within|where|by|from|"
    r"during|at))\b"
)
CONDITION = re.compile(f"{_EN_CONDITION}|{_ZH_CONDITION}")
"""Says when a statement holds."""

_ZH_TIME = (
    r"(?:(?<![目以此从先之空])前|(?<![此随然今最日先之])后|以前|以后|期间|期[内满]|(?<![同当小])时|之?日起|届满)(?:$|[,;.])"
    r"|¤[\d.]+:[a-z]+(?:内|前|后|起)|当(?![局地年时选代然日天中])[^,;.]{1,16}时|在[^,;.]{1,16}(?:前|后|内|时)"
)
_EN_TIME = r"\b(?:when|whenever|once|until|before|after|within|during|by the time|no later than)\b"
TIME = re.compile(f"{_EN_TIME}|{_ZH_TIME}")
"""Limits a rule; in a story it only tells when."""

TURN = re.compile(
    r"\b(?:but|however|though|although|whereas|yet|despite|otherwise|still|instead)\b|但|不过|然而|虽|尽管|却|"
    r"否则|反之|而是|而非"
)
"""Takes something back."""

NEGATION_WORDS = frozenset(
    ("not no never without neither nor none nobody nothing non 不 没 未 无 非 勿 莫 禁 否").split()
)
NEGATION = re.compile(
    r"\b(?:not|no|never|without|neither|nor|none|false|untrue|incorrect|wrong|myth|rumou?r|denied|denies)\b|n't\b|"
    r"不(?![仅但同断久锈])|没(?!收)|未(?!来)|无(?!锡|论)|(?<![除常])非(?![洲常])|勿|禁止|谣|错误|虚假|否认"
)
ATTRIBUTION = re.compile(
    r"\b(?:said|says|say|claim|claims|claimed|according to|report|reports|reported|alleged|allegedly|believe|"
    r"believes|believed|"
    r"argue|argues|argued|suggest|suggests|suggested|think|thinks|thought|rumou?red|supposedly|reportedly|"
    r"hypothesi[sz]ed)\b|"
    r"称|据|认为|指出|声称|传言|据说|据悉|表示|主张|推测|以为"
)
ASKING = re.compile(r"\bwhether\b|是否|能否|会不会|是不是")
NORM = re.compile(
    r"\b(?:may|can|could|must|shall|should|will|would|need|needs|required|entitled|allowed|permitted|free|eligible|"
    r"refund|refunds|refunded|return|returns|returned|pay|pays|paid|bear|bears|charge|charged|receive|receives|"
    r"cost|costs|apply|applies|cover|covers|covered|valid)\b|"
    r"可(?![能是见爱靠谓])|须|应(?=[当在于由向予提])|需(?!求)|不得|禁止|准予|承担|负责|赔|退[货款换还费]|换货|免费|收费|支付|"
    r"享[受有]|有权|有效|适用|报销|办理"
)
"""A rule or a promise, as against a fact that happened once."""

_EN_HEDGES = (
    "usually often sometimes generally typically normally probably possibly perhaps mostly mainly likely partly some "
    "many most several few may might could seem appear largely occasionally"
)
HEDGES = frozenset(_EN_HEDGES.split())
AMOUNTS = frozenset(("some", "many", "most", "several", "few"))
"""Careful at the head of a clause ("some rooms …"); elsewhere they may be part of a name or a superlative."""
ZH_HEDGES = (
    "可能",
    "通常",
    "一般",
    "有时",
    "往往",
    "大概",
    "部分",
    "多数",
    "大多数",
    "大多",
    "有些",
    "某些",
    "或许",
    "也许",
    "基本",
    "原则上",
    "一般情况下",
)
STRONG = frozenset(("all every each always must will any 全部 所有 均 都 一律 必须 一定 必然 总是").split())

_LIMITS_THE_SENTENCE_BEFORE = re.compile(
    r"^(?:[-*•\s]*)(?:"
    r"(?:但是?|不过|然而|其中|上述|以上|前述|该|此|这|本)?[^,;.]{0,24}(?:除外|不适用|不在此限|例外|不享受|不予|"
    r"不包括在内|不含在内)"
    r"|(?:以上|上述|前述|该|此|本)?(?:规定|政策|优惠|服务|情况|条款|办法|承诺)?(?:仅限|仅适用|只适用|只限|仅对|"
    r"仅当|限于)"
    r"|(?:但|不过|前提)[^.;]{0,40}(?:必须|须|需要?(?=提前|先|提供|支付|经|凭|由)|应当|仅限|仅对|仅适用|只限|"
    r"只适用|只有|除外|前提|不得|"
    r"方可|才[能可会]|另行|另收|另计|另付|限于|不包括|不适用|不予|不支持|不享受|不接受|不[能可]?[退换])"
    r"|前提是|除非|除[^,;.]{1,24}外|条件是|"
    r"(?:however,? |but )?(?:only (?:for|if|when|after|with|in|on|to|until|within|where|during|between)|unless|"
    r"except|excluding|provided)\b"
    r"|(?:however,? |but )?(?:this|that|these|it|the (?:above|offer|rule|policy)) (?:rule |offer |policy |"
    r"benefit |only )?"
    r"(?:(?:is|are) )?(?:only |not )(?:appl|valid|available|includ|cover|for|if|when|after)"
    r"|(?:however,? |but )?(?:this|that|it|these) (?:does|do) not (?:apply|include|cover)"
    r"|(?:however,? |but )[^.;]{0,40}\b(?:must|unless|except|excluded|not (?:apply|included|covered|eligible|"
    r"valid|allowed)|"
    r"only (?:for|if|when|after|with|in|on|to|until|within))\b"
    r"|exceptions?\b"
    r")",
    re.IGNORECASE,
)


def limits_before(sentence: str) -> bool:
    """The sentence only limits the one before it: "Only for members.", "定制商品除外。"

    >>> [limits_before(t) for t in ("Only for members.", "但定制商品除外。", "But he grew up in Rome.")]
    [True, True, False]
    """
    return _LIMITS_THE_SENTENCE_BEFORE.match(sentence.lstrip("，,（( ")) is not None


def is_condition(text: str, start: int, end: int, *, rule: bool) -> bool:
    """The part of a statement from `start` to `end` says when it holds. rule: it is one, so that times limit it too."""
    return CONDITION.search(text, start, end) is not None or (rule and TIME.search(text, start, end) is not None)


def is_clean(text: str) -> bool:
    """Nothing in a piece left out takes back, limits, denies or attributes what remains."""
    return not any(p.search(text) for p in (CONDITION, TIME, TURN, NEGATION, ATTRIBUTION, ASKING))
