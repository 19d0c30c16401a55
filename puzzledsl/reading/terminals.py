"""The terminals of the grammar that code has to know by name."""

from __future__ import annotations

from functools import cache

from puzzledsl.reading.parse_tables import tables
from puzzledsl.records import record


@record(slots=True)
class Kinds:
    """The numbers of the terminals that the lexer itself has to know."""

    newline: int
    indent: int
    dedent: int
    layout: int
    end: int
    colon: int
    opening: frozenset[int]
    closing: frozenset[int]
    clues: int
    layouts: frozenset[int]
    heads: frozenset[int]  # statements with a block
    headers: frozenset[int]  # statements that cannot be part of an expression


@cache
def kinds() -> Kinds:
    """The numbers that the grammar gives these terminals."""
    table = tables()

    def words(*texts: str) -> frozenset[int]:
        return frozenset(table.keywords[text] for text in texts)

    return Kinds(
        newline=table.kinds["_NEWLINE"],
        indent=table.kinds["_INDENT"],
        dedent=table.kinds["_DEDENT"],
        layout=table.kinds["LAYOUT"],
        end=table.kinds["$END"],
        colon=table.symbols[":"],
        opening=frozenset(table.symbols[text] for text in "([{"),
        closing=frozenset(table.symbols[text] for text in ")]}"),
        clues=table.kinds["CLUES"],
        layouts=words("givens", "mask", "regions") | {table.kinds["CLUES"]},
        heads=words("for", "if", "else", "rule"),
        headers=words(*STATEMENT_WORDS),
    )


# The keywords that begin a statement and occur nowhere else.
STATEMENT_WORDS = (
    *("puzzle", "author", "source", "date", "note", "include", "param", "grid", "var", "let", "rule"),
    *("givens", "regions", "mask", "maximize", "minimize", "show", "draw"),
)
