"""Classes of cells that rules define: ``odd cells are land``, ``a cell is a peak if it is larger than its neighbors``.

A noun of the setter's is defined by a condition on one cell, or by what is drawn on the cells. From then on, sentences
may be about the cells of that class, as they are about odd digits; `class_sentences` reads them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import named
from puzzledsl.formats.drawings.phrases import amount, kind, stands_alone
from puzzledsl.formats.drawings.statements import LONGEST_SENTENCE, plain_words
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.statements import Sentence

_MOST_NOUNS = 12
"""Classes of one puzzle: each is looked for in all sentences."""
_SHAPES = "circle|square|diamond|cage"
_WORDS = """
    a adjacent all allowed also always an and any area arrow between block both box bulb cage cell center circle
    clone clue column composite connected consecutive constraint contiguous corner correct diagonal diamond
    different digit distinct dot double doubled each edge either empty end equal even every exactly extra first for
    from given gray green grid group half halved hidden highlighted identical in incorrect increasing is it its
    killer known kropki large last less light line little loop lying marked may modular more must neighbor
    neighboring no normal not number odd of on one only or orthogonal orthogonally other outside palindrome part
    path placed prime product puzzle quad rat region removed renban repeated required row same sandwich seen set
    shade shaded shape shown side skyscraper small snake some square standard sudoku sum that the their there thermo
    thermometer these they this those to total treated true two unique unknown unshaded value visible wall white
    with x y z zero zipper
