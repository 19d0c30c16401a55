"""In which order the digits of a line stand: the same both ways, increasing, as a sequence."""

from __future__ import annotations

from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.line_kinds import NOT_ALL, ON, Line, declare, kind, line_kinds, says
from puzzledsl.formats.drawings.statements import rule


def _index(line: Line) -> bool:
    """A circle or diamond at one end says where the line begins."""
    board, one, cells = line.board, line.one, line.cells
    starts = {cell_at(shape.center) for shape in board.drawing.shapes if shape.angle % 90 == 45 or shape.round}
    ends = [way for way in (cells, cells[::-1]) if way[0] in starts]
    if len(ends) != 1:
        return False
    declare(board, line_kinds()["index"], one)
    board.clue("index", "index_line", ends[0])
    board.ringed.add(ends[0][0])
    return True


_SQUARES = "{1, 4, 9, 16, 25, 36, 49, 64, 81}"
KINDS = (
    kind(
        "palindrome",
        says(
            r"^(?=.*\b(?:lines?|palindromes?)\b)(?:.*\bpalindrom\w*|.*\breads? the same"
            r"|.*\bnumbers on the line are the same in both directions$)",
            """center equidistant distance equal away without bulbs palindrome palindromes palindromic palindromatic
            sequence string read reads reading same both either direction directions forward forwards backward backwards
            back ways way ends end whether from way's identical mirror order side sides appear means meaning""",
        ),
        called="palindromes?",
        form="line",
        usual=("gray",),
    ),
    kind(
        "index",
        says(
            r"^(?=.*\bline)(?:.*\bnth (?:cell|digit)\b.*position.*\bn\b)",
            "circle circled nth index indexing n indicate indicates position starting diamond appears where digit from "
            "start positions line's along",
        ),
        called="index",
        clue="index_line",
        block="inverse(line, line)",
        note="The cell in position n of the line says where n stands on it.",
        color="#49b8b8",
        form="path",
        write=_index,
    ),
    kind(
        "two_consecutive",
        says(
            r"^(?:the )?digits (?:on|along) an? [a-z ]*line (?:must be|are) consecutive$",
            "must consecutive along",
            alone=True,
        ),
        form="steps",
        clue="white_dot",
        fits=lambda line: len(line.cells) == 2,
    ),
    kind(
        "fibonacci",
        says(
            r"^digits (?:on|along) an? [a-z ]*line form a fibonacci sequence$|^[a-z ]*lines are fibonacci lines$",
            "fibonacci sequence along",
            alone=True,
        ),
        block="any(x[2] == x[1] + 1 and all(a + b == c for a, b, c in windows(x, 3)) for x in [line, reverse(line)])",
        color="#f0c72b",
        note="A digit, the next larger one, and then always the sum of the two before.",
        form="path",
        fits=lambda line: bool(line.board.said("fibonacci_start")),
    ),
    kind(
        "hidden_bulb",
        says(
            rf"^{ON}.*slow thermometer.*(?:invisible|hidden|unknown) bulb at one end",
            "slow thermometer thermometers invisible hidden unknown bulb end",
        ),
        block="increasing(line) or increasing(reverse(line))",
    ),
    kind(
        "ambiguous_thermo",
        says(
            r"^(?=.*\bbulbs? of the lines need to be (?:deduced|determined) by the solver).*"
            r"|^.*\bdigits along (?:the )?thermometers must increase from the bulb to the tip,? which can be (?:on|at) "
            r"either end and (?:are|is) to be (?:deduced|determined)(?: by the solver)?$",
            "ambiguous thermo bulb deduced determined solver thermometer increase from tip which can "
            "on either end to be "
            "must along",
        ),
        block="thermo(line) or thermo(reverse(line))",
    ),
    kind(
        "square_number",
        says(
            rf"^{ON}.*\bevery 2-cell .*lines? can be read as a square number in one direction or the other$",
            "read square direction cell",
        ),
        block=f"number(line) in {_SQUARES} or number(reverse(line)) in {_SQUARES}",
    ),
    kind(
        "sequence",
        says(
            rf"^{ON}.*arithmetic (?:sequence|progression)", "arithmetic sequence progression form forms some direction"
        ),
        form="path",
    ),
)
RULES = (
    rule(
        "fibonacci_start",
        "part",
        r"^the line starts with a small digit followed by a consecutive digit$"
        r"|^one (?:edge|end) of the line has the smallest digit,? followed by a consecutive digit$",
    ),
    rule(
        "fibonacci_next",
        "part",
        r"^(?:from there,? )?every (?:next|other) digit (?:on the line )?(?:will be|is|must be) the sum of the "
        r"(?:previous 2|2 previous) digits$",
    ),
    rule(
        "thermo_lines",
        "part",
        rf"^(?:the )?(?!{NOT_ALL})[a-z -]{{3,30}} lines are thermometers$",
        "thermometer",
        alone=True,
    ),
)
