"""The language of a text, by its script: enough to choose rules, not to classify languages."""

import re

_SAMPLE = 400
"""Characters that are looked at: a script shows itself at once."""
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")
_KANA = re.compile("[\u3041-\u30fa\u30fc-\u30ff]+")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")
_SCRIPTS = (
    ("ko", re.compile("[\uac00-\ud7af]+")),
    ("ar", re.compile("[\u0600-\u06ff]+")),
    ("ru", re.compile("[\u0400-\u04ff]+")),
    ("el", re.compile("[\u0370-\u03ff]+")),
    ("he", re.compile("[\u0590-\u05ff]+")),
    ("hi", re.compile("[\u0900-\u097f]+")),
    ("th", re.compile("[\u0e00-\u0e7f]+")),
)
_LETTERS_A_WORD = 4
"""A Chinese character says about as much as so many Latin letters."""
_KANA_SHARE = 10
"""Japanese writes at least one kana beside so many Chinese characters; a Chinese text may quote one."""


def detect_language(text: str) -> str:
    """A language code; "en" stands for any Latin script, "und" for a text without letters.

    Of mixed scripts the one that says more wins, so a Chinese sentence stays Chinese with English names in it.

    >>> [detect_language(text) for text in ("退货运费 by whom?", "Who pays?", "東京です", "القاهرة", "42")]
    ['zh', 'en', 'ja', 'ar', 'und']
    """
    if text.isascii():
        return "en" if _LATIN.search(text) else "und"
    sample = text if len(text) <= _SAMPLE else text[:_SAMPLE]
    latin = _count(_LATIN, sample)
    han, kana = _count(_HAN, sample), _count(_KANA, sample)
    if (han + kana) * _LETTERS_A_WORD >= max(latin, 1):
        return "ja" if kana * _KANA_SHARE >= han else "zh"
    for code, script in _SCRIPTS:
        found = _count(script, sample)
        if found and found >= latin:
            return code
    return "en" if latin else "und"


def _count(script: re.Pattern[str], text: str) -> int:
    return sum(map(len, script.findall(text)))
