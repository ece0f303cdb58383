"""The lists that a pipeline recorded, resolved against the corpus and put in order.

A retrieval metric reads the list as the retriever gave it (the fused list where there is one, parallel retrieves
united in rank order); later stages have lists of their own. Several hops are concatenated; what an earlier hop
already brought is dropped.
"""

from dataclasses import dataclass
from itertools import zip_longest

from ragstrata.align.corpus import Asker, Corpus
from ragstrata.records.names import STAGE_OF_KIND, STAGES, EvidenceStage
from ragstrata.records.trace import Hop, Item, Stage, Trace
from ragstrata.text.fold import fold_cached


@dataclass(slots=True, frozen=True)
class Seen:
    """A passage at some place of a trace.

    text is folded; None where it was not recorded and the corpus does not know it; raw is the same unfolded.
    cut: its own text is not the whole text that the corpus has under its id. legal: the asker may read it and it is
    in force, as far as is known.
    """

    id: str
    doc_id: str | None
    text: str | None
    raw: str | None
    legal: bool
    known: bool
    cut: bool


Lists = dict[EvidenceStage, tuple[Seen, ...] | None]


@dataclass(slots=True, frozen=True)
class Recorded:
    """What a trace recorded, stage by stage.

    lists: per stage, over all hops; None where a stage did not record its items. hops: per hop, the ranked list.
    ranked: what rank measures read; None: retrieval was not recorded. order: the stages as the pipeline ran them.
    """

    lists: Lists
    hops: tuple[tuple[Seen, ...] | None, ...]
    ranked: tuple[Seen, ...] | None
    order: tuple[EvidenceStage, ...]
    context: tuple[Seen, ...] | None


class Resolver:
    """Items of one trace as passages: an own text wins, then the same id earlier in the trace, then the corpus."""

    __slots__ = ("asker", "corpus", "earlier", "plain")

    def __init__(self, corpus: Corpus, asker: Asker) -> None:
        self.corpus = corpus
        self.asker = asker
        self.earlier: dict[str, Item] = {}
        self.plain: dict[str, Seen] = {}

    def all(self, items: tuple[Item, ...]) -> tuple[Seen, ...]:
        return tuple([self.one(item) for item in items])

    def one(self, item: Item) -> Seen:
        own = item.text
        if own is None:
            known = self.plain.get(item.id)
            if known is None and not self.earlier and not self.corpus.gated:
                known = self.corpus.shared.get(item.id)
            if known is not None and (item.doc_id is None or item.doc_id == known.doc_id):
                return known
        before = self.earlier.get(item.id)
        if own is None and before is not None:
            own = before.text
        elif own is not None:
            self.earlier[item.id] = item
        source = self.corpus.source(item.id)
        doc_id = item.doc_id
        if doc_id is None:
            doc_id = before.doc_id if before is not None and before.doc_id is not None else None
            if doc_id is None and source is not None:
                doc_id = source.doc_id
        cut = False
        if own is None:
            text = source.folded if source is not None else None
            own = source.text if source is not None else None
        elif source is not None and own == source.text:
            text = source.folded
        else:
            text = fold_cached(own)
            cut = source is not None and len(text) < len(source.folded) and text != source.folded
        seen = Seen(
            id=item.id,
            doc_id=doc_id,
            text=text,
            raw=own,
            legal=self.asker.legal(self.corpus, doc_id),
            known=source is not None or doc_id in self.corpus.documents,
            cut=cut,
        )
        if item.text is None:
            self.plain[item.id] = seen
            if before is None and not self.corpus.gated and source is not None and doc_id == source.doc_id:
                self.corpus.shared[item.id] = seen
        else:
            self.plain.pop(item.id, None)
        return seen


