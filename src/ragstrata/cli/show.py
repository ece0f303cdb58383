"""What the terminal shows: progress while it works, the result when it is done. All of it on stderr but the result."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from ragstrata.evaluate import Outcome


def console(*, stderr: bool = False) -> "Console":
    """A Rich console; plain when piped."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False)


@contextmanager
def show_progress() -> Iterator[Callable[[int], None]]:
    """A counter of traces on stderr while a terminal watches; silence when piped."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda done: None
        return
    with screen.status("reading traces") as status:
        yield lambda done: status.update(f"{done:,} traces evaluated")


def show_outcomes(outcomes: Sequence["Outcome"], *, lang: str, to_stderr: bool) -> None:
    """The summary of each run and where its files are; several runs are compared."""
    from ragstrata.report.terminal import print_summary

    screen = console(stderr=to_stderr)
    for outcome in outcomes:
        print_summary(outcome.summary, screen, lang=lang)
        click.echo(f"report: {outcome.folder / 'report.html'}", err=to_stderr)
    if len(outcomes) > 1:
        from ragstrata.aggregate.compare import compare_runs
        from ragstrata.aggregate.compare_text import comparison_lines

        for other in outcomes[1:]:
            comparison = compare_runs(outcomes[0].folder, other.folder, seed=0)
            click.echo("\n".join(comparison_lines(comparison)), err=to_stderr)
