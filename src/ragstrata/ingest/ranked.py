"""Judgements and ranked runs alone, without a suite: what `ragstrata score` reads."""

import math
from collections.abc import Container
from pathlib import Path
from typing import Literal, NamedTuple

from ragstrata.ingest.files import BROKEN_STREAM, Unfit, open_bytes, sniff
from ragstrata.ingest.findings import Findings
from ragstrata.ingest.rows import Table
from ragstrata.ingest.tables import read_judgements
from ragstrata.ingest.trec import read_run_entries
from ragstrata.records.problem import Problem

Ties = Literal["rank", "trec"]


class Hit(NamedTuple):
    """An id in a ranking, with the rank and the score that the run gives it."""

    id: str
    rank: float
    score: float


Run = dict[str, list[Hit]]
"""A ranking by question."""


class _Everything(Container[str]):
    """Contains every question: no judgement is an orphan where there is no suite."""

    def __contains__(self, item: object) -> bool:
        return True


def read_qrels(path: Path, findings: Findings) -> dict[str, dict[str, float]]:
    """Judgements by question and id: TREC or BEIR text, CSV, JSONL or Parquet, plain or gzip."""
    if not _exists(path, findings):
        return {}
    qrels, _ = read_judgements(Table("qrels", path.name, path), _Everything(), (), "document", findings)
    return qrels.grades


def read_runs(path: Path, findings: Findings) -> dict[str, Run]:
    """The runs of a TREC file by their tag (column six), each in the order of its lines."""
    if not _exists(path, findings):
        return {}
    found = sniff(path, "traces")
    if isinstance(found, Unfit):
        findings.fail(path.name, found.message, found.hint, code=found.code)
        return {}
    runs: dict[str, Run] = {}
    try:
        with open_bytes(path, found) as stream:
            for number, line in read_run_entries(stream, path.name, findings):
                try:
                    rank = float(line.rank)
                except ValueError:
                    rank = float(number)
                if not math.isfinite(rank):
                    rank = float(number)
                hits = runs.setdefault(line.run, {}).setdefault(line.question_id, [])
                hits.append(Hit(line.id, rank, line.score))
    except BROKEN_STREAM as error:
        findings.fail(path.name, f"cannot be read to its end: {error}", "is the file whole?", code="unreadable_file")
    return runs


def rank_ids(hits: list[Hit], ties: Ties) -> list[str]:
    """The ids in rank order: by the given ranks, or by score and then id, both falling, as trec_eval 10 does.

    >>> rank_ids([Hit("a", 1, 2.0), Hit("b", 2, 2.0)], "rank"), rank_ids([Hit("a", 1, 2.0), Hit("b", 2, 2.0)], "trec")
    (['a', 'b'], ['b', 'a'])
    """
    if ties == "rank":
        return [hit.id for hit in sorted(hits, key=lambda hit: hit.rank)]
    return [hit.id for hit in sorted(hits, key=lambda hit: (hit.score, hit.id), reverse=True)]


def _exists(path: Path, findings: Findings) -> bool:
    if path.is_file():
        return True
    what = "is a folder, not a file" if path.is_dir() else "does not exist"
    findings.add(Problem(file=str(path), message=what, hint="name an existing file", code="missing_file"))
    return False
