"""The clues of f-puzzles in the rules of the library: one reader for each key of the JSON."""

from __future__ import annotations

import itertools
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
from puzzledsl.formats.sites.f_puzzles import prose
from puzzledsl.formats.sites.f_puzzles.cells import cell, cells, place

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Cell


class Source:
    """A puzzle that is read.

    Attributes:
        draft: the model under construction.
        json: the whole puzzle.
        region_of: the region of each cell by its number.
        regions: the name of the regions in the model: ``boxes``, ``region``, or empty if there are none.
        read: keys of the JSON that were read.
        distrusted: keys of clues that do not mean what they usually do.
        all_marked: the marks of which the rules' text says that all are given: ``white``, ``black``, ``x``, ``v``.
    """

    def __init__(
        self, draft: Draft, json: Mapping[str, Any], regions: str, region_of: Mapping[Cell, int | None]
    ) -> None:
        """Begin to read clues; the grid and its regions are read already."""
        self.draft, self.json, self.regions, self.region_of = draft, json, regions, region_of
        self.read: set[str] = set()
        self.distrusted: frozenset[str] = frozenset()
        self.all_marked: frozenset[str] = frozenset()

    def entries(self, key: str) -> list[Any]:
        """The clues of a kind; its key counts as read."""
        self.read.add(key)
        value = self.json.get(key)
        if value in (None, False, "") or key in self.distrusted:
            return []
        if not isinstance(value, list):
            self.draft.leave_out(f"The clues of the kind {shown(key)} are no list.")
            return []
        return value

    def has(self, key: str) -> bool:
        """Whether a rule of the whole grid is switched on; its key counts as read."""
        self.read.add(key)
        value = self.json.get(key)
        return key not in self.distrusted and (value is True or value == "true" or value == 1)


def read_clues(source: Source) -> None:
    """Read all clues that have a meaning for the site's own solver."""
    _grid_rules(source)
    _dots(source)
    for key, (title, reader) in _KINDS.items():
        entries = source.entries(key)
        if entries and prose.is_unspoken(source.draft.rules, key):
            source.draft.leave_out(
                f"The clues of the kind {key} are left out: the rules do not speak of {title[1:].strip()}s."
            )
            continue
        for entry in entries:
            _one(source, title, reader, entry)
    for key in ("odd", "even"):
        marked = _marked(source, key, f"an {key} cell")
        if marked:
            source.draft.clue(key, marked)
    for key in ("minimum", "maximum"):
        write_extremes(source.draft, key, _marked(source, key, f"a {key}"))
    if source.entries("fogofwar") or source.entries("foglight") or source.entries("triggereffect"):
        source.draft.leave_out("Fog hides clues until digits are found; the model shows all clues at once.")


def distrust_clues(source: Source, sentence: str) -> None:
    """Leave out all clues, since a sentence of the rules changes what clues mean."""
    kinds = [key for key in (*_KINDS, *_OTHER_KINDS) if source.json.get(key)]
    source.distrusted = frozenset(kinds)
    source.read.update(kinds)
    if kinds:
        source.draft.leave_out(
            f"Clues do not have their usual meaning, for the rules say: “{sentence}”; "
            f"these kinds of clues are left out: {', '.join(kinds)}."
        )


def _one(source: Source, title: str, reader: Callable[[Source, dict[str, Any]], None], entry: Any) -> None:
    try:
        if not isinstance(entry, dict):
            raise ClueError(f"{shown(entry)} stands where its cells belong")
        reader(source, entry)
    except ClueError as error:
        source.draft.leave_out(f"{title.capitalize()}{_where(entry)} is left out: {error}.")


def _where(entry: Any) -> str:
    """`` at r1c2``, if a clue names its first cell."""
    if not isinstance(entry, dict):
        return ""
    named = [entry.get("cell"), *_flat(entry.get("cells")), *_flat(entry.get("lines"))]
    for name in named:
        try:
            return f" at {cell_name(place(name))}"
        except ClueError:
            continue
    return ""


def _flat(value: Any) -> list[Any]:
    if not isinstance(value, list):
        return []
    return [inner for item in value for inner in (item if isinstance(item, list) else [item])]


# ── rules of the whole grid ──────────────────────────────────────────────────────────────────────


