"""Coloured lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_ON = r"(?=.*\b(?:lines?|whispers?|renbans?|loops?|wires?|vines?|stems?|strings?)\b)(?!.*\bdots?\b)"
_NEXT = "adjacent neighboring neighbor neighbors neighbour consecutive successive next orthogonally diagonally each other another beside differ"
_GAP = f"""ends pair strong hollow loop acts tinsel differ differs difference differences at least minimum min more apart value values german dutch whisper whispers
whispering amsterdam {_NEXT} greater equal differing"""
_SEGMENTS = """box boxes border borders boundary boundaries divide divides divided split splits dividing into segment segments section sections
part parts portion portions same equal sum sums total totals add adds up region regions different differ may individual
visits visit passes pass through line's value identical its single time times enters exits whose summing though separate another within crosses edges 's they x lines' single where between cut cuts separated separate separates not necessarily bold"""
_SET = """set sets sequence group series string non nonrepeating non-repeating repeat repeats repeated repeating unique distinct different consecutive
sequential any order some no not without renban renbans form forms necessarily arranged appear but may ascending made up values which run order duplicates cannot do infinite integer integers order particular
numerical comprised consist consists exactly once"""
_MIRROR = """palindrome palindromes palindromic palindromatic read reads reading same both either direction directions forward forwards backward
backwards back ways way ends end sequence whether from way's identical mirror order side sides appear means meaning"""
_THIRDS = """entropic entropy any set sets group groups sequence run runs consecutive adjacent successive contiguous low lows lower middle mid medium high higher
at least exactly include includes including following least digit's one from least both neighboring"""
_EVEN = "alternate at same cannot differ ones odds evens alternates alternating parity parities odd even opposite different adjacent neighboring consecutive differ successive next"
_ZIP = """zipper zippers equal equidistant distance equally same distant away center middle central sum sums summing add adds up total totals pairs pair
line's circle circled their marked value dot spot up digit located odd length with"""
_BETWEEN = """between strictly circle circles circled ends end value values endpoints bulb bulbs greater smaller larger less lie lies numerically exclusive sandwiched"""

