"""The metrics, layer by layer: every mean with its n, its interval, and what has no value."""

import re
from collections.abc import Mapping
from typing import Final

from ragstrata.metrics.registry import metrics
from ragstrata.records.names import Layer
from ragstrata.records.result import MetricSummary, Summary
from ragstrata.report.drawn import MetricRow, Metrics, MetricTable, Range
from ragstrata.report.foreign import clean_line
from ragstrata.report.numbers import format_interval, format_value
from ragstrata.report.words import Words

LAYERS: Final[tuple[Layer, ...]] = ("retrieval", "context", "answer", "citations", "behavior", "hops", "governance")
_BASE: Final = re.compile(r"^[^@\[(]+")
_SAME: Final = 5e-4
"""Bounds nearer to the value than this look like the value when written."""


def show_metrics(summary: Summary, words: Words) -> Metrics:
    """One table a layer, in the order in which a question passes through them."""
    tables = []
    for layer in LAYERS:
        of_layer = {name: m for name, m in summary.metrics.items() if m.layer == layer}
        if of_layer:
            tables.append(
                MetricTable(
                    layer=layer,
                    title=words.name("layer", layer),
                    rows=_rows({n: m for n, m in of_layer.items() if _told(m) and not n.endswith("]")}, words),
                    later=_rows({n: m for n, m in of_layer.items() if _told(m) and n.endswith("]")}, words),
                    empty=_rows({n: m for n, m in of_layer.items() if not _told(m)}, words),
                )
            )
    columns = ("metric", "value", "range", "interval", "n", "undefined")
    return Metrics(
        title=words.say("section", "metrics"),
        about=words.say("about", "metrics"),
        columns=tuple(words.say("column", column) for column in columns),
        tables=tuple(tables),
        later=words.say("about", "later"),
        empty=words.say("about", "empty"),
    )


def _told(metric: MetricSummary) -> bool:
    """Something is known of it: a value, or at least bounds."""
    return metric.value is not None or metric.bounds is not None


def _rows(of_layer: Mapping[str, MetricSummary], words: Words) -> tuple[MetricRow, ...]:
    """A row each; what a metric means is said once, not at every cutoff."""
    better = {m.name.removesuffix("@k"): m.higher_is_better for m in metrics()}
    rows, said = [], ""
    for name, metric in of_layer.items():
        found = _BASE.match(name)
        base = found.group() if found is not None else name
        direction = {False: "lower_better", None: "neither_better"}.get(better.get(base, True))
        first = base != said
        said = base
        rows.append(
            _row(
                name,
                metric,
                words,
                about=words.groups["metric"].get(base, "") if first else "",
                direction=words.say("about", direction) if direction is not None and first else "",
            )
        )
    return tuple(rows)


def _row(name: str, metric: MetricSummary, words: Words, *, about: str, direction: str) -> MetricRow:
    bounds = wider_bounds(metric)
    return MetricRow(
        name=clean_line(name),
        about=about,
        direction=direction,
        value=format_value(metric.value),
        interval=format_interval(metric.ci),
        n=f"{metric.n:,}",
        undefined=tuple(undefined_counts(metric, words)),
        bounds=f"{words.say('column', 'bounds')} {format_interval(bounds)}" if bounds is not None else "",
        condensed=f"{words.say('column', 'condensed')} {format_value(metric.condensed)}"
        if metric.condensed is not None
        else "",
        range=_range(metric, bounds),
    )


def undefined_counts(metric: MetricSummary, words: Words) -> list[str]:
    """The questions without a value, by reason, the most frequent first."""
    ordered = sorted(metric.undefined.items(), key=lambda item: -item[1])
    return [
        words.say("about", "undefined_count", count=f"{count:,}", reason=words.name("undefined", reason))
        for reason, count in ordered
        if count
    ]


def wider_bounds(metric: MetricSummary) -> tuple[float, float] | None:
    """The bounds where they say more than the value does."""
    if metric.bounds is None:
        return None
    low, high = metric.bounds
    if metric.value is not None and abs(low - metric.value) < _SAME and abs(high - metric.value) < _SAME:
        return None
    return metric.bounds


def _range(metric: MetricSummary, bounds: tuple[float, float] | None) -> Range | None:
    drawn = [metric.value, *(metric.ci or ()), *(bounds or ())]
    if all(x is None for x in drawn) or any(x is not None and not 0 <= x <= 1 for x in drawn):
        return None
    return Range(value=metric.value, interval=metric.ci, bounds=bounds)
