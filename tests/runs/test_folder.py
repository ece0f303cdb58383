"""A reader sees the old files or all of the new, wherever a writer is killed."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.runs.folder import COMMITTED, commit, make_staging, open_run_file, settle, write_atomic

pytestmark = pytest.mark.unit
OLD = {"a": b"old a", "b": b"old b", "c": b"old c"}
NEW = {"a": b"new a", "b": b"new b", "d": b"new d"}


class Killed(BaseException):
    """The process dies here."""


def fill(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)


def read(folder: Path, name: str) -> bytes:
    with open_run_file(folder, name) as file:
        return file.read()


def test_write_atomic_replaces_and_leaves_nothing_else(tmp_path: Path) -> None:
    write_atomic(tmp_path / "new" / "x.json", b"1")
    write_atomic(tmp_path / "new" / "x.json", b"2")
    assert {file.name: file.read_bytes() for file in (tmp_path / "new").iterdir()} == {"x.json": b"2"}


def test_write_atomic_takes_names_as_long_as_the_file_system_does(tmp_path: Path) -> None:
    write_atomic(tmp_path / ("长" * 85), b"1")
    assert len(list(tmp_path.iterdir())) == 1


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_atomic(tmp_path / "x", b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomic(tmp_path / "x", b"new")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"x": b"old"}


def test_commit_replaces_files_of_the_same_name_and_keeps_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    fill(folder, OLD)
    staging = make_staging(folder)
    fill(staging, NEW)
    commit(staging, folder)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == {**OLD, **NEW}
    assert list(tmp_path.iterdir()) == [folder]


def test_leftovers_of_a_killed_writer_are_removed_by_the_next(tmp_path: Path) -> None:
    killed = make_staging(tmp_path / "run")
    other = make_staging(tmp_path / "another")
    fill(killed, NEW)
    staging = make_staging(tmp_path / "run")
    assert {folder.name for folder in tmp_path.iterdir()} == {staging.name, other.name}


@given(st.integers(0, 12))
def test_a_commit_killed_at_any_rename_shows_the_old_files_or_all_of_the_new(
    tmp_path_factory: pytest.TempPathFactory, step: int
) -> None:
    root = tmp_path_factory.mktemp("commit")
    folder = root / "run"
    folder.mkdir()
    fill(folder, OLD)
    staging = make_staging(folder)
    fill(staging, NEW)
    steps = iter(range(step))
    with pytest.MonkeyPatch.context() as patch:
        for method in ("rename", "replace", "rmdir", "mkdir"):
            patch.setattr(Path, method, dying(getattr(Path, method), steps))
        with suppress(Killed):
            commit(staging, folder)
    seen = {name: read(folder, name) for name in ("a", "b")}
    assert seen in ({"a": b"old a", "b": b"old b"}, {"a": b"new a", "b": b"new b"})
    committed = (folder / COMMITTED).exists() or (folder / "a").read_bytes() == b"new a"
    assert seen["a"] == (b"new a" if committed else b"old a")
    settle(folder)
    assert not (folder / COMMITTED).exists()
    assert {name: (folder / name).read_bytes() for name in ("a", "b")} == seen


def dying(method: object, steps: Iterator[int]) -> object:
    """The method, until the steps run out; then the process dies before it."""

    def call(*arguments: object, **options: object) -> object:
        if next(steps, None) is None:
            raise Killed
        return method(*arguments, **options)  # type: ignore[operator]

    return call


def test_a_commit_after_an_interrupted_one_finishes_both(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    (folder / COMMITTED).mkdir(parents=True)
    fill(folder / COMMITTED, {"a": b"second", "b": b"second"})
    fill(folder, {"a": b"first"})
    staging = make_staging(folder)
    fill(staging, {"a": b"third"})
    commit(staging, folder)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == {"a": b"third", "b": b"second"}
