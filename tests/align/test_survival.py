"""A loss planted at a random place is found at that place, whatever else happens to the other items."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstrata.align.corpus import index_corpus
from ragstrata.align.gold import prepare_gold
from ragstrata.align.held import Holdings
from ragstrata.align.sent import read_context
from ragstrata.align.stages import record
from ragstrata.align.survival import follow
from ragstrata.records.corpus import Chunk, Document
from ragstrata.records.names import STAGE_OF_KIND, EvidenceStage, StageKind
from ragstrata.records.question import Evidence, Principal, Question
from ragstrata.records.trace import Context, Hop, Item, Stage, Trace
from ragstrata.records.views import Survival

pytestmark = pytest.mark.unit

RULES = {
    "d1": "经核实存在质量问题的商品，可按质量售后处理，不受签收时间限制。",
    "d2": "Opened electronics may be returned only if the seal is intact.",
    "d3": "经核实的质量问题，退货运费由商家承担。",
    "n1": "会员积分于每年年底清零。",
    "n2": "The help desk opens at nine.",
    "n3": "大件家具需要预约配送。",
}
NEEDED = ("d1", "d2", "d3")
KINDS: tuple[StageKind, ...] = ("fuse", "filter", "rerank", "dedup", "expand", "pack")


def survive(question: Question, trace: Trace, documents: dict[str, Document], chunks: dict[str, Chunk]) -> Survival:
    corpus = index_corpus(documents, chunks)
    gold = prepare_gold(question, corpus, None, "evidence")
    recorded = record(trace, corpus, gold.asker)
    return follow(gold, recorded, read_context(trace, recorded), Holdings(corpus, gold.units), corpus)


def needs(*doc_ids: str, **labels: object) -> Question:
    evidence = tuple(Evidence(evidence_id=d, doc_id=d, quote=RULES[d].rstrip("。.")) for d in doc_ids)
    return Question(question_id="q", question="?", evidence=evidence, **labels)  # type: ignore[arg-type]


def corpus_of(*doc_ids: str) -> dict[str, Document]:
    return {d: Document(doc_id=d, text=RULES[d]) for d in doc_ids}


@st.composite
def pipelines(draw: st.DrawFn) -> tuple[Trace, str, EvidenceStage]:
    """A pipeline of random stages that drops one needed document at a random stage, and may bring it back before."""
    kinds = draw(st.lists(st.sampled_from(KINDS), unique=True, max_size=6).map(lambda ks: sorted(ks, key=KINDS.index)))
    victim = draw(st.sampled_from(NEEDED))
    places: list[EvidenceStage] = ["retrieved", *(STAGE_OF_KIND[k] for k in kinds), "context"]
    lost_at = draw(st.sampled_from(places))
    away_before = draw(st.booleans())
    now = [Item(id=d, text=RULES[d] if draw(st.booleans()) else None) for d in draw(st.permutations(list(RULES)))]
    stages = []
    for place, kind in zip(places[:-1], ["retrieve", *kinds], strict=True):
        gone = places.index(place) >= places.index(lost_at)
        # A stage may lose the unit for a while: only a loss that nothing restores counts.
        gap = away_before and 0 < places.index(place) < places.index(lost_at) - 1
        shown = tuple(item for item in now if item.id != victim or not (gone or gap))
        stages.append(Stage(kind=kind, items=shown))  # type: ignore[arg-type]
    sent = [item for item in now if item.id != victim]
    context = Context(text="\n".join(RULES[i.id] for i in sent), items=tuple(Item(id=i.id) for i in sent))
    return Trace(question_id="q", hops=(Hop(query="?", stages=tuple(stages)),), context=context), victim, lost_at


@settings(max_examples=300)
@given(pipelines())
def test_lost_at_is_the_planted_stage(planted: tuple[Trace, str, EvidenceStage]) -> None:
    trace, victim, lost_at = planted
    survival = survive(needs(*NEEDED), trace, corpus_of(*RULES), {})
    for unit in survival.units:
        assert unit.lost_at == (lost_at if unit.evidence_id == victim else None)


@given(pipelines())
def test_a_whole_alternative_set_in_the_context_means_that_nothing_was_lost(
    planted: tuple[Trace, str, EvidenceStage],
) -> None:
    trace, victim, _ = planted
    other = next(d for d in NEEDED if d != victim)
    survival = survive(needs(*NEEDED, evidence_sets=((*NEEDED,), (other,))), trace, corpus_of(*RULES), {})
    assert [unit.lost_at for unit in survival.units] == [None, None, None]
    assert survival.sufficient["context"] is True


def retrieved(*doc_ids: str, context: Context | None = None) -> Trace:
    items = tuple(Item(id=d) for d in doc_ids)
    return Trace(question_id="q", hops=(Hop(stages=(Stage(kind="retrieve", items=items),)),), context=context)


def test_a_quote_that_no_document_holds_is_lost_before_anything_else() -> None:
    question = Question(
        question_id="q", question="?", evidence=(Evidence(evidence_id="e", quote="海外订单由平台补贴"),)
    )
    (unit,) = survive(question, retrieved("d1"), corpus_of("d1"), {}).units
    assert (unit.stages["exists"], unit.lost_at) == ("absent", "exists")


def test_a_quote_that_its_own_document_does_not_hold_is_a_fault_of_the_labels() -> None:
    evidence = (Evidence(evidence_id="e", doc_id="d1", quote="海外订单的退货运费由平台补贴"),)
    survival = survive(Question(question_id="q", question="?", evidence=evidence), retrieved("d1"), corpus_of("d1"), {})
    assert survival.broken
    assert survival.units[0].lost_at is None


@pytest.mark.parametrize(
    ("document", "asked", "lost_at"),
    [
        ({"acl": ("hr",)}, {}, "authorised"),
        ({"acl": ()}, {}, "authorised"),
        ({"tenant": "t2", "acl": ("*",)}, {}, "authorised"),
        ({"valid_to": "2026-01-01"}, {"as_of": "2026-01-01"}, "in_force"),
        ({"valid_from": "2026-01-02"}, {"as_of": "2026-01-01"}, "in_force"),
        ({"valid_to": "2026-01-01"}, {"as_of": "2025-12-31"}, None),
        ({"acl": ("sales",)}, {}, None),
        ({"acl": None}, {}, None),
    ],
)
def test_gates_decide_who_may_read_what_and_when(
    document: dict[str, object], asked: dict[str, str], lost_at: str | None
) -> None:
    documents = {"d1": Document(doc_id="d1", text=RULES["d1"], **document)}  # type: ignore[arg-type]
    asker = Principal(tenant="t1", user="u1", groups=("sales",))
    context = Context(text=RULES["d1"], items=(Item(id="d1"),))
    survival = survive(needs("d1", principal=asker, **asked), retrieved("d1", context=context), documents, {})
    assert survival.units[0].lost_at == lost_at


def test_pieces_that_stand_side_by_side_in_the_sent_text_are_whole_again() -> None:
    text = RULES["d3"]
    chunks = {
        "c1": Chunk(chunk_id="c1", doc_id="d3", text=text[:9], start=0, end=9),
        "c2": Chunk(chunk_id="c2", doc_id="d3", text=text[9:], start=9, end=len(text)),
    }
    items = tuple(Item(id=c) for c in chunks)
    together = Context(text=f"{chunks['c1'].text}\n{chunks['c2'].text}", items=items)
    apart = Context(text=f"[1] {chunks['c1'].text}\n[2] {chunks['c2'].text}", items=items)
    stages = (Stage(kind="retrieve", items=items),)
    for context, found in ((together, "intact"), (apart, "split")):
        trace = Trace(question_id="q", hops=(Hop(stages=stages),), context=context)
        (unit,) = survive(needs("d3"), trace, corpus_of("d3"), chunks).units
        assert unit.stages["chunked"] == "split"
        assert unit.stages["context"] == found


def test_what_was_not_recorded_is_unknown_and_no_loss() -> None:
    (unit,) = survive(needs("d1"), retrieved("d1", context=None), corpus_of("d1"), {}).units
    assert (unit.stages["context"], unit.lost_at) == ("unknown", None)
