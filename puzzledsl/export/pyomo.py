"""The plain formulation as a Python script for Pyomo, which is read, changed and run without this package.

Its function ``build`` makes the model. `built` runs the same text, so there is only one Pyomo model of a puzzle.
"""

from __future__ import annotations

import keyword
import re
from itertools import combinations, groupby
from textwrap import indent
from typing import TYPE_CHECKING, Any

from puzzledsl.encodings.encoded import AtLeast, Equals, ValueOf
from puzzledsl.encodings.plain import about, family_name, place_of, plain
from puzzledsl.export.solver_files import check_numbers
from puzzledsl.listing import signed_sum
from puzzledsl.records import replace
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Column
    from puzzledsl.encodings.plain import Line, Plain, Ref, Stated
    from puzzledsl.model import Cell, Model, Origin
    from puzzledsl.row_builder import Coefficient

_WIDTH = 136

_LONG = 3
"""From so many terms or rows on, they are written as a loop."""

_SEAM = r"(?<=,) (?=[(\['msy{-]|\d+: )| (?=[-+] )|(?<=\]) (?=for)"
"""Where a long line may be broken: before an item or a term, and before a loop."""

_SCRIPT = '''\
"""{title} ({encoding} formulation). Written by puzzledsl; needs: pip install pyomo highspy"""
import pyomo.environ as pyo

{data}


def build():
{build}


if __name__ == "__main__":
{main}
'''

_SOLVE = """\
m, solver = build(), pyo.SolverFactory("appsi_highs")
if solver.solve(m, load_solutions=False).solver.termination_condition == "infeasible":
    raise SystemExit("no solution")
solver.load_vars()"""

_UNUSED = """\
for variable in m.component_data_objects(pyo.Var):
    if variable.value is None:  # no constraint has it, so any value will do
        variable.set_value(next((limit for limit in variable.bounds if limit is not None), 0))"""

_STRING = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""

_OWN = "CELLS CELL_VALUES VALUES NUMBERS FIXED GIVENS x value number least given givens domain link objective"


def script(model: Model, encoding: str) -> str:
    """Write the script.

    Raises:
        PuzzleError: no values satisfy some clue, something cannot be written as rows, or numbers are too large.
        OutOfTime: the time limit came first.
    """
    formulation = plain(model, encoding)
    check_numbers(formulation.encoded)
    return _Script(model, formulation).text()


def built(text: str) -> ConcreteModel:
    """Return the Pyomo model that a script builds."""
    scope: dict[str, Any] = {"__name__": "puzzle"}
    exec(compile(text, "<puzzle>", "exec"), scope)
    model: ConcreteModel = scope["build"]()
    return model


