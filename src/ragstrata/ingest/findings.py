"""Where problems are gathered while files are read, so that all of them are told at once."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from ragstrata.errors import InputError
from ragstrata.ingest.notes import NoteBook
from ragstrata.records.names import NoteCode
from ragstrata.records.problem import Problem, describe

LISTED: Final = 1000
"""Problems that are listed one by one; the others are counted."""


class Place(NamedTuple):
    """Where a row stands: its file, its line there, and in an inline suite its path, such as `questions[3]`."""

    file: str
    line: int | None = None
    where: str = ""


At: TypeAlias = "tuple[At, str | int] | None"
"""A path inside a row as a chain of keys, cheap to build and spelled out only when something is wrong there."""


def spell(at: At) -> str:
    """The path in words.

    >>> spell((((None, "evidence"), 0), "grade"))
    'evidence[0].grade'
    """
    if at is None:
        return ""
    before, key = at
    if isinstance(key, int):
        return f"{spell(before)}[{key}]"
    return f"{spell(before)}.{key}" if before is not None else key


class Fault(NamedTuple):
    """Something wrong inside a row."""

    at: At
    message: str
    hint: str = ""
    code: str = "wrong_type"


BAD: Final[Any] = object()
"""Stands for a value that could not be read; its fault is on record."""


@dataclass(slots=True)
class Found:
    """What turned up while one row was read. `known`: ids of the corpus, to tell a bare id from a bare text."""

    notes: NoteBook
    known: Container[str] = ()
    faults: list[Fault] = field(default_factory=list)

    def wrong(self, at: At, message: str, hint: str = "", code: str = "wrong_type") -> Any:
        """Record a fault; gives BAD, to be returned in place of the value."""
        self.faults.append(Fault(at, message, hint, code))
        return BAD


def problem_at(place: Place, fault: Fault) -> Problem:
    """A fault with its place."""
    inside = spell(fault.at)
    path = f"{place.where}{'' if inside.startswith('[') or not (place.where and inside) else '.'}{inside}"
    return Problem(
        file=place.file,
        line=place.line,
        field=path or None,
        message=fault.message,
        hint=fault.hint or None,
        code=fault.code,
    )


class Findings:
    """Problems so far, up to a cap. With `lenient`, a row that cannot be read is skipped and noted instead."""

    __slots__ = ("lenient", "notes", "problems", "unlisted")

    def __init__(self, notes: NoteBook, *, lenient: bool = False) -> None:
        self.notes = notes
        self.lenient = lenient
        self.problems: list[Problem] = []
        self.unlisted = 0

    def add(self, problem: Problem) -> None:
        """A problem that stops the run, whatever the settings."""
        if len(self.problems) < LISTED:
            self.problems.append(problem)
        else:
            self.unlisted += 1

    def fail(self, file: str, message: str, hint: str = "", *, code: str, line: int | None = None) -> None:
        """A problem of a whole file."""
        self.add(Problem(file=file, line=line, message=message, hint=hint or None, code=code))

    def reject(self, place: Place, faults: Sequence[Fault]) -> None:
        """A row that cannot be read."""
        problems = [problem_at(place, fault) for fault in faults]
        if self.lenient:
            self.notes.add(NoteCode.SKIPPED_ROWS, describe(problems[0]))
            return
        for problem in problems:
            self.add(problem)

    def listed(self) -> tuple[Problem, ...]:
        """The problems, the last of them counting those that are not listed."""
        if not self.unlisted:
            return tuple(self.problems)
        last = self.problems[-1]
        more = Problem(
            file=last.file, message=f"and {self.unlisted} more problems", hint="mend these first", code="more"
        )
        return (*self.problems, more)

    def stop(self) -> None:
        """Raise InputError if anything was wrong."""
        if self.problems:
            raise InputError(self.listed())
