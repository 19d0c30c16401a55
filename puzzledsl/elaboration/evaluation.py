"""What compiled expressions do when they run, with the place of every mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from puzzledsl.diagnostics import Note, PuzzleError, failure
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, Poisoned, at, unfit
from puzzledsl.elaboration.kinds import is_key
from puzzledsl.elaboration.limits import AN_ITEM
from puzzledsl.elaboration.operations.comparisons import COMPARISONS
from puzzledsl.elaboration.value_text import brief, kind_of
from puzzledsl.elaboration.values import SEQUENCES, Function, Value
from puzzledsl.expressions import Affine, Compare
from puzzledsl.listing import shorten
from puzzledsl.records import replace
from puzzledsl.source import Span
from puzzledsl.syntax import Binary, CellRun, Index, Name, Number

Frame = dict[int, Value]
Code = Callable[[Frame], Value]

LARGEST_END = 10**18


def poisoned(_: Frame) -> Value:
    """The code of what is wrong and has been reported."""
    raise Poisoned


def comparer(op: str, span: Span, context: Context) -> Callable[[Value, Value], Value]:
    """What compares two values, membership included."""
    of_known = COMPARISONS.get(op)

    def compare(a: Value, b: Value) -> Value:
        if type(a) is int:
            if of_known is not None and type(b) is int:
                return of_known(a, b)
            if op == "in" and type(b) in (range, frozenset) and not context.alphabet:
                return a in b
        try:
            if of_known is not None:
                answer = ops.compare(op, a, b, context)
            else:
                answer = (ops.member if op == "in" else ops.not_member)(a, b, context)
            return answer if isinstance(answer, (bool, Compare)) else ops.kept(answer, context)
        except Fault as fault:
            raise fault.at(span) from None

    return compare


def number_range(a: Value, b: Value, node: Binary) -> range:
    """``a..b``."""
    for value in (a, b):
        if type(value) is not int:
            helps: str | tuple[str, ...] = ()
            if (line := _line_of_grid(node)) is not None:
                label = f"write `{line}`"
                raise Fault("a run of cells of a grid has its range inside", label, meant=(node.span.text, line))
            left, right = node.left, node.right
            if isinstance(left, CellRun) and isinstance(b, int):
                helps = f"a run of cells ends with a cell: `{left.span.text}..r{left.corners[-1][0]}c{b}`"
            elif isinstance(left, CellRun) and isinstance(right, CellRun) and isinstance(value, Affine):
                helps = f"a run of cells is written without blanks: `{left.span.text}..{right.span.text}`"
            elif isinstance(a, Affine) and isinstance(b, Affine) and isinstance(left, Index):
                helps = "a run of cells stays in one row or column of one grid; other cells are named one by one"
            elif isinstance(value, Affine):
                helps = (
                    "the value of a cell is not known yet; to loop up to it, use all numbers and a condition: "
                    "`for i in 1..9:` with `i <= r1c1 -> (…)`"
                )
            elif isinstance(value, Fraction):
                helps = "`..` counts whole numbers"
            raise unfit("a range runs between two known whole numbers", value, helps=helps)
        if abs(value) > LARGEST_END:
            raise Fault(f"a range reaches to 10^18 at most, not to {kind_of(value)}", code="bound")
    return range(a, b + 1) if a <= b else range(0)


def _line_of_grid(node: Binary) -> str | None:
    """``cell[1, 1..3]`` for ``cell[1, 1]..cell[1, 3]``."""
    match node:
        case Binary(
            _,
            Index(Name(id=name), (Number(value=top), Number(value=left))),
            Index(Name(id=other), (Number(value=bottom), Number(value=right))),
        ) if name == other and (top == bottom) != (left == right):
            first, last = sorted((left, right) if top == bottom else (top, bottom))
            line = f"{name}[{top}, {first}..{last}]" if top == bottom else f"{name}[{first}..{last}, {left}]"
            return line if (top, left) < (bottom, right) else f"reverse({line})"
    return None


def parts_of(item: Value, count: int) -> Sequence[Value]:
    """The parts of an item of a loop with so many targets."""
    if isinstance(item, SEQUENCES) and len(item) == count:
        return item
    raise Fault(
        f"each item is {kind_of(item)}, which does not fit {count} loop variables",
        helps="`pairs(list)` gives two at a time, `enumerate(list)` a position and an item",
    )


def collect_set(values: Sequence[Value], context: Context) -> frozenset[Value]:
    """A set of known values; ranges count as their numbers.

    Raises:
        Fault: a value is not known, or there are too many.
    """
    answer: set[Value] = set()
    for position, value in enumerate(values):
        part = value if isinstance(value, range) else (value,)
        context.budget.step()
        context.budget.check("items", len(answer) + len(part))
        context.budget.allocate(AN_ITEM * len(part))
        if not isinstance(value, range) and not is_key(value):
            helps = "`[…]` makes a list, which may hold cells"
            raise unfit("a set holds known values", value, helps=helps, code="static", argument=position)
        answer.update(part)
    return frozenset(answer)


def blame_call(error: PuzzleError, callee: Value, span: Span) -> PuzzleError:
    """Turns a mistake inside a rule of the library towards the clue that called it."""
    turned = []
    for diagnostic in error.diagnostics:
        place = diagnostic.span
        if place is not None and place.source is not span.source and isinstance(callee, Function):
            inside = Note(f"in {kind_of(callee)}", place)
            message = f"this does not fit `{callee.name}`: {diagnostic.message}"
            diagnostic = replace(diagnostic, message=message, span=span, notes=(*diagnostic.notes, inside))
        turned.append(diagnostic)
    return PuzzleError(turned)


def in_round(error: PuzzleError, values: Mapping[str, Value], context: Context) -> PuzzleError:
    """The same mistakes with the round of a loop that they were found in; that of an inner loop stands behind."""
    parts = [f"{name} = {brief(value, context.variables, 40)}" for name, value in values.items()]
    told = []
    for diagnostic in error.diagnostics:
        fresh = [part for part in parts if not re.search(rf"\b{re.escape(part)}(?!\w)", diagnostic.message)]
        told.append(replace(diagnostic, round=", ".join([*fresh, *filter(None, [diagnostic.round])])))
    return PuzzleError(told)


def known(value: Value, span: Span, context: Context, word: str) -> bool:
    """A condition that must be known while compiling.

    Raises:
        PuzzleError: it depends on cells, or is no Boolean.
    """
    answer = value if isinstance(value, bool) else at(span, ops.truth, value, context)
    if isinstance(answer, bool):
        return answer
    message = f"whether this holds depends on what the cells hold, but `{word}` decides while compiling"
    helps = (f"for a condition on cells write `{shorten(span.text)} -> (what must hold then)`",)
    raise failure(message, span, "", helps, code="static")
