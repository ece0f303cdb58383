"""How an answer is cut into claims, and what logic each of them states."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.judges.claims import split_claims, strip_markers
from ragstrata.records.claim import Claim, Quantity

pytestmark = pytest.mark.unit


def texts(answer: str, language: str = "en") -> list[str]:
    return [claim.text for claim in split_claims(answer, language, "q1")]


def only(answer: str, language: str = "en") -> Claim:
    (claim,) = split_claims(answer, language, "q1")
    return claim


@pytest.mark.parametrize(
    ("language", "answer", "claims"),
    [
        (
            "en",
            "The gate opens at nine [1]. The pool opens at ten [2][3].",
            ["The gate opens at nine.", "The pool opens at ten."],
        ),
        ("en", "The gate opens at nine. Only on weekdays.", ["The gate opens at nine. Only on weekdays."]),
        ("en", "Returns are free. Unless the box is open.", ["Returns are free. Unless the box is open."]),
        (
            "en",
            "Returns are free. However, this does not apply to food.",
            ["Returns are free. However, this does not apply to food."],
        ),
        ("en", "He was born in Rome. But he lived in Paris.", ["He was born in Rome.", "But he lived in Paris."]),
        (
            "en",
            "If the fault is verified, the merchant pays, otherwise the buyer.",
            ["If the fault is verified, the merchant pays, otherwise the buyer."],
        ),
        ("en", "Sure! The pool opens at seven. Hope this helps!", ["The pool opens at seven."]),
        (
            "en",
            "## Opening hours\n**Pool:**\n- opens at seven\n- closes at nine",
            ["- opens at seven", "- closes at nine"],
        ),
        ("en", "The pool opens at seven. Would you like to know more?", ["The pool opens at seven."]),
        ("en", "Bob.", ["Bob."]),
        ("en", "42", ["42"]),
        ("en", "Yes.", ["Yes."]),
        ("en", "| Day | Hours |\n|---|---|\n| Monday | 9-17 |", ["| Day | Hours |", "| Monday | 9-17 |"]),
        ("zh", "北京是首都。人口超过两千万！", ["北京是首都。", "人口超过两千万！"]),
        ("zh", "运费由商家承担【1】。定制商品除外[2]。", ["运费由商家承担。定制商品除外。"]),
        ("zh", "支持无理由退货。但定制商品不适用。", ["支持无理由退货。但定制商品不适用。"]),
        ("zh", "可以免费停车。仅限会员。", ["可以免费停车。仅限会员。"]),
        ("zh", "他出生于北京。但他在上海长大。", ["他出生于北京。", "但他在上海长大。"]),
        ("zh", "您好！运费由商家承担。希望对您有帮助。", ["运费由商家承担。"]),
        ("zh", "退货政策：\n1. 七天内可退\n2. 运费自理", ["1. 七天内可退", "2. 运费自理"]),
        ("zh", "运费由商家承担。请问还有什么可以帮您？", ["运费由商家承担。"]),
        ("zh", "是。", ["是。"]),
        ("ja", "東京です", ["東京です"]),
        ("ar", "القاهرة عاصمة مصر؟ نعم۔", ["القاهرة عاصمة مصر؟", "نعم۔"]),
        ("en", "", []),
        ("en", "... !!! [1]", []),
    ],
)
def test_one_claim_a_sentence_with_what_limits_it(language: str, answer: str, claims: list[str]) -> None:
    assert texts(answer, language) == claims


def test_ids_count_from_one_and_spans_point_into_the_answer() -> None:
    answer = "Hello! The gate opens at nine [1]. Only on weekdays. The pool is free."
    claims = split_claims(answer, "en", "q7")
    assert [claim.claim_id for claim in claims] == ["q7.c1", "q7.c2"]
    spans = [answer[claim.span.start : claim.span.end] for claim in claims if claim.span is not None]
    assert spans == ["The gate opens at nine [1]. Only on weekdays.", "The pool is free."]


@pytest.mark.parametrize(
    ("language", "answer", "expected"),
    [
        ("en", "If the fault is verified, the merchant must pay.", ("if", "obligation", "positive", "must", None)),
        ("en", "Refunds are paid only if the box is sealed.", ("only_if", "fact", "positive", None, "only")),
        ("en", "Parking is free unless it is a holiday.", ("unless", "fact", "positive", None, None)),
        ("en", "Dogs may not enter.", ("not", "prohibition", "negative", "may", None)),
        ("en", "Members may bring guests.", ("atom", "permission", "positive", "may", None)),
        ("en", "The merchant bears the freight.", ("atom", "promise", "positive", None, None)),
        ("en", "According to the manual, all rooms are heated.", ("attributed", "fact", "positive", None, "all")),
        ("en", "The house is red.", ("atom", "fact", "positive", None, None)),
        ("zh", "如果质量问题经核实，退货运费由商家承担。", ("if", "promise", "positive", None, None)),
        ("zh", "只有会员才能入场。", ("only_if", "fact", "positive", "能", "只")),
        ("zh", "除定制商品外，均可退货。", ("unless", "permission", "positive", "可", "均")),
        ("zh", "场馆内不得吸烟。", ("not", "prohibition", "negative", "不得", None)),
        ("zh", "退货须在七天内提出。", ("atom", "obligation", "positive", "须", None)),
        ("zh", "房子是红色的。", ("atom", "fact", "positive", None, None)),
    ],
)
def test_rules_read_logic_act_polarity_modality_and_quantifier(
    language: str, answer: str, expected: tuple[str, str, str, str | None, str | None]
) -> None:
    claim = only(answer, language)
    assert (claim.logic, claim.act, claim.polarity, claim.modality, claim.quantifier) == expected


@pytest.mark.parametrize(
    ("language", "answer", "condition"),
    [
        ("en", "If the fault is verified, the merchant pays.", "if the fault is verified"),
        ("en", "Parking is free, except on holidays.", "except on holidays"),
        ("zh", "如果包装完好，可以换货。", "如果包装完好"),
        ("zh", "经核实的质量问题，由商家承担。", "经核实"),
        ("zh", "房子是红色的。", None),
    ],
)
def test_the_condition_is_kept_in_its_own_words(language: str, answer: str, condition: str | None) -> None:
    assert only(answer, language).condition == condition


@pytest.mark.parametrize(
    ("language", "answer", "quantities"),
    [
        ("en", "It takes at most seven working days.", (Quantity(7.0, "workday", "max"),)),
        ("en", "A share of 12.5% and about 30 EUR.", (Quantity(12.5, "%"), Quantity(30.0, "eur", "approx"))),
        ("zh", "须在签收后七天内提出。", (Quantity(7.0, "day", "max"),)),
        ("zh", "人口超过两千万人。", (Quantity(20_000_000.0, "person", "min"),)),
    ],
)
def test_quantities_carry_value_unit_and_direction(
    language: str, answer: str, quantities: tuple[Quantity, ...]
) -> None:
    assert only(answer, language).quantities == quantities


def test_markers_go_with_the_space_before_them_and_nothing_else_goes() -> None:
    assert strip_markers("It opens [1] at nine [2, 3] .") == "It opens at nine."
    assert strip_markers("由商家承担【1】[2]。") == "由商家承担。"
    assert (
        strip_markers("`arr[1]` holds [a] link (see [b](http://x)).") == "`arr[1]` holds [a] link (see [b](http://x))."
    )


@given(st.text(alphabet="abc 甲乙。.!?？\n[1]【】-*:：,，", max_size=60), st.sampled_from(["zh", "en"]))
def test_claims_are_non_empty_in_order_and_inside_the_answer(answer: str, language: str) -> None:
    last = 0
    for claim in split_claims(answer, language, "q"):
        assert claim.span is not None
        assert claim.text
        assert last <= claim.span.start < claim.span.end <= len(answer)
        last = claim.span.end


@given(st.from_regex(r"[A-Z][a-z]{2,8}( [a-z]{3,8}){2,6}\.", fullmatch=True))
def test_an_ordinary_sentence_is_one_claim(answer: str) -> None:
    assert len(split_claims(answer, "en", "q")) == 1
