"""A declarative modelling language for grid puzzles, compiled to integer programs and solved exactly.

>>> import puzzledsl
>>> model = puzzledsl.parse("grid cell[1, 2] in 1..2\\nr1c1 > r1c2")
>>> print(model.solve().values)
{'r1c1': 2, 'r1c2': 1}

`load` and `parse` read models, `Builder` writes them, and the methods of `Model` answer questions about them.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in `typing`, which takes longer to import than everything here

__version__ = "0.1.0"

if TYPE_CHECKING:
    from puzzledsl.analysis.candidates import CandidatesAnswer
    from puzzledsl.analysis.conflicts import Conflict
    from puzzledsl.analysis.elements import Element
    from puzzledsl.analysis.estimation import Estimate
    from puzzledsl.analysis.minimization import Minimized
    from puzzledsl.analysis.redundancy import Redundancy
    from puzzledsl.analysis.solution_count import Count
    from puzzledsl.analysis.solution_stream import SolutionStream
    from puzzledsl.analysis.uniqueness import UniqueAnswer
    from puzzledsl.analysis.unsolvable import Explanation
    from puzzledsl.api import Model, batch, generate, load, parse, print_sheets
    from puzzledsl.batches.outcome import BatchResult
    from puzzledsl.batches.results import Compiled
    from puzzledsl.builder import Builder
    from puzzledsl.diagnostics import Diagnostic, Note, PuzzleError
    from puzzledsl.drawable import Answer
    from puzzledsl.elaboration import SAFE, Limits
    from puzzledsl.formats import import_text
    from puzzledsl.formats.format import Imported, Link
    from puzzledsl.generation.generated import Generated
    from puzzledsl.inspection.relaxation import Relaxation, Relaxations
    from puzzledsl.inspection.rows import RowInWords, Rows
    from puzzledsl.inspection.tree import Node, Tree, Trees
    from puzzledsl.portfolio.cluster_address import Cluster
    from puzzledsl.progress import Progress
    from puzzledsl.sheets.printing import Sheets
    from puzzledsl.solution import Solution
    from puzzledsl.source import Source, Span
    from puzzledsl.steps.cell_explanation import CellExplanation
    from puzzledsl.steps.solve_path import StepsPath
    from puzzledsl.time_limit import CancellationToken, Cancelled
    from puzzledsl.verification import Violation

__all__ = [
    "SAFE",
    "Answer",
    "BatchResult",
    "Builder",
    "CancellationToken",
    "Cancelled",
    "CandidatesAnswer",
    "CellExplanation",
    "Cluster",
    "Compiled",
    "Conflict",
    "Count",
    "Diagnostic",
    "Element",
    "Estimate",
    "Explanation",
    "Generated",
    "Imported",
    "Limits",
    "Link",
    "Minimized",
    "Model",
    "Node",
    "Note",
    "Progress",
    "PuzzleError",
    "Redundancy",
    "Relaxation",
    "Relaxations",
    "RowInWords",
    "Rows",
    "Sheets",
    "Solution",
    "SolutionStream",
    "Source",
    "Span",
    "StepsPath",
    "Tree",
    "Trees",
    "UniqueAnswer",
    "Violation",
    "__version__",
    "batch",
    "generate",
    "import_text",
    "load",
    "parse",
    "print_sheets",
]

_HOMES = {
    "Answer": "drawable",
    "BatchResult": "batches.outcome",
    "Builder": "builder",
    "CancellationToken": "time_limit",
    "Cancelled": "time_limit",
    "CandidatesAnswer": "analysis.candidates",
    "CellExplanation": "steps.cell_explanation",
    "Cluster": "portfolio.cluster_address",
    "Compiled": "batches.results",
    "Conflict": "analysis.conflicts",
    "Count": "analysis.solution_count",
    "Diagnostic": "diagnostics",
    "Element": "analysis.elements",
    "Estimate": "analysis.estimation",
    "Explanation": "analysis.unsolvable",
    "Generated": "generation.generated",
    "Imported": "formats.format",
    "Limits": "elaboration",
    "Link": "formats.format",
    "Minimized": "analysis.minimization",
    "Model": "api",
    "Note": "diagnostics",
    "Progress": "progress",
    "PuzzleError": "diagnostics",
    "Redundancy": "analysis.redundancy",
    "SAFE": "elaboration",
    "Sheets": "sheets.printing",
    "Solution": "solution",
    "SolutionStream": "analysis.solution_stream",
    "Source": "source",
    "Span": "source",
    "StepsPath": "steps.solve_path",
    "UniqueAnswer": "analysis.uniqueness",
    "Violation": "verification",
    "batch": "api",
    "generate": "api",
    "import_text": "formats",
    "load": "api",
    "load_ipython_extension": "notebook",
    "parse": "api",
    "print_sheets": "api",
    "Node": "inspection.tree",
    "Relaxation": "inspection.relaxation",
    "Relaxations": "inspection.relaxation",
    "RowInWords": "inspection.rows",
    "Rows": "inspection.rows",
    "Tree": "inspection.tree",
    "Trees": "inspection.tree",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first used: importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return list(__all__)
