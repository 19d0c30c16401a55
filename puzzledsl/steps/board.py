"""The candidates of a puzzle as they shrink, each removal with its proof.

Steps share no domains with the solver. A clue's propagators are called on this board, its auxiliary variables with
their whole domains each time, so that a step follows from the clues it names and the candidates before it. Each removal
keeps its proof and the premises of that; chains are walked back along these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from puzzledsl.kernel.masks import bits, single_bits
from puzzledsl.time_limit import check_time, in_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from puzzledsl.steps.clue_reasoning import Clue
    from puzzledsl.steps.finding import Finding, Premise, Technique
    from puzzledsl.steps.puzzle import Group, Puzzle

T = TypeVar("T", bound="Group | Clue")

_MANY = 50
"""Cells of a group beside which a look at the clock costs nothing."""


def behind(proofs: Iterable[Proof], final: Callable[[Proof], bool] = lambda _: False) -> Iterator[Proof]:
    """All proofs that some depend on, themselves included, each once; not those behind a ``final`` one."""
    pending, seen = list(proofs), set[int]()
    while pending:
        proof = pending.pop()
        if id(proof) not in seen:
            seen.add(id(proof))
            yield proof
            if id(proof.premises) not in seen and not final(proof):  # the proofs of one conclusion share them
                seen.add(id(proof.premises))
                pending += proof.premises


class Proof(NamedTuple):
    """Why a value is gone from a cell, or why a cell holds its value.

    Attributes:
        steps: the numbers of all steps that it depends on, its own included, as bits. Conclusions that nobody sees are
            no steps, though they have numbers.
        own: the number of the conclusion that says so; -1 for what follows at once: a given, or a value of a peer.
        about: the variable, and the value that is gone, or the one that it holds if it is ``placed``.
        assumed: it depends on an assumption.
        clues: the requirements that it uses itself.
        premises: the proofs that it builds upon.
        technique: what found the conclusion.
    """

    steps: int
    own: int
    clues: tuple[int, ...]
    premises: tuple[Proof, ...]
    about: tuple[int, int]
    assumed: bool = False
    placed: bool = False
    technique: Technique | None = None

    @property
    def is_step(self) -> bool:
        """Whether a step says so."""
        return self.own >= 0 and bool(self.steps >> self.own & 1)


class NoCandidates(Exception):  # noqa: N818 - an answer, not a failure
    """No value is left for the cell ``variable``, by the ``proofs``."""

    def __init__(self, variable: int, proofs: Iterable[Proof]) -> None:
        super().__init__(variable)
        self.variable = variable
        self.proofs = proofs


class Board:
    """The dynamic part: candidates and placed values of one `Puzzle`.

    A placed value is taken from all cells that must differ from its cell at once; that is not a step of its own.

    Attributes:
        masks: by variable its candidates.
        placed: the cells with a known value, with the proof of it.
        unplaced: all others, as bits.
        count: how many conclusions have been applied.
        steps: which of these are steps, as bits.
        refuted: why there is no solution, after a contradiction.
        assumes: something is assumed for the sake of argument.
        rules: what `first_rule` has found with certain candidates of a clue's cells.
        absences: by variable and bit, why a value is gone.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """The puzzle as it is printed: restrictions of single cells and givens are in force.

        Raises:
            NoCandidates: they clash.
            OutOfTime: the time limit came first.
        """
        self.puzzle = puzzle
        self.masks = puzzle.initial.copy()
        self.placed: dict[int, Proof] = {}
        self.unplaced = (1 << len(self.masks)) - 1
        self.count = 0
        self.steps = 0
        self.refuted: Proof | None = None
        self.assumes = False
        self.rules: dict[tuple[int, bool], tuple[tuple[int, ...], tuple[dict[int, int], str, str]]] = {}
        self.absences: dict[tuple[int, int], Proof] = {}
        self._clock = 1
        self._stamps = [1] * len(self.masks)
        self._quiet: dict[tuple[object, int], int] = {}
        for x, values, requirement in in_time(puzzle.unary):
            self._remove(x, self.masks[x] & ~values, Proof(0, -1, (requirement,), (), (x, 0)))
        for x, values in enumerate(puzzle.initial):  # places without a value
            if values.bit_count() == 1 and puzzle.model.variables[x].hidden:
                self._place(x, Proof(0, -1, (), (), (x, values), placed=True))
        for x, values, requirement in puzzle.unary:
            if values.bit_count() == 1 and x not in self.placed:
                self._place(x, Proof(0, -1, (requirement,), (), (x, values), placed=True))

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    def absent(self, x: int) -> int:
        """The values that are gone from a cell."""
        return self.puzzle.initial[x] & ~self.masks[x]

    def gone(self, cells: Iterable[int]) -> tuple[Premise, ...]:
        """All that is gone from some cells."""
        return tuple((x, absent) for x in cells if (absent := self.absent(x)))

    def is_done(self) -> bool:
        """Whether all is known in which solutions differ. Never so where it has too many values to list."""
        return all(map(self.is_known, self.puzzle.shown))

    def is_known(self, x: int) -> bool:
        """Whether all is known that people see of a variable."""
        if self.puzzle.written[x]:
            return x in self.placed
        of_cell = self.puzzle.drawings_of[x]
        return x in self.placed or all(one.status(self.masks, self.puzzle.base) is not None for one in of_cell)

    def is_seen(self, found: Finding) -> bool:
        """Whether people see a conclusion, because it changes what is written or drawn."""
        written = self.puzzle.written
        if found.impossible or any(written[x] for x, _ in (*found.placed, *found.removed)):
            return True
        return bool(self.puzzle.changes(found.placed, found.removed, self.masks))

    def assumable(self, x: int) -> list[int]:
        """The values that people can assume of an unknown: what looks alike together, as a mask; none if all does."""
        parts = (values & self.masks[x] for values in self.puzzle.alike[x])
        found = list(filter(None, parts)) if not self.puzzle.written[x] else list(single_bits(self.masks[x]))
        return found if len(found) > 1 else []

    def unseen(self, x: int) -> list[int]:
        """The values of an unknown that look like others of its values."""
        if self.puzzle.written[x]:
            return []
        parts = (values & self.masks[x] for values in self.puzzle.alike[x])
        return [bit for values in parts if values & (values - 1) for bit in single_bits(values)]

    def open_cells(self, group: Group) -> list[int]:
        """The cells of a group that are not placed."""
        return [x for x in group.cells if x not in self.placed]

    def union(self, cells: Iterable[int]) -> int:
        """All candidates of some cells."""
        found = 0
        for x in cells:
            found |= self.masks[x]
        return found

    def places(self, group: Group, bit: int) -> list[int]:
        """The cells of a group that have a candidate.

        Raises:
            OutOfTime: the time limit came first.
        """
        if len(group.cells) > _MANY:
            check_time()
        return [x for x in group.cells if self.masks[x] & bit]

    def repeated(self, cells: Iterable[int]) -> tuple[int, int, int]:
        """The candidates that at least one, two and three of some cells have."""
        once = twice = more = 0
        for x in cells:
            mask = self.masks[x]
            more |= twice & mask
            twice |= once & mask
            once |= mask
        return once, twice, more

    def others_gone(self, group: Group, bit: int, cells: Iterable[int]) -> tuple[Premise, ...]:
        """That a candidate is gone from all cells of a group but these."""
        kept = set(cells)
        return tuple((x, bit) for x in group.cells if x not in kept and self.puzzle.initial[x] & bit)

    def with_candidate(self, cells: int, bit: int) -> list[int]:
        """Those of the cells (bits) that have a candidate and are not placed."""
        masks = self.masks
        return [x for x in bits(cells & self.unplaced) if masks[x] & bit]

    def seeing(self, cells: Iterable[int], bit: int) -> list[int]:
        """The cells with a candidate, not placed, that must differ from each of some cells."""
        seen = -1
        for x in cells:
            seen &= self.puzzle.peers[x]
        return self.with_candidate(seen, bit)

    def first(self, key: object, items: Iterable[T], look: Callable[[T], Finding | None]) -> Finding | None:
        """What is found in the first group or clue that has changed since a look with the same key found nothing.

        A clue without cells, which can only be wrong, is looked at always.

        Raises:
            OutOfTime: the time limit came first.
        """
        for item in items:
            place = (key, id(item))
            if max(map(self._stamps.__getitem__, item.cells), default=self._clock) > self._quiet.get(place, 0):
                check_time()
                found = look(item)
                if found is not None:
                    return found
                self._quiet[place] = self._clock if item.cells else 0
        return None

    # ── proofs ───────────────────────────────────────────────────────────────────────────────────

    def proofs_of(self, premises: Iterable[Premise]) -> tuple[Proof, ...]:
        """Why the premises hold, in as few steps as known."""
        found: dict[int, Proof] = {}
        for x, absent in premises:
            single = [self.absences[x, bit] for bit in single_bits(absent)]
            whole = self.placed.get(x)
            if whole is not None and not whole.about[1] & absent:
                together = 0
                for proof in single:
                    together |= proof.steps
                fewer = whole.steps.bit_count() <= together.bit_count()
                if fewer and whole.assumed <= any(proof.assumed for proof in single):
                    single = [whole]
            for proof in single:
                found[id(proof)] = proof
        return tuple(found.values())

    # ── changing ─────────────────────────────────────────────────────────────────────────────────

    def apply(self, finding: Finding) -> None:
        """Draws a conclusion.

        Raises:
            NoCandidates: a cell has no value left.
        """
        premises = self.proofs_of(finding.premises)
        own = 1 << self.count if self.is_seen(finding) else 0
        steps = own
        for proof in premises:
            steps |= proof.steps
        assumed = any(proof.assumed for proof in premises)
        proof = Proof(steps, self.count, finding.clues, premises, (-1, 0), assumed, False, finding.technique)
        self.count += 1
        self.steps |= own
        if finding.impossible:
            self.refuted = proof
        for x, values in finding.removed:
            self._remove(x, values, proof)
        for x, bit in finding.placed:
            self._remove(x, self.puzzle.initial[x] & ~bit, proof)
            self._place(x, proof._replace(about=(x, bit), placed=True))

    def assume(self, x: int, values: int) -> None:
        """Leaves only some values of a cell for the sake of argument.

        Raises:
            NoCandidates: a cell has no value left.
        """
        self.assumes = True
        proof = Proof(0, -1, (), (), (x, values), True)
        self._remove(x, self.masks[x] & ~values, proof)
        if self.masks[x].bit_count() == 1:
            self._place(x, proof._replace(placed=True))

    def copy(self) -> Board:
        """A board of its own with the same candidates."""
        other = object.__new__(Board)
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, (dict, list)) else value)
        return other

    def _remove(self, x: int, values: int, proof: Proof) -> None:
        """Takes values away; of those already gone the shorter proof is kept."""
        for bit in single_bits(values):
            key = (x, bit)
            known = self.absences.get(key)
            if known is None or (proof.steps.bit_count() < known.steps.bit_count() and proof.assumed <= known.assumed):
                self.absences[key] = proof if proof.about == key else proof._replace(about=key)
        left = self.masks[x] & ~values
        if left != self.masks[x]:
            self.masks[x] = left
            self._stamp(x)
        if not left:
            raise NoCandidates(x, self.proofs_of([(x, self.puzzle.initial[x])]))

    def _stamp(self, x: int) -> None:
        """Notes that a cell has changed."""
        self._clock += 1
        self._stamps[x] = self._clock

    def _place(self, x: int, proof: Proof) -> None:
        if x in self.placed:
            return
        check_time()
        self.placed[x] = proof
        self.unplaced &= ~(1 << x)
        bit = self.masks[x]
        self._stamp(x)
        for number in self.puzzle.groups_of[x]:
            group = self.puzzle.groups[number]
            taken = Proof(proof.steps, -1, (group.requirement,), (proof,), (x, bit), proof.assumed)
            for y in group.cells:
                if y != x and self.puzzle.initial[y] & bit:
                    self._remove(y, bit, taken)
