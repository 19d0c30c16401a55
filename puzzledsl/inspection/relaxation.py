"""The linear relaxation of a model's programs: no column has to be whole.

The record of a relaxation has a bound on the objective and one best point. If a relaxation has no point, the puzzle has
no solution. Without an objective there is no bound, and every point of the relaxation is a best one.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from puzzledsl.inspection.programs import WRITTEN, ProgramAnswer
from puzzledsl.presentation.side_by_side import page_width, side_by_side
from puzzledsl.records import EMPTY, fields_of, record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.inspection.rows import RowInWords
    from puzzledsl.model import Model
    from puzzledsl.presentation.half_planes import Plane
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.screen import Screen

Range = tuple[float | None, float | None]
"""The ends of an interval; ``None``: the interval has no end on that side."""

TOLERANCE = 1e-6
"""The distance from an integer up to which a value counts as whole."""

EXACT = 1e-9
"""The same for a number that is shown. It is smaller, because a dual or a value may be as small as `TOLERANCE`."""

MOST = 20
"""The limit on rows and columns of a kind that are printed."""

_LONGEST = 3
"""The limit on printed lines for one row."""


@record
class RowAtPoint:
    """A row at a best point of a relaxation.

    Attributes:
        row: the row, with its sentence.
        value: the value of its left side.
        slack: the distance from the nearer limit; 0: the row is binding.
        dual: the change of the bound for each unit by which the limit of the row changes.
        limits: the interval in which the limit can move while the dual stays the same; ``None`` if the interval is not
            known, or the dual is 0.
    """

    row: RowInWords
    value: float
    slack: float
    dual: float
    limits: Range | None = None

    def as_json(self) -> dict[str, object]:
        """A JSON-ready form: that of the row, and the numbers."""
        found = self.row.as_json() | fields_of(self)
        return found | {"row": self.row.algebra}


@record
class Relaxation:
    """The relaxation of one program, at one of its best points.

    Attributes:
        encoding: the encoding of the program.
        presolve: the strength of presolve.
        after_cuts: the relaxation includes the cuts of HiGHS' root node.
        status: ``optimal``; ``infeasible`` (no point, so no solution); ``doubtful`` (HiGHS finds no point, but the
            numbers of the program are too far apart to rely on it); ``unbounded``; ``closed`` (HiGHS solved the
            program at its root node: the point is its solution); ``bound`` (HiGHS did not hand out its cuts, so there
            is only the bound of its root node); ``unknown`` (a limit came first).
        bound: the bound on the objective; ``None`` without an objective.
        root_bound: the bound of HiGHS' root node, which may be better than the bound by its cuts; only after cuts.
        values: by the name of a cell or variable, its value at the point.
        shares: by the name of a cell or variable that has one column for each value, the share of each value (0 to 1).
        rows, columns: the numbers of rows and columns of the program, without cuts.
        integers: the number of columns that must be whole in the program.
        fractional: the number of these columns that are not whole at the point.
        cuts: the number of cuts; ``None`` if it is not known.
        variables: the number of cells and variables that must be whole.
        whole: the names of the cells and variables whose columns are all whole at the point.
        solves: the point is a solution of the puzzle; the verifier accepts it.
        message: more about the status.
        duals: the rows with their duals, without the cuts; only if duals were requested.
        reduced_costs: by the name of a column, the change of the bound for each unit of the column; only with duals.
        coefficients: by the name of a column of the objective, its coefficient and the ends of the interval in which
            the coefficient can move while the point stays a best one; only with duals.
        conflict: if there is no point, rows without a common point; without any one of them, the others have one.
        plane: the data for the picture of a program with two columns.
        cut_rows: the cuts, those with the largest duals first; only after cuts.
    """

    encoding: str
    presolve: str
    after_cuts: bool
    status: str
    bound: float | None = None
    root_bound: float | None = None
    values: Mapping[str, float] = EMPTY
    shares: Mapping[str, Mapping[int, float]] = EMPTY
    rows: int = 0
    columns: int = 0
    integers: int = 0
    fractional: int = 0
    cuts: int | None = None
    variables: int = 0
    whole: frozenset[str] = frozenset()
    solves: bool = False
    message: str = ""
    duals: tuple[RowAtPoint, ...] = ()
    reduced_costs: Mapping[str, float] = EMPTY
    coefficients: Mapping[str, tuple[float, float | None, float | None]] = EMPTY
    cut_rows: tuple[RowAtPoint, ...] = ()
    conflict: tuple[RowInWords, ...] = ()
    plane: Plane | None = None

    @property
    def stage(self) -> str:
        """The stage of the program: as written or after presolve, with or without root cuts."""
        stage = "as written" if self.presolve == WRITTEN else "after presolve"
        return f"{stage} and root cuts" if self.after_cuts else stage

    @property
    def heading(self) -> str:
        """Which relaxation it is: ``binary, as written``."""
        return f"{self.encoding}, {self.stage}"

    @property
    def caption(self) -> tuple[str, ...]:
        """The result of the relaxation, in a few lines of text."""
        match self.status:
            case "infeasible":
                return (self.message or "the relaxation has no solution, so the puzzle has none",)
            case "doubtful":
                return ("HiGHS finds no point, but the numbers of the program are too far apart to rely on that",)
            case "unbounded":
                return ("the objective has no end in the relaxation",)
            case "unknown":
                return (f"not solved: {self.message}" if self.message else "not solved: the time limit came first",)
            case "bound":
                bound = "" if self.root_bound is None else f": {_bound(self.root_bound)} is the bound of its root node"
                return (f"HiGHS does not hand out its cuts{bound}",)
        lines = []
        if self.status == "closed":
            lines.append("HiGHS solves the program at its root node; this is its solution")
        if self.bound is not None:
            lines.append(f"bound {_bound(self.bound)}")
        if self.cuts is not None:
            cuts = f"{self.cuts:,} {'cut' if self.cuts == 1 else 'cuts'} of HiGHS' root node"
            lines.append(cuts + ("" if self.root_bound is None else f", whose bound is {_bound(self.root_bound)}"))
        if self.integers:
            lines.append(f"{self.fractional:,} of {self.integers:,} integer columns fractional")
        elif not self.columns:
            lines.append("no column is left")
        if self.variables:
            lines.append(f"{len(self.whole):,} of {self.variables:,} cells and variables whole")
        if self.solves:
            lines.append("the point is a solution: the verifier accepts it")
        return tuple(lines)

    def as_json(self) -> dict[str, object]:
        """A JSON-ready form."""
        found = fields_of(self) | {
            "whole": sorted(self.whole, key=list(self.values).index),
            "duals": [one.as_json() for one in self.duals],
            "cut_rows": [one.as_json() for one in self.cut_rows],
            "conflict": [one.as_json() for one in self.conflict],
            "values": {name: round(value, 9) for name, value in self.values.items()},
            "shares": {
                name: {str(v): round(share, 9) for v, share in shares.items() if share}
                for name, shares in self.shares.items()
            },
        }
        del found["plane"]
        return found


@record
class Relaxations(ProgramAnswer):
    """The relaxations of a model's programs, in a notebook as a picture."""

    model: Model
    parts: tuple[Relaxation, ...]
    seconds: float = 0.0

    def __getitem__(self, number: int) -> Relaxation:
        return self.parts[number]

    @property
    def status(self) -> str:
        """``infeasible`` (one of them has no point, so the puzzle has no solution), ``unknown`` or ``shown``."""
        found = {part.status for part in self.parts}
        return next((word for word in ("infeasible", "unknown") if word in found), "shown")

    _brief = {"infeasible": "The linear relaxation has no point, so there is no solution."}  # noqa: RUF012

    def _said(self) -> str:
        without = (part for part in self.parts if part.status in ("unbounded", "doubtful", "unknown"))
        return next((part.caption[0] for part in without), "a best point of the linear relaxation")

    _open = _said
    _kind = "relaxations"

    def lines(self, screen: Screen) -> list[str]:
        """The points of the relaxations. Those of one stage are side by side."""
        from puzzledsl.presentation.relaxed import relaxation_text

        lines, width = list[str](), page_width(screen)
        color, unicode = screen.color, screen.unicode
        for row in self._rows():
            blocks = [relaxation_text(self.model, part, color=color, unicode=unicode, width=width) for part in row]
            lines += ["", *side_by_side(blocks, width, gap=5)]
        return [*lines[1:], *(line for part in self.parts for line in row_lines(part, width))]

    __repr__ = ProgramAnswer.__repr__

    def _rows(self) -> list[list[Relaxation]]:
        """The relaxations in rows of a picture, one row for each stage."""
        order = list(dict.fromkeys(part.presolve for part in self.parts))
        parts = sorted(self.parts, key=lambda part: (order.index(part.presolve), part.after_cuts))
        return [list(row) for _, row in groupby(parts, key=lambda part: part.stage)]

    def _scene(self) -> Picture:
        from puzzledsl.presentation.relaxed import relaxation_picture

        return relaxation_picture(self.model, self._rows())


