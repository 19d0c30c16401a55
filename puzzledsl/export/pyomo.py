"""A Python script that builds the same model with Pyomo, solves it with HiGHS and prints the answer.

It stands alone: it needs Pyomo and highspy, not this package. Meant to be read and changed.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections import Counter, defaultdict
from math import prod
from typing import TYPE_CHECKING

from puzzledsl.encodings.encoded import ByColumn, Fixed, OneHot, Row
from puzzledsl.encodings.pyomo_model import component_names
from puzzledsl.encodings.row_sentences import RowReader
from puzzledsl.export.repetition import Statement, loops, script_index
from puzzledsl.export.script_text import WIDTH, Sets, broken, wrapped
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.encodings.encoded import Column, Encoded, Index
    from puzzledsl.model import Variable
    from puzzledsl.row_builder import Coefficient

SUMMARY = "stand-alone Python script that builds and solves the model with Pyomo and HiGHS"

_COMMENT = 60
_USED = {
    *("model", "value", "chosen", "whole", "sys", "solver", "results", "variable", "combinations", "seen"),
    *("a", "b", "k", "n", "v", "r", "c", "place", "places", "text", "item", "index", "Set"),
    *(f"{name}{number}" for name in ("CELLS", "GROUPS", "VALUES") for number in ("", *range(2, 100))),
}

_HEAD = '''\
"""{title} ({encoding} model).

Written by puzzledsl; stands alone. Needs: pip install pyomo highspy
"""

import sys
from itertools import combinations

from pyomo.contrib.appsi.solvers import Highs
from pyomo.environ import Any, Binary, ConcreteModel, Constraint, Integers, Objective, Reals, Set, Var
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
    """The model as a Python script, with loops where rows repeat."""
    if encoded.columns and not encoded.rows:
        # Pyomo hands HiGHS nothing when there is no row, and gets no solution: say the bounds of a column again.
        first = encoded.columns[0]
        encoded = replace(encoded, rows=(Row("bounds", (1,), {0: 1}, first.lower, first.upper),))
    names = _script_names(encoded)
    sets = Sets()
    declared = _variables(encoded, names, sets)
    constraints = _constraints(encoded, names, sets)
    text = " ".join((title or "Puzzle").replace("\\", "/").replace('"""', "'''").split())
    lines = [_HEAD.format(title=text, encoding=encoded.encoding), *sets.lines, *declared, *constraints]
    objective = encoded.objective
    expression = "0" if objective is None else _expression(objective.terms, objective.constant, encoded, names)
    sense = "maximize" if encoded.maximize else "minimize"
    lines += ["", *wrapped(f"model.{names['objective']} = Objective(expr=", expression, f", sense={sense})")]
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


def _variables(encoded: Encoded, names: Mapping[str, str], sets: Sets) -> list[str]:
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
            axes = _axes([script_index(column.index) for column in columns])
            if not axes or max((len(repr(axis)) for axis in axes if not _is_set(axis)), default=0) > WIDTH:
                lines.append(f"model.{name} = Var(Any, dense=False, {what})")  # each is made where it is first named
            else:
                over = [f"model.{sets.declare(axis)}" if _is_set(axis) else repr(axis) for axis in axes]
                lines += wrapped(f"model.{name} = Var(", f"{', '.join(over)}, {what}", ")", r"(?<=[\])],) ")
        else:
            lines.append(f"model.{name} = Var({what})")
        lines.append(f"{name} = model.{name}")
        for attribute, of, usual in (("domain", _kind, kind), ("bounds", _bounds, bounds)):
            others: dict[str, list[Column]] = defaultdict(list)
            for column in columns:
                if of(column) != usual:
                    others[of(column)].append(column)
            for value, few in others.items():
                lines += _changed(few, names, f"{attribute} = {value}")
    return lines


def _changed(columns: Sequence[Column], names: Mapping[str, str], what: str) -> list[str]:
    """Columns of a family that are not like the others."""
    if len(columns) < 3:
        return [f"{_column(column, names)}.{what}" for column in columns]
    indices = ", ".join(_key(script_index(column.index)) for column in columns)
    return [
        *wrapped("for index in ", f"[{indices}]", ":", r"(?<=\),) "),
        f"    {names[columns[0].component]}[index].{what}",
    ]


def _key(index: Index) -> str:
    return repr(index[0]) if len(index) == 1 else repr(index)