class _Script:
    def __init__(self, model: Model, formulation: Plain) -> None:
        from pyomo.core import ConcreteModel

        self._model = model
        self._plain = formulation
        self._encoded = formulation.encoded
        own = len(model.variables)
        variables = enumerate(formulation.flat.variables)
        self._places = [place_of(model, x) if x < own else variable.name for x, variable in variables]
        self._taken = {*_OWN.split(), *keyword.kwlist, *dir(ConcreteModel)}
        self._data: list[str] = []
        self._build: list[str] = []
        self._rule: list[str] = []

    def text(self) -> str:
        """The whole script."""
        title = " ".join((self._model.title or "Puzzle").replace("\\", "/").replace('"', "'").split())
        self._build.append(f"m = pyo.ConcreteModel(name={title!r}, doc='{self._encoded.encoding} formulation')")
        self._declare()
        givens = {self._places[x]: v for x, v in self._plain.givens.items() if self._encoded.values[x].terms}
        if givens:
            self._data += _wrapped("GIVENS = ", repr(givens), "")
            self._build += [
                "m.GIVENS = pyo.Set(initialize=list(GIVENS), dimen=None)",
                "m.given = pyo.Param(m.GIVENS, initialize=GIVENS, mutable=True)",
                "m.givens = pyo.Constraint(m.GIVENS, rule=lambda m, *i: m.value[i if i[1:] else i[0]] == m.given[i])",
            ]
        families: dict[str, list[Stated]] = {}
        for one in self._plain.stated:
            families.setdefault(family_name(one.origin), []).append(one)
        for family, stated in in_time(families.items()):
            # Clues that always hold have numbers, too.
            origins = [origin for origin in self._model.origins if family_name(origin) == family]
            self._write_family(self._name(family), origins, stated)
        goal, total = self._plain.flat.objective, "0"
        if goal is not None:
            forms = [(k, self._encoded.values[x], f"m.value[{self._places[x]!r}]") for x, k in goal.terms]
            terms = [(k, name) if form.terms else (k * form.constant, "") for k, form, name in forms]
            total = _sum([*terms, (goal.constant, "")]) or "0"
        sense = "maximize" if self._encoded.maximize else "minimize"
        self._build += [*_wrapped("m.objective = pyo.Objective(expr=", total, f", sense=pyo.{sense})"), "return m"]
        return _SCRIPT.format(
            title=title,
            encoding=self._encoded.encoding,
            data="\n".join(self._data),
            build="\n".join(_indented(self._build)),
            main="\n".join(_indented(self._main(bool(givens)))),
        )

    # ── variables ────────────────────────────────────────────────────────────────────────────────

    def _declare(self) -> None:
        """Declare the variables."""
        values: dict[int, list[int]] = {}
        numbers: dict[int, str] = {}
        least: list[str] = []
        for column in self._encoded.columns:
            match column.meaning:
                case Equals(x, v):
                    values.setdefault(x, []).append(v)
                case AtLeast():
                    least = ["m.least = pyo.Var(pyo.Any, dense=False, domain=pyo.Binary, doc='value at least this')"]
                case ValueOf(x):
                    numbers[x] = _kind(column)
        self._build.append("m.value = pyo.Expression(pyo.Any)")
        if numbers:
            self._write_kinds("NUMBERS", {x: f"dict({kind})" for x, kind in numbers.items()})
            self._build += [
                "m.CELLS = pyo.Set(initialize=list(NUMBERS), dimen=None)",
                "m.number = pyo.Var(m.CELLS)",
                "for i, kind in NUMBERS.items():",
                '    m.number[i].domain, m.number[i].bounds = kind["domain"], kind["bounds"]',
                "    m.value[i] = m.number[i]",
            ]
        if values:
            self._write_kinds("VALUES", {x: _range(own) for x, own in values.items()})
            self._build += [
                "m.CELL_VALUES = pyo.Set(initialize=[(i, v) for i in VALUES for v in VALUES[i]], dimen=None)",
                'm.x = pyo.Var(m.CELL_VALUES, domain=pyo.Binary, doc="1 if the cell has this value")',
                'm.domain = pyo.ConstraintList(doc="a cell has exactly one of its values")',
                "for i, values in VALUES.items():",
                "    m.domain.add(sum(m.x[i, v] for v in values) == 1)",
                "    m.value[i] = sum(v * m.x[i, v] for v in values)",
            ]
            if numbers.keys() & values.keys():
                self._build += ["    if i in NUMBERS:", "        m.domain.add(m.number[i] == m.value[i])"]
        self._build += least
        forms, variables = self._encoded.values, enumerate(self._model.variables)
        fixed = {x: _number(forms[x].constant) for x, one in variables if not (one.hidden or forms[x].terms)}
        if fixed:
            self._write_kinds("FIXED", fixed)
            self._build += ["for i, v in FIXED.items():", "    m.value[i] = v"]

    def _write_kinds(self, name: str, kinds: Mapping[int, str]) -> None:
        """Write a dictionary of what places have, those that have the same together."""
        alike: dict[str, list[Cell | str]] = {}
        for x, kind in kinds.items():
            alike.setdefault(kind, []).append(self._places[x])
        texts = [f"dict.fromkeys({self._source(places)}, {kind})" for kind, places in alike.items()]
        self._data += _wrapped(f"{name} = ", " | ".join(texts), "")

    def _source(self, places: object) -> str:
        """The source of a list of places, or of those of clues: short for all cells, rows, columns or boxes."""
        for grid in self._model.grids[:1]:
            rows, columns = f"range(1, {grid.height + 1})", f"range(1, {grid.width + 1})"
            texts = [
                f"[(r, c) for r in {rows} for c in {columns}]",
                f"{{r: [[(r, c) for c in {columns}]] for r in {rows}}}",
                f"{{c: [[(r, c) for r in {rows}]] for c in {columns}}}",
            ]
            for cells in self._model.boxes.get(grid.name, ())[:1]:
                height, width = cells[-1]
                corners = f"for r in range(1, {grid.height + 1}, {height}) for c in range(1, {grid.width + 1}, {width})"
                boxes = f"[[(r + i, c + j) for i in range({height}) for j in range({width})]] {corners}"
                texts.append(f"dict(enumerate(({boxes}), 1))")
            for text in texts:
                if eval(text) == places:
                    return text
        return repr(places)

    def _name(self, name: str) -> str:
        """A new name for a component or a list."""
        name = re.sub(r"^(?=[\d_])", "clue", re.sub(r"\W", "_", name, flags=re.ASCII))
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    # ── families ─────────────────────────────────────────────────────────────────────────────────

    def _write_family(self, name: str, origins: Sequence[Origin], stated: Sequence[Stated]) -> None:
        """Write a block for each clue, with the rules for its constraints."""
        with_rows = [one.origin for one in stated]
        clues = {origin: k for k, origin in enumerate(dict.fromkeys([*origins, *with_rows]), 1)}
        kinds: dict[str, str] = {}
        rules: dict[tuple[str, ...], dict[int, list[object]]] = {}
        numbers: dict[int, Coefficient] = {}
        number = self._name(f"{name}_number")
        for one in stated:
            k = clues[one.origin]
            for column in one.auxiliaries:
                kinds.setdefault(_kind(column), f"y{len(kinds) or ''}")
            places = [self._places[x] for x in one.variables]
            if one.number is not None:
                numbers[k] = one.number
            lines = tuple(_rule(one, kinds, f"m.{number}[k]"))
            rules.setdefault(lines, {}).setdefault(k, []).append(places)
        if numbers:
            data = self._name(f"{name}_NUMBERS".upper())
            self._data += _wrapped(f"{data} = ", repr(numbers), "")
            self._build.append(f"m.{number} = pyo.Param(list({data}), initialize={data}, mutable=True)")
        head = [f"b.{y} = pyo.VarList({kind})" for kind, y in kinds.items()] + ["b.rows = pyo.ConstraintList()"]
        is_shared = len(rules) == 1 and not numbers and len({*with_rows}) == len(clues)
        body: list[str] = []
        for lines, of_clue in rules.items():
            data = self._name(name.upper())
            self._data += _wrapped(f"{data} = ", self._source(of_clue), "")
            body += [f"for c in {'cells' if is_shared else f'{data}.get(k, [])'}:", *_indented(lines)]
        rule = [f"def rule(b, {'cells' if is_shared else 'k'}):", *_indented([*head, *body])]
        if rule != self._rule:  # neighbours often have the same: rows, columns and boxes
            self._build += ["", *rule]
            self._rule = rule
        caller = f"lambda b, k: rule(b, {data}[k])" if is_shared else "rule"
        of_library = {one.rule for one in self._model.applied}
        doc = "; ".join(dict.fromkeys([about(origin, of_library) for origin in with_rows]))
        self._build.append(f"m.{name} = pyo.Block(range(1, {len(clues) + 1}), rule={caller}, doc={doc!r})")

    # ── the answer ───────────────────────────────────────────────────────────────────────────────

    def _main(self, has_givens: bool) -> list[str]:
        """Solve, and print each variable, those of the first grid row by row."""
        model, encoded = self._model, self._encoded
        in_rows = {column for row in encoded.rows for column in row.terms}
        in_goal = encoded.objective is not None and encoded.objective.terms
        lines = [_SOLVE if in_rows or in_goal or has_givens else "m = build()"]
        if len(in_rows) < len(encoded.columns):
            lines.append(_UNUSED)
        for grid in model.grids[:1]:
            shown = f'{_told("r, c", grid.letters)} if (r, c) in m.value else "."'
            lines.append(f"for r in range(1, {grid.height + 1}):")
            lines.append(f"    print(*({shown} for c in range(1, {grid.width + 1})))")
        others: dict[str, list[str]] = {}
        for place, one in zip(self._places, model.variables, strict=False):
            if place == one.name and not one.hidden:
                others.setdefault(_told("name", one.letters, one.is_real), []).append(place)
        for told, places in others.items():
            lines += [*_wrapped("for name in ", repr(places), ":"), f'    print(name, "=", {told})']
        return lines + (['print("objective =", pyo.value(m.objective) + 0.0)'] if encoded.objective is not None else [])


