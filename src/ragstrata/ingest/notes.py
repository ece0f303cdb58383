"""Notes while they are collected: how often each was made, and the first examples."""

from collections.abc import Iterable
from typing import Final

from ragstrata.records.names import NoteCode
from ragstrata.records.suite import Note

_EXAMPLES = 5
_LONGEST = 120

MESSAGES: Final[dict[NoteCode, str]] = {
    NoteCode.DUPLICATE_HITS: "the same passage stands more than once in a ranking: it keeps its rank and earns nothing",
    NoteCode.INTEGER_IDS: "integer ids were read as their decimal text",
    NoteCode.UNKNOWN_FIELDS: "fields that the format does not know are kept under metadata",
    NoteCode.REPEATED_JUDGEMENTS: "the same row stands more than once and counts once",
    NoteCode.ORPHAN_JUDGEMENTS: "judgements of questions that the suite does not have are left out",
    NoteCode.UNKNOWN_QUESTIONS: "traces of questions that the suite does not have are left out",
    NoteCode.MISSING_QUESTIONS: "questions that the run leaves out: their rank measures are 0, the rest is unknown",
    NoteCode.UNKNOWN_ITEM_IDS: "item ids that the corpus does not know: passages were matched by their text",
    NoteCode.BROKEN_LABELS: "labels that name a document or a quote that does not exist; see ragstrata check",
    NoteCode.APPROXIMATE_EVIDENCE: "evidence quotes that their document holds only nearly",
    NoteCode.CONTEXT_FROM_ITEMS: "the sent text was not recorded: the items' texts in order count as sent",
    NoteCode.CONTEXT_MISMATCH: "context items whose text does not stand in the text that was sent",
    NoteCode.ITEM_TEXT_UNKNOWN: "items whose text is neither recorded nor in the corpus",
    NoteCode.RECORDED_JUDGEMENTS: "verdicts recorded with the trace outrank the judge",
    NoteCode.SCORE_ORDER: "a list is not in the order of its scores; the order of the list counts",
    NoteCode.MORE_THAN_K: "a stage returned more items than its k",
    NoteCode.UNKNOWN_SCORES: "a list has missing scores, or nothing but zeros",
    NoteCode.SKIPPED_ROWS: "rows that could not be read were skipped, as asked for",
    NoteCode.TRACE_REPEATED: "the same trace stands more than once and counts once",
    NoteCode.REPEATED_ROWS: "the same row stands more than once and counts once",
    NoteCode.ITEMS_WITHOUT_ID: "items without an id were named by their place: #1 is the first",
}


class NoteBook:
    """Counts notes by code and keeps the first examples of each."""

    __slots__ = ("_counts", "_examples")

    def __init__(self) -> None:
        self._counts: dict[NoteCode, int] = {}
        self._examples: dict[NoteCode, list[str]] = {}

    def add(self, code: NoteCode, example: str, count: int = 1) -> None:
        self._counts[code] = self._counts.get(code, 0) + count
        examples = self._examples.setdefault(code, [])
        short = example if len(example) <= _LONGEST else example[: _LONGEST - 1] + "…"
        if len(examples) < _EXAMPLES and short not in examples:
            examples.append(short)

    def notes(self) -> tuple[Note, ...]:
        """The notes, in the order of the codes."""
        return tuple(
            Note(code=code, count=self._counts[code], examples=tuple(self._examples[code]), message=MESSAGES[code])
            for code in NoteCode
            if code in self._counts
        )


def merge_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Notes of several places as one list, each code once."""
    book = NoteBook()
    for note in notes:
        for i, example in enumerate(note.examples or ("",)):
            book.add(note.code, example, note.count if i == 0 else 0)
    return book.notes()
