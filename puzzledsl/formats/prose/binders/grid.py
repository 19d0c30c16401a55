"""Rules of the whole grid, for which nothing is drawn but diagonals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.formats.prose.recognition import Recognition

_PLAIN = ("anti_knight", "anti_king", "nonconsecutive", "dutch_flatmates", "global_entropy")


def bind(it: Recognition) -> None:
    """Write the rules of the whole grid."""
    draft = it.draft
    for one in it.about("grid"):
        match one.entry.name:
            case name if name in _PLAIN:
                draft.line(name, name)
            case "disjoint_groups" if it.groups:
                draft.line("disjoint_groups" if it.groups == "boxes" else f"disjoint_groups({it.groups})", "groups")
            case "disjoint_groups":
                it.leave_out(one, "there are no regions for this rule")
            case "no_sum":
                draft.line(f"no_sum(cells, {', '.join(map(str, one.numbers))})", "no_sum")
            case "index_159":
                for column in (1, 5, 9):
                    draft.clue("index_column", f"column({column})")
            case "diagonal":
                _diagonals(it)


def _diagonals(it: Recognition) -> None:
    """The diagonals that are drawn or named; both if the rules speak of several and none is drawn."""
    size = it.draft.height
    drawn: set[str] = set()
    for stroke in filter(it.is_left, it.drawing.strokes):
        (r, c), (s, d) = stroke.points[0], stroke.points[-1]
        if len(stroke.points) == 2 and min(abs(r - s), abs(c - d)) > size - 1.3 and it.draft.width == size:
            drawn.add("diagonal" if (r < s) == (c < d) else "antidiagonal")
            it.explain(stroke)
    for one in it.stated("diagonal"):
        plain = one.sentence.plain
        slopes = {"diagonal": "negative" in plain, "antidiagonal": "positive" in plain}
        named = {group for group, is_named in slopes.items() if is_named}
        several = {"diagonal", "antidiagonal"} if "diagonals" in plain or "both" in plain else set()
        if groups := named or drawn or several:
            it.draft.different(*sorted(groups, reverse=True))
        else:
            it.leave_out(one, "no diagonal is drawn for this rule")
