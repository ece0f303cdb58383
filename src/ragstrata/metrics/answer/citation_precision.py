"""citation_precision."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share_with_open, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Claims


@metric("citation_precision", layer="citations")
def citation_precision(claims: Claims) -> Score:
    """Share of the citations whose passage supports the claim beside them.

    One that names no passage supports nothing; partial support is not support. Undecided ones leave bounds.

    >>> from ragstrata.records.claim import Citation, Claim, JudgedClaimView, Verdict
    >>> cited = tuple(
    ...     Citation(marker="[1]", id="a", structural="valid", semantic=s) for s in ("supports", "irrelevant"))
    >>> said, verdict = Claim(claim_id="c", text=""), Verdict(label="supported", judge="j")
    >>> view = JudgedClaimView(claim=said, verdict=verdict, citations=cited)
    >>> citation_precision(Claims(claims=(view,))).value
    0.5
    """
    if claims.reason is not None:
        return undefined(claims.reason)
    cited = [citation for view in claims.claims for citation in view.citations]
    supports = sum(c.semantic == "supports" for c in cited)
    undecided = sum(c.structural == "valid" and c.semantic in (None, "undecided") for c in cited)
    return share_with_open(supports, undecided, len(cited), Undefined.NO_CITATIONS)
