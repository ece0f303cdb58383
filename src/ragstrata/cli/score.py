"""`ragstrata score`."""

import sys
from pathlib import Path

import click


@click.command()
@click.argument("qrels", type=click.Path(path_type=Path))
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-m", "measures", multiple=True, metavar="MEASURE", help="nDCG@10, Recall@100, RR, AP, RBP(p=0.9) …")
@click.option("--per-query", is_flag=True, help="Print each question's value before the mean.")
@click.option("--gain", type=click.Choice(["exponential", "linear"]), default="exponential", show_default=True)
@click.option(
    "--ties",
    type=click.Choice(["rank", "trec"]),
    default="rank",
    show_default=True,
    help="Order by the given ranks, or by score and id as trec_eval does.",
)
@click.option("--lenient", is_flag=True, help="Skip lines that cannot be read; count and note them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")
def score(
    qrels: Path,
    runs: tuple[Path, ...],
    measures: tuple[str, ...],
    per_query: bool,
    gain: str,
    ties: str,
    lenient: bool,
    as_json: bool,
) -> None:
    """Evaluate the rankings RUNS (TREC run files) against the judgements QRELS."""
    import msgspec

    from ragstrata.metrics.registry import parse_measure
    from ragstrata.score import DEFAULT_MEASURES, score_files

    try:
        wanted = [parse_measure(text) for text in measures or DEFAULT_MEASURES]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    scored, notes = score_files(qrels, runs, wanted, gain=gain, ties=ties, lenient=lenient)  # type: ignore[arg-type]
    for note in notes:
        click.echo(f"note: {note.message}: {note.count} ({', '.join(note.examples)})", err=True)
    if as_json:
        result = [
            {
                "run": run.name,
                "metrics": {
                    name: {"value": mean.value, "n": run.counts[name], "reason": mean.reason}
                    for name, mean in run.means.items()
                },
                "questions": {
                    question: {name: values[i].value for name, values in run.scores.items()}
                    for i, question in enumerate(run.questions)
                }
                if per_query
                else None,
            }
            for run in scored
        ]
        document = {"gain": gain, "ties": ties, "runs": result, "notes": notes}
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(document)).decode() + "\n")
        return
    lines: list[str] = []
    for run in scored:
        prefix = f"{run.name}\t" if len(scored) > 1 else ""
        for name, values in run.scores.items():
            if per_query:
                lines.extend(f"{prefix}{name}\t{q}\t{_shown(values[i].value)}" for i, q in enumerate(run.questions))
            lines.append(f"{prefix}{name}\tall\t{_shown(run.means[name].value)}")
    sys.stdout.write("\n".join(lines) + "\n")


def _shown(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.6f}"
