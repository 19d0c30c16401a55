"""``--pdf`` and how its pages look: the options of ``puzzledsl print``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from puzzledsl.cli.options import flag, grouped, number_option, option
from puzzledsl.cli.param_types import number
from puzzledsl.records import record


@record
class SheetOptions:
    """Values of the options; see `puzzledsl.sheets.printing.Layout`.

    Attributes:
        pdf: the file, ``-`` for standard output.
    """

    pdf: str
    per_page: int
    paper: str
    landscape: bool
    margin: float
    title: str

    def layout(self, solutions: bool) -> Any:
        """The layout that the options describe.

        Raises:
            PuzzleError: such pages cannot be printed.
        """
        from puzzledsl.sheets.printing import Layout

        layout = Layout(self.per_page, self.paper.lower(), self.landscape, self.margin, self.title, solutions)
        layout.check()
        return layout


sheet_options: Callable[[Any], Any] = grouped(
    "sheet",
    SheetOptions,
    option("--pdf", type=click.Path(dir_okay=False), required=True, metavar="FILE",
           help="The PDF file to write; - is standard output."),
    number_option("--per-page", default=1, note="Puzzles on a page: 1, 2, 4, 6 …"),
    option("--paper", default="a4", show_default=True, metavar="NAME", help="The paper: a3, a4, a5, letter, legal."),
    flag("--landscape", note="Turn the paper, so that pages are wider than high."),
    option("--margin", type=number, default=15.0, show_default=True, metavar="MM",
           help="The margin on all sides, in millimetres."),
    option("--title", default="", metavar="TEXT", help="A title above the first page."),
)  # fmt: skip
"""The options, collected in the parameter ``sheet``."""
