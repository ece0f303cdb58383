"""Plain ranking evaluation: judgements and runs in, measures out. `ragstrata score`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from ragstrata.errors import NothingEvaluatedError
from ragstrata.ingest.findings import Findings
from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.ranked import Hit, Run, Ties, rank_ids, read_qrels, read_runs
from ragstrata.metrics.registry import Measure, find_metric
from ragstrata.metrics.retrieval.build import rankings_from_lists
from ragstrata.records.names import Gain, NoteCode
from ragstrata.records.score import Score, Scores
from ragstrata.records.suite import Note
from ragstrata.records.views import Rankings

DEFAULT_MEASURES = ("nDCG@10", "Recall@100", "RR", "AP", "Precision@10")


@dataclass(slots=True, frozen=True)
class ScoredRun:
    """One run: per measure the questions' scores and their mean; `n` questions have a value."""

    name: str
    questions: tuple[str, ...]
    scores: dict[str, Scores]
    means: dict[str, Score]
    counts: dict[str, int]


def score_files(
    qrels_path: Path,
    run_paths: Sequence[Path],
    measures: Sequence[Measure],
    *,
    gain: Gain,
    ties: Ties,
    lenient: bool = False,
) -> tuple[list[ScoredRun], tuple[Note, ...]]:
    """Score every run against the judgements. A judged question that a run leaves out scores 0 and is noted.

    Raises InputError with every malformed line, and NothingEvaluatedError where no question id is in both.
    """
    notes = NoteBook()
    findings = Findings(notes, lenient=lenient)
    qrels = read_qrels(qrels_path, findings)
    runs = [(path, runs) for path in run_paths for runs in [read_runs(path, findings)]]
    findings.stop()
    if not qrels:
        raise NothingEvaluatedError("the judgements are empty")
    several = len(run_paths) > 1
    scored = []
    for path, found in runs:
        for tag, run in found.items():
            name = tag if len(found) > 1 or not several else f"{path.name}:{tag}"
            scored.append(_score(name, qrels, run, measures, gain, ties, notes))
    if not scored:
        raise NothingEvaluatedError("the runs are empty")
    return scored, notes.notes()


def _score(
    name: str,
    qrels: dict[str, dict[str, float]],
    run: Run,
    measures: Sequence[Measure],
    gain: Gain,
    ties: Ties,
    notes: NoteBook,
) -> ScoredRun:
    if not any(question in qrels for question in run):
        judged, ran = (", ".join(repr(q) for q in islice(ids, 3)) for ids in (qrels, run))
        raise NothingEvaluatedError(f"0 of {len(run)} question ids match: the qrels name {judged}, the run {ran}")
    for question in run:
        if question not in qrels:
            notes.add(NoteCode.UNKNOWN_QUESTIONS, f"{name}: {question}")
    questions = tuple(qrels)
    lists = [_list(question, run.get(question), ties, name, notes) for question in questions]
    rankings = rankings_from_lists(lists, [qrels[question] for question in questions], gain)
    scores = {str(measure): _measure(measure, rankings) for measure in measures}
    means, counts = {}, {}
    for text, values in scores.items():
        defined = values.values[~np.isnan(values.values)]
        reason = next((r for r in values.reasons if r is not None), None)
        means[text] = Score(float(defined.mean())) if len(defined) else Score(None, reason)
        counts[text] = len(defined)
    return ScoredRun(name, questions, scores, means, counts)


def _list(question: str, hits: list[Hit] | None, ties: Ties, name: str, notes: NoteBook) -> list[str]:
    if hits is None:
        notes.add(NoteCode.MISSING_QUESTIONS, f"{name}: {question}")
        return []
    ids = rank_ids(hits, ties)
    if len(set(ids)) < len(ids):
        notes.add(NoteCode.DUPLICATE_HITS, f"{name}: {question}")
    return ids


def _measure(measure: Measure, rankings: Rankings) -> Scores:
    function = find_metric(measure.metric).function
    if measure.p is not None:
        function = partial(function, p=measure.p)
    scores = function(rankings) if measure.cutoff is None else function(rankings, measure.cutoff)
    assert isinstance(scores, Scores)  # noqa: S101 (every retrieval metric returns them)
    return scores