"""
"""Words that name no class: a sentence with them says something else."""
_NAME = r"[\"']?(?P<name>[a-z]{3,}(?:[ -][a-z]{3,})?)[\"']?"
_OF_CELLS = r"(?: (?:cells?|digits?|squares?|numbers?))"
_DIGITS = r"\((?:digits? |the digits? )?(?P<digits>\d(?:(?:, ?| |/|-| to | and |, and )?\d)*)\)"
AMOUNT = (
    r"(?:(?:exactly|at least|at most|no more than|no fewer than|more than|fewer than) )?(?:\d+|an?|no)"
    r"(?: or (?:more|fewer|less))?"
)
"""How many, as a pattern without groups."""
_SHADING = re.compile(r"\bshade (?:some|several|certain|a few|a number of|\d+) (?:of the )?cells\b|^shade cells\b")
"""How rules say that the solver shades cells."""
_ASIDE = re.compile(rf"{_DIGITS}|\((?:incl\.?|including|even|not even|also) diagonally\)")
"""What may stand in parentheses: digits, which define a word, and a direction."""
_LIMITS = re.compile(
    r"\b(?:except\w*|unless|exempt\w*|ignor\w+|exclud\w+|other than|apart from|aside from|besides|might|could"
    r"|(?:may|can) also|bonus|only (?:in|on|if|when|for|within|inside)|but|although|however|instead|otherwise|usually"
    r"|not necessarily)\b"
)
"""Words that limit or change what the rest of a sentence says."""
_NO_TITLE = re.compile(
    r"\d|\b(?:in|inside|on|for|at|within|outside|along|if|when|only|except|bonus|cells?|digits?|box(?:es)?|rows?"
    r"|columns?|regions?|cages?|lines?|diagonals?|grid|circles?|squares?|diamonds?|half|halves|left|right|top|bottom"
    r"|middle|center|corners?|edges?|borders?|perimeter|arrows?|bulbs?|thermometers?)\b"
)
"""Words in a heading that says where a rule holds."""
_SCOPE = re.compile(
    r"\bfollowing\b|\b(?:above|below|previous|next) (?:rules?|constraints?|restrictions?)\b"
    r"|\bonly (?:hold|appl|count)"
    r"|\b(?:hold|appl(?:y|ies)|counts?) only\b|\bexempt\b|\b(?:box|row|column|region) \d\b"
    r"|\b(?:do(?:es)? not|don't|doesn't) (?:hold|apply|count)\b"
    r"|\b(?:rules?|constraints?|restrictions?|this|these|that|it)"
    r" (?:only |also )?(?:holds?|appl(?:y|ies)|is|are|counts?)(?: only| true| valid)? (?:in|inside|on|within|for|to)\b"
)
"""How a sentence says where other ones hold."""
_PLACES = {"row": "row_of({x})", "column": "column_of({x})", "box": ""}
_BOX = "any({x} == k and has_cell(box(k), {x}) for k in 1..len(boxes))"
_KIND = (
    r"(?:(?:cells (?:that are |with |containing ))?(?:an? )?(?:odd|even|prime)(?: (?:digits?|cells?|numbers?|values?))?"
    r"|[1-9]'?s|(?:the )?digits? [1-9]|[1-9]"
    r"|(?:the )?(?:digits?|numbers?|cells (?:with|containing) digits?) (?:from )?[1-9](?: to |-| through )[1-9])"
)
"""Digits of a kind that needs no definition."""


@record(slots=True)
class Noun:
    """A class of cells.

    Attributes:
        name: in the model, as in ``is_ship``.
        also: other words of the rules for the same cells.
        condition: what holds of exactly its cells ``c``, or empty if only a drawing shows them.
        drawn: the shape by which a drawing shows cells of the class, or empty.
        colors: the colours of that shape, if the rules name some.
        digit: the class is one digit, which is for the solver to find.
        asserted: it is defined by what the rules say that its cells have, which may be no definition.
    """

    name: str
    condition: str = ""
    drawn: str = ""
    colors: tuple[str, ...] = ()
    digit: bool = False
    asserted: bool = False
    also: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """A pattern of the phrases that name the class."""
        names = "|".join(name.replace("_", "[ -]") for name in (self.name, *self.also))
        return rf"(?:{names})(?:e?s)?{_OF_CELLS}?"

    @property
    def listed(self) -> str:
        """The name of the list of the cells that are drawn."""
        return f"{self.name}_marks"


class Nouns:
    """The classes that the prose of a puzzle defines.

    Attributes:
        found: the classes by their names.
        defining: the names of the classes that a sentence only defines, by the sentence's identity.
        showing: the same, of sentences that only say by what a drawing shows a class.
        kinds: conditions of classes that need no definition, by the names that sentences give them.
        parts: the names of classes to which all cells belong; empty if the rules do not divide the grid so.
        dividing: the identity of the sentence that says so.
    """

    def __init__(self, prose: Sequence[Sentence]) -> None:
        """Find the definitions, in order: one may use what an earlier one defined."""
        self._phrase = ""
        self._limited = any(map(limits_others, prose))
        self.found: dict[str, Noun] = {}
        self.defining: dict[int, tuple[str, ...]] = {}
        self.showing: dict[int, tuple[str, ...]] = {}
        self._twice: set[str] = set()
        self.kinds: dict[str, str] = {}
        self.parts: frozenset[str] = frozenset()
        self.dividing: int | None = None
        if any(_SHADING.search(sentence.plain) for sentence in prose):
            for value, name in enumerate(("unshaded", "shaded")):
                self._add(Noun(name, f"shade(c) == {value}"))
        for sentence in prose:
            short = len(sentence.plain) <= LONGEST_SENTENCE and len(self.found) < _MOST_NOUNS
            if short and not self.is_limited(sentence):
                self._define(sentence)
        self._weigh_assertions(prose)
        self._phrase = self.phrase

    def _weigh_assertions(self, prose: Sequence[Sentence]) -> None:
        """Keep what the rules say that cells of a class have as its definition only if all of them are marked.

        If marks show the cells and nobody says that all are marked, the marks define the class.
        """
        for name, noun in list(self.found.items()):
            if not noun.asserted:
                continue
            every = rf"all (?:other )?(?:possible )?{noun.words} (?:are|have been) (?:given|marked|shown)"
            if not any(re.fullmatch(every, one.plain.replace('"', "")) for one in prose):
                for key in [key for key, other in self.defining.items() if name in other]:
                    del self.defining[key]
                if noun.drawn:
                    self.found[name] = replace(noun, condition="", asserted=False)
                else:
                    del self.found[name]

    def is_limited(self, sentence: Sentence) -> bool:
        """Whether a heading, an aside, a word or another sentence may limit or change what a sentence says."""
        whole = plain_words(sentence.text)
        heading = sentence.heading
        if self._limited or _LIMITS.search(whole) or re.search(r"[()\[\]]", _ASIDE.sub("", whole)):
            return True
        if _NO_TITLE.search(heading) or named(heading) or re.search(rf"\b{self.phrase}\b", heading):
            return True
        usual = re.finditer(rf"(?<![a-z])(?P<kind>{_KIND}) {_DIGITS}", whole)
        return any(
            self.holds(match["kind"], "c") != self.holds(_usual(_listed(match["digits"])), "c") for match in usual
        )

    # ── what a phrase means ───────────────────────────────────────────────────────────────────────

    @property
    def phrase(self) -> str:
        """A pattern of all phrases that name a class, without groups."""
        if self._phrase:
            return self._phrase
        own = "|".join(rf"(?:cells? of (?:an? |the )?)?{noun.words}" for noun in self.found.values())
        return rf"(?:{own}|{_KIND})" if own else _KIND

    def noun(self, phrase: str) -> Noun | None:
        """The class that a phrase names, if the rules define it."""
        text = re.sub(r"^(?:cells? of )?(?:an? |the )?", "", phrase)
        return next((noun for noun in self.found.values() if re.fullmatch(noun.words, text)), None)

    def holds(self, phrase: str, x: str) -> str | None:
        """That a cell ``x`` belongs to a class, as a condition."""
        if noun := self.noun(phrase):
            return f"is_{noun.name}({x})"
        text = re.sub(r"^(?:cells (?:that are |with |containing )|an? |the )+", "", phrase)
        if digit := re.fullmatch(r"(?:digits? )?([1-9])(?:'?s)?", text):
            return f"{x} == {digit[1]}"
        if run := re.fullmatch(r"(?:digits?|numbers?) (?:from )?([1-9])(?: to |-| through )([1-9])", text):
            low, high = map(int, run.groups())
            return f"{x} in {low}..{high}" if low < high else None
        return kind(re.sub(r" (?:cells?|values?)$", "", text), x)

    def condition(self, text: str, x: str) -> str | None:
        """What a predicate says of one cell ``x``: ``contain an odd digit``, ``match their row or column number``."""
        text = re.sub(
            r"^(?:must |always |(?:is|are) (?=larger|greater|higher|smaller|less|lower|orthogonally))+", "", text
        )
        if match := re.fullmatch(
            r"(?:(?:contains?|have|has|holds?) a digit (?:that|which) )?(?:match(?:es)?|equals?|(?:is|are) equal to) "
            r"(?:(?:the|its|their) )?(?:own )?((?:row|column|box)(?:(?:,? or |, )(?:row|column|box))*) numbers?",
            text,
        ):
            places = [_PLACES[place] for place in re.findall(r"row|column|box", match[1])]
            said = [f"{x} == {place.format(x=x)}" if place else _BOX.format(x=x) for place in places]
            return " or ".join(said)
        if match := re.fullmatch(
            r"(?:contains? a digit (?:that|which) is )?(?:strictly )?(larger|greater|higher|bigger|smaller|less|lower) "
            r"than (?:those in |the digits? in )?(?:(?:all|each|every|any)(?: of)? )?(?:its |their |the )?"
            r"(orthogonally adjacent|orthogonal|orthogonally neighboring|(?:8 )?surrounding)"
            r"(?: (?:cells|digits|neighbors))?",
            text,
        ):
            sign = "<" if match[1] in ("smaller", "less", "lower") else ">"
            around = "touching" if match[2].endswith("surrounding") else "neighbors"
            return f"all({x} {sign} other for other in {around}({x}))"
        if match := re.fullmatch(rf"orthogonally (?:adjacent|next) to (?:({AMOUNT}) )?({self.phrase})", text):
            held = self.holds(match[2], "other")
            certain = held and not re.fullmatch(r"\d+", match[1] or "")
            return self.some(match[1] or "a", f"{held} for other in neighbors({x})") if certain else None
        if match := re.fullmatch(rf"contains? no ({self.phrase})", text):
            held = self.holds(match[1], x)
            return f"not ({held})" if held else None
        if match := re.fullmatch(
            rf"(?:(?:is|are|be|contains?|have|has) )?(?:only )?(?:an? |the )?({self.phrase})", text
        ):
            return self.holds(match[1], x)
        if match := re.fullmatch(r"(?:(?:is|are|be|contains?) )(?:a digit (?:that|which) is )?(.+)", text):
            found = amount(match[1], x)
            return found if found and stands_alone(found) else None
        return None

    def some(self, many: str, counted: str) -> str | None:
        """``a``, ``exactly 2``, ``no`` of what is counted, as a condition."""
        if many == "no":
            return f"not any({counted})"
        if re.fullmatch(r"(?:at least )?(?:an?|1)|1 or more", many) and many != "1":
            return f"any({counted})"
        many = re.sub(r"^fewer than", "less than", re.sub(r"\ban?$", "1", many))
        found = amount(many, f"count({counted})")
        return found if found and "len(line)" not in found and "{inequality}" not in found else None

    # ── definitions ───────────────────────────────────────────────────────────────────────────────

    def _define(self, sentence: Sentence) -> None:
        text = re.sub(r"\bone\b", "1", without_digits(sentence.plain.replace('"', "")))
        whole = plain_words(sentence.text)
        for match in re.finditer(rf"\b([a-z]{{3,}}){_OF_CELLS}? {_DIGITS}", whole):
            digits = _listed(match["digits"])
            if digits and _plain(match[1]):
                self._add(Noun(_singular(match[1]), f"c in {{{', '.join(map(str, digits))}}}"))
        others = re.fullmatch(rf"all (?:of the )?other cells are (?:either )?({self.phrase}) or ({self.phrase})", text)
        drawn = [noun for noun in self.found.values() if noun.drawn and not noun.condition]
        halves = [self.noun(phrase) for phrase in others.groups()] if others else []
        if others and drawn:
            outside = " and ".join(f"not is_{other.name}(c)" for other in drawn)
            for noun in halves:
                if noun and noun.condition and not noun.drawn:
                    self.found[noun.name] = replace(noun, condition=f"{noun.condition} and {outside}")
            if all(halves):
                self.parts = frozenset(noun.name for noun in (*drawn, *halves) if noun)
                self.dividing = id(sentence)
            return
        for pattern in (
            r"(?:cells|digits|squares) (?:in|inside|within) (?:an? |the |any )?(?P<look>(?:[a-z]+ )?)(?P<shape>cage)s? "
            r"are (?:the |an? )?(?P<names>.+?)(?: and have no (?:special |other )?(?:restrictions|rules))?",
            rf"(?:all |the )?(?:cells|digits|squares) with (?:an? |the )?(?P<look>(?:[a-z]+ )?)(?P<shape>{_SHAPES})s? "
            r"are (?:the |an? )?(?P<names>[a-z]+)(?: cells)?(?P<more> in (?:the )?[a-z]+(?:,? .+)?|,? .+)?",
            r"(?:all |the )?(?P<look>(?:[a-z]+ )?)(?P<shape>circle|square|diamond)s are (?P<names>[a-z]+) cells",
        ):
            if look := re.fullmatch(pattern, text):
                of_one = re.fullmatch(r"([a-z]+)(?: and ([a-z]+) of the [a-z]+)?", look["names"])
                names = [_singular(part) for part in of_one.groups() if part] if of_one else []
                colors = named(look["look"])
                if names and all(map(_plain, names)) and (colors or not look["look"].strip()):
                    self._add(Noun(names[0], "", look["shape"], colors, also=tuple(names[1:])))
                    if not look.groupdict().get("more"):
                        self.showing[id(sentence)] = (names[0],)
                return
        whole_text = self._said(text)
        found = [whole_text] if whole_text else [self._said(part) for part in re.split(r",? (?:and|while) |, ", text)]
        if nouns := [noun for noun in found if noun]:
            if len(nouns) == len(found):
                for noun in nouns:
                    self._add(noun)
                self.defining[id(sentence)] = tuple(noun.name for noun in nouns)
            return
        digit = re.fullmatch(
            rf"there (?:is|are) (?:exactly )?(?:a |an )?(?:single |1 )?(?:unknown |secret )?{_NAME} digit"
            r"(?: (?:for|in) the (?:entire |whole )?(?:puzzle|grid))?",
            text,
        )
        if digit and _plain(digit["name"]) and re.search(r"\b(?:single|1)\b", text):
            name = digit["name"].replace(" ", "_")
            self._add(Noun(name, digit=True))
            self.defining[id(sentence)] = (name,)

    def _said(self, text: str) -> Noun | None:
        """The class that a text defines by a condition: ``odd cells are land``."""
        every = rf"(?:every |each |all |any |an? )?(?P<what>{self.phrase})"
        for pattern in (
            rf"(?:a )?(?:cell|digit) is (?:called |considered )?an? {_NAME}{_OF_CELLS}? (?:if|when) "
            r"(?:(?:it|its digit) )?(?P<said>.+)",
            rf"(?:all )?cells are (?:called |considered )?{_NAME}{_OF_CELLS}? (?:if|when) they (?P<said>.+)",
            rf"an? (?P<what>{self.phrase}) is (?:called |considered )?an? {_NAME}{_OF_CELLS}? (?:if|when) "
            r"(?:(?:it|its digit) )?(?P<said>.+)",
            rf"an? {_NAME}{_OF_CELLS}? is (?:an? |any )(?:cell|digit) (?:that|which|whose digit) (?P<said>.+)",
            rf"{_NAME}{_OF_CELLS}? are (?:cells|digits) (?:that|which|whose digits?) (?P<said>.+)",
            rf"{every}(?P<said> orthogonally adjacent to an? .+)? (?:is|are)(?: called| considered)? (?:an? )?{_NAME}"
            rf"{_OF_CELLS}?",
            rf"{_NAME} (?:cells|digits) (?P<asserted>contain (?:a digit|an? (?:odd|even|prime)) .+)",
        ):
            match = re.fullmatch(pattern, text)
            if match is None or not _plain(match["name"]):
                continue
            parts = match.groupdict()
            held = [self.condition(part.strip(), "c") for key in ("said", "asserted") if (part := parts.get(key))]
            held += [self.holds(part, "c")] if (part := parts.get("what")) else []
            name = _singular(match["name"])
            conditions = [f"({one})" if " or " in one and len(held) > 1 else one for one in held if one]
            if len(conditions) == len(held):
                return Noun(name, " and ".join(conditions), asserted="asserted" in parts)
        return None

    def _add(self, noun: Noun) -> None:
        """Add what is new about a class. One that is defined in two ways is none."""
        before = self.found.get(noun.name)
        names = {noun.name, *noun.also}
        same = [other for other in self.found.values() if other is not before and names & {other.name, *other.also}]
        if same or self._twice & names or (before and _differ(before, noun)):
            self._twice |= names.union(*({other.name, *other.also} for other in same))
            for name in self._twice & self.found.keys():
                del self.found[name]
        elif before is None:
            self.found[noun.name] = noun
        elif before.drawn and noun.condition and not before.condition:
            self.found[noun.name] = replace(before, condition=noun.condition, asserted=noun.asserted)
        elif noun.drawn and not before.drawn and not before.digit:
            self.found[noun.name] = replace(before, drawn=noun.drawn, colors=noun.colors)


def _differ(one: Noun, other: Noun) -> bool:
    """Whether two definitions of a noun are of one sort, but not the same."""
    conditions, drawn = {one.condition, other.condition} - {""}, {one.drawn, other.drawn} - {""}
    looks = {(each.drawn, each.colors) for each in (one, other) if each.drawn}
    return one.digit or other.digit or len(conditions) > 1 or len(drawn) > 1 or len(looks) > 1


def _usual(digits: list[int]) -> str:
    """The usual name of a list of digits, as of a grid with the digits from 1 to 9."""
    names = {(1, 3, 5, 7, 9): "odd", (2, 4, 6, 8): "even", (2, 3, 5, 7): "prime"}
    return names.get(tuple(sorted(digits)), "no digits")


@cache
def _taken() -> frozenset[str]:
    return frozenset((*_WORDS.split(), *COLORS))


def _plain(name: str) -> bool:
    """Whether a word may name a class: it has no other meaning in rules."""
    words = re.findall(r"[a-z]+", name)
    return 0 < len(words) < 3 and not any(
        word in _taken() or re.sub(r"(?:e?s)$", "", word) in _taken() for word in words
    )


def _singular(name: str) -> str:
    return re.sub(r"(?<![su])s$", "", name.strip()).replace(" ", "_").replace("-", "_")


def limits_others(sentence: Sentence) -> bool:
    """Whether a sentence says where other ones hold: ``the following only holds in box 1``."""
    return len(sentence.plain) <= LONGEST_SENTENCE and _SCOPE.search(sentence.plain) is not None


def without_digits(text: str) -> str:
    """A text without digits in parentheses, which are the definition of the word before them."""
    return " ".join(re.sub(_DIGITS.replace("?P<digits>", "?:"), " ", text).split())


def _listed(text: str) -> list[int]:
    """``1 to 6``, ``7, 8 and 9``, ``1234`` as digits."""
    if run := re.fullmatch(r"(\d)(?:-| to )(\d)", text):
        return list(range(int(run[1]), int(run[2]) + 1))
    digits = [int(digit) for digit in re.findall(r"\d", text)]
    bare = text.isdigit() and (len(digits) < 3 or digits != sorted(set(digits)))  # a number, perhaps
    return [] if bare or re.search(r"\d(?:-| to )\d", text) else digits
