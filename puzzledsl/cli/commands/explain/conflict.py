"""What ``puzzledsl explain`` does with a model that has no solution."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from puzzledsl.analysis.scenes import elements_scene
from puzzledsl.analysis.unsolvable import Explanation, explain
from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, run_by_parts
from puzzledsl.cli.clue_listing import element_json, marked, sentence_of, solution_json
from puzzledsl.listing import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.analysis.conflicts import Conflict
    from puzzledsl.cli.analysis_call import AnalysisRun
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.model import Model


MOST_NAMED = 8
"""Members of a conflict that are named once more, where it is not known of all whether they are needed."""


@dataclass(frozen=True)
class ExplainCall:
    """The options of one call."""

    analysis: AnalysisCall
    by: str
    keep: Sequence[str]
    smallest: bool
    most: int
    pictures: Pictures


def explain_file(file: str, call: ExplainCall) -> int:
    """Explains and prints. Returns the exit status.

    Raises:
        PuzzleError: the model is wrong, or a picture cannot be written.
    """
    ask = partial(explain, by=call.by, keep=call.keep, smallest=call.smallest, most=call.most)
    # Clues that clash at sight are a conflict as any other here.
    analysis = replace(call.analysis, model=replace(call.analysis.model, allow_clashes=True))
    run, explanation = run_by_parts(file, analysis, ask, "looking for a conflict", Explanation("unknown"))
    elements = explanation.conflicts[0].elements if explanation.conflicts else ()
    call.analysis.invocation.print_answer(
        lambda: _as_json(run, explanation, call),
        lambda: _as_text(run, explanation, call, file),
        call.pictures,
        lambda: None if run.model is None else elements_scene(run.model, elements),
    )
    return run.exit_status(_status(explanation, call))


def _status(explanation: Explanation, call: ExplainCall) -> int:
    match explanation.status:
        case "solvable":
            return statuses.NONE
        case "conflict":
            done = all(conflict.minimal for conflict in explanation.conflicts)
            done = done and (not call.smallest or explanation.conflicts[0].smallest)
            done = done and (explanation.complete or len(explanation.conflicts) >= call.most)
            return statuses.FOUND if done else statuses.LIMIT
        case _:
            return statuses.LIMIT


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


def _as_text(run: AnalysisRun, explanation: Explanation, call: ExplainCall, file: str) -> str:
    lines = run.title()
    if explanation.status == "solvable":
        lines.append("the model has a solution, so there is nothing to explain")
        lines.append(f"`puzzledsl explain {file} r3c4` says why a cell holds its value")
    for number, conflict in enumerate(explanation.conflicts):
        assert run.model is not None
        if len(explanation.conflicts) > 1:
            lines.append(f"{chr(10) if number else ''}conflict {number + 1}:")
        lines += _conflict_text(run.model, conflict, call)
        if not run.quiet:
            lines += run.screen.grids(run.model, None, marked(conflict.elements, run.model))
    if not run.quiet:
        lines.append(_status_line(run, explanation, call))
    return "\n".join(lines)


def _conflict_text(model: Model, conflict: Conflict, call: ExplainCall) -> list[str]:
    among = " with what is kept" if call.keep else " under these rules" if call.by == "cell" else ""
    lines = sentence_of(conflict.elements, model, f"can never hold{among}", f"cannot all hold{among}")
    if not conflict.elements:
        instead = "leave out `--keep` to look" if call.keep else "`--by clue` looks"
        lines = [f"what is taken for granted has no solution by itself; {instead} among all clues"]
    return lines if conflict.minimal else [*lines, untested(conflict)]


def untested(conflict: Conflict) -> str:
    """How many members have not been shown to be needed, and which, or if these are fewer which have been."""
    open_ = [str(element) for i, element in enumerate(conflict.elements) if i not in conflict.witnesses]
    needed = [str(element) for i, element in enumerate(conflict.elements) if i in conflict.witnesses]
    said = f"perhaps not minimal: {len(open_)} of these {len(conflict.elements)} may be one too many"
    if len(open_) <= MOST_NAMED:
        return f"({said}: {listed(open_)})"
    if not needed:
        return f"({said})"
    if len(needed) <= MOST_NAMED:
        return f"({said}: all but {listed(needed)})"
    return f'({said}; --json shows them: those with "without_it": null)'


def _status_line(run: AnalysisRun, explanation: Explanation, call: ExplainCall) -> str:
    screen = run.screen
    parts = []
    match explanation.status:
        case "conflict":
            first = explanation.conflicts[0]
            word = screen.good("minimal") if first.minimal else screen.uncertain("perhaps not minimal")
            if first.smallest:
                word = screen.good("smallest")
            parts.append(f"{word}: {len(first.elements)} of {explanation.total}")
            if call.smallest and not first.smallest:
                parts.append(f"none has fewer than {explanation.at_least}")
            if call.most > 1:
                every = "all" if explanation.complete else "there may be more"
                parts.append(f"{len(explanation.conflicts)} found, {every}")
        case "solvable":
            parts.append(screen.good("solvable"))
        case _:
            parts.append(screen.uncertain("unknown") + " whether there is a solution")
    return run.status_line(*parts, questions=explanation.questions)


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────


def _as_json(run: AnalysisRun, explanation: Explanation, call: ExplainCall) -> dict[str, object]:
    model = run.model
    found: dict[str, object] = {"status": explanation.status, "by": call.by}
    if model is not None:
        found["conflicts"] = [_conflict_json(model, conflict) for conflict in explanation.conflicts]
        if explanation.values is not None:
            found |= solution_json(model, explanation.values)
    found |= {"clues": explanation.total, "complete": explanation.complete, "questions": explanation.questions}
    if call.smallest and explanation.conflicts:
        found["at_least"] = explanation.at_least
    return found | run.closing_json()


def _conflict_json(model: Model, conflict: Conflict) -> dict[str, object]:
    return {
        "minimal": conflict.minimal,
        "smallest": conflict.smallest,
        "elements": [
            element_json(element, model)
            | {"without_it": solution_json(model, conflict.witnesses[i]) if i in conflict.witnesses else None}
            for i, element in enumerate(conflict.elements)
        ],
    }
