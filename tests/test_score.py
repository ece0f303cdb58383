"""Plain ranking evaluation: trec_eval's own numbers, and what the command says about broken input.

The numbers are those that trec_eval 10 printed for the same files, to its four decimals.
"""

import gzip
import json
import os
from collections.abc import Iterator
from math import log2
from pathlib import Path
from typing import Any

import pytest

from ragstrata.cli import main
from ragstrata.errors import InputError, NothingEvaluatedError
from ragstrata.ingest.ranked import Ties
from ragstrata.metrics.registry import parse_measure
from ragstrata.records.names import Undefined
from ragstrata.score import DEFAULT_MEASURES, ScoredRun, score_files

pytestmark = pytest.mark.integration

DATA = Path(os.environ.get("RAGSTRATA_DATA", Path(__file__).parents[2] / "shared" / "data"))
TREC, ROBUST = DATA / "trec_eval", DATA / "robust03"
needs_data = pytest.mark.skipif(not TREC.is_dir(), reason=f"the reference data is not at {DATA}; see RAGSTRATA_DATA")

OURS = {"map": "AP", "recip_rank": "RR", "bpref": "bpref", "Rprec": "RPrecision", "ndcg": "nDCG"}
AT = {"P": "Precision", "recall": "Recall", "ndcg_cut": "nDCG", "map_cut": "AP", "success": "HitRate"}


def _ours(theirs: str) -> str | None:
    """Our name of a measure of trec_eval, where we have it."""
    stem, _, k = theirs.rpartition("_")
    return f"{AT[stem]}@{k}" if stem in AT and k.isdigit() else OURS.get(theirs)


def _golden(path: Path) -> dict[tuple[str, str], str]:
    """What trec_eval printed, by our name and topic."""
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines()]
    named = ((_ours(row[0].strip()), row[1], row[2]) for row in rows if len(row) == 3)
    return {(name, topic): value for name, topic, value in named if name is not None}


def _printed(run: ScoredRun) -> Iterator[tuple[tuple[str, str], str]]:
    for name, scores in run.scores.items():
        yield (name, "all"), f"{run.means[name].value:.4f}"
        yield from (((name, question), f"{scores[i].value:.4f}") for i, question in enumerate(run.questions))


def _one(qrels: Path, run: Path, names: set[str], ties: Ties = "trec") -> ScoredRun:
    measures = [parse_measure(name) for name in sorted(names)]
    (scored,), _ = score_files(qrels, [run], measures, gain="linear", ties=ties)
    return scored


@needs_data
@pytest.mark.parametrize(
    ("qrels", "run", "golden", "least"),
    [
        ("qrels.test", "results.test", "out.test.aq", 43),
        ("qrels.test", "results.trunc", "out.test.aqc", 43),
    ],
)
def test_trec_eval_prints_the_same_per_question_and_on_average(qrels: str, run: str, golden: str, least: int) -> None:
    """results.trunc leaves out topic 302, which counts 0 in the mean: trec_eval's own mean with -c."""
    expected = _golden(TREC / golden)
    names = {name for name, _ in expected}
    assert len(names) >= least
    made = dict(_printed(_one(TREC / qrels, TREC / run, names)))
    assert {at: made[at] for at in expected} == expected


@needs_data
@pytest.mark.parametrize("qrels", ["qrels.test", "qrels.test.with-comments"])
def test_trec_eval_prints_the_same_averages_with_comments_among_the_judgements(qrels: str) -> None:
    expected = _golden(TREC / "out.test")
    made = dict(_printed(_one(TREC / qrels, TREC / "results.test", {name for name, _ in expected})))
    assert {at: made[at] for at in expected} == expected


