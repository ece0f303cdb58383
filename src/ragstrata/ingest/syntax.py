"""JSON that cannot be parsed, told in words."""

import re

import msgspec

from ragstrata.ingest.findings import Fault

_BYTE = re.compile(r"\(byte (\d+)\)")
_LITERAL = re.compile(rb"-?(NaN|Infinity)|None|True|False|nan|undefined")
_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")


def syntax_fault(raw: bytes | memoryview, error: Exception) -> Fault:
    """What is wrong with a piece of JSON that could not be parsed."""
    if isinstance(error, RecursionError):
        return Fault(None, "is nested too deeply", "flatten it", "malformed")
    message = str(error)
    position = error_byte(error)
    if position is not None:
        literal = _LITERAL.match(bytes(raw[position : position + 16])) or _LITERAL.match(
            bytes(raw[max(position - 1, 0) : position + 15])
        )
        if literal is not None:
            word = literal.group().decode()
            hint = "write null for a number that is not known" if "a" in word.lower()[:3] else "write JSON"
            return Fault(None, f"{word} is not JSON", hint, "malformed")
        if bytes(raw[position : position + 1]) == b"'":
            return Fault(
                None, "is Python text, not JSON: it has single quotes", "write it with json.dumps", "malformed"
            )
    if "Invalid UTF-8" in message:
        return Fault(None, "is not valid UTF-8", "save the file as UTF-8", "bad_encoding")
    if "truncated" in message and _HALF_PAIR.search(bytes(raw)):
        hint = "write the character whole, or \\ufffd for what is lost"
        return Fault(None, "holds half of a character (a lone surrogate such as \\ud83d)", hint, "bad_encoding")
    if "truncated" in message:
        return Fault(None, "is cut off: the JSON does not end", "is the file whole?", "malformed")
    if "out of range" in message:
        return Fault(None, "holds a number out of range", "write a smaller number, or null", "malformed")
    if "trailing characters" in message:
        return Fault(None, "goes on after the end of the JSON", "write one object a line", "malformed")
    detail = message.removeprefix("JSON is malformed: ")
    return Fault(None, f"is not JSON: {detail}", "write one JSON object a line", "malformed")


def error_byte(error: Exception) -> int | None:
    """Where the parser stopped, as it says."""
    match = _BYTE.search(str(error))
    return int(match.group(1)) if match is not None and isinstance(error, msgspec.DecodeError) else None
