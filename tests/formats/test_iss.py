"""Puzzles of the Interactive Sudoku Solver: what constraints mean, against brute force; whole models; bad strings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import TypeAlias
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzledsl import PuzzleError, parse
from puzzledsl.formats import import_text
from puzzledsl.formats.recognition import recognised

Values: TypeAlias = tuple[int, ...]
RAW = ".Shape~2x3~4~Raw"
"""Six cells of which any may hold 1 to 4: r1c1 r1c2 r1c3 r2c1 r2c2 r2c3."""


def key(allowed: Callable[[int, int], bool], values: range = range(1, 5)) -> str:
    """The key of a relation, as the site writes it."""
    bits = [allowed(a, b) for a in values for b in values]
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    sixes = [bits[k : k + 6] for k in range(0, len(bits), 6)]
    return "".join(digits[sum(bit << k for k, bit in enumerate(six))] for six in sixes)


def machine(states: int, accepts: int, moves: list[tuple[int, int, int]], symbols: int = 4) -> str:
    """The code of an automaton with one start, the first state, and the accepting states after it."""
    bits = f"{1:02b}{4 - 1:04b}{symbols - 1:04b}{1:04b}{accepts:04b}0"
    for state in range(states):
        own = {symbol: after for before, symbol, after in moves if before == state}
        bits += "".join("01"[symbol in own] for symbol in reversed(range(symbols)))
        bits += "".join(f"{own[symbol]:04b}" for symbol in sorted(own))
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    bits += "0" * (-len(bits) % 24)
    return "".join(digits[int(bits[k : k + 6], 2)] for k in range(0, len(bits), 6))


FIRST_AGAIN = machine(
    7, 1, [(0, v, v + 2) for v in range(4)] + [(v + 2, w, 1 if v == w else 6) for v in range(4) for w in range(4)]
)
"""Accepts two equal values."""

MEANINGS: list[tuple[str, Callable[[Values], bool]]] = [
    (".Cage~7~R1C1~R1C2~R1C3", lambda v: sum(v[:3]) == 7 and len(set(v[:3])) == 3),
    (".Cage~0~R1C1~R1C2", lambda v: v[0] != v[1]),
    (".Cage~8~R1C1~R1C2~R1C2", lambda v: v[0] + 2 * v[1] == 8 and v[0] != v[1]),
    (".Sum~-1_=_1_1_-2~R1C1~R1C2~R2C1", lambda v: v[0] + v[1] - 2 * v[3] == -1),
    (".Sum~9~R1C1~R1C2~R2C1", lambda v: v[0] + v[1] + v[3] == 9),
    (".WhiteDot~R1C1~R1C2~R2C3", lambda v: abs(v[0] - v[1]) == 1),
    (".GreaterThan~R1C1~R1C2~R2C1", lambda v: v[0] > v[1] and v[0] > v[3]),
    (".V~R1C1~R2C1", lambda v: v[0] + v[3] == 5),
    (".StrictXV.V~R1C1~R2C1", lambda v: v[0] + v[3] == 5 and not any(
        v[a] + v[b] == 5 for a, b in ((0, 1), (1, 2), (3, 4), (4, 5), (1, 4), (2, 5)))),
    (".StrictKropki.And.WhiteDot~R1C1~R1C2.End", lambda v: abs(v[0] - v[1]) == 1 and not any(
        abs(v[a] - v[b]) == 1 or v[a] == 2 * v[b] or v[b] == 2 * v[a]
        for a, b in ((1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)))),
    (".AntiConsecutive", lambda v: all(
        abs(v[a] - v[b]) > 1 for a, b in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)))),
    (".LookAndSay~1203~R1C1~R1C2~R1C3", lambda v: v[:3].count(2) == 1 and v[:3].count(3) == 0),
    (".ContainExact~2_2~R1C1~R1C2~R1C3", lambda v: v[:3].count(2) == 2),
    (".ContainAtLeast~2_2~R1C1~R1C2~R1C3", lambda v: v[:3].count(2) >= 2),
    (".Quad~R1C2~1~2", lambda v: {1, 2} <= {v[1], v[2], v[4], v[5]}),
    (".SameValues~2~R1C1~R1C2~R2C1~R2C2", lambda v: sorted(v[:2]) == sorted(v[3:5])),
    (".SameValues~3~R1C1~R1C2~R2C1", lambda v: v[0] == v[1] == v[3]),
    (".EqualSum~R1C1~R1C2~-~R2C1~-~R2C2", lambda v: v[0] + v[1] == v[3] == v[4]),
    (".CountDistinct~R1C1~R2C1~R2C2~R2C3", lambda v: v[0] == len(set(v[3:]))),
    (".PillArrow~2~R1C2~R1C1~R2C1~R2C2~R2C3", lambda v: 10 * v[0] + v[1] == sum(v[3:])),
    (".SumLine~5~R1C1~R1C2~R2C2~R2C1~LOOP", lambda v: _loop((v[0], v[1], v[4], v[3]), 5)),
    (f".Pair~{key(lambda a, b: a < b)}~_up~R1C1~R1C2~R1C3~~R2C1~R2C2", lambda v: v[0] < v[1] < v[2] and v[3] < v[4]),
    (f".PairX~{key(lambda a, b: a * b % 3 > 0)}~R1C1~R1C2~R1C3", lambda v: all(
        a * b % 3 for a, b in combinations(v[:3], 2))),
    (f".NFA~{FIRST_AGAIN}~_Twice%21~R1C1~R1C2~~R2C1~R2C2", lambda v: v[0] == v[1] and v[3] == v[4]),
    (".Regex~KDF8MikqMw~R1C1~R1C2~R1C3", lambda v: set(v[:2]) <= {1, 2} and v[2] == 3),
    (".Or.Cage~3~R1C1~R1C2.~R1C1_4~R1C2_4.End", lambda v: set(v[:2]) == {1, 2} or v[:2] == (4, 4)),
    (".Or.And.~R1C1_1.Or.~R1C2_2.~R1C3_2.End.End.~R1C1_3.End", lambda v: v[0] == 3 or (v[0] == 1 and 2 in v[1:3])),
    (".~R1C1_1_2_3.~R1C1_2_3_4.~R2C3_4", lambda v: v[0] in (2, 3) and v[5] == 4),
    (".Replicate~D.Thermo~R1C1~R2C2.End", lambda v: v[0] < v[4] and v[1] < v[5]),
    (".Replicate~J.Replicate~D.~R1C1_1_2.End.End", lambda v: v[0] < 3 and v[1] < 3 and v[3] < 3 and v[4] < 3),
    (".Var~A~extra.~VA_3.Arrow~VA~R1C1~R1C2", lambda v: v[0] + v[1] == 3),
    (".XSum~R1~5~.Skyscraper~R2~~2", lambda v: v[0] <= 3 and sum(v[: v[0]]) == 5 and _seen(v[:2:-1]) == 2),
]  # fmt: skip


def _loop(line: Values, total: int) -> bool:
    turned = [line[k:] + line[:k] for k in range(len(line))]
    return any(_cut(rest, total) for rest in turned)


def _cut(line: Values, total: int) -> bool:
    return not line or any(sum(line[:k]) == total and _cut(line[k:], total) for k in range(1, len(line) + 1))


def _seen(line: Values) -> int:
    return sum(all(low < high for low in line[:k]) for k, high in enumerate(line))


@pytest.mark.parametrize(("string", "holds"), MEANINGS, ids=[string for string, _ in MEANINGS])
def test_a_constraint_means_what_it_means_there(string: str, holds: Callable[[Values], bool]) -> None:
    imported = import_text(RAW + string)
    assert imported.not_understood == ()
    expected = sum(holds(values) for values in product(range(1, 5), repeat=6))
    assert parse(imported.model).count(limit=5000).count == expected > 0


def test_an_arrow_says_how_far_its_region_reaches() -> None:
    """Exactly as many cells as the number says, in all solutions."""
    frame = ".Shape~4x4.ChaosConstruction.NoBoxes.~R1C1_3.~R1C2_1.~R1C3_2.~R2C1_1.~R3C1_4"
    expected = 0
    for solution in parse(import_text(frame).model).solutions():
        region = [solution.values[f"region[1, {column}]"] for column in range(1, 5)]
        expected += next((k for k, number in enumerate(region) if number != region[0]), 4) == 3
    model = import_text(f"{frame}.ChaosArrow~R1C1~~CC1~CC2~CC3~CC4").model
    assert parse(model).count(limit=5000).count == expected > 0


def test_cells_of_further_values_are_connected() -> None:
    found = import_text(".Shape~4x4.Var~S~~16.ConnectedValues~VS~1~7")
    assert "connected(VS, {1})\ncount(VS, {1}) == 7" in found.model
    assert not found.not_understood
    assert import_text(".Shape~4x4.ConnectedValues~VX~1").not_understood


def test_regions_to_be_found() -> None:
    """All 4×4 latin squares and dissections into four connected regions of four cells, without repeats in a region."""
    imported = import_text(".Shape~2x2.ChaosConstruction.NoBoxes")
    assert parse(imported.model).count().count == 4, "two latin squares, each cut across or down"


GOLDEN = """\
note "Arrows of my own"

