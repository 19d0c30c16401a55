"""Links of Penpa+: what is packed in them, givens and regions of sudokus, genres by tag, what is refused."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzledsl import PuzzleError, load, parse
from puzzledsl.formats import import_text
from puzzledsl.formats.recognition import recognised
from puzzledsl.formats.sites.penpa.payload import ADDRESS, abbreviated, expanded, link_of

MODELS = Path(__file__).parents[2] / "models"


class Grid:
    """A puzzle of one's own: its places and its link."""

    def __init__(self, side: int, kind: str = "sudoku") -> None:
        self.side, self.kind = side, kind
        self.count = (side + 4) ** 2
        self.layers: dict[str, Any] = {
            "number": {},
            "numberS": {},
            "symbol": {},
            "lineE": {},
            "line": {},
            "surface": {},
        }
        self.head = ["Title: ", "Author: ", "", ""]
        self.tags: list[str] = []
        self.answers: dict[str, Any] = {}

    def center(self, r: int, c: int) -> int:
        return (r + 1) * (self.side + 4) + c + 1

    def corner(self, r: int, c: int) -> int:
        """The lower right corner of the cell in row r, column c; row 0 is the upper edge."""
        return self.count + self.center(r, c)

    def below(self, r: int, c: int) -> int:
        return 2 * self.count + self.center(r, c)

    def beside(self, r: int, c: int) -> int:
        return 3 * self.count + self.center(r, c)

    def digits(self, rows: str) -> None:
        for r, row in enumerate(rows.split(), 1):
            for c, mark in enumerate(row, 1):
                if mark != ".":
                    self.layers["number"][self.center(r, c)] = [mark, 1, "1"]

    def border(self, *corners: tuple[int, int]) -> None:
        """A thick border from corner to corner."""
        for (r, c), (below, right) in pairwise(corners):
            while (r, c) != (below, right):
                step = (r + (below > r) - (below < r), c + (right > c) - (right < c))
                a, b = sorted((self.corner(r, c), self.corner(*step)))
                self.layers["lineE"][f"{a},{b}"] = 2
                r, c = step

    def boxes(self, height: int, width: int) -> None:
        for r in range(height, self.side, height):
            self.border((r, 0), (r, self.side))
        for c in range(width, self.side, width):
            self.border((0, c), (self.side, c))

    def link(self) -> str:
        centers = [self.center(r, c) for r in range(1, self.side + 1) for c in range(1, self.side + 1)]
        steps = [centers[0], *(b - a for a, b in pairwise(centers))]
        head = [self.kind, self.side, self.side, 38, 0, 1, 1, 300, 300, 84, 84, 1, 0, 0, 1, *self.head, "OFF", "false"]
        lines = [",".join(map(str, head)), "[0,0,0,0]", "{}", json.dumps(self.layers), json.dumps(self.answers)]
        lines += [json.dumps(steps)]
        lines += [*[""] * 11, json.dumps(self.tags), ""]
        return link_of(lines)


def variant() -> Grid:
    grid = Grid(6)
    grid.boxes(2, 3)
    grid.digits("1..... ...... ...... ...... ...... .....z")
    grid.layers["number"] = {grid.center(1, 1): ["1", 1, "1"]}
    grid.layers["thermo"] = [[grid.center(2, c) for c in (1, 2, 3)]]
    grid.layers["arrows"] = [[grid.center(3, 3), grid.center(3, 2), grid.center(3, 1)]]
    grid.layers["killercages"] = [[grid.center(4, 4), grid.center(4, 5)]]
    grid.layers["numberS"] = {4 * grid.corner(4, 4): [" 9", 1]}
    grid.layers["symbol"] = {
        grid.beside(5, 1): [8, "circle_SS", 2],
        grid.below(5, 6): [2, "circle_SS", 2],
        grid.center(6, 3): [3, "circle_L", 1],
        grid.center(6, 4): [3, "square_L", 1],
    }
    return grid