@needs_data
def test_number_signs_inside_ids_are_no_comments_and_unjudged_topics_are_left_out() -> None:
    """Topic 2024-36302 has nothing relevant: undefined here, 0 for trec_eval, whose means are over 31 topics."""
    expected = {name: value for (name, _), value in _golden(TREC / "out.comment.test").items()}
    scored = _one(TREC / "qrels.comment.test", TREC / "results.comment.test.gz", set(expected))
    assert len(scored.questions) == 31
    undefined = [q for i, q in enumerate(scored.questions) if scored.scores["AP"].reasons[i] is Undefined.NO_EVIDENCE]
    assert undefined == ["2024-36302"]
    assert set(scored.counts.values()) == {30}
    means = {name: mean.value for name, mean in scored.means.items() if mean.value is not None}
    assert {name: f"{value * 30 / 31:.4f}" for name, value in means.items()} == expected


@needs_data
@pytest.mark.parametrize("run", ["humR03dc", "NLPR03vb10"])
def test_trec_eval_prints_the_same_for_every_topic_of_a_real_track(run: str) -> None:
    expected = _golden(ROBUST / "golden" / f"{run}.trec_eval.txt.gz")
    scored = _one(ROBUST / "robust03_qrels.txt.gz", ROBUST / f"input.{run}.gz", {name for name, _ in expected})
    assert len(scored.questions) == 100
    made = dict(_printed(scored))
    assert len(expected) > 2000
    assert {at: made[at] for at in expected} == expected


@needs_data
@pytest.mark.parametrize(
    ("run", "mean"), [("humR03dc", 0.1248), ("NLPR03vb10", 0.1055), ("pircRBa1", 0.3101), ("uic0301", 0.2404)]
)
def test_mean_average_precision_of_whole_runs(run: str, mean: float) -> None:
    """Ranks begin at 0 in two of these, and pircRBa1 has 8,587 tied scores."""
    scored = _one(ROBUST / "robust03_qrels.txt.gz", ROBUST / f"input.{run}.gz", {"AP"})
    assert scored.means["AP"].value == pytest.approx(mean, abs=0.00005)


@needs_data
def test_what_is_unjudged_in_the_first_ten_is_what_trec_eval_counts() -> None:
    text = gzip.decompress((ROBUST / "golden" / "humR03dc.trec_eval.txt.gz").read_bytes()).decode()
    rows = [line.split("\t") for line in text.splitlines() if line.startswith("unj_10 ")]
    scored = _one(ROBUST / "robust03_qrels.txt.gz", ROBUST / "input.humR03dc.gz", {"Judged@10"})
    made = dict(_printed(scored))
    assert {topic: f"{1 - float(made['Judged@10', topic]):.4f}" for _, topic, _ in rows if topic != "all"} == {
        topic: value for _, topic, value in rows if topic != "all"
    }


# Small files

QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 c 2\nq2 0 d 1\n"
RUN = "q1 Q0 b 1 2.0 r\nq1 Q0 a 2 1.0 r\nq2 Q0 c 1 9.0 r\n"
"""q1: RR 1/2; q2: RR 1."""


def _write(folder: Path, **files: str | bytes) -> dict[str, Path]:
    paths = {}
    for name, content in files.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_bytes(content if isinstance(content, bytes) else content.encode())
    return paths


def _call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["score", *(str(argument) for argument in arguments)])
    shown = capsys.readouterr()
    assert isinstance(stopped.value.code, int)
    return stopped.value.code, shown.out, shown.err


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    return _write(tmp_path, qrels=QRELS, run=RUN)


def test_lines_name_measure_question_and_value(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = _call(capsys, files["qrels"], files["run"], "-m", "MRR", "-m", "R@1", "--per-query")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "RR\tq1\t0.500000",
        "RR\tq2\t1.000000",
        "RR\tall\t0.750000",
        "Recall@1\tq1\t0.000000",
        "Recall@1\tq2\t0.500000",
        "Recall@1\tall\t0.250000",
    ]


