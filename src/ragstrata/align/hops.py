"""The chain of searches: what each added, where it stopped, and whether it kept its budget."""

from ragstrata.align.gold import Gold
from ragstrata.align.held import Holdings
from ragstrata.align.stages import Recorded, Seen
from ragstrata.align.survival import held_at
from ragstrata.records.names import Stop, Undefined
from ragstrata.records.question import Budget
from ragstrata.records.trace import Trace
from ragstrata.records.views import Hops, HopView
from ragstrata.text.fold import fold_case

_FORCED = ("max_", "budget", "limit", "timeout", "time_out", "length", "error", "cancel", "deadline", "exhausted")


def view_hops(trace: Trace, gold: Gold, recorded: Recorded, holdings: Holdings) -> Hops:
    """The hops of a trace with the evidence that each adds to the chain."""
    exceeded = over_budget(trace, gold.question.budget)
    has_budget = gold.question.budget is not None and any(
        limit is not None
        for limit in (
            gold.question.budget.max_hops,
            gold.question.budget.max_tokens,
            gold.question.budget.max_cost_usd,
            gold.question.budget.max_latency_ms,
        )
    )
    if trace.hops is None:
        return Hops(
            hops=None,
            needed=len(gold.units),
            has_budget=has_budget,
            exceeded=exceeded,
            reason=Undefined.RETRIEVAL_NOT_RECORDED,
        )
    hops, complete_at = _walk(trace, gold, recorded, holdings)
    stop = _stop(trace, gold, recorded, complete_at)
    return Hops(
        hops=hops,
        needed=len(gold.units),
        stop=stop,
        voluntary=_voluntary(trace, gold.question.budget),
        has_budget=has_budget,
        exceeded=exceeded,
        reason=Undefined.NO_HOPS if not hops else None,
    )


def _walk(trace: Trace, gold: Gold, recorded: Recorded, holdings: Holdings) -> tuple[tuple[HopView, ...], int | None]:
    """The hops, and the 1-based one after which the chain holds a whole set."""
    chain: tuple[Seen, ...] = ()
    ids: set[str] = set()
    queries: set[str] = set()
    found: set[int] = set()
    complete_at: int | None = None
    views = []
    for number, (hop, items) in enumerate(zip(trace.hops or (), recorded.hops, strict=True), 1):
        unseen = any(seen.id not in ids for seen in items or ())
        chain = chain + items if items and chain else items or chain
        ids.update(seen.id for seen in items or ())
        new = []
        for i, unit in enumerate(gold.units):
            if i not in found and held_at(i, unit, chain, holdings)[0] in ("intact", "split"):
                found.add(i)
                new.append(unit.evidence_id)
        if complete_at is None and any(set(members) <= found for members in gold.sets):
            complete_at = number
        query = fold_case(hop.query) if hop.query is not None else None
        views.append(
            HopView(
                hop=number,
                new_evidence=tuple(new),
                redundant=items is not None and not unseen and number > 1,
                query=hop.query,
                repeated_query=query is not None and query in queries,
            )
        )
        if query is not None:
            queries.add(query)
    return tuple(views), complete_at


def _stop(trace: Trace, gold: Gold, recorded: Recorded, complete_at: int | None) -> Stop | None:
    """Only a chain that could have gone on has a stop to judge: several hops, a stop reason or a hop budget."""
    budget = gold.question.budget
    chained = len(trace.hops or ()) > 1 or trace.stop_reason is not None
    chained = chained or (budget is not None and budget.max_hops is not None)
    if not chained or not gold.sets or not trace.hops:
        return None
    if complete_at is None:
        return None if None in recorded.hops else "early"
    return "right" if complete_at == len(trace.hops) else "late"


def _voluntary(trace: Trace, budget: Budget | None) -> bool | None:
    """The agent chose to stop, with hops left to spend. None: a single search, nothing chosen."""
    hops = len(trace.hops or ())
    limit = budget.max_hops if budget is not None else None
    if limit is not None and hops >= limit:
        return False
    if trace.stop_reason is not None:
        reason = trace.stop_reason.casefold()
        return not any(word in reason for word in _FORCED)
    return True if hops > 1 or limit is not None else None


def over_budget(trace: Trace, budget: Budget | None) -> tuple[str, ...]:
    """What was overspent: `hops`, `tokens`, `cost_usd`, `latency_ms`. What was not recorded is not held against it."""
    if budget is None:
        return ()
    usage = trace.usage
    tokens = None
    if usage is not None and (usage.prompt_tokens is not None or usage.completion_tokens is not None):
        tokens = (usage.prompt_tokens or 0) + (usage.completion_tokens or 0)
    spent: tuple[tuple[str, float | None, float | None], ...] = (
        ("hops", None if trace.hops is None else len(trace.hops), budget.max_hops),
        ("tokens", tokens, budget.max_tokens),
        ("cost_usd", usage.cost_usd if usage is not None else None, budget.max_cost_usd),
        ("latency_ms", trace.latency_ms, budget.max_latency_ms),
    )
    return tuple(name for name, used, limit in spent if used is not None and limit is not None and used > limit)
