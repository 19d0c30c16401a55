"""Small texts beside the words of a model: the values of a solution, and how large each clue is in the program."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from puzzledsl.listing import counted
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.editing.document import Document
    from puzzledsl.encodings.encoded import Column, Row
    from puzzledsl.model import Model
    from puzzledsl.time_limit import Late


@record(slots=True)
class Inlay:
    """A text that an editor shows behind a character offset."""

    offset: int
    text: str
    tip: str = ""


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
            found.append(Inlay(tokens.ends[index], f" = {values[name]}", "in the solution"))
    return tuple(found)


def size_inlays(
    document: Document, model: Model, encoding: str = "binary", late: Late | None = None
) -> tuple[Inlay, ...]:
    """At the end of each clue how many rows it has in the integer program, before presolve.

    Raises:
        PuzzleError: something in the model cannot be written as a program.
        OutOfTime: ``late`` returned true.
    """
    from puzzledsl.inspection.programs import WRITTEN, programs

    (program,) = programs(model, (encoding,), (WRITTEN,), late=late)
    encoded, origins = program.encoded[encoding], program.flat.origins

    def by_end(parts: Sequence[Row] | Sequence[Column]) -> Counter[int]:
        spans = (origins[part.origin].span for part in parts if part.origin is not None)
        return Counter(span.end for span in spans if span.source is document.source)

    rows, columns = by_end(encoded.rows), by_end(encoded.columns)
    return tuple(
        Inlay(
            end,
            f"  {counted(rows[end], 'row')}",
            f"{rows[end]} rows and {columns[end]} columns of its own in the {encoding} program, before presolve",
        )
        for end in sorted({*rows, *columns})
    )
