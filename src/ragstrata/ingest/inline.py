"""A suite in one JSON file: the tables are its top-level keys."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from ragstrata.ingest.convert import near
from ragstrata.ingest.files import Sniffed, map_bytes
from ragstrata.ingest.findings import Findings
from ragstrata.ingest.rows import Lines, Table, report_syntax, split_array
from ragstrata.ingest.settings import DATA_KEYS
from ragstrata.records.names import NoteCode

_SETTINGS: Final = ("suite", "judge", "pipeline", "pass", "qrels_settings")


@dataclass(slots=True)
class Inline:
    """An inline suite: settings as plain values, tables with their rows unparsed, and tables kept in other files."""

    settings: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    files: dict[str, Any] = field(default_factory=dict)


def read_inline(path: Path, shown: str, sniffed: Sniffed, findings: Findings) -> Inline:
    """The parts of an inline suite.

    Each table of `ragstrata.toml` is a top-level key. `qrels` is the table of judgements if it is a list, and the
    `[qrels]` settings if it is an object; with judgements inline the settings go under `qrels_settings`, or under
    `suite.qrels_granularity`. A table given as text names a file beside the suite. The file is mapped, not held.
    """
    inline = Inline()
    data = map_bytes(path, sniffed)
    try:
        parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except msgspec.ValidationError:
        hint = 'write {"suite": {…}, "questions": […], …}'
        findings.fail(shown, "is no suite: a suite in one file is a JSON object", hint, code="wrong_type", line=1)
        return inline
    except (msgspec.DecodeError, RecursionError) as error:
        report_syntax(shown, data, error, findings)
        return inline
    lines = Lines(data)
    for key, part in parts.items():
        start = bytes(memoryview(part)[:1])
        if key in _SETTINGS or (key == "qrels" and start == b"{"):
            _settings(key, part, shown, lines, inline, findings)
        elif key in DATA_KEYS and (start == b'"' or (key == "traces" and _names_files(part))):
            inline.files[key] = msgspec.json.decode(part)
        elif key in DATA_KEYS and start == b"n":
            continue
        elif key in DATA_KEYS:
            rows = tuple(split_array(key, shown, part, findings, where=True, lines=lines))
            inline.tables[key] = Table(key, shown, rows=rows)
        elif hint := near(key, (*_SETTINGS, *DATA_KEYS)):
            findings.fail(shown, f"{key!r} is no table of a suite", hint, code="unknown_setting", line=lines.line(part))
        else:
            findings.notes.add(NoteCode.UNKNOWN_FIELDS, f"suite file: {key}")
    return inline


def _names_files(part: msgspec.Raw) -> bool:
    try:
        return bool(msgspec.json.decode(part, type=list[str]))
    except (msgspec.DecodeError, RecursionError):
        return False


def _settings(key: str, part: msgspec.Raw, shown: str, lines: Lines, inline: Inline, findings: Findings) -> None:
    try:
        value = msgspec.json.decode(part)
    except (msgspec.DecodeError, RecursionError) as error:
        report_syntax(shown, memoryview(part), error, findings)
        return
    name = "qrels" if key == "qrels_settings" else key
    if value is not None:
        inline.settings[name] = value
