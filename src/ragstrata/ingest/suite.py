"""Loading a suite: a folder with `ragstrata.toml`, or one self-contained JSON file.

In a JSON file every table of `ragstrata.toml` is a top-level key, and the data tables stand there as lists. The name
`qrels` means both a table of settings and one of data: a list is the judgements, an object the settings.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ragstrata.errors import InputError
from ragstrata.ingest.files import check_readable, fingerprint, open_input
from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.rows import Row, suffix_of
from ragstrata.ingest.settings import DATA, TABLES, parse_toml, read_settings
from ragstrata.ingest.tables import Faults, read_row, read_table
from ragstrata.ingest.traces import TREC_SUFFIXES, TraceSource
from ragstrata.ingest.trec import read_trec_qrels
from ragstrata.records.corpus import Chunk, Document
from ragstrata.records.names import NoteCode
from ragstrata.records.problem import Problem
from ragstrata.records.question import Qrel, Question
from ragstrata.records.suite import Note, Qrels, Settings, Suite

Record = TypeVar("Record", bound=msgspec.Struct)
_CONFIG = "ragstrata.toml"


class InputFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that went into a run: its role, its name, and what it held."""

    role: str
    name: str
    sha256: str
    size: int


@dataclass(slots=True, frozen=True)
class LoadedSuite:
    """A suite ready to evaluate. The traces are read when they are asked for."""

    suite: Suite
    traces: TraceSource
    inputs: tuple[InputFile, ...]
    notes: tuple[Note, ...]


@dataclass(slots=True, frozen=True)
class Tables:
    """Where the tables of a suite are: files, or rows of a self-contained one."""

    shown: str
    config: dict[str, Any]
    files: dict[str, list[tuple[Path, str]]]
    rows: dict[str, list[Any]]
    source: tuple[Path, str] | None


def load_suite(
    path: Path,
    *,
    overrides: Sequence[str] = (),
    lenient: bool = False,
    traces: Sequence[Path] | None = None,
) -> LoadedSuite:
    """Load everything but the traces. Raises InputError with every malformed or conflicting row of every table.

    Labels that name what does not exist do not stop the loading: they become the cause `evaluation` of their
    question, and `ragstrata check` lists them. lenient: rows with faults are skipped, counted and noted.
    """
    notes = NoteBook()
    faults = Faults(notes, lenient=lenient)
    loaded = collect_suite(path, overrides, traces, faults)
    faults.raise_if_any()
    return loaded


def collect_suite(path: Path, overrides: Sequence[str], traces: Sequence[Path] | None, faults: Faults) -> LoadedSuite:
    """As `load_suite`, with the faults collected instead of raised."""
    tables = find_tables(path, faults)
    settings = read_settings(tables.config, tables.shown, overrides, faults)
    documents = _by_id(_read(tables, "documents", Document, faults), "doc_id", faults)
    chunks = _by_id(_read(tables, "chunks", Chunk, faults), "chunk_id", faults)
    questions = _by_id(_read(tables, "questions", Question, faults, reshape_question), "question_id", faults)
    if not questions and not faults.problems:
        faults.problems.append(Problem(file=tables.shown, field="data.questions", message="holds no question"))
    qrels = _qrels(tables, settings, chunks, questions, faults)
    source = _trace_source(tables, traces, faults)
    inputs = [(role, *file) for role, found in tables.files.items() for file in found if role != "traces"]
    inputs.extend(("traces", *file) for file in source.files)
    if tables.source is not None:
        inputs.append(("suite", *tables.source))
    return LoadedSuite(
        suite=Suite(settings=settings, documents=documents, chunks=chunks, questions=questions, qrels=qrels),
        traces=source,
        inputs=tuple(
            InputFile(role=role, name=shown, sha256=digest, size=size)
            for role, file, shown in inputs
            if file.is_file()
            for digest, size in [fingerprint(file)]
        ),
        notes=faults.notes.notes(),
    )


def find_tables(path: Path, faults: Faults) -> Tables:
    """The settings of a suite and where its tables are. Raises InputError if there is no suite."""
    if path.is_dir():
        path = path / _CONFIG
    check_readable(path)
    if path.suffix == ".json" or path.name.endswith(".json.gz"):
        return _inline(path)
    with open_input(path) as stream:
        config = parse_toml(stream.read(), path.name, faults)
    data = config.get("data", {})
    known = {*TABLES, "data"}
    for name in [name for name in config if name not in known]:
        hint = f"known tables: {', '.join(sorted(known))}"
        faults.problems.append(Problem(file=path.name, field=name, message="is not a known table", hint=hint))
    files: dict[str, list[tuple[Path, str]]] = {}
    for name, value in data.items() if isinstance(data, dict) else ():
        names = value if isinstance(value, list) else [value]
        if name not in DATA or not all(isinstance(n, str) for n in names):
            hint = f"known: {', '.join(DATA)}; each names a file"
            faults.problems.append(Problem(file=path.name, field=f"data.{name}", message="cannot be read", hint=hint))
            continue
        files[name] = [(path.parent / n, n) for n in names]
    return Tables(path.name, config, files, {}, (path, path.name))