def row_lines(part: Relaxation, width: int) -> list[str]:
    """Tables of the rows, columns and cuts that determine the bound; or the rows without a common point.

    Args:
        width: of a line, in characters.
    """
    from textwrap import wrap

    from puzzledsl.listing import counted
    from puzzledsl.presentation.value_texts import number_text, short_text

    def span(ends: Range | None) -> str:
        if ends is None or ends == (None, None):
            return "" if ends is None else "any"
        return "..".join("" if end is None else short_text(end) for end in ends)

    def table(head: str, found: Sequence[tuple[RowAtPoint, str]]) -> list[str]:
        lines = [f"{'dual':>10}{'slack':>10}{'for limits':>16}  {head}"] if found else []
        for one, text in found[:MOST]:
            start = f"{number_text(one.dual):>10}{number_text(one.slack):>10} {span(one.limits):>15}  "
            indent = " " * len(start)
            lines += wrap(
                text, width, initial_indent=start, subsequent_indent=indent, max_lines=_LONGEST, placeholder=" …"
            )
        return [*lines, *more(found)]

    def more(found: Sequence[object]) -> list[str]:
        return [f"  … and {len(found) - MOST:,} more; --json has all of them"] if len(found) > MOST else []

    lines = []
    if part.duals:
        priced = [(one, one.row.sentence) for one in part.duals if one.dual]
        costs = [f"{number_text(cost):>10}  {column}" for column, cost in part.reduced_costs.items() if cost]
        lines = table("row", priced)
        if costs:
            lines += [f"{'cost':>10}  column, with its reduced cost", *costs[:MOST], *more(costs)]
        rows = counted(len(part.duals) - len(priced), "row")
        lines.append(f"dual 0: {rows}; reduced cost 0: {counted(len(part.reduced_costs) - len(costs), 'column')}")
    if part.coefficients:
        lines.append(f"{'objective':>10}{'same point for':>16}  column")
        prices = part.coefficients.items()
        moves = [f"{number_text(now):>10} {span((low, high)):>15}  {name}" for name, (now, low, high) in prices]
        lines += moves[:MOST] + more(moves)
    if part.conflict:
        lines.append("rows without a common point; without any one of them, the others have one:")
        for one in part.conflict[:MOST]:
            lines += wrap(one.sentence, width, initial_indent="  ", subsequent_indent="    ")
        lines += more(part.conflict)
    lines += table("cut", [(one, one.row.algebra) for one in part.cut_rows if not one.slack])
    return ["", part.heading, *lines] if lines else []


def _bound(value: float) -> str:
    from puzzledsl.presentation.value_texts import number_text

    return number_text(clean(value))


def is_whole(value: float, tolerance: float = TOLERANCE) -> bool:
    """Whether a value is an integer, as far as the arithmetic of a solver can tell."""
    return abs(value - round(value)) <= tolerance


def clean(value: float, tolerance: float = EXACT) -> float:
    """The value, rounded if it is an integer up to errors of floating-point arithmetic."""
    return float(round(value)) if is_whole(value, tolerance) else value
