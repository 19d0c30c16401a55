"""What a page may ask about its text, each a function from the body of the request to the answer.

They are called in a thread, for each page one of each kind at a time, and may be cancelled. Offsets come and go in
UTF-16 code units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.records import entity
from puzzledsl.web.bodies import integer_of, mapping_of, word_of, words_of
from puzzledsl.web.checking import checked, edit_json
from puzzledsl.web.limits import limits_of, loaded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from puzzledsl.analysis.removal import Change
    from puzzledsl.editing import Document
    from puzzledsl.model import Model
    from puzzledsl.web.bodies import Body


class Known:
    """The model and the picture of the last text of a page without mistakes."""

    def __init__(self) -> None:
        self.model: Model | None = None
        self.svg: str | None = None

    def model_of(self, text: str) -> Model | None:
        """The model of a text, if it is that of the last one without mistakes."""
        return self.model if self.model is not None and self.model.source.text == text else None


@entity
class Question:
    """What is asked.

    Attributes:
        known: of the page that asks.
        document: the text, which the body of the request has brought.
        folder: of the files that the text may include.
    """

    known: Known
    document: Document
    folder: str | None
    body: Body

    @property
    def offset(self) -> int:
        """The place in the text, in characters."""
        return self.document.positions.offset(integer_of(self.body, "offset"))

    def edits(self, changes: Iterable[Change]) -> list[dict[str, Any]]:
        """Changes of the text as the page takes them."""
        return [edit_json(self.document.positions, change) for change in changes]

    def model(self, lenient: bool = False) -> Model:
        """The model of the text.

        Args:
            lenient: of a text with mistakes, the model of the last one without.

        Raises:
            PuzzleError: the text is wrong, and there is no other.
        """
        from puzzledsl.diagnostics import PuzzleError

        document, known = self.document, self.known
        model = known.model_of(document.text)
        if model is None:
            try:
                model = loaded(document.text, document.source.name, self.folder)
            except PuzzleError:
                if not lenient or known.model is None:
                    raise
                return known.model
            known.model = model
        return model


def check(asked: Question) -> Any:
    """Mistakes, picture, clues; where there are mistakes, the picture is the last one without."""
    found, model = checked(asked.document, limits_of(asked.folder), asked.body.get("corrected") is True)
    if model is not None:
        asked.known.model, asked.known.svg = model, found["svg"]
    return found | {"svg": asked.known.svg}


def complete(asked: Question) -> Any:
    """What may be written at an offset."""
    from puzzledsl.editing import complete as completed

    found = completed(asked.document, asked.offset)
    return {
        "from": asked.document.positions.units(found.start),
        "items": [
            {"label": one.label, "kind": one.kind, "detail": one.detail, "info": one.info, "apply": one.apply}
            | {"rule": None if one.item is None else one.item.name}
            for one in found.candidates
        ],
    }


def hover(asked: Question) -> Any:
    """What the word at an offset means."""
    from puzzledsl.editing import hover as described

    found = described(asked.document, asked.offset, asked.known.model_of(asked.document.text))
    if found is None:
        return None
    units = asked.document.positions.units
    return {"from": units(found.start), "to": units(found.end), "markdown": found.markdown, "svg": found.svg}


def signature(asked: Question) -> Any:
    """The call whose arguments include an offset."""
    from puzzledsl.editing import signature as called

    found = called(asked.document, asked.offset)
    if found is None:
        return None
    parameters = [{"label": label, "doc": ""} for label in found.parameters]
    return {"label": found.label, "parameters": parameters, "active": found.active}


def clue(asked: Question) -> Any:
    """The changes that write a clue for some cells, or take one away."""
    from puzzledsl.web.clue_lines import items_of, removed, written
    from puzzledsl.web.statement_tools import TOOLS, statement_written

    body, document = asked.body, asked.document
    if "remove" in body:
        return {"edits": asked.edits(removed(asked.model(), integer_of(body, "remove")))}
    rule, cells = word_of(body, "rule"), words_of(body, "cells")
    if rule in TOOLS and rule not in items_of(document):
        return {"edits": asked.edits(statement_written(rule, document.text, asked.model(lenient=True), cells))}
    arguments = {str(key): str(value) for key, value in mapping_of(body, "arguments").items() if value is not None}
    return {"edits": asked.edits(written(document, asked.model(lenient=True), rule, cells, arguments))}


def given(asked: Question) -> Any:
    """The changes that make a value the given of some cells."""
    from puzzledsl.web.given_marks import with_given

    value = None if asked.body.get("value") is None else integer_of(asked.body, "value")
    cells = words_of(asked.body, "cells")
    return {"edits": asked.edits(with_given(asked.document.text, asked.model(lenient=True), cells, value))}


def tools(asked: Question) -> Any:
    """What somebody who solves by hand can enter."""
    from puzzledsl.web.playing import tools as found

    return found(asked.model())


def conflicts(asked: Question) -> Any:
    """What the entries of somebody who solves by hand break."""
    from puzzledsl.web.playing import conflicts as found
    from puzzledsl.web.playing import entered

    return found(entered(asked.model(), mapping_of(asked.body, "values"), mapping_of(asked.body, "marks")))


def format(asked: Question) -> Any:  # noqa: A001 - the name of the request
    """The changes to canonical layout."""
    from puzzledsl.editing import format_edits

    return {"edits": asked.edits((e.span.start, e.span.end, e.text) for e in format_edits(asked.document))}


def pictures(asked: Question) -> Any:
    """The pictures of rules, by their names; null where there is none. Some milliseconds each, the first time."""
    from puzzledsl.web.clue_lines import items_of
    from puzzledsl.web.statement_tools import TOOLS

    items = TOOLS | items_of(asked.document)
    return {"pictures": {one: items[one].picture for one in words_of(asked.body, "names") if one in items}}


TEXT_ANSWERS: dict[str, Callable[[Question], Any]] = {
    function.__name__: function
    for function in (check, complete, hover, signature, clue, given, tools, conflicts, format, pictures)
}
"""By the name of the request."""


LATEST_ONLY = frozenset({"check", "complete", "hover", "signature", "tools", "conflicts"})
"""Requests that nobody waits for once there is a later one of the same kind."""
