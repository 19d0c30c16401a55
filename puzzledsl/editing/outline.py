"""What a text consists of: its definitions as a tree, and what can be folded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.reading.terminals import kinds
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from puzzledsl.editing.document import Document
    from puzzledsl.source import Span


@record(eq=False, slots=True)
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


@record(slots=True)
class Fold:
    """Lines, from 0, of which all but the first can be hidden; ``kind`` is ``block`` or ``comment``."""

    first: int
    last: int
    kind: str


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


def folds(document: Document) -> tuple[Fold, ...]:
    """Blocks, layouts, brackets over several lines, and comments of several lines."""
    tokens = document.tokens
    source = document.source

    def line(offset: int) -> int:
        return source.position(offset)[0] - 1

    found: list[Fold] = []
    for statement in document.names.statements:
        first = line(tokens.starts[statement.first])
        end = max(statement.end or 0, tokens.ends[statement.last - 1])
        last = line(len(document.text[:end].rstrip()))
        if last > first:
            found.append(Fold(first, last, "block"))
    begun = {fold.first for fold in found}
    for opening, closing in document.names.closing.items():
        begin, over = line(tokens.starts[opening]), line(tokens.starts[closing]) - 1
        if over > begin and begin not in begun and tokens.kinds[closing] in kinds().closing:
            found.append(Fold(begin, over, "block"))
    comments = re.finditer(r"^[^\S\n]*#.*(\n[^\S\n]*#.*)+", document.text, re.MULTILINE)
    found += [Fold(line(comment.start()), line(comment.end()), "comment") for comment in comments]
    return tuple(sorted(set(found), key=lambda fold: (fold.first, -fold.last)))
