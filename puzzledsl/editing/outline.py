"""What a text consists of: its definitions as a tree, and what can be folded."""

from __future__ import annotations

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
        end = max(statement.end or 0, tokens.ends[statement.last - 1])
        whole = tokens.source.span(start, len(document.text[:end].rstrip()))
        defined = [
            found
            for token in range(statement.first, statement.last)
            if (found := names.defined_by(token)) is not None and found.kind not in ("parameter", "loop")
        ]
        head = tokens.text(statement.first)
        layout = tokens.kinds[statement.last] == kinds().layout
        detail = document.text[start : tokens.ends[statement.last - 1]].split("\n")[0]
        found_here = [Symbol(d.name, d.kind, detail, whole, d.span) for d in defined]
        if not defined and layout and head in ("givens", "mask"):
            found_here = [Symbol(head, head, detail, whole, whole.source.span(start, start + len(head)))]
        flat += found_here
    return _nested(flat)


def _nested(flat: list[Symbol]) -> tuple[Symbol, ...]:
    """Those within a rule below it; ``flat`` is in the order of the text."""
    found: list[Symbol] = []
    index = 0
    while index < len(flat):
        symbol = flat[index]
        index += 1
        if symbol.kind == "rule":
            first = index
            while index < len(flat) and flat[index].whole.start < symbol.whole.end:
                index += 1
            symbol = replace(symbol, children=_nested(flat[first:index]))
        found.append(symbol)
    return tuple(found)


def folds(document: Document) -> tuple[Fold, ...]:
    """Blocks, layouts, brackets over several lines, and comments of several lines."""
    tokens, known = document.tokens, kinds()
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
        opened: list[int] = []
        for index in range(statement.first, statement.last):
            if tokens.kinds[index] in known.opening:
                opened.append(index)
            elif tokens.kinds[index] in known.closing and opened:
                begin, over = line(tokens.starts[opened.pop()]), line(tokens.starts[index]) - 1
                if over > begin and begin != first:
                    found.append(Fold(begin, over, "block"))
    return tuple(sorted({*found, *_comments(document)}, key=lambda fold: (fold.first, -fold.last)))


def _comments(document: Document) -> list[Fold]:
    found: list[Fold] = []
    begin: int | None = None
    lines = [*document.text.split("\n"), ""]
    for number, text in enumerate(lines):
        if text.lstrip().startswith("#"):
            begin = number if begin is None else begin
        else:
            if begin is not None and number - begin > 1:
                found.append(Fold(begin, number - 1, "comment"))
            begin = None
    return found
