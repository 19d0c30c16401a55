"""Reading of ids such as ``7x7t0:3a2b``: the parameters of a game, and its clues.

Most games are genres of puzz.link under other names. Clues in cells are numbers, with letters for runs of empty cells.
"""

from __future__ import annotations

import re
from typing import TypeVar
from urllib.parse import unquote

from puzzledsl.diagnostics import failure
from puzzledsl.formats.bounds import check_size, unreadable
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.sites.puzzlink.body import Body, Rows, list_mark
from puzzledsl.formats.sites.puzzlink.genre import FilledGenre, genre
from puzzledsl.formats.sites.tatham import ID, LINK
from puzzledsl.formats.tables import pairs

SITE = "Simon Tatham's puzzles"
_T = TypeVar("_T")
GENRES = pairs(__file__, "games.tsv")
"""The genre of each game, by its name in links of puzz.link."""
_OTHERS = {"rectangles": "rect", **{name: game for game, name in GENRES.items()}}
_FIELD = r"(?m)^%s *:\d+:(.*)$"
_MARK = re.compile(r"\d+|[A-Z]|[a-z]|_")


def read(text: str, game: str = "") -> ModelDraft:
    """The puzzle of a link, a saved game or an id.

    Args:
        game: its name, or that of its genre, where the text is an id only.

    Raises:
        PuzzleError: the game is not read, or its id is damaged.
    """
    if link := LINK.match(text):
        game, text = link[1], unquote(link[2])
    elif saved := [found[1] for key in ("GAME", "PARAMS", "DESC") if (found := re.search(_FIELD % key, text))]:
        game, text = saved[0], ":".join(saved[1:])
    game = re.sub(r"[^a-z]", "", game.lower())
    game = _OTHERS.get(game, game)
    if game not in GENRES:
        helps = (f"these are read: {', '.join(GENRES)}", "`--genre GAME` names it: `puzzledsl import ID --genre loopy`")
        what = f"the game `{game[:30]}` of {SITE} is not read" if game else f"an id of {SITE} does not name its game"
        raise failure(what, helps=helps, code="format")
    found = ID.fullmatch(text.strip())
    if found is None:
        raise unreadable(SITE, "it is not an id such as `7x7:3a2b`: random seeds (`7x7#123`) are not read")
    width, height, flags, clues = int(found[1]), int(found[2] or found[1]), found[3], found[4]
    check_size(SITE, *((width * height,) * 2 if game == "solo" else (height, width)))
    refused = {"loopy": "t[1-9]", "bridges": ".*m[134]", "solo": ".*[jk]"}.get(game, "(?!)")
    form = genre(GENRES[game])
    if form is None or re.match(refused, flags):
        raise unreadable(SITE, f"the variant `{flags}` of `{game}` is not read")
    if game == "solo":
        return _sudoku(width, height, flags, clues)
    layouts = _layouts(game, Body("", height, width), clues)
    heads = [name for _, names in form.reads for name in names]
    return FilledGenre(form, height, width, dict(zip(heads, layouts, strict=False)))


def _layouts(game: str, grid: Body, clues: str) -> list[Rows]:
    """The layouts of a genre, in the order in which links of puzz.link fill them."""
    height, width = grid.height, grid.width
    match game:
        case "pattern":
            runs = [list_mark(run.split(".") if run else ()) for run in clues.split("/")]
            return [[_counted(runs, height + width)[:width]], [runs[width:]]]
        case "towers":
            numbers = [number or "." for number in clues.partition(",")[0].split("/")]
            sides = [_counted(numbers, 4 * width)[k : k + width] for k in range(0, 4 * width, width)]
            return [*([side] for side in sides), grid.table(_cells(clues.partition(",")[2], width * width))]
        case "tents":
            trees, *numbers = clues.split(",")
            marks = _points(trees, 1, height * width + 1)[:-1]
            return [[_counted(numbers, width + height)[:width]], [numbers[width:]], grid.table(marks)]
        case "galaxies":
            return [
                grid.table(_points(re.sub("[MWB]", "", clues), 0, (2 * height - 1) * (2 * width - 1)), 2 * width - 1)
            ]
        case "singles":
            return [grid.table(_counted([str(int(mark, 36)) for mark in clues if mark.isalnum()], height * width))]
        case "slant":
            return [grid.table(_cells(clues, (height + 1) * (width + 1), single=True), width + 1)]
    marks = _cells(clues, height * width, single=game not in ("range", "rect"))

    return [grid.table(marks), grid.table([mark and "x" for mark in marks])]


def _cells(clues: str, count: int, single: bool = False) -> list[str | None]:
    """The marks of cells: numbers, or single digits; ``B`` is a clue without a number.

    Raises:
        PuzzleError: there are more or fewer cells.
    """
    found: list[str | None] = []
    for mark in re.findall(r"\d|[A-Za-z]" if single else _MARK, clues):
        if "a" <= mark <= "z":
            found += [None] * (ord(mark) - ord("a") + 1)
        elif mark != "_":
            found.append("?" if mark == "B" else str(int(mark, 36)) if mark.isalpha() else mark)
    return _counted(found, count) if clues else [None] * count


def _points(clues: str, more: int, count: int) -> list[str | None]:
    """Marked places: a letter is the run of places before each; ``z`` is a run of 25 without one."""
    found: list[str | None] = []
    for letter in clues:
        run = 0 if letter == "_" else ord(letter) - ord("a") + more
        found += [None] * 25 if letter == "z" else [*[None] * max(run, 0), "x" if more else "w"]
    found += [None] * (count - len(found) if not more else 0)
    return _counted(found, count)


def _counted(marks: list[_T], count: int) -> list[_T]:
    if len(marks) != count:
        raise unreadable(SITE, f"its clues are for {len(marks)} places, and it has {count}")
    return marks


def _sudoku(width: int, height: int, flags: str, clues: str) -> ModelDraft:
    """A sudoku, whose parameters are the size of its boxes."""
    side = width * height
    draft = ModelDraft(SITE, side, side)
    draft.different("rows", "columns", *["diagonal", "antidiagonal"] * flags.startswith("x"))
    draft.boxes(height, width)
    for place, mark in enumerate(_cells(clues, side * side)):
        if mark:
            draft.given((place // side + 1, place % side + 1), int(mark))
    return draft
