"""`ragstrata explain`."""

import sys
from pathlib import Path

import click


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("question_id")
@click.option("--repeat", type=int, help="Which repeat, where there are several.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language (default: the question's).")
@click.option("--json", "as_json", is_flag=True, help="Print the question's result as JSON on stdout.")
def explain(run: Path, question_id: str, repeat: int | None, lang: str | None, as_json: bool) -> None:
    """Tell the journey of the evidence of QUESTION_ID in the run folder RUN, and the cause of its failure."""
    import msgspec

    from ragstrata.cli.show import console
    from ragstrata.report.explain import explain_question, print_story
    from ragstrata.runs.read import find_question

    result = find_question(run, question_id, repeat)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(result)).decode() + "\n")
        return
    chosen = lang or ("zh" if result.language.startswith("zh") else "en")
    print_story(explain_question(result, chosen), console())