grid cell[6, 6] in 1..9

regions box:
    aaabbb
    aaabbb
    aaabbb
    cccddd
    cccddd
    cccddd

# Odd even
rule odd_even_1(line):
    for a, b in pairs(line):
        a - b in {-7, -5, -3, -1, 1, 3, 5, 7}

alldifferent: rows, columns, box, antidiagonal

anti_knight
disjoint_groups(box)

arrow r1c1: r1c2 r2c2

odd_even_1: r3c1..r3c6

total 12: r5c5 r6c6

little_killer 20: r4c1..r6c3

skyscraper 3: reverse(row(2))

lunchbox 7: column(4)

region_sum box: r2c3..r2c5

whisper 4: r6c1..r6c3

thermo: r4c6..r6c6

cage 15: r4c4..r4c6

r4c1 in {1, 2}

givens:
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . 9
"""


def test_a_whole_model() -> None:
    odd = key(lambda a, b: abs(a - b) in (1, 3, 5, 7), range(1, 10))
    string = (
        "# Arrows of my own\n"
        ".Shape~6x6~9.RegionSize~9.AntiKnight.DisjointSets.Diagonal~1\n"
        f".Arrow~R1C1~R1C2~R2C2.Pair~{odd}~_Odd%20even~R3C1~R3C2~R3C3~R3C4~R3C5~R3C6\n"
        ".Sum~12~R5C5~R6C6.LittleKiller~20~R4C1.Skyscraper~R2~~3.Sandwich~7~C4.RegionSumLine~R2C3~R2C4~R2C5\n"
        ".Whisper~4~R6C1~R6C2~R6C3.Thermo~R4C6~R5C6~R6C6.Cage~15~R4C4~R4C5~R4C6.~R4C1_1_2~R6C6_9\n"
    )
    imported = import_text(string)
    assert imported.format == "iss"
    assert imported.model == GOLDEN
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=" + quote(string.partition("\n")[2].replace("\n", ""))
    assert import_text(link).model == GOLDEN.partition("\n\n")[2]


@pytest.mark.parametrize(
    ("string", "left_out"),
    [
        (".Cage~3~R1C1~R1C2.Frobnicate~R1C1", "the constraint `Frobnicate`, which is not known"),
        (".Shape~4x4.Cages~3~R1C1~R1C2", "the constraint `Cages`, which is not known"),
        (".WhiteDot~R1C1~R3C3", "`WhiteDot` between cells that share no side: r1c1 r3c3"),
        (".StrictKropki.Or.WhiteDot~R1C1~R1C2.~R1C1_1.End", "`StrictKropki`, since marks may stand among"),
        (".ChaosArrow~R1C1", "`ChaosArrow` without a chaos construction"),
        (".Shape~4x4.ChaosConstruction.ChaosArrow~R1C1~1~CC1~CC2", "`ChaosArrow` with an offset"),
        (".Shape~4x4.ChaosConstruction.ChaosArrow~R1C1", "`ChaosArrow` with an offset, not with one arm"),
        (".FullRankTies~none", "`FullRankTies` without a rank"),
        (".NFA~DMRHAk5NRAVptoMjNtBlodoMtNiA~_~R1C1~R1C2", "a state machine in the form that the site no longer"),
        (f".NFA~{FIRST_AGAIN}~_~R1C1~-~R1C2", "a state machine over a line in several parts"),
    ],
)
def test_what_cannot_be_said_is_named(string: str, left_out: str) -> None:
    (sentence,) = import_text(string).not_understood
    assert sentence.startswith(left_out)


@pytest.mark.parametrize(
    ("string", "message"),
    [
        (".~R1C1_10.AntiKing", "the arguments of `.Given~R1C1_10` are wrong"),
        (".NFA~VgGv_wQgxBRhyCf~cut~R1C1~R1C2", "are wrong"),
        (".Cage~x~R1C1", "the arguments of `.Cage~x~R1C1` are wrong"),
        (".Cage~5~R1Ca", "`R1Ca` is not one of its cells"),
        (".Or.~R1C1_1", "`.Or` without its `.End`"),
        (".End", "`.End` without a beginning"),
        (".Shape~99x99.AntiKing", "the arguments of `.Shape~99x99` are wrong"),
        (".Shape~9x9~5.AntiKing", "the arguments of `.Shape~9x9~5` are wrong"),
        (".NFA~!~R1C1", "its text is not base64"),
        (".Var~lower~~3.AntiKing", "the arguments of `.Var~lower~~3` are wrong"),
        (".Var~A~~99999.AntiKing", "the arguments of `.Var~A~~99999` are wrong"),
        (".Replicate~" + "_" * 14 + ".X~R1C1~R1C2.End", "moves cells out of the grid"),
        (".Jigsaw~0011.AntiKing", "the arguments of `.Jigsaw~0011` are wrong"),
        (".Regex~XHM~R1C1", "the arguments of `.Regex~XHM~R1C1` are wrong"),
        ("https://sigh.github.io/Interactive-Sudoku-Solver/", "the link has no puzzle"),
        (".SameValues~0~R1C1~R1C2", "the arguments of `.SameValues~0~R1C1~R1C2` are wrong"),
        (".RegionSize~-4.AntiKing", "the arguments of `.RegionSize~-4` are wrong"),
        (".RegionSize~" + "9" * 4000 + ".AntiKing", "the arguments of `.RegionSize~9"),
        (".LittleKiller~5~R5C5", "the arguments of `.LittleKiller~5~R5C5` are wrong"),
        (".Or" * 90 + ".End" * 90, "nested more than"),
    ],
)
def test_bad_strings(string: str, message: str) -> None:
    with pytest.raises(PuzzleError, match="cannot be read") as caught:
        import_text(string)
    assert message in str(caught.value)


PARTS = [string for string, _ in MEANINGS] + [
    ".Windoku",
    ".Jigsaw~" + "0" * 40 + "1" * 41,
    ".ChaosConstruction",
    ".Shape~4x4",
]


@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=4), st.data())
def test_damaged_strings_are_read_or_refused(parts: list[str], choice: st.DataObject) -> None:
    text = "".join(parts)
    for _ in range(choice.draw(st.integers(1, 4))):
        at = choice.draw(st.integers(0, len(text)))
        text = (
            text[:at] + choice.draw(st.text("RC~._-129aZ%", max_size=3)) + text[at + choice.draw(st.integers(0, 3)) :]
        )
    try:
        imported = import_text(text, "iss")
    except PuzzleError as refused:
        said = str(refused)
    else:
        said = imported.model
    assert "<import>" not in said


def test_models_are_not_taken_for_strings() -> None:
    assert not recognised("# a comment\ngrid cell[4, 4] in 1..4\n")
    assert not recognised(". is nothing")
    assert recognised(".AntiKnight")
    assert import_text(".~R1C1_5").format == import_text(".Or.X~R1C1~R1C2.End").format == "iss"
    assert import_text(".G" + "." * 254).format == "81"
