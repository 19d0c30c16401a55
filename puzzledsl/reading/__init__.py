"""From text to syntax tree."""

from __future__ import annotations
from puzzledsl import syntax
from puzzledsl.diagnostics import Diagnostic
from puzzledsl.source import Source


def read(source: Source) -> tuple[syntax.File, list[Diagnostic]]:
    """The syntax tree of a whole file and everything that is wrong with its form."""
    from puzzledsl.reading.lexer import tokenize
    from puzzledsl.reading.parser import Parser

    parser = Parser(tokenize(source), "start")
    statements = parser.run()
    return syntax.File(source, statements if isinstance(statements, tuple) else ()), parser.diagnostics
