"""A Python script that builds the same model with Pyomo, solves it with HiGHS and prints the answer.

It stands alone: it needs Pyomo and highspy, not this package. Meant to be read and changed.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections import Counter, defaultdict
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from puzzledsl.encodings.encoded import ByColumn, Fixed, OneHot, Row
from puzzledsl.encodings.pyomo_model import component_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.encodings.encoded import Column, Encoded, Index
    from puzzledsl.model import Variable
    from puzzledsl.row_builder import Coefficient

SUMMARY = "stand-alone Python script that builds and solves the model with Pyomo and HiGHS"

_WIDTH = 110
_USED = {"model", "value", "chosen", "whole", "sys", "solver", "results", "variable"}

_HEAD = '''\
"""{title} ({encoding} model).

Written by puzzledsl; stands alone. Needs: pip install pyomo highspy
"""

import sys

from pyomo.contrib.appsi.solvers import Highs
from pyomo.environ import Any, Binary, ConcreteModel, Constraint, Integers, Objective, Reals, Var
from pyomo.environ import maximize, minimize, value

model = ConcreteModel()
'''

_SOLVE = '''
solver = Highs()
solver.config.load_solution = False
results = solver.solve(model)
if results.best_feasible_objective is None:
    print("no solution:", results.termination_condition.name)
    sys.exit(1)
results.solution_loader.load_vars()
for variable in model.component_data_objects(Var):
    if variable.value is None:  # in no constraint, so Pyomo did not pass it on: any value will do
        variable.set_value(next((limit for limit in variable.bounds if limit is not None), 0))


def chosen(family, *place):
    """The value whose 0-1 variable is set: the last part of its index."""
    indices = [index if isinstance(index, tuple) else (index,) for index in family]
    options = {index[-1]: family[index] for index in indices if index[:-1] == place}
    return max(options, key=lambda option: value(options[option]))


def whole(variable):
    """The value of an integer variable."""
    return round(value(variable))

'''


def write(encoded: Encoded, variables: Sequence[Variable], title: str) -> str:
    """The model as a Python script."""
    if encoded.columns and not encoded.rows:
        # Pyomo hands HiGHS nothing when there is no row, and gets no solution: say the bounds of a column again.
        first = encoded.columns[0]
        encoded = replace(encoded, rows=(Row("bounds", (1,), {0: 1}, first.lower, first.upper),))
    names = _script_names(encoded)
    text = " ".join((title or "Puzzle").replace("\\", "/").replace('"""', "'''").split())
    lines = [_HEAD.format(title=text, encoding=encoded.encoding)]
    lines += _variables(encoded, names)
    lines.append("")
    lines += _constraints(encoded, names)
    objective = encoded.objective
    expression = "0" if objective is None else _expression(objective.terms, objective.constant, encoded, names)
    sense = "maximize" if encoded.maximize else "minimize"
    lines += ["", *_wrapped(f"model.{names['objective']} = Objective(expr=", expression, f", sense={sense})")]
    lines.append(_SOLVE)
    lines += _printing(encoded, variables, names)
    return "\n".join([*lines, ""])


def _script_names(encoded: Encoded) -> dict[str, str]:
    answer: dict[str, str] = {}
    taken = (
        _USED
        | set(dir(builtins))
        | {
            "Any",
            "Binary",
            "ConcreteModel",
            "Constraint",
            "Highs",
            "maximize",
            "minimize",
            "Integers",
            "Objective",
            "Reals",
            "Var",
        }
    )
    for component, readable in component_names(encoded).items():
        name = readable
        while keyword.iskeyword(name) or name in taken:
            name += "_"
        taken.add(name)
        answer[component] = name
    return answer


def _variables(encoded: Encoded, names: Mapping[str, str]) -> list[str]:
    families: dict[str, list[Column]] = defaultdict(list)
    for column in encoded.columns:
        families[column.component].append(column)
    lines = []
    for component, columns in families.items():
        name = names[component]
        kinds = Counter((_kind(column), _bounds(column)) for column in columns)
        kind, bounds = kinds.most_common(1)[0][0]
        what = f"domain={kind}" + ("" if (kind, bounds) == ("Binary", "(0, 1)") else f", bounds={bounds}")
        if columns[0].index:
            axes = [repr(axis) for axis in _axes([column.index for column in columns])]
            line = f"model.{name} = Var({', '.join(axes)}, {what})"
            if not axes or max(map(len, axes)) > _WIDTH:  # then they are made where they are first named
                lines.append(f"model.{name} = Var(Any, dense=False, {what})")
            elif len(line) > _WIDTH:
                lines += [f"model.{name} = Var(", *(f"    {axis}," for axis in axes), f"    {what},", ")"]
            else:
                lines.append(line)
        else:
            lines.append(f"model.{name} = Var({what})")
        lines.append(f"{name} = model.{name}")
        for column in columns:
            if _kind(column) != kind:
                lines.append(f"{_column(column, names)}.domain = {_kind(column)}")
            if _bounds(column) != bounds:
                lines.append(f"{_column(column, names)}.bounds = {_bounds(column)}")
    return lines