def test_without_measures_the_usual_ones_are_printed(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = _call(capsys, files["qrels"], files["run"])
    assert code == 0
    assert [line.split("\t")[:2] for line in out.splitlines()] == [[name, "all"] for name in DEFAULT_MEASURES]


def test_json_stands_alone_on_stdout_and_is_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """q3 has nothing relevant: no value, and null in its place. q9 is not judged: a note, and that on stderr."""
    paths = _write(tmp_path, qrels=QRELS + "q3 0 e 0\n", run=RUN + "q3 Q0 e 1 1.0 r\nq9 Q0 a 1 1.0 r\n")
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "RR", "--per-query", "--json")

    def refuse(constant: str) -> Any:
        raise AssertionError(f"{constant} is no JSON")

    document = json.loads(out, parse_constant=refuse)
    (run,) = document["runs"]
    assert (code, run["run"], document["gain"], document["ties"]) == (0, "r", "exponential", "rank")
    assert run["metrics"]["RR"] == {"value": 0.75, "n": 2, "reason": None}
    assert {q: row["RR"] for q, row in run["questions"].items()} == {"q1": 0.5, "q2": 1.0, "q3": None}
    assert [note["code"] for note in document["notes"]] == ["unknown_questions"]
    assert "q9" in err


def test_a_measure_without_any_value_is_null_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = _write(tmp_path, qrels="q1 0 a 0\n", run="q1 Q0 a 1 1.0 r\n")
    code, out, _ = _call(capsys, paths["qrels"], paths["run"], "-m", "AP", "--json")
    assert code == 0
    assert json.loads(out)["runs"][0]["metrics"]["AP"] == {"value": None, "n": 0, "reason": "no_evidence"}
    assert _call(capsys, paths["qrels"], paths["run"], "-m", "AP")[1] == "AP\tall\tundefined\n"


@pytest.mark.parametrize(
    ("run", "line", "said"),
    [
        ("q1 Q0 a 1 2.0 r\nq1 Q0 b 1.0 r\n", 2, "5 columns"),
        ("q1 Q0 a 1 nan r\n", 1, "nan"),
        ("q1 Q0 a 1 2.0 r\n\nq1 Q0 b 2 -inf r\n", 3, "-inf"),
        ("q1 Q0 a 1 high r\n", 1, "high"),
    ],
)
def test_a_malformed_line_of_a_run_is_told_by_file_and_line(
    run: str, line: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = _write(tmp_path, qrels=QRELS, run=run)
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "RR")
    assert (code, out) == (2, "")
    assert f"run.txt:{line}:" in err
    assert said in err


def test_malformed_judgements_are_all_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = _write(tmp_path, qrels="q1 0 a 1\nq1 0 b\nq1 0 c nan\nq1 0 d good\n", run=RUN)
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "RR")
    assert (code, out) == (2, "")
    assert [line.partition(" ")[0] for line in err.splitlines()] == ["qrels.txt:2:", "qrels.txt:3:", "qrels.txt:4:"]


def test_lenient_skips_and_counts_what_it_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = _write(tmp_path, qrels=QRELS, run=RUN + "q2 Q0 d nan r\n")
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "RR", "--lenient")
    assert (code, out) == (0, "RR\tall\t0.750000\n")
    assert "skipped" in err
    assert "run.txt:4" in err


def test_two_grades_for_one_pair_are_refused_and_the_same_one_twice_counts_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = _write(tmp_path, twice=QRELS + "q1 0 a 1\n", conflict=QRELS + "q2 0 d 2\n", run=RUN)
    code, out, err = _call(capsys, paths["conflict"], paths["run"], "-m", "RR")
    assert (code, out) == (2, "")
    assert "conflict.txt:5:" in err
    assert "'d'" in err
    code, out, err = _call(capsys, paths["twice"], paths["run"], "-m", "AP")
    assert (code, out) == (0, "AP\tall\t0.500000\n"), "q1: one relevant at rank 2; q2: one of two at rank 1"
    assert "q1: a" in err


