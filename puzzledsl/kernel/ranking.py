"""Propagation of lines that are read as numbers and ranked.

Sorted by size, the numbers have places 0, 1, …; a line with a rank is at a known place. Bounds of the lines bound the
k-th smallest number, and the other way round (Bleuzen-Guernalec & Colmerauer, Optimal Narrowing of a Block of Sortings
in Optimal Time, Constraints 5, 2000), and the other lines have to be matched to the places left (López-Ortiz et al., A
Fast and Simple Algorithm for Bounds Consistency of the AllDifferent Constraint, IJCAI 2003).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
        self._padded = any(len(line) < self._length for line in lines)
        self._variables = list(dict.fromkeys([x for line in lines for x in line]))
        self._firsts = firsts
        self._possible = True
        count = len(lines)
        self._line_at = [-1] * count  # by place the line that is certainly there
        self._steps = [STRICT if ties == "none" else WEAK] * max(count - 1, 0)
        by_rank: dict[int, list[int]] = {}
        for i, rank in enumerate(ranks):
            if rank:
                by_rank.setdefault(rank, []).append(i)
        for rank, tied in by_rank.items():
            last = rank - 2 + len(tied)
            if rank < 1 or last >= count or (ties != "any" and len(tied) > 1):
                self._possible = False
                return
            for place, i in enumerate(tied, rank - 1):
                if self._line_at[place] >= 0:
                    self._possible = False
                    return
                self._line_at[place] = i
                if place < last:
                    self._steps[place] = EQUAL
        for rank in by_rank:
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
        if not self._length or not self._lines:
            if STRICT in self._steps:
                raise Contradiction
            return True
        low, high = (0, 0) if self._padded else (store.lo(self._variables[0]), store.hi(self._variables[0]))
        for x in self._variables:
            low = min(low, store.lo(x))
            high = max(high, store.hi(x))
        if high - low > SPAN:
            return False
        width = (high - low).bit_length()
        digits = self._digits(store, low)
        least = [_least(line, width) for line in digits]
        most = [_most(line, width) for line in digits]
        before_least, before_most = least.copy(), most.copy()
        for _ in range(MOST_ROUNDS):
            round_least, round_most = least.copy(), most.copy()
            self._narrow(digits, width, low, least, most)
            if least == round_least and most == round_most:
                break
        for i in range(len(self._lines)):
            if least[i] > before_least[i] or most[i] < before_most[i]:
                self._clip(store, i, low, width, least[i], most[i])
        return True

    def _digits(self, store: Store, low: int) -> list[list[int]]:
        """By line and position the values possible, as bits from ``low``."""
        masks: dict[int, int] = {}
        for x in self._variables:
            shift = store.base[x] - low
            mask = store.mask[x]
            if not mask:
                mask, shift = store.window(x, low, store.hi(x) - low + 1), 0
            masks[x] = mask << shift if shift >= 0 else mask >> -shift
        found: list[list[int]] = []
        for line in self._lines:
            padding = [1 << max(-low, 0)] * (self._length - len(line))
            found.append([*padding, *[masks[x] for x in line]])
        return found

    def _narrow(self, digits: list[list[int]], width: int, low: int, least: list[int], most: list[int]) -> None:
        """One round: bounds of places from those of lines, and the other way round."""
        count = len(least)
        line_at, steps = self._line_at, self._steps
        floors = sorted(least)
        ceilings = sorted(most)
        shift = width * (self._length - 1)
        for value, fewest, greatest in self._firsts:
            # So many lines begin with this digit or a smaller one.
            if greatest < count:
                floors[greatest] = max(floors[greatest], (value + 1 - low) << shift)
            if fewest > 0:
                ceilings[fewest - 1] = min(ceilings[fewest - 1], ((value + 1 - low) << shift) - 1)
        for place in range(count):
            if place:
                floors[place] = max(floors[place], floors[place - 1] + (steps[place - 1] == STRICT))
            i = line_at[place]
            if i >= 0:
                floors[place] = least[i] = _at_least(digits[i], width, max(floors[place], least[i]))
        for place in range(count - 1, -1, -1):
            if place < count - 1:
                ceilings[place] = min(ceilings[place], ceilings[place + 1] - (steps[place] == STRICT))
                if steps[place] == EQUAL:
                    floors[place] = max(floors[place], floors[place + 1])
            i = line_at[place]
            if i >= 0:
                least[i] = max(least[i], floors[place])
                ceilings[place] = most[i] = _at_most(digits[i], width, min(ceilings[place], most[i]))
            if floors[place] > ceilings[place]:
                raise Contradiction
        for place in range(1, count):
            i = line_at[place]
            if steps[place - 1] == EQUAL and i >= 0:
                ceilings[place] = min(ceilings[place], ceilings[place - 1])
                most[i] = min(most[i], ceilings[place])
        self._match(digits, width, floors, ceilings, least, most)

    def _match(
        self,
        digits: list[list[int]],
        width: int,
        floors: list[int],
        ceilings: list[int],
        least: list[int],
        most: list[int],
    ) -> None:
        """Match the lines without a rank to the places left, by bounds."""
        free, others = self._free, self._others
        count = len(free)
        if not count:
            return
        first = [0] * count
        last = [0] * count
        for k, i in enumerate(others):
            p = 0
            while p < count and ceilings[free[p]] < least[i]:
                p += 1
            q = count - 1
            while q >= 0 and floors[free[q]] > most[i]:
                q -= 1
            if p > q:
                raise Contradiction
            first[k], last[k] = p, q
        _hall(first, last)
        for k, i in enumerate(others):
            least[i] = _at_least(digits[i], width, max(least[i], floors[free[first[k]]]))
            most[i] = _at_most(digits[i], width, min(most[i], ceilings[free[last[k]]]))
            if least[i] > most[i]:
                raise Contradiction

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


def _least(line: list[int], width: int) -> int:
    number = 0
    for digit in line:
        number = number << width | ((digit & -digit).bit_length() - 1)
    return number


def _most(line: list[int], width: int) -> int:
    number = 0
    for digit in line:
        number = number << width | (digit.bit_length() - 1)
    return number


def _at_least(line: list[int], width: int, bound: int) -> int:
    """The smallest number of a line that is not smaller than the bound."""
    count = len(line)
    if bound <= 0:
        return _least(line, width)
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


def _at_most(line: list[int], width: int, bound: int) -> int:
    """The largest number of a line that is not larger than the bound."""
    count = len(line)
    if bound < 0:
        raise Contradiction
    if bound >> (width * count):
        return _most(line, width)
    digit_mask = (1 << width) - 1
    turn = -1  # the last position that can be smaller than in the bound, those before it being the same
    for p in range(count):
        digit = bound >> (width * (count - 1 - p)) & digit_mask
        if line[p] & ((1 << digit) - 1):
            turn = p
        if not line[p] >> digit & 1:
            break
    else:
        return bound
    if turn < 0:
        raise Contradiction
    number = bound >> (width * (count - turn))
    digit = bound >> (width * (count - 1 - turn)) & digit_mask
    number = number << width | ((line[turn] & ((1 << digit) - 1)).bit_length() - 1)
    for p in range(turn + 1, count):
        number = number << width | (line[p].bit_length() - 1)
    return number


def _hall(first: list[int], last: list[int]) -> None:
    """Narrow intervals of so many places that each takes a place of its own: Puget, A Fast Algorithm for the Bound
    Consistency of Alldiff Constraints (AAAI 1998)."""
    count = len(first)
    changed = True
    while changed:
        changed = False
        for start in range(count):
            within = 0
            by_end = [0] * count
            for k in range(count):
                if first[k] >= start:
                    by_end[last[k]] += 1
            for end in range(start, count):
                within += by_end[end]
                size = end - start + 1
                if within > size:
                    raise Contradiction
                if within == size and size < count:
                    for k in range(count):
                        if first[k] >= start and last[k] <= end:
                            continue
                        if start <= first[k] <= end:
                            first[k] = end + 1
                            changed = True
                        if start <= last[k] <= end:
                            last[k] = start - 1
                            changed = True
                        if first[k] > last[k]:
                            raise Contradiction
                    if changed:
                        break
            if changed:
                break
