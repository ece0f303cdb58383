"""The page of closed lists names every code, in both languages."""

from pathlib import Path

import pytest

from ragstrata.records.names import CAUSES, NoteCode, Undefined

pytestmark = pytest.mark.unit

PAGE = Path(__file__).parents[2] / "docs" / "reasons-and-notes.md"


@pytest.mark.parametrize("code", sorted({*Undefined, *NoteCode, *CAUSES}))
def test_every_code_is_explained_in_english_and_chinese(code: str) -> None:
    rows = [
        line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{code}` |")
    ]
    assert rows
    assert all(row[2].strip() and row[3].strip() for row in rows)
