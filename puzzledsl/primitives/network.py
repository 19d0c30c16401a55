"""Layered networks: the words of a fixed length that an automaton or a table accepts, as a flow.

Côté, Gendron & Rousseau, Modeling the Regular Constraint with Integer Programming (CPAIOR 2007).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.expressions import Automaton
    from puzzledsl.row_builder import Form, RowBuilder

Layers = list[list[dict[int, int]]]
"""``layers[i][node]`` maps a value of position ``i`` to a node of the next layer. The first layer has one node, and
so has the one that the last leads to. Every node lies on a path. No layers at all: no word is accepted."""


def unroll(automaton: Automaton, domains: Sequence[Domain]) -> Layers:
    """The network of the words with a value of ``domains[i]`` at position ``i``; at least one position."""
    layers: Layers = []
    states = [automaton.start]
    for i, domain in enumerate(domains):
        last = i == len(domains) - 1
        numbers: dict[int, int] = {}
        layer = []
        for state in states:
            arcs: dict[int, int] = {}
            for value, following in automaton.moves[state].items():
                if value not in domain:
                    continue
                if not last:
                    arcs[value] = numbers.setdefault(following, len(numbers))
                elif following in automaton.accepting:
                    arcs[value] = 0
            layer.append(arcs)
        layers.append(layer)
        states = list(numbers)
    return _reduced(layers)


def tree(rows: Iterable[tuple[int, ...]], length: int) -> Layers:
    """The network of the given builder, all of this length; at least one position."""
    layers: Layers = [[{}], *([] for _ in range(length - 1))]
    for row in rows:
        node = 0
        for i, value in enumerate(row):
            arcs = layers[i][node]
            if i == length - 1:
                arcs[value] = 0
            else:
                if value not in arcs:
                    arcs[value] = len(layers[i + 1])
                    layers[i + 1].append({})
                node = arcs[value]
    return _reduced(layers)


def _reduced(layers: Layers) -> Layers:
    """Without dead ends, and with nodes merged that accept the same endings. Every node is reachable already."""
    merged: dict[int, int] = {0: 0}
    answer: Layers = []
    for layer in reversed(layers):
        numbers: dict[frozenset[tuple[int, int]], int] = {}
        kept: list[dict[int, int]] = []
        renamed: dict[int, int] = {}
        for node, arcs in enumerate(layer):
            alive = {value: merged[target] for value, target in arcs.items() if target in merged}
            if not alive:
                continue
            key = frozenset(alive.items())
            number = numbers.setdefault(key, len(numbers))
            if number == len(kept):
                kept.append(alive)
            renamed[node] = number
        answer.append(kept)
        merged = renamed
    return answer[::-1] if answer[-1] else []


def arcs_of(layers: Layers) -> int:
    """Number of arcs, those with the same ends counted apart."""
    return sum(len(arcs) for layer in layers for arcs in layer)


def write(builder: RowBuilder, variables: Sequence[int], layers: Layers) -> None:
    """One unit of flow from the first to the last node; arcs that carry a value are bound to its literal.

    Values that no node of a layer tells apart share their arcs. The columns need not be integer: once all literals
    are 0 or 1, every arc with flow carries the value of its cell, so each path of a decomposition of the flow is
    the word that the cells hold, and it is accepted. Where only one node of a layer knows a value, its arc is the
    literal itself.
    """
    if not layers:
        builder.row(combine(()), 1, None, "none")
        return
    arriving: dict[int, list[tuple[int, Form]]] = {}
    for i, (x, layer) in enumerate(zip(variables, layers, strict=True), start=1):
        classes: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for value in sorted({value for arcs in layer for value in arcs}):
            behaviour = tuple((node, arcs[value]) for node, arcs in enumerate(layer) if value in arcs)
            classes.setdefault(behaviour, []).append(value)
        builder.restrict(x, Domain.of(value for values in classes.values() for value in values))
        leaving: dict[int, list[tuple[int, Form]]] = {}
        following: dict[int, list[tuple[int, Form]]] = {}
        for behaviour, values in classes.items():
            truth = builder.among(x, Domain.of(values))
            flows: list[tuple[int, Form]] = []
            for node, target in behaviour:
                flow = truth
                if len(behaviour) > 1:
                    flow = builder.auxiliary(f"flow[{i},{node},{values[0]}]", 0, 1, integer=False)
                flows.append((1, flow))
                leaving.setdefault(node, []).append((-1, flow))
                following.setdefault(target, []).append((1, flow))
            if len(flows) > 1:
                builder.row(combine([*flows, (-1, truth)]), 0, 0, f"value[{i},{values[0]}]")
        if i > 1:
            for node in range(len(layer)):
                builder.row(combine(arriving[node] + leaving[node]), 0, 0, f"node[{i},{node}]")
        arriving = following
