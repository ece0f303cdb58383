"""The journey of one question's evidence, told as a person would tell it."""

from collections.abc import Iterator

import msgspec
from rich.console import Console

from ragstrata.records.result import EvidenceResult, QuestionResult
from ragstrata.report.cards import mark_conditions, word_detail
from ragstrata.report.foreign import clean, clean_line, shorten_id
from ragstrata.report.gathered import verdict_of
from ragstrata.report.numbers import NO_VALUE, format_interval, format_value
from ragstrata.report.screen import Screen
from ragstrata.report.words import Language, Words, load_words

_SYMBOLS = {"intact": "✓", "split": "◐", "partial": "◐", "absent": "✗", "unknown": "?"}
_TONES = {"intact": "green", "split": "yellow", "partial": "yellow", "absent": "red", "unknown": "dim"}
_TELLING_LOSSES = ("twin_unusable", "false_twin", "demoted", "cut_whole", "cut_mid_sentence", "altered", "unexplained")
"""Kinds of loss that say more than the stage does."""
_TELLING_PROOFS = (
    "split_by_chunking",
    "not_retrieved",
    "twin_unusable",
    "false_twin",
    "cut_mid_sentence",
    "altered",
)
"""Kinds of loss whose proof is not the unit itself."""
_MARKS = {"": "", "condition": "underline", "lost": "strike red"}


class StageLine(msgspec.Struct, frozen=True, kw_only=True):
    """One stage of the way: its name, the label there as code and in words, and whether the unit was lost here."""

    title: str
    label: str
    text: str
    lost: bool


class UnitStory(msgspec.Struct, frozen=True, kw_only=True):
    """One unit of evidence. text: pieces as (mark, text), a mark being empty, `condition` or `lost`."""

    name: str
    text: tuple[tuple[str, str], ...]
    telling: str
    stages: tuple[StageLine, ...]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a part of the story. tone: `good`, `bad`, `doubt` or empty; `struck` is shown struck through."""

    text: str
    tone: str = ""
    struck: tuple[str, ...] = ()


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Facts, claims, hops, scores and so on."""

    title: str
    lines: tuple[Line, ...]


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is told of a question, in the order of telling."""

    lang: Language
    name: str
    question: str
    verdict: str
    outcome: str
    cause: str
    why: str
    answer_title: str
    answer: str
    behavior: str
    evidence_title: str
    units: tuple[UnitStory, ...]
    parts: tuple[Part, ...]


def explain_question(result: QuestionResult, lang: str) -> Story:
    """The story of one question in `en` or `zh`. The cause's own sentence is in the language of the question."""
    words = load_words(lang)
    verdict = verdict_of(result)
    observed = result.behavior.observed
    return Story(
        lang=words.lang,
        name=shorten_id(result.question_id),
        question=clean(result.question),
        verdict=verdict,
        outcome=words.say("story", verdict),
        cause=_cause(result, words),
        why=clean(result.cause.why),
        answer_title=words.say("card", "answer"),
        answer=clean(result.answer) if result.answer is not None else words.say("card", "no_answer"),
        behavior=words.say(
            "story",
            "expected_observed",
            expected=words.name("expect", result.behavior.expected),
            observed=words.name("behavior", observed) if observed else words.say("page", "not_recorded"),
        ),
        evidence_title=words.say("card", "evidence"),
        units=tuple(_unit(unit, words) for unit in result.evidence),
        parts=tuple(part for part in _parts(result, words) if part.lines),
    )


def _cause(result: QuestionResult, words: Words) -> str:
    cause = result.cause
    if cause.primary is None:
        return ""
    colon, said = words.say("page", "colon"), words.name("cause", cause.primary)
    detail = word_detail(cause.detail, words)
    extra = [detail] if detail is not None else []
    extra += [words.name("status", cause.status)] if cause.status else []
    if extra:
        said += words.say("story", "aside", text=words.join(extra))
    if cause.secondary:
        others = words.join([words.name("cause", other) for other in cause.secondary])
        said += words.say("page", "semicolon") + words.say("card", "also") + colon + others
    return words.say("card", "cause") + colon + said


