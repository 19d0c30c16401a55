"""An automaton as a flow through its diagram."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.layered_network import diagram_within, write_flow
from puzzledsl.primitives.automaton import Regular


class AutomatonToFlow(Bridge[Regular]):
    """One unit of flow from the start to an accepting state, see `layered_network`."""

    def write(self) -> None:
        """See `Bridge.write`."""
        variables, reader = self.constraint.variables, self.constraint.reader
        write_flow(self.builder, variables, reader, diagram_within(self.builder, variables, reader))


BRIDGE = AutomatonToFlow
