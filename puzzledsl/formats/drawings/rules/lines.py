"""Coloured lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at, meet
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
_SEGMENTS = """n box boxes border borders boundary boundaries divide divides divided split splits dividing into segment segments section sections
part parts portion portions same equal sum sums total totals add adds up region regions different differ may individual
visits visit passes pass through line's value identical its single time times enters exits whose summing though separate another within crosses edges 's they x lines' single where between cut cuts separated separate separates not necessarily bold"""
_SET = """set sets sequence group series string non nonrepeating non-repeating repeat repeats repeated repeating unique distinct different consecutive
sequential any order some no not without renban renbens renbans form forms necessarily arranged appear but may ascending made up values which run order duplicates cannot do infinite integer integers order particular
numerical comprised consist consists exactly once"""
_MIRROR = """without bulbs palindrome palindromes palindromic palindromatic sequence string read reads reading same both either direction directions forward forwards backward
backwards back ways way ends end sequence whether from way's identical mirror order side sides appear means meaning"""
_THIRDS = """residue residues class classes modulo remainder remainders sequential segment striped striped taken 3-cell length middly alternates entropic entropy any set sets group groups sequence run runs consecutive adjacent successive contiguous low lows lower middle mid medium high higher
at least exactly include includes including following least digit's one from least both neighboring"""
_EVEN = "alternate at same cannot differ ones odds evens alternates alternating parity parities odd even opposite different adjacent neighboring consecutive differ successive next"
_ZIP = """zipper zippers equal equidistant distance equally same distant away center middle central sum sums summing add adds up total totals pairs pair
line's circle circled their marked value dot spot up digit located odd length with"""
_BETWEEN = """between strictly circle circles circled ends end value values endpoints bulb bulbs greater smaller larger less lie lies numerically exclusive sandwiched"""

