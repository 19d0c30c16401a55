"""A SudokuPad puzzle becomes a model: grid, givens and regions here, the drawing in `formats.drawings`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import Draft, cell_list, cell_name
from puzzledsl.formats.sites.sudokupad.compact import compact_draft
from puzzledsl.formats.sites.sudokupad.payload import f_puzzles_text, payload_of, unpacked
from puzzledsl.formats.sites.sudokupad.scl import Puzzle, puzzle_of
from puzzledsl.formats.sites.sudokupad.zipper import SITE

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.statements import Sentence

_NORMAL = re.compile(
    r"\b(?:normal|standard|classic|regular|usual|ordinary|basic)\b.*\bs[ou]d[ou]k[ou]|"
    r"^sudoku$|\bsudoku rules apply|normal rules apply|normal [69x]+ rules"
)
_ONCE = re.compile(
    r"(?:rows?|lines?)\b.*\bcolumns?\b.*\b(?:box|region|block|nonet|area|subgrid|3x3|jigsaw)|"
    r"(?:box|region|block|3x3)\w*\b.*\brows?\b.*\bcolumns?\b"
)
_LATIN = re.compile(r"latin square|(?:each|every|any) row and (?:each |every )?column")
_PLACE = re.compile(r"\b(?:place|fill|put|insert|enter|repeat|contain|once|write|use|has to|have)")
_ODD = re.compile(
    r"\b\d'?s\b|\b(?:twice|pick|select|one each of|not|except|but|unless|some|"
    r"exactly two|determine|deduce|divide|draw|unknown|subset|missing|schr|wrap|"
    r"sum|either|path)\b|s-cell|two digits"
)
_FILLED = re.compile(r"\b(?:rows?|columns?|grid|sudoku|cells?|box(?:es)?|pick|select|choose|region)\b")
_CHOSEN = re.compile(r"\b(?:pick|select|choose|appears?|missing)\b")
_REPEAT = re.compile(r"(?:(?:do|may|must|can) not|cannot|never|not|n't) (?:be )?repeat(?:ed)?")
_OF_GRID = re.compile(
    r"\brows?\b|\bcolumns?\b|s[ou]d[ou]k[ou]\b|\bbox(?:es)?\b|\bregions?\b(?! sums?\b)|\bplace\b|\bfill|\b\d "
    r"?(?:-|to) ?\d\b(?! ratio)"
    r"|\blatin\b|\bdivide|\bshade|\bdigits? from\b|\bblocks?\b|\bnormal rules\b"
)
_ZEROS = re.compile(r"\bwith (?:a )?0s?\b")
_RANGE = re.compile(
    r"\b(?:digits?|numbers?|values?|integers?)\b(?: from)?(?: the set)? ?\(?(\d{1,2})"
    r" ?(?:-|to|through|thru|\.\.+|…) ?(\d{1,2})\b"
)
_UNKNOWN = re.compile(
    r"chaos construction|divide the grid|regions? must be (?:determined|deduced)"
    r"|draw (?:the )?regions|schr[oö]+dinger|\bs-?cells?\b|deconstruction"
)


_SHORT = re.compile(r"-?\d{1,9}")
"""A text that is a number; longer ones Python may refuse to read."""
_NORMAL_WORDS = """
    appear appears area areas as basic block blocks bold bolded border bordered borders box boxes can't cannot
    classic column columns complete different distinct do don't duplicate duplicates empty enter exactly fill filled
    game heavily here house houses insert irregular jigsaw just line lines may missing no none nonet nonets
    not occur once one only ordinary outline outlined outlines put region regions regular remaining
    repeat repeated repeating repeats repetition repetitions rest row rows same set sets shape square squares
    clues subgrid sudoku's that thick thicker through total unique unrepeated use usual usually way without write x
    """
"""Words of sentences about rows, columns and boxes."""


def read(text: str) -> Draft:
    """The model of a SudokuPad link, payload or file.

    Raises:
        PuzzleError: it is none, is damaged, or only names a puzzle on the site.
    """
    payload = payload_of(text)
    packed = f_puzzles_text(payload)
    if packed is not None:
        return _f_puzzles(packed)
    if re.match(r"classic|scf", payload.strip()):
        return compact_draft(payload.strip())
    return model_of(puzzle_of(unpacked(payload)))


def _f_puzzles(packed: str) -> Draft:
    from puzzledsl.formats.sites.f_puzzles.reading import puzzle_from

    return puzzle_from(packed, SITE)


def model_of(puzzle: Puzzle, site: str = SITE) -> Draft:
    """The model of a drawn puzzle.

    Args:
        site: whose puzzle it is, for messages.
    """
    from puzzledsl.formats.drawings.recognition import recognise
    from puzzledsl.formats.drawings.statements import sentences

    drawing = puzzle.drawing
    prose = sentences(puzzle.texts.get("rules", ""))
    lowest, highest = _digits(puzzle, prose)
    draft = Draft(site, drawing.height, drawing.width, highest, lowest)
    draft.title = puzzle.texts.get("title", "")
    draft.author = puzzle.texts.get("author", "")
    draft.rules = puzzle.texts.get("rules", "")
    groups, rest = _groups(draft, puzzle, prose)
    for cell, value in puzzle.givens.items():
        if _SHORT.fullmatch(value) and lowest <= int(value) <= highest:
            draft.given(cell, int(value))
        else:
            draft.leave_out(f"the given “{value}” in {cell_name(cell)} is no digit of the grid")
    for cell, marks in puzzle.marks.items():
        values = {int(mark) for mark in marks if _SHORT.fullmatch(mark)}
        if values:
            draft.one_of(cell, values)
    for flag in puzzle.flags:
        name = {"antiknight": "anti_knight", "antiking": "anti_king", "nonconsecutive": "nonconsecutive"}.get(flag)
        if name:
            draft.line(name, name)
        else:
            draft.leave_out(f"the global rule “{flag}”")
    if puzzle.fog:
        draft.leave_out("fog covers the grid; the model shows all clues")
    recognise(draft, drawing, rest, groups)
    unknown = _unknown(prose)
    if unknown and not draft.finds_regions:
        draft.leave_out(f"the rules speak of “{unknown}”, so nothing is assumed about regions")
    return draft


def _unknown(prose: list[Sentence]) -> str:
    """The words with which the rules speak of regions that are not drawn; empty if they do not."""
    found = _UNKNOWN.search(" ".join(f"{one.heading} {one.plain}" for one in prose))
    return found[0] if found else ""


def _digits(puzzle: Puzzle, prose: list[Sentence]) -> tuple[int, int]:
    """The range of values: as the rules say, or 1 to the size of regions and sides."""
    side = max(puzzle.drawing.height, puzzle.drawing.width)
    if puzzle.lines_of:
        side = max(len(line) for line in puzzle.lines_of)
    elif _several_grids(puzzle):
        side = len(puzzle.drawing.regions[0])
    everything = " ".join(f"{s.heading} {s.plain} {s.asides}" for s in prose)
    for sentence in prose:
        whole = f"{sentence.heading} {sentence.plain} {sentence.asides}"
        found = _RANGE.search(whole)
        if found and _FILLED.search(whole) and (_CHOSEN.search(whole) or _PLACE.search(whole)):
            low, high = int(found[1]), int(found[2])
            few = high - low + 1 < side
            if low in (0, 1) and low < high < 100 and not (few and not re.search(r"\b(?:grid|rows?|box)\b", whole)):
                return 0 if _ZEROS.search(everything) else low, high
    if (
        prose
        and not _is_unspoken(puzzle, prose)
        and side <= 10
        and (_ZEROS.search(everything) or not (_NORMAL.search(everything) or "1-" in everything))
    ):
        return 0, 9  # the rules do not say which digits
    return 1, side


def _is_unspoken(puzzle: Puzzle, prose: list[Sentence]) -> bool:
    """Whether the rules are only about what is drawn on a usual sudoku: they name neither rows nor boxes."""
    regions = puzzle.drawing.regions
    shape = {(max(r for r, _ in region) - min(r for r, _ in region), len(region)) for region in regions}
    usual = puzzle.drawing.height == puzzle.drawing.width == 9 == len(regions) and shape == {(2, 9)}
    return usual and not any(_OF_GRID.search(f"{one.heading} {one.plain} {one.asides}") for one in prose)


def _several_grids(puzzle: Puzzle) -> bool:
    """Whether the picture is too large for one sudoku: its regions have fewer cells than a side."""
    sizes = {len(region) for region in puzzle.drawing.regions}
    return len(sizes) == 1 and min(sizes) > 2 and min(sizes) < max(puzzle.drawing.height, puzzle.drawing.width)


def _groups(draft: Draft, puzzle: Puzzle, prose: list[Sentence]) -> tuple[str, list[Sentence]]:
    """Require rows, columns and regions to be different where the rules say so.

    Returns:
        the name of the regions, and the sentences that are about something else.
    """
    from puzzledsl.formats.drawings.statements import stem, uncommon_words

    rest: list[Sentence] = []
    known = set(map(stem, _NORMAL_WORDS.split()))
    unspoken = _is_unspoken(puzzle, prose)
    sudoku = latin = not prose or unspoken
    for sentence in prose:
        whole = f"{sentence.heading}: {sentence.plain}"
        if not sentence.is_read:
            rest.append(sentence)
            continue
        place = (_ONCE.search(whole) or _LATIN.search(whole)) and _PLACE.search(whole)
        normal = _NORMAL.search(whole)
        words = uncommon_words(sentence)
        more = bool(words - known - {"diagonal"})
        strange = _ODD.search(_REPEAT.sub("once", sentence.plain)) is not None
        if strange or more or "diagonal" in words or not (normal or place):
            rest.append(sentence)  # it says something else, or something else as well
        if (normal or (place and not more)) and not strange:
            latin = True
            sudoku = sudoku or not _LATIN.search(whole) or bool(_ONCE.search(whole))
    everything = " ".join(f"{s.heading} {s.plain}" for s in prose)
    if unspoken and prose:
        draft.assumed.append(
            "the rules do not speak of rows, columns and boxes; they are taken to hold different digits, as usual"
        )
    if not prose:
        draft.assumed.append(
            "there are no rules in the puzzle; rows, columns and regions are taken to hold different digits"
        )
    if (draft.lowest, draft.highest) == (0, 9) and not re.search(r"0 ?(?:-|to) ?9", everything):
        draft.leave_out("the rules do not say which digits there are; 0 to 9 are allowed")
    if re.search(r"schr|s-?cells?\b", everything):
        latin = sudoku = False
    if re.search(r"\bplace \w+ non-overlapping", everything) or _ZEROS.search(everything):
        latin = sudoku = False
    if (
        latin
        and _several_grids(puzzle)
        and not puzzle.lines_of
        and draft.highest - draft.lowest + 1 < max(draft.height, draft.width)
    ):
        draft.leave_out("the rows and columns of several grids in one picture")
    elif latin and draft.highest - draft.lowest + 1 < max(draft.height, draft.width) and not puzzle.lines_of:
        draft.leave_out("rows and columns have more cells than there are digits")
    elif latin:
        if puzzle.lines_of:
            for cells in puzzle.lines_of:
                draft.line(f"alldifferent: {cell_list(cells)}", "alldifferent")
        else:
            draft.different("rows", "columns")
    else:
        draft.leave_out("the rules do not say that rows and columns hold different digits")
    name = "" if _unknown(prose) else _regions(draft, puzzle, sudoku)
    return name, rest


def _regions(draft: Draft, puzzle: Puzzle, different: bool) -> str:
    regions = puzzle.drawing.regions
    if not regions or sum(map(len, regions)) != len({cell for region in regions for cell in region}):
        if regions:
            draft.leave_out("the regions overlap, so nothing is required of them")
        return ""
    if len(regions) == 1 and len(regions[0]) > draft.highest - draft.lowest + 1:
        return ""
    labels = {cell: k for k, region in enumerate(regions) for cell in region}
    size = _box_size(draft, regions)
    if size is not None and different and size == _usual(draft):
        draft.boxes(*size)
        return "boxes"
    big = [region for region in regions if len(region) > draft.highest - draft.lowest + 1]
    if big:
        draft.leave_out(f"a region has {len(big[0])} cells, more than there are digits")
    draft.regions("box", labels, different and not big)
    return "box"


def _usual(draft: Draft) -> tuple[int, int] | None:
    from math import isqrt

    side = draft.height
    if side != draft.width or draft.highest - draft.lowest + 1 != side:
        return None
    height = next((h for h in range(isqrt(side), 1, -1) if side % h == 0), 1)
    return (height, side // height) if height > 1 else None


def _box_size(draft: Draft, regions: tuple[tuple[tuple[int, int], ...], ...]) -> tuple[int, int] | None:
    """The size of the boxes, if the regions are rectangles of one size in a pattern."""
    size: tuple[int, int] | None = None
    for region in regions:
        rows, columns = {r for r, _ in region}, {c for _, c in region}
        here = (max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
        if here[0] * here[1] != len(region) or (size is not None and size != here):
            return None
        if (min(rows) - 1) % here[0] or (min(columns) - 1) % here[1]:
            return None
        size = here
    return size if size and len(regions) * size[0] * size[1] == draft.height * draft.width else None
