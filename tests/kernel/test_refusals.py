"""Damaged numbers are refused by the kernel. `tests/fuzz/test_numbers.py` has those that may make another model."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive
from puzzledsl.kernel.flat_numbers import ALONE, KINDS, LARGEST, FlatNumbers
from puzzledsl.kernel.library import library, memory_limit
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.linear import Linear
from tests.examples import examples
from tests.primitives import instances

TAKEN, REFUSED, CONTRADICTION = 0, 1, 2


class Place(NamedTuple):
    """What a number is: one of ``least … end - 1``, or how many items follow, or any number."""

    at: int
    sort: str
    least: int
    end: int


class Layout:
    """Walks through the numbers of a model, as the kernel does."""

    def __init__(self, numbers: array[int]) -> None:
        self.numbers = numbers
        self.places: list[Place] = []
        self.at = 0
        self._read()
        assert self.at == len(numbers)

    def one(self, sort: str, least: int = 1 - LARGEST, end: int = LARGEST) -> int:
        """The next number."""
        found = self.numbers[self.at]
        assert least <= found < end
        self.places.append(Place(self.at, sort, least, end))
        self.at += 1
        return found

    def times(self) -> range:
        """The next number, of items that follow."""
        return range(self.one("length", 0, len(self.numbers) - self.at))

    def several(self, sort: str, end: int = LARGEST, least: int = 0) -> None:
        """A list."""
        for _ in self.times():
            self.one(sort, least if end < LARGEST else 1 - LARGEST, end)

    def _read(self) -> None:
        self.one("version", 1, 2)
        self.one("number")  # the span
        domains = self.times()
        for _ in domains:
            for _ in self.times():
                self.one("bound")
                self.one("bound")
        variables = self.times()
        for _ in variables:
            self.one("domain of a variable", -1, len(domains))
        self.variables = len(variables)
        literals = self.times()
        for _ in literals:
            self.one("variable", 0, self.variables)
            self.one("domain", 0, len(domains))
        self.literals = len(literals)
        automata = self.times()
        for _ in automata:
            if self.one("form", 0, 2):
                self.one("length", 0, len(self.numbers))  # of a row
                self.several("value")
                continue
            states = self.one("length", 0, len(self.numbers))
            self.one("state", 0, states)
            self.several("state", states)
            for _ in range(states):
                for _ in self.times():
                    self.one("value")
                    self.one("state", 0, states)
        self.automata = len(automata)
        self.alone = 0
        for _ in self.times():
            self.alone += self.one("use", 0, 3) == ALONE
            self.several("literal", self.literals)
            PARTS[KINDS[self.one("kind", 0, len(KINDS))]](self)

    def all_different(self) -> None:
        self.several("variable", self.variables)
        self.several("value")
        self.several("value")

    def connected(self) -> None:
        chosen = self.times()
        for _ in chosen:
            self.one("literal", 0, self.literals)
        for _ in self.times():
            self.one("position", 0, len(chosen))
            self.one("position", 0, len(chosen))

    def grouped_sum(self) -> None:
        self.one("number")
        for _ in self.times():
            self.one("number")
            self.several("variable", self.variables)

    def linear(self) -> None:
        is_wide = self.one("flag", 0, 2)

        def number() -> None:
            if not is_wide:
                self.one("number")
                return
            for least in (0, 0, -(1 << 42)):
                self.one("digit", least, 1 << 42)

        self.one("comparison", 0, 3)
        number()
        for _ in range(2):
            self.one("flag", 0, 2)
            number()
        for _ in self.times():
            self.one("variable", 0, self.variables)
            number()
            for _ in self.times():
                self.one("literal", 0, self.literals)
                number()

    def lines(self) -> None:
        edges = self.times()
        for _ in edges:
            self.one("literal", 0, self.literals)
        places = self.one("length", 0, len(self.numbers) - self.at)
        for _ in range(2 * len(edges)):
            self.one("position", 0, places)
        self.several("position", places)
        for _ in self.times():
            self.one("position", 0, places)
            for _ in self.times():
                for _ in range(4):
                    self.one("edge", 0, len(edges))
        self.one("flag", 0, 2)

    def product(self) -> None:
        for _ in range(3):
            self.one("variable", 0, self.variables)

    def regions(self) -> None:
        self.several("variable", self.variables)
        positions = self.times()
        for _ in positions:
            self.one("size", 0, self.variables + 1)
        self.several("first", self.variables + 1)
        self.several("variable", self.variables)
        for _ in self.times():
            for _ in range(2):
                self.one("position", 0, len(positions))

    def regular(self) -> None:
        self.several("variable", self.variables)
        self.one("automaton", 0, self.automata)

    def table(self) -> None:
        self.regular()
        self.several("value")


PARTS: dict[str, Callable[[Layout], None]] = {
    "AllDifferent": Layout.all_different,
    "Clause": lambda layout: layout.several("literal", layout.literals),
    "Connected": Layout.connected,
    "GroupedSum": Layout.grouped_sum,
    "Linear": Layout.linear,
    "Lines": Layout.lines,
    "Opaque": lambda layout: layout.several("variable", layout.variables),
    "Product": Layout.product,
    "Regions": Layout.regions,
    "Regular": Layout.regular,
    "Table": Layout.table,
}


def taken(numbers: array[int]) -> int:
    """How the kernel takes a model in; one that it takes is propagated, whatever it means."""
    kernel = library()
    handle = kernel.kernel_new(memory_limit())
    try:
        found: int = kernel.kernel_take(handle, numbers.buffer_info()[0], len(numbers))
        if found == TAKEN:
            for _ in range(3):
                kernel.kernel_propagate(handle, 1, 100, 1_000)
        return found
    finally:
        kernel.kernel_free(handle)


def enlarged(one: Primitive) -> Primitive:
    """A sum with numbers that take more than 64 bits; any other constraint as it is."""
    if not isinstance(one, Linear):
        return one
    terms = tuple((x, 10**25 * k) for x, k in one.terms)
    literals = tuple((literal, 10**25 * k) for literal, k in one.literals)
    return Linear(terms, literals, one.op, 10**25 * one.constant)


@st.composite
def models(draw: st.DrawFn) -> array[int]:
    """The numbers of some constraints that share their variables; some of these have a condition."""
    found = [
        draw(instances.any_of(draw(st.sampled_from(sorted(instances.APART))))) for _ in range(draw(st.integers(1, 3)))
    ]
    domains: list[Domain] = []
    for one in found:
        domains += one.domains[len(domains) :]
    variables = [FlatVariable(f"v{x}", domain) for x, domain in enumerate(domains)]
    literal = st.builds(Literal, st.integers(0, max(0, len(domains) - 1)), instances.some_apart)
    conditions = st.lists(literal, max_size=2 if domains else 0).map(tuple)
    wide = draw(st.booleans())
    primitives = [enlarged(one.primitive) if wide else one.primitive for one in found]
    constraints = [FlatConstraint(one, 0, draw(conditions)) for one in primitives]
    uses = draw(st.dictionaries(st.integers(0, len(found) - 1), st.integers(0, 2)))
    return FlatNumbers(variables, draw(st.sampled_from([20_000, 3]))).written(variables, constraints, uses)


COUNT = 3
EVERYTHING = [
    Regular((0, 1), Automaton(0, ({0: 1}, {1: 0}), frozenset({0}))),
    Connected((0, 1, 2), Domain.range(1, 1), ((0, 1), (1, 2))),
    Linear(((0, 1), (1, -1)), ((Literal(2, Domain.range(1, 1)), 1),), "==", 0),
]


def whole_model() -> array[int]:
    variables = [FlatVariable(f"v{x}", Domain.of([0, 1, 5])) for x in range(COUNT)]
    constraints = [FlatConstraint(one, 0, (Literal(0, Domain.range(1, 1)),)) for one in EVERYTHING]
    return FlatNumbers(variables, 20_000).written(variables, constraints, {})


def test_every_kind_has_a_layout() -> None:
    assert set(PARTS) == set(KINDS)


@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(numbers=models())
def test_what_is_whole_is_taken(numbers: array[int]) -> None:
    assert Layout(numbers).places
    assert taken(numbers) in (TAKEN, CONTRADICTION)


def wrong(place: Place, numbers: array[int]) -> Iterator[int]:
    """What a number must not be."""
    yield from (place.least - 1, -(1 << 63))
    if place.sort == "length":
        yield from (len(numbers), 1 << 40, (1 << 63) - 1)
    else:
        yield from (place.end, (1 << 63) - 1)


@pytest.mark.parametrize(
    "sort",
    ["version", "length", "bound", "domain of a variable", "variable", "domain", "form", "value", "state", "use",
     "literal", "kind", "position", "comparison", "number", "flag", "automaton"],
)  # fmt: skip
def test_each_number_that_cannot_be_is_refused(sort: str) -> None:
    numbers = whole_model()
    assert taken(numbers) == TAKEN
    places = [place for place in Layout(numbers).places if place.sort == sort and place.at != 1]
    assert places
    for place in places:
        for value in wrong(place, numbers):
            damaged = array("q", numbers)
            damaged[place.at] = value
            assert taken(damaged) == REFUSED, (place, value)


@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(numbers=models(), data=st.data())
def test_damage_in_one_place_is_refused(numbers: array[int], data: st.DataObject) -> None:
    places = [place for place in Layout(numbers).places if place.at != 1]
    for place in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=10)):
        damaged = array("q", numbers)
        damaged[place.at] = data.draw(st.sampled_from(list(wrong(place, numbers))))
        assert taken(damaged) == REFUSED, place
    assert taken(numbers[: data.draw(st.integers(0, len(numbers) - 1))]) == REFUSED
    assert taken(numbers + array("q", data.draw(st.lists(st.integers(-2, 9), min_size=1)))) == REFUSED


def test_numbers_without_any_model_are_refused() -> None:
    assert taken(array("q", [0])) == REFUSED
    assert taken(array("q")) == REFUSED
    assert taken(array("q", [1, 20_000, 0, 0, 0, 0, 0])) == TAKEN


def model_with(kind: str, numbers: list[int], literal: int = 0, rows: tuple[int, ...] = (0, 1)) -> array[int]:
    """Three variables 0..3, one up to 2^61, and a real one; a literal of two of these, an automaton, a table, and a
    constraint."""
    domains = [2, 1, 0, 3, 1, -(1 << 61), 1 << 61]
    variables = [5, 0, 0, 0, 1, -1]
    literals = [2, literal, 0, 1, 0]
    automata = [2, *(0, 1, 0, 1, 0, 1, 2, 0), *(1, 2, len(rows), *rows)]
    constraint = [1, 0, 0, KINDS.index(kind), *numbers]
    return array("q", [1, 20_000, *domains, *variables, *literals, *automata, *constraint])


WIDE_SUM = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]
REAL, LARGE = 4, 3

WHOLE = {
    "AllDifferent": [2, 0, 1, 1, 3, 2, 0, 5],
    "Clause": [2, 0, 1],
    "Connected": [2, 0, 1, 1, 0, 1],
    "GroupedSum": [5, 1, 2, 2, 0, 1],
    "Linear": [0, 0, 4, 0, 0, 0, 0, 2, 0, 1, 1, 0, 1, 1, 1, 0],
    "Lines": [1, 0, 2, 0, 1, 0, 0, 0],
    "Product": [0, 1, 2],
    "Regions": [0, 1, 1, 1, 0, 0, 0],
    "Regular": [1, 0, 0],
    "Table": [2, 0, 1, 1, 2, 0, 1],
    "Opaque": [1, REAL],
}
"""A constraint of each kind that the kernel takes."""

FLAWED: dict[str, tuple[str, list[int]]] = {
    "fewer offsets than variables": ("AllDifferent", [2, 0, 1, 0, 1, 5]),
    "an offset too large": ("AllDifferent", [1, 0, 0, 1, LARGEST - 1]),
    "a real variable that differs": ("AllDifferent", [1, REAL, 0, 0]),
    "two literals of one variable": ("Clause", [2, 0, 0]),
    "no groups": ("GroupedSum", [5, 0]),
    "a factor 0": ("GroupedSum", [5, 1, 0, 1, 0]),
    "an empty group": ("GroupedSum", [5, 1, 2, 0]),
    "a group too large": ("GroupedSum", [0, 1, 1, 2, LARGE, LARGE]),
    "a group with a real variable": ("GroupedSum", [0, 1, 1, 1, REAL]),
    "a literal of another variable": ("Linear", [0, 0, 4, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1]),
    "a variable twice": ("Linear", [0, 0, 4, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1, 0]),
    "a sum with a real variable": ("Linear", [0, 0, 4, 0, 0, 0, 0, 1, REAL, 1, 0]),
    "a sum too large": ("Linear", [*WIDE_SUM, 0, 0, 1 << 41, 0]),
    "a product too large": ("Product", [LARGE, LARGE, 0]),
    "a product with a real variable": ("Product", [0, 1, REAL]),
    "fewer first positions than sizes": ("Regions", [0, 1, 1, 0, 0, 0]),
    "more labels than sizes": ("Regions", [0, 1, 1, 1, 0, 2, 0, 1, 0]),
    "more borders than edges": ("Regions", [1, 0, 1, 1, 1, 0, 0, 0]),
    "a real size": ("Regions", [0, 1, 1 + REAL, 1, 0, 0, 0]),
    "a real variable that is read": ("Regular", [1, REAL, 0]),
    "a row with a real variable": ("Table", [2, 0, REAL, 1, 2, 0, 1]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_constraint_without_a_flaw_is_taken(kind: str) -> None:
    assert taken(model_with(kind, WHOLE[kind])) == TAKEN


@pytest.mark.parametrize("flaw", FLAWED)
def test_a_flaw_of_a_constraint_is_refused(flaw: str) -> None:
    kind, numbers = FLAWED[flaw]
    Layout(model_with(kind, numbers))  # so each number alone may be
    assert taken(model_with(kind, numbers)) == REFUSED


def test_a_sum_of_wide_numbers_is_taken_where_it_fits() -> None:
    assert taken(model_with("Linear", [*WIDE_SUM, 0, 0, 1 << 40, 0])) == TAKEN
    for digits in ([-1, 0, 0], [0, 1 << 42, 0], [0, 0, 1 << 42], [0, 0, -(1 << 42) - 1]):
        assert taken(model_with("Linear", [*WIDE_SUM, *digits, 0])) == REFUSED


def test_a_literal_of_a_real_variable_and_a_part_of_a_row_are_refused() -> None:
    assert taken(model_with("Clause", [1, 1], literal=REAL)) == REFUSED
    assert taken(model_with("Clause", [1, 1], rows=(0, 1, 2))) == REFUSED
