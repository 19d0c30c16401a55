"""The syntax tree: what `reading` makes of the text, before anything is looked up or evaluated.

A closed set of frozen records, taken apart with ``match``. Every node has a `Span`. Nothing in a
node has been checked against a grid: ``r99c99`` is a perfectly good `CellRun` here. Nodes compare by identity:
nothing asks whether two places of a text say the same.
"""

from __future__ import annotations

from fractions import Fraction

from puzzledsl.records import entity
from puzzledsl.source import Source, Span

# ── expressions ──────────────────────────────────────────────────────────────────────────────────


@entity
class Number:
    """``9``; a decimal (``0.5``) is kept exactly."""

    value: int | Fraction
    span: Span


@entity
class Text:
    """``"…"``: the value without quotes, escapes ``\\"``, ``\\\\``, ``\\n`` and ``\\t`` resolved."""

    value: str
    span: Span


@entity
class Constant:
    """``true``, ``false``, ``none``."""

    value: bool | None
    span: Span


@entity
class CellRun:
    """``r1c1`` (one corner) or ``r1c1..r1c4..r4c4``: the corners as (row, column), from 1, as written."""

    corners: tuple[tuple[int, int], ...]
    span: Span


@entity
class Name:
    """A name; what it means is looked up later."""

    id: str
    span: Span


@entity
class Argument:
    """An argument of a call or clue; ``name`` for ``except = …``, else ``None``."""

    name: str | None
    value: Expression
    span: Span


@entity
class Call:
    """``function(arguments)``. A call of a plain name looks the name up among functions and rules."""

    function: Expression
    arguments: tuple[Argument, ...]
    span: Span


@entity
class Star:
    """``*`` as an index: all rows or all columns."""

    span: Span


@entity
class Index:
    """``base[i]``, ``base[i, j]``, ``base[i, *]``, ``base[1..3, 4..6]``."""

    base: Expression
    items: tuple[Expression | Star, ...]
    span: Span


@entity
class Attribute:
    """``base.name``: a group of a region map."""

    base: Expression
    name: str
    span: Span


@entity
class Unary:
    """``op`` is ``-`` or ``not``."""

    op: str
    operand: Expression
    span: Span


@entity
class Binary:
    """``op`` is one of ``-> <-> or xor and .. + - * / div mod ^``."""

    op: str
    left: Expression
    right: Expression
    span: Span


@entity
class Comparison:
    """``a < b <= c``: the operands (one more than operators); ``== != < <= > >= in`` and ``not in``."""

    operands: tuple[Expression, ...]
    ops: tuple[str, ...]
    span: Span


@entity
class Choice:
    """``if condition then yes else no``."""

    condition: Expression
    yes: Expression
    no: Expression
    span: Span


@entity
class ListOf:
    """``[a, b]``."""

    items: tuple[Expression, ...]
    span: Span


@entity
class SetOf:
    """``{a, b}``."""

    items: tuple[Expression, ...]
    span: Span


@entity
class MapOf:
    """``{"a": 3}``; the empty braces ``{}`` are an empty `SetOf`."""

    pairs: tuple[tuple[Expression, Expression], ...]
    span: Span


@entity
class TupleOf:
    """``(a, b)``, ``(a,)``, ``()``."""

    items: tuple[Expression, ...]
    span: Span


@entity
class Loop:
    """``a, b in iterable``."""

    targets: tuple[Name, ...]
    iterable: Expression
    span: Span


@entity
class Comprehension:
    """``[element for loops where condition]``; ``kind`` is ``list``, ``set`` or ``bare`` (a call's only argument)."""

    element: Expression
    loops: tuple[Loop, ...]
    condition: Expression | None
    kind: str
    span: Span


@entity
class Group:
    """Cells side by side, ``r1c1 r1c2 row(3)``: two or more expressions that make one list."""

    items: tuple[Expression, ...]
    span: Span


Expression = (
    Number
    | Text
    | Constant
    | CellRun
    | Name
    | Call
    | Index
    | Attribute
    | Unary
    | Binary
    | Comparison
    | Choice
    | ListOf
    | SetOf
    | MapOf
    | TupleOf
    | Comprehension
    | Group
)

# ── statements ───────────────────────────────────────────────────────────────────────────────────


@entity
class Metadata:
    """``puzzle "…"``, ``author``, ``source``, ``date``, ``note``."""

    key: str
    value: str
    span: Span


