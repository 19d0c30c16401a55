"""The kernel in machine code, built and called for tests, and a flat model as the numbers that it takes in.

It is compared with the kernel in Python until it takes its place: the same removals, in the same order, for the same
reasons, so that a search takes the same branches.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from array import array
from concurrent.futures import ThreadPoolExecutor
from ctypes import CDLL, c_double, c_int, c_int64, c_uint64, c_void_p
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive
from puzzledsl.kernel.store import SPAN, Store
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.circuit import Circuit
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.product import Product
from puzzledsl.primitives.table import Table
from puzzledsl.search.branching import first_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from puzzledsl.expressions import Automaton
    from puzzledsl.kernel.engine import Engine

SOURCES = Path(__file__).parents[2] / "puzzledsl/kernel/native"
COMPILER = next((name for name in (os.environ.get("CXX", ""), "c++", "g++", "clang++") if shutil.which(name)), None)
FLAGS = (
    "-std=c++20", "-O2", "-fPIC", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off", "-fvisibility=hidden",
    "-Wall", "-Wextra", "-Werror",
)  # fmt: skip

VERSION = 1
KINDS = (AllDifferent, Circuit, Clause, Connected, GroupedSum, Linear, Product, Regular, Table)
"""In the order of ``Kind`` in `model.hpp`."""

COMPARISONS = ("==", "!=", "<=")
MORE, LEAF, REFUTED, STUCK, CUT = range(5)
NO_LIMIT = 1 << 60


def build(folder: Path) -> CDLL:
    """Compile the sources side by side, with what ``CXXFLAGS`` adds, and load what they make."""
    assert COMPILER is not None
    further = os.environ.get("CXXFLAGS", "").split()

    def compiled(source: Path) -> str:
        made = str(folder / (source.stem + ".o"))
        subprocess.run([COMPILER, *FLAGS, *further, "-c", str(source), "-o", made], check=True)
        return made

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, sorted(SOURCES.glob("*.cpp"), key=lambda path: -path.stat().st_size)))
    library = folder / "kernel.so"
    subprocess.run([COMPILER, "-shared", *further, *objects, "-o", str(library)], check=True)
    found = CDLL(str(library))
    lists = (c_void_p, c_int64)
    for name, result, arguments in (
        ("kernel_new", c_void_p, ()),
        ("kernel_free", None, (c_void_p,)),
        ("kernel_take", c_int, (c_void_p, *lists)),
        ("kernel_propagate", c_int, (c_void_p, c_int, c_int64)),
        ("kernel_forget", None, (c_void_p,)),
        ("kernel_steps", c_int64, (c_void_p,)),
        ("kernel_culprit", c_int, (c_void_p,)),
        ("kernel_mark", c_int, (c_void_p,)),
        ("kernel_undo", None, (c_void_p, c_int)),
        ("kernel_hash", c_uint64, (c_void_p,)),
        ("kernel_fix", c_int, (c_void_p, c_int, c_int64)),
        ("kernel_domain", c_int64, (c_void_p, c_int, *lists)),
        ("kernel_values", None, (c_void_p, *lists, *lists)),
        (
            "search_begin",
            None,
            (c_void_p, *lists, c_int, *lists, c_int, c_int, c_double, c_double, *lists, *lists, *lists, c_int, c_uint64,
             c_int, *lists),
        ),
        ("search_run", c_int, (c_void_p, c_int64, c_int64, c_int64, c_int64)),
        ("search_judge", None, (c_void_p, c_int)),
        ("search_close", None, (c_void_p,)),
        ("search_branches", c_int64, (c_void_p,)),
        ("search_conflicts", c_int64, (c_void_p,)),
        ("search_work", c_int64, (c_void_p,)),
    ):  # fmt: skip
        function = getattr(found, name)
        function.restype = result
        function.argtypes = arguments
    return found


class Kernel:
    """A model in the kernel."""

    def __init__(self, library: CDLL, variables: Sequence[FlatVariable]) -> None:
        self._library = library
        self._handle = library.kernel_new()
        self._numbers = FlatNumbers(variables)
        self._begun = False

    def __del__(self) -> None:
        self._library.kernel_free(self._handle)

    def take(self, constraints: Sequence[FlatConstraint], retired: Sequence[int] = ()) -> int:
        """Give it constraints: 0 if it takes them, 1 if it refuses them, 2 if a variable has no values."""
        numbers = self._numbers.written(constraints, retired, first=not self._begun)
        self._begun = True
        return self.take_numbers(numbers)

    def take_numbers(self, numbers: array[int]) -> int:
        """The same of what has been written."""
        taken: int = self._library.kernel_take(self._handle, *numbers.buffer_info())
        return taken

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function; lists are arrays."""
        plain: list[Any] = []
        for one in arguments:
            plain += one.buffer_info() if isinstance(one, array) else (one,)
        return getattr(self._library, name)(self._handle, *plain)

    def state(self) -> tuple[int, int, int]:
        """What is on the trail, and how many calls of propagators it took."""
        return self.call("kernel_steps"), self.call("kernel_mark"), self.call("kernel_hash")

    def begin(self, engine: Engine, variables: range, learning: int) -> None:
        """Begin a search as `puzzledsl.search.search.Search` does."""
        self._variables = array("q", variables)
        nothing, weights = array("q"), array("d", first_weights(engine))
        tuning = array("q", (3, 16, 8, 100, 4_000, 500))
        self.call(
            "search_begin",
            self._variables,
            0,
            nothing,
            learning,
            1,
            200.0,
            1.5,
            weights,
            nothing,
            nothing,
            0,
            0,
            0,
            tuning,
        )

    def values(self) -> tuple[int, ...]:
        """Those of the variables of the search."""
        found = array("q", bytes(8 * len(self._variables)))
        self.call("kernel_values", self._variables, found)
        return tuple(found)


