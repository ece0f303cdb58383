"""A number, or the reason why there is none."""

from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from ragstrata.records.names import Undefined


class Score(msgspec.Struct, frozen=True, gc=False):
    """One question's value of one metric: a number, or a reason, never both and never neither.

    `bounds` hold the lowest and highest value that what is unknown could still make of it; None where
    nothing is unknown. An undefined score may have bounds: its value exists and is not known.
    """

    value: float | None
    reason: Undefined | None = None
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Scores:
    """A batch of scores of one metric, one a question.

    values: float64[questions], NaN where undefined (the NaN never leaves this class: see `records.score.Score`).
    reasons: for each question None, or why there is no value.
    """

    values: NDArray[np.float64]
    reasons: tuple[Undefined | None, ...]

    def __getitem__(self, index: int) -> Score:
        reason = self.reasons[index]
        return Score(None, reason) if reason is not None else Score(float(self.values[index]))

    def __len__(self) -> int:
        return len(self.reasons)
