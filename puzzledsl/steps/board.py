"""The candidates of a puzzle as they shrink, each removal with its proof.

Steps share no domains with the solver. A clue's propagators are called on this board, its auxiliary variables with
their whole domains each time, so that a step follows from the clues it names and the candidates before it. Each removal
keeps its proof and the premises of that; chains are walked back along these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.kernel.masks import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from puzzledsl.steps.finding import Finding, Premise
    from puzzledsl.steps.puzzle import Group, Puzzle


class Proof(NamedTuple):
    """Why a value is gone from a cell, or why a cell holds its value.

    Attributes:
        steps: the numbers of all steps that it depends on, its own included, as bits.
        own: the number of the step that says so; -1 for what follows at once: a given, or a value taken by a peer.
        about: the variable, and the value that is gone, or the one that it holds if it is ``placed``.
        assumed: it depends on an assumption.
        clues: the requirements that it uses itself.
        premises: the proofs that it builds upon.
    """

    steps: int
    own: int
    clues: tuple[int, ...]
    premises: tuple[Proof, ...]
    about: tuple[int, int]
    assumed: bool = False
    placed: bool = False


class NoCandidates(Exception):  # noqa: N818 - an answer, not a failure
    """No value is left for the cell ``variable``."""

    def __init__(self, variable: int) -> None:
        super().__init__(variable)
        self.variable = variable


class Board:
    """The dynamic part: candidates and placed values of one `Puzzle`.

    A placed value is taken from all cells that must differ from its cell at once; that is no step of its own.

    Attributes:
        masks: by variable its candidates.
        placed: the cells with a known value, with the proof of it.
        count: how many steps have been applied.
        refuted: why there is no solution, after a contradiction.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """The puzzle as it is printed: restrictions of single cells and givens are in force.

        Raises:
            NoCandidates: they clash.
        """
        self.puzzle = puzzle
        self.masks = puzzle.initial.copy()
        self.placed: dict[int, Proof] = {}
        self.count = 0
        self.refuted: Proof | None = None
        self._proofs: dict[tuple[int, int], Proof] = {}  # by variable and bit
        self._clock = 1
        self._stamps = [1] * len(self.masks)
        self._group_stamps = [1] * len(puzzle.groups)
        self._quiet: dict[tuple[object, int], int] = {}
        for x, values, requirement in puzzle.unary:
            self._remove(x, self.masks[x] & ~values, Proof(0, -1, (requirement,), (), (x, 0)))
        for x, values, requirement in puzzle.unary:
            if values.bit_count() == 1 and x not in self.placed:
                self._place(x, Proof(0, -1, (requirement,), (), (x, values), False, True))

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    def absent(self, x: int) -> int:
        """The values that are gone from a cell."""
        return self.puzzle.initial[x] & ~self.masks[x]

    def gone(self, cells: Iterable[int]) -> tuple[Premise, ...]:
        """All that is gone from some cells."""
        return tuple((x, absent) for x in cells if (absent := self.absent(x)))

    def is_done(self) -> bool:
        """Whether every variable is placed. Never so where some are real, or have too many values to list."""
        return len(self.placed) == len(self.masks)

    def open_cells(self, group: Group) -> list[int]:
        """The cells of a group that are not placed."""
        return [x for x in group.cells if x not in self.placed]

    def places(self, group: Group, bit: int) -> list[int]:
        """The cells of a group that have a candidate."""
        return [x for x in group.cells if self.masks[x] & bit]

    def others_gone(self, group: Group, bit: int, cells: Iterable[int]) -> tuple[Premise, ...]:
        """That a candidate is gone from all cells of a group but these."""
        kept = set(cells)
        return tuple((x, bit) for x in group.cells if x not in kept and self.puzzle.initial[x] & bit)

    def with_candidate(self, cells: int, bit: int) -> list[int]:
        """Those of the cells (bits) that have a candidate and are not placed."""
        return [x for x in bits(cells) if self.masks[x] & bit and x not in self.placed]

    def fresh(self, key: object, number: int, cells: Iterable[int]) -> bool:
        """Whether cells have changed since `exhausted` was called with the same key."""
        since = self._quiet.get((key, number), 0)
        stamps = self._stamps
        return any(stamps[x] > since for x in cells)

    def fresh_group(self, key: object, group: Group) -> bool:
        """The same of a group."""
        return self._group_stamps[group.number] > self._quiet.get((key, group.number), 0)

    def first(self, key: object, groups: Iterable[Group], look: Callable[[Group], Finding | None]) -> Finding | None:
        """What is found in the first group that has changed since the same look found nothing there."""
        for group in groups:
            if self.fresh_group(key, group):
                found = look(group)
                if found is not None:
                    return found
                self.exhausted(key, group.number)
        return None

    def exhausted(self, key: object, number: int) -> None:
        """Note that this technique finds nothing more here until a cell changes."""
        self._quiet[key, number] = self._clock

    # ── proofs ───────────────────────────────────────────────────────────────────────────────────

    def proof_of_absence(self, x: int, bit: int) -> Proof:
        """Why a value is gone."""
        return self._proofs[x, bit]

    def proofs_of(self, premises: Iterable[Premise]) -> tuple[Proof, ...]:
        """Why the premises hold, in as few steps as known."""
        found: dict[int, Proof] = {}
        for x, absent in premises:
            single = [self._proofs[x, 1 << bit] for bit in bits(absent)]
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
        steps = 1 << self.count
        for proof in premises:
            steps |= proof.steps
        assumed = any(proof.assumed for proof in premises)
        proof = Proof(steps, self.count, finding.clues, premises, (-1, 0), assumed)
        self.count += 1
        if finding.impossible:
            self.refuted = proof
        for x, values in finding.removed:
            self._remove(x, values, proof)
        for x, bit in finding.placed:
            self._remove(x, self.puzzle.initial[x] & ~bit, proof)
            self._place(x, proof._replace(about=(x, bit), placed=True))

    def assume(self, x: int, bit: int) -> None:
        """Places a value for the sake of argument.

        Raises:
            NoCandidates: a cell has no value left.
        """
        proof = Proof(0, -1, (), (), (x, bit), True)
        self._remove(x, self.masks[x] & ~bit, proof)
        self._place(x, proof._replace(placed=True))

    def copy(self) -> Board:
        """A board of its own with the same candidates."""
        other = object.__new__(Board)
        other.puzzle = self.puzzle
        other.masks = self.masks.copy()
        other.placed = self.placed.copy()
        other.count = self.count
        other.refuted = self.refuted
        other._proofs = self._proofs.copy()
        other._clock = self._clock
        other._stamps = self._stamps.copy()
        other._group_stamps = self._group_stamps.copy()
        other._quiet = self._quiet.copy()
        return other

    def _remove(self, x: int, values: int, proof: Proof) -> None:
        """Takes values away; of those already gone the shorter proof is kept."""
        for position in bits(values):
            key = (x, 1 << position)
            known = self._proofs.get(key)
            if known is None or (proof.steps.bit_count() < known.steps.bit_count() and proof.assumed <= known.assumed):
                self._proofs[key] = proof if proof.about == key else proof._replace(about=key)
        left = self.masks[x] & ~values
        if left != self.masks[x]:
            self.masks[x] = left
            self._stamp(x)
        if not left:
            raise NoCandidates(x)

    def _stamp(self, x: int) -> None:
        """Notes that a cell has changed, and its groups."""
        self._clock += 1
        self._stamps[x] = self._clock
        for number in self.puzzle.groups_of[x]:
            self._group_stamps[number] = self._clock

    def _place(self, x: int, proof: Proof) -> None:
        if x in self.placed:
            return
        self.placed[x] = proof
        bit = self.masks[x]
        self._stamp(x)
        for number in self.puzzle.groups_of[x]:
            group = self.puzzle.groups[number]
            taken = Proof(proof.steps, -1, (group.requirement,), (proof,), (x, bit), proof.assumed)
            for y in group.cells:
                if y != x and self.puzzle.initial[y] & bit:
                    self._remove(y, bit, taken)
