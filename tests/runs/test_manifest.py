"""What a run was made from, without paths, users or secrets."""

import json
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from ragstrata.records.suite import Settings, Suite
from ragstrata.runs.manifest import build_manifest, describe_settings, hash_gold

pytestmark = pytest.mark.unit


class File(msgspec.Struct, frozen=True):
    role: str
    name: str
    sha256: str
    size: int


def suite(questions: list[dict[str, Any]], grades: dict[str, dict[str, float]] | None = None, **rest: Any) -> Suite:
    qrels = None if grades is None else {"granularity": "document", "grades": grades}
    table = {q["question_id"]: q for q in questions}
    return msgspec.convert(
        {"settings": {}, "documents": {}, "chunks": {}, "questions": table, "qrels": qrels, **rest}, Suite
    )


def test_the_manifest_says_what_went_in_and_no_path() -> None:
    manifest = build_manifest(
        run="基线",
        settings=Settings(),
        gold="abc",
        inputs=[File("traces", "/home/somebody/data/t.jsonl", "0f", 12), File("qrels", "C:\\Users\\x\\q.txt", "1f", 3)],
        judge={"id": "rules", "version": "1"},
        seed=7,
        started=datetime(2026, 1, 1, tzinfo=UTC),
        finished=datetime(2026, 1, 1, 0, 0, 5, tzinfo=UTC),
        tokenizers=["o200k_base", "chars", "chars"],
    )
    assert manifest["inputs"] == [
        {"role": "traces", "name": "t.jsonl", "sha256": "0f", "bytes": 12},
        {"role": "qrels", "name": "q.txt", "sha256": "1f", "bytes": 3},
    ]
    assert manifest["tokenizers"] == ["chars", "o200k_base"]
    assert (manifest["started"], manifest["finished"]) == ("2026-01-01T00:00:00+00:00", "2026-01-01T00:00:05+00:00")
    assert manifest["settings"]["suite"]["granularity"] == "evidence"
    text = json.dumps(msgspec.to_builtins(manifest))
    assert "somebody" not in text
    assert "Users" not in text


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://user:secret@host:8080/v1", "https://host:8080/v1"),
        ("https://host/v1?key=secret#secret", "https://host/v1"),
        ("http://host", "http://host"),
        ("http://[broken@x", "http://x"),
    ],
)
def test_an_address_loses_its_secrets(address: str, shown: str) -> None:
    settings = msgspec.convert({"judge": {"base_url": address}, "pipeline": {"target": "my_app:run"}}, Settings)
    assert describe_settings(settings)["judge"]["base_url"] == shown
    assert describe_settings(settings)["pipeline"]["target"] == "my_app:run"


def test_the_hash_of_the_gold_knows_labels_and_not_order_or_documents() -> None:
    one, two = {"question_id": "q1", "question": "?"}, {"question_id": "q2", "question": "?"}
    plain = hash_gold(suite([one, two], {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}}))
    assert hash_gold(suite([two, one], {"q2": {"d1": 1}, "q1": {"d2": 0, "d1": 1}})) == plain
    document = {"d1": {"doc_id": "d1", "text": "x"}}
    assert hash_gold(suite([one, two], {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}}, documents=document)) == plain
    assert hash_gold(suite([one, two], {"q1": {"d1": 1, "d2": 1}, "q2": {"d1": 1}})) != plain
    assert hash_gold(suite([{**one, "expect": "refuse"}, two], {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}})) != plain
    assert hash_gold(suite([one, two])) != plain
