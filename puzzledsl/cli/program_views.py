"""How `relax` and `tree` print what they found: the programs of a model side by side, as text, JSON or pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from puzzledsl.cli.style import seconds_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.cli.analysis_call import AnalysisRun
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.cli.style import Screen
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture


class ByProgram(Protocol):
    """What was found about each program of a model."""

    @property
    def model(self) -> Model:
        """The model."""

    def as_json(self) -> dict[str, object]:
        """A JSON-ready form."""


A = TypeVar("A", bound=ByProgram)


def print_by_program(
    run: AnalysisRun,
    pictures: Pictures,
    answer: A | None,
    nothing: dict[str, object],
    first: str,
    lines: Callable[[A, Screen], list[str]],
    picture: Callable[[A], Picture],
) -> None:
    """Print the answer, or that there is none, and write its pictures.

    Args:
        nothing: the JSON where there is no answer.
        first: what the time limit came before, where there is no answer.
        lines: the answer as text.
        picture: the answer as a picture.
    """

    def as_json() -> dict[str, object]:
        return (nothing if answer is None else answer.as_json()) | run.closing_json()

    def as_text() -> str:
        if answer is None:
            return "interrupted" if run.interrupted else f"the time limit came before {first}"
        found = [*run.title(), ""] if run.title() else []
        found += lines(answer, run.screen)
        if run.interrupted:
            found += ["", "interrupted"]
        if not run.quiet:
            found += ["", seconds_text(run.seconds["total"])]
        return "\n".join(found)

    run.invocation.print_answer(as_json, as_text, pictures, lambda: None if answer is None else picture(answer))
