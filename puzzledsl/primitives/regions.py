"""Borders, or labels, divide the positions of a graph into connected regions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import are_regions
from puzzledsl.flat import Primitive, listed
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatNumbers


@record
class Regions(Primitive):
    """A region is what edges join: those without a border (0), between positions with equal labels.

    An edge with a border (any other value) is between two regions, with different labels. ``borders`` has a variable
    for each of the ``edges``, which are pairs of positions, from 0; ``labels`` has one for each position. One of the
    two may be empty. ``sizes`` and ``firsts`` have a variable for each position, or -1: how many positions its region
    has, and which is the first of these, counted from 1. ``labels`` may be ``sizes``. Otherwise no variable occurs
    twice.
    """

    borders: tuple[int, ...]
    sizes: tuple[int, ...]
    firsts: tuple[int, ...]
    labels: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    is_graph: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = (
        "border", "full", "size", "first", "label", "touching", "halves", "room", "cut_off", "far",
    )  # fmt: skip

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The borders, labels, sizes, and first positions."""
        return tuple(dict.fromkeys(x for x in (*self.borders, *self.labels, *self.sizes, *self.firsts) if x >= 0))

    def check(self, values: Sequence[int]) -> bool:
        """Search the graph."""
        borders, labels = ([values[x] for x in known] for known in (self.borders, self.labels))
        sizes, firsts = ({p: values[x] for p, x in enumerate(known) if x >= 0} for known in (self.sizes, self.firsts))
        return are_regions(len(self.sizes), self.edges, borders, labels, sizes, firsts)

    def numbers(self, known: FlatNumbers) -> list[int]:  # noqa: ARG002 - for those that need it
        """The borders; by position the sizes and first positions, 0 for none, others by one more; labels, edges."""
        sizes, firsts = ([x + 1 for x in variables] for variables in (self.sizes, self.firsts))
        edges = [p for edge in self.edges for p in edge]
        return [*listed(self.borders), *listed(sizes), *listed(firsts), *listed(self.labels), len(self.edges), *edges]
