"""A question's labels made ready: units of evidence, alternative sets, and their way as far as the corpus tells it.

Everything here depends on the suite alone, so it is worked out once a question whatever number of runs there is.
"""

from dataclasses import dataclass
from typing import Literal

from ragstrata.align.corpus import Asker, Corpus
from ragstrata.align.units import Unit, unit_by_id, unit_of
from ragstrata.records.names import Granularity, Undefined
from ragstrata.records.question import Question
from ragstrata.records.suite import Qrels
from ragstrata.records.views import LabelFault


@dataclass(slots=True, frozen=True)
class Gold:
    """A question with its units. `ranked` are what rank measures count: the units, or documents or chunks by id.

    sets and ranked_sets: alternative sets as indices. grades: judgements of items (id → grade), None without qrels;
    `judged_by` says whether those ids are documents or chunks. reason: why evidence has no meaning here.
    """

    question: Question
    asker: Asker
    units: tuple[Unit, ...]
    sets: tuple[tuple[int, ...], ...]
    ranked: tuple[Unit, ...]
    ranked_sets: tuple[tuple[int, ...], ...]
    grades: dict[str, float] | None
    judged_by: Literal["chunk", "document"]
    reason: Undefined | None
    ranked_reason: Undefined | None
    broken: tuple[LabelFault, ...]


def prepare_gold(question: Question, corpus: Corpus, qrels: Qrels | None, granularity: Granularity) -> Gold:
    """The labels of a question against the corpus."""
    asker = Asker(question.principal, question.as_of)
    grades = qrels.grades.get(question.question_id) if qrels is not None else None
    judged_by = qrels.granularity if qrels is not None else "document"
    expects_evidence = (question.expect or "answer") in ("answer", "partial")
    by_evidence = tuple(unit_of(e, corpus, asker) for e in question.evidence or ())
    by_qrels = _units_of_grades(grades or {}, judged_by, corpus, asker)
    units, sets = (by_evidence, _sets(question, by_evidence)) if by_evidence else (by_qrels, _one_set(by_qrels))
    if granularity == "evidence":
        ranked, ranked_sets = units, sets
    elif by_qrels or grades:
        ranked, ranked_sets = by_qrels, _one_set(by_qrels)
    else:
        ranked = _units_at(by_evidence, granularity, corpus, asker)
        ranked_sets = _one_set(ranked)
    judged = grades or (qrels is not None and granularity != "evidence") or not expects_evidence
    missing = Undefined.NO_EVIDENCE if judged else Undefined.NO_EVIDENCE_LABELLED
    reason = None if sets and expects_evidence else missing
    return Gold(
        question=question,
        asker=asker,
        units=units if expects_evidence else (),
        sets=sets if expects_evidence else (),
        ranked=ranked if expects_evidence else (),
        ranked_sets=_legal_sets(ranked, ranked_sets) if expects_evidence else (),
        grades=grades,
        judged_by=judged_by,
        reason=reason,
        ranked_reason=reason or _ranked_reason(ranked, ranked_sets, missing),
        broken=tuple(u.broken for u in units if u.broken is not None) if expects_evidence else (),
    )


def _ranked_reason(ranked: tuple[Unit, ...], sets: tuple[tuple[int, ...], ...], missing: Undefined) -> Undefined | None:
    if not sets:
        return missing
    if all(any(ranked[i].broken for i in members) for members in sets):
        return Undefined.BROKEN_LABELS
    return None if _legal_sets(ranked, sets) else Undefined.NO_LEGAL_EVIDENCE


def _legal_sets(units: tuple[Unit, ...], sets: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The sets without what this asker may not use; a set that keeps nothing is gone."""
    kept = (tuple(i for i in members if units[i].legal and units[i].broken is None) for members in sets)
    return tuple(members for members in kept if members)


def _sets(question: Question, units: tuple[Unit, ...]) -> tuple[tuple[int, ...], ...]:
    at = {unit.evidence_id: i for i, unit in enumerate(units)}
    if question.evidence_sets:
        named = (tuple(dict.fromkeys(at[e] for e in members if e in at)) for members in question.evidence_sets)
        return tuple(members for members in named if members)
    needed = tuple(i for i, unit in enumerate(units) if unit.grade >= 1)
    return (needed,) if needed else ()


def _one_set(units: tuple[Unit, ...]) -> tuple[tuple[int, ...], ...]:
    return (tuple(range(len(units))),) if units else ()


def _units_of_grades(
    grades: dict[str, float], kind: Literal["chunk", "document"], corpus: Corpus, asker: Asker
) -> tuple[Unit, ...]:
    """Judged ids with a positive grade as units. Qrels may name ids that the suite has no text for."""
    return tuple(unit_by_id(key, kind, key, grade, corpus, asker) for key, grade in grades.items() if grade > 0)


def _units_at(units: tuple[Unit, ...], granularity: Granularity, corpus: Corpus, asker: Asker) -> tuple[Unit, ...]:
    """Evidence seen as whole documents, or as the chunks that hold it."""
    kind: Literal["chunk", "document"] = "chunk" if granularity == "chunk" else "document"
    grades: dict[str, float] = {}
    for unit in units:
        if unit.grade >= 1:
            for key in unit.docs if kind == "document" else unit.homes:
                grades[key] = max(grades.get(key, 0.0), unit.grade)
    return tuple(unit_by_id(key, kind, key, grade, corpus, asker) for key, grade in grades.items())