def _inline(path: Path) -> Tables:
    with open_input(path) as stream:
        data = stream.read()
    problem = None
    content: Any = None
    try:
        content = msgspec.json.decode(data)
    except RecursionError:
        problem = "is nested too deeply"
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        problem = f"is not valid JSON: {error}"
    if problem is None and not isinstance(content, dict):
        problem = "is not a suite: expected an object with the tables of a suite"
    if problem is not None:
        raise InputError([Problem(file=path.name, message=problem)])
    rows = {name: content[name] for name in DATA if isinstance(content.get(name), list)}
    config = {name: table for name, table in content.items() if name in TABLES and isinstance(table, dict)}
    return Tables(path.name, config, {}, rows, (path, path.name))


def _read(
    tables: Tables,
    name: str,
    wanted: type[Record],
    faults: Faults,
    reshape: Callable[[dict[str, Any], NoteBook], dict[str, Any]] | None = None,
) -> Iterator[tuple[Record, str]]:
    shown = f"{tables.shown} {name}"
    for index, raw in enumerate(tables.rows.get(name, ())):
        record = read_row(Row(raw, index=index), shown, wanted, faults, reshape)
        if record is not None:
            yield record, f"{shown}[{index}]"
    for path, file in tables.files.get(name, ()):
        yield from read_table(path, file, wanted, faults, reshape)


def reshape_question(raw: dict[str, Any], notes: NoteBook) -> dict[str, Any]:
    """Units and facts without a name of their own are numbered."""
    row = dict(raw)
    for name, field, letter in (("evidence", "evidence_id", "e"), ("facts", "fact_id", "f")):
        members = row.get(name)
        if isinstance(members, list):
            row[name] = [
                {field: f"{letter}{i}", **m} if isinstance(m, dict) and m.get(field) is None else m
                for i, m in enumerate(members, 1)
            ]
    return row


def _by_id(rows: Iterator[tuple[Record, str]], field: str, faults: Faults) -> dict[str, Record]:
    """Records by id. The same row again is noted; another one under the same id is a fault that names both."""
    found: dict[str, Record] = {}
    places: dict[str, str] = {}
    for record, place in rows:
        key = getattr(record, field)
        if key not in found:
            found[key] = record
            places[key] = place
        elif found[key] == record:
            faults.notes.add(NoteCode.REPEATED_JUDGEMENTS, f"{place}: {key}")
        else:
            message = f"{key!r} stands at {places[key]} already, with other content"
            faults.add(Problem(file=place, field=field, message=message, hint="give each row an id of its own"))
    return found


def _qrels(
    tables: Tables, settings: Settings, chunks: dict[str, Chunk], questions: dict[str, Question], faults: Faults
) -> Qrels | None:
    grades: dict[str, dict[str, float]] = {}
    places: dict[tuple[str, str], str] = {}
    count = 0
    for qrel, place in _qrel_rows(tables, faults):
        count += 1
        if qrel.question_id not in questions:
            faults.notes.add(NoteCode.ORPHAN_JUDGEMENTS, f"{qrel.question_id}")
            continue
        of_question = grades.setdefault(qrel.question_id, {})
        known = of_question.get(qrel.id)
        if known is None:
            of_question[qrel.id] = qrel.grade
            places[qrel.question_id, qrel.id] = place
        elif known == qrel.grade:
            faults.notes.add(NoteCode.REPEATED_JUDGEMENTS, f"{qrel.question_id} {qrel.id}")
        else:
            first = places[qrel.question_id, qrel.id]
            message = f"{qrel.question_id!r} {qrel.id!r} has grade {qrel.grade:g} here and {known:g} at {first}"
            faults.add(Problem(file=place, field="grade", message=message, hint="keep one judgement a pair"))
    if not count and "qrels" not in tables.files and "qrels" not in tables.rows:
        return None
    granularity = settings.qrels.granularity
    if granularity is None:
        by_chunk = bool(grades) and all(key in chunks for of_question in grades.values() for key in of_question)
        granularity = "chunk" if by_chunk else "document"
    return Qrels(granularity=granularity, grades=grades)


def _qrel_rows(tables: Tables, faults: Faults) -> Iterator[tuple[Qrel, str]]:
    text = [
        (path, shown)
        for path, shown in tables.files.get("qrels", ())
        if suffix_of(path) in (*TREC_SUFFIXES, ".qrels", "")
    ]
    for path, shown in text:
        yield from read_trec_qrels(path, shown, faults)
    others = {name: [f for f in found if f not in text] for name, found in tables.files.items()}
    beir = [(path, shown) for path, shown in others.get("qrels", ()) if suffix_of(path) == ".tsv" and _is_beir(path)]
    for path, shown in beir:
        yield from read_trec_qrels(path, shown, faults)
    others["qrels"] = [file for file in others.get("qrels", []) if file not in beir]
    plain = Tables(tables.shown, tables.config, others, tables.rows, tables.source)
    yield from _read(plain, "qrels", Qrel, faults)


def _is_beir(path: Path) -> bool:
    if not path.is_file():
        return False
    with open_input(path) as stream:
        return stream.readline().split()[:2] == [b"query-id", b"corpus-id"]


def _trace_source(tables: Tables, traces: Sequence[Path] | None, faults: Faults) -> TraceSource:
    if traces is not None:
        for path in traces:
            check_readable(path)
        return TraceSource(files=tuple((path, path.name) for path in traces), lenient=faults.lenient)
    rows = tuple(Row(raw, index=i) for i, raw in enumerate(tables.rows.get("traces", ())))
    return TraceSource(
        files=tuple(tables.files.get("traces", ())), rows=rows, shown=f"{tables.shown} traces", lenient=faults.lenient
    )