RULES = (
    rule("whisper", "line", rf"^{_ON}.*(?:(?:differ\w*|apart|difference of)\b.{{0,40}}?(?:at least|minimum of|minimum|or more than|>=|greater than or equal to)(?: of| by)? (?P<n1>\d)|minimum difference of (?P<n2>\d)|(?:differ\w*|difference).{{0,30}} (?P<n3>\d) or (?:more|greater|higher)|at least (?P<n4>\d) (?:apart|different|higher))", _GAP),
    rule("whisper", "line", r"\bgerman whisper", _GAP, value=5),
    rule("whisper", "line", r"\bdutch whisper", _GAP, value=4),
    rule("renban", "line", rf"^{_ON}(?!.*\b(?:palindrom|nabner|cannot|must not|adjacent|no 2|(?:any|every|each) (?:sequence|set|group|run|\d)))(?=.*\b(?:consecutive|sequential|renban|sequence)).*(?:\bset\b|any order|sequence|group|series|renban|repeat|some order)", _SET),
    rule("palindrome", "line", rf"^(?=.*\b(?:lines?|palindromes?)\b)(?:.*\bpalindrom\w*|.*\breads? the same)", _MIRROR),
    rule("region_sum", "line", rf"^{_ON}(?=.*\b(?:box|region|border|segment)\w*)(?=.*\b(?:sums?|totals?|add|equal value))(?=.*(?:same|equal|identical))", _SEGMENTS),
    rule("region_cut", "part", r"^(?=.*\b(?:box|region)(?:es)?\b).*(?:borders?|boundar\w+) (?:divide|split|separate|cut)|lines?.*(?:divided|split) .*by .*(?:border|box)", _SEGMENTS),
    rule("segment_sum", "part", r"^(?=.*\b(?:segment|section|part|portion)s?\b)(?=.*\b(?:sums?|totals?)\b).*(?:same|equal|identical)", _SEGMENTS),
    rule("nabner", "line", rf"nabner|^{_ON}.*no (?:2 )?digits .*(?:consecutive|same)", "nabner no not consecutive same different may repeat repeated or identical be cannot contain digits any other value values unique even adjacent nor regardless position distance"),
    rule("entropic", "line", rf"^(?=.*\b(?:lines?|entrop\w+)\b)(?!.*2x2).*(?:\blow\b.*\bhigh\b|1[, /&]*(?:or |and )?2[, /&]*(?:or |and )?3\b.*7[, /&]*(?:or |and )?8[, /&]*(?:or |and )?9\b)", _THIRDS),
    rule("modular", "line", rf"^(?=.*\b(?:lines?|modular)\b).*(?:1[, /&]*(?:or |and )?4[, /&]*(?:or |and )?7\b.*3[, /&]*(?:or |and )?6[, /&]*(?:or |and )?9|modulo 3|mod 3|remainders?.* (?:divided|division) by 3|\bmodular\b)", _THIRDS + " modular modulo mod different remainder remainders when divided by each division"),
    rule("parity", "line", rf"^{_ON}(?=.*\b(?:alternat\w*|different|opposite|differ|1 odd|one odd|one even|an odd|odd digit|both)\b)(?:.*\b(?:parity|parities)\b|.*\bodd\b.*\beven\b|.*\beven\b.*\bodd\b)", _EVEN),
    rule("zipper", "line", r"(?:equal(?:ly)? distan\w+|equidistant|same distance).*(?:center|middle)", _ZIP),
    rule("between", "line", rf"^{_ON}(?=.*\bbetween\b)(?!.*\bdiamonds?\b)(?!.*(?:sum|total|outside)).*(?:circle|\bends\b|endpoint|bulb)", _BETWEEN),
    rule("distinct", "line", rf"^{_ON}.*(?:(?:not|never|cannot|n't) repeat|all different)(?!.*(?:consecutive|sum))", "not repeat repeated repeats may cannot do don't never any all different no unique"),
    rule("sum_line", "line", rf"^{_ON}(?=.*\b(?:divided|split|group|segment|section|made)).*\b(?:sums?|adds?|summing) (?:up )?to (?P<n1>\d+)", "divided divide split into one more group groups segment segments section sections contiguous continuous of adjacent consecutive sum sums add up up-to non-overlapping which non overlapping be can separate at least without overlap consecutive ten 's summing adding wholly"),
    rule("double_arrow", "line", rf"^{_ON}(?=.*circles?).*sum.*(?:equals?|same).*sum", "sum equals equal double arrow arrows circle circles circled ends end between is same the"),
    rule("index", "line", rf"^(?=.*\bline)(?:.*\bnth (?:cell|digit)\b.*position.*\bn\b)", "nth index indexing n indicate indicates position starting diamond appears where digit from start positions line's along"),
    rule("close", "line", rf"^{_ON}.*(?:differ\w*|difference|apart)\b.{{0,30}}?(?:at most|no more than|maximum of|up to)(?: of| by)? (?P<n1>\d)", _GAP + " most no maximum up"),
    rule("close", "line", rf"^{_ON}.*(?:differ\w*|difference) .{{0,20}}(?P<n1>\d) or less", _GAP + " less"),
    rule("row_sum", "line", rf"^{_ON}.*same (?:sum|total|value).* (?:each|every) row", _SEGMENTS + " row rows"),
    rule("sequence", "line", rf"^{_ON}.*arithmetic (?:sequence|progression)", "arithmetic sequence progression form forms some direction"),
)  # fmt: skip

