"""The actions of expressions: what each production of the grammar builds, under the name ``puzzle.lark`` gives it.

An action gets the parts of its production that count, where a token is its position among the tokens and anything
else is what another action built, and the characters that the production covers.
"""

# ruff: noqa: D102, ARG002  (all actions have one signature, and are described by the grammar)

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from puzzledsl import syntax
from puzzledsl.diagnostics import failure
from puzzledsl.reading.operator_chains import fold
from puzzledsl.records import record
from puzzledsl.source import Span

if TYPE_CHECKING:
    from puzzledsl.reading.juxtaposition import Loose
    from puzzledsl.reading.lexer import Tokens

LONGEST_NUMBER = 1000
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CORNER = re.compile(r"[rR]([0-9]+)[cC]([0-9]+)")

NODES: dict[str, tuple[Callable[..., Any], str]] = {
    "argument": (syntax.Argument, "None 0"),
    "attribute": (syntax.Attribute, "0 1t"),
    "binary": (syntax.Binary, "1t 0 2"),
    "choice": (syntax.Choice, "1 3 5"),
    "constraint": (syntax.Constraint, "0"),
    "draw": (syntax.Draw, "1n 2*"),
    "edges": (syntax.EdgesDeclaration, "0t 1n 3n 5 None"),
    "edges_by": (syntax.EdgesDeclaration, "0t 1n 3n None 5"),
    "edges_in_by": (syntax.EdgesDeclaration, "0t 1n 3n 5 7"),
    "genre": (syntax.Genre, "1q 1s"),
    "grid": (syntax.GridDeclaration, "1n 2* 4 True"),
    "include": (syntax.Include, "1q 1s"),
    "let_value": (syntax.Let, "1n None 2"),
    "list_of": (syntax.ListOf, "1*"),
    "loop": (syntax.Loop, "0 2"),
    "map_of": (syntax.MapOf, "0*"),
    "maximize": (syntax.Objective, "True 1"),
    "metadata": (syntax.Metadata, "0t 1q"),
    "minimize": (syntax.Objective, "False 1"),
    "named_argument": (syntax.Argument, "0t 1"),
    "param": (syntax.Param, "1n 2"),
    "parameter": (syntax.Parameter, "0n 1 False"),
    "places": (syntax.GridDeclaration, "1n 2* None False"),
    "real_variables": (syntax.VariableDeclaration, "1 True 4"),
    "rest_parameter": (syntax.Parameter, "1n None True"),
    "set_of": (syntax.SetOf, "0*"),
    "star": (syntax.Star, ""),
    "unary": (syntax.Unary, "0t 1"),
    "variables": (syntax.VariableDeclaration, "1 False 3"),
}
"""Actions that only build a node: its class, and its fields but for the place. ``2`` is the part of that position,
``None`` if there is none; ``2*`` a list as a tuple; of a token ``2t`` is the text, ``2q`` what is in its quotes, ``2n``
the name, ``2s`` the place."""

_CONSTANTS = {"None": None, "True": True, "False": False}

Parts = list[Any]
Action = Callable[[Parts, Span], Any]


@record
class Broken:
    """Stands where an action failed. A tree with one in it never leaves `read`: its message does."""

    span: Span


