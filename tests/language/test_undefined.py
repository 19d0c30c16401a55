"""Undefined values: false is every comparison, constraint and rule that has one, whatever else it says.

``?`` in a case is a value that is undefined for some assignments: the law is that the case accepts exactly those
others under which it holds with a variable in its place. Every constraint that is built in, and every rule of the
library, has a case.
"""

from __future__ import annotations

import pytest

from puzzledsl import parse
from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.library import entries

from .accepted import accepted, assignments, elaborated, meant

GRID = "grid cell[1, 2] in 0..2\nvar y in 0..1\n"
VALUE = "(r1c1 div y)"

COMPARED = [
    "? == r1c2", "? != r1c2", "? < r1c2", "? <= ?", "? == ?", "0 * ? == 0", "? ^ 0 == 1",
    "0 <= r1c2 <= ?", "[?, 1] == [r1c2, 1]", "[?, 1] != [r1c2, 2]", "[?, 1] != [1]", "(?, 1) != (1, 1)",
    "? in {0, 1}", "? not in {0, 1}", "? in 0..9", "? in [r1c2, 1]", "r1c2 in [r1c2, ?]", "1 in [1, ?]",
    "1 not in [2, ?]",
    "r1c2 not in [3, ?]", "(?, r1c2) in {(1, 1), (2, 0)}", "(?, r1c2) not in {(1, 1)}",
    "(r1c2, 1) in [(r1c2, 1), (?, 2)]",
    "sum([?, r1c2]) == 2", "product([?, 0]) == 0", "min([?, r1c2]) <= 2", "max(?, 2) == 2", "abs(?) >= 0",
    "number([?, r1c2]) >= 0", "[5, 6, 7][? + 1] > 0",
    "[r1c2 > 0, true, r1c2 == 2][? + 1] == 0",
    "[[1, 2], [3, 4], [5, 6]][? + 1] == [1, 2]",
    "(if r1c2 == 9 then 0 else ?) >= 0",
]  # fmt: skip

CONSTRAINTS = {
    "alldifferent": ["alldifferent([?, r1c2])", "alldifferent(?, 9)", "alldifferent([?])"],
    "alldifferent_except": ["alldifferent_except([?, r1c2], 0)", "alldifferent_except([?], 0)"],
    "increasing": ["increasing([?, r1c2])", "increasing([?])", "increasing([0, 1, ?])"],
    "strictly_increasing": ["strictly_increasing([?, r1c2])", "strictly_increasing([?])"],
    "lex_less": ["lex_less([r1c2, ?], [1, 1])", "lex_less([0, 0], [1, ?])", "lex_less([1], [1, ?])"],
    "lex_lesseq": ["lex_lesseq([r1c2, ?], [1, 1])", "lex_lesseq([?], [?])"],
    "element": [
        "element(1 + ?, [1, 0, 1], 1)",
        "element(2, [0, ?], r1c2)",
        "element(r1c2, [1, 1], ?)",
        "element(1 + ?, [r1c2 > 0, false], 0)",
    ],
    "table": ["table([?, r1c2], [(0, 0), (1, 2)])", "table([?], [0, 1, 2, 3])"],
    "regular": ['regular([?, r1c2], ".*")', 'regular([r1c2, ?], "[^1]+")'],
    "scan": ["scan([r1c2, ?], 0, keep, anything)"],
    "ranked": ["ranked([[?], [r1c2]], {1: 1})", 'ranked([[?, 1], [r1c2]], {2: 1}, "any")', "ranked([[?]], {1: 1})"],
    "inverse": ["inverse([?, r1c2], [1, 2])", "inverse([r1c2], [?])"],
    "component_sizes": ["component_sizes([r1c2], [?])", "component_sizes([r1c2, r1c1], [none, ?])"],
    "circuit": ["circuit([?, r1c2])", "circuit([?])"],
}

