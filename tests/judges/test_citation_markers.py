"""Citation markers in the forms that models write them, and what only looks like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.judges.citations import find_markers

pytestmark = pytest.mark.unit


def keys(answer: str, *known: str) -> list[tuple[str, ...]]:
    return [marker.keys for marker in find_markers(answer, known_ids=known)]


@pytest.mark.parametrize(
    ("answer", "expected", "kinds"),
    [
        ("It opens [1][2].", [("1",), ("2",)], ["bracket", "bracket"]),
        ("It opens [1, 3].", [("1", "3")], ["bracket"]),
        ("It opens [1，3、4].", [("1", "3", "4")], ["bracket"]),
        ("It opens [2-4].", [("2", "3", "4")], ["bracket"]),
        ("It opens [1, 3–5].", [("1", "3", "4", "5")], ["bracket"]),
        ("It opens[1].", [("1",)], ["bracket"]),
        ("九点开门【1】。", [("1",)], ["wide"]),
        ("九点开门［2］。", [("2",)], ["wide"]),
        ("It opens 【2†source】.", [("2",)], ["dagger"]),
        ("It opens [^3].", [("3",)], ["footnote"]),
        ("It opens [ID:0].", [("0",)], ["labelled"]),
        ("It opens [doc 4].", [("4",)], ["labelled"]),
        ("It opens [来源2].", [("2",)], ["labelled"]),
        ("It opens (Source 2).", [("2",)], ["source"]),
        ("It opens (sources 2, 3).", [("2", "3")], ["source"]),
        ("九点开门（来源2）。", [("2",)], ["source"]),
        ("It opens.¹ It closes².", [("1",), ("2",)], ["superscript", "superscript"]),
        ("九点开门¹²。", [("12",)], ["superscript"]),
        ("It was so [2024].", [("2024",)], ["bracket"]),
    ],
)
def test_every_form_of_marker_is_read(answer: str, expected: list[tuple[str, ...]], kinds: list[str]) -> None:
    markers = find_markers(answer)
    assert [marker.keys for marker in markers] == expected
    assert [marker.kind for marker in markers] == kinds
    assert all(answer[slice(*marker.span)] == marker.text for marker in markers)


@pytest.mark.parametrize(
    "answer",
    [
        "`arr[1]` is set.",
        "```\nx[1] = [2]\n```",
        "Set arr[1] to zero.",
        "my_list[0] holds it.",
        "values[0] = 3",
        "f(x)[2](y)",
        "See [the guide](http://x.org/1).",
        "See [1](http://x.org).",
        "[a] note, [sic], [...]",
        "(2 of them) and (12)",
        "an area of 30 m² or 5 km³",
        "No marker here.",
        "[x: 1]",
        "",
    ],
)
def test_code_links_powers_and_notes_are_no_markers(answer: str) -> None:
    assert find_markers(answer) == []


def test_letters_in_brackets_are_a_marker_only_where_they_are_a_known_id() -> None:
    assert keys("It opens [doc-7].") == []
    assert keys("It opens [doc-7] or [doc-8, k1].", "doc-7", "doc-8", "k1") == [("doc-7",), ("doc-8", "k1")]
    assert find_markers("It opens [doc-7].", known_ids=("doc-7",))[0].kind == "id"
    assert keys("It opens [Doc 3].", "Doc 3") == [("Doc 3",)]


def test_a_range_is_expanded_up_to_a_hundred_and_else_names_its_ends() -> None:
    assert len(keys("x [1-100]")[0]) == 100
    assert keys("x [1-101]") == [("1", "101")]
    assert keys("x [5-3]") == [("5", "3")]


@given(st.text(alphabet="ab[]【】()^†¹²1 2,-–`\n（）来源Source", max_size=60))
def test_markers_stand_in_order_where_they_say(answer: str) -> None:
    markers = find_markers(answer)
    assert [m.span for m in markers] == sorted(m.span for m in markers)
    assert all(answer[slice(*m.span)] == m.text and m.keys for m in markers)
