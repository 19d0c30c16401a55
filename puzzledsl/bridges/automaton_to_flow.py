"""An automaton as a flow through its states."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.layered_network import network, write_flow
from puzzledsl.primitives.automaton import Regular


class AutomatonToFlow(Bridge[Regular]):
    """One unit of flow from the start to an accepting state, see `layered_network`."""

    def write(self) -> None:
        """See `Bridge.write`."""
        variables = self.constraint.variables
        domains = [self.builder.domain(x) for x in variables]
        write_flow(self.builder, variables, network(self.constraint.automaton, domains))


BRIDGE = AutomatonToFlow
