"""Dates and moments, as ISO writes them."""

from datetime import UTC, date, datetime
from functools import lru_cache


@lru_cache(maxsize=65536)
def moment(text: str) -> datetime | None:
    """An ISO date (its midnight) or date-time; without a zone it is UTC; None if it is neither.

    >>> moment("2024-07-01") == moment("2024-07-01T02:00:00+02:00")
    True
    >>> moment("1 July 2024") is None
    True
    """
    try:
        if len(text) <= 10:
            return datetime.combine(date.fromisoformat(text), datetime.min.time(), tzinfo=UTC)
        parsed = datetime.fromisoformat(text)
    except ValueError:
        return None
    return parsed if parsed.tzinfo is not None else parsed.replace(tzinfo=UTC)