def _unit(unit: EvidenceResult, words: Words) -> UnitStory:
    lost = tuple(clean_line(condition) for condition in unit.conditions_lost)
    kept = tuple(clean_line(condition) for condition in unit.conditions)
    needed = words.say("card", "needed" if unit.needed else "not_needed")
    name = [shorten_id(unit.evidence_id), *([shorten_id(unit.doc_id)] if unit.doc_id else []), needed]
    if unit.approximate:
        name.append(words.say("card", "approximate"))
    return UnitStory(
        name=" · ".join(name),
        text=mark_conditions(clean(unit.text), kept, lost),
        telling=words.say("page", "between").join(_tell(unit, lost, words)),
        stages=tuple(
            StageLine(
                title=words.name("stage_title", stage),
                label=label,
                text=_label(unit, stage, label, words),
                lost=unit.lost_at == stage,
            )
            for stage, label in unit.stages.items()
        ),
    )


def _label(unit: EvidenceResult, stage: str, label: str, words: Words) -> str:
    word, share = words.name("evidence", label), {str(key): value for key, value in unit.shares.items()}.get(stage)
    if share is None or label not in ("partial", "split"):
        return word
    return words.say("card", "share", label=word, share=f"{100 * share:.0f}%")


def _tell(unit: EvidenceResult, lost: tuple[str, ...], words: Words) -> Iterator[str]:
    """Found where, lost where and how, with what is left and which conditions went with it."""
    stop, label = words.say("page", "stop"), unit.stages.get("context", "unknown")
    found = words.say("story", "start")
    if unit.rank is not None:
        found += words.say("story", "rank", rank=unit.rank)
    if unit.lost_at is not None:
        way = words.name("story_lost", unit.lost_at)
        loss = words.say("story", "loss", loss=words.name("loss", unit.loss)) if unit.loss in _TELLING_LOSSES else ""
        yield (way if unit.lost_at == "exists" else found + way) + loss + stop
    elif label == "intact":
        yield found + words.say("story", "arrived") + stop
    elif label == "unknown":
        whole = [stage for stage, there in unit.stages.items() if there == "intact"]
        seen = words.say("story", "whole_until", stage=words.name("stage_title", whole[-1])) if whole else ""
        yield (found + seen if unit.stages.get("exists") == "intact" else words.say("story", "untold")) + stop
    else:
        yield found + words.say("story", "not_whole", label=words.name("evidence", label)) + stop
    if unit.loss in _TELLING_PROOFS and unit.proof:
        text = words.say("story", "left", proof=words.name("proof", unit.loss), text=clean_line(unit.proof))
        yield text + stop
    if lost:
        yield words.say("story", "conditions", conditions=words.join(list(lost)))


def _parts(result: QuestionResult, words: Words) -> Iterator[Part]:
    colon = words.say("page", "colon")
    yield Part(title=words.say("card", "criteria"), lines=tuple(
        Line(text=f"{words.name('criterion', name)}{colon}{words.name('met', _json(met))}", tone=_tone(met))
        for name, met in result.criteria.items()))  # fmt: skip
    yield Part(title=words.say("card", "facts"), lines=tuple(_facts(result, words)))
    yield Part(title=words.say("card", "claims"), lines=tuple(_claims(result, words)))
    if len(result.hops) > 1 or result.stop is not None:
        yield Part(title=words.say("card", "hops"), lines=tuple(_hops(result, words)))
    flags = tuple(Line(text=words.name("flag", flag), tone="doubt") for flag in result.flags)
    yield Part(title=words.say("card", "flags"), lines=flags)
    yield Part(title=words.say("card", "scores"), lines=tuple(_scores(result, words)))


def _json(met: bool | None) -> str:
    return {True: "true", False: "false", None: "null"}[met]


def _tone(met: bool | None) -> str:
    return {True: "good", False: "bad", None: "doubt"}[met]


def _facts(result: QuestionResult, words: Words) -> Iterator[Line]:
    for fact in result.facts:
        name = shorten_id(fact.fact_id) + (f" “{clean_line(fact.text)}”" if fact.text else "")
        said = words.say("story", "fact", fact=name, label=words.name("fact", fact.label))
        if fact.proof:
            said += f" {words.say('card', 'proof')}{words.say('page', 'colon')}“{clean_line(fact.proof)}”"
        tone = {"covered": "good", "undecided": "doubt"}.get(fact.label, "bad")
        yield Line(text=said, tone=tone, struck=tuple(clean_line(condition) for condition in fact.conditions_missing))


