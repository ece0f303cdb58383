"""Other shapes in which users write the same record: each is brought into the shape of the format.

One function a record: it takes the JSON value, its path and what was found so far, and gives the value to read.
What it does not recognise it hands on unchanged, for the reader to complain about.
"""

from collections.abc import Callable
from typing import Any, Final

from ragstrata.ingest.findings import At, Found
from ragstrata.records.corpus import Document
from ragstrata.records.names import NoteCode
from ragstrata.records.question import FactCondition, Qrel, Question
from ragstrata.records.trace import Answer, Context, Item, Trace

Shape = Callable[[Any, At, Found], Any]


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """The object with some keys renamed, where the new name is free."""
    if not isinstance(value, dict) or not any(old in value and new not in value for old, new in names.items()):
        return value
    return {(names[k] if k in names and names[k] not in value else k): v for k, v in value.items()}


def _document(value: Any, at: At, found: Found) -> Any:
    """BEIR's corpus.jsonl: `_id`, `title`, `text`."""
    return _renamed(value, {"_id": "doc_id"})


def _question(value: Any, at: At, found: Found) -> Any:
    """BEIR's queries.jsonl: `_id`, `text`. Units and facts without a name of their own are numbered e1, f1 …"""
    if isinstance(value, dict) and "_id" in value and "question_id" not in value:
        value = _renamed(value, {"_id": "question_id", "text": "question"})
    for table, field, letter in (("evidence", "evidence_id", "e"), ("facts", "fact_id", "f")):
        members = value.get(table) if isinstance(value, dict) else None
        if isinstance(members, list) and any(isinstance(m, dict) and m.get(field) is None for m in members):
            numbered = [
                {**m, field: f"{letter}{i}"} if isinstance(m, dict) and m.get(field) is None else m
                for i, m in enumerate(members, 1)
            ]
            value = {**value, table: numbered}
    return value


def _qrel(value: Any, at: At, found: Found) -> Any:
    """BEIR's qrels: `query-id`, `corpus-id`, `score`."""
    return _renamed(value, {"query-id": "question_id", "corpus-id": "id", "score": "grade"})


def _condition(value: Any, at: At, found: Found) -> Any:
    """A condition given as its text alone."""
    return {"text": value} if isinstance(value, str) else value


def _answer(value: Any, at: At, found: Found) -> Any:
    """An answer given as its text alone."""
    return {"text": value} if isinstance(value, str) else value


def _item(value: Any, at: At, found: Found) -> Any:
    """An item given as a bare string: an id if the corpus has it, else a text without id; or an object without id."""
    if isinstance(value, str):
        if value in found.known:
            return {"id": value}
        return {"id": _place(at, found), "text": value}
    if isinstance(value, int) and not isinstance(value, bool):
        return {"id": value}
    if isinstance(value, dict) and value.get("id") is None:
        for name in ("chunk_id", "doc_id"):
            if value.get(name) is not None:
                return {**{k: v for k, v in value.items() if k != "chunk_id"}, "id": value[name]}
        if "text" in value:
            return {**value, "id": _place(at, found)}
    return value


def _place(at: At, found: Found) -> str:
    """The id of an item without one: its place in its list, counted from 1."""
    number = at[1] + 1 if at is not None and isinstance(at[1], int) else 1
    found.notes.add(NoteCode.ITEMS_WITHOUT_ID, f"#{number}")
    return f"#{number}"


def _context(value: Any, at: At, found: Found) -> Any:
    """A context given as its text, as a list of passages, or as the chat messages that were sent."""
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, list):
        return {"text": _said(value)} if _is_chat(value) else {"items": value}
    if isinstance(value, dict) and isinstance(value.get("text"), list) and _is_chat(value["text"]):
        return {**value, "text": _said(value["text"])}
    return value


def _is_chat(value: list[Any]) -> bool:
    return bool(value) and all(isinstance(m, dict) and "role" in m and "content" in m for m in value)


def _said(messages: list[Any]) -> str:
    """The text of chat messages in order, one below the other; parts that are not text are left out."""
    texts: list[str] = []
    for message in messages:
        content = message["content"]
        parts = content if isinstance(content, list) else [content]
        for part in parts:
            text = part.get("text") if isinstance(part, dict) else part
            if isinstance(text, str):
                texts.append(text)
    return "\n".join(texts)


def _trace(value: Any, at: At, found: Found) -> Any:
    """A flat trace: `retrieved` becomes one hop with one retrieve stage. null is not recorded, [] is empty.

    Where `hops` are recorded too, they rule and `retrieved` stays an unknown field.
    """
    if not isinstance(value, dict) or "retrieved" not in value or value.get("hops") is not None:
        return value
    flat = {k: v for k, v in value.items() if k not in {"retrieved", "hops"}}
    if value["retrieved"] is not None:
        flat["hops"] = [{"stages": [{"kind": "retrieve", "items": value["retrieved"]}]}]
    return flat


SHAPES: Final[dict[type, Shape]] = {
    Document: _document,
    Question: _question,
    Qrel: _qrel,
    FactCondition: _condition,
    Answer: _answer,
    Context: _context,
    Item: _item,
    Trace: _trace,
}
