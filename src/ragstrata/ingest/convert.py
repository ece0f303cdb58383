"""Plain JSON values → records, for rows that do not fit at first sight.

Rows normally go straight from bytes into their record. A row that does not is read again here, by a reader that is
made from the record's own type: it collects every fault with its path instead of stopping at the first, folds
integer ids into strings, moves unknown fields under `metadata`, and takes `null` for every optional field.
"""

import math
from collections.abc import Callable, Iterable
from datetime import date, datetime
from decimal import Decimal
from difflib import get_close_matches
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from ragstrata.ingest.findings import BAD, At, Found
from ragstrata.ingest.shapes import SHAPES
from ragstrata.records.names import NoteCode

ID_FIELDS: Final = frozenset(
    "question_id id doc_id chunk_id evidence_id fact_id supersedes version cluster tenant user run "
    "acl groups evidence evidence_sets tags".split()
)
"""Fields that hold ids, alone or in lists: an integer in them is read as its decimal text, and noted."""

Reader = Callable[[Any, At, Found], Any]
"""Reads a JSON value at a path: the typed value, or BAD with its faults on record."""


@lru_cache(maxsize=256)
def reader_of(kind: Any, identifier: bool = False) -> Reader:
    """The reader of a type: a Struct, a scalar, a Literal, a tuple, a dict, or one of these or None."""
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        return reader_of(next(k for k in get_args(kind) if k is not NoneType), identifier)
    if origin is Literal:
        return _choice(get_args(kind))
    if origin is tuple:
        return _sequence(reader_of(get_args(kind)[0], identifier))
    if origin is dict:
        return _object
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(kind)
    scalars: dict[Any, Reader] = {str: _identifier if identifier else _text, int: _integer, float: _number, bool: _flag}
    return scalars[kind]


def shown(value: object) -> str:
    """A JSON value in words, shortened.

    >>> shown("abc"), shown(3.5), shown([1]), shown(None)
    ('the text "abc"', 'the number 3.5', 'a list', 'null')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the text "{value[:40]}{"…" * (len(value) > 40)}"'
    if isinstance(value, int):
        return f"the number {value}" if abs(value) < 10**40 else "a very long number"
    if isinstance(value, float):
        return f"the number {value!r}"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, dict) else f"a value of the type {type(value).__name__}"


def near(name: str, names: Iterable[Any]) -> str:
    """A hint that names the closest known spelling, or nothing.

    >>> near("quesion_id", ["question_id", "text"])
    'did you mean "question_id"?'
    """
    match = get_close_matches(name, [str(n) for n in names], n=1, cutoff=0.7)
    return f'did you mean "{match[0]}"?' if match else ""


def _text(value: Any, at: At, found: Found) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, datetime | date):
        return value.isoformat()
    hint = "put it in quotes" if isinstance(value, int | float) else ""
    return found.wrong(at, f"must be text, not {shown(value)}", hint)


def _identifier(value: Any, at: At, found: Found) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        try:
            text = str(value)
        except ValueError:
            return found.wrong(at, "is a number too long to be an id", "write ids as text, in quotes")
        found.notes.add(NoteCode.INTEGER_IDS, f"{at[1] if at else 'id'} {text}")
        return text
    if isinstance(value, datetime | date):
        return value.isoformat()
    return found.wrong(at, f"must be an id, which is text, not {shown(value)}", "write ids in quotes")


def _integer(value: Any, at: At, found: Found) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float | Decimal) and math.isfinite(value) and value == int(value):
        return int(value)
    hint = "write it without quotes" if isinstance(value, str) else ""
    return found.wrong(at, f"must be a whole number, not {shown(value)}", hint)


def _number(value: Any, at: At, found: Found) -> Any:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            return found.wrong(at, "is a number out of range")
        if math.isfinite(number):
            return number
        return found.wrong(at, f"must be a finite number, not {number}", "write null for what is not known")
    hint = "write it without quotes" if isinstance(value, str) else ""
    return found.wrong(at, f"must be a number, not {shown(value)}", hint)


def _flag(value: Any, at: At, found: Found) -> Any:
    if isinstance(value, bool):
        return value
    return found.wrong(at, f"must be true or false, not {shown(value)}")


def _object(value: Any, at: At, found: Found) -> Any:
    if isinstance(value, dict):
        return value
    return found.wrong(at, f"must be an object, not {shown(value)}")


def _choice(allowed: tuple[str, ...]) -> Reader:
    names = " | ".join(allowed)

    def read(value: Any, at: At, found: Found) -> Any:
        if isinstance(value, str) and value in allowed:
            return value
        hint = near(value.lower(), allowed) if isinstance(value, str) else ""
        return found.wrong(at, f"must be one of {names}, not {shown(value)}", hint)

    return read


def _sequence(member: Reader) -> Reader:
    def read(value: Any, at: At, found: Found) -> Any:
        if not isinstance(value, list | tuple):
            return found.wrong(at, f"must be a list, not {shown(value)}", "write it in [ ]")
        members = tuple([member(item, (at, i), found) for i, item in enumerate(value)])
        return BAD if any(m is BAD for m in members) else members

    return read


def _struct(kind: type[msgspec.Struct]) -> Reader:
    infos = msgspec.structs.fields(kind)
    readers = {i.encode_name: (i.name, reader_of(i.type, i.encode_name in ID_FIELDS)) for i in infos}
    required = {i.encode_name for i in infos if i.required}
    open_ended = "metadata" in readers
    label = kind.__name__.lower()
    shape = SHAPES.get(kind)

    def read(value: Any, at: At, found: Found) -> Any:
        if shape is not None:
            value = shape(value, at, found)
            if value is BAD:
                return BAD
        if not isinstance(value, dict):
            return found.wrong(at, f"must be an object, not {shown(value)}", "write it in { }")
        kept: dict[str, Any] = {}
        unknown: dict[str, Any] = {}
        faults = len(found.faults)
        for key, item in value.items():
            known = readers.get(key)
            if known is None:
                unknown[str(key)] = item
            elif item is not None and key != "metadata":
                kept[known[0]] = known[1](item, (at, key), found)
        for key in required - kept.keys():
            if key in value:
                found.wrong((at, key), "is null, but it must be given", code="missing_field")
            else:
                found.wrong((at, key), "is missing", near(key, unknown), code="missing_field")
        if not open_ended:
            for key in unknown:
                found.wrong(
                    (at, key), "is not a known setting", near(key, readers) or _known(readers), "unknown_setting"
                )
        elif unknown or value.get("metadata") is not None:
            kept["metadata"] = _metadata(value.get("metadata"), unknown, label, found)
        return kind(**kept) if len(found.faults) == faults else BAD

    return read


def _known(names: Iterable[str]) -> str:
    return "known are " + ", ".join(names)


def _metadata(given: Any, unknown: dict[str, Any], label: str, found: Found) -> dict[str, Any] | None:
    """`metadata` with the unknown fields; what the row itself put under that name wins."""
    kept = {key: item for key, item in unknown.items() if item is not None}
    for key in kept:
        found.notes.add(NoteCode.UNKNOWN_FIELDS, f"{label}.{key}")
    if isinstance(given, dict):
        kept |= given
    elif given is not None:
        found.notes.add(NoteCode.UNKNOWN_FIELDS, f"{label}.metadata")
        kept["metadata"] = given
    return kept or ({} if isinstance(given, dict) else None)
