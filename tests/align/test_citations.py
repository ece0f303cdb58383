"""Which passage a citation means, with and without a list of context items."""

import pytest

from ragstrata.align.citations import read_citations
from ragstrata.align.corpus import Asker, index_corpus
from ragstrata.align.sent import read_context
from ragstrata.align.stages import record
from ragstrata.records.trace import Answer, Context, Hop, Item, RecordedCitation, Stage, Trace

pytestmark = pytest.mark.unit


def cited(answer: Answer, context: Context) -> list[tuple[str | None, str]]:
    shown = (Item(id="a", text="The pool opens at seven."), Item(id="b", text="Towels are lent."))
    trace = Trace(
        question_id="q", hops=(Hop(stages=(Stage(kind="retrieve", items=shown),)),), context=context, answer=answer
    )
    recorded = record(trace, index_corpus({}, {}), Asker(None, None))
    return [(c.id, c.structural) for c in read_citations(answer, read_context(trace, recorded), recorded)]


LISTED = Context(text="The pool opens at seven.", items=(Item(id="a"),))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer(text="At seven [1]."), [("a", "valid")]),
        (Answer(text="At seven [0].", citation_base=0), [("a", "valid")]),
        (Answer(text="At seven [2]."), [("2", "unknown_id")]),
        (Answer(text="At seven [a][b]."), [("a", "valid"), ("b", "not_in_context")]),
        (Answer(text="At seven [1].", citations=()), []),
        (Answer(text="At seven [1].", citations=(RecordedCitation(marker="[1]", id="b"),)), [("b", "not_in_context")]),
        (Answer(text="At seven.", citations=(RecordedCitation(marker="see", id=None),)), [(None, "malformed")]),
    ],
)
def test_a_marker_means_an_item_of_the_list(answer: Answer, expected: list[tuple[str | None, str]]) -> None:
    assert cited(answer, LISTED) == expected


def test_without_a_list_a_number_means_the_passage_that_the_text_numbers_so() -> None:
    context = Context(text="[1] Towels are lent.\n[2] The pool opens at seven.")
    assert cited(Answer(text="At seven [2], says [9]."), context) == [("[2]", "valid"), ("9", "unknown_id")]
    assert cited(Answer(text="七点开门【1】。"), Context(text="【1】泳池七点开门。")) == [("[1]", "valid")]


def test_without_a_list_and_without_numbers_nothing_is_read() -> None:
    assert cited(Answer(text="At seven [1]."), Context(text="The pool opens at seven.")) == []
