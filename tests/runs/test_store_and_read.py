"""What is written is read back; what is broken says where; a run is replaced whole or not at all."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from arro3.io import read_parquet
from results_to_store import make_result

from ragstrata.errors import InputError, RagstrataError
from ragstrata.records.result import QuestionResult, Summary
from ragstrata.runs.read import find_question, iter_questions, read_manifest, read_summary
from ragstrata.runs.store import RunWriter

pytestmark = pytest.mark.integration
FILES = {"summary.json", "manifest.json", "questions.jsonl", "questions.parquet", "evidence.parquet", "claims.jsonl"}
MANIFEST = {"schema": "ragstrata.manifest/1", "seed": 0}
UNIT = {
    "evidence_id": "e1",
    "doc_id": "d1",
    "text": "退货运费由商家承担",
    "needed": True,
    "stages": {"exists": "intact", "retrieved": "absent"},
    "shares": {"exists": 1.0, "retrieved": 0.0},
    "lost_at": "retrieved",
    "conditions_lost": [],
    "rank": None,
    "approximate": False,
    "loss": "not_retrieved",
    "proof": "",
}
CLAIM: dict[str, Any] = {
    "claim_id": "q1.c1",
    "text": "</script>",
    "label": "undecided",
    "judge": "rules",
    "triggers": [],
    "proof": "",
    "proof_id": None,
    "citations": [],
}


def summary(run: str = "base") -> Summary:
    mean: dict[str, Any] = {"layer": "behavior", "value": None, "ci": None, "bounds": None, "n": 0, "undefined": {}}
    plain: dict[str, Any] = {
        "schema": "ragstrata.summary/1",
        "suite": "returns",
        "run": run,
        "settings": {},
        "judge": {"id": "rules"},
        "n": {"questions": 1},
        "pass_rate": mean,
        "notes": [],
        "metrics": {},
        "survival": [],
        "causes": {},
        "secondary_causes": {},
        "behavior": {},
        "governance": {"questions": 0, "checked": 0, "unknown": 0, "leaks": {}, "stale": {}, "superseded": {}},
        "cost": {"tokens": None, "cost_usd": None, "latency_ms": {"p50": None, "p95": None}, "n": {}},
    }
    return msgspec.convert(plain, Summary)


def write(folder: Path, *results: QuestionResult, run: str = "base") -> None:
    writer = RunWriter(folder)
    for result in results:
        writer.add(result)
    writer.finish(summary(run), MANIFEST)


def table(path: Path) -> dict[str, list[Any]]:
    rows = read_parquet(path).read_all()
    return {name: list(rows[name].to_pylist()) for name in rows.schema.names}


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    results = [
        make_result("q1", {"RR": 0.5}, evidence=[UNIT], claims=[CLAIM]),
        make_result("问题二", {"RR": "no_evidence"}),
    ]
    write(tmp_path / "out" / "base", *results)
    folder = tmp_path / "out" / "base"
    assert {file.name for file in folder.iterdir()} == FILES
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["base"]
    assert list(iter_questions(folder)) == results
    assert read_summary(folder) == summary()
    assert read_manifest(folder) == MANIFEST
    assert find_question(folder, "问题二") == results[1]
    claims = [json.loads(line) for line in (folder / "claims.jsonl").read_text("utf-8").splitlines()]
    assert claims == [{**CLAIM, "question_id": "q1", "run": "base", "repeat": 0}]


def test_an_empty_run_has_all_its_files(tmp_path: Path) -> None:
    write(tmp_path / "base")
    assert {file.name for file in (tmp_path / "base").iterdir()} == FILES
    assert list(iter_questions(tmp_path / "base")) == []
    assert table(tmp_path / "base" / "evidence.parquet")["question_id"] == []


def test_the_tables_hold_a_row_a_trace_and_a_row_a_unit(tmp_path: Path) -> None:
    first = make_result("q1", {"RR": 0.5, "faithfulness": "no_claims"}, tags=["a", "b"], flags=["lucky_answer"])
    second = make_result(
        "q2", {"RR": 0.25}, evidence=[UNIT], passed=None, cost={"tokens": 7, "cost_usd": 0.5, "latency_ms": 1.5}
    )
    write(tmp_path / "base", first, second)
    questions = table(tmp_path / "base" / "questions.parquet")
    assert questions["question_id"] == ["q1", "q2"]
    assert questions["tags"] == [["a", "b"], []]
    assert questions["flags"] == [["lucky_answer"], []]
    assert questions["passed"] == [True, None]
    assert questions["tokens"] == [None, 7]
    assert questions["RR"] == [0.5, 0.25]
    assert questions["faithfulness"] == [None, None]
    evidence = table(tmp_path / "base" / "evidence.parquet")
    assert (evidence["question_id"], evidence["evidence_id"]) == (["q2"], ["e1"])
    assert (evidence["exists"], evidence["retrieved"], evidence["context"]) == (["intact"], ["absent"], [None])


def test_a_metric_that_appears_late_is_null_in_the_rows_before(tmp_path: Path) -> None:
    early = [make_result(f"q{i}", {"RR": 1.0}) for i in range(1500)]
    late = [make_result(f"z{i}", {"RR": 0.0, "RR[reranked]": 0.5}) for i in range(1500)]
    write(tmp_path / "base", *early, *late)
    questions = table(tmp_path / "base" / "questions.parquet")
    assert questions["RR[reranked]"] == [None] * 1500 + [0.5] * 1500
    assert questions["RR"] == [1.0] * 1500 + [0.0] * 1500


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_json_does_not_have_is_refused(tmp_path: Path, number: float) -> None:
    writer = RunWriter(tmp_path / "base")
    with pytest.raises(ValueError, match=r"q1: .* is not a number of JSON"):
        writer.add(make_result("q1", {"RR": number}))
    with pytest.raises(ValueError, match=r"manifest\.json"):
        writer.finish(summary(), {"a": [{"b": number}]})
    writer.discard()
    assert list(tmp_path.iterdir()) == []


def test_until_finish_and_after_discard_the_old_run_stays(tmp_path: Path) -> None:
    folder = tmp_path / "base"
    write(folder, make_result("old"))
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    writer = RunWriter(folder)
    writer.add(make_result("new"))
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    writer.discard()
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    assert list(tmp_path.iterdir()) == [folder]


def test_a_killed_run_leaves_the_old_one_and_the_next_cleans_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "base"
    write(folder, make_result("old"))
    with monkeypatch.context() as patch:
        patch.setattr("ragstrata.runs.store.commit", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            write(folder, make_result("new"), run="new")
    assert [r.question_id for r in iter_questions(folder)] == ["old"]
    assert len(list(tmp_path.iterdir())) == 2
    write(folder, make_result("newer"), run="newer")
    assert [r.question_id for r in iter_questions(folder)] == ["newer"]
    assert read_summary(folder).run == "newer"
    assert list(tmp_path.iterdir()) == [folder]


def test_the_report_of_the_run_before_goes_and_other_files_stay(tmp_path: Path) -> None:
    folder = tmp_path / "base"
    write(folder)
    (folder / "report.html").write_text("old")
    (folder / "journal.sqlite").write_text("calls")
    write(folder)
    assert {file.name for file in folder.iterdir()} == FILES | {"journal.sqlite"}


def test_finish_may_name_another_folder(tmp_path: Path) -> None:
    writer = RunWriter(tmp_path / "out" / "base")
    writer.add(make_result("q1"))
    writer.finish(summary(), MANIFEST, tmp_path / "out")
    assert {file.name for file in (tmp_path / "out").iterdir()} == FILES


def test_two_writers_of_one_run_do_not_mix(tmp_path: Path) -> None:
    first = RunWriter(tmp_path / "base")
    first.add(make_result("first"))
    second = RunWriter(tmp_path / "base")
    second.add(make_result("second"))
    with pytest.raises(RagstrataError, match="another process"):
        first.finish(summary(), MANIFEST)
    first.discard()
    second.finish(summary(), MANIFEST)
    assert [r.question_id for r in iter_questions(tmp_path / "base")] == ["second"]


def test_a_repeat_is_found_by_its_number_and_the_first_by_none(tmp_path: Path) -> None:
    write(tmp_path / "base", *(make_result("q1", repeat=repeat) for repeat in (2, 0, 1)))
    assert find_question(tmp_path / "base", "q1").repeat == 0
    assert find_question(tmp_path / "base", "q1", 2).repeat == 2
    with pytest.raises(InputError, match=r"no repeat 7 .*it has 0, 1, 2"):
        find_question(tmp_path / "base", "q1", 7)
    with pytest.raises(InputError, match=r"no question 'q9' .*begins with 'q1'"):
        find_question(tmp_path / "base", "q9")


def test_a_missing_folder_and_a_folder_without_a_run_say_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no such run folder"):
        read_summary(tmp_path / "nowhere")
    with pytest.raises(InputError, match="not a run folder"):
        read_summary(tmp_path)
    with pytest.raises(InputError, match=r"cannot be read"):
        read_summary(tmp_path / "a\x00b")
    write(tmp_path / "a%2Fb", make_result("q1"))
    with pytest.raises(InputError, match=r"several runs.*a/b"):
        read_summary(tmp_path)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"schema": "other/1"}', b'{"schema": "ragstrata.summary/1"}', b"\xff"]
)
def test_a_broken_summary_is_an_input_error(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "summary.json").write_bytes(data)
    with pytest.raises(InputError, match=r"summary\.json"):
        read_summary(tmp_path)


@pytest.mark.parametrize("line", [b"{", b'{"question_id": 1}', b"\xff\n", b"\n"])
def test_a_broken_line_is_named(tmp_path: Path, line: bytes) -> None:
    good = msgspec.json.encode(make_result("q1")) + b"\n"
    (tmp_path / "questions.jsonl").write_bytes(good + line)
    with pytest.raises(InputError, match=r"questions\.jsonl:2: "):
        list(iter_questions(tmp_path))
    with pytest.raises(InputError, match=r"questions\.jsonl:2: "):
        find_question(tmp_path, "q1")


def test_a_line_cut_off_below_its_key_is_named_when_it_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "questions.jsonl").write_bytes(b'{"question_id": "q1", "repeat": 0}\n')
    with pytest.raises(InputError, match=r"questions\.jsonl:1: "):
        find_question(tmp_path, "q1")
