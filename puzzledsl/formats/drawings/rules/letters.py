"""Letters that stand for digits or for totals, and words of such letters that stand for numbers."""

from __future__ import annotations

import re
from math import floor
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.rules.outside import facing
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Cage, Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_MEANS = r"(?:represents?|stands? for|denotes?|corresponds? to|replaces?)"
_WORDS = """letter letters represent represents stand stands denote correspond replace replaced replaces same different
    distinct unique no another other not instance part missing some hidden all grid cell total totals block cage cages
    sum sums with must be determined found deduced solver order alphabetical alphabetically increase alphabet values"""
_LETTER = re.compile(r"([A-Z])\.?")
_WORD = re.compile(r"([A-Z]{1,4})\.?")
RULES = (
    rule(
        "letters",
        "symbol",
        rf"^each instance of a (?:given )?letter {_MEANS} the same digit,? and no 2 different letters {_MEANS} "
        rf"the same digit$|^(?:each|every|all|different|distinct)(?: different| distinct)? letters? {_MEANS} (?:an? )?"
        rf"(?:unique|different|distinct) digits?$|^(?:the )?same letters? {_MEANS} the same digits?,? (?:and |while )?"
        rf"different letters? {_MEANS} different digits?$",
        _WORDS,
        alone=True,
    ),
    rule(
        "letters_in_cells",
        "symbol",
        r"^if a letter is in (?:the grid|a cell),? (?:that|its) digit must be (?:put|placed) in (?:the same|that) "
        r"cell$",
        _WORDS + " if put placed",
        alone=True,
    ),
    rule(
        "word_on_diagonal",
        "symbol",
        r"^the word (?P<noun>[a-z]+) (?:appears|is found|can be read) (?:along|on) (?:the|a) diagonal"
        r"(?: of the grid)?$",
        "word appears diagonal along can read",
        alone=True,
    ),
    rule(
        "letter_is",
        "symbol",
        r"^the (?P<noun>[a-z])(?: positioned on a corner)? is the (?P<what>sum|difference|product) (?:between|of) "
        r"r(?P<a>\d)c(?P<a2>\d) and r(?P<b>\d)c(?P<b2>\d)$",
        "positioned corner sum difference product between r c",
        alone=True,
    ),
    rule(
        "letter_totals",
        "letter totals",
        r"^(?:some|the|all) (?:[a-z]+ )?totals (?:are|have been) replaced (?:with|by) (?:the )?letters"
        r"(?: (?P<noun>[a-z]{2,8}))?"
        r"(?:,? and must be (?:determined|found|deduced) by the solver)?$"
        rf"|^letters in (?:the corners? of )?cages {_MEANS} (?:their |the )?(?:unknown )?totals?$",
        _WORDS + " corner unknown",
        alone=True,
    ),
    rule(
        "letters_increase",
        "letter totals",
        r"^(?:the )?values of (?:the )?letters (?:increase alphabetically|are in alphabetical order)$",
        _WORDS,
        alone=True,
    ),
)
_OUTSIDE = {
    "x_sum": "any(line[1] == k and sum(line[1..k]) == value for k in 1..len(line))",
    "skyscraper": "count(all(x < line[k] for x in line[1..k - 1]) for k in 1..len(line)) == value",
    "numbered_room": "element(line[1], line, value)",
}
"""Clues outside whose number is for the solver to find; those of the library read a known number."""
_OF_TWO = {"sum": "{} + {}", "difference": "abs({} - {})", "product": "{} * {}"}


def bind(board: Board) -> None:
    """Write equal digits for equal letters, different ones for different letters, and the clues that words give."""
    for one in board.said("letters")[:1]:
        _Letters(board, one).write()
    for one in board.said("letters_in_cells", "letter_is", "word_on_diagonal"):
        if not board.said("letters"):
            board.leave_out(one, "what the letters mean is not said")
    if board.about("letter totals"):
        _totals(board)


