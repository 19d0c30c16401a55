"""The constraints of Sudoku Maker in the rules of the library: one reader for each number of a type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import (
    ClueError,
    adjacent,
    distinct,
    whole_line,
    with_exceptions,
    write_arrow,
    write_cage,
    write_different,
    write_equal,
    write_extremes,
    write_pairs,
    write_region_sum,
)
from puzzledsl.formats.draft import cell_list, cell_name
from puzzledsl.formats.json_values import items, number, shown, text
from puzzledsl.formats.outside import diagonal_from, line_from
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.sites.sudoku_maker.grid import Grid
    from puzzledsl.model import Cell

_POSITIVE, _NEGATIVE = 1, -1
"""Diagonals: from the bottom left to the top right, from the top left to the bottom right."""
_DRAWINGS = range(2000, 2003)
_REGIONS, _CUSTOM, _RULES, _DIFFERENCE, _RATIO, _XV = 1, 1000, 2003, 200, 201, 202


class Puzzle:
    """A puzzle that is read.

    Attributes:
        grid: numbers of places, and the model under construction.
        constraints: the constraints that hold, each with its type.
        regions: the name of the regions in the model, empty if there are none.
        region_of: the region of each cell.
        kinds: the kinds of clues that there are, as the vocabulary of prose calls them.
    """

    def __init__(self, grid: Grid, listed: Sequence[Any]) -> None:
        """Sort out the constraints that are switched off."""
        self.grid, self.draft = grid, grid.draft
        self.regions = ""
        self.region_of: dict[Cell, int | None] = {}
        self.kinds: set[str] = set()
        self.constraints: list[tuple[int, Mapping[str, Any]]] = []
        for entry in listed:
            if not isinstance(entry, dict):
                self.draft.leave_out(f"{shown(entry)} stands where a constraint belongs.")
                continue
            if entry.get("enabled") is False or entry.get("disabled"):
                continue
            inner = entry.get("config")
            config: Mapping[str, Any] = inner if isinstance(inner, dict) else entry
            kind = number(config.get("type"))
            name = text(entry.get("name"))
            if kind is None:
                self.draft.leave_out(f"A constraint is of the unknown type {shown(config.get('type'))}.")
            elif entry.get("solverIgnored"):
                called = name or _title(kind)
                self.draft.leave_out(f"The constraint {shown(called)} is left out: solvers are told to ignore it.")
            else:
                self.constraints.append((kind, {**config, "name": name or text(config.get("name"))}))

    def of_type(self, kind: int) -> list[Mapping[str, Any]]:
        """The constraints of a type."""
        return [config for known, config in self.constraints if known == kind]


def _title(kind: int) -> str:
    return _KINDS[kind].title if kind in _KINDS else f"type {kind}"


def read_constraints(puzzle: Puzzle) -> None:
    """Read all constraints that hold."""
    for config in puzzle.of_type(_RULES):
        _one(puzzle, "rows and columns", _rows_and_columns, config)
    for config in puzzle.of_type(_REGIONS):
        _one(puzzle, "regions", _regions, config)
    _dots(puzzle)
    for kind, config in puzzle.constraints:
        if kind in _KINDS:
            puzzle.kinds.add(_KINDS[kind].vocabulary)
            _one(puzzle, _KINDS[kind].title, _KINDS[kind].read, config)
        elif kind == _CUSTOM:
            definition = config.get("definition")
            inner = text(definition.get("name")) if isinstance(definition, dict) else ""
            called = config["name"] or inner or "custom constraint"
            puzzle.draft.leave_out(f"The constraint {shown(called)} is left out: it is written as code.")
        elif kind in (4000, 4001):
            puzzle.kinds.add("foglight")
            puzzle.draft.leave_out("Fog hides clues until digits are found; the model shows all clues at once.")
        elif kind not in (0, _REGIONS, _RULES, _DIFFERENCE, _RATIO, _XV, *_DRAWINGS):
            called = f" {shown(config['name'])}" if config["name"] else ""
            puzzle.draft.leave_out(f"The constraint{called} is left out: its type {kind} is unknown.")


def _one(
    puzzle: Puzzle, title: str, read: Callable[[Puzzle, Mapping[str, Any]], None], config: Mapping[str, Any]
) -> None:
    try:
        read(puzzle, config)
    except ClueError as error:
        puzzle.draft.leave_out(f"The constraint “{config['name'] or title}” is left out: {error}.")


def _each(puzzle: Puzzle, title: str, entries: object, read: Callable[[Any], None]) -> None:
    """Read clues one by one; one that cannot be read is named, and the others stay."""
    for entry in items(entries):
        try:
            read(entry)
        except ClueError as error:
            puzzle.draft.leave_out(f"A clue of “{title}” is left out: {error}.")


def _entry(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ClueError(f"{shown(value)} stands where a clue belongs")
    return value


# ── the grid ─────────────────────────────────────────────────────────────────────────────────────


def _rows_and_columns(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    draft = puzzle.draft
    areas = items(config.get("areas"))
    if not areas:
        draft.different("rows", "columns")
    for area in areas:
        entry = _entry(area)
        left, top, width, height = (number(entry.get(key)) for key in ("x", "y", "width", "height"))
        if left is None or top is None or width is None or height is None:
            raise ClueError(f"{shown(area)} is no rectangle")
        if (left, top, width, height) == (0, 0, draft.width, draft.height):
            draft.different("rows", "columns")
            continue
        rows, columns = range(top + 1, top + height + 1)[:100], range(left + 1, left + width + 1)[:100]
        lines = [[(r, c) for c in columns] for r in rows] + [[(r, c) for r in rows] for c in columns]
        for line in lines:
            inside = [spot for spot in line if draft.inside(spot)]
            write_different(draft, "alldifferent", inside)


def _regions(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    draft = puzzle.draft
    values = items(config.get("regions"))
    if len(values) != draft.width * draft.height:
        raise ClueError(f"it has {len(values)} numbers for {draft.width * draft.height} cells")
    if puzzle.region_of:
        raise ClueError("the puzzle has regions already")
    labels: dict[Cell, int | None] = {}
    for place, value in enumerate(values):
        label = number(value)
        labels[place // draft.width + 1, place % draft.width + 1] = None if label is None or label < 0 else label
    groups: dict[int, list[Cell]] = {}
    for spot, label in labels.items():
        if label is not None:
            groups.setdefault(label, []).append(spot)
    values_count = draft.highest - draft.lowest + 1
    for label, members in list(groups.items()):
        if len(members) > values_count:
            draft.leave_out(
                f"The region of {cell_name(members[0])} has {len(members)} cells, more than there are digits: "
                "its digits may repeat."
            )
            labels.update(dict.fromkeys(members))
            del groups[label]
    puzzle.region_of = labels
    if not groups:
        return
    first = next(iter(groups.values()))
    height, width = len({r for r, _ in first}), len({c for _, c in first})
    boxes: dict[Cell, list[Cell]] = {}
    for r, c in labels:
        boxes.setdefault(((r - 1) // height, (c - 1) // width), []).append((r, c))
    if (
        sorted(boxes.values()) == sorted(groups.values())
        and draft.usual_boxes() == (height, width)
        and values_count == height * width
    ):
        draft.different("boxes")
        puzzle.regions = "boxes"
    else:
        draft.regions("region", labels)
        puzzle.regions = "region"
        puzzle.kinds.add("regions")


def _diagonal(sign: int) -> Callable[[Puzzle, Mapping[str, Any]], None]:
    def read(puzzle: Puzzle, _config: Mapping[str, Any]) -> None:
        draft = puzzle.draft
        if draft.width == draft.height:
            draft.different("diagonal" if sign == _NEGATIVE else "antidiagonal")
            return
        start, step = ((0, 0), (1, 1)) if sign == _NEGATIVE else ((0, draft.width + 1), (1, -1))
        write_different(draft, "alldifferent", diagonal_from(draft, start, step))

    return read


def _whole_grid(line: str) -> Callable[[Puzzle, Mapping[str, Any]], None]:
    def read(puzzle: Puzzle, _config: Mapping[str, Any]) -> None:
        puzzle.draft.line(line, "grid")

    return read


def _disjoint(puzzle: Puzzle, _config: Mapping[str, Any]) -> None:
    if not puzzle.regions:
        raise ClueError("the grid has no regions")
    puzzle.draft.line("disjoint_groups" if puzzle.regions == "boxes" else f"disjoint_groups({puzzle.regions})", "grid")


def _global_groups(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    groups = _digit_groups(puzzle, config)
    if groups == _thirds(puzzle.draft):
        puzzle.draft.line("global_entropy", "grid")
        return
    lines = ["for square in blocks(2, 2):", *(f"    any(cell in {_set(group)} for cell in square)" for group in groups)]
    puzzle.draft.line("\n".join(lines), "grid")


def _digit_groups(puzzle: Puzzle, config: Mapping[str, Any]) -> list[frozenset[int]]:
    groups: list[frozenset[int]] = []
    for item in items(config.get("groups")):
        mask = number(item)
        if mask is None or mask < 0:
            raise ClueError(f"{shown(item)} is no set of digits")
        groups.append(
            frozenset(v for v in range(max(0, puzzle.draft.lowest), puzzle.draft.highest + 1) if mask >> v & 1)
        )
    if not groups or not all(groups):
        raise ClueError("it has a group without digits")
    return sorted(groups, key=sorted)


def _thirds(draft: Draft) -> list[frozenset[int]]:
    """The low, middle and high values, as the library cuts them."""
    values = list(range(draft.lowest, draft.highest + 1))
    size = len(values) // 3 + (len(values) % 3 == 2)
    parts = (values[:size], values[size : len(values) - size], values[len(values) - size :])
    return [frozenset(part) for part in parts]


def _residues(draft: Draft, count: int) -> list[frozenset[int]]:
    values = range(draft.lowest, draft.highest + 1)
    return sorted((frozenset(v for v in values if v % count == k) for k in range(count)), key=sorted)


def _set(values: frozenset[int]) -> str:
    return f"{{{', '.join(map(str, sorted(values)))}}}"


# ── pairs ────────────────────────────────────────────────────────────────────────────────────────


def _dots(puzzle: Puzzle) -> None:
    """Dots and XV marks, and what holds for pairs without one.

    A forbidden difference does not hold beside a white dot, nor beside a black one if that overrides it; likewise for
    forbidden ratios.
    """
    draft = puzzle.draft
    white, differences = _edges(puzzle, _DIFFERENCE, "difference", 1)
    black, ratios = _edges(puzzle, _RATIO, "ratio", 2)
    marks, sums = _edges(puzzle, _XV, "xv", None)
    named = bool(differences or ratios)
    whites = write_pairs(draft, "white_dot", white, "1", "white_dots" if named else "")
    blacks = write_pairs(draft, "black_dot", black, "2", "black_dots" if named else "")
    crosses = write_pairs(draft, "xv", marks, "", "xv_pairs" if sums else "")
    whites_override = any(config.get("overrideNegativeRatios", True) for config in puzzle.of_type(_DIFFERENCE))
    blacks_override = any(config.get("overrideNegativeDifferences", True) for config in puzzle.of_type(_RATIO))
    for value in differences:
        free = whites + (blacks if blacks_override else [])
        if value == 1:
            draft.line(with_exceptions(["nonconsecutive", "cells"], free, "nonconsecutive"), "grid")
        else:
            pairs = with_exceptions(["adjacent_pairs", "cells"], free, "adjacent_pairs(cells)")
            draft.line(f"for a, b in {pairs}:\n    abs(a - b) != {value}", "grid")
    if ratios:
        free = blacks + (whites if whites_override else [])
        draft.line(with_exceptions(["no_ratio", "cells", *map(str, ratios)], free), "grid")
    if sums:
        draft.line(with_exceptions(["no_sum", "cells", *map(str, sums)], crosses), "grid")


def _edges(
    puzzle: Puzzle, kind: int, vocabulary: str, default: int | None
) -> tuple[dict[str, list[list[Cell]]], list[int]]:
    """The pairs with a mark by its value, and the values that no other pair may have."""
    found: dict[str, list[list[Cell]]] = {}
    forbidden: set[int] = set()

    def read(entry: object) -> None:
        clue = _entry(entry)
        value = default if clue.get("value") in (None, "") else number(clue["value"])
        if value is None or value < 0 or (kind == _RATIO and value < 1):
            raise ClueError(f"its value is {shown(clue.get('value'))}")
        pair = puzzle.grid.side(clue.get("edge"))
        if adjacent(*pair):
            found.setdefault(str(value), []).append(pair)

    for config in puzzle.of_type(kind):
        puzzle.kinds.add(vocabulary)
        title = config["name"] or {_DIFFERENCE: "white dots", _RATIO: "black dots", _XV: "XV"}[kind]
        try:
            _each(puzzle, title, config.get("clues"), read)
            listed = [number(item) for item in items(config.get("negative"))]
        except ClueError as error:
            puzzle.draft.leave_out(f"The constraint “{title}” is left out: {error}.")
            continue
        forbidden.update(value for value in listed if value is not None)
        if None in listed:
            puzzle.draft.leave_out(f"A forbidden value of “{title}” is left out: it is no number.")
        if listed:
            puzzle.kinds.update(("negative", "nonconsecutive"))
    return found, sorted(forbidden)


# ── cells and cages ──────────────────────────────────────────────────────────────────────────────


def _cells(words: str) -> Callable[[Puzzle, Mapping[str, Any]], None]:
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


def _cages(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    def read(entry: object) -> None:
        cage = _entry(entry)
        inside = distinct(puzzle.grid.cells(cage.get("cells")))
        if inside:
            value = text(cage.get("value"))
            write_cage(puzzle.draft, inside, number(cage.get("value")), "" if value == "0" else value)

    _each(puzzle, config["name"] or "killer cages", config.get("cages"), read)


def _look_and_say(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Cages with a number such as 1522: one 5 and two 2s."""

    def read(entry: object) -> None:
        cage = _entry(entry)
        inside = distinct(puzzle.grid.cells(cage.get("cells")))
        value = text(cage.get("value"))
        if not value:
            return
        if not (value.isascii() and value.isdigit() and len(value) % 2 == 0):
            raise ClueError(f"{shown(value)} is no list of counts and digits")
        for k in range(0, len(value), 2):
            puzzle.draft.clue(f"exactly {value[k + 1]} {value[k]}", inside, "look and say")

    _each(puzzle, config["name"] or "look-and-say cages", config.get("cages"), read)


