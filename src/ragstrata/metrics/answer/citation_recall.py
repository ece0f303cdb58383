"""citation_recall."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share_with_open, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Claims


@metric("citation_recall", layer="citations")
def citation_recall(claims: Claims) -> Score:
    """Share of the claims that some citation beside them supports. An answer without citations has 0.

    >>> from ragstrata.records.claim import Claim, JudgedClaimView, Verdict
    >>> view = JudgedClaimView(claim=Claim(claim_id="c", text=""), verdict=Verdict(label="supported", judge="j"))
    >>> citation_recall(Claims(claims=(view,))).value
    0.0
    """
    if claims.reason is not None:
        return undefined(claims.reason)
    backed, undecided = 0, 0
    for view in claims.claims:
        semantics = [c.semantic for c in view.citations if c.structural == "valid"]
        if "supports" in semantics:
            backed += 1
        elif any(semantic in (None, "undecided") for semantic in semantics):
            undecided += 1
    return share_with_open(backed, undecided, len(claims.claims), Undefined.NO_CLAIMS)
