"""Which puzzles a comparison is about: files, folders, patterns, and lines of givens."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from puzzledsl.cli.files import STANDARD, open_source
from puzzledsl.comparison.runs import Puzzle
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.records import replace
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.cli.model_file import ModelOptions

SUFFIX = ".puz"


def puzzles_of(names: Sequence[str], options: ModelOptions, column: int = 1) -> list[Puzzle]:
    """The puzzles that arguments name, each once, read but not yet elaborated.

    Args:
        names: files, ``-``, folders (the ``.puz`` files right in them), or patterns with ``*``, ``?``, ``[…]`` and
            ``**`` that the shell has left as they are.
        options: ``options.givens`` is a file of givens for the one model, or the givens themselves.
        column: of a line of that file, where tabs or commas divide it.

    Raises:
        PuzzleError: there is no such file, or nothing in a folder; with every such mistake.
    """
    mistakes: list[PuzzleError] = []
    files: dict[str, str] = {}
    for name in names:
        try:
            for file in _files(name):
                files.setdefault(file if file == STANDARD else os.path.realpath(file), file)
        except PuzzleError as error:
            mistakes.append(error)
    found: list[Puzzle] = []
    for file in files.values():
        try:
            source = open_source(file)
        except PuzzleError as error:
            mistakes.append(error)
            continue
        found.append(Puzzle(source.name, source, None, options.settings, options.include, options.bounds))
    if mistakes:
        raise PuzzleError([diagnostic for error in mistakes for diagnostic in error.diagnostics])
    if options.givens is None:
        return found
    if len(found) != 1:
        raise failure(f"--givens is for one model, not for {len(found)}", code="call")
    return _with_givens(found[0], options.givens, column)


def sample(puzzles: Sequence[Puzzle], most: int | None) -> list[Puzzle]:
    """At most so many of them, spread evenly over all: collections are often sorted by difficulty."""
    if most is None or len(puzzles) <= most:
        return list(puzzles)
    return [puzzles[place * len(puzzles) // most] for place in range(most)]


def _files(name: str) -> list[str]:
    if name == STANDARD or os.path.isfile(name):
        return [name]
    if os.path.isdir(name):
        inside = sorted(str(file) for file in Path(name).iterdir() if file.suffix == SUFFIX and file.is_file())
        if not inside:
            raise failure(
                f"there is no {SUFFIX} file in the folder `{name}`",
                helps=(f"a pattern also finds models in its subfolders: '{Path(name) / '**' / ('*' + SUFFIX)}'",),
                code="file",
            )
        return inside
    if re.search(r"[*?\[]", name):
        from glob import glob

        matching = sorted(file for file in glob(name, recursive=True) if os.path.isfile(file))
        if not matching:
            raise failure(f"no file matches `{name}`", code="file")
        return matching
    return [name]  # the reader says what is wrong with it


def _with_givens(puzzle: Puzzle, text: str, column: int) -> list[Puzzle]:
    """One puzzle for each line of a file that holds whole puzzles; the whole text as givens of one otherwise."""
    from puzzledsl.batches.puzzle_lines import puzzles
    from puzzledsl.cli.model_file import givens_source

    source = givens_source(text)
    lines = list(puzzles(source.text.splitlines(), column))
    sizes = _sizes(puzzle) if len(lines) > 1 else {}
    if not any(_is_whole(line.givens, sizes) for line in lines):
        return [replace(puzzle, givens=source)]
    width = len(str(lines[-1].number))
    # A line that is no whole puzzle is kept: elaboration says what is wrong with it.
    return [
        replace(
            puzzle,
            name=f"{source.name}:{line.number:0{width}}",
            givens=Source(f"{source.name} (line {line.number})", line.givens),
        )
        for line in lines
    ]


def _is_whole(text: str, sizes: Mapping[str, int]) -> bool:
    """Whether a line has as many marks for its first grid as that has places; else it may be a row of one puzzle."""
    from puzzledsl.elaboration.givens import parts_of

    for name, part in parts_of(Source("<givens>", text)):
        size = sizes.get(name.text) if name is not None else next(iter(sizes.values()), None)
        marks = part.text.strip()
        return size is not None and size in (len(marks), len(marks.split()))
    return False


def _sizes(puzzle: Puzzle) -> dict[str, int]:
    """How many places each grid has, the main one first.

    Raises:
        PuzzleError: the model is wrong.
    """
    from puzzledsl.elaboration import limits_from
    from puzzledsl.loading import load_model

    limits = limits_from(dict(puzzle.bounds))
    model = load_model(puzzle.source, settings=puzzle.settings, include=puzzle.include, limits=limits)
    return {grid.name: grid.height * grid.width for grid in model.grids}
