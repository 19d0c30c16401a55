"""Positions with equal labels form regions of one size, with different values."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_connected
from puzzledsl.flat import Primitive
from puzzledsl.kernel.regions import RegionFilter, RegionRules
from puzzledsl.primitives.connected import Connected
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


@record
class Regions(Primitive):
    """The positions with one label are connected in a graph, are ``size`` many, and have different values.

    A label that no position has is no region. All ``numbers`` are labels of regions, and each region has all values of
    ``needed``. ``edges`` are pairs of positions, from 0. ``faces`` are the positions around faces of a plane drawing of
    the graph, in order: they say nothing new, since no two connected sets take turns around a face. No variable occurs
    twice.
    """

    labels: tuple[int, ...]
    values: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    faces: tuple[tuple[int, ...], ...]
    size: int
    numbers: tuple[int, ...]
    needed: tuple[int, ...]
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False

    @property
    def scope(self) -> tuple[int, ...]:
        """The labels, then the values."""
        return self.labels + self.values

    @cached_property
    def _near(self) -> tuple[tuple[int, ...], ...]:
        near: list[list[int]] = [[] for _ in self.labels]
        for a, b in self.edges:
            near[a].append(b)
            near[b].append(a)
        return tuple(map(tuple, near))

    @cached_property
    def _rules(self) -> RegionRules:
        return RegionRules(self.labels, self.values, self._near, self.faces, self.size, self.numbers, self.needed)

    def check(self, values: Sequence[int]) -> bool:
        """Look at one region after another."""
        labels = [values[x] for x in self.labels]
        for label in {*labels, *self.numbers}:
            chosen = [here == label for here in labels]
            held = {values[x] for x, inside in zip(self.values, chosen, strict=True) if inside}
            if sum(chosen) != self.size or len(held) < self.size or not held.issuperset(self.needed):
                return False
            if not is_connected(chosen, self.edges):
                return False
        return True

    def propagate(self, store: Store) -> None:
        """For each label, what size, connection and different values exclude (at the costly priority)."""
        if store.costly:
            store.owned(self, RegionFilter, self._rules).propagate(store)

    def encode(self, builder: RowBuilder) -> None:
        """For each label: a flow that connects its positions, their number, and 0–1 columns of label and value."""
        labels = sorted({label for x in self.labels for label in builder.domain(x)} | set(self.numbers))
        held = sorted({value for x in self.values for value in builder.domain(x)} | set(self.needed))
        for label in labels:
            Connected(self.labels, Domain.range(label, label), self.edges).encode(builder)
            inside = [builder.is_(x, label) for x in self.labels]
            region = combine([(1, 1)]) if label in self.numbers else combine([(1, builder.flag("region"))])
            builder.row(combine([*((1, form) for form in inside), (-self.size, region)]), 0, 0, "size")
            for value in held:
                both = []
                for form, x in zip(inside, self.values, strict=True):
                    here = builder.is_(x, value)
                    if (form.terms or form.constant) and (here.terms or here.constant):
                        flag = builder.flag("both")
                        builder.row(combine([(1, flag), (-1, form)]), None, 0, "both")
                        builder.row(combine([(1, flag), (-1, here)]), None, 0, "both")
                        builder.row(combine([(1, form), (1, here), (-1, flag)]), None, 1, "both")
                        both.append((1, flag))
                least = -1 if value in self.needed else 0
                builder.row(combine(both), None, 1, "different")
                if least:
                    builder.row(combine([*both, (-1, region)]), 0, None, "needed")