def record(trace: Trace, corpus: Corpus, asker: Asker) -> Recorded:
    """The lists of a trace."""
    resolver = Resolver(corpus, asker)
    hops = trace.hops
    if hops is None:
        context = _context(trace, resolver)
        return Recorded({}, (), None, (), context)
    by_hop = [_hop_lists(hop, resolver) for hop in hops]
    context = _context(trace, resolver)
    order = _order([lists for lists, _ in by_hop])
    merged: Lists = {}
    for stage in order:
        merged[stage] = _chain([_as_of_stage(lists, own, stage, order) for lists, own in by_hop])
    ranked_by_hop = tuple(_ranked(lists) for lists, _ in by_hop)
    ranked = None if None in ranked_by_hop else _chain(list(ranked_by_hop))
    return Recorded(merged, ranked_by_hop, ranked, order, context)


def _context(trace: Trace, resolver: Resolver) -> tuple[Seen, ...] | None:
    if trace.context is None or trace.context.items is None:
        return None
    return resolver.all(trace.context.items)


def _hop_lists(hop: Hop, resolver: Resolver) -> tuple[Lists, tuple[EvidenceStage, ...]]:
    """The lists of one hop, and its stages in the order in which they last ran."""
    lists: Lists = {}
    own: list[EvidenceStage] = []
    retrieved: list[Stage] = []
    for stage in hop.stages or ():
        name = STAGE_OF_KIND[stage.kind]
        if name in own:
            own.remove(name)
        own.append(name)
        if stage.kind == "retrieve":
            retrieved.append(stage)
        else:
            lists[name] = None if stage.items is None else resolver.all(stage.items)
        if len(retrieved) == 1 and stage is retrieved[0]:
            lists["retrieved"] = None if stage.items is None else resolver.all(stage.items)
    if len(retrieved) > 1:
        recorded = [resolver.all(stage.items) for stage in retrieved if stage.items is not None]
        lists["retrieved"] = unite(recorded) if recorded else None
    return lists, tuple(own)


def unite(lists: list[tuple[Seen, ...]]) -> tuple[Seen, ...]:
    """Parallel lists in rank order; an id that another list already brought is dropped."""
    united: list[Seen] = []
    brought: dict[str, int] = {}
    for row in zip_longest(*lists):
        for source, seen in enumerate(row):
            if seen is not None and brought.setdefault(seen.id, source) == source:
                united.append(seen)
    return tuple(united)


def _order(hops: list[Lists]) -> tuple[EvidenceStage, ...]:
    """Stages as the longest hop ran them, the others where they usually stand."""
    if not hops:
        return ()
    longest = max(hops, key=len)
    order = list(longest)
    if "retrieved" in order:
        order.remove("retrieved")
        order.insert(0, "retrieved")
    present = {stage for lists in hops for stage in lists}
    for stage in STAGES:
        if stage in present and stage not in order:
            after = [i for i, s in enumerate(order) if STAGES.index(s) < STAGES.index(stage)]
            order.insert(after[-1] + 1 if after else 0, stage)
    return tuple(order)


def _as_of_stage(
    lists: Lists, own: tuple[EvidenceStage, ...], stage: EvidenceStage, order: tuple[EvidenceStage, ...]
) -> tuple[Seen, ...] | None:
    """What a hop holds at a stage; a stage that this hop skipped passes on what stood before it."""
    if stage in lists:
        return lists[stage]
    before = [s for s in order[: order.index(stage)] if s in own]
    return lists[before[-1]] if before else ()


def _ranked(lists: Lists) -> tuple[Seen, ...] | None:
    fused = lists.get("fused")
    return fused if fused is not None else lists.get("retrieved")


UNRECORDED = Seen(id="", doc_id=None, text=None, raw=None, legal=True, known=False, cut=False)
"""Stands in a chain for the list of a hop that was not recorded: it may have held anything."""


def _chain(lists: list[tuple[Seen, ...] | None]) -> tuple[Seen, ...] | None:
    """Hops one after the other, without what an earlier hop already brought. None if none was recorded."""
    if len(lists) == 1:
        return lists[0]
    if lists and all(items is None for items in lists):
        return None
    chained: list[Seen] = []
    before: set[str] = set()
    for items in lists:
        if items is None:
            chained.append(UNRECORDED)
            continue
        chained.extend(seen for seen in items if seen.id not in before)
        before.update(seen.id for seen in items)
    return tuple(chained)