def test_an_id_twice_in_a_ranking_is_noted_and_earns_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = _write(tmp_path, qrels=QRELS, run="q1 Q0 a 1 2.0 r\nq1 Q0 a 2 1.0 r\nq2 Q0 c 1 9.0 r\n")
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "P@2", "--per-query")
    assert (code, out.splitlines()[0]) == (0, "Precision@2\tq1\t0.500000")
    assert "more than once" in err
    assert "q1" in err


def test_no_question_in_common_is_no_evaluation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = _write(tmp_path, qrels="topic-12.1 0 a 1\n", run="topic-12 Q0 a 1 2.0 r\n")
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "Recall@5")
    assert (code, out) == (3, "")
    assert "'topic-12.1'" in err
    assert "'topic-12'" in err


def test_an_empty_file_is_wrong_and_one_without_rows_is_no_evaluation(
    files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = _write(tmp_path, empty="", blank="\n\n", comment="# only a comment\n")
    for name, exit_code, said in (("empty", 2, "is empty"), ("blank", 2, "is empty"), ("comment", 3, "empty")):
        for call in ((files["qrels"], bare[name]), (bare[name], files["run"])):
            code, out, err = _call(capsys, *call)
            assert (code, out) == (exit_code, ""), name
            assert said in err, name


def test_a_judged_question_that_the_run_leaves_out_counts_0_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = _write(tmp_path, qrels="q1 0 a 1\nq2 0 b 1\n", run="q1 Q0 a 1 2.0 r\nq9 Q0 z 1 2.0 r\n")
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "Recall@5")
    assert (code, out) == (0, "Recall@5\tall\t0.500000\n")
    assert "r: q2" in err
    assert "r: q9" in err


