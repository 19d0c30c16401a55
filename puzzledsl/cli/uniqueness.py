"""What ``puzzledsl unique`` does."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from puzzledsl.analysis.uniqueness import Uniqueness, UniquenessTest
from puzzledsl.cli import statuses, style
from puzzledsl.cli.asking import Asked, Asking, ask, branches_text, exit_status, seconds_text
from puzzledsl.cli.run import print_json

if TYPE_CHECKING:
    from puzzledsl.cli.pictures import Pictures
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model

DIFFERENT = "#ffd54f"
"""The colour of cells in which two solutions differ."""


def run_unique(file: str, call: Asking, pictures: Pictures) -> int:
    """Answers and returns the exit status."""
    from puzzledsl.session import SolverSession

    tests: list[UniquenessTest] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        with SolverSession(model) as session:
            test = UniquenessTest(session)
            tests.append(test)
            nodes = 0

            def on_node() -> None:
                nonlocal nodes
                nodes += 1
                display.stage = (
                    f"{'looking for another' if test.result().solutions else 'solving'}, {branches_text(nodes)}"
                )

            test.run(deadline, on_node)

    asked = ask(file, call, work, "solving")
    found = tests[0].result() if tests else Uniqueness("unknown", (), (), 0)
    if call.invocation.json:
        if asked.model is not None:
            _draw(asked.model, found, pictures)
        print_json(_json(asked, found))
    else:
        if not pictures.on_stdout:
            print("\n".join(_lines(asked, found, call)), flush=True)
        if asked.model is not None:
            _draw(asked.model, found, pictures)
    status = {"unique": statuses.FOUND, "none": statuses.NONE, "several": statuses.NONE}
    return exit_status(asked, status.get(found.status, statuses.LIMIT))


def _json(asked: Asked, found: Uniqueness) -> dict[str, object]:
    from puzzledsl.presentation.report import assignment

    answer: dict[str, object] = {"status": found.status, "solutions": [], "differing": []}
    if asked.model is not None:
        answer["solutions"] = [assignment(asked.model, values) for values in found.solutions]
        answer["differing"] = [asked.model.variables[x].name for x in found.differing]
    answer |= {"nodes": found.nodes, "seconds": asked.rounded_seconds}
    if asked.interrupted:
        answer["interrupted"] = True
    return answer


def _lines(asked: Asked, found: Uniqueness, call: Asking) -> list[str]:
    from puzzledsl.presentation.terminal import can_draw, grid_text, variables_text

    color = style.wants_color(call.invocation.color, sys.stdout)
    unicode = can_draw(sys.stdout.encoding)
    lines: list[str] = []
    if asked.model is not None:
        model = asked.model
        if model.title and not call.quiet:
            lines.append(style.strong(model.title, color))
        width = style.terminal_width(sys.stdout)
        for number, values in enumerate(found.solutions, 1):
            if len(found.solutions) > 1:
                lines.append(f"solution {number}:")
            if model.grids:
                marked = frozenset(found.differing)
                lines.append(grid_text(model, values, color=color, unicode=unicode, width=width, marked=marked))
            lines += variables_text(model, values)
    parts = [_sentence(asked, found, color), branches_text(found.nodes), seconds_text(asked.seconds["total"])]
    if not call.quiet:
        lines.append((" · " if unicode else " | ").join(parts))
    elif not found.solutions or found.status == "unknown":
        lines.append(parts[0])
    return lines


def _sentence(asked: Asked, found: Uniqueness, color: bool) -> str:
    match found.status:
        case "unique":
            return style.good("unique", color) + ": there is no other solution"
        case "none":
            return style.bad("none", color) + ": there is no solution"
        case "several":
            count = len(found.differing)
            where = f"these two differ in {count:,} {'cell' if count == 1 else 'cells'} (*)"
            return style.bad("several", color) + f": {where}"
    why = "interrupted" if asked.interrupted else "the time limit came first"
    known = "at least one solution, not proven to be the only one" if found.solutions else "no solution found so far"
    return style.uncertain("unknown", color) + f" ({why}): {known}"


def _draw(model: Model, found: Uniqueness, pictures: Pictures) -> None:
    """The first solution; of two, what they have in common, and both values where they differ."""
    from puzzledsl.presentation.picture import Highlight

    if not found.solutions:
        pictures.write(model, None)
        return
    first, *others = found.solutions
    common = {x: value for x, value in enumerate(first) if x not in set(found.differing)}
    both = {x: sorted({first[x], *(values[x] for values in others)}) for x in found.differing}
    pictures.write(model, common, highlights={x: Highlight(DIFFERENT) for x in both}, candidates=both)
