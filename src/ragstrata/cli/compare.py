"""`ragstrata compare`."""

import sys
from pathlib import Path

import click


@click.command()
@click.argument("run_a", type=click.Path(path_type=Path))
@click.argument("run_b", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Compare although gold, judge or tokenizer differ; the output says so.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON on stdout.")
def compare(run_a: Path, run_b: Path, force: bool, seed: int, as_json: bool) -> None:
    """Compare two run folders, paired on the questions that both have."""
    import msgspec

    from ragstrata.aggregate.compare import compare_runs
    from ragstrata.aggregate.compare_text import comparison_lines

    comparison = compare_runs(run_a, run_b, seed=seed, force=force)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(comparison)).decode() + "\n")
        return
    click.echo("\n".join(comparison_lines(comparison)))