def _told(place: str, letters: str, is_real: bool = False) -> str:
    """The source of a value as people read it."""
    value = f"pyo.value(m.value[{place}])"
    if is_real:
        return f"{value} + 0.0"  # not -0.0
    return f"{'0' + letters!r}[round({value})]" if letters else f"round({value})"


def _rule(stated: Stated, kinds: Mapping[str, str], number: str) -> list[str]:
    """The source of the rows of a constraint, for its places ``c``."""
    size, rows = len(stated.variables), list(stated.lines)
    lines: list[str] = []
    ys = [f"y[{at}]" for at in range(len(stated.auxiliaries))]
    auxiliaries = [kinds[_kind(column)] for column in stated.auxiliaries]
    of_pairs = _of_pairs(stated)
    if of_pairs:
        rows = [row for row in rows if all(ref.family != "y" for _, ref in row[0])]
        lines += ["for at, i in enumerate(c):", "    for j in c[at + 1 :]:", f"        d = b.{auxiliaries[0]}.add()"]
        lines += [f"        b.rows.add({text})" for text in of_pairs]
    elif ys:
        parts = [f"[b.{y}.add() for _ in range({len(list(own))})]" for y, own in groupby(auxiliaries)]
        lines += _wrapped("y = ", " + ".join(parts), "")
    last = rows.pop() if stated.number is not None else None
    places = [f"c[{place}]" for place in range(size - 1)] + ["c[-1]"]
    values = [{ref.value for _, ref in terms if ref.family in ("x", "least")} for terms, *_ in rows]
    alike = {_row(row, places, ys, "v") for row in rows}
    if len(alike) == 1 and len(rows) >= _LONG and all(len(own) == 1 for own in values):
        lines += [f"for v in {_range([v for own in values for v in own])}:", f"    b.rows.add({alike.pop()})"]
    elif len(rows) > _LONG:
        lines += _wrapped("for row in (", ", ".join([_row(row, places, ys) for row in rows]), "):")
        lines.append("    b.rows.add(row)")
    else:
        lines += [part for row in rows for part in _wrapped("b.rows.add(", _row(row, places, ys), ")")]
    if last is not None:
        sign = "<=" if last[1] is None else "=="
        lines += _wrapped("b.rows.add(", f"{_sum(_terms(last[0], places, ys))} {sign} {number}", ")")
    return lines


