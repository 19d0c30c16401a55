"""Second solutions by symmetry: right where there are some, and none where the puzzle has one."""

from __future__ import annotations

import pytest

from puzzledsl import parse
from puzzledsl.analysis.uniqueness import UniquenessTest
from puzzledsl.session import SolverSession
from puzzledsl.session.images import images

LATIN = "grid a[3, 3] in 1..3\nalldifferent: rows, columns\n"


def solutions_of(text: str) -> list[tuple[int, ...]]:
    with SolverSession(parse(text).elaborated) as session:
        return sorted(session.solutions())


@pytest.mark.parametrize(
    "text",
    [
        LATIN,
        "grid a[2, 2] in 0..1\na[1, 1] + a[1, 2] == 1\na[2, 1] + a[2, 2] == 1\n",
        "grid a[1, 4] in 1..4\nalldifferent: rows\nincreasing: row(1)\n",
        "grid a[2, 3] in 1..3\nalldifferent: rows, columns\ngrid b[2, 2] in 1..2\nalldifferent: rows(b)\n",
    ],
)
def test_each_is_another_assignment_of_the_cells(text: str) -> None:
    model = parse(text).elaborated
    for values in solutions_of(text):
        found = list(images(model, values))
        assert found
        assert all(image != values and sorted(set(image)) == sorted(set(values)) for image in found)


def test_reflections_and_turns_of_a_square() -> None:
    model = parse("grid a[2, 2] in 1..4\nalldifferent: rows\n").elaborated
    turned = {(2, 1, 4, 3), (3, 4, 1, 2), (4, 3, 2, 1), (1, 3, 2, 4), (3, 1, 4, 2), (2, 4, 1, 3), (4, 2, 3, 1)}
    assert turned <= set(images(model, (1, 2, 3, 4)))


def test_variables_outside_the_grids_keep_their_values() -> None:
    model = parse("grid a[1, 2] in 1..2\nvar total in 0..9\ntotal == a[1, 1] + 2 * a[1, 2]\n").elaborated
    values = solutions_of("grid a[1, 2] in 1..2\nvar total in 0..9\ntotal == a[1, 1] + 2 * a[1, 2]\n")[1]
    assert {image[2] for image in images(model, values)} == {values[2]}


@pytest.mark.parametrize("masked", ["X", "."])
def test_only_verified_images_count(masked: str) -> None:
    text = LATIN + "a[1, 1] == 1\na[1, 2] == 2\n" + ("a[2, 1] == 2\n" if masked == "X" else "")
    solutions = solutions_of(text)
    with SolverSession(parse(text).elaborated) as session:
        found = UniquenessTest(session).run()
    assert found.status == ("several" if len(solutions) > 1 else "unique")
    assert set(found.solutions) <= set(solutions)
