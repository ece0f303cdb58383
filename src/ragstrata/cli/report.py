"""`ragstrata report`."""

from pathlib import Path

import click


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--html", type=click.Path(path_type=Path), help="Write the report to this file.")
@click.option(
    "--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the report."
)
def report(run: Path, html: Path | None, lang: str) -> None:
    """Show the run folder RUN in the terminal, or write its report as one HTML file."""
    from ragstrata.cli.show import console
    from ragstrata.report.terminal import print_summary
    from ragstrata.report.write import write_report
    from ragstrata.runs.read import read_summary

    if html is None:
        print_summary(read_summary(run), console(), lang=lang)
        return
    click.echo(f"report: {write_report(run, lang, html)}")
