"""Innies and outies: sums that follow from houses, whose totals are known, and the cages in them.

The total of some disjoint houses, minus the cages inside, is the sum of the cells that no cage covers; with cages that
stick out it is a difference. Only sums of equations that the model states, so no solution is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.presolve.derived_sums import Derived, KnownSum, differences, known_sums
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.steps.clue_reasoning import Clue
    from puzzledsl.steps.puzzle import Group, Puzzle

MOST_CELLS = 9
"""Derived sums of more cells are nothing that anybody would look at."""

MOST_HOUSES = 4

MOST_UNIONS = 400


def derived_clues(puzzle: Puzzle) -> list[Clue]:
    """The derived sums of a puzzle, those of fewest houses and cells first."""
    cages = _cages(puzzle)
    found: dict[tuple[int, int], tuple[tuple[int, int], Clue]] = {}
    for union in _unions(puzzle.houses, cages):
        total = sum(sum(puzzle.values(house.cells[0], house.values)) for house in union)
        members = sum(house.members for house in union)
        for derived in differences(KnownSum(members, total, 0), cages):
            size = derived.plus.bit_count() + derived.minus.bit_count()
            key = (derived.plus, derived.minus)
            if size <= MOST_CELLS and key not in found:
                found[key] = ((len(union), size), _clue(puzzle, union, total, derived))
    return [clue for _, clue in sorted(found.values(), key=lambda entry: entry[0])]


def _cages(puzzle: Puzzle) -> list[KnownSum]:
    """Known sums of cells, those with the most cells first."""
    found = [cage for cage in known_sums(puzzle.flat.constraints, puzzle.store) if not cage.cells >> puzzle.sources]
    single: dict[int, KnownSum] = {}
    for x, values, requirement in puzzle.unary:
        origin = puzzle.model.requirements[requirement].origin
        if values.bit_count() == 1 and x not in puzzle.model.givens and origin.variables == (x,):
            single.setdefault(x, KnownSum(1 << x, puzzle.value(x, values), 1 << requirement))
    return [*found, *single.values()]


def _unions(houses: list[Group], cages: list[KnownSum]) -> Iterator[tuple[Group, ...]]:
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


def _clue(puzzle: Puzzle, union: tuple[Group, ...], total: int, derived: Derived) -> Clue:
    inside, outside = derived.plus, derived.minus
    caging = [cage.origins.bit_length() - 1 for cage in derived.cages]
    origins = [puzzle.model.requirements[number].origin for number in caging]
    kinds, lines = {origin.clue for origin in origins}, sorted({origin.line for origin in origins})
    noun = "sum" if len(kinds) > 1 or kinds == {"constraint"} else origins[0].clue
    plus, minus = ([puzzle.labels[x] for x in bits(cells)] for cells in (inside, outside))
    left = " - ".join([" + ".join(plus), *minus]) if plus else " + ".join(minus)
    caged = total - derived.total
    is_own = not any(origin.span.source.is_library for origin in origins)
    where = f" of line{'s' * (len(lines) > 1)} {listed(map(str, lines))}" if is_own else ""
    words = (
        f"{listed(house.name for house in union)} sum{'s' * (len(union) == 1)} to {total}, the {noun}"
        f"{'s' * (len(caging) > 1)}{where} to {caged}, "
        f"so {left} is {derived.total if plus else -derived.total}"
    )
    terms = (*((x, 1) for x in bits(inside)), *((x, -1) for x in bits(outside)))
    requirements = dict.fromkeys((*(house.requirement for house in union), *caging))
    constraint = FlatConstraint(Linear(terms, (), "==", derived.total), union[0].requirement)
    clue = puzzle.clue(words[0].upper() + words[1:], requirements, [x for x, _ in terms], [constraint])
    shown = dict.fromkeys((*(x for house in union for x in house.cells), *bits(outside)))
    return replace(clue, shown=tuple(shown), houses=len(union))
