"""Domains that shrink, in the kernel: what may be asked of them, and done to them, from Python."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from puzzledsl.domain import Domain
from puzzledsl.kernel.domains import SPAN as SPAN
from puzzledsl.kernel.domains import Domains, Part
from puzzledsl.kernel.flat_numbers import ALONE, RETIRED, FlatNumbers
from puzzledsl.kernel.library import library, listed, mask_at, masked, memory_limit
from puzzledsl.kernel.masks import single_bits
from puzzledsl.time_limit import OutOfTime, in_time, is_late

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from puzzledsl.flat import FlatConstraint, FlatVariable

REFUTED = -2
"""The cause of a change that no single constraint has made: assuming otherwise has led to a contradiction."""

SLICE = 2_000
"""Effort until the clock is looked at: calls of propagators of small constraints, some milliseconds in all."""

_DAMAGED, _CONTRADICTION = 1, 2
"""How the kernel has taken in a part of a model, besides 0."""

_NOTHING = -2
"""What `Store.narrowed_alone` is told where no values are left."""


_NO_RULE = -1
"""A constraint does not say which rule it has applied. The number below stands for several rules."""


class Removal(NamedTuple):
    """One step of propagation: what a constraint left of a domain.

    Attributes:
        position: on the trail; the domains that the constraint saw are those of `Store.masks_at` there.
        variable: whose domain became smaller.
        before, after: its mask until then and from then on (see `Store.base`); 0 for a wide variable.
        cause: the number of the constraint in its `Engine`; -1: it is a given, or a branch of a search; or `REFUTED`.
    """

    position: int
    variable: int
    before: int
    after: int
    cause: int


class Reason(NamedTuple):
    """What a removal of values, or a contradiction, follows from by one constraint.

    Attributes:
        unexplained: those of the values that are not explained, as a mask.
        needed: by variable the values that have to be gone.
        rule: the one of `Primitive.rules` that was applied. Empty: it is not known; ``None``: several were.
        place: a variable that the rule speaks of, beside the one that is explained; -1: none.
    """

    unexplained: int
    needed: dict[int, int]
    rule: str | None = ""
    place: int = -1


class Deduction(NamedTuple):
    """What a constraint removes from a variable, by one rule.

    Attributes:
        constraint: which one.
        variable: whose values are ``gone``; -1 for a contradiction.
        gone: the values, as a mask.
        reason: what it follows from.
    """

    constraint: FlatConstraint
    variable: int
    gone: int
    reason: Reason


class Contradiction(Exception):  # noqa: N818 - an answer, not a failure
    """No value is left for a variable, or a constraint cannot hold."""


class Store(Domains):
    """Domains of all variables of a flat model, with a trail to go back on.

    A wide domain becomes a mask as soon as it is narrow enough. What is read is the present state.

    Attributes:
        handle: of the kernel's model.
    """

    def __init__(self, variables: Sequence[FlatVariable]) -> None:
        """
        Raises:
            Contradiction: a domain is empty from the start.
            OutOfTime: the time limit came first.
        """
        self._kernel = library()
        self.handle: int = self._kernel.kernel_new(memory_limit())
        self._count = len(variables)
        self._numbers = FlatNumbers(variables, SPAN)
        self._version = -1
        self._room = self._count
        self._mask: list[int] = []
        self._alone: list[FlatConstraint] = []  # which keeps them alive, and their ids with them
        self._number_alone: dict[int, int] = {}  # by id
        self._take(self._numbers.written(variables, (), {}))

    def __reduce__(self) -> NoReturn:
        raise TypeError("what is in the kernel cannot be copied")  # two copies would free it twice

    def __del__(self) -> None:
        handle, self.handle = getattr(self, "handle", 0), 0
        if handle:
            self._kernel.kernel_free(handle)

    def _take(self, numbers: array[int]) -> None:
        taken = self._kernel.kernel_take(self.handle, numbers)
        if taken == _CONTRADICTION:
            raise Contradiction
        assert taken != _DAMAGED, "the kernel has refused a model"

    def take(self, constraints: Sequence[FlatConstraint], retired: Iterable[int] = ()) -> None:
        """Give the kernel further constraints.

        Args:
            retired: positions among them of those that are never called.
        """
        self._take(self._numbers.written((), constraints, dict.fromkeys(retired, RETIRED)))

    @property
    def is_whole(self) -> bool:
        """Whether the kernel knows all constraints. Those whose numbers do not fit remove nothing there."""
        return self._numbers.is_whole

    def numbers_alone(self, constraints: Sequence[FlatConstraint]) -> array[int]:
        """The numbers of constraints among those that the engine does not know."""
        known = self._number_alone
        unknown = [one for one in constraints if id(one) not in known]
        for one in unknown:
            known[id(one)] = len(self._alone)
            self._alone.append(one)
        if unknown:
            self._take(self._numbers.written((), unknown, dict.fromkeys(range(len(unknown)), ALONE)))
        return array("q", [known[id(one)] for one in constraints])

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    @property
    def mask(self) -> list[int]:
        """By variable number its values as bits from ``base``; 0 for a wide or a real variable. A copy for reading."""
        version = self._kernel.kernel_version(self.handle)
        if version != self._version:
            self._look()
            self._version = version
        return self._mask

    def snapshot(self) -> Domains:
        """The present domains."""
        return Domains(self.mask, self._base, self._wide)

    def only_values(self, variables: array[int]) -> tuple[int, ...] | None:
        """The values of some variables if each has only one left."""
        values = array("q", bytes(8 * len(variables)))
        return tuple(values) if self._kernel.kernel_values(self.handle, variables, values) else None

    def _look(self) -> None:
        bases, sizes = array("q", bytes(8 * self._count)), array("q", bytes(8 * self._count))
        words = listed(self._kernel.kernel_domains, self.handle, bases, sizes, room=self._room)
        self._base, self._room, self._wide = bases.tolist(), len(words), {}
        raw = words.tobytes()
        if len(words) == self._count and min(sizes, default=1) > 0:
            self._mask = array("Q", raw).tolist()
            return
        self._mask = []
        at = 0
        for x, size in enumerate(sizes):
            end = at + abs(size)
            self._mask.append(int.from_bytes(raw[8 * at : 8 * end], "little") if size > 0 else 0)
            if size == -2:
                self._wide[x] = Part(self._numbers.own_domain(x), words[at], words[at + 1])
            elif size < 0:
                left = Domain(tuple(zip(words[at:end:2], words[at + 1 : end : 2], strict=True)))
                self._wide[x] = Part(left, left.lo, left.hi)
            at = end

    # ── narrowing; each raises Contradiction when no value is left ───────────────────────────────

    def put_all(self, masks: Iterable[tuple[int, int]]) -> None:
        """Remove the values outside their masks from some variables that have masks, one after another."""
        numbers = _written(masks)
        if not self._kernel.kernel_put(self.handle, numbers):
            raise Contradiction

    def remove(self, x: int, v: int) -> None:
        """Remove one value."""
        if not self._kernel.kernel_remove(self.handle, x, v):
            raise Contradiction

    def fix(self, x: int, v: int) -> None:
        """Leave one value."""
        self.fix_all({x: v})

    def fix_all(self, values: Mapping[int, int]) -> None:
        """Leave one value of each of some variables, one after another."""
        variables, numbers = array("q", values), array("q", values.values())
        if not self._kernel.kernel_fix(self.handle, variables, numbers):
            raise Contradiction

    def keep(self, x: int, values: Domain) -> None:
        """Remove the values outside ``values``."""
        numbers = array("q", [end for interval in values.intervals for end in interval])
        if not self._kernel.kernel_keep(self.handle, x, numbers):
            raise Contradiction

    def propagate_alone(self, constraint: FlatConstraint, *, costly: bool = True) -> None:
        """Call the propagator of a constraint once, which need not be one of the engine's. Conditions do not matter.

        Raises:
            Contradiction: it cannot hold within the domains.
        """
        if not self._kernel.kernel_propagate_alone(self.handle, self.numbers_alone([constraint])[0], costly):
            raise Contradiction

    def narrowed_alone(
        self, numbers: array[int], masks: Sequence[tuple[int, int]], *, costly: bool
    ) -> list[int] | None:
        """What some constraints, each with its condition, leave of some variables. The store stays as it is.

        Args:
            numbers: of constraints that need not be the engine's, see `numbers_alone`.
            masks: variables, with the values that each may have.

        Returns:
            For each of the variables what is left; ``None``: nothing.

        Raises:
            OutOfTime: the time limit came first.
        """
        left = _written(masks)
        if not self._narrow(numbers, left, costly, kept=False):
            return None
        found, at = [], 0
        for _ in masks:
            mask, at = mask_at(left, at + 1)
            found.append(mask)
        return found

    def _narrow(self, numbers: array[int], masks: array[int], costly: bool, *, kept: bool) -> bool:
        """Narrow by constraints until nothing changes. False: nothing is left."""
        begun = -1
        while (begun := self._kernel.kernel_narrow(self.handle, numbers, costly, kept, masks, begun, SLICE)) >= 0:
            if is_late():
                self.undo(begun)
                self.forget()
                raise OutOfTime
        return begun != _NOTHING

    def deductions_alone(
        self, numbers: array[int], masks: Sequence[tuple[int, int]], *, costly: bool
    ) -> Generator[Deduction]:
        """What `narrowed_alone` removes, in order and each with its reason, then the contradiction, if there is one.

        The store is narrowed until the iterator is closed. It ends at the first change of a variable without a mask.
        Reasons of conditional constraints are not known.

        Raises:
            OutOfTime: the time limit came first.
        """
        mark, first = self.mark(), self.mask
        begin = _masks_written(first)
        try:
            holds = self._narrow(numbers, _written(masks), costly, kept=True)
            culprit = self._kernel.kernel_culprit(self.handle)
            removals = self.removals(mark)
            self.undo(mark)
            for one in removals:
                if not one.before or not one.after:
                    return
                if one.cause >= 0:
                    gone = one.before & ~one.after
                    yield from self._by_rule(self._alone[one.cause], first, begin, one.variable, gone)
                self.put_all([(one.variable, one.after)])
            if not holds and culprit >= 0:
                yield from self._by_rule(self._alone[culprit], first, begin, -1, 1)
        finally:
            self.undo(mark)
            self.forget()

    def _by_rule(
        self, constraint: FlatConstraint, first: Sequence[int], begin: array[int], x: int, gone: int
    ) -> Iterator[Deduction]:
        """What a constraint removes with the domains as they are: at once, or value by value if several rules apply."""
        reason = Reason(gone, {})
        if not constraint.condition and all(first[y] for y in constraint.primitive.scope):
            reason = self._explained(constraint, begin, x, gone)
        if reason.rule is not None:
            yield Deduction(constraint, x, gone, reason)
            return
        for bit in single_bits(gone):
            yield Deduction(constraint, x, bit, self._explained(constraint, begin, x, bit))

    def explain_alone(self, constraint: FlatConstraint, first: Sequence[int], x: int, gone: int) -> Reason:
        """What a removal by a constraint follows from, with the domains as they are; all variables have masks.

        Args:
            first: by variable number the domain to begin with: what is outside of it needs no reason.
            x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.
        """
        return self._explained(constraint, _masks_written(first), x, gone)

    def _explained(self, constraint: FlatConstraint, begin: array[int], x: int, gone: int) -> Reason:
        asked = array("q", masked(gone)[1:])
        numbers = listed(
            self._kernel.kernel_explain, self.handle, self.numbers_alone([constraint])[0], x,
            asked, begin,
        )  # fmt: skip
        left, at = mask_at(numbers, 0)
        rule, place = numbers[at], numbers[at + 1]
        at += 2
        needed: dict[int, int] = {}
        while at < len(numbers):
            y = numbers[at]
            needed[y], at = mask_at(numbers, at + 1)
        name = constraint.primitive.rules[rule] if rule >= 0 else "" if rule == _NO_RULE else None
        return Reason(left, needed, name, place)

    # ── going back ───────────────────────────────────────────────────────────────────────────────

    def mark(self) -> int:
        """A point to come back to with `undo`."""
        found: int = self._kernel.kernel_mark(self.handle)
        return found

    def forget(self) -> None:
        """Forget which domains have changed: the changes have been undone."""
        self._kernel.kernel_forget(self.handle)

    def undo(self, mark: int) -> None:
        """Restore all domains as they were at ``mark``. Then `Engine.forget` has to be called."""
        self._kernel.kernel_undo(self.handle, mark)

    def _changes(self, mark: int) -> list[tuple[int, int, int]]:
        """The changes since a mark: variable, cause, mask before."""
        numbers = listed(self._kernel.kernel_changes, self.handle, mark)
        found: list[tuple[int, int, int]] = []
        at = 0
        while at < len(numbers):
            x, cause = numbers[at], numbers[at + 1]
            before, at = mask_at(numbers, at + 2)
            found.append((x, cause, before))
        return found

    def removals(self, mark: int = 0) -> list[Removal]:
        """All that has been removed since ``mark``, in order, each with its reason.

        Raises:
            OutOfTime: the time limit came first.
        """
        later: dict[int, int] = {}
        found: list[Removal] = []
        changes, masks = self._changes(mark), self.mask
        for i in in_time(range(len(changes) - 1, -1, -1)):
            x, cause, before = changes[i]
            found.append(Removal(mark + i, x, before, later.get(x, masks[x]), cause))
            later[x] = before
        found.reverse()
        return found

    def masks_at(self, position: int) -> list[int]:
        """All masks as they were when the trail was so long: the values that a later removal could use."""
        masks = self.mask.copy()
        for x, _, before in reversed(self._changes(position)):
            masks[x] = before
        return masks


def _masks_written(masks: Iterable[int]) -> array[int]:
    """The masks of all variables."""
    return array("q", [number for mask in masks for number in masked(mask)])


def _written(masks: Iterable[tuple[int, int]]) -> array[int]:
    """Variables, each with its mask."""
    return array("q", [number for x, mask in masks for number in (x, *masked(mask))])
