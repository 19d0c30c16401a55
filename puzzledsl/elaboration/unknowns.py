"""Unknowns: what ``grid`` and ``var`` declare, at the outermost level or, hidden, for one call of a rule."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from puzzledsl.diagnostics import PuzzleError, failure, replacing
from puzzledsl.domain import Domain
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.limits import A_CELL
from puzzledsl.elaboration.slips import range_meant
from puzzledsl.elaboration.values import GridValue, Value, is_number
from puzzledsl.expressions import Affine
from puzzledsl.listing import counted
from puzzledsl.model import Variable
from puzzledsl.syntax import Binary, Expression, GridDeclaration, VariableDeclaration

Evaluate = Callable[[Expression], Value]
"""The value of an expression where the declaration stands."""


def new_grid(node: GridDeclaration, evaluate: Evaluate, context: Context, rule: str = "") -> GridValue:
    """The grid of a declaration, with its variables.

    Args:
        rule: the rule whose call the grid is for; such a grid is hidden.
    """
    height, width = _sizes(node, evaluate)
    domain = _domain(node.domain, evaluate)
    context.budget.variables(len(context.variables) + height * width)
    context.budget.step(A_CELL * height * width)
    name = context.hidden_name(rule, node.name.id) if rule else node.name.id
    is_main = not rule and not context.grids
    numbers: list[list[int | None]] = []
    for r in range(1, height + 1):
        row: list[int | None] = []
        for c in range(1, width + 1):
            row.append(len(context.variables))
            label = f"r{r}c{c}" if is_main else f"{name}[{r}, {c}]"
            context.variables.append(Variable(label, domain, name, (r, c), None, bool(rule)))
        numbers.append(row)
    grid = GridValue(name, height, width, domain, numbers, node.span, {})
    if rule:
        context.hidden[name] = grid
    return grid


def new_variables(node: VariableDeclaration, evaluate: Evaluate, context: Context, rule: str = "") -> list[Affine]:
    """The variables of a declaration.

    Args:
        rule: the rule whose call they are for; such variables are hidden.
    """
    domain, bounds = Domain(()), None
    if node.real:
        bounds = _real_bounds(node.domain, evaluate)
    else:
        domain = _domain(node.domain, evaluate)
    context.budget.variables(len(context.variables) + len(node.names))
    found = []
    for name in node.names:
        number = len(context.variables)
        label = context.hidden_name(rule, name.id) if rule else name.id
        context.variables.append(Variable(label, domain, bounds=bounds, hidden=bool(rule)))
        context.declared[number] = name.span
        found.append(Affine(((number, 1),), 0))
    return found


def parts_of(node: GridDeclaration | VariableDeclaration) -> list[Expression]:
    """The expressions of a declaration that are evaluated."""
    found = list(node.sizes) if isinstance(node, GridDeclaration) else []
    if isinstance(node, VariableDeclaration) and node.real and isinstance(node.domain, Binary):
        return [node.domain.left, node.domain.right]
    return found if node.domain is None else [*found, node.domain]


def _sizes(node: GridDeclaration, evaluate: Evaluate) -> tuple[int, int]:
    if len(node.sizes) != 2:
        only = node.sizes[0] if len(node.sizes) == 1 else None
        suggested = ""
        if isinstance(only, Binary) and only.op == "*":
            suggested = f"{only.left.span.text}, {only.right.span.text}"
        raise Fault(
            f"a grid has a height and a width, not {counted(len(node.sizes), 'size')}",
            label=f"write `{suggested}`" if suggested else "",
            helps=() if suggested else ("a single row is `grid name[1, 9] in …`",),
            code="size",
            meant=(only.span.text, suggested) if only is not None and suggested else None,
        ).at(node.sizes[0].span.to(node.sizes[-1].span))
    sizes = []
    for size in node.sizes:
        value = evaluate(size)
        if type(value) is not int or value < 1:
            raise unfit("a size is a whole number from 1", value, code="size").at(size.span)
        sizes.append(value)
    return sizes[0], sizes[1]


def _domain(node: Expression | None, evaluate: Evaluate) -> Domain:
    if node is None:
        return Domain.range(0, 1)
    slip = range_meant(node)
    if slip is not None:
        raise PuzzleError([slip])
    value = evaluate(node)
    if isinstance(value, range):
        domain = Domain.range(value.start, value.stop - 1)
    elif isinstance(value, (frozenset, list)):
        wrong = [v for v in value if type(v) is not int]
        if wrong:
            label = "write the range without brackets" if isinstance(wrong[0], range) else ""
            raise unfit("a domain holds whole numbers", wrong[0], label, code="domain").at(node.span)
        domain = Domain.of(value)
    else:
        raise unfit("a domain is a set of whole numbers such as `1..9` or `{1, 3, 5}`", value, code="domain").at(
            node.span
        )
    if not domain:
        match node:
            case Binary("..", low, high):
                raise _reversed(node, low, high)
        raise Fault("the domain is empty: it has no value for any cell", code="domain").at(node.span)
    if max(abs(domain.lo), abs(domain.hi)) > 10**15:
        raise Fault("a domain reaches to 10^15 at most: beyond, a solver does not compute exactly", code="domain").at(
            node.span
        )
    return domain


def _real_bounds(node: Expression | None, evaluate: Evaluate) -> tuple[Fraction | None, Fraction | None]:
    if node is None:
        return None, None
    if not (isinstance(node, Binary) and node.op == ".."):
        raise Fault("a real variable ranges between two numbers, as in `real 0..24`", code="domain").at(node.span)
    ends = []
    for end in (node.left, node.right):
        value = evaluate(end)
        if not is_number(value):
            raise unfit("a bound is a known number", value, code="domain").at(end.span)
        ends.append(Fraction(value))
    if ends[0] > ends[1]:
        raise _reversed(node, node.left, node.right)
    return ends[0], ends[1]


def _reversed(node: Expression, low: Expression, high: Expression) -> PuzzleError:
    """``9..1`` for a domain."""
    meant = f"{high.span.text}..{low.span.text}"
    label = f"the smaller value comes first: write `{meant}`"
    return failure(
        "this range is empty: it goes down", node.span, label, code="domain", fixes=replacing(node.span, meant)
    )
