"""How an error is told: what is wrong and what to do about it, on stderr, with the right exit code."""

import click

from ragstrata.errors import InputError, NothingEvaluatedError, RagstrataError


def report_failure(error: Exception) -> int:
    """Print a known error and return its exit code; anything else is a bug and is raised again."""
    if isinstance(error, InputError):
        click.echo(str(error), err=True)
        return 2
    if isinstance(error, NothingEvaluatedError):
        click.echo(f"nothing could be evaluated: {error}", err=True)
        return 3
    if isinstance(error, RagstrataError):
        click.echo(str(error), err=True)
        return 2
    if isinstance(error, OSError):
        click.echo(f"{error.filename or 'file'}: {error.strerror or error}", err=True)
        return 2
    raise error
