"""A Python script that builds the same model with Pyomo, solves it with HiGHS and prints the answer.

It stands alone: it needs Pyomo and highspy, not this package. Meant to be read and changed. Names and indices are those
of `puzzledsl.encodings.pyomo_model.to_pyomo`.
"""

from __future__ import annotations

import keyword
import re
from itertools import groupby
from math import prod
from textwrap import fill, indent
from typing import TYPE_CHECKING

from puzzledsl.encodings.encoded import Equals
from puzzledsl.encodings.pyomo_model import OBJECTIVE, component_names
from puzzledsl.listing import signed_sum
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.encodings.encoded import Column, Encoded, Index, Row
    from puzzledsl.model import Variable
    from puzzledsl.row_builder import Coefficient, Form

_WIDTH = 110

_LISTS = r"(?<=\],) "
"""Between lists: where the index sets of a family may be broken."""

_HEAD = '''\
"""{title} ({encoding} model).

Written by puzzledsl; stands alone. Needs: pip install pyomo highspy
"""

import sys

from pyomo.environ import Any, Binary, ConcreteModel, Constraint, Integers, Objective, Reals, SolverFactory, Var
from pyomo.environ import maximize, minimize, value

m = ConcreteModel()
'''

_SOLVE = """
solver = SolverFactory("appsi_highs")
results = solver.solve(m, load_solutions=False)
if not len(results.solution):
    print("no solution:", results.solver.termination_condition)
    sys.exit(1)
m.solutions.load_from(results)
"""

_READ = '''
for variable in m.component_data_objects(Var):
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
    """The model as a Python script: one statement for each row, below the clue that it comes from."""
    names = {
        component: f"m.{name}_" if keyword.iskeyword(name) else f"m.{name}"
        for component, name in component_names(encoded).items()
    }
    columns = [_source(names, column) for column in in_time(encoded.columns)]
    text = " ".join((title or "Puzzle").replace("\\", "/").replace('"""', "'''").split())
    lines = [_HEAD.format(title=text, encoding=encoded.encoding), *_variables(encoded, names, columns)]
    lines += _constraints(encoded, names, columns)
    objective = encoded.objective
    goal = "0" if objective is None else _sum(objective.terms, objective.constant, columns)
    sense = "maximize" if encoded.maximize else "minimize"
    lines += ["", *_wrapped(f"{names[OBJECTIVE]} = Objective(expr=", goal, f", sense={sense})")]
    if encoded.rows or (objective is not None and objective.terms):  # else Pyomo would pass on nothing
        lines.append(_SOLVE)
    return "\n".join([*lines, _READ, *_printing(encoded, variables, columns, names), ""])


def _variables(encoded: Encoded, names: Mapping[str, str], columns: Sequence[str]) -> list[str]:
    """Declare each family with its most frequent domain and bounds, then change the columns that differ."""
    lines = []
    for component, members in groupby(zip(encoded.columns, columns, strict=True), key=lambda pair: pair[0].component):
        alike: dict[tuple[str, str], list[str]] = {}
        indices = []
        for column, source in members:
            indices.append(column.index)
            alike.setdefault((_kind(column), _limits(column)), []).append(source)
        usual = max(alike, key=lambda kind: len(alike[kind]))
        places = f"{_index_set(indices)}, " if indices[0] else ""
        lines += _wrapped(f"{names[component]} = Var(", f"{places}domain={usual[0]}, bounds={usual[1]}", ")", _LISTS)
        for (kind, limits), few in alike.items():
            if (kind, limits) != usual:
                lines += _wrapped("for column in [", ", ".join(few), "]:", r" (?=m\.)")
                lines.append(f"    column.domain, column.bounds = {kind}, {limits}")
    return lines


def _index_set(indices: Sequence[Index]) -> str:
    """The lists whose product the indices are; else ``Any``, so that each is made where it is first named."""
    axes = [list(dict.fromkeys(parts)) for parts in zip(*indices, strict=False)]
    is_product = len({*map(len, indices)}) == 1 and len(indices) == prod(map(len, axes))
    return ", ".join(map(repr, axes)) if is_product else "Any, dense=False"


