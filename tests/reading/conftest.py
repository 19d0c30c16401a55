"""What the tests of reading share: trees as short texts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import puzzledsl.reading
from puzzledsl import syntax
from puzzledsl.reading import read
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# An installed package lacks `construction`, which only builds and these tests need.
puzzledsl.reading.__path__.append(str(Path(__file__).parents[2] / "puzzledsl" / "reading"))


def shape(node: Any) -> str:
    """A node as a parenthesised text without places: ``(+ a (* b 2))``."""
    match node:
        case None:
            return "none"
        case syntax.Number(value):
            return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else str(value)
        case syntax.Text(value):
            return repr(value)
        case syntax.Constant(value):
            return str(value).lower()
        case syntax.CellRun(corners):
            return "..".join(f"r{row}c{column}" for row, column in corners)
        case syntax.Name(name):
            return name
        case syntax.Argument(name, value):
            return f"{name}={shape(value)}" if name else shape(value)
        case syntax.Call(function, arguments):
            return _tagged("call", function, *arguments)
        case syntax.Star():
            return "*"
        case syntax.Index(base, items):
            return _tagged("index", base, *items)
        case syntax.Attribute(base, name):
            return f"(. {shape(base)} {name})"
        case syntax.Unary(op, operand):
            return _tagged(f"unary{op}" if op == "-" else op, operand)
        case syntax.Binary(op, left, right):
            return _tagged(op, left, right)
        case syntax.Comparison(operands, ops):
            tail = [f"{op} {shape(operand)}" for op, operand in zip(ops, operands[1:], strict=True)]
            return f"({' '.join([shape(operands[0]), *tail])})"
        case syntax.Choice(condition, yes, no):
            return _tagged("if", condition, yes, no)
        case syntax.ListOf(items):
            return f"[{_joined(items)}]"
        case syntax.SetOf(items):
            return f"{{{_joined(items)}}}"
        case syntax.MapOf(pairs):
            return f"{{{' '.join(f'{shape(key)}:{shape(value)}' for key, value in pairs)}}}"
        case syntax.TupleOf(items):
            return _tagged("tuple", *items)
        case syntax.Loop(targets, iterable):
            return f"{','.join(name.id for name in targets)} in {shape(iterable)}"
        case syntax.Comprehension(element, loops, condition, kind):
            where = f" where {shape(condition)}" if condition else ""
            return f"({kind} {shape(element)} for {', '.join(map(shape, loops))}{where})"
        case syntax.Group(items):
            return f"<{_joined(items)}>"
        case _:
            return _statement(node)


def _statement(node: Any) -> str:
    match node:
        case syntax.Metadata(key, value):
            return f"({key} {value!r})"
        case syntax.Include(path):
            return f"(include {path!r})"
        case syntax.Param(name, value):
            return _tagged("param", name, value)
        case syntax.GridDeclaration(name, sizes, domain):
            return f"(grid {name.id} [{_joined(sizes)}] {shape(domain)})"
        case syntax.VariableDeclaration(names, real, domain):
            return f"(var {_joined(names)} {'real ' if real else ''}{shape(domain)})"
        case syntax.Parameter(name, default, variadic):
            return ("*" if variadic else "") + name.id + (f"={shape(default)}" if default else "")
        case syntax.Let(name, parameters, value):
            head = name.id if parameters is None else f"{name.id}({_joined(parameters)})"
            return f"(let {head} {shape(value)})"
        case syntax.Rule(name, parameters, body):
            return f"(rule {name.id}({_joined(parameters)}) {_joined(body)})"
        case syntax.Clue(name, arguments, groups):
            return f"(clue {_joined([name, *arguments])}: {', '.join(map(shape, groups))})"
        case syntax.Constraint(expression):
            return f"(holds {shape(expression)})"
        case syntax.For(loops, condition, body):
            where = f" where {shape(condition)}" if condition else ""
            return f"(for {', '.join(map(shape, loops))}{where}: {_joined(body)})"
        case syntax.If(condition, yes, no):
            return f"(if {shape(condition)}: {_joined(yes)} else: {_joined(no)})"
        case syntax.LayoutRow(text):
            return repr(text)
        case syntax.Mask(grid, rows) | syntax.Givens(grid, rows):
            return f"({type(node).__name__.lower()} {shape(grid)} {_drawn(rows)})"
        case syntax.Regions(name, grid, rows):
            return f"(regions {name.id} {shape(grid)} {_drawn(rows)})"
        case syntax.ClueLayout(name, grid, domain, rows):
            return f"(clues {name.id} {shape(grid)} {f'in {shape(domain)} ' if domain else ''}{_drawn(rows)})"
        case syntax.Draw(mark, arguments):
            return _tagged("draw", mark, *arguments)
        case syntax.Objective(maximize, expression):
            return _tagged("maximize" if maximize else "minimize", expression)
        case syntax.Show(items):
            return _tagged("show", *items)
    raise AssertionError(f"no shape for {node!r}")


def _joined(nodes: Iterable[Any]) -> str:
    return " ".join(map(shape, nodes))


def _drawn(rows: Iterable[syntax.LayoutRow]) -> str:
    """The rows of a layout but for lines of comment."""
    return _joined(row for row in rows if row.text)


def _tagged(tag: str, *nodes: Any) -> str:
    return f"({' '.join([tag, *map(shape, nodes)])})"


@pytest.fixture
def shapes() -> Callable[[str], list[str]]:
    """Reads a text that has to be right, and gives the shapes of its statements."""

    def shapes_of(text: str) -> list[str]:
        file, diagnostics = read(Source("<text>", text))
        assert not diagnostics, diagnostics[0].render()
        return [shape(statement) for statement in file.statements]

    return shapes_of


@pytest.fixture
def mistakes() -> Callable[[str], list[tuple[int, str]]]:
    """Reads a text and gives the line and the message of every mistake."""

    def mistakes_of(text: str) -> list[tuple[int, str]]:
        _, diagnostics = read(Source("<text>", text))
        return [(diagnostic.span.line if diagnostic.span else 0, diagnostic.message) for diagnostic in diagnostics]

    return mistakes_of
