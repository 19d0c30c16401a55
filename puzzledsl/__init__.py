"""puzzledsl: a declarative modelling language for grid puzzles, compiled to integer programs and solved exactly.

>>> import puzzledsl
>>> model = puzzledsl.parse("grid cell[1, 2] in 1..2\\nr1c1 > r1c2")
>>> print(model.solve().values)
{'r1c1': 2, 'r1c2': 1}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from puzzledsl.api import Model, batch, load, parse
    from puzzledsl.batches.results import BatchResult, Compiled
    from puzzledsl.diagnostics import Diagnostic, PuzzleError
    from puzzledsl.elaboration import SAFE, Limits
    from puzzledsl.generation.generated import Generated
    from puzzledsl.inspection.relaxation import Relaxation, Relaxations
    from puzzledsl.inspection.rows import RowInWords, Rows
    from puzzledsl.inspection.tree import Node, Tree, Trees
    from puzzledsl.solution import Solution

__all__ = [
    "SAFE",
    "BatchResult",
    "Compiled",
    "Diagnostic",
    "Generated",
    "Limits",
    "Model",
    "Node",
    "PuzzleError",
    "Relaxation",
    "Relaxations",
    "RowInWords",
    "Rows",
    "Solution",
    "Tree",
    "Trees",
    "__version__",
    "batch",
    "load",
    "parse",
]

_HOMES = {
    "BatchResult": "puzzledsl.batches.results",
    "Compiled": "puzzledsl.batches.results",
    "Diagnostic": "puzzledsl.diagnostics",
    "Generated": "puzzledsl.generation.generated",
    "Limits": "puzzledsl.elaboration",
    "SAFE": "puzzledsl.elaboration",
    "Model": "puzzledsl.api",
    "Node": "puzzledsl.inspection.tree",
    "PuzzleError": "puzzledsl.diagnostics",
    "Relaxation": "puzzledsl.inspection.relaxation",
    "Relaxations": "puzzledsl.inspection.relaxation",
    "RowInWords": "puzzledsl.inspection.rows",
    "Rows": "puzzledsl.inspection.rows",
    "Solution": "puzzledsl.solution",
    "Tree": "puzzledsl.inspection.tree",
    "Trees": "puzzledsl.inspection.tree",
    "batch": "puzzledsl.api",
    "load": "puzzledsl.api",
    "parse": "puzzledsl.api",
}


def __getattr__(name: str) -> object:
    """Public names are loaded when they are first used: importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
