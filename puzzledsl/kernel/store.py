"""Domains that shrink, in the kernel: what may be asked of them, and done to them, from Python.

A domain that spans at most `SPAN` values is a bit mask, bit ``v - base`` for the value ``v``; a wider one is a list of
intervals, and becomes a mask as soon as it is narrow enough. Variables with values in 0..63 all have base 0, so that
their masks may be combined without a shift.
"""

from __future__ import annotations

from array import array
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.domain import Domain
from puzzledsl.kernel.flat_numbers import ALONE, RETIRED, FlatNumbers
from puzzledsl.kernel.library import library, listed, mask_at, masked, memory_limit
from puzzledsl.kernel.masks import bits, mask_of
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction

    from puzzledsl.flat import FlatConstraint, FlatVariable, Literal

SPAN = 20_000
"""The widest domain (largest minus smallest value) that is kept as a mask; `store.hpp` has the same."""

ASSUMED = -1
"""The cause of a change that no constraint has made: a given, a branch of a search."""

REFUTED = -2
"""The cause of a change that no single constraint has made: assuming otherwise has led to a contradiction."""

_DAMAGED, _CONTRADICTION = 1, 2
"""How the kernel has taken in a part of a model, besides 0."""


class Removal(NamedTuple):
    """One step of propagation: what a constraint left of a domain.

    Attributes:
        position: on the trail; the domains that the constraint saw are those of `Store.masks_at` there.
        variable: whose domain became smaller.
        before, after: its mask until then and from then on (see `Store.base`); 0 for a wide variable.
        cause: the number of the constraint in its `Engine`, or `ASSUMED`, or `REFUTED`.
    """

    position: int
    variable: int
    before: int
    after: int
    cause: int


class Contradiction(Exception):  # noqa: N818 - an answer, not a failure
    """No value is left for a variable, or a constraint cannot hold."""


