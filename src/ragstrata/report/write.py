"""The report of a run, written beside it."""

from pathlib import Path

from ragstrata.report.html import render_html
from ragstrata.report.page import build_page
from ragstrata.runs.read import iter_questions, read_summary
from ragstrata.runs.store import write_atomic


def write_report(run: Path, lang: str, target: Path | None = None) -> Path:
    """Render the run folder as one HTML file (default: `report.html` in it) and say where it is."""
    path = target if target is not None else run / "report.html"
    page = build_page(read_summary(run), iter_questions(run), lang=lang)
    write_atomic(path, render_html(page).encode("utf-8", "replace"))
    return path
