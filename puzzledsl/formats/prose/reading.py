"""What the rules of a puzzle state, which sentences are not understood, and which rules become doubtful."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from puzzledsl.formats.drawing.colors import named
from puzzledsl.formats.prose.lexicon import Stated, lexicon
from puzzledsl.formats.prose.sentences import Sentence, sentences
from puzzledsl.records import entity

_RANGE = re.compile(
    r"\b(?:digits?|numbers?|values?|integers?|sudoku (?:with|using)|place)\b(?: from| between)?(?: the set)? ?\(?"
    r"(\d{1,2}) ?(?:-|to|through|thru|and|\.\.+) ?(\d{1,2})\b"
)

MOST_GUESSES = 20
"""Of so many sentences with unknown words the solution decides whether they state a usual rule."""

_SIZE = re.compile(r"\b(\d+)x\1\b(?= sudoku| grid)")


@entity
class Reading:
    """The rules of a puzzle, read.

    Attributes:
        stated: what sentences state, in their order.
        unread: the sentences that are not understood.
        text: all of them, in plain lower case.
        described: those of ``unread`` about clues that the site states, each with the rule of these clues.
        compared: the clues will be compared with the puzzle's own solution, so that only a sentence that may change all
            rules casts doubt, and a sentence with a few unknown words is taken to state the usual rule.
    """

    stated: tuple[Stated, ...]
    unread: tuple[Sentence, ...]
    text: str
    compared: bool = False
    described: tuple[tuple[Sentence, str], ...] = ()

    def all_of(self, *names: str) -> list[Stated]:
        """What sentences state of some entries."""
        return [one for one in self.stated if one.entry.name in names]

    def doubt(self, mark: str, colors: tuple[str, ...] = (), name: str = "", drawn: bool = False) -> Sentence | None:
        """The first sentence that is not understood and may change rules about a kind of mark.

        It names the mark and has a word of the alarm list, and is not about other colours, or about another rule by its
        name; or it changes all.

        Args:
            drawn: the rules alone say what the mark means, so that more words are alarming.
        """
        words = lexicon()
        for sentence in self.unread:
            whole = sentence.whole
            others = set(named(whole))
            is_other = (others and colors and not others & set(colors)) or words.names_other(whole, mark, name)
            is_alarming = words.has("alarm", whole) or (drawn and words.has("suspicion", whole))
            own = name.rpartition("_")[2]  # what a rule of the whole grid is about: knight, diagonal
            is_named = mark in words.marks(whole) or (mark == "grid" and len(own) > 3 and own in whole)
            is_doubtful = is_named and is_alarming and not is_other and not self.compared
            may_change = is_doubtful or words.has("overall", whole)
            if may_change and not words.has("fog", whole):
                return sentence
        return None

    def missing_marks(self, marks: Mapping[str, Mapping[int, object]]) -> dict[str, Sequence[int]]:
        """The numbers that pairs of cells without a mark may not have, where the rules state that all marks are given.

        Args:
            marks: the numbers of each rule of `clues.MARKS` that there are.
        """
        found: dict[str, Sequence[int]] = {}
        for one in self.all_of("all_dots"):
            for rule in (f"{color}_dot" for color in one.colors or ("white", "black")):
                if marks.get(rule):
                    found.setdefault(rule, sorted(marks[rule]))
        for one in self.all_of("all_xv"):
            letters = ((5, "v"), (10, "x"))
            named = [total for total, letter in letters if re.search(rf"\b(?:{letter}|xv)", one.sentence.plain)]
            found.setdefault("xv", [total for total in named if total in marks.get("xv", ())])
        return found

    def requires(self, name: str, side: int) -> bool:
        """Whether a rule of rows and columns is stated of a grid, and none of other grids or cells without digits."""
        other, stated = lexicon().nouns["grid"], self.all_of(name)
        sizes = {size for one in stated for size in _SIZE.findall(one.sentence.whole)}
        return bool(stated) and sizes <= {str(side)} and not any(re.search(other, one.whole) for one in self.unread)

    @property
    def range(self) -> tuple[int, int] | None:
        """The lowest and the highest digit that are to be placed, if the rules name them."""
        found = next((match for match in _RANGE.finditer(self.text) if int(match[1]) < int(match[2])), None)
        return (int(found[1]), int(found[2])) if found and int(found[1]) < 2 else None

    @property
    def has_usual_boxes(self) -> bool:
        """Whether no sentence excludes boxes."""
        return not lexicon().has("no_boxes", self.text)

    @property
    def names_grid(self) -> bool:
        """Whether a sentence is about rows, columns or boxes."""
        return lexicon().has("grid", self.text)


def read_prose(text: str, compared: bool = False) -> Reading:
    """Read the rules of a puzzle.

    Args:
        compared: see `Reading`.
    """
    words = lexicon()
    found: list[Stated] = []
    unread: list[Sentence] = []
    before: list[Stated] = []
    prose = sentences(text)
    for sentence in prose:
        stated = words.stated(sentence)
        if stated:
            before = stated if not before or before[0].sentence.paragraph != sentence.paragraph else [*before, *stated]
            found += stated
        elif not words.repeats(sentence, before):
            found += words.suspected(sentence) if compared and len(unread) < MOST_GUESSES else []
            unread.append(sentence)
            before = []
    return Reading(tuple(found), tuple(unread), "\n".join(sentence.whole for sentence in prose), compared)
