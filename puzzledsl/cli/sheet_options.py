"""How the pages of ``puzzledsl print`` look: its options."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from puzzledsl.cli.options import flag, grouped, number_option, option
from puzzledsl.cli.param_types import number

if TYPE_CHECKING:
    from puzzledsl.sheets.printing import Layout


def _layout(paper: str, **given: Any) -> Layout:
    """The layout that the options describe.

    Raises:
        PuzzleError: such pages cannot be printed.
    """
    from puzzledsl.sheets.printing import Layout

    layout = Layout(paper=paper.lower(), **given)
    layout.check()
    return layout


sheet_options: Callable[[Any], Any] = grouped(
    "layout",
    _layout,
    number_option("--per-page", default=1, note="Puzzles on a page: 1, 2, 4, 6 …"),
    option("--paper", default="a4", show_default=True, metavar="NAME", help="The paper: a3, a4, a5, letter, legal."),
    flag("--landscape", note="Turn the paper, so that pages are wider than high."),
    option("--margin", type=number, default=15.0, show_default=True, metavar="MM",
           help="The margin on all sides, in millimetres."),
    option("--title", default="", metavar="TEXT", help="A title above the first page."),
    flag("--solutions", note="Solve the puzzles, and print the solutions on the last pages."),
)  # fmt: skip
"""The options, collected in the parameter ``layout``."""
