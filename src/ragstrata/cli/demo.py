"""`ragstrata demo`."""

from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path

import click


@click.command()
@click.option(
    "--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Which twin of the example."
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("runs/demo"), show_default=True)
def demo(lang: str, out: Path) -> None:
    """Evaluate the packaged returns-policy example and say where the report is."""
    from ragstrata.cli.show import show_outcomes
    from ragstrata.evaluate import evaluate_suite
    from ragstrata.ingest.suite import load_suite
    from ragstrata.judges.choice import choose_judge
    from ragstrata.report.write import write_report

    with as_file(files("ragstrata") / "examples" / "returns" / lang) as folder:
        loaded = load_suite(folder)
        judge = choose_judge(loaded.suite.settings.judge)
        outcomes = evaluate_suite(loaded, judge, out, clock=lambda: datetime.now(UTC))
    for outcome in outcomes:
        write_report(outcome.folder, lang)
    show_outcomes(outcomes, lang=lang, to_stderr=False)
    click.echo(f"one question in words: ragstrata explain {out} QUESTION_ID")
