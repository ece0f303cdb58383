"""Folder names of runs. A run's name is foreign text: it may be `../x`, `NUL`, or a page long."""

import re
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import Final

SUMMARY: Final = "summary.json"
MANIFEST: Final = "manifest.json"
QUESTIONS: Final = "questions.jsonl"
CLAIMS: Final = "claims.jsonl"
QUESTIONS_TABLE: Final = "questions.parquet"
EVIDENCE_TABLE: Final = "evidence.parquet"
REPORT: Final = "report.html"
JOURNAL: Final = "journal.sqlite"

_OURS = {SUMMARY, MANIFEST, QUESTIONS, CLAIMS, QUESTIONS_TABLE, EVIDENCE_TABLE, REPORT, JOURNAL}
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)", re.IGNORECASE)
_PLAIN = frozenset("-_.+=@,")
_LONGEST = 200
_ESCAPE = re.compile(r"(?:%[0-9A-F]{2})+")


def safe_run_folder(out: Path, run: str) -> Path:
    """The folder of a run inside `out`: one path component, never outside of it.

    >>> safe_run_folder(Path("out"), "../x").name
    '%2E.%2Fx'
    """
    return out / quote_run(run)


def quote_run(run: str) -> str:
    """A run's name as a file name; `unquote_run` gives the name back.

    Letters and digits of every script and `-_.+=@,` stay; all else becomes `%XX` of its UTF-8 bytes, and so do
    a leading or trailing dot and the first character of a device name or of a file name of ours. The empty name
    is `%`. Above 200 bytes the name is cut and ends in `~` and a hash of the whole: distinct, but not reversible
    (the summary holds the name).

    >>> quote_run("基线 2"), quote_run("nul.txt")
    ('基线%202', '%6Eul.txt')
    """
    if not run:
        return "%"
    reserved = _DEVICE.match(run) is not None or run.casefold() in _OURS
    characters = [c if _stays(c) else _escape(c) for c in run]
    if reserved or run[0] == ".":
        characters[0] = _escape(run[0])
    if run[-1] == ".":
        characters[-1] = _escape(run[-1])
    quoted = "".join(characters)
    if len(quoted.encode()) <= _LONGEST:
        return quoted
    kept, size = [], 0
    for character in characters:
        size += len(character.encode())
        if size > _LONGEST - 17:
            break
        kept.append(character)
    return f"{''.join(kept)}~{sha256(run.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def unquote_run(folder: str) -> str | None:
    """The name of the run that `quote_run` gave this file name; None if it was too long to keep whole.

    >>> unquote_run("%2E.%2Fx")
    '../x'
    """
    if folder == "%":
        return ""
    if "~" in folder:
        return None
    return _ESCAPE.sub(lambda m: bytes.fromhex(m[0].replace("%", "")).decode("utf-8", "surrogatepass"), folder)


def _stays(character: str) -> bool:
    # A letter that is not in composed form would be renamed by some file systems, and meet another run's folder.
    return character in _PLAIN or (character.isalnum() and unicodedata.normalize("NFC", character) == character)


def _escape(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
