"""What a text consists of: its definitions as a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.reading.parse_tables import kinds
from puzzledsl.records import entity, replace

if TYPE_CHECKING:
    from puzzledsl.editing.document import Document
    from puzzledsl.source import Span


@entity
class Symbol:
    """A definition, or a layout.

    Attributes:
        kind: as of `puzzledsl.editing.names.Definition`; ``givens`` and ``mask`` for those layouts.
        detail: its first line.
        whole: with its block.
        name_span: what is selected when somebody goes there.
    """

    name: str
    kind: str
    detail: str
    whole: Span
    name_span: Span
    children: tuple[Symbol, ...] = ()


def symbols(document: Document) -> tuple[Symbol, ...]:
    """The definitions and layouts; those inside a rule are its children."""
    names, tokens = document.names, document.tokens
    flat: list[Symbol] = []
    for statement in names.statements:
        start = tokens.starts[statement.first]
        before = tokens.ends[statement.last - 1]
        whole = tokens.source.span(start, len(document.text[: max(statement.end or 0, before)].rstrip()))
        named = (names.defined.get(token) for token in range(statement.first, statement.last))
        defined = [(d.name, d.kind, d.span) for d in named if d is not None and d.kind not in ("parameter", "loop")]
        head = tokens.text(statement.first)
        if not defined and tokens.kinds[statement.last] == kinds().layout and head in ("givens", "mask"):
            defined = [(head, head, tokens.source.span(start, start + len(head)))]
        detail = document.text[start:before].split("\n")[0]
        flat += [Symbol(name, kind, detail, whole, span) for name, kind, span in defined]
    return _nested(flat)


def _nested(flat: list[Symbol]) -> tuple[Symbol, ...]:
    """Those within a rule below it; ``flat`` is in the order of the text."""
    if not flat:
        return ()
    first, end = flat[0], flat[0].whole.end if flat[0].kind == "rule" else 0
    inside = [symbol for symbol in flat[1:] if symbol.whole.start < end]
    return (replace(first, children=_nested(inside)), *_nested(flat[1 + len(inside) :]))