def _different(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    write_different(puzzle.draft, "alldifferent", distinct(puzzle.grid.cells(config.get("cells"))))


def _clones(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Each group has the cells that hold the same digit, nearly always two."""
    pairs: list[tuple[Cell, Cell]] = []

    def read(entry: object) -> None:
        group = puzzle.grid.cells(entry)
        if len(group) != 2:
            raise ClueError(f"a group has {len(group)} cells, not 2")
        pairs.append((group[0], group[1]))

    _each(puzzle, config["name"] or "clones", config.get("groups"), read)
    write_equal(puzzle.draft, pairs)


def _quadruples(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    def read(entry: object) -> None:
        clue = _entry(entry)
        around = puzzle.grid.corner(clue.get("corner"))
        listed = [number(item) for item in items(clue.get("digits"))]
        digits = [digit for digit in listed if digit is not None]
        if len(digits) < len(listed):
            raise ClueError("its digits are not all numbers")
        if digits:
            puzzle.draft.clue(f"contains {' '.join(map(str, sorted(digits)))}", around)

    _each(puzzle, config["name"] or "quadruples", config.get("clues"), read)


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def _lines(
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

        _each(puzzle, config["name"] or title, config.get(key), one)

    return read


def _thermometers(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    rule = "slow_thermo" if config.get("slow") else "thermo"
    _lines("thermometers", rule, key="thermometers")(puzzle, config)


def _whispers(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    gap = number(config.get("minDifference"))
    if gap is None:
        raise ClueError(f"its difference is {shown(config.get('minDifference'))}")
    _lines("whisper lines", f"whisper {gap}")(puzzle, config)


def _region_sums(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    if not puzzle.regions:
        raise ClueError("the grid has no regions")
    pooled = bool(config.get("singleRegionTotals"))

    def read(entry: object) -> None:
        line = puzzle.grid.cells(entry)
        if len(line) > 1:
            write_region_sum(puzzle.draft, line, puzzle.regions, puzzle.region_of, pooled)

    _each(puzzle, config["name"] or "region sum lines", config.get("lines"), read)


def _group_lines(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Any N successive cells hold one digit of each of the N groups."""
    draft = puzzle.draft
    groups = _digit_groups(puzzle, config)
    if groups == sorted(_thirds(draft), key=sorted):
        _lines("entropic lines", "entropic")(puzzle, config)
        return
    if groups == _residues(draft, len(groups)):
        _lines("modular lines", f"modular {len(groups)}")(puzzle, config)
        return

    def read(entry: object) -> None:
        line = puzzle.grid.cells(entry)
        if len(line) >= len(groups):
            lines = [f"for part in windows([{', '.join(map(cell_name, line))}], {len(groups)}):"]
            lines += [f"    count(part, {_set(group)}) == 1" for group in groups]
            draft.line("\n".join(lines), "group lines")

    _each(puzzle, config["name"] or "digit group lines", config.get("lines"), read)


def _lockout(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    if puzzle.draft.highest - puzzle.draft.lowest + 1 != 9:
        raise ClueError("how much its ends differ is known for nine digits only")
    _lines("lockout lines", "lockout")(puzzle, config)


def _arrows(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    def read(entry: object) -> None:
        clue = _entry(entry)
        pill = puzzle.grid.cells(clue.get("bulbCells"))
        shafts = [puzzle.grid.cells(shaft) for shaft in items(clue.get("arrows"))]
        shafts = [shaft for shaft in shafts if len(shaft) > 1]
        if not pill:
            raise ClueError("it has no circle")
        if not shafts:
            puzzle.draft.leave_out(f"A circle without an arrow at {cell_list(pill)} has no meaning of its own.")
        for shaft in shafts:
            if shaft[0] not in pill:
                raise ClueError("its shaft does not begin in its circle")
            write_arrow(puzzle.draft, pill[::-1], shaft[1:])  # the site lists the lowest digit first

    _each(puzzle, config["name"] or "arrows", config.get("bulbsWithArrows"), read)


# ── clues outside the grid ───────────────────────────────────────────────────────────────────────


def _outside(title: str, rule: str) -> Callable[[Puzzle, Mapping[str, Any]], None]:
    def read(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
        def one(entry: object) -> None:
            clue = _entry(entry)
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

        _each(puzzle, config["name"] or title, config.get("clues"), one)

    return read


def _diagonal_line(draft: Draft, place: Cell, sign: int) -> list[Cell]:
    """The diagonal that a clue points at. There are two directions along it; one leads into the grid."""
    for down in (1, -1):
        line = diagonal_from(draft, place, (down, down if sign == _NEGATIVE else -down))
        if line:
            return line
    return []


def _little_killers(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    def read(entry: object) -> None:
        clue = _entry(entry)
        if clue.get("value") in (None, ""):
            return
        value, sign = number(clue["value"]), number(clue.get("diagonal"))
        if value is None or sign not in (_POSITIVE, _NEGATIVE):
            raise ClueError(f"its value is {shown(clue['value'])}, its diagonal {shown(clue.get('diagonal'))}")
        line = _diagonal_line(puzzle.draft, puzzle.grid.outer(clue.get("outerCell")), sign)
        if not line:
            raise ClueError("it points at no diagonal of the grid")
        puzzle.draft.clue(f"little_killer {value}", line)

    _each(puzzle, config["name"] or "little killers", config.get("clues"), read)


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


_KINDS: dict[int, Kind] = {
    10: Kind("negative diagonal", "diagonal-", _diagonal(_NEGATIVE)),
    11: Kind("positive diagonal", "diagonal+", _diagonal(_POSITIVE)),
    12: Kind("antiking", "antiking", _whole_grid("anti_king")),
    13: Kind("antiknight", "antiknight", _whole_grid("anti_knight")),
    14: Kind("disjoint groups", "disjointgroups", _disjoint),
    15: Kind("non-consecutive", "nonconsecutive", _whole_grid("nonconsecutive")),
    16: Kind("global groups of digits", "entropicline", _global_groups),
    100: Kind("even", "even", _cells("even")),
    101: Kind("odd", "odd", _cells("odd")),
    102: Kind("maximum", "maximum", _cells("maximum")),
    103: Kind("minimum", "minimum", _cells("minimum")),
    300: Kind("thermometers", "thermometer", _thermometers),
    301: Kind("killer cages", "killercage", _cages),
    302: Kind("clones", "clone", _clones),
    303: Kind("quadruples", "quadruple", _quadruples),
    304: Kind("look-and-say cages", "lookandsay", _look_and_say),
    305: Kind("different values", "extraregion", _different),
    306: Kind("counting circles", "countingcircles", _cells("counting_circles")),
    400: Kind("renban lines", "renban", _lines("renban lines", "renban", unordered=True)),
    401: Kind("whisper lines", "whispers", _whispers),
    402: Kind("palindromes", "palindrome", _lines("palindromes", "palindrome")),
    403: Kind("between lines", "betweenline", _lines("between lines", "between", shortest=3)),
    404: Kind("region sum lines", "regionsumline", _region_sums),
    405: Kind("sequence lines", "sequence", _lines("sequence lines", "sequence", shortest=3)),
    406: Kind("digit group lines", "entropicline", _group_lines),
    407: Kind("lockout lines", "lockout", _lockout),
    408: Kind("arrows", "arrow", _arrows),
    409: Kind("double arrows", "doublearrow", _lines("double arrows", "double_arrow", shortest=3)),
    500: Kind("little killers", "littlekillersum", _little_killers),
    501: Kind("sandwich sums", "sandwichsum", _outside("sandwich sums", "sandwich")),
    502: Kind("X-sums", "xsum", _outside("X-sums", "x_sum")),
    503: Kind("skyscrapers", "skyscraper", _outside("skyscrapers", "skyscraper")),
    504: Kind("numbered rooms", "numberedroom", _outside("numbered rooms", "numbered_room")),
    600: Kind("row indexers", "rowindexer", _cells("index_row")),
    601: Kind("column indexers", "columnindexer", _cells("index_column")),
}
