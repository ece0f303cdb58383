"""`ragstrata check`."""

import sys
from pathlib import Path

import click


@click.command()
@click.argument("suite", type=click.Path(path_type=Path))
@click.option(
    "--traces", multiple=True, type=click.Path(path_type=Path), help="Check these traces instead of the suite's."
)
@click.option("--set", "overrides", multiple=True, metavar="TABLE.KEY=VALUE", help="Override a setting of the suite.")
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON on stdout.")
@click.pass_context
def check(ctx: click.Context, suite: Path, traces: tuple[Path, ...], overrides: tuple[str, ...], as_json: bool) -> None:
    """Validate SUITE and list every problem at once. Exits 2 if there is any."""
    import msgspec

    from ragstrata.ingest.check import check_suite
    from ragstrata.records.problem import describe

    problems = check_suite(suite, overrides=overrides, traces=list(traces) or None)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode({"problems": problems})).decode() + "\n")
    for problem in problems:
        click.echo(describe(problem), err=True)
    if problems:
        click.echo(f"{len(problems)} problem{'s' * (len(problems) > 1)}", err=True)
        ctx.exit(2)
    if not as_json:
        click.echo("no problem found")
