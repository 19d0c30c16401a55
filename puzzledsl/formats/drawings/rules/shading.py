"""Cells that the solver shades: two connected parts (yin-yang), and what digits and circles say about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.rules.marks import marked_cell
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_WORDS = """all area are as b block both can cannot cells color completely connected constitute contiguous cover
    covered different each either entire entirely every fill form full fully group grid i ii iii is may must neither no
    nor not one orthogonal orthogonally region same shade shaded single so some square such that two unshaded using with
    yin yang remaining contain exactly a"""
_SEES = (
    r"(?:seen|see|visible)(?: orthogonally| from (?:that|its) (?:position|cell)| horizontally (?:and|or) vertically)*"
)
RULES = (
    rule(
        "two_parts",
        "shade",
        r"(?=.*\bshade|.*\bcolor)"
        r"(?:.*\ball shaded (?:cells )?.*\bconnected\b.*\ball unshaded (?:cells )?.*\bconnected\b"
        r"|.*\bshaded cells and (?:the )?unshaded cells each form.*\bconnected\b"
        r"|.*\beach color (?:must )?(?:forms?|constitutes?) (?:an? |one |single )*"
        r"orthogonally[- ](?:connected|contiguous))",
        _WORDS,
        alone=True,
    ),
    rule(
        "no_square",
        "shade",
        r"\bno 2x2 [^,]*\b(?:shaded\b[^,]*\bunshaded|unshaded\b[^,]*\bshaded|(?:one|single|same) color)"
        r"|\bevery 2x2 [^,]*both shaded and unshaded",
        _WORDS,
        alone=True,
    ),
    rule(
        "circle_shade",
        "shade",
        r"^(?:all |the )?(?:cells with )?circles? (?:are|is|must be)(?: always)? (?P<shade>un)?shaded"
        r"(?P<mines>,? and counts? the number of shaded cells (?:in|among) the "
        r"(?:surrounding|neighboring|adjacent) cells)?$",
        _WORDS + " circle always count number surrounding neighboring adjacent among minesweeper",
        alone=True,
    ),
    rule(
        "digit_shade",
        "shade",
        r"^(?:the )?digits (?P<set>\d(?:,? ?(?:and )?\d)*) are (?P<shade>always|never) shaded$",
        _WORDS + " always never",
        alone=True,
    ),
    rule(
        "parity_shade",
        "shade",
        r"^(?P<parity>even|odd)(?: number(?:ed)?)? digits (?:in|on|along) an? (?P<where>cage|thermometer) "
        r"are(?: always)? (?P<shade>un)?shaded(?:,? (?:and )?(?P<other>even|odd)(?: number(?:ed)?)? digits "
        r"are(?: always)? (?P<against>un)?shaded)?$",
        _WORDS + " even odd cage thermometer always number",
        alone=True,
    ),
    rule(
        "circle_parity",
        "shade",
        r"^all odd digits in circles are one color,? (?:and )?all even digits in circles are the other color$",
        _WORDS + " odd even circle other",
        alone=True,
    ),
    rule(
        "dots_part",
        "shade",
        r"^(?P<dots>white|black) dots separate (?:consecutive )?(?:digits|cells) of (?:opposite|different) colors?$",
        _WORDS + " white black dots separate consecutive opposite",
        alone=True,
    ),
    rule(
        "signed_cages",
        "shade",
        r"^in cages,? shaded digits count as positive numbers?,? and unshaded digits count as negative numbers?$",
        _WORDS + " cages count positive negative number",
        alone=True,
    ),
    rule(
        "seen_alike",
        "shade",
        rf"^(?:the |a )?digits? in (?:an? )?(?P<where>cages?|caged cells?|circles?|circled cells?) indicates? how many "
        rf"cells of the same (?:color|shade|shading) are {_SEES},? including itself$",
        _WORDS
        + " cage caged circle circled indicate how many seen see visible from position including itself vertically "
        "horizontally",
        alone=True,
    ),
)


def bind(board: Board) -> None:
    """Write the shaded cells as a grid, and the rules about them, if digits depend on them."""
    shape = board.said("two_parts", "no_square")
    conditions: list[str] = []
    for one in board.about("shade"):
        match = one.rule.says.search(one.sentence.plain)
        if one in shape or match is None:
            continue
        lines = _lines(board, one, match) if shape else ""
        if lines:
            conditions.append(lines)
        else:
            board.leave_out(one, "which cells this is about is not certain")
    if not conditions:
        for one in shape:
            board.leave_out(one, "no known rule about digits depends on what is shaded")
        return
    draft = board.draft
    draft.declare(f"grid shaded[{draft.height}, {draft.width}] in bool\nlet shade(c) = shaded[row_of(c), column_of(c)]")
    if board.said("two_parts"):
        draft.line("connected(shaded, 1)\nconnected(shaded, 0)", "shaded cells")
    if board.said("no_square"):
        draft.line("for block in blocks(2, 2, shaded):\n    0 < sum(block) < 4", "shaded cells")
    for lines in conditions:
        draft.line(lines, "shaded cells")
    if not board.said("circle_shade", "digit_shade", "parity_shade", "signed_cages"):  # the two colours could be swapped
        draft.line("shaded[1, 1] == 0", "shaded cells")


def _lines(board: Board, one: Statement, match: re.Match[str]) -> str:
    """The conditions of a sentence about shaded cells; nothing if its cells are not known."""
    cells = ""
    if one.rule.name == "dots_part":
        pairs = ", ".join(f"({cell_name(a)}, {cell_name(b)})" for a, b in board.known(f"{match['dots']} dot"))
        return f"for a, b in [{pairs}]:\n    shade(a) != shade(b)" if pairs else ""
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
            shade = f"(shade(c) == {0 if match['shade'] else 1})"
            return f"for c in {cells}:\n    {value} {'<->' if match['other'] else '->'} {shade}"
    return (
        f"for c in {cells}:\n"
        "    c == 1 + count(all(shade(x) == shade(c) for x in ray[1..k]) for ray in rays(c), k in 1..len(ray))"
    )


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


def _circles(board: Board) -> str:
    """The cells with circles, if all look alike."""
    singles = [(s, cell) for s in board.drawing.shapes if s.round and (cell := marked_cell(board, s)) is not None]
    if len({(shape.fill, shape.border) for shape, _ in singles}) != 1 or any(s.text.strip() for s, _ in singles):
        return ""
    board.explain(*(shape for shape, _ in singles))
    return _named(sorted({cell for _, cell in singles}))


def _named(cells: list[Cell]) -> str:
    return f"[{', '.join(map(cell_name, cells))}]" if cells else ""
