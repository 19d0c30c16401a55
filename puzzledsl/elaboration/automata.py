"""Automata for constraints that read a line in order: from a step function, or from a regular expression.

The automaton is unrolled over the line (only states that the values of that position can reach), then states
with the same future are merged, from the end backwards. That is the minimal automaton of a fixed length
(Revuz, Minimisation of acyclic deterministic automata in linear time, TCS 1992).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from puzzledsl.domain import Domain
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.items import freeze
from puzzledsl.elaboration.kinds import is_cell, is_static
from puzzledsl.elaboration.letters import letters_of_line
from puzzledsl.elaboration.limits import A_STATE, A_TERM, AN_ITEM
from puzzledsl.elaboration.operations import folded, is_whole
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Value
from puzzledsl.expressions import Accepts, Affine, Automaton, Boolean
from puzzledsl.intervals import values_of

Step = Callable[[Value, int], Value]
"""The next state, or ``None`` to reject."""

Moves = dict[tuple[Hashable, int], tuple[Hashable, Value]]
"""For a frozen state and a value the next state, frozen and as it is; twice ``None`` to reject."""


def scan(items: list[Affine], start: Value, step: Value, accept: Value, context: Context) -> Boolean:
    """The line is accepted by the automaton of a step function."""

    def move(state: Value, value: int) -> Value:
        following = context.call(step, state, value)
        if following is not None and not is_static(following):
            raise Fault(
                f"`step` gives {kind_of(following)}; a state must be known while compiling",
                helps="compare with decided values outside the scan, or let the state hold what is needed",
                code="static",
                argument=2,
            )
        return following

    def final(state: Value) -> bool:
        answer = context.call(accept, state)
        if not isinstance(answer, bool):
            raise unfit("`accept` must give true or false for a state", answer, code="static", argument=3)
        return answer

    frozen, letters = freeze(step), letters_of_line(items, context)
    key = ("scan", freeze(start), frozen, freeze(accept), letters)
    # Clues that differ only in where they start or what they accept share the moves.
    known: Moves = context.memory.once(("moves", frozen, letters), None, dict)
    context.read(letters)
    try:
        return _accepts(items, key, lambda: (start, move, final), context, known)
    finally:
        context.read("")


def regular(items: list[Affine], pattern: str, context: Context) -> Boolean:
    """The line, as a word, matches the whole regular expression."""

    def make() -> tuple[Value, Step, Callable[[Value], bool]]:
        from puzzledsl.elaboration.regex import compile_pattern

        expression = compile_pattern(pattern, context.budget)
        return expression.start, expression.step, expression.accepts

    return _accepts(items, ("regular", pattern), make, context)


def _accepts(
    items: list[Affine],
    key: Hashable,
    make: Callable[[], tuple[Value, Step, Callable[[Value], bool]]],
    context: Context,
    known: Moves | None = None,
) -> Boolean:
    alphabets = tuple(_values(item, context) for item in items)
    # equal calls share one
    automaton = context.memory.once((key, alphabets), None, lambda: unroll(alphabets, *make(), context, known))
    if not automaton.accepting:
        return context.refuted("no combination of values is accepted")
    return folded(Accepts(tuple(items), automaton))


def _values(item: Affine, context: Context) -> Domain:
    if is_cell(item):
        values: Domain | None = context.variable(item).domain
        if context.variable(item).is_real:
            raise Fault(f"the real variable `{context.cell_name(item)}` cannot be read as a letter", code="real")
    else:
        values = values_of(item, context.variables, context.ranges) if is_whole(item, context) else None
    if values is None:
        raise Fault("a line that is read in order holds whole numbers")
    context.budget.check("items", values.size)
    return values


def unroll(
    alphabets: Sequence[Domain],
    start: Value,
    step: Step,
    accept: Callable[[Value], bool],
    context: Context,
    known: Moves | None = None,
) -> Automaton:
    """The minimal automaton of the words of this length over these alphabets; nothing accepting when there are none.

    ``known`` are moves found before, (frozen state, value) to the next state, and gets the new ones.
    """
    known = {} if known is None else known
    before, first = len(known), freeze(start)
    layers: list[dict[Hashable, Value]] = [{first: start}]
    moves: list[dict[Hashable, list[Hashable]]] = []  # the next states by values, as the alphabet has them
    total = 1
    for alphabet in alphabets:
        following: dict[Hashable, Value] = {}
        here: dict[Hashable, list[Hashable]] = {}
        size = AN_ITEM * alphabet.size
        for name, state in layers[-1].items():
            context.budget.allocate(size)
            targets = here[name] = []
            for value in alphabet:
                try:
                    target, reached = known[name, value]
                except KeyError:
                    reached = step(state, value)
                    target, _ = known[name, value] = None if reached is None else freeze(reached), reached
                    context.budget.allocate(A_STATE)
                    context.budget.check("moves", len(known) - before)
                targets.append(target)
                if reached is not None and target not in following:
                    following[target] = reached
                    total += 1
                    context.budget.allocate(A_STATE)
                    context.budget.check("states", total)
        moves.append(here)
        layers.append(following)

    # Backwards: states with equal moves into equal classes are one; class 0 is "the word ends here".
    classes: dict[tuple[tuple[int, int], ...], int] = {}
    table: list[dict[int, int]] = [{}]
    ahead: dict[Hashable, int] = {name: 0 for name, state in layers[-1].items() if accept(state)}
    for alphabet, here in zip(reversed(alphabets), reversed(moves), strict=True):
        now: dict[Hashable, int] = {}
        for name, targets in here.items():
            pairs = zip(alphabet, targets, strict=True)
            signature = tuple([(value, ahead[target]) for value, target in pairs if target in ahead])
            if signature and signature not in classes:
                context.budget.allocate(2 * A_TERM * len(signature))  # as a key, and in the table
                classes[signature] = len(table)
                table.append(dict(signature))
            if signature:
                now[name] = classes[signature]
        ahead = now
    if first not in ahead:
        return Automaton(0, ({},), frozenset())
    return Automaton(ahead[first], tuple(table), frozenset({0}))
