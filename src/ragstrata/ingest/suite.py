"""A suite from its files: settings, tables and where the traces are."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragstrata.ingest.files import InputFile, Sniffed, Unfit, hash_file, sniff
from ragstrata.ingest.findings import Findings
from ragstrata.ingest.inline import Inline, read_inline
from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.rows import Table
from ragstrata.ingest.settings import DATA_KEYS, parse_toml, read_settings
from ragstrata.ingest.tables import Places, read_judgements, read_table
from ragstrata.ingest.traces import TraceSource, scan_traces
from ragstrata.records.corpus import Chunk, Document
from ragstrata.records.question import Question
from ragstrata.records.suite import Note, Qrels, Settings, Suite

TOML = "ragstrata.toml"


@dataclass(frozen=True, slots=True)
class LoadedSuite:
    """A suite in memory, its traces still on disk, and what was read for it."""

    suite: Suite
    traces: TraceSource
    inputs: tuple[InputFile, ...]
    notes: tuple[Note, ...]


@dataclass(slots=True)
class Parts:
    """A suite while it is read: its tables, and where their rows stand."""

    suite: Suite
    traces: TraceSource
    places: dict[str, Places] = field(default_factory=dict)
    judged: dict[str, Places] = field(default_factory=dict)
    files: list[tuple[str, Path]] = field(default_factory=list)


def load_suite(
    path: Path,
    *,
    overrides: Sequence[str] = (),
    lenient: bool = False,
    traces: Sequence[Path] | None = None,
) -> LoadedSuite:
    """Read a suite: a folder with ragstrata.toml, that file itself, one JSON file, or a BEIR folder.

    overrides: settings such as `suite.cutoffs=1,5`. traces: files to read instead of the suite's own.
    lenient: skip and note rows that cannot be read. Labels that name what does not exist do not stop the loading;
    they are faults of single questions, which `check` lists. Raises InputError with every problem of every file.
    """
    notes = NoteBook()
    findings = Findings(notes, lenient=lenient)
    parts = read_parts(path, overrides=overrides, traces=traces, findings=findings)
    if findings.problems:
        for _ in scan_traces(parts.traces, findings):
            pass
    findings.stop()
    inputs = tuple(hash_file(name, file) for name, file in parts.files)
    return LoadedSuite(parts.suite, parts.traces, inputs, notes.notes())


def read_parts(path: Path, *, overrides: Sequence[str], traces: Sequence[Path] | None, findings: Findings) -> Parts:
    """The suite's tables with the place of each row; problems go to `findings`. Traces are not read yet."""
    tables, settings, files = _locate(path, overrides, findings)
    if traces is not None:
        tables["traces"] = [Table("traces", str(file), file) for file in traces]
    missing = _missing([table for group in tables.values() for table in group], findings)
    present = {name: [t for t in group if t.shown not in missing] for name, group in tables.items()}
    parts = _read_tables(present, settings, findings)
    parts.files = files + [(t.name, t.path) for group in present.values() for t in group if t.path is not None]
    return parts


def _locate(
    path: Path, overrides: Sequence[str], findings: Findings
) -> tuple[dict[str, list[Table]], Settings, list[tuple[str, Path]]]:
    """The tables of a suite by name, its settings, and the file that holds those."""
    toml = path / TOML if path.is_dir() else path
    if path.is_dir() and not toml.exists():
        return _beir(path, overrides, findings)
    if toml.suffix.lower() == ".toml" and toml.is_file():
        try:
            raw = toml.read_bytes()
        except OSError as error:
            findings.fail(str(toml), f"cannot be read: {error.strerror}", "may you read it?", code="unreadable_file")
            return {}, Settings(), []
        values = parse_toml(str(toml), raw, findings)
        if values is None:
            return {}, Settings(), []
        settings, data = read_settings(str(toml), values, raw.decode("utf-8-sig"), overrides, findings)
        if not data.get("questions"):
            hint = 'add questions = "questions.jsonl" under [data]'
            findings.fail(str(toml), "names no questions", hint, code="missing_field")
        return _files(data, toml.parent), settings, [("suite", toml)]
    sniffed = sniff(path, "the suite")
    if isinstance(sniffed, Unfit):
        hint = sniffed.hint if sniffed.code != "missing_file" else f"name a folder with {TOML}, or one JSON file"
        findings.fail(str(path), sniffed.message, hint, code=sniffed.code)
        return {}, Settings(), []
    return _from_inline(path, sniffed, overrides, findings)


