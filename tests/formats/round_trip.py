"""Whether two models are the same: of the same clues, or else with the same solutions as far as they are tried."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import puzzledsl
from puzzledsl.expressions import holds
from puzzledsl.formats.board import ExportBoard


@cache
def gallery() -> tuple[puzzledsl.Model, ...]:
    """The models of the repository."""
    return tuple(puzzledsl.load(file) for file in sorted((Path(__file__).parents[2] / "models").glob("*.puz")))


def clues(model: puzzledsl.Model) -> tuple[object, ...]:
    """Grid, groups, values and clues of a model, in a form that does not depend on their order."""
    board = ExportBoard(model.elaborated, "a test")
    found = {
        (clue.rule, *sorted((key, _plain(value)) for key, value in clue.arguments.items()))
        if clue.rule
        else ("", repr(clue.holds))
        for clue in board.clues
    }
    return (
        (board.height, board.width, board.values, board.rows, board.columns, board.cells),
        {frozenset(region) for region in board.regions},
        {frozenset(cells) for cells, _ in board.extra},
        board.allowed,
        found,
    )


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return repr(tuple(_plain(item) for item in value))
    if isinstance(value, dict):
        return repr({key: _plain(item) for key, item in value.items()})
    return repr(value)


def assert_same(first: puzzledsl.Model, second: puzzledsl.Model, most: int = 3) -> None:
    """Fails unless the clues are the same, or the first solutions of each solve the other."""
    if clues(first) == clues(second):
        return
    for one, other in ((first, second), (second, first)):
        found = list(islice(one.solutions(), most))
        if not found:
            assert not list(islice(other.solutions(), 1))
        for solution in found:
            name = one.elaborated.grids[0].name
            grid = [list(row) for row in solution.grids[name]]
            assert not other.verify({other.elaborated.grids[0].name: grid}), str(solution)


def assert_alike(first: puzzledsl.Model, second: puzzledsl.Model, most: int = 60) -> None:
    """Fails unless the clues are the same, or the same ones of some sudoku grids obey them."""
    if clues(first) == clues(second):
        return
    numbers = Random(1)
    models = first.elaborated, second.elaborated
    for _ in range(most):
        values = _sudoku(numbers)
        obeyed = [all(holds(r.expression, values) for r in model.requirements) for model in models]
        assert obeyed[0] == obeyed[1], values


def _sudoku(numbers: Random) -> list[int]:
    """A 9×9 that obeys the classic rules, row by row."""
    digits = numbers.sample(range(1, 10), 9)
    rows, columns = (
        [3 * band + k for band in numbers.sample(range(3), 3) for k in numbers.sample(range(3), 3)] for _ in range(2)
    )
    return [digits[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in columns]