def trail_of(store: Store) -> tuple[int, int]:
    """How long the trail of a store in Python is, and the number that the kernel has for an equal one."""
    found = 0
    for position in range(store.mark()):
        variable, _, cause = store.change(position)
        found = _mixed(_mixed(found, variable), cause)
    return store.mark(), found


def _mixed(found: int, word: int) -> int:
    found = (found ^ (word & 0xFFFFFFFFFFFFFFFF)) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    return found ^ found >> 32


class FlatNumbers:
    """What has been written of a model, and the next part of it. What is shared is numbered, and written once."""

    def __init__(self, variables: Sequence[FlatVariable]) -> None:
        self._variables = variables
        self._domains: dict[tuple[tuple[int, int], ...], int] = {}
        self._literals: dict[tuple[int, int], int] = {}
        self._automata: dict[object, int] = {}
        self._new: tuple[list[int], list[int], list[int]] = ([], [], [])
        self._counts = [0, 0, 0]

    def written(self, constraints: Sequence[FlatConstraint], retired: Sequence[int] = (), *, first: bool) -> array[int]:
        """The numbers of further constraints, at first with those of the variables."""
        variables = [-1 if one.is_real else self._domain(one.domain) for one in (self._variables if first else ())]
        rest: list[int] = []
        for number, one in enumerate(constraints):
            rest += [int(number in retired), *_listed([self._literal(literal) for literal in one.condition])]
            rest += [KINDS.index(type(one.primitive)), *self._primitive(one.primitive)]
        (domains, literals, automata), counts = self._new, self._counts
        self._new, self._counts = ([], [], []), [0, 0, 0]
        whole = [VERSION, SPAN, counts[0], *domains, *_listed(variables), counts[1], *literals, counts[2], *automata]
        return array("q", [*whole, len(constraints), *rest])

    def _add(self, kind: int, known: dict[Any, int], key: object, numbers: list[int]) -> int:
        known[key] = len(known)
        self._counts[kind] += 1
        self._new[kind].extend(numbers)
        return known[key]

    def _domain(self, domain: Domain) -> int:
        known = self._domains.get(domain.intervals)
        ends = [end for interval in domain.intervals for end in interval]
        return (
            known
            if known is not None
            else self._add(0, self._domains, domain.intervals, [len(domain.intervals), *ends])
        )

    def _literal(self, literal: Literal) -> int:
        key = (literal.variable, self._domain(literal.values))
        known = self._literals.get(key)
        return known if known is not None else self._add(1, self._literals, key, [*key])

    def _automaton(self, automaton: Automaton) -> int:
        known = self._automata.get(automaton)
        if known is not None:
            return known
        numbers = [0, len(automaton.moves), automaton.start, *_listed(sorted(automaton.accepting))]
        for move in automaton.moves:
            numbers += [len(move), *[number for pair in move.items() for number in pair]]
        return self._add(2, self._automata, automaton, numbers)

    def _rows(self, table: Table) -> int:
        key = (table.rows, len(table.variables))
        known = self._automata.get(key)
        numbers = [1, len(table.variables), *_listed([v for row in sorted(table.rows) for v in row])]
        return known if known is not None else self._add(2, self._automata, key, numbers)

    def _primitive(self, one: Primitive) -> list[int]:
        match one:
            case AllDifferent():
                return [*_listed(one.variables), *_listed(sorted(one.ignoring)), *_listed(one.offsets)]
            case Circuit():
                return _listed(one.variables)
            case Clause():
                return _listed([self._literal(literal) for literal in one.alternatives])
            case Connected():
                chosen = [self._literal(Literal(x, one.values)) for x in one.variables]
                return [*_listed(chosen), len(one.edges), *[p for edge in one.edges for p in edge]]
            case GroupedSum():
                groups = [number for k, variables in one.groups for number in (k, *_listed(variables))]
                return [one.total, len(one.groups), *groups]
            case Linear():
                return self._linear(one)
            case Product():
                return [one.left, one.right, one.result]
            case Regular():
                return [*_listed(one.variables), self._automaton(one.automaton)]
            case Table():
                pairs = [v for row in sorted(one.rows) for v in row] if len(one.variables) == 2 else []
                return [*_listed(one.variables), self._rows(one), *_listed(pairs)]
            case _:
                raise NotImplementedError(type(one).__name__)

    def _linear(self, one: Linear) -> list[int]:
        contributions, constant = one.scaled
        least: int | Fraction | None = constant if one.op == "==" else None
        most: int | Fraction | None = constant
        whole: list[list[int]] = []
        for x, k, literals in contributions:
            bounds = self._variables[x].bounds
            if bounds is None:
                steps = [number for literal, step in literals for number in (self._literal(literal), step)]
                whole.append([x, k, len(literals), *steps])
                continue
            low, high = bounds if k > 0 else bounds[::-1]
            least = None if least is None or high is None else least - k * high
            most = None if most is None or low is None else most - k * low
        ends = [*([0, 0] if least is None else [1, ceil(least)]), *([0, 0] if most is None else [1, floor(most)])]
        rest = [number for part in whole for number in part]
        return [COMPARISONS.index(one.op), constant, *ends, len(whole), *rest]


def _listed(numbers: Sequence[int]) -> list[int]:
    return [len(numbers), *numbers]
