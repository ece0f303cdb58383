"""The smaller tables of a page: behaviour, access and time, cost, notes, and how to read it all."""

from collections.abc import Iterable, Mapping
from typing import Any

from ragstrata.records.names import MEETS
from ragstrata.records.result import GovernanceSummary, Summary
from ragstrata.records.suite import Note
from ragstrata.report.drawn import NoteLine, Notes, Settings, Table
from ragstrata.report.foreign import clean_line, shorten
from ragstrata.report.numbers import NO_VALUE, format_count, format_duration, format_money
from ragstrata.report.words import Words

PLACES = ("retrieved", "context", "answer")
_OBSERVED = ("answer", "partial", "refuse", "clarify", "empty", "error")
_LONGEST = 160
_EXAMPLES = 5


def show_behavior(summary: Summary, words: Words) -> Table:
    """Expected × observed. A cell where the reply did what was expected is `good`, another one `bad`."""
    table = {expected: row for expected, row in summary.behavior.items() if any(row.values())}
    seen = [label for label in _OBSERVED if any(row.get(label) for row in table.values())]
    rows, marks = [], {}
    order = [expected for expected in MEETS if expected in table]
    for i, expected in enumerate(order):
        row = table[expected]
        rows.append((words.name("expect", expected), *(format_count(row.get(label, 0)) for label in seen)))
        for j, label in enumerate(seen, 1):
            met = label in MEETS[expected]
            marks[f"{i},{j}"] = "quiet" if not row.get(label) else "good" if met else "bad"
    return Table(
        title=words.say("section", "behavior"),
        about=words.say("about", "behavior" if rows else "behavior_none"),
        columns=(words.say("column", "expected"), *(words.name("behavior", label) for label in seen)) if rows else (),
        rows=tuple(rows),
        marks=marks,
    )


def show_governance(summary: Summary, words: Words) -> Table:
    """Passages that should not have been there, by kind and place."""
    governance = summary.governance
    kinds = (("leaks", governance.leaks), ("stale", governance.stale), ("superseded", governance.superseded))
    rows, marks = [], {}
    for i, (kind, by_place) in enumerate(kinds):
        rows.append(
            (words.name("exposure", kind), *(exposed(by_place.get(place), governance, words) for place in PLACES))
        )
        for j, place in enumerate(PLACES, 1):
            count = by_place.get(place)
            grave = place != "retrieved" and kind != "superseded"
            marks[f"{i},{j}"] = "quiet" if not count else "bad" if grave else "good"
    checked = words.say(
        "about",
        "checked",
        checked=format_count(governance.checked),
        questions=format_count(governance.questions),
        unknown=format_count(governance.unknown),
    )
    return Table(
        title=words.say("section", "governance"),
        about=words.say("page", "between").join((words.say("about", "governance"), checked)),
        columns=(words.say("column", "kind"), *(words.name("place", place) for place in PLACES)),
        rows=tuple(rows),
        marks={cell: mark for cell, mark in marks.items() if mark != "good"},
    )


def exposed(count: int | None, governance: GovernanceSummary, words: Words) -> str:
    """A count of passages; "unknown" rather than 0 where none of them could be checked."""
    if count is None or (not count and not governance.checked and governance.unknown):
        return words.say("page", "unknown")
    return format_count(count)


def show_cost(summary: Summary, words: Words) -> Table:
    """Sums and quantiles, each with the number of traces that recorded it."""
    cost = summary.cost
    tokens, priced, timed = cost.n.get("tokens", 0), cost.n.get("cost_usd", 0), cost.latency_ms.n
    each = None if cost.tokens is None or not tokens else round(cost.tokens / tokens)
    price = None if cost.cost_usd is None or not priced else cost.cost_usd / priced
    rows = (
        ("tokens", format_count(cost.tokens), tokens),
        ("tokens_each", format_count(each), tokens),
        ("cost_usd", format_money(cost.cost_usd, words), priced),
        ("cost_each", format_money(price, words), priced),
        ("latency_p50", format_duration(cost.latency_ms.p50, words), timed),
        ("latency_p95", format_duration(cost.latency_ms.p95, words), timed),
    )
    return Table(
        title=words.say("section", "cost"),
        about=words.say("about", "cost"),
        columns=tuple(words.say("column", column) for column in ("what", "value", "n")),
        rows=tuple(
            (words.say("cost", key), value if n else words.say("page", "not_recorded"), format_count(n))
            for key, value, n in rows
        ),
    )


def show_notes(notes: Iterable[Note], words: Words) -> Notes:
    """Each note with its count and some examples."""
    lines = tuple(
        NoteLine(
            code=str(note.code),
            count=format_count(note.count),
            text=words.groups["note"].get(note.code, clean_line(note.message)),
            examples=tuple(shorten(clean_line(example), _LONGEST) for example in note.examples[:_EXAMPLES]),
        )
        for note in notes
    )
    return Notes(
        title=words.say("section", "notes"),
        about=words.say("about", "notes" if lines else "notes_none"),
        lines=lines,
        examples=words.say("about", "examples"),
    )


def show_settings(summary: Summary, words: Words) -> Settings:
    """The rules behind the numbers, as the run recorded them."""
    suite, judge = _table(summary.settings, "suite"), summary.judge
    pairs: list[tuple[str, Any]] = [
        ("suite", summary.suite),
        ("run", summary.run),
        ("questions", _questions(summary, words)),
        ("granularity", _named("granularity", suite.get("granularity"), words)),
        ("cutoffs", _joined(suite.get("cutoffs"))),
        ("gain", _named("gain", suite.get("gain"), words)),
        ("unjudged", _named("unjudged", suite.get("unjudged"), words)),
        ("judge", judge.get("id") or judge.get("name") or judge.get("kind")),
        ("judge_version", judge.get("version")),
        ("judge_model", judge.get("model")),
        ("seed", summary.settings.get("seed", judge.get("seed"))),
        ("pass", _passing(_table(summary.settings, "pass"), words)),
        ("n", words.say("setting", "n_about")),
        ("undefined", words.say("setting", "undefined_about")),
        ("interval", words.say("setting", "interval_about")),
    ]
    return Settings(
        title=words.say("section", "settings"),
        pairs=tuple(
            (words.say("setting", key), shorten(clean_line(str(value)), 4 * _LONGEST))
            for key, value in pairs
            if value not in (None, "")
        ),
    )


def _table(settings: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = settings.get(name)
    return found if isinstance(found, Mapping) else {}


def _named(group: str, code: object, words: Words) -> str | None:
    return words.name(group, code) if code is not None else None


def _joined(values: object) -> str | None:
    return ", ".join(map(str, values)) if isinstance(values, list | tuple) else None


def _questions(summary: Summary, words: Words) -> str:
    keys = ("questions", "evaluated", "answerable", "no_answer")
    return words.say("setting", "questions_value", **{key: format_count(summary.n.get(key)) for key in keys})


def _passing(rule: Mapping[str, Any], words: Words) -> str:
    """The criteria of `[pass]` in words; one that is switched off is not named."""
    said = []
    for key, value in rule.items():
        if value in (None, False) or (key not in words.groups["pass_name"]):
            continue
        name = words.name("pass_name", key)
        if key == "citations":
            said.append(words.name("pass_citations", value))
        elif value is True:
            said.append(name)
        else:
            bound = "at_most" if key in ("leaks", "stale") else "at_least"
            shown = f"{value:g}" if isinstance(value, int | float) else NO_VALUE
            said.append(words.say("setting", bound, name=name, value=shown))
    return words.say("page", "semicolon").join(said)
