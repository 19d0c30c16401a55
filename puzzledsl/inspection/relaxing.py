"""Solves the linear relaxations of a model's programs."""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any

from puzzledsl.analysis.asking import Asking
from puzzledsl.encodings.encoded import Encoded, Equals, Meaning, Row, ValueOf, rational
from puzzledsl.encodings.row_patterns import is_turned
from puzzledsl.encodings.row_sentences import RowReader
from puzzledsl.inspection.programs import WRITTEN, Programs, arrays_of, chosen_encodings, programs
from puzzledsl.inspection.relaxation import TOLERANCE, Relaxation, Relaxations, RowAtPoint, clean, is_whole
from puzzledsl.inspection.rows import in_words
from puzzledsl.records import replace
from puzzledsl.time_limit import OutOfTime, is_late

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.highs.integer_program import Program
    from puzzledsl.highs.result import RawResult
    from puzzledsl.highs.solve_options import SolveOptions
    from puzzledsl.highs.supervisor import Supervisor
    from puzzledsl.inspection.relaxation import Range
    from puzzledsl.model import Model
    from puzzledsl.presentation.half_planes import Half, Plane

LATE = "the time limit came first"

AFTER = "probe"
"""The strength of presolve that is compared with none."""


def relax(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    *,
    presolve: str | None = None,
    cuts: bool = False,
    duals: bool = False,
) -> Relaxations:
    """Solve the linear relaxations of a model's programs.

    A relaxation that is not solved within the time limit has the status ``unknown``.

    Args:
        how: the encoding (``None``: all), and the function that receives the relaxations solved before Ctrl-C.
        presolve: the strength of presolve; ``None``: once without presolve, and once as strong as in `solve`.
        cuts: also solve the relaxations with the cuts of HiGHS' root node.
        duals: also report the dual and the slack of each row, and the reduced cost of each column.

    Raises:
        PuzzleError: there is no such encoding, something in the model cannot be written as rows, or HiGHS fails.
    """
    from puzzledsl.highs.supervisor import Supervisor

    strengths = (WRITTEN, AFTER) if presolve is None else (presolve,)
    names = chosen_encodings(how.options.encoding)
    parts: list[Relaxation] = []
    how.publish(lambda: Relaxations(model, tuple(parts)) if parts else None)
    with Supervisor() as highs:  # which loads HiGHS while this process encodes
        found = programs(model, names, strengths)
        for strength in strengths:
            done = len(parts)
            try:
                parts += _at_one_strength(highs, next(found), names, cuts, duals)
            except (OutOfTime, StopIteration):  # the generator has ended with the first
                del parts[done:]
                parts += [Relaxation(name, strength, False, "unknown", message=LATE) for name in names]
    return Relaxations(model, tuple(parts))


def _at_one_strength(
    highs: Supervisor, found: Programs, names: Sequence[str], cuts: bool, duals: bool
) -> Iterator[Relaxation]:
    if found.contradiction is not None:
        for name in names:
            yield Relaxation(name, found.presolve, False, "infeasible", message=found.refutation())
    for encoded in found.encoded.values():
        name = encoded.encoding
        if encoded.impossible is not None:
            yield Relaxation(name, found.presolve, False, "infeasible", message=found.refutation(encoded))
            continue
        try:
            asked = arrays_of(encoded)
            raw = relaxed(highs, asked, duals)
            part = _relaxation(found, encoded, raw)
            if part.status == "infeasible":
                from puzzledsl.inspection.conflict import conflicting_rows

                reader = RowReader(encoded)
                rows = conflicting_rows(highs, encoded)
                part = replace(part, conflict=tuple(in_words(reader, row) for row in rows))
            yield part
            if cuts and encoded.integers and raw.status == "optimal":
                part = _after_cuts(highs, found, encoded, asked)
                yield part if duals else replace(part, duals=(), reduced_costs={}, coefficients={})
        except OutOfTime:
            yield Relaxation(name, found.presolve, False, "unknown", message=LATE)


def relaxed(highs: Supervisor, asked: Program, duals: bool = False) -> RawResult:
    """Solve the linear relaxation of a program.

    Args:
        duals: also report the duals, in the statistics of the result.

    Returns:
        a result with the status ``optimal``, ``infeasible``, ``unbounded`` or ``unknown``.

    Raises:
        PuzzleError: HiGHS fails.
        KeyboardInterrupt: Ctrl-C came first.
    """
    from puzzledsl.highs.solve_options import SolveOptions

    bare = replace(asked, integer=array("b", bytes(len(asked.integer))))
    options = SolveOptions(extra={"solver": "simplex"}, tuned=False, presolve=False, details=duals)
    raw = _solved(highs, bare, options)
    return replace(raw, status="unknown") if raw.status == "feasible" else raw


