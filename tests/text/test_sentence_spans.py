"""Where sentences begin and end, in the scripts and layouts that answers come in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.text.sentences import sentence_spans

pytestmark = pytest.mark.unit


def cut(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, language)]


@pytest.mark.parametrize(
    ("language", "text", "sentences"),
    [
        ("zh", "北京是首都。人口超过两千万！", ["北京是首都。", "人口超过两千万！"]),
        ("zh", "他说：“好。我们走吧。”然后离开。", ["他说：“好。我们走吧。”", "然后离开。"]),
        ("zh", "退货由商家承担；换货由买家承担。", ["退货由商家承担；换货由买家承担。"]),
        ("zh", "退货（含运费。不含税）由商家承担。", ["退货（含运费。不含税）由商家承担。"]),
        ("zh", "运费由商家承担。[1][2]定制商品除外。【3】", ["运费由商家承担。[1][2]", "定制商品除外。【3】"]),
        ("zh", "运费由商家承担.请联系客服!好的", ["运费由商家承担.", "请联系客服!", "好的"]),
        ("zh", "费用为3.5元。支持v2.0版。", ["费用为3.5元。", "支持v2.0版。"]),
        ("zh", "等等……好的。", ["等等……好的。"]),
        ("zh", "一、第一条\n二、第二条", ["一、第一条", "二、第二条"]),
        ("ja", "東京です", ["東京です"]),
        ("ja", "はい。「行く。」と言った。", ["はい。", "「行く。」", "と言った。"]),
        ("ar", "القاهرة عاصمة مصر؟ نعم۔", ["القاهرة عاصمة مصر؟", "نعم۔"]),
        ("hi", "यह सच है। हाँ।", ["यह सच है।", "हाँ।"]),
        ("en", "It costs 3.5 EUR. Dr. Smith agreed.", ["It costs 3.5 EUR.", "Dr. Smith agreed."]),
        ("en", "It takes approx. 5 days. Ask in the U.S. Army.", ["It takes approx. 5 days.", "Ask in the U.S. Army."]),
        ("en", "See e.g. page 3. Then stop.", ["See e.g. page 3.", "Then stop."]),
        ("en", 'He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
        ("en", "(It closes at nine.) Then it opens.", ["(It closes at nine.)", "Then it opens."]),
        ("en", "Prices rose 3%.[1] Then fell. [2][3] End.", ["Prices rose 3%.[1]", "Then fell. [2][3]", "End."]),
        ("en", "It is so. (Source 2) Next one.¹ Last.", ["It is so. (Source 2)", "Next one.¹", "Last."]),
        ("en", "[1] First says. [2] Second says.", ["[1] First says.", "[2] Second says."]),
        ("en", "The gate opens.\n[1]\nThe end.", ["The gate opens.\n[1]", "The end."]),
        ("en", "1. First item. 2. Second item.", ["1. First item.", "2. Second item."]),
        ("en", "- one\n- two\n\nthree", ["- one", "- two", "three"]),
        ("en", "| a | b |\n| 1. x | 2 |", ["| a | b |", "| 1. x | 2 |"]),
        ("en", "Run `a.b. c` now. Then ```\nx. y\n```", ["Run `a.b. c` now.", "Then ```\nx. y\n```"]),
        ("en", "Yes!!! Really?? No", ["Yes!!!", "Really??", "No"]),
        ("en", "no stop at all", ["no stop at all"]),
        ("und", "😀 42", ["😀 42"]),
        ("en", "", []),
        ("en", " \n\t ", []),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(language: str, text: str, sentences: list[str]) -> None:
    assert cut(text, language) == sentences


def test_a_very_long_chinese_sentence_is_cut_at_its_semicolons() -> None:
    part = "商品自签收之日起七天内可以申请无理由退货" * 5
    assert cut(f"{part}；{part}。", "zh") == [f"{part}；", f"{part}。"]


@given(
    st.text(alphabet="ab 1.。！?？\n[]【】“”「」()`;；字が\t-…", max_size=80),
    st.sampled_from(["zh", "en", "ja", "und", ""]),
)
def test_spans_are_in_order_never_empty_and_hold_all_that_is_not_white_space(text: str, language: str) -> None:
    spans = sentence_spans(text, language)
    last = 0
    for start, end in spans:
        assert last <= start < end
        assert text[start:end] == text[start:end].strip()
        assert not text[last:start].strip()
        last = end
    assert not text[last:].strip()


@given(st.text(max_size=60))
def test_any_text_is_cut_without_loss(text: str) -> None:
    kept = "".join(text[start:end] for start, end in sentence_spans(text, "en"))
    assert "".join(kept.split()) == "".join(text.split())
