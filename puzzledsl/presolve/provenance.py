"""What the constraints of an engine follow from: those of the model from one requirement, derived ones from several."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatConstraint, FlatModel
    from puzzledsl.presolve.presolve import Root


class Provenance:
    """By number of the constraint, for all those of an engine that `puzzledsl.presolve.presolve.rooted` has made.

    Attributes:
        origins: what each follows from, as bits: positions of `puzzledsl.flat.FlatModel.origins`.
        speaks_of: the variables whose domains it may use, or may have used when it was derived.
        exact: whether it holds for any domains, not only those at the time when it was derived.
        everything: all requirements that the model has constraints of, as bits.
    """

    def __init__(self, flat: FlatModel, root: Root) -> None:
        """
        Args:
            flat: the model as it was stated.
            root: what has become of it.
        """
        count = len(flat.constraints)
        self.exact = [number < count for number in range(len(root.engine.constraints))]
        self.everything = _bits_of([one.origin for one in flat.constraints])
        self.origins: list[int] = []
        self.speaks_of: list[tuple[int, ...]] = []
        self._groups: dict[int, list[tuple[int, int]]] = {}  # by variable, groups with it: their variables, origins
        self._said_of: dict[int, dict[int, None]] = {}
        for one in flat.constraints:
            self._note_groups(one)
            said = self._said_of.setdefault(one.origin, {})
            for x in _scope(one):
                said[x] = None
        for number, one in enumerate(root.engine.constraints):
            origins = _bits_of((one.origin, *one.further))
            scope = dict.fromkeys(_scope(one))
            if one.further:
                for origin in (one.origin, *one.further):
                    scope.update(self._said_of.get(origin, {}))
            if number >= count or one is not flat.constraints[number]:
                for variables in one.primitive.assumed_different:
                    origins |= self._differing(variables, origins)
            self.origins.append(origins)
            self.speaks_of.append(tuple(scope))

    def _note_groups(self, one: FlatConstraint) -> None:
        """Note which variables a constraint of the model makes different."""
        for clique in () if one.condition else one.primitive.cliques:
            group, origins = _bits_of(clique), _bits_of((one.origin, *one.further))
            for x in clique:
                self._groups.setdefault(x, []).append((group, origins))

    def _differing(self, variables: Sequence[int], known: int) -> int:
        """A few origins, known ones first, that together make the variables differ which have to."""
        cells = _bits_of(variables)
        candidates: dict[tuple[int, int], None] = {}
        for x in variables:
            for group, origins in self._groups.get(x, ()):
                if (group & cells).bit_count() > 1:
                    candidates[group & cells, origins] = None
        order = sorted(candidates, key=lambda one: ((one[1] & ~known).bit_count(), -one[0].bit_count()))
        left = dict.fromkeys(variables, 0)  # by variable, those from which it is known to differ
        found = 0
        for group, origins in order:
            new = False
            for x in variables:
                if group >> x & 1 and group & ~(left[x] | 1 << x):
                    left[x] |= group
                    new = True
            if new:
                found |= origins
        return found


def _bits_of(numbers: Sequence[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def _scope(one: FlatConstraint) -> list[int]:
    return [*one.primitive.scope, *[literal.variable for literal in one.condition]]
