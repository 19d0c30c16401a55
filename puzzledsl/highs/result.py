"""The result of a solve, as the process that runs HiGHS reports it."""

from __future__ import annotations

from array import array
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from puzzledsl.highs.integer_program import INFINITY
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.highs.integer_program import Program

FRACTIONAL = 1e-4
"""How far from an integer the value of an integer column may be."""


@record(slots=True)
class RawResult:
    """What HiGHS found, not yet verified.

    Attributes:
        status: ``optimal`` (without an objective: a solution), ``feasible`` (not proven optimal), ``infeasible``
            (confirmed), ``unbounded``, ``unknown`` (a limit came first), ``error``.
        values: one per variable of the Pyomo model, in its order (integers rounded); empty without a solution.
        objective, bound, gap: of the objective; ``None`` where there is none (yet).
        message: more about the status, for people; may be empty.
        interrupted: Ctrl-C came first.
    """

    status: str
    values: tuple[float, ...] = ()
    objective: float | None = None
    bound: float | None = None
    gap: float | None = None
    nodes: int = 0
    seconds: float = 0.0
    message: str = ""
    interrupted: bool = False


def values_of(payload: bytes) -> tuple[float, ...]:
    """The numbers of a frame's payload."""
    values = array("d")
    values.frombytes(payload)
    return tuple(values)


def result_of(message: dict[str, Any], payload: bytes) -> RawResult:
    """The result in a frame."""
    return RawResult(
        status=message["status"],
        values=values_of(payload),
        objective=message.get("objective"),
        bound=message.get("bound"),
        gap=message.get("gap"),
        nodes=message["nodes"],
        seconds=message["seconds"],
        message=message["message"],
    )


def rounded(result: RawResult, asked: Program) -> RawResult:
    """Integer columns to the nearest integer; an answer that is too far from one is an error, not an answer."""
    if not result.values:
        return result
    values = list(result.values)
    for column, integer in enumerate(asked.integer):
        if integer:
            nearest = round(values[column]) if isfinite(values[column]) else INFINITY
            if not abs(values[column] - nearest) <= FRACTIONAL:
                name = asked.variables[column].name if asked.variables else f"column {column}"
                return RawResult("error", message=f"HiGHS answered {name} = {values[column]!r}, which has to be whole")
            values[column] = float(nearest)
    return replace(result, values=tuple(values))
