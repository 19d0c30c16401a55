"""``--svg``, ``--png``, ``--html``: one option for each format that `presentation.renderers` has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli.files import STANDARD
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.drawable import Scene
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Highlight, Picture
    from puzzledsl.presentation.value_texts import Values


@record
class Pictures:
    """Pictures asked for: file names by format, and whether they show the puzzle without its solution."""

    files: Mapping[str, str] = EMPTY
    puzzle_only: bool = False

    @property
    def on_stdout(self) -> bool:
        """Whether a picture takes the place of the text."""
        return STANDARD in self.files.values()

    def check(self, models: Sequence[str], as_json: bool) -> None:
        """Raises a usage error where pictures would overwrite each other or mix with the text."""
        if self.files and len(models) > 1:
            raise click.UsageError(f"--{next(iter(self.files))} takes one model, not {len(models)}")
        places = list(self.files.values())
        if len(set(places)) < len(places):
            raise click.UsageError("two pictures cannot go to the same place")
        if self.on_stdout and as_json:
            raise click.UsageError("standard output cannot take both a picture and JSON")

    def write(
        self,
        model: Model,
        values: Values | None,
        *,
        highlights: Mapping[int, Highlight] | None = None,
        candidates: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        """Draws and writes all of them. Arguments as of `presentation.picture.picture`.

        Raises:
            PuzzleError: a file cannot be written, or a library is missing that the format needs.
        """
        if not self.files:
            return
        from puzzledsl.presentation.picture import picture

        if self.puzzle_only:
            self.write_picture(picture(model))
        else:
            self.write_picture(picture(model, values, highlights=highlights, candidates=candidates))

    def write_picture(self, drawn: Picture) -> None:
        """Writes a picture in all formats that were asked for.

        Raises:
            PuzzleError: a file cannot be written, or a library is missing that the format needs.
        """
        from puzzledsl.cli.files import write_file
        from puzzledsl.presentation.renderers import renderer

        for form, place in self.files.items():
            write_file(place, renderer(form).render(drawn, None, None))

    def write_scene(self, scene: Scene) -> None:
        """Draws and writes what an answer shows; see `write`."""
        self.write(scene.model, scene.values, highlights=scene.highlights, candidates=scene.candidates)


def picture_options(function: Callable[..., Any]) -> Any:
    """An option for each format and ``--puzzle-only``, collected in the parameter ``pictures``."""
    puzzle_only = click.option("--puzzle-only", is_flag=True, help="Pictures show the puzzle without its solution.")
    return scene_options("the puzzle and its solution", puzzle_only)(function)


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
    def collected(*args: Any, puzzle_only: bool = False, **kwargs: Any) -> Any:
        files = {name: kwargs.pop(f"picture_{name}") for name in names}
        chosen = Pictures({name: place for name, place in files.items() if place is not None}, puzzle_only)
        return function(*args, pictures=chosen, **kwargs)

    wrapped: Any = further(collected)
    for name in reversed(names):
        wrapped = click.option(
            f"--{name}",
            f"picture_{name}",
            type=click.Path(dir_okay=False, path_type=str),
            metavar="FILE",
            help=f"Draw {what} as {name.upper()}; - is standard output.",
        )(wrapped)
    return wrapped  # type: ignore[no-any-return]
