"""What a judge is asked, and what it answers. One protocol, several judges."""

from collections.abc import Collection, Sequence
from typing import Final, Literal, Protocol

import msgspec

from ragstrata.records.claim import Claim, Verdict
from ragstrata.records.names import BehaviorLabel, FactLabel, Semantic
from ragstrata.records.question import Fact

RULES_VERSION: Final = "2"
"""The version of the rules. Changes whenever a verdict of theirs might."""

MarkerKind = Literal["bracket", "wide", "dagger", "footnote", "labelled", "source", "superscript", "id"]


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
    """A citation marker in an answer: its text, its place, the numbers or ids that it names, and its form.

    kind: `bracket` [1], `wide` 【1】, `dagger` 【2†source】, `footnote` [^3], `labelled` [ID:0], `source` (Source 2),
    `superscript` ¹, `id` [doc-7].
    """

    text: str
    span: tuple[int, int]
    keys: tuple[str, ...]
    kind: MarkerKind = "bracket"


class Judge(Protocol):
    """Splits an answer into claims and gives its word on claims, facts, citations and behaviour."""

    @property
    def name(self) -> str:
        """What verdicts are signed with."""

    @property
    def version(self) -> str:
        """Changes whenever a verdict might."""

    def split(self, answer: str, language: str, question_id: str, known_ids: Collection[str] = ()) -> tuple[Claim, ...]:
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
