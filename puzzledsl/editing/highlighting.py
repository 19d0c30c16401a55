"""What each word is, for colouring that knows what names mean; a grammar of regular expressions does the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.editing.meanings import meaning_at
from puzzledsl.reading.lexer import WRONG
from puzzledsl.reading.parse_tables import kinds
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.editing.document import Document

TYPES = (
    "comment",
    "keyword",
    "string",
    "number",
    "operator",
    "enumMember",
    "variable",
    "parameter",
    "property",
    "function",
    "class",
)
"""The kinds of words, by the names that editors have for them: ``enumMember`` is a cell or a mark, ``class`` a rule."""

MODIFIERS = ("declaration", "defaultLibrary", "readonly")
"""Further properties of words; ``readonly`` for values that are known."""

_KINDS = {
    **dict.fromkeys(("grid", "variable"), ("variable", ())),
    **dict.fromkeys(("constant", "value", "regions", "clues", "loop"), ("variable", ("readonly",))),
    "parameter": ("parameter", ()),
    "function": ("function", ()),
    "rule": ("class", ()),
}


@record
class Word:
    """A coloured word, which does not cross a line end."""

    start: int
    end: int
    type: str
    modifiers: tuple[str, ...] = ()


def words(document: Document) -> tuple[Word, ...]:
    """All words that have a colour, in the order of the text."""
    found = [*_comments(document), *_tokens(document)]
    return tuple(sorted(found, key=lambda word: word.start))


def _comments(document: Document) -> Iterator[Word]:
    tokens, known, text = document.tokens, kinds(), document.text
    end = 0
    for index in range(len(tokens.kinds)):
        start = tokens.starts[index]
        if start > end:
            yield from (
                Word(end + m.start(), end + m.end(), "comment") for m in re.finditer("#[^\r\n]*", text[end:start])
            )
        if tokens.kinds[index] == known.layout:
            rows = tokens.text(index)
            yield from (Word(start + m.start(), start + m.end(), "comment") for m in re.finditer("#[^\r\n]*", rows))
        end = max(end, tokens.ends[index])


def _tokens(document: Document) -> Iterator[Word]:
    tokens, names = document.tokens, document.names
    table = names.table
    types = {
        **dict.fromkeys(table.keywords.values(), "keyword"),
        **{table.symbols[text]: "operator" for text in table.symbols if text not in "()[]{},:."},
        table.kinds["CELLS"]: "enumMember",
        table.kinds["NUMBER"]: "number",
        table.kinds["TEXT"]: "string",
        **dict.fromkeys(kinds().names, "keyword"),
    }
    for index, kind in enumerate(tokens.kinds):
        start, end = tokens.starts[index], tokens.ends[index]
        if start >= end or kind == WRONG:
            continue
        if kind == names.name_kind:
            word = _name(document, index)
            if word is not None:
                yield word
        elif kind in types:
            yield Word(start, end, types[kind])


def _name(document: Document, token: int) -> Word | None:
    tokens, names = document.tokens, document.names
    start, end = tokens.starts[token], tokens.ends[token]
    own = names.defined.get(token)
    if own is not None:
        type_, modifiers = _KINDS[own.kind]
        return Word(start, end, type_, ("declaration", *modifiers))
    use = names.uses.get(token)
    if use is None:
        return Word(start, end, "keyword")  # `of`
    match use.role:
        case "part":
            return Word(start, end, "property")
        case "mark":
            return Word(start, end, "enumMember")
        case "argument":
            return Word(start, end, "parameter")
    meant = meaning_at(document, token)
    if meant is None:
        return None
    if meant.definition is not None:
        type_, modifiers = _KINDS[meant.definition.kind]
    else:
        type_, modifiers = "function", ()
    if meant.item is not None and (meant.item.is_built_in or not meant.item.family.endswith(".puz")):
        is_own = names.meaning(token) is not None
        modifiers = modifiers if is_own else (*modifiers, "defaultLibrary")
    return Word(start, end, type_, modifiers)
