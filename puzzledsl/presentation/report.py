"""The answer as JSON-ready data: what ``--json`` prints. Light: on the way of every solve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.expressions import regions_of
from puzzledsl.model import all_places, direction
from puzzledsl.presentation.value_texts import Values, int_or_none, json_number, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.answer import Answer
    from puzzledsl.model import Edges, Grid, Model


_PLAIN = (int, str, type(None))
"""What is written as it is."""


def grids(model: Model, values: Values) -> dict[str, list[list[Any]]]:
    """Each grid's values row by row, letters as texts; ``None`` where masked or not solved.

    Givens need ``values`` too.
    """
    known: Sequence[Any] = (
        values if type(values) is tuple else [value_of(values, x) for x in range(len(model.variables))]
    )
    if any(grid.letters for grid in model.grids):
        known = [variable.told(value) for variable, value in zip(model.variables, known, strict=True)]
    # No call for a cell with an integer: `batch` writes thousands of grids a second.
    whole = [v if type(v) in _PLAIN else int_or_none(v) for v in known]
    return {grid.name: rows(grid, whole) for grid in model.grids if grid.has_values}


def rows(grid: Grid, values: Sequence[Any]) -> list[list[Any]]:
    """What the cells of a grid have, row by row; ``None`` where masked.

    Args:
        values: by the number of each variable.
    """
    return [[None if x is None else values[x] for x in row] for row in grid.numbers]


def edges(model: Model, values: Values) -> dict[str, list[list[object]]]:
    """The edges of each name that are not 0: the two cells, or a cell and a direction, and the value."""
    return {
        one.name: [
            [*ends, model.variables[x].told(int_or_none(value))]
            for ends, x in ends_of(model, one)
            if (value := value_of(values, x))
        ]
        for one in model.edges
        if not one.divides
    }


def ends_of(model: Model, one: Edges) -> Iterator[tuple[tuple[str, str], int]]:
    """The number of each edge, with its two cells, or a cell and a direction.

    Of an arc along a side, the cell or direction on its right hand comes first.
    """
    names = {(v.grid, v.cell): v.name for v in model.variables if v.cell}
    for (a, b), x in one.numbers.items():
        if (one.grid, a) not in names and not one.directed:
            a, b = b, a
        yield (names.get((one.grid, a)) or direction(b, a), names.get((one.grid, b)) or direction(a, b)), x


def divisions(model: Model, values: Values) -> dict[str, list[list[int | None]]]:
    """By name, the number of the region of each cell row by row, as regions appear; ``None`` where masked."""
    found = {}
    for one in model.edges:
        if one.divides:
            grid = next(grid for grid in model.grids if grid.name == one.grid)
            places = list(grid.cells)
            position = {place: p for p, place in enumerate(places)}
            between = [(position[a], position[b]) for a, b in one.numbers]
            borders = [int(value_of(values, x) or 0) for x in one.numbers.values()]
            firsts = regions_of(len(places), borders, between)
            order = {first: k for k, first in enumerate(sorted(set(firsts)), 1)}
            number = {place: order[first] for place, first in zip(places, firsts, strict=True)}
            whole = [number.get(place) for place in all_places(grid.height, grid.width)]
            found[one.name] = [whole[k : k + grid.width] for k in range(0, len(whole), grid.width)]
    return found


def lines(model: Model, values: Values) -> dict[str, object]:
    """`edges` and `divisions`, where the model has any."""
    found: dict[str, object] = {}
    if not all(one.divides for one in model.edges):
        found["edges"] = edges(model, values)
    if any(one.divides for one in model.edges):
        found["divisions"] = divisions(model, values)
    return found


def variables(model: Model, values: Values) -> dict[str, Any]:
    """The solved variables that belong to no grid, by name; a real variable is a ``float``."""
    answer: dict[str, Any] = {}
    for number in model.own:
        variable, value = model.variables[number], value_of(values, number)
        if value is not None:
            plain = json_number(value)
            answer[variable.name] = float(plain) if variable.is_real and plain is not None else variable.told(plain)
    return answer


def assignment(model: Model, values: Values) -> dict[str, object]:
    """One solution: its grids, its variables outside of them, its ``show`` lines where the model has any."""
    found: dict[str, object] = {"grids": grids(model, values), "variables": variables(model, values)}
    found |= lines(model, values)
    if model.shown:
        from puzzledsl.presentation.terminal import shown_text

        found["show"] = shown_text(model, values)
    return found


def report(answer: Answer, model: Model | None) -> dict[str, object]:
    """The object that ``puzzledsl solve --json`` prints.

    ``edges`` is there if the model has edges or sides: by name, the two cells and the value of each that is not 0. A
    side at the border has one cell and a direction, such as ``"up"``.
    ``divisions`` has the number of the region of each cell, where the model has a division.
    Without values ``grids`` and ``variables`` are empty, and so they are without a model (the limit came before there
    was one). ``bound`` and ``gap`` are left out when they are ``None``; ``objective`` is always there, and ``unique``:
    ``True``, or ``None`` where that is not known. ``statistics`` is ``None`` where no program was solved. Numbers that
    JSON has no form for (infinite bounds) become ``None``.
    """
    found: dict[str, object] = {
        "status": answer.status,
        "unique": answer.unique or None,
        "grids": {},
        "variables": {},
        "objective": None if answer.objective is None else json_number(answer.objective),
    }
    if model is not None and answer.values is not None:
        found |= assignment(model, answer.values)
    if answer.bound is not None:
        found["bound"] = json_number(answer.bound)
    if answer.gap is not None:
        found["gap"] = json_number(answer.gap)
    return found | {
        "show": found.get("show", []),
        "encoding": answer.encoding,
        "solver": answer.solver,
        "size": dict(answer.size),
        "nodes": answer.nodes,
        "statistics": None if answer.statistics is None else answer.statistics.as_json(),
        "seconds": {stage: round(time, 6) for stage, time in answer.seconds.items()},
    }
