"""What ``puzzledsl explain`` does with a model that has no solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.cli.analysis import Analysis
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.cli.model_file import ModelOptions


class Explaining(Analysis[Any]):
    """One call of ``puzzledsl explain``."""

    question = "analysis.unsolvable.explain"
    stage = "looking for a conflict"

    def __init__(self, *invocation: Any, options: ModelOptions, **given: Any) -> None:
        # Clues that clash at sight are a conflict as any other here.
        super().__init__(*invocation, options=replace(options, allow_clashes=True), **given)
