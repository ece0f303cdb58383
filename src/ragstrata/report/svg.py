"""The drawings of a page: bars and ranges that take the width of their place. Every one has its words beside it."""

from collections.abc import Iterable
from typing import Final

from ragstrata.report.drawn import Range, Segment
from ragstrata.report.markup import Markup, element, join

_BAR_HEIGHT: Final = 18
_RANGE_WIDTH: Final = 120
_RANGE_HEIGHT: Final = 16
_EDGE: Final = 4


def patterns() -> Markup:
    """The fills by which the states of evidence differ without colour; used by every bar on the page."""
    return element(
        "svg",
        element(
            "defs",
            _pattern("fill-split", 6, element("path", d="M3 0V6", class_="ink")),
            _pattern("fill-partial", 6, element("path", d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5", class_="ink")),
            _pattern("fill-unknown", 6, element("circle", cx=3, cy=3, r=1, class_="dot")),
        ),
        class_="defs",
        width=0,
        height=0,
        aria_hidden="true",
        focusable="false",
    )


def _pattern(name: str, size: int, ink: Markup) -> Markup:
    ground = element("rect", width=size, height=size, class_="ground")
    return element("pattern", ground, ink, id=name, width=size, height=size, patternUnits="userSpaceOnUse")


def stacked_bar(segments: Iterable[Segment], label: str) -> Markup:
    """The parts of a whole, side by side."""
    rects, start = [], 0.0
    for segment in segments:
        rects.append(
            element(
                "rect",
                element("title", segment.text),
                x=f"{100 * start:.3f}%",
                y=0 if segment.label != "skipped" else _BAR_HEIGHT // 2 - 1,
                width=f"{100 * segment.share:.3f}%",
                height=_BAR_HEIGHT if segment.label != "skipped" else 2,
                class_=f"seg seg-{segment.label}",
            )
        )
        start += segment.share
    return element(
        "svg", *rects, class_="bar", width="100%", height=_BAR_HEIGHT, role="img", aria_label=label, focusable="false"
    )


def swatch(label: str) -> Markup:
    """The fill of one state, for the legend."""
    thin = label == "skipped"
    rect = element("rect", y=5 if thin else 0, width=18, height=2 if thin else 12, class_=f"seg seg-{label}")
    return element("svg", rect, class_="swatch", width=18, height=12, aria_hidden="true", focusable="false")


def plain_bar(share: float) -> Markup:
    """A bar of a share of the full width."""
    rect = element("rect", width=f"{100 * share:.3f}%", height=8, rx=2, class_="plain")
    return element("svg", rect, class_="bar", width="100%", height=8, aria_hidden="true", focusable="false")


def range_drawing(shown: Range) -> Markup:
    """A line from 0 to 1 with the bounds, the interval and the value on it."""
    middle = _RANGE_HEIGHT / 2
    drawn = [element("path", d=f"M{_EDGE} {middle}H{_RANGE_WIDTH - _EDGE}", class_="axis")]
    if shown.interval is not None:
        low, high = (_place(x) for x in shown.interval)
        drawn.append(
            element("rect", x=f"{low:.1f}", y=4, width=f"{max(high - low, 1):.1f}", height=8, rx=2, class_="interval")
        )
    if shown.bounds is not None:
        low, high = (_place(x) for x in shown.bounds)
        drawn.append(
            element("path", d=f"M{low:.1f} 3V13M{low:.1f} {middle}H{high:.1f}M{high:.1f} 3V13", class_="bounds")
        )
    if shown.value is not None:
        drawn.append(element("circle", cx=f"{_place(shown.value):.1f}", cy=middle, r=3.5, class_="value"))
    return element(
        "svg",
        join(*drawn),
        class_="range",
        width=_RANGE_WIDTH,
        height=_RANGE_HEIGHT,
        viewBox=f"0 0 {_RANGE_WIDTH} {_RANGE_HEIGHT}",
        aria_hidden="true",
        focusable="false",
    )


def _place(x: float) -> float:
    return _EDGE + x * (_RANGE_WIDTH - 2 * _EDGE)
