"""Where generated puzzles go: a folder, a file, lines, or standard output."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from puzzledsl.cli.files import check_new, is_folder, numbered_files, unwritable, write_file
from puzzledsl.diagnostics import failure
from puzzledsl.generation.writing import file_stem, included
from puzzledsl.loading import check_file

if TYPE_CHECKING:
    from puzzledsl.generation.generated import Generated
    from puzzledsl.source import Source

Destination = Callable[["Generated"], "str | None"]
"""Writes a puzzle, and returns the name of its file."""

LINES = ".txt"
"""The ending of a file that gets a line for each puzzle."""
_OTHER = "remove it, or name another one; another `--seed` gives other puzzles"


def destination(source: Source, output: str, count: int, seed: int, kept: str) -> Destination:
    """What writes each of some puzzles.

    Args:
        source: of the model.
        output: a folder or a file.
        kept: what puzzles have instead of givens, or empty.

    Raises:
        PuzzleError: the output does not fit what is requested, or files that exist would be lost.
    """
    check_file(output)
    if Path(output).suffix == LINES and not Path(output).is_dir():
        if kept:
            raise failure(f"{kept} cannot be written as lines of givens, as `{LINES}` asks for", code="call")
        check_new([output], _OTHER)
        return _to_lines(output)
    if not is_folder(output):
        if count > 1:
            advice = "name a folder, such as `puzzles/`"
            advice += "" if kept else f", or a file of lines, such as `puzzles{LINES}`"
            raise failure(f"`{output}` is a file; {count} puzzles need a folder", helps=(advice,), code="call")
        _refuse_other_folder(source, Path(output).parent)
        check_new([output], _OTHER)
        return lambda generated: _to_file(output, generated)
    _refuse_other_folder(source, Path(output))
    names = numbered_files(output, f"{file_stem(source.name)}-{seed}", count, _OTHER)
    return lambda generated: _to_file(names[generated.number - 1], generated)


def _refuse_other_folder(source: Source, folder: Path) -> None:
    """Refuse a folder in which a puzzle would not find the files that its model, and so the puzzle, includes.

    Raises:
        PuzzleError: it would not.
    """
    home = Path(source.name)
    if home.is_file() and folder.resolve() != home.resolve().parent and (names := included(source)):
        helps = (f"write into the folder of the model: `--output {home.parent}`",)
        what = f"the model includes `{names[0]}`, which a puzzle in `{folder}` would not find"
        raise failure(what, helps=helps, code="call")


def _to_file(name: str, generated: Generated) -> str:
    write_file(name, generated.text)
    return name


def _to_lines(name: str) -> Destination:
    def write(generated: Generated) -> str:
        try:
            with open(name, "a", encoding="utf-8", newline="\n") as stream:
                stream.write(generated.line + "\n")
        except OSError as error:
            raise unwritable(name, error) from None
        return name

    return write
