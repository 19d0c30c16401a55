"""What steps reason about: the groups of different cells and the clues of a model, prepared once."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import chain

from puzzledsl.analysis.quotes import Quotes, orientation
from puzzledsl.diagnostics import failure
from puzzledsl.flat import FlatConstraint
from puzzledsl.flattening import flatten
from puzzledsl.kernel.masks import bits, single_bits
from puzzledsl.kernel.store import Store
from puzzledsl.listing import listed
from puzzledsl.model import Model, shown_variables
from puzzledsl.presolve.equation_tables import equation_tables
from puzzledsl.presolve.presolve import PASSES
from puzzledsl.presolve.rewriting import WorkingModel
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.records import Open, record, replace
from puzzledsl.steps.assumptions import Assumptions
from puzzledsl.steps.clue_reasoning import Clue
from puzzledsl.steps.finding import Values
from puzzledsl.steps.lines import different_lines
from puzzledsl.steps.rule_of_45 import derived_clues
from puzzledsl.steps.wording import group_name
from puzzledsl.steps.words import Drawing, drawings

MOST_TOGETHER = 12
"""A clue on more cells is used constraint by constraint: a person does not see a rule about a whole grid at once."""


@record
class Group(Open):
    """Cells that must all differ.

    Attributes:
        number: its place in `Puzzle.groups`.
        cells: variable numbers, all with one base.
        members: the same as bits.
        values: all that they may hold at the start.
        requirement: the number of the requirement that says so.
        name: for people.
        orientation: ``row``, ``column`` or empty.
    """

    number: int
    cells: tuple[int, ...]
    members: int
    values: int
    requirement: int
    name: str
    orientation: str

    @property
    def full(self) -> bool:
        """Whether there are as many values as cells, so that each value occurs."""
        return self.values.bit_count() == len(self.cells)

    @cached_property
    def different(self) -> FlatConstraint:
        """That all cells differ, for `Store.numbers_alone`."""
        return FlatConstraint(AllDifferent(self.cells), 0)


class Puzzle:
    """The static part of `Board`.

    Attributes:
        model, flat: the model, and its flat form.
        store: the domains of the flat form.
        names, labels: by variable its name, and what sentences call it.
        shown: the variables in which solutions differ.
        written: by variable whether people see its values.
        drawings: what a picture shows of the others.
        drawings_of: by variable those that depend on it.
        places: by variable the cells of the picture in which people find it.
        initial: by variable of the source its values as a mask; 0 for a real variable and for one with too many.
        groups: groups of at least two different cells; of equal groups the first.
        houses: the groups in which each value occurs.
        groups_of: by variable the numbers of its groups.
        in_group: by variable whether one of its groups has more than two cells.
        peers: by variable those that must differ from it, as bits.
        clues: all that is not said by groups, see `Clue`.
        clues_of: by variable those of them that it belongs to.
        words: by requirement those of its clue; empty where it has several.
        assumptions: which values propagation refutes.
        unary: (variable, values, requirement): restrictions of one cell, givens among them.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        # Each clue brings its own auxiliary variables, so that it stands by itself.
        self.flat = flatten(replace(model, objective=None), separate=True)
        self.store = Store(self.flat.variables)
        self.sources = self.flat.sources
        self._whole = self.store.snapshot()
        self.initial = self._whole.mask[: self.sources]
        self.base = self._whole.base
        self.names = [variable.name for variable in model.variables]
        self.quotes = Quotes(model)
        self.labels, self.places, self.written = self.quotes.labels, self.quotes.places, self.quotes.written
        self.shown = shown_variables(model)
        self.drawings = drawings(model, self.labels)
        self.drawings_of: list[list[Drawing]] = [[] for _ in model.variables]
        for drawing in self.drawings:
            for x in drawing.variables:
                self.drawings_of[x].append(drawing)
        self.unary = self._restrictions()
        self.groups = self._groups()
        self.houses = [group for group in self.groups if group.full]
        self.groups_of: list[list[int]] = [[] for _ in range(self.sources)]
        self.peers = [0] * self.sources
        for group in self.groups:
            for x in group.cells:
                self.groups_of[x].append(group.number)
                self.peers[x] |= group.members & ~(1 << x)
        self.in_group = [any(len(self.groups[number].cells) > 2 for number in of) for of in self.groups_of]
        self.clues = self._clues()
        self.clues_of: list[list[Clue]] = [[] for _ in range(self.sources)]
        self.words: dict[int, str] = {}
        for clue in self.clues:
            number = clue.requirements[0]
            self.words[number] = "" if number in self.words else clue.words
            for x in clue.cells:
                self.clues_of[x].append(clue)
        self.assumptions = Assumptions(self)

    def __reduce__(self) -> tuple[type[Puzzle], tuple[Model]]:
        return Puzzle, (self.model,)  # what is in the kernel cannot be copied

    @cached_property
    def alike(self) -> list[tuple[int, ...]]:
        """By variable its values as masks, those together of which the marks that depend on it alone look alike."""
        found = []
        for x, values in enumerate(self.initial):
            alone = [one for one in self.drawings_of[x] if one.variables == (x,)]
            parts: dict[tuple[bool | None, ...], int] = {}
            for bit in single_bits(values) if self.drawings_of[x] else ():
                look = tuple([one.status({x: bit}, self.base) for one in alone])
                parts[look] = parts.get(look, 0) | bit
            found.append(tuple(parts.values()))
        return found

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def clue_name(self, requirement: int) -> str:
        """What a clue is called, see `Quotes.name`."""
        return self.quotes.name(self.model.requirements[requirement].origin)

    def values(self, x: int, mask: int) -> list[int]:
        """The values of a mask."""
        return [self.base[x] + bit for bit in bits(mask)]

    def value(self, x: int, bit: int) -> int:
        """The value of a mask with a single bit, or the smallest value."""
        return self.values(x, bit)[0]

    def told(self, x: int, mask: int) -> list[int | str]:
        """The values of a mask as people and JSON read them."""
        return self.model.variables[x].all_told(self.values(x, mask))

    def listed(self, cells: Iterable[int], word: str = "and") -> str:
        """The names of cells: ``r1c1, r1c2 and r1c3``."""
        return listed((self.labels[x] for x in cells), word)

    def groups_with(self, cells: Iterable[int]) -> list[Group]:
        """The groups that hold all of these cells, at least one, the largest first."""
        first, *others = cells
        wanted = sum(1 << x for x in others)
        found = [self.groups[g] for g in self.groups_of[first] if not wanted & ~self.groups[g].members]
        return sorted(found, key=lambda group: -len(group.cells))

    def group(self, name: str) -> Group:
        """The first group that is called so, with its line or without.

        Raises:
            PuzzleError: none is.
        """
        for group in self.groups:
            if name in (group.name, group.name.partition(" (")[0]):
                return group
        from puzzledsl.nearest import did_you_mean

        names = [group.name for group in self.groups]
        helps = (f"there are {names[0]} to {names[-1]}",) if names else ()
        message, label = f"the model has no group of different cells `{name}`", did_you_mean(name, names)
        raise failure(message, label=label, helps=helps, code="cell")

    def between(self, some: Iterable[int], others: Collection[int]) -> list[int]:
        """The requirements by which some cells differ from others, for each pair of two cells."""
        return [self.groups_with((x, y))[0].requirement for x in some for y in others if x != y]

    def changes(self, placed: Values, removed: Values, masks: Sequence[int] | None) -> list[tuple[Drawing, bool]]:
        """The drawings that a conclusion decides, each with whether it is drawn.

        What is drawn for a value says enough: that other marks of it are absent is left out.

        Args:
            masks: the candidates before; ``None``: all.
        """
        before = self.initial if masks is None else masks
        after = list(before)
        for x, gone in removed:
            after[x] &= ~gone
        for x, bit in placed:
            after[x] = bit
            for y in bits(self.peers[x]):
                if y not in dict(placed):
                    after[y] &= ~bit
        touched = [x for x, mask in enumerate(after) if mask != before[x]]
        found: dict[int, tuple[Drawing, bool]] = {}
        for x in touched:
            for one in self.drawings_of[x]:
                if all(after[y] for y in one.variables) and one.status(before, self.base) is None:
                    status = one.status(after, self.base)
                    if status is not None:
                        found[id(one)] = one, status
        alone = {one.variables for one, on in found.values() if on and len(one.variables) == 1}
        alone |= {(x,) for x in touched if self.written[x] and self.initial[x].bit_count() > 2}
        return [(one, on) for one, on in found.values() if on or one.variables not in alone]

    # ── building ─────────────────────────────────────────────────────────────────────────────────

    def _is_restriction(self, one: FlatConstraint) -> bool:
        """Whether a constraint is on one cell alone."""
        scope = one.primitive.scope
        return not one.condition and len(scope) == 1 and scope[0] < self.sources and self.initial[scope[0]] != 0

    def _restrictions(self) -> list[tuple[int, int, int]]:
        """The values of a cell that each constraint on this cell alone allows."""
        found = []
        constraints = [one for one in self.flat.constraints if self._is_restriction(one)]
        numbers = self.store.numbers_alone(constraints)
        for i, one in enumerate(constraints):
            x = one.primitive.scope[0]
            left = self.store.narrowed_alone(numbers[i : i + 1], [(x, self.initial[x])], costly=True)
            found.append((x, 0 if left is None else left[0], one.origin))
        return found

    def _is_group(self, one: FlatConstraint) -> bool:
        """Whether a constraint only states that groups of the source's cells differ."""
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
            values = 0
            for x in cells:
                values |= self.initial[x]
            members, origin = sum(1 << x for x in cells), self.model.requirements[requirement].origin
            name, along = group_name(self.model, cells, origin), orientation(self.model, cells)
            found.append(Group(len(found), cells, members, values, requirement, name, along))
        return found

    def _clues(self) -> list[Clue]:
        by_requirement: list[list[FlatConstraint]] = [[] for _ in self.flat.origins]
        for one in self.flat.constraints:
            by_requirement[one.origin].append(one)
        return [
            self._clue(number, part)
            for number, constraints in enumerate(by_requirement)
            if not all(self._is_group(one) or self._is_restriction(one) for one in constraints)
            for part in self._parts(constraints)
        ]

    def _parts(self, constraints: list[FlatConstraint]) -> list[list[FlatConstraint]]:
        """A requirement as a whole where it has few cells, else as many clues as fall apart."""
        if len(self._sources_of(constraints)) <= MOST_TOGETHER:
            return [constraints]
        groups = [one for one in constraints if self._is_group(one)]
        parts: list[tuple[set[int], list[FlatConstraint]]] = []  # each with its auxiliary variables
        for one in constraints:
            if not self._is_group(one):
                own = {x for x in _variables(one) if x >= self.sources}
                joined = [part for part in parts if part[0] & own]
                parts = [part for part in parts if not part[0] & own]
                parts.append((own.union(*(part[0] for part in joined)), [*chain(*(part[1] for part in joined)), one]))
        found = []
        for _, members in parts:
            cells = set(self._sources_of(members))
            found.append([*(one for one in groups if cells.issuperset(one.primitive.scope)), *members])
        return found

    def _clue(self, number: int, constraints: list[FlatConstraint]) -> Clue:
        """The clue of a requirement, or of a part of it, which is named with its cells if these are few."""
        cells = self._sources_of(constraints)
        origin = self.model.requirements[number].origin
        words = self.quotes.named(origin, cells)
        seen = [x for x in cells if self.places[x] or self.written[x]]
        if origin.span not in self.quotes.sentences and len(origin.variables) > len(cells) + 1 and 0 < len(seen) <= 4:
            words += f" for {self.listed(seen)}"
        return self.clue(words, (number,), cells, constraints)

    def clue(
        self, words: str, requirements: Iterable[int], cells: Iterable[int], stated: Sequence[FlatConstraint]
    ) -> Clue:
        """A clue by itself."""
        return Clue(words, tuple(requirements), tuple(cells), tuple(stated), self)

    def narrowing(self, clue: Clue) -> array[int]:
        """The numbers of the constraints that narrow a clue: those stated, each as strong as the others make it.

        To a clue with groups belong that their cells differ, and what follows from both at once.
        """
        apart = [AllDifferent(tuple(x for x in group.cells if x in clue.cells)) for group in clue.groups]
        constraints = (*clue.stated, *(FlatConstraint(one, clue.requirements[0]) for one in apart))
        if len(constraints) == 1:
            return self.store.numbers_alone(constraints)
        model = WorkingModel(replace(self.flat, constraints=constraints))
        both = [*equation_tables(model, self._whole).added] if apart else []
        both += different_lines(clue.stated, clue.groups)
        for one in PASSES[0]:
            model.apply(one(model, self._whole))
        return self.store.numbers_alone([*(one for _, one in model.live()), *both])

    def _sources_of(self, constraints: list[FlatConstraint]) -> tuple[int, ...]:
        found = {x: None for one in constraints for x in _variables(one) if x < self.sources and self.initial[x]}
        return tuple(found)

    @cached_property
    def clues_with_groups(self) -> list[Clue]:
        """Each clue together with the groups that two of its cells share."""
        return [clue for clue in map(self._strengthened, self.clues) if clue.groups]

    @cached_property
    def sums(self) -> list[Clue]:
        """Sums that follow from houses and cages, see `rule_of_45`."""
        return [self._strengthened(clue) for clue in derived_clues(self)]

    def _strengthened(self, clue: Clue) -> Clue:
        """A clue that knows which of its cells differ; itself where no group has two of them."""
        cells = sum(1 << x for x in clue.cells)
        chosen: list[Group] = []
        for number in sorted({g for x in clue.cells for g in self.groups_of[x]}):
            group = self.groups[number]
            inside = group.members & cells
            known = group.requirement in clue.requirements or any(not inside & ~one.members for one in chosen)
            if inside.bit_count() > 1 and not known:
                chosen.append(group)
        return self.with_groups(clue, chosen) if chosen else clue

    def with_groups(self, clue: Clue, groups: Sequence[Group]) -> Clue:
        """A clue that knows of some groups, instead of those that it knew of, that their cells differ."""
        before = {group.requirement for group in clue.groups}
        own = [number for number in clue.requirements if number not in before]
        words = clue.words.removesuffix(_with(clue.groups))
        return replace(
            clue,
            words=words if clue.houses else words + _with(groups),
            requirements=tuple(dict.fromkeys((*own, *(group.requirement for group in groups)))),
            groups=tuple(groups),
        )


def _with(groups: Sequence[Group]) -> str:
    return f", with {listed(group.name for group in groups)}," if groups else ""


def _variables(one: FlatConstraint) -> tuple[int, ...]:
    return (*one.primitive.scope, *(literal.variable for literal in one.condition))
