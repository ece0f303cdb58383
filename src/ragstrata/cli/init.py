"""`ragstrata init`."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def init(folder: Path) -> None:
    """Write a small suite to FOLDER that already runs and is meant to be changed."""
    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty; name a new folder, so that nothing is overwritten")
    with as_file(files("ragstrata") / "examples" / "template") as template:
        shutil.copytree(template, folder, dirs_exist_ok=True)
    click.echo(f"wrote {folder}; now: ragstrata evaluate {folder}")
