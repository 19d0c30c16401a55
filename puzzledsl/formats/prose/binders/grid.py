"""Rules of the whole grid, for which nothing is drawn but diagonals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.formats.prose.recognition import Recognition


def bind(recognition: Recognition) -> None:
    """Write the rules of the whole grid."""
    draft = recognition.draft
    for one in recognition.about("grid"):
        match one.entry.name:
            case "sudoku" | "latin":
                continue  # the grid has its groups already
            case "disjoint_groups" if recognition.groups:
                draft.line(
                    "disjoint_groups" if recognition.groups == "boxes" else f"disjoint_groups({recognition.groups})",
                    "groups",
                )
            case "disjoint_groups":
                recognition.leave_out(one, "there are no regions for this rule")
            case "diagonal":
                _diagonals(recognition)
            case name:
                draft.declare(one.entry.block)
                draft.line(recognition.words(one), name)


def _diagonals(recognition: Recognition) -> None:
    """The diagonals that are drawn or named; both if the rules speak of several and none is drawn."""
    size = recognition.draft.height
    drawn: set[str] = set()
    for stroke in filter(recognition.is_left, recognition.drawing.strokes):
        (r, c), (s, d) = stroke.points[0], stroke.points[-1]
        if len(stroke.points) == 2 and min(abs(r - s), abs(c - d)) > size - 1.3 and recognition.draft.width == size:
            drawn.add("diagonal" if (r < s) == (c < d) else "antidiagonal")
            recognition.explain(stroke)
    for one in recognition.stated("diagonal"):
        plain = one.sentence.plain
        slopes = {"diagonal": "negative" in plain, "antidiagonal": "positive" in plain}
        named = {group for group, is_named in slopes.items() if is_named}
        several = {"diagonal", "antidiagonal"} if "diagonals" in plain or "both" in plain else set()
        if groups := named or drawn or several:
            recognition.draft.different(*sorted(groups, reverse=True))
        else:
            recognition.leave_out(one, "no diagonal is drawn for this rule")
