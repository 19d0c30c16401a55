"""Mistakes that show in the lines of a genre, as mistakes of the data that a model gives the genre."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzledsl.diagnostics import Diagnostic, replacing
from puzzledsl.elaboration.genres import genre_names, layout_form, rules_of
from puzzledsl.elaboration.layouts import mark_spans
from puzzledsl.nearest import question
from puzzledsl.reading import read
from puzzledsl.records import replace
from puzzledsl.source import Source
from puzzledsl.syntax import ClueLayout, Genre, Regions


def of_data(found: Sequence[Diagnostic], source: Source) -> list[Diagnostic]:
    """Return mistakes in lines of a genre as mistakes of the model that names the genre; other mistakes as they are.

    The author of the model cannot change the lines of the library. So the place is the layout that these lines name
    last, up to the mistake; if they name none, it is the name of the genre.

    Args:
        source: the model's own text.
    """
    if not any(map(_is_in_library, found)):
        return [*found]
    statements = read(source)[0].statements
    genre = next((node for node in statements if isinstance(node, Genre)), None)
    if genre is None:
        return [*found]
    layouts = {node.name.id: node for node in statements if isinstance(node, (ClueLayout, Regions))}
    return [_moved(one, genre, layouts) if _is_in_library(one) else one for one in found]


def _is_in_library(found: Diagnostic) -> bool:
    return found.span is not None and found.span.source.is_library


def _moved(found: Diagnostic, genre: Genre, layouts: dict[str, ClueLayout | Regions]) -> Diagnostic:
    assert found.span is not None
    source = found.span.source
    if found.code == "genre":  # a layout is missing
        of_genre = {one.name.id: one for one in read(source)[0].statements if isinstance(one, (ClueLayout, Regions))}
        lacking = [name for name in of_genre if f"`{name}`" in found.message]
        helps = tuple(f"it is written as in `{layout_form(of_genre[name])}`" for name in lacking)
        strangers = [one.name for name, one in layouts.items() if name not in of_genre]
        if not lacking or len(strangers) != 1:
            return replace(found, span=genre.name_span, helps=helps or found.helps, notes=())
        label, fixes = question(lacking[0]), replacing(strangers[0].span, lacking[0])
        return replace(found, span=strangers[0].span, label=label, helps=helps, notes=(), fixes=fixes)
    before = re.sub(r"#.*", "", source.text[: found.span.end])
    known = {one.name.id for one in read(source)[0].statements if isinstance(one, (ClueLayout, Regions))}
    last = next((word for word in reversed(re.findall(r"\w+", before)) if word in layouts.keys() | known), "")
    node = layouts.get(last)
    where = genre.name_span if node is None else node.name.span
    message = f'the data do not fit the genre "{genre.name}"'
    place = re.search(r"\br = (\d+), c = (\d+)|= r(\d+)c(\d+)", found.round)
    if node is not None and place:
        row, column = map(int, filter(None, place.groups()))
        if span := mark_spans(node.rows).get((row, column)):
            where, message = span, f'`{span.text}` does not fit the genre "{genre.name}"'
    helps = (rules_of(genre.name),) if genre.name in genre_names() else ()
    return replace(found, message=f"{message}: {found.message}", span=where, helps=helps, notes=(), fixes=())
