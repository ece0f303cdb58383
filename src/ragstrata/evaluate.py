"""The whole flow on one page: load → align → score → attribute → aggregate. Read this first.

A suite's corpus and questions are held; its traces are streamed in batches. Each trace becomes typed views
(`align`), the views become scores (`metrics`) and a cause (`attribution`), and one line a question is written
(`runs`) and counted (`aggregate`) before the next batch is read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

from ragstrata.aggregate.tally import Tally, summarise
from ragstrata.align.corpus import Corpus, index_corpus
from ragstrata.align.gold import Gold, prepare_gold
from ragstrata.align.noticed import notice
from ragstrata.align.question import Aligned, align_trace
from ragstrata.align.ranking import RankedList, pack
from ragstrata.assemble import assemble_result
from ragstrata.errors import NothingEvaluatedError
from ragstrata.ingest.notes import NoteBook, merge_notes
from ragstrata.ingest.suite import LoadedSuite
from ragstrata.ingest.traces import read_traces
from ragstrata.judges.protocol import Judge
from ragstrata.metrics.retrieval.measure import Column, by_question, measure_rankings
from ragstrata.records.names import STAGES, NoteCode, Undefined
from ragstrata.records.result import Summary
from ragstrata.records.suite import Suite
from ragstrata.records.trace import Trace
from ragstrata.runs.manifest import build_manifest, hash_gold
from ragstrata.runs.store import RunWriter, safe_run_folder

Thing = TypeVar("Thing")

BATCH = 512
"""Traces in memory at a time."""
GOLDS = 16384
"""Prepared labels kept at a time: enough for several runs over a suite of usual size."""
LATER_MEASURES = ("Recall@k", "Completeness@k", "nDCG@k", "RR")
"""What is measured on the lists of the stages after the ranking."""


@dataclass(slots=True, frozen=True)
class Outcome:
    """One evaluated run: where it was written, and what it says."""

    run: str
    folder: Path
    summary: Summary


@dataclass(slots=True)
class _Run:
    """A run while its traces come in."""

    name: str
    folder: Path
    writer: RunWriter
    notes: NoteBook
    tally: Tally = field(default_factory=Tally)
    seen: set[str] = field(default_factory=set)


@dataclass(slots=True, frozen=True)
class Evaluator:
    """What every trace of a suite is evaluated with. Gold is prepared once a question and kept for its other runs."""

    suite: Suite
    corpus: Corpus
    judge: Judge
    golds: dict[str, Gold] = field(default_factory=dict)

    def gold(self, question_id: str) -> Gold | None:
        """The labels of a question, ready to align; None if the suite does not have it."""
        known = self.golds.get(question_id)
        question = self.suite.questions.get(question_id)
        if known is None and question is not None:
            granularity = self.suite.settings.suite.granularity
            known = prepare_gold(question, self.corpus, self.suite.qrels, granularity)
            if len(self.golds) >= GOLDS:
                self.golds.clear()
            self.golds[question_id] = known
        return known


def evaluate_suite(
    loaded: LoadedSuite,
    judge: Judge,
    out: Path | None,
    *,
    only_run: str | None = None,
    seed: int = 0,
    clock: Callable[[], datetime],
    progress: Callable[[int], None] = lambda done: None,
) -> list[Outcome]:
    """Evaluate every run in the suite's traces, or the one named, and write each run's folder.

    One run is written to `out` itself, several to `out/<run>/`; without `out` to `runs/<run>/`. Nothing is written
    unless all of it is.
    Raises InputError for malformed rows and NothingEvaluatedError where no trace belongs to the suite.
    """
    started = clock()
    evaluator = Evaluator(loaded.suite, index_corpus(loaded.suite.documents, loaded.suite.chunks), judge)
    notes = NoteBook()
    runs: dict[str, _Run] = {}
    strangers: list[str] = []
    names: dict[str, None] = {}
    done = 0
    try:
        for batch in _batches(_wanted(read_traces(loaded.traces, notes), only_run, names), BATCH):
            known = [trace for trace in batch if trace.question_id in loaded.suite.questions]
            strangers.extend(t.question_id for t in batch if t.question_id not in loaded.suite.questions)
            for name, traces in _by_run(known).items():
                run = runs.get(name) or runs.setdefault(name, _open(name, out or Path("runs")))
                _evaluate_batch(run, traces, evaluator)
            done += len(batch)
            progress(done)
        if not runs:
            raise NothingEvaluatedError(_nothing(loaded.suite, strangers, only_run, names))
        for question_id in strangers:
            notes.add(NoteCode.UNKNOWN_QUESTIONS, question_id)
        return [
            _close(run, evaluator, loaded, notes, out if len(runs) == 1 else None, seed, started, clock())
            for run in runs.values()
        ]
    except BaseException:
        for run in runs.values():
            run.writer.discard()
        raise


def _wanted(traces: Iterable[Trace], only_run: str | None, names: dict[str, None]) -> Iterator[Trace]:
    """The traces of the run asked for; the names of all runs are kept, to tell them if it is not among them."""
    for trace in traces:
        names[trace.run] = None
        if only_run is None or trace.run == only_run:
            yield trace


def _batches(things: Iterator[Thing], size: int) -> Iterator[list[Thing]]:
    while batch := list(islice(things, size)):
        yield batch


def _by_run(traces: Sequence[Trace]) -> dict[str, list[Trace]]:
    runs: dict[str, list[Trace]] = {}
    for trace in traces:
        runs.setdefault(trace.run, []).append(trace)
    return runs


def _open(name: str, out: Path) -> _Run:
    folder = safe_run_folder(out, name)
    return _Run(name, folder, RunWriter(folder), NoteBook())


def _nothing(suite: Suite, strangers: Sequence[str], only_run: str | None, names: Iterable[str]) -> str:
    if not strangers:
        there = ", ".join(repr(name) for name in islice(names, 10))
        return f"there is no run {only_run!r}; the traces hold {there}" if there else "the traces are empty"
    theirs = ", ".join(repr(q) for q in dict.fromkeys(strangers[:3]))
    ours = ", ".join(repr(q) for q in islice(suite.questions, 3))
    return f"no trace belongs to a question of the suite: the traces name {theirs}, the suite has {ours or 'none'}"


def _evaluate_batch(run: _Run, traces: Sequence[Trace], evaluator: Evaluator, *, missing: bool = False) -> None:
    """Align, score, attribute, write and count some traces of one run."""
    settings = evaluator.suite.settings
    aligned = []
    for trace in traces:
        gold = evaluator.gold(trace.question_id)
        if gold is not None:
            aligned.append(align_trace(trace, gold, evaluator.corpus, evaluator.judge, settings.suite, missing=missing))
    columns = measure_lists(aligned, evaluator)
    for one, ranked in zip(aligned, by_question(columns, len(aligned)), strict=True):
        result = assemble_result(one, ranked, settings, missing=missing)
        run.writer.add(result)
        run.tally.add(result, one.views.exposure)
        run.seen.add(one.trace.question_id)
        for code, example in notice(one, evaluator.corpus):
            run.notes.add(code, example)


def measure_lists(aligned: Sequence[Aligned], evaluator: Evaluator) -> dict[str, Column]:
    """Rank measures of a batch: of the ranking, and of every later stage that some trace recorded."""
    settings = evaluator.suite.settings.suite
    columns = dict(measure_rankings(pack([one.ranked for one in aligned]), settings.cutoffs, settings.unjudged))
    present = {stage for one in aligned for stage in one.later}
    for stage in (s for s in STAGES if s in present):
        lists = [one.later.get(stage) or _no_list(one) for one in aligned]
        columns.update(
            measure_rankings(
                pack(lists), settings.cutoffs, settings.unjudged, suffix=f"[{stage}]", names=LATER_MEASURES
            )
        )
    return columns


def _no_list(one: Aligned) -> RankedList:
    return RankedList([], [], [], [], [], 0, 0, [], one.gold.ranked_reason or Undefined.NO_RANKING, pooled=False)


def _close(
    run: _Run,
    evaluator: Evaluator,
    loaded: LoadedSuite,
    notes: NoteBook,
    out: Path | None,
    seed: int,
    started: datetime,
    finished: datetime,
) -> Outcome:
    """Add what the run left out, sum up, and move the run's files into place."""
    absent = [q for q in evaluator.suite.questions if q not in run.seen]
    for ids in _batches(iter(absent), BATCH):
        _evaluate_batch(run, [Trace(question_id=q, run=run.name, hops=()) for q in ids], evaluator, missing=True)
    for question_id in absent:
        run.notes.add(NoteCode.MISSING_QUESTIONS, question_id)
    judge = {"id": evaluator.judge.name, "version": evaluator.judge.version}
    summary = summarise(
        run.tally,
        suite=evaluator.suite.settings.suite.name,
        run=run.name,
        settings=evaluator.suite.settings,
        judge=judge,
        notes=merge_notes((*loaded.notes, *notes.notes(), *run.notes.notes())),
        rng=np.random.default_rng(seed),
    )
    summary = msgspec.structs.replace(summary, settings={**summary.settings, "seed": seed})
    manifest = build_manifest(
        run=run.name,
        settings=evaluator.suite.settings,
        gold=hash_gold(evaluator.suite),
        inputs=loaded.inputs,
        judge=judge,
        seed=seed,
        started=started,
        finished=finished,
    )
    folder = out or run.folder
    run.writer.finish(summary, manifest, folder)
    return Outcome(run.name, folder, summary)
