"""The command line. Each command lives in a module of its own and is imported when it is called."""

import sys
from importlib import import_module

import click

from ragstrata import __version__

COMMANDS = {
    "demo": "The packaged example, end to end, then where the report is.",
    "init": "A new suite to fill in, that already runs.",
    "check": "Validate a suite: every problem with file, line, field and a way out.",
    "evaluate": "Evaluate a suite's traces: scores, evidence journeys, causes, report.",
    "score": "Plain ranking evaluation of TREC-style runs.",
    "explain": "One question: the evidence's journey, and the cause.",
    "report": "Show a run in the terminal, or write its report.",
    "compare": "Two runs, paired on the questions that both have.",
}


class _Lazy(click.Group):
    """Lists commands without importing them, so that `--help` stays fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"ragstrata.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101 (our own module)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ragstrata")
def cli() -> None:
    """Layered evaluation of RAG: was the evidence there, retrieved, sent whole, and used rightly?"""


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit: 0 done, 1 gate not met, 2 wrong call or input, 3 nothing to evaluate, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = cli.main(args=arguments, prog_name="ragstrata", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted; nothing was written", err=True)
        code = 130
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except Exception as error:  # noqa: BLE001 (what is not known is raised again)
        from ragstrata.cli.failure import report_failure

        code = report_failure(error)
    sys.exit(code if isinstance(code, int) else 0)
