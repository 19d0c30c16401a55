"""A connected set of positions as a flow."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.connected import Connected
from puzzledsl.row_builder import Form, combine


class ConnectedToFlow(Bridge[Connected]):
    """The first of the chosen positions is the root; it sends one unit to each of the others, between chosen positions.

    A single commodity (Gavish & Graves, The travelling salesman problem and related problems, MIT 1978). With ``n``
    possible positions: ``in(p) - out(p) ≥ chosen(p) - n·root(p)``, ``in(p) ≤ (n - 1)(chosen(p) - root(p))``,
    ``out(p) ≤ (n - 1) chosen(p)``; so each chosen position but the root takes a unit that the root has sent.
    ``chosen(p) ≤ root(p) + Σ chosen(neighbours of p)`` follows, but not in the relaxation.
    """

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, constraint = self.builder, self.constraint
        chosen = [builder.among(x, constraint.values) for x in constraint.variables]
        possible = [p for p, form in enumerate(chosen) if form.terms or form.constant]
        if len(possible) < 2:
            return
        near: dict[int, list[int]] = {p: [] for p in possible}
        for a, b in constraint.edges:
            if a in near and b in near:
                near[a].append(b)
                near[b].append(a)
        most = len(possible) - 1
        root = self._roots({p: chosen[p] for p in possible})
        flow = {(a, b): builder.auxiliary("flow", 0, most, integer=False) for a in possible for b in near[a]}
        for p in possible:
            arriving = combine((1, flow[q, p]) for q in near[p])
            leaving = combine((1, flow[p, q]) for q in near[p])
            # What the root sends off is as much as the others take.
            if near[p]:
                builder.row(arriving - leaving - chosen[p] + (most + 1) * root[p], 0, None, "balance")
                builder.row(arriving - most * chosen[p] + most * root[p], None, 0, "arrive")
                builder.row(leaving - most * chosen[p], None, 0, "leave")
            beside = combine((1, chosen[q]) for q in near[p])
            builder.row(chosen[p] - root[p] - beside, None, 0, "neighbour")

    def _roots(self, chosen: dict[int, Form]) -> dict[int, Form]:
        """Return by position whether it is the root: one that is certainly chosen, else the first of the chosen."""
        certain = [p for p, form in chosen.items() if not form.terms]
        if certain:
            return {p: Form({}, int(p == certain[0])) for p in chosen}
        builder = self.builder
        root = {p: builder.flag("root") for p in chosen}
        builder.row(combine((1, form) for form in root.values()), None, 1, "one_root")
        later: Form | None = None  # whether the root comes behind this position
        for p in reversed(chosen):
            builder.row(root[p] - chosen[p], None, 0, "root_chosen")
            here = root[p]
            if later is not None:
                builder.row(chosen[p] + later, None, 1, "root_first")
                here = builder.auxiliary("later", 0, 1, integer=False)
                builder.row(here - root[p] - later, 0, 0, "behind")
            later = here
        return root


BRIDGE = ConnectedToFlow
