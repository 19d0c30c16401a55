"""The clues of a puzzle that its site states by type, read kind by kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from puzzledsl.formats.clues import reading, write_marks
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.kinds import KINDS, MARKS, Entry, Kind, mark
from puzzledsl.formats.prose import Reading
from puzzledsl.formats.prose.lexicon import LexiconEntry, lexicon
from puzzledsl.formats.prose.sentences import Sentence
from puzzledsl.model import Cell
from puzzledsl.records import replace


def _rules_of(entry: LexiconEntry) -> set[str]:
    """The rules of an entry of the lexicon: of ``german whisper`` and of ``cage sum`` its last or its first word."""
    diagonals = {"antidiagonal"} if entry.form == "diagonals" else set()
    return {entry.name, *entry.name.split(), *entry.clue.split()[:1], *diagonals}


class TypedClues:
    """Writes clues to a draft.

    Attributes:
        prose: the rules in prose.
        rules: the rules of the library that the site's clues state.
        doubtful: those of them whose clues may not have their usual meaning.
    """

    def __init__(self, draft: ModelDraft, prose: Reading) -> None:
        self.draft, self.prose = draft, prose
        self.rules: set[str] = set()
        self.doubtful: set[str] = set()
        self._marks: dict[str, dict[int, list[list[Cell]]]] = {KINDS[key].rule: {} for key in MARKS}

    def read(self, kind: Kind, listed: Iterable[tuple[str, Callable[[], Entry]]]) -> None:
        """Read all clues of a kind; those that cannot be read are left out and named.

        Args:
            listed: for each what messages call it, and how it is found; that may raise `ClueError`.
        """
        self.rules.add(kind.rule)
        usual = next((entry.color for entry in lexicon().entries if entry.name == kind.rule), "")
        if sentence := self.prose.doubt(kind.form.mark, tuple(usual.split()), kind.rule):
            self.doubtful.add(kind.rule)
            self.draft.leave_out(
                f"the clues {kind.rule or kind.title}: they may not have their usual meaning, since the rules say: "
                f"{sentence.quoted}"
            )
            return
        kind = self._as_stated(kind)
        cells: list[Cell] = []
        for title, entry_of in listed:
            with reading(self.draft, title):
                entry = entry_of()
                if kind.form.mark == "cell":
                    cells += entry.cells
                elif kind.form.read:
                    kind.form.read(self.draft, kind, entry)
                else:
                    number, pair = mark(kind, entry)
                    self._marks[kind.rule].setdefault(number, []).append(pair)
        if cells and kind.form.read:
            with reading(self.draft, kind.title):
                kind.form.read(self.draft, kind, Entry(cells))

    def write_marks(self, negative: dict[str, Sequence[int]]) -> None:
        """Write the marks between cells, and what holds for pairs without one.

        If only the rules say that all marks are given, this is in the model where the puzzle's solution confirms it.

        Args:
            negative: by rule, the numbers that other pairs may not have; none: those of the marks.
        """
        stated = {
            rule: values for rule, values in self.prose.missing_marks(self._marks).items() if rule not in negative
        }
        if stated and not self.draft.solution:
            for one in self.prose.all_of("all_dots", "all_xv"):
                self.draft.leave_out(f"the puzzle's clues do not say what the rules say: {one.sentence.quoted}")
            stated = {}
        self.rules |= {"nonconsecutive"} if negative.get("white_dot") else set()
        negative = stated | negative
        # Without all marks it is not known which pairs are free.
        dots = {"white_dot", "black_dot"}
        unknown = self.doubtful | (dots if dots & self.doubtful else set())
        certain = {rule: values for rule, values in negative.items() if rule not in unknown}
        write_marks(self.draft, self._marks, certain)

    def others(self) -> Reading:
        """The rules in prose without those that the site's clues state."""
        stated = (one for one in self.prose.stated if self.rules.isdisjoint(_rules_of(one.entry)))
        described = tuple((one, rule) for one in self.prose.unread if (rule := self._described(one)))
        return replace(self.prose, stated=tuple(stated), described=described)

    def _described(self, sentence: Sentence) -> str:
        """The rule of the clues that a sentence describes: the only one that it names; empty for none."""
        rules = filter(None, self.rules - self.doubtful)
        named = {rule for rule in rules if re.search(rf"\b{rule.replace('_', '[ -]?')}", sentence.whole)}
        return named.pop() if len(named) == 1 else ""

    def ratios(self) -> list[int]:
        """The ratios of the black dots."""
        return sorted(self._marks["black_dot"]) or [2]

    def _as_stated(self, kind: Kind) -> Kind:
        """A kind as the rules state it: slow thermometers, cages that may repeat, the difference of whispers."""
        if kind.rule == "cage" and self.prose.all_of("cage repeats"):
            return replace(kind, rule="total")
        if kind.rule == "thermo" and self.prose.all_of("slow_thermo") and not self.prose.all_of("thermo"):
            self.rules.add("slow_thermo")
            return replace(kind, rule="slow_thermo")
        gaps = {one.number or 0 for one in self.prose.all_of("whisper", "german whisper", "dutch whisper")}
        return replace(kind, usual=gaps.pop()) if kind.rule == "whisper" and len(gaps) == 1 else kind
