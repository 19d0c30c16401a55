"""Decision diagrams: the words of one length that an automaton accepts, and the rows of a table, as paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.kernel.masks import bits, domain_of, mask_of
from puzzledsl.kernel.store import SPAN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


MOST_ARCS = 100_000
"""An automaton that has more of them in a line is unrolled in each call, once its domains are narrow enough."""

EVERYTHING = -1
"""A mask of all values there are."""

COMMON = 64
"""Values below it, none negative, are bits from 0 on, as in the store: nothing has to be shifted."""


class Arc:
    """The values (as a mask) that lead from a node to one at the next place; nodes are numbered within their place."""

    __slots__ = ("source", "target", "values")

    def __init__(self, values: int, source: int, target: int) -> None:
        self.values = values
        self.source = source
        self.target = target


class Diagram:
    """Words as paths. It never changes, so that engines in several threads may share it.

    Attributes:
        arcs: by place. Each is on a path from the start to the end; no two nodes of a place have the same endings.
        widths: nodes by place, and at the end.
        values: by place those of all arcs.
    """

    __slots__ = ("arcs", "values", "widths")

    def __init__(self, arcs: list[list[Arc]], widths: list[int]) -> None:
        self.arcs = arcs
        self.widths = widths
        self.values: list[int] = []
        for one in arcs:
            union = 0
            for arc in one:
                union |= arc.values
            self.values.append(union)


class Reader:
    """A deterministic automaton with masks of values, for all lines that it reads, also those of other engines.

    Engines in several threads may share it: what is added depends on the automaton alone, and is complete when added.

    Attributes:
        known: by the domains of a line the values that occur on paths within them.
        base, width: the least of the values (or less), and how far they go from there: bits of masks.
        letters: where values lie far apart, all of them, each with its place for a bit; else empty.
    """

    def __init__(self, moves: Sequence[Mapping[int, int]], start: int, accepting: Iterable[int]) -> None:
        """
        Args:
            moves: by state the next state of each value.
        """
        known: set[int] = set()
        for move in moves:
            known.update(move)
        values = sorted(known) or [0]
        self.base = 0 if values[0] >= 0 and values[-1] < COMMON else values[0]
        self.width = values[-1] - self.base + 1
        self.letters: list[int] = values if self.width > SPAN else []
        places = {value: i for i, value in enumerate(self.letters)}
        self._start = start
        self._accepting = set(accepting)
        self._edges: list[list[tuple[int, int]]] = []  # by state (next state, values)
        for move in moves:
            masks: dict[int, int] = {}
            for value, following in move.items():
                masks[following] = masks.get(following, 0) | 1 << (places[value] if places else value - self.base)
            self._edges.append(list(masks.items()))
        self.known: dict[tuple[int, ...], list[int]] = {}
        self._diagrams: dict[int, Diagram | None] = {}

    def mask(self, domain: Domain) -> int:
        """The values of a domain, as bits."""
        if not self.letters:
            return mask_of(domain, self.base, self.width)
        found = 0
        for i, value in enumerate(self.letters):
            if value in domain:
                found |= 1 << i
        return found

    def domain(self, mask: int) -> Domain:
        """The values whose bits are in a mask."""
        return Domain.of([self.letters[i] for i in bits(mask)]) if self.letters else domain_of(mask, self.base)

    def diagram(self, length: int) -> Diagram | None:
        """The accepted words of a length, for all lines of that length; ``None``: too many arcs."""
        if length not in self._diagrams:
            self._diagrams[length] = self.unrolled([EVERYTHING] * length, MOST_ARCS)
        return self._diagrams[length]

    def unrolled(self, masks: Sequence[int], most: int = -1) -> Diagram | None:
        """The accepted words with these values by place: without dead ends, nodes with the same endings merged.

        ``None``: it has more than ``most`` arcs before that (-1: any number will do).
        """
        layers = [[self._start]]
        count = 0
        for mask in masks:
            following: set[int] = set()
            for state in layers[-1]:
                count += len(self._edges[state])
                for target, values in self._edges[state]:
                    if values & mask:
                        following.add(target)
            if 0 <= most < count:
                return None
            layers.append(sorted(following))
        nodes = {state: 0 for state in layers.pop() if state in self._accepting}
        arcs: list[list[Arc]] = []
        widths = [min(len(nodes), 1)]
        for mask in reversed(masks):
            here: list[Arc] = []
            before: dict[int, int] = {}
            known: dict[tuple[tuple[int, int], ...], int] = {}
            for state in layers.pop():
                leading: dict[int, int] = {}
                for target, values in self._edges[state]:
                    if target in nodes and values & mask:
                        number = nodes[target]
                        leading[number] = leading.get(number, 0) | values & mask
                if not leading:
                    continue
                endings = tuple(sorted(leading.items()))
                if endings not in known:
                    source = known[endings] = len(known)
                    for number, values in endings:
                        here.append(Arc(values, source, number))
                before[state] = known[endings]
            arcs.append(here)
            widths.append(len(known))
            nodes = before
        arcs.reverse()
        widths.reverse()
        return Diagram(arcs, widths)


def reader_of(rows: Iterable[tuple[int, ...]]) -> Reader:
    """What reads these rows, all of one length: a tree with one leaf."""
    moves: list[dict[int, int]] = [{}, {}]
    end = 0
    for row in sorted(rows):
        node = 0
        for value in row[:-1]:
            following = moves[node].get(value, 0)
            if not following:
                following = moves[node][value] = len(moves)
                moves.append({})
            node = following
        if row:
            end = moves[node][row[-1]] = 1
    return Reader(moves, 0, [end] if rows else [])
