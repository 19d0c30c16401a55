"""One cycle through all positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.encodings.words import combine
from puzzledsl.expressions import is_circuit
from puzzledsl.flat import Primitive
from puzzledsl.propagation.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.words import Form, Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Circuit(Primitive):
    """``variables[i - 1]`` is the position that follows position i, and all positions form one cycle.

    Positions count from 1; a variable occurs once.
    """

    variables: tuple[int, ...]

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    def check(self, values: Sequence[int]) -> bool:
        """Follow the successors from the first position."""
        return is_circuit([values[x] for x in self.variables])

    def propagate(self, store: Store) -> None:
        """Successors in range and different; no chain of fixed successors closes before it has all positions."""
        count = len(self.variables)
        for position, x in enumerate(self.variables, 1):
            store.keep(x, Domain.range(1, count))
            if count > 1:
                store.remove(x, position)
        following = {p: store.lo(x) for p, x in enumerate(self.variables, 1) if store.is_fixed(x)}
        if len(set(following.values())) < len(following):
            raise Contradiction
        for position, x in enumerate(self.variables, 1):
            if position not in following:
                for taken in following.values():
                    store.remove(x, taken)
        ends = set(following.values())
        for start in [p for p in following if p not in ends] or list(following)[:1]:
            length, position = 1, start
            while position in following and length <= count:
                position = following[position]
                length += 1
                if position == start:
                    if length - 1 < count:
                        raise Contradiction
                    return
            if length < count:
                # `start … position` is a chain that must not close yet.
                store.remove(self.variables[position - 1], start)
        if len(following) == count and not self.check_fixed(store):
            raise Contradiction

    def check_fixed(self, store: Store) -> bool:
        """`check` on a store whose variables are all fixed."""
        return is_circuit([store.lo(x) for x in self.variables])

    def encode(self, words: Words) -> None:
        """Assignment rows, and a flow that leaves position 1 and drops one unit at every other position.

        The single-commodity formulation of Gavish and Graves (The travelling salesman problem and related
        problems, MIT 1978): an arc carries at most n − 1 units, and only where it is used.
        """
        count = len(self.variables)
        everywhere = Domain.range(1, count)
        arcs: dict[tuple[int, int], Form] = {}
        for i, x in enumerate(self.variables, 1):
            words.restrict(x, everywhere)
            for j in words.domain(x):
                if 1 <= j <= count and (j != i or count == 1):
                    arcs[i, j] = words.is_(x, j)
            if count > 1:
                words.row(words.is_(x, i), None, 0, "no_loop")
        for j in everywhere:
            words.row(combine((1, form) for (_, to), form in arcs.items() if to == j), 1, 1, "enter")
        if count < 3:
            return
        flow = {arc: words.auxiliary("flow", 0, count - 1, integer=False) for arc in arcs}
        for arc, form in arcs.items():
            # Back to 1 nothing is left; from 1 all of it goes.
            most = 0 if arc[1] == 1 else count - 1
            words.row(combine(((1, flow[arc]), (-most, form))), None, 0, "capacity")
        for j in range(2, count + 1):
            parts = [(1, f) for (_, to), f in flow.items() if to == j] + [
                (-1, f) for (i, _), f in flow.items() if i == j
            ]
            words.row(combine(parts), 1, 1, "drop")
