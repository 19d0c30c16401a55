"""Names are for people."""

from itertools import groupby

from puzzledsl.domain import Domain
from puzzledsl.encodings import encode
from puzzledsl.encodings.encoded import Encoded
from puzzledsl.flat import Literal
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear

from ..flat_models import EASY, Builder, classic


def columns(encoded: Encoded) -> set[str]:
    return {column.name for column in encoded.columns}


def rows(encoded: Encoded) -> set[str]:
    return {row.name for row in encoded.rows}


def test_names_of_a_classic() -> None:
    builder = classic(EASY)
    binary = encode(builder.flat(), builder.domains, "binary", builder.variables)
    integer = encode(builder.flat(), builder.domains, "integer", builder.variables)
    assert {"x[r3,c4,7]", "x[r9,c9,9]"} <= columns(binary)
    assert {"one_value[r3,c4]", "alldifferent_L2[1,9]", "alldifferent_L2[27,1]"} <= rows(binary)
    assert {"cell[r3,c4]", "alldifferent_L2_aux[1,r1c1>r1c2]"} <= columns(integer)
    assert {"alldifferent_L2[1,sum]", "alldifferent_L2[1,r1c1<r1c2]"} <= rows(integer)


def test_every_name_is_used_once() -> None:
    for encoding in ("binary", "integer"):
        builder = classic(EASY)
        encoded = encode(builder.flat(), builder.domains, encoding, builder.variables)
        assert len(columns(encoded)) == len(encoded.columns)
        assert len(rows(encoded)) == len(encoded.rows)


def test_variables_keep_their_names_whatever_else_wants_them() -> None:
    builder = Builder()
    cells = builder.grid("cell", 1, 2, range(1, 5))
    other = builder.grid("other", 1, 2, range(1, 5))
    x = builder.real("x", 0, 10)
    taken = builder.integer("constraint_L1", range(1, 200))
    terms = tuple((variable, 1) for variable in (*cells, *other, x, taken))
    builder.add(Linear(terms, (), "<=", 50))
    encoded = encode(builder.flat(), builder.domains, "binary", builder.variables)
    assert {"x", "constraint_L1", "x_[r1,c1,1]", "x_other[r1,c2,4]"} <= columns(encoded)
    assert "constraint_L1_[1]" in rows(encoded)


def test_components_come_one_after_the_other() -> None:
    builder = Builder()
    cells = builder.grid("cell", 2, 2, range(1, 5))
    for line, pair in enumerate([cells[:2], cells[2:]], 1):
        literals = tuple((Literal(cell, Domain.of([2, 4])), 1) for cell in pair)
        builder.add(Linear(tuple((cell, 1) for cell in pair), literals, "==", 5), line=line)
        builder.add(AllDifferent(tuple(pair)), clue="alldifferent", line=line)
    for encoding in ("binary", "integer"):
        encoded = encode(builder.flat(), builder.domains, encoding, builder.variables)
        for parts in (encoded.columns, encoded.rows):
            components = [name for name, _ in groupby(part.component for part in parts)]
            assert len(components) == len(set(components))
