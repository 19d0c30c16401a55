"""The cell magic ``%%puz``: a cell that is a model."""

from __future__ import annotations

import shlex
import sys
from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, magics_class, no_var_expand
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from puzzledsl.api import Model, parse
from puzzledsl.diagnostics import PuzzleError, render
from puzzledsl.presentation.screen import Screen, painted
from puzzledsl.solution import Solution

CELL = "<cell>"
"""What messages call the text of a cell."""


class CellError(PuzzleError):
    """The mistakes of a cell. A notebook shows the messages with what they underline, and no traceback."""

    def _render_traceback_(self) -> list[str]:
        return painted(render(self.diagnostics)).split("\n")


@magics_class
class PuzzleMagics(Magics):
    """The magics of the extension."""

    @no_var_expand
    @magic_arguments()
    @argument("name", nargs="?", help="The variable that gets the solution (with --read the model).")
    @argument("--read", action="store_true", help="Only read the model and show it; do not solve it.")
    @argument("--set", dest="settings", action="append", default=[], metavar="NAME=VALUE", help="Replace a param.")
    @argument("--time-limit", type=float, metavar="SECONDS", help="Stop solving after this time.")
    @argument("--solver", help="As in `puzzledsl solve`: auto, search or highs.")
    @argument("--encoding", help="As in `puzzledsl solve`: binary or integer.")
    @cell_magic
    def puz(self, line: str, cell: str) -> None:
        """Solve the model in this cell, show its picture and what it shows, and bind the solution to a name."""
        options = parse_argstring(self.puz, line)
        if options.name is not None and not options.name.isidentifier():
            raise UsageError(f"`{options.name}` is not a name for a variable")
        settings = dict(_setting(text) for text in options.settings)
        try:
            # A notebook counts the line with the magic too.
            model = parse(f"\n{cell}", name=CELL, settings=settings, include=["."])
            for warning in model.warnings:
                print(painted(warning), file=sys.stderr)
            if options.read:
                self._bind(options.name, model)
                display(_bundle(model), raw=True)
                return
            solution = model.solve(encoding=options.encoding, solver=options.solver, time_limit=options.time_limit)
        except PuzzleError as error:
            raise CellError(error.diagnostics) from None
        self._bind(options.name, solution)
        _show(model, solution)

    def _bind(self, name: str | None, value: object) -> None:
        if name is not None:
            self.shell.user_ns[name] = value  # type: ignore[union-attr] # a magic that runs has a shell


def _setting(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise UsageError(f"`--set {shlex.quote(text)}` is not of the form --set NAME=VALUE")
    return name, value


def _show(model: Model, solution: Solution) -> None:
    """The picture, the lines of ``show``, and in words what the picture does not have."""
    if not solution:
        print(solution.brief)
        return
    text = str(solution)
    if model.elaborated.grids:
        display(_bundle(solution), raw=True)
        text = text.removeprefix(solution.lines(Screen())[0]).lstrip("\n")
    if text:
        print(text)


def _bundle(shown: Model | Solution) -> dict[str, Any]:
    """The picture, and the grid as text for what shows no pictures."""
    return {"image/svg+xml": shown.svg(), "text/plain": str(shown)}
