"""The keywords of the language: what they are for, for people who point at one or look for one."""

from __future__ import annotations

from puzzledsl.reading.known_mistakes import FORMS as FORMS

STATEMENTS = {
    "puzzle": "The title.",
    "author": "Who made the puzzle.",
    "source": "Where the puzzle comes from.",
    "date": "When the puzzle appeared.",
    "note": "A remark for solvers.",
    "include": "Takes the rules, functions and values of another file.",
    "genre": "Takes the whole model of a genre, with the data of this file in place of its own.",
    "param": "A value that the command line may replace (`--set n=16`).",
    "grid": "A grid of cells and the values that they may hold.",
    "edges": "An unknown for each two cells that share a side: whether they are joined.",
    "arcs": "An unknown for each two cells that share a side and each direction: whether an arrow joins them.",
    "sides": "An unknown for each side of a cell: whether it belongs to a line along the sides.",
    "division": "An unknown division of the cells into connected regions; behind `in` stand their sizes.",
    "var": "Unknowns besides the cells.",
    "let": "A name for a value, or a function.",
    "rule": "A new kind of clue: what must hold for its cells, and how it is drawn.",
    "for": "Repeats the block for each item.",
    "if": "The block counts only if the condition, which must be known, is true.",
    "givens": "The given values, row by row; `.` is an empty cell.",
    "mask": "Which cells the grid has, row by row; `x` is none.",
    "regions": "Regions of cells, row by row: cells with the same mark belong together.",
    "clues": "Marks in rows of any size, such as the numbers beside a grid.",
    "draw": "Draws a mark on the cells of a rule.",
    "maximize": "The answer makes this value as large as possible.",
    "minimize": "The answer makes this value as small as possible.",
    "show": "Prints this with the answer.",
}
"""What begins a statement."""

OPERATORS = {
    "and": "Both must hold.",
    "or": "At least one must hold.",
    "xor": "Exactly one must hold.",
    "not": "Must not hold.",
    "in": "Is one of these values.",
    "div": "Division without remainder, rounded down.",
    "mod": "The remainder of a division.",
    "if": "A choice: `if condition then value else other`.",
    "then": "The value of a choice if the condition holds.",
    "else": "The value of a choice, or the block, if the condition does not hold.",
    "where": "Skips the rounds of a loop that do not satisfy the condition.",
    "true": "What holds.",
    "false": "What does not hold.",
    "none": "No value; how a rule sees an argument that was not given.",
    "bool": "The values 0 and 1: no or yes.",
    "real": "Any number, not only whole ones.",
}
"""Keywords inside a statement."""

MARK_PARAMETERS = {
    "text": "What is written at the mark.",
    "color": "A CSS name or `#rrggbb`.",
    "when": "A condition on the answer: the mark is drawn on answers that satisfy it.",
    "letter": "`true`: a letter for this use of the rule.",
}
"""What a mark takes besides its cells."""


def meaning_of(word: str, begins: bool) -> str:
    """What a word is for, at the beginning of a statement or inside one; empty for a word without a meaning."""
    first, second = (STATEMENTS, OPERATORS) if begins else (OPERATORS, STATEMENTS)
    return first.get(word) or second.get(word, "")
