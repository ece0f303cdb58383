"""One file that asks for nothing and in which foreign text stays text."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from time import perf_counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from returns_sample import HOSTILE, hostile_questions, hostile_summary, questions, summary

from ragstrata.report.cards import mark_conditions
from ragstrata.report.foreign import clean, clean_line, shorten_id
from ragstrata.report.html import embed_json, render_html
from ragstrata.report.markup import element
from ragstrata.report.page import build_page

pytestmark = pytest.mark.unit


class Parsed(HTMLParser):
    """The elements of a file, and the text of its scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[tuple[str, str]] = []
        self.open = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.open = tag
            self.raw.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        self.open = "" if tag == self.open else self.open

    def handle_data(self, data: str) -> None:
        if self.open:
            tag, text = self.raw[-1]
            self.raw[-1] = tag, text + data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def hostile_html(lang: str) -> str:
    return render_html(build_page(hostile_summary(lang), hostile_questions(lang), lang=lang))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_styles_and_script_are_allowed_by_their_hashes_and_nothing_else_is(lang: str) -> None:
    parsed = Parsed(render_html(build_page(summary(lang), questions(lang), lang=lang)))
    policies = [m["content"] for m in parsed.named("meta") if m.get("http-equiv") == "Content-Security-Policy"]
    assert policies[0] is not None
    allowed = dict(part.strip().split(" ", 1) for part in policies[0].split(";"))
    assert allowed["default-src"] == "'none'"
    hashes = {tag: _hash(text) for tag, text in parsed.raw if not text.startswith("{")}
    assert allowed["style-src"] == f"'{hashes['style']}'"
    assert allowed["script-src"] == f"'{hashes['script']}'"
    assert "unsafe" not in policies[0]


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_file_names_no_address_and_has_no_inline_style_or_handler(lang: str) -> None:
    html = hostile_html(lang)
    assert re.search(r"https?://|url\((?!#)|@import|//cdn", html) is None
    for tag, attributes in Parsed(html).elements:
        assert not [a for a in attributes if a == "style" or a.startswith("on")], tag
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith(("#", "data:,"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_hostile_text_in_every_field_adds_no_element(lang: str) -> None:
    clean_page, hostile_page = (
        Parsed(render_html(build_page(summary(lang), questions(lang), lang=lang))),
        Parsed(hostile_html(lang)),
    )
    assert len(hostile_page.named("script")) == len(clean_page.named("script")) == 2
    assert hostile_page.named("img") == []
    assert {tag for tag, _ in hostile_page.elements} <= {tag for tag, _ in clean_page.elements}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_override_of_the_writing_direction_is_left(lang: str) -> None:
    html = hostile_html(lang)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", html)
    embedded = html[html.index('type="application/json"') :].partition("</script>")[0].replace("\\\\", "")
    assert not re.search(r"\\u(00[01]|202[a-e]|206[6-9])", embedded)


def test_the_script_draws_with_text_only() -> None:
    script = next(text for tag, text in Parsed(hostile_html("en")).raw if "textContent" in text and tag == "script")
    assert re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function", script) is None


def test_the_data_reads_back_with_its_hostile_text_whole() -> None:
    data = next(text for _, text in Parsed(hostile_html("en")).raw if text.startswith("{"))
    card = msgspec.json.decode(data)["questions"]["cards"][0]
    assert card["question"] == clean(HOSTILE)
    assert "</script><img" in card["question"]


def test_headings_and_settings_stand_in_the_file_without_a_script() -> None:
    html = render_html(build_page(summary("zh"), questions("zh"), lang="zh"))
    static = html[: html.index('type="application/json"')]
    for text in ("15 个问题中有 10 个未通过", "26 条中 20 条完整", "faithfulness", "q-dedup", 'lang="zh-Hans"'):
        assert text in static


def test_two_thousand_questions_stay_small_and_quick() -> None:
    some = questions("zh")
    many = [replace(some[i % len(some)], question_id=f"q{i}") for i in range(2000)]
    before = perf_counter()
    html = render_html(build_page(summary("zh"), many, lang="zh"))
    assert perf_counter() - before < 5
    assert len(html.encode()) < 6_000_000
    data = next(text for _, text in Parsed(html).raw if text.startswith("{"))
    assert len(msgspec.json.decode(data)["questions"]["cards"]) == 2000


@given(st.text())
def test_embedded_json_is_the_same_value_and_opens_no_tag(text: str) -> None:
    embedded = embed_json(text)
    assert msgspec.json.decode(embedded) == text
    assert not set("<>&\u2028\u2029") & set(embedded)


@given(st.text())
def test_markup_escapes_what_is_not_markup(text: str) -> None:
    html = element("b", text, title=text)
    assert re.fullmatch(r'<b title="[^"<>]*">[^<>]*</b>', html, re.DOTALL) is not None


@given(st.text())
def test_clean_text_holds_no_control_and_no_override(text: str) -> None:
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", clean(text))
    assert "\n" not in clean_line(text)
    assert len(shorten_id(text)) <= 201


@given(st.text(), st.lists(st.text(max_size=4), max_size=3), st.lists(st.text(max_size=4), max_size=3))
def test_marking_conditions_changes_no_text(text: str, kept: Any, lost: Any) -> None:
    assert "".join(piece for _, piece in mark_conditions(text, kept, lost)) == text


def test_a_lost_condition_is_marked_as_lost_even_where_it_is_a_condition_too() -> None:
    assert mark_conditions("经核实的质量问题", ("经核实",), ("经核实",)) == (("lost", "经核实"), ("", "的质量问题"))
