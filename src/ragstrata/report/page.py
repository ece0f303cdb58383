"""A run's summary and questions become a page: everything that is drawn, worded and formatted, as plain data."""

from collections.abc import Iterable
from typing import Final

import msgspec

from ragstrata import __version__
from ragstrata.records.result import QuestionResult, Summary
from ragstrata.report.cards import make_card
from ragstrata.report.drawn import Page, QuestionCard, QuestionList
from ragstrata.report.foreign import clean_line, shorten_id
from ragstrata.report.gathered import Gathered, gather
from ragstrata.report.layers import show_metrics
from ragstrata.report.overview import causes, failed_causes, figures, headline, lead, waterfall
from ragstrata.report.tables import show_behavior, show_cost, show_governance, show_notes, show_settings
from ragstrata.report.words import Words, load_words

MOST_BYTES: Final = 5_000_000
"""The list of questions is cut where it would grow beyond this, so that a page stays quick to open."""
_ALL_TEXT: Final = 600_000
_LONGEST, _SHORTEST = 2000, 240
_WORDS: Final = (
    "page verdict stage stage_title evidence loss proof cause status expect behavior claim fact "
    "structural semantic flag trigger criterion met stop importance grounded list card"
).split()


def build_page(summary: Summary, questions: Iterable[QuestionResult], *, lang: str, limit: int = 2000) -> Page:
    """The page of a run in `lang`. The questions are read once; at most `limit` are listed, failed ones first."""
    words = load_words(lang)
    gathered = gather(questions, limit)
    return Page(
        lang=words.lang,
        title=words.say("page", "title", suite=shorten_id(summary.suite), run=shorten_id(summary.run)),
        headline=headline(summary, words, failed_causes(gathered, summary)),
        lead=lead(summary, words),
        figures=figures(summary, words),
        waterfall=waterfall(summary, gathered, words),
        causes=causes(summary, words),
        metrics=show_metrics(summary, words),
        behavior=show_behavior(summary, words),
        governance=show_governance(summary, words),
        cost=show_cost(summary, words),
        notes=show_notes(summary.notes, words),
        settings=show_settings(summary, words),
        questions=list_questions(gathered, tuple(summary.metrics), words),
        words={group: words.groups[group] for group in _WORDS},
        version=__version__,
    )


def list_questions(
    gathered: Gathered, metrics: tuple[str, ...], words: Words, most_bytes: int = MOST_BYTES
) -> QuestionList:
    """The cards that fit. Texts are cut shorter the more questions there are."""
    shown = min(gathered.total, gathered.limit)
    longest = max(_SHORTEST, min(_LONGEST, _ALL_TEXT // max(shown, 1)))
    reasons: dict[str, int] = {}
    cards: list[QuestionCard] = []
    size = 0
    for result in gathered.listed():
        card = make_card(result, metrics, reasons, words, longest)
        size += len(msgspec.json.encode(card))
        if size > most_bytes:
            break
        cards.append(card)
    left = gathered.total - len(cards)
    return QuestionList(
        title=words.say("section", "questions"),
        total=gathered.total,
        metrics=tuple(clean_line(name) for name in metrics),
        reasons=tuple(words.name("undefined", reason) for reason in reasons),
        cards=tuple(cards),
        left_out=words.count("list", "left_out", left) if left else "",
    )
