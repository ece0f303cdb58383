"""Two runs of the same questions, paired: what differs, how surely, and which questions changed sides."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from ragstrata.aggregate.columns import (
    Ints,
    QuestionColumn,
    Questions,
    TraceColumns,
    Truths,
    deciding_traces,
    group_questions,
    pass_column,
    reduce_metric,
    verdicts,
)
from ragstrata.aggregate.order import find_metric, order_names
from ragstrata.aggregate.tally import is_missing
from ragstrata.errors import InputError
from ragstrata.records.names import CAUSES, Cause, Layer
from ragstrata.records.problem import Problem
from ragstrata.runs.read import iter_questions, read_manifest, read_summary
from ragstrata.stats.bootstrap import paired_delta_ci
from ragstrata.stats.multiple import holm
from ragstrata.stats.permutation import paired_permutation_p

COMPARISON_SCHEMA: Final = "ragstrata.comparison/1"
_GUARDED: Final = (
    ("suite", "the suite's name"),
    ("gold", "the questions, their labels or the judgements"),
    ("judge", "the judge"),
    ("tokenizers", "the tokenizers"),
    ("granularity", "what retrieval metrics count (suite.granularity)"),
    ("gain", "the gain of nDCG (suite.gain)"),
    ("unjudged", "the rule for what nobody judged (suite.unjudged)"),
    ("pass", "the rules for passing"),
)


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The means of one metric over the n questions on which both runs have a value, and b − a.

    ci: paired bootstrap interval of the difference. p: two-sided sign-flip test; p_adjusted: Holm's, over all
    metrics that were tested. bounds: over the pairs where the value of either is known or bounded.
    unresolved: something is unknown, and the bounds of the two overlap.
    """

    layer: Layer
    a: float | None
    b: float | None
    delta: float | None
    ci: tuple[float, float] | None
    p: float | None
    p_adjusted: float | None
    n: int
    bounds_a: tuple[float, float] | None
    bounds_b: tuple[float, float] | None
    unresolved: bool