GOLDEN = """\
puzzle "A zoo"
author "Z. Setter"

grid cell[6, 6] in 1..6

alldifferent: rows, columns, boxes

cage 9: r4c4 r4c5

thermo: r2c1..r2c3

arrow r3c3: r3c2 r3c1

givens:
    1 . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .

# Not in this model:
# - a black line without a known meaning
# - a white circle without a known meaning
# - a black circle without a known meaning
# - a gray circle without a known meaning: r6c3
# - a gray rectangle without a known meaning: r6c4
"""


def test_a_sudoku_without_rules() -> None:
    grid = variant()
    grid.head[:2] = ["Title: A zoo", "Author: Z. Setter"]
    for k in range(6):
        grid.layers["lineE"][f"{grid.corner(k, k)},{grid.corner(k + 1, k + 1)}"] = 12
    imported = import_text(grid.link())
    assert imported.format == "penpa"
    assert imported.model == GOLDEN
    (assumed,) = imported.assumed
    assert "Normal sudoku rules apply. Digits along a thermometer increase" in assumed


def test_rules_explain_what_is_drawn() -> None:
    grid = variant()
    grid.head[3] = "Normal sudoku rules apply.%2DDigits along an arrow sum to the digit in its circle."
    imported = import_text(grid.link())
    assert imported.assumed == ()
    assert "arrow r3c3: r3c2 r3c1" in imported.model
    assert "thermo" not in imported.model.partition("# Not in")[0], "the rules do not name thermometers"
    assert any("line without a known meaning" in sentence for sentence in imported.not_understood)
    assert 'note "Normal sudoku rules apply."' in imported.model


@pytest.mark.parametrize(
    "name", ["killer", "thermo", "arrow", "sandwich", "little_killer", "sudoku_x", "jigsaw", "six"]
)
def test_drawings_of_our_own_come_back(name: str) -> None:
    model = load(MODELS / f"{name}.puz")
    link = model.link("penpa")
    imported = import_text(link.text)
    assert (imported.not_understood, link.left_out) == ((), ())
    assert parse(imported.model).solve().values == model.solve().values


def test_thick_borders_are_regions() -> None:
    grid = Grid(4, "square")
    grid.tags = ["sudoku"]
    grid.border((0, 3), (1, 3), (1, 1), (2, 1), (2, 0))
    grid.border((1, 2), (3, 2), (3, 1), (4, 1))
    grid.border((2, 2), (2, 3), (3, 3), (3, 4))
    grid.digits("1... .... .... ...4")
    model = import_text(grid.link()).model
    assert "    aaab\n    acbb\n    ccdb\n    cddd\n" in model
    assert "    1 . . .\n" in model


def test_what_is_drawn_is_named() -> None:
    grid = variant()
    grid.layers["wall"] = {"30,31": 2}
    grid.layers["number"][grid.center(0, 3)] = ["7", 1, "1"]
    left_out = import_text(grid.link()).not_understood
    assert "walls that are drawn" in left_out
    assert "a text “7” without a known meaning: r0c3" in left_out


def test_each_entry_without_a_meaning_is_named() -> None:
    """One entry of a layer that was read says nothing about the others."""
    grid = Grid(4, "square")
    grid.layers["number"] = {grid.center(1, 1): ["3", 1, "1"], grid.corner(2, 2): ["5", 1, "1"]}
    grid.layers["number"] |= {grid.center(3, 3): ["?!", 1, "1"]}
    (left_out,) = import_text(grid.link(), genre="nurikabe").not_understood
    assert left_out.startswith("2 of the numbers that are drawn, at r3c3")
    grid.layers["number"] = {grid.center(1, 1): [" ", 1, "1"]}
    assert import_text(grid.link(), genre="nurikabe").not_understood == ()


def test_the_solution_of_a_link_is_compared_with_what_was_read() -> None:
    grid = Grid(4)
    grid.boxes(2, 2)
    grid.layers["thermo"] = [[grid.center(1, 1), grid.center(1, 2)], [grid.center(3, 2), grid.center(3, 1)]]
    for rows, rules in (("1234 3412 2143 4321", 2), ("2134 3412 1243 4321", 0)):
        digits = [(r, c, mark) for r, row in enumerate(rows.split(), 1) for c, mark in enumerate(row, 1)]
        grid.answers["number"] = {grid.center(r, c): [mark, 2, "1"] for r, c, mark in digits}
        imported = import_text(grid.link())
        assert imported.model.partition("# Not in")[0].count("thermo: ") == rules
        assert any("own solution breaks it" in text for text in imported.not_understood) == (not rules)


