"""What a page may ask about its text, each a function from the body of the request to the answer.

They are called in a thread, for each page one of each kind at a time, and may be cancelled. Offsets come and go in
UTF-16 code units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.editing import Document
from puzzledsl.web.bodies import Body, cells_of, integer_of, mapping_of, text_of, word_of
from puzzledsl.web.checking import checked, edit_json
from puzzledsl.web.limits import limits_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from puzzledsl.editing import Positions
    from puzzledsl.model import Model
    from puzzledsl.web.clue_lines import Change
    from puzzledsl.web.pages import Page


def check(page: Page, name: str, folder: str | None, body: Body) -> Any:
    """Mistakes, picture, clues."""
    document = Document(text_of(body), name)
    found, model = checked(document, limits_of(folder))
    if model is not None:
        page.model, page.svg = model, found["svg"]
    empty: dict[str, Any] = {"title": "", "clues": [], "grids": [], "values": [0, 0], "svg": page.svg}
    return empty | found | {"text_of_svg": model is not None}


def complete(page: Page, name: str, folder: str | None, body: Body) -> Any:
    """What may stand at an offset."""
    from puzzledsl.editing import complete as completed

    del page, folder
    document = Document(text_of(body), name)
    found = completed(document, _offset(document, body))
    return {
        "from": document.positions.units(found.start),
        "items": [
            {"label": one.label, "kind": one.kind, "detail": one.detail, "info": one.info, "apply": one.apply}
            | {"rank": one.rank, "rule": None if one.item is None else one.item.name}
            for one in found.candidates
        ],
    }


def hover(page: Page, name: str, folder: str | None, body: Body) -> Any:
    """What the word at an offset means."""
    from puzzledsl.editing import hover as described

    del folder
    document = Document(text_of(body), name)
    found = described(document, _offset(document, body), page.model_of(document.text))
    if found is None:
        return None
    units = document.positions.units
    return {"from": units(found.start), "to": units(found.end), "markdown": found.markdown, "svg": found.svg}


def signature(page: Page, name: str, folder: str | None, body: Body) -> Any:
    """The call whose arguments stand at an offset."""
    from puzzledsl.editing import signature as called

    del page, folder
    document = Document(text_of(body), name)
    found = called(document, _offset(document, body))
    if found is None:
        return None
    parameters = [{"label": label, "doc": ""} for label in found.parameters]
    return {"label": found.label, "parameters": parameters, "active": found.active, "doc": found.documentation}


def clue(page: Page, name: str, folder: str | None, body: Body) -> Any:
    """The changes that write a clue for some cells, or take one away."""
    from puzzledsl.web.clue_lines import removed, written

    text = text_of(body)
    positions = Document(text).positions
    if "remove" in body:
        return {"edits": _edits(positions, removed(text, _model(page, name, folder, text), integer_of(body, "remove")))}
    arguments = {str(key): str(value) for key, value in mapping_of(body, "arguments").items() if value is not None}
    model = _model(page, name, folder, text, lenient=True)
    changes, (start, end) = written(Document(text, name), model, word_of(body, "rule"), cells_of(body), arguments)
    new = Document(_applied(text, changes)).positions
    return {"edits": _edits(positions, changes), "from": new.units(start), "to": new.units(end)}


def given(page: Page, name: str, folder: str | None, body: Body) -> Any:
    """The changes that make a value the given of some cells."""
    from puzzledsl.web.given_marks import with_given

    text = text_of(body)
    cells = cells_of(body) or [word_of(body, "cell")]
    value = None if body.get("value") is None else integer_of(body, "value")
    changes = with_given(text, _model(page, name, folder, text, lenient=True), cells, value)
    return {"edits": _edits(Document(text).positions, changes)}


def conflicts(page: Page, name: str, folder: str | None, body: Body) -> Any:
    """What the values that somebody has put in break."""
    from puzzledsl.web.conflicts import conflicts as found

    values = {str(key): value for key, value in mapping_of(body, "values").items() if isinstance(value, int)}
    return found(_model(page, name, folder, text_of(body)), values)


def format(page: Page, name: str, folder: str | None, body: Body) -> Any:  # noqa: A001 - the name of the request
    """The changes to canonical layout."""
    from puzzledsl.editing import format_edits

    del page, folder
    document = Document(text_of(body), name)
    changes = [(edit.span.start, edit.span.end, edit.text) for edit in format_edits(document)]
    return {"edits": _edits(document.positions, changes)}


def pictures(page: Page, name: str, folder: str | None, body: Body) -> Any:
    """The pictures of rules, by their names; null where there is none. Some milliseconds each, the first time."""
    from puzzledsl.web.clue_lines import items_of

    del page, folder
    names = body.get("names")
    items = items_of(Document(text_of(body), name))
    wanted = [one for one in names if isinstance(one, str)] if isinstance(names, list) else list(items)
    return {"pictures": {one: items[one].picture for one in wanted if one in items}}


TEXT_ANSWERS: dict[str, Callable[[Page, str, str | None, Body], Any]] = {
    function.__name__: function
    for function in (check, complete, hover, signature, clue, given, conflicts, format, pictures)
}
"""By the name of the request. The arguments are the page, the text's name, the folder of its includes, the body."""


LATEST_ONLY = frozenset({"check", "complete", "hover", "signature", "conflicts"})
"""Requests that nobody waits for once there is a later one of the same kind."""


def _offset(document: Document, body: Body) -> int:
    return document.positions.offset(integer_of(body, "offset"))


def _edits(positions: Positions, changes: Iterable[Change]) -> list[dict[str, Any]]:
    return [edit_json(positions, change) for change in changes]


def _applied(text: str, changes: Iterable[Change]) -> str:
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _model(page: Page, name: str, folder: str | None, text: str, lenient: bool = False) -> Model:
    """The model of a text.

    Args:
        lenient: of a text with mistakes, the model of the last one without.

    Raises:
        PuzzleError: the text is wrong, and there is no other.
    """
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.loading import load_model

    model = page.model_of(text)
    if model is not None:
        return model
    document = Document(text, name)
    try:
        model = load_model(document.source, limits=limits_of(folder), open_included=document.opener)
    except PuzzleError:
        if not lenient or page.model is None:
            raise
        return page.model
    page.model = model
    return model
