"""What a row is said to mean is what it means, and it is said of its clue."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl import parse
from puzzledsl.bridges import bridges_from
from puzzledsl.domain import Domain
from puzzledsl.encodings import encode, encodings
from puzzledsl.encodings.encoded import AtLeast, Encoded, Equals, Row, ValueOf
from puzzledsl.encodings.row_patterns import Cases, Claim, Linear, Pattern, Quantity
from puzzledsl.encodings.row_sentences import RowReader, row_algebra, row_sentences
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal
from puzzledsl.flattening import flatten
from puzzledsl.primitives import kinds
from tests.examples import examples

from ..primitives import instances
from ..primitives.rows import origin
from ..primitives.test_encode import encode_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.row_builder import Coefficient

BOTH = sorted(encodings())

Point = dict[int, "Coefficient"]


def within(value: Coefficient, row: Row) -> bool:
    return (row.lower is None or value >= row.lower) and (row.upper is None or value <= row.upper)


def columns_at(encoded: Encoded, row: Row, x: int, value: int) -> Point:
    """What the columns of a variable hold when it has a value."""
    point: Point = {}
    for column in row.terms:
        match encoded.columns[column].meaning:
            case ValueOf(variable) if variable == x:
                point[column] = value
            case Equals(variable, v) if variable == x:
                point[column] = int(value == v)
            case AtLeast(variable, v) if variable == x:
                point[column] = int(value >= v)
    return point


def choices(encoded: Encoded, row: Row) -> Iterator[list[Point]]:
    """For each variable, and each column that serves a constraint: the points that it can be at."""
    if row.origin is None:  # such rows say what columns of one variable have to do with each other: any of them
        for column in row.terms:
            known = encoded.columns[column]
            assert known.lower is not None
            assert known.upper is not None
            yield [{column: value} for value in range(int(known.lower), int(known.upper) + 1)]
        return
    variables = {m.variable for column in row.terms if (m := encoded.columns[column].meaning) is not None}
    for x in variables:
        values: set[int] = set()
        certain: set[int] = set()
        of_number: set[int] | None = None
        for known in encoded.columns:
            match known.meaning:
                case Equals(variable, v) if variable == x:
                    values |= {v} if known.upper else set()
                    certain |= {v} if known.lower else set()
                case ValueOf(variable) if variable == x:
                    assert known.lower is not None
                    assert known.upper is not None
                    of_number = set(range(int(known.lower), int(known.upper) + 1))
        values = certain or values
        here = values & of_number if values and of_number is not None else values or of_number or set()
        yield [columns_at(encoded, row, x, value) for value in sorted(here)]
    for column in row.terms:
        known = encoded.columns[column]
        if known.meaning is None:
            assert known.lower is not None
            assert known.upper is not None
            yield [{column: value} for value in range(int(known.lower), int(known.upper) + 1)]


def points(encoded: Encoded, row: Row, seed: int, most: int = 300) -> Iterator[Point]:
    parts = list(choices(encoded, row))
    count = 1
    for part in parts:
        count *= len(part)
    if count <= most:
        combined = product(*parts)
    else:
        random = Random(seed)
        combined = ([random.choice(part) for part in parts] for _ in range(most))  # type: ignore[assignment]
    for chosen in islice(combined, most):
        yield {column: value for part in chosen for column, value in part.items()}


def claimed(claim: Claim, point: Point) -> bool:
    return any(point[column] for column in claim.columns) != claim.negated


def holds(pattern: Pattern, point: Point) -> bool:
    """Whether what a row is said to mean is true for these values of the columns."""
    match pattern:
        case Cases(conditions, then, otherwise):
            if all(claimed(claim, point) for claim in conditions):
                return holds(then, point)
            return otherwise is None or holds(otherwise, point)
        case Linear(claims, quantities, least, most):
            total: Coefficient = sum(weight * claimed(claim, point) for weight, claim in claims)
            for quantity in quantities:
                number = sum(weight * point[column] for column, weight in quantity.weights.items())
                total += quantity.coefficient * number
            return (least is None or total >= least) and (most is None or total <= most)


def check_all(encoded: Encoded, seed: int) -> None:
    reader = RowReader(encoded)
    for row in encoded.rows:
        pattern = reader.pattern(row)
        for point in points(encoded, row, seed):
            total = sum((k * point[column] for column, k in row.terms.items()), Fraction(0))
            assert holds(pattern, point) or not within(total, row), (row_algebra(encoded, row), str(pattern), point)
            if not str(row.index[-1:]).startswith(("('rest", "('parts")):  # these rely on what other rows state
                assert within(total, row) or not holds(pattern, point), (row_algebra(encoded, row), str(pattern), point)


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("kind", sorted(kinds()))
@settings(max_examples=examples(8), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_pattern_is_true_where_the_row_is(kind: str, encoding: str, data: st.DataObject) -> None:
    instance = data.draw(instances.of(kind))
    bridge = data.draw(st.sampled_from(bridges_from(type(instance.primitive))))
    variables = (*instance.variables(), FlatVariable("b", Domain.range(0, 1)))
    condition = (Literal(len(instance.domains), Domain.range(1, 1)),) if data.draw(st.booleans()) else ()
    constraint = FlatConstraint(instance.primitive, 0, condition)
    flat = FlatModel(variables, (constraint,), (origin(),), len(variables))
    encoded = encode_by(bridge, encoding, flat) or encode(flat, [v.domain for v in variables], encoding)
    check_all(encoded, data.draw(st.integers(0, 1000)))


MODEL = """\
grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes
cage 5: r1c1 r1c2
thermo: r3c1 r4c1 r4c2
abs(r1c4 - r2c4) >= 2
r3c3 == 2 or r4c4 == 1
var n in 0..4
n == count(c >= 3 for c in row(1))
var far in 0..1000
far >= 17 or far + n <= 5
r2c2 + r2c3 >= 5 or r3c3 == 1
"""


def sentences(encoding: str, text: str = MODEL) -> dict[int | None, list[str]]:
    model = parse(text).elaborated
    flat = flatten(model)
    encoded = encode(flat, [variable.domain for variable in flat.variables], encoding, model.variables)
    check_all(encoded, 1)
    found: dict[int | None, list[str]] = {}
    for sentence in row_sentences(encoded):
        if sentence.line is None:
            assert str(sentence).startswith("values of ")
        else:
            assert sentence.about in {r.origin.sentence for r in model.requirements if r.origin.line == sentence.line}
            assert str(sentence).startswith(f"{sentence.about} (line {sentence.line}): ")
        found.setdefault(sentence.line, []).append(str(sentence.pattern))
    return found


def test_sentences_of_the_binary_encoding() -> None:
    found = sentences("binary")
    assert "r1c1 has exactly one of its values 1 to 4" in found[None]
    assert "exactly one of r1c1, r1c2, r1c3 and r1c4 is 3" in found[2]
    assert {"exactly one of r1c1 = 4, r1c2 = 4 and set[23]", "r1c1 = 1 exactly if r1c2 = 4"} <= set(found[3])
    assert {"if r3c1 is 2 or 3, then r4c1 >= 3", "if r3c1 = 3, then r4c1 = 4"} <= set(found[4])
    assert "r1c4 <= 2 exactly if r2c4 >= 3" in found[5]
    assert found[6] == ["r3c3 = 2 or r4c4 = 1"]
    assert found[8] == ["n = the number of these that hold: r1c1 >= 3, r1c2 >= 3, r1c3 >= 3 and r1c4 >= 3"]


def test_sentences_of_big_m_rows() -> None:
    found = sentences("integer")
    assert {"r1c1 + r1c2 + r1c3 + r1c4 = 10", "if r1c1>r1c2, then r1c2 < r1c1"} <= set(found[2])
    assert "if not r1c1>r1c2, then r1c1 < r1c2" in found[2]
    assert found[3] == ["r1c1 + r1c2 = 5"]
    assert found[4] == ["r3c1 < r4c1", "r4c1 < r4c2"]
    wide = "var far in 0..1000\nvar near in 0..1000\nfar >= 17 or far + near <= 5\n"
    found = sentences("integer", wide)
    assert "if the column [far >= 17] is 1, then far >= 17" in found[None]
    assert "if the column [far >= 17] is 0, then far <= 16" in found[None]
    assert "if far < 17, then far + near <= 5" in " ".join(found[3])


@pytest.mark.parametrize("encoding", BOTH)
def test_few_rows_are_left_as_algebra(encoding: str) -> None:
    text = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\nthermo: r1c1..r1c4\narrow r2c1: r2c2..r2c4\n"
    text += "whisper: r5c1..r5c4\nsandwich 12: row(3)\n"
    model = parse(text).elaborated
    flat = flatten(model)
    encoded = encode(flat, [variable.domain for variable in flat.variables], encoding, model.variables)
    texts = [str(sentence.pattern) for sentence in row_sentences(encoded)]
    assert (
        sum(re.search(r"(?<!\w)\[", text.replace("the column [", "")) is not None for text in texts)
        <= len(texts) // 100
    )


def test_fractions_and_ranges_read_well() -> None:
    half = Quantity(Fraction(1, 2), "x", {0: 1})
    minus = Quantity(-1, "y", {1: 1}, whole=True)
    one = Quantity(1, "z", {2: 1}, whole=True)
    assert str(Linear((), (half,), 1, 3)) == "1 <= 0.5*x <= 3"
    assert str(Linear((), (one, minus), None, -1)) == "z < y"
    assert str(Linear((), (half, minus), None, -1)) == "0.5*x + 1 <= y"
    assert str(Linear((), (minus,), None, -3)) == "y >= 3"
    assert str(Linear((), (one, minus), 2, None)) == "y + 2 <= z"
    claims = tuple(Claim((n,), f"r1c{n}", (4,), (1, 2, 3)) for n in range(1, 5))
    ones = tuple((1, claim) for claim in claims)
    assert str(Linear(ones, (), 2, 2)) == "exactly two of r1c1, r1c2, r1c3 and r1c4 are 4"
    assert str(Linear(ones[:2], (), 0, 0)) == "r1c1 is not 4 and r1c2 is not 4"
    assert str(Cases(claims[:1], Linear(ones[1:], (), 1, 1), Linear(ones[1:], (), None, 0))) == (
        "if r1c1 = 4, then exactly one of r1c2, r1c3 and r1c4 is 4; otherwise none of them"
    )
