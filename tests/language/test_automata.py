"""Lines that are read in order: patterns mean what Python's `re` means, equal calls share one automaton, and a rule
that a user writes with `scan` is as strong as the library's."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl import Limits, PuzzleError, parse
from puzzledsl.elaboration.limits import Budget
from puzzledsl.elaboration.regex import compile_pattern
from puzzledsl.flat import FlatModel
from puzzledsl.flattening import flatten
from puzzledsl.presolve.presolve import presolve
from puzzledsl.primitives.automaton import Regular
from tests.examples import examples

from .accepted import accepted

# ── patterns ─────────────────────────────────────────────────────────────────────────────────────

ATOMS = st.sampled_from(["1", "2", "3", ".", "[12]", "[^1]", "[1-3]", "[^2-3]", "[13-3]"])
REPEATED = st.sampled_from(["", "", "*", "+", "?", "{2}", "{0}", "{1,}", "{,2}", "{1,3}", "{0,1}"])
PATTERNS = st.recursive(
    st.builds(str.__add__, ATOMS, REPEATED),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.builds(lambda parts, how: f"({'|'.join(parts)}){how}", st.lists(inner, min_size=1, max_size=3), REPEATED),
        st.lists(inner, min_size=2, max_size=3).map("|".join),
    ),
    max_leaves=8,
)
WORDS = ["".join(word) for length in range(5) for word in product("123", repeat=length)]


@settings(max_examples=examples(150))
@given(PATTERNS)
def test_a_pattern_means_what_it_means_elsewhere(pattern: str) -> None:
    expression = compile_pattern(pattern, Budget(Limits()))
    known = re.compile(pattern)
    for word in WORDS:
        state: int | None = expression.start
        for character in word:
            state = None if state is None else expression.step(state, int(character))
        assert (state is not None and expression.accepts(state)) == (known.fullmatch(word) is not None), word


LINE = "grid cell[1, 3] in 1..3\n"
TRIED = list(product(range(1, 4), repeat=3))


def matches(pattern: str) -> set[tuple[int, ...]]:
    return {a for a in TRIED if re.fullmatch(pattern, "".join(map(str, a)))}


@pytest.mark.parametrize("encoding", ["binary", "integer"])
@pytest.mark.parametrize("strength", ["none", "domain"])
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('regular(row(1), "1*(2|3)+")', matches("1*(2|3)+")),
        ('not regex(row(1), "1*(2|3)+")', set(TRIED) - matches("1*(2|3)+")),
        ('regex(row(1), "12.") or regex(row(1), ".*33?")', matches("12.") | matches(".*33?")),
        (
            'regex(row(1), ".*1{2,}.*") -> regex(row(1), "[^2]*")',
            set(TRIED) - matches(".*1{2,}.*") | matches("[^2]*"),
        ),
        ('not (regex(row(1), "..1") or regex(row(1), "2.."))', set(TRIED) - matches("..1") - matches("2..")),
        ('regex(row(1), "1.*") <-> regex(row(1), ".*3")', {a for a in TRIED if (a[0] == 1) == (a[2] == 3)}),
        ('count([regex(row(1), "1.."), regex(row(1), ".2.")]) == 1', {a for a in TRIED if (a[0] == 1) != (a[1] == 2)}),
        ('regular([c > 1 for c in row(1)], "0*1")', {a for a in TRIED if a[0] == a[1] == 1 < a[2]}),
        ('regular([c + 8 for c in row(1)], "9*[AB]")', {a for a in TRIED if a[0] == a[1] == 1 < a[2]}),
    ],
)
def test_patterns_among_other_conditions(
    statement: str, expected: set[tuple[int, ...]], encoding: str, strength: str
) -> None:
    assert accepted(parse(LINE + statement + "\n").elaborated, encoding, strength, TRIED) == expected


# ── one automaton ────────────────────────────────────────────────────────────────────────────────

CLASSIC = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"


def automata(text: str) -> list[Regular]:
    flat = flatten(parse(CLASSIC + text).elaborated)
    return [one.primitive for one in flat.constraints if isinstance(one.primitive, Regular)]


@pytest.mark.parametrize(
    "text",
    [
        'for line in rows:\n    regex(line, "[1-9]*1.*9.*")\n',
        'regex "[1-9]*1.*9.*": rows, columns\n',
        "sandwich 12: rows, columns\n",
        "skyscraper 3: rows\nfor line in columns:\n    skyscraper(reverse(line), 3)\n",
        "let next(state, v) = if v <= state + 3 then v else none\nlet all(state) = true\nfor line in rows:\n"
        "    scan(line, 5, next, all)\n",
        "automaton(row(1), 2, 1, [2], [[1, 5, 2], [2, 6, 2], [1, 6, 1], [2, 7, 2]] )\n"
        "automaton(row(2), 2, 1, [2], [[1, 5, 2], [2, 6, 2], [1, 6, 1], [2, 7, 2]] )\n",
    ],
)
def test_equal_calls_share_one_automaton(text: str) -> None:
    found = automata(text)
    assert len(found) > 1
    assert len({id(one.automaton) for one in found}) == 1


def test_other_arguments_make_another_automaton() -> None:
    assert len({id(one.automaton) for one in automata("sandwich 12: row(1)\nsandwich 13: row(2)\n")}) == 2


def test_states_that_accept_the_same_are_one() -> None:
    # Read from the front, one of the last three cells is 5: eight states, whatever else the pattern says twice.
    (one,) = automata('regex "(.|.)*(5|5)..|(.*5.)|((.*)*5)": row(1)[4..9]\n')
    lean = automata('regex ".*5.{0,2}": row(1)[4..9]\n')
    assert len(one.automaton.moves) == len(lean[0].automaton.moves)


def test_a_transition_with_a_huge_value_costs_no_more_than_others() -> None:
    text = "grid cell[1, 3] in 1..3\nautomaton(row(1), 2, 1, 2, [[1, 1, 2], [2, 99999999, 2], [2, 2, 2]])\n"
    model = parse(text, limits=Limits(steps=2_000))
    assert [solution.grid() for solution in model.solutions(solver="search")] == [[[1, 2, 2]]]


# ── rules that users write ───────────────────────────────────────────────────────────────────────

SANDWICH = """
rule mine(line, value):
    let read(state, v) = (
        if v in {1, 9} then (state[1] + v, state[2])
        else if state[1] in {1, 9} then (state[1], state[2] + v)
        else state
    )
    let done(state) = state == (10, value)
    scan(line, (0, 0), read, done)
