"""Writes a puzzle of the folder ``variants`` as a MiniZinc model. Done before anything is timed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "peers"))
from clues import Clues, read

HEAD = """include "alldifferent.mzn";
array[0..80] of var 1..9: x;
predicate sandwich(array[int] of var int: line, int: total) =
  forall (i, j in 1..9 where i < j) (
    (line[i] in {1, 9} /\\ line[j] in {1, 9}) -> sum(k in i + 1..j - 1)(line[k]) = total);
"""
TAIL = """solve satisfy;
output [show(x[i]) | i in 0..80];
"""
RELATIONS = {
    "consecutive": "abs({0} - {1}) = 1",
    "not consecutive": "abs({0} - {1}) != 1",
    "doubled": "{0} = 2 * {1} \\/ {1} = 2 * {0}",
    "not doubled": "{0} != 2 * {1} /\\ {1} != 2 * {0}",
}


def model(clues: Clues) -> str:
    """The text of the model."""
    return HEAD + "".join(f"constraint {line};\n" for line in _constraints(clues)) + TAIL


def _constraints(clues: Clues) -> Iterator[str]:
    for cell, digit in enumerate(clues.givens):
        if digit:
            yield f"x[{cell}] = {digit}"
    for group in clues.different:
        yield f"alldifferent({_list(group)})"
    for a, b in clues.unequal:
        yield f"x[{a}] != x[{b}]"
    for total, group in clues.sums:
        yield f"sum({_list(group)}) = {total}"
    for circle, group in clues.arrows:
        yield f"sum({_list(group)}) = x[{circle}]"
    for line in clues.thermos:
        for a, b in pairwise(line):
            yield f"x[{a}] < x[{b}]"
    for a, b, relation in clues.related:
        yield RELATIONS[relation].format(f"x[{a}]", f"x[{b}]")
    for total, line in clues.sandwiches:
        yield f"sandwich({_list(line)}, {total})"


def _list(group: list[int]) -> str:
    return "[" + ", ".join(f"x[{cell}]" for cell in group) + "]"


def write(source: Path, target: Path) -> None:
    """The puzzle in ``source`` (JSON) as a model in ``target``."""
    target.write_text(model(read(str(source))), encoding="ascii")
