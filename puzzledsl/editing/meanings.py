"""What a name means, wherever it is defined: in the text, in a file that it includes, or in the library."""

from __future__ import annotations

import os
import textwrap
from functools import cache
from typing import TYPE_CHECKING

from puzzledsl.editing.document import Document
from puzzledsl.editing.names import CALLABLE, Definition
from puzzledsl.editing.rule_items import Item, item_of, library_by_name
from puzzledsl.elaboration.library import entries, split
from puzzledsl.records import entity

if TYPE_CHECKING:
    from collections.abc import Iterator

LIBRARY = os.path.join(os.path.dirname(os.path.dirname(__file__)), "library")
"""The folder of the library's files."""

INCLUDED_KINDS = ("rule", "function", "value", "regions", "clues", "constant")
"""What an included file gives to the one that includes it."""


@entity
class Meaning:
    """What a name means.

    Attributes:
        item: the rule or function; ``None`` for a value.
        definition: where it is defined; ``None`` for what is written in Python.
        document: the text of the definition.
    """

    name: str
    item: Item | None
    definition: Definition | None
    document: Document | None


def meaning_at(document: Document, token: int) -> Meaning | None:
    """What the name at a token means; ``None`` for what is not a name, or is unknown."""
    names = document.names
    own = names.meaning(token)
    if own is not None:
        return _defined(document, own)
    use = names.uses.get(token)
    if use is None or use.role in ("part", "mark"):
        return None
    name = document.tokens.text(token)
    if use.role == "argument":
        rule = None if use.callee is None else meaning_at(document, use.callee)
        if rule is None or rule.definition is None or rule.document is None:
            return None
        parameter = rule.document.names.parameter_of(rule.definition, name)
        return None if parameter is None else _defined(rule.document, parameter)
    return global_meaning(document, name)


def global_meaning(document: Document, name: str) -> Meaning | None:
    """What a name means that the text itself does not define."""
    found = (_defined(*one) for one in included_definitions(document) if one[1].name == name)
    return next(found, None) or library_meaning(name)


def included_definitions(document: Document) -> Iterator[tuple[Document, Definition]]:
    """What the included files define for the one that includes them."""
    for other in document.included.values():
        for definition in other.names.definitions:
            if (other.is_genre or definition.kind in INCLUDED_KINDS) and definition.scope[0] == 0:
                yield other, definition


def definitions_in_scope(document: Document, offset: int) -> Iterator[tuple[Document, Definition]]:
    """What can be seen from an offset, the nearest first; what is included comes last."""
    yield from ((document, definition) for definition in document.names.visible(offset))
    yield from included_definitions(document)


def library_meaning(name: str) -> Meaning | None:
    """A rule or function of the library."""
    item = library_by_name().get(name)
    entry = entries().get(name)
    if entry is None:
        return None if item is None else Meaning(name, item, None, None)
    if item is None:  # private: `_name`
        item = item_of(entry, entry.family)
    if item.is_built_in:
        return Meaning(name, item, None, None)
    text = library_document(entry.family)
    definition = next((d for d in text.names.definitions if d.name == name and d.kind in CALLABLE), None)
    return Meaning(name, item, definition, text)


@cache
def library_document(family: str) -> Document:
    """A file of the library."""
    path = os.path.join(LIBRARY, f"{family}.puz")
    with open(path, encoding="utf-8") as stream:
        return Document(stream.read(), path)


def items_in_scope(document: Document, offset: int) -> Iterator[Item]:
    """The rules and functions that can be used at an offset, the nearest first, each name once."""
    seen: set[str] = set()
    for text, definition in definitions_in_scope(document, offset):
        if definition.kind in CALLABLE and definition.name not in seen:
            seen.add(definition.name)
            yield item_of_definition(text, definition)
    for name, item in library_by_name().items():
        if name not in seen:
            yield item


def item_of_definition(document: Document, definition: Definition) -> Item:
    """A rule or function of a text, with the comment above it."""
    if definition not in document.items:
        document.items[definition] = _read_item(document, definition)
    return document.items[definition]


def _read_item(document: Document, definition: Definition) -> Item:
    statement = document.names.statement_at(definition.whole.start)
    end = definition.whole.end if statement is None or statement.end is None else statement.end
    start = _comment_start(document, definition)
    lines = textwrap.dedent(document.text[start : max(end, definition.whole.end)] + "\n")
    for entry in split(document.source.name, lines):
        if entry.name == definition.name:
            return item_of(entry, document.source.name)
    kind = "rule" if definition.kind == "rule" else "function"
    signature = f"{definition.name}({', '.join(definition.parameters)})"
    return Item(definition.name, kind, document.source.name, signature, comment_above(document, definition))


def comment_above(document: Document, definition: Definition) -> str:
    """The comment in the lines directly above a definition, as one line; a parameter or loop variable has none."""
    if definition.kind in ("parameter", "loop"):
        return ""
    lines = document.text[_comment_start(document, definition) : definition.whole.start].split("\n")[:-1]
    return " ".join(line.strip().lstrip("#").strip() for line in lines)


def _comment_start(document: Document, definition: Definition) -> int:
    """Where the comment above a definition begins, or its line."""
    text = document.text
    start = text.rfind("\n", 0, definition.whole.start) + 1
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        if not text[above:start].lstrip().startswith("#"):
            break
        start = above
    return start


def _defined(document: Document, definition: Definition) -> Meaning:
    item = item_of_definition(document, definition) if definition.kind in CALLABLE else None
    return Meaning(definition.name, item, definition, document)
