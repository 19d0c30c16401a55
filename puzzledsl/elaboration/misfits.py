"""Mistakes that show in the lines of a genre, as mistakes of the data that a model gives the genre."""

from __future__ import annotations

import re

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.records import replace
from puzzledsl.source import Source, Span

_GENRE = re.compile(r"(?m)^[ \t]*genre[ \t]+(\"[^\"\n]*\")")
_LAYOUT = re.compile(r"(?m)^[ \t]*(?:clues|regions)[ \t]+(\w+)")


def of_data(found: Diagnostic, source: Source) -> Diagnostic:
    """Return a mistake in a line of the library as one of the model that names the genre; any other one as it is.

    The lines of the library are not for the author of the model to change, so the place is that of the layout which
    the genre's lines name last, up to the mistake. If they name none, it is that of the genre.

    Args:
        source: the model's own text.
    """
    place, genre = found.span, _GENRE.search(source.text)
    if place is None or genre is None or not place.source.is_library:
        return found
    layouts = {match[1]: source.span(*match.span(1)) for match in _LAYOUT.finditer(source.text)}
    where = layouts.get(_last_named(place, layouts), source.span(*genre.span(1)))
    if found.code == "genre":  # which says all that there is to say
        return replace(found, span=where, notes=())
    message = f"the data do not fit the genre {genre[1]}: {found.message}"
    return replace(found, message=message, span=where, helps=(), notes=(), fixes=())


def _last_named(place: Span, names: dict[str, Span]) -> str:
    before = re.sub(r"#.*", "", place.source.text[: place.end])
    return next((word for word in reversed(re.findall(r"\w+", before)) if word in names), "")
