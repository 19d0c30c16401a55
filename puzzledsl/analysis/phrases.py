"""Clues named in sentences: houses and givens of one line together, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from puzzledsl.analysis.elements import Element
from puzzledsl.listing import listed
from puzzledsl.model import Model
from puzzledsl.records import record

_HOUSE = re.compile(r"(row|column|box) (\d+)( of \w+)?")
_PLURALS = {"row": "rows", "column": "columns", "box": "boxes"}


@record
class Phrase:
    """Some clues of one line.

    Attributes:
        text: ``rows 2 and 5, box 3``; ``the givens 5 at r2c7 and 3 at r2c9``; ``cage 14 at r2c3, r2c4``.
        place: ``line 12``, ``line 1 of extra.txt``.
    """

    text: str
    place: str

    def __str__(self) -> str:
        return f"{self.text} ({self.place})"


def phrases(elements: Iterable[Element], model: Model) -> list[Phrase]:
    """The elements in words, in their order."""
    groups: dict[tuple[object, ...], list[Element]] = {}
    for element in elements:
        origin = element.origin
        key: tuple[object, ...] = (id(origin.span.source), origin.line, origin.clue, origin.kind)
        together = origin.is_given or (origin.is_house and _HOUSE.fullmatch(element.sentence) is not None)
        own = element.sentence if origin.span.source.is_library else element
        groups.setdefault(key if together else (*key, own), []).append(element)
    found = []
    for group in groups.values():
        origin = group[0].origin
        file = "" if origin.span.source is model.source else f" of {origin.span.source.name}"
        found.append(Phrase(_together(group), f"line {origin.line}{file}"))
    return found


def _together(group: Sequence[Element]) -> str:
    if len({element.sentence for element in group}) == 1:
        return group[0].sentence
    if group[0].origin.is_given:
        return "the givens " + listed([element.sentence.removeprefix("the given ") for element in group])
    kinds: dict[tuple[str, str], list[str]] = {}
    for element in group:
        found = _HOUSE.fullmatch(element.sentence)
        assert found is not None
        kinds.setdefault((found[1], found[3] or ""), []).append(found[2])
    return ", ".join(
        (f"{_PLURALS[kind]} {listed(numbers)}" if len(numbers) > 1 else f"{kind} {numbers[0]}") + of
        for (kind, of), numbers in kinds.items()
    )
