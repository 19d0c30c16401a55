"""Clues that are wrong: a sentence says what must not hold, and the model has the negation of each clue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import Draft, cell_name
from puzzledsl.formats.drawings.statements import DENIED, POSITIVE, stated
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from puzzledsl.formats.drawings.statements import Rule, Sentence, Statement
    from puzzledsl.model import Cell

_PER_CELL = ("odd", "even")


def negated(sentence: Sentence, rules: Collection[Rule]) -> list[Statement]:
    """The rules that a sentence says do not hold: ``digits on arrows must not sum to the number in the circle``."""
    plain, found = DENIED.subn(lambda match: f"must {match[1]}", sentence.plain)
    if found != 1:
        return []
    said = stated(replace(sentence, plain=plain), [rule for rule in rules if rule.name in POSITIVE])
    return [replace(one, sentence=sentence) for one in said]


class NegatedDraft(Draft):
    """The same model as another draft, with the negation of each clue."""

    def __init__(self, base: Draft) -> None:
        """Share all parts of the other draft."""
        super().__init__(base.site, base.height, base.width, base.highest, base.lowest)
        self.rules, self.left_out, self.givens = base.rules, base.left_out, base.givens
        self._masked, self._sections, self._declared = base._masked, base._sections, base._declared

    def clue(self, words: str, cells: Sequence[Cell] | str, section: str = "") -> None:
        """Add the negation of a clue; of a clue about single cells, one for each."""
        name, _, rest = words.partition(" ")
        if name in _PER_CELL and not isinstance(cells, str):
            for cell in cells:
                super().line(f"not {name}([{cell_name(cell)}])", section or name)
            return
        inside = cells if isinstance(cells, str) else argument(cells)
        arguments = [inside, *([rest] if rest.startswith("[") else rest.split())]
        super().line(f"not {name}({', '.join(arguments)})", section or name)

    def line(self, line: str, section: str = "") -> None:
        """Add the negation of a condition; other statements cannot be negated and are named."""
        if "\n" in line or ":" in line or re.match(r"[a-z_]+\(", line):
            self.leave_out(f"a wrong clue that cannot be said: {line}")
        else:
            super().line(f"not ({line})", section)
