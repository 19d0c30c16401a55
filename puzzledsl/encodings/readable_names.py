"""Names that people can read for columns and rows: ``x[r3,c4,7]``, ``cage_L8[2,sum]``."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.encodings.encoded import Index
    from puzzledsl.flat import FlatModel
    from puzzledsl.model import Origin, Variable

_INDEXED = re.compile(r"(?P<name>\w+)\[(?P<index>[^\[\]]*)\]")


class Components:
    """Names of components: variables of the source keep theirs, anything else that clashes gets a ``_``."""

    def __init__(self, first: Iterable[str]) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set()
        for name in first:
            self.name("variable", name)

    def name(self, kind: str, readable: str) -> str:
        """The name for what ``kind`` would call ``readable``: the same for the same pair, else a new one."""
        known = self._given.get((kind, readable))
        if known is None:
            known = re.sub(r"\W", "_", readable) or "_"
            while known in self._taken:
                known += "_"
            self._taken.add(known)
            self._given[kind, readable] = known
        return known


class VariableNames:
    """Component and index of every variable of the flat model: (``cell``, (``r3``, ``c4``)), (``total``, ())."""

    def __init__(self, flat: FlatModel, variables: Sequence[Variable]) -> None:
        grids = [variable.grid for variable in variables if variable.grid is not None]
        self._main = grids[0] if grids else "cell"
        self._flat = flat
        self._variables = variables
        own = [v.name for v in variables if v.grid is None]
        self.components = Components(dict.fromkeys([*grids, *own]))

    def place(self, x: int) -> tuple[str, Index]:
        """Grid or variable name and the index in it, before any clash is resolved."""
        if x < len(self._variables):
            variable = self._variables[x]
            if variable.grid is not None and variable.cell is not None:
                return variable.grid, (f"r{variable.cell[0]}", f"c{variable.cell[1]}")
            return variable.name, ()
        name = self._flat.variables[x].name
        if x < self._flat.sources:
            return name, ()
        if found := _INDEXED.fullmatch(name):
            return found["name"], tuple(part.strip() for part in found["index"].split(","))
        return "auxiliary", (name,)

    def value(self, x: int) -> tuple[str, Index]:
        """Names for the column that holds the value itself."""
        component, index = self.place(x)
        return self.components.name("variable", component), index

    def literal(self, x: int, v: int) -> tuple[str, Index]:
        """Names for the 0–1 column "x has the value v": ``x[r3,c4,7]``, ``x_other[r3,c4,7]``, ``digit_is[7]``."""
        component, index = self.place(x)
        readable = "x" if component == self._main else f"x_{component}" if index else f"{component}_is"
        return self.components.name("literal", readable), (*index, v)

    def threshold(self, x: int, v: int) -> tuple[str, Index]:
        """Names for the 0–1 column "the value of x is at least v": ``cell_from[r3,c4,7]``."""
        component, index = self.place(x)
        return self.components.name("threshold", f"{component}_from"), (*index, v)

    def structure(self, kind: str, x: int, index: Index = ()) -> tuple[str, Index]:
        """Names for a row that ties columns of one variable together: ``one_value[r3,c4]``."""
        component, place = self.place(x)
        if component != self._main or not place:
            kind = f"{kind}_{component}"
        return self.components.name("structure", kind), (*place, *index) or (1,)


class OriginNames:
    """Component and index of rows and auxiliary columns: clue and line, number of the clue on that line, part."""

    def __init__(self, origins: Sequence[Origin], components: Components) -> None:
        totals = Counter((origin.clue, origin.line) for origin in origins)
        seen: Counter[tuple[str, int]] = Counter()
        self._components = components
        self._heads: list[tuple[str, Index]] = []
        self._used: set[tuple[str, Index, str]] = set()
        self._count: Counter[tuple[str, Index, str]] = Counter()
        for origin in origins:
            key = (origin.clue, origin.line)
            seen[key] += 1
            self._heads.append((f"{origin.clue}_L{origin.line}", (seen[key],) if totals[key] > 1 else ()))

    def row(self, origin: int, part: str) -> tuple[str, Index]:
        """A new name for a row of that constraint."""
        readable, index = self._heads[origin]
        return self._unique(self._components.name("row", readable), index, part)

    def column(self, origin: int, part: str) -> tuple[str, Index]:
        """A new name for an auxiliary column of that constraint."""
        readable, index = self._heads[origin]
        return self._unique(self._components.name("column", f"{readable}_aux"), index, part)

    def _unique(self, component: str, index: Index, part: str) -> tuple[str, Index]:
        family = (component, index, part)
        while True:
            self._count[family] += 1
            count = self._count[family]
            last: str | int = (part if count == 1 else f"{part}_{count}") if part else count
            if (component, index, str(last)) not in self._used:
                break
        self._used.add((component, index, str(last)))
        return component, (*index, last)