def _grid_rules(source: Source) -> None:
    draft = source.draft
    if source.has("diagonal-"):
        draft.different("diagonal")
    if source.has("diagonal+"):
        draft.different("antidiagonal")
    if source.has("antiknight"):
        draft.line("anti_knight", "grid")
    if source.has("antiking"):
        draft.line("anti_king", "grid")
    if source.has("disjointgroups"):
        if source.regions == "boxes":
            draft.line("disjoint_groups", "grid")
        elif source.regions:
            draft.line(f"disjoint_groups({source.regions})", "grid")
        else:
            draft.leave_out("Disjoint groups are left out, since the grid has no regions.")


def _dots(source: Source) -> None:
    """Dots and XV marks, and what holds for the pairs without one.

    A pair with a white or black dot may be consecutive although the grid is nonconsecutive. It also may have a ratio
    although unmarked pairs have none.
    """
    draft = source.draft
    negative = [text(item).lower() for item in source.entries("negative")]
    nonconsecutive = source.has("nonconsecutive") or "difference" in negative
    white = _pairs(source, "difference", "a white dot", "1")
    black = _pairs(source, "ratio", "a black dot", "2")
    marks = _pairs(source, "xv", "an X or V", "")
    totals = {"X": "10", "V": "5"}
    for value in [value for value in marks if value.upper() not in totals and number(value) is None]:
        if value:
            draft.leave_out(f"The mark {shown(value)} between {cell_list(marks[value][0])} is neither X nor V.")
        del marks[value]
    # The site's own solver knows only the switches, but setters also write that all marks are given.
    nonconsecutive = nonconsecutive or ("white" in source.all_marked and set(white) == {"1"})
    if "black" in source.all_marked and black:
        negative.append("ratio")
    exempt_dots = nonconsecutive or "ratio" in negative
    whites = write_pairs(draft, "white_dot", white, "1", "white_dots" if exempt_dots else "")
    blacks = write_pairs(draft, "black_dot", black, "2", "black_dots" if exempt_dots else "")
    sums: dict[str, list[list[Cell]]] = {}
    for value, pairs in marks.items():
        sums.setdefault(totals.get(value.upper(), value), []).extend(pairs)
    absent = [total for letter, total in (("v", "5"), ("x", "10")) if letter in source.all_marked and total in sums]
    if "xv" in negative:
        absent = ["5", "10"]
    crosses = write_pairs(draft, "xv", sums, "", "xv_pairs" if absent else "")
    if nonconsecutive:
        draft.line(with_exceptions(["nonconsecutive", "cells"], whites + blacks, "nonconsecutive"), "grid")
    if absent:
        draft.line(with_exceptions(["no_sum", "cells", *absent], crosses), "grid")
    for kind in negative:
        match kind:
            case "ratio":
                ratios = sorted({int(value) for value in black} or {2})
                draft.line(with_exceptions(["no_ratio", "cells", *map(str, ratios)], whites + blacks), "grid")
            case "xv" | "difference" | "" | "foglight":
                pass
            case _:
                draft.leave_out(f"The negative constraint of the unknown kind {shown(kind)} is left out.")


def _pairs(source: Source, key: str, title: str, default: str) -> dict[str, list[list[Cell]]]:
    """Pairs of cells by the value between them."""
    found: dict[str, list[list[Cell]]] = {}

    def read(source: Source, entry: dict[str, Any]) -> None:
        pair = cells(source.draft, entry.get("cells"))
        if len(pair) != 2 or not adjacent(*pair):
            raise ClueError("it is not between two neighbours")
        value = text(entry.get("value")) or default
        amount = number(value)
        if default and (amount is None or amount < 0 or (key == "ratio" and amount < 1)):
            raise ClueError(f"its value is {shown(value)}")
        found.setdefault(value if amount is None else str(amount), []).append(sorted(pair))

    for entry in source.entries(key):
        _one(source, title, read, entry)
    return found


# ── cells ────────────────────────────────────────────────────────────────────────────────────────


def _marked(source: Source, key: str, title: str) -> list[Cell]:
    """The cells that carry a mark, in reading order."""
    found: list[Cell] = []

    def read(source: Source, entry: dict[str, Any]) -> None:
        many = cells(source.draft, entry.get("cells")) if "cells" in entry else []
        found.extend(many or [cell(source.draft, entry.get("cell"))])

    for entry in source.entries(key):
        _one(source, title, read, {"cell": entry} if isinstance(entry, str) else entry)
    return sorted(set(found))


def _set_of(values: str) -> Callable[[Source, dict[str, Any]], None]:
    """A reader of cells that hold one of some values."""
    numbers = [int(value) for value in values.split()]

    def read(source: Source, entry: dict[str, Any]) -> None:
        spot = cell(source.draft, entry.get("cell"))
        source.draft.one_of(spot, [v for v in numbers if v <= source.draft.highest])

    return read