def test_a_file_that_is_not_there_or_a_folder_is_told_by_name(
    files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = _call(capsys, tmp_path / "missing.txt", tmp_path)
    assert (code, out) == (2, "")
    assert "missing.txt" in err
    assert "is a folder" in err


def test_an_unknown_measure_is_refused_with_the_known_ones(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = _call(capsys, files["qrels"], files["run"], "-m", "nDGC@10")
    assert (code, out) == (2, "")
    assert "nDGC@10" in err
    assert "nDCG@k" in err


@pytest.mark.parametrize(
    "made",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace(" ", "\t").encode(),
        lambda text: text.replace(" ", "   ").encode(),
        lambda text: text.removesuffix("\n").encode(),
        lambda text: f"# a comment\n{text}".encode(),
        lambda text: gzip.compress(text.encode()),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
    ],
    ids=["crlf", "tabs", "padding", "no last newline", "comment", "gzip", "bom"],
)
def test_the_form_of_the_file_does_not_matter(made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = _write(tmp_path, qrels=made(QRELS), run=made(RUN))
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "RR")
    assert (code, out, err) == (0, "RR\tall\t0.750000\n", "")


def test_exponents_negative_scores_and_words_after_the_sixth_column_are_legal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = "q1 Q0 d5 1 2.0 r extra words\nq1 Q0 d1 2 1e-3 r\nq1\tQ0\td2\t3\t-4.5\tr\n"
    paths = _write(tmp_path, qrels="q1 0 d2 1\n", run=run)
    for ties in ("rank", "trec"):
        assert _call(capsys, paths["qrels"], paths["run"], "-m", "RR", "--ties", ties)[1] == "RR\tall\t0.333333\n"


@pytest.mark.parametrize(
    ("ties", "other", "value"), [("rank", "c", 1.0), ("trec", "a", 1.0), ("trec", "c", 1 / log2(3))]
)
def test_equal_scores_are_read_by_rank_or_by_falling_id(ties: Ties, other: str, value: float, tmp_path: Path) -> None:
    paths = _write(tmp_path, qrels="1 0 a 0\n1 0 b 1\n1 0 c 0\n", run=f"1 Q0 b 1 1.0 r\n1 Q0 {other} 2 1.0 r\n")
    assert _one(paths["qrels"], paths["run"], {"nDCG@2"}, ties).means["nDCG@2"].value == pytest.approx(value, abs=1e-12)


def test_ranks_rule_over_the_order_of_the_lines_and_over_scores(tmp_path: Path) -> None:
    paths = _write(tmp_path, qrels="q 0 a 1\n", run="q Q0 x 10 9.0 r\nq Q0 a 2 1.0 r\nq Q0 y 0 5.0 r\n")
    assert _one(paths["qrels"], paths["run"], {"RR"}, "rank").means["RR"].value == 1 / 2
    assert _one(paths["qrels"], paths["run"], {"RR"}, "trec").means["RR"].value == 1 / 3


def test_gain_is_exponential_unless_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = "q Q0 a 1 3 r\nq Q0 b 2 2 r\nq Q0 c 3 1 r\n"
    paths = _write(tmp_path, qrels="q 0 a 0\nq 0 b 2\nq 0 c 1\n", run=run)
    call = (paths["qrels"], paths["run"], "-m", "nDCG@3")
    assert _call(capsys, *call)[1] == f"nDCG@3\tall\t{(3 / log2(3) + 1 / 2) / (3 + 1 / log2(3)):.6f}\n"
    assert (
        _call(capsys, *call, "--gain", "linear")[1] == f"nDCG@3\tall\t{(2 / log2(3) + 1 / 2) / (2 + 1 / log2(3)):.6f}\n"
    )


def test_several_runs_are_told_apart_by_file_and_tag(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = _write(tmp_path, qrels=QRELS, run=RUN, other=RUN.replace("q1 Q0 a 2 1.0", "q1 Q0 x 2 1.0"))
    code, out, _ = _call(capsys, paths["qrels"], paths["run"], paths["other"], "-m", "RR")
    assert (code, out.splitlines()) == (0, ["run.txt:r\tRR\tall\t0.750000", "other.txt:r\tRR\tall\t0.500000"])


def test_several_tags_in_one_file_are_several_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = _write(tmp_path, qrels="q1 0 a 1\n", run="q1 Q0 a 1 2.0 one\nq1 Q0 b 1 2.0 two\n")
    code, out, _ = _call(capsys, paths["qrels"], paths["run"], "-m", "RR")
    assert (code, out.splitlines()) == (0, ["one\tRR\tall\t1.000000", "two\tRR\tall\t0.000000"])


def test_ids_in_any_script_are_read_and_foreign_control_characters_do_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = _write(tmp_path, qrels="问题一 0 文档 1\n", run="问题一 Q0 文档 1 2.0 基线\nq\x1b[31m Q0 a 1 2.0 基线\n")
    code, out, err = _call(capsys, paths["qrels"], paths["run"], "-m", "RR", "--per-query")
    assert (code, out.splitlines()[0]) == (0, "RR\t问题一\t1.000000")
    assert "\x1b" not in err


def test_the_functions_raise_what_the_command_reports(tmp_path: Path) -> None:
    paths = _write(
        tmp_path, qrels=QRELS, run="q1 Q0 a\nq1 Q0 b 1 nan r\n", stranger="q7 Q0 a 1 1.0 r\n", none="q1 0 a 0\n"
    )
    measures = [parse_measure("AP")]
    with pytest.raises(InputError) as wrong:
        score_files(paths["qrels"], [paths["run"]], measures, gain="linear", ties="rank")
    assert [(p.file, p.line) for p in wrong.value.problems] == [("run.txt", 1), ("run.txt", 2)]
    with pytest.raises(NothingEvaluatedError):
        score_files(paths["qrels"], [paths["stranger"]], measures, gain="linear", ties="rank")
    paths |= _write(tmp_path, run=RUN)
    (scored,), _ = score_files(paths["none"], [paths["run"]], measures, gain="linear", ties="rank")
    assert (scored.means["AP"].value, scored.means["AP"].reason, scored.counts) == (
        None,
        Undefined.NO_EVIDENCE,
        {"AP": 0},
    )