_USUAL = {
    "whisper": ("green",),
    "renban": ("purple", "pink"),
    "region_sum": ("blue",),
    "palindrome": ("gray",),
    "nabner": ("yellow",),
    "entropic": ("peach", "orange"),
    "modular": ("teal",),
    "parity": ("red",),
    "zipper": ("lavender", "purple"),
    "between": ("gray",),
}
"""The colours that lines have where the prose names none. A line of that colour is taken only if no other rule claims it."""
_PARITY = '# Neighbours on the line are odd and even in turn.\nrule parity(line):\n    for a, b in pairs(line):\n        (a + b) mod 2 == 1\n    draw line(line, color = "#e06666")'
_CLOSE = '# Neighbours on the line differ by at most `gap`.\nrule close(line, gap):\n    for a, b in pairs(line):\n        abs(a - b) <= gap\n    draw line(line, gap, color = "#a4c2f4")'
_INDEX = '# The cell in position n of the line says where n stands on it.\nrule index_line(line):\n    inverse(line, line)\n    draw line(line, color = "#49b8b8")'


def bind(board: Board) -> None:
    """Write the clues of lines."""
    statements = board.about("line")
    cut = board.said("region_cut")
    if cut and board.said("segment_sum") and not board.said("region_sum"):
        colors = tuple(dict.fromkeys(color for one in (*cut, *board.said("segment_sum")) for color in one.colors))
        from dataclasses import replace

        whole = next(one for one in RULES if one.name == "region_sum")
        statements.append(replace(cut[0], rule=whole, colors=colors))
    if not statements:
        return
    groups: dict[str, list[Stroke]] = {}
    for stroke in board.left_strokes():
        if stroke.width >= 0.04 and not _has_bulb(board, stroke):
            groups.setdefault(stroke.color, []).append(stroke)
    merged = _merged(statements)
    chosen = {color: _claim(board, merged, color, groups) for color in groups}
    shared = _shared(board, groups)
    for color, kinds in chosen.items():
        for stroke in groups[color]:
            if kinds and all(_write(board, stroke, one, id(stroke) in shared) for one in kinds):
                board.explain(stroke)
    for one in merged:
        if not any(one in kinds for kinds in chosen.values()):
            board.leave_out(one, "no line fits this rule with certainty")
    _explain_outlines(board)


def _merged(statements: Sequence[Statement]) -> list[Statement]:
    """One statement for each rule and number: a general sentence about it may follow the one that names the colour."""
    from dataclasses import replace

    found: dict[tuple[str, int | None], Statement] = {}
    for one in statements:
        key = (one.rule.name, one.value)
        before = found.get(key)
        found[key] = (
            one if before is None else replace(before, colors=tuple(dict.fromkeys((*before.colors, *one.colors))))
        )
    return list(found.values())


def _claim(
    board: Board, statements: Sequence[Statement], color: str, groups: dict[str, list[Stroke]]
) -> list[Statement]:
    """The rules of the lines of one colour; none if that is not certain."""
    named = [one for one in statements if one.colors]
    best = claims(named, color)
    if best:
        top = best[0][0]
        if max((fit(name, color) for name in board.foreign), default=0.0) > top - 0.05:
            return []
        first = [one for value, one in best if value > top - 0.05]
        # A weak fit is none where the same rule has a better one.
        for one in first:
            others = max((max(fit(name, other) for name in one.colors) for other in groups), default=0.0)
            if others > top + 0.3:
                return []
        passages = {one.sentence.passage for one in first}
        return first if len(first) == 1 or len(passages) == 1 else []
    if max((fit(name, color) for name in board.foreign), default=0.0) > 0.3:
        return []
    unnamed = [one for one in statements if not one.colors]
    free = [other for other in groups if not claims(named, other)]
    if len(unnamed) == 1 and len(free) == 1:
        return unnamed
    usual = [one for one in unnamed if any(fit(name, color) >= 0.7 for name in _usual(one))]
    return (
        usual
        if len(usual) == 1 and sum(any(fit(n, other) >= 0.7 for n in _usual(usual[0])) for other in free) == 1
        else []
    )


def _usual(one: Statement) -> tuple[str, ...]:
    return ("orange",) if one.rule.name == "whisper" and one.value == 4 else _USUAL.get(one.rule.name, ())


