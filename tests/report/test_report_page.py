"""What is drawn, before it is drawn."""

import os
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from returns_sample import ZH, fact, question, questions, summary, unit

from ragstrata.records.result import BehaviorResult, QuestionResult, StageCount
from ragstrata.report.drawn import Page
from ragstrata.report.gathered import gather, stated, use_of
from ragstrata.report.overview import headline
from ragstrata.report.page import build_page, list_questions
from ragstrata.report.words import load_words

pytestmark = pytest.mark.unit
GOLDEN = Path(__file__).with_name("golden")


def frozen(page: Page) -> bytes:
    """A page as readable JSON, without the words that have tests of their own."""
    return msgspec.json.format(msgspec.json.encode(replace(page, words={}, version="")), indent=1) + b"\n"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_sample_page_is_the_one_that_was_looked_at(lang: str) -> None:
    drawn = frozen(build_page(summary(lang), questions(lang), lang=lang))
    path = GOLDEN / f"page-{lang}.json"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(drawn)
    assert drawn.decode() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page_is_plain_data_that_reads_back_as_itself(lang: str) -> None:
    page = build_page(summary(lang), questions(lang), lang=lang)
    assert msgspec.json.decode(msgspec.json.encode(page), type=Page) == page


def test_the_headline_says_how_many_failed_and_the_most_frequent_cause_of_the_failed() -> None:
    page = build_page(summary("en"), questions("en"), lang="en")
    assert page.headline == "10 of 15 questions failed; 2 lost their evidence at the token budget."
    assert page.lead == ("4 of 15 passed.", "1 could not be decided.")
    page = build_page(summary("zh"), questions("zh"), lang="zh")
    assert page.headline == "15 个问题中有 10 个未通过，其中 2 个的证据被 token 预算截掉。"


@pytest.mark.parametrize(
    ("n", "en", "zh"),
    [
        ({"questions": 0, "passed": 0}, "No question was evaluated.", "没有评测任何问题。"),
        ({"questions": 3, "passed": 3, "undecided": 0}, "All 3 questions passed.", "3 个问题全部通过。"),
        (
            {"questions": 3, "passed": 2, "undecided": 1},
            "None of 3 questions failed, but 1 could not be decided.",
            "3 个问题没有不通过的，但有 1 个无法判定。",
        ),
    ],
)
def test_the_headline_of_a_run_without_failures(n: dict[str, int], en: str, zh: str) -> None:
    run = replace(summary("en"), n=n)
    assert headline(run, load_words("en"), {}) == en
    assert headline(run, load_words("zh"), {}) == zh


def test_failed_questions_come_first_and_those_left_out_are_counted() -> None:
    page = build_page(summary("en"), questions("en"), lang="en", limit=11)
    verdicts = [card.verdict for card in page.questions.cards]
    assert verdicts == ["failed"] * 10 + ["undecided"]
    assert page.questions.left_out.startswith("4 further questions are not in this list")
    assert build_page(summary("en"), questions("en"), lang="en").questions.left_out == ""


def test_a_list_that_would_grow_too_large_is_cut_and_says_so() -> None:
    gathered = gather(questions("en"), 2000)
    listed = list_questions(gathered, (), load_words("en"), most_bytes=3000)
    assert 0 < len(listed.cards) < 15
    assert listed.left_out.startswith(f"{15 - len(listed.cards)} further questions")


def test_the_questions_are_read_once_and_lazily() -> None:
    source = iter(questions("en"))
    assert build_page(summary("en"), source, lang="en").questions.total == 15


def test_a_stage_names_what_it_lost_and_the_last_bar_what_was_used() -> None:
    bars = {bar.stage: bar for bar in build_page(summary("en"), questions("en"), lang="en").waterfall.bars}
    assert bars["packed"].text == "20 of 26 whole"
    assert bars["packed"].lost == "2 lost here"
    assert bars["packed"].rest == "1 in pieces, 1 incomplete, 4 gone"
    assert sum(segment.count for segment in bars["used"].segments) == 26


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ((), None),
        (("covered", "covered"), "intact"),
        (("covered", "missing"), "partial"),
        (("covered_without_condition",), "partial"),
        (("undecided", "missing"), "unknown"),
        (("missing", "contradicted"), "absent"),
    ],
)
def test_what_facts_say_of_the_use_of_evidence(labels: tuple[str, ...], expected: str | None) -> None:
    assert stated([fact(f"f{i}", label, ZH) for i, label in enumerate(labels)]) == expected


def test_only_vital_facts_decide_where_there_are_any() -> None:
    assert stated([fact("f1", "covered", ZH), fact("f2", "missing", ZH, importance="okay")]) == "intact"


def test_evidence_that_was_not_sent_is_not_used_whatever_the_answer_says() -> None:
    assert use_of(unit("e1", ZH["e1"], ZH), "intact") == "intact"
    assert use_of(unit("e1", ZH["e1"], ZH, "packed"), "intact") == "absent"
    assert use_of(unit("e1", ZH["e1"], ZH), None) == "unknown"


