"""`ragstrata.toml` → settings, checked word by word: a typo in a setting must not pass in silence."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args, get_origin

import msgspec

from ragstrata.ingest.convert import near, reader_of, shown
from ragstrata.ingest.findings import BAD, At, Fault, Findings, Found, Place, spell
from ragstrata.ingest.notes import NoteBook
from ragstrata.records.problem import Problem
from ragstrata.records.suite import Settings

DATA_KEYS: Final = ("documents", "chunks", "questions", "qrels", "traces")
_TABLES: Final = tuple(info.encode_name for info in msgspec.structs.fields(Settings))


def parse_toml(file: str, data: bytes, findings: Findings) -> dict[str, Any] | None:
    """The text of a settings file as plain values; None if it does not parse."""
    try:
        return tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        findings.fail(file, "is not valid UTF-8", "save the file as UTF-8", code="bad_encoding", line=line)
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"\s*\(at line (\d+), column \d+\)", str(error))
        line_number = int(match.group(1)) if match is not None else None
        message = re.sub(r"\s*\(at .*\)$", "", str(error))
        findings.fail(file, f"is not TOML: {message}", "mend that line", code="malformed", line=line_number)
    except RecursionError:
        findings.fail(file, "is nested too deeply", "flatten it", code="malformed")
    return None


def read_settings(
    file: str, tables: Mapping[str, Any], text: str, overrides: Sequence[str], findings: Findings
) -> tuple[Settings, dict[str, Any]]:
    """Settings and the `[data]` table, with `overrides` such as `suite.cutoffs=1,5` applied.

    `suite.qrels_granularity` is another name of `qrels.granularity`. In `[pass]`, `false` or "off" switches a
    numeric criterion off. Anything unknown or of the wrong type is a problem; the defaults then stand in.
    """
    values: dict[str, Any] = {name: dict(table) if isinstance(table, dict) else table for name, table in tables.items()}
    for override in overrides:
        _override(override, values, findings)
    lines = _Lines(text)
    for name in [n for n in values if n not in {*_TABLES, "data"}]:
        hint = near(name, (*_TABLES, "data")) or f"known are {', '.join((*_TABLES, 'data'))}"
        findings.add(_problem(file, lines, (None, name), "is not a known table", hint, "unknown_setting"))
        del values[name]
    data = _data(file, lines, values.pop("data", {}), findings)
    suite = values.get("suite")
    if isinstance(suite, dict) and "qrels_granularity" in suite:
        granularity = suite.pop("qrels_granularity")
        if isinstance(values.setdefault("qrels", {}), dict):
            values["qrels"].setdefault("granularity", granularity)
    if isinstance(values.get("pass"), dict):
        values["pass"] = {key: _switched_off(key, item) for key, item in values["pass"].items()}
    found = Found(NoteBook())
    settings = reader_of(Settings)(values, None, found)
    if settings is not BAD:
        found.faults.extend(_senseless(settings))
    for fault in found.faults:
        findings.add(_problem(file, lines, fault.at, fault.message, fault.hint, fault.code))
    return (Settings() if settings is BAD else settings), data


def _switched_off(key: str, value: Any) -> Any:
    optional = key in {"correctness", "completeness", "faithfulness", "leaks", "stale"}
    return None if optional and (value is False or value == "off") else value


def _senseless(settings: Settings) -> list[Fault]:
    """Settings of the right type that mean nothing."""
    faults: list[Fault] = []
    cutoffs = settings.suite.cutoffs
    if not cutoffs or min(cutoffs) < 1:
        at: At = ((None, "suite"), "cutoffs")
        faults.append(Fault(at, "must hold whole numbers of at least 1", "such as [1, 3, 5, 10]", "bad_setting"))
    kind = settings.judge.kind
    if kind not in {"rules", "llm"} and not re.fullmatch(r"python:[\w.]+:[\w.]+", kind):
        hint = near(kind, ("rules", "llm")) or "a callable of your own is python:module:attr"
        faults.append(
            Fault(
                ((None, "judge"), "kind"),
                f"must be rules, llm or python:module:attr, not {kind!r}",
                hint,
                "bad_setting",
            )
        )
    for name in ("correctness", "completeness", "faithfulness"):
        share = getattr(settings.passing, name)
        if share is not None and not 0 <= share <= 1:
            faults.append(
                Fault(
                    ((None, "pass"), name),
                    f"must lie between 0 and 1, not {share:g}",
                    "1.0 asks for all",
                    "bad_setting",
                )
            )
    return faults


def _data(file: str, lines: "_Lines", data: Any, findings: Findings) -> dict[str, Any]:
    if not isinstance(data, dict):
        findings.add(_problem(file, lines, (None, "data"), f"must be a table, not {shown(data)}", "", "wrong_type"))
        return {}
    kept: dict[str, Any] = {}
    for key, value in data.items():
        at: At = ((None, "data"), key)
        several = key == "traces" and isinstance(value, list) and all(isinstance(v, str) for v in value)
        if key not in DATA_KEYS:
            hint = near(key, DATA_KEYS) or f"known are {', '.join(DATA_KEYS)}"
            findings.add(_problem(file, lines, at, "is not a known table", hint, "unknown_setting"))
        elif not several and (not isinstance(value, str) or not value):
            wanted = "a file name, or a list of them" if key == "traces" else "a file name"
            findings.add(_problem(file, lines, at, f"must be {wanted}, not {shown(value)}", "", "wrong_type"))
        else:
            kept[key] = value
    return kept


def _override(override: str, values: dict[str, Any], findings: Findings) -> None:
    """Apply `table.key=value`. Values are read as TOML would, or as text; `a,b` is a list where one is wanted."""
    name, equals, text = override.partition("=")
    table, dot, key = name.strip().partition(".")
    if not equals or not dot or not key:
        message = f"cannot be read: {override!r}"
        findings.fail("--set", message, "write --set suite.cutoffs=1,5", code="bad_setting")
        return
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    if _wants_list(table, key) and not isinstance(value, list):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        value = [int(part) if re.fullmatch(r"-?\d{1,9}", part) else part for part in parts]
    if not isinstance(values.setdefault(table, {}), dict):
        values[table] = {}
    values[table][key] = value


def _wants_list(table: str, key: str) -> bool:
    tables = {info.encode_name: info.type for info in msgspec.structs.fields(Settings)}
    if table == "data":
        return False
    kind = tables.get(table)
    if kind is None:
        return False
    fields = {info.encode_name: info.type for info in msgspec.structs.fields(kind)}
    return any(get_origin(k) is tuple for k in (fields.get(key), *get_args(fields.get(key))))


class _Lines:
    """Finds the line of a setting in a TOML text."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def of(self, path: str) -> int | None:
        table, _, rest = path.partition(".")
        key = re.split(r"[.\[]", rest)[0] if rest else None
        current = ""
        header: int | None = None
        for number, line in enumerate(self._lines, 1):
            match = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
            if match is not None:
                current = match.group(1).strip("\"'")
                header = number if current == table else header
            elif current == table and key is not None and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return number
        return header


def _problem(file: str, lines: _Lines, at: At, message: str, hint: str, code: str) -> Problem:
    path = spell(at)
    return Problem(file=file, line=lines.of(path), field=path or None, message=message, hint=hint or None, code=code)


def settings_place(file: str, text: str, path: str) -> Place:
    """Where a setting stands, for problems that show up later, such as a file that is not there."""
    return Place(file, _Lines(text).of(path), path)
