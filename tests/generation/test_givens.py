"""Puzzles by givens: exactly one solution, nothing superfluous, symmetric, the same for the same seed."""

from __future__ import annotations

import pytest

import puzzledsl
from puzzledsl import PuzzleError
from puzzledsl.generation.symmetry import SYMMETRIES

from .conftest import FOUR, NINE, SIX, Condition, different, givens_of, houses, solutions

HOUSES = {4: houses(4, 2, 2), 6: houses(6, 2, 3)}
TEXTS = {4: FOUR, 6: SIX}


@pytest.mark.parametrize("size", [4, 6])
def test_exactly_one_solution_and_no_given_to_spare(size: int) -> None:
    for puzzle in puzzledsl.parse(TEXTS[size]).generate(seed=size, count=8):
        givens = givens_of(puzzle.line)
        found = solutions(size * size, range(1, size + 1), HOUSES[size], givens)
        assert found == [tuple(puzzle.solution.values())]
        assert len(givens) == puzzle.givens
        assert puzzle.minimal
        for x in givens:
            fewer = {y: v for y, v in givens.items() if y != x}
            assert len(solutions(size * size, range(1, size + 1), HOUSES[size], fewer)) == 2


THERMO: Condition = ((0, 1, 5, 9), lambda values: list(values) == sorted(set(values)))
LATIN = [different(tuple(range(k, 9, 3))) for k in range(3)]
LATIN += [different((3 * k, 3 * k + 1, 3 * k + 2)) for k in range(3)]
TENS: list[Condition] = [((0, 1, 2), lambda values: sum(values) == 1), ((3, 4, 5), lambda values: sum(values) == -1)]
SMALL: dict[str, tuple[str, int, list[int], list[Condition]]] = {
    "thermo": (FOUR + "thermo: r1c1 r1c2 r2c2 r3c2\n", 16, [1, 2, 3, 4], [*HOUSES[4], THERMO]),
    "not all values": ("grid cell[3, 3] in 1..4\nalldifferent: rows, columns\n", 9, [1, 2, 3, 4], LATIN),
    "with zero": ("grid cell[3, 3] in 0..2\nalldifferent: rows, columns\n", 9, [0, 1, 2], LATIN),
    "gaps": ("grid cell[3, 3] in {1, 5, 9}\nalldifferent: rows, columns\n", 9, [1, 5, 9], LATIN),
    "yes or no": (
        "grid cell[2, 3] in bool\nsum(row(1)) == 2\nr1c1 + r2c1 + r2c2 == 1\n",
        6,
        [0, 1],
        [((0, 1, 2), lambda values: sum(values) == 2), ((0, 3, 4), lambda values: sum(values) == 1)],
    ),
    "below zero": ("grid cell[2, 3] in -1..1\nsum(row(1)) == 1\nsum(row(2)) == -1\n", 6, [-1, 0, 1], TENS),
}


@pytest.mark.parametrize("name", SMALL)
def test_any_kind_of_model(name: str) -> None:
    text, cells, values, conditions = SMALL[name]
    model = puzzledsl.parse(text)
    names = model.variables
    for puzzle in model.generate(seed=5, count=6):
        again = puzzledsl.parse(puzzle.text).elaborated
        givens = dict(again.givens)
        assert all(puzzle.solution[names[x]] == value for x, value in givens.items())
        assert solutions(cells, values, conditions, givens) == [tuple(puzzle.solution.values())]
        assert puzzle.minimal
        for x in givens:
            fewer = {y: v for y, v in givens.items() if y != x}
            assert len(solutions(cells, values, conditions, fewer)) == 2


def test_what_a_first_search_cannot_decide_is_decided_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzledsl.generation.prepared_model.PATIENCE", 1)
    monkeypatch.setattr("puzzledsl.search.digging.LEAST_PATIENCE", 1)
    clues = "thermo: r6c1 r5c2 r4c3\nthermo: r1c1 r2c2 r3c3\n"
    for puzzle in puzzledsl.parse(SIX + clues).generate(seed=1, count=6):
        assert puzzle.minimal
        smaller = puzzledsl.parse(puzzle.text).minimize(keep=["clues"])
        assert (smaller.status, smaller.dropped) == ("minimal", ())


