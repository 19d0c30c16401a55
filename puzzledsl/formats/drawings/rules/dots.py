"""Dots and letters between two cells, and circles between four."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.geometry import corner_at, side_at
from puzzledsl.formats.drawings.statements import rule
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape, Stroke
    from puzzledsl.model import Cell

    Pair = tuple[Cell, Cell]

_DOT = r"(?=.*\b(?:dots?|kropkis?|blackcurrants?|grapes?|cherry|cherries|berry|berries|pearls?)\b)"
_WORDS = """greater domino dot dots kropki kropkis blackcurrant blackcurrants grape grapes cherry cherries consecutive
    difference differ differs exactly ratio double twice half other digit's at least more value values circle
    circles edge shared adjacent cells borders border sits sit pair pairs on the neighboring across possible
    indicate indicates means mean either times big large touching touched by differing multiple not necessarily
    sequential places apart orthogonally between next numerically them there has it they following common clue
    marks mark"""
_X = r"(?:(?<![a-z0-9])[\"']?x(?:'s|s)?[\"']?(?![a-z0-9]))"
_V = r"(?:(?<![a-z0-9])[\"']?v(?:'s|s)?[\"']?(?![a-z0-9]))"
_XV = (
    "x v xs vs x's v's xv sum sums summing add adds up total letter separates "
    "separating roman numeral numerals clue clues equal edge shared together "
    "indicates indicate sharing whose adjacent across pairs pair border value "
    "values orthogonally"
)
_ALL = (
    "all possible such dots dot have been no other kropki adjacent pairs pair "
    "xv x v xs vs x's v's not necessarily constraint negative applies apply "
    "black-dots without are may satisfy domino possible markers clues"
)
_QUAD = """corresponding quad quads quadruple quadruples circle circles circled clue clues appear appears least
    surrounding
    surround surrounds adjacent touching touch touches it its their neighboring once small inside copy times at
    around corner corners intersecting intersection included include area many often do so must 2x2 somewhere
    covers covered edge digit's large overlapping repeated"""
