"""Programs that read an LP or MPS file and solve it: the objective that they print, and the values by their names."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Found = tuple[float, dict[str, float]]
"""An objective, and values by the names of their columns (cbc leaves zeros out)."""

LONG = 60.0
"""Seconds that are enough for the models of the tests."""


class NotEnded(Exception):  # noqa: N818 - an answer, not a failure
    """The time limit came first."""


def ended(status: str, optimal: str, limit: str) -> None:
    """Tell an optimum from an answer that is none.

    Raises:
        NotEnded: the status says that the time limit came first.
        ValueError: it says anything else than ``optimal``.
    """
    if re.search(limit, status):
        raise NotEnded
    if not re.fullmatch(optimal, status):
        raise ValueError(f"the status is {status!r}")


def said_by(words: list[str], seconds: float) -> str:
    """What a program prints that keeps to a time limit by itself, but not always.

    Raises:
        NotEnded: it ran for much longer.
    """
    try:
        return subprocess.run(words, check=True, capture_output=True, timeout=2 * seconds + 1, text=True).stdout
    except subprocess.TimeoutExpired:
        raise NotEnded from None


def by_highs(file: Path, seconds: float = LONG) -> Found:
    import highspy

    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    for name, value in (("output_flag", False), ("mip_rel_gap", 0.0), ("threads", 1)):
        highs.setOptionValue(name, value)
    if highs.readModel(str(file)) != highspy.HighsStatus.kOk:
        raise ValueError("the file cannot be read")
    highs.setOptionValue("time_limit", seconds)  # reading takes it for its own
    highs.run()
    ended(highs.modelStatusToString(highs.getModelStatus()), "Optimal", "Time limit")
    names = [highs.getColName(x)[1] for x in range(highs.getNumCol())]
    return highs.getInfo().objective_function_value, dict(zip(names, highs.getSolution().col_value, strict=True))


def by_glpk(file: Path, seconds: float = LONG) -> Found:
    report = file.with_suffix(".out")
    report.unlink(missing_ok=True)
    form = "--lp" if file.suffix == ".lp" else "--freemps"
    words = ["glpsol", form, str(file), "--tmlim", str(max(1, round(seconds))), "-o", str(report)]
    said = said_by(words, seconds)
    if not report.exists() or "TIME LIMIT EXCEEDED" in said:
        raise NotEnded
    text = report.read_text(encoding="utf-8")
    ended(re.findall(r"^Status: +(.+)", text, re.MULTILINE)[0], "(INTEGER )?OPTIMAL", "NON-OPTIMAL")
    columns = re.findall(r"^ +\d+ (\S+)\s+(?:\*|B|N[LUFS])?\s+([-+.\de]+)", text.split("Column name")[1], re.MULTILINE)
    (objective,) = re.findall(r"^Objective: +\S+ = (\S+)", text, re.MULTILINE)
    return float(objective), {name: float(value) for name, value in columns}


def by_cbc(file: Path, seconds: float = LONG) -> Found:
    report = file.with_suffix(".out")
    report.unlink(missing_ok=True)
    words = ["cbc", str(file), "-ratio", "0", "-sec", str(seconds), "-solve", "-solution", str(report), "-quit"]
    said = said_by(words, seconds)
    if re.search(r"read with [1-9]|###", said):
        raise ValueError(said)
    first, *lines = report.read_text(encoding="utf-8").splitlines()
    status, _, objective = first.partition(" - objective value ")
    ended(status, "Optimal", "Stopped on|no integer solution")
    return float(objective), {name: float(value) for _, name, value, *_ in map(str.split, lines)}


def by_scip(file: Path, seconds: float = LONG) -> Found:
    import pyscipopt

    scip: Any = pyscipopt.Model()
    scip.hideOutput()
    scip.setParam("limits/time", seconds)
    scip.readProblem(str(file))
    scip.optimize()
    ended(scip.getStatus(), "optimal", "timelimit")
    return scip.getObjVal(), {column.name: scip.getVal(column) for column in scip.getVars()}


READERS: dict[str, tuple[Callable[..., Found], str | None]] = {
    "highs": (by_highs, None), "glpk": (by_glpk, "glpsol"), "cbc": (by_cbc, "cbc"), "scip": (by_scip, None),
}  # fmt: skip
"""By name: what reads and solves, and the program that has to be installed for it."""
