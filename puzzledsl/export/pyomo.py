"""The plain formulation as a Python script for Pyomo, which is read, changed and run without this package.

Its function ``build`` makes the model. `built` runs the same text, so there is only one Pyomo model of a puzzle.
"""

from __future__ import annotations

import keyword
import re
from ast import literal_eval
from collections import Counter
from functools import partial
from itertools import chain, combinations, pairwise
from textwrap import fill, indent
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from puzzledsl.encodings.encoded import AtLeast, Equals, ValueOf
from puzzledsl.encodings.plain import about, family_name, place_of, plain, quantities
from puzzledsl.encodings.row_sentences import RowReader
from puzzledsl.export.solver_files import check_numbers
from puzzledsl.listing import signed_sum
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Row
    from puzzledsl.encodings.plain import Plain, Stated
    from puzzledsl.model import Cell, Model, Origin
    from puzzledsl.row_builder import Coefficient
A = TypeVar("A")

_Read: TypeAlias = tuple[str, list[str], dict[int, list[Any]]]
"""A rule: the names that it reads, its lines, and by clue a list of values for these names."""

_WIDTH = 136

_LONG = 3
"""At least this many terms or rows are written as a loop."""

_ONE = re.compile("cells\\[\0?(\\d+)\0?\\]")
"""One of the cells of a constraint."""

_FEW = 2
"""Up to this many cells have names of their own in the rule of a family."""

_TABLE = 400
"""A list of numbers that is longer, in characters, belongs to the text around it if it occurs more than once."""

_PLACES = 2
"""The sort of lists of places; see `_Script._sort`."""

_SCRIPT = '''\
"""{title} ({encoding} formulation). Written by puzzledsl; needs: pip install pyomo highspy"""
{imports}import pyomo.environ as pyo

{data}


def build():
{build}


if __name__ == "__main__":
{main}
'''

_SOLVE = """\
m, solver = build(), pyo.SolverFactory("appsi_highs")
result = solver.solve(m, load_solutions=False).solver.termination_condition
if result != "optimal":
    raise SystemExit("no solution" if result == "infeasible" else f"not solved: {result}")
solver.load_vars()"""

_UNUSED = """\
for variable in m.component_data_objects(pyo.Var):
    if variable.value is None:  # no constraint has it, so any value will do
        variable.set_value(next((limit for limit in variable.bounds if limit is not None), 0))"""

_VALUES = """\
m.x = pyo.Var({pairs}, domain=pyo.Binary, doc='1 if the cell has this value')
m.one_value_per_cell = pyo.ConstraintList(rule=(sum(m.x[cell, v] {each}) == 1 for cell in CANDIDATES))"""

_ATOM = (
    r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[(\[](?:[^()\[\]]|\[\w+\]){0,60}[)\]]"
    r"|[-+:<>=]+ |(?:for|in|if) | (?:\*|\||in|for \w+ in) "
)
"""Parts of a long line that are not broken: a string, a short list, an operator with its operand."""

_OWN = (
    "CANDIDATES THRESHOLDS BOUNDS GIVENS x b k i j n v m at cell cells cell_value constraints number least given "
    "givens one_value_per_cell value_sum objective"
)

_QUANTITY = {ValueOf: "m.cell_value[cells[{}]]", Equals: "m.x[cells[{}], {v}]", AtLeast: "m.least[cells[{}], {v}]"}
"""By the meaning of a column: its source in a row."""

_SUM = re.compile(r"(sum\([^()]*)cells\[at\]([^()]* for )at in \0([^\0]*)\0")
"""A sum over some of the cells of a constraint."""

_OUTER, _INNER = (
    [[*first.split(), *[f"{first.split()[0]}{n}" for n in range(2, 99)]] for first in kinds]
    for kinds in (("i j", "n", "cells", "numbers"), ("c d", "v", "group", "own"))
)
"""Names for places, numbers, lists of places and other lists that differ: in a rule, and in a loop within a rule."""

_CHANGES = "  # it may be changed, and the model solved again"


