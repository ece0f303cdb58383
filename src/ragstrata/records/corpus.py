"""Documents and chunks: the knowledge base as the pipeline saw it."""

from typing import Any

import msgspec


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A document of the knowledge base.

    `acl` absent or null: who may read it is unknown; `[]`: nobody; `["*"]`: everyone.
    It is in force when `valid_from <= as_of < valid_to`; an absent bound is open.
    """

    doc_id: str
    text: str
    title: str | None = None
    tenant: str | None = None
    acl: tuple[str, ...] | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    version: str | None = None
    supersedes: str | None = None
    metadata: dict[str, Any] | None = None


class Chunk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of a document; `start` and `end` are character offsets in it, half-open."""

    chunk_id: str
    doc_id: str
    text: str
    start: int | None = None
    end: int | None = None
    metadata: dict[str, Any] | None = None