_SUMS = r"\b(?:sums?|summing|add|adds|total|equal)\b"
RULES = (
    rule(
        "consecutive",
        "dot",
        (
            rf"^{_DOT}(?!.*(?:not|never|n't) (?:be )?consecutive).*(?:\bconsecutive|(?:differ\w*|"
            rf"apart|difference)\W*(?:of |by |is )?(?:exactly )?(?:1\b|one\b)|one greater "
            rf"than the other)"
        ),
        _WORDS,
        asides=r"differ by 1|(?:no|there is no) negative constraint",
    ),
    rule(
        "ratio",
        "dot",
        (rf"^{_DOT}.*(?:\b1 ?(?:[:/-]|to) ?(?P<n1>\d)\b|\b(?P<n2>\d) ?(?:[:/-]|to) " rf"?1\b|ratio of (?P<n3>\d)$)"),
        _WORDS + " ratios to",
        asides=r"1:2 ratio",
    ),
    rule(
        "ratio",
        "dot",
        rf"^{_DOT}(?!.*triple).*(?:\bdouble\b|\btwice\b|\bhalf\b)",
        _WORDS + " ratios to",
        value=2,
        asides=r"1:2 ratio",
    ),
    rule(
        "ratio",
        "dot",
        rf"^{_DOT}(?!.*double).*(?:\btriple\b|3 times)",
        _WORDS + " triple",
        value=3,
        asides=r"1:2 ratio",
    ),
    rule("gap", "dot", rf"^{_DOT}.*(?:at least|or more than) (?P<n>\d)", _WORDS),
    rule("gap", "dot", rf"^{_DOT}.*(?:not|never|n't) (?:be )?consecutive", _WORDS + " not never", value=2),
    rule(
        "same_remainder",
        "dot",
        rf"^{_DOT}.*\bsame (?:residue class|remainder) (?:modulo|mod|when divided by) (?P<n>\d)$",
        _WORDS + " both same residue class modulo remainder mod when divided joined",
        alone=True,
    ),
    rule(
        "double_or_triple",
        "dot",
        rf"^{_DOT}.*\b(?:double or triple|2 or 3 times) the other$",
        _WORDS + " triple",
        alone=True,
    ),
    rule(
        "product_square",
        "letter",
        r"^an x in the center of a 2x2 (?:region|area|block|square)(?: of cells)?,? [^.]*indicates that the 2 digits "
        r"(?:in|on) (?:the|its) (?:square's )?positive diagonal have the same product as the 2 digits (?:in|on) its "
        r"negative diagonal$",
        _WORDS + " x center 2x2 region area block square product square's positive negative diagonal same as",
        alone=True,
    ),
    rule(
        "first_cell_gap",
        "letter",
        r"^adjacent digits separated by a diamond differ by [\"']?x[\"']?,? where,? x is the digit in the first "
        r"cell of "
        r"the row/column the diamond occupies$",
    ),
    rule(
        "dot_multiple",
        "dot",
        rf"^{_DOT}.*\bsum is divisible by (?P<n>\d)$",
        _WORDS + " sum divisible golden their",
        alone=True,
    ),
    rule(
        "symbol_sum",
        "letter",
        r"^(?:cells|digits) (?:separated|joined|connected) by an? \"?(?:flower|star|heart|diamond|\d ball|ball)\"?"
        r" (?:must )?(?:sum|add up) to (?P<n>\d+)$",
    ),
    rule("x", "letter", rf"(?!.*\b15\b){_X}.*{_SUMS}.*\b10\b|\b10\b.*{_X}", _XV, value=10),
    rule("v", "letter", rf"(?!.*\b15\b){_V}.*{_SUMS}.*\b5\b|\b5\b.*{_V}", _XV, value=5),
    rule(
        "less",
        "letter",
        (
            r"(?:inequalit|greater[- ]than|arrows?|<|>|chevron|carat|caret|\bsigns?\b)"
            r".*(?:points?|open|towards?|which).*(?:smaller|lower|lesser|larger|greater|higher|"
            r"bigger)"
        ),
        (
            "inequality inequalities sign signs arrow arrows point points pointing toward "
            "towards smaller lower lesser larger greater higher digit's its adjacent "
            "always symbol symbols value values end chevron chevrons sits 's open opens "
            "side"
        ),
    ),
    rule(
        "all_dots",
        "whole",
        (
            r"^(?!.*\bnot\b)(?!.*\bno negative)(?=.*\b(?:dots?|kropki)\b).*\ball\b.*(?:given|"
            r"shown|marked|present)|no (?:other|unmarked) .*dots?"
        ),
        _ALL,
    ),
    rule(
        "all_xv",
        "whole",
        (
            r"^(?!.*\bnot\b)(?!.*\bno negative)(?=.*\b(?:xv|xs?|vs?|x's|v's)\b)(?!.*dots)"
            r".*\b(?:all|every)\b.*(?:given|shown|marked)"
        ),
        _ALL,
    ),
    rule(
        "quadruple",
        "corner",
        (
            r"^(?!.*\bsums?\b)(?!.*counts?\b)(?=.*\b(?:circles?|quads?|quadruples?)\b)"
            r"(?=.*\b(?:4|surround\w*|adjacent|touch\w*|neighbor\w*|around|2x2|intersect\w*|"
            r"covers?)\b).*(?:appear|be placed|must be|contain|included?)"
        ),
        _QUAD,
    ),
    rule(
        "corner_either",
        "whole",
        r"^each (?:marked )?circle is either a killer quad or a (?:normal )?quadruple, with each to be "
        r"determined by the solver$",
    ),
    rule("one_is_sum", "corner", r"^around each (?:black|white) dot, (?:one|1) digit is the sum of the other 3$"),
    rule(
        "corner_run",
        "corner",
        r"^(?:the )?(?:digits in the )?(?:4 cells|4 digits|cells|digits) (?:surrounding|around|touching) "
        r"(?:the|an?|each|every) "
        r"(?:small )?(?:[a-z]+ )?(?:circle|dot)(?: in box \d)? (?:must )?(?:contain|form|are) (?:a set of "
        r")?consecutive digits"
        r"(?:,? in any order)?$",
        _QUAD + " consecutive dot box form set any order surrounding around touching",
        alone=True,
    ),
    rule(
        "corner_sum",
        "corner",
        (r"^(?=.*\b(?:circles?|dots?|quads?)\b)(?=.*\b(?:4|surround\w*|touched)\b)" r".*\bsums?\b"),
        _QUAD + " sum add dot touched which repeat may of sums killer total indicate cells",
    ),
)


