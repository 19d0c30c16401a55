"""``puzzledsl generate``: puzzles from a model without givens, or of a genre."""

from __future__ import annotations

import re
from typing import Any

import click

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.options import flag, number_option, option
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import (
    color_option,
    first_given,
    jobs_option,
    json_option,
    model_options_with,
    quiet_option,
    time_limit_option,
)


def _sizes(text: str) -> tuple[int, int]:
    """The smallest and the largest size in ``2-5``, or one number for both."""
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= low <= high:
        raise click.BadParameter(f"{text!r} is not a pair of sizes such as 2-5")
    return low, high


def _grid_size(text: str) -> tuple[int, int]:
    """Rows and columns in ``8x10``."""
    found = re.fullmatch(r"(\d{1,3})[x×](\d{1,3})", text)
    if not found:
        raise click.BadParameter(f"{text!r} is not a size such as 8x8, rows and columns")
    return int(found[1]), int(found[2])


@click.command("generate", short_help="Make puzzles with exactly one solution from a model.")
@click.argument("model", type=ModelFile(), metavar="MODEL", required=False)
@option("--kind", default="", metavar="GENRE",
              help="A genre (`puzzledsl rules genres`) instead of MODEL: its clues are chosen.")  # fmt: skip
@option("--size", type=_grid_size, default="8x8", show_default=True, metavar="ROWSxCOLUMNS",
              help="With --kind: the size of the grid.")  # fmt: skip
@flag("--clues", note="Choose clues for the empty places in the layouts of MODEL, which names a genre.")
@number_option("--givens", "-g", "target", least=0, note="Number of givens; the puzzle may have more if N cannot be "
               "reached. Without it, no given can be dropped.")  # fmt: skip
@option("--symmetry", default="none", show_default=True, metavar="NAME",
              help="Symmetry of the pattern of givens: rotate (half a turn), quarter, mirror (left and right), flip "
              "(top and bottom), mirrors, diagonal, antidiagonal, diagonals, full.")  # fmt: skip
@flag("--cages", note="Make cages with totals instead of givens: a killer sudoku.")
@option("--cage-sizes", type=_sizes, default="2-5", show_default=True, metavar="A-B",
              help="With --cages: the smallest and the largest number of cells in a cage.")  # fmt: skip
@number_option("--seed", least=0, note="Random seed: the same seed gives the same puzzles. Without it, a seed is "
               "chosen and printed.")  # fmt: skip
@number_option("--count", "-n", default=1, note="Number of puzzles.")
@jobs_option
@time_limit_option(
    "Time limit for each puzzle. All of it is used while there are more givens (or cages) than requested."
)
@option("--difficulty", default="", metavar="LO..HI",
              help="The difficulty by the scale of `puzzledsl steps`: a range of levels (tricky..hard) or of ratings "
              "(2.5..3.6), or a single level or rating.")  # fmt: skip
@option("--technique", default="", metavar="NAME",
              help="A technique of `puzzledsl steps` that each puzzle must need, such as X-wing.")  # fmt: skip
@option("--output", "-o", type=click.Path(), default="-", metavar="DIR|FILE",
              help="A folder (one file per puzzle), one file, or a file that ends in .txt (one line of givens per "
              "puzzle, as batch reads them); - is standard output, the default.")  # fmt: skip
@json_option
@model_options_with()
@quiet_option("No progress, no warnings, no summary.")
@color_option
@click.pass_obj
def command(
    invocation: Invocation,
    /,
    *,
    model: str | None,
    kind: str,
    size: tuple[int, int],
    clues: bool,
    target: int | None,
    symmetry: str,
    cages: bool,
    cage_sizes: tuple[int, int],
    seed: int | None,
    time_limit: float | None,
    difficulty: str,
    technique: str,
    **given: Any,
) -> int:
    """Make puzzles with exactly one solution from a model that has many.

    The command finds a random full grid (any solution of MODEL, but not all are equally likely). Then it removes givens
    while the rest determines the grid. With --givens N it also puts some back and removes others, in one grid after
    another, until at most N are left. If it does not reach N in time, or within a fixed amount of work, the puzzle has
    more givens, and their number is printed. MODEL's own givens stay, and they count.

    A puzzle is the text of MODEL followed by a givens block, or with --cages by a random layout of cages. Before it is
    written, it is read again from its text, and its uniqueness is proven.

    --kind GENRE makes a puzzle of a genre: it chooses clues (and rooms, if the genre has any) until there is one
    solution, and then drops those that are not needed. --clues does so in a MODEL that names a genre.

    With --difficulty or --technique, puzzles are made and rated until one fits. A technique is needed if the path of
    `puzzledsl steps` uses it, and techniques that are no harder than that path do not get as far without it. After 200
    puzzles the command gives up, and says how many of them had which difficulty.

    `puzzledsl print DIR/*.puz` prints the puzzles of a folder on paper.

    With --json, one object per line and puzzle: givens, asked, minimal, seed, line, solution, text, file; and, if the
    puzzles are rated, difficulty and techniques.

    \b
    Examples:
      puzzledsl generate classic.puz
      puzzledsl generate classic.puz --givens 24 --symmetry rotate -o puzzle.puz
      puzzledsl generate sudoku_x.puz --count 10 --seed 7 --jobs 2 -o puzzles/
      puzzledsl generate classic.puz --cages -o killer.puz
      puzzledsl generate --kind slitherlink --size 8x8 --symmetry rotate
      puzzledsl generate classic.puz -n 1000 -o puzzles.txt
      puzzledsl generate classic.puz --difficulty tricky..hard --technique "naked pair"

    \b
    Exit status:
      0    all puzzles are made (perhaps with more givens than requested; then their number is printed)
      1    MODEL has no solution
      2    MODEL or the command is wrong
      3    a puzzle could not be made within the limit, or none of 200 fits
      130  interrupted; finished puzzles are written
    """
    from puzzledsl.cli.commands.generate.generating import GenerateCall, run_generate
    from puzzledsl.generation.making import random_seed
    from puzzledsl.generation.recipe import Recipe
    from puzzledsl.generation.sought import sought

    vain = [("--cages", ["cage_sizes"])] * (not cages) + [("--kind", ["size"])] * (not kind)
    for needed, names in vain + [("MODEL", ["settings", "include", "bounds", "safe"])] * bool(kind):
        if name := first_given(*names):
            raise click.UsageError(f"{name} needs {needed}")
    if bool(kind) == bool(model):
        raise click.UsageError("puzzles are made either of MODEL or of the genre that --kind names")
    seed = random_seed() if seed is None else seed
    wanted = sought(difficulty, technique)
    recipe = Recipe(target, symmetry, cages, cage_sizes, seed, time_limit, wanted, clues=clues or bool(kind))
    return run_generate(model or "", GenerateCall(recipe, kind, size, invocation, **given))
