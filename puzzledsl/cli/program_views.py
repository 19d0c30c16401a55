"""How `relax` and `tree` print what they found: the programs of a model side by side, as text, JSON or pictures."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol, TypeVar

from puzzledsl.cli import style
from puzzledsl.cli.analysis_call import print_found, seconds_text
from puzzledsl.cli.side_by_side import page_width
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.cli.analysis_call import AnalysisCall, AnalysisRun
    from puzzledsl.cli.picture_options import Pictures
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


@record
class Shape:
    """How a text is to look: in color, with characters beyond ASCII, so many columns wide."""

    color: bool
    unicode: bool
    width: int


def print_by_program(
    run: AnalysisRun,
    call: AnalysisCall,
    pictures: Pictures,
    answer: A | None,
    nothing: dict[str, object],
    first: str,
    lines: Callable[[A, Shape], list[str]],
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
        interrupted = {"interrupted": True} if run.interrupted else {}
        return (nothing if answer is None else answer.as_json()) | interrupted | {"seconds": run.rounded_seconds}

    def as_text() -> str:
        from puzzledsl.presentation.terminal import can_draw

        if answer is None:
            return "interrupted" if run.interrupted else f"the time limit came before {first}"
        color = style.wants_color(call.invocation.color, sys.stdout)
        title = [style.strong(answer.model.title, color), ""] if answer.model.title and not call.quiet else []
        found = title + lines(answer, Shape(color, can_draw(sys.stdout.encoding), page_width()))
        if run.interrupted:
            found += ["", "interrupted"]
        if not call.quiet:
            found += ["", seconds_text(run.seconds["total"])]
        return "\n".join(found)

    def draw() -> None:
        if answer is not None and pictures.files:
            pictures.write_picture(picture(answer))

    print_found(call, pictures, as_json, as_text, draw)