def _from_inline(
    path: Path, sniffed: Sniffed, overrides: Sequence[str], findings: Findings
) -> tuple[dict[str, list[Table]], Settings, list[tuple[str, Path]]]:
    if sniffed.kind not in {"json", "jsonl"}:
        hint = f"name a folder with {TOML}, or one JSON file"
        findings.fail(str(path), "is no suite", hint, code="wrong_file")
        return {}, Settings(), []
    before = len(findings.problems)
    inline: Inline = read_inline(path, str(path), sniffed, findings)
    settings, _ = read_settings(str(path), inline.settings, "", overrides, findings)
    tables = {name: [table] for name, table in inline.tables.items()} | _files(inline.files, path.parent)
    if "questions" not in tables and len(findings.problems) == before:
        findings.fail(str(path), "has no questions", 'add a list under "questions"', code="missing_field")
    return tables, settings, [("suite", path)]


def _beir(
    folder: Path, overrides: Sequence[str], findings: Findings
) -> tuple[dict[str, list[Table]], Settings, list[tuple[str, Path]]]:
    """A folder as BEIR lays it out: corpus.jsonl, queries.jsonl, and qrels/test.tsv or the only other one there."""
    queries = _first(folder, "queries.jsonl", "queries.jsonl.gz")
    if queries is None:
        hint = f"`ragstrata init {folder}` makes one"
        findings.fail(str(folder), f"holds no {TOML}", hint, code="missing_file")
        return {}, Settings(), []
    data: dict[str, Any] = {"questions": queries.name}
    corpus = _first(folder, "corpus.jsonl", "corpus.jsonl.gz")
    if corpus is not None:
        data["documents"] = corpus.name
    judged = sorted((folder / "qrels").glob("*.tsv"))
    if judged:
        chosen = next((file for file in judged if file.stem == "test"), judged[0])
        data["qrels"] = f"qrels/{chosen.name}"
    values = {"suite": {"name": folder.resolve().name, "granularity": "document"}}
    settings, _ = read_settings(str(folder), values, "", overrides, findings)
    return _files(data, folder), settings, []


def _first(folder: Path, *names: str) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)


def _files(data: dict[str, Any], folder: Path) -> dict[str, list[Table]]:
    tables: dict[str, list[Table]] = {}
    for name in DATA_KEYS:
        given = data.get(name)
        files = [given] if isinstance(given, str) else given or []
        if files:
            tables[name] = [Table(name, str(folder / file), folder / file) for file in files]
    return tables


def _missing(tables: Sequence[Table], findings: Findings) -> set[str]:
    """Files that are not there, each told once, before anything is read."""
    missing: set[str] = set()
    for table in tables:
        if table.path is None or table.shown in missing:
            continue
        if not table.path.is_file():
            what = "is a folder" if table.path.is_dir() else "does not exist"
            hint = f"it is named as the {table.name} of the suite"
            findings.fail(table.shown, what, hint, code="missing_file")
            missing.add(table.shown)
    return missing


def _read_tables(tables: dict[str, list[Table]], settings: Settings, findings: Findings) -> Parts:
    places: dict[str, Places] = {}
    documents: dict[str, Document] = {}
    chunks: dict[str, Chunk] = {}
    questions: dict[str, Question] = {}
    for table in tables.get("documents", ()):
        documents, places["documents"] = read_table(table, Document, "doc_id", findings)
    for table in tables.get("chunks", ()):
        chunks, places["chunks"] = read_table(table, Chunk, "chunk_id", findings)
    for table in tables.get("questions", ()):
        questions, places["questions"] = read_table(table, Question, "question_id", findings)
    qrels: Qrels | None = None
    judged: dict[str, Places] = {}
    for table in tables.get("qrels", ()):
        qrels, judged = read_judgements(table, questions, chunks, settings.qrels.granularity, findings)
    suite = Suite(settings=settings, documents=documents, chunks=chunks, questions=questions, qrels=qrels)
    source = TraceSource(tuple(tables.get("traces", ())), findings.lenient, _Either(chunks, documents))
    return Parts(suite, source, places, judged)


class _Either:
    """In one or the other."""

    __slots__ = ("_one", "_other")

    def __init__(self, one: Container[str], other: Container[str]) -> None:
        self._one = one
        self._other = other

    def __contains__(self, key: object) -> bool:
        return key in self._one or key in self._other
