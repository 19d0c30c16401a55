"""Which argument of which call or clue is being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.reading.parse_tables import kinds
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.editing.document import Document


@record
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
    within = [k for k in range(statement.first, statement.last) if tokens.starts[k] < offset]
    bracket = names.enclosing[within[-1]] if within else None
    if within and tokens.kinds[within[-1]] in known.opening:
        bracket = within[-1]
    is_inside = bracket is not None
    while bracket is not None:
        callee = bracket - 1
        is_call = tokens.text(bracket) == "(" and callee >= statement.first
        if is_call and tokens.kinds[callee] == names.name_kind and callee not in names.defined:
            commas = [k for k in within if names.enclosing[k] == bracket and tokens.text(k) == ","]
            first = commas[-1] + 1 if commas else bracket + 1
            named = tokens.text(first) if first + 1 < statement.last and tokens.text(first + 1) == "=" else None
            return ArgumentPlace(callee, len(commas), named, None)
        bracket = names.enclosing[bracket]
    head = statement.first
    if tokens.kinds[head] != names.name_kind or offset <= tokens.ends[head] or is_inside:
        return None
    if statement.colon is not None and tokens.starts[statement.colon] < offset:
        return ArgumentPlace(head, 0, None, True)
    end = statement.colon if statement.colon is not None else statement.last
    if statement.colon is None and head + 1 < end and _continues(document, head + 1):
        return None  # an expression, not the beginning of a clue
    arguments = _clue_arguments(document, head + 1, end)
    position = sum(tokens.ends[argument[-1]] < offset for argument in arguments)
    reached = (a for a in arguments if offset <= tokens.ends[a[-1]] or tokens.text(a[-1]) == "=")
    current = next((a for a in reached if tokens.starts[a[0]] <= offset), None)
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
    tokens, enclosing = document.tokens, document.names.enclosing
    found: list[list[int]] = []
    for index in range(first, end):
        is_inside = enclosing[index] is not None or tokens.kinds[index] in kinds().closing
        is_named = "=" in (tokens.text(index), tokens.text(index - 1))
        is_joined = tokens.text(index) in "([.-" and tokens.ends[index - 1] == tokens.starts[index]
        if found and (is_inside or is_named or is_joined):
            found[-1].append(index)
        else:
            found.append([index])
    return found
