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
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Cage, Shape
    from puzzledsl.formats.drawings.statements import Rule, Statement
    from puzzledsl.model import Cell

_MEANS = r"(?:represents?|stands? for|denotes?|corresponds? to|replaces?)"
_WORD = re.compile(r"([A-Z]{1,4})\.?")
_PLACE = r"(?:in|on|along|of|the|a|an|grid|main|(?:first|last) (?:row|column)|(?:row|column) [1-9]|diagonal)"


def _whole(name: str, about: str, says: str) -> Rule:
    """A rule that is said by a whole sentence, whose words therefore are those of its pattern."""
    return rule(name, about, f"^(?:{says})$", " ".join(re.findall("[a-z]+", says)), alone=True)


RULES = (
    _whole(
        "letters",
        "symbol",
        rf"each instance of a (?:given )?letter {_MEANS} the same digit,? and no 2 different letters {_MEANS} "
        rf"the same digit|(?:each|every|all|different|distinct)(?: different| distinct)? letters? {_MEANS} (?:an? )?"
        rf"(?:unique|different|distinct) digits?|(?:the )?same letters? {_MEANS} the same digits?,? (?:and |while )?"
        rf"different letters? {_MEANS} different digits?",
    ),
    _whole(
        "letters_in_cells",
        "symbol",
        r"if a letter is in (?:the grid|a cell),? (?:that|its) digit must be (?:put|placed) in (?:the same|that) cell",
    ),
    _whole(
        "word_drawn",
        "symbol",
        rf"the word (?P<noun>[a-z]+) (?:appears|is (?:found|hidden|written)|can be (?:read|found))(?: {_PLACE})+",
    ),
    _whole(
        "letter_is",
        "symbol",
        r"(?:the )?(?:letter )?(?P<noun>[a-z])(?: (?:positioned |placed )?on a (?:corner|side|border))? "
        r"(?:is|equals) the (?P<what>sum|difference|product) (?:between|of) "
        r"r(?P<a>\d)c(?P<a2>\d) and r(?P<b>\d)c(?P<b2>\d)",
    ),
    _whole(
        "letter_totals",
        "letter totals",
        r"(?:some|the|all) (?P<noun2>[a-z]+ )?totals (?:are|have been) replaced (?:with|by) (?:the )?letters"
        r"(?: (?P<noun>[a-z]{2,8}))?(?:,? and must be (?:determined|found|deduced) by the solver)?"
        rf"|letters in (?:the corners? of )?cages {_MEANS} (?:their |the )?(?:unknown )?totals?",
    ),
    _whole(
        "letters_increase",
        "letter totals",
        r"(?:the )?values of (?:the )?letters (?:increase alphabetically|are in alphabetical order)",
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
    symbols = board.about("symbol")
    why = _write_digits(board) if board.said("letters") else "what the letters mean is not said"
    for one in symbols if why else ():
        board.leave_out(one, why)
    if totals := board.said("letter_totals"):
        _write_totals(board, totals)


def _write_digits(board: Board) -> str:
    """Write what letters that stand for digits say; the answer is why nothing can be said, or empty."""
    of: dict[str, list[str]] = {}
    marks = [shape for shape in board.left_shapes() if _WORD.fullmatch(shape.text.strip())]
    inside, elsewhere = [], {}
    for shape in marks:
        letter = shape.text.strip().rstrip(".")
        if len(letter) == 1 and (place := _cell(board, shape)):
            of.setdefault(letter, []).append(cell_name(place))
            inside.append(shape)
        else:
            elsewhere[letter] = shape
    for one in board.said("letter_is"):
        match = one.rule.says.search(one.sentence.plain)
        ends = [(int(match[end]), int(match[f"{end}2"])) for end in "ab"] if match else []
        letter = match["noun"].upper() if match else ""
        if match and letter in elsewhere.keys() - of.keys() and all(map(board.draft.inside, ends)):
            of[letter] = [_OF_TWO[match["what"]].format(*map(cell_name, ends))]
            inside.append(elsewhere.pop(letter))
    words = _words(board)
    used = sorted({letter for _, _, word, _ in words for letter in word} - of.keys())
    unknown = {word for word, shape in elsewhere.items() if len(word) == 1 and cell_at(shape.center) is None}
    zero = len(of) + len(used) == 10 and board.draft.highest - board.draft.lowest == 8
    lonely = not words and unknown - of.keys()
    if not 1 < len(of) + len(used) < 11 or lonely or (used and not zero):
        return "which digits the letters stand for is not certain"
    for letter in used:  # a letter in no cell may be 0, as there are ten
        board.draft.declare(f"var letter_{letter.lower()} in 0..9")
        of[letter] = [f"letter_{letter.lower()}"]
    for first, *others in of.values():
        for cell in others:
            board.draft.line(f"{first} == {cell}", "letters")
    board.draft.line(f"alldifferent([{', '.join(cells[0] for cells in of.values())}])", "letters")
    for name, cells, word, mark in words:
        items = [of[letter][0] for letter in word]
        if items[0].startswith("letter_"):
            board.draft.line(f"{items[0]} >= 1", "words")
        _write_clue(board, name, cells, items[0] if len(items) == 1 else f"number([{', '.join(items)}])")
        board.explain(mark)
    board.explain(*inside)
    drawn = sorted(shape.text.strip()[0].lower() for shape in inside)
    for one in board.said("word_drawn"):
        match = one.rule.says.search(one.sentence.plain)
        if match is None or sorted(match["noun"]) != drawn:  # else the letters show where they are
            board.leave_out(one, "which cells this word is in is not certain")
    return ""


def _cell(board: Board, shape: Shape) -> Cell | None:
    """The cell in which a letter stands: in its middle, or anywhere if the rules say what a letter in a cell is."""
    place = cell_at(shape.center)
    if place is None and board.said("letters_in_cells") and all(0.1 < x % 1 < 0.9 for x in shape.center):
        place = (floor(shape.center[0]) + 1, floor(shape.center[1]) + 1)
    return place if place is not None and board.draft.inside(place) else None


def _words(board: Board) -> list[tuple[str, Sequence[Cell], str, Shape | Cage]]:
    """Words that are written where the rules expect numbers: the kind of clue, its cells, the word and its mark."""
    kinds = {one.rule.name for one in board.about("outside")}
    name = kinds.pop() if len(kinds) == 1 else ""
    found: list[tuple[str, Sequence[Cell], str, Shape | Cage]] = [
        (name, line, word[1], shape)
        for shape in board.left_shapes()
        if name in _OUTSIDE and shape.angle % 90 == 0
        if (word := _WORD.fullmatch(shape.text.strip())) and (line := facing(board, shape))
    ]
    if board.said("cage_sum") and not board.about("letter totals"):
        found += [("cage", cage.cells, word, cage) for cage, word in _cages(board)]
    return found


def _cages(board: Board) -> list[tuple[Cage, str]]:
    """The cages with a word in the corner."""
    cages = [(cage, _WORD.fullmatch(cage.value.strip())) for cage in board.left_cages() if not cage.hidden]
    return [(cage, word[1]) for cage, word in cages if word]


def _write_clue(board: Board, name: str, cells: Sequence[Cell], value: str) -> None:
    """A clue whose number is for the solver to find."""
    draft = board.draft
    if name != "cage":
        draft.declare(
            f"# The clue `{name}` with a number that is not known.\n"
            f"rule word_{name}(line, value):\n    {_OUTSIDE[name]}"
        )
        draft.line(f"word_{name}({argument(cells)}, {value})", "words")
        return
    if board.said("cage_distinct") and not board.said("cage_repeats"):
        draft.clue("cage", cells)
    draft.line(f"sum({argument(cells)}) == {value}", "words")


def _write_totals(board: Board, said: Sequence[Statement]) -> None:
    """Letters in the corners of cages that stand for their totals: one letter, one total."""
    cages = _cages(board)
    letters = sorted({word for _, word in cages})
    if not board.said("cage_sum") or not letters or max(map(len, letters)) > 1:
        for one in said:
            board.leave_out(one, "which totals the letters stand for is not certain")
        return
    totals = [f"total_{letter.lower()}" for letter in letters]
    board.draft.declare(
        f"var {', '.join(totals)} in 0..{max(len(cage.cells) for cage, _ in cages) * board.draft.highest}"
    )
    for cage, word in cages:
        _write_clue(board, "cage", cage.cells, f"total_{word.lower()}")
        board.explain(cage)
    if board.said("letters_increase"):
        board.draft.line(f"strictly_increasing([{', '.join(totals)}])", "words")
