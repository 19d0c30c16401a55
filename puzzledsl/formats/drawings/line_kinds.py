"""What a kind of line is: the sentences that state it, the lines that it fits, and the clue that is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from puzzledsl.formats.drawings.line_pieces import simple
from puzzledsl.formats.drawings.statements import Rule, rule
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

ON = r"(?=.*\b(?:lines?|whispers?|renbans?|loops?|wires?|vines?|stems?|strings?)\b)(?!.*\bdots?\b)"
"""How the pattern of a sentence about a line begins."""
NOT_ALL = (
    r"(?:.* )?(?:no|none|not|some|one|all but|either|only|exactly|least|most|half|other|if|which|that|where|when"
    r"|any of|\d+ of) "
)
"""Words before ``lines`` that say that not all are meant."""
_NAMES = "zipper palindrome palindromes parity nabner modular entropic renban renbans index between"


@record(slots=True)
class Line:
    """A line that is drawn, with its cells in order, and a sentence that is about it."""

    board: Board
    one: Statement
    stroke: Stroke
    cells: tuple[Cell, ...]

    @property
    def is_closed(self) -> bool:
        """Whether it ends where it begins."""
        return len(self.cells) > 2 and self.cells[0] == self.cells[-1]

    @property
    def is_crossed(self) -> bool:
        """Whether it meets a cell twice, other than at its ends."""
        return len(set(self.cells)) < len(self.cells) - self.is_closed

    @property
    def is_path(self) -> bool:
        """Whether it meets no cell twice."""
        return len(set(self.cells)) == len(self.cells)


@record(slots=True)
class LineKind:
    """A kind of line.

    Attributes:
        name: what its rules are called, and the clue, if it has no other words.
        rules: the sentences that state it.
        form: which lines it fits, and how their cells are given: any in ``pieces`` that meet no cell twice, or in
            ``steps`` as they are drawn, or as a ``set``; a ``line`` that is not closed, or a ``path`` that meets no
            cell twice.
        clue: the words before the cells; ``{n}`` is the number of the sentence.
        block: the block of a rule on ``line`` in the language, if the library has none; ``{n}`` and ``{m}`` are the
            numbers of the sentence, ``{groups}`` the regions.
        note: what a comment says of that rule.
        color: in which the model draws it.
        usual: the colours of such lines where prose names none.
        pairwise: it is about neighbours, so that it does not matter where one line ends and another begins.
        of: kinds that its sentences name, whose own sentences then only say what the names mean.
        ringed: circles at its ends are its own.
        every: it is said of every line, whatever its colour.
        fits: whether a line has what else the kind needs.
        write: writes the clue where the words before the cells are not all; says whether the line has what it needs.
    """

    name: str
    rules: tuple[Rule, ...] = ()
    form: Literal["pieces", "steps", "set", "line", "path"] = "set"
    clue: str = ""
    block: str = ""
    note: str = ""
    color: str = "#76a5af"
    usual: tuple[str, ...] = ()
    pairwise: bool = False
    of: tuple[str, ...] = ()
    ringed: bool = False
    every: bool = False
    fits: Callable[[Line], bool] | None = None
    write: Callable[[Line], bool] | None = None


def says(pattern: str, words: str = "", value: int | None = None, alone: bool = False, asides: str = "") -> Rule:
    """A sentence that states a kind of line: see `rule`."""
    return rule("", "line", pattern, words, value, alone, asides)


def kind(name: str, *sentences: Rule, called: str = "", **more: Any) -> LineKind:
    """A `LineKind`; where it is ``called`` something, a sentence may name it without saying what it means."""
    named = (
        says(
            rf"^{ON}(?!.*\b(?:one|none|some|either|half|most|\d) of\b|.*\bbut (?:one|\d)\b)"
            rf".*\b(?:are|is|acts as|act as)(?: all)?(?: an?)? {called}(?: lines?)?$",
            f"acts act all {_NAMES}",
        ),
        says(
            rf"^(?:the )?(?!{NOT_ALL})(?P<noun>[a-z -]{{3,70}}?) lines (?:are|act as|behave as) {called}(?: lines?)?$"
            rf"|^(?:normal|standard|regular|usual|classic) {called} lines?(?: rules apply| apply)?$",
            f"normal standard regular usual classic act behave {_NAMES} rules apply",
        ),
    )
    return LineKind(name, tuple(replace(one, name=name) for one in (*sentences, *(named if called else ()))), **more)


@cache
def line_kinds() -> dict[str, LineKind]:
    """All kinds of lines by name."""
    return {one.name: one for module in _modules() for one in module.KINDS}


@cache
def line_rules() -> tuple[Rule, ...]:
    """The sentences that state kinds of lines."""
    return tuple(one for kind in line_kinds().values() for one in kind.rules)


def other_rules() -> tuple[Rule, ...]:
    """What else the modules of kinds read: sentences that complete those of kinds."""
    return tuple(one for module in _modules() for one in getattr(module, "RULES", ()))


def pairwise_kinds() -> frozenset[str]:
    """The names of the kinds that are about neighbours on a line."""
    return frozenset(one.name for one in line_kinds().values() if one.pairwise)


def _modules() -> list[ModuleType]:
    from puzzledsl.formats.drawings import lines
    from puzzledsl.scanning import modules_in

    return [import_module(f"{lines.__name__}.{name}") for name in modules_in(lines.__path__)]


def write_kind(kind: LineKind, line: Line) -> bool:
    """Write the clue of a line. Returns whether the line has what its kind needs."""
    board, cells = line.board, line.cells
    if (kind.form == "line" and line.is_closed) or (kind.form == "path" and not line.is_path):
        return False
    if kind.fits and not kind.fits(line):
        return False
    if kind.write is not None:
        return kind.write(line)
    parts = simple(cells) if kind.form == "pieces" else [tuple(dict.fromkeys(cells)) if kind.form == "set" else cells]
    words = declare(board, kind, line.one) if kind.block else kind.clue.replace("{n}", str(line.one.value)) or kind.name
    for part in parts:
        board.clue(words, words, part, kind.name if kind.clue == "alldifferent" else "")
    if kind.ringed:
        board.ringed.update((cells[0], cells[-1]))
    return True


def declare(board: Board, kind: LineKind, one: Statement) -> str:
    """Declare the rule of a kind that the library does not have, after those that it uses. Returns its name."""
    block, numbers = kind.block, _numbers(one) if "{n}" in kind.block else {}
    block = block.replace("{groups}", board.groups)
    for name in ("n", "m"):
        block = block.replace(f"{{{name}}}", numbers.get(name, "")).replace(", }", "}")
    for other in line_kinds().values():
        if other.block and other is not kind and re.search(rf"\b{other.name}\(line\)", block):
            declare(board, other, one)
    name = kind.clue or "_".join((kind.name, *numbers.values()))
    note = f"# {kind.note}\n" if kind.note else ""
    drawn = "" if "\n    draw " in block else f'\n    draw line(line, color = "{kind.color}")'
    board.draft.declare(f"{note}rule {name}(line):\n    {block}{drawn}")
    return name


def _numbers(one: Statement) -> dict[str, str]:
    """The numbers of a sentence by the names ``n`` and ``m``."""
    match = one.rule.says.search(one.sentence.whole) or one.rule.says.search(one.sentence.plain)
    found = match.groupdict() if match else {}
    return {name[0]: number for name, number in found.items() if number and re.fullmatch(r"[nm]\d?", name)}
