"""Small texts beside the words of a model: the values of a solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.editing.document import Document


@record
class Inlay:
    """A text that an editor shows behind a character offset."""

    offset: int
    text: str


def value_inlays(document: Document, values: Mapping[str, object]) -> tuple[Inlay, ...]:
    """Behind each cell and each variable by its name its value in a solution; ``values`` are by name."""
    tokens, names = document.tokens, document.names
    cells = names.table.kinds["CELLS"]
    found: list[Inlay] = []
    for index, kind in enumerate(tokens.kinds):
        if kind not in (cells, names.name_kind):
            continue
        word = tokens.text(index)
        name = word.lower() if kind == cells else word
        if kind != cells and (own := names.meaning(index)) is not None and own.kind != "variable":
            continue
        if name in values:
            found.append(Inlay(tokens.ends[index], f" = {values[name]}"))
    return tuple(found)
