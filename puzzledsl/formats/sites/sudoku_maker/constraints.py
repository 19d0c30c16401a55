"""The constraints of a puzzle of Sudoku Maker, each read by its type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.json_values import shown, text
from puzzledsl.formats.sites.sudoku_maker.grid_rules import (
    NEGATIVE,
    POSITIVE,
    diagonal,
    disjoint,
    global_groups,
    regions,
    rows_and_columns,
    whole_grid,
)
from puzzledsl.formats.sites.sudoku_maker.pairs import dots
from puzzledsl.formats.sites.sudoku_maker.puzzle import DIFFERENCE, RATIO, XV
from puzzledsl.formats.sites.sudoku_maker.readers import (
    arrows,
    cages,
    cells,
    clones,
    different,
    group_lines,
    lines,
    little_killers,
    lockout,
    look_and_say,
    outside,
    quadruples,
    region_sums,
    thermometers,
    whispers,
)
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from puzzledsl.formats.sites.sudoku_maker.puzzle import Puzzle

DRAWINGS = range(2000, 2003)
REGIONS, CUSTOM, RULES = 1, 1000, 2003


def _title(kind: int) -> str:
    return KINDS[kind].title if kind in KINDS else f"type {kind}"


def read_constraints(puzzle: Puzzle) -> None:
    """Read all constraints that hold."""
    for kind, name in puzzle.ignored:
        puzzle.draft.leave_out(
            f"the constraint {shown(name or _title(kind))} is left out: solvers are told to ignore it"
        )
    for config in puzzle.of_type(RULES):
        _one(puzzle, "rows and columns", rows_and_columns, config)
    for config in puzzle.of_type(REGIONS):
        _one(puzzle, "regions", regions, config)
    dots(puzzle)
    for kind, config in puzzle.constraints:
        if kind in KINDS:
            puzzle.kinds.add(KINDS[kind].vocabulary)
            _one(puzzle, KINDS[kind].title, KINDS[kind].read, config)
        elif kind == CUSTOM:
            definition = config.get("definition")
            inner = text(definition.get("name")) if isinstance(definition, dict) else ""
            called = config["name"] or inner or "custom constraint"
            puzzle.draft.leave_out(f"the constraint {shown(called)} is left out: it is written as code")
        elif kind in (4000, 4001):
            puzzle.kinds.add("foglight")
            puzzle.draft.leave_out("fog hides clues until digits are found; the model shows all clues at once")
        elif kind not in (0, REGIONS, RULES, DIFFERENCE, RATIO, XV, *DRAWINGS):
            called = f" {shown(config['name'])}" if config["name"] else ""
            puzzle.draft.leave_out(f"the constraint{called} is left out: its type {kind} is unknown")


def _one(
    puzzle: Puzzle, title: str, read: Callable[[Puzzle, Mapping[str, Any]], None], config: Mapping[str, Any]
) -> None:
    try:
        read(puzzle, config)
    except ClueError as error:
        puzzle.draft.leave_out(f"the constraint “{config['name'] or title}” is left out: {error}")


@record(slots=True)
class Kind:
    """A type of constraint.

    Attributes:
        title: as messages call it.
        vocabulary: the words that its rules have in prose, by their key there.
        read: writes its clues.
    """

    title: str
    vocabulary: str
    read: Callable[[Puzzle, Mapping[str, Any]], None]


KINDS: dict[int, Kind] = {
    10: Kind("negative diagonal", "diagonal-", diagonal(NEGATIVE)),
    11: Kind("positive diagonal", "diagonal+", diagonal(POSITIVE)),
    12: Kind("antiking", "antiking", whole_grid("anti_king")),
    13: Kind("antiknight", "antiknight", whole_grid("anti_knight")),
    14: Kind("disjoint groups", "disjointgroups", disjoint),
    15: Kind("non-consecutive", "nonconsecutive", whole_grid("nonconsecutive")),
    16: Kind("global groups of digits", "entropicline", global_groups),
    100: Kind("even", "even", cells("even")),
    101: Kind("odd", "odd", cells("odd")),
    102: Kind("maximum", "maximum", cells("maximum")),
    103: Kind("minimum", "minimum", cells("minimum")),
    300: Kind("thermometers", "thermometer", thermometers),
    301: Kind("killer cages", "killercage", cages),
    302: Kind("clones", "clone", clones),
    303: Kind("quadruples", "quadruple", quadruples),
    304: Kind("look-and-say cages", "lookandsay", look_and_say),
    305: Kind("different values", "extraregion", different),
    306: Kind("counting circles", "countingcircles", cells("counting_circles")),
    400: Kind("renban lines", "renban", lines("renban lines", "renban", unordered=True)),
    401: Kind("whisper lines", "whispers", whispers),
    402: Kind("palindromes", "palindrome", lines("palindromes", "palindrome")),
    403: Kind("between lines", "betweenline", lines("between lines", "between", shortest=3)),
    404: Kind("region sum lines", "regionsumline", region_sums),
    405: Kind("sequence lines", "sequence", lines("sequence lines", "sequence", shortest=3)),
    406: Kind("digit group lines", "entropicline", group_lines),
    407: Kind("lockout lines", "lockout", lockout),
    408: Kind("arrows", "arrow", arrows),
    409: Kind("double arrows", "doublearrow", lines("double arrows", "double_arrow", shortest=3)),
    500: Kind("little killers", "littlekillersum", little_killers),
    501: Kind("sandwich sums", "sandwichsum", outside("sandwich sums", "sandwich")),
    502: Kind("X-sums", "xsum", outside("X-sums", "x_sum")),
    503: Kind("skyscrapers", "skyscraper", outside("skyscrapers", "skyscraper")),
    504: Kind("numbered rooms", "numberedroom", outside("numbered rooms", "numbered_room")),
    600: Kind("row indexers", "rowindexer", cells("index_row")),
    601: Kind("column indexers", "columnindexer", cells("index_column")),
}
