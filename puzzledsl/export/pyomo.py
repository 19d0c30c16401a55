"""The plain formulation as a Python script for Pyomo, which is read, changed and run without this package.

Its function ``build`` makes the model. `built` runs the same text, so there is only one Pyomo model of a puzzle.
"""

from __future__ import annotations

import keyword
import re
from ast import literal_eval
from itertools import combinations, groupby, pairwise
from textwrap import fill, indent
from typing import TYPE_CHECKING, Any, TypeVar

from puzzledsl.encodings.encoded import AtLeast, Equals, ValueOf
from puzzledsl.encodings.plain import about, family_name, place_of, plain
from puzzledsl.export.solver_files import check_numbers
from puzzledsl.listing import signed_sum
from puzzledsl.records import replace
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Column
    from puzzledsl.encodings.plain import Line, Plain, Ref, Stated
    from puzzledsl.model import Cell, Model, Origin
    from puzzledsl.row_builder import Coefficient
A = TypeVar("A")

_WIDTH = 136

_LONG = 3
"""From so many terms or rows on, they are written as a loop."""

_MANY = 4
"""More names than these for numbers that differ are hard to follow."""

_NUMBERS = re.compile(r"(?<= in )\[[-\d\[\](), ]*\]|(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])")
"""What may differ between texts that are otherwise the same: a number, or a list of numbers."""

_ORDER = re.compile(
    r"\[i\] \+ \d+ >= m\.cell_value\[j\] \+ \d+ \* d\).*\[i\] \+ \d+ <= m\.cell_value\[j\] \+ \d+ \* d\)"
)
"""Rows of big-M: by the first the value of ``i`` is greater, or else smaller by the second."""

_MEANING = (
    "# big-M: if is_greater is 1, the first row says that i has the greater value; if it is 0, the second that j has"
)

_TOTAL = "sum(m.cell_value[cell] for cell in cells)"

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

_ATOM = (
    r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[(\[][^()\[\]]{0,60}[)\]]"
    r"|[-+:<>=]+ |(?:for|in|if) | (?:\*|\||in|for \w+ in) "
)
"""What a long line is not broken in: a string, a short list, and between an operator and what it is applied to."""

_OWN = "CANDIDATES THRESHOLDS BOUNDS DOMAINS FIXED GIVENS x cell_value number least given givens objective"

_CHANGES = "  # it may be changed, and the model solved again"