def bind(board: Board) -> None:
    """Write dots, letters, signs and circles between cells."""
    marked: dict[str, list[Pair]] = {}
    for shape in board.left_shapes():
        pair = side_at(shape.center)
        if pair is None or not all(board.draft.inside(cell) for cell in pair) or max(shape.height, shape.width) > 1.1:
            continue
        text = shape.text.strip().lower()
        if text in ("x", "v") and board.said(text):
            board.clue(text, f"xv {10 if text == 'x' else 5}", pair)
            marked.setdefault("xv", []).append(pair)
            board.explain(shape)
        elif re.fullmatch(r"\d{1,4}", text) and any(
            "touched by" in one.sentence.plain for one in board.said("corner_sum")
        ):
            board.clue("pair_sum", f"total {int(text)}", pair)
            board.explain(shape)
        elif not text and not shape.round and shape.angle % 90 == 45 and board.said("first_cell_gap"):
            (r, c), (s, _) = pair
            first = f"r{r}c1" if r == s else f"r1c{c}"
            board.draft.line(f"abs({_name(pair[0])} - {_name(pair[1])}) == {first}", "differences")
            board.explain(shape)
        elif text and board.said("symbol_sum"):
            _symbol(board, shape, pair, text)
        elif text in ("<", ">", "^", "v", "∧", "∨", "˄", "˅") and board.said("less"):
            low = _smaller(text, round(shape.angle / 90) % 4, pair)
            if low is not None:
                high = pair[0] if low == pair[1] else pair[1]
                board.draft.line(
                    f"{_name(low)} < {_name(high)}" if low <= high else f"{_name(high)} > {_name(low)}", "less"
                )
                board.explain(shape)
        elif (
            shape.round
            and not text
            and (shape.fill or shape.border)
            and abs(shape.height - shape.width) < 0.08
            and shape.height < 0.5
        ):
            _dot(board, shape, pair, marked)
    for pair, marks in crosses(board).items():
        if board.said("x") and all(map(board.is_left, marks)):
            board.clue("x", "xv 10", pair)
            marked.setdefault("xv", []).append(pair)
            board.explain(*marks)
    _signs(board)
    _negative(board, marked)
    _product_squares(board)
    _corners(board)


def _dot(board: Board, shape: Shape, pair: Pair, marked: dict[str, list[Pair]]) -> None:
    statements = [one for one in board.about("dot") if one.colors]
    dots = board.about("dot")
    if not statements and len({(one.rule.name, one.value) for one in dots}) == 1:
        small = [other for other in board.drawing.shapes if other.round and max(other.height, other.width) < 0.5]
        fills = {other.fill for other in small if side_at(other.center) and other.fill}
        statements = [replace(dots[0], colors=("white",))] if len(fills) == 1 else []
        best = [(1.0, one) for one in statements]
    else:
        best = claims(statements, shape.fill or "#ffffff")
    if not best:
        return
    top = {(one.rule.name, one.value): one for value, one in best if value > best[0][0] - 0.05}
    if len(top) != 1:
        return
    (((name, _), one),) = top.items()
    match name:
        case "consecutive":
            board.clue("white dot", "white_dot", pair, "dots")
        case "ratio":
            board.clue(f"ratio {one.value}", "black_dot" if one.value == 2 else f"black_dot {one.value}", pair, "dots")
        case "gap":
            board.clue("gap", f"whisper {one.value}", pair, "dots")
        case "same_remainder":
            board.draft.line(f"{_name(pair[0])} mod {one.value} == {_name(pair[1])} mod {one.value}", "dots")
        case "double_or_triple":
            a, b = map(_name, pair)
            board.draft.line(f"{a} in [2 * {b}, 3 * {b}] or {b} in [2 * {a}, 3 * {a}]", "dots")
        case "dot_multiple":
            board.draft.line(f"({_name(pair[0])} + {_name(pair[1])}) mod {one.value} == 0", "dots")
    marked.setdefault(name if one.value in (None, 2) else f"{name} {one.value}", []).append(pair)
    board.explain(shape)


def _symbol(board: Board, shape: Shape, pair: Pair, text: str) -> None:
    """A symbol of no other meaning, or the number itself, between two cells with a sum."""
    (one, *more) = board.said("symbol_sum")
    if not more and (text == str(one.value) or not re.search(r"[\w<>^?]", text)):
        board.clue("symbol", f"total {one.value}", pair)
        board.explain(shape)


