"""``--svg``, ``--png``, ``--html``: one option for each format that `presentation.renderers` has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli.files import STANDARD, check_place
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import ParamType
from puzzledsl.cli.shared_options import invocation_of
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.drawable import Scene
    from puzzledsl.presentation.picture import Picture


SMALLEST, LARGEST = 16, 20_000
"""Pixels that a side of a picture may have."""

_SIZE = r"(\d{1,9})(?:[xX×](\d{1,9}))?"


@record
class Pictures:
    """Pictures asked for.

    Attributes:
        files: file names by format.
        puzzle_only: they show the puzzle without its solution.
        caption: they have title, author and the sentences of all rules.
        size: the largest width and height in pixels, each ``None`` where it does not matter.
    """

    files: Mapping[str, str] = EMPTY
    puzzle_only: bool = False
    caption: bool = False
    size: tuple[int | None, int | None] = (None, None)

    @property
    def on_stdout(self) -> bool:
        """Whether a picture takes the place of the text."""
        return STANDARD in self.files.values()

    def check(self, models: Sequence[str], as_json: bool) -> None:
        """Raises an error where pictures would overwrite each other or a model, or mix with the text."""
        if self.files and len(models) > 1:
            raise click.UsageError(f"--{next(iter(self.files))} takes one model, not {len(models)}")
        places = list(self.files.values())
        if len(set(places)) < len(places):
            raise click.UsageError("two pictures cannot go to the same place")
        for place in places:
            if place != STANDARD:
                check_place(place, models)
        if self.on_stdout and as_json:
            raise click.UsageError("standard output cannot take both a picture and JSON")

    def write(self, shown: Callable[[], Scene | Picture | None]) -> None:
        """Draws and writes what an answer shows, if it shows something, in all formats that were asked for.

        Args:
            shown: called if there are pictures to write; a picture has its words already.

        Raises:
            PuzzleError: a file cannot be written, or a library is missing that the format needs.
        """
        if not self.files or (found := shown()) is None:
            return
        from puzzledsl.cli.files import write_file
        from puzzledsl.drawable import Scene, drawn
        from puzzledsl.presentation.renderers import renderer

        for form, place in self.files.items():
            if isinstance(found, Scene):
                scene = Scene(found.model) if self.puzzle_only else found
                content = drawn(scene, form, *self.size, caption=self.caption)
            else:
                content = renderer(form).render(found, *self.size)
            write_file(place, content)


class Size(ParamType):
    """``600`` or ``600x400``: the width, or width and height, in pixels."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int | None]:
        """The width and the height, ``None`` where there is none."""
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(_SIZE, value)
        sides = [int(side) for side in found.groups() if side] if found else []
        if not sides or not all(SMALLEST <= side <= LARGEST for side in sides):
            self.fail(f"{value!r} is not a size: write 600 or 600x400, from {SMALLEST} to {LARGEST:,}", param, ctx)
        return sides[0], sides[1] if len(sides) > 1 else None


def picture_options(function: Callable[..., Any]) -> Any:
    """An option for each format ``--puzzle-only`` and ``--caption``, collected in the parameter ``pictures``."""
    puzzle_only = option("--puzzle-only", is_flag=True, help="Pictures show the puzzle without its solution.")
    caption = option(
        "--caption", is_flag=True, help="Pictures carry the title, the author and a sentence for each rule."
    )
    return scene_options("the puzzle and its solution", lambda inner: puzzle_only(caption(inner)))(function)


def scene_options(
    what: str, further: Callable[[Callable[..., Any]], Any] = lambda function: function
) -> Callable[[Callable[..., Any]], Any]:
    """An option for each format, collected in the parameter ``pictures``.

    Args:
        what: what is drawn, for the help text.
        further: adds further options that the pictures take.
    """
    return lambda function: _scene_options(function, what, further)


def _scene_options(
    function: Callable[..., Any], what: str, further: Callable[[Callable[..., Any]], Any]
) -> Callable[..., Any]:
    from puzzledsl.presentation.renderers import formats

    names = sorted(formats(), reverse=True)

    @wraps(function)
    def collected(
        *args: Any, size: tuple[int, int | None], puzzle_only: bool = False, caption: bool = False, **kwargs: Any
    ) -> Any:
        files = {name: kwargs.pop(f"picture_{name}") for name in names}
        ctx = click.get_current_context()
        invocation = invocation_of(ctx)
        places = {name: place for name, place in files.items() if place is not None}
        chosen = Pictures(places, puzzle_only, caption, size)
        chosen.check(ctx.params["files"] if "files" in ctx.params else [ctx.params["file"]], invocation.json)
        return function(*args, pictures=chosen, **kwargs)

    wrapped: Any = further(collected)
    wrapped = option(
        "--size",
        type=Size(),
        default=(None, None),
        metavar="WIDTH[xHEIGHT]",
        help="Pixels that a picture may take: 600, or 600x400; it is never distorted.",
    )(wrapped)
    for name in reversed(names):
        wrapped = option(
            f"--{name}",
            f"picture_{name}",
            type=click.Path(dir_okay=False, path_type=str),
            metavar="FILE",
            help=f"Draw {what} as {name.upper()}; - is standard output.",
        )(wrapped)
    return wrapped  # type: ignore[no-any-return]
