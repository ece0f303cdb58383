"""Files as bytes: what they really are, whatever their name says; their hash; reading them plain or gzipped."""

import gzip
import hashlib
import mmap
import re
import shutil
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Literal, NamedTuple, cast

Kind = Literal["jsonl", "json", "csv", "tsv", "parquet", "qrels", "run"]

HEAD: Final = 65536
"""Bytes looked at to tell what a file is."""

_FOREIGN: Final[tuple[tuple[bytes, str, str], ...]] = (
    (b"version https://git-lfs", "is a Git LFS pointer, not the file itself", "fetch it with `git lfs pull`"),
    (b"PK\x03\x04", "is a zip archive or an Excel workbook", "unpack it, or save the sheet as CSV"),
    (b"%PDF", "is a PDF", "give a table: JSONL, JSON, CSV, TSV or Parquet"),
    (b"SQLite format 3", "is an SQLite database", "export the table as JSONL or CSV"),
    (b"\x28\xb5\x2f\xfd", "is compressed with zstd", "unpack it, or compress it with gzip"),
    (b"BZh", "is compressed with bzip2", "unpack it, or compress it with gzip"),
    (b"\xfd7zXZ", "is compressed with xz", "unpack it, or compress it with gzip"),
    (b"\xff\xfe", "is UTF-16 text", "save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16 text", "save it as UTF-8"),
    (b"ARROW1", "is an Arrow IPC file", "save it as Parquet"),
)
_HTML = re.compile(rb"\s*<(!doctype html|html|head|body|\?xml)", re.IGNORECASE)
_QRELS_LINE = re.compile(rb"\S+[ \t]+\S+[ \t]+\S+[ \t]+[-+]?\d+(\.\d+)?[ \t]*$")
_RUN_LINE = re.compile(rb"\S+[ \t]+\S+[ \t]+\S+[ \t]+\S+[ \t]+\S+[ \t]+\S")
BOM: Final = b"\xef\xbb\xbf"

BROKEN_STREAM: Final = (EOFError, gzip.BadGzipFile, zlib.error, OSError)
"""What reading a damaged or vanished file may raise."""


class InputFile(NamedTuple):
    """A file that went into a run: its role, its name, and what it held."""

    role: str
    name: str
    sha256: str
    size: int


class Unfit(NamedTuple):
    """Why a file cannot be read as a table."""

    message: str
    hint: str
    code: str


@dataclass(frozen=True, slots=True)
class Sniffed:
    """What a file is. `zipped`: it is gzip around that; `bom`: it begins with a byte-order mark."""

    kind: Kind
    zipped: bool
    bom: bool


def hash_file(role: str, path: Path) -> InputFile:
    """Role, name, SHA-256 and size of a file, without holding it in memory."""
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256")
        return InputFile(role, path.name, digest.hexdigest(), stream.tell())


def open_bytes(path: Path, sniffed: Sniffed) -> IO[bytes]:
    """The content as a stream, unzipped and without its byte-order mark."""
    stream = cast("IO[bytes]", gzip.open(path, "rb")) if sniffed.zipped else path.open("rb")  # noqa: SIM115 - the caller closes it
    if sniffed.bom:
        stream.read(len(BOM))
    return stream


def map_bytes(path: Path, sniffed: Sniffed) -> memoryview:
    """The whole content, mapped from disk rather than held; what is zipped is unpacked into a temporary file."""
    if not sniffed.zipped:
        with path.open("rb") as stream:
            view = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    else:
        with tempfile.TemporaryFile() as spool:
            with gzip.open(path, "rb") as packed:
                shutil.copyfileobj(packed, spool)
            spool.flush()
            view = memoryview(mmap.mmap(spool.fileno(), 0, access=mmap.ACCESS_READ))
    return view[len(BOM) :] if sniffed.bom else view


def sniff(path: Path, table: str) -> Sniffed | Unfit:
    """What the file holds, by its content first and by its name where the content leaves a choice."""
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
        zipped = head.startswith(b"\x1f\x8b")
        if zipped:
            with gzip.open(path, "rb") as packed:
                head = packed.read(HEAD)
    except FileNotFoundError:
        return Unfit("does not exist", f"give {table} as a file that is there", "missing_file")
    except IsADirectoryError:
        return Unfit("is a folder", "name the file in it", "missing_file")
    except BROKEN_STREAM as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        return Unfit(f"cannot be read: {reason}", "is the file whole, and may you read it?", "unreadable_file")
    bom = head.startswith(BOM)
    content = head[len(BOM) :] if bom else head
    wrong = _foreign(content)
    if wrong is not None:
        return wrong
    names = [s.lower() for s in path.suffixes if s.lower() not in {".gz", ".gzip"}]
    kind = _kind(content, names[-1] if names else "", table)
    return kind if isinstance(kind, Unfit) else Sniffed(kind, zipped, bom)


def _foreign(content: bytes) -> Unfit | None:
    """A file that is something else altogether."""
    if not content.strip():
        return Unfit("is empty", "give it rows, or leave the table out", "empty_file")
    for magic, message, hint in _FOREIGN:
        if content.startswith(magic):
            return Unfit(message, hint, "wrong_file")
    if _HTML.match(content):
        return Unfit("is a web page (HTML or XML), not a table", "download the file itself", "wrong_file")
    if not content.startswith(b"PAR1") and content[:2].count(b"\x00") == 1 and content[:400].count(b"\x00") > 1:
        return Unfit("is UTF-16 text", "save it as UTF-8", "wrong_file")
    return None


def _kind(content: bytes, suffix: str, table: str) -> Kind | Unfit:
    if content.startswith(b"PAR1"):
        return "parquet"
    text = content.lstrip()
    first = _first_line(text)
    if text.startswith(b"["):
        return "json"
    if text.startswith(b"{"):
        return "jsonl" if suffix != ".json" or _whole_object(first) else "json"
    if suffix in {".parquet", ".pq"}:
        return Unfit("is not Parquet, whatever its name says", "save it again as Parquet", "wrong_file")
    if suffix in {".json", ".jsonl", ".ndjson"}:
        begins = first[:20].decode("utf-8", "replace")
        return Unfit(f"is not JSON: it begins with {begins!r}", "write one JSON object a line", "wrong_file")
    if table == "qrels" and _QRELS_LINE.match(first):
        return "qrels"
    if table == "traces" and _RUN_LINE.match(first) and suffix not in {".csv", ".tsv"}:
        return "run"
    if suffix in {".csv", ".tsv"}:
        return "csv" if suffix == ".csv" else "tsv"
    if table in {"qrels", "traces"} and b"," not in first and b"\t" not in first:
        return "qrels" if table == "qrels" else "run"
    if b"\t" in first or b"," in first:
        return "tsv" if b"\t" in first else "csv"
    return Unfit(
        "is no kind of table that can be told",
        "give JSONL, a JSON array, CSV, TSV or Parquet, plain or gzip",
        "wrong_file",
    )


def _first_line(text: bytes) -> bytes:
    """The first line that is no comment."""
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith(b"#"):
            return line.strip()
    return b""


def _whole_object(line: bytes) -> bool:
    """The line is a whole JSON object by itself (or too long to tell)."""
    import msgspec

    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return len(line) > HEAD - 1024
    return True
