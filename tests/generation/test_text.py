"""The text of a puzzle: the model as its author wrote it, with a block behind it."""

from __future__ import annotations

import pytest

import puzzledsl
from puzzledsl import PuzzleError
from tests.command import Call

from .conftest import FOUR, NINE


def test_the_source_is_kept_and_read_again() -> None:
    text = "# mine\n" + NINE + "\nrule mine(cells):   # not used\n    sum(cells) > 3\n\n\n"
    (puzzle,) = puzzledsl.parse(text).generate(seed=1, givens=30)
    assert puzzle.text.startswith(text.rstrip() + "\n\n# Made by puzzledsl generate, seed 1, puzzle 1: 30 givens.\n")
    block = puzzle.text.split("givens:\n")[1].splitlines()
    assert len(block) == 11
    assert block[3] == "    ------+-------+------"
    again = puzzledsl.parse(puzzle.text)
    assert len(again.elaborated.givens) == 30
    assert again.solve().values == puzzle.solution


def test_the_line_is_what_batch_reads() -> None:
    model = puzzledsl.parse("grid cell[3, 4] in 8..19\nalldifferent: cells\n")
    (puzzle,) = model.generate(seed=2)
    assert len(puzzle.line) == 12
    with model.compile() as compiled:
        assert compiled.solve(puzzle.line).values == puzzle.solution
    wide = puzzledsl.parse("grid cell[1, 3] in 98..101\nalldifferent: row(1)\n")
    (puzzle,) = wide.generate(seed=2)
    with wide.compile() as compiled:
        assert compiled.solve(puzzle.line).values == puzzle.solution


@pytest.mark.parametrize(
    ("domain", "width"), [("{-12, 3, 5}", 3), ("0..2", 1), ("{1, 100, 1000}", 4), ("bool", 1), ("7..9", 1)]
)
def test_marks_of_all_widths(domain: str, width: int) -> None:
    model = puzzledsl.parse(f"grid cell[3, 3] in {domain}\n" + "sum(row(1)) != 3\n")
    (puzzle,) = model.generate(seed=1)
    rows = puzzle.text.split("givens:\n")[1].splitlines()
    (length,) = {len(row) for row in rows}
    assert length <= 4 + 3 * width + 2
    assert puzzledsl.parse(puzzle.text).solve().values == puzzle.solution


def test_masked_places_stay_masked() -> None:
    model = puzzledsl.parse("grid cell[2, 3] in 1..5\nmask:\n    x . .\n    . . .\nalldifferent: cells\n")
    (puzzle,) = model.generate(seed=1)
    assert puzzledsl.parse(puzzle.text).solve().values == puzzle.solution
    assert puzzle.line[0] == "."


def test_params_that_were_set_are_written_down() -> None:
    text = "param n = 4  # or more\nparam m = 1\ngrid cell[n, n] in m..n\nalldifferent: rows, columns\n"
    (puzzle,) = puzzledsl.parse(text, settings={"n": 5}).generate(seed=1)
    assert puzzle.text.startswith("param n = 5  # or more\nparam m = 1\n")
    assert len(puzzledsl.parse(puzzle.text).solve().values) == 25


def test_a_model_that_includes_others_is_written_beside_it(call: Call) -> None:
    from pathlib import Path

    Path("rules.puz").write_text("param top = 4\nrule low(cells):\n    sum(cells) < 9\n")
    Path("model.puz").write_text('include "rules.puz"\n' + FOUR + "low: r1c1 r1c2\n")
    Path("named.puz").write_text('genre "model.puz"\n')
    for model, name in {"model.puz": "rules.puz", "named.puz": "model.puz"}.items():
        refused = call(model, "--output", "elsewhere/")
        assert refused.status == 2
        assert f"the model includes `{name}`, which a puzzle in `elsewhere` would not find" in refused.err
    assert not Path("elsewhere").exists()
    assert call("model.puz", "--output", "puzzle.puz", "--seed", "1").status == 0
    assert puzzledsl.load("puzzle.puz").solve().status == "solved"
    refused = call("model.puz", "--set", "top=5")
    assert "`--set top` changes a param of an included file" in refused.err
    with pytest.raises(PuzzleError, match="of an included file"):
        list(puzzledsl.load("model.puz", settings={"top": 5}).generate(seed=1))
