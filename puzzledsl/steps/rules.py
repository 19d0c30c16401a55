"""The rules by which constraints on graphs remove values, in the words of a player: what would happen otherwise."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Deduction
    from puzzledsl.steps.board import Board
    from puzzledsl.steps.clue_reasoning import Clue
    from puzzledsl.steps.puzzle import Puzzle

END, THIRD, LOOP, WAY = "line's end", "third line", "closed too early", "only way"
FULL, ROOM = "full area", "room for an area"

PHRASES = {
    "Lines": {
        "third": (THIRD, "the line would branch"),
        "past_end": (THIRD, "the line would go on beyond its end"),
        "crossing": (THIRD, "lines would meet that do not cross"),
        "dead_end": (END, "the line could not go on"),
        "start": (END, "no line would begin where one has to"),
        "empty": (END, "no line would be drawn"),
        "closed": (LOOP, "the line would close too early"),
        "finished": (LOOP, "the ends would be joined too early"),
        "beside": (LOOP, "something would be drawn beside a finished line"),
        "ends": (LOOP, "a single line has two ends or none"),
    },
    "Connected": {
        "cut_off": (WAY, "no way would lead from there to the rest"),
        "joint": (WAY, "the rest would fall apart"),
        "apart": (WAY, "no way leads from one part to another"),
    },
    "Regions": {
        "border": (FULL, "a border would run within an area"),
        "full": (FULL, "an area would be too large"),
        "size": (FULL, "areas of different sizes would join"),
        "first": (FULL, "two areas would join"),
        "label": (FULL, "different areas would join"),
        "touching": (FULL, "equal areas would touch"),
        "halves": (FULL, "a border would cut an area in two"),
        "room": (ROOM, "an area would not have enough room"),
        "cut_off": (ROOM, "a cell would be cut off from its area"),
        "far": (ROOM, "a cell would be too far from the rest of its area"),
    },
}
"""By primitive and rule the technique that sees it, and what a removed value would bring about."""

_PLACES = {"dead_end": " from {}", "closed": ", before it passes {}", "finished": ", before the line passes {}"}
"""How a phrase goes on with the places that its rule speaks of."""

NAMES = {primitive: frozenset(name for name, _ in rules.values()) for primitive, rules in PHRASES.items()}


def names(clue: Clue) -> frozenset[str]:
    """The techniques that may see a rule of a clue."""
    return frozenset().union(*(NAMES.get(type(one.primitive).__name__, ()) for one in clue.stated))


MOST_PLACES = 3
"""With more of them none is named."""


def first_rule(board: Board, clue: Clue, costly: bool) -> tuple[dict[int, int], str, str]:
    """What a clue leaves of its cells until a second rule removes something that people see; the first rule in words,
    and the name of the technique that sees it.

    What nobody sees may have been removed by any rule. Nothing is taken away where the first is a contradiction.

    Raises:
        OutOfTime: the time limit came first.
    """
    masks = tuple(board.masks[x] for x in clue.cells)
    before, known = board.rules.get((id(clue), costly), ((), None))
    if known is None or before != masks:
        known = _first_rule(board, clue, costly)
        board.rules[id(clue), costly] = masks, known
    return known


def _first_rule(board: Board, clue: Clue, costly: bool) -> tuple[dict[int, int], str, str]:
    puzzle, after = board.puzzle, list(board.masks)
    found: list[Deduction] = []
    with closing(clue.deductions(board.masks, costly)) as deductions:
        for one in deductions:
            x = one.variable
            if x < 0:
                if not found:
                    return {}, _phrase(puzzle, [one]), _rule(one)[0]
                break
            if clue.members >> x & 1:
                if puzzle.written[x] or puzzle.changes((), ((x, one.gone),), after):
                    if found and _rule(found[0]) != _rule(one):
                        break
                    found.append(one)
                after[x] &= ~one.gone
    left = {x: after[x] for x in clue.cells if after[x] != board.masks[x]}
    return (left, _phrase(puzzle, found), _rule(found[0])[0]) if found else (left, "", "")


def _rule(one: Deduction) -> tuple[str, str]:
    return PHRASES.get(type(one.constraint.primitive).__name__, {}).get(one.reason.rule or "", ("", ""))


def _phrase(puzzle: Puzzle, found: Sequence[Deduction]) -> str:
    """What the values would bring about that one rule removes; empty where there are no words for it, or people do not
    see what the lines or areas are made of."""
    seen = [bool(puzzle.places[x]) for x in found[0].constraint.primitive.scope if x < puzzle.sources]
    if seen and not any(seen):
        return ""
    words, rule = _rule(found[0])[1], found[0].reason.rule
    places = dict.fromkeys(one.reason.place for one in found)
    if rule not in _PLACES or len(places) > MOST_PLACES:
        return words
    if not all(0 <= x < puzzle.sources and puzzle.places[x] for x in places):
        return words
    return words + _PLACES[rule].format(puzzle.listed(places, "or"))
