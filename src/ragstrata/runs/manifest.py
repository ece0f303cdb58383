"""What a run was made from, so that it can be repeated and told from another: no paths, no users, no secrets."""

import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import PurePath, PureWindowsPath
from typing import Any, Final, Protocol

import msgspec

from ragstrata import __version__
from ragstrata.records.suite import Settings, Suite

MANIFEST_SCHEMA: Final = "ragstrata.manifest/1"


class InputFile(Protocol):
    """A file that went into a run. `name` is shown without its folder."""

    @property
    def role(self) -> str:
        """Which table it is: documents, questions, traces, …"""

    @property
    def name(self) -> str:
        """Its file name."""

    @property
    def sha256(self) -> str:
        """Hex digest of its bytes."""

    @property
    def size(self) -> int:
        """Number of its bytes."""


def build_manifest(
    *,
    run: str,
    settings: Settings,
    gold: str,
    inputs: Iterable[InputFile],
    judge: Mapping[str, Any],
    seed: int,
    started: datetime,
    finished: datetime,
    tokenizers: Sequence[str] = (),
) -> dict[str, Any]:
    """The content of `manifest.json`.

    gold: `hash_gold` of the suite. judge: its id, version, and for a model the model's name and the hashes of the
    prompts. tokenizers: every tokenizer that a count of this run rests on.
    """
    return {
        "schema": MANIFEST_SCHEMA,
        "tool": {"name": "ragstrata", "version": __version__},
        "python": platform.python_version(),
        "suite": settings.suite.name,
        "run": run,
        "settings": describe_settings(settings),
        "gold": gold,
        "inputs": [
            {"role": file.role, "name": _base_name(file.name), "sha256": file.sha256, "bytes": file.size}
            for file in inputs
        ],
        "judge": dict(judge),
        "tokenizers": sorted(set(tokenizers)),
        "seed": seed,
        "started": started.isoformat(),
        "finished": finished.isoformat(),
    }


def describe_settings(settings: Settings) -> dict[str, Any]:
    """The settings as plain data. A user name, password or query inside of an address is left out."""
    plain: dict[str, Any] = msgspec.to_builtins(settings)
    for table, key in (("judge", "base_url"), ("pipeline", "target")):
        value = plain[table][key]
        if value is not None and "://" in value:
            scheme, _, rest = value.partition("://")
            host, *path = re.split(r"[?#]", rest)[0].split("/")
            plain[table][key] = f"{scheme}://{'/'.join([host.rpartition('@')[2], *path])}"
    return plain


def hash_gold(suite: Suite) -> str:
    """sha256 of what scores are measured against: the questions with their labels, and the judgements.

    The order of questions and judgements does not matter; documents and chunks do not count, since two runs on
    differently cut or corrected documents are still runs of the same questions.
    """
    encoder = msgspec.json.Encoder(order="sorted")
    digest = sha256()
    for question_id in sorted(suite.questions):
        digest.update(encoder.encode(suite.questions[question_id]) + b"\n")
    if suite.qrels is not None:
        digest.update(suite.qrels.granularity.encode() + b"\n")
        for question_id in sorted(suite.qrels.grades):
            digest.update(encoder.encode([question_id, suite.qrels.grades[question_id]]) + b"\n")
    return digest.hexdigest()


def _base_name(name: str) -> str:
    return PureWindowsPath(PurePath(name).name).name
