"""Our records in the words of the protocol. Columns are UTF-16 code units."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from lsprotocol import types
from lsprotocol.types import CompletionItemKind as Kind
from lsprotocol.types import SymbolKind

from puzzledsl.editing import Document, Positions
from puzzledsl.editing.highlighting import MODIFIERS, TYPES
from puzzledsl.lsp.texts import uri_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.diagnostics import Edit
    from puzzledsl.editing import Candidate, Inlay, Problem, Symbol, Word
    from puzzledsl.source import Span

COMPLETION_KINDS = {
    "rule": Kind.Class,
    "function": Kind.Function,
    "group": Kind.Enum,
    "keyword": Kind.Keyword,
    "statement": Kind.Keyword,
    "metadata": Kind.Property,
    "grid": Kind.Struct,
    "variable": Kind.Variable,
    "value": Kind.Constant,
    "parameter": Kind.Field,
    "part": Kind.Value,
    "mark": Kind.Color,
    "file": Kind.File,
}

SYMBOL_KINDS = {
    "grid": SymbolKind.Struct,
    "variable": SymbolKind.Variable,
    "constant": SymbolKind.Constant,
    "value": SymbolKind.Constant,
    "function": SymbolKind.Function,
    "rule": SymbolKind.Class,
    "regions": SymbolKind.Enum,
    "clues": SymbolKind.Array,
    "givens": SymbolKind.Array,
    "mask": SymbolKind.Array,
}


def region(positions: Positions, start: int, end: int) -> types.Range:
    """The place between two character offsets."""
    return types.Range(types.Position(*positions.position(start)), types.Position(*positions.position(end)))


def location(span: Span, uri: str) -> types.Location:
    """A place in whatever file; ``uri`` is that of the text that was asked about."""
    return types.Location(uri_of(span.source.name, uri), region(Positions(span.source.text), span.start, span.end))


def diagnostic(problem: Problem, document: Document, uri: str) -> types.Diagnostic:
    """A mistake or warning. The fixes are found again by its code and place."""
    severity = types.DiagnosticSeverity
    related = [types.DiagnosticRelatedInformation(location(span, uri), said) for said, span in problem.related]
    return types.Diagnostic(
        region(document.positions, problem.start, problem.end),
        problem.words,
        severity.Error if problem.severity == "error" else severity.Warning,
        code=problem.code,
        source="puzzledsl",
        related_information=related or None,
    )


def workspace_edit(edits: Iterable[Edit], uri: str) -> types.WorkspaceEdit:
    """Edits of several texts."""
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        place = location(edit.span, uri)
        changes.setdefault(place.uri, []).append(types.TextEdit(place.range, edit.text))
    return types.WorkspaceEdit(changes=changes)


def completion(candidate: Candidate, start: int, end: int, document: Document, uri: str) -> types.CompletionItem:
    """A candidate; the picture comes when it is selected."""
    more = candidate.apply.endswith((" ", "(", ": ", " = "))
    return types.CompletionItem(
        candidate.label,
        kind=COMPLETION_KINDS[candidate.kind],
        detail=candidate.detail or None,
        documentation=candidate.info or None,
        sort_text=f"{candidate.rank}{candidate.label}",
        filter_text=candidate.label,
        text_edit=types.TextEdit(region(document.positions, start, end), candidate.apply),
        command=types.Command("Go on", "editor.action.triggerSuggest") if more and not candidate.item else None,
        data={"uri": uri, "name": candidate.label} if candidate.item is not None else None,
    )


def markdown(text: str, svg: str | None = None) -> types.MarkupContent:
    """Markdown, with a picture inside it."""
    if svg is not None:
        text = f"![picture](data:image/svg+xml;base64,{b64encode(svg.encode()).decode()})\n\n{text}"
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def symbol(found: Symbol, document: Document) -> types.DocumentSymbol:
    """A definition with what is in it."""
    return types.DocumentSymbol(
        found.name,
        SYMBOL_KINDS[found.kind],
        region(document.positions, found.whole.start, found.whole.end),
        region(document.positions, found.name_span.start, found.name_span.end),
        found.detail,
        children=[symbol(child, document) for child in found.children] or None,
    )


def semantic_tokens(words: Iterable[Word], document: Document) -> list[int]:
    """Five numbers a word: lines and columns from the word before, length, type, modifiers."""
    found: list[int] = []
    before = (0, 0)
    positions = document.positions
    for word in words:
        line, column = positions.position(word.start)
        found += [
            line - before[0],
            column - (before[1] if line == before[0] else 0),
            positions.units(word.end) - positions.units(word.start),
            TYPES.index(word.type),
            sum(1 << MODIFIERS.index(modifier) for modifier in word.modifiers),
        ]
        before = (line, column)
    return found


def inlay(found: Inlay, document: Document) -> types.InlayHint:
    """A text beside a word."""
    return types.InlayHint(types.Position(*document.positions.position(found.offset)), found.text)
