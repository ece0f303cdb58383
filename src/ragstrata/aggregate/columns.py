"""The numbers of a run in flat columns: one entry a trace while it streams in, then one a question.

A run of 100,000 questions with 80 metrics holds about 80 MB here, against several GB as results.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import nan
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ragstrata.records.names import CAUSES, UNKNOWN_REASONS, Undefined
from ragstrata.records.result import QuestionResult

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Truths = NDArray[np.bool_]
Wholes: TypeAlias = "array[int]"
Reals: TypeAlias = "array[float]"
Verdict = Literal["passed", "failed", "undecided"]

REASONS: Final = tuple(Undefined)
_REASON_NUMBER: Final = {reason: number for number, reason in enumerate(REASONS, 1)}
_UNKNOWN: Final = np.array([False, *(reason in UNKNOWN_REASONS for reason in REASONS)])
_CAUSE_NUMBER: Final = {cause: number for number, cause in enumerate(CAUSES)}
_PASSED: Final = {True: 1, False: 0, None: -1}


def real_column() -> Reals:
    """An empty column of doubles."""
    return array("d")


def whole_column() -> Wholes:
    """An empty column of 64-bit integers."""
    return array("q")


def small_column() -> Wholes:
    """An empty column of integers from −128 to 127."""
    return array("b")


@dataclass(slots=True)
class MetricColumn:
    """One metric: a value (NaN: none) and a reason (0: none) a trace; bounds and condensed values where any."""

    values: Reals = field(default_factory=real_column)
    reasons: Wholes = field(default_factory=small_column)
    bounded: Wholes = field(default_factory=whole_column)
    low: Reals = field(default_factory=real_column)
    high: Reals = field(default_factory=real_column)
    condensed: Wholes = field(default_factory=whole_column)
    condensed_values: Reals = field(default_factory=real_column)

    def pad(self, rows: int) -> None:
        """Fill up with "not scored" to this many traces."""
        short = rows - len(self.values)
        if short > 0:
            self.values.extend([nan] * short)
            self.reasons.extend([0] * short)


@dataclass(slots=True)
class TraceColumns:
    """Everything of a run's traces that means and comparisons are made of."""

    questions: dict[str, int] = field(default_factory=dict)
    clusters: dict[str, int] = field(default_factory=dict)
    question: Wholes = field(default_factory=whole_column)
    cluster: Wholes = field(default_factory=whole_column)
    repeat: Wholes = field(default_factory=whole_column)
    passed: Wholes = field(default_factory=small_column)
    cause: Wholes = field(default_factory=small_column)
    secondary: Wholes = field(default_factory=whole_column)
    metrics: dict[str, MetricColumn] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.question)

    def add(self, result: QuestionResult) -> None:
        """Append one trace."""
        row = len(self.question)
        self.question.append(self.questions.setdefault(result.question_id, len(self.questions)))
        self.cluster.append(self.clusters.setdefault(result.cluster, len(self.clusters)))
        self.repeat.append(result.repeat)
        self.passed.append(_PASSED[result.passed])
        primary = result.cause.primary
        self.cause.append(-1 if primary is None else _CAUSE_NUMBER[primary])
        self.secondary.append(sum(1 << _CAUSE_NUMBER[cause] for cause in set(result.cause.secondary)))
        for name, value in result.scores.items():
            column = self.metrics.get(name)
            if column is None:
                column = self.metrics[name] = MetricColumn()
            if len(column.values) < row:
                column.pad(row)
            column.values.append(nan if value is None else value)
            column.reasons.append(0 if value is not None else _REASON_NUMBER[result.undefined[name]])
        for name, (low, high) in result.bounds.items():
            column = self.metrics[name]
            column.bounded.append(row)
            column.low.append(low)
            column.high.append(high)
        for name, value in result.condensed.items():
            column = self.metrics[name]
            column.condensed.append(row)
            column.condensed_values.append(nan if value is None else value)


@dataclass(frozen=True, slots=True)
class Questions:
    """The traces grouped by question, questions in the order of their ids, repeats of one in their own order.

    ids: q question ids; clusters: int64[q], numbered in the order of the clusters' names; order: int64[traces], the
    traces sorted by question and repeat; starts: int64[q], where each question begins in `order`.
    """

    ids: tuple[str, ...]
    clusters: Ints
    order: Ints
    starts: Ints

    def __len__(self) -> int:
        return len(self.ids)

    def mean(self, per_trace: Floats) -> Floats:
        """The mean over the repeats that have a value: float64[traces] → float64[q], NaN where none has."""
        sorted_values = per_trace[self.order]
        if len(self.starts) == len(self.order):
            return sorted_values
        defined = ~np.isnan(sorted_values)
        sums = np.add.reduceat(np.where(defined, sorted_values, 0.0), self.starts)
        with np.errstate(invalid="ignore"):
            means: Floats = sums / np.add.reduceat(defined, self.starts, dtype=np.int64)
        return means

    def any(self, per_trace: Truths) -> Truths:
        """Whether it is so in some repeat: bool[traces] → bool[q]."""
        if not len(self.starts):
            return np.zeros(0, dtype=np.bool_)
        found: Truths = np.logical_or.reduceat(per_trace[self.order], self.starts)
        return found

    def repeats(self) -> Iterator[Ints]:
        """The traces of each question, by repeat."""
        yield from np.split(self.order, self.starts[1:]) if len(self.starts) else []