def _solved(highs: Supervisor, asked: Program, options: SolveOptions) -> RawResult:
    from puzzledsl.highs.result import RawResult
    from puzzledsl.portfolio.failures import broken_off

    if not len(asked.lower):  # presolve has left no column: HiGHS has nothing to do
        return RawResult("optimal", objective=asked.offset)
    if is_late():
        return RawResult("unknown", message=LATE)
    raw = highs.solve(asked, options)
    if raw.status == "error":
        raise broken_off(raw.message, "HiGHS")
    if raw.interrupted:
        raise KeyboardInterrupt
    return raw


def _after_cuts(highs: Supervisor, found: Programs, encoded: Encoded, asked: Program) -> Relaxation:
    """Let HiGHS cut at the root node of a program, and solve the relaxation with its cuts."""
    from puzzledsl.highs.integer_program import program_of
    from puzzledsl.highs.solve_options import AT_THE_ROOT, SolveOptions

    # Without HiGHS' presolve its cuts are over the columns of the program.
    options = SolveOptions(extra=dict(AT_THE_ROOT), tuned=False, presolve=False, details=True)
    raw = _solved(highs, asked, options)
    known = raw.statistics
    if known is None or known.cut_rows is None or raw.status == "infeasible":
        status = {"optimal": "closed", "feasible": "bound"}.get(raw.status, raw.status)
        if status == "unknown" and raw.bound is not None:
            status = "bound"
        bound = raw.bound if encoded.objective is not None else None
        part = _relaxation(found, encoded, replace(raw, status=status))
        return replace(part, after_cuts=True, root_bound=bound)
    cuts = known.cut_rows
    starts = [*map(int, cuts["start"][: len(cuts["lower"])]), len(cuts["value"])]
    entries = list(zip(map(int, cuts["index"]), map(rational, cuts["value"]), strict=True))
    rows = list[Row]()
    for (start, end), *limits in zip(pairwise(starts), cuts["lower"], cuts["upper"], strict=True):
        lower, upper = (rational(limit) if isfinite(limit) else None for limit in limits)
        rows.append(Row("cut", (len(rows) + 1,), dict(entries[start:end]), lower, upper))
    tight = replace(encoded, rows=(*encoded.rows, *rows))
    part = _relaxation(found, encoded, relaxed(highs, program_of(tight), duals=True), tight)
    own, further = part.duals[: len(encoded.rows)], part.duals[len(encoded.rows) :]
    named = [replace(one, row=replace(one.row, clue="cut", about=one.row.name)) for one in further]
    named.sort(key=lambda one: (-abs(one.dual), one.slack))
    return replace(
        part, after_cuts=True, root_bound=known.root_bound, cuts=known.cuts, duals=own, cut_rows=tuple(named)
    )


def _duals(encoded: Encoded, raw: RawResult) -> dict[str, Any]:
    """The duals, slacks and reduced costs of a relaxation, if HiGHS has reported them."""
    known = None if raw.statistics is None else raw.statistics.duals
    if known is None:
        return {}
    reader, found = RowReader(encoded), list[RowAtPoint]()
    numbers = (known[name] for name in ("row_value", "row_dual", "row_bound_dn", "row_bound_up"))
    row: Row
    for row, value, dual, low, high in zip(encoded.rows, *numbers, strict=True):
        limits = [limit for limit in (row.lower, row.upper) if limit is not None]
        sign = 1
        if is_turned(row.terms.values(), row.lower, row.upper):  # the dual is about the number that is printed
            lower, upper = (None if limit is None else -limit for limit in (row.upper, row.lower))
            row, sign = replace(row, terms={c: -k for c, k in row.terms.items()}, lower=lower, upper=upper), -1
        slack = min(abs(value - float(limit)) for limit in limits)
        span = _range(sign * low, sign * high) if clean(dual) else None
        words, slack = in_words(reader, row), clean(slack, TOLERANCE)
        found.append(RowAtPoint(words, clean(sign * value), slack, clean(sign * dual), span))
    costs = {column.name: clean(cost) for column, cost in zip(encoded.columns, known["col_dual"], strict=True)}
    terms = encoded.objective.terms if encoded.objective is not None else {}
    ends = dict(enumerate(zip(known["col_cost_dn"], known["col_cost_up"], strict=True)))
    priced = {encoded.columns[c].name: (float(k), *_range(*ends[c])) for c, k in terms.items() if c in ends}
    return {"duals": tuple(found), "reduced_costs": costs, "coefficients": priced}


