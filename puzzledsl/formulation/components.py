"""The families of variables of a script: one for each grid, each ``edges``, and each variable that stands alone."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.records import entity

if TYPE_CHECKING:
    from fractions import Fraction

    from puzzledsl.flat import FlatModel
    from puzzledsl.model import Model

Key = object
"""The index of a variable in its family: ``(row, column)``, two such places of an edge, a number, or ``None``."""

BIT = Domain.range(0, 1)

VALUES = "m.VALUES"
"""The set of the values of the first family of cells."""

MOST_VALUES = 300
"""A variable with more values has no 0-1 variables for them."""

_WORDS = frozenset(
    re.findall(
        r"\w+",
        "m k b c v w i j e p q r s n value sum min max abs round print sorted range zip len list dict set enumerate "
        "int objective given givens combinations pairwise pyo side mask one other third fourth",
    )
)
"""Names that the script uses for something else."""


class Names:
    """Names that are new in a script, and mean nothing else in Python or Pyomo."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, readable: str) -> str:
        """A name like this one."""
        from pyomo.core import ConcreteModel

        plain = re.sub(r"\W+", "_", readable).strip("_") or "variable"
        if plain[0].isdigit():
            plain = f"v{plain}"
        found, number = plain, 2
        while found in self._taken or keyword.iskeyword(found) or found in _WORDS or hasattr(ConcreteModel, found):
            found, number = f"{plain}_{number}", number + 1
        self._taken.add(found)
        return found


@entity
class Component:
    """A family of variables.

    Attributes:
        name: of its values in the script, behind ``m.``.
        literal: of its 0-1 variables, one for each value; empty where it has none.
        domain: the values of each of them.
        bounds: of real variables; else ``None``.
        keys: by number in the flat model.
        kind: ``cell``, ``edge``, ``alone`` or ``auxiliary``.
        size: height and width of its grid.
        values: the set of its values, as it is written.
    """

    name: str
    literal: str
    domain: Domain
    bounds: tuple[Fraction | None, Fraction | None] | None
    keys: dict[int, Key]
    kind: str
    size: tuple[int, int]
    values: str

    @property
    def is_bit(self) -> bool:
        """Each variable is 0 or 1, so that it is its own literal."""
        return self.bounds is None and self.domain == BIT

    @property
    def has_gaps(self) -> bool:
        """Bounds do not describe its values."""
        return self.bounds is None and len(self.domain.intervals) > 1

    def item(self, key: str) -> str:
        """One of its variables, given the text of its key."""
        return f"m.{self.name}" if self.kind == "alone" else f"m.{self.name}[{bare(key)}]"

    def literal_item(self, key: str, value: str) -> str:
        """One of its 0-1 variables."""
        return f"m.{self.literal}[{value}]" if self.kind == "alone" else f"m.{self.literal}[{bare(key)}, {value}]"


def _values(domain: Domain) -> str:
    if len(domain.intervals) != 1:
        return f"[{', '.join(map(str, domain))}]" if domain.size <= MOST_VALUES else ""
    return f"range({domain.lo}, {domain.hi + 1})"


def bare(text: str) -> str:
    """A tuple without its brackets, as it is written as an index."""
    return text[1:-1] if re.fullmatch(r"\((?:\d+|\(\d+, \d+\)), (?:\d+|\(\d+, \d+\))\)", text) else text


class Components:
    """All of them.

    Attributes:
        all: in order of declaration.
        of: by number of a flat variable; variables with one value have none.
        fixed: the value of these.
        params: names of the numbers of clues, which are variables of the flat model, too.
    """

    def __init__(self, model: Model, flat: FlatModel, names: Names, params: dict[int, str]) -> None:
        self.all: list[Component] = []
        self.of: dict[int, Component] = {}
        self.fixed: dict[int, int] = {}
        self.params = params
        edges = {x: (layout.name, places) for layout in model.edges for places, x in layout.numbers.items()}
        sizes = {grid.name: (grid.height, grid.width) for grid in model.grids}
        known: dict[object, Component] = {}
        for x, variable in enumerate(flat.variables):
            if x in params:
                continue
            if not variable.is_real and variable.domain.size == 1:
                self.fixed[x] = variable.domain.lo
                continue
            source = model.variables[x] if x < len(model.variables) else None
            key: Key = None
            if source is not None and source.cell is not None:
                name, key, kind = str(source.grid), source.cell, "cell"
            elif x in edges:
                (name, key), kind = edges[x], "edge"
            elif source is not None:
                name, kind = source.name, "alone"
            else:
                name, kind = "auxiliary", "auxiliary"
            group = (name, kind, variable.domain, variable.bounds, x if kind == "alone" else None)
            found = known.get(group)
            if found is None:
                plain = names.new(name)
                wide = variable.is_real or variable.domain.size > MOST_VALUES
                literal = "" if wide or variable.domain == BIT else names.new("x" if not self.all else f"{plain}_is")
                size = sizes.get(name, (0, 0))
                values = _values(variable.domain) if self.all or kind != "cell" else VALUES
                found = Component(plain, literal, variable.domain, variable.bounds, {}, kind, size, values)
                known[group] = found
                self.all.append(found)
            found.keys[x] = len(found.keys) + 1 if kind == "auxiliary" else key
            self.of[x] = found
