"""The registry: every public name is there, explains itself, and can be asked for in the spellings people use."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.metrics.measure import layer_of
from ragstrata.metrics.registry import Measure, find_metric, metrics, parse_measure

pytestmark = pytest.mark.unit

NAMES = {
    "retrieval": "Recall@k Precision@k HitRate@k Completeness@k RR nDCG@k AP RPrecision bpref RBP Judged@k "
    "DuplicateRate@k",
    "context": "context_recall context_completeness context_precision evidence_density evidence_position",
    "answer": "faithfulness correctness completeness condition_completeness",
    "citations": "citation_validity citation_precision citation_recall",
    "behavior": "behavior_accuracy refusal_precision refusal_recall over_refusal_rate false_answer_rate",
    "hops": "hop_gain redundant_hop_rate early_stop_rate late_stop_rate over_budget_rate",
}
"""The names of the outside contract, by layer."""
RETRIEVAL = [m for m in metrics() if m.layer == "retrieval"]


def test_the_names_of_the_contract_are_all_there_and_no_others() -> None:
    by_layer: dict[str, set[str]] = {}
    for m in metrics():
        by_layer.setdefault(m.layer, set()).add(m.name)
    assert by_layer == {layer: set(names.split()) for layer, names in NAMES.items()}


def test_only_rates_of_what_went_wrong_are_better_when_low() -> None:
    low = {m.name for m in metrics() if m.higher_is_better is False}
    assert low == {
        "DuplicateRate@k",
        "over_refusal_rate",
        "false_answer_rate",
        "redundant_hop_rate",
        "early_stop_rate",
        "late_stop_rate",
        "over_budget_rate",
    }


def test_every_metric_is_a_share_but_the_gain_of_a_hop() -> None:
    assert {m.name for m in metrics() if m.range != (0.0, 1.0)} == {"hop_gain"}
    assert find_metric("hop_gain").range == (0.0, None)


def test_only_ndcg_reads_grades() -> None:
    assert {m.name for m in metrics() if m.graded} == {"nDCG@k"}


@pytest.mark.parametrize("m", metrics(), ids=lambda m: m.name)
def test_every_metric_has_a_summary_and_an_example_that_runs(m: object) -> None:
    function = find_metric(getattr(m, "name")).function  # noqa: B009 (the parameter is shown by name)
    assert find_metric(getattr(m, "name")).summary.rstrip().endswith(".")  # noqa: B009
    assert doctest.DocTestFinder().find(function, globs={})[0].examples


@pytest.mark.parametrize(
    ("column", "layer"),
    [("Recall@3", "retrieval"), ("nDCG@10[reranked]", "retrieval"), ("AP", "retrieval"), ("hop_gain", "hops")],
)
def test_a_column_knows_its_layer(column: str, layer: str) -> None:
    assert layer_of(column) == layer


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("P@5", "Precision@5"),
        ("R@5", "Recall@5"),
        ("Success@1", "HitRate@1"),
        ("MAP", "AP"),
        ("AP@100", "AP@100"),
        ("MRR", "RR"),
        ("MRR@10", "RR@10"),
        ("nDCG@10", "nDCG@10"),
        ("NDCG@10", "nDCG@10"),
        ("nDCG", "nDCG"),
        ("Judged@10", "Judged@10"),
        ("RBP", "RBP"),
        ("RBP(p=0.9)", "RBP(p=0.9)"),
        (" bpref ", "bpref"),
    ],
)
def test_a_measure_is_read_in_the_spellings_of_the_field(text: str, shown: str) -> None:
    assert str(parse_measure(text)) == shown


CUTOFF = st.integers(1, 10_000)
PERSISTENCE = st.floats(0, 1, exclude_min=True, exclude_max=True)


@given(st.sampled_from(RETRIEVAL), CUTOFF, PERSISTENCE)
def test_the_text_of_a_measure_parses_back_to_it(m: object, k: int, p: float) -> None:
    name = getattr(m, "name")  # noqa: B009
    wanted = Measure(name, k) if name.endswith("@k") else Measure(name, None, p) if name == "RBP" else Measure(name)
    assert parse_measure(str(wanted)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nDCG@0",
        "nDCG@-1",
        "nDCG@1.5",
        "Recall",
        "Precision",
        "bpref@5",
        "RBP@5",
        "RBP(p=1)",
        "RBP(p=0)",
        "RBP(p=1.2.3)",
        "RBP(p=nan)",
        "AP(p=0.5)",
        "recall@5",
        "faithfulness",
        "Recall@5 nDCG@5",
        "P@１０",
        "P@" + "9" * 30,
    ],
)
def test_a_measure_that_there_is_not_is_refused_with_those_that_there_are(text: str) -> None:
    with pytest.raises(ValueError, match="unknown measure") as error:
        parse_measure(text)
    assert repr(text) in str(error.value)
    assert all(m.name in str(error.value) for m in RETRIEVAL)


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        find_metric("Recall@5")
