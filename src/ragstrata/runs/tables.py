"""The Parquet tables of a run: flat rows for paging and filtering, built part by part in bounded memory."""

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from arro3.core import Array, DataType, Field, RecordBatch, RecordBatchReader, Schema, list_array
from arro3.io import read_ipc_stream, write_ipc_stream, write_parquet

from ragstrata.records.names import STAGES
from ragstrata.records.result import EvidenceResult, QuestionResult

TEXT, WHOLE, REAL, TRUTH = DataType.utf8(), DataType.int64(), DataType.float64(), DataType.bool()
TEXTS = DataType.list(Field("item", TEXT))

ROWS_PER_GROUP = 16_384

Columns = dict[str, Array]


class TableParts:
    """A table whose rows arrive in parts, kept in files of `folder` until `write` joins them.

    A column of numbers may be missing from some parts (a metric that no question of the part has); it is null there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rows: list[int] = []
        self._types: dict[str, DataType] = {}
        folder.mkdir()

    def add(self, columns: Mapping[str, Array]) -> None:
        """Keep some rows: equally long columns by name."""
        fields = [Field(name, column.type) for name, column in columns.items()]
        batch = RecordBatch.from_arrays(list(columns.values()), schema=Schema(fields))
        self._types.update({name: column.type for name, column in columns.items() if name not in self._types})
        write_ipc_stream(batch, self._part(len(self._rows)), compression=None)
        self._rows.append(batch.num_rows)

    def write(self, path: Path) -> None:
        """Write all rows as one Parquet file, and delete the parts."""
        schema = Schema([Field(name, kind) for name, kind in self._types.items()])
        reader = RecordBatchReader.from_batches(schema, self._joined(schema))
        write_parquet(reader, path, compression="zstd(3)", max_row_group_size=ROWS_PER_GROUP)
        shutil.rmtree(self._folder)

    def _part(self, number: int) -> Path:
        return self._folder / f"{number:08d}.arrow"

    def _joined(self, schema: Schema) -> Iterator[RecordBatch]:
        for number, rows in enumerate(self._rows):
            for batch in read_ipc_stream(self._part(number)):
                known = set(batch.schema.names)
                yield RecordBatch.from_arrays(
                    [
                        batch[name] if name in known else Array([None] * rows, type=kind)
                        for name, kind in self._types.items()
                    ],
                    schema=schema,
                )


def question_columns(results: Sequence[QuestionResult]) -> Columns:
    """One row a line of `questions.jsonl`: what a list of questions is filtered and sorted by, then every score."""
    columns = {
        "question_id": Array([r.question_id for r in results], type=TEXT),
        "run": Array([r.run for r in results], type=TEXT),
        "repeat": Array([r.repeat for r in results], type=WHOLE),
        "language": Array([r.language for r in results], type=TEXT),
        "tags": _lists([r.tags for r in results]),
        "cluster": Array([r.cluster for r in results], type=TEXT),
        "passed": Array([r.passed for r in results], type=TRUTH),
        "cause": Array([r.cause.primary for r in results], type=TEXT),
        "cause_status": Array([r.cause.status for r in results], type=TEXT),
        "observed": Array([r.behavior.observed for r in results], type=TEXT),
        "expected": Array([r.behavior.expected for r in results], type=TEXT),
        "flags": _lists([r.flags for r in results]),
        "tokens": Array([r.cost.tokens for r in results], type=WHOLE),
        "cost_usd": Array([r.cost.cost_usd for r in results], type=REAL),
        "latency_ms": Array([r.cost.latency_ms for r in results], type=REAL),
    }
    for name in dict.fromkeys(name for r in results for name in r.scores):
        if name in columns:
            raise ValueError(f"the metric {name!r} has the name of a fixed column")
        columns[name] = Array([r.scores.get(name) for r in results], type=REAL)
    return columns


def evidence_columns(results: Iterable[QuestionResult]) -> Columns:
    """One row a unit of evidence and trace, with its label at every stage (null: the stage cannot be told)."""
    rows = [(result, unit) for result in results for unit in result.evidence]
    units: list[EvidenceResult] = [unit for _, unit in rows]
    columns = {
        "question_id": Array([r.question_id for r, _ in rows], type=TEXT),
        "run": Array([r.run for r, _ in rows], type=TEXT),
        "repeat": Array([r.repeat for r, _ in rows], type=WHOLE),
        "evidence_id": Array([u.evidence_id for u in units], type=TEXT),
        "doc_id": Array([u.doc_id for u in units], type=TEXT),
        "needed": Array([u.needed for u in units], type=TRUTH),
        "lost_at": Array([u.lost_at for u in units], type=TEXT),
        "rank": Array([u.rank for u in units], type=WHOLE),
        "approximate": Array([u.approximate for u in units], type=TRUTH),
        "loss": Array([u.loss for u in units], type=TEXT),
    }
    for stage in STAGES:
        columns[stage] = Array([u.stages.get(stage) for u in units], type=TEXT)
    return columns


def _lists(rows: Sequence[Sequence[str]]) -> Array:
    """A column of lists of texts."""
    offsets: Any = np.zeros(len(rows) + 1, dtype=np.int32)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    return list_array(Array(offsets), Array([text for row in rows for text in row], type=TEXT), type=TEXTS)
