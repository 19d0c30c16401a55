"""Which digits a line has: a run, different ones, one of each group."""

from __future__ import annotations

import re

from puzzledsl.formats.clues import argument
from puzzledsl.formats.drawings.line_kinds import ON, Line, kind, says

_SET = """unbroken striped set sets sequence group series string non nonrepeating non-repeating repeat repeats
    repeated repeating unique distinct different consecutive sequential any order some no not without renban renbens
    renbans form forms necessarily arranged appear but may ascending made up values which run order duplicates cannot
    do infinite chosen integer integers particular numerical comprised consist consists exactly once"""
_THIRDS = """residue residues class classes modulo remainder remainders sequential segment striped taken 3-cell
    length middly alternates entropic entropy any set sets group groups sequence run runs consecutive adjacent
    successive contiguous low lows lower middle mid medium high higher at least exactly include includes
    including following digit's one from both neighboring complete"""


def _thirds(line: Line) -> bool:
    """Any three in a row; round a closed line as well."""
    board, one, cells = line.board, line.one, line.cells
    round_trip = (*cells, cells[1]) if line.is_closed and len(cells) > 3 else cells
    if line.is_closed and round_trip is cells:
        return False
    board.clue(one.rule.name, one.rule.name, round_trip)
    return True


def _one_of_each(line: Line) -> bool:
    """Any ``n`` successive cells hold a digit of each of ``n`` sets: ``one from {1, 2}, one from {3, 4, 5} …``."""
    board, one, cells = line.board, line.one, line.cells
    named = [re.findall(r"\d", found) for found in re.findall(r"[{(]((?:\d[, and]*)+)[})]", one.sentence.plain)]
    named += [[digit] for digit in re.findall(r"\bthe digit (\d)\b", one.sentence.plain)]
    digits = [digit for found in named for digit in found]
    if one.value != len(named) or len(set(digits)) < len(digits):
        return False
    held = " and ".join(f"count(run, {{{', '.join(found)}}}) == 1" for found in named)
    round_trip = (*cells, *cells[1 : one.value - 1]) if line.is_closed else cells
    board.draft.line(f"for run in windows({argument(round_trip)}, {one.value}):\n    {held}", one.rule.name)
    board.typed.setdefault(one.rule.name, {}).update(dict.fromkeys(cells))
    return True


KINDS = (
    kind(
        "renban",
        says(r"^[a-z ]*\(renban\): the (?P<noun>[a-z]+) are connected by [a-z]+ (?P<noun2>[a-z]+ )?lines$", _SET),
        says(
            rf"^{ON}(?!.*\brepeats? once|.*\b(?:1|may|can|digits?) repeat)"
            r"(?!.*\b(?:palindrom|nabner|cannot|must not|adjacent|no 2|(?:any|every|each)"
            r" (?:sequence|set|group|run|\d)))(?=.*\b(?:consecutive|sequential|renban|sequence))"
            r".*(?:\bset\b|any order|sequence|group|series|renban|repeat|some order)",
            _SET,
        ),
        called="renbans?",
        usual=("purple", "pink"),
    ),
    kind(
        "nabner",
        says(
            rf"nabner|^{ON}.*no (?:2 )?digits .*consecutive",
            "nabner anywhere no not consecutive same different may repeat repeated or identical be "
            "cannot contain digits "
            "any other value values unique even adjacent nor regardless position distance",
        ),
        called="nabner",
        usual=("yellow",),
    ),
    kind(
        "distinct",
        says(
            rf"^{ON}.*(?:(?:not|never|cannot|n't) repeat|all different"
            r"|no 2 digits (?:on|along|in) [a-z ]+ (?:may|can|are)(?: be)? (?:the same|equal|identical)$)"
            r"(?!.*(?:consecutive|sum))",
            "not repeat repeated repeats may cannot do don't never any all different no unique same equal identical",
        ),
        clue="alldifferent",
    ),
    kind(
        "entropic",
        says(
            r"^(?=.*\b(?:lines?|entrop\w+)\b)(?!.*2x2|.*alternate between).*(?:\blow\b.*\bhigh\b"
            r"|1[, /&]*(?:or |and )?2[, /&]*(?:or |and )?3\b.*7[, /&]*(?:or |and )?8[, /&]*(?:or |and )?9\b)",
            _THIRDS,
            asides=r"[123](?:,? (?:or )?[123])+|[456](?:,? (?:or )?[456])+|[789](?:,? (?:or )?[789])+",
        ),
        called="entropic",
        usual=("peach", "orange"),
        write=_thirds,
    ),
    kind(
        "modular",
        says(
            r"^(?=.*\b(?:lines?|modular)\b).*(?:1[, /&]*(?:or |and )?4[, /&]*(?:or |and )?7\b.*3[, /&]*(?:or |and )?6"
            r"[, /&]*(?:or |and )?9|modulo 3|mod 3|remainders?.* (?:divided|division) by 3|\bmodular\b)",
            _THIRDS + " after modular mod different when divided by each division",
            asides=r"\{1, ?4, ?7\},? \{2, ?5, ?8\},? (?:and )?\{3, ?6, ?9\}",
        ),
        called="modular",
        usual=("teal",),
        write=_thirds,
    ),
    kind(
        "one_of_each",
        says(
            rf"^{ON}.*\b(?:(?:set|sequence|run|group) of (?P<n1>\d)|(?P<n2>\d)-cell (?:set|sequence|run)).*"
            r"\b(?:digits?|one)(?: each)? from (?:each of the following sets: )?(?:the )?[{(]",
            _THIRDS + " hollow biased beige tentropic yellow turquoise",
            alone=True,
        ),
        write=_one_of_each,
    ),
    kind(
        "disordered_renban",
        says(
            rf"^{ON}.*\bconsecutive set that must (?:appear|be) out of order$", "consecutive set appear out order must"
        ),
        block="renban(line)\n    not increasing(line)\n    not increasing(reverse(line))",
    ),
    kind(
        "no_neighbors",
        says(
            rf"^{ON}if a digit appears on the line then digits consecutive with it must not appear",
            "appears appear not consecutive",
        ),
        block="for v in lowest..highest - 1:\n        not (any(cell == v for cell in line)"
        " and any(cell == v + 1 for cell in line))",
    ),
    kind(
        "renban_or_region_sum",
        says(
            rf"^{ON}(?=.*\b(?:are|is) either (?:renban(?: lines?)? or region[- ]sum|region[- ]sum(?: "
            rf"lines?)? or renban) "
            r"lines?$)",
            "renban region sum region-sum",
        ),
        block="renban(line) or region_sum(line)",
        of=("renban", "region_sum"),
    ),
    kind(
        "two_of_three",
        says(
            rf"^{ON}.*\beach line(?: in the (?:puzzle|grid))? is exactly 2 of modular, entropic,? (?:or|and) parity$",
            "exactly modular entropic parity ambiguou ambiguous",
        ),
        block="count(held for held in [modular(line), entropic(line), parity(line)]) == 2",
        of=("modular", "entropic", "parity"),
    ),
)
