"""Solves the linear relaxations of a model's programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.encodings.encoded import AtLeast, ByColumn, Encoded, Equals, Fixed, OneHot
from puzzledsl.inspection.programs import WRITTEN, Programs, chosen_encodings, programs, refuse_too_large
from puzzledsl.inspection.relaxation import Relaxation, Relaxations, clean, is_whole
from puzzledsl.time_limit import OutOfTime, is_late, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.highs.integer_program import Program
    from puzzledsl.highs.result import RawResult
    from puzzledsl.highs.supervisor import Supervisor
    from puzzledsl.model import Model

LATE = "the time limit came first"

AFTER = "probe"
"""The strength of presolve that is compared with none."""


def relax(
    model: Model,
    *,
    encoding: str | None = None,
    presolve: str | None = None,
    cuts: bool = False,
    deadline: float | None = None,
    parts: list[Relaxation] | None = None,
) -> Relaxations:
    """The relaxations of a model's programs.

    Args:
        encoding: one of them; ``None``: all.
        presolve: how hard to propagate before; ``None``: not at all, and then as hard as `solve` does.
        cuts: those with the cuts of HiGHS' root node, too.
        deadline: on the clock of ``time.monotonic``.
        parts: takes them one by one, for a caller that wants to keep what there was before Ctrl-C.

    Raises:
        PuzzleError: there is no such encoding, something in the model cannot be written as rows, or HiGHS fails.
    """
    from puzzledsl.highs.supervisor import Supervisor

    strengths = (WRITTEN, AFTER) if presolve is None else (presolve,)
    names = chosen_encodings(encoding)
    parts = [] if parts is None else parts
    with Supervisor() as highs:  # which loads HiGHS while this process encodes
        found = programs(model, names, strengths, deadline, until(deadline))
        for strength in strengths:
            done = len(parts)
            try:
                parts += _at_one_strength(highs, next(found), names, cuts, deadline)
            except (OutOfTime, StopIteration):  # the generator has ended with the first
                del parts[done:]
                parts += [Relaxation(name, strength, False, "unknown", message=LATE) for name in names]
    return Relaxations(model, tuple(parts))


def _at_one_strength(
    highs: Supervisor, found: Programs, names: Sequence[str], cuts: bool, deadline: float | None
) -> Iterator[Relaxation]:
    if found.contradiction is not None:
        origin = found.contradiction
        said = f"presolve proves that there is no solution, at: {origin.sentence} (line {origin.line})"
        for name in names:
            yield Relaxation(name, found.presolve, False, "infeasible", message=said)
    for encoded in found.encoded.values():
        try:
            yield from _relaxations(highs, found, encoded, cuts, deadline)
        except OutOfTime:
            yield Relaxation(encoded.encoding, found.presolve, False, "unknown", message=LATE)


def _relaxations(
    highs: Supervisor, found: Programs, encoded: Encoded, cuts: bool, deadline: float | None
) -> list[Relaxation]:
    from puzzledsl.encodings.pyomo_model import to_pyomo
    from puzzledsl.highs.integer_program import program

    if encoded.impossible is not None:
        said = f"no value can satisfy: {encoded.impossible.sentence} (line {encoded.impossible.line})"
        return [Relaxation(encoded.encoding, found.presolve, False, "infeasible", message=said)]
    refuse_too_large(encoded)
    asked = program(to_pyomo(encoded, late=until(deadline)), until(deadline))
    parts = [_relaxation(highs, found, encoded, asked, False, deadline)]
    if cuts and encoded.integers and parts[0].status == "optimal":
        parts.append(_relaxation(highs, found, encoded, asked, True, deadline))
    return parts


def _relaxation(
    highs: Supervisor, found: Programs, encoded: Encoded, asked: Program, cuts: bool, deadline: float | None
) -> Relaxation:
    from puzzledsl.encodings.numerics import is_delicate

    raw = _asked(highs, asked, "cuts" if cuts else "relax", deadline)
    status, message = raw.status, raw.message
    if status == "infeasible" and is_delicate(encoded):
        status = "doubtful"
    point, tail = raw.values[: len(encoded.columns)], raw.values[len(encoded.columns) :]
    goal = encoded.objective
    solved = raw.status in ("optimal", "closed")
    objective = raw.objective if goal is not None and solved else None
    known = _values(found, encoded, point) if solved else {}
    integers = [v for c, v in zip(encoded.columns, point, strict=True) if c.integer] if solved else []
    bound = objective if status != "bound" else raw.bound
    return Relaxation(
        encoded.encoding,
        found.presolve,
        cuts,
        status,
        bound=bound if goal is not None else None,
        root_bound=raw.bound if cuts and goal is not None else None,
        values={name: value for name, (value, _, _) in known.items()},
        shares={name: shares for name, (_, shares, _) in known.items() if shares},
        rows=len(encoded.rows),
        columns=len(encoded.columns),
        integers=encoded.integers,
        fractional=sum(not is_whole(v) for v in integers),
        cuts=int(tail[0]) if cuts and tail and tail[0] >= 0 else None,
        variables=sum(not variable.is_real for variable in found.model.variables),
        whole=frozenset(name for name, (_, _, whole) in known.items() if whole),
        solves=solved and _is_solution(found, encoded, point),
        message=message,
    )


def _is_solution(found: Programs, encoded: Encoded, point: Sequence[float]) -> bool:
    from puzzledsl.encodings.encoded import read
    from puzzledsl.verification import verify

    if not all(is_whole(v) for c, v in zip(encoded.columns, point, strict=True) if c.integer):
        return False
    return not verify(found.model, read(encoded, point)[: found.flat.sources])


def _asked(highs: Supervisor, asked: Program, task: str, deadline: float | None) -> RawResult:
    from puzzledsl.diagnostics import failure
    from puzzledsl.highs.result import RawResult

    if not len(asked.lower):  # presolve has left no column: HiGHS has nothing to do
        return RawResult("optimal", (0.0,), objective=asked.offset)
    if is_late(deadline):
        return RawResult("unknown", message=LATE)
    raw = highs.relax(task, asked, deadline)
    if raw.status == "error":
        raise failure(f"HiGHS failed: {raw.message}", code="solver")
    if raw.interrupted:
        raise KeyboardInterrupt
    return raw


def _values(
    found: Programs, encoded: Encoded, point: Sequence[float]
) -> dict[str, tuple[float, dict[int, float], bool]]:
    """Of each variable of the source by name: its value, how much it has of which values, and whether all is whole."""
    columns: dict[int, dict[int, int]] = {}
    others: dict[int, list[int]] = {}
    for number, column in enumerate(encoded.columns):
        match column.meaning:
            case Equals(x, v):
                columns.setdefault(x, {})[v] = number
            case AtLeast(x, _):
                others.setdefault(x, []).append(number)
    answer: dict[str, tuple[float, dict[int, float], bool]] = {}
    for x, variable in enumerate(found.model.variables):
        shares = {v: clean(point[number]) for v, number in columns.get(x, {}).items()}
        numbers = [*columns.get(x, {}).values(), *others.get(x, [])]
        match encoded.readings[x]:
            case Fixed(value):
                answer[variable.name] = (float(value), {value: 1.0}, True)
                continue
            case ByColumn(number, integer):
                value_here = clean(point[number])
                if not integer:
                    answer[variable.name] = (value_here, {}, False)
                    continue
                numbers.append(number)
                shares = {}
            case OneHot():
                value_here = sum(v * share for v, share in shares.items())
        answer[variable.name] = (clean(value_here), shares, all(is_whole(point[number]) for number in numbers))
    return answer
