"""Files → rows, whatever the file is. Rows are streamed; what cannot be read is told with its line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ragstrata.ingest.delimited import read_delimited
from ragstrata.ingest.files import BROKEN_STREAM, Sniffed, Unfit, map_bytes, open_bytes, sniff
from ragstrata.ingest.findings import Fault, Findings, Place
from ragstrata.ingest.parquet import read_parquet
from ragstrata.ingest.syntax import error_byte, syntax_fault
from ragstrata.ingest.trec import read_qrels_lines, read_run_lines


class Row(NamedTuple):
    """A row as it stands: JSON bytes not yet parsed, or the plain value of a row that is not JSON."""

    place: Place
    raw: bytes | msgspec.Raw | None
    value: Any = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a suite: a file, or the rows of an inline suite. `shown` is the file's name in messages."""

    name: str
    shown: str
    path: Path | None = None
    rows: Sequence[Row] = ()


def read_rows(table: Table, record: type[msgspec.Struct], findings: Findings) -> Iterator[Row]:
    """The rows of a table in order. Faults of the file, and of lines that are no row at all, go to `findings`."""
    if table.path is None:
        yield from table.rows
        return
    found = sniff(table.path, table.name)
    if isinstance(found, Unfit):
        findings.fail(table.shown, found.message, found.hint, code=found.code)
        return
    try:
        yield from _read(table, table.path, found, record, findings)
    except BROKEN_STREAM as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        findings.fail(table.shown, f"cannot be read to its end: {reason}", "is the file whole?", code="unreadable_file")


def _read(table: Table, path: Path, found: Sniffed, record: type[msgspec.Struct], findings: Findings) -> Iterator[Row]:
    if found.kind == "json":
        yield from split_array(table.name, table.shown, map_bytes(path, found), findings, where=False)
        return
    with open_bytes(path, found) as stream:
        if found.kind == "jsonl":
            yield from _lines(table.shown, stream, findings)
        elif found.kind in {"csv", "tsv"}:
            tabs = found.kind == "tsv"
            for line, value in read_delimited(stream, record, table.shown, findings, tabs=tabs):
                yield Row(Place(table.shown, line), None, value)
        elif found.kind == "parquet":
            for line, value in read_parquet(path, stream if found.zipped else None, record, table.shown, findings):
                yield Row(Place(table.shown, line), None, value)
        else:
            read = read_qrels_lines if found.kind == "qrels" else read_run_lines
            for line, value in read(stream, table.shown, findings):
                yield Row(Place(table.shown, line), None, value)


def _lines(shown: str, stream: Any, findings: Findings) -> Iterator[Row]:
    """JSONL: blank lines are skipped. Objects spread over lines are one problem, not one a line."""
    first = True
    for number, line in enumerate(stream, 1):
        if line.isspace():
            continue
        if first:
            first = False
            if line.strip() in {b"{", b"[", b"[{"}:
                hint = "write one object a line, or a JSON array in a file named .json"
                findings.fail(
                    shown, "holds a JSON object spread over several lines", hint, code="malformed", line=number
                )
                return
        yield Row(Place(shown, number), line)


def split_array(
    table: str,
    shown: str,
    data: memoryview | msgspec.Raw,
    findings: Findings,
    *,
    where: bool,
    lines: "Lines | None" = None,
) -> Iterator[Row]:
    """The members of a JSON array, unparsed, each with its line. `where`: name them by path, as in `questions[3]`."""
    counter = lines if lines is not None else Lines(memoryview(data))
    try:
        members = msgspec.json.decode(data, type=list[msgspec.Raw])
    except msgspec.ValidationError:
        text = bytes(memoryview(data)[:60]).decode("utf-8", "replace")
        hint = f"write the rows of {table} as a list"
        findings.fail(shown, f"{table} must be a list of objects, not {text!r}", hint, code="wrong_type", line=1)
        return
    except (msgspec.DecodeError, RecursionError) as error:
        report_syntax(shown, memoryview(data), error, findings)
        return
    for index, member in enumerate(members):
        yield Row(Place(shown, counter.line(member), f"{table}[{index}]" if where else ""), member)


def report_syntax(shown: str, data: memoryview, error: Exception, findings: Findings) -> None:
    """A problem for a whole JSON file that does not parse, with the line where the parser stopped."""
    fault: Fault = syntax_fault(data, error)
    position = error_byte(error)
    line = bytes(data[:position]).count(b"\n") + 1 if position is not None else None
    hint = fault.hint if fault.hint != "write one JSON object a line" else "mend the JSON there"
    findings.fail(shown, fault.message, hint, code=fault.code, line=line)


class Lines:
    """Tells the line on which a piece of a JSON text begins. Asked in order, it reads the text once."""

    __slots__ = ("_base", "_counted", "_data", "_line")

    def __init__(self, data: memoryview) -> None:
        self._data = data
        self._base = _address(data)
        self._counted = 0
        self._line = 1

    def line(self, piece: msgspec.Raw) -> int:
        """The 1-based line of a piece that lies in the text (found by its address, as it is not copied)."""
        offset = _address(piece) - self._base
        if offset < self._counted:
            self._counted, self._line = 0, 1
        self._line += bytes(self._data[self._counted : offset]).count(b"\n")
        self._counted = offset
        return self._line


def _address(buffer: Any) -> int:
    import numpy as np

    return int(np.frombuffer(buffer, dtype=np.uint8).ctypes.data)
