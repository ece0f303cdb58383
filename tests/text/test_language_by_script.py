"""The language of a text by its script."""

import pytest

from ragstrata.text.language import detect_language

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("退货运费由商家承担。", "zh"),
        ("退货运费 by whom?", "zh"),
        ("请使用 Kubernetes。", "zh"),
        ("The word 退货 means return.", "en"),
        ("Who pays?", "en"),
        ("Où est la gare ?", "en"),
        ("東京です", "ja"),
        ("これは本です。", "ja"),
        ("「の」字在中文招牌里很流行，许多商店都爱用。", "zh"),
        ("안녕하세요", "ko"),
        ("القاهرة عاصمة مصر", "ar"),
        ("Москва", "ru"),
        ("यह सच है", "hi"),
        ("42", "und"),
        ("", "und"),
        ("😀", "und"),
    ],
)
def test_the_script_that_says_most_names_the_language(text: str, language: str) -> None:
    assert detect_language(text) == language
