"""Rows of a decision diagram: a flow through it as through a layered network.

Côté, Gendron & Rousseau, Modeling the Regular Constraint with Integer Programming (CPAIOR 2007).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.row_builder import ZERO, combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.diagram import Diagram, Reader
    from puzzledsl.row_builder import Form, RowBuilder


def diagram_within(builder: RowBuilder, variables: Sequence[int], reader: Reader) -> Diagram:
    """Return the diagram of the words within the domains of the variables."""
    found = reader.unrolled([reader.mask(builder.domain(x)) for x in variables])
    assert found is not None
    return found


def write_flow(builder: RowBuilder, variables: Sequence[int], reader: Reader, diagram: Diagram) -> None:
    """Write one unit of flow from the first to the last node; arcs that carry a value are bound to its literal.

    Values that no node of a place tells apart share their arcs. The columns need not be integer: once all literals
    are 0 or 1, every arc with flow carries the value of its cell, so each path of a decomposition of the flow is
    the word that the cells hold, and it is accepted. Where only one node of a place knows a value, its arc is the
    literal itself.
    """
    if not diagram.widths[0]:
        builder.row(ZERO, 1, None, "none")
        return
    arriving: dict[int, list[tuple[int, Form]]] = {}
    for i, (x, arcs) in enumerate(zip(variables, diagram.arcs, strict=True), start=1):
        builder.restrict(x, reader.domain(diagram.values[i - 1]))
        classes: dict[tuple[tuple[int, int], ...], int] = {}  # nodes before and behind: values, as bits
        for bit in bits(diagram.values[i - 1]):
            behaviour = tuple((arc.source, arc.target) for arc in arcs if arc.values >> bit & 1)
            classes[behaviour] = classes.get(behaviour, 0) | 1 << bit
        leaving: dict[int, list[tuple[int, Form]]] = {}
        following: dict[int, list[tuple[int, Form]]] = {}
        for behaviour, mask in classes.items():
            values = reader.domain(mask)
            truth = builder.among(x, values)
            flows: list[Form] = []
            for node, target in behaviour:
                flow = truth
                if len(behaviour) > 1:
                    flow = builder.auxiliary(f"flow[{i},{node},{values.lo}]", 0, 1, integer=False)
                flows.append(flow)
                leaving.setdefault(node, []).append((-1, flow))
                following.setdefault(target, []).append((1, flow))
            if len(flows) > 1:
                total = combine((1, flow) for flow in flows)
                builder.row(total - truth, 0, 0, f"value[{i},{values.lo}]")
        if i > 1:
            for node in sorted(leaving):
                builder.row(combine(arriving[node] + leaving[node]), 0, 0, f"node[{i},{node}]")
        arriving = following
