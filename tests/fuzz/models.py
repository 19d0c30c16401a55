"""Random models of pencil puzzles, and what `puzzledsl` answers about each: ``python -m tests.fuzz.models COUNT``.

The options are those of `tests.oracle`, whose models are about cells and clues.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from puzzledsl import PuzzleError, parse

from ..oracle.__main__ import main
from ..oracle.comparing import Example, refused, worth
from .analyses import Known, answered
from .pencil_setting import PencilSetting, used
from .pencil_writer import PencilWriter

MOST = 600
"""Assignments of a model, usually; now and then eight times as many."""

REFUSED = [
    "has unknowns of its own, so it is",
    "this divides by zero",
    " of a list of ",
    " lies outside",
    "is given as",
]
"""Messages about models that the language refuses: rules with unknowns as conditions, a known number divided by a
known 0, an item that a list does not have, a cell outside of its grid, two different givens of a cell."""


def example(number: int) -> Example:
    """The model of this number."""
    random = Random(f"pencil model {number}")
    setting = PencilSetting(random, MOST * 8 if random.random() < 0.08 else MOST)
    w = PencilWriter(random, setting)
    statements = [w.statement_of_lines() if w.maybe(0.7) else w.statement(w.cond_of_lines())]
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        if w.maybe(0.3):
            statements.append(w.statement_of_lines())
        else:
            statements.append(w.statement(w.cond(2)))
    assignments = setting.assignments()
    if w.maybe(0.35):  # towards one solution, which `minimize` needs
        left = [v for v in assignments if all(s.holds(v) for s in statements)]
        if left:
            only = random.choice(left)
            for k in random.sample(range(len(only)), min(len(only), 7)):
                if len(left) > 1:
                    statements.append(w.pinned(k, only[k]))
                    left = [v for v in left if v[k] == only[k]]
    objective = w.whole(2) if random.random() < 0.15 else None
    printed = w.num(2) if random.random() < 0.3 else None
    shown = len(setting.names) - (len(setting.variables) if setting.places else 0)
    whole = Example("", setting.names, assignments, shown, statements, objective, printed)
    return replace(whole, head=used(w.head, whole.text))


def difference(number: int, *, solve: bool) -> str:
    """How `puzzledsl` and trying all assignments differ about a model, empty if they do not.

    Args:
        number: of the model.
        solve: also solve it by search and by HiGHS with each encoding.
    """
    one = example(number)
    known = Known.of(one)
    expected = known.left(range(len(one.statements)))
    if one.objective:
        expected = {v for v in expected if worth(one.objective, v) is not None}
    try:
        model = parse(one.text)
    except PuzzleError as error:
        if any(message in str(error) for message in REFUSED):
            return ""
        return refused(one, error, expected)
    return answered(one, known, model, expected, solve)


if __name__ == "__main__":
    main(difference, example)
