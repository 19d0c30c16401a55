"""The sizes of the plain models: those that the introductions to sudoku as an integer program print."""

from puzzledsl.encodings import encode
from puzzledsl.encodings.sizes import STRUCTURE, sizes

from ..flat_models import EASY, Builder, classic


def test_plain_binary_classic() -> None:
    builder = classic(EASY)
    encoded = encode(builder.flat(), builder.domains, "binary", builder.variables)
    total = sizes(encoded).total
    assert (total.binaries, total.integers, total.continuous) == (729, 0, 0)
    assert (total.rows, total.nonzeros) == (324, 2916)
    assert all(row.lower == row.upper == 1 for row in encoded.rows)
    assert sum(column.lower == 1 for column in encoded.columns) == len(EASY) - EASY.count("0")


def test_plain_integer_classic() -> None:
    builder = classic(EASY)
    encoded = encode(builder.flat(), builder.domains, "integer", builder.variables)
    total = sizes(encoded).total
    assert (total.binaries, total.integers, total.continuous) == (810, 81, 0)
    pairs = [row for row in encoded.rows if len(row.terms) <= 3]  # without a 0–1 column where givens decide a side
    assert len(pairs) == 2 * 810
    assert total.rows == 2 * 810 + 27


def test_pairs_have_the_tightest_constants() -> None:
    builder = classic()
    encoded = encode(builder.flat(), builder.domains, "integer")
    flags = {column for column, shape in enumerate(encoded.columns) if shape.binary}
    pairs = [row for row in encoded.rows if len(row.terms) == 3]
    assert {abs(k) for row in pairs for column, k in row.terms.items() if column in flags} == {9}
    assert {(row.lower, row.upper) for row in pairs} == {(-8, None), (None, -1)}


def test_presolved_values_cost_no_column() -> None:
    builder = classic(EASY)
    from puzzledsl.domain import Domain

    domains = [Domain.of([int(d)]) if d != "0" else Domain.of([1, 2, 3]) for d in EASY]
    encoded = encode(builder.flat(), domains, "binary", builder.variables)
    assert len(encoded.columns) == 3 * EASY.count("0")


def test_sizes_by_clue() -> None:
    builder = classic(EASY)
    counted = sizes(encode(builder.flat(), builder.domains, "integer", builder.variables))
    assert list(counted.by_clue) == [STRUCTURE, "alldifferent"]
    assert counted.by_clue[STRUCTURE].integers == 81
    assert counted.by_clue["alldifferent"].binaries == 810
    assert sum(size.nonzeros for size in counted.by_clue.values()) == counted.total.nonzeros


def test_pairs_that_cannot_be_equal_cost_nothing() -> None:
    from puzzledsl.primitives.alldifferent import AllDifferent

    builder = Builder()
    low, high = builder.integer("low", range(1, 5)), builder.integer("high", range(5, 9))
    builder.add(AllDifferent((low, high)))
    encoded = encode(builder.flat(), builder.domains, "integer")
    assert not encoded.rows
    assert len(encoded.columns) == 2


def test_a_pair_in_two_houses_is_written_once() -> None:
    from puzzledsl.primitives.alldifferent import AllDifferent

    builder = Builder()
    x, y, z = (builder.integer(name, range(1, 10)) for name in "abc")
    builder.add(AllDifferent((x, y)))
    builder.add(AllDifferent((y, x, z)))
    assert sizes(encode(builder.flat(), builder.domains, "integer")).total.binaries == 3


def test_big_m_goes_by_the_bounds_that_other_clues_leave() -> None:
    """A product leaves 2..4 and 3..6: two cells that differ are at most 4 apart on one side, and 1 on the other."""
    from puzzledsl.domain import Domain
    from puzzledsl.flat import Literal
    from puzzledsl.primitives.clause import Clause
    from puzzledsl.primitives.linear import Linear

    builder = Builder()
    a, b = builder.integer("a", range(1, 10)), builder.integer("b", range(1, 10))
    builder.add(Linear(((a, 1), (b, -1)), (), "!=", 0))
    builder.add(Clause((Literal(a, Domain.range(2, 4)),)))
    builder.add(Clause((Literal(b, Domain.range(3, 6)),)))
    encoded = encode(builder.flat(), builder.domains, "integer")
    assert [(dict(row.terms), row.lower, row.upper) for row in encoded.rows] == [
        ({a: 1, b: -1, 2: -5}, -4, None),
        ({a: 1, b: -1, 2: -2}, None, -1),
    ]
    assert [(column.lower, column.upper) for column in encoded.columns] == [(2, 4), (3, 6), (0, 1)]
