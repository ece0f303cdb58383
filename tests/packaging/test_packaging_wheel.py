"""What users install holds everything that the program reads at run time, and nothing of the tests."""

import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import ragstrata

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[2]
PACKAGE = Path(ragstrata.__file__).parent
CORE = {"arro3-core", "arro3-io", "click", "msgspec", "numpy", "rapidfuzz", "rich", "sentencex"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive of this tree."""
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(out)], cwd=ROOT, check=True)
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    (file,) = built.glob("*.whl")
    return zipfile.ZipFile(file)


def test_the_wheel_holds_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    ours = {
        file.relative_to(PACKAGE.parent).as_posix()
        for file in PACKAGE.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith(".")
    }
    assert ours <= set(wheel.namelist())


@pytest.mark.parametrize(
    "name",
    [
        "py.typed",
        "examples/returns/zh/ragstrata.toml",
        "examples/returns/en/traces.jsonl",
        "examples/template/ragstrata.toml",
        "report/report.css",
        "report/report.js",
        "report/words/zh.json",
    ],
)
def test_the_wheel_holds_what_is_read_at_run_time(name: str, wheel: zipfile.ZipFile) -> None:
    assert f"ragstrata/{name}" in wheel.namelist()


def test_the_wheel_holds_nothing_but_the_package_and_its_description(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"ragstrata", f"ragstrata-{ragstrata.__version__}.dist-info"}


def test_the_core_depends_on_eight_packages_and_says_its_licence(wheel: zipfile.ZipFile) -> None:
    (name,) = (n for n in wheel.namelist() if n.endswith(".dist-info/METADATA"))
    described = Parser().parsestr(wheel.read(name).decode())
    needed = {r.split(">")[0] for r in described.get_all("Requires-Dist", []) if "extra ==" not in r}
    assert needed == CORE
    assert described["License-Expression"] == "Apache-2.0"
    assert described["Requires-Python"] == ">=3.11"


def test_the_source_archive_can_be_tested_and_built_from(built: Path) -> None:
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    needed = {"pyproject.toml", "Makefile", "constraints.txt", "requirements-dev.txt", "LICENSE", "README.zh-CN.md"}
    assert needed <= names
    assert "tests/packaging/test_packaging_wheel.py" in names
    assert not any(name.startswith((".git/", ".venv", "runs/")) for name in names)


def test_the_pins_carry_no_addresses() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert all(line.count("==") == 1 and "/" not in line and "@" not in line for line in lines)
