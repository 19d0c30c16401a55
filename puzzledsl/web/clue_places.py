"""Which clues of the page the clues in an answer are: commands report line and sentence, the page needs a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.web.checking import clue_json, clues_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.model import Model


def add_places(answer: Any, model: Model) -> None:
    """Add ``index``, ``from`` and ``to`` of `checking.clue_json` to each clue in the JSON of a command."""
    from puzzledsl.editing import Positions

    positions = Positions(model.source.text)
    by_sentence: dict[tuple[int, str], dict[str, Any]] = {}
    by_cells: dict[tuple[int, str, tuple[str, ...]], dict[str, Any]] = {}
    for number, origin in clues_of(model).items():
        if origin.span.source is model.source:
            found = clue_json(number, origin, model, positions)
            place = {key: found[key] for key in ("index", "from", "to")}
            by_sentence.setdefault((origin.line, origin.sentence), place)
            by_cells.setdefault((origin.line, origin.clue, tuple(found["cells"])), place)
    for clue in _clues(answer):
        cells = tuple(clue.get("cells", ()))
        same = by_cells.get((clue["line"], clue.get("clue", ""), cells))
        same = same or by_sentence.get((clue["line"], clue.get("sentence", "")))
        if same is None and clue.get("file") == model.source.name and "column" in clue:  # a mark of a layout
            start = model.source.offset(clue["line"]) + clue["column"] - 1
            same = {"index": None, "from": positions.units(start), "to": positions.units(start + 1)}
        clue |= same or {"index": None, "from": None, "to": None}


def _clues(answer: Any) -> Iterator[dict[str, Any]]:
    if isinstance(answer, list):
        for item in answer:
            yield from _clues(item)
    elif isinstance(answer, dict):
        if isinstance(answer.get("line"), int) and "sentence" in answer:
            yield answer
        for value in answer.values():
            if isinstance(value, (list, dict)):
                yield from _clues(value)
