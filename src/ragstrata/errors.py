"""What can go wrong on purpose.

RagstrataError
├── InputError              the call or its input is wrong: every problem listed (exit 2)
└── NothingEvaluatedError   nothing in the input belongs together (exit 3)
"""

from collections.abc import Iterable

from ragstrata.records.problem import Problem, describe

_LISTED = 200


class RagstrataError(Exception):
    """The base of every error that this package raises on purpose."""


class InputError(RagstrataError):
    """The input is wrong. `problems` holds all that is; the text lists them, one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [describe(problem) for problem in self.problems[:_LISTED]]
        if len(self.problems) > _LISTED:
            lines.append(f"… and {len(self.problems) - _LISTED} more problems")
        return "\n".join(lines)


class NothingEvaluatedError(RagstrataError):
    """Nothing could be evaluated: no trace belongs to a question of the suite, or no ids match."""