def _of_pairs(stated: Stated) -> Sequence[str]:
    """The source of the rows for ``i`` and ``j``, if there are these, with one column ``d``, for each two places."""
    size, texts = len(stated.variables), dict[int, list[str]]()
    pairs = list(combinations(range(size), 2))
    kinds = {_kind(column) for column in stated.auxiliaries}
    for row in stated.lines if len(pairs) == len(stated.auxiliaries) and len(kinds) == 1 else ():
        for y in {ref.place for _, ref in row[0] if ref.family == "y"}:
            names = dict(zip(pairs[y], "ij", strict=True))
            ys = ["d" if at == y else "?" for at in range(len(pairs))]
            texts.setdefault(y, []).append(_row(row, [names.get(place, "?") for place in range(size)], ys))
    found = {tuple(own) for own in texts.values()}
    return found.pop() if len(found) == 1 and "?" not in str(found) else ()


def _row(line: Line, places: Sequence[str], ys: Sequence[str], value: str = "") -> str:
    terms, lower, upper = line
    text = _sum(_terms(terms, places, ys, value))
    if lower == upper:
        return f"{text} == {_number(lower)}"
    if lower is not None and upper is not None:
        return f"({_number(lower)}, {text}, {_number(upper)})"
    return f"{text} >= {_number(lower)}" if upper is None else f"{text} <= {_number(upper)}"


def _terms(
    terms: Sequence[tuple[Coefficient, Ref]], places: Sequence[str], ys: Sequence[str], value: str = ""
) -> list[tuple[Coefficient, str]]:
    """Factors with the source of what they are the factors of; a sum over successive places is a loop."""
    found: list[tuple[Coefficient, str]] = []
    at = 0
    while at < len(terms):
        k, ref = terms[at]
        end = at + 1
        while ref.family != "y" and terms[end : end + 1] == ((k, replace(ref, place=ref.place + end - at)),):
            end += 1
        if end - at < min(_LONG, max(len(places), 2)):
            found.append((k, _quantity(ref, "" if ref.family == "y" else places[ref.place], ys, value)))
            at += 1
            continue
        stop = ref.place + end - at - len(places)
        part = "" if end - at == len(places) else f"[{ref.place or ''}:{stop or ''}]"
        found.append((k, f"sum({_quantity(ref, 'i', ys, value)} for i in c{part})"))
        at = end
    return found


def _quantity(ref: Ref, place: str, ys: Sequence[str], value: str = "") -> str:
    if ref.family == "y":
        return ys[ref.place]
    return f"m.value[{place}]" if ref.family == "value" else f"m.{ref.family}[{place}, {value or ref.value}]"


def _kind(column: Column) -> str:
    kind = "Binary" if column.binary else "Integers" if column.integer else "Reals"
    return f"domain=pyo.{kind}, bounds=({_number(column.lower)}, {_number(column.upper)})"


def _range(values: list[int]) -> str:
    interval = range(values[0], values[-1] + 1)
    return repr(interval if list(interval) == values else values)


def _sum(terms: Iterable[tuple[Coefficient, str]]) -> str:
    return signed_sum([(k, name) for k, name in terms if k], " * ", _number)


def _number(value: Coefficient | None) -> str:
    return str(value) if value is None or isinstance(value, int) else repr(float(value))


def _indented(lines: Iterable[str]) -> list[str]:
    return [indent(line, "    ") for line in lines]


def _wrapped(before: str, middle: str, after: str) -> list[str]:
    """One line, or several where that would be too long; it is broken between items or terms, inside brackets."""
    if len(before) + len(middle) + len(after) <= _WIDTH:
        return [f"{before}{middle}{after}"]
    kept = re.sub(_STRING, lambda found: found[0].replace(" ", "\0"), middle)
    text = re.sub(rf"(.{{100}}.*?)(?:{_SEAM})", r"\1\n    ", kept).replace("\0", " ")
    return [f"{before}(", f"    {text}", f"){after}"]
