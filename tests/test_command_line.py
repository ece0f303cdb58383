"""The command line as a user meets it: what goes to which stream, what is written where, and the exit codes."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.integration

TEXT = {"pool": "The pool opens at seven.", "towels": "Towels are lent at the desk."}
QUESTION = {
    "question_id": "q1",
    "question": "When does the pool open?",
    "evidence": [{"evidence_id": "e1", "doc_id": "pool", "quote": "The pool opens at seven"}],
    "facts": [{"fact_id": "f1", "text": "It opens at seven", "accept": ["at seven"], "evidence": ["e1"]}],
}


def trace(*retrieved: str, run: str = "base", question_id: str = "q1", repeat: int = 0) -> dict[str, Any]:
    items = [{"id": name} for name in retrieved]
    return {
        "question_id": question_id,
        "run": run,
        "repeat": repeat,
        "hops": [{"stages": [{"kind": "retrieve", "items": items}]}],
        "context": {"text": "\n".join(TEXT[name] for name in retrieved), "items": items},
        "answer": {"text": "The pool opens at seven."},
    }


def suite(folder: Path, *traces: dict[str, Any], questions: tuple[dict[str, Any], ...] = (QUESTION,)) -> Path:
    path = folder / "suite.json"
    documents = [{"doc_id": name, "text": text} for name, text in TEXT.items()]
    tables = {
        "suite": {"name": "pool", "language": "en"},
        "documents": documents,
        "questions": questions,
        "traces": traces,
    }
    path.write_text(json.dumps(tables), encoding="utf-8")
    return path


def ragstrata(*arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "ragstrata", *(str(argument) for argument in arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_one_run_is_written_to_the_folder_itself(tmp_path: Path) -> None:
    done = ragstrata("evaluate", suite(tmp_path, trace("pool")), "--out", tmp_path / "out")
    assert done.returncode == 0
    names = {file.name for file in (tmp_path / "out").iterdir()}
    expected = {
        "summary.json",
        "manifest.json",
        "questions.jsonl",
        "questions.parquet",
        "evidence.parquet",
        "claims.jsonl",
    }
    assert names == expected | {"report.html"}


def test_several_runs_are_written_side_by_side_and_compared(tmp_path: Path) -> None:
    path = suite(tmp_path, trace("pool", run="a"), trace("towels", run="b"))
    done = ragstrata("evaluate", path, "--out", tmp_path / "out")
    assert done.returncode == 0
    assert {folder.name for folder in (tmp_path / "out").iterdir()} == {"a", "b"}
    assert "broken" in done.stdout
    again = ragstrata("compare", tmp_path / "out" / "a", tmp_path / "out" / "b")
    assert again.returncode == 0
    assert "Recall@1" in again.stdout


def test_one_run_of_several_can_be_asked_for(tmp_path: Path) -> None:
    path = suite(tmp_path, trace("pool", run="a"), trace("towels", run="b"))
    assert ragstrata("evaluate", path, "--run", "b", "--out", tmp_path / "out").returncode == 0
    assert json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))["run"] == "b"
    missing = ragstrata("evaluate", path, "--run", "c", "--out", tmp_path / "none")
    assert missing.returncode == 3
    assert "'a', 'b'" in missing.stderr
    assert not (tmp_path / "none" / "summary.json").exists()


def test_json_stands_alone_on_stdout(tmp_path: Path) -> None:
    done = ragstrata("evaluate", suite(tmp_path, trace("pool")), "--out", tmp_path / "out", "--json")
    assert json.loads(done.stdout)["metrics"]["Recall@1"]["value"] == 1.0
    assert "Recall@1" not in done.stderr or "report" in done.stderr


def test_a_question_that_the_run_left_out_counts_as_missed_and_stays_undecided(tmp_path: Path) -> None:
    other = {**QUESTION, "question_id": "q2"}
    path = suite(tmp_path, trace("pool"), trace("pool", question_id="stranger"), questions=(QUESTION, other))
    assert ragstrata("evaluate", path, "--out", tmp_path / "out").returncode == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert (summary["metrics"]["Recall@1"]["value"], summary["metrics"]["Recall@1"]["n"]) == (0.5, 2)
    assert (summary["n"]["questions"], summary["n"]["evaluated"], summary["n"]["passed"]) == (2, 1, 1)
    codes = {note["code"]: note["examples"] for note in summary["notes"]}
    assert codes["missing_questions"] == ["q2"]
    assert codes["unknown_questions"] == ["stranger"]


def test_traces_of_other_questions_only_are_nothing_to_evaluate(tmp_path: Path) -> None:
    done = ragstrata("evaluate", suite(tmp_path, trace("pool", question_id="stranger")), "--out", tmp_path / "out")
    assert done.returncode == 3
    assert "'stranger'" in done.stderr
    assert "'q1'" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("evaluate", "no-such-suite"), "no-such-suite"),
        (("check", "no-such-suite"), "no-such-suite"),
        (("report", "no-such-run"), "no-such-run"),
        (("explain", "no-such-run", "q1"), "no-such-run"),
        (("score", "no-such-qrels", "no-such-run"), "no-such-qrels"),
        (("gate", "no-such-run"), "gate"),
    ],
)
def test_a_wrong_call_exits_2_and_names_what_is_wrong(arguments: tuple[str, ...], told: str) -> None:
    done = ragstrata(*arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_every_malformed_row_is_told_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    bad = {**QUESTION, "question_id": "q2", "evidence": "e1", "as_of": 3}
    done = ragstrata("evaluate", suite(tmp_path, trace("pool"), questions=(QUESTION, bad)), "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "questions[1].evidence" in done.stderr
    assert "questions[1].as_of" in done.stderr
    assert not (tmp_path / "out").exists()


def test_explain_tells_the_journey_in_the_language_asked_for(tmp_path: Path) -> None:
    assert ragstrata("evaluate", suite(tmp_path, trace("towels")), "--out", tmp_path / "out").returncode == 0
    assert "was never retrieved" in ragstrata("explain", tmp_path / "out", "q1").stdout.replace("\n", " ")
    assert "没有" in ragstrata("explain", tmp_path / "out", "q1", "--lang", "zh").stdout
    as_json = ragstrata("explain", tmp_path / "out", "q1", "--json")
    assert json.loads(as_json.stdout)["cause"]["primary"] == "retrieval"


def test_init_writes_a_suite_that_runs_and_never_overwrites(tmp_path: Path) -> None:
    assert ragstrata("init", tmp_path / "mine").returncode == 0
    assert ragstrata("check", tmp_path / "mine").returncode == 0
    assert ragstrata("evaluate", tmp_path / "mine", "--out", tmp_path / "out").returncode == 0
    assert ragstrata("init", tmp_path / "mine").returncode == 2


def test_the_same_input_gives_the_same_files(tmp_path: Path) -> None:
    path = suite(tmp_path, *(trace("pool", "towels", repeat=n) for n in range(3)))
    for name in ("one", "two"):
        assert ragstrata("evaluate", path, "--out", tmp_path / name).returncode == 0
    for file in ("summary.json", "questions.jsonl", "claims.jsonl", "report.html"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_an_interrupt_exits_130_and_leaves_no_run(tmp_path: Path) -> None:
    path = tmp_path / "suite.json"
    questions = tuple({**QUESTION, "question_id": f"q{n}"} for n in range(4000))
    suite(
        tmp_path,
        *(trace("pool", question_id=f"q{n}", repeat=r) for n in range(4000) for r in range(4)),
        questions=questions,
    )
    command = [sys.executable, "-m", "ragstrata", "evaluate", str(path), "--out", str(tmp_path / "out")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not any((tmp_path / "out").rglob("questions.jsonl")) and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in told
    assert not list((tmp_path / "out").rglob("summary.json"))
