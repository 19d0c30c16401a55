"""Counting: no number without a solution that the verifier has accepted."""

from __future__ import annotations

import pytest

import puzzledsl
from puzzledsl.analysis.solution_count import parts_of
from puzzledsl.search.component_count import RefusedError, SolutionCount
from puzzledsl.session import SolverSession
from tests.models.expectations import GALLERY

REGIONS = """grid cell[2, 3] in 1..3
grid region[2, 3] in 1..2
for k in 1..2:
    connected(region, k)
    count(region, k) == 3
alldifferent([3 * region[row_of(c), column_of(c)] + c for c in cells])
"""
INDEPENDENT = "grid cell[2, 6] in 1..6\nalldifferent: rows\n"
NOT_SHOWN = "grid cell[1, 3] in 1..3\nvar x, y in 1..3\nfor c in cells:\n    x * y != c + 2\nx < y\n"


@pytest.mark.parametrize(
    ("text", "number", "visited"),
    [
        (REGIONS, 6 * 36, 1),  # three partitions, numbered in two ways
        (INDEPENDENT, 720**2, 1),
        (NOT_SHOWN, 27, 27),
    ],
)
def test_a_solution_is_verified_before_any_is_counted(text: str, number: int, visited: int) -> None:
    session = SolverSession(puzzledsl.parse(text).elaborated)
    root = session.root()
    assert root is not None
    accepted = set()

    def accept(values: tuple[int, ...]) -> bool:
        assert session.accepts(values)
        accepted.add(tuple([values[x] for x in session.shown]))
        return True

    parts = parts_of(session.flat.constraints, root.store)
    count = SolutionCount(root.engine, parts, session.shown, range(session.flat.sources), accept)
    assert count.run(None)
    assert count.found == number
    assert len(accepted) >= min(visited, number)


def test_nothing_is_counted_that_the_verifier_rejects() -> None:
    session = SolverSession(puzzledsl.parse(INDEPENDENT).elaborated)
    root = session.root()
    assert root is not None
    parts = parts_of(session.flat.constraints, root.store)
    count = SolutionCount(root.engine, parts, session.shown, range(session.flat.sources), lambda _: False)
    with pytest.raises(RefusedError):
        count.run(None)
    assert count.found == 0


@pytest.mark.parametrize(("queens", "number"), [(9, 352), (10, 724), (11, 2_680)])
def test_few_and_many_solutions_are_counted_alike(queens: int, number: int) -> None:
    """A count of over 500 branches goes on beside a search that visits them, which ends first or gives up."""
    count = puzzledsl.load(GALLERY / "queens.puz", settings={"n": queens}).count()
    assert (count.count, count.exact) == (number, True)
