"""Classes of cells that rules define: ``odd cells are land``, ``a cell is a peak if it is larger than its neighbors``.

A noun of the setter's is defined by a condition on one cell, or by what is drawn on the cells. From then on, sentences
may be about the cells of that class, as they are about odd digits; `class_sentences` reads them. The order of the
sentences means nothing: definitions are read again until no new one is found.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.amounts import DIGITS_LISTED, KIND, kind
from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import named
from puzzledsl.formats.drawings.predicates import all_of, of_cell
from puzzledsl.formats.drawings.statements import LONGEST_SENTENCE, plain_words
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from puzzledsl.formats.drawings.statements import Sentence

_MOST_NOUNS = 12
"""Classes of one puzzle: each is looked for in all sentences. If the rules define more, none is read."""
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
_SHADING = re.compile(r"\bshade (?:some|several|certain|a few|a number of|\d+) (?:of the )?cells\b|^shade cells\b")
"""How rules say that the solver shades cells."""
_ASIDE = re.compile(rf"{DIGITS_LISTED}|\((?:incl\.?|including|even|not even|also) diagonally\)")
"""What may stand in parentheses: digits, which define a word, and a direction."""
_LIMITS = re.compile(
    r"\b(?:except\w*|unless|exempt\w*|ignor\w+|exclud\w+|other than|apart from|aside from|besides|might|could"
    r"|(?:may|can) also|bonus|only (?:in|on|if|when|for|within|inside)|but|although|however|instead|otherwise|usually"
    r"|not necessarily)\b"
)
"""Words that limit or change what the rest of a sentence says."""
NO_TITLE = re.compile(
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
    r"(?! an? \d:\d)"
)
"""How a sentence says where other ones hold."""
_IF = r"(?: (?:if|when) (?:(?:it|they|its digit) )?| (?:that|which|whose digits?) )(?P<said>.+)"
_LOOKS = (
    r"(?:cells|digits|squares) (?:in|inside|within) (?:an? |the |any )?(?P<look>(?:[a-z]+ )?)(?P<shape>cage)s? "
    r"are (?:the |an? )?(?P<names>.+?)(?: and have no (?:special |other )?(?:restrictions|rules))?",
    r"(?:all |the )?(?:cells|digits|squares) with (?:an? |the )?(?P<look>(?:[a-z]+ )?)(?P<shape>circle|square|diamond)"
    r"s? are (?:the |an? )?(?P<names>[a-z]+)(?: cells)?(?P<more> in (?:the )?[a-z]+(?:,? .+)?|,? .+)?",
    r"(?:all |the )?(?P<look>(?:[a-z]+ )?)(?P<shape>circle|square|diamond)s are (?P<names>[a-z]+) cells",
)
"""Definitions by what is drawn."""


@record(slots=True)
class Noun:
    """A class of cells.

    Attributes:
        name: in the model, as in ``is_ship``.
        condition: what holds of exactly its cells ``c``, or empty if only a drawing shows them.
        drawn: the shape by which a drawing shows cells of the class, or empty.
        colors: the colours of that shape, if the rules name some.
        also: other words of the rules for the same cells.
        digit: the class is one digit, which is for the solver to find.
        asserted: it is defined by what the rules say that its cells, which all are marked, have.
    """

    name: str
    condition: str = ""
    drawn: str = ""
    colors: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    digit: bool = False
    asserted: bool = False

    @property
    def words(self) -> str:
        """A pattern of the phrases that name the class."""
        names = "|".join(name.replace("_", "[ -]") for name in (self.name, *self.also))
        return rf"(?:{names})(?:e?s)?{_OF_CELLS}?"

    @property
    def listed(self) -> str:
        """The name of the list of the cells that are drawn."""
        return f"{self.name}_marks"


@record
class Nouns:
    """The classes that the prose of a puzzle defines.

    Attributes:
        found: the classes by their names.
        defining: the names of the classes that a sentence only defines, or only says how they are drawn.
        parts: the names of classes to which all cells belong; empty if the rules do not divide the grid so.
        dividing: the sentence that says that.
        limited: a sentence says where other ones hold, so that none is certain.
    """

    found: Mapping[str, Noun]
    defining: Mapping[Sentence, tuple[str, ...]]
    parts: frozenset[str] = frozenset()
    dividing: Sentence | None = None
    limited: bool = False

    @cached_property
    def phrase(self) -> str:
        """A pattern of all phrases that name a class, without groups."""
        own = "|".join(rf"(?:cells? of (?:an? |the )?)?{noun.words}" for noun in self.found.values())
        return rf"(?:{own}|{KIND})" if own else KIND

    def noun(self, phrase: str) -> Noun | None:
        """The class that a phrase names, if the rules define it."""
        text = re.sub(r"^(?:cells? of )?(?:an? |the )?", "", phrase)
        return next((noun for noun in self.found.values() if re.fullmatch(noun.words, text)), None)

    def holds(self, phrase: str, x: str) -> str | None:
        """That a cell ``x`` belongs to a class, as a condition."""
        noun = self.noun(phrase)
        return f"is_{noun.name}({x})" if noun else kind(phrase, x)

    def is_limited(self, sentence: Sentence) -> bool:
        """Whether a heading, an aside, a word or another sentence may limit or change what a sentence says."""
        whole, heading = plain_words(sentence.text), sentence.heading
        if self.limited or _LIMITS.search(whole) or re.search(r"[()\[\]]", _ASIDE.sub("", whole)):
            return True
        if NO_TITLE.search(heading) or named(heading) or re.search(rf"\b{self.phrase}\b", heading):
            return True
        usual = re.finditer(rf"(?<![a-z])(?P<kind>{KIND}) {DIGITS_LISTED}", whole)
        return any(
            self.holds(match["kind"], "c") != self.holds(_usual(_listed(match["digits"])), "c") for match in usual
        )


def nouns_of(prose: Sequence[Sentence]) -> Nouns:
    """The classes that sentences define, in any order."""
    nouns = Nouns({}, {}, limited=any(map(limits_others, prose)))
    short = [one for one in prose if len(one.plain) <= LONGEST_SENTENCE]
    twice: frozenset[str] = frozenset()
    for _ in range(_MOST_NOUNS):
        read = {one: _defined(one, nouns, short) for one in short if not nouns.is_limited(one)}
        shading = [Noun(name, f"shade(c) == {k}") for k, name in enumerate(("unshaded", "shaded"))]
        of_solver = shading if any(_SHADING.search(one.plain) for one in prose) else []
        found, more = _merged([*of_solver, *(noun for nouns, _ in read.values() for noun in nouns)])
        twice |= more
        found = {name: noun for name, noun in sorted(found.items()) if name not in twice}
        if len(found) > _MOST_NOUNS:
            return replace(nouns, found={}, defining={})
        defining = {one: tuple(sorted(names)) for one, (_, names) in read.items() if names & found.keys()}
        before, nouns = nouns, replace(nouns, found=found, defining=defining)
        if found == before.found:
            break
    return _divided(short, nouns)


def _divided(prose: Sequence[Sentence], nouns: Nouns) -> Nouns:
    """With what follows if all cells that are not drawn as one class belong to one of two others."""
    only = {name for names in nouns.defining.values() for name in names}  # not "buoys in the water"
    drawn = [noun for noun in nouns.found.values() if noun.drawn and not noun.condition and noun.name in only]
    outside = " and ".join(f"not is_{other.name}(c)" for other in drawn)
    divisions = rf"all (?:of the )?other cells are (?:either )?({nouns.phrase}) or ({nouns.phrase})"
    for one in prose if drawn else ():
        if match := re.fullmatch(divisions, usual_text(one)):
            halves = [noun for phrase in match.groups() if (noun := nouns.noun(phrase)) and noun.condition]
            if len(halves) == 2 and not nouns.is_limited(one):
                parts = frozenset(noun.name for noun in (*drawn, *halves))
                apart = {n.name: replace(n, condition=f"{n.condition} and {outside}") for n in halves if not n.drawn}
                return replace(nouns, found={**nouns.found, **apart}, parts=parts, dividing=one)
    return nouns


def _defined(sentence: Sentence, nouns: Nouns, prose: Sequence[Sentence]) -> tuple[list[Noun], set[str]]:
    """What a sentence says of the meaning of nouns, and the names of those that it only defines."""
    text = usual_text(sentence)
    listed = [
        Noun(_singular(match[1]), f"c in {{{', '.join(map(str, digits))}}}")
        for match in re.finditer(rf"\b([a-z]{{3,}}){_OF_CELLS}? {DIGITS_LISTED}", plain_words(sentence.text))
        if (digits := _listed(match["digits"])) and _plain(match[1])
    ]
    for pattern in _LOOKS:
        if look := re.fullmatch(pattern, text):
            of_one = re.fullmatch(r"([a-z]+)(?: and ([a-z]+) of the [a-z]+)?", look["names"])
            names = [_singular(part) for part in of_one.groups() if part] if of_one else []
            colors = named(look["look"])
            if not names or not all(map(_plain, names)) or (look["look"].strip() and not colors):
                return listed, set()
            drawn = Noun(names[0], "", look["shape"], colors, also=tuple(names[1:]))
            return [*listed, drawn], set() if look.groupdict().get("more") else {names[0]}
    whole = _said(text, nouns, prose)
    found = [whole] if whole else [_said(part, nouns, prose) for part in re.split(r",? (?:and|while) |, ", text)]
    if all(found):
        said = [noun for noun in found if noun]
        return [*listed, *said], {noun.name for noun in said}
    digit = re.fullmatch(
        rf"there (?:is|are) (?:exactly )?(?:an? )?(?:single |1 )?(?:unknown |secret )?{_NAME} digit"
        r"(?: (?:for|in) the (?:entire |whole )?(?:puzzle|grid))?",
        text,
    )
    if digit and _plain(digit["name"]) and re.search(r"\b(?:single|1)\b", text):
        name = digit["name"].replace(" ", "_")
        return [*listed, Noun(name, digit=True)], {name}
    return listed, set()


def _said(text: str, nouns: Nouns, prose: Sequence[Sentence]) -> Noun | None:
    """The class that a text defines by a condition: ``odd cells are land``."""
    what, called = rf"(?P<what>{nouns.phrase})", r"(?:is|are)(?: called| considered)? (?:an? )?"
    for pattern in (
        rf"(?:(?:an? |all )?(?:cells?|digits?)|an? {what}) {called}{_NAME}{_OF_CELLS}?{_IF}",
        rf"(?:an? )?{_NAME}{_OF_CELLS}? (?:is|are) (?:an? |any )?(?:cells?|digits?){_IF}",
        rf"(?:every |each |all |any |an? )?{what}(?P<said> orthogonally adjacent to an? .+)? {called}{_NAME}"
        rf"{_OF_CELLS}?",
        rf"{_NAME} (?:cells|digits) (?P<asserted>contain (?:a digit|an? (?:odd|even|prime)) .+)",
    ):
        match = re.fullmatch(pattern, text)
        if match is None or not _plain(match["name"]):
            continue
        name, parts = _singular(match["name"]), match.groupdict()
        predicates = [part.strip() for key in ("said", "asserted") if (part := parts.get(key))]
        held = [of_cell(re.sub("^must ", "", part), "c", nouns) for part in predicates]
        held += [nouns.holds(part, "c")] if (part := parts.get("what")) else []
        conditions = [one for one in held if one]
        noun = Noun(name, all_of(conditions), asserted="asserted" in parts)
        given = rf"all (?:other )?(?:possible )?{noun.words} (?:are|have been) (?:given|marked|shown)"
        all_marked = any(re.fullmatch(given, one.plain.replace('"', "")) for one in prose)
        if len(conditions) == len(held) and (all_marked or not noun.asserted):
            return noun
    return None


def _merged(nouns: Iterable[Noun]) -> tuple[dict[str, Noun], frozenset[str]]:
    """What all definitions together say of each class, and the names of those that are defined in two ways."""
    by_name: dict[str, dict[Noun, None]] = {}
    for noun in nouns:
        by_name.setdefault(noun.name, {})[noun] = None
    found: dict[str, Noun] = {}
    twice = {also for one in by_name.values() for noun in one for also in noun.also if also in by_name}
    for name, defined in by_name.items():
        conditions = {noun.condition: noun.asserted for noun in defined if noun.condition}
        looks = {(noun.drawn, noun.colors, noun.also) for noun in defined if noun.drawn}
        digit = any(noun.digit for noun in defined)
        also = {other for look in looks for other in look[2]}
        if twice & {name, *also} or max(len(conditions), len(looks), digit and len(defined)) > 1:
            twice.add(name)
        else:
            condition, asserted = next(iter(conditions.items()), ("", False))
            found[name] = Noun(name, condition, *next(iter(looks), ("", (), ())), digit, asserted)
    return found, frozenset(twice)


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


def usual_text(sentence: Sentence) -> str:
    """A sentence without words that add nothing, and without digits in parentheses, which define the word before."""
    text = " ".join(re.sub(DIGITS_LISTED.replace("?P<digits>", "?:"), " ", sentence.plain).split())
    text = re.sub(r"\b(?:of course|also|in this puzzle|in the grid|simply) ?", "", text).strip()
    text = re.sub(r"\bhappens? to be\b", "is", text.replace('"', "").replace("orthogonally-", "orthogonally "))
    text = re.sub(r"\bone\b", "1", text)
    return re.sub(
        r"^(?:in the grid, )?shade (?:some |several |certain )?(?:of the )?cells,? (?:so|such) that ", "", text
    )


def _listed(text: str) -> list[int]:
    """``1 to 6``, ``7, 8 and 9``, ``1234`` as digits."""
    if run := re.fullmatch(r"(\d)(?:-| to )(\d)", text):
        return list(range(int(run[1]), int(run[2]) + 1))
    digits = [int(digit) for digit in re.findall(r"\d", text)]
    bare = text.isdigit() and (len(digits) < 3 or digits != sorted(set(digits)))  # a number, perhaps
    return [] if bare or re.search(r"\d(?:-| to )\d", text) else digits
