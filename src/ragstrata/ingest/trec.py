"""TREC and BEIR text: judgements and runs, line by line."""

import math
from collections.abc import Iterator
from pathlib import Path

from ragstrata.errors import InputError
from ragstrata.ingest.files import open_input
from ragstrata.ingest.tables import Faults
from ragstrata.records.problem import Problem
from ragstrata.records.question import Qrel
from ragstrata.records.trace import Hop, Item, Stage, Trace


def read_lines(path: Path, shown: str, faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """The fields of each line that holds any; a line is a comment only where it starts with `#`."""
    try:
        with open_input(path) as stream:
            for number, line in enumerate(stream, 1):
                if line.startswith(b"#") or not line.strip():
                    continue
                try:
                    yield number, line.decode("utf-8").split()
                except UnicodeDecodeError:
                    faults.add(Problem(file=shown, line=number, message="is not UTF-8"))
    except InputError as error:
        faults.problems.extend(error.problems)


def read_trec_qrels(path: Path, shown: str, faults: Faults) -> Iterator[tuple[Qrel, str]]:
    """`topic iter docno grade`, or BEIR's `query-id corpus-id score` under a header."""
    header = False
    for number, fields in read_lines(path, shown, faults):
        if len(fields) == 3 and fields[0] in ("query-id", "query_id", "qid"):
            header = True
            continue
        if len(fields) == 3 and header:
            question_id, item_id, grade = fields
        elif len(fields) >= 4:
            question_id, _, item_id, grade = fields[:4]
        else:
            message = f"has {len(fields)} columns, four are needed: topic, iteration, document, grade"
            faults.add(Problem(file=shown, line=number, message=message))
            continue
        try:
            value = float(grade)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            faults.add(Problem(file=shown, line=number, field="grade", message=f"expected a number, got {grade!r}"))
            continue
        yield Qrel(question_id=question_id, id=item_id, grade=value), f"{shown}:{number}"


def read_trec_run(path: Path, shown: str, faults: Faults) -> Iterator[tuple[Trace, str]]:
    """`topic Q0 docno rank score tag` as one trace a topic, ordered by score, then as the lines stand."""
    lists: dict[tuple[str, str], list[tuple[float, int, str]]] = {}
    for number, fields in read_lines(path, shown, faults):
        if len(fields) < 6:
            message = f"has {len(fields)} columns, six are needed: topic, Q0, document, rank, score, run"
            faults.add(Problem(file=shown, line=number, message=message))
            continue
        question_id, _, item_id, _, score, run = fields[:6]
        try:
            value = float(score)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            faults.add(Problem(file=shown, line=number, field="score", message=f"expected a number, got {score!r}"))
            continue
        lists.setdefault((run, question_id), []).append((-value, number, item_id))
    for (run, question_id), entries in lists.items():
        items = tuple(Item(id=item_id, score=-score) for score, _, item_id in sorted(entries))
        stage = Stage(kind="retrieve", items=items)
        yield Trace(question_id=question_id, run=run, hops=(Hop(stages=(stage,)),)), shown
