"""What ``puzzledsl explain FILE CELL`` does: why a cell must hold its value."""

from __future__ import annotations

from typing import Any

from puzzledsl.cli.analysis import Analysis


class ExplainingCell(Analysis[Any]):
    """One call of ``puzzledsl explain FILE CELL``."""

    question = "steps.cell_explanation.explain_cell"
    stage = "looking for a chain"
