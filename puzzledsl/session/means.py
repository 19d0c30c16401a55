"""What all queries about one model use: its roots, and the process of the solver."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from puzzledsl.portfolio.by_highs import new_supervisor
from puzzledsl.portfolio.portfolio import searchable
from puzzledsl.records import replace
from puzzledsl.session.root_node import RootNode

if TYPE_CHECKING:
    from puzzledsl.answer import Options
    from puzzledsl.flat import FlatModel
    from puzzledsl.highs.supervisor import Supervisor
    from puzzledsl.portfolio.query import Query


class Means:
    """The roots of one model, and the process of HiGHS or of the selected solver. Both are made when they are needed.

    Attributes:
        flat: the model, flattened.
        sources: the numbers of the variables that the model itself has.
        plain: search can solve it, because it has no real variables.
    """

    def __init__(self, flat: FlatModel, supervisor: Supervisor | None) -> None:
        """``supervisor`` is the process, if it has been started already."""
        self.flat = flat
        self.sources = array("q", range(flat.sources))
        self.plain = searchable(replace(flat, objective=None))
        self._has_whole_objective = searchable(flat)
        self._nodes: dict[str, RootNode] = {}
        self._supervisor = supervisor

    def node(self, options: Options) -> RootNode:
        """Return the root with the strength of propagation that the options ask for.

        Search has no use for a weaker one than ``domain``; probing comes later.
        """
        is_weak = options.solves_program and options.strength in ("none", "bounds")
        strength = options.strength if is_weak else "domain"
        if strength not in self._nodes:
            self._nodes[strength] = RootNode(self.flat, strength)
        return self._nodes[strength]

    def supervisor(self, options: Options) -> Supervisor:
        """Return the process of HiGHS or of the selected solver; start it if there is none."""
        if self._supervisor is None or self._supervisor.abandoned:
            self._supervisor = new_supervisor(options)
        return self._supervisor

    def close(self) -> None:
        """End the process, if there is one. A further query would start it again."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            supervisor.close()

    def can_search(self, query: Query) -> bool:
        """Return whether search can answer a query."""
        return self.plain and (not query.has_objective or self._has_whole_objective)
