"""The journey of one question, in sentences."""

import pytest
from msgspec.structs import replace
from returns_sample import EN, ZH, questions, unit

from ragstrata.records.result import QuestionResult
from ragstrata.report.explain import Story, explain_question

pytestmark = pytest.mark.unit


def story(name: str, lang: str) -> Story:
    return explain_question(find(name, lang), lang)


def find(name: str, lang: str) -> QuestionResult:
    return next(result for result in questions(lang) if result.question_id == name)


def test_a_unit_cut_by_the_budget_is_told_with_its_rank_what_is_left_and_the_condition_that_went() -> None:
    lost = story("q-budget-half", "en").units[1]
    assert lost.telling == (
        "It exists in the corpus, was retrieved at rank 2, and was cut when the context was packed: it was cut in "
        "mid-sentence. What is left of it: “the merchant bears the return freight”. These conditions were lost with "
        "it: verified."
    )
    assert lost.text == (
        ("", "For a "),
        ("lost", "verified"),
        ("", " quality fault, the merchant bears the return freight"),
    )
    assert [stage.title for stage in lost.stages if stage.lost] == ["Packed"]
    assert lost.stages[-1].text == "incomplete, 50%"


def test_the_same_in_chinese() -> None:
    assert story("q-budget-half", "zh").units[1].telling == (
        "它在语料库中，检索时排第 2 名，在打包上下文时被截掉：在句中被截断。"
        "剩下的部分：“退货运费由商家承担”。同时丢失的条件：经核实。"
    )


def test_a_unit_that_was_never_retrieved() -> None:
    assert story("q-miss", "en").units[1].telling == "It exists in the corpus, but was never retrieved."
    assert story("q-miss", "zh").units[1].telling == "它在语料库中，但没有被检索到。"


def test_a_unit_that_arrived() -> None:
    assert story("q-good", "en").units[0].telling == (
        "It exists in the corpus, was retrieved at rank 1, and reached the sent text whole."
    )
    assert story("q-good", "zh").units[0].telling == "它在语料库中，检索时排第 1 名，完整地进入了发送的文本。"


def test_a_unit_whose_end_is_not_recorded() -> None:
    assert story("q-free-text", "en").units[1].telling == (
        "It exists in the corpus, was retrieved at rank 2, and was whole as far as this can be told (Packed)."
    )


@pytest.mark.parametrize(("words", "lang"), [(EN, "en"), (ZH, "zh")])
def test_a_unit_that_the_corpus_never_held(words: dict[str, str], lang: str) -> None:
    gone = unit("e1", words["e1"], words, "exists", loss="not_in_corpus")
    result = replace(find("q-miss", lang), evidence=(gone,))
    expected = {"en": "The corpus does not hold it.", "zh": "语料库里没有它。"}
    assert explain_question(result, lang).units[0].telling == expected[lang]


def test_the_cause_names_its_detail_its_status_and_the_others() -> None:
    assert story("q-budget", "en").cause == "Cause: token budget (suspected from the records); Also: generation"
    assert story("q-dropped-condition", "zh").cause == "原因：生成（丢掉条件、据记录推断）"
    assert story("q-good", "en").cause == ""


def test_claims_facts_hops_and_citations_are_told_with_verdict_and_proof() -> None:
    parts = {part.title: part.lines for part in story("q-dropped-condition", "en").parts}
    assert [line.text for line in parts["Claims"]] == [
        "“The merchant bears the freight.” is overgeneralised. By: condition not echoed. "
        "Proof: “For a verified quality fault, the merchant bears the return freight” (d3)",
        "  [7]: unknown id",
    ]
    assert parts["Facts"][0].struck == ("the quality fault is verified",)
    hops = {part.title: part.lines for part in story("q-free-text", "en").parts}["Hops"]
    assert hops[1].text == "Hop 2: quality fault return freight who pays · no new evidence; redundant"


def test_an_undefined_score_is_told_with_its_reason() -> None:
    scores = {part.title: part.lines for part in story("q-budget", "zh").parts}["得分"]
    assert [line.text for line in scores] == [
        "Recall@1 0.500 · Recall@3 1.000 · Completeness@3 1.000 · nDCG@3 1.000 · RR 1.000 · behavior_accuracy 1.000 · "
        "completeness 0.000",
        "— 不适用：false_answer_rate",
        "— 评判器无法判定：faithfulness [0.000–1.000]",
    ]


def test_the_proof_is_told_only_where_it_is_not_the_unit_itself() -> None:
    assert "The passage" not in story("q-budget", "en").units[1].telling
    assert story("q-dedup", "en").units[1].telling == (
        "It exists in the corpus, was retrieved at rank 3, and was removed as a duplicate: it was taken for a twin of "
        "another passage. The passage that was kept: “For a verified quality fault, the merchant bears the exchange "
        "freight.”."
    )
