"""A page as one HTML file, complete in itself: no request, no framework, nothing that foreign text could start."""

from base64 import b64encode
from hashlib import sha256
from importlib import resources
from typing import Final

import msgspec

from ragstrata.report.drawn import Page, QuestionList
from ragstrata.report.markup import Markup, element, void
from ragstrata.report.sections import (
    draw_causes,
    draw_metrics,
    draw_notes,
    draw_overview,
    draw_settings,
    draw_table,
    draw_waterfall,
)
from ragstrata.report.svg import patterns

_LANGUAGE_TAG: Final = {"en": "en", "zh": "zh-Hans"}
_ESCAPES: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def render_html(page: Page) -> str:
    """The whole file. Styles and script are allowed by their hashes, and nothing else is."""
    style, script = read_asset("report.css"), read_asset("report.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        void("meta", charset="utf-8"),
        void("meta", http_equiv="Content-Security-Policy", content=policy),
        void("meta", name="viewport", content="width=device-width, initial-scale=1"),
        void("meta", name="color-scheme", content="light dark"),
        void("meta", name="referrer", content="no-referrer"),
        void("link", rel="icon", href="data:,"),
        element("title", page.title),
        element("style", Markup(style)),
    )
    body = element("body", *_body(page), element("script", Markup(script)))
    return f"<!doctype html>\n{element('html', head, body, lang=_LANGUAGE_TAG[page.lang])}\n"


def _body(page: Page) -> list[Markup]:
    words = page.words["page"]
    return [
        element("a", words["skip"], href="#questions", class_="skip"),
        patterns(),
        element(
            "header",
            element("p", element("strong", "ragstrata"), " ", words["report"], class_="brand"),
            element("p", element("bdi", page.title), class_="run"),
            element("button", words["theme"], type="button", id="theme", class_="quiet-button", hidden=""),
            class_="top",
        ),
        element(
            "main",
            draw_overview(page),
            element("div", draw_waterfall(page.waterfall), draw_causes(page.causes), class_="pair wide-left"),
            draw_metrics(page.metrics),
            draw_table(page.behavior, "behavior"),
            element(
                "div", draw_table(page.governance, "governance"), draw_table(page.cost, "cost"), class_="pair wide-left"
            ),
            element("div", draw_notes(page.notes), draw_settings(page.settings), class_="pair"),
            _questions(page.questions, page.words),
        ),
        element("footer", words["made"].format(version=page.version)),
        element("script", Markup(embed_json(_data(page))), type="application/json", id="data"),
    ]


def _questions(questions: QuestionList, words: dict[str, dict[str, str]]) -> Markup:
    """The frame of the list; the script fills it."""
    return element(
        "section",
        element("h2", questions.title, id="questions"),
        element("p", questions.left_out, class_="about") if questions.left_out else None,
        element("noscript", element("p", words["list"]["noscript"], class_="about")),
        element("div", id="filters", class_="filters", role="search", aria_labelledby="questions"),
        element("p", id="shown", class_="about", role="status", aria_live="polite"),
        element("div", id="list", class_="list"),
        element("button", words["list"]["more"], type="button", id="more", class_="quiet-button", hidden=""),
        aria_labelledby="questions",
    )


def _data(page: Page) -> dict[str, object]:
    """What the script draws the list from."""
    return {"lang": page.lang, "words": page.words, "questions": page.questions}


def embed_json(value: object) -> str:
    """JSON that may stand inside of a script element: no `<` opens a tag, and no line separator ends a line.

    >>> embed_json("</script>")
    '"\\\\u003c/script\\\\u003e"'
    """
    text = msgspec.json.encode(value).decode()
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    return text


def read_asset(name: str) -> str:
    """A file that ships with the package."""
    return resources.files("ragstrata.report").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