def _constraints(encoded: Encoded, names: Mapping[str, str], columns: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for component, rows in groupby(in_time(encoded.rows), key=lambda row: row.component):
        lines += ["", f"{names[component]} = Constraint(Any)"]
        for number, of_clue in groupby(rows, key=lambda row: row.origin):
            if number is not None:
                origin = encoded.origins[number]
                lines.append(f"# line {origin.line}: {' '.join(origin.sentence.split())}")
            for row in of_clue:
                before, after = _sides(row)
                name = f"{names[component]}[{_key(row.index)}] = {before}"
                lines += _wrapped(name, _sum(row.terms, 0, columns), after)
    return lines


def _printing(
    encoded: Encoded, variables: Sequence[Variable], columns: Sequence[str], names: Mapping[str, str]
) -> list[str]:
    """Print each variable, and the cells of a grid row by row."""
    lines = []
    texts = [_value(encoded, form, columns, names) for form in encoded.values[: len(variables)]]
    for grid, numbers in groupby(range(len(variables)), key=lambda x: variables[x].grid):
        if grid is None:
            lines += [f"print({variables[x].name + ' ='!r}, {texts[x]})" for x in numbers if not variables[x].hidden]
            continue
        cells = {cell: texts[x] for x in numbers if (cell := variables[x].cell) is not None}
        width = max(c for _, c in cells)
        lines.append(f"# {grid}")
        for r in range(1, max(r for r, _ in cells) + 1):
            row = ", ".join(cells.get((r, c), '"."') for c in range(1, width + 1))
            lines += _wrapped("print(", row, ")", r" (?=chosen|whole|\d|\")")
    if encoded.objective is not None:
        lines.append(f"print('objective =', value({names[OBJECTIVE]}))")
    return lines


def _value(encoded: Encoded, form: Form, columns: Sequence[str], names: Mapping[str, str]) -> str:
    if not form.terms:
        return repr(form.constant)
    number = next(iter(form.terms))
    column = encoded.columns[number]
    if isinstance(column.meaning, Equals):
        return f"chosen({', '.join([names[column.component], *map(repr, column.index[:-1])])})"
    return f"{'whole' if column.integer else 'value'}({columns[number]})"


def _kind(column: Column) -> str:
    return "Binary" if column.binary else "Integers" if column.integer else "Reals"


def _limits(column: Column) -> str:
    return f"({_number(column.lower)}, {_number(column.upper)})"


def _sides(row: Row) -> tuple[str, str]:
    """The source before and behind the sum of a row."""
    lower, upper = _number(row.lower), _number(row.upper)
    if row.lower is not None and row.upper is not None and row.lower != row.upper:
        return f"({lower}, ", f", {upper})"
    sign, limit = ("==", lower) if row.lower == row.upper else (">=", lower) if row.upper is None else ("<=", upper)
    return "", f" {sign} {limit}"


def _sum(terms: Mapping[int, Coefficient], constant: Coefficient, columns: Sequence[str]) -> str:
    parts = [(k, columns[number]) for number, k in terms.items()]
    return signed_sum([*parts, (constant, "")] if constant or not parts else parts, " * ", _number)


def _number(value: Coefficient | None) -> str:
    return str(value) if value is None or isinstance(value, int) else repr(float(value))


def _source(names: Mapping[str, str], column: Column) -> str:
    name = names[column.component]
    return f"{name}[{_key(column.index)}]" if column.index else name


def _key(index: Index) -> str:
    return ", ".join(map(repr, index))


def _wrapped(before: str, middle: str, after: str, seam: str = r" (?=[+-] )") -> list[str]:
    """One line, or several inside brackets where that would be too long, broken at seams (between terms)."""
    if len(before) + len(middle) + len(after) <= _WIDTH:
        return [f"{before}{middle}{after}"]
    pieces = " ".join(piece.replace(" ", "\0") for piece in re.split(seam, middle))
    inside = indent(fill(pieces, _WIDTH - 4, break_long_words=False, break_on_hyphens=False), "    ").replace("\0", " ")
    opening, closing = ("", "") if before.endswith(("(", "[")) else ("(", ")")
    return [f"{before}{opening}", inside, f"{closing}{after}"]
