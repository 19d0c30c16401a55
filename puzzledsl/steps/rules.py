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

PHRASES = {
    "Lines": {
        "third": "the line would branch",
        "past_end": "the line would go on beyond its end",
        "dead_end": "the line could not go on",
        "start": "no line would begin where one has to",
        "crossing": "lines would meet that do not cross",
        "empty": "no line would be drawn",
        "closed": "the line would close too early",
        "finished": "the ends would be joined too early",
        "beside": "something would be drawn beside a finished line",
        "ends": "a single line has two ends or none",
    },
    "Connected": {
        "cut_off": "no way would lead from there to the rest",
        "joint": "the rest would fall apart",
        "apart": "no way leads from one part to another",
    },
    "Regions": {
        "border": "a border would run within an area",
        "full": "an area would be too large",
        "size": "areas of different sizes would join",
        "first": "two areas would join",
        "label": "different areas would join",
        "touching": "equal areas would touch",
        "halves": "a border would cut an area in two",
        "room": "an area would not have enough room",
        "cut_off": "a cell would be cut off from its area",
        "far": "a cell would be too far from the rest of its area",
    },
}
"""By primitive and rule what a removed value would bring about."""

_PLACES = {"dead_end": " from {}", "closed": ", before it passes {}", "finished": ", before the line passes {}"}
"""How a phrase goes on with the places that its rule speaks of."""

MOST_PLACES = 3
"""With more of them none is named."""


def first_rule(board: Board, clue: Clue, costly: bool) -> tuple[dict[int, int], str]:
    """What a clue leaves of its cells until a second rule removes something that people see, and the first in words.

    What nobody sees may have been removed by any rule. Nothing is taken away where the first is a contradiction.

    Raises:
        OutOfTime: the time limit came first.
    """
    puzzle, after = board.puzzle, list(board.masks)
    found: list[Deduction] = []
    with closing(clue.deductions(board.masks, costly)) as deductions:
        for one in deductions:
            x = one.variable
            if x < 0:
                if not found:
                    return {}, _phrase(puzzle, [one])
                break
            if clue.members >> x & 1:
                if puzzle.written[x] or puzzle.changes((), ((x, one.gone),), after):
                    if found and _rule(found[0]) != _rule(one):
                        break
                    found.append(one)
                after[x] &= ~one.gone
    return {x: after[x] for x in clue.cells if after[x] != board.masks[x]}, _phrase(puzzle, found) if found else ""


def _rule(one: Deduction) -> str:
    return PHRASES.get(type(one.constraint.primitive).__name__, {}).get(one.reason.rule or "", "")


def _phrase(puzzle: Puzzle, found: Sequence[Deduction]) -> str:
    """What the values would bring about that one rule removes; empty where there are no words for it."""
    words, rule = _rule(found[0]), found[0].reason.rule
    places = dict.fromkeys(one.reason.place for one in found)
    if rule not in _PLACES or len(places) > MOST_PLACES:
        return words
    if not all(0 <= x < puzzle.sources and puzzle.places[x] for x in places):
        return words
    return words + _PLACES[rule].format(puzzle.listed(places, "or"))
