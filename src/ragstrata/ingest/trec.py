"""TREC text: qrels (`question 0 id grade`) and runs (`question Q0 id rank score run`). `#` begins a comment line."""

import math
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

from ragstrata.ingest.findings import Fault, Findings, Place


def read_qrels_lines(stream: IO[bytes], shown: str, findings: Findings) -> Iterator[tuple[int, dict[str, Any]]]:
    """Judgements with their lines."""
    for number, words in _lines(stream, shown, findings):
        grade = _finite(words[3]) if len(words) == 4 else None
        if len(words) != 4:
            fault = Fault(None, f"has {len(words)} columns, not 4", "write: question 0 id grade", "malformed")
            findings.reject(Place(shown, number), [fault])
        elif grade is None:
            fault = Fault((None, "grade"), f"must be a number, not {words[3]!r}", "write: question 0 id grade")
            findings.reject(Place(shown, number), [fault])
        else:
            yield number, {"question_id": words[0], "id": words[2], "grade": grade}


class RunLine(NamedTuple):
    """One line of a run."""

    question_id: str
    id: str
    rank: str
    score: float
    run: str


def read_run_entries(stream: IO[bytes], shown: str, findings: Findings) -> Iterator[tuple[int, RunLine]]:
    """The lines of a run as they stand, whatever follows the sixth column."""
    for number, words in _lines(stream, shown, findings):
        score = _finite(words[4]) if len(words) >= 6 else None
        if len(words) < 6:
            fault = Fault(None, f"has {len(words)} columns, not 6", "write: question Q0 id rank score run", "malformed")
            findings.reject(Place(shown, number), [fault])
        elif score is None:
            fault = Fault((None, "score"), f"must be a finite number, not {words[4]!r}", "write a number")
            findings.reject(Place(shown, number), [fault])
        else:
            yield number, RunLine(words[0], words[2], words[3], score, words[5])


def read_run_lines(stream: IO[bytes], shown: str, findings: Findings) -> Iterator[tuple[int, dict[str, Any]]]:
    """One flat trace a question and run, items by falling score, equal scores as in the file.

    The file's lines may come in any order, so its ids and scores are held; it has no texts.
    """
    lists: dict[tuple[str, str], tuple[int, list[tuple[str, float]]]] = {}
    for number, line in read_run_entries(stream, shown, findings):
        lists.setdefault((line.question_id, line.run), (number, []))[1].append((line.id, line.score))
    for (question_id, run), (number, items) in lists.items():
        items.sort(key=lambda item: -item[1])
        hits = [{"id": name, "score": score} for name, score in items]
        yield number, {"question_id": question_id, "run": run, "retrieved": hits}


def _lines(stream: IO[bytes], shown: str, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    for number, raw in enumerate(stream, 1):
        try:
            words = [word.decode("utf-8") for word in raw.split()]  # only ASCII spaces part columns
        except UnicodeDecodeError:
            fault = Fault(None, "is not valid UTF-8", "save the file as UTF-8", "bad_encoding")
            findings.reject(Place(shown, number), [fault])
            continue
        if words and not words[0].startswith("#"):
            yield number, words


def _finite(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) and "_" not in word else None
