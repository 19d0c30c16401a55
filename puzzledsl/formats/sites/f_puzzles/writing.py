"""From a model to a link of f-puzzles.

The site always requires that the values of rows and columns differ, and its values are 1 to the side of the grid: a
model without that is refused. A sum of cells that differ anyway is a killer cage there; a comparison of two cells is a
thermometer of two cells. A rule that is not there is taken apart into its conditions, if these are few and are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from puzzledsl.elaboration.library import entries
from puzzledsl.formats.board import ExportBoard, ExportClue, Unsayable, refusal
from puzzledsl.formats.bounds import to_json
from puzzledsl.formats.clue_places import share_side
from puzzledsl.formats.conditions import clues_of
from puzzledsl.formats.format import Link
from puzzledsl.formats.kinds import BY_RULE, MARKS, Entry
from puzzledsl.formats.lz_string import compress
from puzzledsl.formats.sites.f_puzzles.entries import json_of
from puzzledsl.formats.tables import pairs
from puzzledsl.listing import counted
from puzzledsl.model import Cell, Model
from puzzledsl.presentation.value_texts import Values
from puzzledsl.records import replace

SITE = "f-puzzles"
ADDRESS = "https://www.f-puzzles.com/?load="

ELSEWHERE = ("countingcircles", "numberedroom", "sequence")
"""Keys of kinds that this site does not have."""

WORDS = pairs(__file__, "sentences.tsv") | {
    "less": entries()["thermo"].redrawn({}),
    "xv": entries()["xv"].redrawn({"sign": "an X or a V", "total": "10 or 5"}),
    "double_arrow": entries()["double_arrow"].redrawn({}),
}
"""Sentences for rules that the site draws in a way of its own."""

NEGATIVE = ("nonconsecutive", "no_sum", "no_ratio")
"""Rules about the pairs without a mark, so marks are written first."""

MOST_PARTS = 20
"""Conditions that a rule is taken apart into."""


def write(model: Model, solution: Values | None) -> Link:
    """The link, and what is not in it.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    content, left_out = content_of(model, solution)
    return Link(ADDRESS + compress(to_json(content)), left_out)


def content_of(model: Model, solution: Values | None) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The puzzle as the JSON object that a link packs, and what is not in it.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    board = ExportBoard(model, SITE)
    _check(board)
    writer = _Writer(board)
    writer.write()
    if solution:
        writer.content["solution"] = [int(solution[x]) for x in board.place_of]
    return writer.content, board.left_out(numbers=True)


def _check(board: ExportBoard) -> None:
    side = board.width
    if board.hidden.issuperset(board.cells):
        raise refusal(SITE, "digits are entered there, and this puzzle is solved by drawing")
    if board.height != side:
        size = f"{counted(board.height, 'row')} and {counted(side, 'column')}"
        raise refusal(SITE, f"its grid has {size}, and theirs are square")
    if len(board.cells) < side * side:
        raise refusal(SITE, "its grid has masked places")
    if board.values != tuple(range(1, side + 1)):
        raise refusal(SITE, f"theirs has the values 1 to {side}, and this one has others")
    if not (board.rows and board.columns):
        which = "columns" if board.rows else "rows"
        raise refusal(SITE, f"theirs always requires different values in {which}, and this one does not")