def test_without_facts_there_is_no_bar_for_what_was_used() -> None:
    without = [replace(result, facts=()) for result in questions("en")]
    stages = [bar.stage for bar in build_page(summary("en"), without, lang="en").waterfall.bars]
    assert stages[-1] == "context"


def test_evidence_of_questions_to_decline_is_not_followed() -> None:
    declined = question(
        "q", ZH, None, passed=True, behavior=BehaviorResult(expected="refuse", observed="refuse", proof="")
    )
    assert not gather([declined], 10).used


def test_the_cause_of_a_repeated_question_is_that_of_its_first_failed_repeat() -> None:
    repeats: list[QuestionResult] = [
        question("q", ZH, None, passed=True),
        question("q", ZH, "budget", passed=False, repeat=1),
        question("q", ZH, "retrieval", passed=False, repeat=2),
    ]
    assert gather(repeats, 10).causes == {"q": "budget"}


def test_an_undefined_score_has_a_reason_and_never_a_number() -> None:
    page = build_page(summary("en"), questions("en"), lang="en")
    card = next(card for card in page.questions.cards if card.id == "q-budget")
    by_name = dict(zip(page.questions.metrics, card.scores, strict=True))
    undecided = by_name["faithfulness"]
    assert isinstance(undecided, tuple)
    assert page.questions.reasons[undecided[0]] == "judge undecided"
    assert undecided[1] == "0.000–1.000"
    assert by_name["Recall@1"] == "0.500"
    assert by_name["hop_gain"] is None


def test_bounds_are_shown_only_where_they_say_more_than_the_value() -> None:
    run = summary("en")
    same = replace(run.metrics["RR"], bounds=(1.0, 1.0))
    page = build_page(replace(run, metrics={"RR": same, "Recall@3": run.metrics["Recall@3"]}), (), lang="en")
    rows = {row.name: row for row in page.metrics.tables[0].rows}
    assert rows["RR"].bounds == ""
    assert rows["Recall@3"].bounds == "Bounds 0.700–0.950"
    assert rows["Recall@3"].condensed == "Judged only 0.840"
    assert rows["Recall@3"].undefined == ("2 × no evidence needed",)


def test_an_empty_run_still_has_a_page() -> None:
    run = replace(summary("en"), n={"questions": 0, "passed": 0}, metrics={}, survival=(), causes={},
                  secondary_causes={}, behavior={}, notes=())  # fmt: skip
    page = build_page(run, (), lang="en")
    assert page.waterfall.bars == ()
    assert page.headline == "No question was evaluated."


def test_a_stage_that_nothing_was_recorded_at_draws_no_share() -> None:
    run = replace(summary("en"), survival=(StageCount(stage="exists"),))
    assert build_page(run, (), lang="en").waterfall.bars[0].segments == ()


def test_bars_share_one_scale_and_pass_over_units_without_the_stage() -> None:
    stages = (StageCount(stage="retrieved", intact=15, absent=5), StageCount(stage="reranked", intact=1, absent=1))
    run = replace(summary("en"), survival=stages)
    bar = build_page(run, (), lang="en").waterfall.bars[1]
    assert [(s.label, s.count, s.share) for s in bar.segments] == [
        ("intact", 1, 0.05),
        ("absent", 1, 0.05),
        ("skipped", 18, 0.9),
    ]
    assert bar.text == "1 of 2 whole"
    assert bar.rest == "1 gone, 18 without this stage"


def test_what_a_metric_means_is_said_once_for_all_cutoffs() -> None:
    run = summary("en")
    same = dict.fromkeys(("Recall@1", "Recall@3", "RR"), run.metrics["RR"])
    rows = build_page(replace(run, metrics=same), (), lang="en").metrics.tables[0].rows
    assert [bool(row.about) for row in rows] == [True, False, True]


def test_metrics_that_no_question_has_stand_apart() -> None:
    tables = {table.layer: table for table in build_page(summary("en"), (), lang="en").metrics.tables}
    assert [row.name for row in tables["hops"].rows] == ["hop_gain"]
    assert [(row.name, row.value, row.undefined) for row in tables["hops"].empty] == [
        ("over_budget_rate", "—", ("15 × no budget set",))
    ]


def test_nothing_checked_is_unknown_and_not_none_found() -> None:
    run = summary("en")
    unchecked = replace(run.governance, checked=0, leaks={"retrieved": 0, "context": 1})
    table = build_page(replace(run, governance=unchecked), (), lang="en").governance
    assert table.rows[0][1:] == ("unknown", "1", "unknown")


def test_the_detail_of_a_cause_is_worded_unless_the_unit_tells_it() -> None:
    result = question("q", ZH, "budget", passed=False)
    told = replace(result, cause=replace(result.cause, detail="cut_whole"))
    omitted = replace(result, cause=replace(result.cause, detail="omission"))
    cards = build_page(summary("zh"), [told, omitted], lang="zh").questions.cards
    assert [card.detail for card in cards] == [None, "遗漏"]
