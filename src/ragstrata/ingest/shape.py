"""Raw JSON objects as records, with every fault of a row named at once.

Most rows fit their record as they are and are decoded straight into it. What does not fit is walked here: integer
ids become text, unknown fields move under `metadata`, and whatever remains wrong is told with its field.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from ragstrata.ingest.notes import NoteBook
from ragstrata.records.names import NoteCode

IDS: Final = frozenset(
    ("question_id id doc_id chunk_id evidence_id fact_id supersedes version cluster tenant user run").split()
)
"""Fields whose integers are read as their decimal text."""
ID_LISTS: Final = frozenset(["acl", "groups", "evidence_sets", "tags", "evidence", "accept", "reject"])
"""Fields whose members are ids or phrases."""

Report = Callable[[str, str], None]
"""Takes the field and the message of a fault."""


def shape(raw: Any, wanted: type[msgspec.Struct], notes: NoteBook, report: Report) -> Any | None:
    """The raw object as a record of the wanted type, or None after reporting all that is wrong with it."""
    faults: list[tuple[str, str]] = []
    info = msgspec.inspect.type_info(wanted)
    fitted = _fit(raw, info, "", notes, faults)
    for field, message in faults:
        report(field, message)
    if faults:
        return None
    try:
        return msgspec.convert(fitted, wanted)
    except msgspec.ValidationError as error:
        report(*_told(error))
        return None


def _told(error: msgspec.ValidationError) -> tuple[str, str]:
    message, _, place = str(error).partition(" - at `$")
    return place.rstrip("`").lstrip("."), message


def _fit(value: Any, info: msgspec.inspect.Type, path: str, notes: NoteBook, faults: list[tuple[str, str]]) -> Any:
    """The value in the shape that the type asks for; what cannot be made to fit is reported and left as it is."""
    kind = _concrete(info, value)
    if kind is None:
        if value is not None or not _nullable(info):
            faults.append((path, _mismatch(info, value)))
        return value
    if isinstance(kind, msgspec.inspect.StructType):
        return _fit_struct(value, kind, path, notes, faults)
    if isinstance(kind, msgspec.inspect.VarTupleType):
        return [_fit(member, kind.item_type, f"{path}[{i}]", notes, faults) for i, member in enumerate(value)]
    if isinstance(kind, msgspec.inspect.LiteralType) and value not in kind.values:
        allowed = ", ".join(repr(v) for v in kind.values)
        faults.append((path, f"{_shown(value)} is not one of {allowed}"))
        return value
    if isinstance(kind, msgspec.inspect.StrType) and isinstance(value, int):
        notes.add(NoteCode.INTEGER_IDS, f"{path}: {value}")
        return str(value)
    if isinstance(kind, msgspec.inspect.IntType) and isinstance(value, float):
        return int(value)
    return value


def _concrete(info: msgspec.inspect.Type, value: Any) -> msgspec.inspect.Type | None:
    """The member of the type that the value can be; None if there is none."""
    members = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return next((member for member in members if _accepts(member, value)), None)


def _accepts(info: msgspec.inspect.Type, value: Any) -> bool:
    match info:
        case msgspec.inspect.AnyType():
            return True
        case msgspec.inspect.NoneType():
            return value is None
        case msgspec.inspect.StructType() | msgspec.inspect.DictType():
            return isinstance(value, dict)
        case msgspec.inspect.VarTupleType():
            return isinstance(value, list)
        case msgspec.inspect.StrType():
            return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
        case msgspec.inspect.LiteralType():
            return isinstance(value, str)
        case msgspec.inspect.BoolType():
            return isinstance(value, bool)
        case msgspec.inspect.IntType():
            return not isinstance(value, bool) and (
                isinstance(value, int) or (isinstance(value, float) and value.is_integer())
            )
        case msgspec.inspect.FloatType():
            return isinstance(value, (int, float)) and not isinstance(value, bool)
    return False


def _nullable(info: msgspec.inspect.Type) -> bool:
    return isinstance(info, msgspec.inspect.UnionType) and info.includes_none


def _fit_struct(
    value: dict[str, Any], info: msgspec.inspect.StructType, path: str, notes: NoteBook, faults: list[tuple[str, str]]
) -> dict[str, Any]:
    fields = {field.encode_name: field for field in info.fields}
    fitted: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    for name, member in value.items():
        where = f"{path}.{name}" if path else name
        field = fields.get(name)
        if field is None:
            unknown[name] = member
            continue
        if member is None and not field.required and not _nullable(field.type):
            continue
        if isinstance(member, int) and not isinstance(member, bool) and not _may_be_int(name, field.type):
            faults.append((where, _mismatch(field.type, member)))
            continue
        fitted[name] = _fit(member, field.type, where, notes, faults)
    if unknown and "metadata" in fields:
        notes.add(NoteCode.UNKNOWN_FIELDS, ", ".join(f"{path}.{name}" if path else name for name in sorted(unknown)))
        kept = fitted.get("metadata")
        fitted["metadata"] = {**unknown, **(kept if isinstance(kept, dict) else {})}
    for name, field in fields.items():
        if field.required and name not in fitted and name not in value:
            faults.append((f"{path}.{name}" if path else name, "is required and missing"))
    return fitted


def _may_be_int(name: str, info: msgspec.inspect.Type) -> bool:
    """An integer may stand for a number or for an id, not for a text."""
    members = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    numeric = any(
        isinstance(m, (msgspec.inspect.IntType, msgspec.inspect.FloatType, msgspec.inspect.AnyType)) for m in members
    )
    return numeric or name in IDS or not any(isinstance(m, msgspec.inspect.StrType) for m in members)


def _mismatch(info: msgspec.inspect.Type, value: Any) -> str:
    return f"expected {_named(info)}, got {_shown(value)}"


def _named(info: msgspec.inspect.Type) -> str:
    names = {
        msgspec.inspect.StrType: "text",
        msgspec.inspect.IntType: "a whole number",
        msgspec.inspect.FloatType: "a number",
        msgspec.inspect.BoolType: "true or false",
        msgspec.inspect.VarTupleType: "a list",
        msgspec.inspect.StructType: "an object",
        msgspec.inspect.DictType: "an object",
        msgspec.inspect.NoneType: "null",
        msgspec.inspect.LiteralType: "a name",
    }
    members = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return " or ".join(dict.fromkeys(names.get(type(member), "a value") for member in members))


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode("utf-8", "replace") if value is not None else "null"
    return text if len(text) <= 60 else text[:59] + "…"
