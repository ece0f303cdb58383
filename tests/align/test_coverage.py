"""What a text holds of a quote: whole, in pieces, nearly, or not at all."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.align.coverage import NOTHING, complete, conditions_missing, cover, label, merge
from ragstrata.text.fold import fold

pytestmark = pytest.mark.unit

RULE = fold("经核实的质量问题，退货运费由商家承担")
FEE = "The fee is 30 EUR unless waived for students"
WORDS = st.text(alphabet="abcdefghij 退货运费由商家承担经核实", min_size=1, max_size=60)


def test_a_quote_inside_a_text_is_whole() -> None:
    assert cover(RULE, fold("说明：经核实的质量问题，退货运费由商家承担。")).whole
    assert cover(FEE, f"Note. {FEE}.").whole


def test_a_text_that_breaks_off_inside_the_quote_holds_its_beginning() -> None:
    assert cover(FEE, "Forms are at the desk. The fee is 30 EUR unless wai").pieces == ((0, 28),)
    assert cover(RULE, fold("前文。经核实的质量问题，")).pieces == ((0, 9),)


def test_a_text_that_begins_inside_the_quote_holds_its_end() -> None:
    assert cover(RULE, fold("退货运费由商家承担。其他条款")).pieces == ((9, len(RULE)),)


def test_two_pieces_that_leave_out_only_punctuation_are_split() -> None:
    held = [cover(RULE, fold("经核实的质量问题")), cover(RULE, fold("退货运费由商家承担。"))]
    assert label(RULE, held)[0] == "split"


def test_a_missing_middle_is_partial_with_its_share() -> None:
    found, share, _ = label("abcdefghij", [cover("abcdefghij", "xx abc"), cover("abcdefghij", "hij yy")])
    assert (found, share) == ("partial", 0.6)


def test_nothing_in_common_is_absent() -> None:
    assert label(RULE, [cover(RULE, fold("会员积分于每年年底清零"))])[0] == "absent"


def test_an_edited_quote_is_found_and_called_approximate() -> None:
    quote = "Refunds are paid to the original account within five working days"
    text = "Note: refunds are paid to the original account within five working days, as a rule."
    found = cover(quote, text)
    assert found.whole
    assert found.approximate


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The uptime of the north site was 87% in 2021", "The uptime of the north site was 85% in 2021."),
        (fold("签收后七天内可以申请无理由退货并全额退款"), fold("签收后九天内可以申请无理由退货并全额退款。")),
    ],
)
def test_another_number_is_never_a_near_match(quote: str, text: str) -> None:
    assert not cover(quote, text).whole


def test_a_near_match_must_hold_the_condition() -> None:
    quote = "Goods with a verified quality fault are handled as quality after-sales"
    text = "Goods with a grievous quality fault are handled as quality after-sales."
    assert not cover(quote, text, conditions=("verified",)).whole


def test_conditions_outside_of_the_kept_pieces_are_missing() -> None:
    pieces = cover(RULE, fold("退货运费由商家承担。")).pieces
    assert conditions_missing(RULE, pieces, ("经核实", "商家")) == (0,)


@given(WORDS, st.integers(0, 60))
def test_the_two_halves_of_any_quote_are_split_or_better(quote: str, at: int) -> None:
    quote = fold(quote)
    at = min(at, len(quote))
    head, tail = quote[:at], quote[at:]
    if min(len(head.strip()), len(tail.strip())) < 2:
        return
    held = [cover(quote, f"zz {head}"), cover(quote, f"{tail} zz")]
    assert label(quote, held)[0] in ("split", "intact")


@given(WORDS, WORDS, WORDS)
def test_a_quote_is_whole_in_every_text_around_it(before: str, quote: str, after: str) -> None:
    assert cover(quote, before + quote + after).whole


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda p: (min(p), max(p) + 1)), max_size=8))
def test_merged_pieces_are_sorted_disjoint_and_cover_the_same(pieces: list[tuple[int, int]]) -> None:
    merged = merge(pieces)
    assert all(left[1] < right[0] for left, right in pairwise(merged))
    assert {i for a, b in merged for i in range(a, b)} == {i for a, b in pieces for i in range(a, b)}


def test_no_piece_is_not_complete() -> None:
    assert not complete("abc", NOTHING.pieces)
