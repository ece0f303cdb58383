"""The packaged examples mean what they say: every cause once, alike in both languages, and a template that runs."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import ragstrata
from ragstrata.evaluate import Outcome, evaluate_suite
from ragstrata.ingest.check import check_suite
from ragstrata.ingest.suite import load_suite
from ragstrata.judges.rules import RulesJudge
from ragstrata.records.names import CAUSES

pytestmark = pytest.mark.integration

EXAMPLES = Path(ragstrata.__file__).parent / "examples"
LANGUAGES = ("zh", "en")
EXPECTED: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("expected.json").read_text("utf-8"))
"""Per question of the returns example, worked out from what its trace means."""


def _evaluate(suite: Path, out: Path) -> tuple[Outcome, dict[str, dict[str, Any]]]:
    (outcome,) = evaluate_suite(load_suite(suite), RulesJudge(), out, clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    lines = (outcome.folder / "questions.jsonl").read_text("utf-8").splitlines()
    return outcome, {row["question_id"]: row for row in map(json.loads, lines)}


@pytest.fixture(scope="module")
def returns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, dict[str, Any]]]:
    out = tmp_path_factory.mktemp("runs")
    return {lang: _evaluate(EXAMPLES / "returns" / lang, out / lang)[1] for lang in LANGUAGES}


def _verdict(row: dict[str, Any]) -> dict[str, Any]:
    return {"passed": row["passed"], "cause": row["cause"]["primary"]}


@pytest.mark.parametrize("question_id", EXPECTED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_comes_out_as_its_trace_means(
    lang: str, question_id: str, returns: dict[str, dict[str, dict[str, Any]]]
) -> None:
    assert _verdict(returns[lang][question_id]) == EXPECTED[question_id]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_is_expected_and_every_cause_occurs(
    lang: str, returns: dict[str, dict[str, dict[str, Any]]]
) -> None:
    assert list(returns[lang]) == list(EXPECTED)
    causes = {row["cause"]["primary"] for row in returns[lang].values()}
    assert causes - {None} == set(CAUSES)


def test_the_languages_agree(returns: dict[str, dict[str, dict[str, Any]]]) -> None:
    chinese, english = ({q: _verdict(row) for q, row in returns[lang].items()} for lang in LANGUAGES)
    assert chinese == english


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_clause_of_the_leading_question_was_second_and_cut_whole_with_its_condition(
    lang: str, returns: dict[str, dict[str, dict[str, Any]]]
) -> None:
    (clause,) = returns[lang]["quality-after-ten-days"]["evidence"]
    assert (clause["rank"], clause["lost_at"], clause["loss"]) == (2, "packed", "cut_whole")
    assert clause["stages"]["reranked"] == "intact"
    assert clause["conditions_lost"] == [{"zh": "经核实后", "en": "once the problem is verified"}[lang]]


@pytest.mark.parametrize(
    ("question_id", "detail"),
    [
        ("damaged-photo-deadline", "cut_mid_sentence"),
        ("headphone-warranty", "false_twin"),
        ("refund-time-old-twin", "twin_unusable"),
        ("exchange-twice", "omission"),
        ("quality-unverified", "overgeneralisation"),
        ("refund-time-wrong-number", "contradiction"),
        ("invoice-needlessly-refused", "over_refusal"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_kinds_of_a_cause_are_told_apart(
    lang: str, question_id: str, detail: str, returns: dict[str, dict[str, dict[str, Any]]]
) -> None:
    assert returns[lang][question_id]["cause"]["detail"] == detail


@pytest.mark.parametrize("lang", LANGUAGES)
def test_check_finds_the_planted_label_and_nothing_else(lang: str) -> None:
    (problem,) = check_suite(EXAMPLES / "returns" / lang)
    assert "points-label-outdated" in problem.message
    assert problem.field == "evidence[0].quote"


def test_the_template_has_no_problem_one_pass_one_cut_and_one_right_refusal(tmp_path: Path) -> None:
    assert check_suite(EXAMPLES / "template") == ()
    outcome, rows = _evaluate(EXAMPLES / "template", tmp_path / "run")
    assert {question_id: _verdict(row) for question_id, row in rows.items()} == {
        "lost-card": {"passed": True, "cause": None},
        "renew-a-loan": {"passed": False, "cause": "budget"},
        "parking": {"passed": True, "cause": None},
    }
    assert rows["parking"]["behavior"]["observed"] == "refuse"
    assert outcome.summary.notes == ()
