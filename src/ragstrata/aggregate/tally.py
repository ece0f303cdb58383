"""Counts a run while it streams by, and sums it up: every mean with its denominator, interval and bounds."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, isnan
from typing import Any, Final, get_args

import numpy as np

from ragstrata.aggregate.columns import (
    REASONS,
    QuestionColumn,
    Questions,
    Reals,
    TraceColumns,
    Wholes,
    deciding_traces,
    group_questions,
    pass_column,
    real_column,
    reduce_metric,
    small_column,
    verdicts,
    whole_column,
)
from ragstrata.aggregate.order import find_metric, order_names
from ragstrata.records.names import CAUSES, STAGES, EvidenceLabel, Expect, Layer, Place, Undefined
from ragstrata.records.result import (
    SUMMARY_SCHEMA,
    CostSummary,
    GovernanceSummary,
    MetricSummary,
    Quantiles,
    QuestionResult,
    StageCount,
    Summary,
)
from ragstrata.records.suite import Note, Settings
from ragstrata.records.views import Exposure
from ragstrata.runs.manifest import describe_settings
from ragstrata.stats.bootstrap import cluster_bootstrap_ci

_EXPECTS: Final[tuple[Expect, ...]] = get_args(Expect)
_EXPECT_NUMBER: Final = {expect: number for number, expect in enumerate(_EXPECTS)}
_LABELS: Final[tuple[EvidenceLabel, ...]] = get_args(EvidenceLabel)
_PLACES: Final[tuple[Place, ...]] = get_args(Place)
_ANSWERABLE: Final = frozenset({"answer", "partial"})
_COLUMNS_AT_ONCE: Final = 48
"""Metrics resampled together: bounds the memory of a large run."""


@dataclass(slots=True)
class Tally:
    """What a run's traces add up to. Survival, behaviour, governance and cost count every trace, repeats too."""

    traces: TraceColumns = field(default_factory=TraceColumns)
    expects: Wholes = field(default_factory=small_column)
    missing: Wholes = field(default_factory=small_column)
    errors: Wholes = field(default_factory=small_column)
    survival: Counter[tuple[str, str]] = field(default_factory=Counter)
    behavior: Counter[tuple[str, str]] = field(default_factory=Counter)
    exposed: Counter[tuple[str, str]] = field(default_factory=Counter)
    questions_checked: int = 0
    items_checked: int = 0
    items_unknown: int = 0
    tokens: Wholes = field(default_factory=whole_column)
    cost_usd: Reals = field(default_factory=real_column)
    latency_ms: Reals = field(default_factory=real_column)

    def add(self, result: QuestionResult, exposure: Exposure) -> None:
        """Count one trace."""
        expected, observed = result.behavior.expected, result.behavior.observed
        self.traces.add(result)
        self.expects.append(_EXPECT_NUMBER[expected])
        self.missing.append(is_missing(result))
        self.errors.append(observed == "error")
        if observed is not None:
            self.behavior[expected, observed] += 1
        if expected in _ANSWERABLE:
            self.survival.update(
                (stage, label) for unit in result.evidence if unit.needed for stage, label in unit.stages.items()
            )
        self.exposed.update((item.kind, item.place) for item in exposure.items)
        self.questions_checked += exposure.checked > 0
        self.items_checked += exposure.checked
        self.items_unknown += exposure.unknown
        if result.cost.tokens is not None:
            self.tokens.append(result.cost.tokens)
        if result.cost.cost_usd is not None:
            self.cost_usd.append(result.cost.cost_usd)
        if result.cost.latency_ms is not None:
            self.latency_ms.append(result.cost.latency_ms)


def is_missing(result: QuestionResult) -> bool:
    """Whether the run holds no trace of this question."""
    return Undefined.MISSING_FROM_RUN in result.undefined.values()


def summarise(
    tally: Tally,
    *,
    suite: str,
    run: str,
    settings: Settings,
    judge: Mapping[str, Any],
    notes: Iterable[Note],
    rng: np.random.Generator,
) -> Summary:
    """The summary of everything counted so far.

    Means, n, causes and passing are over questions: repeats of one question are averaged first, so that a question
    asked ten times weighs as much as one asked once. A question with repeats fails if one of them fails.
    Intervals resample clusters; None where fewer than two clusters have a value.
    """
    questions = group_questions(tally.traces)
    seed = int(rng.integers(2**63))
    metrics: dict[str, MetricSummary] = {}
    names = order_names(tally.traces.metrics)
    for start in range(0, len(names), _COLUMNS_AT_ONCE):
        columns = {name: _reduce(tally.traces, questions, name) for name in names[start : start + _COLUMNS_AT_ONCE]}
        metrics.update(_means(columns, questions, seed))
    passing = pass_column(tally.traces, questions)
    causes, secondary = _causes(tally.traces, questions)
    return Summary(
        schema=SUMMARY_SCHEMA,
        suite=suite,
        run=run,
        settings=describe_settings(settings),
        judge=dict(judge),
        n=_numbers(tally, questions),
        pass_rate=_mean(passing, "behavior", _intervals([passing], questions, seed)[0], Undefined.NOT_APPLICABLE),
        notes=tuple(notes),
        metrics=metrics,
        survival=_survival(tally),
        causes=causes,
        secondary_causes=secondary,
        behavior=_behavior(tally),
        governance=GovernanceSummary(
            questions=tally.questions_checked,
            checked=tally.items_checked,
            unknown=tally.items_unknown,
            leaks=_by_place(tally, "leak"),
            stale=_by_place(tally, "stale"),
            superseded=_by_place(tally, "superseded"),
        ),
        cost=_cost(tally),
    )


