"""A drawing and the rules in prose become clues.

A green line is a whisper only where the rules say so. What the rules say and is not understood, and what is drawn and
not explained, is named. If a sentence that is not understood might change the meaning of a clue, the clue is left out:
a wrong clue costs more than a missing one.
"""

from __future__ import annotations

import re
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_list, cell_name
from puzzledsl.formats.drawings.board import Board, colored
from puzzledsl.formats.drawings.class_sentences import claims_in
from puzzledsl.formats.drawings.colors import named
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.harmless import is_harmless, says_again
from puzzledsl.formats.drawings.maze import is_grid_line
from puzzledsl.formats.drawings.modifiers import ValueDraft, about_values, read_modifier
from puzzledsl.formats.drawings.negation import NegatedDraft, negated
from puzzledsl.formats.drawings.phrases import composed
from puzzledsl.formats.drawings.piece_words import about_pieces, in_terms_of_pieces
from puzzledsl.formats.drawings.rules.trails import along
from puzzledsl.formats.drawings.statements import Rule, Sentence, Statement, is_limited, renamed, stated, why_unread
from puzzledsl.records import replace
from puzzledsl.scanning import modules_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.drawings.class_sentences import Claims
    from puzzledsl.formats.drawings.records import Drawing
    from puzzledsl.model import Cell

_ORDER = (
    "whole",
    "grid_conditions",
    "composed",
    "classes",
    "special_cages",
    "cages",
    "thermometers",
    "cell_arrows",
    "lines",
    "outside",
    "dots",
    "line_marks",
    "special_marks",
    "marks",
)
_CHANGES = re.compile(
    r"\bvalues?\b|doubl(?:er|ed|ing)|halve|halving|counts? as|treated|instead|"
    r"regardless|ignor|skip|\blia?rs?\b|\blying|\blies\b|\bfalse"
    r"|\bwrong|incorrect|\btru(?:e|th)|vampire|\bfold|offset|modif|addend|wild|"
    r"exactly (?:one|1|2) of|either .*\bor\b|determine[ds]?\b"
    r"|increased? by|decreased? by|add(?:ed|s)? (?:one|1)\b|subtract|\bconstraints?\b|"
    r"\bclues?\b|\brules?\b|unless|except|\bsome of|schr|negat"
    r"|rounded|multipl|invert|revers|swap|\brepresents?\b|both grids|\bunknown|"
    r"disguise|mislabel|shift|replace|imposter|\bnull|combin|wrap|torus|toroid"
    r"|\bpivot|\brotated?s?\b|\bcipher|\bencrypted|\beclipsed|\b(?:hot|cold) cells?\b|\bbe moved\b"
    r"|\bonly (?:holds?|appl(?:y|ies))\b|\b(?:holds?|appl(?:y|ies)) only\b"
)
_NOUNS = {
    "part": r"\blines?\b|\bsegments?\b|region sum",
    "line": r"\blines?\b|whisper|renban|palindrom|\bsegments?\b|\bpath|\bloop",
    "thermo": r"thermo|\bbulbs?\b|\blines?\b",
    "cell arrow": r"\barrows?\b|\bvisible",
    "arrow": r"\barrows?\b|\bcircles?\b|\bpill",
    "cage": r"\bcages?\b|\bkiller|\bcorner",
    "cages": r"\bcages?\b|\bkiller|\bcorner",
    "capsule": r"\bcapsules?\b|\bpills?\b",
    "dot": r"\bdots?\b|kropki|blackcurrant|grape",
    "letter": r"\b[xv]'?s?\b|\bsigns?\b|\binequal",
    "corner": r"\bcircles?\b|\bquad",
    "outside": r"\boutside\b|\bsandwich|skyscraper|\bdiagonals?\b",
    "group": r"\bregions?\b|shaded|\bclones?\b|\bmagic\b",
    "frame": r"\boutside\b",
    "line mark": r"\bcircles?\b|\bsquares?\b|\blines?\b",
    "special mark": r"\bcircles?\b|\bsquares?\b|shaded",
    "mark": r"\bcircles?\b|\bsquares?\b|shaded",
    "shade": r"yin",
    "pieces": r"\bpieces?\b",
    "trail": r"\bpaths?\b|\bloop|\bsnake|\bmaze|\bteleport",
    "along": r"\bpaths?\b|\bloop|\bsnake|\bmaze|\bteleport",
}


def rule_modules() -> list[ModuleType]:
    """The modules of `drawings.rules`, in the order in which they explain a drawing."""
    from puzzledsl.formats.drawings import rules

    names = modules_in(rules.__path__)
    names.sort(key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER))
    return [import_module(f"{rules.__name__}.{name}") for name in names]


def known_rules() -> list[Rule]:
    """All rules that prose may state."""
    return [rule for module in rule_modules() for rule in module.RULES]


