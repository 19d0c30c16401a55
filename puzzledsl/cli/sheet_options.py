"""``--pdf`` and how its pages look: the options of the commands that print sheets."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import Number
from puzzledsl.records import record


@record
class SheetOptions:
    """Values of the options; see `puzzledsl.sheets.printing.Layout`.

    Attributes:
        pdf: the file, ``-`` for standard output; ``None`` where no sheets were asked for.
    """

    pdf: str | None = None
    per_page: int = 1
    paper: str = "a4"
    landscape: bool = False
    margin: float = 15.0
    title: str = ""

    def layout(self, solutions: bool) -> Any:
        """The layout that the options describe.

        Raises:
            PuzzleError: such pages cannot be printed.
        """
        from puzzledsl.sheets.printing import Layout

        layout = Layout(self.per_page, self.paper.lower(), self.landscape, self.margin, self.title, solutions)
        layout.check()
        return layout


def sheet_options(required: bool, per_page: int) -> Callable[[Callable[..., Any]], Any]:
    """The options, collected in the parameter ``sheet``.

    Args:
        required: whether ``--pdf`` is.
        per_page: puzzles on a page where nothing is said.
    """

    def added(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def collected(
            *args: Any,
            pdf: str | None,
            per_page: int,
            paper: str,
            landscape: bool,
            margin: float,
            title: str,
            **kwargs: Any,
        ) -> Any:
            sheet = SheetOptions(pdf, per_page, paper, landscape, margin, title)
            return function(*args, sheet=sheet, **kwargs)

        wrapped: Any = collected
        for added_option in (
            option("--title", default="", metavar="TEXT", help="A title above the first page."),
            option("--margin", type=Number(), default=15.0, show_default=True, metavar="MM",
                   help="The margin on all sides, in millimetres."),
            option("--landscape", is_flag=True, help="Turn the paper, so that pages are wider than high."),
            option("--paper", default="a4", show_default=True, metavar="NAME",
                   help="The paper: a3, a4, a5, letter, legal."),
            option("--per-page", type=click.IntRange(min=1), default=per_page, show_default=True, metavar="N",
                   help="Puzzles on a page: 1, 2, 4, 6 …"),
            option("--pdf", type=click.Path(dir_okay=False), required=required, metavar="FILE",
                   help="The PDF file to write; - is standard output."),
        ):  # fmt: skip
            wrapped = added_option(wrapped)
        return wrapped

    return added
