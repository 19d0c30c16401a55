"""Rules of the whole grid, for which nothing is drawn but diagonals."""

from __future__ import annotations

from puzzledsl.formats.prose.lexicon import Stated
from puzzledsl.formats.prose.recognition import Recognition


def bind(recognition: Recognition) -> None:
    """Write the rules of the whole grid."""
    draft = recognition.draft
    for one in recognition.about("grid"):
        match one.entry.form:
            case "houses":
                continue  # the grid has its groups already
            case "regions" if not draft.groups:
                recognition.leave_out(one, "there are no regions for this rule")
            case "regions" if draft.groups != "boxes":
                draft.line(f"{one.entry.name}({draft.groups})", one.entry.name)
            case "diagonals":
                _bind_diagonals(recognition, one)
            case _:
                draft.declare(one.entry.block)
                draft.line(recognition.words(one), one.entry.name)


def _bind_diagonals(recognition: Recognition, one: Stated) -> None:
    """The diagonals that are drawn or named; both if the rule is about several and none is drawn."""
    size = recognition.draft.height
    drawn: set[str] = set()
    for stroke in recognition.drawing.strokes:
        (r, c), (s, d) = stroke.points[0], stroke.points[-1]
        if len(stroke.points) == 2 and min(abs(r - s), abs(c - d)) > size - 1.3 and recognition.draft.width == size:
            drawn.add("diagonal" if (r < s) == (c < d) else "antidiagonal")
            recognition.explain(stroke)
    plain = one.sentence.plain
    slopes = {"diagonal": "negative" in plain, "antidiagonal": "positive" in plain}
    named = {group for group, is_named in slopes.items() if is_named}
    several = {"diagonal", "antidiagonal"} if "diagonals" in plain or "both" in plain else set()
    if groups := named or drawn or several:
        recognition.draft.different(*sorted(groups, reverse=True))
    else:
        recognition.leave_out(one, "no diagonal is drawn for this rule")
