"""Citations of an answer: which passage each one means, and which claim it serves."""

import re
from dataclasses import dataclass
from itertools import zip_longest

from ragstrata.align.sent import Placed, Sent
from ragstrata.align.stages import Recorded, Seen
from ragstrata.judges.citations import find_markers
from ragstrata.judges.protocol import Judge, Marker
from ragstrata.records.claim import Citation, Claim, Span
from ragstrata.records.names import Semantic, Structural
from ragstrata.records.trace import Answer, JudgedClaim, RecordedCitation
from ragstrata.text.fold import fold


@dataclass(slots=True, frozen=True)
class Cited:
    """A citation before it is attached to a claim. placed: the context item that it means, if any."""

    marker: str | None
    id: str | None
    structural: Structural
    span: Span | None
    placed: Placed | None


def read_citations(answer: Answer, sent: Sent, recorded: Recorded) -> list[Cited]:
    """The recorded citations, or those that the answer's text carries.

    A recorded id outranks the position that its marker names. Without a list of context items a bare number means
    the passage that the sent text itself numbers so; if it numbers none, nothing could be checked and none is read.
    """
    text = answer.text or ""
    if answer.citations is not None:
        return _recorded(answer.citations, text, answer.citation_base, sent, recorded)
    if sent.items is None:
        return _of_numbered_text(text, numbered_passages(sent))
    base = 1 if answer.citation_base is None else answer.citation_base
    known = known_ids(sent, recorded)
    cited = []
    for marker in find_markers(text, known_ids=known):
        cited.extend(_of_marker(marker, base, sent, recorded))
    return cited


_NUMBERED = re.compile(r"^[ \t]*[\[【](\d{1,3})[\]】]", re.MULTILINE)


def numbered_passages(sent: Sent) -> dict[str, Placed]:
    """The passages of a sent text that begins them with `[1]`, `[2]` … at the start of a line, by their number."""
    raw = sent.raw or ""
    starts = list(_NUMBERED.finditer(raw))
    passages: dict[str, Placed] = {}
    for match, following in zip_longest(starts, starts[1:]):
        end = len(raw) if following is None else following.start()
        own = raw[match.end() : end].strip()
        seen = Seen(id=f"[{match[1]}]", doc_id=None, text=fold(own), raw=own, legal=True, known=False, cut=False)
        passages.setdefault(match[1], Placed(seen, seen.text, match.end(), cut=False))
    return passages


def _of_numbered_text(answer: str, passages: dict[str, Placed]) -> list[Cited]:
    if not passages:
        return []
    cited = []
    for marker in find_markers(answer):
        for key in marker.keys:
            placed = passages.get(key)
            structural: Structural = "unknown_id" if placed is None else "valid"
            name = key if placed is None else placed.seen.id
            cited.append(Cited(marker.text, name, structural, Span(*marker.span), placed))
    return cited


def known_ids(sent: Sent, recorded: Recorded) -> frozenset[str]:
    """Ids of every passage that the trace shows."""
    ids = {placed.seen.id for placed in sent.items or ()}
    for items in recorded.lists.values():
        ids.update(seen.id for seen in items or ())
    return frozenset(ids)


def _of_marker(marker: Marker, base: int, sent: Sent, recorded: Recorded) -> list[Cited]:
    cited = []
    for key in marker.keys:
        cited.append(_resolve(key, marker.text, Span(*marker.span), base, sent, recorded))
    return cited


def _resolve(key: str, marker: str, span: Span | None, base: int, sent: Sent, recorded: Recorded) -> Cited:
    items = sent.items or ()
    by_id = next((placed for placed in items if placed.seen.id == key), None)
    if key.isdecimal() and len(key) < 10:
        at = int(key) - base
        if 0 <= at < len(items):
            return Cited(marker, items[at].seen.id, "valid", span, items[at])
    if by_id is not None:
        return Cited(marker, key, "valid", span, by_id)
    shown = any(seen.id == key for listed in recorded.lists.values() for seen in listed or ())
    return Cited(marker, key, "not_in_context" if shown and not key.isdecimal() else "unknown_id", span, None)


def _recorded(
    citations: tuple[RecordedCitation, ...], text: str, base: int | None, sent: Sent, recorded: Recorded
) -> list[Cited]:
    cited = []
    known = known_ids(sent, recorded)
    at = 0
    for citation in citations:
        found = text.find(citation.marker, at) if citation.marker else -1
        span = Span(found, found + len(citation.marker or "")) if found >= 0 else None
        if span is not None:
            at = span.end
        if citation.id is None:
            markers = find_markers(citation.marker or "", known_ids=known)
            if not markers:
                cited.append(Cited(citation.marker, None, "malformed", span, None))
            for marker in markers:
                for key in marker.keys:
                    start = 1 if base is None else base
                    cited.append(_resolve(key, citation.marker or "", span, start, sent, recorded))
            continue
        placed = next((p for p in sent.items or () if p.seen.id == citation.id), None)
        structural: Structural = "valid" if placed is not None else "unknown_id"
        if placed is None and citation.id in known:
            structural = "not_in_context"
        cited.append(Cited(citation.marker, citation.id, structural, span, placed))
    return cited


def attach(
    claims: tuple[Claim, ...],
    cited: list[Cited],
    judged: tuple[JudgedClaim, ...] | None,
    judge: Judge,
    *,
    text_known: bool,
) -> list[tuple[Citation, ...]]:
    """Per claim, the citations that serve it: those that stand in it or directly behind it."""
    served: list[list[Citation]] = [[] for _ in claims]
    if not claims:
        return []
    for citation in cited:
        index = _served(claims, citation)
        said = judged[index].citations if judged is not None and index < len(judged) else None
        semantic = _said(said, citation)
        if semantic is None and text_known and citation.structural == "valid" and citation.placed is not None:
            passage = _passage(citation.placed)
            semantic = judge.citation(claims[index], passage) if passage is not None else None
        served[index].append(
            Citation(
                marker=citation.marker,
                id=citation.id,
                structural=citation.structural,
                semantic=semantic,
                span=citation.span,
            )
        )
    return [tuple(citations) for citations in served]


def _passage(placed: Placed) -> str | None:
    """What was sent of a passage; the whole of it unfolded where it was not cut."""
    return placed.seen.raw if placed.text is placed.seen.text else placed.text


def _served(claims: tuple[Claim, ...], citation: Cited) -> int:
    """The last claim that begins before the marker; a citation without a place serves the last claim."""
    if citation.span is None:
        return len(claims) - 1
    before = [i for i, claim in enumerate(claims) if claim.span is not None and claim.span.start <= citation.span.start]
    return before[-1] if before else 0


def _said(said: tuple[RecordedCitation, ...] | None, citation: Cited) -> Semantic | None:
    for one in said or ():
        if one.semantic is not None and one.id == citation.id and one.marker in (None, citation.marker):
            return one.semantic
    return None
