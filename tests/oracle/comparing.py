"""One random model, its solutions by trying all assignments, and what `puzzledsl` says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from random import Random

from puzzledsl import Model, PuzzleError, Solution, parse
from puzzledsl.calls import Encoding, Presolve, Solver

from . import builtin_cases, rule_cases, wide
from .setting import Setting
from .terms import Cond, Num, Number, Undefined, Values
from .writer import Writer

MOST = 700
"""Assignments of a model, usually; now and then six times as many."""


@dataclass(frozen=True)
class Example:
    """A random model.

    Attributes:
        head: its declarations.
        names, assignments: the unknowns in the order of the answers, and what they may hold.
        shown: how many of the unknowns are cells; solutions differ in these.
        statements: what must hold.
        objective: maximized, if there is one.
        printed: said with the answer.
    """

    head: str
    names: list[str]
    assignments: list[Values]
    shown: int
    statements: list[Cond]
    objective: Num | None = None
    printed: Num | None = None

    @property
    def text(self) -> str:
        lines = [one.text + "\n" for one in self.statements]
        if self.objective:
            lines.append(f"maximize {self.objective.text}\n")
        if self.printed:
            lines.append(f"show {self.printed.text}\n")
        return self.head + "".join(lines)

    def statement_at(self, line: int) -> Cond | None:
        """The statement on a line of the text that counts from 1."""
        at = self.head.count("\n") + 1
        for statement in self.statements:
            after = at + statement.text.count("\n") + 1
            if at <= line < after:
                return statement
            at = after
        return None


def example(number: int) -> Example:
    """The model of this number: rules and built-in functions take turns, so that each occurs soon."""
    random = Random(f"model {number}")
    rules = list(rule_cases.RULES)
    rule = rules[number % len(rules)]
    if rule == "windoku":
        return Example(*wide.windoku(random))
    if number % 23 == 7:
        return Example(*wide.with_boxes(random))
    setting = Setting(random, MOST * 6 if random.random() < 0.03 else MOST)
    writer = Writer(random, setting)
    statements = [writer.statement(rule_cases.RULES[rule](writer))]
    if random.random() < 0.8:
        cases = [*builtin_cases.NUMBERS, *builtin_cases.CONDITIONS]
        k = number % len(cases)
        if k < len(builtin_cases.NUMBERS):
            value, other = builtin_cases.NUMBERS[k](writer, 2), writer.num(1)
            statements.append(writer.statement(writer.compared(value, other)))
        else:
            condition = builtin_cases.CONDITIONS[k - len(builtin_cases.NUMBERS)](writer, 2)
            statements.append(writer.statement(condition))
    more = random.choice([0, 0, 1, 2])
    statements += [writer.loop() if writer.maybe(0.2) else writer.statement(writer.cond(3)) for _ in range(more)]
    return Example(
        setting.text(),
        setting.names,
        setting.assignments(),
        len(setting.places) + setting.lamps,
        statements,
        writer.whole(2) if random.random() < 0.2 else None,
        writer.num(2) if random.random() < 0.3 else None,
    )


def worth(number: Num, values: Values) -> Number | None:
    """The number's value, ``None`` where it is undefined."""
    try:
        return number.value(values)
    except Undefined:
        return None


LINE = re.compile(r"(?:-->|:::) \S+?:(\d+):")
NEVER = re.compile("never|cells, but only")


def difference(number: int, *, solve: bool) -> str:
    """How `puzzledsl` and trying all assignments differ about a model, empty if they do not.

    Args:
        number: of the model.
        solve: also solve it by search and by HiGHS with each encoding.
    """
    one = example(number)
    expected = {v for v in one.assignments if all(s.holds(v) for s in one.statements)}
    if one.objective:
        expected = {v for v in expected if worth(one.objective, v) is not None}
    try:
        return answered_otherwise(one, parse(one.text), expected, solve)
    except PuzzleError as error:
        return refused(one, error, expected)


def answered_otherwise(one: Example, model: Model, expected: set[Values], solve: bool) -> str:
    """How the answers about a model differ from the solutions that are expected."""
    for warning in model.warnings:
        found = LINE.search(warning)
        statement = one.statement_at(int(found[1])) if found else None
        if "always" in warning and statement and not all(statement.holds(v) for v in one.assignments):
            return f"not always: {warning}"
    cells = {v[: one.shown] for v in expected}
    stream = model.solutions(solver="search")
    found_cells = []
    for solution in stream:
        values = tuple(int(solution[name]) for name in one.names)
        if values not in expected:
            return f"no solution: {values}"
        found_cells.append(values[: one.shown])
        if one.printed:
            said = _said(solution)
            if said != _printed(worth(one.printed, values)):
                return f"shows {said} for {values}, not {worth(one.printed, values)}"
    if len(found_cells) != len(set(found_cells)):
        return "a solution twice"
    if set(found_cells) != cells:
        return f"{len(cells)} solutions, not {len(found_cells)}; missing: {min(cells - set(found_cells))}"
    count = model.count(solver="search")
    if not count.exact or count.count != len(cells):
        return f"{len(cells)} solutions, counted {count.count}"
    best = max((worth(one.objective, v) or 0 for v in expected), default=None) if one.objective else None
    ways: list[tuple[Solver, Encoding, Presolve | None]] = [("auto", "binary", None)] if one.objective or solve else []
    ways += product(("highs",), ("binary", "integer"), ("none", None)) if solve else ()
    for way in ways:
        solver, encoding, presolve = way
        answer = model.solve(solver=solver, encoding=encoding, presolve=presolve)
        if bool(answer) != bool(expected):
            return f"{way}: {answer.status}, there are {len(expected)} solutions"
        if answer:
            values = tuple(int(answer[name]) for name in one.names)
            if values not in expected:
                return f"{way}: no solution: {values}"
            if one.objective and (answer.objective != best or worth(one.objective, values) != best):
                return f"{way}: objective {answer.objective}, not {best}"
    return ""


def _said(solution: Solution) -> str:
    """What the answer shows."""
    said = solution.as_json()["show"]
    assert isinstance(said, list)
    line = str(said[0])
    return {"true": "1", "false": "0"}.get(line, line)


def _printed(value: Number | None) -> str:
    """A value as answers show it."""
    if value is None:
        return "undefined"
    return str(value) if isinstance(value, int) else f"{float(value):.6g}"


def refused(one: Example, error: PuzzleError, expected: set[Values]) -> str:
    """Whether a model is refused that should not be."""
    for diagnostic in str(error).split("\n\n"):
        if not diagnostic.startswith("error"):
            continue
        if "--bound" in diagnostic:
            return ""  # too large to be asked about
        lines = LINE.findall(diagnostic)  # of a region that is too large the last one is that of the clue
        statement = one.statement_at(int(lines[-1])) if lines else None
        if "never" in diagnostic and one.objective and "maximize" in diagnostic and not expected:
            continue
        if not NEVER.search(diagnostic) or statement is None:
            return f"refused:\n{diagnostic}"
        if any(statement.holds(v) for v in one.assignments):
            return f"not never:\n{diagnostic}"
    return "" if not expected else "refused, though there are solutions"
