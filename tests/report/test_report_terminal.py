"""Terminals of every width and encoding; foreign text that steers none of them."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns_sample import hostile_questions, hostile_summary, questions, summary
from rich.cells import cell_len
from rich.console import Console

from ragstrata.report.explain import explain_question, print_story
from ragstrata.report.terminal import bar_cells, key_metrics, print_summary

pytestmark = pytest.mark.unit


def console(width: int = 100, encoding: str = "utf-8") -> tuple[Console, io.BytesIO]:
    raw = io.BytesIO()
    return Console(file=io.TextIOWrapper(raw, encoding=encoding, write_through=True), width=width, highlight=False), raw


def summary_text(lang: str, width: int = 100, encoding: str = "utf-8", *, hostile: bool = False) -> str:
    screen, raw = console(width, encoding)
    print_summary(
        hostile_summary(lang) if hostile else summary(lang), screen, lang=lang, files=["runs/base/report.html"]
    )
    return raw.getvalue().decode(encoding)


def test_the_summary_says_the_result_the_stages_the_causes_and_every_n() -> None:
    text = summary_text("en")
    assert "10 of 15 questions failed." in text
    assert re.search(r"Packed +█+▓+▒+░+ +20/26", text)
    assert "2  token budget" in text
    assert re.search(r"Recall@3 +0\.808 +0\.654–0\.923 +n=13 · Bounds 0\.700–0\.950 · 2 × no evidence needed", text)
    assert re.search(r"over_budget_rate +— +n=0 · 15 × no budget set", text)
    assert "runs/base/report.html" in text


def test_with_undecided_questions_among_the_causes_the_headline_names_none() -> None:
    assert "10 of 15 questions failed.\n" in summary_text("en")


def test_the_chinese_summary_is_chinese() -> None:
    text = summary_text("zh")
    assert "15 个问题中有 10 个未通过。" in text
    assert "无需证据 2 个" in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk", "latin-1"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_encoding_without_the_characters_gets_others(lang: str, encoding: str) -> None:
    text = summary_text(lang, encoding=encoding)
    assert "20/26" in text
    screen, _ = console(encoding=encoding)
    for result in questions(lang):
        print_story(explain_question(result, lang), screen)


def test_an_ascii_console_reads_english_rather_than_question_marks() -> None:
    assert "10 of 15 questions failed." in summary_text("zh", encoding="ascii")


@pytest.mark.parametrize("width", [1, 20, 40, 79, 200])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_line_is_wider_than_a_console_of_usable_width(lang: str, width: int) -> None:
    lines = summary_text(lang, width).splitlines()
    if width >= 40:
        assert max(cell_len(line) for line in lines) <= width


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_foreign_text_is_neither_markup_nor_an_escape(lang: str) -> None:
    text = summary_text(lang, hostile=True)
    screen, raw = console()
    for result in hostile_questions(lang):
        print_story(explain_question(result, lang), screen)
    for said in (text, raw.getvalue().decode()):
        assert "[red]bold[/red]" in said.replace("\n", "")
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said)


@given(
    st.dictionaries(st.sampled_from(["intact", "split", "partial", "absent", "unknown"]), st.integers(0, 10**6)),
    st.integers(8, 60),
)
def test_a_bar_fills_its_width_and_hides_nothing(by_label: dict[str, int], width: int) -> None:
    cells = bar_cells(by_label, width)  # type: ignore[arg-type]
    if any(by_label.values()):
        assert sum(cells.values()) == width
        assert all(cells[label] >= 1 for label, count in by_label.items() if count)  # type: ignore[index]
    else:
        assert cells == {}


def test_the_rank_measures_shown_are_those_at_the_largest_cutoff() -> None:
    run = summary("en")
    names = dict.fromkeys(("Recall@5", "Recall@10", "Recall@10[reranked]", "Recall@3", "nDCG@3"), run.metrics["RR"])
    assert list(key_metrics(names)) == ["Recall@10", "nDCG@3"]
