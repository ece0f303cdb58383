"""The report in a real browser: no request, nothing on the console, and a list that works by hand and by key."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from returns_sample import hostile_questions, hostile_summary, questions, summary

from ragstrata.report.html import render_html
from ragstrata.report.page import build_page

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright and a chromium")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.integration, pytest.mark.skipif(CHROMIUM is None, reason="needs a chromium")]
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


class Tab:
    """A tab on one report, and everything that should not have happened in it."""

    def __init__(self, browser: Any, path: Path, html: str, width: int = 1200, hash_: str = "") -> None:
        path.write_text(html, encoding="utf-8")
        self.page = browser.new_page(viewport={"width": width, "height": 800})
        self.problems: list[str] = []
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", self._spoken)
        self.page.on("request", self._asked)
        self.page.goto(path.as_uri() + hash_)

    def _spoken(self, dialog: Any) -> None:
        self.problems.append("dialog")
        dialog.dismiss()

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.problems.append(request.url)

    def expect_shown(self, text: str) -> None:
        # Waiting on an expression would need eval, which the page forbids.
        sync_api.expect(self.page.locator("#shown")).to_have_text(text)

    def overflow(self) -> int:
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def sample(lang: str) -> str:
    return render_html(build_page(summary(lang), questions(lang), lang=lang))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [360, 800, 1200])
def test_hostile_text_starts_nothing_and_widens_nothing(browser: Any, tmp_path: Path, lang: str, width: int) -> None:
    html = render_html(build_page(hostile_summary(lang), hostile_questions(lang), lang=lang))
    tab = Tab(browser, tmp_path / "report.html", html, width)
    assert tab.overflow() <= 0
    for summary_line in tab.page.locator("details.q > summary").all():
        summary_line.click()
    sync_api.expect(tab.page.locator("details.q[open] .body")).to_have_count(15)
    for box in tab.page.locator(".scores-box > summary").all():
        box.click()
    assert tab.overflow() <= 0
    assert tab.page.locator("img").count() == 0
    assert tab.problems == []


def test_a_cause_leads_to_its_questions_and_the_address_keeps_it(browser: Any, tmp_path: Path) -> None:
    tab = Tab(browser, tmp_path / "report.html", sample("en"))
    tab.expect_shown("15 of 15 questions")
    tab.page.click("a[data-cause=budget]")
    tab.expect_shown("2 of 15 questions")
    assert tab.page.url.endswith("#cause=budget")
    tab.page.click(".clear")
    tab.expect_shown("15 of 15 questions")
    assert "#" not in tab.page.url
    assert tab.problems == []


def test_the_filters_work_together(browser: Any, tmp_path: Path) -> None:
    tab = Tab(browser, tmp_path / "report.html", sample("zh"), hash_="#verdict=passed&flag=non_gold_evidence")
    tab.expect_shown("15 个问题中显示 1 个")
    tab.page.click(".choice button:first-child")
    tab.page.fill("#filters input", "Q-BUDGET")
    tab.page.select_option("#filters label:has-text('标记') select", "")
    tab.expect_shown("15 个问题中显示 2 个")
    tab.page.fill("#filters input", "no such thing")
    tab.expect_shown("没有符合条件的问题。")


def test_a_question_opens_by_key_and_by_its_address(browser: Any, tmp_path: Path) -> None:
    tab = Tab(browser, tmp_path / "report.html", sample("en"))
    tab.page.locator("details.q > summary").first.focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector("details.q[open] .way .here")
    assert tab.page.url.endswith("#open=q-budget")
    again = Tab(browser, tmp_path / "report.html", sample("en"), hash_="#open=q-budget-half")
    again.page.wait_for_selector("details.q[open] .body")
    assert again.page.locator("details.q[open] .unit del.gone").first.inner_text() == "verified"


def test_light_and_dark_follow_the_system_and_the_button(browser: Any, tmp_path: Path) -> None:
    tab = Tab(browser, tmp_path / "report.html", sample("en"))
    ground = "getComputedStyle(document.body).backgroundColor"
    tab.page.emulate_media(color_scheme="dark")
    dark = tab.page.evaluate(ground)
    tab.page.click("#theme")
    assert tab.page.evaluate(ground) != dark
    tab.page.click("#theme")
    assert tab.page.evaluate(ground) == dark


def test_without_a_script_all_but_the_list_is_there(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(sample("en"), encoding="utf-8")
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(path.as_uri())
    text = page.locator("main").inner_text()
    assert "10 of 15 questions failed" in text
    assert "20 of 26 whole" in text
    assert "The list of questions needs JavaScript." in text


def test_two_thousand_questions_are_drawn_as_one_scrolls(browser: Any, tmp_path: Path) -> None:
    some = questions("en")
    many = [replace(some[i % len(some)], question_id=f"q{i}") for i in range(2000)]
    tab = Tab(browser, tmp_path / "report.html", render_html(build_page(summary("en"), many, lang="en")))
    tab.expect_shown("2,000 of 2,000 questions")
    rows = tab.page.locator("details.q")
    drawn = rows.count()
    assert drawn <= 120
    tab.page.locator("footer").scroll_into_view_if_needed()
    rows.nth(drawn).wait_for(state="attached")
    assert tab.problems == []
