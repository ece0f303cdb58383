"""What a page needs to know of all questions, taken in one pass over them and in bounded memory."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ragstrata.records.names import EvidenceLabel
from ragstrata.records.result import EvidenceResult, FactResult, QuestionResult
from ragstrata.report.drawn import Verdict

_ANSWERABLE = frozenset({"answer", "partial"})


@dataclass(slots=True)
class Gathered:
    """Counts over every result, and the results that may be listed: at most `limit` of each verdict.

    lost_at: needed units by the stage that lost them; used: needed units by what the answer made of them, as far as
    facts can tell; causes: the primary cause of each failed question, that of its first failed repeat.
    """

    limit: int
    total: int = 0
    kept: dict[Verdict, list[QuestionResult]] = field(
        default_factory=lambda: {"failed": [], "undecided": [], "passed": []}
    )
    lost_at: Counter[str] = field(default_factory=Counter)
    used: Counter[EvidenceLabel] = field(default_factory=Counter)
    with_facts: bool = False
    causes: dict[str, str] = field(default_factory=dict)

    def listed(self) -> Iterator[QuestionResult]:
        """The failed ones first, then the undecided, then the passed; each kind in the order of the run."""
        shown = 0
        for results in self.kept.values():
            for result in results:
                if shown == self.limit:
                    return
                shown += 1
                yield result


def verdict_of(result: QuestionResult) -> Verdict:
    """Passed, failed, or not to be told."""
    return "undecided" if result.passed is None else "passed" if result.passed else "failed"


def gather(results: Iterable[QuestionResult], limit: int) -> Gathered:
    """One pass over the results of a run."""
    gathered = Gathered(limit)
    for result in results:
        verdict = verdict_of(result)
        gathered.total += 1
        if len(gathered.kept[verdict]) < limit:
            gathered.kept[verdict].append(result)
        if verdict == "failed" and result.cause.primary is not None:
            gathered.causes.setdefault(result.question_id, result.cause.primary)
        if result.behavior.expected in _ANSWERABLE:
            _follow(gathered, result)
    return gathered


def _follow(gathered: Gathered, result: QuestionResult) -> None:
    said = stated(result.facts)
    for unit in result.evidence:
        if unit.needed:
            gathered.with_facts = gathered.with_facts or said is not None
            if unit.lost_at is not None:
                gathered.lost_at[unit.lost_at] += 1
            gathered.used[use_of(unit, said)] += 1


def stated(facts: Iterable[FactResult]) -> EvidenceLabel | None:
    """What became of a question's vital facts (of all, where none is vital): `intact` if each is stated with its
    conditions, `partial` if some is stated, `absent` if none is, `unknown` if that is undecided; None without facts.
    """
    every = tuple(facts)
    labels = [fact.label for fact in every if fact.importance == "vital"] or [fact.label for fact in every]
    if not labels:
        return None
    if all(label == "covered" for label in labels):
        return "intact"
    if any(label in ("covered", "covered_without_condition") for label in labels):
        return "partial"
    return "unknown" if "undecided" in labels else "absent"


def use_of(unit: EvidenceResult, said: EvidenceLabel | None) -> EvidenceLabel:
    """What the answer made of a needed unit. What did not reach the sent text was not used, whatever it says."""
    arrived = unit.stages.get("context", "unknown")
    if arrived in ("intact", "split"):
        return said or "unknown"
    return arrived
