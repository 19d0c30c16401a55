"""Automata that read cells which are all different: the words without a repeated value.

An automaton that adds up what lies between two digits does not know that it never reads a digit twice. Read together
with the set of values used so far it does, and narrows to the values of words that both constraints accept: all that
can be known of the two. There may be too many such pairs of state and set; then there is nothing to add.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import Automaton
from puzzledsl.presolve.rewriting import Rewrite
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.rewriting import WorkingModel
    from puzzledsl.primitives.automaton import Regular


def distinct_automata(model: WorkingModel, domains: Domains) -> Rewrite:
    """Replace each automaton over cells that another constraint makes all different by one that accepts what both do.

    The new ones hold only within the present values, and have the origins of both.
    """
    constraints = model.constraints
    if not any(one.primitive.is_line for one in constraints):
        return Rewrite()
    from puzzledsl.primitives.automaton import Regular

    houses: list[tuple[frozenset[int], tuple[int, ...]]] = []
    lines: list[tuple[int, Regular]] = []
    for number, constraint in enumerate(constraints):
        if constraint.condition:
            continue
        primitive = constraint.primitive
        if isinstance(primitive, Regular):
            lines.append((number, primitive))
        elif not primitive.taken_to_differ:  # by other constraints than those that it names
            origins = (constraint.origin, *constraint.further)
            houses += [(frozenset(clique), origins) for clique in primitive.cliques]
    found: dict[int, FlatConstraint] = {}
    known: dict[tuple[int, tuple[int, ...]], Automaton | None] = {}
    for number, line in lines:
        scope = frozenset(line.variables)
        if len(scope) < max(3, len(line.variables)):
            continue
        around = next((origins for house, origins in houses if scope <= house), None)
        if around is None:
            continue
        base = min([domains.lo(x) for x in line.variables])
        width = max([domains.hi(x) for x in line.variables]) - base + 1
        values = [domains.window(x, base, width) for x in line.variables]
        key = (id(line.automaton), (base, *values))
        if key not in known:
            known[key] = _without_repetition(line.automaton, values, base)
        automaton = known[key]
        if automaton is not None:
            one = constraints[number]
            found[number] = replace(one, primitive=Regular(line.variables, automaton), further=(*one.further, *around))
    return model.replacing(found)


def _without_repetition(automaton: Automaton, values: list[int], base: int) -> Automaton | None:
    """The words of the automaton that take the i-th letter from the i-th mask, and none twice; ``None``: too large."""
    numbers: dict[tuple[int, int], int] = {(0, automaton.start): 0}
    moves: list[dict[int, int]] = [{}]
    into: list[list[int]] = [[]]
    layer = [(0, automaton.start)]
    for allowed in values:
        following: list[tuple[int, int]] = []
        for used, state in layer:
            number = numbers[used, state]
            for value, target in automaton.moves[state].items():
                place = value - base
                if place < 0 or not allowed >> place & 1 or used >> place & 1:
                    continue
                pair = (used | 1 << place, target)
                reached = numbers.get(pair, -1)
                if reached < 0:
                    reached = numbers[pair] = len(moves)
                    moves.append({})
                    into.append([])
                    following.append(pair)
                moves[number][value] = reached
                into[reached].append(number)
        if len(moves) > TUNING.automaton_states:
            return None
        layer = following
    waiting = [numbers[pair] for pair in layer if pair[1] in automaton.accepting]
    accepting = set(waiting)
    alive = set(waiting)
    while waiting:
        for number in into[waiting.pop()]:
            if number not in alive:
                alive.add(number)
                waiting.append(number)
    if 0 not in alive:
        alive.add(0)
    order = sorted(alive)
    place_of = {number: place for place, number in enumerate(order)}
    kept = tuple({v: place_of[t] for v, t in moves[number].items() if t in alive} for number in order)
    return Automaton(0, kept, frozenset(place_of[number] for number in accepting))
