"""Clues of Sudoku Maker in the rules of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import (
    ClueError,
    distinct,
    whole_line,
    write_arrow,
    write_cage,
    write_different,
    write_equal,
    write_extremes,
    write_region_sum,
)
from puzzledsl.formats.draft import cell_list, cell_name
from puzzledsl.formats.json_values import items, number, shown, text
from puzzledsl.formats.outside import diagonal_from, line_from
from puzzledsl.formats.sites.sudoku_maker.grid_rules import NEGATIVE, POSITIVE, as_set, digit_groups, residues, thirds
from puzzledsl.formats.sites.sudoku_maker.puzzle import as_clue, each

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.sites.sudoku_maker.puzzle import Puzzle
    from puzzledsl.model import Cell


# ── cells and cages ──────────────────────────────────────────────────────────────────────────────


def cells(words: str) -> Callable[[Puzzle, Mapping[str, Any]], None]:
    """A reader of cells that a rule takes as one list."""

    def read(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
        marked = sorted(set(puzzle.grid.cells(config.get("cells"))))
        if words.startswith("index") and puzzle.draft.lowest != 1:
            raise ClueError("the digits of the grid do not begin at 1")
        if marked and words in ("minimum", "maximum"):
            write_extremes(puzzle.draft, words, marked)
        elif marked:
            puzzle.draft.clue(words, marked)

    return read


def cages(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Killer cages."""

    def read(entry: object) -> None:
        cage = as_clue(entry)
        inside = distinct(puzzle.grid.cells(cage.get("cells")))
        if inside:
            value = text(cage.get("value"))
            write_cage(puzzle.draft, inside, number(cage.get("value")), "" if value == "0" else value)

    each(puzzle, config["name"] or "killer cages", config.get("cages"), read)


