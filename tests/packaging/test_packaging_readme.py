"""The suite that both READMEs print runs as it stands and says what they say; the pages belong together."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ragstrata.cli import COMMANDS
from ragstrata.evaluate import evaluate_suite
from ragstrata.ingest.check import check_suite
from ragstrata.ingest.suite import load_suite
from ragstrata.judges.rules import RulesJudge

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[2]
PAGES = {"en": "README.md", "zh": "README.zh-CN.md"}
PRINTED = re.compile(r"```(?:json|toml)\n(.*?)```\n\*([\w.]+\.(?:jsonl|toml))\b", re.DOTALL)


def _print_to(folder: Path, page: str) -> Path:
    """The files that a page shows, each row on one line again."""
    for body, name in PRINTED.findall(page):
        text = body if name.endswith(".toml") else "".join(f"{json.dumps(row)}\n" for row in _rows(body))
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _rows(body: str) -> list[object]:
    decoder, rows, at = json.JSONDecoder(), [], 0
    while body[at:].strip():
        row, at = decoder.raw_decode(body, at + len(body[at:]) - len(body[at:].lstrip()))
        rows.append(row)
    return rows


@pytest.mark.parametrize("lang", PAGES)
def test_the_printed_suite_has_no_problem_and_loses_its_clause_to_the_budget(lang: str, tmp_path: Path) -> None:
    suite = _print_to(tmp_path, (ROOT / PAGES[lang]).read_text(encoding="utf-8"))
    assert check_suite(suite) == ()
    loaded = load_suite(suite)
    assert loaded.suite.questions.keys() == {"q1"}
    (outcome,) = evaluate_suite(loaded, RulesJudge(), tmp_path / "run", clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    (line,) = (outcome.folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    result = json.loads(line)
    (clause,) = result["evidence"]
    assert (result["passed"], result["cause"]["primary"]) == (False, "budget")
    assert (clause["rank"], clause["lost_at"]) == (2, "packed")
    assert clause["conditions_lost"] == [{"en": "verified", "zh": "经核实"}[lang]]
    assert result["facts"][0]["label"] == "covered_without_condition"
    assert outcome.summary.notes == ()


@pytest.mark.parametrize("page", PAGES.values())
def test_every_command_and_every_linked_file_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [command for command in COMMANDS if f"\nragstrata {command} " not in text] == []
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (ROOT / link).is_file()] == []


@pytest.mark.parametrize("image", ["report-en.png", "report-zh.png"])
def test_the_pictures_are_small(image: str) -> None:
    assert (ROOT / "docs" / "images" / image).stat().st_size < 300_000