class ExpressionActions:
    """The actions of expressions, for one text.

    Attributes:
        growth: by how many levels the last `fold` made the tree deeper.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.source = tokens.source
        self.characters = tokens.source.text
        self.loose: Loose = {}
        self.growth = 0

    def action(self, name: str) -> Action:
        """The action of that name."""
        node, fields = NODES.get(name, (None, ""))
        if node is None:
            return getattr(self, name)  # type: ignore[no-any-return]
        forms = fields.split()
        return lambda parts, span: node(*[self._field(form, parts) for form in forms], span)

    def _field(self, form: str, parts: Parts) -> Any:
        """A field of a node, see `NODES`."""
        if form in _CONSTANTS:
            return _CONSTANTS[form]
        position = int(form[0])
        part: Any = parts[position] if position < len(parts) else None
        match form[1:]:
            case "":
                return part
            case "*":
                return tuple(part or ())
            case "t":
                return self.tokens.text(part)
            case "n":
                return self._name(part)
            case "s":
                return self.tokens.span(part)
        return text_value(self.tokens.span(part))

    def _name(self, token: int) -> syntax.Name:
        return syntax.Name(self.tokens.text(token), self.tokens.span(token))

    # ── lists ───────────────────────────────────────────────────────────────────────────────────

    def collect(self, parts: Parts, span: Span) -> Parts:
        return list(parts)

    def more(self, parts: Parts, span: Span) -> Parts:
        parts[0].extend(parts[1:])
        return parts[0]  # type: ignore[no-any-return]

    def items(self, parts: Parts, span: Span) -> Parts:
        return [parts[0], *parts[1]] if len(parts) > 1 else parts

    pairs = parameters = arguments = index_items = items

    def names(self, parts: Parts, span: Span) -> tuple[syntax.Name, ...]:
        return tuple(self._name(token) for token in self.items(parts, span))

    def lone_expression(self, parts: Parts, span: Span) -> syntax.Expression:
        return parts[0]  # type: ignore[no-any-return]

    # ── expressions ─────────────────────────────────────────────────────────────────────────────

    def chain(self, parts: Parts, span: Span) -> Parts:
        """Operands with their first and last character, and operators, in turn; distinguished by position."""
        first, op, right = parts
        chain: Parts = first if isinstance(first, list) else [first]
        chain += (op, right)
        return chain

    def fold(self, parts: Parts, span: Span) -> syntax.Expression:
        folded, self.growth = fold(parts[0][::2], parts[0][1::2], self.tokens, span)
        return folded

    def not_in(self, parts: Parts, span: Span) -> Span:
        return span

    def comparison(self, parts: Parts, span: Span) -> syntax.Comparison:
        ops = tuple("not in" if isinstance(op, Span) else self.tokens.text(op) for op in parts[0][1::2])
        return syntax.Comparison(tuple(parts[0][::2]), ops, span)

    def _note_gap(self, node: syntax.Expression, bracket: int) -> None:
        opening = self.tokens.starts[bracket]
        if self.characters[opening - 1] in " \t\r\n":
            self.loose[id(node)] = opening, node

    def call(self, parts: Parts, span: Span) -> syntax.Call:
        node = syntax.Call(parts[0], tuple(parts[2]) if len(parts) > 2 else (), span)
        self._note_gap(node, parts[1])
        return node

    def bare_comprehension(self, parts: Parts, span: Span) -> tuple[syntax.Argument, ...]:
        return (syntax.Argument(None, self._comprehension(parts[0], "bare", span), span),)

    def index(self, parts: Parts, span: Span) -> syntax.Index:
        node = syntax.Index(parts[0], tuple(parts[2]), span)
        self._note_gap(node, parts[1])
        return node

    def parenthesized(self, parts: Parts, span: Span) -> syntax.Expression:
        return parts[1]  # type: ignore[no-any-return]

    def tuple_of(self, parts: Parts, span: Span) -> syntax.TupleOf:
        items = parts[1:2] + (parts[2] if len(parts) > 2 else [])
        return syntax.TupleOf(tuple(items), span)

    def list_comprehension(self, parts: Parts, span: Span) -> syntax.Comprehension:
        return self._comprehension(parts[1], "list", span)

    def set_comprehension(self, parts: Parts, span: Span) -> syntax.Comprehension:
        return self._comprehension(parts[0], "set", span)

    def _comprehension(self, parts: Parts, kind: str, span: Span) -> syntax.Comprehension:
        loops, condition = parts[1]
        return syntax.Comprehension(parts[0], loops, condition, kind, span)

    def comprehension(self, parts: Parts, span: Span) -> Parts:
        return [parts[0], parts[2]]

    def loops(self, parts: Parts, span: Span) -> tuple[tuple[syntax.Loop, ...], None]:
        return tuple(self.items(parts, span)), None

    def filtered_loops(self, parts: Parts, span: Span) -> tuple[tuple[syntax.Loop, ...], syntax.Expression]:
        return tuple(self.items(parts[:-2], span)), parts[-1]

    def pair(self, parts: Parts, span: Span) -> tuple[syntax.Expression, syntax.Expression]:
        return parts[0], parts[1]

    def number(self, parts: Parts, span: Span) -> syntax.Number:
        return syntax.Number(number(span.text, span), span)

    def text(self, parts: Parts, span: Span) -> syntax.Text:
        return syntax.Text(text_value(span), span)

    def constant(self, parts: Parts, span: Span) -> syntax.Constant:
        return syntax.Constant({"true": True, "false": False, "none": None}[span.text], span)

    def cells(self, parts: Parts, span: Span) -> syntax.CellRun:
        return syntax.CellRun(corners(span.text, span), span)

    def name(self, parts: Parts, span: Span) -> syntax.Name:
        return syntax.Name(span.text, span)


# ── the values of literals ──────────────────────────────────────────────────────────────────────


def number(text: str, span: Span) -> int | Fraction:
    """The value of ``9`` or ``0.5``, exactly."""
    if len(text) > LONGEST_NUMBER:
        raise failure(f"a number of more than {LONGEST_NUMBER} digits", span, code="bound")
    return Fraction(text) if "." in text else int(text)


def text_value(span: Span) -> str:
    """The value of a quoted text: the escapes ``\\"``, ``\\\\``, ``\\n`` and ``\\t`` resolved, any other an error."""
    inner = span.text[1:-1]
    if "\\" not in inner:
        return inner

    def resolve(found: re.Match[str]) -> str:
        if found[1] in _ESCAPES:
            return _ESCAPES[found[1]]
        start = span.start + 1 + found.start()
        raise failure(
            f"unknown escape `{found[0]}` in a text",
            Span(span.source, start, start + 2),
            "write `\\\\` for a backslash",
            helps=('the escapes are \\" for a quote, \\\\ for a backslash, \\n for a new line and \\t for a tab',),
            code="unknown-escape",
        )

    return _ESCAPE.sub(resolve, inner)


def corners(text: str, span: Span) -> tuple[tuple[int, int], ...]:
    """The corners of ``r1c1..r1c4..r4c4`` as (row, column)."""
    found = []
    for corner in text.split(".."):
        parts = _CORNER.fullmatch(corner)
        assert parts is not None
        if len(corner) > 20:
            raise failure("a cell with a row or column of so many digits cannot exist", span, code="bound")
        found.append((int(parts[1]), int(parts[2])))
    return tuple(found)
