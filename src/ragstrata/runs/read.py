"""Reading a run folder back, typed and line by line. A folder that is missing or broken is an InputError."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from ragstrata.errors import InputError
from ragstrata.records.problem import Problem
from ragstrata.records.result import SUMMARY_SCHEMA, QuestionResult, Summary
from ragstrata.runs.folder import open_run_file
from ragstrata.runs.names import MANIFEST, QUESTIONS, SUMMARY, unquote_run

Record = TypeVar("Record")
_NAMED = 5
_ANEW = "evaluate the suite again to write the run anew"


class _Key(msgspec.Struct):
    """What tells one line of `questions.jsonl` from another; the rest is skipped unread."""

    question_id: str
    repeat: int


def read_summary(folder: Path) -> Summary:
    """The summary of a run. Raises InputError if there is no run in this folder or it cannot be read."""
    data = _read(folder, SUMMARY)
    if _decode(data, dict[str, Any], folder / SUMMARY).get("schema") != SUMMARY_SCHEMA:
        raise InputError([Problem(file=str(folder / SUMMARY), message=f"not of schema {SUMMARY_SCHEMA}", hint=_ANEW)])
    return _decode(data, Summary, folder / SUMMARY)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run. Raises InputError."""
    return _decode(_read(folder, MANIFEST), dict[str, Any], folder / MANIFEST)


def iter_questions(folder: Path) -> Iterator[QuestionResult]:
    """The lines of `questions.jsonl` in their order, one in memory at a time. Raises InputError, naming the line."""
    decoder = msgspec.json.Decoder(QuestionResult)
    path = folder / QUESTIONS
    with _open(folder, QUESTIONS) as file:
        for number, line in enumerate(file, 1):
            try:
                result = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise _broken(path, error, number) from error
            yield result


def find_question(folder: Path, question_id: str, repeat: int | None = None) -> QuestionResult:
    """The result of one question: of the given repeat, or else of the first. Raises InputError if it is not there."""
    decoder = msgspec.json.Decoder(_Key)
    path = folder / QUESTIONS
    seen: dict[str, None] = {}
    repeats: list[int] = []
    found: tuple[int, bytes] | None = None
    with _open(folder, QUESTIONS) as file:
        for number, line in enumerate(file, 1):
            try:
                key = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise _broken(path, error, number) from error
            if len(seen) < _NAMED:
                seen[key.question_id] = None
            if key.question_id == question_id:
                repeats.append(key.repeat)
                if key.repeat == (min(repeats) if repeat is None else repeat):
                    found = number, line
    if found is None:
        raise InputError([_not_found(path, question_id, repeat, repeats, list(seen))])
    try:
        return msgspec.json.decode(found[1], type=QuestionResult)
    except msgspec.DecodeError as error:
        raise _broken(path, error, found[0]) from error


def _not_found(path: Path, question_id: str, repeat: int | None, repeats: list[int], seen: list[str]) -> Problem:
    if repeats:
        listed = ", ".join(map(str, sorted(repeats)))
        message, hint = f"question {question_id!r} has no repeat {repeat}", f"it has {listed}"
    else:
        message = f"no question {question_id!r}"
        hint = f"the run begins with {', '.join(map(repr, seen))}" if seen else "the run holds no question"
    return Problem(file=str(path), message=message, hint=hint)


def _open(folder: Path, name: str) -> BinaryIO:
    try:
        return open_run_file(folder, name)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise InputError([_missing(folder, name, error)]) from error


def _read(folder: Path, name: str) -> bytes:
    with _open(folder, name) as file:
        return file.read()


def _missing(folder: Path, name: str, error: Exception) -> Problem:
    if not isinstance(error, FileNotFoundError):
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Problem(file=str(folder / name), message=f"cannot be read: {reason}")
    if not folder.is_dir():
        return Problem(file=str(folder), message="no such run folder", hint="name a folder that `evaluate` wrote")
    inside = sorted(child.name for child in folder.iterdir() if (child / SUMMARY).is_file())
    if inside:
        names = ", ".join(unquote_run(child) or child for child in inside[:_NAMED])
        return Problem(file=str(folder), message="holds several runs, not one", hint=f"name one of them: {names}")
    return Problem(file=str(folder), message=f"not a run folder: there is no {name}", hint=_ANEW)


def _decode(data: bytes, kind: type[Record], path: Path) -> Record:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _broken(path, error) from error


def _broken(path: Path, error: Exception, line: int | None = None) -> InputError:
    return InputError([Problem(file=str(path), line=line, message=f"not as it was written: {error}", hint=_ANEW)])
