"""Control characters and devices: nothing of a file or its name commands the terminal, and no call waits for ever."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from puzzledsl import PuzzleError, load, parse
from puzzledsl.formats import import_text
from puzzledsl.formats.lz_string import compress

RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
CONTROLS = ["\x1b[31m", "\x1b]0;title\x07", "\x9b2J", "\x7f", "\u202e", "\u2066", "\x08", "\rx"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX devices and pipes")
FOUR = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns\n"


def call(folder: Path, *words: str, limit: float = 60) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "puzzledsl", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=limit,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("control", CONTROLS, ids=ascii)
@pytest.mark.parametrize(
    "template",
    [
        'puzzle "a{}b"\ngrid cell[2, 2] in 1..2\n',
        'grid cell[2, 2] in 1..2\nshow "a{}b"\n',
        "grid cell[2, 2] in 1..2 # a{}b\n",
        "grid cell[2, 2] in 1..2\nfoo{}: cells\n",
        'grid cell[2, 2] in 1..2\nr1c1 == "a{}b"\n',
        "grid cell[2, 2] in 1..2\ngivens:\n    1 {}\n    . .\n",
        'grid cell[2, 2] in 1..2\ndraw text(r1c1, "{}")\n',
    ],
)
def test_a_model_with_control_characters_is_refused_in_plain_words(template: str, control: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        parse(template.format(control))
    assert not RAW.search(str(caught.value))
    assert any(f"U+{ord(control[0]):04X}" in d.message or d.code != "bug" for d in caught.value.diagnostics)


def test_a_line_may_end_with_a_carriage_return_and_a_line_feed() -> None:
    text = "grid cell[2, 2] in 1..2  # a remark\r\nfoo: cells  # and another\r\n"
    with pytest.raises(PuzzleError) as caught:
        parse(text)
    assert [diagnostic.message for diagnostic in caught.value.diagnostics] == ["no rule or function is called `foo`"]
    assert not RAW.search(str(caught.value))


@pytest.mark.parametrize("control", [*CONTROLS, "\x00"], ids=ascii)
def test_an_import_says_nothing_raw(control: str) -> None:
    puzzle = {
        "size": 9,
        "grid": [[{}] * 9] * 9,
        "title": f"a{control}b",
        "ruleset": f"Draw a loop{control} through the grid.",
        f"odd{control}key": [1],
        "text": [{"cells": ["R0C1"], "value": f"a{control}b"}],
    }
    found = import_text("https://www.f-puzzles.com/?load=" + compress(json.dumps(puzzle)))
    assert "Draw a loop" in found.model
    for text in (found.title, found.model, *found.not_understood, *found.assumed):
        assert not RAW.search(text)
    for link in (f"https://puzz.link/p?no{control}genre/4/4/g", f"https://puzz.link/p?sudoku/9/9/-{control}9zzz"):
        with pytest.raises(PuzzleError) as caught:
            import_text(link)
        for diagnostic in caught.value.diagnostics:
            assert not RAW.search(diagnostic.message)
            assert not RAW.search(json.dumps(diagnostic.as_json(), ensure_ascii=False))


def test_other_scripts_are_no_control_characters() -> None:
    parse('puzzle "Ελληνικά, 日本, עברית, العربية \u200f!"\ngrid cell[2, 2] in 1..2\n')


@POSIX
@pytest.mark.parametrize("control", [CONTROLS[0], CONTROLS[4]], ids=ascii)
def test_names_and_options_reach_no_terminal_raw(control: str, tmp_path: Path) -> None:
    name = f"a{control}b.puz"
    (tmp_path / name).write_text(FOUR)
    (tmp_path / "four.puz").write_text(FOUR)
    for words in (
        ["check", name],
        ["solve", f"no{control}.puz"],
        ["solve", "four.puz", "--set", f"n{control}=3"],
        ["solve", "four.puz", "--givens", f"1{control}"],
        ["solve", "four.puz", f"--x{control}"],
        ["format", name],
        ["rules", f"x{control}"],
    ):
        done = call(tmp_path, *words)
        assert done.returncode == 2, (words, done)
        assert not RAW.search(done.stdout + done.stderr), (words, done)


@POSIX
@pytest.mark.parametrize(
    "words",
    [
        ["check", "/dev/zero"],
        ["solve", "four.puz", "--givens", "/dev/zero"],
        ["batch", "four.puz", "--givens", "/dev/zero"],
        ["batch", "four.puz", "--givens", "four.txt", "--resume", "/dev/full"],
        ["batch", "four.puz", "--givens", "four.txt", "--output", "/dev/full"],
        ["batch", "four.puz", "--givens", "four.txt", "--resume", "/dev/null"],
        ["generate", "four.puz", "--output", "/dev/full"],
        ["check", "circle.puz"],
        ["check", "includes.puz"],
    ],
    ids=" ".join,
)
def test_devices_and_circles_are_refused_at_once(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "four.puz").write_text(FOUR)
    (tmp_path / "four.txt").write_text("1...............\n")
    (tmp_path / "circle.puz").symlink_to("circle.puz")
    (tmp_path / "includes.puz").write_text('include "circle.puz"\n' + FOUR)
    done = call(tmp_path, *words)
    assert done.returncode == 2
    assert "error: " in done.stderr
    assert "bug" not in done.stderr


@POSIX
def test_a_pipe_is_read_and_ends_at_the_time_limit(tmp_path: Path) -> None:
    (tmp_path / "four.puz").write_text(FOUR)
    os.mkfifo(tmp_path / "pipe.puz")
    for words in (["pipe.puz"], ["four.puz", "--givens", "pipe.puz"]):
        assert call(tmp_path, "solve", *words, "--time-limit", "1").returncode == 3
    with subprocess.Popen(["sh", "-c", "cat four.puz > pipe.puz"], cwd=tmp_path):
        assert call(tmp_path, "solve", "pipe.puz").returncode == 0


@POSIX
def test_a_full_disk_costs_no_answer(tmp_path: Path) -> None:
    """The size of files is limited as if the disk were full: the answers cannot grow."""
    (tmp_path / "four.puz").write_text(FOUR)
    lines = [f"{k % 4 + 1}".ljust(16, ".") for k in range(400)]
    (tmp_path / "puzzles.txt").write_text("\n".join(lines) + "\n")
    words = ["batch", "four.puz", "--givens", "puzzles.txt", "--quiet", "--resume", "out.jsonl"]
    full = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0}));"
        "from puzzledsl.cli.command_line import command_line; from puzzledsl.cli.run import run;"
        f"sys.exit(run(command_line, {words!r}, 'puzzledsl'))"
    )
    first = subprocess.run(
        [sys.executable, "-c", full.format(20_000)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert first.returncode != 0
    before = (tmp_path / "out.jsonl").read_text()
    second = subprocess.run(
        [sys.executable, "-c", full.format(100)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert second.returncode != 0
    after = (tmp_path / "out.jsonl").read_text()
    assert before.startswith(after)
    assert after.count("\n") == before.count("\n")
    assert call(tmp_path, *words).returncode == 0
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["line"] for row in rows] == list(range(1, 401))


def test_a_name_with_control_characters_is_refused_in_python(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match="control characters") as caught:
        load(tmp_path / "a\x1b[31m.puz")
    assert "\x1b" not in str(caught.value)
