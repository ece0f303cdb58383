"""Two run folders, paired on what both have."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from results_to_count import make_result

from ragstrata.aggregate.compare import Comparison, Flip, compare_runs
from ragstrata.aggregate.compare_text import comparison_lines
from ragstrata.aggregate.tally import Tally, summarise
from ragstrata.errors import InputError
from ragstrata.records.result import QuestionResult
from ragstrata.records.suite import Settings
from ragstrata.records.views import Exposure
from ragstrata.runs.manifest import build_manifest
from ragstrata.runs.store import RunWriter

pytestmark = pytest.mark.integration
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ABSENT: dict[str, float | str] = {"RR": 0.0, "faithfulness": "missing_from_run"}


def write(
    folder: Path, results: list[QuestionResult], *, gold: str = "g", judge: str = "rules", settings: Any = None
) -> Path:
    chosen = msgspec.convert(settings or {"suite": {"name": "paired"}}, Settings)
    writer, tally = RunWriter(folder), Tally()
    for result in results:
        writer.add(result)
        tally.add(result, Exposure())
    summary = summarise(
        tally,
        suite=chosen.suite.name,
        run=folder.name,
        settings=chosen,
        judge={"id": judge},
        notes=[],
        rng=np.random.default_rng(0),
    )
    manifest = build_manifest(
        run=folder.name,
        settings=chosen,
        gold=gold,
        inputs=[],
        judge={"id": judge},
        seed=0,
        started=NOON,
        finished=NOON,
    )
    writer.finish(summary, manifest)
    return folder


def compare(tmp_path: Path, a: list[QuestionResult], b: list[QuestionResult]) -> Comparison:
    return compare_runs(write(tmp_path / "a", a), write(tmp_path / "b", b), seed=0)


def test_runs_are_paired_on_shared_questions_and_the_others_are_named(tmp_path: Path) -> None:
    # a answered 01 to 10; b answered 03 to 12, and 05 three times.
    a = [make_result(f"case-{i:02d}", {"RR": 1.0}) for i in range(1, 11)]
    a += [make_result(f"case-{i:02d}", ABSENT, passed=False) for i in (11, 12)]
    b = [make_result(f"case-{i:02d}", {"RR": 0.5 if i % 2 else 1.0}) for i in range(3, 13)]
    b += [make_result("case-05", {"RR": 0.5}, repeat=repeat) for repeat in (1, 2)]
    b += [make_result(f"case-{i:02d}", ABSENT, passed=False) for i in (1, 2)]
    comparison = compare(tmp_path, a, b)
    assert comparison.n == {"paired": 8, "only_a": 2, "only_b": 2, "clusters": 8, "repeats_a": 0, "repeats_b": 2}
    assert comparison.only_a == ("case-01", "case-02")
    assert comparison.only_b == ("case-11", "case-12")
    rr = comparison.metrics["RR"]
    # odd numbers 03, 05, 07, 09 fell from 1 to 1/2; four equal differences: p = 2 / 2^4
    assert (rr.n, rr.a, rr.b, rr.delta, rr.p) == (8, 1.0, 0.75, -0.25, 0.125)
    assert rr.p_adjusted == 0.25  # two tests: RR and passing
    assert rr.ci is not None
    assert -0.5 <= rr.ci[0] < -0.25 < rr.ci[1] <= 0.0
    assert not rr.unresolved
    text = "\n".join(comparison_lines(comparison))
    assert "8 questions in both runs" in text
    assert all(f"case-{i}" in text for i in ("01", "02", "11", "12"))
    assert "case-03" not in text


def test_a_run_compared_with_itself_differs_nowhere(tmp_path: Path) -> None:
    results = [make_result(f"q{i}", {"RR": i / 5, "faithfulness": "no_claims"}) for i in range(5)]
    comparison = compare(tmp_path, results, results)
    rr = comparison.metrics["RR"]
    assert (rr.delta, rr.ci, rr.p, rr.p_adjusted) == (0.0, (0.0, 0.0), 1.0, 1.0)
    faithfulness = comparison.metrics["faithfulness"]
    assert (faithfulness.n, faithfulness.a, faithfulness.delta, faithfulness.ci, faithfulness.p) == (0,) + (None,) * 4
    assert (comparison.fixed, comparison.broken) == ((), ())


def test_overlapping_bounds_are_unresolved(tmp_path: Path) -> None:
    a = [make_result("q1", {"RR": 0.5, "AP": 0.5}), make_result("q2", {"RR": 0.5, "AP": 0.5})]
    b = [
        make_result("q1", {"RR": 0.25, "AP": 0.0}, bounds={"RR": [0.25, 1.0], "AP": [0.0, 0.5]}),
        make_result("q2", {"RR": 0.5, "AP": 0.0}),
    ]
    comparison = compare(tmp_path, a, b)
    assert comparison.metrics["RR"].bounds_b == (0.375, 0.75)  # around a's 0.5
    assert comparison.metrics["RR"].unresolved
    assert comparison.metrics["AP"].bounds_b == (0.0, 0.25)  # below a's 0.5
    assert not comparison.metrics["AP"].unresolved
    assert any("unresolved: a may be [0.500, 0.500], b [0.375, 0.750]" in line for line in comparison_lines(comparison))


def test_flips_carry_the_cause_of_the_failure(tmp_path: Path) -> None:
    failed: dict[str, Any] = {"passed": False, "cause": {"primary": "budget"}}
    a = [make_result("q1"), make_result("q2", **failed), make_result("q3", **failed), make_result("q4", passed=None)]
    b = [make_result("q1", **failed), make_result("q2"), make_result("q3", **failed), make_result("q4")]
    comparison = compare(tmp_path, a, b)
    assert comparison.fixed == (Flip(question_id="q2", cause="budget"),)
    assert comparison.broken == (Flip(question_id="q1", cause="budget"),)
    assert comparison.broken_causes == {"budget": 1}
    # decided in both: q1 1 → 0, q2 0 → 1, q3 0 → 0
    assert (comparison.pass_rate.n, comparison.pass_rate.delta) == (3, 0.0)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"gold": "other"}, "labels"),
        ({"judge": "llm"}, "the judge"),
        ({"settings": {"suite": {"name": "another"}}}, "suite's name"),
        ({"settings": {"suite": {"name": "paired", "gain": "linear"}}}, "gain"),
        ({"settings": {"suite": {"name": "paired"}, "pass": {"leaks": 1}}}, "passing"),
    ],
)
def test_runs_that_were_measured_differently_are_refused_unless_forced(
    tmp_path: Path, how: dict[str, Any], words: str
) -> None:
    a = write(tmp_path / "a", [make_result("q1", {"RR": 1.0})])
    b = write(tmp_path / "b", [make_result("q1", {"RR": 0.0})], **how)
    with pytest.raises(InputError, match=words) as refusal:
        compare_runs(a, b, seed=0)
    assert len(refusal.value.problems) == 1
    comparison = compare_runs(a, b, seed=0, force=True)
    assert len(comparison.differs) == 1
    assert sum(line.startswith("WARNING") for line in comparison_lines(comparison)) == 1


def test_no_question_in_common_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no question in common"):
        compare(tmp_path, [make_result("q1")], [make_result("q2")])


def test_the_comparison_is_json_that_reads_back(tmp_path: Path) -> None:
    results = [make_result("q1", {"RR": 1.0, "faithfulness": "no_claims"})]
    comparison = compare(tmp_path, results, results)
    assert msgspec.json.decode(msgspec.json.encode(comparison), type=Comparison) == comparison


def test_foreign_names_cannot_drive_the_terminal(tmp_path: Path) -> None:
    shared, hostile = make_result("q1"), make_result("\x1b[2J\nq2 问题")
    lines = comparison_lines(compare(tmp_path, [shared, hostile], [shared]))
    assert any("\\x1b[2J\\nq2 问题" in line for line in lines)
    assert not any("\x1b" in line or "\n" in line for line in lines)
