"""Mistakes that show in the lines of a genre, as mistakes of the data that a model gives the genre."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.records import replace
from puzzledsl.source import Source, Span
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
    from puzzledsl.reading import read

    statements = read(source)[0].statements
    genre = next((node for node in statements if isinstance(node, Genre)), None)
    if genre is None:
        return [*found]
    layouts = {node.name.id: node.name.span for node in statements if isinstance(node, (ClueLayout, Regions))}
    return [_moved(one, genre, layouts) if _is_in_library(one) else one for one in found]


def _is_in_library(found: Diagnostic) -> bool:
    return found.span is not None and found.span.source.is_library


def _moved(found: Diagnostic, genre: Genre, layouts: dict[str, Span]) -> Diagnostic:
    assert found.span is not None
    before = re.sub(r"#.*", "", found.span.source.text[: found.span.end])
    last = next((word for word in reversed(re.findall(r"\w+", before)) if word in layouts), "")
    where = layouts.get(last, genre.name_span)
    if found.code == "genre":  # its message says all that there is to say
        return replace(found, span=where, notes=())
    message = f'the data do not fit the genre "{genre.name}": {found.message}'
    return replace(found, message=message, span=where, helps=(), notes=(), fixes=())
