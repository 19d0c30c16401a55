"""Runs the analyses that a page asks for: the text of a puzzle → JSON, text and picture of the answer."""

from __future__ import annotations

from numbers import Real
from time import monotonic
from typing import TYPE_CHECKING, Any

from puzzledsl.arguments import checked
from puzzledsl.diagnostics import failure
from puzzledsl.listing import counted
from puzzledsl.time_limit import LATE, OutOfTime, moment_in
from puzzledsl.timing import TimeIsUp, watched
from puzzledsl.web.limits import limits_of, loaded
from puzzledsl.web.solving_process import paced

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from puzzledsl.api import Model
    from puzzledsl.progress import Progress
    from puzzledsl.web.solving_process import Tell

QUESTIONS: Mapping[str, Sequence[str]] = {
    "solve": ("encoding", "solver", "presolve", "gap", "seed"),
    "unique": ("encoding", "solver"),
    "count": ("encoding", "solver", "limit"),
    "explain": ("encoding", "solver", "by", "keep", "smallest", "all"),
    "steps": ("hint", "try", "until", "max"),
    "redundant": ("encoding", "solver", "by", "keep", "houses"),
    "minimize": ("encoding", "solver", "keep", "houses", "seed"),
    "generate": ("givens", "symmetry", "cages", "seed"),
    "relax": ("encoding", "presolve", "cuts"),
    "tree": ("encoding", "presolve", "order", "nodes"),
    "model": ("encoding", "line", "clue"),
}
"""What a page may ask, with the options that it may set. ``--solver pyomo:NAME`` is left out, since it starts programs
by their name."""

_NAMES = {"all": "most", "max": "most", "try": "trying"}
"""Options whose names in commands differ from those in methods of `puzzledsl.Model`."""

LONGEST = 600.0
"""Seconds that an answer may take if the page sets no limit."""

PAUSE = 0.25
"""Seconds between two reports."""


def tell_answer(
    question: str, text: str, name: str, folder: str | None, options: Mapping[str, Any], tell: Tell
) -> None:
    """Run an analysis: send ``progress`` events, then ``result``.

    The time limit includes reading the text. A stage that does not check the limit is broken off, so no text occupies
    the process for long.

    Args:
        question: one of `QUESTIONS`.
        text: the text of the model.
        name: the name of the text in messages.
        folder: the folder of the files that the text may include; ``None``: it may include none.
        options: the options of the analysis. ``time_limit`` is in seconds. ``cell``, for `explain`, is the cell whose
            value is explained. ``values``, for `steps`, are the entries of a player; they count as givens.
        tell: takes the name and the value of each event.

    Raises:
        PuzzleError: a question that a page may not ask, an option that it may not set, a mistake in the model; or the
            time limit came before there was an answer.
    """
    from puzzledsl.analysis.clue_listing import clues_json
    from puzzledsl.answer import check_numbers
    from puzzledsl.api import Model
    from puzzledsl.presentation.screen import tone
    from puzzledsl.steps.pictures import marks_known
    from puzzledsl.web.clue_places import add_places
    from puzzledsl.web.playing import tools

    own, report, began = _allowed(question, options), paced(tell, PAUSE), monotonic()
    cell, played = own.pop("cell", None), own.pop("values", None)

    def hear(progress: Progress) -> None:
        report(
            "progress", lambda: {"text": ", ".join([*progress.words, f"{progress.seconds:.0f} s"]), "fraction": None}
        )

    limit = own.pop("time_limit", LONGEST)
    check_numbers(0, Real, time_limit=limit)
    heard: dict[str, Any] = {"time_limit": limit, "on_progress": hear}
    found: Any  # an answer
    try:
        with watched(moment_in(limit)):
            whole = loaded(text, name, folder, allow_clashes=question == "explain" and not cell, played=played)
            model = Model(whole, include=() if folder is None else (folder,), limits=limits_of(folder))
            if question in _OTHERS:
                tell("result", _OTHERS[question](model, heard, **own))
                return
            found = model.explain_cell(str(cell), **heard) if cell else getattr(model, question)(**own, **heard)
    except (OutOfTime, TimeIsUp):
        raise failure(LATE, code="late") from None
    answer, smaller = found.as_json(), getattr(found, "text", None) or None
    answer["seconds"] = answer.get("seconds", {}) | {"total": monotonic() - began}
    lists = [
        {"title": f"{title[0].upper()}{title[1:]}", "clues": clues_json(elements)}
        for title, elements in found.lists
        if elements
    ]
    add_places([answer, lists], whole)
    svg = None if question == "count" or (question == "minimize" and smaller is None) else found.svg()
    said = {"brief": found.brief, "tone": tone(found.status), "printed": found.as_text()}
    shown = {"svg": svg, "boards": getattr(found, "boards", None), "model": smaller}
    if question == "steps" and played is None:
        shown["drawn"] = {"tools": tools(whole), "marks": marks_known(found)}
    tell("result", {"answer": answer, **said, "lists": lists, **shown})


def _allowed(question: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are set, by their names in methods.

    Raises:
        PuzzleError: a question that a page may not ask, or an option that it may not set.
    """
    from puzzledsl.answer import SOLVERS

    if question not in QUESTIONS:
        raise failure(f"the page cannot run `{question[:40]}`", code="call")
    further = {"time_limit", "cell" if question == "explain" else "values" if question == "steps" else ""}
    own = {name: value for name, value in options.items() if value not in (None, "") and value is not False}
    for name in own:
        if name not in QUESTIONS[question] and name not in further:
            raise failure(f"the page cannot set `{name[:40]}` of `{question}`", code="call")
    if not isinstance(own.get("values", {}), dict):
        raise failure("`values` are numbers by the names of cells", code="call")
    if own.get("solver", "auto") not in SOLVERS:
        raise failure(f"the page knows the solvers {', '.join(SOLVERS)}", code="call")
    if isinstance(own.get("keep"), str):
        own["keep"] = [own["keep"]]
    return {_NAMES.get(name, name): value for name, value in own.items()}


@checked
def _rows(
    model: Model,
    heard: object,  # noqa: ARG001 - nothing hears how far they are
    *,
    clue: str | None = None,
    line: int | None = None,
    encoding: str | None = None,
) -> dict[str, Any]:
    """Rows in words."""
    from puzzledsl.analysis.asking import Asking
    from puzzledsl.answer import Options
    from puzzledsl.inspection.row_listing import list_rows

    return {"answer": list_rows(model.elaborated, Asking(Options(encoding=encoding)), line=line, clue=clue).as_json()}


def _puzzle(model: Model, heard: Mapping[str, Any], **own: Any) -> dict[str, Any]:
    """The text of a puzzle that is generated from a model."""
    found = next(model.generate(**own, **heard))
    said = f"A puzzle with {counted(*found.added)} and exactly one solution."
    return {"answer": found.as_json(), "printed": "", "model": found.text, "brief": said, "tone": "good", "lists": []}


_OTHERS: Mapping[str, Callable[..., dict[str, Any]]] = {"model": _rows, "generate": _puzzle}
"""Questions whose results are not made of a `puzzledsl.drawable.Answer`."""
