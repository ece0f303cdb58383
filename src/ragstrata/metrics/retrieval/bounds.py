"""What judging the rest of a list could still make of a value."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ragstrata.metrics.retrieval.judging import judge_open, open_rows
from ragstrata.metrics.retrieval.segments import owners, ranks
from ragstrata.metrics.retrieval.unjudged import open_questions
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Measure = Callable[[Rankings], Scores]

_STEPS = 64
"""How many numbers of relevant items are tried at once, where a list has very many unjudged ones."""
_LEVELS = 8
"""How many grades of one question are told apart at most, the highest among them."""
_ROWS = 500_000
"""About how many rows of judged lists are held at once."""


def bounds(measure: Measure, rankings: Rankings, *, graded: bool = True) -> tuple[Floats, Floats]:
    """The lowest and the highest value that judging the rest of a list could still make, per question.

    Each unjudged item is judged not relevant (which bpref alone tells from unjudged) or relevant, with any grade up
    to the highest known for the question, or 1 if none is as high. However many turn relevant, the value is highest
    if they are the first and lowest if they are the last, so each number is tried both ways, with the very measure
    that is asked about. The highest grade makes the lowest value, but a lower one may make the highest, since it
    raises the ideal by less: a `graded` measure is asked about those too. NaN where the value is undefined.
    """
    return bounds_of([(measure, graded)], rankings)[0]


def bounds_of(measures: Sequence[tuple[Measure, bool]], rankings: Rankings) -> list[tuple[Floats, Floats]]:
    """The bounds of several measures, each with whether it is graded. The lists are judged once for all of them."""
    made = []
    for measure, _ in measures:
        values = measure(rankings).values
        made.append((values.copy(), values.copy()))
    for questions in _chunks(rankings):
        lists = _open_lists(rankings, questions)
        numbers = [_spread(0, size) for size in lists.size.tolist()]
        first, last = (_try(lists, range(len(numbers)), numbers, last=last) for last in (False, True))
        for (measure, graded), (low, high) in zip(measures, made, strict=True):
            lowest, _ = _scan(measure, lists, last, sign=-1.0)
            highest, count = _scan(measure, lists, first, sign=1.0)
            if graded:
                highest = _climb(measure, lists, highest, count)
            low[questions] = np.minimum(low[questions], lowest)
            high[questions] = np.maximum(high[questions], highest)
    return made


@dataclass(frozen=True, slots=True)
class _OpenLists:
    """Some questions of a batch. size: int64[c], their open rows; gains: float64[c, levels + 1], what an open item
    may earn, falling, 0 where a question has fewer levels, and 0 at the end."""

    rankings: Rankings
    question: Ints
    size: Ints
    gains: Floats

    def judge(self, way: Ints, counts: Ints, *, last: bool) -> Rankings:
        """One judged list a way: way[i] is the index of its question, and counts[i], rising, says how many of the
        open items (the first, or the last) earn each level or more; a single count is for the top level."""
        sizes = self.size[way]
        offsets = np.concatenate(([0], np.cumsum(sizes)))
        owner = owners(offsets)
        place = ranks(offsets) - 1
        if last:
            place = sizes[owner] - 1 - place
        gains = self.gains if counts.shape[1] > 1 else self.gains[:, [0, -1]]
        level = (counts[owner] <= place[:, None]).sum(axis=1)
        return judge_open(self.rankings, self.question[way], gains[way[owner], level])


@dataclass(frozen=True, slots=True)
class _Tries:
    """Numbers of relevant items that are tried, question after question, and the lists judged so."""

    way: Ints
    count: Ints
    judged: Rankings
    last: bool


def _chunks(rankings: Rankings) -> Iterator[Ints]:
    """The questions that have bounds, so many at a time that their judged lists fit into memory."""
    questions = open_questions(rankings)
    lengths = np.diff(rankings.offsets)[questions]
    rows = np.cumsum(lengths * np.minimum(lengths + 1, _STEPS))
    for chunk in np.unique(rows // _ROWS):
        yield questions[rows // _ROWS == chunk]


def _open_lists(rankings: Rankings, questions: Ints) -> _OpenLists:
    size = np.bincount(owners(rankings.offsets)[open_rows(rankings)], minlength=len(rankings))[questions]
    levels = [_levels(rankings.ideal[rankings.ideal_offsets[q] : rankings.ideal_offsets[q + 1]]) for q in questions]
    gains = np.zeros((len(questions), max(len(level) for level in levels) + 1))
    for row, level in zip(gains, levels, strict=True):
        row[: len(level)] = level
    return _OpenLists(rankings, questions, size.astype(np.int64), gains)


def _levels(ideal: Floats) -> Floats:
    """The gains that are known for a question, from the highest down, and that of a plain relevant item on top if
    none is as high."""
    known = np.unique(ideal[ideal > 0])[::-1]
    levels = known if len(known) and known[0] >= 1.0 else np.concatenate(([1.0], known))
    return levels if len(levels) <= _LEVELS else levels[np.linspace(0, len(levels) - 1, _LEVELS).astype(np.int64)]


def _try(lists: _OpenLists, questions: Sequence[int], numbers: Sequence[Ints], *, last: bool) -> _Tries:
    way = np.repeat(np.asarray(questions, dtype=np.int64), [len(n) for n in numbers])
    count = np.concatenate(numbers)
    return _Tries(way, count, lists.judge(way, count[:, None], last=last), last)


def _scan(measure: Measure, lists: _OpenLists, tries: _Tries, *, sign: float) -> tuple[Floats, Ints]:
    """Per question the highest value (the lowest, if the sign is −1) and how many relevant items make it.

    Of more than `_STEPS` numbers some are tried, then those around the best.
    """
    value, count = np.zeros(len(lists.size)), np.zeros(len(lists.size), dtype=np.int64)
    while True:
        values = measure(tries.judged).values
        best = _best(sign * values, tries.way)
        asked = tries.way[best]
        value[asked], count[asked] = values[best], tries.count[best]
        closer = {}
        for question, at in zip(asked.tolist(), best.tolist(), strict=True):
            if lists.size[question] >= _STEPS:
                tried = tries.way == question
                around = tries.count[tried], at - int(tried.argmax())
                if not _complete(around[0]):
                    closer[question] = _around(*around)
        if not closer:
            return value, count
        tries = _try(lists, list(closer), list(closer.values()), last=tries.last)


def _best(values: Floats, way: Ints) -> Ints:
    """For each question among the ways, in their order, the index of its highest value; the first of equals."""
    return np.lexsort((-values, way))[np.flatnonzero(np.diff(way, prepend=-1))]


def _climb(measure: Measure, lists: _OpenLists, highest: Floats, count: Ints) -> Floats:
    """The highest value with all grades, from the best number of items at the top grade on.

    At each level, each number is tried of items that earn it or more; the numbers at the other levels give way, so
    that the first items have the highest grades. For a ratio of sums like nDCG no higher value is left where no such
    step rises: it is the sum over the levels of what each adds, and the best number never falls from level to level.
    """
    known = (lists.gains > 0).sum(axis=1)
    highest = highest.copy()
    counts = np.repeat(count[:, None], lists.gains.shape[1] - 1, axis=1)
    active = np.flatnonzero(known > 1)
    while len(active):
        steps = [_steps(counts[q], int(known[q]), int(lists.size[q])) for q in active]
        way = np.repeat(active, [len(step) for step in steps])
        tried = np.concatenate(steps)
        values = measure(lists.judge(way, tried, last=False)).values
        best = _best(values, way)
        risen = values[best] > highest[active]
        active, best = active[risen], best[risen]
        highest[active], counts[active] = values[best], tried[best]
    return highest


def _steps(counts: Ints, levels: int, size: int) -> Ints:
    """The counts with each number at each level, those above at most that and those below at least that."""
    numbers = _spread(0, size)
    if not _complete(numbers):
        near = (np.arange(max(c - _STEPS // 4, 0), min(c + _STEPS // 4, size) + 1) for c in counts[:levels])
        numbers = np.unique(np.concatenate((numbers, *near)))
    steps = np.tile(counts, (levels, len(numbers), 1))
    for level, step in enumerate(steps):
        step[:, :level] = np.minimum(step[:, :level], numbers[:, None])
        step[:, level] = numbers
        step[:, level + 1 :] = np.maximum(step[:, level + 1 :], numbers[:, None])
    return steps.reshape(-1, len(counts))


def _spread(start: int, end: int) -> Ints:
    """Whole numbers from start to end, at most `_STEPS` of them."""
    return np.unique(np.linspace(start, end, min(end - start + 1, _STEPS)).astype(np.int64))


def _complete(counts: Ints) -> bool:
    return bool(len(counts) == counts[-1] - counts[0] + 1)


def _around(counts: Ints, best: int) -> Ints:
    return _spread(int(counts[max(best - 1, 0)]), int(counts[min(best + 1, len(counts) - 1)]))
