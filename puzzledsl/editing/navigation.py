"""From a name to its definition, to all its uses, and to another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Edit
from puzzledsl.editing.meanings import LIBRARY, meaning_at
from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.library import entries
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from puzzledsl.editing.document import Document
    from puzzledsl.editing.meanings import Meaning
    from puzzledsl.source import Span


_NAMING = ("value", "callee")
"""The roles of names that are looked up."""


@record
class Renaming:
    """Another name for what a word means.

    Attributes:
        edits: in all files that are concerned; empty if it cannot be renamed.
        refusal: why not.
    """

    edits: tuple[Edit, ...]
    refusal: str = ""


def definition(document: Document, offset: int) -> Span | None:
    """Where the name at an offset is defined, in whatever file; also the file of an ``include`` or ``genre`` line."""
    token = document.names.token_at(offset)
    if token is None:
        return None
    word, path = document.tokens.text(token - 1) if token else "", document.tokens.text(token).strip('"')
    if (word, path) in document.names.includes:
        source = document.opened(word, path, document.source)
        return None if source is None else source.span(0, 0)
    found = meaning_at(document, token)
    return None if found is None or found.definition is None else found.definition.span


def references(document: Document, offset: int, others: Iterable[Document] = ()) -> tuple[Span, ...]:
    """All places that mean the same as the name at an offset, its definition included.

    Args:
        others: further texts to be searched, besides those that this one includes: the ones that are open.
    """
    token = document.names.token_at(offset)
    meant = None if token is None else meaning_at(document, token)
    if meant is None:
        return ()
    found: dict[tuple[str, int], Span] = {}
    for text in _texts(document, others):
        tokens = text.tokens
        for place in (*text.names.uses, *text.names.defined):
            if tokens.text(place) != meant.name:
                continue
            other = meaning_at(text, place)
            if other is not None and _same(meant, other):
                start, end = tokens.starts[place], tokens.ends[place]
                found[text.source.name, start] = text.source.span(start, end)
    defined = meant.definition
    if defined is not None:
        found.setdefault((defined.span.source.name, defined.span.start), defined.span)
    return tuple(sorted(found.values(), key=lambda span: (span.source.name, span.start)))


def rename(document: Document, offset: int, name: str, others: Iterable[Document] = ()) -> Renaming:
    """The edits that give what the word at an offset means another name, everywhere."""
    refusal = why_not_renamed(document, offset)
    if refusal:
        return Renaming((), refusal)
    names = document.names
    table = names.table
    if not name.isidentifier() or not name.isascii():
        return Renaming((), f"`{name}` is not a name: names consist of letters, digits and `_`, no digit first")
    if name in table.keywords:
        return Renaming((), f"`{name}` is a keyword")
    token = names.token_at(offset)
    assert token is not None
    meant = meaning_at(document, token)
    assert meant is not None
    assert meant.document is not None
    if name == meant.name:
        return Renaming(())
    spans = references(document, offset, others)
    for text in _texts(document, others):
        used = next(
            (k for k, use in text.names.uses.items() if use.role in _NAMING and text.tokens.text(k) == name), None
        )
        if used is not None:
            line = text.source.position(text.tokens.starts[used])[0]
            return Renaming((), f"`{name}` already means something else on line {line} of {text.source.name}")
        for span in spans:
            if span.source.name == text.source.name:
                seen = next((d for d in text.names.visible(span.start) if d.name == name), None)
                if seen is not None:
                    return Renaming((), f"`{name}` is already defined on line {seen.span.line} of {text.source.name}")
    return Renaming(tuple(Edit(span, name) for span in spans))


def why_not_renamed(document: Document, offset: int) -> str:
    """Why the word at an offset cannot get another name; empty if it can."""
    token = document.names.token_at(offset)
    meant = None if token is None else meaning_at(document, token)
    if meant is None:
        return "there is no name here that the model defines"
    if meant.definition is None or meant.document is None or _is_library(meant):
        return f"`{meant.name}` belongs to the language"
    return ""


def _is_library(meant: Meaning) -> bool:
    assert meant.document is not None
    return meant.document.source.name.startswith(LIBRARY) and (meant.name in entries() or meant.name in builtins())


def _texts(document: Document, others: Iterable[Document]) -> Iterator[Document]:
    """Each text once: this one, those it includes, the others and what they include."""
    seen: set[str] = set()
    for text in (document, *document.included.values(), *(o for x in others for o in (x, *x.included.values()))):
        if text.source.name not in seen:
            seen.add(text.source.name)
            yield text


def _same(a: Meaning, b: Meaning) -> bool:
    if a.definition is None or b.definition is None:
        return a.definition is b.definition and a.name == b.name
    one, two = a.definition.span, b.definition.span
    return (one.source.name, one.start) == (two.source.name, two.start)
