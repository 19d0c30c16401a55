"""``puzzledsl new``: a commented model to start from."""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import fill

import click

from puzzledsl.cli.files import STANDARD, write_file
from puzzledsl.cli.options import option
from puzzledsl.cli.shared_options import color_option
from puzzledsl.diagnostics import failure
from puzzledsl.elaboration.genres import example, genre_called, genre_names, rules_of
from puzzledsl.nearest import did_you_mean

_FOLDER = Path(__file__).parent / "starts"
TITLE = '"TITLE"'
"""The placeholder of the new puzzle's title in a start."""


def kinds() -> list[str]:
    """The names of all starts, and then of the genres."""
    starts = sorted(name.removesuffix(".puz") for name in os.listdir(_FOLDER) if name.endswith(".puz"))
    return list(dict.fromkeys([*starts, *genre_names()]))


def text_of(kind: str, title: str) -> str:
    """The start of a kind, or the example of a genre, under a title of its own."""
    path = _FOLDER / f"{kind}.puz"
    if path.exists():
        text = path.read_text(encoding="utf-8")
    else:
        text = fill(rules_of(kind), 100, initial_indent="# ", subsequent_indent="# ")
        text += f"\n\npuzzle {TITLE}\n{example(kind)}"
    return text.replace(TITLE, '"' + title.replace("\\", "/").replace('"', "'") + '"', 1)


@click.command("new", short_help="Write a commented model to start from.")
@click.argument("name", metavar="NAME")
@option(
    "--kind",
    metavar="KIND",
    shell_complete=lambda ctx, param, begin: [kind for kind in kinds() if kind.startswith(begin)],  # noqa: ARG005
    default="classic",
    show_default=True,
    help="The kind of puzzle to start from: classic, killer, program, or a genre (`puzzledsl rules genres`).",
)
@color_option
def command(name: str, kind: str) -> int:
    """Write NAME.puz: a commented model that you can solve and change. An existing file is never overwritten. The name
    - writes to standard output.

    \b
    Examples:
      puzzledsl new snake && puzzledsl solve snake.puz
      puzzledsl new cage --kind killer
      puzzledsl new stars --kind starbattle

    \b
    Exit status:
      0  written
      2  the file exists already, or cannot be written
    """
    kind = kind if kind in kinds() else genre_called(kind)
    if kind not in kinds():
        helps = ("`puzzledsl rules genres` lists the genres",)
        raise failure(
            f"no kind of puzzle is called `{kind}`", label=did_you_mean(kind, kinds()), helps=helps, code="call"
        )
    if name == STANDARD:
        print(text_of(kind, kind.capitalize()), end="")
        return 0
    place = Path(name if name.endswith(".puz") else f"{name}.puz")
    stem = place.name.removesuffix(".puz")
    if not stem.strip() or not stem.isprintable():
        raise failure(f"`{name}` is not a name for a model", helps=("for example: puzzledsl new snake",), code="call")
    if os.path.lexists(place):
        raise failure(f"`{place}` already exists; nothing was written", code="file")
    title = stem.replace("_", " ").replace("-", " ").strip()
    write_file(str(place), text_of(kind, title[:1].upper() + title[1:]))
    print(f"wrote {place}; solve it with `puzzledsl solve {place}`")
    return 0
