"""What a picture holds, before any file format."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise

import pytest

from puzzledsl import parse
from puzzledsl.domain import Domain
from puzzledsl.elaboration.genres import example
from puzzledsl.expressions import Compare, affine, weighted_sum
from puzzledsl.model import Mark, Model, Variable
from puzzledsl.presentation.borders import model_borders
from puzzledsl.presentation.colors import is_dark
from puzzledsl.presentation.marks import kind_named, mark_kinds
from puzzledsl.presentation.overlay import clue_areas
from puzzledsl.presentation.picture import Highlight, Picture, picture
from puzzledsl.presentation.shapes import Circle, Extent, Polygon, Polyline, Rectangle, Shape, TextShape, extent

from .models import ANSWER, CLASSIC, JIGSAW, labelled, mark, model, rectangles, run

KINDS = ["line", "arrow", "thermometer", "cage", "dot", "circle", "square", "diamond", "shade", "text", "outside"]
BETWEEN = ["less", "edge", "diagonal", "digit"]
"""Marks that one cell alone, cells that do not touch, or found values may leave nothing of."""


def texts(scene: Picture, role: str) -> list[TextShape]:
    return [shape for shape in scene.shapes if isinstance(shape, TextShape) and shape.role == role]


def within_bounds(scene: Picture) -> bool:
    left, top, right, bottom = scene.bounds
    boxes = [extent(shape) for shape in scene.shapes]
    return all(left <= w and top <= n and e <= right and s <= bottom for w, n, e, s in boxes)


def sudoku(*marks: Mark) -> Model:
    return model(9, 9, givens=CLASSIC, boxes=rectangles(9, 9, 3, 3), marks=marks)


def test_the_kinds_of_mark_are_those_of_the_language() -> None:
    assert mark_kinds() == {*KINDS, *BETWEEN, "hidden", "piece"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cells", ["r1c1", run((9, 9), (1, 1)), run((1, 9), (3, 9), (3, 5)), "r5c5 r5c6 r6c5 r6c6"])
@pytest.mark.parametrize("text", ["", "3", "12345678901234567890"])
def test_every_mark_is_drawn_within_the_picture(kind: str, cells: str, text: str) -> None:
    plain = picture(sudoku())
    marked = picture(sudoku(mark(kind, cells, text, "teal")))
    assert within_bounds(marked)
    if text or kind not in ("text", "outside"):
        assert len(marked.shapes) > len(plain.shapes)
    if text and kind != "text":
        shown = "".join(shape.text for shape in marked.shapes if isinstance(shape, TextShape))
        assert text in shown


@pytest.mark.parametrize("kind", KINDS)
def test_marks_below_the_lines_come_before_them_and_digits_last(kind: str) -> None:
    scene = picture(sudoku(mark(kind, "r1c1 r1c2", "7")), ANSWER)
    roles = [shape.role for shape in scene.shapes]
    assert set(roles[-81:]) == {"given", "found"}
    if kind_named(kind).layer < 50:
        assert roles[0] == kind
    else:
        assert roles[0] == "line"


def test_givens_and_found_values_differ_in_colour_and_weight() -> None:
    scene = picture(sudoku(), ANSWER)
    givens, found = texts(scene, "given"), texts(scene, "found")
    assert len(givens) == 32
    assert len(givens) + len(found) == 81
    assert {(shape.color, shape.bold) for shape in givens}.isdisjoint({(s.color, s.bold) for s in found})
    assert all(shape.bold for shape in givens)
    assert not any(shape.bold for shape in found)
    assert "".join(s.text for s in sorted(givens + found, key=lambda s: (s.place[1], s.place[0]))) == "".join(
        map(str, ANSWER)
    )


def test_without_values_only_givens_are_written() -> None:
    scene = picture(sudoku())
    assert len(texts(scene, "given")) == 32
    assert not texts(scene, "found")


@pytest.mark.parametrize(
    "boxes", [rectangles(6, 6, 2, 3), rectangles(6, 6, 3, 2), labelled(JIGSAW), []], ids=["2x3", "3x2", "jigsaw", "no"]
)
def test_thick_lines_are_the_borders_and_thin_ones_the_rest(boxes: list[list[tuple[int, int]]]) -> None:
    puzzle = model(6, 6, boxes=boxes)
    edges, _ = model_borders(puzzle, puzzle.grids[0])
    drawn: dict[str, set[tuple[str, int, int]]] = {"line": set(), "border": set()}
    for shape in picture(puzzle).shapes:
        if isinstance(shape, Polyline) and shape.role in drawn:
            # One run of unit edges; the picture may have moved the grid by a fraction of a cell.
            (ax, ay), (bx, by) = shape.points
            offset = 0.03
            ax, ay, bx, by = (round(value - offset) for value in (ax, ay, bx, by))
            for position in range(max(bx - ax, by - ay)):
                edge = ("h", ay, ax + position + 1) if ay == by else ("v", ax, ay + position + 1)
                assert edge not in drawn[shape.role]
                drawn[shape.role].add(edge)
    thick = {("h", *edge) for edge in edges.horizontal} | {("v", *edge) for edge in edges.vertical}
    assert drawn["border"] == thick
    assert not drawn["line"] & thick
    assert len(drawn["line"] | thick) == 2 * 6 * 7


def test_outside_clues_of_one_place_do_not_cover_each_other() -> None:
    marks = [mark("outside", run((1, 4), (9, 4)), str(n)) for n in (10, 11, 12)]
    marks += [mark("outside", run((1, 3), (3, 1)), "5"), mark("outside", run((2, 9), (9, 2)), "6")]
    boxes = [extent(shape) for shape in texts(picture(sudoku(*marks)), "outside")]
    assert len(boxes) == 5
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert all(right <= a or c <= left or bottom <= b or d <= top for a, b, c, d in boxes[:number])


@pytest.mark.parametrize(("cells", "axis"), [(run((1, 4), (9, 4)), 1), (run((3, 1), (3, 9)), 0)])
def test_several_clues_at_one_end_stand_without_gaps(cells: str, axis: int) -> None:
    """As in nonograms: three one-digit numbers take less than three cells."""
    separate = picture(sudoku(*(mark("outside", cells, str(n)) for n in (1, 2, 3))))
    places = sorted(shape.place[axis] for shape in texts(separate, "outside"))
    assert all(0.3 < b - a < 0.95 for a, b in pairwise(places))
    together = picture(sudoku(mark("outside", cells, "1 2 3")))
    assert len(texts(together, "outside")) == (3 if axis else 1)


def test_clues_on_all_sides_stand_outside_the_grid() -> None:
    lines = [run((3, 1), (3, 9)), run((3, 9), (3, 1)), run((1, 3), (9, 3)), run((9, 3), (1, 3))]
    scene = picture(sudoku(*(mark("outside", line, "4") for line in lines)))
    frame = [extent(shape) for shape in scene.shapes if shape.role == "border"]
    left, top = min(box[0] for box in frame), min(box[1] for box in frame)
    right, bottom = max(box[2] for box in frame), max(box[3] for box in frame)
    for shape in texts(scene, "outside"):
        x, y = shape.place
        assert not (left < x < right and top < y < bottom)
    assert scene.width > 10
    assert scene.height > 10


def test_a_diagonal_clue_has_an_arrow_and_a_straight_one_has_none() -> None:
    def arrows(cells: str) -> int:
        scene = picture(sudoku(mark("outside", cells, "4")))
        return sum(isinstance(shape, Polyline) and shape.role == "outside" for shape in scene.shapes)

    assert arrows(run((1, 5), (5, 1))) == 2
    assert arrows(run((1, 5), (9, 5))) == 0


def test_kakuro_clues_are_written_into_black_squares() -> None:
    marks = [mark("outside", "r2c2 r2c3", "7"), mark("outside", "r2c2 r3c2", "8"), mark("outside", "r3c2 r3c3", "9")]
    scene = picture(model(3, 3, mask="x x x  x . .  x . .", marks=marks))
    squares = [shape for shape in scene.shapes if isinstance(shape, Rectangle) and shape.role == "mask"]
    assert len(squares) == 5
    assert all(is_dark(square.paint.fill) for square in squares)
    assert {shape.color for shape in texts(scene, "outside")} == {"#ffffff"}
    assert scene.width < 3.5


def test_blank_masks_are_not_drawn() -> None:
    scene = picture(model(2, 2, mask="x . . ."))
    assert not any(shape.role == "mask" for shape in scene.shapes)


def test_digits_on_black_are_white() -> None:
    puzzle = model(1, 2, givens="5 .", marks=[mark("shade", "r1c1 r1c2", color="black")])
    scene = picture(puzzle, [5, 6])
    assert not is_dark(texts(scene, "given")[0].color)
    assert not is_dark(texts(scene, "found")[0].color)
    assert texts(scene, "given")[0].color != texts(scene, "found")[0].color


def test_totals_that_share_a_corner_stand_below_each_other() -> None:
    scene = picture(sudoku(mark("cage", "r1c1 r1c2", "10"), mark("circle", "r1c1", "3")))
    first, second = texts(scene, "note")
    assert first.place[1] != second.place[1]


def test_a_total_stands_in_the_first_cell_in_reading_order() -> None:
    scene = picture(sudoku(mark("cage", "r5c6 r4c7 r4c6 r5c5", "20")))
    (total,) = texts(scene, "note")
    assert int(total.place[1]) == 3
    assert int(total.place[0]) == 5


def test_dots_stand_between_successive_cells() -> None:
    scene = picture(sudoku(mark("dot", "r1c1 r1c2 r2c2", color="white"), mark("dot", "r5c5 r6c5", "3", "black")))
    dots = [shape for shape in scene.shapes if isinstance(shape, Circle) and shape.role == "dot"]
    assert len(dots) == 3
    assert [is_dark(dot.paint.fill) for dot in dots] == [False, False, True]
    (text,) = texts(scene, "dot")
    assert not is_dark(text.color)


def test_a_cage_is_drawn_with_one_outline_for_each_part() -> None:
    scene = picture(sudoku(mark("cage", "r1c1 r1c2 r5c5")))
    cages = [shape for shape in scene.shapes if isinstance(shape, Polygon) and shape.role == "cage"]
    assert len(cages) == 2
    assert all(cage.paint.dash for cage in cages)


@pytest.mark.parametrize("clue", ["thermo: r1c1 {}", "whisper: r1c1 {}", "arrow r1c1: {}"])
def test_a_line_covers_no_cell_that_it_does_not_have(clue: str) -> None:
    puzzle = parse("grid cell[9, 9] in 1..9\n" + clue.format("r1c2 r5c2 r9c2") + "\n").elaborated
    lines = [shape for shape in picture(puzzle).shapes if isinstance(shape, Polyline)]
    (kind,) = {mark.kind for mark in puzzle.marks}
    joined = [shape for shape in lines if shape.role == kind and shape.paint.width > 0.05]
    dashed = [shape for shape in lines if shape.role == "jump"]
    assert joined
    assert all(max(y for _, y in shape.points) - min(y for _, y in shape.points) < 1 for shape in joined)
    assert [[int(z) for z in shape.points[1]] for shape in dashed] == [[1, 4], [1, 8]]
    assert all(shape.paint.dash for shape in dashed)


def test_a_line_of_the_models_own_goes_straight_to_the_next_cell() -> None:
    puzzle = parse("grid cell[9, 9] in 1..9\ndraw line([r1c1, r1c9])\n").elaborated
    (line,) = [
        s for s in picture(puzzle).shapes if isinstance(s, Polyline) and s.role == "line" and s.paint.width > 0.1
    ]
    assert [int(x) for x, _ in line.points] == [0, 8]


def test_highlights_and_candidates() -> None:
    puzzle = model(2, 2, domain=Domain.range(1, 4), givens="1 . . .")
    scene = picture(puzzle, highlights={1: Highlight("gold", "a")}, candidates={0: [1, 2], 1: [2, 4], 3: [3]})
    assert [shape.text for shape in texts(scene, "candidate")] == ["2", "4", "3"], "none where a value stands"
    assert [shape.text for shape in texts(scene, "label")] == ["a"]
    assert within_bounds(scene)


def test_several_grids_stand_apart_under_their_names() -> None:
    puzzle = model(6, 6, further={"other": (4, 4), "long": (1, 28)})
    scene = picture(puzzle)
    assert [shape.text for shape in texts(scene, "title")] == ["cell", "other", "long"]
    assert within_bounds(scene)
    assert scene.width < 31
    assert scene.height > 8


def test_one_grid_needs_no_title() -> None:
    assert not texts(picture(model(2, 2)), "title")


def test_a_model_without_grids_shows_its_variables() -> None:
    puzzle = model(0, 0, variables=[Variable("x", Domain.range(0, 9)), Variable("y", Domain.range(0, 9))])
    bare = Model(
        puzzle.source, "LP", (), tuple(v for v in puzzle.variables if v.grid is None), (), puzzle.requirements, {}
    )
    scene = picture(bare, [3, 4])
    assert [shape.text for shape in texts(scene, "found")] == ["= 3", "= 4"]
    assert within_bounds(scene)


def test_marks_of_other_grids_and_without_cells_are_left_out() -> None:
    plain = picture(sudoku())
    assert len(picture(sudoku(Mark("line", "cell", ()), mark("line", "r1c1", grid="gone"))).shapes) == len(plain.shapes)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 7), (31, 46)])
def test_grids_of_any_size(height: int, width: int) -> None:
    scene = picture(model(height, width), [1] * (height * width))
    assert within_bounds(scene)
    assert len(texts(scene, "found")) == height * width


@pytest.mark.parametrize("value", [12, 345, -7, 1000000])
def test_long_values_stay_in_their_cells(value: int) -> None:
    scene = picture(model(1, 2, domain=Domain.of([value])), [value, value])
    first, second = texts(scene, "found")
    assert extent(first)[2] <= extent(second)[0]
    assert within_bounds(scene)


def test_a_mark_with_a_condition_shows_what_was_found_instead_of_the_value() -> None:
    three = Mark("shade", "cell", ((1, 1),), when=Compare("==", weighted_sum(((1, affine({0: 1})),), -3)))
    puzzle = model(1, 2, marks=(three,))
    assert "shade" not in [shape.role for shape in picture(puzzle).shapes]
    assert "shade" not in [shape.role for shape in picture(puzzle, {1: 4}).shapes]
    other = picture(puzzle, [2, 4])
    assert "shade" not in [shape.role for shape in other.shapes]
    assert [shape.text for shape in texts(other, "found")] == ["2", "4"]
    found = picture(puzzle, [3, 4])
    assert "shade" in [shape.role for shape in found.shapes]
    assert [shape.text for shape in texts(found, "found")] == ["4"]


@pytest.mark.parametrize("name", ["gokigen", "creek", "nibunnogo", "bdblock"])
def test_what_belongs_to_a_corner_at_the_edge_is_drawn_there(name: str) -> None:
    scene = picture(parse(example(name)).elaborated)
    ((left, top),) = scene.corners.values()
    places = [(shape.place[0] - left, shape.place[1] - top) for shape in texts(scene, "text")]
    assert places
    assert all(abs(x - round(x)) < 0.05 and abs(y - round(y)) < 0.2 for x, y in places), places


def test_a_dot_at_a_corner_of_the_edge_is_drawn_there() -> None:
    scene = picture(parse(example("sumiwake")).elaborated)
    ((left, top),) = scene.corners.values()
    dots = [shape.centre for shape in scene.shapes if isinstance(shape, Circle)]
    assert {(round(x - left), round(y - top)) for x, y in dots} == {(4, 1), (2, 2), (2, 4)}
    assert all(abs(x - left - round(x - left)) < 0.05 and abs(y - top - round(y - top)) < 0.05 for x, y in dots)


def test_a_clue_of_castle_wall_stands_in_its_cell_which_is_framed_if_it_is_white() -> None:
    text = 'genre "castle"\nclues clue:\n    . . .\n    . white,o,? .\n    . . black,w,1\n'
    scene = picture(parse(text).elaborated)
    assert {(shape.text, shape.anchor) for shape in texts(scene, "digit")} == {("?", "middle"), ("← 1", "middle")}
    assert any(shape.role == "edge" for shape in scene.shapes)
    assert not texts(scene, "text")


def test_two_solutions_that_are_drawn_stand_side_by_side() -> None:
    ring = "clues circle:\n    ....\n    .w..\n    ....\n    ....\n"
    drawn = parse(f'genre "masyu"\n{ring}').unique().svg()
    assert drawn.count("solution 1") == drawn.count("solution 2") == 1
    assert drawn.count("#ffd54f") >= 16  # eight cells, twice
    written = parse("grid cell[2, 2] in 1..2\nalldifferent: rows, columns\n").unique().svg()
    assert "solution 2" not in written
    assert written.count("#ffd54f") >= 4


def boxes(shapes: Iterable[Shape]) -> list[Extent]:
    return [extent(shape) for shape in shapes]


def test_pieces_stand_below_all_else_in_rows_and_equal_ones_are_counted() -> None:
    rule = "rule bank(pieces):\n    for piece in pieces:\n        draw piece(piece)\n"
    forms = [[(0, k) for k in range(1, n + 1)] for n in range(1, 5)] + [[(7, 7), (7, 8)]]
    below = "rule under(line):\n    draw outside(line, 17)\nunder: r4c1..r1c1\n"
    scene = picture(parse(f"grid cell[4, 5] in 1..2\n{rule}bank({forms})\n{below}").elaborated)
    assert within_bounds(scene)
    pieces = [shape for shape in scene.shapes if shape.role == "piece"]
    others = [shape for shape in scene.shapes if shape.role != "piece"]
    assert min(top for _, top, _, _ in boxes(pieces)) > max(low for _, _, _, low in boxes(others))
    assert [shape.text for shape in texts(scene, "piece")] == ["×2"]
    outlines = boxes(shape for shape in pieces if isinstance(shape, Polygon) and shape.paint.width > 0.03)
    assert len(outlines) == 4  # of the two equal ones one
    apart = [a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1] for a, b in combinations(outlines, 2)]
    assert all(apart)


def test_a_piece_can_be_pointed_at_as_part_of_its_clue() -> None:
    rule = "rule bank(pieces):\n    for piece in pieces:\n        draw piece(piece)\n    r1c1 == 1\n"
    found = parse(f"grid cell[2, 2] in 1..2\n{rule}bank([[(1, 1)], [(1, 1)], [(1, 1), (2, 1)]])").elaborated
    scene = picture(found)
    areas = [*clue_areas(scene, [(7, mark) for mark in found.marks])]
    drawn = boxes(shape for shape in scene.shapes if shape.role == "piece" and isinstance(shape, Rectangle))
    reached = boxes(shape for area in areas for shape in area.shapes)
    assert {area.attributes for area in areas} == {(("class", "clue"), ("data-clue", "7"))}
    assert len(drawn) == 3
    assert all(any(a == pytest.approx(b, abs=0.05) for b in reached) for a in drawn)


@pytest.mark.parametrize("text", ["1 1", "1 2 1", "1 1 1 ?", "1 1 1 1 1", "10 ?"])
def test_several_numbers_of_a_cell_stand_apart_within_it(text: str) -> None:
    scene = picture(model(1, 1, marks=[mark("digit", "r1c1", text)]))
    found = texts(scene, "digit")
    assert " ".join(shape.text for shape in found) == text
    assert all(w >= 0 and n >= 0 and e <= 1 and s <= 1 for w, n, e, s in boxes(found))
    apart = [a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for a, b in combinations(boxes(found), 2)]
    assert all(apart)