"""
SKYSCRAPER = """
rule mine(line, value):
    let see(state, height) = if height > state[1] then (height, state[2] + 1) else state
    let enough(state) = state[2] == value
    scan(line, (0, 0), see, enough)
"""
X_SUM = """
rule mine(line, value):
    let read(state, v) = (
        if state == none then none
        else if state == () then (v - 1, v)
        else if state[1] > 0 then (state[1] - 1, state[2] + v)
        else state
    )
    let done(state) = state == (0, value)
    scan(line, (), read, done)
"""


def root(text: str) -> tuple[FlatModel, list[list[int]]]:
    """The flat model, and the values left at the root without guessing."""
    flat = flatten(parse(CLASSIC + text).elaborated)
    return flat, [list(domain) for domain in presolve(flat, strength="domain").domains]


@pytest.mark.parametrize("value", [0, 2, 8, 13, 35])
@pytest.mark.parametrize(
    ("rule", "name"), [(SANDWICH, "sandwich"), (SKYSCRAPER, "skyscraper"), (X_SUM, "x_sum")], ids=lambda part: part[:9]
)
def test_a_rule_written_with_scan_is_as_strong_as_the_librarys(rule: str, name: str, value: int) -> None:
    if name == "skyscraper":
        value = {0: 1, 2: 2, 8: 8, 13: 9, 35: 3}[value]
    if name == "x_sum":
        value = {0: 45, 2: 1}.get(value, value)
    givens = "r5c3 == 1\nr1c6 == 9\nr5c8 in {2, 9}\n" if name == "sandwich" else "r5c3 == 8\nr5c8 in {2, 9}\n"
    clues = f"C {value}: row(5)\nC {value}: column(3), reverse(column(6))\n"
    mine, mine_left = root(rule + clues.replace("C", "mine") + givens)
    theirs, their_left = root(clues.replace("C", name) + givens)
    assert mine_left == their_left
    assert sizes(mine) == sizes(theirs)
    assert len(mine.constraints) == len(theirs.constraints)
    assert len(mine.variables) == len(theirs.variables)


def sizes(flat: FlatModel) -> list[tuple[int, int]]:
    """States and arcs of each automaton."""
    found = [one.primitive.automaton for one in flat.constraints if isinstance(one.primitive, Regular)]
    assert found
    return [(len(automaton.moves), sum(map(len, automaton.moves))) for automaton in found]


def test_values_without_a_character_match_what_names_none() -> None:
    grid = "grid cell[1, 1] in {-2, 0, 5, 9, 40}\n"
    for pattern, expected in (("[^5]", 4), (".", 5), ("[0-9]", 3), ("[^0-9]", 2), ("-2", 0)):
        text = f'{grid}regular(row(1), "{pattern}")\n'
        if expected:
            assert parse(text).count().count == expected, pattern
        else:
            with pytest.raises(PuzzleError):
                parse(text)
