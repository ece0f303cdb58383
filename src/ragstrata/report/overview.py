"""The top of a page: the sentence that says the result, the waterfall of the evidence, the causes."""

from collections import Counter
from collections.abc import Mapping

from ragstrata.records.names import EvidenceLabel
from ragstrata.records.result import StageCount, Summary
from ragstrata.report.drawn import CauseBar, Causes, Figure, Segment, StageBar, Waterfall
from ragstrata.report.foreign import clean_line
from ragstrata.report.gathered import Gathered
from ragstrata.report.numbers import format_count, format_percent
from ragstrata.report.words import Words

LABELS: tuple[EvidenceLabel, ...] = ("intact", "split", "partial", "absent", "unknown")
SKIPPED = "skipped"
"""The part of a bar that stands for units of traces without this stage."""


def verdict_counts(summary: Summary) -> tuple[int, int, int, int]:
    """Questions, and how many of them failed, are undecided, passed."""
    n = summary.n
    total, passed, undecided = n.get("questions", 0), n.get("passed", 0), n.get("undecided", 0)
    return total, n.get("failed", total - passed - undecided), undecided, passed


def headline(summary: Summary, words: Words, causes: Mapping[str, int]) -> str:
    """One sentence that says the result. causes: failed questions by primary cause."""
    total, failed, undecided, _ = verdict_counts(summary)
    if not total:
        return words.say("headline", "nothing") + words.say("page", "stop")
    if not failed:
        key = "open" if undecided else "passed"
        return words.say("headline", key, n=total, undecided=undecided) + words.say("page", "stop")
    said = words.say("headline", "failed", failed=f"{failed:,}", n=f"{total:,}")
    if causes:
        cause = max(causes, key=lambda c: (causes[c], c != "unknown"))
        if cause in words.groups["headline_cause"]:
            clause = words.count("headline_cause", cause, causes[cause])
            said += words.say("headline", "top", clause=clause)
    return said + words.say("page", "stop")


def lead(summary: Summary, words: Words) -> tuple[str, ...]:
    """What else must be known to read the headline rightly."""
    total, failed, undecided, passed = verdict_counts(summary)
    said = []
    if failed:
        said.append(words.say("headline", "passed_of", passed=f"{passed:,}", n=f"{total:,}"))
    missing = total - summary.n.get("evaluated", total)
    for key, count in (("undecided", undecided), ("missing", missing), ("errors", summary.n.get("errors", 0))):
        if count and total:
            said.append(words.count("headline", key, count))
    if summary.n.get("repeats"):
        said.append(words.count("headline", "repeats", summary.n["repeats"]))
    return tuple(said)


def figures(summary: Summary, words: Words) -> tuple[Figure, ...]:
    """Pass rate, failed, undecided, passed."""
    _, failed, undecided, passed = verdict_counts(summary)
    rate = summary.pass_rate
    qualified = [f"n = {rate.n:,}"]
    if rate.ci is not None:
        qualified.append(f"{words.say('column', 'interval')} {format_percent(rate.ci[0])}–{format_percent(rate.ci[1])}")
    if rate.bounds is not None and undecided:
        low, high = rate.bounds
        qualified.append(f"{words.say('column', 'bounds')} {format_percent(low)}–{format_percent(high)}")
    shown = [Figure(kind="rate", label=words.say("verdict_title", "rate"), value=format_percent(rate.value),
                    note=" · ".join(qualified))]  # fmt: skip
    for kind, count in (("failed", failed), ("undecided", undecided), ("passed", passed)):
        shown.append(Figure(kind=kind, label=words.say("verdict_title", kind), value=format_count(count)))
    return tuple(shown)


def waterfall(summary: Summary, gathered: Gathered, words: Words) -> Waterfall:
    """Every recorded stage, then what the answer used, as far as facts can tell."""
    stages = list(summary.survival)
    if stages and gathered.with_facts:
        stages.append(StageCount(stage="used", **{label: gathered.used[label] for label in LABELS}))
    most = max((sum(counts(stage).values()) for stage in stages), default=0)
    bars = tuple(_bar(stage, gathered.lost_at[stage.stage], most, words) for stage in stages)
    legend: list[tuple[str, str]] = [(label, words.name("evidence", label)) for label in LABELS] if bars else []
    if any(segment.label == SKIPPED for bar in bars for segment in bar.segments):
        legend.append((SKIPPED, words.say("survival", "skipped_legend")))
    return Waterfall(
        title=words.say("section", "survival"),
        about=words.count("about", "survival", most) if bars else words.say("about", "survival_none"),
        bars=bars,
        legend=tuple(legend),
        footnote=words.say("about", "used") if stages and stages[-1].stage == "used" else "",
    )


def counts(stage: StageCount) -> dict[EvidenceLabel, int]:
    """The units of one stage by label."""
    return {
        "intact": stage.intact,
        "split": stage.split,
        "partial": stage.partial,
        "absent": stage.absent,
        "unknown": stage.unknown,
    }


def _bar(stage: StageCount, lost: int, most: int, words: Words) -> StageBar:
    """All bars have one scale, `most` units; those of traces without this stage are passed over."""
    by_label = counts(stage)
    total = sum(by_label.values())
    group = "used" if stage.stage == "used" else "evidence"
    segments = [
        Segment(
            label=label,
            count=count,
            share=count / most,
            text=words.say("survival", "part", count=f"{count:,}", label=words.name(group, label)),
        )
        for label, count in by_label.items()
        if count
    ]
    if total < most:
        text = words.say("survival", "skipped", count=f"{most - total:,}")
        segments.append(Segment(label=SKIPPED, count=most - total, share=1 - total / most, text=text))
    whole = "used_of" if stage.stage == "used" else "whole_of"
    return StageBar(
        stage=clean_line(stage.stage),
        title=words.name("stage_title", stage.stage),
        text=words.say("survival", whole, intact=f"{stage.intact:,}", total=f"{total:,}"),
        segments=tuple(segments),
        rest=words.join([segment.text for segment in segments if segment.label != "intact"]),
        lost=words.count("survival", "lost", lost) if lost else "",
    )


def causes(summary: Summary, words: Words) -> Causes:
    """Primary causes, the most frequent first; how often each is secondary stands beside it."""
    order = sorted(summary.causes, key=lambda cause: -summary.causes[cause])
    order += [cause for cause in summary.secondary_causes if cause not in summary.causes]
    longest = max(summary.causes.values(), default=1)
    bars = []
    for cause in order:
        count, also = summary.causes.get(cause, 0), summary.secondary_causes.get(cause, 0)
        bars.append(
            CauseBar(
                cause=clean_line(cause),
                title=words.name("cause", cause),
                about=words.name("cause_about", cause),
                count=count,
                share=count / longest,
                also=words.count("about", "secondary", also) if also else "",
            )
        )
    return Causes(
        title=words.say("section", "causes"),
        about=words.say("about", "causes" if bars else "causes_none"),
        bars=tuple(bars),
    )


def failed_causes(gathered: Gathered, summary: Summary) -> Mapping[str, int]:
    """Failed questions by primary cause; from the summary where no question was at hand and none is undecided."""
    counted: Mapping[str, int] = Counter(gathered.causes.values())
    if not counted and not summary.n.get("undecided", 0):
        return summary.causes
    return counted