RULES = {
    "cage": ["cage([?])", "cage([r1c2], ?)", "cage([?, r1c2], 2)"],
    "total": ["total([?], 1)", "total([r1c2], ?)"],
    "kenken": ['kenken([?, 0], "*", 0)', 'kenken([?, r1c2], "-", 1)', 'kenken([r1c2, 2], "+", ?)'],
    "odd": ["odd([?])"],
    "even": ["even([?, r1c2])"],
    "thermo": ["thermo([?])", "thermo([r1c2, ?])"],
    "slow_thermo": ["slow_thermo([?])"],
    "whisper": ["whisper([?], 1)", "whisper([r1c2, ?], 1)", "whisper([r1c2, 2], ?)", "whisper([r1c2], ?)"],
    "renban": ["renban([?])", "renban([?, r1c2])"],
    "nabner": ["nabner([?])", "nabner([?, r1c2])"],
    "palindrome": ["palindrome([?])", "palindrome([r1c2, ?, r1c2])"],
    "between": ["between([0, ?, 2])", "between([r1c2, ?])"],
    "lockout": ["lockout([1, ?, 2], 1)"],
    "modular": ["modular([?, r1c2], 2)", "modular([?])"],
    "entropic": ["entropic([?, r1c2])"],
    "zipper": ["zipper([?])", "zipper([?, r1c2])"],
    "equal_sums": ["equal_sums([[?]])", "equal_sums([[?], [r1c2]])"],
    "sum_line": ["sum_line([?, r1c2], 2)"],
    "sequence": ["sequence([?, r1c2])", "sequence([0, ?, r1c2])"],
    "arrow": ["arrow([?], r1c2)"],
    "double_arrow": ["double_arrow([r1c2, ?, 0])"],
    "regex": ['regex([?], ".")'],
    "automaton": ["automaton([?], 1, 1, [1], [(1, 0, 1), (1, 1, 1), (1, 2, 1)])"],
    "little_killer": ["little_killer([?, r1c2], 2)", "little_killer([r1c2], ?)"],
    "white_dot": ["white_dot([r1c2, ?])", "white_dot([r1c2, 2], ?)", "white_dot([?])"],
    "black_dot": ["black_dot([r1c2, ?])", "black_dot([r1c2, 2], ?)"],
    "xv": ["xv([?], 1)", "xv([r1c2], ?)"],
    "clone": ["clone([r1c2, ?], [1, 1])", "clone([?], [?])"],
    "contains": ["contains([r1c2, ?], 1)", "contains([1, ?], 1)"],
    "exactly": ["exactly([r1c2, ?], 1, 1)"],
    "equality_cage": ["equality_cage([?, r1c2])"],
    "same_values": ["same_values([[?], [r1c2]])", "same_values([[?]])"],
    "count_distinct": ["count_distinct([r1c2, ?], 1)", "count_distinct([r1c2], ?)"],
    "one_to_n": ["one_to_n([?])", "one_to_n([?, r1c2])"],
    "first_seen": ["first_seen([?, r1c2], 1)"],
    "rellik": ["rellik([?, r1c2], 3)", "rellik([?], 1)"],
    "skyscraper": ["skyscraper([?, r1c2], 1)"],
    "x_sum": ["x_sum([?, r1c2], 1)"],
    "sandwich": ["sandwich([?, r1c2], 0)"],
}
ON_A_GRID = {
    *("minimum", "maximum", "anti_knight", "anti_king", "anti_orthogonal", "anti_taxicab", "nonconsecutive"),
    *("diagonal_nonconsecutive", "no_sum", "no_ratio", "global_entropy", "global_modular", "disjoint_groups"),
    *("dutch_flatmates", "ripple", "region_sum", "value_indexing", "hidden_skyscraper", "numbered_room"),
    *("between_blanks", "full_rank", "contains_exactly", "lunchbox", "counting_circles", "index_row", "index_column"),
    *("index_box", "windoku"),
}
"""Rules that look at the places of their cells, or at known arguments only: nothing in them is undefined."""

HELPERS = """\
let keep(state, value) = state
let anything(state) = true
rule first_of(a, b):
    a == b[1]
rule nothing(a):
    for c in []:
        c == a
rule named(a, other = 1):
    a == 1
"""
OWN = ["first_of(1, [1, ?])", "nothing(?)", "named(1, other = ?)", "nothing([[?]])"]
"""Rules of a model: what they are given has to be defined, whether or not they look at it."""


def test_every_constraint_and_rule_has_a_case() -> None:
    module = "puzzledsl.elaboration.builtins.constraints"
    built_in = {name for name, b in builtins().items() if b.call.__module__ == module}
    assert built_in - {"connected", "form_lines"} == set(CONSTRAINTS)
    names = {name for name, entry in entries().items() if entry.is_rule and name[0] != "_"}
    names -= {name for name, entry in entries().items() if entry.family in ("edges", "regions")}
    assert names == set(RULES) | ON_A_GRID


EVERYTHING = [*COMPARED, *OWN, *(t for group in (CONSTRAINTS, RULES) for texts in group.values() for t in texts)]


@pytest.mark.parametrize("text", EVERYTHING)
@pytest.mark.parametrize("opposite", [False, True])
def test_it_is_false_where_a_value_is_undefined(text: str, opposite: bool) -> None:
    plain = parse(f"{GRID}var u in 0..2\n{HELPERS}({text.replace('?', 'u')}) or r1c1 > 9\n").elaborated
    probe = parse(GRID).elaborated
    tried = list(assignments(probe))
    expected = {found for found in tried if found[2] and meant(plain, [(*found, found[0] // found[2])])}
    if opposite:
        expected = set(tried) - expected
        text = f"not ({text})"
    model = elaborated(f"{GRID}{HELPERS}{text.replace('?', VALUE)}\n")
    if model is None:
        assert not expected
        return
    assert meant(model, tried) == expected
    assert accepted(model, "binary", "domain", tried) == expected
    assert accepted(model, "integer", "none", tried, tables=False) == expected


OBJECTIVE = "grid cell[1, 2] in 0..2\nmaximize 2 div r1c2 + r1c1\n"


def test_an_undefined_objective_has_one_reading() -> None:
    model = parse(OBJECTIVE)
    assert model.solve().objective == 4
    assert model.count().count == 6
    assert {s.values["r1c2"] for s in model.solutions()} == {1, 2}
    assert model.candidates().values["r1c2"] == (1, 2)
    explanation = parse(f"{OBJECTIVE}r1c2 == 0\n").explain()
    (conflict,) = explanation.conflicts
    assert [element.sentence for element in conflict.elements] == [
        "maximize 2 div r1c2 + r1c1 is defined",
        "r1c2 == 0",
    ]


def test_an_objective_with_an_unbounded_part() -> None:
    assert parse("var k in real\nvar y in 0..2\nk <= 3\nmaximize k + 1 div y\n").solve().objective == 4
