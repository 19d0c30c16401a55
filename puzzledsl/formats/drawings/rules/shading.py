"""Cells that the solver shades: two connected parts (yin-yang), and what digits and circles say about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import corner_at, side_at
from puzzledsl.formats.drawings.rules.cell_arrows import arrows_in_cells
from puzzledsl.formats.drawings.rules.marks import marked_cell
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_WORDS = """all area are as b block both can cannot cells color completely connected constitute contiguous cover
    covered different each either entire entirely every fill form full fully group grid i ii iii is may must neither no
    nor not one orthogonal orthogonally light but region same shade shaded single so some square such that two unshaded
    using with yin yang remaining contain exactly a"""
_SEES = (
    r"(?:seen|see|visible)(?: orthogonally| from (?:that|its) (?:position|cell)| horizontally (?:and|or) vertically)*"
)
_SHADE = re.compile(r"\bshade some cells (?:so|such) that:\s*\n")
"""What the prose says where nothing but conditions on the shaded cells follows, a line for each."""
_SWAPPABLE = ("circle_parity", "seen_alike", "cage_halves", "dots_part", "marks_see_alike", "blocks_sight")
"""Rules that hold as well where shaded and unshaded cells change places."""
_PLACES_ONLY = (
    *("two_parts", "no_square", "circle_shade", "symmetric_shade", "dots_shaded", "blocks_sight"),
    *("cave", "cave_walls"),
)
"""Rules that say where shaded cells are, and nothing of digits."""
_CAVE = ("cave", "cave_walls", "cave_clues", "caged_clues", "cave_misses")
_SEES_SHADE = (
    "# How many cells in a row have the shade of the first one, and how many a cell sees so in all directions.\n"
    "let same_shade(a, b) = shade(a) == shade(b)\n"
    "let shade_run(line) = if len(line) < 2 then 0 "
    "else if same_shade(line[1], line[2]) then 1 + shade_run(line[2..len(line)]) else 0\n"
    "let sees_shade(c) = 1 + sum([shade_run(concat([c], ray)) for ray in rays(c)])"
)
SHADING = "grid shaded[{height}, {width}] in bool\nlet shade(c) = shaded[row_of(c), column_of(c)]"
"""The declaration of the cells that the solver shades."""
RULES = (
    rule(
        "two_parts",
        "shade",
        r"(?=.*\bshade|.*\bcolor)"
        r"(?:.*\ball shaded (?:cells )?.*\bconnected\b.*\ball unshaded (?:cells )?.*\bconnected\b"
        r"|.*\bshaded cells and (?:the )?unshaded cells each form.*\bconnected\b"
        r"|.*\ball light is orthogonally connected and all shade is orthogonally connected\b"
        r"|.*\beach color (?:must )?(?:forms?|constitutes?) (?:an? |one |single )*"
        r"orthogonally[- ](?:connected|contiguous))",
        _WORDS,
        alone=True,
    ),
    rule(
        "no_square",
        "shade",
        r"\bno 2x2 [^,]*\b(?:shaded\b[^,]*\bunshaded|unshaded\b[^,]*\bshaded|(?:one|single|same) color)"
        r"|\bevery 2x2 [^,]*both shaded and unshaded|\bno 2x2 region is all light or all shade\b",
        _WORDS,
        alone=True,
    ),
    rule(
        "circle_shade",
        "shade",
        r"^(?:all |the )?(?:cells with )?circles? (?:are|is|must be)(?: always)? (?P<shade>un)?shaded"
        r"(?P<mines>,? and counts? the number of shaded cells (?:in|among) the "
        r"(?:surrounding|neighboring|adjacent) cells)?$",
    ),
    rule(
        "digit_shade", "shade", r"^(?:the )?digits (?P<set>\d(?:,? ?(?:and )?\d)*) are (?P<shade>always|never) shaded$"
    ),
    rule(
        "parity_shade",
        "shade",
        r"^(?P<parity>even|odd)(?: number(?:ed)?)? digits (?:in|on|along) an? (?P<where>cage|thermometer) "
        r"are(?: always)? (?P<shade>un)?shaded(?:,? (?:and )?(?P<other>even|odd)(?: number(?:ed)?)? digits "
        r"are(?: always)? (?P<against>un)?shaded)?$",
    ),
    rule(
        "circle_parity",
        "shade",
        r"^all odd digits in circles are one color,? (?:and )?all even digits in circles are the other color$",
    ),
    rule(
        "dots_part",
        "shade",
        r"^(?P<dots>white|black) dots separate (?:consecutive )?(?:digits|cells) of (?:opposite|different) colors?$",
    ),
    rule(
        "marks_see_alike",
        "shade",
        r"^(?P<noun>[a-z]+) and (?P<noun2>[a-z]+) both count the number of cells the same color as they are "
        r"which are "
        r"orthogonally visible from their position$",
    ),
    rule("blocks_sight", "shade", r"^the other color blocks (?:the )?line of sight$"),
    rule(
        "cave",
        "shade",
        r"^shade some cells to leave behind a single connected group(?::| -) (?:the )?cave - with no enclosed,? "
        r"shaded cells$",
    ),
    rule(
        "cave_walls",
        "shade",
        r"^(?:i\.e\.? )?all shaded cells must be connected by other shaded cells to an edge of the grid$",
    ),
    rule(
        "cave_clues",
        "shade",
        r"^all [\"']?cave clues[\"']? must be a part of the cave,? with each number indicating the total count "
        r"of cells "
        r"connected vertically and horizontally to the numbered cell including the cell itself$",
    ),
    rule("caged_clues", "shade", r"^digits that appear in a cage also act as [\"']?cave clues[\"']?$"),
    rule("cave_misses", "shade", r"^there is exactly (?:one|1) digit that does not appear anywhere in the cave$"),
    rule(
        "signed_cages",
        "shade",
        r"^in cages,? shaded digits count as positive numbers?,? and unshaded digits count as negative numbers?$",
    ),
    rule(
        "seen_alike",
        "shade",
        rf"^(?:the |a )?digits? in (?:an? )?(?P<where>cages?|caged cells?|circles?|circled cells?) indicates? "
        rf"how many "
        rf"cells of the same (?:color|shade|shading) are {_SEES},? including itself$",
    ),
    rule(
        "shaded_whisper",
        "shade",
        r"^(?:adjacent digits (?:within|in|inside) the (?P<inside>un)?shaded (?:region|area|cells)"
        r"|if 2 orthogonally (?:connected|adjacent) cells are both (?P<both>un)?shaded,? then the digits in "
        r"(?:those|these) cells)"
        r" must (?:differ by|have a difference of) at least (?P<n>\d)$",
    ),
    rule("dots_shaded", "shade", r"^(?:every|each|all) dots? must touch (?:a|at least one|at least 1) shaded cell$"),
    rule(
        "circle_sums",
        "shade",
        r"^(?:numbers|the number|a number) in (?:an? )?circles? (?:are|is|shows|gives?) the sum of the digits "
        r"(?:with)?in (?:the )?shaded cells (?:that )?touch(?:ing)? (?:the|that|its) circle$",
    ),
    rule(
        "cage_halves",
        "shade",
        r"^(?:within|in) (?:each|every) cage,? the sum of the shaded (?:digits|cells) (?:equals|is equal to) the sum "
        r"of the unshaded (?:digits|cells)$",
    ),
    rule(
        "arrow_shaded",
        "shade",
        r"^(?:a|the) digit (?:in a cell with an arrow|in an arrow cell|on an arrow) (?:counts|indicates|shows) the "
        r"(?:total )?number of shaded cells (?:seen )?in the direction of the arrow$",
    ),
    rule(
        "symmetric_shade",
        "shade",
        r"^the shading is symmetrical,? reflected in (?:(?P<line>row|column) (?P<n>\d)"
        r"|the (?P<diagonal>positive|negative) diagonal)\b",
        _WORDS + " symmetrical reflected row column positive negative diagonal",
        alone=True,
    ),
)


def bind(board: Board) -> None:
    """Write the shaded cells as a grid, and the rules about them, if digits depend on them."""
    shape = board.said("two_parts", "no_square")
    conditions: list[str] = []
    for one in board.about("shade"):
        whole = f"{one.sentence.heading}: {one.sentence.plain}"
        match = one.rule.says.search(one.sentence.plain) or one.rule.says.search(whole)
        if one in shape or match is None or one.rule.name == "blocks_sight":
            continue
        spoken = shape or board.said("cave") or _SHADE.search(board.draft.rules.lower())
        lines = _lines(board, one, match) if spoken else ""
        if lines:
            conditions.append(lines)
        else:
            board.leave_out(one, "no cells are drawn that could be meant")
    claimed = claims_shade(board)
    if not conditions and not (claimed and shape):
        for one in shape:
            board.leave_out(one, "no known rule about digits depends on what is shaded")
        return
    draft = board.draft
    draft.declare(SHADING.format(height=draft.height, width=draft.width))
    if board.said("two_parts"):
        draft.line("connected(shaded, 1)\nconnected(shaded, 0)", "shaded cells")
    if board.said("no_square"):
        draft.line("for block in blocks(2, 2, shaded):\n    0 < sum(block) < 4", "shaded cells")
    for lines in conditions:
        draft.line(lines, "shaded cells")
    if not claimed and all(one in shape or one.rule.name in _SWAPPABLE for one in board.about("shade")):
        draft.line("shaded[1, 1] == 0", "shaded cells")


def shades_digits(board: Board) -> bool:
    """Whether any sentence says how shaded cells depend on digits."""
    return claims_shade(board) or any(one.rule.name not in _PLACES_ONLY for one in board.about("shade"))


def claims_shade(board: Board) -> bool:
    """Whether a sentence about classes of cells says how shaded cells depend on digits."""
    said = (one.condition for one in board.about("classes") if re.search(r"\bis_(?:un)?shaded\(", one.condition))
    rest = (re.sub(r"\bis_(?:un)?shaded\(|\bfor [a-z, ]+ in\b", "", text) for text in said)
    return any(re.search(r"\bis_\w+\(|\bsees_|\b[abcx] (?:==|in|mod|[<>])|\bthen c\b", text) for text in rest)


def _lines(board: Board, one: Statement, match: re.Match[str]) -> str:
    """The conditions of a sentence about shaded cells; nothing if its cells are not known."""
    cells = ""
    if one.rule.name == "dots_part":
        known = ", ".join(f"({cell_name(a)}, {cell_name(b)})" for a, b in board.known(f"{match['dots']} dot"))
        return f"for a, b in [{known}]:\n    shade(a) != shade(b)" if known else ""
    if one.rule.name == "marks_see_alike":
        asides = one.sentence.asides
        marks = sorted({cell for s in board.drawing.shapes if (cell := marked_cell(board, s)) and not s.text.strip()})
        told = "circles" in asides and "squares" in asides and "including themselves" in asides
        if not told or not marks or not board.said("blocks_sight"):
            return ""
        board.draft.declare(_SEES_SHADE)
        board.explain(*(s for s in board.drawing.shapes if marked_cell(board, s) and not s.text.strip()))
        return f"for c in {_named(marks)}:\n    c == sees_shade(c)"
    if one.rule.name in _CAVE:
        return _cave(board, one)
    if one.rule.name == "signed_cages":
        return _signed(board)
    if one.rule.name in ("circle_shade", "circle_parity") or "circle" in (match.groupdict().get("where") or ""):
        cells = _circles(board)
    elif (match.groupdict().get("where") or "").startswith("cage"):
        drawn = [cage for cage in board.drawing.cages if not cage.hidden]
        cells = _named(sorted({cell for cage in drawn for cell in cage.cells}))
        board.explain(*(cage for cage in drawn if not cage.value))
    elif match.groupdict().get("where") == "thermometer":
        cells = _named(sorted(board.typed.get("thermo", {})))
    if one.rule.name == "digit_shade":
        digits = ", ".join(re.findall(r"\d", match["set"]))
        return f"for c in cells:\n    c in {{{digits}}} -> shade(c) == {int(match['shade'] == 'always')}"
    match one.rule.name:
        case "shaded_whisper":
            state = int(not (match["inside"] or match["both"]))
            held = f"shade(a) == {state} and shade(b) == {state} -> abs(a - b) >= {one.value}"
            return f"for a, b in adjacent_pairs(cells):\n    {held}"
        case "symmetric_shade":
            return _mirrored(board, match)
        case "dots_shaded":
            dots = dict.fromkeys(
                pair
                for shape in board.drawing.shapes
                if shape.round and (pair := side_at(shape.center)) and all(map(board.draft.inside, pair))
            )
            named = ", ".join(f"[{cell_name(a)}, {cell_name(b)}]" for a, b in dots)
            return f"for a, b in [{named}]:\n    shade(a) + shade(b) >= 1" if dots else ""
        case "circle_sums":
            return "\n".join(_sums_at_circles(board))
        case "cage_halves":
            drawn = [cage for cage in board.drawing.cages if not cage.hidden]
            board.explain(*(cage for cage in drawn if not cage.value))
            return "\n".join(
                f"2 * sum([shade(c) * c for c in {named}]) == sum({named})"
                for named in (_named(sorted(cage.cells)) for cage in drawn)
            )
        case "arrow_shaded":
            lines = arrows_in_cells(board)
            board.explain(*(stroke for stroke, _, _ in lines))
            return "\n".join(f"{cell_name(cell)} == sum([shade(c) for c in {_named(seen)}])" for _, cell, seen in lines)
    if not cells:
        return ""
    match one.rule.name:
        case "circle_shade":
            mines = "\n    c == sum(shade(x) for x in touching(c))" if match["mines"] else ""
            return f"for c in {cells}:\n    shade(c) == {0 if match['shade'] else 1}{mines}"
        case "circle_parity":
            return f"for a, b in combinations({cells}):\n    (a mod 2 == b mod 2) == (shade(a) == shade(b))"
        case "parity_shade":
            if match["other"] == match["parity"] or (match["other"] and bool(match["against"]) == bool(match["shade"])):
                return ""
            value = f"(c mod 2 == {int(match['parity'] == 'odd')})"
            shaded = f"(shade(c) == {0 if match['shade'] else 1})"
            return f"for c in {cells}:\n    {value} {'<->' if match['other'] else '->'} {shaded}"
    board.draft.declare(_SEES_SHADE)
    return f"for c in {cells}:\n    c == sees_shade(c)"


def _sums_at_circles(board: Board) -> list[str]:
    """The sums of the shaded cells that meet where a number stands in a circle."""
    found: list[str] = []
    for shape in board.left_shapes():
        cells = side_at(shape.center) or corner_at(shape.center)
        if not (re.fullmatch(r"\s*\d{1,4}\s*", shape.text) and cells and all(map(board.draft.inside, cells))):
            continue
        rings = [other for other in board.left_shapes() if other.round and other.center == shape.center]
        board.explain(shape, *rings)
        found.append(f"sum([shade(c) * c for c in {_named(sorted(cells))}]) == {int(shape.text)}")
    return found


def _mirrored(board: Board, match: re.Match[str]) -> str:
    """The condition that the shaded cells are their own mirror image in a line through the middle of a square grid."""
    side = board.draft.height
    if side != board.draft.width or (match["n"] and 2 * int(match["n"]) != side + 1):
        return ""
    row, column = f"{side + 1} - row_of(c)", f"{side + 1} - column_of(c)"
    image = {
        "row": f"{row}, column_of(c)",
        "column": f"row_of(c), {column}",
        "positive": f"{column}, {row}",
        "negative": "column_of(c), row_of(c)",
    }[match["line"] or match["diagonal"]]
    return f"for c in cells:\n    shade(c) == shade(at({image}))"


def _signed(board: Board) -> str:
    """The sums of cages in which digits that are not shaded count as negative."""
    cages = [cage for cage in board.left_cages() if not cage.hidden]
    if not board.said("cage_sum") or any(not re.fullmatch(r"-?\d{1,3}", cage.value) for cage in cages):
        return ""
    for cage in cages if board.said("cage_distinct") else ():
        board.draft.clue("cage", cage.cells)
    board.explain(*cages)
    return "\n".join(
        ["let signed(c) = if shade(c) == 1 then c else -c"]
        + [f"sum(signed(c) for c in {_named(sorted(cage.cells))}) == {int(cage.value)}" for cage in cages]
    )


def _cave(board: Board, one: Statement) -> str:
    """What a sentence says about a cave: the cells that are not shaded."""
    height, width = board.draft.height, board.draft.width
    match one.rule.name:
        case "cave" if board.said("cave_walls"):
            return "connected(shaded, 0)"
        case "cave_walls" if board.said("cave"):
            board.draft.declare("# Around the grid all is shaded.\ngrid outside[1, 1] in {1}")
            border = f"row_of(c) in {{1, {height}}} or column_of(c) in {{1, {width}}}"
            return (
                "draw hidden(outside)\n"
                "connected(\n    concat(cells(shaded), cells(outside)),\n    1,\n"
                f"    pairs = concat(adjacent_pairs(cells(shaded)), [(outside[1, 1], c) for c in shaded where "
                f"{border}]),\n)"
            )
        case "cave_clues" if board.said("caged_clues"):
            caged = sorted({cell for cage in board.drawing.cages if not cage.hidden for cell in cage.cells})
            board.draft.declare(_SEES_SHADE)
            return f"for c in {_named(caged)}:\n    shade(c) == 0\n    c == sees_shade(c)" if caged else ""
        case "caged_clues" if board.said("cave_clues"):
            return "# The clues of the cave are the digits in cages."
        case "cave_misses":
            return "count(all(not (c == v and shade(c) == 0) for c in cells) for v in lowest..highest) == 1"
    return ""


def _circles(board: Board) -> str:
    """The cells with circles, if all look alike."""
    singles = [(s, cell) for s in board.drawing.shapes if s.round and (cell := marked_cell(board, s)) is not None]
    if len({(shape.fill, shape.border) for shape, _ in singles}) != 1 or any(s.text.strip() for s, _ in singles):
        return ""
    board.explain(*(shape for shape, _ in singles))
    return _named(sorted({cell for _, cell in singles}))


def _named(cells: list[Cell]) -> str:
    return f"[{', '.join(map(cell_name, cells))}]" if cells else ""
