"""citation_validity."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Claims


@metric("citation_validity", layer="citations")
def citation_validity(claims: Claims) -> Score:
    """Share of the citations that are well formed and name a passage of the context. It says nothing about support.

    >>> from ragstrata.records.claim import Citation, Claim, JudgedClaimView, Verdict
    >>> cited = tuple(Citation(marker="[1]", id="a", structural=s, semantic=None) for s in ("valid", "unknown_id"))
    >>> said, verdict = Claim(claim_id="c", text=""), Verdict(label="supported", judge="j")
    >>> view = JudgedClaimView(claim=said, verdict=verdict, citations=cited)
    >>> citation_validity(Claims(claims=(view,))).value
    0.5
    """
    if claims.reason is not None:
        return undefined(claims.reason)
    structural = [citation.structural for view in claims.claims for citation in view.citations]
    return share(sum(s == "valid" for s in structural), len(structural), Undefined.NO_CITATIONS)