class _Letters:
    """What each letter is, as an expression: the first cell in which it stands, or a variable."""

    def __init__(self, board: Board, one: Statement) -> None:
        self.board, self.one = board, one
        self.of: dict[str, list[str]] = {}
        self.shapes: list[Shape] = []

    def write(self) -> None:
        """Write all that letters say."""
        board = self.board
        marks = [shape for shape in board.left_shapes() if _LETTER.fullmatch(shape.text.strip())]
        for shape in marks:
            place = self._cell(shape)
            if place is not None:
                self.of.setdefault(shape.text.strip()[0], []).append(cell_name(place))
                self.shapes.append(shape)
        self._defined({shape.text.strip()[0]: shape for shape in marks if shape not in self.shapes})
        words = self._words()
        used = sorted({letter for _, _, word, _ in words for letter in word} - self.of.keys())
        lonely = {s.text.strip() for s in marks if s not in self.shapes and cell_at(s.center) is None}
        lonely -= {word for _, _, word, _ in words} | self.of.keys()
        letters = len(self.of) + len(used)
        digits = board.draft.highest - board.draft.lowest + 1
        zero = letters == 10 and digits == 9  # a letter in no cell may be 0 only if the letters need it
        if letters < 2 or letters > 10 or (lonely and not words) or (used and not zero):
            for one in board.about("symbol"):
                board.leave_out(one, "which digits the letters stand for is not certain")
            return
        for letter in used:
            board.draft.declare(f"var letter_{letter.lower()} in 0..9")
            self.of[letter] = [f"letter_{letter.lower()}"]
        for first, *others in self.of.values():
            for cell in others:
                board.draft.line(f"{first} == {cell}", "letters")
        board.draft.line(f"alldifferent([{', '.join(cells[0] for cells in self.of.values())}])", "letters")
        for name, cells, word, mark in words:
            self._clue(name, cells, word)
            self.board.explain(mark)
        board.explain(*self.shapes)
        self._diagonals()

    def _cell(self, shape: Shape) -> Cell | None:
        """The cell in which a letter stands: in its middle, or anywhere if the rules say what a letter in a cell is."""
        place = cell_at(shape.center)
        r, c = shape.center
        if place is None and self.board.said("letters_in_cells") and all(0.1 < x % 1 < 0.9 for x in (r, c)):
            place = (floor(r) + 1, floor(c) + 1)
        return place if place is not None and self.board.draft.inside(place) else None

    def _defined(self, elsewhere: dict[str, Shape]) -> None:
        """Letters that a sentence defines by two cells."""
        for other in self.board.said("letter_is"):
            match = other.rule.says.search(other.sentence.plain)
            if match and match["noun"].upper() in elsewhere.keys() - self.of.keys():
                ends = [(int(match[end]), int(match[f"{end}2"])) for end in "ab"]
                if all(map(self.board.draft.inside, ends)):
                    self.shapes.append(elsewhere[match["noun"].upper()])
                    self.of[match["noun"].upper()] = [_OF_TWO[match["what"]].format(*map(cell_name, ends))]

    def _words(self) -> list[tuple[str, list[Cell], str, Shape | Cage]]:
        """Words that are written where the rules expect numbers: the kind of clue, its cells, the word and its mark."""
        board = self.board
        found: list[tuple[str, list[Cell], str, Shape | Cage]] = []
        kinds = {one.rule.name for one in board.about("outside")}
        name = kinds.pop() if len(kinds) == 1 else ""
        for shape in board.left_shapes() if name in _OUTSIDE else ():
            word, line = _WORD.fullmatch(shape.text.strip()), facing(board, shape)
            if word and line and shape.angle % 90 == 0:
                found.append((name, line, word[1], shape))
        cages = board.left_cages() if board.said("cage_sum") and not board.about("letter totals") else []
        named = [(cage, _WORD.fullmatch(cage.value.strip())) for cage in cages if not cage.hidden]
        found += [("cage", list(cage.cells), word[1], cage) for cage, word in named if word]
        return found

    def _clue(self, name: str, cells: list[Cell], word: str) -> None:
        draft = self.board.draft
        items = [self.of[letter][0] for letter in word]
        value = items[0] if len(items) == 1 else f"number([{', '.join(items)}])"
        if items[0].startswith("letter_"):
            draft.line(f"{items[0]} >= 1", "words")
        if name == "cage":
            _cage(self.board, cells, value)
            return
        body = f"rule word_{name}(line, value):\n    {_OUTSIDE[name]}"
        draft.declare(f"# The clue `{name}` with a number that is not known.\n{body}")
        draft.line(f"word_{name}({argument(cells)}, {value})", "words")

    def _diagonals(self) -> None:
        """A word on a diagonal says nothing if just its letters are drawn, which show where they are."""
        drawn = sorted(shape.text.strip()[0].lower() for shape in self.shapes)
        for one in self.board.said("word_on_diagonal"):
            match = one.rule.says.search(one.sentence.plain)
            if match is None or sorted(match["noun"]) != drawn:
                self.board.leave_out(one, "which cells this word is in is not certain")


def _cage(board: Board, cells: list[Cell], value: str) -> None:
    """A cage whose sum is for the solver to find."""
    if board.said("cage_distinct") and not board.said("cage_repeats"):
        board.draft.clue("cage", cells)
    board.draft.line(f"sum({argument(cells)}) == {value}", "words")


def _totals(board: Board) -> None:
    """Letters in the corners of cages that stand for their totals: one letter, one total."""
    said = board.said("letter_totals")
    cages = [cage for cage in board.left_cages() if not cage.hidden and _WORD.fullmatch(cage.value.strip())]
    words = {cage.value.strip().strip(" .")[-1]: None for cage in cages}
    if not (said and board.said("cage_sum")) or not cages or any(len(_word(cage)) > 1 for cage in cages):
        for one in said:
            board.leave_out(one, "which totals the letters stand for is not certain")
        return
    letters = sorted(words)
    draft = board.draft
    most = max(len(cage.cells) for cage in cages) * draft.highest
    draft.declare(f"var {', '.join(f'total_{letter.lower()}' for letter in letters)} in 0..{most}")
    for cage in cages:
        _cage(board, list(cage.cells), f"total_{_word(cage).lower()}")
    if board.said("letters_increase"):
        names = ", ".join(f"total_{letter.lower()}" for letter in letters)
        draft.line(f"strictly_increasing([{names}])", "words")
    board.explain(*cages)


def _word(cage: Cage) -> str:
    word = _WORD.fullmatch(cage.value.strip())
    return word[1] if word else ""
