"""What is shown about the word that somebody points at, and about the call that somebody is writing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.editing.calls import call_at
from puzzledsl.editing.keywords import FORMS, meaning_of
from puzzledsl.editing.meanings import comment_above, meaning_at
from puzzledsl.reading.parse_tables import kinds
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.editing.document import Document
    from puzzledsl.editing.meanings import Meaning
    from puzzledsl.editing.rule_items import Item
    from puzzledsl.model import Model
    from puzzledsl.syntax import Parameter

KINDS = {"constant": "parameter of the model", "loop": "loop variable"}
"""What kinds of definitions are called, where that is another word."""


@record
class Hover:
    """What is shown about a word.

    Attributes:
        start, end: the word, as character offsets.
        markdown: its meaning.
        svg: a small picture of the rule's example.
    """

    start: int
    end: int
    markdown: str
    svg: str | None = None


@record
class Signature:
    """What is shown while arguments are being written.

    Attributes:
        label: the whole form: ``cage [total = none]: cells``.
        parameters: each as it stands in the label.
        active: the position of the one that is being written; ``None`` if there is none left.
        documentation: the meaning of the rule or function.
    """

    label: str
    parameters: tuple[str, ...]
    active: int | None
    documentation: str


def hover(document: Document, offset: int, model: Model | None = None) -> Hover | None:
    """What the word at an offset means; with a ``model``, also what is known about a cell."""
    names = document.names
    token = names.token_at(offset)
    if token is None:
        return None
    tokens, word = document.tokens, document.tokens.text(token)
    start, end = tokens.starts[token], tokens.ends[token]
    if tokens.kinds[token] == names.table.kinds["CELLS"]:
        return Hover(start, end, _cells(word, model))
    if tokens.kinds[token] in (*names.table.keywords.values(), *kinds().names):
        begins = any(statement.first == token for statement in names.statements)
        said = _keyword(word, begins)
        return None if said is None else Hover(start, end, said)
    found = meaning_at(document, token)
    if found is None:
        return None
    if found.item is not None:
        return Hover(start, end, markdown(found.item), found.item.picture)
    return Hover(start, end, _value(found))


def markdown(item: Item) -> str:
    """The description of a rule or function."""
    parts = [f"```puz\n{item.usage}\n```"]
    if item.meaning:
        parts.append(_escaped(item.meaning))
    if item.examples:
        parts.append("\n".join(f"Example: `{example}`" for example in item.examples))
    if item.elsewhere:
        parts.append(f"Elsewhere: {', '.join(name.replace('_', ' ') for name in sorted(item.elsewhere))}")
    parts.append(f"*{item.kind}, {item.family}*")
    return "\n\n".join(parts)


def signature(document: Document, offset: int) -> Signature | None:
    """The rule or function whose arguments include an offset."""
    call = call_at(document, offset)
    if call is None:
        return None
    position, named, in_cells = call.position, call.named, call.in_cells
    found = meaning_at(document, call.callee)
    if found is None or found.item is None:
        return None
    item = found.item
    names = [parameter.name.id for parameter in item.parameters]
    label, texts, active = item.signature, [_argument(one, item) for one in item.parameters], position
    if in_cells is not None and item.clue_parts:
        label, texts, names = item.usage, item.clue_parts, [*names[1:], *names[:1]]
        active = len(names) - 1 if in_cells else position
    if named in names:
        active = names.index(named)
    if active >= len(texts):
        variadic = (k for k, parameter in enumerate(item.parameters) if parameter.variadic and in_cells is None)
        return Signature(label, tuple(texts), next(variadic, None), item.meaning)
    return Signature(label, tuple(texts), active, item.meaning)


def _argument(parameter: Parameter, item: Item) -> str:
    """A parameter as the signature shows it: ``cells``, ``total = none``."""
    name = parameter.name.id
    if parameter.variadic:
        return "…" if item.is_built_in else f"*{name}"
    return name if parameter.default is None else f"{name} = {parameter.default.span.text}"


def _keyword(word: str, begins: bool) -> str | None:
    meaning = meaning_of(word, begins)
    return f"{(begins and FORMS.get(word)) or f'`{word}`'}\n\n{meaning}" if meaning else None


def _value(found: Meaning) -> str:
    definition, document = found.definition, found.document
    assert definition is not None
    assert document is not None
    header = definition.whole.text.split("\n")[0]
    said = f"```puz\n{header}\n```\n\n*{KINDS.get(definition.kind, definition.kind)}, line {definition.span.line}*"
    comment = comment_above(document, definition)
    return f"{said}\n\n{_escaped(comment)}" if comment else said


def _cells(word: str, model: Model | None) -> str:
    corners = [(int(row), int(column)) for row, column in re.findall(r"[rR](\d+)[cC](\d+)", word)]
    if len(corners) > 1:
        return f"`{word}`\n\nThe cells from one to the next, straight or diagonally."
    row, column = corners[0]
    said = f"`{word}`\n\nRow {row}, column {column}."
    if model is None or not model.grids:
        return said
    grid = model.grids[0]
    if not (1 <= row <= grid.height and 1 <= column <= grid.width):
        return said
    number = grid.numbers[row - 1][column - 1]
    if number is None:
        return f"{said} The grid has no cell there."
    if number in model.givens:
        return f"{said} Given: {model.givens[number]}."
    clues = [r.origin.sentence for r in model.requirements if number in r.origin.variables and not r.origin.is_given]
    listed = [clue for clue in clues if len(clue) < 80][:8]
    return f"{said} Values: {grid.domain}.\n\n" + "\n".join(f"- {_escaped(clue)}" for clue in listed)


def _escaped(text: str) -> str:
    """Text of an author inside Markdown: no markup but code in backquotes."""
    pieces = text.split("`")
    for k in range(0, len(pieces), 2):
        pieces[k] = re.sub(r"([\\*_<>\[\]#|~])", r"\\\1", pieces[k])
    return "`".join(pieces)