# ── cages and groups ─────────────────────────────────────────────────────────────────────────────


def _cage(source: Source, entry: dict[str, Any]) -> None:
    inside = distinct(cells(source.draft, entry.get("cells")))
    if inside:
        write_cage(source.draft, inside, number(entry.get("value")), text(entry.get("value")))


def _extra_region(source: Source, entry: dict[str, Any]) -> None:
    write_different(source.draft, "alldifferent", distinct(cells(source.draft, entry.get("cells"))))


def _clone(source: Source, entry: dict[str, Any]) -> None:
    first, second = cells(source.draft, entry.get("cells")), cells(source.draft, entry.get("cloneCells"))
    if len(first) != len(second):
        raise ClueError(f"its parts have {len(first)} and {len(second)} cells")
    write_equal(source.draft, list(zip(first, second, strict=True)))


def _quadruple(source: Source, entry: dict[str, Any]) -> None:
    inside = distinct(cells(source.draft, entry.get("cells")))
    listed = [number(item) for item in items(entry.get("values"))]
    values = [value for value in listed if value is not None]
    if len(values) < len(listed):
        raise ClueError("its values are not all numbers")
    if values and inside:
        source.draft.clue(f"contains {' '.join(map(str, sorted(values)))}", inside)


def _indexer(rule: str) -> Callable[[Source, dict[str, Any]], None]:
    def read(source: Source, entry: dict[str, Any]) -> None:
        inside = distinct(cells(source.draft, entry.get("cells")))
        if source.draft.lowest != 1:
            raise ClueError("the values of the grid do not begin at 1")
        words = rule
        if rule == "index_box":
            if not source.regions:
                raise ClueError("the grid has no regions")
            words += "" if source.regions == "boxes" else f" {source.regions}"
        if inside:
            source.draft.clue(words, inside)

    return read


def _inequality(source: Source, entry: dict[str, Any]) -> None:
    pair = cells(source.draft, entry.get("cells"))
    if len(pair) != 2 or text(entry.get("value")) not in ("", ">", "<"):
        raise ClueError("it is no sign `>` between two cells")
    greater, less = pair if text(entry.get("value")) != "<" else reversed(pair)
    source.draft.line(f"{cell_name(greater)} > {cell_name(less)}", "inequality")


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def _lines(source: Source, entry: dict[str, Any]) -> list[list[Cell]]:
    lines = items(entry.get("lines"))
    if not lines and entry.get("cells"):
        lines = [entry["cells"]]
    found = [cells(source.draft, line) for line in lines]
    for line in found:
        if any(a == b for a, b in itertools.pairwise(line)):
            raise ClueError("it stays in a cell")
    return [line for line in found if line]


def _line_of(words: str, shortest: int = 2, unordered: bool = False) -> Callable[[Source, dict[str, Any]], None]:
    """A reader of lines to which a rule applies.

    Args:
        shortest: shorter lines say nothing.
        unordered: the rule is about the set of cells: a closed line names its first cell twice, which counts once.
    """

    def read(source: Source, entry: dict[str, Any]) -> None:
        for line in _lines(source, entry):
            inside = distinct(line) if unordered else line
            if len(inside) >= shortest:
                source.draft.clue(words, inside)

    return read


def _thermometer(rule: str) -> Callable[[Source, dict[str, Any]], None]:
    def read(source: Source, entry: dict[str, Any]) -> None:
        for line in _lines(source, entry):
            if len(set(line)) < len(line):
                raise ClueError("it runs into itself")
            if len(line) > 1:
                source.draft.clue(rule, line)

    return read


def _whisper(source: Source, entry: dict[str, Any]) -> None:
    draft = source.draft
    value = text(entry.get("value"))
    gap = number(value) if value else (draft.height + 1) // 2
    if gap is None:
        raise ClueError(f"its difference is {shown(value)}")
    for line in _lines(source, entry):
        if len(line) > 1:
            draft.clue(f"whisper {gap}", line)


def _lockout(source: Source, entry: dict[str, Any]) -> None:
    if source.draft.height != 9:
        raise ClueError("how much its ends differ is known for grids of 9 × 9 only")
    _line_of("lockout")(source, entry)


def _region_sum(source: Source, entry: dict[str, Any]) -> None:
    if not source.regions:
        raise ClueError("the grid has no regions")
    for line in _lines(source, entry):
        write_region_sum(source.draft, line, source.regions, source.region_of)