def turned(line: str, size: int, name: str) -> list[str]:
    """The picture of the givens after each map of a symmetry."""
    picture = {(k // size, k % size) for k, mark in enumerate(line) if mark != "."}
    found = []
    for turn in SYMMETRIES[name]:
        image = {turn(r, c, size, size) for r, c in picture}
        found.append("".join("#" if (k // size, k % size) in image else "." for k in range(size * size)))
    return found


@pytest.mark.parametrize("name", SYMMETRIES)
def test_symmetry(name: str) -> None:
    for puzzle in puzzledsl.parse(SIX).generate(seed=2, count=3, symmetry=name):  # type: ignore[arg-type]
        own = "".join("." if mark == "." else "#" for mark in puzzle.line)
        assert turned(puzzle.line, 6, name) == [own] * len(SYMMETRIES[name])
        assert len(solutions(36, range(1, 7), HOUSES[6], givens_of(puzzle.line))) == 1


def test_the_maps_are_what_their_names_say() -> None:
    def image(name: str, width: int = 4) -> list[tuple[int, int]]:
        return [turn(0, 1, 4, width) for turn in SYMMETRIES[name]]

    assert image("rotate", 6) == [(3, 4)]
    assert image("mirror", 6) == [(0, 4)]
    assert image("flip", 6) == [(3, 1)]
    assert image("quarter") == [(1, 3)]
    assert image("diagonal") == [(1, 0)]
    assert image("antidiagonal") == [(2, 3)]


def test_a_symmetry_that_the_grid_does_not_have() -> None:
    wide = "grid cell[2, 4] in 1..8\nalldifferent: cells\n"
    assert all(len(one.line) == 8 for one in puzzledsl.parse(wide).generate(seed=1, symmetry="mirrors"))
    with pytest.raises(
        PuzzleError, match=r"`cell` does not have the symmetry `quarter`: r1c\d is a cell, r\dc\d is not"
    ):
        puzzledsl.parse(wide).generate(symmetry="quarter")
    hole = "grid cell[2, 3] in 1..5\nmask:\n    x . .\n    . . .\nalldifferent: cells\n"
    with pytest.raises(PuzzleError, match="does not have the symmetry `rotate`: r2c3 is a cell, r1c1 is not"):
        puzzledsl.parse(hole).generate(symmetry="rotate")
    with pytest.raises(PuzzleError, match="did you mean `rotate`"):
        puzzledsl.parse(FOUR).generate(symmetry="rotat")  # type: ignore[arg-type]


@pytest.mark.parametrize("givens", [24, 27, 40, 81])
def test_so_many_givens_as_are_asked_for(givens: int) -> None:
    for puzzle in puzzledsl.parse(NINE).generate(seed=8, count=2, givens=givens):
        assert puzzle.givens == givens == 81 - puzzle.line.count(".")


def test_never_more_than_asked_for_where_symmetry_leaves_no_exact_number() -> None:
    for puzzle in puzzledsl.parse(SIX).generate(seed=3, count=5, givens=13, symmetry="mirror"):
        assert puzzle.givens == 12


def test_fewer_than_can_be() -> None:
    (puzzle,) = puzzledsl.parse(FOUR).generate(seed=1, givens=3)
    assert puzzle.givens == 4  # the fewest there are
    assert puzzle.minimal
    with pytest.raises(PuzzleError, match="there are 16 cells, too few for 17 givens"):
        puzzledsl.parse(FOUR).generate(givens=17)


def test_the_same_seed_makes_the_same_puzzles_also_with_several_processes() -> None:
    model = puzzledsl.parse(NINE)
    one = [puzzle.text for puzzle in model.generate(seed=11, count=6, givens=25)]
    two = [puzzle.text for puzzle in model.generate(seed=11, count=6, givens=25, jobs=2)]
    assert one == two
    assert len(set(one)) == 6
    assert one[0] == next(iter(model.generate(seed=11, givens=25))).text
    assert one[0] != next(iter(model.generate(seed=12, givens=25))).text


def test_givens_of_the_model_stay() -> None:
    text = FOUR + "givens:\n    . 3 . .\n    . . . .\n    . . . .\n    . . . .\n"
    for puzzle in puzzledsl.parse(text).generate(seed=4, count=4, symmetry="rotate"):
        assert puzzle.text.startswith(text)
        assert puzzle.line[1] == "3"
        assert puzzle.line[14] != "."  # its counterpart
        assert len(solutions(16, range(1, 5), HOUSES[4], givens_of(puzzle.line))) == 1
        assert puzzle.givens == 16 - puzzle.line.count(".")
    with pytest.raises(PuzzleError, match="the model itself has 1 givens, which stay; 0 are too few"):
        puzzledsl.parse(text).generate(givens=0)


def test_givens_from_elsewhere_are_written_down() -> None:
    (puzzle,) = puzzledsl.parse(FOUR, givens="1234" + "." * 12).generate(seed=1)
    assert puzzle.line.startswith("1234")
    assert puzzledsl.parse(puzzle.text).elaborated.givens.keys() >= {0, 1, 2, 3}


def test_further_grids_get_givens_where_the_main_one_leaves_them_open() -> None:
    follows = FOUR + "grid other[1, 2] in 1..9\nother[1, 1] == 2 * r1c1\nother[1, 2] == r1c1 + r1c2\n"
    (puzzle,) = puzzledsl.parse(follows).generate(seed=1)
    assert "givens other:" not in puzzle.text
    free = FOUR + "grid other[1, 2] in 1..9\nother[1, 1] == 2 * r1c1\n"
    for puzzle in puzzledsl.parse(free).generate(seed=1, count=3):
        assert "givens other:" in puzzle.text
        assert puzzledsl.parse(puzzle.text).solve().values == puzzle.solution


def test_models_that_need_no_givens_or_have_no_solution() -> None:
    with pytest.raises(PuzzleError, match="the model already has exactly one solution"):
        puzzledsl.parse("grid cell[1, 2] in 1..2\nr1c1 < r1c2\n").generate()
    with pytest.raises(PuzzleError, match="the model has no solution"):
        puzzledsl.parse("grid cell[1, 3] in 1..2\nr1c1 < r1c2\nr1c2 < r1c3\n").generate()
    with pytest.raises(PuzzleError, match="no grid that could have givens"):
        puzzledsl.parse("var x in 1..3\n").generate()
    with pytest.raises(PuzzleError, match="`x` is a real number"):
        puzzledsl.parse(FOUR + "var x in real 0..1\n").generate()
    with pytest.raises(PuzzleError, match="too many to be tried out"):
        puzzledsl.parse("grid cell[1, 2] in 1..1000000\n").generate()


def test_a_value_of_the_rules_needs_no_given() -> None:
    for puzzle in puzzledsl.parse(FOUR + "r1c1 == 2\n").generate(seed=1, count=4):
        assert puzzle.line[0] == "."