_PAIRWISE = ("whisper", "parity", "close", "factors", "one_or_three", "low_high", "same_difference")
"""Rules about neighbours on a line, for which it does not matter where one line ends and another begins."""
_NAMES = (
    ("zipper", "zipper"), ("palindrome", "palindromes?"), ("parity", "parity"), ("nabner", "nabner"), ("modular", "modular"),
    ("entropic", "entropic"), ("renban", "renbans?"), ("index", "index"),
)  # fmt: skip
"""Rules that a sentence may name without saying what they mean."""
_CONDITIONS = (
    ("square", r".*sum to the square of the (?:largest|highest) digit", "sum square largest highest", "sum(line) == max(line) ^ 2"),
    ("factors", r".*(?:integer quotient|one (?:is|must be) a (?:factor|multiple|divisor) of)", "factor factors adjacent integer quotient multiple divisor neighboring",
     "for a, b in pairs(line):\n        a mod b == 0 or b mod a == 0"),
    ("one_or_three", r".*difference of (?:either )?1 or 3$", "adjacent difference", "for a, b in pairs(line):\n        abs(a - b) in {1, 3}"),
    ("same_difference", r"(?!.*segment).*(?:adjacent|neighbou?ring|neigbouring).*(?:always )?(?:have|has|with) the same difference", "same difference adjacent neighboring neigbouring always any constant",
     "for a, b, c in windows(line, 3):\n        abs(a - b) == abs(b - c)"),
    ("low_high", r".*alternate between low \\(1234\\) and high \\(6789\\)", "alternate low high",
     "for a, b in pairs(line):\n        a < 5 and b > 5 or a > 5 and b < 5"),
    ("multiple_of_3", r".*(?:group|set|run|sequence) of 3 (?:digits|cells|values).*sums? to a multiple of 3$", "consecutive any group set run sequence sum sums multiple",
     "for run in windows(line, 3):\n        sum(run) mod 3 == 0"),
    ("multiple_of_5", r".*(?:group|set|run|sequence) of 3 (?:digits|cells|values).*sums? to a multiple of 5$", "consecutive any group set run sequence sum sums multiple",
     "for run in windows(line, 3):\n        sum(run) mod 5 == 0"),
    ("no_neighbors", r"if a digit appears on the line then digits consecutive with it must not appear", "appears appear not consecutive",
     "for v in lowest..highest - 1:\n        not (any(cell == v for cell in line) and any(cell == v + 1 for cell in line))"),
)  # fmt: skip
"""Rules about lines that are conditions: name, pattern, vocabulary, and the block of a rule in the language."""
RULES = (
    rule("whisper", "line", rf"^{_ON}.*(?:(?:differ\w*|apart|difference of)\b.{{0,40}}?(?:at least|minimum of|minimum|or more than|>=|greater than or equal to)(?: of| by)? (?P<n1>\d)|minimum difference of (?P<n2>\d)|(?:differ\w*|difference).{{0,30}} (?P<n3>\d) or (?:more|greater|higher)|at least (?P<n4>\d) (?:apart|different|higher))", _GAP),
    rule("whisper", "line", r"\bgerman whisper", _GAP, value=5),
    rule("whisper", "line", r"\bdutch whisper", _GAP, value=4),
    rule("renban", "line", rf"^{_ON}(?!.*\b(?:palindrom|nabner|cannot|must not|adjacent|no 2|(?:any|every|each) (?:sequence|set|group|run|\d)))(?=.*\b(?:consecutive|sequential|renban|sequence)).*(?:\bset\b|any order|sequence|group|series|renban|repeat|some order)", _SET),
    rule("palindrome", "line", rf"^(?=.*\b(?:lines?|palindromes?)\b)(?:.*\bpalindrom\w*|.*\breads? the same)", _MIRROR),
    rule("region_sum", "line", rf"^{_ON}(?=.*\b(?:box|region|border|segment)\w*)(?=.*\b(?:sums?|totals?|add|equal value))(?=.*(?:same|equal|identical))", _SEGMENTS),
    rule("region_cut", "part", r"^(?=.*\b(?:box|region)(?:es)?\b).*(?:borders?|boundar\w+) (?:divide|split|separate|cut)|lines?.*(?:divided|split) .*by .*(?:border|box)", _SEGMENTS),
    rule("segment_sum", "part", r"^(?=.*\b(?:segment|section|part|portion)s?\b)(?=.*\b(?:sums?|totals?)\b).*(?:same|equal|identical)", _SEGMENTS),
    rule("nabner", "line", rf"nabner|^{_ON}.*no (?:2 )?digits .*(?:consecutive|same)", "nabner anywhere no not consecutive same different may repeat repeated or identical be cannot contain digits any other value values unique even adjacent nor regardless position distance"),
    rule("entropic", "line", rf"^(?=.*\b(?:lines?|entrop\w+)\b)(?!.*2x2).*(?:\blow\b.*\bhigh\b|1[, /&]*(?:or |and )?2[, /&]*(?:or |and )?3\b.*7[, /&]*(?:or |and )?8[, /&]*(?:or |and )?9\b)", _THIRDS),
    rule("modular", "line", rf"^(?=.*\b(?:lines?|modular)\b).*(?:1[, /&]*(?:or |and )?4[, /&]*(?:or |and )?7\b.*3[, /&]*(?:or |and )?6[, /&]*(?:or |and )?9|modulo 3|mod 3|remainders?.* (?:divided|division) by 3|\bmodular\b)", _THIRDS + " modular modulo mod different remainder remainders when divided by each division"),
    rule("parity", "line", rf"^{_ON}(?=.*\b(?:alternat\w*|different|opposite|differ|1 odd|one odd|one even|an odd|odd digit|both)\b)(?:.*\b(?:parity|parities)\b|.*\bodd\b.*\beven\b|.*\beven\b.*\bodd\b)", _EVEN),
    rule("zipper", "line", r"(?:equal(?:ly)? distan\w+|equidistant|same distance).*(?:center|middle)", _ZIP),
    rule("between", "line", rf"^{_ON}(?=.*\bbetween\b)(?!.*\bdiamonds?\b)(?!.*(?:sum|total|outside)).*(?:circle|\bends\b|endpoint|bulb)", _BETWEEN),
    rule("distinct", "line", rf"^{_ON}.*(?:(?:not|never|cannot|n't) repeat|all different)(?!.*(?:consecutive|sum))", "not repeat repeated repeats may cannot do don't never any all different no unique"),
    rule("sum_line", "line", rf"^{_ON}(?=.*\b(?:consists|broken|divided|split|group|segment|section|made)).*\b(?:sums?|adds?|summing) (?:up )?to (?P<n1>\d+)", "broken consists numerous divided divide split into one more group groups segment segments section sections contiguous continuous of adjacent consecutive sum sums add up up-to non-overlapping which non overlapping be can separate at least without overlap consecutive ten 's summing adding wholly"),
    rule("double_arrow", "line", rf"^{_ON}(?=.*circles?).*sum.*(?:equals?|equal to|same sum as|same).*(?:sum|circles)", "sum equals equal double arrow arrows circle circles circled ends end between is same the either connecting line's"),
    rule("index", "line", rf"^(?=.*\bline)(?:.*\bnth (?:cell|digit)\b.*position.*\bn\b)", "circle circled nth index indexing n indicate indicates position starting diamond appears where digit from start positions line's along"),
    rule("close", "line", rf"^{_ON}.*(?:differ\w*|difference|apart)\b.{{0,30}}?(?:at most|no more than|maximum of|up to)(?: of| by)? (?P<n1>\d)", _GAP + " most no maximum up"),
    rule("close", "line", rf"^{_ON}.*(?:differ\w*|difference) .{{0,20}}(?P<n1>\d) or less", _GAP + " less"),
    rule("region_sum", "line", r"\blines? (?:are|is) (?:an? )?region[- ]sum lines?$", _SEGMENTS),
    rule("total", "line", rf"^{_ON}(?!.*(?:segment|group|divided|box|broken|split|section|circle)).*(?:digits that sum|sums?|adds?|summing)(?: up)? to (?P<n1>\d+)$", "sum sums add adds up to ten along total"),
    rule("all_odd", "line", rf"^{_ON}(?!.*even).*only (?:contain )?odd", "only odd"),
    rule("all_even", "line", rf"^{_ON}(?!.*odd).*only (?:contain )?even", "only even"),
    rule("steps", "line", rf"^{_ON}.*(?:adjacent|neighboring).*(?:consecutive (?:digits|values|numbers)?$|are consecutive|be consecutive|differ by exactly 1$)", _GAP + " exactly"),
    rule("peas", "line", r"(?=.*\bsums?\b)(?=.*\bcircles\b)(?:.*concatenation|.*2[- ]digit number)", "pea peas split sum strictly between circles equal concatenation values order some either made using formed two-digit 2-digit by written concatenating attached ends end"),
    rule("peak_at_end", "line", rf"^(?:in this puzzle, )?the (?:largest|highest) digit on each line must be at one of the line's ends", "largest highest line's ends must"),
    *(rule(name, "line", rf"^{_ON}.*\b(?:are|is|acts as|act as)(?: all)?(?: an?)? {said}(?: lines?)?$", "acts act all zipper palindrome palindromes parity nabner modular entropic renban renbans index between") for name, said in _NAMES),
    *(rule(name, "line", rf"^{_ON}{says}", words) for name, says, words, _ in _CONDITIONS),
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
_PEAS = '# The sum of the inner cells is a number of two digits, which stand at the ends, in either order.\nrule peas(line):\n    sum(inner(line)) == number([first(line), last(line)]) or sum(inner(line)) == number([last(line), first(line)])\n    draw line(line, color = "#93c47d")\n    draw circle([first(line), last(line)])'
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
    elif cut and cut[0].colors and not any(one.colors for one in board.said("region_sum")):
        from dataclasses import replace

        statements = [
            replace(one, colors=cut[0].colors) if one.rule.name == "region_sum" else one for one in statements
        ]
    if not statements:
        return
    groups: dict[str, list[Stroke]] = {}
    for stroke in board.left_strokes():
        if stroke.width >= 0.025 and not _has_bulb(board, stroke):
            groups.setdefault(f"{stroke.color} {stroke.width:.2f}", []).append(stroke)
    merged = _merged(statements)
    chosen = {color: _claim(board, merged, color, groups) for color in groups}
    shared = _shared(board, groups)
    ringed = [one for one in merged if one.rule.name in ("double_arrow", "between", "peas") and not one.colors]
    for stroke in (stroke for strokes in groups.values() for stroke in strokes) if len(ringed) == 1 else ():
        if _between_circles(board, stroke) and _write(board, stroke, ringed[0], shared=False):
            board.explain(stroke)
    for color, kinds in chosen.items():
        if len(kinds) == 1 and kinds[0].rule.name in ("region_sum", "renban", "nabner"):
            _write_joined(board, kinds[0], [stroke for stroke in groups[color] if id(stroke) in shared])
        for stroke in groups[color]:
            if not board.is_left(stroke) or _has_loose_piece(board, stroke):
                continue
            if kinds and all(_write(board, stroke, one, id(stroke) in shared) for one in kinds):
                board.explain(stroke)
    for one in merged:
        if not any(one in kinds for kinds in chosen.values()) and one.rule.name not in board.typed:
            board.leave_out(one, "no line fits this rule with certainty")
    _explain_outlines(board)


def _width_fits(one: Statement, color: str, groups: dict[str, list[Stroke]]) -> bool:
    """Whether lines are thin, or thick, beside others of their colour, if a rule speaks of such."""
    base, _, width = color.partition(" ")
    widths = sorted(float(other.partition(" ")[2]) for other in groups if other.startswith(base))
    if len(widths) < 2 or not re.search(r"\bthi(?:n|ck)", one.sentence.plain):
        return True
    word = "thin" if float(width) == widths[0] else "thick" if float(width) == widths[-1] else "?"
    return re.search(rf"\b{word}", one.sentence.plain) is not None


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
    hue = color.split(" ")[0]
    if len(groups) == 1 and not board.foreign:
        fitting = [one for one in statements if not one.colors or claims([one], hue)]
        if len({one.rule.name for one in fitting} & set(_USUAL)) <= 1:
            return fitting
    best = claims(named, hue)
    if best:
        top = best[0][0]
        if max((fit(name, hue) for name in board.foreign), default=0.0) > top - 0.05:
            return []
        first = [one for value, one in best if value > top - 0.05]
        first = [one for one in first if _width_fits(one, color, groups)]
        # A weak fit is none where the same rule has a better one.
        for one in first:
            others = max((max(fit(name, other.split(" ")[0]) for name in one.colors) for other in groups), default=0.0)
            if others > top + 0.3:
                return []
        return first if len({one.sentence.text for one in first}) == 1 else []
    if max((fit(name, hue) for name in board.foreign), default=0.0) > 0.3:
        return []
    unnamed = [one for one in statements if not one.colors]
    free = list(dict.fromkeys(other.split(" ")[0] for other in groups if not claims(named, other.split(" ")[0])))
    if len(unnamed) == 1 and len(free) == 1:
        return unnamed
    plain = [other for other in groups if fit("white", other[:7]) < 1 and fit("black", other[:7]) < 1]
    if len(statements) == 1 == len(unnamed) and len({other.split(" ")[1] for other in plain}) == 1 and color in plain:
        return unnamed
    usual = [one for one in unnamed if any(fit(name, hue) >= 0.7 for name in _usual(one))]
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
                if a is not b and set(board.path(a)) != set(board.path(b)) and meet(a, b):
                    found |= {id(a), id(b)}
    return found


def _has_loose_piece(board: Board, stroke: Stroke) -> bool:
    """Whether a stroke of the same colour meets this one and does not run through cells."""
    return any(
        other.color == stroke.color and not board.path(other) and meet(stroke, other) for other in board.drawing.strokes
    )


def _between_circles(board: Board, stroke: Stroke) -> bool:
    """Whether a line has circles at both ends, none between them, and its cells to itself."""
    cells = board.path(stroke)
    rings = {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}
    inside = set(cells[1:-1]) & rings
    return cells[0] in rings and cells[-1] in rings and not inside and not _overlapped(board, stroke)


def _write_between(board: Board, stroke: Stroke) -> bool:
    """Write the clues of a line with circles at its ends, and perhaps on its way: each two circles bound a piece."""
    cells = board.path(stroke)
    rings = {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}
    places = [k for k, cell in enumerate(cells) if cell in rings]
    if not places or places[0] != 0 or places[-1] != len(cells) - 1 or _overlapped(board, stroke):
        return False
    for start, end in zip(places, places[1:], strict=False):
        board.clue("between", "between", cells[start : end + 1])
    return True


def _overlapped(board: Board, stroke: Stroke) -> bool:
    """Whether another stroke of the same colour runs over the inside of this one."""
    inside = set(board.path(stroke)[1:-1])
    return any(
        other is not stroke and (other.color, other.width) == (stroke.color, stroke.width) and inside & set(board.path(other))
        for other in board.drawing.strokes
    )


def _write(board: Board, stroke: Stroke, one: Statement, shared: bool) -> bool:
    """Write the clue of a stroke, if the rule fits its form."""
    draft = board.draft
    cells = board.path(stroke)
    closed = len(cells) > 2 and cells[0] == cells[-1]
    crossed = len(set(cells)) < len(cells) - closed
    name = one.rule.name
    if shared and name not in (*_PAIRWISE, "between"):
        board.draft.leave_out(f"lines of one colour meet, so which are one line is not certain: “{one.sentence.text}”")
        return False
    match name:
        case "whisper" | "parity":
            if name == "parity":
                draft.declare(_PARITY)
            words = "parity" if name == "parity" else f"whisper {one.value}"
            for piece in _simple(cells):
                board.clue(words, words, piece)
            return True
        case "close":
            draft.declare(_CLOSE)
            for piece in _simple(cells):
                board.clue("close", f"close {one.value}", piece)
            return True
        case "renban" | "distinct" | "nabner":
            words = "alldifferent" if name == "distinct" else name
            board.clue(name, words, tuple(dict.fromkeys(cells)), name)
            return True
        case "region_sum" if board.groups:
            if crossed:
                return _write_pieces(board, [cells])
            groups = "" if board.groups == "boxes" else f" {board.groups}"
            if closed and not board.drawing.regions:
                return False
            if closed:
                cells = _from_border(board, cells[:-1])
            board.clue(name, f"region_sum{groups}", cells, name)
            return True
        case "modular" | "entropic" if closed and len(cells) > 3:
            board.clue(name, name, (*cells, cells[1]))
            return True
        case _ if blocks := [block for key, _, _, block in _CONDITIONS if key == name]:
            draft.declare(f'rule {name}(line):\n    {blocks[0]}\n    draw line(line, color = "#76a5af")')
            board.clue(name, name, cells if name in _PAIRWISE else tuple(dict.fromkeys(cells)))
            return True
        case "total" | "all_odd" | "all_even" | "steps":
            words = {"total": f"total {one.value}", "all_odd": "odd", "all_even": "even", "steps": "white_dot"}[name]
            board.clue(name, words, tuple(dict.fromkeys(cells)) if name != "steps" else cells)
            return True
        case "peas" if not crossed and not closed and _between_circles(board, stroke):
            draft.declare(_PEAS)
            board.clue(name, "peas", cells)
            return True
        case "peak_at_end" if not closed:
            draft.line(
                f"max({', '.join(map(cell_name, cells))}) == max({cell_name(cells[0])}, {cell_name(cells[-1])})", name
            )
            return True
        case "row_sum" if not crossed and not closed:
            board.clue(name, "region_sum rows", cells, name)
            return True
        case "sum_line" if not crossed:
            loop = " loop = true" if closed else ""
            board.clue(name, f"sum_line {one.value}{loop}", cells[:-1] if closed else cells)
            return True
        case "between":
            return not (crossed or closed) and _write_between(board, stroke)
        case "index":
            starts = {cell_at(shape.center) for shape in board.drawing.shapes if shape.angle % 90 == 45 or shape.round}
            ends = [line for line in (cells, cells[::-1]) if line[0] in starts]
            if crossed or closed or len(ends) != 1:
                return False
            (cells,) = ends
            draft.declare(_INDEX)
            board.clue(name, "index_line", cells)
            return True
    if closed or (crossed and name in ("sequence", "double_arrow", "between")):
        return False
    if name in ("palindrome", "zipper", "entropic", "modular", "double_arrow", "sequence", "between"):
        board.clue(name, name, cells)
        return True
    return False


def _write_joined(board: Board, one: Statement, strokes: list[Stroke]) -> None:
    """Write the clues of strokes that meet: what is drawn together is one line."""
    while strokes:
        line = [strokes.pop()]
        cells = set(board.path(line[0]))
        while near := next((stroke for stroke in strokes if any(meet(stroke, part) for part in line)), None):
            strokes.remove(near)
            line.append(near)
            cells |= set(board.path(near))
        if any(_has_loose_piece(board, stroke) for stroke in line):
            continue
        paths = [board.path(stroke) for stroke in line]
        if one.rule.name == "region_sum":
            done = _write_pieces(board, paths)
        else:
            done = len(cells) <= board.draft.highest - board.draft.lowest + 1
            if done:
                board.clue(one.rule.name, one.rule.name, sorted(cells))
        if done:
            board.explain(*line)


def _write_pieces(board: Board, paths: Sequence[tuple[Cell, ...]]) -> bool:
    """Equal sums of the pieces into which borders cut a line that branches or meets itself."""
    if not board.groups or not board.drawing.regions:
        return False
    piece_of: dict[Cell, set[Cell]] = {}
    for path in paths:
        for k, cell in enumerate(path):
            piece = piece_of.setdefault(cell, {cell})
            before = piece_of[path[k - 1]] if k else piece
            if piece is not before and board.region_of(cell) == board.region_of(path[k - 1]):
                piece |= before
                piece_of.update(dict.fromkeys(piece, piece))
    pieces = sorted({tuple(sorted(piece)) for piece in piece_of.values()})
    if len(pieces) > 1:
        groups = ", ".join(f"[{', '.join(map(cell_name, piece))}]" for piece in pieces)
        board.draft.line(f"equal_sums([{groups}])", "region_sum")
        board.typed.setdefault("region_sum", {}).update(dict.fromkeys(piece_of))
    return True


def _from_border(board: Board, loop: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """A closed line cut where it passes into another region, if it does."""
    for k, cell in enumerate(loop):
        if board.region_of(cell) != board.region_of(loop[k - 1]):
            return loop[k:] + loop[:k]
    return loop


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
