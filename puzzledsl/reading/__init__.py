"""From text to syntax tree: bytes, tokens, tree, and everything that is wrong with a file's form.

The grammar is ``grammars/puzzle.lark``; lark makes LALR(1) tables of it, once, and what runs on them is here.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from puzzledsl import syntax
from puzzledsl.diagnostics import Diagnostic
from puzzledsl.reading.decoding import decode
from puzzledsl.reading.foreign_files import foreign_file
from puzzledsl.source import CONTROL

if TYPE_CHECKING:
    from puzzledsl.source import Source

__all__ = ["LONGEST_TEXT", "decode", "foreign_file", "read", "read_expression"]

MOST_CONTROLS = 20
LONGEST_TEXT = 2_000_000  # characters, a dozen times the largest model that anyone has shown


def read(source: Source, longest: int = LONGEST_TEXT) -> tuple[syntax.File, list[Diagnostic]]:
    """The syntax tree of a whole file, and all the independent mistakes of its form in the order of the text.

    Never raises for any text; one of more than ``longest`` characters is not read. With a mistake the tree lacks the
    statements that are broken, and is good for nothing but further messages. Its depth is bounded, see
    `puzzledsl.reading.parser.DEPTH`.
    """
    wrong = _too_long(source, longest) or foreign_file(source)
    if wrong:
        return syntax.File(source, ()), [wrong]
    statements, diagnostics = _parsed(source, "start")
    return syntax.File(source, statements or ()), diagnostics


def read_expression(source: Source) -> tuple[syntax.Expression | None, list[Diagnostic]]:
    """The expression that a text holds, such as the value of ``--set n=16``; ``None`` with what is wrong with it."""
    if too_long := _too_long(source):
        return None, [too_long]
    expression, diagnostics = _parsed(source, "lone_expression")
    return (None if diagnostics else expression), diagnostics


def _parsed(source: Source, goal: str) -> tuple[Any, list[Diagnostic]]:
    """The value of a goal of the grammar, and what is wrong with the text."""
    from puzzledsl.reading.lexer import tokenize
    from puzzledsl.reading.parser import Parser

    tokens = tokenize(source, blocks=goal == "start")
    if tokens.too_long:
        return None, [tokens.too_long]
    parser = Parser(tokens, goal)
    value = parser.run()
    return value, _with_controls(source, parser.sorted_diagnostics())


def _with_controls(source: Source, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Further mistakes for control characters in texts and comments, where the lexer takes any character."""
    known = {diagnostic.span.start for diagnostic in diagnostics if diagnostic.span is not None}
    found = [
        Diagnostic(
            f"the control character U+{ord(match[0]):04X} in a model",
            source.span(match.start(), match.end()),
            "end the line with a line feed, or remove it" if match[0] == "\r" else "remove it",
            ("it is invisible or reorders text, so that people may see another text than the computer",),
            code="control-character",
        )
        for match in islice(CONTROL.finditer(source.text), MOST_CONTROLS)
        if match.start() not in known
    ]
    if not found:
        return diagnostics
    return sorted(diagnostics + found, key=lambda d: d.span.start if d.span is not None else -1)


def _too_long(source: Source, longest: int = LONGEST_TEXT) -> Diagnostic | None:
    if len(source.text) <= longest:
        return None
    message, label = f"a model of {len(source.text):,} characters", f"at most {longest:,} are read"
    helps = ("if this is intended, raise the bound: --bound characters=…",)
    return Diagnostic(message, source.span(0, 0), label, helps, code="bound")
