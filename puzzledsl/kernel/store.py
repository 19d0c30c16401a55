"""Domains that shrink: the state that propagators work on.

A domain that spans at most `SPAN` values is a bit mask in a Python integer, bit ``v - base`` for the value
``v``; a wider one is a pair of bounds, and becomes a mask as soon as it is narrow enough. Variables with values
in 0..63 all have base 0, so that their masks may be combined without a shift.

This is the hottest code of the solver. `Store.mask` and `Store.base` may be read directly; every change goes through
a method, so that it is on the trail and in `Store.touched`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from puzzledsl.domain import Domain
from puzzledsl.kernel.masks import bits, domain_of, mask_of
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from fractions import Fraction

    from puzzledsl.flat import FlatVariable, Literal

SPAN = 20_000
"""The widest domain (largest minus smallest value) that is kept as a mask."""

MOST_INTERVALS = 1_000
"""No hole is made in a wide domain of so many parts; its ends are still narrowed. It may have more to begin with."""

_COMMON = 64

T = TypeVar("T")


ASSUMED = -1
"""The cause of a change that no constraint has made: a given, a branch of a search."""

REFUTED = -2
"""The cause of a change that no single constraint has made: assuming otherwise has led to a contradiction."""


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
        mask: by variable number its values as bits from ``base``; 0 for a wide or a real variable.
        base: by variable number the value of bit 0 (meaningless while ``mask`` is 0).
        reals: bounds of the real variables. They never change.
        touched: numbers of the variables whose domains changed, in order, with repetitions. `Engine` empties it.
        costly: whether propagators apply their costly rules too.
        cause: what is noted with each change as its reason: the number of the constraint at work, or `ASSUMED`.
        shared: what propagators of this engine remember together, by what it is about.
    """

    __slots__ = (
        "_left",
        "_literals",
        "_trail",
        "_wide",
        "base",
        "cause",
        "costly",
        "mask",
        "reals",
        "shared",
        "touched",
    )

    def __init__(self, variables: Sequence[FlatVariable]) -> None:
        """
        Raises:
            Contradiction: a domain is empty from the start.
            OutOfTime: the time limit came first.
        """
        self.mask: list[int] = []
        self.base: list[int] = []
        self.reals: dict[int, tuple[int | Fraction | None, int | Fraction | None]] = {}
        self.touched: list[int] = []
        self.costly = True
        self._left = [variable.domain for variable in variables]  # by variable without a mask, its values
        self.cause = ASSUMED
        self.shared: dict[object, object] = {}
        self._trail: list[tuple[int, int, int]] = []  # variable, mask before, cause
        self._wide: list[Domain] = []  # values before, for each entry of the trail without a mask
        self._literals: dict[int, tuple[Literal, int, int]] = {}
        known: dict[Domain, tuple[int, int]] = {}  # whose hashes are worked out once
        for number, variable in enumerate(in_time(variables)):
            entry = known.get(variable.domain)
            if variable.bounds is not None:
                self.reals[number] = variable.bounds
                entry = (0, 0)
            elif not variable.domain.intervals:
                raise Contradiction
            elif entry is None:
                entry = known[variable.domain] = _as_bits(variable.domain)
            self.mask.append(entry[0])
            self.base.append(entry[1])

    def owned(self, owner: object, make: Callable[..., T], *arguments: Any) -> T:
        """What a constraint changes while it works in this store: constraints themselves never change.

        Args:
            make: what makes it when it is first requested, of the arguments.
        """
        key = (id(owner), make)
        found: Any = self.shared.get(key)
        if found is None:
            found = self.shared[key] = (owner, make(*arguments))  # with its owner, whose number no other may get
        made: T = found[1]
        return made

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    def lo(self, x: int) -> int:
        """The smallest value of an integer variable."""
        mask = self.mask[x]
        return self.base[x] + (mask & -mask).bit_length() - 1 if mask else self._left[x].lo

    def hi(self, x: int) -> int:
        """The largest value of an integer variable."""
        mask = self.mask[x]
        return self.base[x] + mask.bit_length() - 1 if mask else self._left[x].hi

    def size(self, x: int) -> int:
        """Number of values."""
        mask = self.mask[x]
        return mask.bit_count() if mask else self._left[x].size

    def is_fixed(self, x: int) -> bool:
        """Whether one value is left. Never true of a real variable."""
        mask = self.mask[x]
        return mask != 0 and not mask & (mask - 1)  # a single value has a mask, however large it is

    def only_values(self, count: int) -> tuple[int, ...] | None:
        """The values of the first ``count`` variables if each has only one left."""
        values = []
        for x in range(count):
            mask = self.mask[x]
            if mask & (mask - 1) or not mask:
                return None
            values.append(self.lo(x))
        return tuple(values)

    def has(self, x: int, v: int) -> bool:
        """Whether ``v`` is still a value of ``x``."""
        mask = self.mask[x]
        if mask:
            v -= self.base[x]
            return v >= 0 and bool(mask >> v & 1)
        return v in self._left[x]

    def values(self, x: int) -> Iterator[int]:
        """The values left, ascending."""
        mask = self.mask[x]
        if not mask:
            yield from self.domain(x)
            return
        base = self.base[x]
        for position in bits(mask):
            yield base + position

    def domain(self, x: int) -> Domain:
        """The values left; for a real variable the empty domain."""
        mask = self.mask[x]
        if mask:
            return domain_of(mask, self.base[x])
        return self._left[x]

    def window(self, x: int, base: int, width: int) -> int:
        """The values of ``x`` within ``base … base + width - 1`` as bits from ``base``."""
        mask = self.mask[x]
        if mask:
            shift = self.base[x] - base
            if shift >= width:  # a shift may be 10^12: too many bits for any memory
                return 0
            mask = mask << shift if shift >= 0 else mask >> -shift
            return mask & ((1 << width) - 1)
        return mask_of(self._left[x].between(base, base + width - 1), base, width)

    def entailed(self, literal: Literal) -> bool | None:
        """True or False when the literal is decided, None when both are possible."""
        x = literal.variable
        mask = self.mask[x]
        if mask:
            meant = mask & self.meaning(literal)
            return False if not meant else True if meant == mask else None
        left = self.domain(x)
        if not left & literal.values:
            return False
        return None if left - literal.values else True

    def meaning(self, literal: Literal) -> int:
        """The mask of a literal's values from its variable's base."""
        entry = self._literals.get(id(literal))  # the entry keeps the literal alive, and its id with it
        base = self.base[literal.variable]
        if entry is None or entry[1] != base:
            entry = (literal, base, mask_of(literal.values, base, SPAN + _COMMON))
            self._literals[id(literal)] = entry
        return entry[2]

    # ── narrowing; each raises Contradiction when no value is left ───────────────────────────────

    def put(self, x: int, mask: int) -> None:
        """Replace the mask of ``x`` by a part of it (not checked). For a variable that has a mask."""
        old = self.mask[x]
        if mask == old:
            return
        if not mask:
            raise Contradiction
        self._trail.append((x, old, self.cause))
        self.mask[x] = mask
        self.touched.append(x)

    def _leave(self, x: int, left: Domain) -> None:
        """Replace the values of a wide variable by a part of them."""
        before = self._left[x]
        if left is before or left.intervals == before.intervals:
            return
        if not left.intervals:
            raise Contradiction
        low, high = left.intervals[0][0], left.intervals[-1][1]
        if len(left.intervals) > max(MOST_INTERVALS, len(before.intervals)) and high - low > SPAN:
            left = before.between(low, high)
            if left is before:
                return
        self._trail.append((x, 0, self.cause))
        self._wide.append(before)
        self._left[x] = left
        self.mask[x], self.base[x] = _as_bits(left)
        self.touched.append(x)

    def at_least(self, x: int, v: int) -> None:
        """Remove the values below ``v``."""
        mask = self.mask[x]
        if mask:
            shift = v - self.base[x]
            if shift > 0:
                self.put(x, mask >> shift << shift)
        else:
            self._leave(x, self._left[x].between(v, self._left[x].hi))

    def at_most(self, x: int, v: int) -> None:
        """Remove the values above ``v``."""
        mask = self.mask[x]
        if mask:
            width = v - self.base[x] + 1
            if width < mask.bit_length():
                self.put(x, mask & ((1 << width) - 1) if width > 0 else 0)
        else:
            self._leave(x, self._left[x].between(self._left[x].lo, v))

    def remove(self, x: int, v: int) -> None:
        """Remove one value."""
        mask = self.mask[x]
        if mask:
            shift = v - self.base[x]
            if shift >= 0 and mask >> shift & 1:
                self.put(x, mask ^ (1 << shift))
        elif v in self._left[x]:
            self._leave(x, self._left[x] - Domain.range(v, v))

    def fix(self, x: int, v: int) -> None:
        """Leave one value."""
        mask = self.mask[x]
        if mask:
            shift = v - self.base[x]
            self.put(x, mask & (1 << shift) if shift >= 0 else 0)
        else:
            self._leave(x, self._left[x].between(v, v))

    def keep(self, x: int, values: Domain) -> None:
        """Remove the values outside ``values``."""
        mask = self.mask[x]
        if mask:
            self.put(x, mask & mask_of(values, self.base[x], mask.bit_length()))
            return
        self._leave(x, self._left[x] & values)

    def keep_window(self, x: int, base: int, mask: int) -> None:
        """Remove the values ``v`` whose bit ``v - base`` is not in ``mask``."""
        own = self.mask[x]
        if own:
            shift = base - self.base[x]
            if shift >= own.bit_length():
                raise Contradiction
            self.put(x, own & (mask << shift if shift >= 0 else mask >> -shift))
        else:
            self._leave(x, self._left[x] & domain_of(mask, base))

    def require(self, literal: Literal) -> None:
        """Make a literal true."""
        x = literal.variable
        if self.mask[x]:
            self.put(x, self.mask[x] & self.meaning(literal))
        else:
            self.keep(x, literal.values)

    def forbid(self, literal: Literal) -> None:
        """Make a literal false."""
        x = literal.variable
        if self.mask[x]:
            self.put(x, self.mask[x] & ~self.meaning(literal))
            return
        self._leave(x, self._left[x] - literal.values)

    # ── going back ───────────────────────────────────────────────────────────────────────────────

    def mark(self) -> int:
        """A point to come back to with `undo`."""
        return len(self._trail)

    def entry(self, length: int) -> object:
        """The last entry of the trail when it had this length; see `has_entry`."""
        trail: list[Any] = self._trail
        return trail[length - 1]

    def has_entry(self, length: int, entry: object) -> bool:
        """Whether the trail still has an entry that was its last when it had this length.

        Then nothing has been undone beyond it since: each domain is what it was then, or narrower.
        """
        trail: list[Any] = self._trail
        return length <= len(trail) and trail[length - 1] is entry

    def masks_since(self, mark: int) -> dict[int, int]:
        """The variables with a mask at ``mark`` that have changed since, with the masks they have now."""
        masks = self.mask
        changed = {entry[0]: masks[entry[0]] for entry in self._trail[mark:] if entry[1]}
        if self._wide:
            for entry in self._trail[mark:]:
                if not entry[1]:
                    changed.pop(entry[0], None)
        return changed

    def change(self, position: int) -> tuple[int, int, int]:
        """What stands there on the trail: a variable, its mask before the change, and the cause."""
        return self._trail[position]

    def mask_after(self, position: int) -> int:
        """The mask that the change there on the trail has left of its variable."""
        x = self._trail[position][0]
        for later in range(position + 1, len(self._trail)):
            if self._trail[later][0] == x:
                return self._trail[later][1]
        return self.mask[x]

    def removals(self, mark: int = 0) -> list[Removal]:
        """All that has been removed since ``mark``, in order, each with its reason.

        Raises:
            OutOfTime: the time limit came first.
        """
        later: dict[int, int] = {}
        found: list[Removal] = []
        for position in in_time(range(len(self._trail) - 1, mark - 1, -1)):
            x, old, cause = self._trail[position]
            found.append(Removal(position, x, old, later.get(x, self.mask[x]), cause))
            later[x] = old
        found.reverse()
        return found

    def masks_at(self, position: int) -> list[int]:
        """All masks as they were when the trail was so long: the values that a later removal could use."""
        masks = self.mask.copy()
        for x, old, _ in reversed(self._trail[position:]):
            masks[x] = old
        return masks

    def undo(self, mark: int) -> None:
        """Restore all domains as they were at ``mark``. Does not empty ``touched``."""
        trail = self._trail
        mask = self.mask
        while len(trail) > mark:
            x, old, _ = trail.pop()
            mask[x] = old
            if not old:
                self._left[x] = self._wide.pop()


def _as_bits(domain: Domain) -> tuple[int, int]:
    """The mask of a domain that has values, 0 if it is wide; and its base."""
    lo, hi = domain.lo, domain.hi
    base = 0 if lo >= 0 and hi < _COMMON else lo
    return mask_of(domain, base, hi - base + 1) if hi - lo <= SPAN else 0, base
