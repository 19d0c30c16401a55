"""Why the values of a line that an automaton reads are gone.

Gange, Stuckey & Szymanek, MDD Propagators with Explanation (Constraints 16, 2011): find, backwards, the nodes that lead
to the end within the domains. Then walk forwards from the start and give back all values that are gone, except those
that would lead to such a node: these are needed, each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.paths import Network


class Places:
    """The values of a line as the automaton reads them, by place.

    Attributes:
        present: the values within the domains; of the variable that is asked about, those that are.
        absent: the values that are gone, and not known to be needed.
        shifts: by how much to shift them to have bits from the base of the variable.
    """

    __slots__ = ("absent", "present", "shifts")

    def __init__(self, why: Explanation, variables: Sequence[int], base: int, width: int, x: int, gone: int) -> None:
        self.present: list[int] = []
        self.absent: list[int] = []
        self.shifts: list[int] = []
        readable = (1 << width) - 1
        for y in variables:
            shift = base - why.base[y]
            mask = gone if y == x else why.masks[y]
            absent = 0 if y == x else why.first[y] & ~mask & ~why.needed[y]
            if shift >= 0:
                mask >>= shift
                absent >>= shift
            else:
                mask <<= -shift
                absent <<= -shift
            self.present.append(mask & readable)
            self.absent.append(absent & readable)
            self.shifts.append(shift)

    def need(self, why: Explanation, y: int, place: int, values: int) -> None:
        """Note that some values are needed to be gone."""
        shift = self.shifts[place]
        why.need(y, values << shift if shift >= 0 else values >> -shift)


def explain_paths(why: Explanation, paths: Network, variables: Sequence[int], places: Places) -> bool:
    """Explain why there is no path within the domains of at least one variable; False: there is one."""
    arcs, present, absent = paths.arcs, places.present, places.absent
    if not arcs[0]:
        return True
    sizes = paths.widths
    leading: list[list[int]] = [[1]]  # from the end on, by node 1 for those that lead to the end
    first = len(arcs)  # the first place before which nodes lead to the end
    leads = True
    while leads and first:
        first -= 1
        mask, leads = present[first], False
        targets, sources = leading[-1], [0] * sizes[first]
        for arc in arcs[first]:
            if arc.values & mask and targets[arc.target]:
                sources[arc.source] = 1
                leads = True
        leading.append(sources)
    if leads:
        return False
    leading.pop()
    whole = True  # whether all nodes of the place are reached; then they are not marked
    reached: list[int] = []
    for i, y in enumerate(variables):
        rest = absent[i]
        if rest and i >= first:
            needed = 0
            targets = leading[len(arcs) - 1 - i]
            for arc in arcs[i]:
                if arc.values & rest and targets[arc.target] and (whole or reached[arc.source]):
                    needed |= arc.values & rest
            if needed:
                places.need(why, y, i, needed)
                rest ^= needed
        rest |= present[i]
        if whole and not paths.values[i] & ~rest:
            continue
        following = [0] * sizes[i + 1]
        for arc in arcs[i]:
            if arc.values & rest and (whole or reached[arc.source]):
                following[arc.target] = 1
        reached = following
        whole = False
    return True