def _claims(result: QuestionResult, words: Words) -> Iterator[Line]:
    colon = words.say("page", "colon")
    for claim in result.claims:
        said = words.say("story", "claim", text=clean_line(claim.text), label=words.name("claim", claim.label))
        if claim.triggers:
            named = words.join([words.name("trigger", clean_line(trigger)) for trigger in claim.triggers])
            said += f" {words.say('card', 'triggers')}{colon}{named}{words.say('page', 'stop')}"
        if claim.proof:
            where = f" ({shorten_id(claim.proof_id)})" if claim.proof_id else ""
            said += f" {words.say('card', 'proof')}{colon}“{clean_line(claim.proof)}”{where}"
        yield Line(
            text=said, tone={"supported": "good", "weaker": "good", "undecided": "doubt"}.get(claim.label, "bad")
        )
        for citation in claim.citations:
            named = " → ".join(shorten_id(x) for x in (citation.marker, citation.id) if x is not None)
            verdicts = [words.name("structural", citation.structural)]
            verdicts += [words.name("semantic", citation.semantic)] if citation.semantic else []
            valid = citation.structural == "valid" and citation.semantic in (None, "supports", "undecided")
            yield Line(text=f"  {named}{colon}{words.join(verdicts)}", tone="" if valid else "bad")


def _hops(result: QuestionResult, words: Words) -> Iterator[Line]:
    colon = words.say("page", "colon")
    for hop in result.hops:
        query = clean_line(hop.query) if hop.query is not None else words.say("card", "no_query")
        found = words.join([shorten_id(unit) for unit in hop.new_evidence])
        said = f"{words.say('card', 'new_evidence')}{colon}{found}" if found else words.say("card", "nothing_new")
        if hop.redundant:
            said += words.say("page", "semicolon") + words.say("card", "redundant")
        yield Line(text=f"{words.say('card', 'hop', hop=hop.hop)}{colon}{query} · {said}")
    if result.stop is not None:
        yield Line(text=words.name("stop", result.stop), tone="good" if result.stop == "right" else "doubt")


def _scores(result: QuestionResult, words: Words) -> Iterator[Line]:
    """The scores in one paragraph, then those without a value, by reason."""
    known, without = [], dict[str, list[str]]()
    for name, value in result.scores.items():
        bounds = f" [{format_interval(result.bounds[name])}]" if name in result.bounds else ""
        if value is not None:
            known.append(f"{clean_line(name)} {format_value(value)}{bounds}")
        else:
            reason = words.name("undefined", result.undefined.get(name, "not_applicable"))
            without.setdefault(reason, []).append(clean_line(name) + bounds)
    if known:
        yield Line(text=" · ".join(known))
    for reason, names in without.items():
        yield Line(text=f"{NO_VALUE} {reason}{words.say('page', 'colon')}{words.join(names)}")


def print_story(story: Story, console: Console) -> None:
    """Print a story: the outcome and the cause first, then the evidence stage by stage, then what the answer did."""
    screen = Screen(console)
    tone = {"failed": "bold red", "passed": "bold green"}.get(story.verdict, "bold yellow")
    screen.line((story.name, "dim"))
    screen.block(0, (story.question, "bold"))
    screen.line("")
    screen.block(0, (story.outcome, tone))
    for line in (story.cause, story.why):
        if line:
            screen.block(0, line)
    screen.line("")
    screen.line((story.answer_title, "bold"))
    screen.block(2, story.answer)
    screen.block(2, (story.behavior, "dim"))
    if story.units:
        screen.line("")
        screen.line((story.evidence_title, "bold"))
    for unit in story.units:
        _print_unit(unit, screen)
    for part in story.parts:
        screen.line("")
        screen.line((part.title, "bold"))
        for said in part.lines:
            style = {"good": "green", "bad": "red", "doubt": "yellow"}.get(said.tone, "")
            struck = [piece for lost in said.struck for piece in (" ", (lost, "strike red"))]
            screen.block(2, (said.text, style), *struck)


def _print_unit(unit: UnitStory, screen: Screen) -> None:
    screen.block(2, (unit.name, "dim"))
    screen.block(2, *((text, _MARKS[mark]) for mark, text in unit.text))
    screen.block(2, unit.telling)
    for stage in unit.stages:
        style = "bold red" if stage.lost else _TONES.get(stage.label, "")
        arrow = "→" if stage.lost else " "
        screen.block(4, (f"{arrow} {_SYMBOLS.get(stage.label, '?')} {stage.title}", style), (f"  {stage.text}", "dim"))
    screen.line("")
