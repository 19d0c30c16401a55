"""Propagation of lines that are read as numbers and ranked.

Sorted by size, the numbers have places 0, 1, …; a line with a rank is at a known place. Bounds of the lines bound the
k-th smallest number, and the other way round (Bleuzen-Guernalec & Colmerauer, Optimal Narrowing of a Block of Sortings
in Optimal Time, Constraints 5, 2000), and the other lines have to be matched to the remaining places. Upper bounds are
lower bounds of the mirrored problem: its digits are ``base - 1 - digit``, and its places run from last to first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.matching import filter_by_matching, separate
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from puzzledsl.kernel.store import Store

EQUAL, WEAK, STRICT = 0, 1, 2
"""How the number at a place compares with the next one: the same, at most as large, smaller."""

MOST_ROUNDS = 8
"""Bounds of lines and places are narrowed by each other so often in one call."""


class Ranking:
    """The lines of one ranking; see `primitives.ranking` for the arguments."""

    def __init__(
        self,
        lines: tuple[tuple[int, ...], ...],
        ranks: tuple[int, ...],
        ties: str,
        firsts: tuple[tuple[int, int, int], ...],
    ) -> None:
        self._lines = lines
        self._length = max([len(line) for line in lines], default=0)
        self._variables = list(dict.fromkeys([x for line in lines for x in line]))
        self._firsts = firsts
        self._possible = True
        count = len(lines)
        self._line_at = [-1] * count  # by place the line that is certainly there
        self._steps = [STRICT if ties == "none" else WEAK] * max(count - 1, 0)
        for rank in sorted(set(ranks) - {0}):
            tied = [i for i, one in enumerate(ranks) if one == rank]
            last = rank - 2 + len(tied)
            if (
                rank < 1
                or last >= count
                or (ties != "any" and len(tied) > 1)
                or max(self._line_at[rank - 1 : last + 1]) >= 0
            ):
                self._possible = False
                return
            self._line_at[rank - 1 : last + 1] = tied
            self._steps[rank - 1 : last] = [EQUAL] * (len(tied) - 1)
            if rank > 1:
                self._steps[rank - 2] = STRICT
            if ties != "any" and rank < count:
                self._steps[rank - 1] = STRICT
        self._others = [i for i, rank in enumerate(ranks) if not rank]
        self._free = [place for place in range(count) if self._line_at[place] < 0]

    def propagate(self, store: Store) -> bool:
        """Narrow the lines to their bounds. False where values are so far apart that nothing is done.

        Raises:
            Contradiction: the ranks are impossible within the domains.
        """
        if not self._possible:
            raise Contradiction
        if not self._length:
            if STRICT in self._steps:
                raise Contradiction
            return True
        ends = [0] if any(len(line) < self._length for line in self._lines) else []
        low = min([*ends, *[store.lo(x) for x in self._variables]])
        high = max([*ends, *[store.hi(x) for x in self._variables]])
        if high - low > SPAN:
            return False
        width = (high - low).bit_length()
        digits = self._digits(store, low)
        sides = [digits, [[_mirrored(mask, width) for mask in line] for line in digits]]
        bounds = [[_at_least(line, width, 0) for line in side] for side in sides]
        before = [list(bound) for bound in bounds]
        for _ in range(MOST_ROUNDS):
            earlier = [list(bound) for bound in bounds]
            self._narrow(sides, width, low, bounds)
            if bounds == earlier:
                break
        top = (1 << width * self._length) - 1
        for i in range(len(self._lines)):
            if bounds[0][i] > before[0][i] or bounds[1][i] > before[1][i]:
                self._clip(store, i, low, width, bounds[0][i], top - bounds[1][i])
        return True

    def _digits(self, store: Store, low: int) -> list[list[int]]:
        """By line and position the values possible, as bits from ``low``."""
        masks = {x: store.window(x, low, store.hi(x) - low + 1) for x in self._variables}
        return [[1 << max(-low, 0)] * (self._length - len(line)) + [masks[x] for x in line] for line in self._lines]

    def _narrow(self, sides: list[list[list[int]]], width: int, low: int, bounds: list[list[int]]) -> None:
        """One round: bounds of places from those of lines, and the other way round.

        Args:
            sides: the digits of all lines, as they are and mirrored.
            bounds: by side, the least numbers of the lines.
        """
        count = len(self._lines)
        top = (1 << width * self._length) - 1
        shift = width * (self._length - 1)
        floors = [sorted(bounds[0]), sorted(bounds[1])]
        for value, fewest, greatest in self._firsts:
            # So many lines begin with this digit or a smaller one.
            following = (value + 1 - low) << shift
            if greatest < count:
                floors[0][greatest] = max(floors[0][greatest], following)
            if fewest > 0:
                floors[1][count - fewest] = max(floors[1][count - fewest], top - following + 1)
        self._raise(sides[0], width, floors[0], bounds[0], self._line_at, self._steps)
        self._raise(sides[1], width, floors[1], bounds[1], self._line_at[::-1], self._steps[::-1])
        ceilings = [top - floor for floor in reversed(floors[1])]
        if any(floor > ceiling for floor, ceiling in zip(floors[0], ceilings, strict=True)):
            raise Contradiction
        places: list[int] = []  # by line without a rank, those of the free places where it may be, as bits
        for i in self._others:
            possible = 0
            for k, place in enumerate(self._free):
                if ceilings[place] >= bounds[0][i] and floors[0][place] <= top - bounds[1][i]:
                    possible |= 1 << k
            if not possible:
                raise Contradiction
            places.append(possible)
        separate(places)
        filter_by_matching(places)
        for i, possible in zip(self._others, places, strict=True):
            first, last = self._free[(possible & -possible).bit_length() - 1], self._free[possible.bit_length() - 1]
            for side, floor in ((0, floors[0][first]), (1, top - ceilings[last])):
                bounds[side][i] = _at_least(sides[side][i], width, max(bounds[side][i], floor))
            if bounds[0][i] > top - bounds[1][i]:
                raise Contradiction

    def _raise(
        self,
        digits: list[list[int]],
        width: int,
        floors: list[int],
        least: list[int],
        line_at: list[int],
        steps: list[int],
    ) -> None:
        """Raise the bounds of places, and of the lines there, by those of the places before them."""
        for place, i in enumerate(line_at):
            if place:
                floors[place] = max(floors[place], floors[place - 1] + (steps[place - 1] == STRICT))
            if i >= 0:
                floors[place] = least[i] = _at_least(digits[i], width, max(floors[place], least[i]))
        for place in range(len(steps) - 1, -1, -1):
            if steps[place] == EQUAL:
                floors[place] = least[line_at[place]] = floors[place + 1]

    def _clip(self, store: Store, i: int, low: int, width: int, least: int, most: int) -> None:
        """Narrow the cells of a line to the numbers between two that it can be."""
        line = self._lines[i]
        digit = (1 << width) - 1
        for position in range(len(line)):
            shift = width * (len(line) - 1 - position)
            below, above = least >> shift & digit, most >> shift & digit
            x = line[position]
            store.at_least(x, below + low)
            store.at_most(x, above + low)
            if below != above:
                return


def _mirrored(mask: int, width: int) -> int:
    """The digits ``base - 1 - digit``, the base having so many bits."""
    return int(f"{mask:0{1 << width}b}"[::-1], 2)


def _at_least(line: list[int], width: int, bound: int) -> int:
    """The smallest number of a line that is not smaller than the bound."""
    count = len(line)
    if bound >> (width * count):
        raise Contradiction
    digit_mask = (1 << width) - 1
    turn = -1  # the last position that can be larger than in the bound, those before it being the same
    for p in range(count):
        digit = bound >> (width * (count - 1 - p)) & digit_mask
        if line[p] >> (digit + 1):
            turn = p
        if not line[p] >> digit & 1:
            break
    else:
        return bound
    if turn < 0:
        raise Contradiction
    number = bound >> (width * (count - turn))
    digit = bound >> (width * (count - 1 - turn)) & digit_mask
    larger = line[turn] >> (digit + 1)
    number = number << width | (digit + (larger & -larger).bit_length())
    for p in range(turn + 1, count):
        number = number << width | ((line[p] & -line[p]).bit_length() - 1)
    return number
