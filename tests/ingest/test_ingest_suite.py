"""Loading suites through the public calls alone: what is read, what is noted, what stops the run."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ragstrata.errors import InputError
from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.suite import load_suite
from ragstrata.ingest.traces import read_traces
from ragstrata.records.names import NoteCode
from ragstrata.records.problem import Problem

pytestmark = pytest.mark.unit

DOCUMENT = {"doc_id": "d1", "text": "退货运费由商家承担。"}
QUESTION = {"question_id": "q1", "question": "谁承担运费?", "expect": "answer"}
TRACE = {"question_id": "q1", "run": "r", "hops": [{"stages": [{"kind": "retrieve", "items": [{"id": "d1"}]}]}]}


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def folder(root: Path, toml: str = "", **tables: str | bytes) -> Path:
    """A suite folder; each table is given as `name_suffix="content"`."""
    names = {"documents_jsonl": lines(DOCUMENT), "questions_jsonl": lines(QUESTION), "traces_jsonl": lines(TRACE)}
    given = {key.partition("_")[0] for key in tables}
    names = {k: v for k, v in names.items() if k.partition("_")[0] not in given} | tables
    data = []
    for key, content in names.items():
        name, _, suffix = key.partition("_")
        file = root / f"{name}.{suffix.replace('_', '.')}"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        data.append(f'{name} = "{file.name}"')
    (root / "ragstrata.toml").write_text(toml + "\n[data]\n" + "\n".join(data) + "\n", encoding="utf-8")
    return root


def inline(root: Path, **tables: Any) -> Path:
    path = root / "suite.json"
    suite = {"documents": [DOCUMENT], "questions": [QUESTION], "traces": [TRACE], **tables}
    path.write_text(json.dumps(suite, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def problems(path: Path, **options: Any) -> tuple[Problem, ...]:
    """What stops the run, whether on loading or on reading the traces."""
    with pytest.raises(InputError) as caught:
        list(read_traces(load_suite(path, **options).traces, NoteBook()))
    return caught.value.problems


def traces_of(path: Path, **options: Any) -> tuple[list[Any], dict[NoteCode, int]]:
    book = NoteBook()
    loaded = load_suite(path, **options)
    found = list(read_traces(loaded.traces, book))
    return found, {note.code: note.count for note in (*loaded.notes, *book.notes())}


def test_a_folder_and_one_json_file_give_the_same_suite(tmp_path: Path) -> None:
    one, two = load_suite(folder(tmp_path)).suite, load_suite(inline(tmp_path)).suite
    assert one.documents == two.documents
    assert one.questions == two.questions


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path / "no-such-suite.json")
    assert "no-such-suite.json" in problem.file


def test_every_bad_row_of_every_file_is_listed_at_once(tmp_path: Path) -> None:
    questions = lines({"question_id": "q1", "question": 5}, {"question": "x"}, {**QUESTION, "expect": "anwser"})
    found = problems(folder(tmp_path, questions_jsonl=questions, traces_jsonl=lines(TRACE, {"run": "r"})))
    told = {(Path(p.file).name, p.line, p.field) for p in found}
    assert told == {
        ("questions.jsonl", 1, "question"),
        ("questions.jsonl", 2, "question_id"),
        ("questions.jsonl", 3, "expect"),
        ("traces.jsonl", 2, "question_id"),
    }


def test_every_wrong_type_of_one_row_is_told_with_its_path(tmp_path: Path) -> None:
    evidence = [{"evidence_id": "e1", "grade": "high"}, {"evidence_id": "e2", "start": 1.5, "conditions": "x"}]
    found = problems(inline(tmp_path, questions=[QUESTION, {**QUESTION, "question_id": "q2", "evidence": evidence}]))
    assert {p.field for p in found} == {
        "questions[1].evidence[0].grade",
        "questions[1].evidence[1].start",
        "questions[1].evidence[1].conditions",
    }


def test_an_inline_problem_has_the_line_of_its_row(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text('{"questions": [\n{"question_id": "q1", "question": "x"},\n\n{"question_id": "q2"}\n]}')
    (problem,) = problems(path)
    assert (problem.line, problem.field) == (4, "questions[1].question")


def test_integer_ids_are_their_decimal_text_and_noted(tmp_path: Path) -> None:
    loaded = load_suite(inline(tmp_path, documents=[{**DOCUMENT, "doc_id": 7, "acl": [1, "a"]}], traces=[]))
    assert loaded.suite.documents["7"].acl == ("1", "a")
    assert [(note.code, note.count) for note in loaded.notes] == [(NoteCode.INTEGER_IDS, 2)]


def test_true_is_no_id_and_an_integer_is_no_text(tmp_path: Path) -> None:
    documents = [{**DOCUMENT, "doc_id": True}, {"doc_id": "d2", "text": 5}]
    assert {p.field for p in problems(inline(tmp_path, documents=documents))} == {
        "documents[0].doc_id",
        "documents[1].text",
    }


def test_unknown_fields_are_kept_under_metadata(tmp_path: Path) -> None:
    documents = [{**DOCUMENT, "colour": "red", "metadata": {"a": 1}}]
    loaded = load_suite(inline(tmp_path, documents=documents))
    assert loaded.suite.documents["d1"].metadata == {"colour": "red", "a": 1}
    assert [note.code for note in loaded.notes] == [NoteCode.UNKNOWN_FIELDS]


def test_every_optional_field_may_be_null(tmp_path: Path) -> None:
    trace = {"question_id": "q1", "run": None, "repeat": None, "hops": None, "answer": None, "usage": None}
    ((read,), notes) = traces_of(inline(tmp_path, traces=[trace]))
    assert (read.run, read.repeat, read.hops, notes) == ("run", 0, None, {})


def test_a_whole_float_is_a_whole_number(tmp_path: Path) -> None:
    ((read,), _) = traces_of(inline(tmp_path, traces=[{**TRACE, "context": {"text": "x", "tokens": 512.0}}]))
    assert read.context.tokens == 512


def test_null_is_not_recorded_and_an_empty_list_is_empty(tmp_path: Path) -> None:
    rows = [{"question_id": "q1", "run": "a", "retrieved": None}, {"question_id": "q1", "run": "b", "retrieved": []}]
    ((none, empty), _) = traces_of(inline(tmp_path, traces=rows))
    assert none.hops is None
    assert empty.hops[0].stages[0].items == ()


def test_flat_traces_take_bare_texts(tmp_path: Path) -> None:
    row = {"question_id": "q1", "retrieved": [{"id": "d1"}], "context": "sent", "answer": "said"}
    ((read,), _) = traces_of(inline(tmp_path, traces=[row]))
    assert (read.hops[0].stages[0].items[0].id, read.context.text, read.answer.text) == ("d1", "sent", "said")


def test_chat_messages_are_the_text_that_was_sent(tmp_path: Path) -> None:
    messages = [
        {"role": "system", "content": "one"},
        {"role": "user", "content": [{"type": "text", "text": "two"}, {"type": "image_url", "image_url": {}}]},
    ]
    ((read,), _) = traces_of(inline(tmp_path, traces=[{**TRACE, "context": {"text": messages}}]))
    assert read.context.text == "one\ntwo"


def test_a_fault_of_a_flat_trace_is_told_under_its_own_name(tmp_path: Path) -> None:
    (problem,) = problems(inline(tmp_path, traces=[{"question_id": "q1", "retrieved": [{"id": "a", "score": "x"}]}]))
    assert problem.field == "traces[0].retrieved[0].score"


def test_the_same_row_again_is_noted_and_another_one_is_a_problem(tmp_path: Path) -> None:
    assert list(load_suite(inline(tmp_path, documents=[DOCUMENT, DOCUMENT])).suite.documents) == ["d1"]
    path = folder(tmp_path, documents_jsonl=lines(DOCUMENT, {**DOCUMENT, "text": "other"}))
    (problem,) = problems(path)
    assert problem.line == 2
    assert "1" in problem.message.replace("d1", "")


def test_a_trace_again_is_noted_and_another_answer_is_a_problem(tmp_path: Path) -> None:
    found, notes = traces_of(inline(tmp_path, traces=[TRACE, TRACE]))
    assert (len(found), notes) == (1, {NoteCode.TRACE_REPEATED: 1})
    (problem,) = problems(inline(tmp_path, traces=[TRACE, {**TRACE, "answer": "x"}]))
    assert "q1" in problem.message


def test_judgements_count_once_and_conflicts_name_the_pair(tmp_path: Path) -> None:
    loaded = load_suite(folder(tmp_path, qrels_txt="q1 0 d1 1\nq1 0 d1 1\nq9 0 d1 1\n"))
    assert loaded.suite.qrels is not None
    assert loaded.suite.qrels.grades == {"q1": {"d1": 1.0}}
    assert {n.code: n.examples for n in loaded.notes}[NoteCode.ORPHAN_JUDGEMENTS] == ("q9",)
    (problem,) = problems(folder(tmp_path, qrels_txt="q1 0 d1 1\nq1 0 d1 2\n"))
    assert problem.line == 2
    assert "d1" in problem.message


def test_ids_name_chunks_only_if_all_of_them_do(tmp_path: Path) -> None:
    chunks = [{"chunk_id": "c1", "doc_id": "d1", "text": "x"}]
    qrels = [{"question_id": "q1", "id": "c1", "grade": 1}]
    by_chunk = load_suite(inline(tmp_path, chunks=chunks, qrels=qrels)).suite.qrels
    mixed = load_suite(
        inline(tmp_path, chunks=chunks, qrels=[*qrels, {"question_id": "q1", "id": "d1", "grade": 0}])
    ).suite.qrels
    assert by_chunk is not None
    assert mixed is not None
    assert (by_chunk.granularity, mixed.granularity) == ("chunk", "document")


def test_csv_with_bom_crlf_and_a_line_break_in_a_cell(tmp_path: Path) -> None:
    table = '\ufeffquestion_id,question,expect,tags\r\nq1,"two\r\nlines",answer,"[""a""]"\r\nq2,x,anwser,\r\n'
    (problem,) = problems(folder(tmp_path, questions_csv=table))
    assert (problem.line, problem.field) == (4, "expect")
    good = load_suite(folder(tmp_path, questions_csv=table.replace("anwser", "")))
    assert good.suite.questions["q1"].question == "two\r\nlines"
    assert good.suite.questions["q1"].tags == ("a",)
    assert good.suite.questions["q2"].expect is None


def test_bytes_that_are_not_utf8_are_told_with_their_line(tmp_path: Path) -> None:
    jsonl = lines(DOCUMENT).encode() + b'{"doc_id": "d2", "text": "\xff"}\n'
    assert [p.line for p in problems(folder(tmp_path, documents_jsonl=jsonl))] == [2]
    table = b"question_id,question\nq1,\xff\nq2,ok\n"
    assert [p.line for p in problems(folder(tmp_path, questions_csv=table))] == [2]


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_not_json_are_told_with_their_line(tmp_path: Path, literal: str) -> None:
    bad = f'{{"question_id": "q1", "run": "x", "latency_ms": {literal}}}\n'
    (problem,) = problems(folder(tmp_path, traces_jsonl=lines(TRACE) + bad))
    assert problem.line == 2


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "LFS"),
        (b"<!DOCTYPE html><html><body>404</body></html>", "web page"),
        (b"", "empty"),
        (b"  \n\n", "empty"),
        ('{"doc_id": "d1"}'.encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04xxxx", "archive"),
        (gzip.compress(b'{"doc_id": "d1", "text": "x"}\n' * 99)[:-12], "read"),
        (b"[" * 200_000, "deep"),
        (b'{"doc_id": "d1", "metadata": ' + b'{"a":' * 100_000 + b"\n", "deep"),
    ],
    ids=["lfs", "html", "nothing", "blank", "utf-16", "zip", "cut gzip", "deep array", "deep object"],
)
def test_a_file_that_is_something_else_is_told_what_it_is(tmp_path: Path, content: bytes, word: str) -> None:
    assert any(word in f"{p.message} {p.hint}" for p in problems(folder(tmp_path, documents_jsonl=content)))


def test_gzip_is_read_whatever_its_name(tmp_path: Path) -> None:
    packed = gzip.compress(lines(DOCUMENT).encode())
    assert "d1" in load_suite(folder(tmp_path, documents_jsonl=packed)).suite.documents
    assert "d1" in load_suite(folder(tmp_path, documents_jsonl_gz=packed)).suite.documents


def test_a_long_line_and_a_null_character_are_text(tmp_path: Path) -> None:
    text = "长" * 1_000_000 + "\x00"
    assert (
        load_suite(folder(tmp_path, documents_jsonl=lines({**DOCUMENT, "text": text}))).suite.documents["d1"].text
        == text
    )


def test_a_json_array_is_a_table_and_its_rows_have_lines(tmp_path: Path) -> None:
    array = json.dumps([DOCUMENT, {"doc_id": "d2"}], indent=1)
    (problem,) = problems(folder(tmp_path, documents_json=array))
    assert (problem.line, problem.field) == (6, "text")


@pytest.mark.parametrize(
    ("toml", "field"),
    [
        ('[suite]\nlanguge = "zh"', "suite.languge"),
        ('[suite]\nunjudged = "ignore"', "suite.unjudged"),
        ("[suite]\ncutoffs = 5", "suite.cutoffs"),
        ("[suite]\ncutoffs = [0]", "suite.cutoffs"),
        ('[jugde]\nkind = "rules"', "jugde"),
        ("[pass]\nleaks = 0.5", "pass.leaks"),
    ],
)
def test_a_wrong_setting_is_told(tmp_path: Path, toml: str, field: str) -> None:
    assert [p.field for p in problems(folder(tmp_path, toml))] == [field]


def test_overrides_rule(tmp_path: Path) -> None:
    settings = load_suite(folder(tmp_path), overrides=["suite.cutoffs=1,5", "judge.kind=llm"]).suite.settings
    assert (settings.suite.cutoffs, settings.judge.kind) == ((1, 5), "llm")
    assert [p.field for p in problems(folder(tmp_path), overrides=["suite.cutofs=1"])] == ["suite.cutofs"]


def test_a_table_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (tmp_path / "documents.jsonl").unlink()
    assert any("documents.jsonl" in f"{p.file} {p.message}" for p in problems(path))


def test_lenient_skips_bad_rows_and_notes_them(tmp_path: Path) -> None:
    path = folder(tmp_path, documents_jsonl=lines({"doc_id": "x"}, DOCUMENT), traces_jsonl=lines({"run": "r"}, TRACE))
    found, notes = traces_of(path, lenient=True)
    assert len(found) == 1
    assert notes[NoteCode.SKIPPED_ROWS] >= 1


@pytest.mark.parametrize("field", ["valid_from", "valid_to"])
def test_a_date_that_is_none_is_told(tmp_path: Path, field: str) -> None:
    (problem,) = problems(inline(tmp_path, documents=[{**DOCUMENT, field: "1 July"}]))
    assert problem.field == f"documents[0].{field}"


def test_a_trec_run_is_one_trace_a_question_by_falling_score(tmp_path: Path) -> None:
    found, _ = traces_of(folder(tmp_path, traces_txt="q1 Q0 a 1 1.0 r\nq1\tQ0\tb\t2\t-4.5e0 r x\nq1 Q0 c 3 2 r\n"))
    assert [(t.run, [item.id for item in t.hops[0].stages[0].items]) for t in found] == [("r", ["c", "a", "b"])]


def test_bad_lines_of_a_trec_run_are_told(tmp_path: Path) -> None:
    found = problems(folder(tmp_path, traces_txt="q1 Q0 a 1 1.0 r\nq1 Q0 b 8.0\nq1 Q0 c 3 nan r\n"))
    assert [p.line for p in found] == [2, 3]


def test_parquet_is_read_and_damaged_parquet_is_told(tmp_path: Path) -> None:
    core, io = pytest.importorskip("arro3.core"), pytest.importorskip("arro3.io")
    text = core.DataType.string()
    table = core.Table.from_pydict(
        {"doc_id": core.Array(["d1"], text), "text": core.Array(["x"], text), "acl": core.Array(['["a"]'], text)}
    )
    file = tmp_path / "made.parquet"
    io.write_parquet(table, str(file))
    whole = file.read_bytes()
    assert load_suite(folder(tmp_path, documents_parquet=whole)).suite.documents["d1"].acl == ("a",)
    assert problems(folder(tmp_path, documents_parquet=whole[:-20]))


def test_several_trace_files_are_one_stream(tmp_path: Path) -> None:
    path = folder(tmp_path)
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for number, file in enumerate(files):
        file.write_text(lines({**TRACE, "run": f"r{number}"}))
    found, _ = traces_of(path, traces=files)
    assert [trace.run for trace in found] == ["r0", "r1"]
