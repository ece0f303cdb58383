"""How long evaluating takes beside merely parsing the same traces, and how much memory at the most.

    python benchmarks/evaluate.py [--questions 100000] [--suite ../shared/data/suites/cmrc]

The suite is repeated under new question ids until it has as many questions as asked for. Parsing means decoding
every line of the traces into typed records, in one process. Both run as processes of their own; peak memory is the
largest resident set of the process and of each of its children.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARSE = """
import msgspec, sys
from ragstrata.records.trace import Trace
decoder = msgspec.json.Decoder(Trace)
count = 0
with open(sys.argv[1], "rb") as lines:
    for line in lines:
        decoder.decode(line)
        count += 1
print(count)
"""


def repeat_suite(source: Path, target: Path, wanted: int) -> None:
    """Write the suite to `target` with its questions and traces repeated; corpus and settings stay the same."""
    toml = (source / "ragstrata.toml").read_text(encoding="utf-8")
    (target / "ragstrata.toml").write_text(toml, encoding="utf-8")
    for name in ("documents.jsonl", "chunks.jsonl"):
        (target / name).write_bytes((source / name).read_bytes())
    traces = next(line.split('"')[1] for line in toml.splitlines() if line.startswith("traces"))
    for name in ("questions.jsonl", traces):
        rows = [json.loads(line) for line in (source / name).read_text(encoding="utf-8").splitlines() if line.strip()]
        with (target / name).open("w", encoding="utf-8") as out:
            for number in range(wanted):
                row = rows[number % len(rows)]
                fresh = {**row, "question_id": f"{row['question_id']}~{number // len(rows)}"}
                out.write(json.dumps(fresh, ensure_ascii=False, separators=(",", ":")) + "\n")
    (target / "traces.txt").write_text(traces, encoding="utf-8")


def timed(command: list[str]) -> tuple[float, float]:
    """Wall seconds and peak MiB of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    start = time.perf_counter()
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed with {done.returncode}:\n{done.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return seconds, max(before, after) / 1024


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--questions", type=int, default=100_000)
    options.add_argument("--suite", type=Path, default=ROOT.parent / "shared/data/suites/cmrc")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="ragstrata-bench-") as name:
        folder = Path(name)
        repeat_suite(chosen.suite, folder, chosen.questions)
        traces = folder / (folder / "traces.txt").read_text(encoding="utf-8")
        size = traces.stat().st_size / 1e6
        parse = min(timed([sys.executable, "-c", PARSE, str(traces)])[0] for _ in range(3))
        command = [sys.executable, "-m", "ragstrata", "evaluate", str(folder), "--out", str(folder / "run")]
        evaluate, peak = timed(command)
    print(f"questions            {chosen.questions:>12,}")
    print(f"traces               {size:>12,.0f} MB")
    print(f"parse the traces     {parse:>12.2f} s")
    print(f"evaluate             {evaluate:>12.2f} s")
    print(f"ratio                {evaluate / parse:>12.1f} ×")
    print(f"questions a second   {chosen.questions / evaluate:>12,.0f}")
    print(f"peak memory          {peak:>12,.0f} MiB")


if __name__ == "__main__":
    main()
