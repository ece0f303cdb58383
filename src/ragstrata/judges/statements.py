"""Statements ready to compare: texts as sequences of tokens that keep all that carries meaning.

A token is a Latin word (lower case, singular), a Chinese, Japanese or Korean character, or a quantity. Only what never
changes a meaning is dropped: articles, `的`, punctuation, list numbers, connectives at the start of a sentence, and
"according to the documents".
"""

import re
from functools import lru_cache
from itertools import pairwise

import msgspec

from ragstrata.judges.numerals import MARK
from ragstrata.judges.quantities import quantity_tokens
from ragstrata.text.fold import fold
from ragstrata.text.language import detect_language
from ragstrata.text.sentences import sentence_spans

_CJK = "\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = re.compile(
    rf"([{_CJK}]+)|[^\W{_CJK}]+(?:['.][^\W{_CJK}]+)*"
    rf"|[≤≥<>≈]|{MARK}-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?::[a-z_%]+)?|[%$€£¥°+]|([,;:()]|\.\s|-(?=\s))"
)
_DROPPED = frozenset(("a", "an", "the"))
_LEAD = re.compile(
    r"^(?:[\s*#>|\-•·]+|\(?\d{1,3}[.)、]\s*(?!\d)|\([一二三四五六七八九十]{1,3}\)|[一二三四五六七八九十]{1,3}、)+"
)
_MARKER = re.compile(r"\s?\[\^?\d{1,3}(?:[,-]\s?\d{1,3})*\]")
_CONNECTIVE = re.compile(
    r"^\s*(?:(?:此外|另外|其次|最后|首先|而且|并且|然而|不过|同样地?|具体(?:来说|而言)|总之|综上(?:所述)?)[,:]?"
    r"|(?:additionally|also|in addition|moreover|furthermore|however|finally|first|firstly|second|secondly|similarly|"
    r"in fact|specifically|in summary|overall|in short),?\s"
    r"|(?:and|but)\s)\s*"
)
_SOURCE_SAYS = re.compile(
    r"^\s*(?:根据|依据|按照|基于)(?:所?提供的?|给定的?|上述的?|以上的?|现有的?|检索到的?)?"
    r"(?:资料|文档|文件|材料|上下文|参考资料|参考信息|信息|内容)(?:显示|中的信息|内容|可知)?[,:]"
    r"|^\s*(?:according to|based on) (?:the |this )?(?:provided |given |available |above |retrieved )?"
    r"(?:context|contexts|documents?|passages?|information|sources?|text|excerpts?|search results)(?: provided|"
    r" given)?\s?,"
)
_PAREN = re.compile(r"\s?\([^()]{1,80}\)")
_NOT = {"cannot": ("can", "not"), "can't": ("can", "not"), "won't": ("will", "not"), "shan't": ("shall", "not")}
_KEEP_S = frozenset(("news", "means", "always", "perhaps", "customs", "goods", "arms", "series", "species", "whereas"))
_AUXILIARY = frozenset(("do", "does", "did", "doe"))

MOST_SENTENCES = 2_000
"""Sentences of a passage that are looked at: a scraped page has no end."""


class Statement(msgspec.Struct, frozen=True):
    """One sentence as tokens. `canon` is its normal spelling; `breaks` the tokens that punctuation stands behind."""

    text: str
    canon: str
    tokens: tuple[str, ...]
    breaks: dict[int, str]

    @property
    def asks(self) -> bool:
        """A question states nothing."""
        return self.text.rstrip("\"'”’」』）)】] \n")[-1:] in ("?", "？", "؟")

    @property
    def leads_in(self) -> bool:
        """It announces what follows."""
        return self.text.rstrip()[-1:] in (":", "：")

    @property
    def quoted(self) -> bool:
        """It is what somebody is quoted as saying."""
        return self.text.lstrip()[:1] in ("“", "「", "『", '"')


def canonical(text: str) -> str:
    """A sentence in its normal spelling: folded, quantities read, without what introduces it.

    >>> canonical("1. According to the documents, the fee is at most 30 EUR.").replace(MARK, "#")
    'the fee is ≤#30:eur.'
    """
    text = fold(text).casefold()
    if "[" in text:
        text = _MARKER.sub("", text)
    text = _LEAD.sub("", text, count=1)
    source = _SOURCE_SAYS.match(text)
    if source is not None:
        text = text[source.end() :]
    connective = _CONNECTIVE.match(text)
    if connective is not None:
        text = text[connective.end() :]
    return quantity_tokens(text.strip())


@lru_cache(maxsize=16_384)
def statement(text: str) -> Statement:
    """The statement that a sentence makes.

    >>> statement("The data rooms aren't on floor two.").tokens
    ('data', 'room', 'are', 'not', 'on', 'floor', '¤2')
    """
    return _statement(text, canonical(text))


