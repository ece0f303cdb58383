"""Parquet → rows, one batch in memory at a time. The line of a row is its number, from 1."""

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, get_args, get_origin

import msgspec

from ragstrata.ingest.findings import Findings

BATCH = 256
"""Rows in memory at a time."""


def read_parquet(
    path: Path, unzipped: IO[bytes] | None, record: type[msgspec.Struct], shown: str, findings: Findings
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows as plain values. Lists and objects may be columns of their type, or text that holds JSON."""
    from arro3.io import read_parquet as read

    nested = [info.encode_name for info in msgspec.structs.fields(record) if _is_nested(info.type)]
    source: Any = io.BytesIO(unzipped.read()) if unzipped is not None else str(path)
    if not _has_footer(source):
        findings.fail(shown, "is cut off: the Parquet file has no footer", "write it again", code="unreadable_file")
        return
    number = 0
    try:
        for batch in read(source, batch_size=BATCH):
            for value in batch.to_struct_array().to_pylist():
                number += 1
                yield number, _unpacked(value, nested)
    except Exception as error:  # noqa: BLE001 - the library has no exception tree; none of its faults is a bug here
        findings.fail(shown, f"is damaged Parquet: {error}", "write it again", code="unreadable_file")
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # a panic of the library's Rust code is not an Exception
            raise
        findings.fail(shown, "is damaged Parquet", "write it again", code="unreadable_file")


def _has_footer(source: Any) -> bool:
    """The file ends as Parquet does, with a footer that fits in it. Asked first, as the library panics otherwise."""
    stream: IO[bytes] = source if isinstance(source, io.BytesIO) else Path(source).open("rb")  # noqa: SIM115 - closed below
    try:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(size - 8, 0))
        tail = stream.read(8)
        length = int.from_bytes(tail[:4], "little")
        return size >= 12 and tail[4:] == b"PAR1" and length <= size - 12
    finally:
        if isinstance(source, io.BytesIO):
            stream.seek(0)
        else:
            stream.close()


def _is_nested(kind: Any) -> bool:
    """Lists, objects and records: what a flat table can only hold as JSON."""
    kinds = get_args(kind) if get_origin(kind) not in {tuple, dict} else (kind,)
    return any(get_origin(k) in {tuple, dict} or (isinstance(k, type) and issubclass(k, msgspec.Struct)) for k in kinds)


def _unpacked(value: dict[str, Any], nested: list[str]) -> dict[str, Any]:
    for name in nested:
        cell = value.get(name)
        if isinstance(cell, str) and cell.lstrip()[:1] in {"[", "{"}:
            try:
                value[name] = msgspec.json.decode(cell)
            except (msgspec.DecodeError, RecursionError):
                continue
    return value