@pytest.mark.parametrize("style", [1, 3, 4, 8])
def test_grey_cells_of_each_shade(style: int) -> None:
    grid = Grid(4, "square")
    grid.layers["surface"] = {grid.center(r, 2): style for r in range(1, 5)}
    assert import_text(grid.link(), genre="dbchoco").model.count("    .x..\n") == 4
    grid.layers["number"] = {grid.center(1, 1): ["2", 1, "1"]}
    akari = import_text(grid.link(), genre="lightup")
    assert akari.not_understood == ()
    assert "    2?..\n" in akari.model
    grid.layers["surface"] = {grid.center(1, 2): 2}
    assert "shaded cells that are drawn" in import_text(grid.link(), genre="lightup").not_understood[0]


def drawn(grid: Grid, genre: str) -> str:
    """The layouts of a genre, of which nothing is left out."""
    imported = import_text(grid.link(), genre=genre)
    assert imported.not_understood == ()
    return imported.model.partition('genre "')[2].partition("\n")[2].strip()


def test_layouts_of_genres() -> None:
    grid = Grid(4, "square")
    grid.layers["number"] = {grid.center(1, 1): ["21", 1, "4"], grid.center(3, 3): ["?", 1, "4"]}
    assert (
        drawn(grid, "tapa")
        == "clues number:\n    2,1   .   .   .\n      .   .   .   .\n      .   .  ?,   .\n      .   .   .   ."
    )
    grid.layers["number"] = {grid.center(0, 2): ["2", 1, "1"], grid.center(-1, 2): ["1", 1, "1"]}
    grid.layers["number"] |= {grid.center(3, 0): ["4", 1, "1"]}
    assert drawn(grid, "nonogram") == "clues above:\n      . 1,2   .   .\n\nclues left:\n     .  . 4,  ."
    grid.layers["number"] = {grid.center(0, 1): ["2", 1, "1"]}
    grid.border((0, 2), (4, 2))
    assert "clues stars:\n    2" in drawn(grid, "starbattle")
    grid.layers["number"] = {grid.center(1, 1): ["4", 1, "1"]}
    grid.layers["lineE"] = {}
    grid.border((0, 1), (1, 1))
    assert "clues wall:\n    e...\n" in drawn(grid, "fillomino")
    grid.layers["lineE"] = {}
    grid.layers["number"] = {grid.center(2, 2): ["N", 1, "1"]}
    grid.layers["surface"] = {grid.center(4, 4): 4}
    assert "    .N..\n" in drawn(grid, "pentominous")
    grid.layers["number"] = {}
    grid.layers["surface"] = {}
    grid.layers["symbol"] = {grid.center(1, 1): [1, "circle_SS", 2], grid.corner(2, 2): [2, "circle_SS", 2]}
    grid.layers["symbol"] |= {grid.below(3, 4): [1, "circle_SS", 2]}
    rows = drawn(grid, "tentaisho").splitlines()
    assert [row.strip() for row in rows[1:]] == [
        "w......",
        ".......",
        ".......",
        "...b...",
        ".......",
        "......w",
        ".......",
    ]


@pytest.mark.parametrize(
    ("kind", "tags", "message"),
    [
        ("hex", [], "puzzles of Penpa+ on a grid `hex` are not read"),
        ("moebius", [], "puzzles of Penpa+ on a grid `moebius` are not read"),
        ("kakuro", [], "puzzles of Penpa+ on a grid `kakuro` are not read"),
        ("square", ["castle"], "Penpa+ puzzles of the genre `castle` are not read"),
        ("square", [], "this puzzle of Penpa+ does not say its genre"),
    ],
)
def test_other_genres_are_refused_by_name(kind: str, tags: list[str], message: str) -> None:
    grid = Grid(5, kind)
    grid.tags = tags
    with pytest.raises(PuzzleError) as caught:
        import_text(grid.link())
    assert message in str(caught.value)


