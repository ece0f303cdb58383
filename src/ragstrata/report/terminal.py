"""A run's summary on a terminal: what failed, where the evidence went, why, and the numbers that matter."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console

from ragstrata.records.names import EvidenceLabel
from ragstrata.records.result import MetricSummary, Summary
from ragstrata.report.foreign import clean_line, shorten, shorten_id
from ragstrata.report.layers import undefined_counts, wider_bounds
from ragstrata.report.numbers import format_count, format_interval, format_value
from ragstrata.report.overview import counts, headline, lead
from ragstrata.report.screen import Screen, pad, pad_left
from ragstrata.report.tables import PLACES, exposed
from ragstrata.report.words import Words, load_words

_STYLES: Final[Mapping[EvidenceLabel, str]] = {
    "intact": "cyan",
    "split": "yellow",
    "partial": "yellow",
    "absent": "dim",
    "unknown": "dim",
}
_FILLS: Final[Mapping[EvidenceLabel, str]] = {
    "intact": "█",
    "split": "▓",
    "partial": "▒",
    "absent": "░",
    "unknown": "?",
}
_SHORTEST_BAR, _LONGEST_BAR = 8, 40
_ROOM_FOR_COUNTS: Final = 12
_EXAMPLE: Final = 60
_CUT: Final = re.compile(r"(Recall|Completeness|nDCG)@(\d+)")
_KEY: Final = (
    "RR context_recall context_completeness faithfulness correctness completeness citation_validity citation_precision "
    "behavior_accuracy false_answer_rate over_refusal_rate over_budget_rate"
).split()
"""What a first look needs beside the rank measures at the largest cutoff; the report has all of them."""


def print_summary(summary: Summary, console: Console, *, lang: str = "en", files: Sequence[str] = ()) -> None:
    """Print the result of a run. Every mean has its n, and what has no value is counted. files: named at the end.

    A console that cannot hold the language asked for is written to in English.
    """
    words, screen = load_words(lang), Screen(console)
    if not screen.holds(words.say("terminal", "survival")):
        words = load_words("en")
    # Which questions failed is not known here: with undecided ones among the causes, no cause is named.
    known = {} if summary.n.get("undecided") else summary.causes
    screen.line((f"{shorten_id(summary.suite)} · {shorten_id(summary.run)}", "dim"))
    screen.line((headline(summary, words, known), "bold"))
    said = words.say("page", "between").join(lead(summary, words))
    if said:
        screen.line(said)
    _survival(summary, words, screen)
    _causes(summary, words, screen)
    _metrics(summary, words, screen)
    _governance(summary, words, screen)
    _notes(summary, words, screen)
    if files:
        _heading(words.say("terminal", "files"), screen)
        for file in files:
            screen.block(2, clean_line(file))


def _heading(title: str, screen: Screen) -> None:
    screen.line("")
    screen.line((title, "bold"))


def _survival(summary: Summary, words: Words, screen: Screen) -> None:
    if not summary.survival:
        return
    _heading(words.say("terminal", "survival"), screen)
    titles = [words.name("stage_title", stage.stage) for stage in summary.survival]
    room = screen.console.width
    label = min(max(map(cell_len, titles)), max(room // 3, 8))
    width = max(min(room - label - _ROOM_FOR_COUNTS - 4, _LONGEST_BAR), _SHORTEST_BAR)
    for stage, title in zip(summary.survival, titles, strict=True):
        by_label = counts(stage)
        bar = [(_FILLS[name] * size, _STYLES[name]) for name, size in bar_cells(by_label, width).items()]
        total = format_count(sum(by_label.values()))
        screen.line("  ", pad(title, label), "  ", *bar, f"  {format_count(stage.intact)}/{total}")
    seen = [name for name in _FILLS if any(counts(stage)[name] for stage in summary.survival)]
    screen.block(2, ("  ".join(f"{_FILLS[name]} {words.name('evidence', name)}" for name in seen), "dim"))


def bar_cells(by_label: Mapping[EvidenceLabel, int], width: int) -> dict[EvidenceLabel, int]:
    """The cells of a bar of `width` that each label gets: in proportion, at least one where there is any.

    >>> bar_cells({"intact": 99, "absent": 1}, 10)
    {'intact': 9, 'absent': 1}
    """
    total = sum(by_label.values())
    if not total:
        return {}
    present = {label: count for label, count in by_label.items() if count}
    free = width - len(present)
    exact = {label: free * count / total for label, count in present.items()}
    cells = {label: 1 + int(share) for label, share in exact.items()}
    by_remainder = sorted(exact, key=lambda label: int(exact[label]) - exact[label])
    for label in by_remainder[: width - sum(cells.values())]:
        cells[label] += 1
    return cells


def _causes(summary: Summary, words: Words, screen: Screen) -> None:
    if not summary.causes:
        return
    _heading(words.say("terminal", "causes"), screen)
    order = sorted(summary.causes, key=lambda cause: -summary.causes[cause])
    room = max(len(format_count(summary.causes[cause])) for cause in order)
    for cause in order:
        also = summary.secondary_causes.get(cause, 0)
        more = f"  ({words.count('about', 'secondary', also)})" if also else ""
        number = pad_left(format_count(summary.causes[cause]), room)
        screen.block(2, (number, "red"), f"  {words.name('cause', cause)}", (more, "dim"), hang=room + 2)


def _metrics(summary: Summary, words: Words, screen: Screen) -> None:
    chosen = key_metrics(summary.metrics)
    if not chosen:
        return
    _heading(words.say("terminal", "metrics"), screen)
    name_room = max(map(len, chosen))
    number_room = max(len(format_value(m.value)) for m in chosen.values())
    interval_room = max(len(format_interval(m.ci)) for m in chosen.values())
    wide = screen.console.width >= name_room + number_room + interval_room + 30
    for name, metric in chosen.items():
        interval = pad(format_interval(metric.ci), interval_room if wide else len(format_interval(metric.ci)))
        said = [f"n={metric.n:,}"]
        bounds = wider_bounds(metric)
        if bounds is not None:
            said.append(f"{words.say('column', 'bounds')} {format_interval(bounds)}")
        said.extend(undefined_counts(metric, words))
        screen.block(
            2,
            pad(name, name_room if wide else len(name)),
            "  ",
            (pad_left(format_value(metric.value), number_room if wide else 0), "bold"),
            f"  {interval}  " if interval else "  ",
            (" · ".join(said), "dim"),
            hang=4,
        )


def key_metrics(metrics: Mapping[str, MetricSummary]) -> dict[str, MetricSummary]:
    """The rank measures at their largest cutoff, then the few others that a first look needs."""
    largest: dict[str, tuple[int, str]] = {}
    for name in metrics:
        found = _CUT.fullmatch(name)
        if found is not None:
            largest[found[1]] = max(largest.get(found[1], (0, name)), (int(found[2]), name))
    names = [name for _, name in largest.values()] + [name for name in _KEY if name in metrics]
    return {name: metrics[name] for name in names}


def _governance(summary: Summary, words: Words, screen: Screen) -> None:
    governance = summary.governance
    if not governance.checked and not governance.unknown:
        return
    _heading(words.say("terminal", "governance"), screen)
    kinds = (("leaks", governance.leaks), ("stale", governance.stale), ("superseded", governance.superseded))
    unseen = not governance.checked and not any(any(by_place.values()) for _, by_place in kinds)
    for kind, by_place in () if unseen else kinds:
        said = words.join(
            [f"{words.name('place', place)} {exposed(by_place.get(place), governance, words)}" for place in PLACES]
        )
        grave = kind != "superseded" and any(by_place.get(place) for place in PLACES[1:])
        line = words.say("terminal", "governance_counts", kind=words.name("exposure", kind), counts=said)
        screen.block(2, (line, "red" if grave else ""))
    checked, unknown = format_count(governance.checked), format_count(governance.unknown)
    screen.block(2, (words.say("terminal", "governance_unknown", checked=checked, unknown=unknown), "dim"))


def _notes(summary: Summary, words: Words, screen: Screen) -> None:
    if not summary.notes:
        return
    _heading(words.say("terminal", "notes"), screen)
    room = max(len(format_count(note.count)) for note in summary.notes)
    for note in summary.notes:
        text = words.groups["note"].get(note.code, clean_line(note.message))
        example = f"  ({shorten(clean_line(note.examples[0]), _EXAMPLE)})" if note.examples else ""
        screen.block(2, pad_left(format_count(note.count), room), f"  {text}", (example, "dim"), hang=room + 2)
