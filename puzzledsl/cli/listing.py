"""What ``puzzledsl solutions`` does: every solution as it is found."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses, style
from puzzledsl.cli.asking import Asked, Asking, ask, branches_text, exit_status, seconds_text
from puzzledsl.cli.run import print_json
from puzzledsl.cli.timing import undisturbed

if TYPE_CHECKING:
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model
    from puzzledsl.session import Assignment


@dataclass
class _Listed:
    """How far it came."""

    count: int = 0
    complete: bool = False
    nodes: int = 0


def run_solutions(file: str, call: Asking, limit: int | None, lines: bool) -> int:
    """Prints solutions until there are no more, or as many as ``limit``; returns the exit status.

    Args:
        lines: each solution in one line, instead of a drawn grid.
    """
    from puzzledsl.session import SolverSession

    listed = _Listed()

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def on_node(nodes: int) -> None:
            listed.nodes = nodes
            display.stage = f"searching: {listed.count:,} found, {branches_text(nodes)}"

        with SolverSession(model) as session, session.solutions(deadline=deadline, on_node=on_node) as found:
            while limit is None or listed.count < limit:
                values = next(found, None)
                if values is None:
                    break
                text = _text(model, values, listed.count + 1, call, lines)
                with undisturbed():
                    sys.stdout.write(text + "\n")
                    sys.stdout.flush()
                    listed.count += 1
            listed.complete, listed.nodes = found.complete, found.nodes

    asked = ask(file, call, work, "searching", progress=not sys.stdout.isatty())
    reached = limit is not None and listed.count >= limit
    if call.invocation.json:
        last: dict[str, object] = {"count": listed.count, "complete": listed.complete, "nodes": listed.nodes}
        last["seconds"] = asked.rounded_seconds
        print_json(last | ({"interrupted": True} if asked.interrupted else {}))
    elif not call.quiet:
        sys.stdout.flush()
        color = style.wants_color(call.invocation.color, sys.stderr)
        print(_summary(asked, listed, reached, color), file=sys.stderr)
    if listed.complete and not listed.count:
        return exit_status(asked, statuses.NONE)
    return exit_status(asked, statuses.FOUND if listed.complete or reached else statuses.LIMIT)


def _text(model: Model, values: Assignment, number: int, call: Asking, lines: bool) -> str:
    """One solution as it is printed."""
    from puzzledsl.presentation.report import assignment
    from puzzledsl.presentation.terminal import can_draw, grid_text, shown_text, variables_text

    if call.invocation.json:
        return json.dumps({"solution": number} | assignment(model, values))
    if lines:
        from puzzledsl.cli.outcomes import in_one_line

        return "; ".join([in_one_line(grid, values) for grid in model.grids] + variables_text(model, values))
    color = style.wants_color(call.invocation.color, sys.stdout)
    parts = [] if number == 1 else [""]
    if model.grids:
        width = style.terminal_width(sys.stdout)
        parts.append(grid_text(model, values, color=color, unicode=can_draw(sys.stdout.encoding), width=width))
    return "\n".join([*parts, *variables_text(model, values), *shown_text(model, values)])


def _summary(asked: Asked, listed: _Listed, reached: bool, color: bool) -> str:
    """One line on standard error: how many, and whether these are all."""
    noun = "solution" if listed.count == 1 else "solutions"
    if listed.complete:
        what = f"{listed.count:,} {noun}, all there are" if listed.count else "no solution"
        what = style.good(what, color)
    else:
        why = "interrupted" if asked.interrupted else "as many as asked for" if reached else "the time limit came first"
        known = f"{listed.count:,} {noun} ({why}), there may be more" if listed.count else f"none found so far ({why})"
        what = style.uncertain(known, color)
    return f"{what} · {branches_text(listed.nodes)} · {seconds_text(asked.seconds['total'])}"
