"""Numbers as they are shown. No number is shown for what has none."""

from typing import Final

from ragstrata.report.words import Words

NO_VALUE: Final = "—"
_EVERYDAY: Final = 10_000.0
_SECOND: Final = 1000.0


def format_value(value: float | None) -> str:
    """Three decimals, fewer for large values.

    >>> format_value(2 / 3), format_value(1234.5), format_value(None)
    ('0.667', '1,234.5', '—')
    """
    if value is None:
        return NO_VALUE
    size = abs(value)
    return f"{value:.3f}" if size < 10 else f"{value:,.1f}"


def format_interval(interval: tuple[float, float] | None) -> str:
    """`0.250–1.000`, or nothing."""
    return "" if interval is None else f"{format_value(interval[0])}–{format_value(interval[1])}"


def format_percent(share: float | None) -> str:
    """One decimal.

    >>> format_percent(0.6), format_percent(None)
    ('60.0%', '—')
    """
    return NO_VALUE if share is None else f"{100 * share:.1f}%"


def format_count(count: int | None) -> str:
    """With separators between the thousands."""
    return NO_VALUE if count is None else f"{count:,}"


def format_duration(milliseconds: float | None, words: Words) -> str:
    """Milliseconds below ten seconds, seconds above."""
    if milliseconds is None:
        return NO_VALUE
    if milliseconds < _EVERYDAY:
        return words.say("unit", "ms", value=f"{milliseconds:,.0f}")
    return words.say("unit", "s", value=f"{milliseconds / _SECOND:,.1f}")


def format_money(usd: float | None, words: Words) -> str:
    """Four significant digits of small sums, cents of larger ones."""
    if usd is None:
        return NO_VALUE
    return words.say("unit", "usd", value=f"{usd:,.2f}" if usd >= 1 or usd == 0 else f"{usd:.4g}")
