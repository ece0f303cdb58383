"""Traces, streamed: memory does not grow with their number or their text."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.rows import Row, suffix_of
from ragstrata.ingest.tables import Faults, read_row, read_table
from ragstrata.ingest.trec import read_trec_run
from ragstrata.records.names import NoteCode
from ragstrata.records.problem import Problem
from ragstrata.records.trace import Trace

TREC_SUFFIXES = (".txt", ".run", ".trec")


@dataclass(slots=True, frozen=True)
class TraceSource:
    """Where traces come from: files (with the name to show), or rows of a self-contained suite."""

    files: tuple[tuple[Path, str], ...] = ()
    rows: tuple[Row, ...] = ()
    shown: str = ""
    lenient: bool = False


def read_traces(source: TraceSource, notes: NoteBook) -> Iterator[Trace]:
    """Every trace, in order. Raises InputError with all faults, at the latest when the last row is read."""
    faults = Faults(notes, lenient=source.lenient)
    yield from collect_traces(source, faults)
    faults.raise_if_any()


def collect_traces(source: TraceSource, faults: Faults) -> Iterator[Trace]:
    """Every sound trace; faults are collected."""
    seen: dict[tuple[str, str, int], int] = {}
    for trace, place in _all(source, faults):
        mark = hash(msgspec.json.encode(trace))
        known = seen.setdefault((trace.question_id, trace.run, trace.repeat), mark)
        if known is mark:  # the very object just stored: first of its kind
            yield trace
        elif known == mark:
            faults.notes.add(NoteCode.TRACE_REPEATED, f"{place}: {trace.question_id}")
        else:
            faults.add(
                Problem(
                    file=place,
                    field="repeat",
                    message=f"another trace of question {trace.question_id!r} in run {trace.run!r} has the same repeat",
                    hint="number repeated answers 0, 1, 2 … in `repeat`",
                )
            )


def _all(source: TraceSource, faults: Faults) -> Iterator[tuple[Trace, str]]:
    for row in source.rows:
        trace = read_row(row, source.shown, Trace, faults, reshape_trace)
        if trace is not None:
            yield trace, f"{source.shown}[{row.index}]"
    for path, shown in source.files:
        if suffix_of(path) in TREC_SUFFIXES:
            yield from read_trec_run(path, shown, faults)
        else:
            yield from read_table(path, shown, Trace, faults, reshape_trace)


def reshape_trace(raw: dict[str, Any], notes: NoteBook) -> dict[str, Any]:
    """The accepted short forms of a trace in full: a flat list, a bare answer or context, chat messages."""
    row = dict(raw)
    if "retrieved" in row and "hops" not in row:
        retrieved = row.pop("retrieved")
        row["hops"] = None if retrieved is None else [{"stages": [{"kind": "retrieve", "items": _items(retrieved)}]}]
    if isinstance(row.get("answer"), str):
        row["answer"] = {"text": row["answer"]}
    if "context" in row:
        row["context"] = _context(row["context"])
    if row.get("run") is None:
        row.pop("run", None)
    if row.get("repeat") is None:
        row.pop("repeat", None)
    return row


def _items(items: Any) -> Any:
    """Bare texts become items that are named by their place."""
    if not isinstance(items, list):
        return items
    return [{"id": f"#{i}", "text": item} if isinstance(item, str) else item for i, item in enumerate(items, 1)]


def _context(context: Any) -> Any:
    if isinstance(context, str):
        return {"text": context}
    if isinstance(context, list):
        return {"text": _chat(context)} if _is_chat(context) else {"items": _items(context)}
    if isinstance(context, dict):
        filled = dict(context)
        if isinstance(filled.get("text"), list) and _is_chat(filled["text"]):
            filled["text"] = _chat(filled["text"])
        if "items" in filled:
            filled["items"] = _items(filled["items"])
        return filled
    return context


def _is_chat(messages: list[Any]) -> bool:
    return bool(messages) and all(isinstance(m, dict) and "content" in m and "role" in m for m in messages)


def _chat(messages: list[Any]) -> str:
    """The text of chat messages, one after the other; parts that hold no text are left out."""
    texts: list[str] = []
    for message in messages:
        content = message["content"]
        parts = content if isinstance(content, list) else [content]
        texts.extend(p if isinstance(p, str) else str(p.get("text") or "") for p in parts if isinstance(p, (str, dict)))
    return "\n".join(text for text in texts if text)