def without_parentheses(said: Statement) -> Statement | None:
    """The statement without what stands in round brackets; None if there is nothing in brackets.

    >>> without_parentheses(statement("The gate (built in 1990) opens at nine.")).tokens
    ('gate', 'open', 'at', '¤9')
    """
    if "(" not in said.canon:
        return None
    bare = _PAREN.sub("", said.canon)
    return None if bare == said.canon else _statement(said.text, bare)


def _statement(text: str, canon: str) -> Statement:
    tokens: list[str] = []
    breaks: dict[int, str] = {}
    for match in _TOKEN.finditer(canon):
        word, run, stop = match[0], match[1], match[2]
        if run is not None:
            tokens.extend(run.replace("的", ""))
        elif stop is not None:
            breaks[len(tokens) - 1] = breaks.get(len(tokens) - 1, "") + word[0]
        elif word not in _DROPPED:
            tokens.extend(_parts(word, tokens))
    return Statement(text, canon, tuple(tokens), breaks)


def places(said: Statement) -> tuple[int, ...]:
    """Where each token starts in the canonical text, and its end: for reading what stands around a match."""
    found: list[int] = []
    tokens: list[str] = []
    for match in _TOKEN.finditer(said.canon):
        word, run, stop = match[0], match[1], match[2]
        if run is not None:
            kept = [match.start() + n for n, char in enumerate(run) if char != "的"]
            tokens.extend(said.canon[at] for at in kept)
            found.extend(kept)
        elif stop is None and word not in _DROPPED:
            parts = _parts(word, tokens)
            tokens.extend(parts)
            found.extend([match.start()] * len(parts))
    return (*found, len(said.canon))


def _parts(word: str, before: list[str]) -> tuple[str, ...]:
    """The tokens of one word: `isn't` is two, `does not` one."""
    if len(word) == 1:
        return (word,)
    split = _NOT.get(word)
    if split is not None:
        return split
    if word.endswith("n't"):
        return ("not",) if word[:-3] in _AUXILIARY else (word[:-3], "not")
    if word == "not" and before and before[-1] in _AUXILIARY:
        before[-1] = "not"
        return ()
    return (_singular(word),)


def _singular(word: str) -> str:
    """A plural or third person without its s, so that `days` and `day` are one word.

    >>> [_singular(word) for word in ("days", "policies", "goods", "less", "is", "bears", "boxes")]
    ['day', 'policy', 'goods', 'less', 'is', 'bear', 'box']
    """
    if word[0] == MARK:
        return word
    word = word.removesuffix("'s")
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")) or word in _KEEP_S:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("xes", "shes", "ches", "sses")) else word[:-1]


def content(text: str) -> frozenset[str]:
    """All that a text says, in no order: its words but the smallest, quantities, and pairs of characters.

    >>> sorted(content("质量问题")), sorted(content("is verified"))
    (['质量', '量问', '问题'], ['verified'])
    """
    tokens = statement(text).tokens
    latin = {word for word in tokens if word < "\u2e80" and word not in _SMALL}
    chars = [char for char in tokens if char >= "\u2e80"]
    return frozenset(latin | {a + b for a, b in pairwise(chars)} | (set(chars) if len(chars) == 1 else set()))


_SMALL = frozenset(("is", "are", "was", "were", "be", "been", "of", "in", "on", "at", "to", "by", "for", "it", "and"))


@lru_cache(maxsize=8192)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a passage, as they stand there."""
    spans = sentence_spans(text, detect_language(text))[:MOST_SENTENCES]
    return tuple(text[start:end] for start, end in spans)


@lru_cache(maxsize=8192)
def spelled(text: str) -> tuple[str, ...]:
    """`sentences`, in the spelling in which `words` are looked up."""
    if _ODD.search(text) is not None:
        return tuple(fold(sentence).casefold() for sentence in sentences(text))
    return tuple(sentence.lower() for sentence in sentences(text))


@lru_cache(maxsize=16_384)
def words(text: str) -> tuple[str, ...]:
    """What a text is about, for finding it elsewhere: words of four letters or more, pairs of characters.

    Numerals are left out, since they may be spelled in other ways.

    >>> words("The data room is on floor two"), words("退货运费7元")
    (('data', 'room', 'floor'), ('退货', '货运', '运费'))
    """
    found: list[str] = []
    for run in _RUN.findall(fold(text).casefold()):
        if run[0] < "\u2e80":
            if len(run) > 3 and run not in _COMMON:
                found.append(_singular(run))
        elif len(run) > 1:
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
    return tuple(dict.fromkeys(found))


_NUMERALS = "零〇一二两三四五六七八九十百千万亿"
_RUN = re.compile(rf"(?:(?![{_NUMERALS}])[{_CJK}])+|[^\W\d_{_CJK}]+")
_ODD = re.compile(rf"[\uff10-\uff5a]|[{_CJK}]\s+[{_CJK}]")
_COMMON = frozenset(
    (
        "that this with from have been were they their there which will would about into than then also "
        "when what where does must should could them these those some such more most only other your "
        "three four five seven eight nine eleven twelve twenty thirty forty fifty hundred thousand million "
    ).split()
)
