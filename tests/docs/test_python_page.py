"""The examples of `docs/python.md` print what stands behind them."""

from __future__ import annotations

import contextlib
import io
import linecache
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import puzzledsl

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


def test_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__page__"}
    ran = 0
    for (language, body), (following, printed) in pairwise(BLOCKS):
        if language == "python":
            assert following == "text", body
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(body, f"block {ran}", "exec"), names)
            assert out.getvalue() == printed
            ran += 1
    assert ran == sum(language == "python" for language, _ in BLOCKS) > 10
    assert (tmp_path / "puzzle.svg").exists()


def test_the_mistake_that_names_the_call() -> None:
    (message,) = [body for language, body in BLOCKS if "make_puzzle.py" in body]
    lines = [
        "m = Builder()",
        "cell = m.grid('cell', 9, 9, range(1, 10))",
        'm.clue("cge", 15, cell[1, 3:5])',
        "m.model()",
    ]
    script = "\n".join(lines) + "\n"
    linecache.cache["make_puzzle.py"] = (len(script), None, script.splitlines(keepends=True), "make_puzzle.py")
    with pytest.raises(puzzledsl.PuzzleError) as caught:
        exec(compile(script, "make_puzzle.py", "exec"), {"Builder": puzzledsl.Builder})
    assert f"{caught.value}\n" == message
