"""Writes a run: line by line while it is evaluated, and into place only when all of it is there."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec

from ragstrata.errors import RagstrataError
from ragstrata.records.result import ClaimResult, QuestionResult, Summary
from ragstrata.runs.folder import commit, flush_to_disk, make_staging, write_atomic
from ragstrata.runs.names import (
    CLAIMS,
    EVIDENCE_TABLE,
    MANIFEST,
    QUESTIONS,
    QUESTIONS_TABLE,
    REPORT,
    SUMMARY,
    safe_run_folder,
)
from ragstrata.runs.tables import TableParts, evidence_columns, question_columns

__all__ = ["ClaimLine", "RunWriter", "safe_run_folder", "write_atomic"]

_ROWS_HELD = 1024
_ENCODER = msgspec.json.Encoder()


class ClaimLine(ClaimResult, frozen=True, kw_only=True):
    """One line of `claims.jsonl`: a claim and the question, run and repeat that it was made in."""

    question_id: str
    run: str
    repeat: int


class RunWriter:
    """Builds a run beside its folder; `finish` puts it into place, `discard` forgets it.

    At most some thousand results are held at a time, however many there are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._staging = make_staging(folder)
        self._held: list[QuestionResult] = []
        self._questions = (self._staging / QUESTIONS).open("wb")
        self._claims = (self._staging / CLAIMS).open("wb")
        self._question_rows = TableParts(self._staging / "question-parts")
        self._evidence_rows = TableParts(self._staging / "evidence-parts")

    def add(self, result: QuestionResult) -> None:
        """Take the result of one question. Raises ValueError for a number that JSON does not have."""
        # One NaN or infinity spoils the sum: the common case costs one pass in C.
        if not isfinite(sum(filter(None, _numbers(result)))):
            require_finite(result.question_id, _numbers(result))
        self._held.append(result)
        if len(self._held) >= _ROWS_HELD:
            with self._alone():
                self._flush()

    def finish(self, summary: Summary, manifest: Mapping[str, Any], folder: Path | None = None) -> None:
        """Write what is left and replace the run in `folder` (default: the folder given at the start), all at once.

        `folder` must be on the same file system as the first one. The report of the run that was there before
        is deleted, since it tells of that run.
        """
        place = self._folder if folder is None else folder
        require_finite(SUMMARY, _leaves(msgspec.to_builtins(summary)))
        require_finite(MANIFEST, _leaves(manifest))
        with self._alone():
            self._flush(last=True)
            for file in (self._questions, self._claims):
                flush_to_disk(file)
                file.close()
            self._write_table(self._question_rows, QUESTIONS_TABLE)
            self._write_table(self._evidence_rows, EVIDENCE_TABLE)
            write_atomic(self._staging / MANIFEST, _pretty(manifest))
            write_atomic(self._staging / SUMMARY, _pretty(summary))
            commit(self._staging, place)
        (place / REPORT).unlink(missing_ok=True)

    def discard(self) -> None:
        """Delete what was written so far. The run that was there before stays. Safe to call after `finish`."""
        self._questions.close()
        self._claims.close()
        self._held.clear()
        shutil.rmtree(self._staging, ignore_errors=True)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Say it plainly where the files are gone because another writer of the same run took over."""
        try:
            yield
        except FileNotFoundError as error:
            if self._staging.exists():
                raise
            message = f"{self._folder}: another process is writing this run; run one at a time"
            raise RagstrataError(message) from error

    def _flush(self, *, last: bool = False) -> None:
        held = self._held
        if held or last:
            self._questions.write(_ENCODER.encode_lines(held))
            self._claims.write(_ENCODER.encode_lines(list(_claim_lines(held))))
            self._question_rows.add(question_columns(held))
            self._evidence_rows.add(evidence_columns(held))
            held.clear()

    def _write_table(self, rows: TableParts, name: str) -> None:
        path = self._staging / name
        rows.write(path)
        with path.open("rb+") as file:
            flush_to_disk(file)


def require_finite(where: str, numbers: Iterable[float | None]) -> None:
    """Raise ValueError unless all numbers are: an undefined one is None with a reason, never NaN or infinity."""
    for number in numbers:
        if number is not None and not isfinite(number):
            raise ValueError(f"{where}: {number} is not a number of JSON; undefined is null with its reason")


def _numbers(result: QuestionResult) -> Iterable[float | None]:
    return chain(
        result.scores.values(),
        result.condensed.values(),
        chain.from_iterable(result.bounds.values()),
        chain.from_iterable(unit.shares.values() for unit in result.evidence),
        (result.cost.cost_usd, result.cost.latency_ms),
    )


def _leaves(value: Any) -> Iterator[float]:
    """Every float in nested plain data."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)


def _claim_lines(results: Iterable[QuestionResult]) -> Iterator[ClaimLine]:
    for result in results:
        for claim in result.claims:
            yield ClaimLine(
                question_id=result.question_id,
                run=result.run,
                repeat=result.repeat,
                **msgspec.structs.asdict(claim),
            )


def _pretty(value: Any) -> bytes:
    return msgspec.json.format(_ENCODER.encode(value), indent=2) + b"\n"
