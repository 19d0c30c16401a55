"""Models in notebooks: ``%load_ext puzzledsl``, then a cell that begins with ``%%puz name`` is a model.

`magic` runs such cells, `browsing` has the widgets to click through. They need the extra ``notebook``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from puzzledsl.analysis.candidates import CandidatesAnswer
    from puzzledsl.notebook.browsing import Browser
    from puzzledsl.steps.solve_path import StepsPath


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Make ``%%puz`` known; IPython calls this at ``%load_ext puzzledsl``."""
    from puzzledsl.notebook.magic import PuzzleMagics

    shell.register_magics(PuzzleMagics)


def browse(answer: StepsPath | CandidatesAnswer) -> Browser:
    """A widget to click through: the steps of ``model.steps()``, or the values of ``model.candidates()`` one by one.

    Raises:
        PuzzleError: anywidget is not installed.
    """
    from puzzledsl.diagnostics import failure

    try:
        from puzzledsl.notebook.browsing import browser
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in ("anywidget", "traitlets"):
            raise
        advice = 'install it with `pip install "puzzledsl[notebook]"`; without it, the answer itself is a picture'
        raise failure("clicking through needs anywidget", helps=(advice,), code="missing") from None
    return browser(answer)
