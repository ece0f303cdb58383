"""How scores of single questions are made: a share or a reason, never a made-up number."""

from ragstrata.records.names import UNKNOWN_REASONS, Undefined
from ragstrata.records.score import Score


def undefined(reason: Undefined) -> Score:
    """No value. A reason that hides a value which exists bounds it by 0 and 1."""
    return Score(None, reason, (0.0, 1.0) if reason in UNKNOWN_REASONS else None)


def share(part: float, whole: float, empty: Undefined) -> Score:
    """`part / whole`, or the reason why there is nothing to divide by."""
    return Score(part / whole) if whole else undefined(empty)


def share_with_open(part: float, open_: float, whole: float, empty: Undefined) -> Score:
    """A share of which some members are undecided: no value then, but bounds with those counted both ways.

    >>> share_with_open(1, 1, 4, Undefined.NO_CLAIMS).bounds
    (0.25, 0.5)
    """
    if not open_ or not whole:
        return share(part, whole, empty)
    return Score(None, Undefined.JUDGE_UNDECIDED, (part / whole, (part + open_) / whole))
