"""From constraints to linear rows: bridges, one module each, named from what to what.

A module ``PRIMITIVE_to_ROWS`` defines ``BRIDGE``, a subclass of `Bridge`. ``PRIMITIVE`` is the name of a module in
`puzzledsl.primitives`. Nothing keeps a list: a primitive's bridges are looked up by this name, and imported when the
first constraint of the kind is written. Where there are several, the one with the least `Bridge.cost` writes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.row_builder import RowBuilder

Source = TypeVar("Source", bound=Primitive)


class Bridge(ABC, Generic[Source]):
    """One way to write a constraint as rows.

    Its docstring has the formula and where it comes from. The rows admit, over the variables of the constraint, exactly
    what ``check`` accepts. They may be relaxed by the builder (half-reification), so they must stay satisfiable for
    every assignment once they are: auxiliary columns have bounds, no rows other than those of ``builder.row`` and its
    kin.
    """

    def __init__(self, builder: RowBuilder, constraint: Source) -> None:
        self.builder = builder
        self.constraint = constraint

    def cost(self) -> float | None:
        """Return what the rows cost a solver: roughly the number of their coefficients, more if they are weak.

        Only bridges of one constraint are compared. ``None``: this bridge cannot write it, or the encoding has other
        columns.
        """
        return 1

    @abstractmethod
    def write(self) -> None:
        """Write the rows."""


@cache
def bridges_from(primitive: type[Primitive]) -> tuple[type[Bridge[Any]], ...]:
    """Return all bridges from a kind of constraint."""
    from importlib import import_module

    from puzzledsl.scanning import modules_in

    start = f"{primitive.__module__.rpartition('.')[2]}_to_"
    names = [name for name in modules_in(__path__) if name.startswith(start)]
    return tuple([import_module(f"{__name__}.{name}").BRIDGE for name in names])


def cheapest(builder: RowBuilder, constraint: Primitive) -> Bridge[Any]:
    """Return the bridge that writes this constraint."""
    bridges = [bridge(builder, constraint) for bridge in bridges_from(type(constraint))]
    costs = [(cost, number) for number, bridge in enumerate(bridges) if (cost := bridge.cost()) is not None]
    return bridges[min(costs)[1]]
