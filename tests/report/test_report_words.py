"""Both languages word the same things, and every name of the contract is worded."""

import re
from typing import get_args

import pytest

from ragstrata.metrics.registry import metrics
from ragstrata.records import names
from ragstrata.records.suite import PassRule
from ragstrata.report.words import LANGUAGES, load_words

pytestmark = pytest.mark.unit
VOCABULARIES = {
    "cause": names.CAUSES,
    "cause_about": names.CAUSES,
    "headline_cause": names.CAUSES,
    "stage": names.STAGES,
    "stage_title": names.STAGES,
    "story_lost": names.STAGES,
    "evidence": get_args(names.EvidenceLabel),
    "claim": get_args(names.ClaimLabel),
    "fact": get_args(names.FactLabel),
    "structural": get_args(names.Structural),
    "semantic": get_args(names.Semantic),
    "expect": get_args(names.Expect),
    "behavior": get_args(names.BehaviorLabel),
    "granularity": get_args(names.Granularity),
    "gain": get_args(names.Gain),
    "unjudged": get_args(names.UnjudgedPolicy),
    "layer": get_args(names.Layer),
    "place": get_args(names.Place),
    "stop": get_args(names.Stop),
    "status": get_args(names.CauseStatus),
    "flag": get_args(names.Flag),
    "undefined": tuple(names.Undefined),
    "note": tuple(names.NoteCode),
    "metric": tuple(metric.name.removesuffix("@k") for metric in metrics()),
    "pass_name": PassRule.__struct_fields__,
    "criterion": PassRule.__struct_fields__,
    "loss": (
        "not_in_corpus not_readable not_in_force split_by_chunking not_retrieved dropped demoted twin_unusable "
        "false_twin cut_whole cut_mid_sentence altered unexplained"
    ).split(),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("group", VOCABULARIES)
def test_every_name_of_the_contract_is_worded(lang: str, group: str) -> None:
    worded = load_words(lang).groups[group]
    assert [str(name) for name in VOCABULARIES[group] if not worded.get(str(name))] == []


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    english, chinese = load_words("en").groups, load_words("zh").groups
    assert [(g, list(keys)) for g, keys in english.items()] == [(g, list(keys)) for g, keys in chinese.items()]


def test_both_languages_fill_in_the_same_parts() -> None:
    english, chinese = load_words("en").groups, load_words("zh").groups
    differing = {
        (group, key): (text, chinese[group][key])
        for group, keys in english.items()
        for key, text in keys.items()
        # "1 lost" has no place for a number that "{count} lost" has: the plural form counts.
        if _parts(text.rpartition("|")[2]) != _parts(chinese[group][key])
    }
    assert differing == {}


def _parts(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_chinese_text_has_no_half_width_stops_and_no_plural_forms() -> None:
    said = [text for keys in load_words("zh").groups.values() for text in keys.values()]
    assert [text for text in said if "|" in text or re.search(r"[\u4e00-\u9fff][,;:.?]", text)] == []


def test_a_longer_tag_gives_its_language_and_an_unknown_one_english() -> None:
    assert [load_words(lang).lang for lang in ("zh-Hans", "ZH", "en-GB", "fr")] == ["zh", "zh", "en", "en"]


def test_one_and_many_are_told_apart_where_the_language_does() -> None:
    assert load_words("en").count("survival", "lost", 1) == "1 lost here"
    assert load_words("en").count("headline", "undecided", 2000) == "2,000 could not be decided."
    assert load_words("zh").count("headline", "undecided", 1) == "1 个无法判定。"
