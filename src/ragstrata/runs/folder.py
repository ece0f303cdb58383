"""Files that appear whole or not at all, and a folder of them that changes as one.

A run is built in a hidden folder beside its place. When every file is complete and on disk, that folder is
renamed to `<run>/.committed`: this one rename is the moment at which the new run replaces the old. Then its
files are moved up one by one. Whoever reads through `open_run_file` looks into `.committed` first, so it sees
the old run whole before the rename and the new run whole after it. A writer that is killed before the rename
leaves the old run untouched; one killed after it leaves a run that the next writer finishes moving.
"""

import os
import shutil
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

COMMITTED = ".committed"


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file by way of a temporary one in the same folder: readers see the old content or all of the new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".ragstrata-{_short_hash(path.name)}-{os.getpid()}.partial")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            flush_to_disk(file)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def flush_to_disk(file: BinaryIO) -> None:
    """Make sure that what was written survives a power cut."""
    file.flush()
    os.fsync(file.fileno())


def make_staging(folder: Path) -> Path:
    """A fresh hidden folder beside `folder` to build its next content in. Leftovers of killed writers are removed.

    A writer still at work on the same folder loses its files by this, and says so when it commits.
    """
    prefix = f".ragstrata-{_short_hash(folder.name)}-"
    folder.parent.mkdir(parents=True, exist_ok=True)
    for leftover in folder.parent.iterdir():
        if leftover.name.startswith(prefix):
            shutil.rmtree(leftover, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))


def commit(staging: Path, folder: Path) -> None:
    """Put the files of `staging` in place of those of the same name in `folder`, all at one moment."""
    folder.mkdir(parents=True, exist_ok=True)
    settle(folder)
    _sync_folder(staging)
    staging.rename(folder / COMMITTED)
    _sync_folder(folder)
    settle(folder)


def settle(folder: Path) -> None:
    """Finish the moves of a commit that was interrupted; nothing to do if there was none."""
    committed = folder / COMMITTED
    if not committed.is_dir():
        return
    for file in sorted(committed.iterdir()):
        file.replace(folder / file.name)
    committed.rmdir()
    _sync_folder(folder)


def open_run_file(folder: Path, name: str) -> BinaryIO:
    """Open a file of a run for reading, wherever a commit under way has it. Raises OSError if there is none."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return (folder / COMMITTED / name).open("rb")
    return (folder / name).open("rb")


def _sync_folder(folder: Path) -> None:
    """Make renames durable, where the system lets a folder be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _short_hash(name: str) -> str:
    """Stands for a name in the name of a hidden file, where the name itself could be too long."""
    return sha256(os.fsencode(name)).hexdigest()[:12]
