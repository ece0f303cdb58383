"""`ragstrata evaluate`."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from ragstrata.errors import RagstrataError


@click.command()
@click.argument("suite", type=click.Path(path_type=Path))
@click.option(
    "--traces", multiple=True, type=click.Path(path_type=Path), help="Use these traces instead of the suite's."
)
@click.option("--run", "run_name", help="Only this run of the traces.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write (default: runs/<run>).")
@click.option("--judge", help="rules | llm | python:module:attr")
@click.option("--set", "overrides", multiple=True, metavar="TABLE.KEY=VALUE", help="Override a setting of the suite.")
@click.option("--lenient", is_flag=True, help="Skip rows that cannot be read; count and note them.")
@click.option("--json", "as_json", is_flag=True, help="Print summary.json alone on stdout.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the report (default: the suite's).")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the resampled intervals.")
def evaluate(
    suite: Path,
    traces: tuple[Path, ...],
    run_name: str | None,
    out: Path | None,
    judge: str | None,
    overrides: tuple[str, ...],
    lenient: bool,
    as_json: bool,
    lang: str | None,
    seed: int,
) -> None:
    """Evaluate the traces of SUITE and write the run's folder with its report."""
    from ragstrata.cli.show import show_outcomes, show_progress
    from ragstrata.evaluate import evaluate_suite
    from ragstrata.ingest.suite import load_suite
    from ragstrata.judges.choice import choose_judge
    from ragstrata.report.write import write_report

    settings = (*overrides, *([f"judge.kind={judge}"] if judge is not None else []))
    loaded = load_suite(suite, overrides=settings, lenient=lenient, traces=list(traces) or None)
    chosen = choose_judge(loaded.suite.settings.judge)
    with show_progress() as progress:
        outcomes = evaluate_suite(
            loaded,
            chosen,
            out,
            only_run=run_name,
            seed=seed,
            clock=lambda: datetime.now(UTC),
            progress=progress,
        )
    language = lang or _language(loaded.suite.settings.suite.language)
    for outcome in outcomes:
        write_report(outcome.folder, language)
    if as_json:
        if len(outcomes) > 1:
            names = ", ".join(repr(o.run) for o in outcomes)
            raise RagstrataError(f"the traces hold several runs ({names}); name one with --run to print its summary")
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(outcomes[0].summary)).decode() + "\n")
    show_outcomes(outcomes, lang=language, to_stderr=as_json)


def _language(language: str) -> str:
    return "zh" if language.startswith("zh") else "en"
