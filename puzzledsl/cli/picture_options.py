"""``--svg``, ``--png``, ``--html``: one option for each format that `presentation.renderers` has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli.files import STANDARD, check_place
from puzzledsl.cli.options import flag, grouped, number_option, option
from puzzledsl.cli.shared_options import invocation_of
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.drawable import Scene
    from puzzledsl.presentation.picture import Picture


@record
class Pictures:
    """Pictures asked for.

    Attributes:
        files: file names by format.
        puzzle_only: they show the puzzle without its solution.
        caption: they have title, author and the sentences of all rules.
        size: the width in pixels; ``None``: that of the drawing.
    """

    files: Mapping[str, str] = EMPTY
    puzzle_only: bool = False
    caption: bool = False
    size: int | None = None

    @property
    def on_stdout(self) -> bool:
        """Whether a picture takes the place of the text."""
        return STANDARD in self.files.values()

    def check(self, models: Sequence[str], as_json: bool) -> None:
        """Raises an error where pictures would overwrite each other or a model, or mix with the text."""
        if self.files and len(models) > 1:
            raise click.UsageError(f"--{next(iter(self.files))} takes one model, not {len(models)}")
        from puzzledsl.presentation.renderers import formats

        places = list(self.files.values())
        if len(set(places)) < len(places):
            raise click.UsageError("two pictures cannot go to the same place")
        for form, place in self.files.items():
            if place != STANDARD:
                check_place(place, models)
            ending = place.rpartition(".")[2].lower()
            if ending != form and ending in formats():
                raise click.UsageError(f"--{form} {place}: for this file the option is --{ending}")
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

        if self.puzzle_only and isinstance(found, Scene):
            found = Scene(found.model)
        for form, place in self.files.items():
            write_file(place, drawn(found, form, self.size, caption=self.caption))


def picture_options(function: Callable[..., Any]) -> Any:
    """An option for each format, ``--size``, ``--puzzle-only`` and ``--caption``, collected in ``pictures``."""
    return scene_options(
        "the puzzle and its solution",
        flag("--puzzle-only", note="Pictures show the puzzle without its solution."),
        flag("--caption", note="Pictures carry the title, the author and a sentence for each rule."),
    )(function)


def scene_options(what: str, *further: Callable[[Any], Any]) -> Callable[[Callable[..., Any]], Any]:
    """An option for each format and ``--size``, collected in the parameter ``pictures``.

    Args:
        what: what is drawn, for the help text.
        further: other options that the pictures take.
    """
    from puzzledsl.presentation.renderers import formats

    return grouped(
        "pictures",
        _pictures,
        *(
            option(
                f"--{name}",
                type=click.Path(dir_okay=False, path_type=str),
                metavar="FILE",
                help=f"Draw {what} as {name.upper()}; - is standard output.",
            )
            for name in sorted(formats(), reverse=True)
        ),
        number_option("--size", least=16, most=20_000, note="The width of a picture in pixels."),
        *further,
    )


def _pictures(size: int | None, puzzle_only: bool = False, caption: bool = False, **places: str | None) -> Pictures:
    ctx = click.get_current_context()
    files = {name: place for name, place in places.items() if place is not None}
    pictures = Pictures(files, puzzle_only, caption, size)
    pictures.check(ctx.params.get("files") or [ctx.params["file"]], invocation_of(ctx).json)
    return pictures
