"""Rules about the whole grid: knight's moves, diagonals, neighbours everywhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.statements import Statement

_CHESS = (
    "appear appearing another occur chess move moves moved apart away same identical "
    "equal repeat repeated distance anti cannot can't not no may both knight's "
    "knights knight king's king kings single jump jumps via restriction constraint "
    "antiknight antiking different share only including diagonally diagonal "
    "adjacent see another touch touching separating"
)
_ANY_DIGIT = (
    r"^(?!.*\b[1-9]'?s\b)(?!.*\b(?:no|any|another|an?|each|every) [1-9] "
    r"(?!digits?|cells?|numbers?|identical|equal|same))"
)
"""The sentence is not about one digit, such as "no 5" or "two 5s"."""
_NEVER = r"(?:\b(?:no|not|cannot|never|without|neither|nor)\b|n't\b)"
_FORBIDS = (
    r"(?!.*\b(?:(?:not|n't|cannot|never) (?:be |have |contain )?different|need not|not need|n't need"
    r"|(?:not|n't) have to)\b)"
    rf"(?=.*(?:{_NEVER}|\banti\b|\banti-?(?:knight|king)|\bdifferent\b|\b(?:constraint|restriction|rule)s?\b))"
)
"""The sentence forbids something, or only names the rule."""
RULES = (
    rule(
        "anti_knight",
        "whole",
        rf"{_ANY_DIGIT}{_FORBIDS}.*(?:knight'?s?'?s?[ -]+(?:move|step|jump|apart)|anti-?knight|chess knights?)",
        _CHESS,
    ),
    rule(
        "anti_king",
        "whole",
        (
            rf"{_ANY_DIGIT}{_FORBIDS}.*(?:king'?s?'?[ -]+(?:move|step|apart)|anti-?king|(?:same|identical|equal|repeat)"
            r".*(?:touch|adjacent).*diagonal|diagonally adjacent .*(?:same|repeat|identical))"
        ),
        _CHESS,
        asides=r"one cell in each direction",
    ),
    rule(
        "diagonal",
        "whole",
        (
            r"(?=.*\bdiagonals?\b)(?!.*\brepeats? (?:exactly )?once)(?:.*(?:not|never|n't) (?:be |contain |have )?"
            r"(?:any )?repeat|.*\b1-9\b|.*without repeat|.*no (?:repeat|duplicate)|.*exactly "
            r"once|.*once|.*all different|.*all digits are different)(?!.*\bsum)"
        ),
        (
            "diagonal diagonals digit not repeat repeated repeats cannot can't don't "
            "do may once no duplicate duplicates without either both main positive negative "
            "blue marked long exactly length corner through on x sudoku unique different "
            "all never their respective central"
        ),
    ),
    rule(
        "diagonal",
        "whole",
        r"^place (?:the )?digits [\w -]* such that digits do not repeat in a row, column, box,? or (?:along |on )?"
        r"(?:a|the|either|both) marked (?:[a-z]+ )?diagonals?$",
        "diagonal place do not repeat row column box either both",
        alone=True,
    ),
    rule(
        "nonconsecutive",
        "whole",
        (
            r"^(?!.*\blines?\b).*(?:(?:orthogonal\w*|adjacent|neighbor\w*|touching).*(?:cannot|not|never|no|"
            r"n't)(?: allowed to)? (?:be |contain |have |hold )?(?:any )?consecutive|"
            r"\bnon-?consecutive\b|no (?:\d )?(?:orthogonally )?(?:adjacent|"
            r"domino|neighbor) .*consecutive)"
        ),
        (
            "may allowed domino dominoes orthogonally orthogonal adjacent adjacency "
            "neighboring neighbors not cannot consecutive no non nonconsecutive be never "
            "anywhere touching don't sharing share edge side"
        ),
    ),
    rule(
        "disjoint_groups",
        "whole",
        (
            rf"disjoint|^(?=.*(?:{_NEVER}|\bonce\b|\bdifferent\b(?! (?:\dx\d )?(?:box|region)))).*"
            r"same (?:relative )?position (?:in|within|of) (?:an? |their |each |every "
            r"|different |its |2 )?(?:\dx\d )?(?:box|region)"
        ),
        (
            "appear may appears disjoint groups sets group set same relative position "
            "positions box boxes region regions different cannot repeat not identical "
            "digits no"
        ),
    ),
    rule(
        "global_entropy",
        "whole",
        r"(?:every|each|any|all) 2x2.*(?:low|1,? ?2,? ?(?:or |and |/)?3).*high",
        "global entropy low mid middle high medium area box square region block at least and from x group",
    ),
    rule(
        "no_sum",
        "whole",
        (
            r"(?:no (?:2 )?(?:orthogonally )?(?:\w+ )?(?:cells|digits|domino).*|^(?:pairs "
            r"of )?(?:orthogonally )?adjacent (?:cells|digits) (?:do not|cannot|never|"
            r"may not|don't) )(?:sum|add|adding|summing)(?: up)? to (?P<n>\d+)(?: or "
            r"(?P<also>\d+))?$"
        ),
        (
            "not never cannot don't up add adding summing summing digits horizontally "
            "vertically no adjacent orthogonally sharing edge sum may domino can anywhere"
        ),
    ),
    rule(
        "dutch_flatmates",
        "whole",
        r"every 5 .*1 directly above.*9 directly below|5s? .*1.* above.*9.* below",
        (
            "every directly above below least either both it or but doesn't need dutch "
            "flats live all may flatmates immediately 's least"
        ),
    ),
    rule(
        "no_parity_runs",
        "whole",
        (
            r"(?=.*\b(?:3|consecutive)\b)(?=.*\brows?\b)(?=.*\beven\b)(?=.*\bodd\b).*(?:never|"
            r"cannot|not)|(?=.*3 cells)(?=.*\brow\b).*cannot .*same parity"
        ),
        (
            "strings string run runs never occurs occur row rows column columns even "
            "odd all nor not cannot same parity any single or be line"
        ),
    ),
    rule(
        "diagonal_gap",
        "whole",
        (
            r"(?:every|each|any|the) (?P<slope>positive|negative)?\s?diagonals?.*(?:neighboring|"
            r"adjacent).*(?:at least (?P<n>\d)|(?:only|by) (?P<first>\d) or \d)"
        ),
        (
            "positive negative diagonal diagonals neighboring adjacent difference differ "
            "least only along exactly consecutive by"
        ),
    ),
    rule(
        "diagonal_gap",
        "whole",
        (
            r"^diagonal cell pairs .*(?:difference|differ).*at least (?P<n>\d)|^diagonally "
            r"adjacent .*(?:difference|differ).*at least (?P<n2>\d)"
        ),
        "diagonal diagonally adjacent difference differ least",
    ),
    rule(
        "no_runs",
        "whole",
        r"(?:vertical|horizontal).*(?:3 cells|threesome).*(?:never|not) .*consecutive",
        "any vertical horizontal straight never not consist contains consecutive set some order threesome box",
    ),
    rule(
        "index_columns",
        "whole",
        (
            r"digits in columns (?P<n>[1-9]), [1-9],? and [1-9] indicate the column in "
            r"which the digit [1-9], [1-9],? or [1-9] appears in that row"
        ),
        "columns column indicate appears row or digits",
    ),
    rule(
        "index_columns",
        "whole",
        r"^(?:each|every|the) digit in column (?P<n>\d) index(?:es)? the (?P=n) in (?:its|that) row$"
        r"|^the same (?:rule )?applies to(?:,? (?:and )?column \d (?:digits )?indexing \d in its row)+$",
    ),
    rule(
        "index_columns",
        "whole",
        r"^digits in column (?P<n>\d) indicate the column in which the digit (?P=n) appears in (?:that|its) row$"
        r"|^the same is true (?:of|for)(?:,? (?:and )?column (?P<n1>\d) and the digit (?P=n1))(?:,? and column "
        r"(?P<n2>\d) and the "
        r"digit (?P=n2))?$",
    ),
    rule(
        "apart",
        "whole",
        r"^(?P<kind>prime|even|odd) digits (?:\([\d, ]+\) )?(?:must not|cannot|may not|can't|can never) be "
        r"orthogonally adjacent"
        r"(?: to (?:each other|one another))?$",
    ),
    rule(
        "magic_boxes",
        "whole",
        r"^(?P<n>\d) of the 3x3 boxes (?:in the grid )?are magic squares(?:,? meaning that each row, column,? "
        r"and (?:3-cell )?diagonal "
        r"(?:sums to|has) the same (?:number|sum|total))?$",
    ),
    rule(
        "few_on_diagonals",
        "whole",
        (
            r"(?:each|both) (?:of the )?(?:main|marked) diagonals? (?:(?:may|can|must) )?(?:only )?contains? (?:only "
            r"|exactly )?(?P<n>\d) (?:distinct|different) digits"
        ),
        "may main marked diagonals diagonal only distinct different exactly both",
    ),
    rule(
        "pick",
        "whole",
        r"^(?:pick|select|choose) (?P<n>\d) (?:different )?digits from(?: the set)? \d-\d$",
        "pick select choose different set",
    ),
    rule(
        "entropy_apart",
        "whole",
        r"no pair of orthogonally adjacent cells can contain digits from the same entropic set",
        "no orthogonally adjacent same entropic set can",
    ),
    rule("diagonal_sum", "whole", r"digits on the marked diagonal sum to (?P<n>\d+)$", "diagonal sum"),
    rule(
        "row_gap",
        "whole",
        (
            r"adjacent (?:digits|cells) in (?:each|every) (?P<of>row|column).* (?:difference|"
            r"differ).*at least (?P<n>\d)"
        ),
        "adjacent row column difference differ least",
    ),
    rule(
        "global_modular",
        "whole",
        r"(?:every|each|any|all) 2x2.*1, ?4, ?7.*2, ?5, ?8.*3, ?6, ?9",
        "global modular area box square least each x",
    ),
    rule(
        "types",
        "whole",
        (
            r"(?:constraint|clue|line|rule) ?(?:types?|sets?|regions)?\b.*(?:\bno|not|"
            r"cannot|never) .*(?:repeat|more than (?:one|once))|no digit .*(?:repeat|"
            r"more than once).*(?:clue|constraint) type|not duplicate any digit within|"
            r"within any single constraint type.*not repeat|constraint types? .*\bno "
            r"repeat"
        ),
        (
            "constraint constraints type types clue no repeated repeat repeats anywhere "
            "may not cannot more than once appear particular unique listed below above "
            "digit within single any more instance do duplicate ruleset contain following "
            "all used specific its must"
        ),
    ),
    rule(
        "magic_center",
        "whole",
        r"(?:central|middle|center) (?:3x3 )?(?:box|region) .*magic square",
        "central box region form forms is magic middle square center",
    ),
)


def bind(board: Board) -> None:
    """Write the clues about the whole grid."""
    draft = board.draft
    for name in ("anti_knight", "anti_king", "nonconsecutive", "global_entropy", "global_modular", "dutch_flatmates"):
        if board.said(name):
            draft.line(name, name)
    for one in board.said("disjoint_groups"):
        if board.groups:
            draft.line(
                "disjoint_groups" if board.groups == "boxes" else f"disjoint_groups({board.groups})", "disjoint_groups"
            )
        else:
            board.leave_out(one, "there are no regions for a rule about positions in regions")
    for one in board.said("no_sum"):
        totals = [group for group in (one.value, *_also(one.sentence.plain)) if group is not None]
        if "diagonal" in one.sentence.asides:
            named = ", ".join(map(str, dict.fromkeys(totals)))
            draft.line(f"for a, b in adjacent_pairs(cells, reach = touching):\n    a + b not in {{{named}}}", "no_sum")
            continue
        draft.line(f"no_sum(cells, {', '.join(map(str, dict.fromkeys(totals)))})", "no_sum")
    for one in board.said("row_gap"):
        draft.clue(f"whisper {one.value}", "columns" if "column" in one.sentence.plain else "rows")
    for one in board.said("pick"):
        draft.line(f"count_distinct(cells, {one.value})", "digits")
    if board.said("entropy_apart"):
        draft.line("for a, b in adjacent_pairs(cells):\n    (a - 1) div 3 != (b - 1) div 3", "entropy")
    for one in board.said("diagonal_gap"):
        _diagonal_gap(board, one)
    if board.said("no_runs"):
        within = (
            " where region_of(run[1], boxes) == region_of(run[3], boxes)"
            if "box" in board.said("no_runs")[0].sentence.plain
            else ""
        )
        draft.line(f"for line in concat(rows, columns), run in windows(line, 3){within}:\n    not renban(run)", "runs")
    for one in board.said("index_columns"):
        plain = one.sentence.plain
        for column in re.findall(r"column (\d)", plain) or re.findall(r"[1-9]", plain.partition("indicate")[0]):
            draft.clue("index_column", f"column({column})")
    for one in board.said("apart"):
        kind = one.sentence.plain.split()[0]
        digits = {"prime": "{2, 3, 5, 7}", "even": "{0, 2, 4, 6, 8}", "odd": "{1, 3, 5, 7, 9}"}[kind]
        draft.line(f"for a, b in adjacent_pairs(cells):\n    not (a in {digits} and b in {digits})", "apart")
    for one in board.said("magic_boxes", "magic_center"):
        if board.groups == "boxes" and draft.height == 9:
            lines = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))
            sums = " and ".join(" + ".join(f"b[{k}]" for k in line) + " == 15" for line in lines)
            some = f"count(is_magic(b) for b in boxes) >= {one.value}"
            which = some if one.rule.name == "magic_boxes" else "is_magic(box(5))"
            draft.line(f"let is_magic(b) = {sums}\n{which}", "magic")
        else:
            board.leave_out(one, "this is said of a 9 × 9 grid with boxes only")
    for one in board.said("few_on_diagonals"):
        draft.line(f"count_distinct(diagonal, {one.value})", "diagonals")
        draft.line(f"count_distinct(antidiagonal, {one.value})", "diagonals")
    if board.said("no_parity_runs"):
        draft.line(
            (
                "for line in concat(rows, columns), run in windows(line, 3):\n    0 < count(cell "
                "mod 2 == 1 for cell in run) < 3"
            ),
            "parity runs",
        )
    _diagonals(board)


def bind_types(board: Board) -> None:
    """Where no digit repeats within the clues of a kind: all their cells are different."""
    for one in board.said("types"):
        for kind, cells in board.typed.items():
            if len(cells) <= board.draft.highest - board.draft.lowest + 1:
                board.draft.clue("alldifferent", sorted(cells), "types")
            else:
                board.leave_out(
                    one,
                    (f"the {len(cells)} cells of all clues “{kind}” cannot be different, so this is meant otherwise"),
                )


def _diagonal_gap(board: Board, one: Statement) -> None:
    """Neighbours along diagonals differ by at least so much, or by one of two numbers."""
    plain = one.sentence.plain
    two = re.search(r"(\d) or (\d)", plain)
    condition = f"abs(a - b) in {{{two[1]}, {two[2]}}}" if two else f"abs(a - b) >= {one.value}"
    slopes = ["positive"] if "positive" in plain else ["negative"] if "negative" in plain else ["positive", "negative"]
    for slope in slopes:
        other = "at(row_of(a) - 1, column_of(a) + 1)" if slope == "positive" else "at(row_of(a) + 1, column_of(a) + 1)"
        board.draft.line(f"for a in cells, b in as_list({other}):\n    {condition}", "diagonal neighbours")


def _also(plain: str) -> list[int]:
    found = re.search(r"sum to \d+ or (\d+)", plain)
    return [int(found[1])] if found else []


def _diagonals(board: Board) -> None:
    draft = board.draft
    statements = board.said("diagonal")
    side = draft.height
    ends = {(1, 1): "diagonal", (side, side): "diagonal", (1, side): "antidiagonal", (side, 1): "antidiagonal"}
    marked: set[str] = set()
    for stroke in board.drawing.strokes:
        (r, c), (s, d) = stroke.points[0], stroke.points[-1]
        long = abs(r - s) > side - 1.3 and abs(abs(r - s) - abs(c - d)) < 0.1 and draft.height == draft.width
        if len(stroke.points) == 2 and long and stroke.width <= 0.1 and board.is_left(stroke):
            name = ends.get((1 if min(r, 1) == r else side, 1 if min(c, 1) == c else side))
            if name and (statements or board.said("diagonal_sum", "few_on_diagonals")):
                marked.add(name)
                board.explain(stroke)
    for one in board.said("diagonal_sum"):
        for name in sorted(marked):
            draft.line(f"sum({name}) == {one.value}", "diagonals")
        if not marked:
            board.leave_out(one, "no drawn diagonal fits this rule")
    for one in statements:
        plain = one.sentence.plain
        if marked:
            draft.different(*sorted(marked, reverse=True))
        elif (
            "both" in plain
            or "main diagonals" in plain
            or "2 diagonals" in plain
            or ("diagonals" in plain and "main" in plain)
        ):
            draft.different("diagonal", "antidiagonal")
        elif "negative diagonal" in plain:
            draft.different("diagonal")
        elif "positive diagonal" in plain:
            draft.different("antidiagonal")
        else:
            board.leave_out(one, "no drawn diagonal fits this rule")
