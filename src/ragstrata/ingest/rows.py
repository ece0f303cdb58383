"""Rows of a table file, one at a time, each with the place that a problem would name.

A row of JSONL comes as the bytes of its line, since most are decoded straight into a record; every other format
yields plain objects.
"""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ragstrata.errors import InputError
from ragstrata.ingest.files import check_readable, is_parquet, open_input
from ragstrata.records.problem import Problem

_LONGEST_CELL = 1 << 27


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row: its bytes or its object, and where it stands. index: its place in a JSON array."""

    data: Any
    line: int | None = None
    index: int | None = None


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a table file: JSONL, JSON, CSV, TSV or Parquet, plain or gzip, told apart by name and content."""
    check_readable(path)
    if is_parquet(path):
        yield from _parquet(path)
        return
    suffix = suffix_of(path)
    if suffix == ".parquet":
        raise InputError([Problem(file=str(path), message="is named .parquet and is not Parquet")])
    if suffix in (".csv", ".tsv"):
        yield from _delimited(path, "\t" if suffix == ".tsv" else ",")
    elif suffix == ".json":
        yield from _json(path)
    else:
        yield from _lines(path)


def suffix_of(path: Path) -> str:
    """The file's suffix without `.gz`, in lower case."""
    name = path.name.lower().removesuffix(".gz")
    return Path(name).suffix


def _lines(path: Path) -> Iterator[Row]:
    with open_input(path) as stream:
        for number, line in enumerate(stream, 1):
            stripped = line.strip()
            if stripped:
                yield Row(stripped, line=number)


def _json(path: Path) -> Iterator[Row]:
    """A JSON array; a file of objects, one a line, is read as JSONL whatever its name."""
    with open_input(path) as stream:
        data = stream.read()
    text = data.lstrip()
    if text[:1] != b"[":
        if text[:1] == b"{":
            yield from _lines(path)
            return
        raise InputError([Problem(file=str(path), message="is not a JSON array", hint="write [ … ] or use JSONL")])
    try:
        members = msgspec.json.decode(data, type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InputError(
            [Problem(file=str(path), message=f"is not valid JSON: {error}", line=_line_of(data))]
        ) from None
    for index, member in enumerate(members):
        yield Row(bytes(member), index=index)


def _line_of(data: bytes) -> int | None:
    """The line at which JSON breaks off, as the standard library tells it."""
    try:
        json.loads(data)
    except json.JSONDecodeError as error:
        return error.lineno
    except (ValueError, RecursionError):
        return None
    return None


def _delimited(path: Path, delimiter: str) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST_CELL)
    with open_input(path) as stream, io.TextIOWrapper(stream, encoding="utf-8", newline="") as text:
        reader = csv.reader(text, delimiter=delimiter, strict=True)
        header: list[str] | None = None
        start = 1
        try:
            for cells in reader:
                line, start = start, reader.line_num + 1
                if not cells or (len(cells) == 1 and not cells[0].strip()):
                    continue
                if header is None:
                    header = [name.strip() for name in cells]
                    continue
                if len(cells) > len(header):
                    yield Row(
                        Problem(
                            file=str(path),
                            line=line,
                            message=f"has {len(cells)} cells under {len(header)} columns",
                            hint="quote cells that hold the delimiter",
                        ),
                        line=line,
                    )
                    continue
                yield Row(dict(zip(header, cells, strict=False)), line=line)
        except (csv.Error, UnicodeDecodeError) as error:
            raise InputError(
                [Problem(file=str(path), line=reader.line_num, message=f"cannot be read: {error}")]
            ) from None


def _parquet(path: Path) -> Iterator[Row]:
    import arro3.io

    try:
        index = 0
        for batch in arro3.io.read_parquet(str(path)):
            names = batch.schema.names
            columns = [batch.column(i).to_pylist() for i in range(batch.num_columns)]
            for values in zip(*columns, strict=True):
                yield Row(dict(zip(names, values, strict=True)), index=index)
                index += 1
    except Exception as error:  # noqa: BLE001 (the reader raises its own kinds for damaged files)
        raise InputError([Problem(file=str(path), message=f"is not readable Parquet: {error}")]) from None
