"""Tables as records: every row decoded, every fault of every row collected."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ragstrata.errors import InputError
from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.rows import Row, read_rows
from ragstrata.ingest.shape import shape
from ragstrata.records.names import NoteCode
from ragstrata.records.problem import Problem

Record = TypeVar("Record", bound=msgspec.Struct)
Reshape = Callable[[dict[str, Any], NoteBook], dict[str, Any]]
"""Brings an accepted other form of a row (a flat trace, a bare string) into the record's form."""


class Faults:
    """Problems while they are collected. lenient: a row with a fault is skipped and counted instead."""

    __slots__ = ("lenient", "notes", "problems")

    def __init__(self, notes: NoteBook, *, lenient: bool = False) -> None:
        self.notes = notes
        self.lenient = lenient
        self.problems: list[Problem] = []

    def add(self, problem: Problem) -> None:
        if self.lenient:
            place = f"{problem.file}:{problem.line}" if problem.line is not None else problem.file
            self.notes.add(NoteCode.SKIPPED_ROWS, f"{place}: {problem.field or ''} {problem.message}")
        else:
            self.problems.append(problem)

    def raise_if_any(self) -> None:
        """Raise InputError with everything found so far."""
        if self.problems:
            raise InputError(self.problems)


def read_table(
    path: Path, shown: str, wanted: type[Record], faults: Faults, reshape: Reshape | None = None
) -> Iterator[tuple[Record, str]]:
    """The records of a file with the place of each (`shown:line`)."""
    try:
        for row in read_rows(path):
            record = read_row(row, shown, wanted, faults, reshape)
            if record is not None:
                yield record, place_of(row, shown)
    except InputError as error:
        # A file that is broken as a whole is no skipped row: lenient or not, it ends the reading.
        faults.problems.extend(error.problems)


def place_of(row: Row, shown: str) -> str:
    """Where a row stands, in words."""
    if row.line is not None:
        return f"{shown}:{row.line}"
    return f"{shown}[{row.index}]" if row.index is not None else shown


def read_row(
    row: Row, shown: str, wanted: type[Record], faults: Faults, reshape: Reshape | None = None
) -> Record | None:
    """One row as a record; None if it has faults, which are collected."""
    prefix = f"[{row.index}]" if row.line is None and row.index is not None else ""

    def report(field: str, message: str, hint: str | None = None) -> None:
        where = f"{prefix}.{field}" if prefix and field else prefix or field
        faults.add(Problem(file=shown, line=row.line, field=where or None, message=message, hint=hint))

    if isinstance(row.data, Problem):
        faults.add(msgspec.structs.replace(row.data, file=shown))
        return None
    raw = row.data
    if isinstance(raw, bytes):
        try:
            return decoder(wanted).decode(raw)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raw = _decoded(raw, report)
            if raw is None:
                return None
    elif isinstance(raw, dict) and all(value is None or isinstance(value, str) for value in raw.values()):
        raw = _from_cells(raw, wanted, report)
        if raw is None:
            return None
    if not isinstance(raw, dict):
        report("", f"expected an object, got {type(raw).__name__}")
        return None
    if reshape is not None:
        raw = reshape(raw, faults.notes)
    return shape(raw, wanted, faults.notes, report)


_DECODERS: dict[type[msgspec.Struct], msgspec.json.Decoder[Any]] = {}


def decoder(wanted: type[Record]) -> "msgspec.json.Decoder[Record]":
    """The typed JSON decoder of a record type, made once."""
    known = _DECODERS.get(wanted)
    if known is None:
        known = _DECODERS[wanted] = msgspec.json.Decoder(wanted)
    return known


def _decoded(raw: bytes, report: Callable[..., None]) -> Any | None:
    try:
        value = msgspec.json.decode(raw)
    except RecursionError:
        report("", "is nested too deeply")
        return None
    except UnicodeDecodeError as error:
        report("", f"is not UTF-8: {error.reason}", "save the file as UTF-8")
        return None
    except msgspec.DecodeError as error:
        text = str(error)
        if "utf-8" in text.lower():
            report("", "is not UTF-8", "save the file as UTF-8")
        else:
            report("", f"is not valid JSON: {text}", "NaN and Infinity are not JSON; use null" if _odd(raw) else None)
        return None
    if value is None:
        report("", "expected an object, got null")
    return value


def _odd(raw: bytes) -> bool:
    return b"NaN" in raw or b"Infinity" in raw


def _from_cells(
    cells: dict[str, Any], wanted: type[msgspec.Struct], report: Callable[..., None]
) -> dict[str, Any] | None:
    """CSV cells by the type of their field: an empty one is null, lists and objects are written as JSON."""
    fields = {f.encode_name: f.type for f in msgspec.inspect.type_info(wanted).fields}  # type: ignore[attr-defined]
    row: dict[str, Any] = {}
    sound = True
    for name, cell in cells.items():
        if cell is None or cell == "":
            continue
        members = _members(fields.get(name))
        if any(
            isinstance(m, (msgspec.inspect.VarTupleType, msgspec.inspect.StructType, msgspec.inspect.DictType))
            for m in members
        ):
            try:
                row[name] = msgspec.json.decode(cell)
            except msgspec.DecodeError:
                report(
                    name, f"is not JSON: {cell[:40]!r}", 'write lists and objects in a cell as JSON, such as ["a", "b"]'
                )
                sound = False
        elif any(isinstance(m, (msgspec.inspect.IntType, msgspec.inspect.FloatType)) for m in members):
            try:
                row[name] = float(cell)
            except ValueError:
                report(name, f"expected a number, got {cell[:40]!r}")
                sound = False
        else:
            row[name] = cell
    return row if sound else None


def _members(info: msgspec.inspect.Type | None) -> tuple[msgspec.inspect.Type, ...]:
    if info is None:
        return ()
    return info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
