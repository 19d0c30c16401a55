"""The parse tables of the language: built into a wheel, constructed from the grammar in a checkout that lacks them.

A build writes the module ``built_tables`` beside this one (``hatch_build.py``, ``make tables``), and a wheel reads
nothing else. In a checkout the module counts only if it was made of this very grammar; without it the tables are
constructed in memory, which takes half a second.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from puzzledsl.records import record

BUILT = "puzzledsl.reading.built_tables"
"""A module of plain data, kept out of version control: ``DIGEST`` and ``TABLES``."""


class Production(NamedTuple):
    """A production ``left -> …``: how many symbols it takes off the stack, which of them its action gets."""

    left: int
    size: int
    kept: tuple[int, ...]
    action: str


@record
class Tables:
    """What lexer and parser run on; see `puzzledsl.reading.construction.construct` for the numbering.

    Attributes:
        kinds: the number of every terminal and nonterminal.
        names: the inverse of it.
        terminals: how many symbols are terminals.
        patterns: the regular expressions of the terminals that have one, in the order in which they are tried.
        keywords: the literal terminals that look like names, text to number.
        symbols: the other literal terminals, text to number.
        states: a row for each state, symbol to action.
        productions: the productions, by number.
        starts: for each start symbol its first state and its accepting state.
    """

    kinds: dict[str, int]
    names: tuple[str, ...]
    terminals: int
    patterns: dict[str, str]
    keywords: dict[str, int]
    symbols: dict[str, int]
    states: tuple[dict[int, int], ...]
    productions: tuple[Production, ...]
    starts: dict[str, tuple[int, int]]


@cache
def tables() -> Tables:
    """The tables of the language, loaded once a process."""
    plain = built_tables()
    if plain is None:
        from puzzledsl.reading.construction import construct, grammar

        plain = construct(grammar())
    return Tables(**plain | {"productions": tuple([Production(*each) for each in plain["productions"]])})


def built_tables() -> dict[str, Any] | None:
    """The tables that a build has written, in plain form; ``None`` where there are none, or none of this grammar."""
    try:
        built = import_module(BUILT)
    except ModuleNotFoundError:
        return None
    try:
        from puzzledsl.reading.construction import digest
    except ModuleNotFoundError:  # a wheel, which has neither that module nor the grammar
        return dict(built.TABLES)
    return dict(built.TABLES) if digest() == built.DIGEST else None


# The keywords that begin a statement and occur nowhere else.
STATEMENT_WORDS = (
    *("puzzle", "author", "source", "date", "note", "include", "param", "grid", "var", "let", "rule"),
    *("givens", "regions", "mask", "maximize", "minimize", "show", "draw"),
)


@record
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
    edges: int
    by: int
    genre: int
    names: frozenset[int]  # words that begin a statement, and are ordinary names elsewhere
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
        edges=table.kinds["EDGES"],
        by=table.kinds["BY"],
        genre=table.kinds["GENRE"],
        names=frozenset(table.kinds[word] for word in ("CLUES", "EDGES", "GENRE")),
        layouts=words("givens", "mask", "regions") | {table.kinds["CLUES"]},
        heads=words("for", "if", "else", "rule"),
        headers=words(*STATEMENT_WORDS),
    )
