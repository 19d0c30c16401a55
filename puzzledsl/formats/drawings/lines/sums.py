"""What the digits of a line, or of its parts, sum to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.line_kinds import ON, Line, kind, says
from puzzledsl.formats.drawings.line_pieces import from_border, of_whole_regions, write_pieces
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.model import Cell

_SEGMENTS = """wherein n box boxes border borders boundary boundaries divide divides divided split splits
    dividing into segment segments section sections part parts portion portions same equal sum sums total totals add
    adds up region regions different differ may individual visit visits passes pass through line's value identical its
    single time times enters exits whose summing though separate another within crosses edges 's they x lines' where
    between cut cuts separated separates not necessarily bold"""
_CROSS = r"all [\w -]*lines (?:do )?cross at least one (?:\w+ )?border"


def _region_sum(line: Line) -> bool:
    """The pieces between borders of the regions have equal sums."""
    board, cells = line.board, line.cells
    if not board.groups:
        return False
    closed = line.is_closed
    if line.is_crossed or board.digits is not None or of_whole_regions(board):
        return write_pieces(board, [cells])
    if closed and not board.drawing.regions:
        return False
    groups = "" if board.groups == "boxes" else f" {board.groups}"
    board.clue("region_sum", f"region_sum{groups}", from_border(board, cells[:-1]) if closed else cells)
    return True


def _box_total(line: Line) -> bool:
    """Each part of a line in one box has a sum."""
    board, one, cells = line.board, line.one, line.cells
    parts: dict[int, list[Cell]] = {}
    for cell in dict.fromkeys(cells) if board.groups else ():
        parts.setdefault(board.region_of(cell) or 0, []).append(cell)
    for inside in parts.values():
        board.clue(one.rule.name, f"total {one.value}", inside)
    return bool(parts)


def _sum_line(line: Line) -> bool:
    """A line falls into parts with a sum; a closed one may be cut anywhere."""
    board, one, cells = line.board, line.one, line.cells
    if not line.is_crossed:
        loop, part = (" loop = true", cells[:-1]) if line.is_closed else ("", cells)
        board.clue("sum_line", f"sum_line {one.value}{loop}", part)
    return not line.is_crossed


KINDS = (
    kind(
        "region_sum",
        says(
            rf"^{ON}(?=.*\b(?:box|region|border|segment)\w*)(?=.*\b(?:sums?|totals?|add|equal value))"
            r"(?=.*(?:same|equal|identical))",
            _SEGMENTS,
            asides=_CROSS,
        ),
        says(r"\blines? (?:are|is) (?:an? )?(?:region|equal)[- ]sum lines?$", _SEGMENTS),
        usual=("blue",),
        write=_region_sum,
    ),
    kind(
        "row_sum",
        says(rf"^{ON}.*same (?:sum|total|value).* (?:each|every) row", _SEGMENTS + " row rows"),
        form="path",
        clue="region_sum rows",
    ),
    kind(
        "box_total",
        says(rf"^{ON}.*\b(?:add|adds|sum|sums)(?: up)? to (?P<n>\d+) in each 3x3 box$", _SEGMENTS),
        write=_box_total,
    ),
    kind(
        "zipper",
        says(
            r"(?:equal(?:ly)? distan\w+|equidistant|same distance).*(?:center|middle)",
            """zipper zippers equal equidistant distance equally same distant away center middle central sum sums
            summing
            add adds up total totals pairs pair line's circle circled their marked value dot spot digit located odd
            length
            with""",
            asides="(?:noted|marked|shown) by a (?:small )?dot",
        ),
        called="zipper",
        form="line",
        usual=("lavender", "purple"),
    ),
    kind(
        "sum_line",
        says(
            rf"^{ON}(?=.*\b(?:consists|broken|divided|split|group|segment|section|made)).*"
            r"\b(?:sums?|adds?|summing) (?:up )?to (?P<n1>\d+)",
            """broken consists numerous divided divide split into one more group groups segment segments section
            sections
            contiguous continuous of adjacent consecutive sum sums add up up-to non-overlapping which non overlapping be
            can separate at least without overlap ten 's summing adding wholly completely strings string""",
        ),
        write=_sum_line,
    ),
    kind(
        "total",
        says(
            rf"^{ON}(?!.*(?:segment|group|divided|box|broken|split|section|circle)).*"
            r"(?:digits that sum|sums?|adds?|summing)(?: up)? to (?P<n1>\d+)$",
            "sum sums add adds up to ten along total",
        ),
        clue="total {n}",
    ),
    kind(
        "square",
        says(rf"^{ON}.*sum to the square of the (?:largest|highest) digit", "sum square largest highest"),
        block="sum(line) == max(line) ^ 2",
    ),
    kind(
        "half_sum",
        says(
            rf"^{ON}.*\bcontains? a digit (?:that is )?equal to half (?:of )?the sum of its digits$",
            "equal half sum its",
        ),
        block="any(2 * a == sum(line) for a in line)",
    ),
    kind(
        "multiple_sums",
        says(
            rf"^{ON}.*(?:group|set|run|sequence) of 3 (?:digits|cells|values).*sums? to a multiple of (?P<n>\d)$",
            "consecutive any group set run sequence sum sums multiple",
        ),
        block="for run in windows(line, 3):\n        sum(run) mod {n} == 0",
    ),
)
RULES = (
    rule(
        "region_cut",
        "part",
        r"^(?=.*\b(?:box|region)(?:es)?\b).*(?:borders?|boundar\w+) (?:divide|split|separate|cut)"
        r"|lines?.*(?:divided|split) .*by .*(?:border|box)",
        _SEGMENTS,
        asides=_CROSS,
    ),
    rule(
        "segment_sum",
        "part",
        r"^(?=.*\b(?:segment|section|part|portion)s?\b)(?=.*\b(?:sums?|totals?)\b).*(?:same|equal|identical)",
        _SEGMENTS,
        asides=_CROSS,
    ),
    rule(
        "rising_segments",
        "part",
        r"^(?:the )?segment totals must (?:increase|rise) from (?:1|one) end of the line to the other$",
    ),
    rule(
        "segment_totals",
        "part",
        r"^each segment's total is (?:found by summing|the sum of) the digits on (?:that|the) segment$",
    ),
    rule(
        "cut_freely",
        "part",
        rf"^{ON}(?!.*\b(?:box|region|border)\w*).*\b(?:divided|split|broken|partitioned) (?:up )?into (?:one or more "
        r"|two or more |several |a number of )?(?:non-?overlapping |contiguous |connected )*"
        r"(?:segments|groups|sections|parts)$",
        "divide split broken partition up into one more several non-overlapping non overlapping contiguous connected "
        "segment group section part number entirely",
        alone=True,
    ),
    rule(
        "part_total",
        "part",
        r"^(?:each|every|all)(?: of these| such)? (?:segment|group|section|part)s?\b[\w' ]* (?:sums?|adds?)(?: up)? to "
        r"(?P<n>\d+)$",
        "segment group section part sum add up digit's whose",
        alone=True,
    ),
)
