"""What clues and conditions demand: the groups that a clue is about, and the value of a statement as a condition."""

from __future__ import annotations

from collections.abc import Iterator

from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.calling import usage
from puzzledsl.elaboration.compiler import ExpressionCompiler
from puzzledsl.elaboration.context import Part, RuleCall
from puzzledsl.elaboration.drawing import is_place
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.suggestions import about
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Builtin, Function, GridValue, RegionMap, Value, is_boolean, is_cell
from puzzledsl.expressions import Affine
from puzzledsl.source import Span


def groups_of(value: Value) -> Iterator[Value]:
    """The groups that a clue's cells stand for: a cell is a list of one, a list of lists counts as its lists.

    Raises:
        Fault: it is nothing of the kind.
    """
    if isinstance(value, RegionMap):
        yield from value.groups.values()
    elif is_cell(value):
        yield [value]
    elif isinstance(value, (list, range)):
        if value and all(map(is_place, value)):
            label = "a cell is written by its row and column, as in `r1c1`"
            raise Fault("cells are needed here, not pairs of numbers", label)
        if value and all(isinstance(item, (list, range, tuple)) for item in value):
            yield from (list(item) if isinstance(item, tuple) else item for item in value)
        else:
            yield value
    elif isinstance(value, GridValue):
        yield value.cells()
    else:
        helps: tuple[str, ...] = ("a run of cells is written `r1c1..r1c3`",) if isinstance(value, Affine) else ()
        if isinstance(value, int):
            helps = (
                "cells follow the colon: `name 1: r1c1 r1c2`",
                "a rule that is not about cells is called: `name(1, 5)`",
            )
        label, meant = f"write `{value.signature}`" if isinstance(value, (Function, Builtin)) else "", None
        if isinstance(value, Builtin) and value.name == "all":
            label, meant = "for all cells write `cells`", ("all", "cells")
        elif isinstance(value, Builtin) and value.name in ("row", "column", "box"):
            several = f"{value.name}es" if value.name == "box" else f"{value.name}s"
            label, meant = f"write `{several}` for all of them, `{value.name}(1)` for one", (value.name, several)
        elif isinstance(value, str):
            label = "cells are written without quotes"
        raise Fault(f"a clue applies to cells, not to {kind_of(value)}", label, helps, meant=meant)


def as_requirement(value: Value, span: Span, compiler: ExpressionCompiler) -> Part:
    """What comes of a statement as something that must hold.

    Raises:
        PuzzleError: it is no Boolean.
    """
    if isinstance(value, RuleCall) or is_boolean(value):
        return value  # type: ignore[no-any-return]
    try:
        if isinstance(value, list) and value and all(map(is_boolean, value)):
            raise Fault(
                "this is a list of conditions, not a condition",
                helps=("`all(…)` if all must hold, `any(…)` if one must",),
            )
        if isinstance(value, Function) and value.is_rule:
            raise Fault(
                f"the rule `{value.name}` is named, but not applied to any cells",
                helps=(f"a clue is written with a colon and cells: `{usage(value)}`", *about(value.name)[1:]),
            )
        if isinstance(value, int) or (isinstance(value, Affine) and not ops.is_zero_one(value, compiler.context)):
            raise Fault(
                f"a statement must be a condition; this is {kind_of(value)}",
                helps=("compare it with something: `r1c1 == 5`, `sum(row(1)) <= 20`",),
            )
        return ops.truth(value, compiler.context)
    except Fault as fault:
        raise fault.at(span) from None
