"""``solve --start``: a solution to begin with, for search and for HiGHS. It is a guess, never a condition."""

from __future__ import annotations

import pytest

import puzzledsl

from ..cli.conftest import call, folder
from ..command import Call

__all__ = ["call", "folder"]

CIRCLE = "grid take[1, 5] in 0..1\n" + "".join(f"r1c{n} + r1c{n % 5 + 1} <= 1\n" for n in range(1, 6))
BEST = CIRCLE + "maximize sum(row(1))\n"
OPEN = "grid cell[2, 2] in 1..4\nalldifferent: cells\n"
SOLVERS = [{"solver": "search"}, {"encoding": "integer"}, {"encoding": "binary"}]


@pytest.mark.parametrize("how", SOLVERS, ids=str)
@pytest.mark.parametrize("start", [[[4, 1], [2, 3]], [[2, 4], [1, 3]], {"r1c1": 3, "r2c2": 4}], ids=str)
def test_the_answer_is_the_start_where_that_is_one(how: dict[str, str], start: object) -> None:
    found = puzzledsl.parse(OPEN).solve(start=start, **how)  # type: ignore[arg-type]
    assert found.status == "solved"
    given = puzzledsl.parse(OPEN, givens=start).elaborated.givens  # type: ignore[arg-type]
    assert [list(found.values.values())[x] for x in given] == list(given.values())


@pytest.mark.parametrize("how", SOLVERS, ids=str)
def test_the_best_of_several(how: dict[str, str]) -> None:
    for start in ("01001", "10100", "01010"):
        found = puzzledsl.parse(BEST).solve(start=start, presolve="none", **how)  # type: ignore[arg-type]
        assert found.status == "optimal"
        assert "".join(map(str, found.values.values())) == start


@pytest.mark.parametrize("how", SOLVERS, ids=str)
@pytest.mark.parametrize("start", ["11111", "10000", "1...1", "0...."])
def test_a_start_that_is_wrong_or_poor_changes_nothing(how: dict[str, str], start: str) -> None:
    found = puzzledsl.parse(BEST).solve(start=start, presolve="none", **how)  # type: ignore[arg-type]
    assert (found.status, found.objective) == ("optimal", 2)
    assert not found.verify()


def test_at_the_limit_highs_answers_with_the_start() -> None:
    square = puzzledsl.parse(
        "grid cell[4, 4] in 1..16\nalldifferent: cells\ntotal 34: rows, columns, diagonal, antidiagonal\n"
        "minimize sum(cell[1..2, 1..2])\n"
    )
    durer = "16 3 2 13 5 10 11 8 9 6 7 12 4 15 14 1"
    nothing = {"mip_max_nodes": 0, "mip_heuristic_effort": 0}
    found = square.solve(encoding="integer", presolve="none", start=durer, highs=nothing)
    assert found.objective is not None
    assert found.objective <= 34
    assert not found.verify()


def test_on_the_command_line(call: Call) -> None:
    assert "│ 0 1 0 0 1 │" in call("solve", "-", "--start", ". 1 . . 1", stdin=BEST).out
    assert "│ 4 1 │" in call("solve", "-", "--start", "4 1 . .", "--encoding", "integer", stdin=OPEN).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--start", "0100"), "row 1 has 4 marks, but the grid has 5 columns"),
        (("--start", "01009"), "the given 9 is not in the domain of `take`"),
        (("--start", "nofile.txt"), "there is no file `nofile.txt`"),
        (("--start", "01001", "--solver", "pyomo:glpk"), "`--start` is for"),
    ],
)
def test_a_wrong_start(call: Call, words: tuple[str, ...], said: str) -> None:
    found = call("solve", "-", *words, stdin=BEST)
    assert found.status == 2
    assert said in found.err
