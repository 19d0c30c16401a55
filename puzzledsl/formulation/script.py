"""The script of a model: variables, givens, the families of clues, the objective, and what prints the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from puzzledsl.formulation.components import BIT, VALUES, Component, Components, Names, bare
from puzzledsl.formulation.families import Clue, FamilyWriter
from puzzledsl.formulation.formulas import IMPORTS, formula
from puzzledsl.formulation.parts import Part, Slot, Unwritten, parts_of
from puzzledsl.formulation.texts import are_pairs, offsets_text, source, source_of_item, wrapped
from puzzledsl.listing import signed_sum
from puzzledsl.model import Kind
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from puzzledsl.expressions import Rational
    from puzzledsl.flat import FlatConstraint, FlatModel
    from puzzledsl.model import Cell, Model, Origin

_LABELS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

MAIN = 'if __name__ == "__main__":'
"""Where the model ends, and solving it begins."""


@record
class Script:
    """A script, and how it calls what the model has.

    Attributes:
        values: by variable of the model, its value in the script: the name of the component and the index, or a number.
        clues: by position in ``origins``, the block of a clue.
    """

    text: str
    encoding: str
    values: tuple[tuple[str, object] | int, ...]
    clues: Mapping[int, str]
    origins: tuple[Origin, ...]


def script(model: Model, encoding: str, numbers: Mapping[int, tuple[str, int]]) -> tuple[Script, set[int]]:
    """Write a model; also return the numbers of clues that are not linear in them, so that they cannot be variables.

    Args:
        model: elaborated; the numbers of its clues may be variables.
        encoding: ``binary`` or ``integer``.
        numbers: by such a variable, the name of the parameter and the number.
    """
    writer = _Writer(model, encoding, numbers)
    return (Script("", encoding, (), {}, ()), writer.misused) if writer.misused else (writer.script(), set())


class _Writer:
    def __init__(self, model: Model, encoding: str, numbers: Mapping[int, tuple[str, int]]) -> None:
        from puzzledsl.flattening import flatten

        self._model = model
        self._encoding = encoding
        self._by_value = encoding == "binary"
        kept = [one for one in model.requirements if one.origin.kind is not Kind.GIVEN]
        self._givens = [one.origin for one in model.requirements if one.origin.kind is Kind.GIVEN]
        self._given_values = {
            one.origin.variables[0]: value
            for one in model.requirements
            if one.origin.kind is Kind.GIVEN and (value := _given(one.expression)) is not None
        }
        self._flat: FlatModel = flatten(replace(model, requirements=tuple(kept), givens={}))
        self._names = Names()
        self._params = dict(numbers)
        self._components = Components(
            model, self._flat, self._names, {x: name for x, (name, _) in self._params.items()}
        )
        self._functions: dict[tuple[str, Component], tuple[str, str]] = {}
        self._less: dict[Component, str] = {}
        self._shared: dict[str, str] = {}
        self._known: dict[frozenset[object], str] = {}
        self.misused = {
            x
            for constraint in self._flat.constraints
            if constraint.condition or not isinstance(constraint.primitive, Linear) or constraint.primitive.op == "!="
            for x in (*constraint.primitive.scope, *(literal.variable for literal in constraint.condition))
            if x in self._params
        }
        self._clues: dict[int, str] = {}
        self._sets: dict[str, str] = {}

    def script(self) -> Script:
        families = self._families()
        bodies = [line for lines in families for line in lines]
        functions = [line for _, text in self._functions.values() for line in text.split("\n")]
        bodies += self._links("\n".join([*bodies, *functions]))
        written = "\n".join([*bodies, *functions])
        lines = [*self._head(written), *self._variables(written), *functions, *self._given_lines(), *bodies]
        lines += [self._objective(), MAIN, *self._printing()]
        values = [
            self._components.fixed[x] if x in self._components.fixed else self._place(x)
            for x in range(len(self._model.variables))
        ]
        return Script("\n".join([*lines, ""]), self._encoding, tuple(values), self._clues, self._flat.origins)

    def _place(self, x: int) -> tuple[str, object] | int:
        if x in self._params:
            return int(self._params[x][1])
        component = self._components.of[x]
        return component.name, _flat_key(component.keys[x])

    # ── families ─────────────────────────────────────────────────────────────────────────────────

    def _families(self) -> list[list[str]]:
        by_origin: dict[int, list[FlatConstraint]] = {}
        for constraint in self._flat.constraints:
            if not constraint.only_propagated:
                by_origin.setdefault(constraint.origin, []).append(constraint)
        groups: dict[tuple[str, frozenset[object]], list[Clue]] = {}
        derived: dict[str, list[tuple[int, list[FlatConstraint]]]] = {}
        for origin, constraints in by_origin.items():
            about = self._flat.origins[origin]
            name = self._kind(about)
            try:
                parts = [part for one in constraints for part in parts_of(one, self._components, self._by_value)]
            except Unwritten:
                derived.setdefault(name, []).append((origin, constraints))
                continue
            by_shape: dict[tuple[object, ...], list[Part]] = {}
            for part in dict.fromkeys(parts) if all(_hashable(part) for part in parts) else parts:
                by_shape.setdefault(part.shape, []).append(part)
            components = {self._components.of[x] for x in about.variables if x in self._components.of}
            cells = (
                tuple(c.keys[x] for c in components for x in about.variables if x in c.keys)
                if len(components) == 1
                else ()
            )
            groups.setdefault((name, frozenset(by_shape)), []).append(Clue(origin, cells, by_shape))
        _join_single_cells(groups)
        written = []
        for (name, _), clues in groups.items():
            family = self._names.new(name)
            writer = FamilyWriter(
                family,
                self._doc(clues),
                clues,
                self._params,
                self._function,
                self._sets,
                self._grid(),
                self._known,
                self._shared,
                self._names,
                self._flat.origins[clues[0].origin].clue == "constraint",
            )
            houses = self._houses(family, clues)
            written.append(houses or writer.lines())
            for number, clue in enumerate([] if houses else clues, 1):
                self._clues[clue.origin] = f"m.{family}" if len(clues) == 1 else f"m.{family}[{number}]"
        for name, those in derived.items():
            written.append(self._derived(name, those))
        return written

    def _kind(self, origin: Origin) -> str:
        if origin.is_house:
            cells = [cell for x in origin.variables if (cell := self._model.variables[x].cell) is not None]
            if len({r for r, _ in cells}) == 1:
                return "row"
            if len({c for _, c in cells}) == 1:
                return "column"
            h, w = (max(c[i] for c in cells) - min(c[i] for c in cells) + 1 for i in (0, 1)) if cells else (0, 0)
            return "box" if h * w == len(cells) else "group"
        return "condition" if origin.clue == "constraint" else origin.clue

    def _doc(self, clues: Sequence[Clue]) -> str:
        first = self._flat.origins[clues[0].origin]
        if len(clues) == 1:
            return _short(first.sentence)
        if first.is_house or first.clue == "constraint":
            return _short(f"line {first.line}: {first.span.text}")
        return _short(f"{first.sentence}; and {len(clues) - 1} more")

    def _grid(self) -> set[tuple[int, int]]:
        return set(self._model.grids[0].cells) if self._model.grids else set()

    def _function(self, kind: str, component: Component) -> str:
        known = self._functions.get((kind, component))
        if known is None:
            less = ""
            if kind in ("different", "shifted") and self._order(component):
                less = self._less.setdefault(component, self._less.get(component) or self._names.new("less"))
            lines = self._function("lines", component) if kind == "one_line" else ""
            name = self._names.new(kind)
            known = self._functions[kind, component] = name, formula(kind, name, component, less, lines)
        return known[0]

    def _order(self, component: Component) -> bool:
        """Whether its cells are compared by order, since they are integers without further variables."""
        return not self._by_value and not component.has_gaps

    def _houses(self, family: str, clues: list[Clue]) -> list[str]:
        """Rows, columns or boxes that are all different, with their cells as a formula; else nothing."""
        groups = [clue.cells for clue in clues]
        shapes = {shape for clue in clues for shape in clue.parts}
        if len(shapes) != 1 or not all(groups) or len(clues) < 2:
            return []
        (shape,) = shapes
        if shape[0] != "different" or any(
            len(many) != 1 or many[0].slots[0].value != clue.cells for clue in clues for many in clue.parts.values()
        ):
            return []
        found = self._regular(groups)
        if found is None:
            return []
        table = f"{family}s" if not family.endswith("x") else f"{family}es"
        function = self._function("different", shape[1])  # type: ignore[arg-type]
        text, keys = found
        for key, clue in zip(keys, clues, strict=True):
            self._clues[clue.origin] = f"m.{family}[{bare(source_of_item(key))}]"
        rule = (
            f"lambda b, *k: {function}(b, {table}[k])"
            if isinstance(keys[0], tuple)
            else f"lambda b, k: {function}(b, {table}[k])"
        )
        return [*text(table), f"m.{family} = pyo.Block({table}, rule={rule}, doc={self._doc(clues)!r})"]

    def _regular(
        self, groups: Sequence[tuple[object, ...]]
    ) -> tuple[Callable[[str], list[str]], Sequence[object]] | None:
        """How the table of houses is written, and their keys in it: rows and columns of a grid, boxes, or regions."""
        grid = self._grid()
        if not grid:
            return None
        height, width = max(r for r, _ in grid), max(c for _, c in grid)
        rows, columns = range(1, height + 1), range(1, width + 1)
        test = "" if len(grid) == height * width else " if (r, c) in m.CELLS"
        made = [list(group) for group in groups]
        if made == [[(r, c) for c in columns if (r, c) in grid] for r in rows]:
            return lambda name: [f"{name} = {{r: [(r, c) for c in m.COLUMNS{test}] for r in m.ROWS}}"], rows
        if made == [[(r, c) for r in rows if (r, c) in grid] for c in columns]:
            return lambda name: [f"{name} = {{c: [(r, c) for r in m.ROWS{test}] for c in m.COLUMNS}}"], columns
        (top, left), (bottom, right) = cast("tuple[Cell, Cell]", (groups[0][0], groups[0][-1]))
        h, w = bottom - top + 1, right - left + 1
        if h < 1 or w < 1:
            return None
        corners = [(r, c) for r in rows[::h] for c in columns[::w]]
        if made == [[(r + i, c + j) for i in range(h) for j in range(w)] for r, c in corners]:
            inside = f"[(r + i, c + j) for i in range({h}) for j in range({w})]"
            over = f"for r in range(1, {height + 1}, {h}) for c in range(1, {width + 1}, {w})"
            return lambda name: [f"{name} = {{(r, c): {inside} {over}}}"], corners
        label = {cell: _LABELS[k] for k, group in enumerate(groups[: len(_LABELS)]) for cell in group}
        if len(groups) <= len(_LABELS) and len(label) == sum(map(len, groups)) and len(label) * 2 > len(grid):
            marks = [repr("".join(label.get((r, c), ".") for c in columns)) for r in rows]
            if made == [sorted(group) for group in made]:  # type: ignore[type-var]
                letters = _LABELS[: len(groups)]
                return lambda name: [
                    *wrapped(f"{name}_map = [", marks, "]"),
                    f"{name} = {{k: [(r, c) for r, c in m.CELLS if {name}_map[r - 1][c - 1] == k]",
                    f"    for k in {letters!r}}}",
                ], letters
        return None

    # ── rows of the encoding ─────────────────────────────────────────────────────────────────────

    def _derived(self, name: str, those: list[tuple[int, list[FlatConstraint]]]) -> list[str]:
        from puzzledsl.formulation.derived import derived_rows

        lines: list[str] = []
        for origin, constraints in those:
            family = self._names.new(name)
            self._clues[origin] = f"m.{family}"
            sentence = self._flat.origins[origin].sentence
            lines += derived_rows(family, sentence, constraints, self._flat, self._encoding, self._components)
        return lines

    # ── variables ────────────────────────────────────────────────────────────────────────────────

    def _head(self, body: str) -> list[str]:
        title = " ".join((self._model.title or "Puzzle").replace("\\", "/").replace('"', "'").split())
        article = "an" if self._encoding == "integer" else "a"
        imports = [line for name, line in IMPORTS.items() if f"{name}(" in body]
        if len(imports) == 2:
            imports = ["from itertools import combinations, pairwise"]
        return [
            f'"""{title}: {article} {self._encoding} program, by puzzledsl. Needs: pip install pyomo highspy"""',
            *imports,
            "import pyomo.environ as pyo",
            f"m = pyo.ConcreteModel(name={title!r})",
        ]

    def _variables(self, body: str) -> list[str]:
        lines: list[str] = []
        used = {x for one in self._flat.constraints for x in one.primitive.scope}
        used |= {literal.variable for one in self._flat.constraints for literal in one.condition}
        used |= {*self._given_values, *(x for x, _ in (self._flat.objective.terms if self._flat.objective else ()))}
        if any(component.kind in ("cell", "edge") for component in self._components.all) and self._model.grids:
            grid = self._model.grids[0]
            size = (grid.height, grid.width)
            lines += self._cells("m.CELLS", "mask", "m.ROWS", "m.COLUMNS", size, set(grid.cells), True)
            domain = next((one.domain for one in self._components.all if one.values == VALUES), None)
            if domain is not None and (VALUES in body or (self._by_value and domain != BIT)):
                places, sizes = lines[0].split(" = ")
                values = f"pyo.RangeSet({domain.lo}, {domain.hi})"
                if len(domain.intervals) > 1:
                    values = f"pyo.Set(initialize=[{', '.join(map(str, domain))}])"
                lines[0] = f"{places}, {VALUES} = {sizes}, {values}"
        for component in self._components.all:
            index, cells = self._index(component)
            lines += cells
            doc = _doc_of(component)
            if not used.issuperset(component.keys):  # the solver never sees what is in no row
                doc = f", initialize={self._any_value(component)}{doc}"
            over = f"{index}, " if index else ""
            if component.bounds is not None:
                bounds = tuple(None if one is None else float(one) for one in component.bounds)
                lines.append(f"m.{component.name} = pyo.Var({over}bounds={bounds}{doc})")
            elif component.is_bit:
                lines.append(f"m.{component.name} = pyo.Var({over}domain=pyo.Binary{doc})")
            elif component.literal and (self._by_value or component.has_gaps):
                lines += self._by_values(component, index)
            else:
                bounds = (component.domain.lo, component.domain.hi)
                lines.append(f"m.{component.name} = pyo.Var({over}domain=pyo.Integers, bounds={bounds}{doc})")
                if component.literal and f"m.{component.literal}[" in body:
                    lines.append(
                        f"m.{component.literal} = pyo.Var({over}{component.values}, domain=pyo.Binary, dense=False)"
                        "  # 1 if it has this value"
                    )
            if component in self._less:
                less = self._less[component]
                lines.append(f"m.{less} = pyo.Var(pyo.Any, domain=pyo.Binary, dense=False, doc='the first is less')")
        if "m.side[" in body:
            lines.append(
                "m.side = pyo.Var(pyo.Any, domain=pyo.Binary, dense=False, doc='which side of a gap a sum is on')"
            )
        return lines

    def _index(self, component: Component) -> tuple[str, list[str]]:
        """The set that a component is indexed by, and what defines it."""
        if component.kind == "alone":
            return "", []
        if component.kind == "auxiliary":
            return f"range(1, {len(component.keys) + 1})", []
        keys = list(component.keys.values())
        if component.kind == "edge":
            name = f"{component.name}_places"
            self._sets[component.name] = name
            found = offsets_text(keys, self._grid(), "m.CELLS", {}) if are_pairs(keys) else None  # type: ignore[arg-type]
            return name, [f"{name} = {found[0]}"] if found else wrapped(f"{name} = [", map(source_of_item, keys), "]")
        if set(keys) == self._grid():
            self._sets[component.name] = "m.CELLS"
            return "m.CELLS", []
        height, width = component.size
        cells = self._sets[component.name] = f"m.{component.name.upper()}_CELLS"
        rows, columns = f"range(1, {height + 1})", f"range(1, {width + 1})"
        return cells, self._cells(cells, f"{component.name}_mask", rows, columns, component.size, set(keys), False)

    def _cells(
        self, name: str, mask: str, rows: str, columns: str, size: tuple[int, int], there: set[object], first: bool
    ) -> list[str]:
        """What defines the set of cells of a grid."""
        height, width = size
        lines = [f"{rows}, {columns} = pyo.RangeSet({height}), pyo.RangeSet({width})"] if first else []
        if len(there) == height * width:
            product = f"{rows} * {columns}" if first else f"[(r, c) for r in {rows} for c in {columns}]"
            return [*lines, f"{name} = pyo.Set(initialize={product})"]
        marks = [repr("".join(".x"[(r, c) not in there] for c in range(1, width + 1))) for r in range(1, height + 1)]
        test = f"{mask}[r - 1][c - 1] == '.'"
        lines += wrapped(f"{mask} = [", marks, "]")
        return [*lines, f"{name} = pyo.Set(initialize=[(r, c) for r in {rows} for c in {columns} if {test}])"]

    def _any_value(self, component: Component) -> float:
        ends = component.bounds or (component.domain.lo, None)
        return next((float(end) if component.bounds else int(end) for end in ends if end is not None), 0)

    def _by_values(self, component: Component, index: str) -> list[str]:
        name, x = component.name, component.literal
        if component.kind == "alone":
            return [
                f"m.{x} = pyo.Var({component.values}, domain=pyo.Binary, doc='1 if {name} has this value')",
                f"m.{name} = pyo.Expression(expr=sum(v * m.{x}[v] for v in {component.values}))",
                f"m.{x}_one = pyo.Constraint(expr=sum(m.{x}[v] for v in {component.values}) == 1)",
            ]
        return [
            f"m.{x} = pyo.Var({index}, {component.values}, domain=pyo.Binary, doc='1 if a place has this value')",
            f"m.{name} = pyo.Expression({index}, rule=lambda m, *i: sum(v * m.{x}[i, v] for v in {component.values}))",
            self._one_value(component, index),
        ]

    def _one_value(self, component: Component, index: str) -> str:
        total = f"sum(m.{component.literal}[i, v] for v in {component.values})"
        return f"m.{component.literal}_one = pyo.Constraint({index}, rule=lambda m, *i: {total} == 1)"

    def _links(self, body: str) -> list[str]:
        """What links integers to the 0-1 variables that clues have used."""
        lines = []
        for component in self._components.all:
            x, name = component.literal, component.name
            if not x or self._by_value or component.has_gaps or f"m.{x}[" not in body:
                continue
            values = component.values
            if component.kind == "alone":
                lines.append(f"m.{x}_one = pyo.Constraint(expr=sum(m.{x}[v] for v in {values}) == 1)")
                lines.append(f"m.{x}_value = pyo.Constraint(expr=sum(v * m.{x}[v] for v in {values}) == m.{name})")
                continue
            lines.append(f"{x}_used = sorted({{i[:-1] for i in m.{x}}})")
            lines.append(self._one_value(component, f"{x}_used"))
            total = f"sum(v * m.{x}[i, v] for v in {values})"
            lines.append(f"m.{x}_value = pyo.Constraint({x}_used, rule=lambda m, *i: {total} == m.{name}[i])")
        return lines

    def _given_lines(self) -> list[str]:
        lines: list[str] = []
        by_component: dict[Component, dict[object, int]] = {}
        for x, value in self._given_values.items():
            if x in self._components.of:
                component = self._components.of[x]
                by_component.setdefault(component, {})[component.keys[x]] = value
        for number, (component, values) in enumerate(by_component.items()):
            suffix = "" if not number else f"_{component.name}"
            if component.kind == "alone":
                lines.append(f"m.given{suffix} = pyo.Param(initialize={next(iter(values.values()))}, mutable=True)")
                lines.append(f"m.givens{suffix} = pyo.Constraint(expr=m.{component.name} == m.given{suffix})")
                continue
            items = (f"{source_of_item(key)}: {value}" for key, value in values.items())
            lines += wrapped(f"given{suffix} = {{", items, "}")
            lines.append(f"m.given{suffix} = pyo.Param(list(given{suffix}), initialize=given{suffix}, mutable=True)")
            start = f"m.givens{suffix} = pyo.Constraint(list(given{suffix}), rule=lambda m, *i:"
            if component.literal and self._by_value:  # all coefficients but that of the given value are positive
                term = f"(v - m.given{suffix}[i]) ** 2 * m.{component.literal}[i, v]"
                rest = f"    {term} for v in {component.values}) == 0, doc='no value but the given one')"
                lines += [f"{start} sum(", rest]
            else:
                lines.append(f"{start} m.{component.name}[i] == m.given{suffix}[i])")
        return lines

    # ── the end ──────────────────────────────────────────────────────────────────────────────────

    def _objective(self) -> str:
        objective = self._flat.objective
        if objective is None:
            return "m.objective = pyo.Objective(expr=0)  # any solution will do"
        alike: dict[tuple[Rational, Component], list[object]] = {}
        for x, k in objective.terms:
            component = self._components.of.get(x)
            if component is not None:
                alike.setdefault((k, component), []).append(component.keys[x])
        fixed = sum(k * self._components.fixed[x] for x, k in objective.terms if x in self._components.fixed)
        terms: list[tuple[Rational, str]] = []
        for (k, component), keys in alike.items():
            if len(keys) == 1 or component.kind == "alone":
                terms.append((k, component.item(source_of_item(keys[0]))))
            else:
                over = self._sets.get(component.name, "") if len(keys) == len(component.keys) else ""
                if not over:
                    over = (
                        f"range(1, {len(keys) + 1})"
                        if component.kind == "auxiliary" and keys == list(component.keys.values())
                        else source(tuple(keys))
                    )
                terms.append((k, f"sum({component.item('i')} for i in {over})"))
        constant = objective.constant + fixed
        text = signed_sum(
            [*terms, (constant, "")] if constant or not terms else terms,
            " * ",
            lambda k: repr(k if isinstance(k, int) else float(k)),
        )
        sense = ", sense=pyo.maximize" if objective.maximize else ""
        return f"m.objective = pyo.Objective(expr={text}{sense})"

    def _printing(self) -> list[str]:
        lines = ['    pyo.SolverFactory("appsi_highs").solve(m)']
        for component in self._components.all:
            name = component.name
            if component.kind == "auxiliary" or any(self._model.variables[x].hidden for x in component.keys):
                continue
            whole = "round(pyo.value({}))" if component.bounds is None else "pyo.value({})"
            if component.kind == "alone":
                lines.append(f"    print({name!r}, '=', {whole.format(f'm.{name}')})")
            elif component.kind == "edge":
                lines.append(f"    print({name!r}, [i for i in m.{name} if pyo.value(m.{name}[i]) > 0.5])")
            else:
                height, width = component.size
                cells = self._sets[name]
                rows, columns = (
                    ("m.ROWS", "m.COLUMNS")
                    if cells == "m.CELLS"
                    else (f"range(1, {height + 1})", f"range(1, {width + 1})")
                )
                item = whole.format(f"m.{name}[r, c]")
                if len(component.keys) < height * width:
                    item += f" if (r, c) in {cells} else '.'"
                lines.append(f"    print(*([{item} for c in {columns}] for r in {rows}), sep='\\n')")
        if self._flat.objective is not None:
            lines.append("    print('objective =', pyo.value(m.objective))")
        return lines


def _join_single_cells(groups: dict[tuple[str, frozenset[object]], list[Clue]]) -> None:
    """Put clues of one cell, which differs from no other, to those of their kind with cells that are all different."""
    for key, clues in list(groups.items()):
        for other, larger in groups.items():
            further = larger[0].parts.keys() - clues[0].parts.keys()
            if other[0] != key[0] or len(further) != 1 or len(larger[0].parts) != len(clues[0].parts) + 1:
                continue
            (shape,) = further
            if shape[0] == "different" and all(len(clue.cells) == 1 for clue in clues):
                for clue in clues:
                    clue.parts[shape] = [Part(shape, (Slot("cells", clue.cells),))]
                larger += groups.pop(key)
                larger.sort(key=lambda clue: clue.origin)
                break


def _doc_of(component: Component) -> str:
    return {"cell": ", doc='the value of each cell'", "edge": ", doc='what each edge holds'"}.get(component.kind, "")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."


def _given(expression: object) -> int | None:
    """The value in ``x == value``."""
    from puzzledsl.expressions import Compare

    if isinstance(expression, Compare) and len(expression.expression.terms) == 1:
        return int(-expression.expression.constant)
    return None


def _flat_key(key: object) -> object:
    """An index as Pyomo has it, without tuples in it."""
    if isinstance(key, tuple) and key and isinstance(key[0], tuple):
        return tuple(one for part in key for one in part)
    return key


def _hashable(part: Part) -> bool:
    return not any(isinstance(slot.value, dict) for slot in part.slots)