def _smaller(text: str, turns: int, pair: Pair) -> Cell | None:
    """The cell at which the point of a sign lies, turned by quarter turns clockwise."""
    sideways = pair[0][0] == pair[1][0]
    point = {">": 0, "v": 1, "∨": 1, "˅": 1, "<": 2, "^": 3, "∧": 3, "˄": 3}[text]
    point = (point + turns) % 4  # 0 right, 1 down, 2 left, 3 up
    if sideways != (point % 2 == 0):
        return None
    return pair[1] if point in (0, 1) else pair[0]


def _signs(board: Board) -> None:
    """Signs drawn as two short strokes with a common end, across a side."""
    if not board.said("less"):
        return
    crossed = [mark for marks in crosses(board).values() for mark in marks]
    for stroke in board.drawing.strokes:
        found = apex(stroke) if board.is_left(stroke) and stroke not in crossed else None
        if found is not None and all(board.draft.inside(cell) for cell in found):
            low, high = found
            board.draft.line(
                f"{_name(low)} < {_name(high)}" if low <= high else f"{_name(high)} > {_name(low)}", "less"
            )
            board.explain(stroke)


def crosses(board: Board) -> dict[Pair, list[Stroke | Shape]]:
    """The pairs of cells with an X between them, written or drawn as two strokes, and what it is drawn with."""
    found: dict[Pair, list[Stroke | Shape]] = {}
    arms: dict[Pair, dict[tuple[bool, bool], Stroke]] = {}
    for shape in board.drawing.shapes:
        if shape.text.strip().lower() == "x" and (pair := side_at(shape.center)):
            found.setdefault(pair, []).append(shape)
    for stroke in board.drawing.strokes:
        (r, c), (s, d) = stroke.points[0], stroke.points[-1]
        y, x = stroke.points[1] if len(stroke.points) == 3 else ((r + s) / 2, (c + d) / 2)
        if len(stroke.points) in (2, 3) and max(abs(r - s), abs(c - d)) < 0.6 and (pair := side_at((y, x))):
            for p, q in ((r, c), (s, d)):
                if min(abs(p - y), abs(q - x)) > 0.05:
                    arms.setdefault(pair, {})[p > y, q > x] = stroke
    for pair, strokes in arms.items():
        if len(strokes) == 4:
            found.setdefault(pair, []).extend(dict.fromkeys(strokes.values()))
    return {pair: marks for pair, marks in found.items() if all(map(board.draft.inside, pair))}


def apex(stroke: Stroke) -> Pair | None:
    """The two cells of a sign of two short strokes across their side: the one that it points to first."""
    if len(stroke.points) != 3 or stroke.arrow:
        return None
    (ar, ac), (br, bc), (cr, cc) = stroke.points
    if max(abs(ar - cr), abs(ac - cc)) > 0.7 or max(abs(ar - br), abs(ac - bc)) > 0.7:
        return None
    middle = ((min(ar, br, cr) + max(ar, br, cr)) / 2, (min(ac, bc, cc) + max(ac, bc, cc)) / 2)
    pair = side_at(middle)
    if pair is None:
        return None
    sideways = pair[0][0] == pair[1][0]
    step = bc - (ac + cc) / 2 if sideways else br - (ar + cr) / 2
    if abs(step) < 0.03:
        return None
    return (pair[1], pair[0]) if step > 0 else pair


