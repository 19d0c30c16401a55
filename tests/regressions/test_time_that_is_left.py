"""Answers are looked for until they are proven, or the time is over."""

from __future__ import annotations

from typing import Any

import pytest

from puzzledsl import parse
from puzzledsl.answer import Options
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.session import SolverSession
from puzzledsl.time_limit import within

TWO_EQUATIONS = """
grid cell[2, 4] in 0..9
sum(cells) == 30
for r in 1..2:
    cell[r, 1] * 7 + cell[r, 2] * 5 + cell[r, 3] * 3 + cell[r, 4] * 2 == 60 + r
maximize sum(cell[i, j] * ((i * 7 + j * 3) mod 5) for i in 1..2, j in 1..4)
"""


@pytest.mark.parametrize("solver", ["auto", "search"])
def test_a_first_short_search_is_not_the_last(solver: Any) -> None:
    """It needs more branches than those with which a question begins."""
    solution = parse(TWO_EQUATIONS).solve(solver=solver)
    assert (solution.status, solution.objective) == ("optimal", 90)


@pytest.mark.parametrize("solver", ["auto", "search"])
def test_a_deadline_that_is_over_is_no_mistake_in_the_model(solver: str) -> None:
    """Also where it is over while what is given is propagated, on a root that is known."""
    model = parse("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n").elaborated
    with SolverSession(model, Options(solver=solver)) as session:
        session.root()
        with within(0):
            assert session.solve({0: 1}).status == "unknown"
        assert session.solve({0: 1}).status == "solved"


def test_candidates_that_highs_cannot_refute_stay_open() -> None:
    """Without a time limit, and on numbers of such different sizes that no proof is possible."""
    found = parse("""
grid cell[1, 1] in 0..3
var x, y, z in real 0..1
0.5 * r1c1 <= x + y
x + 2 * y <= 1
2 * x + y <= 1
10000000 * x + 0.5 * z <= 5000000.3
""").candidates()
    assert (found.status, found.values) == ("partial", {"r1c1": (0, 1)})
    assert 2 in found.open["r1c1"]


@pytest.mark.parametrize("question", ["explain", "redundant", "minimize", "unique", "count", "candidates", "estimate"])
def test_the_time_limit_holds_while_a_model_is_flattened(question: str) -> None:
    """Flattening would find a mistake, so that whoever asks sees that it has ended before."""
    ask = getattr(parse("grid cell[1, 1] in 1..2\nvar x, y in real 0..1\nr1c1 == 1 or x != y\n"), question)
    with pytest.raises(PuzzleError, match="real variables"):
        ask()
    answer = ask(time_limit=0)
    if question in ("count", "estimate"):
        assert not getattr(answer, "exact", False)
        assert not getattr(answer, "proven_none", False)
    else:
        assert answer.status == ("partial" if question == "candidates" else "unknown")
