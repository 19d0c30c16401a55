"""Clues of a model in words, in the grid, in pictures and as JSON, for the answers which clues matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from puzzledsl.analysis.elements import Element
from puzzledsl.analysis.phrases import phrases
from puzzledsl.listing import listed

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Highlight
    from puzzledsl.solution import Solution

MOST_IN_A_SENTENCE = 4
"""Phrases; more are listed below each other."""

SIGN = "!"
"""Printed in a grid before the value of a marked cell."""

WIDE = 0.5
"""A clue about more than this share of the cells is not marked in the grid, since nothing would stand out."""

GIVEN_COLOR, CLUE_COLOR, HOUSE_COLOR = "#f4a6a0", "#ffe08a", "#e6edf7"


def sentence_of(elements: Sequence[Element], model: Model, one: str, several: str) -> list[str]:
    """``row 2 (line 4) and cage 14 at r2c3, r2c4 (line 12) cannot all hold``; a list, where that gets long.

    Args:
        one, several: what is said of a single element, and of more.
    """
    found = phrases(elements, model)
    if not found:
        return []
    if len(found) <= MOST_IN_A_SENTENCE:
        return [f"{listed([str(phrase) for phrase in found])} {one if len(elements) == 1 else several}"]
    return [f"these {len(elements)} {several}:", *list_of(elements, model)]


def titled(title: str, elements: Sequence[Element], model: Model) -> list[str]:
    """The list of some clues below its title; nothing if there are none."""
    return [f"{title}:", *list_of(elements, model)] if elements else []


def list_of(elements: Sequence[Element], model: Model) -> list[str]:
    """A line for each phrase, after the line of the source."""
    found = phrases(elements, model)
    width = max((len(phrase.place) for phrase in found), default=0)
    return [f"  {phrase.place:<{width}}  {phrase.text}" for phrase in found]


def marked(elements: Sequence[Element], model: Model) -> dict[int, str]:
    """The cells of givens and clues, not of houses, with the sign that marks them in a grid of text."""
    cells = sum(variable.grid is not None for variable in model.variables)
    return {
        x: SIGN
        for element in elements
        if not element.origin.is_house and len(element.cells) <= max(1, WIDE * cells)
        for x in element.origin.variables
    }


def highlighted(elements: Sequence[Element]) -> dict[int, Highlight]:
    """The cells of clues, to be set apart: givens before other clues before houses."""
    from puzzledsl.presentation.picture import Highlight

    found: dict[int, Highlight] = {}
    kinds = (
        Highlight(GIVEN_COLOR, meaning="a given that is named"),
        Highlight(CLUE_COLOR, meaning="cells of a clue that is named"),
        Highlight(HOUSE_COLOR, meaning="a row, column or region that is named"),
    )
    for element in sorted(elements, key=lambda element: element.rank, reverse=True):
        found |= dict.fromkeys(element.origin.variables, kinds[element.rank])
    return found


def clues_json(elements: Iterable[Element]) -> list[dict[str, object]]:
    """Clues as JSON: kind, sentence, place in the source and cells."""
    found = []
    for element in elements:
        span = element.origin.span
        line, column = span.source.position(span.start)
        place = {"file": span.source.name, "line": line, "column": column}
        clue = {"clue": element.origin.clue, "sentence": element.sentence}
        found.append(clue | place | {"cells": list(element.cells)})
    return found


def needed_json(witnesses: Mapping[Element, Solution | None]) -> list[dict[str, object]]:
    """Clues as JSON, each with a solution of the model without it, where one is known."""
    return [
        clue | {"without_it": None if one is None else one.filling_json()}
        for clue, one in zip(clues_json(witnesses), witnesses.values(), strict=True)
    ]
