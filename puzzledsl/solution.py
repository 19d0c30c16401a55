"""The answer to a model, for users of the Python interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal, Self, overload

from puzzledsl import answer as raw
from puzzledsl import model as elaborated
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.drawable import Answer, Scene
from puzzledsl.expressions import Rational
from puzzledsl.given_values import cell_name, placed
from puzzledsl.listing import counted
from puzzledsl.nearest import did_you_mean, unknown
from puzzledsl.presentation.screen import Screen, seconds_text
from puzzledsl.records import fields_of, replace
from puzzledsl.verification import Violation, verify

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from puzzledsl.builder.expression import Expression
    from puzzledsl.highs.result import Statistics

    Rows = list[list[int | None]]
    Place = tuple[int, int] | tuple[str, int, int]
    Key = str | tuple[int, int] | tuple[str, int, int] | Expression


MOST_GAP = 10
"""A larger relative gap is not worth a percentage."""


class Solution(Answer):
    """The result of solving a model.

    ``solution["r1c1"]`` and ``solution[1, 1]`` are values of cells, ``solution["total"]`` that of a variable.

    Attributes:
        status: ``solved``, ``optimal``, ``feasible``, ``infeasible``, ``unbounded``, ``unknown``.
        unique: there is no other solution, because propagation alone left each variable one value. False says nothing:
            `Model.unique` looks for a second solution, `Model.solve` does not.
        objective, bound, gap: of the objective, ``None`` where there is none. A solve that was ended by its limit keeps
            the bound that was reached.
        encoding, solver, size, seconds, message: how it came about.
        nodes: branches of the search, and nodes of HiGHS; ``None`` where the solver does not tell.
        iterations: of the simplex algorithm, likewise; ``None`` where no program was solved.
        statistics: of the solver of the program (`puzzledsl.highs.result.Statistics`), ``None`` where there was none.
    """

    model: elaborated.Model | None  # type: ignore[assignment] # the limit may come before there is one
    status: str
    unique: bool
    objective: Rational | None
    bound: float | None
    gap: float | None
    encoding: str
    solver: str
    size: Mapping[str, int]
    seconds: Mapping[str, float]
    message: str
    nodes: int | None
    statistics: Statistics | None

    _brief = {  # noqa: RUF012
        "infeasible": "There is no solution.",
        "unbounded": "Solutions can be as good as one likes.",
    }

    def __init__(self, model: elaborated.Model | None, answer: raw.Answer) -> None:
        self.model = model
        self._answer = answer
        vars(self).update(fields_of(answer))
        self.iterations = None if answer.statistics is None else answer.statistics.iterations

    def _said(self) -> str:
        reached = "" if self.objective is None else _number(self.objective)
        if self.status == "solved":
            return f"a solution is found{'; it is the only one' * self.unique}"
        return f"optimal: {reached}" if self.status == "optimal" else f"best found: {reached}, not proven optimal"

    def _open(self) -> str:
        return self.message or "the time limit came first"

    def __bool__(self) -> bool:
        """True when there are values."""
        return self._answer.values is not None

    __iter__ = None  # else Python would go through it by `solution[0]`, `solution[1]` …

    @overload
    def __getitem__(self, key: Place) -> int: ...
    @overload
    def __getitem__(self, key: Key) -> Rational: ...
    def __getitem__(self, key: Key) -> Rational:
        """The value of a cell or of another variable. A letter is a text; the types are those of models with numbers.

        Args:
            key: ``"r1c1"`` or ``(1, 1)`` in the main grid, ``"other[1, 1]"`` or ``("other", 1, 1)`` in any other (rows
                and columns from 1), the name of a variable, or what a `Builder` gave for one of these.

        Raises:
            KeyError: there is no such variable, or no solution.
        """
        if self._answer.values is None:
            raise KeyError(f"{key!r}: there are no values ({self.status})")
        number = number_of(self._known_model(), key)
        value: Rational = self._known_model().variables[number].told(self._answer.values[number])
        return value

    @overload
    def grid(self, name: str | None = None, *, array: Literal[False] = False) -> Rows: ...
    @overload
    def grid(self, name: str | None = None, *, array: Literal[True]) -> NDArray[numpy.int64]: ...
    def grid(self, name: str | None = None, *, array: bool = False) -> Any:
        """The values of a grid, row by row; ``None`` where a place is masked.

        Args:
            name: of the grid; the main one if left out.
            array: a numpy array instead of lists; a masked array where places are masked. Needs numpy.

        Raises:
            KeyError: there is no such grid, or no solution.
        """
        found = self._rows()
        if self._answer.values is None:
            raise KeyError(f"there are no values ({self.status})")
        if not found:
            raise KeyError("the model has no grid")
        chosen = next(iter(found)) if name is None else name
        if not isinstance(chosen, str):
            raise TypeError(f"{chosen!r} is not the name of a grid; for an array write `grid(array=True)`")
        if chosen not in found:
            raise KeyError(unknown("grid", chosen, found))
        return as_array(found[chosen]) if array else found[chosen]

    @cached_property
    def grids(self) -> dict[str, Any]:
        """Each grid by name: a numpy array of integers if numpy is installed (-1 has no special meaning; a masked
        array where places are masked), else lists of rows with ``None`` where masked. Empty without a solution."""
        found = self._rows()
        try:
            return {name: as_array(rows) for name, rows in found.items()}
        except ImportError:
            return found

    def _rows(self) -> dict[str, Any]:
        from puzzledsl.presentation.report import grids

        return {} if self._answer.values is None else dict(grids(self._known_model(), self._answer.values))

    @property
    def values(self) -> dict[str, Rational]:
        """Every variable's value by its name (``r1c1``, ``total``); empty without a solution."""
        if self._answer.values is None:
            return {}
        return {
            variable.name: variable.told(value)
            for variable, value in zip(self._known_model().variables, self._answer.values, strict=True)
            if not variable.hidden
        }

    @property
    def shown(self) -> list[str]:
        """The lines of the model's ``show`` statements."""
        from puzzledsl.presentation.terminal import shown_text

        return [] if self._answer.values is None else shown_text(self._known_model(), self._answer.values)

    def verify(self) -> list[Violation]:
        """Check the answer again against the source model, and return what it violates: an empty list.

        Raises:
            ValueError: there is no answer to check.
        """
        if self._answer.values is None:
            raise ValueError(f"there is nothing to verify: {self.status}")
        return verify(self._known_model(), self._answer.values)

    def as_json(self) -> dict[str, object]:
        """What ``puzzledsl solve --json`` prints."""
        from puzzledsl.diagnostics import json_of
        from puzzledsl.presentation.report import report

        found = report(self._answer, self.model)
        if self.model is not None and self.model.warnings:
            found["warnings"] = json_of(self.model.warnings, "warning")
        return found if raw.COMPLETE & {self.status} or not self.message else found | {"message": self.message}

    @property
    def titled(self) -> bool:  # type: ignore[override] # only of a model that is solved
        """Whether the text has the title: where there are values."""
        return self._answer.values is not None

    def timed(self, seconds: Mapping[str, float]) -> Self:
        """The same answer with the seconds of these stages."""
        return type(self)(self.model, replace(self._answer, seconds=seconds))

    def _known_model(self) -> elaborated.Model:
        """The model.

        Raises:
            ValueError: the answer does not know it.
        """
        if self.model is None:
            raise ValueError("the answer knows of no model, so it cannot be drawn")
        return self.model

    def lines(self, screen: Screen) -> list[str]:
        """Grids, variables and ``show`` lines."""
        values = self._answer.values
        return [] if values is None else screen.solution(self._known_model(), values)

    def status_line(self, screen: Screen) -> str:
        """Status and who found it, objective, the program that was solved, nodes, seconds, and how far the answer goes.

        Of a model without a solution ``screen.reason`` says why there is none.
        """
        answer = self._answer
        parts = [self._found_by(screen)]
        proven = answer.objective is not None and answer.status != "feasible"
        bounds = [f"objective {_number(answer.objective)}"] if answer.objective is not None else []
        if answer.bound is not None and not proven:
            bounds.append(f"bound {_number(answer.bound)}")
        if answer.gap is not None and answer.gap < MOST_GAP and not proven:
            bounds.append(f"gap {answer.gap:.2%}")
        parts += [", ".join(bounds)] if bounds else []
        if answer.size["variables"]:
            parts.append(answer.encoding)
            parts.append(", ".join(counted(answer.size[f"{word}s"], word) for word in ("variable", "row", "nonzero")))
        if answer.solver not in ("", "presolve") and answer.nodes is not None:
            parts.append(counted(answer.nodes, "branch" if answer.solver == "search" else "node"))
        total = self.seconds.get("total", sum(self.seconds.values()))
        unique = "unique" if answer.unique else "uniqueness not checked"
        end = {"solved": unique, "infeasible": screen.reason}.get(answer.status, "")
        return screen.joined(*parts, seconds_text(total), *([end] if end else []))

    def _found_by(self, screen: Screen) -> str:
        answer, word = self._answer, screen.status(self.status)
        if answer.status in raw.COMPLETE or answer.status == "infeasible":
            if answer.solver == "presolve" and answer.statistics is not None:
                return f"{word} by presolve alone, in place of a solver that found nothing by then"
            names = {"presolve": "presolve alone", "highs": "HiGHS"}
            by = names.get(answer.solver, answer.solver.removeprefix("pyomo:"))
            return f"{word} by {by}" + (", confirmed by search" if answer.confirmed else "")
        message = answer.message or ("the objective has no end" if answer.status == "unbounded" else "")
        return f"{word} ({message})" if message else word

    @property
    def assignment(self) -> tuple[Rational, ...]:
        """The values by the number of their variable; empty without a solution."""
        return self._answer.values or ()

    def assignment_json(self) -> dict[str, object]:
        """Grids, variables and ``show`` lines as JSON, without how they were found."""
        from puzzledsl.presentation.report import assignment

        return assignment(self._known_model(), self.assignment)

    def filling_json(self) -> dict[str, object]:
        """``grids`` as JSON, and ``variables`` where there are any besides."""
        from puzzledsl.presentation.report import grids, variables

        own = variables(self._known_model(), self.assignment)
        return {"grids": grids(self._known_model(), self.assignment)} | ({"variables": own} if own else {})

    def _scene(self) -> Scene:
        return Scene(self._known_model(), self._answer.values)

    def __str__(self) -> str:
        if self._answer.values is None:
            return f"{self.status}: {self.message}" if self.message else self.status
        reached = [] if self.objective is None else [f"objective: {self.objective} ({self.status})"]
        return "\n".join([*self.lines(Screen()), *reached])

    def __repr__(self) -> str:
        return f"<Solution {self.status}>"


