"""Run names are foreign text, and each must get a folder of its own inside the output folder."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.runs.names import quote_run, safe_run_folder, unquote_run

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("run", "folder"),
    [
        ("baseline", "baseline"),
        ("基线-2", "基线-2"),
        ("v1.2_k=5", "v1.2_k=5"),
        ("../x", "%2E.%2Fx"),
        ("..", "%2E%2E"),
        (".", "%2E"),
        ("a/b\\c", "a%2Fb%5Cc"),
        ("a\x00b", "a%00b"),
        ("100%", "100%25"),
        ("con", "%63on"),
        ("NUL.txt", "%4EUL.txt"),
        ("constant", "constant"),
        ("trailing.", "trailing%2E"),
        ("two words ", "two%20words%20"),
        ("summary.json", "%73ummary.json"),
        ("~x", "%7Ex"),
        ("", "%"),
        ("e\u0301", "e%CC%81"),  # decomposed: some file systems would store it as é
        ("\u202egpj", "%E2%80%AEgpj"),  # right-to-left override
    ],
)
def test_a_name_is_quoted_as_documented_and_comes_back(run: str, folder: str) -> None:
    assert quote_run(run) == folder
    assert unquote_run(folder) == run


def test_a_long_name_is_cut_and_stays_distinct() -> None:
    first, second = quote_run("长" * 400 + "a"), quote_run("长" * 400 + "b")
    assert first != second
    assert len(first.encode()) <= 200
    assert unquote_run(first) is None


@given(st.text())
def test_every_name_gives_one_component_below_the_output_folder(run: str) -> None:
    folder = safe_run_folder(Path("out"), run)
    assert folder.parent == Path("out")
    assert folder.name not in {"", ".", ".."}
    assert not folder.name.startswith(".")
    assert len(folder.name.encode()) <= 255
    assert unquote_run(folder.name) in {run, None}


@given(st.text(max_size=30), st.text(max_size=30))
def test_two_names_never_share_a_folder(a: str, b: str) -> None:
    assert (quote_run(a) == quote_run(b)) == (a == b)
