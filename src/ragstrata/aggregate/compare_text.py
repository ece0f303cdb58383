"""A comparison in plain lines for the terminal."""

from collections.abc import Sequence
from typing import Final
from unicodedata import east_asian_width

from ragstrata.aggregate.compare import Comparison, Difference, Flip

_LISTED: Final = 20
_HEADER: Final = ("metric", "a", "b", "b - a", "95% interval", "p", "p (Holm)", "n", "")


def comparison_lines(comparison: Comparison) -> list[str]:
    """What `ragstrata compare` prints: who is compared on what, the differences, and the questions that flipped."""
    c = comparison
    a, b = _shown(c.run_a), _shown(c.run_b)
    lines = [
        f"suite {_shown(c.suite)}: run b = {b} against run a = {a}",
        f"{_plural(c.n['paired'], 'question')} in both runs{_repeats(c)}",
    ]
    lines += [f"WARNING: measured differently: {words}" for words in c.differs]
    lines += _unmatched("a", a, c.only_a) + _unmatched("b", b, c.only_b) + [""]
    rows = [("pass rate", c.pass_rate), *((n, d) for n, d in c.metrics.items() if d.n)]
    lines += _table([_HEADER, *(_row(name, difference) for name, difference in rows)])
    left_out = len(c.metrics) + 1 - len(rows)
    if left_out:
        lines.append(f"{_plural(left_out, 'metric')} without a value in both runs on any question: not shown")
    lines += ["", *_flips("fixed (failed in a, passed in b)", c.fixed, c.fixed_causes)]
    lines += _flips("broken (passed in a, failed in b)", c.broken, c.broken_causes)
    return lines


def _repeats(c: Comparison) -> str:
    if not c.n["repeats_a"] and not c.n["repeats_b"]:
        return ""
    return f" (repeats averaged: {c.n['repeats_a']} in a, {c.n['repeats_b']} in b)"


def _unmatched(side: str, run: str, ids: Sequence[str]) -> list[str]:
    if not ids:
        return []
    return [f"only in {side} ({run}), left out: {_plural(len(ids), 'question')}: {_list(ids)}"]


def _list(ids: Sequence[str]) -> str:
    more = f", and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
    return ", ".join(_shown(name) for name in ids[:_LISTED]) + more


def _row(name: str, d: Difference) -> tuple[str, ...]:
    interval = f"[{d.ci[0]:+.3f}, {d.ci[1]:+.3f}]" if d.ci is not None else "-"
    remark = ""
    if d.unresolved and d.bounds_a is not None and d.bounds_b is not None:
        bounds = [f"[{low:.3f}, {high:.3f}]" for low, high in (d.bounds_a, d.bounds_b)]
        remark = f"unresolved: a may be {bounds[0]}, b {bounds[1]}"
    numbers = (_number(d.a, ".3f"), _number(d.b, ".3f"), _number(d.delta, "+.3f"))
    return (name, *numbers, interval, _number(d.p, ".4f"), _number(d.p_adjusted, ".4f"), str(d.n), remark)


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(_width(row[i]) for row in rows) for i in range(len(_HEADER))]
    lines = []
    for row in rows:
        gaps = [" " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)]
        numbers = (gap + cell for gap, cell in zip(gaps[1:-1], row[1:-1], strict=True))
        lines.append("  ".join([row[0] + gaps[0], *numbers, row[-1]]).rstrip())
    return lines


def _width(text: str) -> int:
    """Columns on a terminal: wide characters take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _flips(title: str, flips: Sequence[Flip], causes: dict[str, int]) -> list[str]:
    if not flips:
        return [f"{title}: none"]
    counted = ", ".join(f"{cause} {count}" for cause, count in causes.items())
    named = [f"{_shown(f.question_id)} ({f.cause})" if f.cause else _shown(f.question_id) for f in flips[:_LISTED]]
    more = [f"and {len(flips) - _LISTED} more"] if len(flips) > _LISTED else []
    return [f"{title}: {len(flips)}; by cause: {counted}", *(f"  {line}" for line in [*named, *more])]


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _shown(text: str) -> str:
    """Foreign text in one line: control characters, which could drive a terminal, are escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