def test_a_genre_by_its_tag() -> None:
    grid = Grid(3, "square")
    grid.tags = ["slitherlink"]
    grid.head[1] = "Author: S. Lither"
    grid.layers["number"] = {grid.center(1, 1): ["3", 1, "1"], grid.center(2, 2): ["0", 1, "1"]}
    imported = import_text(grid.link())
    assert imported.not_understood == ()
    assert 'author "S. Lither"' in imported.model
    assert "    3..\n    .0.\n    ...\n" in imported.model
    grid.layers["thermo"] = [[grid.center(1, 1), grid.center(1, 2)]]
    assert import_text(grid.link()).not_understood == (
        "thermometers that are drawn, which mean nothing in Slitherlink",
    )


def test_a_genre_that_the_user_names() -> None:
    grid = Grid(3, "square")
    grid.layers["number"] = {grid.center(1, 1): ["3", 1, "1"], grid.center(2, 2): ["0", 1, "1"]}
    for name in ("slither", "Slitherlink", "slitherlink"):
        assert "    3..\n    .0.\n    ...\n" in import_text(grid.link(), genre=name).model
    for name, message in (
        ("slitherlnk", "did you mean `slither`"),
        ("goishi", "genre `goishi` (Goishi) is not read"),
        ("castle", "clues of the genre `castle` (Castle Wall) are not read from drawings"),
    ):
        with pytest.raises(PuzzleError) as caught:
            import_text(grid.link(), genre=name)
        assert message in str(caught.value)
    with pytest.raises(PuzzleError, match="names its genre itself"):
        import_text("1.34....2.1.....", genre="sudoku")


def test_borders_inside_rooms_are_read() -> None:
    grid = Grid(4, "square")
    grid.tags = ["heyawake"]
    grid.border((0, 2), (4, 2))
    grid.border((1, 2), (1, 3))
    imported = import_text(grid.link())
    assert imported.not_understood == ()
    assert "clues wall:\n    ..s.\n" in imported.model


def test_question_marks_as_givens_are_named() -> None:
    grid = Grid(4, "square")
    grid.tags = ["suguru"]
    grid.layers["number"] = {grid.center(1, 1): ["?", 1, "1"]}
    (left_out,) = import_text(grid.link()).not_understood
    assert "question marks in cells" in left_out


def test_damaged_links() -> None:
    whole = variant().link()
    for text in (
        ADDRESS,
        ADDRESS + "!!!",
        whole[:-40],
        link_of(["square,9,9"]),
        link_of(["square,900,9", "", "", "{}", "", "[]"]),
    ):
        assert recognised(text)
        with pytest.raises(PuzzleError, match="cannot be read"):
            import_text(text)


@given(st.data())
def test_damaged_contents_are_read_or_refused(choice: st.DataObject) -> None:
    grid = variant()
    junk: list[Any] = [None, "x", -1, 10**9, [], [[]], {}, {"a": 1}, {"3": 4}, [["9"]], 1.5, "z9", [1, 2], {"1,2": 2}]
    for _ in range(choice.draw(st.integers(1, 4))):
        layer = choice.draw(
            st.sampled_from(["number", "numberS", "symbol", "lineE", "line", "thermo", "arrows", "killercages"])
        )
        grid.layers[layer] = choice.draw(st.sampled_from(junk))
    if choice.draw(st.booleans()):
        grid.head = [choice.draw(st.text(max_size=20)) for _ in range(4)]
    try:
        model = import_text(grid.link()).model
    except PuzzleError:
        return
    assert "grid cell[6, 6]" in model


@given(st.text(max_size=60))
def test_abbreviations_are_undone(text: str) -> None:
    assert expanded(abbreviated(text)) == text


def test_texts_come_back() -> None:
    title = "Nuts & bolts, x = 1/2"
    model = f'puzzle "{title}"\ngrid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\nr1c1 == 1\n'
    assert import_text(parse(model).link("penpa").text).title == title
