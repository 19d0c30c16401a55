"""What steps reason about: the groups of different cells and the clues of a model, prepared once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from puzzledsl.diagnostics import failure
from puzzledsl.flat import FlatConstraint, FlatModel
from puzzledsl.flattening import flatten
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Store
from puzzledsl.model import Model
from puzzledsl.presolve.grouping import Cliques, grouped, totals_of_counts
from puzzledsl.presolve.implied import implied, not_covered, small_equations, tightened
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.steps.clue_reasoning import Clue
from puzzledsl.steps.lines import different_lines
from puzzledsl.steps.rule_of_45 import derived_clues
from puzzledsl.steps.wording import clue_name, group_name, orientation

MOST_TOGETHER = 12
"""A clue on more cells is used constraint by constraint: a person does not see a rule about a whole grid at once."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that must all differ.

    Attributes:
        number: its place in `Puzzle.groups`.
        cells: variable numbers, all with one base.
        members: the same as bits.
        requirement: the number of the requirement that says so.
        name: for people.
        orientation: ``row``, ``column`` or empty.
        full: there are as many values as cells, so that each value occurs.
    """

    number: int
    cells: tuple[int, ...]
    members: int
    requirement: int
    name: str
    orientation: str
    full: bool


class Puzzle:
    """The static part of `Board`.

    Attributes:
        model, flat: the model, and its flat form.
        initial: by variable of the source its values as a mask; 0 for a real variable and for one with too many.
        groups: groups of at least two different cells; of equal groups the first.
        groups_of: by variable the numbers of its groups.
        peers: by variable those that must differ from it, as bits.
        clues: all that is not said by groups, see `Clue`.
        fixed: (variable, values, requirement): restrictions of one cell, givens among them.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        # Each clue brings its own auxiliary variables, so that it stands by itself.
        self.flat = flatten(replace(model, objective=None), separate=True)
        self._store = Store(self.flat.variables)
        self.sources = self.flat.sources
        self.initial = self._store.mask[: self.sources]
        self.base = self._store.base
        self.names = [variable.name for variable in model.variables]
        self.unary: list[tuple[int, int, int]] = []
        others: list[list[FlatConstraint]] = [[] for _ in self.flat.origins]
        for constraint in self.flat.constraints:
            others[constraint.origin].append(constraint)
        self.unary = [found for one in self.flat.constraints if (found := self._restriction(one)) is not None]
        left = self.initial.copy()
        for x, values, _ in self.unary:
            left[x] &= values
        self.start = left
        self.groups = self._groups()
        self.groups_of: list[list[int]] = [[] for _ in range(self.sources)]
        self.peers = [0] * self.sources
        for group in self.groups:
            for x in group.cells:
                self.groups_of[x].append(group.number)
                self.peers[x] |= group.members & ~(1 << x)
        self._of_groups = {group.requirement for group in self.groups if group.full}
        self.clues = self._clues(others)

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def clue_name(self, requirement: int) -> str:
        """A clue with its line."""
        return clue_name(self.model.requirements[requirement].origin)

    def values(self, x: int, mask: int) -> list[int]:
        """The values that a mask stands for."""
        return [self.base[x] + bit for bit in bits(mask)]

    def is_given(self, x: int) -> bool:
        """Whether a ``givens`` block fixes it."""
        return x in self.model.givens

    def groups_with(self, cells: int) -> list[Group]:
        """The groups that hold all of these cells (bits), the largest first."""
        first = (cells & -cells).bit_length() - 1
        found = [self.groups[g] for g in self.groups_of[first] if not cells & ~self.groups[g].members]
        return sorted(found, key=lambda group: -len(group.cells))

    def houses_in(self, clue: Clue) -> int:
        """How many groups a derived sum adds up."""
        return sum(number in self._of_groups for number in clue.requirements)

    # ── building ─────────────────────────────────────────────────────────────────────────────────

    def _restriction(self, one: FlatConstraint) -> tuple[int, int, int] | None:
        """What a constraint of one cell leaves of it."""
        scope = one.primitive.scope
        if one.condition or len(scope) != 1 or scope[0] >= self.sources or not self.initial[scope[0]]:
            return None
        left = Clue((one.origin,), scope, (one,), self._store).narrow(self.initial, True)
        return scope[0], 0 if left is None else left.get(scope[0], self.initial[scope[0]]), one.origin

    def _is_group(self, one: FlatConstraint) -> bool:
        """Whether a constraint says no more than that groups of the source's cells differ."""
        primitive = one.primitive
        plain = primitive.plain or (isinstance(primitive, AllDifferent) and bool(primitive.cliques))
        return not one.condition and plain and all(self._comparable(clique) for clique in primitive.cliques)

    def _comparable(self, clique: tuple[int, ...]) -> bool:
        if len(clique) < 2 or any(x >= self.sources or not self.initial[x] for x in clique):
            return False
        return len({self.base[x] for x in clique}) == 1

    def _groups(self) -> list[Group]:
        seen: dict[frozenset[int], tuple[tuple[int, ...], int]] = {}
        for one in self.flat.constraints:
            for clique in () if one.condition else one.primitive.cliques:
                if self._comparable(clique):
                    seen.setdefault(frozenset(clique), (clique, one.origin))
        found: list[Group] = []
        for cells, requirement in seen.values():
            union = 0
            for x in cells:
                union |= self.initial[x]
            origin = self.model.requirements[requirement].origin
            found.append(
                Group(
                    number=len(found),
                    cells=cells,
                    members=sum(1 << x for x in cells),
                    requirement=requirement,
                    name=group_name(self.model, cells, origin),
                    orientation=orientation(self.model, cells),
                    full=union.bit_count() == len(cells),
                )
            )
        return found

    def _clues(self, by_requirement: list[list[FlatConstraint]]) -> list[Clue]:
        found: list[Clue] = []
        for number, constraints in enumerate(by_requirement):
            if not all(self._is_group(one) or self._restriction(one) for one in constraints):
                found += self._parts(number, constraints)
        return found

    def _parts(self, number: int, constraints: list[FlatConstraint]) -> list[Clue]:
        """A requirement as a whole where it has few cells, else as many clues as fall apart."""
        whole = self._sources_of(constraints)
        if len(whole) <= MOST_TOGETHER:
            return [self._clue(number, constraints)]
        substance = [one for one in constraints if not self._is_group(one)]
        parts: list[tuple[set[int], list[FlatConstraint]]] = []
        for one in substance:
            private = {x for x in _variables(one) if x >= self.sources}
            if not private:
                parts.append((private, [one]))
                continue
            merged: list[FlatConstraint] = []
            rest = []
            for auxiliaries, members in parts:
                if auxiliaries & private:
                    private |= auxiliaries
                    merged += members
                else:
                    rest.append((auxiliaries, members))
            parts = [*rest, (private, [*merged, one])]
        groups = [one for one in constraints if self._is_group(one)]
        found = []
        for _, members in parts:
            cells = set(self._sources_of(members))
            inside = [one for one in groups if cells.issuperset(one.primitive.scope)]
            found.append(self._clue(number, [*inside, *members]))
        return found

    def _clue(self, number: int, constraints: list[FlatConstraint]) -> Clue:
        own = replace(self.flat, constraints=tuple(constraints))
        return Clue((number,), self._sources_of(constraints), self._strongest(own), self._store)

    def _strongest(self, flat: FlatModel) -> tuple[FlatConstraint, ...]:
        """The constraints of a few clues, each as strong as the others make it."""
        extra = implied(flat)
        stated = (*not_covered(tightened(flat), extra), *totals_of_counts(flat))
        return (*grouped(stated, Cliques((*stated, *extra)), self._store), *extra)

    def _sources_of(self, constraints: list[FlatConstraint]) -> list[int]:
        found = {x: None for one in constraints for x in _variables(one) if x < self.sources and self.initial[x]}
        return list(found)

    @cached_property
    def clues_with_groups(self) -> list[Clue]:
        """Each clue together with the groups that two of its cells share."""
        found = [self.strengthened(clue) for clue in self.clues]
        return [clue for clue in found if clue.groups]

    @cached_property
    def sums(self) -> list[Clue]:
        """Sums that follow from houses and cages, see `innies`."""
        return [self.strengthened(clue) for clue in derived_clues(self, self._store)]

    def strengthened(self, clue: Clue) -> Clue:
        """A clue that knows which of its cells differ; itself where no group has two of them."""
        cells = sum(1 << x for x in clue.cells)
        groups = self._sharing(clue, cells) if any(self.peers[x] & cells for x in clue.cells) else []
        return self.with_groups(clue, groups) if groups else clue

    def _sharing(self, clue: Clue, cells: int) -> list[int]:
        numbers = sorted({g for x in clue.cells for g in self.groups_of[x]})
        chosen: list[int] = []
        for g in numbers:
            group = self.groups[g]
            inside = group.members & cells
            if group.requirement in clue.requirements or inside.bit_count() < 2:
                continue
            if not any(inside & ~self.groups[other].members == 0 for other in chosen):
                chosen.append(g)
        return chosen

    def with_groups(self, clue: Clue, groups: list[int]) -> Clue:
        """A clue that knows of some groups that their cells differ."""
        cells = set(clue.cells)
        different = [
            FlatConstraint(AllDifferent(tuple(x for x in self.groups[g].cells if x in cells)), clue.requirements[0])
            for g in groups
        ]
        model = replace(self.flat, constraints=(*clue.constraints, *different))
        constraints = (*self._strongest(model), *(table for _, table in small_equations(model, self._store)))
        members = [self.groups[g].members for g in groups]
        peers = [0] * self.sources
        for group in members:
            for x in clue.cells:
                if group >> x & 1:
                    peers[x] |= group
        lines = different_lines(clue.constraints, peers, self.base, self.initial)
        return Clue(clue.requirements, clue.cells, constraints, self._store, groups, clue.words, lines, clue.shown)


def cell_number(model: Model, name: str) -> int:
    """The number of the variable that is called so: ``r3c4``, ``R3C4``, ``other[3, 4]``, ``total``.

    Raises:
        PuzzleError: nothing is called so.
    """
    compact = name.replace(" ", "")
    names = [variable.name for variable in model.variables]
    for number, known in enumerate(names):
        if known.replace(" ", "") == compact or (known.lower() == compact.lower() and known[0] == "r"):
            return number
    from puzzledsl.nearest import did_you_mean

    raise failure(
        f"the model has no cell `{name}`",
        label=did_you_mean(compact, names),
        helps=(f"its cells are {names[0]} to {names[-1]}",) if names else (),
        code="cell",
    )


def _variables(one: FlatConstraint) -> tuple[int, ...]:
    return (*one.primitive.scope, *(literal.variable for literal in one.condition))