def _axes(indices: Sequence[Index]) -> list[list[str | int]]:
    """The lists whose product the indices are; none when they are no product."""
    if len({len(index) for index in indices}) != 1:
        return []
    axes = [list(dict.fromkeys(index[k] for index in indices)) for k in range(len(indices[0]))]
    return axes if len(indices) == prod(map(len, axes)) else []


def _kind(column: Column) -> str:
    return "Binary" if column.binary else "Integers" if column.integer else "Reals"


def _bounds(column: Column) -> str:
    return f"({_number(column.lower)}, {_number(column.upper)})"


def _number(value: Coefficient | None) -> str:
    return str(value) if value is None or isinstance(value, int) else repr(float(value))


def _column(column: Column, names: Mapping[str, str]) -> str:
    name = names[column.component]
    return f"{name}[{', '.join(map(repr, column.index))}]" if column.index else name


def _expression(
    terms: Mapping[int, Coefficient], constant: Coefficient, encoded: Encoded, names: Mapping[str, str]
) -> str:
    parts = []
    for number, k in terms.items():
        name = _column(encoded.columns[number], names)
        sign = "-" if k < 0 else "+"
        parts.append(f"{sign} {name}" if abs(k) == 1 else f"{sign} {_number(-k if k < 0 else k)} * {name}")
    if constant or not parts:
        parts.append(f"{'-' if constant < 0 else '+'} {_number(-constant if constant < 0 else constant)}")
    return " ".join(parts).removeprefix("+ ")


def _constraints(encoded: Encoded, names: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    declared: set[str] = set()
    commented: int | None = None
    for row in encoded.rows:
        name = names[row.component]
        if row.origin is not None and row.origin != commented:
            commented = row.origin
            origin = encoded.origins[commented]
            lines += ["", f"# line {origin.line}: {' '.join(origin.sentence.split())}"]
        if row.component not in declared:
            declared.add(row.component)
            lines.append(f"model.{name} = Constraint(Any)")
        expression = _expression(row.terms, 0, encoded, names)
        target = f"model.{name}[{', '.join(map(repr, row.index))}] = "
        if row.lower is not None and row.lower == row.upper:
            lines += _wrapped(target, expression, f" == {_number(row.lower)}")
        elif row.lower is not None and row.upper is not None:
            lines += _wrapped(f"{target}({_number(row.lower)}, ", expression, f", {_number(row.upper)})")
        elif row.lower is not None:
            lines += _wrapped(target, expression, f" >= {_number(row.lower)}")
        else:
            lines += _wrapped(target, expression, f" <= {_number(row.upper)}")
    return lines


def _wrapped(before: str, middle: str, after: str, seam: str = r" (?=[+-] )") -> list[str]:
    """One line, or several inside brackets where that would be too long, broken at seams (between terms)."""
    if len(before) + len(middle) + len(after) <= _WIDTH:
        return [f"{before}{middle}{after}"]
    inside, line = [], ""
    for piece in re.split(seam, middle):
        if line and len(line) + len(piece) + 5 > _WIDTH:
            inside.append(f"    {line}")
            line = piece
        else:
            line = f"{line} {piece}" if line else piece
    inside.append(f"    {line}")
    if before.endswith("(") and after.startswith(")"):
        return [before, *inside, after]
    return [f"{before}(", *inside, f"){after}"]


def _printing(encoded: Encoded, variables: Sequence[Variable], names: Mapping[str, str]) -> list[str]:
    grids: dict[str, dict[tuple[int, int], int]] = defaultdict(dict)
    lines = []
    for x, variable in enumerate(variables):
        if variable.grid is not None and variable.cell is not None:
            grids[variable.grid][variable.cell] = x
    for grid, places in grids.items():
        height, width = max(r for r, _ in places), max(c for _, c in places)
        lines.append(f"# {grid}")
        for r in range(1, height + 1):
            row = (places.get((r, c)) for c in range(1, width + 1))
            shown = ['"."' if x is None else _value(encoded, x, names) for x in row]
            lines += _wrapped("print(", ", ".join(shown), ")", r"(?<=,) (?=\w+\(|\d|\")")
    for x, variable in enumerate(variables):
        if variable.grid is None:
            lines.append(f"print({variable.name + ' ='!r}, {_value(encoded, x, names)})")
    if encoded.objective is not None:
        lines.append(f"print('objective =', value(model.{names['objective']}))")
    return lines


def _value(encoded: Encoded, x: int, names: Mapping[str, str]) -> str:
    match encoded.readings[x]:
        case Fixed(value):
            return repr(value)
        case ByColumn(column, integer):
            return f"{'whole' if integer else 'value'}({_column(encoded.columns[column], names)})"
        case OneHot(columns, _):
            first = encoded.columns[columns[0]]
            place = "".join(f", {part!r}" for part in first.index[:-1])
            return f"chosen({names[first.component]}{place})"