def _reduce(traces: TraceColumns, questions: Questions, name: str) -> QuestionColumn:
    low, high = find_metric(name).range
    return reduce_metric(traces, questions, name, None if high is None else (low, high))


def _means(columns: Mapping[str, QuestionColumn], questions: Questions, seed: int) -> dict[str, MetricSummary]:
    intervals = _intervals(list(columns.values()), questions, seed)
    return {
        name: _mean(column, find_metric(name).layer, interval, _absence(name))
        for (name, column), interval in zip(columns.items(), intervals, strict=True)
    }


def _absence(name: str) -> Undefined:
    """Why a trace has no entry at all for a metric: it lacks the stage that the column reads."""
    return Undefined.NO_RANKING if name.endswith("]") else Undefined.NOT_APPLICABLE


def _intervals(columns: Sequence[QuestionColumn], questions: Questions, seed: int) -> list[tuple[float, float] | None]:
    """Bootstrap intervals of columns. The seed fixes the draws, so no interval depends on which others there are."""
    values = np.column_stack([column.values for column in columns])
    lows, highs = cluster_bootstrap_ci(values, questions.clusters, rng=np.random.default_rng(seed))
    pairs = zip(lows.tolist(), highs.tolist(), strict=True)
    return [None if isnan(low) else (low, high) for low, high in pairs]


def _mean(column: QuestionColumn, layer: Layer, ci: tuple[float, float] | None, absent: Undefined) -> MetricSummary:
    defined = ~np.isnan(column.values)
    counted = ~np.isnan(column.low)
    reasons = np.bincount(column.reasons[~defined], minlength=len(REASONS) + 1).tolist()
    undefined = {str(reason): count for reason, count in zip(REASONS, reasons[1:], strict=True) if count}
    if reasons[0]:
        undefined[absent] = undefined.get(absent, 0) + reasons[0]
    condensed = column.condensed[~np.isnan(column.condensed)] if column.condensed is not None else None
    return MetricSummary(
        layer=layer,
        value=float(column.values[defined].mean()) if defined.any() else None,
        ci=ci,
        bounds=(float(column.low[counted].mean()), float(column.high[counted].mean())) if counted.any() else None,
        n=int(defined.sum()),
        undefined=undefined,
        condensed=float(condensed.mean()) if condensed is not None and len(condensed) else None,
    )


def _numbers(tally: Tally, questions: Questions) -> dict[str, int]:
    expects = np.array(tally.expects, dtype=np.int8)[questions.order][questions.starts]
    by_expect = dict(zip(_EXPECTS, np.bincount(expects, minlength=len(_EXPECTS)).tolist(), strict=True))
    verdict = Counter(verdicts(tally.traces, questions))
    n = {
        "questions": len(questions),
        "evaluated": int(questions.any(np.array(tally.missing) == 0).sum()),
        "answerable": by_expect["answer"] + by_expect["partial"],
        "no_answer": by_expect["refuse"] + by_expect["clarify"],
        "chat": by_expect["chat"],
        "errors": int(questions.any(np.array(tally.errors) == 1).sum()),
        "passed": verdict["passed"],
        "failed": verdict["failed"],
        "undecided": verdict["undecided"],
    }
    repeats = len(tally.traces) - len(questions)
    return {**n, "repeats": repeats} if repeats else n


def _causes(traces: TraceColumns, questions: Questions) -> tuple[dict[str, int], dict[str, int]]:
    primary: Counter[int] = Counter()
    secondary: Counter[int] = Counter()
    for row in deciding_traces(traces, questions):
        if row >= 0 and traces.cause[row] >= 0:
            primary[traces.cause[row]] += 1
            secondary[traces.secondary[row]] += 1
    others: Counter[str] = Counter()
    for mask, count in secondary.items():
        for number, cause in enumerate(CAUSES):
            if mask >> number & 1:
                others[cause] += count
    return (
        {cause: primary[number] for number, cause in enumerate(CAUSES) if primary[number]},
        {cause: others[cause] for cause in CAUSES if others[cause]},
    )


def _survival(tally: Tally) -> tuple[StageCount, ...]:
    return tuple(
        StageCount(stage=stage, **{label: tally.survival[stage, label] for label in _LABELS})
        for stage in STAGES
        if any(tally.survival[stage, label] for label in _LABELS)
    )


def _behavior(tally: Tally) -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = {}
    for (expected, observed), count in sorted(tally.behavior.items()):
        table.setdefault(expected, {})[observed] = count
    return table


def _by_place(tally: Tally, kind: str) -> dict[str, int]:
    return {place: tally.exposed[kind, place] for place in _PLACES}


def _cost(tally: Tally) -> CostSummary:
    latencies = np.array(tally.latency_ms)
    p50, p95 = np.quantile(latencies, [0.5, 0.95]).tolist() if len(latencies) else (None, None)
    return CostSummary(
        tokens=sum(tally.tokens) if tally.tokens else None,
        cost_usd=fsum(tally.cost_usd) if tally.cost_usd else None,
        latency_ms=Quantiles(p50=p50, p95=p95, n=len(latencies)),
        n={"tokens": len(tally.tokens), "cost_usd": len(tally.cost_usd), "latency_ms": len(latencies)},
    )
