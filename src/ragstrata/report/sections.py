"""The parts of a page above the list of questions, as plain HTML that needs no script."""

from urllib.parse import quote

from ragstrata.report.drawn import (
    Causes,
    Figure,
    MetricRow,
    Metrics,
    MetricTable,
    Notes,
    Page,
    Settings,
    Table,
    Waterfall,
)
from ragstrata.report.markup import Markup, element, join
from ragstrata.report.svg import plain_bar, range_drawing, stacked_bar, swatch


def draw_overview(page: Page) -> Markup:
    """The result in a sentence and in numbers."""
    sentences = element("p", page.words["page"]["between"].join(page.lead), class_="lead") if page.lead else None
    return element(
        "section",
        element("h1", page.headline),
        sentences,
        element("dl", *(_figure(figure) for figure in page.figures), class_="figures"),
        class_="overview",
    )


def _figure(figure: Figure) -> Markup:
    return element(
        "div",
        element("dt", figure.label),
        element("dd", element("span", figure.value, class_="number"), element("small", figure.note)),
        class_=f"figure figure-{figure.kind}{' none' if figure.value == '0' else ''}",
    )


def draw_waterfall(waterfall: Waterfall) -> Markup:
    """Stage by stage: how much of the evidence is still there, and what was lost here."""
    rows = []
    for bar in waterfall.bars:
        foot = join(
            element("span", bar.lost, class_="lost") if bar.lost else None,
            element("span", bar.rest, class_="rest") if bar.rest else None,
        )
        label = f"{bar.title}: {', '.join(segment.text for segment in bar.segments)}"
        rows.append(
            element(
                "li",
                element("span", bar.title, class_="stage"),
                element("span", stacked_bar(bar.segments, label), class_="track"),
                element("span", bar.text, class_="count"),
                element("span", foot, class_="foot") if foot else None,
                class_="drop" if bar.lost else None,
            )
        )
    legend = [element("li", swatch(label), element("span", word)) for label, word in waterfall.legend]
    return element(
        "section",
        element("h2", waterfall.title, id="survival"),
        element("p", waterfall.about, class_="about"),
        element("ul", *legend, class_="legend") if legend else None,
        element("ol", *rows, class_="fall") if rows else None,
        element("p", waterfall.footnote, class_="about") if waterfall.footnote else None,
        aria_labelledby="survival",
    )


def draw_causes(causes: Causes) -> Markup:
    """Bars that lead to the questions of each cause."""
    rows = [
        element(
            "li",
            element(
                "a",
                element("span", bar.title, class_="cause-name"),
                element("span", f"{bar.count:,}", class_="cause-count"),
                element("span", plain_bar(bar.share), class_="track"),
                element("small", bar.about, element("span", bar.also, class_="also") if bar.also else None),
                href=f"#cause={quote(bar.cause, safe='')}",
                data_cause=bar.cause,
            ),
        )
        for bar in causes.bars
    ]
    return element(
        "section",
        element("h2", causes.title, id="causes"),
        element("p", causes.about, class_="about"),
        element("ul", *rows, class_="causes") if rows else None,
        aria_labelledby="causes",
    )


def draw_metrics(metrics: Metrics) -> Markup:
    """One table a layer."""
    return element(
        "section",
        element("h2", metrics.title, id="metrics"),
        element("p", metrics.about, class_="about"),
        *(_layer(table, metrics) for table in metrics.tables),
        aria_labelledby="metrics",
    )


def _layer(table: MetricTable, metrics: Metrics) -> Markup:
    folded = [
        element("details", element("summary", f"{title} ({len(rows)})"), _metric_rows(rows, metrics), class_="later")
        for title, rows in ((metrics.later, table.later), (metrics.empty, table.empty))
        if rows
    ]
    return join(
        element("h3", table.title),
        _metric_rows(table.rows, metrics) if table.rows else None,
        *folded,
    )


def _metric_rows(rows: tuple[MetricRow, ...], metrics: Metrics) -> Markup:
    name, value, drawing, interval, n, undefined = metrics.columns
    head = element(
        "tr",
        element("th", name, scope="col"),
        element("th", value, scope="col", class_="num"),
        element("th", drawing, scope="col"),
        element("th", interval, scope="col"),
        element("th", n, scope="col", class_="num"),
        element("th", undefined, scope="col"),
    )
    body = [
        element(
            "tr",
            element(
                "th",
                element("span", row.name, class_="metric-name"),
                element("span", row.direction, class_="direction") if row.direction else None,
                element("small", row.about) if row.about else None,
                scope="row",
            ),
            element("td", row.value, class_="num value"),
            element("td", range_drawing(row.range) if row.range is not None else None, class_="drawing"),
            element(
                "td",
                element("span", row.interval) if row.interval else None,
                element("small", row.bounds) if row.bounds else None,
                element("small", row.condensed) if row.condensed else None,
                class_="between",
            ),
            element("td", row.n, class_="num n", data_label=n),
            element("td", *(element("span", reason) for reason in row.undefined), class_="undefined"),
        )
        for row in rows
    ]
    return element("table", element("thead", head), element("tbody", *body), class_="metrics")


def draw_table(table: Table, name: str) -> Markup:
    """A small table with its heading."""
    return element(
        "section",
        element("h2", table.title, id=name),
        element("p", table.about, class_="about"),
        element("div", _cells(table), class_="scroll") if table.rows else None,
        aria_labelledby=name,
    )


def _cells(table: Table) -> Markup:
    head = [element("th", column, scope="col", class_="num" if i else None) for i, column in enumerate(table.columns)]
    body = []
    for i, (first, *rest) in enumerate(table.rows):
        cells = [
            element("td", cell, class_=" ".join(["num", *filter(None, [table.marks.get(f"{i},{j}")])]))
            for j, cell in enumerate(rest, 1)
        ]
        body.append(element("tr", element("th", first, scope="row"), *cells))
    return element("table", element("thead", element("tr", *head)), element("tbody", *body), class_="small")


def draw_notes(notes: Notes) -> Markup:
    """What was noticed, with counts and examples."""
    lines = [
        element(
            "li",
            element("span", line.count, class_="note-count"),
            element(
                "span",
                line.text,
                element("code", line.code, class_="code"),
                element("small", f"{notes.examples} ", *_examples(line.examples)) if line.examples else None,
            ),
        )
        for line in notes.lines
    ]
    return element(
        "section",
        element("h2", notes.title, id="notes"),
        element("p", notes.about, class_="about"),
        element("ul", *lines, class_="notes") if lines else None,
        aria_labelledby="notes",
    )


def _examples(examples: tuple[str, ...]) -> list[Markup]:
    return [element("bdi", example) for example in examples]


def draw_settings(settings: Settings) -> Markup:
    """The rules behind the numbers."""
    pairs = [
        element("div", element("dt", term), element("dd", element("bdi", meaning))) for term, meaning in settings.pairs
    ]
    return element(
        "section",
        element("h2", settings.title, id="settings"),
        element("dl", *pairs, class_="settings"),
        aria_labelledby="settings",
    )