class Store:
    """Domains of all variables of a flat model, with a trail to go back on.

    Attributes:
        handle: of the kernel's model.
        reals: bounds of the real variables. They never change.
    """

    def __init__(self, variables: Sequence[FlatVariable]) -> None:
        """
        Raises:
            Contradiction: a domain is empty from the start.
            OutOfTime: the time limit came first.
        """
        self._kernel = library()
        self.handle: int = self._kernel.kernel_new(memory_limit())
        self.reals: dict[int, tuple[int | Fraction | None, int | Fraction | None]] = {
            x: variable.bounds for x, variable in enumerate(variables) if variable.bounds is not None
        }
        self._count = len(variables)
        self._numbers = FlatNumbers(variables, SPAN)
        self._version = -1
        self._room = self._count
        self._mask: list[int] = []
        self._base: list[int] = []
        self._alone: dict[int, tuple[object, int]] = {}
        self._take(self._numbers.written(variables, (), {}))

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

    def _number_alone(self, constraint: FlatConstraint) -> int:
        """The number of a constraint among those that the engine does not know."""
        known = self._alone.get(id(constraint))
        if known is None:
            known = (constraint, len(self._alone))  # which keeps it alive, and its id with it
            self._alone[id(constraint)] = known
            self._take(self._numbers.written((), [constraint], {0: ALONE}))
        return known[1]

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    @property
    def mask(self) -> list[int]:
        """By variable number its values as bits from ``base``; 0 for a wide or a real variable. A copy for reading."""
        version = self._kernel.kernel_version(self.handle)
        if version != self._version:
            self._look()
            self._version = version
        return self._mask

    @property
    def base(self) -> list[int]:
        """By variable number the value of bit 0 (meaningless while ``mask`` is 0). A copy for reading."""
        return self._base if self.mask else []

    def _look(self) -> None:
        bases, sizes = array("q", bytes(8 * self._count)), array("q", bytes(8 * self._count))
        words = listed(self._kernel.kernel_masks, self.handle, bases, sizes, room=self._room)
        self._base, self._room = bases.tolist(), len(words)
        raw = words.tobytes()
        if len(words) == self._count:
            self._mask = array("Q", raw).tolist()
            return
        ends = [8 * end for end in accumulate(sizes, initial=0)]
        self._mask = [int.from_bytes(raw[begin:end], "little") for begin, end in pairwise(ends)]

    def lo(self, x: int) -> int:
        """The smallest value of an integer variable."""
        found: int = self._kernel.kernel_lo(self.handle, x)
        return found

    def hi(self, x: int) -> int:
        """The largest value of an integer variable."""
        found: int = self._kernel.kernel_hi(self.handle, x)
        return found

    def size(self, x: int) -> int:
        """Number of values."""
        found: int = self._kernel.kernel_size(self.handle, x)
        return found

    def is_fixed(self, x: int) -> bool:
        """Whether one value is left. Never true of a real variable."""
        return self.size(x) == 1

    def only_values(self, count: int) -> tuple[int, ...] | None:
        """The values of the first ``count`` variables if each has only one left."""
        masks = self.mask[:count]
        for mask in masks:
            if mask & (mask - 1) or not mask:
                return None
        return tuple([base + mask.bit_length() - 1 for mask, base in zip(masks, self._base, strict=False)])

    def has(self, x: int, v: int) -> bool:
        """Whether ``v`` is still a value of ``x``."""
        return bool(self._kernel.kernel_contains(self.handle, x, v))

    def values(self, x: int) -> Iterator[int]:
        """The values left, ascending."""
        mask = self.mask[x]
        if not mask:
            yield from self.domain(x)
            return
        base = self._base[x]
        for position in bits(mask):
            yield base + position

    def domain(self, x: int) -> Domain:
        """The values left; for a real variable the empty domain."""
        numbers = listed(self._kernel.kernel_domain, self.handle, x)
        return Domain(tuple(zip(numbers[::2], numbers[1::2], strict=True)))

    def window(self, x: int, base: int, width: int) -> int:
        """The values of ``x`` within ``base … base + width - 1`` as bits from ``base``."""
        mask = self.mask[x]
        if not mask:
            return mask_of(self.domain(x).between(base, base + width - 1), base, width)
        shift = self._base[x] - base
        if shift >= width:  # a shift may be 10^12: too many bits for any memory
            return 0
        return (mask << shift if shift >= 0 else mask >> -shift) & ((1 << width) - 1)

    def entailed(self, literal: Literal) -> bool | None:
        """True or False when the literal is decided, None when both are possible."""
        found = self._with_domain(self._kernel.kernel_entailed, literal.variable, literal.values)
        return None if found < 0 else bool(found)

    def meaning(self, literal: Literal) -> int:
        """The mask of a literal's values from its variable's base."""
        x = literal.variable
        mask = self.mask[x]
        return mask_of(literal.values, self._base[x], SPAN + 64) if mask else 0

    # ── narrowing; each raises Contradiction when no value is left ───────────────────────────────

    @property
    def cause(self) -> int:
        """What is noted with each change as its reason, until it is set again."""
        return self._cause

    @cause.setter
    def cause(self, cause: int) -> None:
        self._cause = cause
        self._kernel.kernel_cause(self.handle, cause)

    _cause = ASSUMED

    def put(self, x: int, mask: int) -> None:
        """Replace the mask of ``x`` by a part of it (not checked). For a variable that has a mask."""
        size = (mask.bit_length() + 63) // 64
        words = array("Q", mask.to_bytes(8 * size, "little"))
        if not self._kernel.kernel_put(self.handle, x, words):
            raise Contradiction

    def at_least(self, x: int, v: int) -> None:
        """Remove the values below ``v``."""
        if not self._kernel.kernel_at_least(self.handle, x, v):
            raise Contradiction

    def at_most(self, x: int, v: int) -> None:
        """Remove the values above ``v``."""
        if not self._kernel.kernel_at_most(self.handle, x, v):
            raise Contradiction

    def remove(self, x: int, v: int) -> None:
        """Remove one value."""
        if not self._kernel.kernel_remove(self.handle, x, v):
            raise Contradiction

    def fix(self, x: int, v: int) -> None:
        """Leave one value."""
        if not self._kernel.kernel_fix(self.handle, x, v):
            raise Contradiction

    def keep(self, x: int, values: Domain) -> None:
        """Remove the values outside ``values``."""
        if not self._with_domain(self._kernel.kernel_keep, x, values):
            raise Contradiction

    def require(self, literal: Literal) -> None:
        """Make a literal true."""
        self.keep(literal.variable, literal.values)

    def forbid(self, literal: Literal) -> None:
        """Make a literal false."""
        if not self._with_domain(self._kernel.kernel_discard, literal.variable, literal.values):
            raise Contradiction

    def _with_domain(self, function: Callable[..., int], x: int, values: Domain) -> int:
        numbers = array("q", [end for interval in values.intervals for end in interval])
        return function(self.handle, x, numbers)

    def propagate_alone(self, constraint: FlatConstraint, *, costly: bool = True) -> None:
        """Call the propagator of a constraint once, which need not be one of the engine's. Conditions do not matter.

        Raises:
            Contradiction: it cannot hold within the domains.
        """
        if not self._kernel.kernel_propagate_alone(self.handle, self._number_alone(constraint), costly):
            raise Contradiction

    def explain_alone(
        self, constraint: FlatConstraint, first: Sequence[int], x: int, gone: int
    ) -> tuple[int, dict[int, int]]:
        """What a removal by a constraint follows from, with the domains as they are; all variables have masks.

        Args:
            first: by variable number the domain to begin with: what is outside of it needs no reason.
            x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

        Returns:
            The values that are not explained, and by variable those that have to be gone.
        """
        begin = array("q", [number for mask in first for number in masked(mask)])
        asked = array("q", masked(gone)[1:])
        numbers = listed(
            self._kernel.kernel_explain, self.handle, self._number_alone(constraint), x,
            asked, begin,
        )  # fmt: skip
        left, at = mask_at(numbers, 0)
        needed: dict[int, int] = {}
        while at < len(numbers):
            y = numbers[at]
            needed[y], at = mask_at(numbers, at + 1)
        return left, needed

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

    def masks_since(self, mark: int) -> dict[int, int]:
        """The variables with a mask at ``mark`` that have changed since, with the masks they have now."""
        masks, changed = self.mask, {}
        changes = self._changes(mark)
        for x, _, before in changes:
            if before:
                changed[x] = masks[x]
        for x, _, before in changes:
            if not before:
                changed.pop(x, None)
        return changed

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