def _arrow(source: Source, entry: dict[str, Any]) -> None:
    draft = source.draft
    pill = cells(draft, entry.get("cells"))
    lines = [cells(draft, line) for line in items(entry.get("lines"))]
    shafts = [line for line in lines if len(line) > 1]
    if not pill:
        raise ClueError("it has no circle")
    if not shafts:
        draft.leave_out(_SHAFTLESS.format(cell_list(pill)))
        return
    if not all(line[0] in pill for line in shafts):
        raise ClueError("its shaft does not begin in its circle")
    ordered = sorted(pill)
    straight = len({r for r, _ in pill}) == 1 or len({c for _, c in pill}) == 1
    if not straight:
        raise ClueError("the order of the digits in its circle is not clear, for the circle is bent")
    for line in shafts:
        write_arrow(draft, ordered, line[1:])


_SHAFTLESS = "A circle without an arrow is drawn at {}; it has no meaning of its own."


# ── clues outside the grid ───────────────────────────────────────────────────────────────────────


def _outside(rule: str) -> Callable[[Source, dict[str, Any]], None]:
    def read(source: Source, entry: dict[str, Any]) -> None:
        value = text(entry.get("value"))
        if not value:
            return
        line = line_from(source.draft, place(entry.get("cell")))
        if not line:
            raise ClueError("it does not stand beside a row or column")
        if (amount := number(value)) is None:
            raise ClueError(f"its value is {shown(value)}")
        source.draft.clue(f"{rule} {amount}", whole_line(line))

    return read


def _little_killer(source: Source, entry: dict[str, Any]) -> None:
    value = text(entry.get("value"))
    if value in ("", "0"):
        return
    steps = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
    step = steps.get(text(entry.get("direction")).upper())
    line = diagonal_from(source.draft, place(entry.get("cell")), step) if step else []
    if not line:
        raise ClueError("it points at no diagonal of the grid")
    if (amount := number(value)) is None:
        raise ClueError(f"its value is {shown(value)}")
    source.draft.clue(f"little_killer {amount}", line)


_KINDS: dict[str, tuple[str, Callable[[Source, dict[str, Any]], None]]] = {
    "extraregion": ("an extra region", _extra_region),
    "killercage": ("a cage", _cage),
    "thermometer": ("a thermometer", _thermometer("thermo")),
    "slowthermometer": ("a slow thermometer", _thermometer("slow_thermo")),
    "arrow": ("an arrow", _arrow),
    "doublearrow": ("a double arrow", _line_of("double_arrow", shortest=3)),
    "whispers": ("a whisper", _whisper),
    "renban": ("a renban", _line_of("renban", unordered=True)),
    "nabner": ("a nabner line", _line_of("nabner", unordered=True)),
    "palindrome": ("a palindrome", _line_of("palindrome")),
    "betweenline": ("a between line", _line_of("between", shortest=3)),
    "lockout": ("a lockout line", _lockout),
    "regionsumline": ("a region sum line", _region_sum),
    "regionsum": ("a region sum line", _region_sum),
    "zipperline": ("a zipper line", _line_of("zipper", shortest=3)),
    "entropicline": ("an entropic line", _line_of("entropic")),
    "modularline": ("a modular line", _line_of("modular 3")),
    "quadruple": ("a quadruple", _quadruple),
    "inequality": ("an inequality", _inequality),
    "clone": ("a clone", _clone),
    "rowindexer": ("a row indexer", _indexer("index_row")),
    "columnindexer": ("a column indexer", _indexer("index_column")),
    "boxindexer": ("a box indexer", _indexer("index_box")),
    "poweroftwo": ("a power of two", _set_of("1 2 4 8 16 32")),
    "prime": ("a prime", _set_of("2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59")),
    "sandwichsum": ("a sandwich", _outside("sandwich")),
    "xsum": ("an X-sum", _outside("x_sum")),
    "skyscraper": ("a skyscraper", _outside("skyscraper")),
    "littlekillersum": ("a little killer", _little_killer),
}
"""The reader of one clue by its key, and how messages call the clue. In this order the model lists them."""
_OTHER_KINDS = (
    *("difference", "ratio", "xv", "negative", "nonconsecutive", "odd", "even", "minimum", "maximum"),
    *("antiknight", "antiking", "disjointgroups", "diagonal+", "diagonal-"),
)
"""The keys of clues that are not read one by one."""
