"""Opening what a user names: plain or gzip, and never taken for what it is not."""

import gzip
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from ragstrata.errors import InputError
from ragstrata.records.problem import Problem

_HEAD = 512


@contextmanager
def open_input(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, unpacked if they are gzip, without a byte-order mark.

    Raises InputError for what cannot be a table: a missing file, a Git LFS pointer, a web page, an archive.
    """
    check_readable(path)
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        stream = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
        try:
            head = stream.read(_HEAD)
            refuse_impostor(path, head)
            stream.seek(3 if head.startswith(b"\xef\xbb\xbf") else 0)
            yield stream
        except (gzip.BadGzipFile, EOFError) as error:
            raise InputError([Problem(file=str(path), message=f"the gzip data is damaged: {error}")]) from None


def check_readable(path: Path) -> None:
    """Raise InputError unless the path is a file that can be opened."""
    if path.is_file():
        return
    what = "is a folder, not a file" if path.is_dir() else "does not exist"
    raise InputError([Problem(file=str(path), message=what, hint="name an existing file")])


def refuse_impostor(path: Path, head: bytes) -> None:
    """Raise InputError for content that its name cannot mean."""
    stripped = head.lstrip().lower()
    found: tuple[str, str | None] | None = None
    if head.startswith(b"version https://git-lfs"):
        found = ("is a Git LFS pointer, not the file itself", "run: git lfs pull")
    elif stripped.startswith((b"<!doctype html", b"<html")):
        found = ("is a web page, not a table", "download the raw file")
    elif head.startswith((b"PK\x03\x04", b"7z\xbc\xaf", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")):
        found = ("is an archive", "unpack it first; gzip alone is read as it is")
    elif head.startswith((b"\xff\xfe", b"\xfe\xff")):
        found = ("is UTF-16 text", "save it as UTF-8")
    elif b"\x00" in head and not head.startswith(b"PAR1"):
        found = ("is a binary file, not text", None)
    if found is not None:
        raise InputError([Problem(file=str(path), message=found[0], hint=found[1])])


def is_parquet(path: Path) -> bool:
    """The file is Parquet, whatever its name says."""
    with path.open("rb") as raw:
        return raw.read(4) == b"PAR1"


def fingerprint(path: Path) -> tuple[str, int]:
    """SHA-256 and size of a file, read in blocks."""
    digest = hashlib.sha256()
    size = 0
    with path.open("rb") as raw:
        while block := raw.read(1 << 20):
            digest.update(block)
            size += len(block)
    return digest.hexdigest(), size