_DIFFERENT = re.compile(
    r"(?:for v in .*:\n    b\.constraints\.add\(sum\(m\.x\[cell, v\] for cell in cells\) <= 1\)"
    r"|for i, j in combinations\(cells, 2\):(?:\n    .*)+)\n(\S.*)"
)
"""All-different, which a single cell satisfies, and one more row."""


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
        self._taken = {*_OWN.split(), "one_value_per_cell", *keyword.kwlist, *dir(ConcreteModel)}
        self._data: list[str] = []
        self._build: list[str] = []
        self._rule = self._rule_name = ""
        self._known = self._of_grid()

    def text(self) -> str:
        """The whole script."""
        title = " ".join((self._model.title or "Puzzle").replace("\\", "/").replace('"', "'").split())
        self._build.append(f"m = pyo.ConcreteModel(name={title!r}, doc='{self._encoded.encoding} formulation')")
        self._declare()
        givens = {self._places[x]: v for x, v in self._plain.givens.items() if self._encoded.values[x].terms}
        if givens:
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
            forms = [(k, self._encoded.values[x], f"m.cell_value[{_index(self._places[x])}]") for x, k in goal.terms]
            terms = [(k, name) if form.terms else (k * form.constant, "") for k, form, name in forms]
            total = _sum([*terms, (goal.constant, "")]) or "0"
        sense = "maximize" if self._encoded.maximize else "minimize"
        self._build += [*_wrapped(f"m.objective = pyo.Objective(expr={total}, sense=pyo.{sense})"), "return m"]
        pairs = "combinations(" in "".join(self._build)
        return _SCRIPT.format(
            imports="from itertools import combinations\n" if pairs else "",
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
        numbers: dict[int, tuple[str, str]] = {}
        thresholds: dict[int, list[int]] = {}
        for column in self._encoded.columns:
            match column.meaning:
                case Equals(x, v):
                    values.setdefault(x, []).append(v)
                case AtLeast(x, v):
                    thresholds.setdefault(x, []).append(v)
                case ValueOf(x):
                    numbers[x] = _kind(column)
        forms, variables = self._encoded.values, enumerate(self._model.variables)
        fixed = {x: _number(forms[x].constant) for x, one in variables if not (one.hidden or forms[x].terms)}
        named = {
            "BOUNDS": {x: bounds for x, (_, bounds) in numbers.items()},
            "CANDIDATES": {x: _range(own) for x, own in values.items()},
            "FIXED": fixed,
        }
        for name, kinds in named.items():
            if kinds:
                self._write_kinds(name, kinds)
        names, all_places = " | ".join([name for name, kinds in named.items() if kinds]), {*numbers, *values, *fixed}
        is_number = numbers.keys() >= all_places
        if not is_number:
            self._build.append(f"m.cell_value = pyo.Expression({self._set(f'list({names})', all_places)})")
        if numbers:
            domains = {x: domain for x, (domain, _) in numbers.items()}
            domain, *others = {*domains.values()}
            if others:
                domain = "DOMAINS"
                self._write_kinds(domain, domains)
            cells = self._set("list(BOUNDS)", numbers)
            name = "cell_value" if is_number else "number"
            self._build.append(f"m.{name} = pyo.Var({cells}, domain={domain}, bounds=BOUNDS)")
            if not is_number:
                self._build += ["for cell in BOUNDS:", "    m.cell_value[cell] = m.number[cell]"]
        if values:
            pairs = "[(cell, v) for cell in CANDIDATES for v in CANDIDATES[cell]]"
            self._build += [
                f"m.x = pyo.Var({self._set(pairs, values)}, domain=pyo.Binary, doc='1 if the cell has this value')",
                "m.one_value_per_cell = pyo.ConstraintList()",
                "for cell, values in CANDIDATES.items():",
                "    m.one_value_per_cell.add(sum(m.x[cell, v] for v in values) == 1)",
                f"    {'total =' if is_number else 'm.cell_value[cell] ='} sum(v * m.x[cell, v] for v in values)",
            ]
            if is_number:
                self._build.append("    m.one_value_per_cell.add(m.cell_value[cell] == total)")
            elif numbers.keys() & values.keys():
                self._build += [
                    "    if cell in BOUNDS:",
                    "        m.one_value_per_cell.add(m.number[cell] == m.cell_value[cell])",
                ]
        if thresholds:
            self._write_kinds("THRESHOLDS", {x: _range(own) for x, own in thresholds.items()})
            pairs = self._set("[(cell, v) for cell in THRESHOLDS for v in THRESHOLDS[cell]]", thresholds)
            self._build.append(f"m.least = pyo.Var({pairs}, domain=pyo.Binary, doc='1 if the value is at least this')")
        if fixed:
            self._build += ["for cell, v in FIXED.items():", "    m.cell_value[cell] = v"]

    def _write_kinds(self, name: str, kinds: Mapping[int, str]) -> None:
        """Write a dictionary of what places have, those that have the same together."""
        alike: dict[str, list[Cell | str]] = {}
        for x, kind in kinds.items():
            alike.setdefault(kind, []).append(self._places[x])
        texts = [f"dict.fromkeys({self._source(places)}, {kind})" for kind, places in alike.items()]
        self._data += _wrapped(f"{name} = {' | '.join(texts)}")
        self._known[f"list({name})"] = [place for places in alike.values() for place in places]

    def _set(self, source: str, variables: Iterable[int]) -> str:
        """The source of the set of the places of variables, which may be names as well as cells."""
        is_mixed = len({type(self._places[x]) for x in variables}) > 1
        return f"pyo.Set(initialize={source}, dimen=None)" if is_mixed else source

    def _of_grid(self) -> dict[str, object]:
        """The sources of lists of places for which a loop over the first grid is enough."""
        if not self._model.grids:
            return {}
        grid = self._model.grids[0]
        rows, columns = f"range(1, {grid.height + 1})", f"range(1, {grid.width + 1})"
        texts = [
            f"[(r, c) for r in {rows} for c in {columns}]",
            f"{{r: [(r, c) for c in {columns}] for r in {rows}}}",
            f"{{c: [(r, c) for r in {rows}] for c in {columns}}}",
        ]
        for cells in self._model.boxes.get(grid.name, ())[:1]:
            height, width = cells[-1]
            corners = f"for r in range(1, {grid.height + 1}, {height}) for c in range(1, {grid.width + 1}, {width})"
            texts.append(f"[[(r + i, c + j) for i in range({height}) for j in range({width})] {corners}]")
        return {text: eval(text) for text in texts}

    def _source(self, data: Any) -> str:
        """The source of a list of places, or of those of clues: short where a loop over the grid is enough."""
        for text, known in self._known.items():
            if known == data:
                return text
        if isinstance(data, list):
            return self._translates(data) or repr(data)
        if not isinstance(data, dict):
            return repr(data)
        start, values = min(data), [*data.values()]
        texts = [f"{{{', '.join([f'{k}: {self._source(own)}' for k, own in data.items()])}}}"]
        if [*data] == [*range(start, start + len(data))]:
            texts.append(f"dict(enumerate({self._source(values)}, {start}))")
        return min(texts, key=len)

    def _translates(self, groups: list[Any]) -> str:
        """The source of groups of cells as all of such shapes in the grid; empty if they are not."""
        shapes: set[tuple[Cell, ...]] = set()
        for group in groups:
            if not all(isinstance(place, tuple) and isinstance(place[0], int) for place in group):
                return ""
            shapes.add(tuple([(r - group[0][0], c - group[0][1]) for r, c in group]))
        if len(groups) < 2 * len(shapes):
            return ""
        height, width = self._model.grids[0].height, self._model.grids[0].width
        text = (
            f"[[(r + i, c + j) for i, j in shape] for r in range(1, {height + 1}) for c in range(1, {width + 1}) "
            f"for shape in {sorted(shapes)} if all(0 < r + i <= {height} and 0 < c + j <= {width} for i, j in shape)]"
        )
        return text if len(text) < len(repr(groups)) and eval(text) == groups else ""

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
        """Write a block for each clue, with the rules for its constraints."""
        with_rows = [one.origin for one in stated]
        clues = {origin: k for k, origin in enumerate(dict.fromkeys([*origins, *with_rows]), 1)}
        kinds: dict[tuple[str, str], str] = {}
        numbers: dict[int, Coefficient] = {}
        number = self._name(f"{name}_number")
        found: list[tuple[str, tuple[int, list[object]]]] = []
        for one in stated:
            k = clues[one.origin]
            for column in one.auxiliaries:
                kinds.setdefault(_kind(column), f"y{len(kinds) or ''}")
            if one.number is not None:
                numbers[k] = one.number
            text = "\n".join(_rule(one, kinds, f"m.{number}[k]"))
            found.append((text, (k, [self._places[x] for x in one.variables])))
        if numbers:
            data = self._name(f"{name}_NUMBERS".upper())
            self._data += _wrapped(f"{data} = {numbers!r}")
            self._build.append(f"m.{number} = pyo.Param(list({data}), initialize={data}, mutable=True){_CHANGES}")
        body = [
            *[f"b.{y} = pyo.VarList(domain={domain}, bounds={bounds})" for (domain, bounds), y in kinds.items()],
            "b.constraints = pyo.ConstraintList()",
        ]
        argument, caller = "k", "{}"
        # A cage of one cell has only the row of the sum; it may have the rows of the others, if it has their values.
        is_alike = len({self._plain.flat.variables[x].domain for one in stated for x in one.variables}) == 1
        longer = {
            match[1].replace(_TOTAL, "m.cell_value[cells[0]]"): text
            for text, _ in found
            if is_alike and (match := _DIFFERENT.fullmatch(text))
        }
        found = [(longer.get(text, text), thing) for text, thing in found]
        for same, text, names, values in _alike(found, "n"):
            entries: dict[int, list[Any]] = {}
            for (k, places), own in zip(same, values, strict=True):
                entries.setdefault(k, []).append((places, *own) if own else places)
            one_each = len(entries) == len(same)
            is_pair = len(places) == 2 and "cells" not in text
            paths = {k: [own[0][0], *[pair[-1] for pair in own]] for k, own in entries.items() if is_pair}
            if paths and not one_each and all([*map(list, pairwise(paths[k]))] == own for k, own in entries.items()):
                entries, is_pair, one_each = {k: [path] for k, path in paths.items()}, False, True
                text = "\n".join(["for i, j in zip(cells, cells[1:]):", *_indented(text.split("\n"))])
            if len(same) == 1 and not re.search(r"\bcells\b(?!\[\d+\])", text):
                if is_pair:
                    text = re.sub(r"\bi\b", "cells[0]", re.sub(r"\bj\b", "cells[1]", text))
                for at, place in enumerate(places):
                    text = text.replace(f"cells[{at}]", _index(place))
                only = [f"if k == {k}:"] if len(clues) > 1 else []
                body += [*only, *(_indented(text.split("\n")) if only else text.split("\n"))]
                continue
            data = self._name(name.upper())
            listed = {k: own[0] for k, own in entries.items()} if one_each else entries
            self._data += self._listed(data, listed, len({origin.line for origin in with_rows}))
            unpacked, has_all = "i, j" if is_pair else "cells", len(entries) == len(clues)
            if names:
                unpacked = f"({unpacked}), {', '.join(names)}" if is_pair else ", ".join([unpacked, *names])
            lines = text.split("\n")
            if one_each and has_all and len(same) == len(stated) and not numbers and "(" not in unpacked:
                argument = unpacked
                caller = f"lambda b, k: {{}}(b, {'*' if ',' in unpacked else ''}{data}[k])"
                body += lines
            elif one_each:
                lines = [f"{unpacked} = {data}[k]", *lines]
                body += lines if has_all else [f"if k in {data}:", *_indented(lines)]
            else:
                body += [f"for {unpacked} in {data}{'[k]' if has_all else '.get(k, [])'}:", *_indented(lines)]
        source = "\n".join([part for line in _indented(body) for part in _wrapped(line)])
        if "is_greater = b.y.add()" in source and "y[" not in source:
            source = source.replace("b.y", "b.is_greater")
        rule = f"(b, {argument}):\n{source}"
        if rule != self._rule:  # neighbours often have the same: rows, columns and boxes
            self._rule = rule
            self._rule_name = self._name("all_different" if with_rows[0].is_house else f"{name}_rule")
            self._build += ["", *f"def {self._rule_name}{rule}".split("\n")]
        of_library = {one.rule for one in self._model.applied}
        doc = "; ".join(dict.fromkeys([about(origin, of_library) for origin in with_rows]))
        self._build.append(
            f"m.{name} = pyo.Block(range(1, {len(clues) + 1}), rule={caller.format(self._rule_name)}, doc={doc!r})"
        )

    def _listed(self, name: str, data: Mapping[int, object], lines: int) -> list[str]:
        """Write what clues have, each on a line of its own if the puzzle has about so many ``lines`` for them."""
        short = _wrapped(f"{name} = {self._source(data)}")
        long = [f"    {k}: {self._source(own)}," for k, own in data.items()]
        is_clear = len(short) > 1 and len(data) <= 2 * lines and max(map(len, long)) <= _WIDTH
        return [f"{name} = {{", *long, "}"] if is_clear else short

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
            shown = _told("r, c", grid.letters)
            if sum(isinstance(place, tuple) for place in self._places) < grid.height * grid.width:
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
    """The source of a value as people read it."""
    value = f"pyo.value(m.cell_value[{place}])"
    if is_real:
        return f"{value} + 0.0"  # not -0.0
    return f"{'0' + letters!r}[round({value})]" if letters else f"round({value})"


def _rule(stated: Stated, kinds: Mapping[tuple[str, str], str], number: str) -> list[str]:
    """The source of the rows of a constraint, for its places ``cells``."""
    size, rows = len(stated.variables), list(stated.lines)
    last = rows.pop() if stated.number is not None else None
    adds = [*dict.fromkeys([f"b.constraints.add({_row(row, size)})" for row in rows])]
    auxiliaries = [kinds[_kind(column)] for column in stated.auxiliaries]
    total = "" if last is None else f"{_sum(_terms(last[0], size))} {'<=' if last[1] is None else '=='} {number}"
    is_pair = size == 2 and not re.search(r"\bcells\b(?!\[)", str([*adds, total]))
    if is_pair:
        *adds, total = [text.replace("cells[0]", "i").replace("cells[1]", "j") for text in (*adds, total)]
    of_pairs = _of_pairs(adds, size, auxiliaries)
    if of_pairs:
        adds = [text for text in adds if "y[" not in text]
        lines = of_pairs if is_pair else ["for i, j in combinations(cells, 2):", *_indented(of_pairs)]
        if stated.origin.is_house and adds:
            lines.append("# this follows from the rows above, and makes the relaxation stronger")
    else:
        parts = ", ".join([f"(b.{y}, {len(list(own))})" for y, own in groupby(auxiliaries)])
        lines = [f"y = [kind.add() for kind, count in [{parts}] for _ in range(count)]"] if parts else []
    loops: dict[str, list[str]] = {}
    for group, text, names, values in _alike([(text, text) for text in adds], "v"):
        if len(group) < _LONG:
            lines += group
            continue
        data = repr(values) if len(names) > 1 else _range(sorted([value for (value,) in values]))
        loops.setdefault(f"for {', '.join(names)} in {data}:", []).append(f"    {text}")
    lines += [line for head, own in loops.items() for line in (head, *own)]
    return [*lines, f"b.constraints.add({total})"] if total else lines


def _of_pairs(texts: Iterable[str], size: int, auxiliaries: list[str]) -> list[str]:
    """The same rows for ``i`` and ``j``, with a column ``d``, if each two places have such rows and a column."""
    pairs = list(combinations(range(size), 2))
    found: list[list[str]] = [[] for _ in pairs]
    if len({*auxiliaries}) != 1 or len(auxiliaries) != len(pairs):
        return []
    for text in texts:
        for at in {*re.findall(r"y\[(\d+)\]", text)}:
            i, j = pairs[int(at)]
            text_of_pair = text.replace(f"cells[{i}]", "i").replace(f"cells[{j}]", "j")
            found[int(at)].append(text_of_pair.replace(f"y[{at}]", "d"))
    if found != found[:1] * len(pairs) or re.search(r"\b(cells|y)\b", str(found[0])):
        return []
    lines = [f"d = b.{auxiliaries[0]}.add()", *found[0]]
    return [_MEANING, *[re.sub(r"\bd\b", "is_greater", line) for line in lines]] if _ORDER.search(str(lines)) else lines


def _alike(
    found: Iterable[tuple[str, A]], name: str
) -> Iterator[tuple[list[A], str, list[str], list[tuple[Any, ...]]]]:
    """Put texts together that are the same but for a few numbers; each has something with it.

    Yields:
        what they have with them; the text, with names for numbers that differ; the names; their values in each text.
        Two numbers that are the same in each text have one name.
    """
    groups: dict[str, list[tuple[str, A]]] = {}
    for text, thing in found:
        groups.setdefault(_NUMBERS.sub("0", text), []).append((text, thing))
    for group in groups.values():
        columns = [*zip(*[_NUMBERS.findall(text) for text, _ in group], strict=True)]
        differing = [*dict.fromkeys([column for column in columns if len({*column}) > 1])]
        if len(differing) > _MANY:
            for text in dict.fromkeys([text for text, _ in group]):
                things = [thing for other, thing in group if other == text]
                yield things, text, [], [()] * len(things)
            continue
        names = [name if len(differing) == 1 else f"{name}{at}" for at in range(1, len(differing) + 1)]
        called, left = dict(zip(differing, names, strict=True)), iter(columns)
        text = _NUMBERS.sub(lambda number: called.get(next(left), number[0]), group[0][0])  # noqa: B023 - called here
        values = [tuple(map(literal_eval, own)) for own in zip(*differing, strict=True)] or [()] * len(group)
        yield [thing for _, thing in group], text, names, values


def _row(line: Line, size: int) -> str:
    """The source of a row; no factor in it is negative, except between two limits."""
    terms, lower, upper = line
    sides = _terms(terms, size)
    if lower is not None and upper is not None and lower != upper:
        return f"({_number(lower)}, {_sum(sides)}, {_number(upper)})"
    is_turned = sides[0][0] < 0
    sign = "==" if lower == upper else "<=" if (upper is None) == is_turned else ">="
    sides = [(-k if is_turned else k, name) for k, name in [*sides, (-((lower if upper is None else upper) or 0), "")]]
    left, right = [(k, name) for k, name in sides if k > 0], [(-k, name) for k, name in sides if k < 0]
    return f"{_sum(left)} {sign} {_sum(right) or '0'}"


def _terms(terms: Sequence[tuple[Coefficient, Ref]], size: int) -> list[tuple[Coefficient, str]]:
    """Factors with the source of what they are the factors of; sums over places are loops."""
    alike: dict[tuple[Coefficient, Ref], list[int]] = {}
    for k, ref in terms:
        alike.setdefault((k, replace(ref, place=0)), []).append(ref.place)
    found: list[tuple[Coefficient, str]] = []
    for (k, ref), places in alike.items():
        end = places[0] + len(places)
        if len(places) < min(_LONG, max(size - 1, 2)):
            found += [(k, _quantity(ref, str(place))) for place in places]
        elif ref.family == "y" or places != [*range(places[0], end)]:
            found.append((k, f"sum({_quantity(ref, 'at')} for at in {_range(places)})"))
        else:
            part = f"[{places[0] or ''}:{end - size or ''}]" if len(places) < size else ""
            found.append((k, f"sum({_quantity(ref, 'at').replace('cells[at]', 'cell')} for cell in cells{part})"))
    return found


def _quantity(ref: Ref, place: str) -> str:
    if ref.family == "y":
        return f"y[{place}]"
    return f"m.cell_value[cells[{place}]]" if ref.family == "value" else f"m.{ref.family}[cells[{place}], {ref.value}]"


def _index(place: object) -> str:
    return repr(place).strip("()")


def _kind(column: Column) -> tuple[str, str]:
    """The domain and the bounds of a variable."""
    kind = "Binary" if column.binary else "Integers" if column.integer else "Reals"
    return f"pyo.{kind}", f"({_number(column.lower)}, {_number(column.upper)})"


def _range(values: list[Any]) -> str:
    first = values[0]
    interval = range(first, first + len(values)) if isinstance(first, int) else ()
    return repr(interval if values == [*interval] else values)


def _sum(terms: Iterable[tuple[Coefficient, str]]) -> str:
    return signed_sum([(k, name) for k, name in terms if k], " * ", _number)


def _number(value: Coefficient | None) -> str:
    return str(value) if value is None or isinstance(value, int) else repr(float(value))


def _indented(lines: Iterable[str]) -> list[str]:
    return [indent(line, "    ") for line in lines]


def _wrapped(line: str) -> list[str]:
    """The line, or several where it would be too long; it is broken between items or terms, inside its brackets."""
    if len(line) <= _WIDTH or not (found := re.fullmatch(r"( *)([^(\[{]*[(\[{])(.*)([)\]}][^)\]}]*)", line)):
        return [line]
    space, before, middle, after = found.groups()
    kept = re.sub(_ATOM, lambda atom: atom[0].replace(" ", "\0"), middle)
    left = f"{space}    "
    wrapped = fill(
        kept, _WIDTH, initial_indent=left, subsequent_indent=left, break_long_words=False, break_on_hyphens=False
    )
    return [f"{space}{before}", *wrapped.replace("\0", " ").split("\n"), f"{space}{after}"]
