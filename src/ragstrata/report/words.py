"""Every word that a report shows, in the language asked for. The words themselves stand in `words/*.json`."""

from functools import cache
from importlib import resources
from typing import Final, Literal, cast, get_args

import msgspec

from ragstrata.report.foreign import clean_line

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


class Words(msgspec.Struct, frozen=True):
    """The words of one language, by group and key."""

    lang: Language
    groups: dict[str, dict[str, str]]

    def say(self, group: str, key: str, **parts: object) -> str:
        """A sentence or label with its parts filled in. Raises KeyError for one that nobody wrote.

        >>> load_words("en").say("card", "rank", rank=2)
        'rank 2'
        """
        text = self.groups[group][key]
        return text.format(**parts) if parts else text

    def name(self, group: str, code: object) -> str:
        """The word for a code of a vocabulary; a code that is not known stands for itself, made safe.

        >>> load_words("zh").name("cause", "budget"), load_words("zh").name("cause", "new")
        ('token 预算', 'new')
        """
        known = self.groups[group].get(str(code))
        return known if known is not None else clean_line(str(code))

    def count(self, group: str, key: str, count: int, **parts: object) -> str:
        """A sentence about a number of things; `one|many` where the language tells them apart.

        >>> load_words("en").count("headline_cause", "dedup", 1)
        '1 lost its evidence to deduplication'
        """
        one, _, many = self.groups[group][key].partition("|")
        return (one if count == 1 or not many else many).format(count=f"{count:,}", **parts)

    def join(self, parts: list[str]) -> str:
        """A list in a sentence."""
        return self.say("page", "comma").join(parts)


@cache
def load_words(lang: str) -> Words:
    """The words of `en` or `zh`; of a longer tag, those of its language; English for any other."""
    chosen = next((known for known in LANGUAGES if lang.casefold().startswith(known)), "en")
    text = resources.files("ragstrata.report").joinpath("words", f"{chosen}.json").read_bytes()
    return Words(cast("Language", chosen), msgspec.json.decode(text, type=dict[str, dict[str, str]]))
