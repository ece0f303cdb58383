"""HTML elements from Python: whatever is not built here is text."""

from html import escape


class Markup(str):
    """A piece of finished HTML."""

    __slots__ = ()


def element(tag: str, *children: str | Markup | None, **attributes: str | float | None) -> Markup:
    """An element. Children that are not Markup are escaped; `class_` is class, `aria_label` is aria-label.

    >>> element("b", "1 < 2", class_="x")
    '<b class="x">1 &lt; 2</b>'
    """
    inside = "".join(child if isinstance(child, Markup) else escape(child) for child in children if child is not None)
    return Markup(f"<{tag}{_attributes(attributes)}>{inside}</{tag}>")


def void(tag: str, **attributes: str | float | None) -> Markup:
    """An element that holds nothing."""
    return Markup(f"<{tag}{_attributes(attributes)}>")


def join(*pieces: str | Markup | None) -> Markup:
    """Pieces one after the other."""
    return Markup("".join(p if isinstance(p, Markup) else escape(p) for p in pieces if p is not None))


def _attributes(attributes: dict[str, str | float | None]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
