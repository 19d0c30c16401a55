"""Flat models made by hand, for the stages behind elaboration."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatObjective, FlatVariable, Literal, Primitive
from puzzledsl.model import Origin, Variable
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.clause import Clause
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
EASY_SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
HARD = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"

TEXT = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\ngivens:\n" + "    . . . . . . . . .\n" * 9


@dataclass
class Builder:
    """Collects variables and constraints; line numbers are made up by the clue's position."""

    variables: list[Variable] = field(default_factory=list)
    constraints: list[FlatConstraint] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    objective: FlatObjective | None = None
    source: Source = field(default_factory=lambda: Source("made.puz", TEXT))

    def integer(self, name: str, values: Iterable[int]) -> int:
        self.variables.append(Variable(name, Domain.of(values)))
        return len(self.variables) - 1

    def real(self, name: str, lower: int | None, upper: int | None) -> int:
        bounds = tuple(None if limit is None else Fraction(limit) for limit in (lower, upper))
        self.variables.append(Variable(name, Domain(()), bounds=bounds))  # type: ignore[arg-type]
        return len(self.variables) - 1

    def grid(self, name: str, height: int, width: int, values: Sequence[int]) -> list[int]:
        start = len(self.variables)
        for r in range(1, height + 1):
            for c in range(1, width + 1):
                label = f"r{r}c{c}" if name == "cell" else f"{name}[{r}, {c}]"
                self.variables.append(Variable(label, Domain.of(values), name, (r, c)))
        return list(range(start, len(self.variables)))

    def add(self, primitive: Primitive, *condition: Literal, clue: str = "constraint", line: int = 1) -> None:
        start = sum(len(text) + 1 for text in TEXT.split("\n")[: line - 1])
        sentence = f"{clue} {len(self.origins) + 1}"
        self.origins.append(Origin(self.source.span(start, start + 4), clue, sentence, primitive.scope))
        self.constraints.append(FlatConstraint(primitive, len(self.origins) - 1, condition))

    def flat(self) -> FlatModel:
        variables = tuple(FlatVariable(v.name, v.domain, v.bounds) for v in self.variables)
        origins = tuple(self.origins)
        return FlatModel(variables, tuple(self.constraints), origins, len(variables), self.objective)

    @property
    def domains(self) -> list[Domain]:
        return [variable.domain for variable in self.variables]


def classic(givens: str = "") -> Builder:
    """A sudoku; digits row by row, 0 for none."""
    builder = Builder()
    builder.grid("cell", 9, 9, range(1, 10))
    lines = range(9)
    groups = [[9 * r + c for c in lines] for r in lines] + [[9 * r + c for r in lines] for c in lines]
    groups += [[9 * (r + i) + c + j for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
    for group in groups:
        builder.add(AllDifferent(tuple(group)), clue="alldifferent", line=2)
    for cell, digit in enumerate(givens):
        if digit != "0":
            builder.add(Clause((Literal(cell, Domain.of([int(digit)])),)), clue="given", line=4 + cell // 9)
    return builder


def digits(values: Iterable[int | Fraction]) -> str:
    return "".join(map(str, values))
