"""Clues of one kind and shape, written as one rule with its data."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from puzzledsl.formulation.parts import Slot
from puzzledsl.formulation.texts import (
    are_pairs,
    fits_text,
    offsets_text,
    rectangles_text,
    source,
    source_of_item,
    wrapped,
)
from puzzledsl.records import entity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from puzzledsl.expressions import Rational
    from puzzledsl.formulation.components import Component, Key, Names
    from puzzledsl.formulation.parts import Part

Shape = tuple[object, ...]

_LOOPED = ("one", "other", "third", "fourth", "fifth", "sixth")


@entity
class Clue:
    """One clue: a member of a family.

    Attributes:
        origin: its position in the flat model.
        cells: the keys of the cells it speaks of, if they are of one family of variables.
        parts: by shape.
    """

    origin: int
    cells: tuple[Key, ...]
    parts: dict[Shape, list[Part]]


@entity
class Column:
    """What fills a gap of a shape, in each part of each clue.

    Attributes:
        kind: ``cell``, ``cells``, ``pairs``, ``weights``, ``number`` or ``plain``.
        values: by clue, then by part.
    """

    kind: str
    values: list[list[object]]

    @property
    def constant(self) -> bool:
        """It is the same everywhere."""
        return len({repr(one) for many in self.values for one in many}) == 1

    @property
    def fixed(self) -> bool:
        """It is the same in all parts of a clue."""
        return all(len({repr(one) for one in many}) == 1 for many in self.values)


class FamilyWriter:
    """Writes one family. ``call`` names the function for a shape, ``known`` are lists that the script has already."""

    def __init__(
        self,
        name: str,
        doc: str,
        clues: list[Clue],
        params: Mapping[int, tuple[str, Rational]],
        call: Callable[[str, Component], str],
        sets: dict[str, str],
        grid: set[tuple[int, int]],
        known: dict[frozenset[object], str],
        shared: dict[str, str],
        names: Names,
        has_numbers: bool,
    ) -> None:
        self._name = name
        self._doc = doc
        self._clues = clues
        self._params = params
        self._call = call
        self._sets = sets  # by name of a component the text of the set of its cells
        self._grid = grid
        self._known = known
        self._shared = shared
        self._names = names
        self._has_numbers = has_numbers
        self._constants: list[str] = []
        self._param_values: dict[str, list[Rational]] = {}
        self._fields: list[tuple[str, list[object]]] = []
        self._body: list[str] = []
        self._parts: list[str] = []
        self._single = len(clues) == 1

    def lines(self) -> list[str]:
        """The source."""
        shapes = list(dict.fromkeys(shape for clue in self._clues for shape in clue.parts))
        for shape in shapes:
            self._shape(shape, [clue.parts[shape] for clue in self._clues])
        return [*self._data(), *self._constants, *self._param_lines(), *self._block()]

    # ── the data ─────────────────────────────────────────────────────────────────────────────────

    def _data(self) -> list[str]:
        if self._single or not self._fields:
            return []
        rows = list(zip(*(values for _, values in self._fields), strict=True))
        items = [_field(row[0]) if len(row) == 1 else f"({', '.join(map(_field, row))})" for row in rows]
        name = self._table
        if len(self._fields) == 1:
            column = [row[0] for row in rows]
            if all(isinstance(one, tuple) and len(one) > 3 for one in column):
                text = rectangles_text(column)
                if text is not None:
                    return f"{name} = dict(enumerate({text}, 1))".split("\n")
            if are_pairs(column) and column == [clue.cells for clue in self._clues]:
                found = offsets_text(column, self._grid, "m.CELLS", self._known)
                if found is not None and not self._param_values:  # whose order is that of the clues
                    text, order = found
                    places = {repr(one): number for number, one in enumerate(order)}
                    self._clues.sort(key=lambda clue: places.get(repr(clue.cells), 0))
                    return [f"{name} = dict(enumerate({text}, 1))"]
                self._known[frozenset(map(frozenset, column))] = f"{name}.values()"
        return wrapped(f"{name} = {{", (f"{k}: {item}" for k, item in enumerate(items, 1)), "}")

    @property
    def _table(self) -> str:
        return f"{self._name}s" if not self._name.endswith("s") else f"{self._name}_clues"

    def _field_of(self, name: str, values: list[object]) -> str:
        """The name of a field with these values, one for each clue."""
        for known, there in self._fields:
            if there == values:
                return known
        taken = [known for known, _ in self._fields]
        found, number = name, 2
        while found in taken:
            found, number = f"{name}_{number}", number + 1
        self._fields.append((found, values))
        return found

    @property
    def _cells(self) -> str:
        return self._field_of("cells", [clue.cells for clue in self._clues])

    # ── numbers of clues ─────────────────────────────────────────────────────────────────────────

    def _param_lines(self) -> list[str]:
        lines = []
        for name, values in self._param_values.items():
            if self._single:
                lines.append(f"m.{name} = pyo.Param(initialize={values[0]!r}, mutable=True)")
            else:
                items = (f"{k}: {value}" for k, value in enumerate(values, 1))
                start = f"m.{name} = pyo.Param(range(1, {len(values) + 1}), mutable=True, initialize={{"
                lines += wrapped(start, items, "})")
        return lines

    def _param(self, name: str, values: list[Rational]) -> str:
        known = self._param_values
        full, number = f"{self._name}_{name}", 2
        while full in known and known[full] != values:
            full, number = f"{self._name}_{name}_{number}", number + 1
        known[full] = values
        return f"m.{full}" if self._single else f"m.{full}[k]"

    # ── the rule ─────────────────────────────────────────────────────────────────────────────────

    def _block(self) -> list[str]:
        keys = "" if self._single else self._table if self._fields else f"range(1, {len(self._clues) + 1})"
        index = "b" if self._single else "b, k"
        places = f"{keys}, " if keys else ""
        names = [name for name, _ in self._fields]
        if len(self._body) == 1 and self._body[0].startswith("!") and not self._single and len(names) == 1:
            call = re.sub(rf"\b{names[0]}\b", f"{self._table}[k]", self._body[0][1:])
            if call.count(self._table) == 1 and len(call) < 80:
                return [f"m.{self._name} = pyo.Block({places}rule=lambda b, k: {call}, doc={self._doc!r})"]
        lines = [f"@m.Block({places}doc={self._doc!r})", f"def {self._name}({index}):"]
        if self._single:
            for name, values in self._fields:
                lines += [f"    {line}" for line in self._single_field(name, values[0])]
        elif self._fields:
            lines.append(f"    {', '.join(names)} = {self._table}[k]")
        return [*lines, *(f"    {line.removeprefix('!')}" for line in self._body)]

    def _single_field(self, name: str, value: object) -> list[str]:
        if value == tuple(sorted(self._grid)):
            return [f"{name} = list(m.CELLS)"]
        if isinstance(value, tuple) and are_pairs(value):
            found = offsets_text(value, self._grid, "m.CELLS", self._known)
            if found is not None:
                return [f"{name} = {found[0]}"]
        if isinstance(value, tuple) and value and all(isinstance(one, tuple) and len(one) > 3 for one in value):
            rectangles = rectangles_text(value)
            if rectangles is not None:
                return f"{name} = {rectangles}".split("\n")
        if isinstance(value, tuple) and value and isinstance(value[0], tuple):
            return wrapped(f"{name} = [", map(source_of_item, value), "]")
        if isinstance(value, dict):
            return wrapped(f"{name} = {{", (f"{k}: {v}" for k, v in value.items()), "}")
        return [f"{name} = {_field(value)}"]

    def _shape(self, shape: Shape, parts: list[list[Part]]) -> None:
        kind = str(shape[0])
        columns = self._columns(parts)
        once = all(len(many) == 1 for many in parts)
        texts: list[str] = []
        loops: list[int] = []
        for number, column in enumerate(columns):
            if column.kind == "params" or (column.kind == "constant" and self._is_param(shape, columns, once)):
                texts.append("")
            elif column.constant and not (column.kind == "cells" and self._is_base(column)):
                texts.append(self._constant(column.kind, column.values[0][0]))
            elif once or column.fixed:
                texts.append(self._member(column))
            else:
                loops.append(number)
                texts.append(f"\0{number}")
        head = over = ""
        names: list[str] = []
        if loops:
            unordered = kind == "pair" and _symmetric(columns[-1])
            names, over = self._loop([columns[number] for number in loops], unordered)
            for number, name in zip(loops, names, strict=True):
                texts = [text.replace(f"\0{number}", name) for text in texts]
            head = f"for {', '.join(names)} in {over}"
        if kind == "linear":
            self._linear(shape, columns, texts, head)
        else:
            component = shape[1]
            function = self._call(kind, component)  # type: ignore[arg-type]
            call = f"{function}({', '.join(['b', *texts])})"
            if kind == "pair":
                pairs = over if head else f"[({texts[0]}, {texts[1]})]"
                if texts[:2] == ["cells[0]", "cells[1]"] and all(len(clue.cells) == 2 for clue in self._clues):
                    pairs = "[cells]"
                part = self._new_part("pair")
                if part == "pair":
                    self._body.append(f"!{function}(b, {pairs}, {texts[2]})")
                else:
                    self._body += [f"b.{part} = pyo.Block()", f"{function}(b.{part}, {pairs}, {texts[2]})"]
            elif head:
                part = self._new_part(kind)
                items = over if over.isidentifier() else f"list({over})"
                chosen = [f"{items}[i]"] if len(names) == 1 else [f"{items}[i][{j}]" for j in range(len(names))]
                found = dict(zip(names, chosen, strict=True))
                call = f"{function}({', '.join(['b', *(found.get(text, text) for text in texts)])})"
                self._body.append(f"b.{part} = pyo.Block(range(len({items})), rule=lambda b, i: {call})")
            else:
                self._body.append(f"!{call}")

    def _constant(self, kind: str, value: object) -> str:
        """The text for what is the same in all clues; a long one is defined before them."""
        if kind == "cells" and value == tuple(sorted(self._grid)):
            return "m.CELLS"
        text = _inline(kind, value)
        if len(text) <= 40 or (kind == "fits" and len(text) <= 60):
            return text
        if self._single and kind in ("cells", "plain", "ways") and isinstance(value, tuple):
            return self._field_of(kind, [value])
        known = self._shared.get(text)
        if known is None:
            name = {"plain": "moves"}.get(kind, kind)
            known = self._shared[text] = self._names.new(f"{self._name}_{name}")
            items = text[1:-1].split(", ")
            joined: list[str] = []
            for item in items:  # break between items of the outermost level only
                if joined and (
                    joined[-1].count("(") + joined[-1].count("[") > joined[-1].count(")") + joined[-1].count("]")
                ):
                    joined[-1] += f", {item}"
                else:
                    joined.append(item)
            self._constants += (
                [f"{known} = {text}"] if len(text) < 100 else wrapped(f"{known} = {text[0]}", joined, text[-1])
            )
        return known

    def _is_param(self, shape: Shape, columns: list[Column], once: bool) -> bool:
        """Whether the constant of a sum is a number that its author would change: no rule has made it."""
        _, op, groups, factors, about = shape
        assert isinstance(groups, tuple)
        constants = columns[-1 if op != "!=" else -2]
        return (
            self._has_numbers
            and about == "sum"
            and op != "!="
            and once
            and not factors
            and (all(k > 0 for k, _, _ in groups) or all(k < 0 for k, _, _ in groups))
            and any(many[0] for many in constants.values)
        )

    def _new_part(self, name: str) -> str:
        found, number = name, 2
        while found in self._parts:
            found, number = f"{name}_{number}", number + 1
        self._parts.append(found)
        return found

    def _columns(self, parts: list[list[Part]]) -> list[Column]:
        found: list[Column] = []
        for number, first in enumerate(parts[0][0].slots):
            values = [[part.slots[number].value for part in many] for many in parts]
            found += _normal(first, values)
        return found

    def _is_base(self, column: Column) -> bool:
        return all(
            clue.cells == one for clue, many in zip(self._clues, column.values, strict=True) for one in many
        ) and any(clue.cells for clue in self._clues)

    def _member(self, column: Column) -> str:
        """The text for what a clue has once."""
        values = [many[0] for many in column.values]
        bases = [clue.cells for clue in self._clues]
        if all(bases):
            if column.kind == "cells":
                for start in range(3):
                    if values == [base[start:] for base in bases]:
                        return f"{self._cells}[{start}:]" if start else self._cells
            if column.kind == "cell":
                for place in (0, 1, 2, 3, -1):
                    if all(
                        len(base) > max(place, 0) and base[place] == one
                        for base, one in zip(bases, values, strict=True)
                    ):
                        return f"{self._cells}[{place}]"
        names = {
            "cell": "cell",
            "cells": "cells",
            "number": "v",
            "constant": "n",
            "pairs": "literals",
            "weights": "terms",
        }
        return self._field_of(names.get(column.kind, "fits" if column.kind == "fits" else "values"), values)

    def _loop(self, columns: list[Column], unordered: bool) -> tuple[list[str], str]:
        """The names of loop variables, and what they run over."""
        names = []
        for number, column in enumerate(columns):
            name = {
                "cell": _LOOPED[min(number, 5)],
                "cells": "group",
                "number": "n",
                "constant": "n",
                "pairs": "literals",
                "held": "values",
            }.get(column.kind, "value")
            names.append(name if name not in names else f"{name}_{number + 1}")
        rows = [list(zip(*(column.values[at] for column in columns), strict=True)) for at in range(len(self._clues))]
        if all(column.kind == "cell" for column in columns):
            bases = [clue.cells for clue in self._clues]
            if len(columns) == 1 and [[(one,) for one in base] for base in bases] == rows:
                return names, self._cells
            if len(columns) == 2 and all(bases):
                tries: tuple[tuple[str, Callable[[Sequence[Key]], list[tuple[Key, Key]]]], ...] = (
                    ("pairwise({})", lambda base: list(pairwise(base))),
                    ("pairwise({}[::-1])", lambda base: list(pairwise(base[::-1]))),
                    ("combinations({}, 2)", lambda base: list(combinations(base, 2))),
                )
                order: Callable[[object], object] = sorted if unordered else list  # type: ignore[assignment]
                for text, made in tries:
                    if all(
                        sorted(repr(order(one)) for one in made(base)) == sorted(repr(order(one)) for one in many)
                        for base, many in zip(bases, rows, strict=True)
                    ):
                        return names, text.format(self._cells)
        if len(columns) == 1:
            return names, self._field_of(
                "groups" if columns[0].kind == "cells" else "items",
                [tuple(one for (one,) in many) for many in rows],
            )
        return names, self._field_of("pairs" if len(columns) == 2 else "rows_of", [tuple(many) for many in rows])

    # ── sums ─────────────────────────────────────────────────────────────────────────────────────

    def _linear(self, shape: Shape, columns: list[Column], texts: list[str], head: str) -> None:
        _, op, groups, factors, _ = shape
        assert isinstance(groups, tuple)
        assert isinstance(factors, tuple)
        at = 0
        left: list[str] = []
        right: list[str] = []
        for k, component, kind in groups:
            column = columns[at]
            text = texts[at]
            at += 1
            if kind == "literal" and column.kind != "pairs":
                value = texts[at]
                at += 1
                held = columns[at - 1].kind == "held"
                term = (
                    f"sum({component.literal_item(text, 'v')} for v in {value})"
                    if held
                    else component.literal_item(text, value)
                    if column.kind == "cell"
                    else f"sum({component.literal_item('cell', value)} for cell in {text})"
                )
            elif kind == "literal":
                term = f"sum({component.literal_item('cell', 'v')} for cell, v in {text})"
            elif kind == "weighted":
                term = f"sum(w * {component.item('cell')} for w, cell in {text})"
            elif component.kind == "alone":
                term = component.item("")
            elif column.kind == "cell":
                term = component.item(text)
            else:
                term = f"sum({component.item('cell')} for cell in {text})"
            size = abs(k)
            (left if k > 0 else right).append(term if size == 1 else f"{_number(size)} * {term}")
        params = columns[at].values
        at += 1
        for place, k in enumerate(factors):
            values = [self._params[many[0][place]] for many in params]  # type: ignore[index]
            text = self._param(values[0][0], [value for _, value in values])
            size = abs(k)
            (left if k > 0 else right).append(text if size == 1 else f"{_number(size)} * {text}")
        number, numbers = texts[at], columns[at]
        if not number:
            text = self._param("number", [many[0] if left else -many[0] for many in numbers.values])  # type: ignore[operator,misc]
            sign = ">=" if op == "<=" and not left else op
            self._add(f"{' + '.join(left or right)} {sign} {text}", head)
            return
        constant = numbers.values[0][0] if numbers.constant else None
        if op == "!=":
            big = texts[at + 1]
            where = "".join(f"{one}, " for one in dict.fromkeys(texts[: len(groups)]) if one) or "0, "
            total = (
                " + ".join(left)
                + "".join(f" - {one}" for one in right)
                + ("" if constant == 0 else f" - {_bracketed(number)}")
            )
            switch = f"m.side[{self._name!r}, {'' if self._single else 'k, '}{where[:-2]}]"
            self._add(f"pyo.inequality(1, {total} + {_bracketed(big)} * {switch}, {_bracketed(big)} - 1)", head)
            return
        if constant is not None and isinstance(constant, int) and constant < 0:
            left.append(str(-constant))
        elif constant != 0:
            right.append(number if constant is None else _number(constant))
        if not left:
            sign = {"<=": ">=", "==": "=="}[str(op)]
            self._add(f"{' + '.join(right)} {sign} 0", head)
        elif left == [str(-constant) if isinstance(constant, int) else ""]:
            sign = {"<=": ">=", "==": "=="}[str(op)]
            self._add(f"{' + '.join(right)} {sign} {left[0]}", head)
        else:
            self._add(f"{' + '.join(left)} {op} {' + '.join(right) or '0'}", head)

    def _add(self, row: str, head: str) -> None:
        if head:
            part = self._new_part("rows")
            self._body.append(f"b.{part} = pyo.ConstraintList(rule=({row} {head}))")
        else:
            part = self._new_part("row")
            self._body.append(f"b.{part} = pyo.Constraint(expr={row})")


def _normal(slot: Slot, values: list[list[object]]) -> list[Column]:
    """Split a slot into simpler columns, where all that fills it allows that."""
    every = [one for many in values for one in many]
    if slot.kind == "pairs":
        if all(len({v for _, v in one}) == 1 for one in every):  # type: ignore[attr-defined]
            cells = [[tuple(cell for cell, _ in one) for one in many] for many in values]  # type: ignore[attr-defined]
            numbers: list[list[object]] = [[one[0][1] for one in many] for many in values]  # type: ignore[index]
            return [*_normal(Slot("cells", ()), cells), Column("number", numbers)]  # type: ignore[arg-type]
        if all(len({cell for cell, _ in one}) == 1 for one in every):  # type: ignore[attr-defined]
            held: list[list[object]] = [[tuple(v for _, v in one) for one in many] for many in values]  # type: ignore[attr-defined]
            alone: list[list[object]] = [[one[0][0] for one in many] for many in values]  # type: ignore[index]
            return [Column("cell", alone), Column("held", held)]
        return [Column("pairs", values)]
    if slot.kind == "cells" and all(len(one) == 1 for one in every):  # type: ignore[arg-type]
        return [Column("cell", [[one[0] for one in many] for many in values])]  # type: ignore[index]
    if slot.kind == "fits":
        return [Column("fits", [[_relation(*one) for one in many] for many in values])]  # type: ignore[misc]
    return [Column(slot.kind, values)]


def _symmetric(column: Column) -> bool:
    """Whether the order of two cells does not matter to all relations."""
    return all(isinstance(one, _Relation) and one.symmetric for many in column.values for one in many)


def _field(value: object) -> str:
    if isinstance(value, _Relation):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {source(one) if one != () else '()'}" for key, one in value.items()) + "}"
    if isinstance(value, tuple) and not (len(value) == 2 and all(isinstance(one, int) for one in value)):
        return f"[{', '.join(map(source_of_item, value))}]"
    return _number(value) if not isinstance(value, (tuple, str)) and value is not None else source_of_item(value)


class _Relation(str):
    """A function of two values as it is written."""

    __slots__ = ("symmetric",)
    symmetric: bool


def _relation(values: tuple[int, ...], allowed: frozenset[tuple[int, int]]) -> _Relation:
    found = _Relation(fits_text(values, allowed))
    found.symmetric = all((w, v) in allowed for v, w in allowed)
    return found


def _inline(kind: str, value: object) -> str:
    if kind == "cell":
        return source_of_item(value)
    return _field(value)


def _number(value: object) -> str:
    from fractions import Fraction

    return repr(float(value)) if isinstance(value, Fraction) else repr(value)


def _bracketed(text: str) -> str:
    return text if text.lstrip("-").replace("_", "a").replace(".", "0").isalnum() else f"({text})"