def _negative(board: Board, marked: dict[str, list[Pair]]) -> None:
    dots = [*marked.get("consecutive", []), *marked.get("ratio", [])]
    # A pair whose mark was not read may be one that such a rule leaves free.
    unread = [shape.text.strip().lower() for shape in board.left_shapes() if side_at(shape.center) is not None]
    for one in board.said("all_dots"):
        if "" in unread:
            board.leave_out(one, "a dot without a known meaning is drawn, so that missing dots may say nothing")
            continue
        named = [color for color in one.colors if color in ("black", "white")]
        if one.colors and not named:
            board.leave_out(one, "no dots with a known meaning are drawn that could be meant")
            continue
        named = named or ["black", "white"]
        if "black" in named and board.said("ratio"):
            board.draft.line(f"no_ratio(cells, 2, except = [{_pairs(dots)}])", "negative")
        if "white" in named and board.said("consecutive"):
            board.draft.line(f"nonconsecutive(except = [{_pairs(dots)}])", "negative")
        if not (board.said("ratio") or board.said("consecutive")):
            board.leave_out(one, "no dots with a known meaning are drawn that could be meant")
    pairs = marked.get("xv", [])
    for one in board.said("all_xv"):
        if {"x", "v"} & set(unread):
            board.leave_out(one, "a letter without a known meaning is drawn, so that missing letters may say nothing")
            continue
        xs = bool(re.search(_X, one.sentence.plain) or "xv" in one.sentence.plain) and bool(board.said("x"))
        vs = bool(re.search(_V, one.sentence.plain) or "xv" in one.sentence.plain) and bool(board.said("v"))
        totals = ", ".join(["10"] * xs + ["5"] * vs)
        if totals:
            board.draft.line(f"no_sum(cells, {totals}, except = [{_pairs(pairs)}])", "negative")
        else:
            board.leave_out(one, "no letters with a known meaning are drawn")


def _pairs(pairs: Iterable[Pair]) -> str:
    return ", ".join(f"[{_name(a)}, {_name(b)}]" for a, b in dict.fromkeys(pairs))


def _product_squares(board: Board) -> None:
    """An X at a corner: the two digits on each diagonal of its four cells have one product."""
    for one in board.said("product_square"):
        found = [
            (shape, cells)
            for shape in board.left_shapes()
            if shape.text.strip().lower() == "x" and (cells := corner_at(shape.center))
        ]
        for shape, (a, b, c, d) in found:
            board.draft.line(f"{_name(a)} * {_name(d)} == {_name(b)} * {_name(c)}", "products")
            board.explain(shape)
        if not found:
            board.leave_out(one, "no X is drawn on a corner of cells for this rule")


def _corners(board: Board) -> None:
    statements = board.about("corner")
    names = {one.rule.name for one in statements}
    either = bool(board.said("corner_either")) and names == {"quadruple", "corner_sum"}
    if len(names) != 1 and not either:
        return
    one = statements[0]
    circles: dict[tuple[Cell, ...], list[Shape]] = {}
    for shape in board.left_shapes():
        cells = corner_at(shape.center)
        least = 0.1 if one.rule.name == "one_is_sum" else 0.3
        round_one = shape.round and least <= shape.height <= 0.9 and (shape.fill or shape.border)
        if cells is not None and round_one and all(board.draft.inside(cell) for cell in cells):
            circles.setdefault(cells, []).append(shape)
    for cells, shapes in circles.items():
        row, column = cells[3][0] - 1, cells[3][1] - 1
        texts = [
            shape
            for shape in board.left_shapes()
            if shape.text.strip() and abs(shape.center[0] - row) < 0.3 and abs(shape.center[1] - column) < 0.3
        ]
        once = {(round(shape.center[0], 1), round(shape.center[1], 2)): shape.text for shape in texts}
        words = " ".join(once[place] for place in sorted(once))
        if one.rule.name == "one_is_sum" and not texts:
            group = f"[{', '.join(map(_name, cells))}]"
            board.draft.line(f"any(2 * x == sum({group}) for x in {group})", "corners")
            board.explain(*shapes)
            continue
        if one.rule.name == "corner_run" and not texts:
            board.draft.clue("renban", cells, "corners")
            board.explain(*shapes)
            continue
        several = len(once) > 1 and any(re.search(r"\d\d", text) for text in once.values())
        if not re.fullmatch(r"[\d\s,]+", words) or several:
            continue
        if either:
            group = f"[{', '.join(map(_name, cells))}]"
            digits = ", ".join(re.findall(r"[0-9]", words))
            number = "".join(words.split())
            board.draft.line(f"sum({group}) == {number} or contains({group}, {digits})", "corners")
        elif one.rule.name == "corner_sum":
            number = "".join(words.split())
            board.draft.clue(f"total {number}", cells)
        elif board.draft.highest <= 9 and one.rule.name == "quadruple":
            board.clue("quadruple", f"contains {' '.join(re.findall(r'[0-9]', words))}", cells)
        else:
            continue
        board.explain(*shapes, *texts)


def _name(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"