def recognise(draft: Draft, drawing: Drawing, prose: Sequence[Sentence], groups: str = "boxes") -> None:
    """Add to a model what a drawing and its rules mean.

    Args:
        draft: has the grid, its givens and its regions; receives the clues and the sentences about what is left out.
        prose: the sentences of the rules, those left out that the caller has understood by itself.
        groups: the name of the regions in the model, empty if there are none.
    """
    modules = rule_modules()
    rules = [rule for module in modules for rule in module.RULES]
    statements: list[Statement] = []
    unread: list[Sentence] = []
    modifier, prose = read_modifier(in_terms_of_pieces(prose))
    understood = False
    wrong: list[Statement] = []
    taken: dict[str, str] = {}
    claims = claims_in(prose)
    for sentence in prose:
        found = about_pieces(sentence, prose) or along(sentence, prose) or stated(sentence, rules)
        if not found and not is_harmless(sentence):
            found = [] if is_limited(sentence) else composed(sentence, taken)
            found = found or claims.read.get(sentence, [])
        if not found and (usual := renamed(sentence)) is not sentence:
            found = [replace(one, sentence=sentence) for one in stated(usual, rules)]
        statements += found
        if not found and (denied := negated(sentence, rules)):
            wrong += denied
            understood = True
            continue
        understood = bool(found) or is_harmless(sentence) or (understood and says_again(sentence))
        if not understood:
            unread.append(sentence)
    unread = [sentence for sentence in unread if not claims.is_used(sentence, statements)]
    for sentence in unread:
        draft.leave_out(why_unread(sentence))
    doubtful = _doubtful(unread, statements, claims)
    for one in doubtful:
        draft.leave_out(f"a sentence that is not understood may change this rule: {one.sentence.quoted}")
    certain = [one for one in statements if one not in doubtful]
    foreign = _colors_of_lines(unread)
    valued: list[Statement] = []
    if modifier is not None:
        valued, unclear = about_values(modifier, certain)
        for one in unclear:
            draft.leave_out(f"this could be about digits or about values, and names neither: {one.sentence.quoted}")
        foreign += tuple(color for one in unclear for color in one.colors)
        certain = [one for one in certain if one not in unclear and one not in valued]
    board = Board(draft, drawing, certain, groups, foreign)
    board.claims = claims
    boards = [board]
    if wrong:
        boards.append(board.written_to(NegatedDraft(draft), wrong))
    if modifier is not None:
        boards.append(board.of_values(ValueDraft(draft, modifier, groups), valued))
    for module in modules:
        for each in boards:
            module.bind(each)
    whole = next(module for module in modules if hasattr(module, "bind_types"))
    whole.bind_types(board)
    _explain_decoration(board)
    _name_the_rest(board)


def _explain_decoration(board: Board) -> None:
    """Grid lines, frames, and strokes over others that are explained have no meaning of their own."""
    of_lines: dict[str, set[frozenset[Cell]]] = {}
    for stroke in board.drawing.strokes:
        if not board.is_left(stroke):
            of_lines.setdefault(stroke.color, set()).update(map(frozenset, pairwise(board.path(stroke))))
    explained = {step for steps in of_lines.values() for step in steps}
    widest = max((stroke.width for stroke in board.drawing.strokes if not board.is_left(stroke)), default=0.0)
    for stroke in filter(board.is_left, board.drawing.strokes):
        cells = board.path(stroke)
        overlay = len(cells) > 1 and stroke.width < widest and set(map(frozenset, pairwise(cells))) <= explained
        point = len(cells) == 1 and stroke.color in of_lines
        if overlay or point or is_grid_line(board, stroke):
            board.explain(stroke)


def _doubtful(unread: Sequence[Sentence], statements: Sequence[Statement], claims: Claims) -> list[Statement]:
    """The statements whose meaning a sentence that is not understood might change."""
    found: list[Statement] = []
    for one in statements:
        noun = claims.words(one) if one.rule.about == "classes" else _NOUNS.get(one.rule.about)
        for sentence in unread if noun else ():
            whole = f"{sentence.heading} {sentence.plain} {sentence.asides}"
            colors = set(named(whole))
            apart = colors and one.colors and not colors & set(one.colors)
            if _CHANGES.search(whole) or (noun and re.search(noun, whole) and not apart):
                found.append(one)
                break
    return found


def _colors_of_lines(unread: Sequence[Sentence]) -> tuple[str, ...]:
    """The colours in sentences about lines that are not understood: lines of these colours are not for other rules."""
    found: dict[str, None] = {}
    for sentence in unread:
        whole = f"{sentence.heading} {sentence.plain} {sentence.asides}"
        if re.search(r"\b(?:lines?|paths?|loops?|wires?|snakes?)\b", whole):
            found.update(dict.fromkeys(named(whole)))
    return tuple(found)


def _name_the_rest(board: Board) -> None:
    """Say what is drawn and not explained, by colour and kind, with the cells."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for stroke in filter(board.is_left, board.drawing.strokes):
        cells = board.path(stroke)
        if len(cells) > 1:
            name = colored(stroke.color, "arrow" if stroke.arrow else "line")
            kinds.setdefault((name, ""), []).append(cell_list(cells))
        else:
            kinds.setdefault((colored(stroke.color, "stroke"), " off the centres of the cells"), []).append("")
    for shape in filter(board.is_left, board.drawing.shapes):
        cell = cell_at(shape.center)
        text = shape.text.strip()
        if shape.round and cell in board.ringed and not text:
            continue
        look = "circle" if shape.round else "rectangle"
        what = ("text", f" “{text[:30]}”") if text else (colored(shape.fill or shape.border, look), "")
        if text or shape.fill or shape.border:
            kinds.setdefault(what, []).append(cell_name(cell) if cell else "")
    for cage in board.left_cages():
        if not cage.hidden:
            kinds.setdefault(("cage", f" “{cage.value}”" if cage.value else ""), []).append(cell_list(cage.cells))
    for (kind, detail), places in kinds.items():
        where = [place for place in places if place]
        shown = f": {'; '.join(where[:4])}{'; …' if len(where) > 4 else ''}" if where else ""
        number = f"{len(places)} {kind}s" if len(places) > 1 else f"a {kind}"
        board.draft.leave_out(f"{number}{detail} without a known meaning{shown}")