@entity
class Include:
    """``include "file.puz"``."""

    path: str
    path_span: Span
    span: Span


@entity
class Genre:
    """``genre "masyu"``."""

    name: str
    name_span: Span
    span: Span


@entity
class Param:
    """``param n = 9``."""

    name: Name
    value: Expression
    span: Span


@entity
class GridDeclaration:
    """``grid name[height, width] in domain``; ``domain`` is ``None`` for ``bool``, and for places without values."""

    name: Name
    sizes: tuple[Expression, ...]
    domain: Expression | None
    has_values: bool
    span: Span


@entity
class EdgesDeclaration:
    """``edges name of grid in domain by reach``; ``domain`` is ``None`` for ``bool``, which may be left out.

    ``word`` is ``edges``, ``arcs`` for directed ones, ``sides`` for the edges between the corners of cells, or
    ``division`` for borders between regions; there, ``domain`` has the sizes of these. ``reach`` is a function that
    gives the cells that a cell has edges to, ``None`` for those that share a side with it.
    """

    word: str
    name: Name
    grid: Name
    domain: Expression | None
    reach: Expression | None
    span: Span


@entity
class VariableDeclaration:
    """``var a, b in domain`` / ``var x in real 0..24``; no ``domain`` for ``bool``, and for ``real`` without bounds."""

    names: tuple[Name, ...]
    real: bool
    domain: Expression | None
    span: Span


@entity
class Parameter:
    """A parameter of a rule or function; ``variadic`` for ``*rest``."""

    name: Name
    default: Expression | None
    variadic: bool
    span: Span


@entity
class Let:
    """``let name = value``; with parentheses (``parameters`` not ``None``) a function."""

    name: Name
    parameters: tuple[Parameter, ...] | None
    value: Expression
    span: Span


@entity
class Rule:
    """``rule name(parameters):`` with a block. ``span`` covers the header only."""

    name: Name
    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    span: Span


@entity
class Clue:
    """``name arguments: groups``. ``span`` covers the whole statement."""

    name: Name
    arguments: tuple[Argument, ...]
    groups: tuple[Expression, ...]
    span: Span


@entity
class Constraint:
    """An expression that must hold."""

    expression: Expression
    span: Span


@entity
class For:
    """``span`` covers the header only."""

    loops: tuple[Loop, ...]
    condition: Expression | None
    body: tuple[Statement, ...]
    span: Span


@entity
class If:
    """``span`` covers the header only."""

    condition: Expression
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]
    span: Span


@entity
class LayoutRow:
    """A row of a layout as written, without surrounding blanks; rows of decoration or of a comment only are kept.

    Attributes:
        text: without the comment.
        comment: the comment beside it, from its ``#`` on.
    """

    text: str
    span: Span
    comment: str = ""


@entity
class Mask:
    """``mask:`` with its rows."""

    grid: Name | None
    rows: tuple[LayoutRow, ...]
    span: Span


@entity
class Givens:
    """``givens:`` with its rows."""

    grid: Name | None
    rows: tuple[LayoutRow, ...]
    span: Span


@entity
class Regions:
    """``regions name:`` / ``regions name of grid:``. ``span`` covers the header only, as in the other layouts."""

    name: Name
    grid: Name | None
    rows: tuple[LayoutRow, ...]
    span: Span


@entity
class ClueLayout:
    """``clues name:`` / ``clues name of grid in domain:``: marks, if of a domain only such, in rows of any size."""

    name: Name
    grid: Name | None
    domain: Expression | None
    rows: tuple[LayoutRow, ...]
    span: Span


@entity
class Draw:
    """``draw mark(arguments)``."""

    mark: Name
    arguments: tuple[Argument, ...]
    span: Span


@entity
class Objective:
    """``maximize expression`` / ``minimize expression``."""

    maximize: bool
    expression: Expression
    span: Span


@entity
class Show:
    """``show a, b``."""

    items: tuple[Expression, ...]
    span: Span


Statement = (
    Metadata
    | Include
    | Genre
    | Param
    | GridDeclaration
    | EdgesDeclaration
    | VariableDeclaration
    | Let
    | Rule
    | Clue
    | Constraint
    | For
    | If
    | Mask
    | Givens
    | Regions
    | ClueLayout
    | Draw
    | Objective
    | Show
)


@entity
class File:
    """A whole file."""

    source: Source
    statements: tuple[Statement, ...]
