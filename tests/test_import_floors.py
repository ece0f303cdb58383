"""Rooms import downwards only, importing does nothing heavy, and the command line starts without the rooms."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.unit

SOURCE = Path(__file__).parents[1] / "src" / "ragstrata"
FLOORS = (
    {"records", "stats", "text"},
    {"errors"},
    {"ingest", "judges", "metrics", "attribution", "runs"},
    {"align", "aggregate"},
    {"assemble"},
    {"evaluate", "score"},
    {"report"},
    {"cli"},
)
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found.update(name.split(".")[1] for name in names if name.startswith("ragstrata."))
    return found


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_itself_and_lower_floors(path: Path) -> None:
    room = room_of(path)
    if room in ("__init__", "__main__", "examples"):
        return
    upwards = {other for other in imports(path) - {room} if FLOOR[other] >= FLOOR[room]}
    assert not upwards


def loaded(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_else() -> None:
    assert {name for name in loaded("import ragstrata") if name.startswith("ragstrata")} == {"ragstrata"}


def test_the_command_line_starts_without_the_rooms() -> None:
    modules = loaded("import ragstrata.cli")
    assert not {"numpy", "rich", "msgspec", "arro3", "ragstrata.evaluate", "ragstrata.records.names"} & modules