def script(model: Model, encoding: str) -> str:
    """Return the Python script of a model.

    Args:
        encoding: ``binary`` or ``integer``.

    Raises:
        PuzzleError: some clue can never hold, something cannot be written as rows, or numbers are too large.
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
        self._reader = RowReader(self._encoded)
        own = len(model.variables)
        variables = enumerate(formulation.flat.variables)
        self._places = [place_of(model, x) if x < own else variable.name for x, variable in variables]
        self._cells = {*self._places}
        self._taken = {*_OWN.split(), *keyword.kwlist, *dir(ConcreteModel)}
        self._data: list[str] = []
        self._build: list[str] = []
        self._rules: dict[str, str] = {}
        self._ranges = [f"range(1, {size + 1})" for grid in model.grids[:1] for size in (grid.height, grid.width)]
        self._known = self._of_grid()
        self._grid: Any = self._known[0][1] if self._known else []

    def text(self) -> str:
        """The whole script."""
        title = " ".join((self._model.title or "Puzzle").replace("\\", "/").replace('"', "'").split())
        self._build.append(f"m = pyo.ConcreteModel(name={title!r}, doc='{self._encoded.encoding} formulation')")
        self._declare()
        if givens := {self._places[x]: v for x, v in self._plain.givens.items()}:
            self._data += _wrapped(f"GIVENS = {givens!r}")
            places = self._set("list(GIVENS)", self._plain.givens)
            self._build += [
                f"m.given = pyo.Param({places}, initialize=GIVENS, mutable=True){_CHANGES}",
                f"m.givens = pyo.Constraint({places}, rule=lambda m, *cell: m.cell_value[cell] == m.given[cell])",
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
            forms = [(k, self._encoded.values[x], f"m.cell_value[{_mark(self._places[x])}]") for x, k in goal.terms]
            terms = [(k, name) if form.terms else (k * form.constant, "") for k, form, name in forms]
            total = self._unmarked(_sum([*terms, (goal.constant, "")])) or "0"
        sense = "maximize" if self._encoded.maximize else "minimize"
        self._build += [*_wrapped(f"m.objective = pyo.Objective(expr={total}, sense=pyo.{sense})"), "return m"]
        return _SCRIPT.format(
            imports="from itertools import combinations\n" if "combinations(" in "".join(self._build) else "",
            title=title,
            encoding=self._encoded.encoding,
            data="\n".join(self._data),
            build="\n".join(_indented(self._build)),
            main="\n".join(_indented(self._main())),
        ).replace("\0", "")

    # ── variables ────────────────────────────────────────────────────────────────────────────────

    def _declare(self) -> None:
        """Declare the variables."""
        values: dict[int, list[int]] = {}
        bounds: dict[int, tuple[Any, Any]] = {}
        thresholds: dict[int, list[int]] = {}
        for column in self._encoded.columns:
            match column.meaning:
                case Equals(x, v):
                    values.setdefault(x, []).append(v)
                case AtLeast(x, v):
                    thresholds.setdefault(x, []).append(v)
                case ValueOf(x):
                    bounds[x] = column.lower, column.upper
        for x, one in enumerate(self._model.variables):
            fixed = self._encoded.values[x]
            if not (one.hidden or fixed.terms):
                if bounds or one.is_real:
                    bounds[x] = fixed.constant, fixed.constant
                else:
                    values[x] = [int(fixed.constant)]
        each = "for v in CANDIDATES[cell]"
        total = f"sum(v * m.x[cell, v] {each}) for cell in CANDIDATES"
        if bounds:
            bounds |= {x: (own[0], own[-1]) for x, own in values.items() if x not in bounds}
            self._write_kinds("BOUNDS", {x: self._unmarked(_bounds(*own)) for x, own in bounds.items()})
            own = self._set("list(BOUNDS)", bounds)
            self._build.append(f"m.cell_value = pyo.Var({own}, domain=pyo.Integers, bounds=BOUNDS)")
            if reals := [self._places[x] for x, one in enumerate(self._model.variables) if one.is_real]:
                self._build += [*_wrapped(f"for name in {reals!r}:"), "    m.cell_value[name].domain = pyo.Reals"]
            tie = f"m.value_sum = pyo.ConstraintList(rule=(m.cell_value[cell] == {total}))"
        else:
            tie = f"m.cell_value = pyo.Expression({self._set('list(CANDIDATES)', values)}, expr={{cell: {total}}})"
        if values:
            self._write_kinds("CANDIDATES", {x: self._source(own) for x, own in values.items()})
            pairs = self._set("[(cell, v) for cell in CANDIDATES for v in CANDIDATES[cell]]", values)
            self._build += [*_VALUES.format(pairs=pairs, each=each).split("\n"), *_wrapped(tie)]
        elif not bounds:  # there is nothing to decide
            self._build.append("m.cell_value = pyo.Expression([])")
        if thresholds:
            self._write_kinds("THRESHOLDS", {x: self._source(own) for x, own in thresholds.items()})
            pairs = self._set("[(cell, v) for cell in THRESHOLDS for v in THRESHOLDS[cell]]", thresholds)
            self._build.append(f"m.least = pyo.Var({pairs}, domain=pyo.Binary, doc='1 if the value is at least this')")

    def _write_kinds(self, name: str, kinds: Mapping[int, str]) -> None:
        """Write a dictionary from places to values. Places with the same value share an entry."""
        alike: dict[str, list[Cell | str]] = {}
        for x, kind in kinds.items():
            alike.setdefault(kind, []).append(self._places[x])
        texts = [f"dict.fromkeys({self._source(places)}, {kind})" for kind, places in alike.items()]
        self._data += _wrapped(f"{name} = {' | '.join(texts)}")

    def _set(self, source: str, variables: Iterable[int]) -> str:
        """The source of a set of places; if there are both names and cells, Pyomo needs a `Set` for it."""
        is_mixed = len({type(self._places[x]) for x in variables}) > 1
        return f"pyo.Set(initialize={source}, dimen=None)" if is_mixed else source

    def _of_grid(self) -> list[tuple[str, object]]:
        """Lists of places that a loop over the first grid makes: their sources and their values."""
        if not self._model.grids:
            return []
        grid, (rows, columns) = self._model.grids[0], self._ranges
        texts = [
            f"[(r, c) for r in {rows} for c in {columns}]",
            f"{{r: [(r, c) for c in {columns}] for r in {rows}}}",
            f"{{c: [(r, c) for r in {rows}] for c in {columns}}}",
        ]
        for cells in self._model.boxes.get(grid.name, ())[:1]:
            height, width = cells[-1]
            corners = f"for r in range(1, {grid.height + 1}, {height}) for c in range(1, {grid.width + 1}, {width})"
            texts.append(f"[[(r + i, c + j) for i in range({height}) for j in range({width})] {corners}]")
        return [(text, eval(text)) for text in texts]

    def _source(self, data: Any) -> str:
        """The source of lists of places or numbers: a loop over the grid, if one makes the same list."""
        for text, known in self._known:
            if known == data:
                return text
        if isinstance(data, dict):
            start, values = min(data), [*data.values()]
            if len(data) > 1 and [*data] == [*range(start, start + len(data))]:
                return f"dict(enumerate({self._source(values)}, {start}))"
            return f"{{{', '.join([f'{k}: {self._source(own)}' for k, own in data.items()])}}}"
        if isinstance(data, list) and isinstance(data[0], int):
            interval = range(data[0], data[0] + len(data))
            return repr(interval if len(data) > _LONG and data == [*interval] else data)
        if isinstance(data, list) and isinstance(data[0], list | tuple) and data[0] not in self._places:
            return self._translates(data) or f"[{', '.join(map(self._source, data))}]"
        return repr(data)

    def _translates(self, groups: list[Any]) -> str:
        """The source of groups of cells as all positions of some shapes in the grid; empty if they are not."""
        if not all(place in self._grid for place in chain(*groups)):
            return ""
        shapes = sorted({tuple([(r - group[0][0], c - group[0][1]) for r, c in group]) for group in groups})
        rows, columns = self._ranges
        text = (
            f"[[(r + i, c + j) for i, j in shape] for r in {rows} for c in {columns} for shape in {shapes} "
            f"if all(r + i in {rows} and c + j in {columns} for i, j in shape)]"
        )
        return text if len(text) < len(repr(groups)) and eval(text) == [*map(list, groups)] else ""

    def _name(self, name: str) -> str:
        """A new name for a component or a list."""
        name = re.sub(r"^(?=[\d_])", "clue", re.sub(r"\W", "_", name, flags=re.ASCII))
        tried, number = name, 2
        while tried in self._taken:
            tried, number = f"{name}_{number}", number + 1
        self._taken.add(tried)
        return tried

    # ── families ─────────────────────────────────────────────────────────────────────────────────

    def _write_family(self, name: str, origins: Sequence[Origin], stated: Sequence[Stated]) -> None:
        """Write the blocks of a family, one for each clue, and the rule that adds their constraints."""
        with_rows = [one.origin for one in stated]
        clues = {origin: k for k, origin in enumerate(dict.fromkeys([*origins, *with_rows]), 1)}
        number = ""
        if numbers := {clues[one.origin]: one.number for one in stated if one.number is not None}:
            number, numbered = self._name(f"{name}_number"), self._name(f"{name}_NUMBERS".upper())
            self._data += _wrapped(f"{numbered} = {numbers!r}")
            self._build.append(
                f"m.{number} = pyo.Param(list({numbered}), initialize={numbered}, mutable=True){_CHANGES}"
            )
        kinds: dict[tuple[str, str], str] = {}
        texts = [self._rule(one, kinds, f"m.{number}[k]") for one in in_time(stated)]
        parts: dict[tuple[str, str], list[str]] = {}  # by which clues have them, and what they read
        for same, text, names, values in self._alike(zip(texts, stated, strict=True), _OUTER):
            entries: dict[int, dict[int, list[Any]]] = {}
            for one, own in zip(same, values, strict=True):
                entries.setdefault(clues[one.origin], {}).setdefault(one.constraint, []).append(own)
            head, lines, data = _read(names, text.split("\n"), entries)
            which, read = f"k in {[*data]}", ""
            has_all = len(data) == len(clues)
            if head:
                one_each = all(len(own) == 1 for own in data.values())
                listed = self._listed(name, {k: own[0] if one_each else own for k, own in data.items()})
                which = f"k in {listed}"
                if one_each:
                    read = f"{head} = {listed}[k]"
                else:
                    source = f"{listed}[k]" if has_all else f"{listed}.get(k, [])"
                    has_all, lines = True, [f"for {head} in {source}:", *_indented(lines)]
            parts.setdefault(("" if has_all else f"if {which}:", read), []).extend(lines)
        start = [f"b.{y} = pyo.VarList({arguments})" for (_, arguments), y in kinds.items()]
        argument, caller, body = "k", "{}", list[str]()
        for (condition, read), lines in parts.items():
            if read.startswith("cells = ") and len(parts) == 1 and not condition and "[k]" not in str(lines):
                argument, caller = "cells", f"lambda b, k: {{}}(b, {read.removeprefix('cells = ')})"
            elif read:
                lines.insert(0, read)
            body += [condition, *_indented(lines)] if condition else lines
        lines = _indented([*start, "b.constraints = pyo.ConstraintList()", *map(self._unmarked, body)])
        source = "\n".join([part for line in lines for part in _wrapped(line)])
        rule = f"(b, {argument}):\n{source}"
        if rule not in self._rules:  # others often have the same: rows, columns and boxes
            self._rules[rule] = self._name("all_different" if with_rows[0].is_house else f"{name}_rule")
            self._build += ["", *f"def {self._rules[rule]}{rule}".split("\n")]
        of_library = {one.rule for one in self._model.applied}
        doc = "; ".join(dict.fromkeys([about(origin, of_library) for origin in with_rows]))
        self._build.append(
            f"m.{name} = pyo.Block(range(1, {len(clues) + 1}), rule={caller.format(self._rules[rule])}, doc={doc!r})"
        )

    def _listed(self, name: str, data: Mapping[int, object]) -> str:
        """The name of a list of data by clue; the list is written if it is new."""
        source = self._source(data)
        if source.isidentifier():
            return source
        name = self._name(name.upper())
        self._data += _wrapped(f"{name} = {source}")
        self._known.insert(0, (name, data))
        return name

    # ── rows ─────────────────────────────────────────────────────────────────────────────────────

    def _rule(self, one: Stated, kinds: dict[tuple[str, str], str], number: str) -> str:
        """The source of the rows of a constraint. Parts that may differ between clues are marked.

        Args:
            kinds: names of the lists of auxiliary variables in this family; new ones are added.
            number: the source of the clue's number.
        """
        alike: dict[tuple[str, str], list[int]] = {}
        for c in one.auxiliaries:
            column, words = self._encoded.columns[c], self._reader.flag(c)
            label = "is_greater" if ">" in words else re.split("[^a-z]", words)[0] or "y"
            domain = "Binary" if column.binary else "Integers" if column.integer else "Reals"
            alike.setdefault((label, domain), []).append(c)
        lines, found = [], dict[int, tuple[str, int]]()
        meant = {self._encoded.names[x]: f"cells[{_mark(at)}]" for at, x in enumerate(one.variables)}
        for (label, domain), own in alike.items():
            is_one = len(own) == 1
            limits = [_bounds(self._encoded.columns[c].lower, self._encoded.columns[c].upper) for c in own]
            is_same = len({*limits}) == 1
            kind = label, f"domain=pyo.{domain}{f', bounds={limits[0]}' if is_same else ''}"
            y = kinds.setdefault(kind, f"{label}{sum(other == label for other, _ in kinds) or ''}")
            lines.append(f"{y} = b.{y}.add()" if is_one else f"{y} = [b.{y}.add() for _ in range({_mark(len(own))})]")
            if not is_same:
                listed = ", ".join(limits).replace("\0", "")
                lines += [f"for variable, limits in zip({y}, [{listed}]):", "    variable.bounds = limits"]
            found |= {c: (y if is_one else f"{y}[{{}}]", at) for at, c in enumerate(own)}
        meant |= {self._reader.flag(c): text.format(_mark(at)) for c, (text, at) in found.items()}
        mark = str if len(one.variables) <= _FEW else _mark  # loops in the rule do not run over a few cells
        adds: dict[str, None] = {}
        for row in one.rows:
            terms: dict[tuple[Coefficient, str], list[int]] = {}
            for k, what in quantities(row, self._encoded):
                if isinstance(what, int):
                    text, at = found[what]
                else:
                    value = "" if isinstance(what, ValueOf) else _mark(what.value)
                    text, at = _QUANTITY[type(what)].replace("{v}", value), one.variables.index(what.variable)
                terms.setdefault((k, text), []).append(at)
            total = [
                (
                    k,
                    f"sum({text.format('at')} for at in {_mark(at)})"
                    if len(at) > 1
                    else text.format((mark if "cells" in text else _mark)(at[0])),
                )
                for (k, text), at in terms.items()
            ]
            if one.number is not None:
                row_text = f"{_sum(total)} {'==' if row.lower == row.upper else '<='} {number}"
            else:
                row_text = _row(total, row)
            adds[f"b.constraints.add({row_text}){self._meaning(row, meant)}"] = None
        loops: dict[str, list[str]] = {}
        for group, text, names, values in self._alike([(text, text) for text in adds], _INNER):
            if len(group) < _LONG:
                lines += group
                continue
            data = sorted(values) if names == ["v"] else [[*own] for own in values] if len(names) > 1 else values
            loops.setdefault(f"for {', '.join(names)} in {_mark(data)}:", []).append(f"    {text}")
        rule = "\n".join(lines + [line for head, own in loops.items() for line in (head, *own)])
        places = [self._places[x] for x in one.variables]
        rule = re.sub(
            _SUM, lambda at: f"{at[1]}cell{at[2]}cell in {_mark([places[n] for n in literal_eval(at[3])])}", rule
        )
        is_read = re.search(r"\bcells\[[a-z]", rule)  # if a loop reads the list anyhow, so do single terms
        rule = re.sub(_ONE, lambda at: f"cells[{at[1]}]" if is_read else _mark(places[int(at[1])]), rule)
        return re.sub(r"\bcells\b", lambda _: _mark(places), rule)

    def _meaning(self, row: Row, words: Mapping[str, str]) -> str:
        """A comment that states a big-M row as an implication; empty if numbers occur in it."""
        if row.relaxes is None:
            return ""
        known = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
        text = re.sub(rf"(?<!\w)({known})(?!\w)", lambda name: words[name[0]], str(self._reader.pattern(row)))
        return "" if re.search(r"\b\d", "".join(text.split("\0")[::2])) else f"  # {text}"

    def _alike(
        self, found: Iterable[tuple[str, A]], kinds: Sequence[Sequence[str]]
    ) -> Iterator[tuple[list[A], str, list[str], list[Any]]]:
        """Group texts that differ only in marked parts. An item belongs to each text.

        Yields:
            the items of a group; the text, with names for the parts that differ; the names; their values in each text.
            Parts that are equal to each other in every text share a name.
        """
        groups: dict[tuple[Any, ...], list[tuple[list[str], A]]] = {}
        split = [(text.split("\0"), thing) for text, thing in found]
        count = Counter(chain.from_iterable(parts for parts, _ in split))
        for parts, thing in split:
            tables = [
                part for part in parts[1::2] if len(part) > _TABLE and count[part] > 1 and not re.search("['(]", part)
            ]
            groups.setdefault((tuple(parts[::2]), *tables), []).append((parts[1::2], thing))
        for (texts, *_), group in groups.items():
            columns = [*zip(*[marked for marked, _ in group], strict=True)]
            called: dict[tuple[str, ...], str] = {}
            for column in dict.fromkeys(columns):
                sort = self._sort(literal_eval(column[0]))
                if len({*column}) > 1 or sort == _PLACES:  # lists of places have names even where they do not differ
                    called[column] = next(name for name in kinds[sort] if name not in called.values())
            shown = [called.get(column, f"\0{column[0]}\0") for column in columns]
            text = "".join([part for pair in zip(texts, [*shown, ""], strict=True) for part in pair])
            rows = [*zip(*[map(literal_eval, column) for column in called], strict=True)] or [()] * len(group)
            values = [row[0] if len(called) == 1 else row for row in rows]
            yield [thing for _, thing in group], text, [*called.values()], values

    def _sort(self, value: Any) -> int:
        """0: a place, 1: a number, 2: places, 3: another list."""
        if isinstance(value, list):
            return _PLACES + (isinstance(value[0], list) or value[0] not in self._cells)
        return int(value not in self._cells)

    def _unmarked(self, text: str) -> str:
        """The text in which the marked parts are replaced by their sources; places as indices need no brackets."""
        return re.sub(r"(?<=\[)\0\(([^()]*)\)\0|\0(.*?)\0", lambda at: at[1] or self._source(literal_eval(at[2])), text)

    # ── the answer ───────────────────────────────────────────────────────────────────────────────

    def _main(self) -> list[str]:
        """The lines that solve the model and print each variable, the first grid row by row."""
        model, encoded = self._model, self._encoded
        goal = encoded.objective is not None and encoded.objective.terms
        lines = [_SOLVE if goal or "Constraint" in str(self._build) else "m = build()"]
        in_rows = {column for row in encoded.rows for column in row.terms}
        if len(in_rows) < len(encoded.columns) or not all(
            form.terms for form in encoded.values[: len(model.variables)]
        ):
            lines.append(_UNUSED)
        shown_cells = sum(
            isinstance(at, tuple) and not x.hidden for at, x in zip(self._places, model.variables, strict=False)
        )
        for grid in model.grids[: shown_cells > 0]:
            shown = _told("r, c", grid.letters)
            if shown_cells < grid.height * grid.width:
                shown += ' if (r, c) in m.cell_value else "."'
            lines.append(f"for r in range(1, {grid.height + 1}):")
            lines.append(f"    print(*({shown} for c in range(1, {grid.width + 1})))")
        others: dict[str, list[str]] = {}
        for place, one in zip(self._places, model.variables, strict=False):
            if place == one.name and not one.hidden:
                others.setdefault(_told("name", one.letters, one.is_real), []).append(place)
        for told, places in others.items():
            lines += [*_wrapped(f"for name in {places!r}:"), f'    print(name, "=", {told})']
        return lines + (['print("objective =", pyo.value(m.objective) + 0.0)'] if encoded.objective is not None else [])


def _told(place: str, letters: str, is_real: bool = False) -> str:
    """The source that prints a value as people read it: a letter, a whole number or a real number."""
    value = f"pyo.value(m.cell_value[{place}])"
    if is_real:
        return f"{value} + 0.0"  # not -0.0
    return f"{'0' + letters!r}[round({value})]" if letters else f"round({value})"


def _mark(value: object) -> str:
    """The source of a value that may differ between texts which are otherwise the same."""
    return f"\0{value!r}\0"


def _read(names: list[str], lines: list[str], entries: Mapping[int, Mapping[int, list[Any]]]) -> _Read:
    """Return a rule with the data that it reads.

    If the pairs of a clue follow from its list of cells, the rule makes them, and the data are the lists.
    """
    by_constraint = {k: [*of_clue.values()] for k, of_clue in entries.items()}
    data = {k: [*chain.from_iterable(own)] for k, own in by_constraint.items()}
    if names == ["i", "j"]:
        for source, pairs, found in (
            ("combinations(cells, 2)", partial(combinations, r=2), by_constraint),
            ("zip(cells, cells[1:])", pairwise, {k: [own] for k, own in data.items()}),
        ):
            paths = {k: [[*dict.fromkeys(chain.from_iterable(one))] for one in own] for k, own in found.items()}
            has_more = any(len(path) > 2 for path in chain(*paths.values()))
            if has_more and found == {k: [[*pairs(path)] for path in own] for k, own in paths.items()}:
                return "cells", [f"for i, j in {source}:", *_indented(lines)], paths
    return ", ".join(names), lines, data


def _row(terms: list[tuple[Coefficient, str]], row: Row) -> str:
    """The source of a row. No factor is negative, unless the row has two limits."""
    lower, upper = row.lower, row.upper
    if lower is not None and upper is not None and lower != upper:
        return f"({_number(lower)}, {_sum(terms)}, {_number(upper)})"
    is_turned, limit = terms[0][0] < 0, lower if upper is None else upper
    sign = "==" if lower == upper else "<=" if (upper is None) == is_turned else ">="
    sides = [(-k if is_turned else k, name) for k, name in [*terms, (-(limit or 0), "")]]
    left, right = ([(k * side, name) for k, name in sides if k * side > 0] for side in (1, -1))
    return f"{_sum(left)} {sign} {_sum(right) or _mark(0)}"


def _bounds(lower: Coefficient | None, upper: Coefficient | None) -> str:
    return f"({_number(lower)}, {_number(upper)})"


def _sum(terms: Iterable[tuple[Coefficient, str]]) -> str:
    return signed_sum([(k, name) for k, name in terms if k], " * ", _number)


def _number(value: Coefficient | None) -> str:
    return _mark(value if value is None else int(value) if isinstance(value, int) else float(value))


def _indented(lines: Iterable[str]) -> list[str]:
    return [indent(line, "    ") for line in lines]


def _wrapped(line: str) -> list[str]:
    """The line, or several where it would be too long; it is broken between items or terms, inside its brackets."""
    code, _, comment = line.partition("  # ")
    found = re.fullmatch(r"( *)([^(\[{]*[(\[{])(.*)([)\]}][^)\]}]*)", code)
    if len(line) <= _WIDTH or not found:
        return [line]
    space, before, middle, after = found.groups()
    if comment:
        return [f"{space}# {comment}", *_wrapped(code)]
    kept = re.sub(_ATOM, lambda atom: atom[0].replace(" ", "\0"), middle)
    left = f"{space}    "
    wrapped = fill(
        kept, _WIDTH, initial_indent=left, subsequent_indent=left, break_long_words=False, break_on_hyphens=False
    )
    return [f"{space}{before}", *wrapped.replace("\0", " ").split("\n"), f"{space}{after}"]