def _has_bulb(board: Board, stroke: Stroke) -> bool:
    """Whether a stroke is a thermometer: at one end there is a circle of its own colour, broader than it."""
    ends = (board.path(stroke)[0], board.path(stroke)[-1])
    return any(
        shape.round
        and shape.fill == stroke.color
        and cell_at(shape.center) in ends
        and 1.2 * stroke.width < shape.width >= 0.6
        for shape in board.drawing.shapes
    )


def _shared(board: Board, groups: dict[str, list[Stroke]]) -> set[int]:
    """The strokes of which an end lies on another of their colour: whether they are one line is not certain."""
    found: set[int] = set()
    for strokes in groups.values():
        for a in strokes:
            for b in strokes:
                first, second = board.path(a), board.path(b)
                if a is not b and set(first) != set(second) and (first[0] in second or first[-1] in second):
                    found |= {id(a), id(b)}
    return found


def _write(board: Board, stroke: Stroke, one: Statement, shared: bool) -> bool:
    """Write the clue of a stroke, if the rule fits its form."""
    draft = board.draft
    cells = board.path(stroke)
    closed = len(cells) > 2 and cells[0] == cells[-1]
    crossed = len(set(cells)) < len(cells) - closed
    name = one.rule.name
    if shared and name not in ("whisper", "parity", "close", "between"):
        board.draft.leave_out(f"lines of one colour meet, so which are one line is not certain: “{one.sentence.text}”")
        return False
    match name:
        case "whisper" | "parity":
            if name == "parity":
                draft.declare(_PARITY)
            words = "parity" if name == "parity" else f"whisper {one.value}"
            for piece in _simple(cells):
                draft.clue(words, piece)
            return True
        case "close":
            draft.declare(_CLOSE)
            for piece in _simple(cells):
                draft.clue(f"close {one.value}", piece)
            return True
        case "renban" | "distinct" | "nabner":
            words = "alldifferent" if name == "distinct" else name
            draft.clue(words, tuple(dict.fromkeys(cells)), name)
            return True
        case "region_sum" if board.groups and not crossed:
            groups = "" if board.groups == "boxes" else f" {board.groups}"
            draft.clue(f"region_sum{groups}", cells, name) if not closed else None
            return not closed
        case "row_sum" if not crossed and not closed:
            draft.clue("region_sum rows", cells, name)
            return True
        case "sum_line" if not crossed:
            loop = " loop = true" if closed else ""
            draft.clue(f"sum_line {one.value}{loop}", cells[:-1] if closed else cells)
            return True
        case "between":
            rings = {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}
            if cells[0] not in rings or cells[-1] not in rings or set(cells[1:-1]) & rings or crossed or closed:
                return False
        case "index":
            if crossed or closed:
                return False
            draft.declare(_INDEX)
            draft.clue("index_line", cells)
            return True
    if crossed or closed:
        return False
    if name in ("palindrome", "zipper", "entropic", "modular", "double_arrow", "sequence", "between"):
        draft.clue(name, cells)
        return True
    return False


def _simple(cells: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """A line in pieces that meet no cell twice; neighbouring pieces share a cell."""
    pieces: list[tuple[Cell, ...]] = []
    piece: list[Cell] = []
    for cell in cells:
        if cell in piece:
            pieces.append(tuple(piece))
            piece = [piece[-1]]
        piece.append(cell)
    return [*pieces, tuple(piece)]


def _explain_outlines(board: Board) -> None:
    """Strokes under or over explained ones, white or black, are their outline."""
    bound = {frozenset(board.path(stroke)) for stroke in board.drawing.strokes if not board.is_left(stroke)}
    for stroke in board.left_strokes():
        if frozenset(board.path(stroke)) in bound:
            board.explain(stroke)
    dots = {cell for cells in bound for cell in cells}
    for shape in board.left_shapes():
        if not shape.text and max(shape.height, shape.width) < 0.6 and cell_at(shape.center) in dots and shape.round:
            board.explain(shape)