@dataclass(frozen=True, slots=True)
class QuestionColumn:
    """One metric by question, each array of q: value, bounds and condensed value (NaN: none); reason (0: none).

    low and high are NaN where there is nothing to count, and equal to the value where nothing is unknown.
    condensed is None where nothing was condensed in any question.
    """

    values: Floats
    low: Floats
    high: Floats
    reasons: NDArray[np.uint8]
    condensed: Floats | None = None


def group_questions(traces: TraceColumns) -> Questions:
    """Sort the traces, so that no result depends on the order in which they came."""
    ids = sorted(traces.questions)
    rank = np.empty(len(ids), dtype=np.int64)
    rank[[traces.questions[question_id] for question_id in ids]] = np.arange(len(ids))
    names = np.empty(len(traces.clusters), dtype=np.int64)
    names[[traces.clusters[name] for name in sorted(traces.clusters)]] = np.arange(len(traces.clusters))
    question = rank[np.asarray(traces.question, dtype=np.int64)]
    order = np.lexsort((np.asarray(traces.repeat), question))
    starts = np.searchsorted(question[order], np.arange(len(ids)))
    clusters = names[np.asarray(traces.cluster, dtype=np.int64)[order][starts]]
    return Questions(tuple(ids), clusters, order, starts)


def reduce_metric(
    traces: TraceColumns, questions: Questions, name: str, widest: tuple[float, float] | None
) -> QuestionColumn:
    """One metric by question: the mean over its repeats.

    Bounds of a trace: those it has; else its value twice; else, where the reason hides a number that exists,
    `widest` (None: the metric has no widest value, and such a trace is not counted in the bounds).
    Where no repeat has a value, one of the reasons stands for the question.
    """
    column = traces.metrics[name]
    column.pad(len(traces))
    values = np.array(column.values)
    reasons = np.array(column.reasons, dtype=np.uint8)
    low, high = values.copy(), values.copy()
    if widest is not None:
        hidden = _UNKNOWN[reasons]
        low[hidden], high[hidden] = widest
    bounded = np.array(column.bounded, dtype=np.int64)
    low[bounded], high[bounded] = column.low, column.high
    condensed = None
    if len(column.condensed_values) and not np.isnan(column.condensed_values).all():
        condensed = values.copy()
        condensed[np.array(column.condensed, dtype=np.int64)] = column.condensed_values
        condensed = questions.mean(condensed)
    by_question = questions.mean(values)
    reason = np.maximum.reduceat(reasons[questions.order], questions.starts)
    return QuestionColumn(
        values=by_question,
        low=questions.mean(low),
        high=questions.mean(high),
        reasons=np.where(np.isnan(by_question), reason, 0).astype(np.uint8),
        condensed=condensed,
    )


def verdicts(traces: TraceColumns, questions: Questions) -> list[Verdict]:
    """Per question: failed if some repeat failed, else undecided if some repeat is, else passed."""
    passed = np.array(traces.passed, dtype=np.int8)
    failed, undecided = questions.any(passed == 0), questions.any(passed == -1)
    return ["failed" if f else "undecided" if u else "passed" for f, u in zip(failed, undecided, strict=True)]


def pass_column(traces: TraceColumns, questions: Questions) -> QuestionColumn:
    """The share of a question's decided repeats that passed; undecided ones count as failed, then as passed."""
    passed = np.array(traces.passed, dtype=np.float64)
    undecided = passed < 0
    values = questions.mean(np.where(undecided, nan, passed))
    return QuestionColumn(
        values=values,
        low=questions.mean(np.where(undecided, 0.0, passed)),
        high=questions.mean(np.where(undecided, 1.0, passed)),
        reasons=np.where(np.isnan(values), _REASON_NUMBER[Undefined.JUDGE_UNDECIDED], 0).astype(np.uint8),
    )


def deciding_traces(traces: TraceColumns, questions: Questions) -> list[int]:
    """Per question the trace whose cause counts: its first failed repeat, else its first undecided one, else −1."""
    passed = np.array(traces.passed, dtype=np.int8)
    if len(questions.starts) == len(questions.order):
        return [-1 if passed[row] == 1 else int(row) for row in questions.order]
    chosen = []
    for rows in questions.repeats():
        failed, undecided = rows[passed[rows] == 0], rows[passed[rows] == -1]
        chosen.append(int(failed[0]) if len(failed) else int(undecided[0]) if len(undecided) else -1)
    return chosen
