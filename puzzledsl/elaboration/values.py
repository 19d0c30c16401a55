"""The values of the language while a model is elaborated.

==============  ==============================================================
in the language  in Python
==============  ==============================================================
number           ``int``, ``Fraction``
yes or no        ``bool``
text, none       ``str``, ``None``
list             ``list`` (never changed once made), a range of integers ``range``
group            `Group`, a list that is told from others by its cells: of regions
tuple            ``tuple``
set, map         ``frozenset``, ``dict``
decided number   `Affine` with at least one term; a cell is a single variable, once
decided Boolean  the Boolean nodes of `expressions`
grid             `GridValue`
clues            `ClueMap`
function, rule   `Function`, `Builtin`
==============  ==============================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.limits import AN_ITEM
from puzzledsl.expressions import (
    Accepts,
    Affine,
    All,
    AllDifferent,
    Circuit,
    Compare,
    Connected,
    Inverse,
    Member,
    Not,
    Ranked,
    Same,
    Some,
)
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.domain import Domain
    from puzzledsl.elaboration.context import Context
    from puzzledsl.elaboration.limits import Budget
    from puzzledsl.source import Span
    from puzzledsl.syntax import Parameter

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?", re.ASCII)
"""Numbers as they are also written out again, so that a label ``07`` stays a text."""

Value = Any
"""A value of the language; the table above is the closed list."""

DECIDED_BOOLEANS = (Compare, All, Some, Not, Same, Member, AllDifferent, Accepts, Circuit, Inverse, Connected, Ranked)


@record(eq=False)
class GridValue:
    """A grid as a value: ``numbers[r - 1][c - 1]`` are variable numbers, ``None`` where masked.

    ``made`` keeps the cells that were asked for: overlapping lists of cells share them.
    """

    name: str
    height: int
    width: int
    domain: Domain
    numbers: list[list[int | None]]
    span: Span
    made: dict[int, Affine]

    def at(self, row: int, column: int) -> Affine | None:
        """The cell, or ``None`` outside the grid and where it is masked."""
        if not (1 <= row <= self.height and 1 <= column <= self.width):
            return None
        number = self.numbers[row - 1][column - 1]
        return None if number is None else self._cell(number)

    def cells(self) -> list[Affine]:
        """All cells, row by row, masked ones left out."""
        return [self._cell(n) for row in self.numbers for n in row if n is not None]

    def _cell(self, number: int) -> Affine:
        found = self.made.get(number)
        if found is None:
            found = self.made[number] = Affine(((number, 1),), 0)
        return found


@record(eq=False)
class Builtin:
    """A function of the language that is written in Python.

    ``call(context, *arguments)``; the names of its parameters, how many of them have no default, and whether it
    takes any number of further ones come from the Python function itself.
    """

    name: str
    call: Callable[..., Value]
    parameters: tuple[str, ...]
    required: int
    variadic: bool
    summary: str

    @property
    def signature(self) -> str:
        """As it is shown to people: ``row(i, grid = …)``."""
        names = [n if k < self.required else f"{n} = …" for k, n in enumerate(self.parameters)]
        if self.variadic:
            names.append("…")
        return f"{self.name}({', '.join(names)})"


@record(eq=False)
class Function:
    """A function (``let f(x) = …``) or a rule of the language itself.

    ``run(context, frame)`` evaluates the body in a frame that holds the arguments under ``slots``.
    ``captured`` is the frame around its definition, of which it reads the slots ``uses``.
    """

    name: str
    is_rule: bool
    parameters: tuple[Parameter, ...]
    slots: tuple[int, ...]
    defaults: tuple[Callable[[dict[int, Value]], Value] | None, ...]
    run: Callable[[dict[int, Value]], Value]
    captured: dict[int, Value]
    uses: frozenset[int]
    span: Span

    @property
    def required(self) -> int:
        """How many parameters have no default."""
        return sum(1 for p in self.parameters if p.default is None and not p.variadic)

    @property
    def signature(self) -> str:
        """As it is shown to people: ``whisper(line, gap = 5)``."""
        parts = []
        for parameter in self.parameters:
            if parameter.variadic:
                parts.append(f"*{parameter.name.id}")
            elif parameter.default is not None:
                parts.append(f"{parameter.name.id} = {parameter.default.span.text}")
            else:
                parts.append(parameter.name.id)
        return f"{self.name}({', '.join(parts)})"


class Group(list[Any]):
    """Cells that are known as one: a group of regions. Two groups are compared as such, not by what they hold."""


@record(eq=False)
class RegionMap:
    """A ``regions`` block: label → cells, in order of first appearance."""

    name: str
    grid: str
    groups: dict[str, Group]

    def has(self, label: Value) -> bool:
        """Whether a group is called so."""
        return (label if isinstance(label, str) else str(label)) in self.groups


@record(eq=False)
class ClueMap:
    """A ``clues`` block: ``marks[r - 1][c - 1]`` is a number, a text, a list of such, or ``None`` for no clue.

    ``grids`` are the grids of the model, also those declared later: ``grid`` is the name of the one that the clues are
    about, ``None`` for the main one.
    """

    name: str
    grid: str | None
    marks: list[list[Value]]
    grids: dict[str, GridValue]

    @property
    def height(self) -> int:
        """How many rows it has."""
        return len(self.marks)

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.marks[0])

    def at(self, row: int, column: int) -> Value:
        """The clue, or ``None``, also outside."""
        inside = 1 <= row <= self.height and 1 <= column <= self.width
        return self.marks[row - 1][column - 1] if inside else None

    def placed(self) -> list[tuple[int, int, Value]]:
        """Row, column and clue, row by row, of those that there are."""
        found = ((r, c, mark) for r, row in enumerate(self.marks, 1) for c, mark in enumerate(row, 1))
        return [clue for clue in found if clue[2] is not None]

    def pairs(self) -> list[tuple[Affine, Value]]:
        """Each cell that has a clue, with it.

        Raises:
            Fault: there is no such cell.
        """
        grid = next(iter(self.grids.values()), None) if self.grid is None else self.grids.get(self.grid)
        if grid is None:
            which = "" if self.grid is None else f" `{self.grid}`"
            raise Fault(
                f"the clues `{self.name}` have no cells yet: the grid{which} is declared further down",
                helps=(f"rows and columns are known here: `for r, c, clue in {self.name}:`",),
                code="no-grid",
            )
        found = []
        for row, column, mark in self.placed():
            cell = grid.at(row, column)
            if cell is None:
                raise Fault(
                    f"the clues `{self.name}` have {shown(mark)} in row {row}, column {column}, where the grid "
                    f"`{grid.name}` has no cell",
                    helps=(
                        f"for clues that are not about its cells, take rows and columns: `for r, c, n in {self.name}:`",
                    ),
                    code="outside",
                )
            found.append((cell, mark))
        return found


def mark_value(mark: str) -> int | Fraction | str:
    """What a mark or label of a layout is: a number if it can be written so, else a text."""
    if _NUMBER.fullmatch(mark):
        return _plain_number(mark)
    return mark


def _plain_number(mark: str) -> int | Fraction:
    return Fraction(mark) if "." in mark else int(mark)


def is_cell(value: Value) -> bool:
    """A single variable, as it is."""
    return (
        isinstance(value, Affine)
        and len(value.terms) == 1
        and value.constant == 0
        and (isinstance(value.terms[0][0], int) and value.terms[0][1] == 1)
    )


def cell_number(value: Affine) -> int:
    """The variable number of a value for which `is_cell` holds."""
    number = value.terms[0][0]
    assert isinstance(number, int)
    return number


def is_number(value: Value) -> bool:
    """A number that is known while compiling; Booleans count as 0 and 1."""
    return isinstance(value, int | Fraction)


def is_decided_boolean(value: Value) -> bool:
    """A condition that depends on what cells hold."""
    return isinstance(value, DECIDED_BOOLEANS)


def is_boolean(value: Value) -> bool:
    """A condition, known or decided; a number is none, not even 0 and 1."""
    return isinstance(value, (bool, *DECIDED_BOOLEANS))


def is_list(value: Value) -> bool:
    """A list or a range."""
    return isinstance(value, list | range)


def kind_of(value: Value) -> str:
    """What people call it: ``a number``, ``a list``, ``a cell``."""
    match value:
        case bool():
            return f"`{'true' if value else 'false'}`"
        case int() | Fraction():
            return f"the number {value}"
        case str():
            return f'the text "{value}"' if len(value) <= 20 else "a text"
        case None:
            return "`none`"
        case Group():
            return f"a group of {len(value)} cell{'s' * (len(value) != 1)}"
        case list() | range():
            return "an empty list" if len(value) == 0 else f"a list of {len(value)}"
        case tuple():
            return f"a tuple of {len(value)}"
        case frozenset():
            return "a set"
        case dict():
            return "a map"
        case RegionMap():
            return f"the regions `{value.name}`"
        case ClueMap():
            return f"the clues `{value.name}`"
        case GridValue():
            return f"the grid `{value.name}`"
        case Builtin():
            return f"the function `{value.name}`"
        case Function():
            return f"the {'rule' if value.is_rule else 'function'} `{value.name}`"
        case Affine():
            return "a cell" if is_cell(value) else "an expression over cells"
        case _ if is_decided_boolean(value):
            return "a condition on cells"
    return "a value"


def iterate(value: Value) -> Iterator[Value]:
    """The items of what a loop may run over: lists, ranges, sets (in order), tuples, maps (keys), grids, regions.

    A lone cell is a list of one.

    Raises:
        Fault: it has no items.
    """
    match value:
        case list() | range() | tuple():
            return iter(value)
        case frozenset():
            return iter(sorted(value, key=order))
        case dict():
            return iter(list(value))
        case RegionMap():
            return iter(list(value.groups.values()))
        case ClueMap():
            return iter(value.pairs())
        case GridValue():
            return iter(value.cells())
        case Affine() if is_cell(value):
            return iter([value])
    raise Fault(f"a list is needed here, not {kind_of(value)}", code="kind")


def rounds(value: Value, targets: int) -> Iterator[Value]:
    """The items of what a loop with so many targets runs over.

    Of regions with two targets these are labels and groups; of clues with three, rows, columns and clues.

    Raises:
        Fault: it has no items.
    """
    if isinstance(value, RegionMap) and targets == 2:
        return iter([(mark_value(label), group) for label, group in value.groups.items()])
    if isinstance(value, ClueMap) and targets == 3:
        return iter(value.placed())
    return iterate(value)


def order(value: Value) -> tuple[int, Any]:
    """A sort key over mixed static values: numbers before texts before tuples."""
    if isinstance(value, int | Fraction):
        return (0, value)
    if isinstance(value, str):
        return (1, value)
    if isinstance(value, list | tuple):
        return (2, tuple(order(item) for item in value))
    return (3, repr(value))


def freeze(value: Value, within: frozenset[int] = frozenset()) -> Value:
    """A hashable stand-in: lists become tuples marked as lists.

    ``within``: the functions that are being frozen around it (by ``id`` of their code), since a recursive
    function is among the values around it.

    Raises:
        Fault: it holds something that is no plain static value.
    """
    match value:
        case int() | Fraction() | str() | None | Affine() | Builtin():
            return value
        case range() if len(value) > 1_000:
            return ("range", value.start, value.stop)
        case list() | range():
            return ("list", *(freeze(item, within) for item in value))
        case tuple():
            return ("tuple", *(freeze(item, within) for item in value))
        case frozenset():
            return value
        case dict():
            return ("map", *((freeze(k, within), freeze(v, within)) for k, v in value.items()))
        case GridValue() | RegionMap() | ClueMap():
            return ("object", id(value))
        case Function():
            code = id(value.run)
            if code in within:
                return ("function", code)
            around = ((k, value.captured[k]) for k in sorted(value.uses) if k in value.captured)
            return ("function", code, tuple((k, freeze(v, within | {code})) for k, v in around))
    if is_decided_boolean(value):
        return value
    raise Fault(f"{kind_of(value)} cannot be used here", code="kind")


def nested(value: Value, budget: Budget) -> Value:
    """The value, once it is known that the lists in it are not too many when each is counted wherever it occurs.

    ``let b = [a, a]``, ``let c = [b, b]`` … doubles their number line by line, while hardly any memory is used.

    Raises:
        Fault: they are.
    """
    if isinstance(value, list | tuple | dict):
        pending, count, size = [value], 0, 0
        while pending:
            part = pending.pop()
            count += 1
            size += len(part)
            if count > budget.limits.items:
                budget.items(count)
            pending += [
                x for x in (part.values() if isinstance(part, dict) else part) if type(x) in (list, tuple, dict)
            ]
        budget.allocate((count + size) * AN_ITEM)
    elif isinstance(value, frozenset):
        budget.allocate(len(value) * AN_ITEM)
    return value


def is_static(value: Value) -> bool:
    """Known while compiling, all the way down."""
    match value:
        case bool() | int() | Fraction() | str() | None:
            return True
        case list() | tuple():
            return all(is_static(item) for item in value)
        case range() | frozenset():
            return True
        case dict():
            return all(is_static(item) for item in value.values())
    return False


def is_key(value: Value) -> bool:
    """Known, and fit for a set or the key of a map: a number, a text, `none`, or a tuple or set of such."""
    if isinstance(value, tuple):
        return all(is_key(item) for item in value)
    return is_static(value) and not isinstance(value, list | dict | range)


def shown(value: Value, context: Context | None = None, most: int | None = None) -> str:
    """A value as people write it, for sentences and messages; of more than ``most`` characters no more than needed."""
    pieces: list[str] = []
    length = 0
    for piece in _pieces(value, context):
        pieces.append(piece)
        length += len(piece)
        if most is not None and length > most:
            break
    return "".join(pieces)


def _pieces(value: Value, context: Context | None) -> Iterator[str]:
    match value:
        case bool():
            yield "true" if value else "false"
        case int() | Fraction():
            yield str(value)
        case str():
            yield f'"{value}"'
        case None:
            yield "none"
        case range():
            yield f"{value.start}..{value.stop - 1}" if len(value) else "[]"
        case list():
            yield from _joined("[", value, "]", context)
        case tuple():
            yield from _joined("(", value, ",)" if len(value) == 1 else ")", context)
        case frozenset():
            yield from _joined("{", sorted(value, key=order), "}", context)
        case dict():
            yield "{"
            for k, (key, item) in enumerate(value.items()):
                yield ", " if k else ""
                yield from _pieces(key, context)
                yield ": "
                yield from _pieces(item, context)
            yield "}"
        case RegionMap() | ClueMap() | GridValue() | Function() | Builtin():
            yield value.name
        case Affine() if is_cell(value) and context is not None:
            yield context.variables[cell_number(value)].name
        case _:
            yield "…"


def _joined(opening: str, items: Iterable[Value], closing: str, context: Context | None) -> Iterator[str]:
    yield opening
    for k, item in enumerate(items):
        if k:
            yield ", "
        yield from _pieces(item, context)
    yield closing
