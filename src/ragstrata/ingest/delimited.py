"""CSV and TSV → rows. Cells are text; the field's type says how to read them."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from types import NoneType
from typing import IO, Any, Literal, get_args, get_origin

import msgspec

from ragstrata.ingest.convert import ID_FIELDS, near
from ragstrata.ingest.findings import Fault, Findings, Place
from ragstrata.records.trace import Trace

_INTEGER = re.compile(r"[-+]?\d{1,4000}")
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_OUTSIDE: dict[str, str] = {"_id": "doc_id question_id", "query-id": "question_id", "corpus-id": "id", "score": "grade"}
"""Headers of other formats that stand for ours."""


def read_delimited(
    stream: IO[bytes], record: type[msgspec.Struct], shown: str, findings: Findings, *, tabs: bool
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows with the line on which each begins. An empty cell is null; a cell of a list or object holds JSON.

    Bytes that are not UTF-8 are a fault of their row alone, and so is a row with too many cells.
    """
    csv.field_size_limit(2**31 - 1)
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline="")
    try:
        yield from _rows(text, record, shown, findings, tabs=tabs)
    finally:
        text.detach()


def _rows(
    text: io.TextIOWrapper, record: type[msgspec.Struct], shown: str, findings: Findings, *, tabs: bool
) -> Iterator[tuple[int, dict[str, Any]]]:
    fields = {info.encode_name: info for info in msgspec.structs.fields(record)}
    header_line = text.readline()
    delimiter = _delimiter(header_line, tabs=tabs, fields=fields)
    header = [cell.strip() for cell in next(csv.reader([header_line], delimiter=delimiter), [])]
    if not _header_fits(header, fields, record, shown, findings):
        return
    cells = [_cell(fields[name].type, name, fields[name].required) if name in fields else _plain for name in header]
    if record is Trace:
        cells = [
            _loose if name in {"answer", "context", "retrieved"} else c for name, c in zip(header, cells, strict=True)
        ]
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    line = 2
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            hint = "double the quotes inside a quoted cell, and close it"
            findings.reject(Place(shown, line), [Fault(None, f"is not a row of cells: {error}", hint, "malformed")])
            line = reader.line_num + 2
            continue
        if row is None:
            return
        if row:
            value = _row(row, header, cells, Place(shown, line), findings)
            if value is not None:
                yield line, value
        line = reader.line_num + 2


def _delimiter(header: str, *, tabs: bool, fields: dict[str, Any]) -> str:
    """Comma or tab by name; what parts the header into known names where that one does not part it at all."""
    expected = "\t" if tabs else ","
    if expected in header:
        return expected
    others = (d for d in ("\t", ";", ",", "|") if d in header)
    return next((d for d in others if any(c.strip(' "\r\n') in fields for c in header.split(d))), expected)


def _header_fits(
    header: list[str], fields: dict[str, Any], record: type[msgspec.Struct], shown: str, findings: Findings
) -> bool:
    known = set(header) | {name for alias, names in _OUTSIDE.items() if alias in header for name in names.split()}
    if "_id" in header and "text" in header:
        known.add("question")
    missing = [name for name, info in fields.items() if info.required and name not in known]
    twice = sorted({name for name in header if header.count(name) > 1})
    for name in missing:
        hint = near(name, header) or f"the columns are {', '.join(header[:12])}"
        findings.fail(shown, f"the column {name} is missing", hint, code="missing_field", line=1)
    for name in twice:
        findings.fail(shown, f"the column {name!r} is there twice", "rename one", code="malformed", line=1)
    return not missing and not twice


def _row(
    row: list[str], header: list[str], cells: list[Callable[[str], Any]], place: Place, findings: Findings
) -> dict[str, Any] | None:
    if len(row) != len(header) and (len(row) < len(header) or any(row[len(header) :])):
        message = f"has {len(row)} cells where the header has {len(header)}"
        hint = "put cells that hold the separator or a line break in double quotes"
        findings.reject(place, [Fault(None, message, hint, "malformed")])
        return None
    value: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, read, cell in zip(header, cells, row, strict=False):
        if not cell.isascii() and any("\udc80" <= c <= "\udcff" for c in cell):
            faults.append(Fault((None, name), "is not valid UTF-8", "save the file as UTF-8", "bad_encoding"))
            continue
        read_cell = read(cell)
        if isinstance(read_cell, Fault):
            faults.append(read_cell._replace(at=(None, name)))
        else:
            value[name] = read_cell
    if faults:
        findings.reject(place, faults)
        return None
    return value


def _cell(kind: Any, name: str, required: bool) -> Callable[[str], Any]:
    """How to read the cells of a field. A required text that is empty stays an empty text; an id does not."""
    kinds = [k for k in get_args(kind) if k is not NoneType] if NoneType in get_args(kind) else [kind]
    inner = kinds[0]
    if inner is int:
        return _integer
    if inner is float:
        return _number
    if inner is str or get_origin(inner) is Literal:
        return str if required and name not in ID_FIELDS else _plain
    return _json


def _plain(cell: str) -> Any:
    return cell or None


def _integer(cell: str) -> Any:
    text = cell.strip()
    return int(text) if _INTEGER.fullmatch(text) else _number(cell)


def _number(cell: str) -> Any:
    text = cell.strip()
    return float(text) if _NUMBER.fullmatch(text) else (text or None)


def _json(cell: str) -> Any:
    if not cell.strip():
        return None
    try:
        return msgspec.json.decode(cell)
    except (msgspec.DecodeError, RecursionError):
        return Fault(None, f"must hold JSON, not {cell[:40]!r}", 'write a list as ["a", "b"]', "malformed")


def _loose(cell: str) -> Any:
    """An answer or a context: JSON if it is a list or an object, else the text itself."""
    if cell.lstrip()[:1] in {"{", "["}:
        try:
            return msgspec.json.decode(cell)
        except (msgspec.DecodeError, RecursionError):
            return cell
    return cell or None
