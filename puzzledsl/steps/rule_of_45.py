"""Innies and outies: sums that follow from houses, whose totals are known, and the cages in them.

The total of some disjoint houses, minus the cages inside, is the sum of the cells that no cage covers; with cages that
stick out it is a difference. Only sums of equations that the model states, so no solution is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.steps.clue_reasoning import Clue
    from puzzledsl.steps.puzzle import Group, Puzzle

MOST_CELLS = 9
"""Derived sums of more cells are nothing that anybody would look at."""

MOST_HOUSES = 4

MOST_UNIONS = 400


@dataclass(frozen=True, slots=True)
class _Cage:
    """Cells (bits) with a known sum."""

    cells: int
    total: int
    requirement: int


def derived_clues(puzzle: Puzzle) -> list[Clue]:
    """The derived sums of a puzzle, those of fewest houses and cells first."""
    cages = _cages(puzzle)
    houses = [group for group in puzzle.groups if group.full]
    if not cages or not houses:
        return []
    found: dict[tuple[int, int], tuple[tuple[int, int], Clue]] = {}
    for union in _unions(houses, cages):
        for inside, outside, chosen in _differences(union, cages):
            size = inside.bit_count() + outside.bit_count()
            key = (inside, outside)
            if 0 < size <= MOST_CELLS and key not in found:
                found[key] = ((len(union), size), _clue(puzzle, union, chosen, inside, outside))
    return [clue for _, clue in sorted(found.values(), key=lambda entry: entry[0])]


def _cages(puzzle: Puzzle) -> list[_Cage]:
    found: dict[int, _Cage] = {}
    for constraint in puzzle.flat.constraints:
        row = constraint.primitive
        if constraint.condition or not isinstance(row, Linear) or row.op != "==" or row.literals or len(row.terms) < 2:
            continue
        slope = row.terms[0][1]
        cells = 0
        for x, k in row.terms:
            if k != slope or x >= puzzle.sources or not puzzle.initial[x] or cells >> x & 1:
                break
            cells |= 1 << x
        else:
            if row.constant % slope == 0:
                found.setdefault(cells, _Cage(cells, int(row.constant // slope), constraint.origin))
    for x, values, requirement in puzzle.unary:  # a cage of one cell
        origin = puzzle.model.requirements[requirement].origin
        if values.bit_count() == 1 and x not in puzzle.model.givens and origin.variables == (x,):
            found.setdefault(1 << x, _Cage(1 << x, puzzle.values(x, values)[0], requirement))
    return sorted(found.values(), key=lambda cage: -cage.cells.bit_count())


def _unions(houses: list[Group], cages: list[_Cage]) -> Iterator[tuple[Group, ...]]:
    """Single houses, then disjoint ones of which each shares a cage with another."""
    level: list[tuple[Group, ...]] = [(house,) for house in houses]
    count = 0
    for _ in range(MOST_HOUSES):
        following: dict[frozenset[int], tuple[Group, ...]] = {}
        for union in level:
            yield union
            count += 1
            if count >= MOST_UNIONS:
                return
            members = sum(house.members for house in union)
            near = 0
            for cage in cages:
                if cage.cells & members:
                    near |= cage.cells
            for house in houses:
                if house.members & members or not house.members & near or house.number < union[0].number:
                    continue
                if house.orientation != union[0].orientation:
                    continue
                key = frozenset((*(one.number for one in union), house.number))
                following.setdefault(key, (*union, house))
        level = list(following.values())


def _differences(union: tuple[Group, ...], cages: list[_Cage]) -> Iterator[tuple[int, int, list[_Cage]]]:
    """(cells inside, cells outside, cages): without the cages inside; the same, also without those that stick out."""
    members = sum(house.members for house in union)
    for strict in (True, False):
        left, outside = members, 0
        chosen: list[_Cage] = []
        for cage in cages:
            out = cage.cells & ~members
            if cage.cells & ~left & members or out & outside or (strict and out):
                continue
            if out.bit_count() < (cage.cells & members).bit_count():
                left &= ~cage.cells
                outside |= out
                chosen.append(cage)
        if chosen:
            yield left, outside, chosen


def _clue(puzzle: Puzzle, union: tuple[Group, ...], chosen: list[_Cage], inside: int, outside: int) -> Clue:
    origins = [puzzle.model.requirements[cage.requirement].origin for cage in chosen]
    kinds, lines = {origin.clue for origin in origins}, sorted({origin.line for origin in origins})
    noun = "sum" if len(kinds) > 1 or kinds == {"constraint"} else origins[0].clue
    total = sum(sum(puzzle.values(group.cells[0], group.values)) for group in union)
    caged = sum(cage.total for cage in chosen)
    plus, minus = ([puzzle.names[x] for x in bits(cells)] for cells in (inside, outside))
    left = " - ".join([" + ".join(plus), *minus]) if plus else " + ".join(minus)
    words = (
        f"{listed(house.name for house in union)} sum{'s' * (len(union) == 1)} to {total}, the {noun}"
        f"{'s' * (len(chosen) > 1)} of line{'s' * (len(lines) > 1)} {listed(map(str, lines))} to {caged}, "
        f"so {left} is {total - caged if plus else caged - total}"
    )
    terms = (*((x, 1) for x in bits(inside)), *((x, -1) for x in bits(outside)))
    requirements = dict.fromkeys((*(house.requirement for house in union), *(cage.requirement for cage in chosen)))
    constraint = FlatConstraint(Linear(terms, (), "==", total - caged), union[0].requirement)
    clue = puzzle.clue(words[0].upper() + words[1:], requirements, [x for x, _ in terms], [constraint])
    shown = dict.fromkeys((*(x for house in union for x in house.cells), *bits(outside)))
    return replace(clue, shown=tuple(shown), houses=len(union))
