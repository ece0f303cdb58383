"""A run folder's report, written beside its other files."""

from pathlib import Path

from ragstrata.report.html import render_html
from ragstrata.report.page import build_page
from ragstrata.runs.folder import write_atomic
from ragstrata.runs.names import REPORT
from ragstrata.runs.read import iter_questions, read_summary


def write_report(folder: Path, lang: str, html: Path | None = None) -> Path:
    """Write the report of a run to `html`, or to `report.html` in its folder; the path that was written."""
    path = html if html is not None else folder / REPORT
    page = build_page(read_summary(folder), iter_questions(folder), lang=lang)
    write_atomic(path, render_html(page).encode())
    return path
