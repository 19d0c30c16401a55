"""``--resume``: a run goes on wherever it was broken off, without losing or repeating a puzzle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.command import Call
from tests.examples import examples

from .conftest import puzzles_of_four, without_seconds

LINES = ["# ten puzzles", *puzzles_of_four(6, seed=4), "", "broken", *puzzles_of_four(3, seed=7)]


def whole(call: Call) -> str:
    """What a run that nothing broke off writes."""
    return call("four.puz", LINES).out


def test_resuming_after_a_cut_at_any_byte(call: Call, folder: Path) -> None:
    expected = whole(call)
    status = call("four.puz", LINES).status
    written = expected.encode()

    @settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
    @given(st.integers(0, len(written)) | st.sampled_from([k + 1 for k, c in enumerate(written) if c == 10]))
    def resumed(cut: int) -> None:
        out = folder / "out.jsonl"
        out.write_bytes(written[:cut])
        done = call("four.puz", LINES, "--resume", "out.jsonl")
        assert done.out == ""
        assert done.status == status
        found = out.read_text()
        assert without_seconds(found) == without_seconds(expected)
        kept = written[: written.rfind(b"\n", 0, cut) + 1].decode()
        assert found.startswith(kept)  # what was there is not done again
        before = kept.count("\n")
        assert (f"{before} of them before" in done.err) == (before > 0)

    resumed()


def test_the_first_run_needs_no_other_option(call: Call, folder: Path) -> None:
    expected = whole(call)
    for _ in range(2):
        call("four.puz", LINES, "--resume", "new.jsonl")
        assert without_seconds((folder / "new.jsonl").read_text()) == without_seconds(expected)


def test_resuming_with_several_jobs_and_from_standard_input(call: Call, folder: Path) -> None:
    expected = call("four.puz", LINES, givens="-").out
    out = folder / "out.jsonl"
    out.write_bytes(expected.encode()[: len(expected) // 2])
    call("four.puz", LINES, "--resume", "out.jsonl", "--jobs", "2", givens="-")
    assert without_seconds(out.read_text()) == without_seconds(expected)


def broken_off(folder: Path, *answers: object) -> str:
    text = "".join(answer if isinstance(answer, str) else json.dumps(answer) + "\n" for answer in answers)
    (folder / "out.jsonl").write_text(text)
    return text


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([{"line": 2, "givens": "1" * 16, "status": "solved"}], "out.jsonl:1 is about another puzzle than line 2"),
        ([{"line": 1, "givens": LINES[1], "status": "solved"}], "out.jsonl:1 is about another puzzle than line 2"),
        ([{"line": 2, "givens": LINES[1]}], "out.jsonl:1 is not an answer of `puzzledsl batch`"),
        (["1234341221434321\n"], "out.jsonl:1 is not an answer of `puzzledsl batch`"),
        (["[]\n", "half"], "out.jsonl:1 is not an answer of `puzzledsl batch`"),
        *(
            ([f'{{"line": {line}, "givens": "{LINES[1]}", "status": "solved"}}\n'], "out.jsonl:1 is not an answer of")
            for line in ("Infinity", "-Infinity", "NaN", "1e400", "2.0", "2.5", "9" * 5000, "true", "null", '"2"')
        ),
        ([{"line": 10**400, "givens": LINES[1], "status": "solved"}], "out.jsonl:1 is about another puzzle"),
        ([{"line": 2, "givens": LINES[1], "status": "sovled"}], "out.jsonl:1 is not an answer of"),
        ([{"line": 2, "givens": LINES[1], "status": None}], "out.jsonl:1 is not an answer of"),
        ([{"line": 2, "givens": None, "status": "solved"}], "out.jsonl:1 is not an answer of"),
        ([{"line": 2, "givens": "\ud800", "status": "solved"}], "out.jsonl:1 is about another puzzle"),
    ],
)
def test_the_output_of_something_else_is_left_alone(call: Call, folder: Path, answers: list[object], said: str) -> None:
    text = broken_off(folder, *answers)
    done = call("four.puz", LINES, "--resume", "out.jsonl")
    assert done.status == 2
    assert said in done.err
    assert (folder / "out.jsonl").read_text() == text


def test_answers_to_more_than_there_is(call: Call, folder: Path) -> None:
    (folder / "out.jsonl").write_text(whole(call))
    done = call("four.puz", LINES[:4], "--resume", "out.jsonl")
    assert done.status == 2
    assert "out.jsonl:4 answers a puzzle that the input does not have" in done.err


SIZED = 'param most = 4\ninclude "rules.puz"\ngrid cell[4, 4] in 1..most\nalldifferent: rows, columns\nlatin(cells)\n'
RULES = "# what else\nrule latin(group):\n    r1c1 <= r4c4 + 2\n"
SEVERAL = ["12" + "." * 14, "34" + "." * 14, "4" + "." * 15]


@pytest.fixture
def begun(call: Call, folder: Path) -> Path:
    """A run that was broken off behind two answers."""
    (folder / "sized.puz").write_text(SIZED)
    (folder / "rules.puz").write_text(RULES)
    done = call("sized.puz", SEVERAL, "--resume", "out.jsonl")
    assert (done.status, done.err.count("warning")) == (0, 0)
    out = folder / "out.jsonl"
    out.write_text("".join(out.read_text().splitlines(keepends=True)[:2]))
    return out


def test_each_answer_names_its_model(begun: Path) -> None:
    (model,) = {json.loads(text)["model"] for text in begun.read_text().splitlines()}
    assert len(model) == 16
    assert list(begun.parent.glob("out.jsonl*")) == [begun]


@pytest.mark.parametrize(
    ("file", "text", "arguments"),
    [
        ("sized.puz", SIZED + "r1c1 != r4c4\n", []),
        ("rules.puz", RULES.replace("<=", "<"), []),
        ("sized.puz", SIZED, ["--set", "most=5"]),
        ("sized.puz", SIZED.replace("latin(cells)", "").replace('include "rules.puz"', ""), []),
    ],
)
def test_another_model_is_refused(
    begun: Path, call: Call, folder: Path, file: str, text: str, arguments: list[str]
) -> None:
    (folder / file).write_text(text)
    before = begun.read_bytes()
    done = call("sized.puz", SEVERAL, "--resume", "out.jsonl", *arguments)
    assert done.status == 2
    assert "out.jsonl:1 is about another model" in done.err
    assert begun.read_bytes() == before


def test_a_model_of_another_name_is_the_same(begun: Path, call: Call, folder: Path) -> None:
    (folder / "other.puz").write_text(SIZED)
    done = call("other.puz", SEVERAL, "--resume", "out.jsonl")
    assert (done.status, done.err.count("warning")) == (0, 0)
    assert [answer["line"] for answer in without_seconds(begun.read_text())] == [1, 2, 3]


def test_answers_without_a_model_are_refused(begun: Path, call: Call) -> None:
    answers = without_seconds(begun.read_text())
    begun.write_text("".join(json.dumps(answer | {"model": ""}) + "\n" for answer in answers))
    assert "out.jsonl:1 is about another model" in call("sized.puz", SEVERAL, "--resume", "out.jsonl").err


def test_other_ways_of_solving_are_harmless(begun: Path, call: Call) -> None:
    assert call("sized.puz", SEVERAL, "--resume", "out.jsonl", "--time-limit", "9", "--solver", "search").status == 0
    assert [answer["line"] for answer in without_seconds(begun.read_text())] == [1, 2, 3]


def test_a_file_without_answers_is_of_no_model(begun: Path, call: Call, folder: Path) -> None:
    begun.write_text("")
    (folder / "sized.puz").write_text(SIZED + "r1c1 + r1c2 == 7\n")
    done = call("sized.puz", SEVERAL, "--resume", "out.jsonl")
    assert done.status == 1
    assert "warning" not in done.err


def test_changed_lines_of_the_input_are_found(begun: Path, call: Call) -> None:
    for lines in ([SEVERAL[1], *SEVERAL[1:]], ["# new", *SEVERAL], SEVERAL[:1]):
        done = call("sized.puz", lines, "--resume", "out.jsonl")
        assert done.status == 2
        assert "out.jsonl:" in done.err
    assert begun.read_text().count("\n") == 2


def test_a_line_of_clues_may_have_another_size(call: Call, folder: Path) -> None:
    model = (
        "clues number:\n    3 .\ngrid cell[height(number), width(number)] in 1..3\nfor c, n in number:\n    c == n\n"
    )
    (folder / "clued.puz").write_text(model)
    lines = ["number: 1/2", "number: 12/21", "# a remark", "number: 3"]
    out = folder / "out.jsonl"
    call("clued.puz", lines, "--resume", "out.jsonl")
    whole = out.read_text()
    assert [json.loads(line)["grids"]["cell"] for line in whole.splitlines()] == [[[1], [2]], [[1, 2], [2, 1]], [[3]]]
    out.write_text(whole[: whole.index("\n") + 5])
    assert call("clued.puz", lines, "--resume", "out.jsonl").status == 0
    assert without_seconds(out.read_text()) == without_seconds(whole)
