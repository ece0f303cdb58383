"""Which judge a suite asks for."""

from ragstrata.errors import InputError
from ragstrata.judges.protocol import Judge
from ragstrata.judges.rules import RulesJudge
from ragstrata.records.problem import Problem
from ragstrata.records.suite import JudgeSettings


def choose_judge(settings: JudgeSettings) -> Judge:
    """The judge named by `[judge] kind`. Raises InputError for one that this version does not have."""
    if settings.kind == "rules":
        return RulesJudge()
    problem = Problem(
        file="ragstrata.toml",
        field="judge.kind",
        message=f"the judge {settings.kind!r} is not available in this version",
        hint='use kind = "rules", the offline judge',
    )
    raise InputError((problem,))