def solution_of(model: elaborated.Model, values: tuple[Rational, ...]) -> Solution:
    """A solution that was found among others."""
    return Solution(model, raw.Answer("solved", values))


def _number(value: object) -> str:
    from puzzledsl.presentation.value_texts import number_text

    if isinstance(value, (int, Fraction)):
        return number_text(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def number_of(model: elaborated.Model, key: Key) -> int:
    """Find the number of the variable that a key stands for; see `Solution`.

    Raises:
        KeyError: there is none.
    """
    try:
        return variable_number(model, key)
    except PuzzleError as error:
        diagnostic = error.diagnostics[0]
        said = ", ".join(text for text in (diagnostic.message, diagnostic.label, *diagnostic.helps) if text)
        raise KeyError(f"{key!r}: {said}") from None


def variable_number(model: elaborated.Model, key: Key) -> int:
    """The same where a model is asked about.

    Raises:
        PuzzleError: there is none.
    """
    if not isinstance(key, (str, tuple, Integral)):  # a cell or variable of a `Builder`, which prints as its name
        key = str(key)
    compact = key.replace(" ", "") if isinstance(key, str) else key
    cell = placed(compact, model.grids)
    if cell is None:
        name = str(key)
        number = model.numbers[name] if name in model.numbers else model.names.number(name)
        if number is not None:
            return number
        seen = [one.name for one in model.variables if not one.hidden]
        raise failure(
            f"no cell or variable is called `{name:.40}`",
            label=did_you_mean(name, seen),
            helps=(f"there are {seen[0]} to {seen[-1]}",) if seen else (),
            code="cell",
        )
    grid, row, column = cell
    (numbers,) = (one.numbers for one in model.grids if one.name == grid.name)
    number = numbers[row - 1][column - 1]
    if number is None:
        raise failure(f"{cell_name(grid.name, row, column, grid.name == model.grids[0].name)} is masked", code="cell")
    return number


def as_array(rows: Sequence[Sequence[Any]]) -> Any:
    """A numpy array of integers, or of letters; masked where there is no cell.

    Raises:
        ImportError: numpy is not installed.
    """
    import numpy

    mask = [[value is None for value in row] for row in rows]
    filled = numpy.array([[0 if value is None else value for value in row] for row in rows])
    return numpy.ma.MaskedArray(filled, mask) if any(map(any, mask)) else filled
