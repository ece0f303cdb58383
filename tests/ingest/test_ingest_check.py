"""What `check` calls a problem, and that the same faults of labels do not stop a run."""

import json
from pathlib import Path
from typing import Any

import pytest

from ragstrata.ingest.check import check_suite
from ragstrata.ingest.suite import load_suite

pytestmark = pytest.mark.unit

DOCUMENT = {"doc_id": "D", "text": "A deposit of two hundred euros is due when the key is handed out."}
CHUNK = {"chunk_id": "D#0", "doc_id": "D", "text": "A deposit of two hundred euros", "start": 0, "end": 30}


def suite(root: Path, question: dict[str, Any], **tables: Any) -> Path:
    path = root / "suite.json"
    asked = {"question_id": "q1", "question": "How much?", **question}
    path.write_text(json.dumps({"documents": [DOCUMENT], "chunks": [CHUNK], "questions": [asked], **tables}))
    return path


def unit(**fields: Any) -> dict[str, Any]:
    return {"evidence": [{"evidence_id": "e1", **fields}]}


@pytest.mark.parametrize(
    ("question", "word"),
    [
        (unit(doc_id="D-2019"), "D-2019"),
        (unit(chunk_id="D#9"), "D#9"),
        (unit(doc_id="D", quote="Cats sleep for most of the day"), "quote"),
        (unit(doc_id="D", start=10, end=9000), "9000"),
        ({**unit(doc_id="D"), "evidence_sets": [["e1", "e7"]]}, "e7"),
        ({**unit(doc_id="D"), "facts": [{"fact_id": "f", "text": "t", "evidence": ["e8"]}]}, "e8"),
        ({}, "neither"),
    ],
)
def test_a_fault_of_the_labels_is_told_with_its_question_and_does_not_stop_a_run(
    tmp_path: Path, question: dict[str, Any], word: str
) -> None:
    path = suite(tmp_path, question)
    (problem,) = check_suite(path)
    told = f"{problem.file} {problem.field} {problem.message}"
    assert word in told
    assert "q1" in told
    assert "q1" in load_suite(path).suite.questions


@pytest.mark.parametrize(
    "question",
    [
        unit(doc_id="D", quote="A deposit of two  hundred euros is due"),
        unit(doc_id="D", quote="A deposit of two hundred Euro is due when the key"),
        unit(quote="a passage that no document holds"),
        unit(chunk_id="D#0"),
        {"expect": "answer"},
        {"expect": "refuse"},
    ],
)
def test_sound_labels_are_no_problem(tmp_path: Path, question: dict[str, Any]) -> None:
    assert check_suite(suite(tmp_path, question)) == ()


def test_traces_and_judgements_of_unknown_questions_are_told(tmp_path: Path) -> None:
    path = suite(
        tmp_path,
        {"expect": "answer"},
        traces=[{"question_id": "other", "run": "r"}],
        qrels=[{"question_id": "gone", "id": "D", "grade": 1}],
    )
    told = " ".join(problem.message for problem in check_suite(path))
    assert "other" in told
    assert "gone" in told


def test_rows_labels_and_traces_are_told_at_once(tmp_path: Path) -> None:
    path = suite(tmp_path, unit(doc_id="X"), chunks=[CHUNK, {"chunk_id": 1.5}], traces=[{"run": "r"}])
    fields = {problem.field for problem in check_suite(path)}
    assert any("evidence[0].doc_id" in str(field) for field in fields)
    assert any("chunk_id" in str(field) for field in fields)
    assert any("question_id" in str(field) for field in fields)
