"""Rows of an automaton: a flow through its states at each place of a line, as through a layered network.

Côté, Gendron & Rousseau, Modeling the Regular Constraint with Integer Programming (CPAIOR 2007).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.row_builder import ZERO, combine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.expressions import Automaton
    from puzzledsl.row_builder import Form, RowBuilder

    Network = Sequence[Mapping[tuple[tuple[int, int], ...], Sequence[int]]]


def network(automaton: Automaton, domains: Sequence[Domain]) -> Network | None:
    """Find all words of values in the domains that an automaton accepts, as paths; ``None``: there is no such word.

    Returns:
        By place, arcs with the values that each of them carries. An arc is a node before and a node behind it; nodes
        are numbered place by place. Each arc is on a path, and no two nodes of a place have the same endings.
    """
    layers = [{automaton.start}]
    for domain in domains:
        layers.append({t for state in layers[-1] for value, t in automaton.moves[state].items() if value in domain})
    nodes = dict.fromkeys(layers.pop() & automaton.accepting, 0)
    found = []
    for domain in reversed(domains):
        known: dict[tuple[tuple[int, int], ...], int] = {}
        before: dict[int, int] = {}
        for state in sorted(layers.pop()):
            moves = automaton.moves[state].items()
            endings = tuple(sorted([(value, nodes[t]) for value, t in moves if t in nodes and value in domain]))
            if endings:
                before[state] = known.setdefault(endings, len(known))
        arcs: dict[int, list[tuple[int, int]]] = {}
        for endings, node in known.items():
            for value, target in endings:
                arcs.setdefault(value, []).append((node, target))
        classes: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for value in sorted(arcs):
            classes.setdefault(tuple(arcs[value]), []).append(value)
        found.append(classes)
        nodes = before
    return found[::-1] if nodes else None


def write_flow(builder: RowBuilder, variables: Sequence[int], layers: Network | None) -> None:
    """Write one unit of flow from the first to the last node; arcs that carry a value are bound to its literal.

    Values that no node of a place tells apart share their arcs. The columns need not be integer: once all literals
    are 0 or 1, every arc with flow carries the value of its cell, so each path of a decomposition of the flow is
    the word that the cells hold, and it is accepted. Where only one node of a place knows a value, its arc is the
    literal itself.
    """
    if layers is None:
        builder.row(ZERO, 1, None, "none")
        return
    arriving: dict[int, list[tuple[int, Form]]] = {}
    for i, (x, classes) in enumerate(zip(variables, layers, strict=True), start=1):
        builder.restrict(x, Domain.of(value for carried in classes.values() for value in carried))
        leaving: dict[int, list[tuple[int, Form]]] = {}
        following: dict[int, list[tuple[int, Form]]] = {}
        for behaviour, carried in classes.items():
            values = Domain.of(carried)
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
