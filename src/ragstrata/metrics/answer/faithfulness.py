"""faithfulness."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share_with_open, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Claims

FAITHFUL = ("supported", "weaker")


@metric("faithfulness", layer="answer")
def faithfulness(claims: Claims) -> Score:
    """Share of the answer's claims that the text which was sent supports.

    `supported` and `weaker` claims are faithful; a claim that drops a condition is not. Undecided claims leave no
    value, but bounds. A refusal has no claims to be faithful. Where a covered fact stands on nothing that was sent
    and no claim is found unfaithful, one of the undecided ones must be; the last one is decided by that.

    >>> from ragstrata.records.claim import Claim, JudgedClaimView, Verdict
    >>> def judged(*labels):
    ...     said = Claim(claim_id="c", text="")
    ...     verdicts = [Verdict(label=label, judge="j") for label in labels]
    ...     return Claims(claims=tuple(JudgedClaimView(claim=said, verdict=verdict) for verdict in verdicts))
    >>> faithfulness(judged("supported", "contradicted")).value, faithfulness(judged("supported", "undecided")).bounds
    (0.5, (0.5, 1.0))
    """
    if claims.reason is not None:
        return undefined(claims.reason)
    labels = [view.verdict.label for view in claims.claims]
    faithful = sum(label in FAITHFUL for label in labels)
    undecided = sum(label == "undecided" for label in labels)
    if claims.ungrounded and undecided and faithful + undecided == len(labels):
        undecided -= 1
    return share_with_open(faithful, undecided, len(labels), Undefined.NO_CLAIMS)