class _Writer:
    """Fills ``content``; ``entries`` are the clues by key, ``drawn`` what the model has, as what it is there."""

    def __init__(self, board: ExportBoard) -> None:
        self.board = board
        self.side = board.width
        self.content: dict[str, Any] = {"size": self.side}
        self.entries: dict[str, list[Entry]] = {}
        self.drawn: list[ExportClue] = []

    def write(self) -> None:
        """Write all that the site can express."""
        board, content = self.board, self.content
        for key, found in (("title", "puzzle"), ("author", "author")):
            if text := board.metadata(found):
                content[key] = text
        diagonals = {frozenset(cells): sign for sign, cells in board.diagonals().items()}
        for cells, origin in board.extra:
            sign = diagonals.get(frozenset(cells))
            if sign:
                content[f"diagonal{sign}"] = True
            else:
                self._group(cells)
            self.drawn.append(ExportClue("diagonal" if sign else "alldifferent", {}, True, origin))
        board.say(
            sorted(board.clues, key=lambda clue: clue.rule in NEGATIVE), lambda c: self.drawn.append(self._clue(c))
        )
        content |= {key: [json_of(entry) for entry in entries] for key, entries in self.entries.items()}
        content["grid"] = self._grid()
        if rules := "\n".join(board.notes() or board.rules(self.drawn, WORDS)):
            content["ruleset"] = rules

    def _grid(self) -> list[list[dict[str, Any]]]:
        board = self.board
        usual = board.are_regions(board.default_boxes() or board.lines()[: self.side])
        rows: list[list[dict[str, Any]]] = [[{} for _ in range(self.side)] for _ in range(self.side)]
        for r, c in board.cells:
            entry = rows[r - 1][c - 1]
            value = board.single((r, c))
            if value is not None:
                entry |= {"value": value, "given": True}
            elif (r, c) in board.allowed:
                entry["givenPencilMarks"] = sorted(board.allowed[r, c])
            if not usual:
                entry["region"] = board.region_of.get((r, c))
        return rows

    def _add(self, key: str, *entries: Entry) -> None:
        self.entries[key] = [*self.entries.get(key, []), *entries]

    def _group(self, cells: Sequence[Cell]) -> None:
        self._add("extraregion" if len(cells) == self.side else "killercage", Entry(cells))

    # ── clues ────────────────────────────────────────────────────────────────────────────────────

    def _clue(self, clue: ExportClue) -> ExportClue:
        """Write a clue, and return what it is there."""
        key, kind = BY_RULE.get(clue.rule, ("", None))
        match clue.rule:
            case "less":
                self._add("thermometer", Entry(lines=[clue.cells("cells")]))
            case "alldifferent":
                self._group(clue.cells("cells"))
            case "values":
                self.board.restrict(clue.cells("cell")[0], clue.numbers("values"))
            case "total" | "xv":
                return self._sum(clue)
            case rule if rule in NEGATIVE:
                self._negative(clue)
            case "" | "pair" | "equal_sums":
                raise Unsayable("there is no such condition there")
            case _ if kind is None or kind.form.write is None or key in ELSEWHERE:
                return self._by_conditions(clue)
            case _:
                self._add(key, *kind.form.write(self.board, kind, clue))
                if kind.is_switch:
                    del self.entries[key]
                    self.content[key] = True
        return clue

    def _by_conditions(self, clue: ExportClue) -> ExportClue:
        parts = list(clues_of(self.board, clue.holds, clue.origin))
        before = dict(self.entries), dict(self.board.allowed)
        try:
            if len(parts) > MOST_PARTS:
                raise Unsayable
            drawn = [self._clue(part) for part in parts]
        except Unsayable:
            self.entries, self.board.allowed = before
            raise Unsayable("there is no such rule there") from None
        return drawn[0] if len(drawn) == 1 else clue

    def _sum(self, clue: ExportClue) -> ExportClue:
        """A sum of two neighbours is an X or V, any other a cage if its values differ anyway."""
        names = ("pair", "total") if clue.rule == "xv" else ("cells", "value")
        cells, value = clue.cells(names[0]), clue.number(names[1], least=1)
        if value in (5, 10) and len(cells) == 2 and share_side(*cells):
            self._add("xv", Entry(cells, value="X" if value == 10 else "V"))
            return replace(clue, rule="xv")
        if self.board.all_different(cells):
            self._add("killercage", Entry(cells, value=str(value)))
            return replace(clue, rule="cage")
        raise Unsayable("values in a cage with a sum must differ there, and here they need not")

    # ── clues that depend on others ──────────────────────────────────────────────────────────────

    def _negative(self, clue: ExportClue) -> None:
        if not self.board.is_whole(clue.cells("cells")):
            raise Unsayable("it is only there for the whole grid")
        difference, ratio, xv = (
            {frozenset(entry.cells): entry.value for entry in self.entries.get(key, [])} for key in MARKS
        )
        if clue.rule == "nonconsecutive":
            self._check_spared(clue, difference.keys() | ratio.keys())
            self.content["nonconsecutive"] = True
            return
        key = "ratio" if clue.rule == "no_ratio" else "xv"
        numbers = {int(value or 2) for value in ratio.values()} or {2} if key == "ratio" else {5, 10}
        if set(clue.numbers("ratios" if key == "ratio" else "totals")) != numbers:
            raise Unsayable("the numbers there are those of the black dots, or 5 and 10 together")
        self._check_spared(clue, difference.keys() | ratio.keys() if key == "ratio" else xv.keys())
        self.content.setdefault("negative", []).append(key)

    def _check_spared(self, clue: ExportClue, free: AbstractSet[frozenset[Cell]]) -> None:
        """Refuse a negative rule unless the pairs that are free of it there are those that are free here."""
        near = self.board.near()
        if clue.spared_pairs() & near != free & near:
            raise Unsayable("the pairs that are free of it there are those with a mark, and here they are others")
