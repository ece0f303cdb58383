"""The language of a text, by its script: enough to choose rules, not to classify languages."""

import re

_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
)
_LATIN = re.compile("[A-Za-z]")


def detect_language(text: str) -> str:
    """A language code. Chinese wins over Latin letters mixed in; without any letter it is "und".

    >>> [detect_language(text) for text in ("退货运费 by whom?", "Who pays?", "東京です", "42")]
    ['zh', 'en', 'ja', 'und']
    """
    for code, script in _SCRIPTS:
        found = len(script.findall(text))
        if found and (found * 4 >= len(_LATIN.findall(text)) or code in ("ja", "ko")):
            return code
    return "en" if _LATIN.search(text) else "und"
