"""Puzzles of other programs: their links and files become models, and models become their links.

A format is one module or package of `puzzledsl.formats.sites` that defines ``FORMAT``; it is found by its file name.
Reading a link is a pure function of its text: nothing is ever fetched. Links come from strangers, so every decoder has
a bound on what it returns (`bounds`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Imported, Link
from puzzledsl.formats.recognition import is_foreign
from puzzledsl.source import CONTROL, visible

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.presentation.value_texts import Values

__all__ = ["Format", "Imported", "Link", "export_model", "formats", "genres", "import_text", "is_foreign"]


def formats() -> dict[str, Format]:
    """All formats by name, as ``--format`` and ``--to`` take them. Loads each."""
    from importlib import import_module

    from puzzledsl.formats import sites
    from puzzledsl.scanning import modules_in

    names = modules_in(sites.__path__)
    found = {name: import_module(f"{sites.__name__}.{name}").FORMAT for name in names}
    return {form.name: form for form in found.values()}


def import_text(text: str, name: str | None = None, genre: str = "") -> Imported:
    """The model that a link, or the text of another program's file, describes.

    Args:
        name: a format's name, where the text does not tell it.
        genre: the puzzle's genre, where the text does not tell it: one of `genres`, also by its full name.

    Raises:
        PuzzleError: there is no such format or genre, the text cannot be read, or what it states is no possible puzzle.
    """
    from puzzledsl.diagnostics import failure
    from puzzledsl.formats.collection import several, too_many
    from puzzledsl.formats.published import without_broken
    from puzzledsl.formats.recognition import pasted, recognised, unrecognised

    text = pasted(text).strip("\ufeff \t\r\n")
    if many := several(text):
        raise too_many(len(many))
    if name is None:
        form = recognised(text)
        if form is None:
            raise unrecognised(text)
    else:
        form = _named(name, reads=True)
    if genre and not form.asks_genre:
        raise failure(f"a puzzle of {form.title} names its genre itself: leave `--genre` out", code="format")
    draft = form.read(text, *filter(None, [genre]))
    model, elaborated = (draft.text(), None) if form.is_certain and not draft.solution else without_broken(draft)
    left_out, assumed = (tuple(map(visible, sentences)) for sentences in (draft.left_out, draft.assumed))
    return Imported(form.name, visible(draft.title), CONTROL.sub("", model), left_out, assumed, elaborated)


def genres() -> dict[str, str]:
    """The genres that are read from links, by the names that puzz.link has for them, with their full names."""
    from puzzledsl.formats.sites.puzzlink.genre import genre_names
    from puzzledsl.formats.sites.puzzlink.names import titles

    return {name: titles()[name] for name in genre_names()}


def export_model(model: Model, name: str, solution: Values | None = None) -> Link:
    """The link, or the text, that opens a model in another program.

    Args:
        model: an elaborated model.
        name: the format's.
        solution: values by variable number, to be sent along.

    Raises:
        PuzzleError: there is no such format, it cannot be written, or the model is of no kind that it can say.
    """
    from puzzledsl.records import replace

    form = _named(name, reads=False)
    return replace(form.write(model, solution), format=form.name)


def _named(name: str, reads: bool) -> Format:
    from puzzledsl.diagnostics import failure
    from puzzledsl.nearest import did_you_mean

    known = {key: form for key, form in formats().items() if reads or form.writes}
    helps = (f"formats: {', '.join(known)}",)
    for key, form in formats().items():
        if name == key or name in form.aliases:
            if key in known:
                return form
            raise failure(f"{form.title} is only read, not written", helps=helps, code="format")
    raise failure(
        f"no format is called `{name}`",
        label=did_you_mean(name, [*known, *(alias for form in known.values() for alias in form.aliases)]),
        helps=helps,
        code="unknown-format",
    )
