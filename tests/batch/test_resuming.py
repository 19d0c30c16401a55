"""``--resume``: a run goes on wherever it was broken off, without losing or repeating a puzzle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .conftest import Call, puzzles_of_four, without_seconds

LINES = ["# ten puzzles", *puzzles_of_four(6, seed=4), "", "broken", *puzzles_of_four(3, seed=7)]


def whole(call: Call) -> str:
    """What a run that nothing broke off writes."""
    return call("four.puz", LINES).out


def test_resuming_after_a_cut_at_any_byte(call: Call, folder: Path) -> None:
    expected = whole(call)
    status = call("four.puz", LINES).status
    written = expected.encode()

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
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
        ([{"line": 2, "givens": LINES[1]}], "out.jsonl:1 is no answer of `puzzledsl batch`"),
        (["1234341221434321\n"], "out.jsonl:1 is no answer of `puzzledsl batch`"),
        (["[]\n", "half"], "out.jsonl:1 is no answer of `puzzledsl batch`"),
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