def _is_set(axis: Sequence[str | int]) -> bool:
    """Whether a part of an index runs over cells or over values."""
    return len(axis) > 1 and (
        all(isinstance(item, int) for item in axis) or all(re.fullmatch(r"r\d+c\d+", str(item)) for item in axis)
    )


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
    return f"{name}[{', '.join(map(repr, script_index(column.index)))}]" if column.index else name


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


def _constraints(encoded: Encoded, names: Mapping[str, str], sets: Sets) -> list[str]:
    reader = RowReader(encoded)
    families: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(encoded.rows):
        families[row.component].append(number)

    def described(number: int) -> str:
        about = reader.sentence(number).about
        return about if len(about) <= _COMMENT else f"{about[: _COMMENT - 2]} …"

    lines: list[str] = []
    for component, numbers in families.items():
        found = loops([_statement(encoded, number, names) for number in numbers], sets.named, described, sets.table)
        looped = {number for loop in found for number in loop.rows}
        first = encoded.rows[numbers[0]]
        if first.component not in {column.component for column in encoded.columns}:
            line = None if first.origin is None else encoded.origins[first.origin].line
            lines += ["", *([] if line is None or not found else [f"# line {line}"])]
        lines.append(f"model.{names[component]} = Constraint(Any)")
        for loop in found:
            said = f"# for example: {reader.pattern(encoded.rows[loop.rows[0]])}"
            lines.append(said if len(said) <= WIDTH else f"{said[: WIDTH - 2]} …")
            for source in loop.lines:
                lines += broken(source)
        commented: int | None = None
        for number in numbers:
            row = encoded.rows[number]
            if number in looped:
                continue
            if row.origin is not None and row.origin != commented:
                commented = row.origin
                origin = encoded.origins[commented]
                lines.append(f"# line {origin.line}: {' '.join(origin.sentence.split())}")
            key = ", ".join(map(repr, script_index(row.index)))
            before, after = _limits(row).split("{}")
            lines += wrapped(
                f"model.{names[component]}[{key}] = {before}", _expression(row.terms, 0, encoded, names), after
            )
    return lines


def _statement(encoded: Encoded, number: int, names: Mapping[str, str]) -> Statement:
    row = encoded.rows[number]
    terms = tuple(
        (_number(k), names[column.component], script_index(column.index))
        for x, k in row.terms.items()
        for column in (encoded.columns[x],)
    )
    return Statement(number, names[row.component], script_index(row.index), terms, _limits(row))


def _limits(row: Row) -> str:
    """The source of a row with ``{}`` in the place of its sum."""
    if row.lower is not None and row.lower == row.upper:
        return f"{{}} == {_number(row.lower)}"
    if row.lower is not None and row.upper is not None:
        return f"({_number(row.lower)}, {{}}, {_number(row.upper)})"
    return f"{{}} >= {_number(row.lower)}" if row.lower is not None else f"{{}} <= {_number(row.upper)}"


def _printing(encoded: Encoded, variables: Sequence[Variable], names: Mapping[str, str]) -> list[str]:
    grids: dict[str, dict[tuple[int, int], int]] = defaultdict(dict)
    lines = []
    for x, variable in enumerate(variables):
        if variable.grid is not None and variable.cell is not None:
            grids[variable.grid][variable.cell] = x
    for grid, places in grids.items():
        height, width = max(r for r, _ in places), max(c for _, c in places)
        lines.append(f"# {grid}")
        readings = {_value(encoded, x, names).replace(f"r{r}c{c}", "{r}{c}") for (r, c), x in places.items()}
        if len(readings) == 1 and len(places) == height * width > 1 and "'{r}{c}'" in (same := readings.pop()):
            shown = same.replace("'{r}{c}'", 'f"r{r}c{c}"')
            lines += [f"for r in range(1, {height + 1}):", f"    print(*({shown} for c in range(1, {width + 1})))"]
            continue
        for r in range(1, height + 1):
            row = (places.get((r, c)) for c in range(1, width + 1))
            values = ['"."' if x is None else _value(encoded, x, names) for x in row]
            lines += wrapped("print(", ", ".join(values), ")", r"(?<=,) (?=\w+\(|\d|\")")
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
            place = "".join(f", {part!r}" for part in script_index(first.index)[:-1])
            return f"chosen({names[first.component]}{place})"
