"""Which argument of which call or clue is being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.reading.terminals import kinds
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.editing.document import Document


@record(slots=True)
class ArgumentPlace:
    """A place among arguments.

    Attributes:
        callee: the token of the rule or function.
        position: of the argument, from 0.
        named: its name, if it is given by name.
        in_cells: for a clue whether the place is behind its colon; ``None`` for a call in brackets.
    """

    callee: int
    position: int
    named: str | None
    in_cells: bool | None


def call_at(document: Document, offset: int) -> ArgumentPlace | None:
    """The call or clue among whose arguments an offset is; ``None`` if it is among those of none."""
    names, tokens, known = document.names, document.tokens, kinds()
    statement = names.statement_at(offset)
    if statement is None:
        return None
    opened: list[int] = []
    index = statement.first
    while index < statement.last and tokens.starts[index] < offset:
        if tokens.kinds[index] in known.opening:
            opened.append(index)
        elif tokens.kinds[index] in known.closing and opened and tokens.ends[index] <= offset:
            opened.pop()
        index += 1
    for bracket in reversed(opened):
        callee = bracket - 1
        is_call = tokens.text(bracket) == "(" and callee >= statement.first
        if is_call and tokens.kinds[callee] == names.name_kind and names.defined_by(callee) is None:
            between = [k for k in range(bracket + 1, index) if _depth(document, bracket, k) == 1]
            commas = [k for k in between if tokens.text(k) == "," and tokens.ends[k] <= offset]
            first = commas[-1] + 1 if commas else bracket + 1
            named = tokens.text(first) if first + 1 < statement.last and tokens.text(first + 1) == "=" else None
            return ArgumentPlace(callee, len(commas), named, None)
    head = statement.first
    if tokens.kinds[head] != names.name_kind or offset <= tokens.ends[head] or opened:
        return None
    if statement.colon is not None and tokens.starts[statement.colon] < offset:
        return ArgumentPlace(head, 0, None, True)
    end = statement.colon if statement.colon is not None else statement.last
    if statement.colon is None and head + 1 < end and _continues(document, head + 1):
        return None  # an expression, not the beginning of a clue
    arguments = _clue_arguments(document, head + 1, end)
    position = sum(tokens.ends[argument[-1]] < offset for argument in arguments)
    current = next(
        (
            a
            for a in arguments
            if tokens.starts[a[0]] <= offset and (offset <= tokens.ends[a[-1]] or tokens.text(a[-1]) == "=")
        ),
        None,
    )
    named = tokens.text(current[0]) if current and len(current) > 1 and tokens.text(current[1]) == "=" else None
    return ArgumentPlace(head, position, named, False)


def _continues(document: Document, token: int) -> bool:
    """Whether a token goes on with an expression, as an operator does, and a bracket without a blank before it."""
    tokens = document.tokens
    if tokens.kinds[token] not in document.names.table.symbols.values():
        return False
    return tokens.text(token) not in "([{-" or tokens.ends[token - 1] == tokens.starts[token]


def _clue_arguments(document: Document, first: int, end: int) -> list[list[int]]:
    """The tokens of each argument in front of the colon of a clue."""
    tokens, known = document.tokens, kinds()
    found: list[list[int]] = []
    depth = 0
    for index in range(first, end):
        glued = index > first and (depth or tokens.text(index) == "=" or tokens.text(index - 1) == "=")
        glued = glued or (
            index > first and tokens.text(index) in "([.-" and tokens.ends[index - 1] == tokens.starts[index]
        )
        if glued and found:
            found[-1].append(index)
        else:
            found.append([index])
        depth += (tokens.kinds[index] in known.opening) - (tokens.kinds[index] in known.closing and depth > 0)
    return found


def _depth(document: Document, bracket: int, token: int) -> int:
    known, found = kinds(), document.tokens.kinds[bracket:token]
    return sum((kind in known.opening) - (kind in known.closing) for kind in found)
