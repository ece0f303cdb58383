"""Results of questions to aggregate: everything that a test does not name is plain."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ragstrata.records.result import QuestionResult

PLAIN: dict[str, Any] = {
    "run": "base",
    "repeat": 0,
    "question": "?",
    "answer": "!",
    "language": "en",
    "tags": [],
    "passed": True,
    "criteria": {},
    "undefined": {},
    "bounds": {},
    "condensed": {},
    "evidence": [],
    "behavior": {"expected": "answer", "observed": "answer", "proof": ""},
    "facts": [],
    "claims": [],
    "hops": [],
    "stop": None,
    "cause": {"primary": None},
    "flags": [],
    "cost": {"tokens": None, "cost_usd": None, "latency_ms": None},
}


def make_result(question_id: str, scores: Mapping[str, float | str] | None = None, **fields: Any) -> QuestionResult:
    """`make_result("q1", {"RR": 0.5, "faithfulness": "judge_undecided"}, …)`: a text in scores is the reason."""
    given = scores or {}
    undefined = {name: reason for name, reason in given.items() if isinstance(reason, str)}
    return msgspec.convert(
        {
            **PLAIN,
            "question_id": question_id,
            "cluster": question_id,
            "scores": {name: None if name in undefined else value for name, value in given.items()},
            "undefined": undefined,
            **fields,
        },
        QuestionResult,
    )
