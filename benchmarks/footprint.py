"""What installing and starting costs: distributions, size on disk, start-up times.

    python benchmarks/footprint.py

Installs the core into a fresh environment. Limits of the project: 15 distributions, 150 MB, 0.3 s for `--help`,
0.1 s for `import ragstrata`.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = ("pip", "setuptools", "_distutils_hack", "distutils-precedence.pth")


def best_of(command: list[str], times: int = 7) -> float:
    """The shortest wall time of a command in seconds."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="ragstrata-footprint-") as name:
        subprocess.run([sys.executable, "-m", "venv", name], check=True)
        python = Path(name) / "bin" / "python"
        install = [python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", ROOT]
        subprocess.run([str(part) for part in install], check=True)
        site = next((Path(name) / "lib").glob("python*/site-packages"))
        parts = [part for part in site.iterdir() if not part.name.lower().startswith(NOT_OURS)]
        size = sum(
            file.stat().st_size
            for part in parts
            for file in ([part] if part.is_file() else part.rglob("*"))
            if file.is_file()
        )
        distributions = sum(part.name.endswith(".dist-info") for part in parts)
        empty = best_of([str(python), "-c", "pass"])
        package = best_of([str(python), "-c", "import ragstrata"])
        help_ = best_of([str(Path(name) / "bin" / "ragstrata"), "--help"])
    print(f"distributions        {distributions:>8}   (limit 15)")
    print(f"size on disk         {size / 1e6:>8.0f} MB (limit 150)")
    print(f"python alone         {empty:>8.3f} s")
    print(f"import ragstrata     {package:>8.3f} s  (limit 0.1)")
    print(f"ragstrata --help     {help_:>8.3f} s  (limit 0.3)")


if __name__ == "__main__":
    main()