def look_and_say(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Cages with a number such as 1522: one 5 and two 2s."""

    def read(entry: object) -> None:
        cage = as_clue(entry)
        inside = distinct(puzzle.grid.cells(cage.get("cells")))
        value = text(cage.get("value"))
        if not value:
            return
        if not (value.isascii() and value.isdigit() and len(value) % 2 == 0):
            raise ClueError(f"{shown(value)} is no list of counts and digits")
        for k in range(0, len(value), 2):
            puzzle.draft.clue(f"exactly {value[k + 1]} {value[k]}", inside, "look and say")

    each(puzzle, config["name"] or "look-and-say cages", config.get("cages"), read)


def different(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Cells that are all different."""
    write_different(puzzle.draft, "alldifferent", distinct(puzzle.grid.cells(config.get("cells"))))


def clones(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Each group has the cells that hold the same digit, nearly always two."""
    pairs: list[tuple[Cell, Cell]] = []

    def read(entry: object) -> None:
        group = puzzle.grid.cells(entry)
        if len(group) != 2:
            raise ClueError(f"a group has {len(group)} cells, not 2")
        pairs.append((group[0], group[1]))

    each(puzzle, config["name"] or "clones", config.get("groups"), read)
    write_equal(puzzle.draft, pairs)


def quadruples(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Digits around a corner."""

    def read(entry: object) -> None:
        clue = as_clue(entry)
        around = puzzle.grid.corner(clue.get("corner"))
        listed = [number(item) for item in items(clue.get("digits"))]
        digits = [digit for digit in listed if digit is not None]
        if len(digits) < len(listed):
            raise ClueError("its digits are not all numbers")
        if digits:
            puzzle.draft.clue(f"contains {' '.join(map(str, sorted(digits)))}", around)

    each(puzzle, config["name"] or "quadruples", config.get("clues"), read)


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def lines(
    title: str, words: str, shortest: int = 2, unordered: bool = False, key: str = "lines"
) -> Callable[[Puzzle, Mapping[str, Any]], None]:
    """A reader of lines to which a rule applies.

    Args:
        shortest: shorter lines say nothing.
        unordered: the rule is about the set of cells, so that a cell of a closed line counts once.
    """

    def read(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
        def one(entry: object) -> None:
            line = puzzle.grid.cells(entry)
            line = distinct(line) if unordered else line
            if len(line) >= shortest:
                puzzle.draft.clue(words, line)

        each(puzzle, config["name"] or title, config.get(key), one)

    return read


def thermometers(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Thermometers, strict or slow."""
    rule = "slow_thermo" if config.get("slow") else "thermo"
    lines("thermometers", rule, key="thermometers")(puzzle, config)


def whispers(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Whisper lines."""
    gap = number(config.get("minDifference"))
    if gap is None:
        raise ClueError(f"its difference is {shown(config.get('minDifference'))}")
    lines("whisper lines", f"whisper {gap}")(puzzle, config)


def region_sums(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Region sum lines."""
    if not puzzle.regions:
        raise ClueError("the grid has no regions")
    pooled = bool(config.get("singleRegionTotals"))

    def read(entry: object) -> None:
        line = puzzle.grid.cells(entry)
        if len(line) > 1:
            write_region_sum(puzzle.draft, line, puzzle.regions, puzzle.region_of, pooled)

    each(puzzle, config["name"] or "region sum lines", config.get("lines"), read)


def group_lines(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Any N successive cells hold one digit of each of the N groups."""
    draft = puzzle.draft
    groups = digit_groups(puzzle, config)
    if groups == sorted(thirds(draft), key=sorted):
        lines("entropic lines", "entropic")(puzzle, config)
        return
    if groups == residues(draft, len(groups)):
        lines("modular lines", f"modular {len(groups)}")(puzzle, config)
        return

    def read(entry: object) -> None:
        line = puzzle.grid.cells(entry)
        if len(line) >= len(groups):
            lines = [f"for part in windows([{', '.join(map(cell_name, line))}], {len(groups)}):"]
            lines += [f"    count(part, {as_set(group)}) == 1" for group in groups]
            draft.line("\n".join(lines), "group lines")

    each(puzzle, config["name"] or "digit group lines", config.get("lines"), read)


def lockout(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Lockout lines."""
    if puzzle.draft.highest - puzzle.draft.lowest + 1 != 9:
        raise ClueError("how much its ends differ is known for nine digits only")
    lines("lockout lines", "lockout")(puzzle, config)


def arrows(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Arrows; several of one bulb add up to it each by itself."""

    def read(entry: object) -> None:
        clue = as_clue(entry)
        pill = puzzle.grid.cells(clue.get("bulbCells"))
        shafts = [puzzle.grid.cells(shaft) for shaft in items(clue.get("arrows"))]
        shafts = [shaft for shaft in shafts if len(shaft) > 1]
        if not pill:
            raise ClueError("it has no circle")
        if not shafts:
            puzzle.draft.leave_out(f"a circle without an arrow at {cell_list(pill)} has no meaning of its own")
        for shaft in shafts:
            if shaft[0] not in pill:
                raise ClueError("its shaft does not begin in its circle")
            write_arrow(puzzle.draft, pill[::-1], shaft[1:])  # the site lists the lowest digit first

    each(puzzle, config["name"] or "arrows", config.get("bulbsWithArrows"), read)


# ── clues outside the grid ───────────────────────────────────────────────────────────────────────


def outside(title: str, rule: str) -> Callable[[Puzzle, Mapping[str, Any]], None]:
    """A reader of numbers outside the grid."""

    def read(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
        def one(entry: object) -> None:
            clue = as_clue(entry)
            if clue.get("value") in (None, ""):
                return
            value, diagonal = number(clue["value"]), number(clue.get("diagonal"))
            if value is None:
                raise ClueError(f"its value is {shown(clue['value'])}")
            place = puzzle.grid.outer(clue.get("outerCell"))
            line = _diagonal_line(puzzle.draft, place, diagonal) if diagonal else line_from(puzzle.draft, place)
            if not line:
                raise ClueError("it points at no cells")
            puzzle.draft.clue(f"{rule} {value}", cell_list(line) if diagonal else whole_line(line))

        each(puzzle, config["name"] or title, config.get("clues"), one)

    return read


def _diagonal_line(draft: Draft, place: Cell, sign: int) -> list[Cell]:
    """The diagonal that a clue points at. There are two directions along it; one leads into the grid."""
    for down in (1, -1):
        line = diagonal_from(draft, place, (down, down if sign == NEGATIVE else -down))
        if line:
            return line
    return []


def little_killers(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Sums of diagonals."""

    def read(entry: object) -> None:
        clue = as_clue(entry)
        if clue.get("value") in (None, ""):
            return
        value, sign = number(clue["value"]), number(clue.get("diagonal"))
        if value is None or sign not in (POSITIVE, NEGATIVE):
            raise ClueError(f"its value is {shown(clue['value'])}, its diagonal {shown(clue.get('diagonal'))}")
        line = _diagonal_line(puzzle.draft, puzzle.grid.outer(clue.get("outerCell")), sign)
        if not line:
            raise ClueError("it points at no diagonal of the grid")
        puzzle.draft.clue(f"little_killer {value}", line)

    each(puzzle, config["name"] or "little killers", config.get("clues"), read)
