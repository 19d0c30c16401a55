"""Rules about the whole grid: knight's moves, diagonals, neighbours everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board

_CHESS = "chess move moves moved apart away same identical equal repeat repeated distance anti cannot can't not no may both knight's knights knight king's king kings single jump jumps via restriction constraint antiknight antiking different share only including diagonally diagonal adjacent see another touch touching separating"
RULES = (
    rule("anti_knight", "whole", r"knight'?s?'?[ -]+(?:move|step|jump|apart)|anti-?knight|chess knights?", _CHESS),
    rule("anti_king", "whole", r"king'?s?'?[ -]+(?:move|step|apart)|anti-?king|(?:same|identical|equal|repeat).*(?:touch|adjacent).*diagonal|diagonally adjacent .*(?:same|repeat|identical)", _CHESS),
    rule("diagonal", "whole", r"(?=.*\bdiagonals?\b)(?:.*(?:not|never|n't) (?:be |contain |have )?(?:any )?repeat|.*\b1-9\b|.*without repeat|.*no (?:repeat|duplicate)|.*exactly once|.*once|.*all different)(?!.*\bsum)",
         "diagonal diagonals digit not repeat repeated repeats cannot can't don't do may once no duplicate duplicates without either both main positive negative blue marked long exactly length corner through on x sudoku unique different all never their respective central"),
    rule("nonconsecutive", "whole", r"(?:orthogonal\w*|adjacent|neighbor\w*|touching).*(?:cannot|not|never|no|n't)(?: allowed to)? (?:be |contain |have |hold )?(?:any )?consecutive|\bnon-?consecutive\b(?!.*line)|no (?:\d )?(?:orthogonally )?(?:adjacent|domino|neighbor) .*consecutive",
         "may allowed domino dominoes orthogonally orthogonal adjacent adjacency neighboring neighbors not cannot consecutive no non nonconsecutive be never anywhere touching don't sharing share edge side"),
    rule("disjoint_groups", "whole", r"disjoint|same (?:relative )?position (?:in|within|of) (?:their |each |every |different |its )?(?:\dx\d )?(?:box|region)",
         "disjoint groups sets group set same relative position positions box boxes region regions different cannot repeat not identical digits no"),
    rule("global_entropy", "whole", r"(?:every|each|any|all) 2x2.*(?:low|1,? ?2,? ?(?:or |and |/)?3).*high",
         "global entropy low mid middle high medium area box square region block at least and from x group"),
    rule("no_sum", "whole", r"no (?:2 )?(?:\w+ )?(?:adjacent )?(?:cells|digits|domino).*sum to (?P<n>\d+)(?: or (?P<also>\d+))?$",
         "no adjacent orthogonally sharing edge sum may domino can anywhere"),
    rule("dutch_flatmates", "whole", r"every 5 .*1 directly above.*9 directly below|5s? .*1.* above.*9.* below",
         "every directly above below least either both it or but doesn't need dutch flats live all may flatmates immediately 's least"),
    rule("magic_center", "whole", r"(?:central|middle|center) (?:3x3 )?(?:box|region) .*magic square", "central box region form forms is magic middle square center"),
)  # fmt: skip


def bind(board: Board) -> None:
    """Write the clues about the whole grid."""
    draft = board.draft
    for name in ("anti_knight", "anti_king", "nonconsecutive", "global_entropy", "dutch_flatmates"):
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
        draft.line(f"no_sum(cells, {', '.join(map(str, dict.fromkeys(totals)))})", "no_sum")
    for one in board.said("magic_center"):
        _magic(board) if (draft.height, draft.width) == (9, 9) else board.leave_out(
            one, "this is said of a 9 × 9 grid only"
        )
    _diagonals(board)


def _also(plain: str) -> list[int]:
    import re

    found = re.search(r"sum to \d+ or (\d+)", plain)
    return [int(found[1])] if found else []


def _magic(board: Board) -> None:
    board.draft.line(
        "let middle = cell[4..6, 4..6]\n"
        "for k in 1..3:\n"
        "    sum(middle[3 * k - 2..3 * k]) == 15\n"
        "    middle[k] + middle[k + 3] + middle[k + 6] == 15\n"
        "r4c4 + r5c5 + r6c6 == 15\n"
        "r4c6 + r5c5 + r6c4 == 15",
        "magic",
    )


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
            if name and statements:
                marked.add(name)
                board.explain(stroke)
    for one in statements:
        plain = one.sentence.plain
        if marked:
            draft.different(*sorted(marked, reverse=True))
        elif (
            "both" in plain
            or "main diagonals" in plain
            or "2 diagonals" in plain
            or "diagonals" in plain
            and "main" in plain
        ):
            draft.different("diagonal", "antidiagonal")
        elif "negative diagonal" in plain:
            draft.different("diagonal")
        elif "positive diagonal" in plain:
            draft.different("antidiagonal")
        else:
            board.leave_out(one, "no drawn diagonal fits this rule")