def _range(*ends: float) -> Range:
    low, high = (clean(end) if isfinite(end) else None for end in sorted(ends))
    return low, high


def _relaxation(found: Programs, encoded: Encoded, raw: RawResult, tight: Encoded | None = None) -> Relaxation:
    """Return the record of a relaxation; ``tight`` is the program with cuts, if cuts were added to the program."""
    from puzzledsl.encodings.numerics import is_delicate

    status, point = raw.status, raw.values
    solved = status in ("optimal", "closed")
    if status == "infeasible" and is_delicate(encoded):
        status = "doubtful"
    values, shares, whole = _values(found, encoded, point) if solved else ({}, {}, frozenset[str]())
    integers = [v for c, v in zip(encoded.columns, point, strict=True) if c.integer] if solved else []
    bound = raw.objective if solved else raw.bound if status == "bound" else None
    return Relaxation(
        encoded.encoding,
        found.presolve,
        False,
        status,
        bound=bound if encoded.objective is not None else None,
        values=values,
        shares=shares,
        rows=len(encoded.rows),
        columns=len(encoded.columns),
        integers=encoded.integers,
        fractional=sum(not is_whole(v) for v in integers),
        variables=sum(not variable.is_real for variable in found.model.variables),
        whole=whole,
        solves=solved and all(map(is_whole, integers)) and not found.violations(encoded, point),
        message="" if solved else raw.message,
        plane=_plane(tight or encoded, raw),
        **_duals(tight or encoded, raw),
    )


def _plane(encoded: Encoded, raw: RawResult) -> Plane | None:
    """The data for a picture of the program; ``None`` unless it has two columns and an optimum."""
    if len(encoded.columns) != 2 or raw.status not in ("optimal", "closed"):
        return None
    from puzzledsl.presentation.half_planes import Line, Plane

    reader, (x, y) = RowReader(encoded), raw.values
    columns = [Row("", (), {c: 1}, column.lower, column.upper) for c, column in enumerate(encoded.columns)]
    sign = 1.0 if encoded.maximize else -1.0
    terms = {} if encoded.objective is None else encoded.objective.terms
    return Plane(
        (encoded.columns[0].name, encoded.columns[1].name),
        tuple(half for row in columns for half in _halves(row)),
        all(column.integer for column in encoded.columns),
        tuple(Line(_halves(row), in_words(reader, row).algebra, row.component == "cut") for row in encoded.rows),
        (sign * float(terms.get(0, 0)), sign * float(terms.get(1, 0))) if terms else None,
        (x, y),
    )


def _halves(row: Row) -> tuple[Half, ...]:
    a, b = (float(row.terms.get(c, 0)) for c in (0, 1))
    ends = ((1, row.upper), (-1, row.lower))
    return tuple((sign * a, sign * b, sign * float(limit)) for sign, limit in ends if limit is not None)


def _values(
    found: Programs, encoded: Encoded, point: Sequence[float]
) -> tuple[dict[str, float], dict[str, dict[int, float]], frozenset[str]]:
    """By the names of cells and variables: their values, their shares of each value; and the names of whole ones."""
    columns: dict[int, dict[Meaning, float]] = {}
    for column, share in zip(encoded.columns, point, strict=True):
        if column.meaning is not None:
            columns.setdefault(column.meaning.variable, {})[column.meaning] = share
    values, shares, whole = dict[str, float](), dict[str, dict[int, float]](), set[str]()
    for x, (variable, form) in enumerate(zip(found.model.variables, encoded.values, strict=False)):
        name, meanings = variable.name, columns.get(x, {})
        values[name] = clean(form.constant + sum(float(k) * point[column] for column, k in form.terms.items()))
        if not form.terms:
            shares[name] = {round(values[name]): 1.0}
        elif ValueOf(x) not in meanings:
            shares[name] = {m.value: clean(share, TOLERANCE) for m, share in meanings.items() if isinstance(m, Equals)}
        if not variable.is_real and all(map(is_whole, meanings.values())):
            whole.add(name)
    return values, shares, frozenset(whole)
