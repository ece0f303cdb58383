"""`ragstrata.toml` as typed settings: a misspelt key is told, not ignored."""

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.shape import shape
from ragstrata.ingest.tables import Faults
from ragstrata.records.problem import Problem
from ragstrata.records.suite import JudgeSettings, PassRule, PipelineSettings, QrelsSettings, Settings, SuiteSettings

TABLES: dict[str, type[msgspec.Struct]] = {
    "suite": SuiteSettings,
    "qrels": QrelsSettings,
    "judge": JudgeSettings,
    "pipeline": PipelineSettings,
    "pass": PassRule,
}
DATA = ("documents", "chunks", "questions", "qrels", "traces")
_FIELDS = {"passing": "pass"}


def read_settings(tables: dict[str, Any], shown: str, overrides: Sequence[str], faults: Faults) -> Settings:
    """Settings from the tables of a suite, with `table.key=value` overrides on top; faults are collected."""
    merged = {name: dict(table) for name, table in tables.items() if isinstance(table, dict) and name in TABLES}
    for override in overrides:
        _override(merged, override, faults)
    parts: dict[str, Any] = {}
    for name, wanted in TABLES.items():
        table = merged.get(name, {})
        known = {field.encode_name for field in msgspec.structs.fields(wanted)}
        for key in [key for key in table if key not in known]:
            close = get_close_matches(key, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(sorted(known))}"
            faults.problems.append(
                Problem(file=shown, field=f"{name}.{key}", message="is not a known setting", hint=hint)
            )
            del table[key]
        before = len(faults.problems)

        def report(field: str, message: str, table_name: str = name) -> None:
            faults.problems.append(Problem(file=shown, field=f"{table_name}.{field}", message=message))

        fitted = shape(table, wanted, NoteBook(), report)
        parts[name] = fitted if fitted is not None and len(faults.problems) == before else wanted()
    settings = Settings(
        suite=parts["suite"],
        qrels=parts["qrels"],
        judge=parts["judge"],
        pipeline=parts["pipeline"],
        passing=parts["pass"],
    )
    if any(k < 1 for k in settings.suite.cutoffs) or not settings.suite.cutoffs:
        faults.problems.append(Problem(file=shown, field="suite.cutoffs", message="needs whole numbers from 1 on"))
    return settings


def _override(tables: dict[str, dict[str, Any]], text: str, faults: Faults) -> None:
    """One `--set table.key=value`; the value is read as TOML, a bare list of numbers or a word as itself."""
    path, equals, value = text.partition("=")
    table, dot, key = path.strip().partition(".")
    if not equals or not dot or table not in TABLES:
        hint = f"write TABLE.KEY=VALUE with one of the tables {', '.join(TABLES)}"
        faults.problems.append(Problem(file=f"--set {text}", message="cannot be read", hint=hint))
        return
    tables.setdefault(table, {})[key] = _value(value.strip(), key)


def _value(text: str, key: str) -> Any:
    if key == "cutoffs" and not text.startswith("["):
        text = f"[{text}]"
    try:
        return tomllib.loads(f"v = {text}")["v"]
    except tomllib.TOMLDecodeError:
        return text


def parse_toml(data: bytes, shown: str, faults: Faults) -> dict[str, Any]:
    """The tables of a TOML file; {} after a fault."""
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        faults.problems.append(Problem(file=shown, message=f"is not valid TOML: {error}"))
        return {}
