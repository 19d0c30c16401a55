"""Drawings with rules in prose: clues that few puzzles have, written as conditions."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from tests.formats.test_sudokupad import BLUE, GRAY, GREEN, NORMAL, ORANGE, PURPLE, RED, line, puzzle, read, shape


def cage(value: str, *cells: tuple[int, int]) -> dict[str, Any]:
    return {"cells": [[r - 1, c - 1] for r, c in cells], "value": value}


def square(row: int, column: int, color: str) -> dict[str, Any]:
    return {"center": [row - 0.5, column - 0.5], "width": 1, "height": 1, "backgroundColor": color}


def ring(row: int, column: int, color: str = "#ffffff") -> dict[str, Any]:
    return shape(row - 0.5, column - 0.5, 0.8, backgroundColor=color, borderColor="#000000")


def number(row: float, column: float, text: str) -> dict[str, Any]:
    return {"center": [row - 0.5, column - 0.5], "width": 0, "height": 0, "text": text, "color": "#000000"}


def dot(row: float, column: float, color: str) -> dict[str, Any]:
    return shape(row, column, 0.3, backgroundColor=color, borderColor="#000000")


CROSS = ([[0.9, 0.4], [1.1, 0.6]], [[1.1, 0.4], [0.9, 0.6]])
"""Two strokes that cross on the side between r1c1 and r2c1."""
POINTER = {"wayPoints": [[1.25, 1.25], [1.75, 1.75]], "color": "#77e6d8", "thickness": 8, "headLength": 0.3}
PAIR = ((1, 1), (1, 2))
CAGES = {"cages": [cage("10", *PAIR), cage("10", (5, 5), (5, 6))]}
ROW = tuple((1, c) for c in range(1, 5))
STRAIGHT = [line(GREEN, (1, 1), (1, 4))]

SMALL = {"width": 0.4, "height": 0.4, "angle": 45}
FOUR_RINGS = [ring(*cell) for cell in ((1, 1), (1, 3), (1, 5), (3, 3))]

CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        "Within each box, the digits in each cage sum to the same number. No two boxes use the same number.",
        {"cages": [cage("", *PAIR), cage("", (2, 1), (3, 1)), cage("", (5, 5), (5, 6))]},
        ["equal_sums([[r1c1, r1c2], [r2c1, r3c1]])", "alldifferent([sum([r1c1, r1c2]), sum([r5c5, r5c6])])"],
    ),
    (
        "Prime digits cannot be orthogonally adjacent to each other.",
        {},
        ["not (a in {2, 3, 5, 7} and b in {2, 3, 5, 7})"],
    ),
    (
        "Two of the 3x3 boxes in the grid are magic squares.",
        {},
        ["b[1] + b[5] + b[9] == 15", "count(is_magic(b) for b in boxes) >= 2"],
    ),
    (
        "Digits in column 2 indicate the column in which the digit 2 appears in that row. The same is true of "
        "column 4 and "
        "the digit 4.",
        {},
        ["index_column: column(2)\nindex_column: column(4)"],
    ),
    (
        "The cells around the white circle must contain consecutive digits in any order.",
        {"overlays": [shape(1, 1, 0.5, backgroundColor="#ffffff", borderColor="#000000")]},
        ["renban: r1c1 r1c2 r2c1 r2c2"],
    ),
    (
        "Digits along pink circles form a non-repeating consecutive sequence.",
        {"underlays": [shape(1, 1, 1.2, borderColor="#f0a0e0")]},
        ["renban: r1c1 r1c2 r2c1 r2c2"],
    ),
    (
        "Normal entropic lines.",
        {"lines": STRAIGHT},
        ["entropic: r1c1..r1c4"],
    ),
    (
        "The somewhat dull green lines are modular lines.",
        {"lines": STRAIGHT},
        ["modular: r1c1..r1c4"],
    ),
    (
        "The digit in the circle is the average of the digits on the green line.",
        {"lines": STRAIGHT, "underlays": [ring(1, 1)]},
        ["3 * r1c1 == sum(r1c2..r1c4)"],
    ),
    (
        "No pair of adjacent digits on a green line may have the same difference.",
        {"lines": STRAIGHT},
        ["alldifferent([abs(a - b) for a, b in pairs(line)])"],
    ),
    (
        "Green lines are thermometers. Digits along thermometers must increase from the bulb to the tip, which "
        "can be on "
        "either end and are to be deduced.",
        {"lines": STRAIGHT},
        ["thermo(line) or thermo(reverse(line))"],
    ),
    (
        "Digits on a green line lie between the digits in the circles of that line.",
        {"lines": [line(GREEN, (1, 1), (1, 4), (4, 4), (4, 1), (1, 1))], "underlays": [ring(1, 1), ring(4, 4)]},
        ["between: r1c1..r1c4..r4c4", "between: r4c4..r4c1..r1c1"],
    ),
    (
        "Digits on a green line form a Fibonacci sequence. The line starts with a small digit followed by a "
        "consecutive "
        "digit. From there, every next digit is the sum of the previous two digits.",
        {"lines": STRAIGHT},
        ["fibonacci: r1c1..r1c4"],
    ),
    (
        "A digit in a circle is odd and counts the number of odd digits that can be seen in all orthogonal directions "
        "combined, including itself. Even digits block the view.",
        {"underlays": [ring(2, 2)]},
        ["for cell in [r2c2]:\n    cell mod 2 == 1 and cell == sees_alike(cell)", "let sees_alike(c) = 1 + sum("],
    ),
    (
        "Digits on a green line must be consecutive.",
        {"lines": [line(GREEN, (1, 1), (1, 2))]},
        ["white_dot: r1c1 r1c2"],
    ),
    (
        "Box borders divide the green line into segments. The segment totals must increase from one end of the line "
        "to the other.",
        {"lines": [line(GREEN, (1, 2), (1, 8))]},
        ["or strictly_increasing(reverse("],
    ),
    (
        "A digit on an arrow indicates how many odd digits there are in the indicated direction.",
        {"arrows": [POINTER]},
        ["r2c2 == count(x mod 2 == 1 for x in [r3c3, r4c4, r5c5, r6c6, r7c7, r8c8, r9c9])"],
    ),
    (
        "A digit on an arrow indicates the number of visible digits in that direction. A digit is visible only "
        "if it is "
        "greater than all digits between it and the arrow.",
        {"arrows": [POINTER]},
        ["r2c2 == count(all(y < x for y in [r3c3"],
    ),
    (
        "A digit in a circle counts how many times that digit appears in circles of that colour.",
        {"underlays": [ring(1, 1, "#e0e000"), ring(1, 2, "#e0e000"), ring(5, 5, "#00a0e0"), ring(6, 6, "#00a0e0")]},
        ["counting_circles: r1c1 r1c2\n", "counting_circles: r5c5 r6c6\n"],
    ),
    (
        "Values connected by a red X sum to 10.",
        {"lines": [{"wayPoints": points, "color": "#e00000", "thickness": 4} for points in CROSS]},
        ["xv 10: r1c1 r2c1"],
    ),
    (
        "Cage clues show the sum of the digits in that cage, rounded to the nearest multiple of 5.",
        CAGES,
        ["2 * abs(sum([r1c1, r1c2]) - 10) < 5"],
    ),
    (
        "The digits inside each cage must sum to a multiple of the small clue in its corner.",
        CAGES,
        ["sum([r1c1, r1c2]) mod 10 == 0"],
    ),
    (
        "Digits in a cage may not repeat, and they either sum or multiply to the indicated number.",
        CAGES,
        ["cage: r1c1 r1c2", "sum([r1c1, r1c2]) == 10 or product([r1c1, r1c2]) == 10"],
    ),
    (
        "Cages marked with an “O” sum to an odd number.",
        {"cages": [cage("O", *PAIR)]},
        ["sum([r1c1, r1c2]) mod 2 == 1"],
    ),
    (
        "Digits in cages must sum to the indicated total. In some cases, only the parity of that total is given.",
        {"cages": [cage("even", *PAIR), cage("7", (5, 5), (5, 6))]},
        ["sum([r1c1, r1c2]) mod 2 == 0", "total 7: r5c5 r5c6"],
    ),
    (
        "Digits in cages sum to the small number (X can be any digit).",
        {"cages": [cage("1X", *PAIR)]},
        ["sum([r1c1, r1c2]) div 10 == 1"],
    ),
    (
        "Numbers in a cage must be a perfect square, and each perfect square can be used only one time.",
        {"cages": [cage("", *PAIR), cage("", (5, 5))]},
        ["let squares = [number([r1c1, r1c2]), number([r5c5])]", "alldifferent(squares)"],
    ),
    (
        "Digits in a cage behave like digits along Renban lines.",
        {"cages": [cage("", *PAIR)]},
        ["renban: r1c1 r1c2"],
    ),
    (
        "Each set of three digits along a green line contains one digit from {1, 2}, one digit from {3, 4, 5} "
        "and one "
        "digit from {6, 7, 8, 9}.",
        {"lines": STRAIGHT},
        ["for run in windows(r1c1..r1c4, 3):", "count(run, {1, 2}) == 1 and count(run, {3, 4, 5}) == 1"],
    ),
    (
        "Gray lines are either renban lines or region sum lines. Digits on a renban line form a set of consecutive "
        "digits without repeats. Box borders divide a region sum line into segments with the same sum.",
        {"lines": [line(GRAY, (1, 1), (1, 4))]},
        ["renban(line) or region_sum(line)"],
    ),
    (
        "All colored lines are both entropic and modular.",
        {"lines": [line(RED, (1, 1), (1, 4)), line(BLUE, (5, 1), (5, 4))]},
        ["entropic: r1c1..r1c4\nentropic: r5c1..r5c4", "modular: r1c1..r1c4\nmodular: r5c1..r5c4"],
    ),
    (
        "All green lines are both renban and zipper lines.",
        {"lines": STRAIGHT},
        ["renban: r1c1..r1c4", "zipper: r1c1..r1c4"],
    ),
    (
        "Box borders divide blue lines into segments with the same sum. Adjacent digits on a blue line differ by at "
        "least 2.",
        {"lines": [line(BLUE, (1, 1), (1, 4))]},
        ["region_sum: r1c1..r1c4", "whisper 2: r1c1..r1c4"],
    ),
    (
        "Red lines add up to 14 in each 3x3 box.",
        {"lines": [line(RED, (1, 2), (1, 5))]},
        ["total 14: r1c2 r1c3", "total 14: r1c4 r1c5"],
    ),
    (
        "A digit on a line counts how many times that digit appears on all lines in the grid.",
        {"lines": STRAIGHT},
        ["counting_circles: r1c1..r1c4"],
    ),
    (
        "Digits on a pink line form a consecutive set. The central cross is a single line.",
        {"lines": [line(PURPLE, (4, 5), (6, 5)), line(PURPLE, (5, 4), (5, 6))]},
        ["renban: r4c5 r5c4..r5c6..r6c5"],
    ),
    (
        "Digits on blue lines can not be between or equal to the digits in the diamonds at the ends of the line. The "
        "digits in the diamonds at the ends of a line must differ by at least 4.",
        {
            "lines": [line(BLUE, (1, 1), (1, 4))],
            "underlays": [square(1, c, "#ffffff") | {"angle": 45, "width": 0.6, "height": 0.6} for c in (1, 4)],
        },
        ["lockout: r1c1..r1c4"],
    ),
    (
        "Digits increase by at least 3 at a time along a thermometer, starting from the bulb end.",
        {"lines": [line(GRAY, (1, 1), (1, 3), width=19)], "underlays": [ring(1, 1, "#aaaaaa")]},
        ["thermo: r1c1..r1c3", "whisper 3: r1c1..r1c3"],
    ),
    (
        "A digit in a square indicates the number of cells it sees in its row and column that are smaller than "
        "itself, "
        "where digits larger than itself block vision.",
        {"underlays": [square(2, 3, "#cccccc")]},
        ["for cell in [r2c3]:\n    cell == count(all(x < cell for x in ray[1..k])"],
    ),
    (
        "A yellow cell's digit is equal to the number of odd digits in its orthogonally adjacent cells.",
        {"underlays": [square(2, 3, "#ffe14d")]},
        ["cell == count(x mod 2 == 1 for x in neighbors(cell))"],
    ),
    (
        "A yellow cell contains its position within its row, column or box. All possible yellow cells are given.",
        {"underlays": [square(2, 3, "#ffe14d")]},
        ["for cell in [r2c3]:", "for cell in cells where not has_cell([r2c3], cell):"],
    ),
    (
        "Digits in cells with stars are odd.",
        {"overlays": [number(2, 3, "☆")]},
        ["odd: r2c3"],
    ),
    (
        "Cells with the same color circle contain the same digit.",
        {"underlays": [ring(1, 1, "#ff0000"), ring(5, 5, "#ff0000")]},
        ["r1c1 == r5c5"],
    ),
    (
        "\nUsing red, green, and blue, color all circles such that:\n-Orthogonally adjacent circles are "
        "different colors."
        "\n-The digit inside a circle appears that many times in circles of that color.",
        {"underlays": [ring(1, 1, "#ff0000"), ring(1, 2), ring(5, 5)]},
        ["let circles = [r1c1, r1c2, r5c5]", "color[1, 1] == 1"],
    ),
    (
        "Digits joined by a green dot are in the same residue class modulo 3.",
        {"overlays": [dot(0.5, 1, "#67f067")]},
        ["r1c1 mod 3 == r1c2 mod 3"],
    ),
    (
        "If digits are separated by a green dot, one digit is either double or triple the other.",
        {"overlays": [dot(0.5, 1, "#67f067")]},
        ["r1c1 in [2 * r1c2, 3 * r1c2] or r1c2 in [2 * r1c1, 3 * r1c1]"],
    ),
    (
        "A golden dot between two cells indicates that their sum is divisible by 4.",
        {"overlays": [dot(0.5, 1, "#ffd700")]},
        ["(r1c1 + r1c2) mod 4 == 0"],
    ),
    (
        "Cells separated by a flower sum to 13.",
        {"overlays": [number(1, 1.5, "❀")]},
        ["total 13: r1c1 r1c2"],
    ),
    (
        "Around each black dot, one digit is the sum of the other three.",
        {"overlays": [dot(1, 1, "#000000")]},
        ["any(2 * x == sum([r1c1, r1c2, r2c1, r2c2]) for x in [r1c1, r1c2, r2c1, r2c2])"],
    ),
    (
        "Numbers outside the grid are both sandwich clues and X-sum clues. The sum of the digits between the 1 "
        "and the "
        "9 is shown. The sum of the first X digits is shown, where X is the first digit.",
        {"overlays": [number(0, 3, "16")]},
        ["sandwich 16: r1c3..r9c3", "x_sum 16: r1c3..r9c3"],
    ),
    (
        "A “king's move constraint” is only applied to even digits: an even digit cannot repeat a king's move away "
        "from itself.",
        {},
        ["not (a == b and a mod 2 == 0)"],
    ),
    (
        "Prime digits must not be orthogonally adjacent to each other.",
        {},
        ["not (a in {2, 3, 5, 7} and b in {2, 3, 5, 7})"],
    ),
    (
        "Pairs of adjacent digits (orthogonal AND diagonal) do not sum to 13.",
        {},
        ["for a, b in adjacent_pairs(cells, reach = touching):\n    a + b not in {13}"],
    ),
    ("The sum of two “point symmetric” cells is always 10.", {}, ["cells[k] + cells[len(cells) + 1 - k] == 10"]),
    (
        "Normal sudoku, German whispers, and killer cages rules apply. Adjacent digits on an orange line differ "
        "by at "
        "least 4.",
        {"lines": [line(ORANGE, *ROW)]},
        ["whisper 4: r1c1..r1c4"],
    ),
    (
        "Each line is both a renban line and a zipper line. Renban: Digits on a line form a set of consecutive "
        "digits in "
        "any order. Zipper: Digits at an equal distance from the center of a line sum to the digit in its center.",
        {"lines": [line(RED, *ROW), line(BLUE, (5, 1), (5, 4))]},
        ["renban: r1c1..r1c4\nrenban: r5c1..r5c4", "zipper: r1c1..r1c4\nzipper: r5c1..r5c4"],
    ),
    (
        "The endpoints of a green line sum to 8. The ends of a blue line differ by at least 3.",
        {"lines": [line(GREEN, *ROW), line(BLUE, (5, 1), (5, 4))]},
        ["first(line) + last(line) == 8", "abs(first(line) - last(line)) >= 3", "ends_sum_8: r1c1..r1c4"],
    ),
    (
        "Adjacent digits on a green line differ by 2 or 7. Adjacent digits along a blue line sum to 9 or 11.",
        {"lines": [line(GREEN, *ROW), line(BLUE, (5, 1), (5, 4))]},
        ["abs(a - b) in {2, 7}", "a + b in {9, 11}", "pair_sums_9_11: r5c1..r5c4"],
    ),
    (
        "Each line contains a digit equal to half the sum of its digits.",
        {"lines": STRAIGHT},
        ["any(2 * a == sum(line) for a in line)"],
    ),
    (
        "Each grey line can be divided into one or more non-overlapping segments. Each segment contains digits that "
        "sum to "
        "10.",
        {"lines": [line(GRAY, *ROW)]},
        ["sum_line 10: r1c1..r1c4"],
    ),
    (
        "Pea lines: The sum of the digits on a green line strictly between two circles is a concatenation of the "
        "digits in "
        "the circles, in some order.",
        {
            "lines": [line(GREEN, (1, 1), (1, 7)), line(GREEN, (1, 4), (4, 4))],
            "underlays": [ring(1, 1), ring(1, 4), ring(1, 7), ring(4, 4)],
        },
        ["peas: r1c1..r1c4\npeas: r1c4..r1c7\npeas: r1c4..r4c4"],
    ),
    (
        "The digit in column 1 indexes the 1 in its row. The same applies to column 5 indexing 5 in its row, and "
        "column 9 "
        "indexing 9 in its row.",
        {},
        ["index_column: column(1)\nindex_column: column(5)\nindex_column: column(9)"],
    ),
    (
        "Within 3x3 boxes even digits cannot touch orthogonally.",
        {},
        ["not (c mod 2 == 0 and y mod 2 == 0)"],
    ),
    (
        "A digit in a bauble (white circle) indicates how many baubles contain that digit.",
        {"underlays": [ring(1, 1), ring(2, 5)]},
        ["counting_circles: r1c1 r2c5"],
    ),
    (
        "Clones: The digits in a cage appear in the exact same position in its counterpart (with the same letter).",
        {"cages": [cage("A", (1, 1), (1, 2)), cage("A", (5, 5), (5, 6))]},
        ["clone([r1c1, r1c2], [r5c5, r5c6])"],
    ),
    (
        "Digits in cages do not repeat and must sum to 13 or 14.",
        {"cages": [cage("", (1, 1), (1, 2))]},
        ["sum(r1c1, r1c2) in {13, 14}", "cage: r1c1 r1c2"],
    ),
    (
        "Red cages are magic squares, where rows, columns and main diagonals have the same sum.",
        {"cages": [cage("", *((r, c) for r in (1, 2, 3) for c in (1, 2, 3))) | {"outlineC": "#ff0000"}]},
        ["equal_sums([r1c1..r1c3, r2c1..r2c3"],
    ),
    (
        "Circles contain a complete set of the digits 1 to 9.",
        {"underlays": [ring(k, k) for k in range(1, 10)]},
        ["alldifferent: r1c1..r9c9"],
    ),
    (
        "The green line is a region sum line. In other words, r1c1 + r1c2 + r1c3 = r1c4.",
        {"lines": STRAIGHT},
        ["region_sum: r1c1..r1c4"],
    ),
    (
        "A digit in an orange circle counts the number of odd digits on the attached line, including itself. "
        "Adjacent digits along a green line must differ by at least 5.",
        {"lines": STRAIGHT, "underlays": [ring(1, 2, "#ffa500")]},
        ["whisper 5: r1c1..r1c4", "r1c2 == count(x mod 2 == 1 for x in [r1c1, r1c2, r1c3, r1c4])"],
    ),
    (
        "The digit in a coloured square indicates how many circles of that colour contain a digit bigger than itself.",
        {"underlays": [square(1, 1, "#ff0000"), ring(3, 3, "#ff0000"), ring(4, 4, "#ff0000")]},
        ["r1c1 == count(x > r1c1 for x in [r3c3, r4c4])"],
    ),
    (
        "A blue arrow points toward a cell N distance away that has a value less than N, where N is the digit in the "
        "arrow's cell.",
        {"arrows": [{"wayPoints": [[0.5, 7.2], [0.5, 7.6]], "color": "#3060ff", "thickness": 5, "headLength": 0.2}]},
        ["any(r1c8 == k and x < r1c8 for k, x in enumerate([r1c9]))"],
    ),
    (
        'An X in the center of a 2x2 region of cells, a "product square", indicates that the two digits in the '
        "square's positive diagonal have the same product as the two digits in its negative diagonal.",
        {"overlays": [number(1.5, 1.5, "X")]},
        ["r1c1 * r2c2 == r1c2 * r2c1"],
    ),
    (
        "A digit N on a cell with an arrow indicates that there is a straight line N cells long starting from the cell "
        "the arrow clue is on and extending in the direction of that arrow. This line acts as a region sum line: box "
        "borders divide the line into segments with the same sum. Each line must cross at least one box border.",
        {"arrows": [{"wayPoints": [[0.5, 4.2], [0.5, 4.6]], "color": "#3060ff", "thickness": 5, "headLength": 0.2}]},
        ["any(r1c5 == n and region_sum([r1c5, r1c6, r1c7, r1c8, r1c9][1..n]) for n in 3..5)"],
    ),
    (
        "Each line in the puzzle is EXACTLY TWO of modular, entropic, or parity. Any set of three adjacent digits "
        "along a modular line has three different remainders when divided by 3. Any set of three adjacent cells along "
        "an entropic line must contain a low digit (123), a middle digit (456), and a high digit (789). Digits along "
        "parity lines alternate odd/even.",
        {"lines": [line(RED, (1, 1), (1, 4))]},
        ["count(held for held in [modular(line), entropic(line), parity(line)]) == 2", "two_of_three: r1c1..r1c4"],
    ),
    (
        'In cages, digits cannot repeat and their sum must equal the product of "corner cell" digits of that cage. '
        "A corner cage cell borders a horizontal and vertical dotted line.",
        {"cages": [cage("", (1, 1), (1, 2), (1, 3), (2, 1))]},
        ["sum([r1c1, r1c2, r1c3, r2c1]) == r1c1 * r1c3 * r2c1", "cage: r1c1..r1c3 r2c1"],
    ),
    (
        "The number in the top left corner of a red cage indicates the sum of the digits sandwiched between 1 and 9 in "
        "that row. The digit in a cage indicates how many digits (including the crust of 1 and 9) the corresponding "
        "sandwich sum contains.",
        {"cages": [cage("12", (2, 3)) | {"outlineC": "#ff0000"}]},
        ["sandwich 12: row(2)", "any(r2c3 == abs(j - k) + 1 and a == 1 and b == 9"],
    ),
    (
        "Digits along a purple line are a set of consecutive digits in any order. Digits on an arrow sum to the digit "
        "in its circle. Additionally, adjacent digits on the purple lines and the arrows (including the circles) are "
        "different and not consecutive.",
        {
            "lines": [line(PURPLE, (1, 1), (1, 4))],
            "arrows": [line(GRAY, (3, 1), (3, 3)) | {"headLength": 0.3}],
            "underlays": [ring(3, 1)],
        },
        ["renban: r1c1..r1c4", "neighbors_apart: r1c1..r1c4", "arrow r3c1: r3c2 r3c3", "whisper 2: r3c1..r3c3"],
    ),
    (
        "Par: Digits along a parity line alternate odd/even. GW: Adjacent digits along a German Whispers line must "
        "differ by at least five.",
        {
            "lines": [line(RED, (1, 1), (1, 4)), line(ORANGE, (3, 1), (3, 4))],
            "overlays": [number(1, 1, "GW"), number(3, 4, "Par")],
        },
        ["whisper 5: r1c1..r1c4", "parity: r3c1..r3c4"],
    ),
    (
        "The corner cells with gray diamonds contain the same digit.",
        {"underlays": [square(1, 1, "#d0d0d0") | SMALL, square(9, 9, "#d0d0d0") | SMALL]},
        ["r1c1 == r9c9"],
    ),
    (
        "Green lines are sumdex lines, they both act as a region sum line and an index line. Region sum: The sum of "
        "the digits on a line is the same for each box it passes through. Index: Starting from the circle, the digit "
        "in the Nth cell along a line indicates the position along the line where the digit N appears.",
        {"lines": STRAIGHT, "underlays": [ring(1, 1)]},
        ["region_sum: r1c1..r1c4", "index_line: r1c1..r1c4"],
    ),
    (
        "Each pair of digits connected by a line segment must either differ by at least 5, or sum to at most 5.",
        {"lines": [line(GREEN, (1, 1), (1, 2), (2, 2), (2, 1), (1, 1))]},
        ["far_or_small: r1c1 r1c2 r2c2 r2c1 r1c1"],
    ),
    (
        "The sum of the digits along a line between two circles is equal to the sum of the digits in the circles.",
        {"lines": [line(GRAY, (1, 1), (1, 5)), line(GRAY, (1, 3), (3, 3))], "underlays": FOUR_RINGS},
        ["double_arrow: r1c1..r1c3", "double_arrow: r1c3..r1c5", "double_arrow: r1c3..r3c3"],
    ),
    (
        "Digits on a line between two circles are between the digits in those circles.",
        {
            "lines": [line(GRAY, (1, 2), (2, 2), (2, 3)), line(GRAY, (2, 1), (2, 2), (3, 2))],
            "underlays": [ring(*cell) for cell in ((1, 2), (2, 3), (2, 1), (3, 2))],
        },
        ["between: r1c2..r3c2", "between: r2c1..r2c3"],
    ),
    (
        "Digits on a thermometer increase from the bulb.",
        {
            "lines": [line(GRAY, *cells, width=16) for cells in (((1, 1), (1, 4)), ((1, 3), (3, 3)), ((2, 3), (2, 5)))],
            "underlays": [shape(0.5, 0.5, 0.7, backgroundColor=GRAY)],
        },
        ["thermo: r1c1..r1c4", "thermo: r1c3..r3c3", "thermo: r2c3..r2c5"],
    ),
    (
        'In each of the nine 3x3 regions of the grid, there is exactly one killer cage that is "lying": the '
        "small number provided is NOT the correct sum of the digits in that cage. All other cages give the "
        "correct sum of their digits. Digits in a cage may not repeat.",
        CAGES,
        ["count([sum([r1c1, r1c2]) != 10]) == 1", "cage: r1c1 r1c2"],
    ),
    (
        "Digits in cages sum to the given total. The highest digit in each cage is inverted.",
        {"cages": [cage("-3", (1, 1), (1, 2))]},
        ["sum([r1c1, r1c2]) - 2 * max([r1c1, r1c2]) == -3"],
    ),
    (
        "Digits in a divisor killer cage do not repeat. Each cage contains one divisor digit. The clue in the top left "
        "indicates the value of the sum of all other digits in that cage divided by the divisor digit.",
        {"cages": [cage("7/2", (1, 1), (1, 2), (1, 3))]},
        ["2 * sum(r1c1..r1c3) == 9 * divisor[1, 1]", "any(c == divisor[1, 1] for c in r1c1..r1c3)"],
    ),
    (
        "This number gives the sum of all digits along one of the diagonals "
        "containing the cell. Which diagonal must be deduced by the solver.",
        {"cages": [cage("17", (9, 2))]},
        ["sum([r8c1, r9c2]) == 17 or sum(r2c9..r9c2) == 17"],
    ),
    (
        "Each grey area contains the digits 1 through 9 exactly once each, and these digits must form a consecutive "
        "chain of adjacent digits from 1 to 9 by moving horizontally or vertically from one cell to the next.",
        {"underlays": [square(r, c, "#cccccc") for r in (2, 3, 4) for c in (2, 3, 4)]},
        ["chain: r2c2..r2c4", "c < 9 -> any(d == c + 1 for d in neighbors(c) where has_cell(area, d))"],
    ),
    (
        "Each instance of a given letter represents the same digit, and no two different letters represent the same "
        "digit.",
        {"overlays": [number(1, 1, "A"), number(2, 4, "A"), number(5, 5, "M")]},
        ["r1c1 == r2c4", "alldifferent([r1c1, r5c5])"],
    ),
    (
        "Each N-sum line can be divided into two or more non-overlapping groups of adjacent digits that sum to N. "
        "No two lines have the same value for N.",
        {"lines": [*STRAIGHT, line(GREEN, (5, 1), (5, 3))]},
        ["(r1c1..r1c4, 4, 15),", "n == total -> sum_line(line, total)", "alldifferent(cells(piece))"],
    ),
    (
        "Digits along lines do not repeat and must sum to the indicated value. Each line contains a unique collection "
        "of digits.",
        {
            "lines": [line(GREEN, (1, 1), (2, 2)), line(GREEN, (5, 1), (6, 2))],
            "overlays": [number(1.5, 1.5, "15"), number(5.5, 1.5, "15")],
        },
        ["cage 15: r1c1 r2c2", "for a, b in combinations([[r1c1, r2c2], [r5c1, r6c2]]):"],
    ),
    (
        "In odd numbered boxes, odd digits appear in ascending order (with respect to position within that box).",
        {},
        ["for k in [1, 3, 5, 7, 9], a, b in combinations(box(k)):"],
    ),
    (
        "Red lines: the first/last digits on each line are the minimum and maximum.",
        {"lines": [line(RED, (1, 1), (1, 4))]},
        ["max(line) == max(first(line), last(line))", "bounded: r1c1..r1c4"],
    ),
]


@pytest.mark.parametrize(("rules", "drawn", "expected"), CASES, ids=range(len(CASES)))
def test_a_special_clue_is_a_condition(rules: str, drawn: dict[str, Any], expected: list[str]) -> None:
    imported = read(puzzle(f"{NORMAL} {rules}", **drawn))
    for text in expected:
        assert text in imported.model
    assert imported.not_understood == ()
    puzzledsl.parse(imported.model)


def test_whether_larger_digits_hide_others_must_be_said() -> None:
    rules = (
        "A digit in a square indicates the number of digits smaller than itself that it 'sees' in its row and column."
    )
    imported = read(puzzle(f"{NORMAL} {rules}", underlays=[square(2, 3, "#cccccc")]))
    assert "ray[1..k]" not in imported.model
    assert any("whether larger digits hide others" in text for text in imported.not_understood)


def test_circles_of_two_looks_are_not_all_counting_circles() -> None:
    rules = "A digit in a circle indicates how many circles contain that digit."
    plain = shape(4.5, 4.5, 0.8, backgroundColor="#cccccc")
    imported = read(puzzle(f"{NORMAL} {rules}", underlays=[ring(1, 1), ring(1, 2), plain]))
    assert "counting_circles" not in imported.model
    assert imported.not_understood


def test_lines_of_one_color_and_two_shades_are_not_for_both_rules() -> None:
    rules = (
        "Adjacent digits on a dark blue line differ by at least 5. Digits on a light blue line form a consecutive set."
    )
    imported = read(puzzle(f"{NORMAL} {rules}", lines=[line(BLUE, (1, 1), (1, 4))]))
    assert not ("whisper 5" in imported.model and "renban:" in imported.model)


@pytest.mark.parametrize("number", ["9" * 5_000, "²", "-" + "1" * 5_000])
def test_a_text_that_is_no_short_number_is_no_clue(number: str) -> None:
    rules = (
        f"{NORMAL} The number in the top left corner of a red cage indicates the sum of the digits sandwiched between "
        "1 and 9 in that row. Numbers in circles are the sum of the digits within shaded cells that touch the circle."
    )
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    cells[0][0] = {"value": number}
    imported = read(
        puzzle(
            rules,
            cells=cells,
            cages=[cage(number, (2, 3)) | {"outlineC": "#ff0000"}],
            overlays=[shape(1, 1, 0.4, backgroundColor="#ffffff", text=number)],
        )
    )
    assert any(text.startswith("the given “") for text in imported.not_understood)
    assert "sandwich " not in imported.model.partition("# Not in")[0].partition("alldifferent")[2]