class Flip(msgspec.Struct, frozen=True, kw_only=True):
    """A question that one run passes and the other fails; the cause is that of the failure."""

    question_id: str
    cause: Cause | None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Run b against run a. `n.paired` questions are in both; those of one alone are listed and left out.

    differs: what the two were measured differently with, where the comparison was asked for all the same.
    """

    schema: str
    suite: str
    run_a: str
    run_b: str
    n: dict[str, int]
    differs: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    pass_rate: Difference
    metrics: dict[str, Difference]
    fixed: tuple[Flip, ...]
    broken: tuple[Flip, ...]
    fixed_causes: dict[str, int]
    broken_causes: dict[str, int]


def compare_runs(a_dir: Path, b_dir: Path, *, seed: int, force: bool = False) -> Comparison:
    """Compare two run folders, paired on the questions that both answered; repeats of a question are averaged.

    Raises InputError if a folder is not a run, if no question is in both, and, unless `force`, if the two were
    measured with different gold, judge, tokenizer or rules.
    """
    summary_a, summary_b = read_summary(a_dir), read_summary(b_dir)
    differs = _differences(read_manifest(a_dir), read_manifest(b_dir))
    if differs and not force:
        hint = "evaluate both alike, or compare them all the same with --force"
        raise InputError([Problem(file=str(b_dir), message=f"not comparable: {d}", hint=hint) for d in differs])
    every_a, every_b = _load(a_dir), _load(b_dir)
    shared = every_a.questions.keys() & every_b.questions.keys()
    if not shared:
        raise InputError([Problem(file=str(b_dir), message=f"no question in common with {a_dir}")])
    a, b = _restrict(every_a, shared), _restrict(every_b, shared)
    names = order_names(every_a.metrics.keys() & every_b.metrics.keys())
    passing, *metrics = _compare(a, b, names, seed)
    fixed, broken = _flips(a, b)
    return Comparison(
        schema=COMPARISON_SCHEMA,
        suite=summary_b.suite,
        run_a=summary_a.run,
        run_b=summary_b.run,
        n={
            "paired": len(shared),
            "only_a": len(every_a.questions) - len(shared),
            "only_b": len(every_b.questions) - len(shared),
            "clusters": len(np.unique(a.questions.clusters[a.rows])),
            "repeats_a": len(every_a) - len(every_a.questions),
            "repeats_b": len(every_b) - len(every_b.questions),
        },
        differs=tuple(differs),
        only_a=tuple(sorted(every_a.questions.keys() - shared)),
        only_b=tuple(sorted(every_b.questions.keys() - shared)),
        pass_rate=passing,
        metrics=dict(zip(names, metrics, strict=True)),
        fixed=fixed,
        broken=broken,
        fixed_causes=_count(fixed),
        broken_causes=_count(broken),
    )


@dataclass(frozen=True, slots=True)
class _Side:
    """One run, and the rows of its questions that both runs have: the same questions in the same order on each side."""

    traces: TraceColumns
    questions: Questions
    rows: Ints

    def column(self, name: str | None) -> QuestionColumn:
        """A metric on the shared questions; None: the share of passes."""
        if name is None:
            column = pass_column(self.traces, self.questions)
        else:
            low, high = find_metric(name).range
            column = reduce_metric(self.traces, self.questions, name, None if high is None else (low, high))
        rows = self.rows
        return QuestionColumn(column.values[rows], column.low[rows], column.high[rows], column.reasons[rows])


def _restrict(traces: TraceColumns, shared: Set[str]) -> _Side:
    questions = group_questions(traces)
    rows = [row for row, question_id in enumerate(questions.ids) if question_id in shared]
    return _Side(traces, questions, np.array(rows, dtype=np.int64))


def _load(folder: Path) -> TraceColumns:
    """The questions that a run has a trace of."""
    traces = TraceColumns()
    for result in iter_questions(folder):
        if not is_missing(result):
            traces.add(result)
    return traces


def _differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    """In words, what two manifests say that must be equal and is not."""
    return [words for key, words in _GUARDED if _guarded(a, key) != _guarded(b, key)]


def _guarded(manifest: Mapping[str, Any], key: str) -> Any:
    settings = manifest.get("settings") or {}
    if key == "pass":
        return settings.get("pass")
    return manifest.get(key) if key in manifest else settings.get("suite", {}).get(key)


def _compare(a: _Side, b: _Side, names: Sequence[str], seed: int) -> list[Difference]:
    """The difference in passing, then in each metric."""
    wanted: list[str | None] = [None, *names]
    before, after = [a.column(name) for name in wanted], [b.column(name) for name in wanted]
    layers: list[Layer] = ["behavior", *(find_metric(name).layer for name in names)]
    clusters = a.questions.clusters[a.rows]
    values_a, values_b = (np.column_stack([column.values for column in side]) for side in (before, after))
    ci_rng, p_rng = np.random.default_rng(seed).spawn(2)
    low, high = paired_delta_ci(values_a, values_b, clusters, rng=ci_rng)
    p = paired_permutation_p(values_b - values_a, clusters, rng=p_rng)
    adjusted = holm(p)
    return [
        _difference(layers[i], before[i], after[i], (low[i], high[i]), p[i], adjusted[i]) for i in range(len(wanted))
    ]


def _difference(
    layer: Layer, a: QuestionColumn, b: QuestionColumn, ci: tuple[float, float], p: float, adjusted: float
) -> Difference:
    both = ~np.isnan(a.values) & ~np.isnan(b.values)
    counted = ~np.isnan(a.low) & ~np.isnan(b.low)
    bounds_a, bounds_b = (_bounds(column, counted) for column in (a, b))
    unresolved = False
    if bounds_a is not None and bounds_b is not None:
        unknown = bool((a.low < a.high)[counted].any() or (b.low < b.high)[counted].any())
        unresolved = unknown and max(bounds_a[0], bounds_b[0]) <= min(bounds_a[1], bounds_b[1])
    n = int(both.sum())
    mean_a, mean_b = (float(column.values[both].mean()) if n else None for column in (a, b))
    return Difference(
        layer=layer,
        a=mean_a,
        b=mean_b,
        delta=float((b.values - a.values)[both].mean()) if n else None,
        ci=None if isnan(ci[0]) else (float(ci[0]), float(ci[1])),
        p=_defined(p),
        p_adjusted=_defined(adjusted),
        n=n,
        bounds_a=bounds_a,
        bounds_b=bounds_b,
        unresolved=unresolved,
    )


def _bounds(column: QuestionColumn, counted: Truths) -> tuple[float, float] | None:
    if not counted.any():
        return None
    return float(column.low[counted].mean()), float(column.high[counted].mean())


def _defined(value: float) -> float | None:
    return None if isnan(value) else float(value)


def _flips(a: _Side, b: _Side) -> tuple[tuple[Flip, ...], tuple[Flip, ...]]:
    """Questions that b passes and a fails, and the other way round."""
    sides = [
        [(verdict[row], causes[row]) for row in side.rows]
        for side, verdict, causes in ((side, verdicts(side.traces, side.questions), _causes(side)) for side in (a, b))
    ]
    fixed, broken = [], []
    for row, (before, cause_before), (after, cause_after) in zip(a.rows, *sides, strict=True):
        question_id = a.questions.ids[row]
        if before == "failed" and after == "passed":
            fixed.append(Flip(question_id=question_id, cause=cause_before))
        elif before == "passed" and after == "failed":
            broken.append(Flip(question_id=question_id, cause=cause_after))
    return tuple(fixed), tuple(broken)


def _causes(side: _Side) -> list[Cause | None]:
    numbers = side.traces.cause
    rows = deciding_traces(side.traces, side.questions)
    return [CAUSES[numbers[row]] if row >= 0 and numbers[row] >= 0 else None for row in rows]


def _count(flips: Sequence[Flip]) -> dict[str, int]:
    counts = Counter(flip.cause or "unknown" for flip in flips)
    return {cause: counts[cause] for cause in CAUSES if counts[cause]}
