"""What a judge is asked, and what it answers. One protocol, several judges."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from ragstrata.records.claim import Claim, Verdict
from ragstrata.records.names import BehaviorLabel, FactLabel, Semantic
from ragstrata.records.question import Fact


class Passage(msgspec.Struct, frozen=True, gc=False):
    """A piece of what was sent to the model."""

    id: str
    text: str


class FactMatch(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What an answer makes of a gold fact. proof: the words that were found."""

    label: FactLabel
    conditions_missing: tuple[str, ...] = ()
    proof: str = ""
    triggers: tuple[str, ...] = ()


class Marker(msgspec.Struct, frozen=True, gc=False):
    """A citation marker in an answer: its text, its place, and the numbers or ids that it names."""

    text: str
    span: tuple[int, int]
    keys: tuple[str, ...]


class Judge(Protocol):
    """Splits an answer into claims and gives its word on claims, facts, citations and behaviour."""

    @property
    def name(self) -> str:
        """What verdicts are signed with."""

    @property
    def version(self) -> str:
        """Changes whenever a verdict might."""

    def split(self, answer: str, language: str, question_id: str) -> tuple[Claim, ...]:
        """The claims of an answer, in order."""

    def claim(self, claim: Claim, passages: Sequence[Passage], *, context_recorded: bool) -> Verdict:
        """Whether what was sent supports a claim."""

    def citation(self, claim: Claim, passage: str) -> Semantic:
        """Whether one cited passage supports the claim beside it."""

    def fact(self, fact: Fact, answer: str, language: str) -> FactMatch:
        """Whether the answer states a gold fact, with its conditions."""

    def grounds(self, fact: Fact, passage: Passage) -> bool | None:
        """Whether a passage states a gold fact; None if that cannot be told."""

    def behavior(self, answer: str, language: str) -> tuple[BehaviorLabel, str]:
        """What the reply does, and the words that show it."""
