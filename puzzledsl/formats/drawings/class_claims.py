"""Single sentences about classes of cells, as claims: ``no 2x2 area may contain only odd digits``.

The class is one that a noun of the rules names, or digits of a kind. A sentence is taken apart into its subject and
what it says of that; if it says several things, each must be understood. Directions must be said: cells that "touch"
may touch at a corner only.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.amounts import AMOUNT, amount
from puzzledsl.formats.drawings.class_places import MAY, PLACE, SQUARE, in_places, match_of, of_digit, of_numbers
from puzzledsl.formats.drawings.nouns import usual_text
from puzzledsl.formats.drawings.predicates import MUST, NOT, all_of, of_cell
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from puzzledsl.formats.drawings.nouns import Noun, Nouns
    from puzzledsl.formats.drawings.statements import Sentence

_MOST_PARTS = 6
"""How many commas, "and" and "or" a sentence may have: all ways to cut it there are tried."""
_EVERY = r"(?:(?:all|every|each|any|the|an?|of|possible) )*"
_WITHIN = re.compile(r"(?:with)?in (?:an? |the |each |every |any )?(?:3x3 )?(?:same )?(?:box|region)(?:es|s)?,? ")
_GROUP = r"(?:group|area|region|network|shape|polyomino|body|block|chain|piece|cluster|mass)"
_CONNECTED = re.compile(
    r"(?:(?:be|are|is|all|forms?|make|makes|create|each|together|an?|1|single|fully|one) )*"
    r"(?:orthogonally (?:connected|contiguous)|(?:connected|contiguous) orthogonally)"
    rf"(?: (?:to|with) (?:each other|1 another))?(?: {_GROUP})?(?: of cells)?"
)
_VERB = re.compile(
    r"(?:,? and |, )(?=(?:must|may|can|cannot|can't|is|are|has|do(?:es)? not|don't|doesn't)\b)|,? and (?=a length of )"
)
"""How a second predicate begins. A bare verb may belong to an earlier "not", a noun to an earlier object."""
_BOTH = re.compile(
    r"(?P<no>no )?2 (?:orthogonally )?(?:adjacent|neighboring) (?:cells|digits) (?:(?:may|can|are) )?"
    r"(?P<not>(?:not|never) )?both (?:be |contain )?(?P<what>.+)"
)
_MOVE = (
    r"(?:be )?repeat(?:ed)? (?:within |at )?an? (?:chess )?(king|knight)'s move(?: away)?"
    r"(?: from (?:each other|1 another))?"
)
_ITSELF = r"(?:appear |occur )?(?:next to|beside) itself( in (?:these|those|such) (?:cases|instances|cells))?"
_SHAPE = r"(?:[a-z]+ )?(?:circle|square|diamond)s?"
_GIVEN = r"all (?P<other>other )?(?:possible )?(?P<what>@) (?:are|have been) (?:given|marked|shown)"
_DRAWN = (
    rf"(?:all |the )?(?:(?:cells|digits|squares) with (?:an? |the )?)?{_SHAPE} are "
    r"(?P<noun>[a-z]+)(?: cells)?(?: in (?:the )?(?P<within>@))?(?:,? (?P<more>.+))?"
)
_IN_SHAPES = (
    r"(?:an? |the |every |each |any )?(?:digit|number|cell)s? (?:in|on|inside|within|with) "
    rf"(?:an? |the |every |each |any |all )?(?P<shape>{_SHAPE}) (?P<said>.+)"
)
_LENGTH = (
    r"(?:has |have )?an? length of (\d)(?: (?:or|to) (\d))?(?: cells?)?|(?:is|are) (\d)(?: (?:or|to) (\d))? cells? long"
)
_STRAIGHT = (
    r"(?:has |have )?an? width of 1(?: cell)?|(?:is |are )?(?:oriented |placed |either )*"
    r"(?:horizontally or vertically|horizontal or vertical)"
)
_DIAGONAL = "y in touching(c) where row_of(y) != row_of(c) and column_of(y) != column_of(c)"
SUBJECT = (
    rf"(?:{_WITHIN.pattern})?(?:(?:no (?:2 )?|{_EVERY})(?![1-9] (?:digits|cells))@|they|these) "
    rf".*\b(?:adjacent|next to|touch|neighbor|connected|2x2)|(?:there (?:may be )?)?no {SQUARE} "
    rf"|(?:each|every) {PLACE} {MAY}(?:contains?|has|have) {AMOUNT}$|{_IN_SHAPES.partition('(?P<said>')[0]}"
    rf"(?:.*\b(?:adjacent|next to|touch|neighbor)|(?:{MUST}|are|is|be|contain|either| )+[1-9])|(?:neither|nor) "
)
"""How a sentence begins that says something of a class, which may not be understood."""


@record(slots=True)
class Claim:
    """What a sentence says of classes of cells.

    Attributes:
        condition: in the language; empty if other claims must be known first, as where all marks are given.
        about: what the condition is about: ``grid``, ``cages`` or ``outside``.
        noun: the class whose marked cells the claim is about.
        meaning: what holds of those cells ``c``, and may hold of others.
        exempt: what cells ``c`` are like that are never marked.
        given: ``all`` cells of the class are marked, or all ``other`` ones than those that are exempt.
    """

    condition: str = ""
    about: str = "grid"
    noun: str = ""
    meaning: str = ""
    exempt: str = ""
    given: str = ""


@record(slots=True)
class _Subject:
    """What a sentence is about.

    Attributes:
        phrase: what names the class, and
        before: what stands before it: ``all``, ``each``.
        held: that a cell ``c`` belongs to the class.
        within: what holds of the cells ``y`` next to it that are meant.
        diagonally: the sentence adds in parentheses that diagonals count.
    """

    phrase: str
    before: str
    held: str
    within: str
    diagonally: bool


@record(slots=True)
class Reader:
    """Reads single sentences.

    Attributes:
        sight: the rules say what blocks the view.
        straight: the classes that form groups of a length and width, and whether all groups are straight.
    """

    nouns: Nouns
    sight: bool
    straight: Mapping[str, bool]

    def claims(self, sentence: Sentence) -> tuple[Claim, ...]:
        """What a sentence says, whatever the others say."""
        text = usual_text(sentence)
        if sentence == self.nouns.dividing:
            return (Claim("for c in cells:\n    " + " or ".join(f"is_{n}(c)" for n in sorted(self.nouns.parts))),)
        if not sentence.is_read or len(re.findall(r",|\b(?:and|or)\b", sentence.plain)) > _MOST_PARTS:
            return ()
        shown = self._shown(text)
        if shown or sentence in self.nouns.defining:
            return shown
        if counted := of_numbers(self.nouns, text):
            return (Claim(*counted),)
        return self._joined(text, "diagonally" in sentence.asides)

    # ── marks and numbers ─────────────────────────────────────────────────────────────────────────

    def _shown(self, text: str) -> tuple[Claim, ...]:
        """What a sentence says of the cells that are drawn for a class, and of all others."""
        if match := match_of(_GIVEN, text, self.nouns):
            noun = self.nouns.noun(match["what"])
            if noun is None or not noun.drawn:
                return ()
            meaning = f"is_{noun.name}(c)" if noun.condition else ""
            return (Claim(noun=noun.name, meaning=meaning, given="other" if match["other"] else "all"),)
        if (match := match_of(_DRAWN, text, self.nouns)) and (noun := self.nouns.noun(match["noun"])) and noun.drawn:
            within = self.nouns.holds(match["within"], "c") if match["within"] else ""
            more = of_digit(self.nouns, match["more"], self.sight) if match["more"] else ""
            held = [one for one in (f"is_{noun.name}(c)" if noun.condition else "", within, more) if one]
            listed = "for c in {list " + noun.name + "}:\n    "
            told = within is not None and more is not None
            return tuple(Claim(listed + one, noun=noun.name, meaning=one) for one in held) if told else ()
        if match := re.fullmatch(_IN_SHAPES, text):
            said = of_digit(self.nouns, match["said"], self.sight)
            return (Claim("for c in {shape " + match["shape"] + "}:\n    " + said),) if said else ()
        return ()

    # ── the whole grid ────────────────────────────────────────────────────────────────────────────

    def _joined(self, text: str, diagonally: bool) -> tuple[Claim, ...]:
        """What a sentence says of one class, or of several one after another."""
        if counted := in_places(self.nouns, text):
            return (Claim(*counted),)
        if found := self._whole(text, diagonally):
            return found
        for cut in re.finditer(r",? and (?=no |all |each |every )", text):
            first = self._joined(text[: cut.start()], diagonally)
            rest = self._joined(text[cut.end() :], diagonally) if first else ()
            if first and rest:
                return (*first, *rest)
        return ()

    def _whole(self, text: str, diagonally: bool) -> tuple[Claim, ...]:
        """What a sentence says of the cells of a class, wherever they are."""
        inside = _WITHIN.match(text)
        text = text[inside.end() :] if inside else text
        within = "region_of(y, {groups}) == region_of(c, {groups})" if inside else ""
        if both := _BOTH.fullmatch(text.replace("cannot", "can not")):
            text = f"no {both['what']} may be orthogonally adjacent" if bool(both["no"]) != bool(both["not"]) else ""
        phrase = self.nouns.phrase
        match = re.match(
            rf"(?P<no>no )?(?P<of>(?(no)(?:2 )?|{_EVERY}))({phrase})(?: and {_EVERY}({phrase}))? (?=\w)", text
        )
        held = self.nouns.holds(match[3], "c") if match else None
        if match is None or held is None or (match["no"] and match[4]):
            return ()
        subject = _Subject(match[3], match["of"], held, within, diagonally)
        said = text[match.end() :]
        if match["no"]:
            return self._of_each(subject, "may not " + re.sub(r"^(?:may|can) ", "", said))
        return self._of_two(subject, match[4], said) if match[4] else self._of_each(subject, said)

    def _of_two(self, one: _Subject, other: str, text: str) -> tuple[Claim, ...]:
        """What a sentence says of two classes together."""
        plain = re.sub(rf"^(?:{MUST} )+", "", text)
        if not one.within and re.search(r"\beach\b", plain) and _CONNECTED.fullmatch(plain):
            return tuple(Claim(f"connected({{map {self._name(phrase)}}})") for phrase in (one.phrase, other))
        apart, number = re.subn(r" (?:to )?(?:each other|1 another)\b", f" to any {other}", text)
        return self._of_each(one, apart) if number == 1 and NOT.match(text) else ()

    def _of_each(self, subject: _Subject, text: str) -> tuple[Claim, ...]:
        """One predicate, or several that are joined by ``and`` or commas: all must be understood."""
        found: list[Claim] = []
        counted = ""
        while text:
            for end, after in [(len(text), len(text)), *(cut.span() for cut in reversed([*_VERB.finditer(text)]))]:
                if said := self._predicate(subject, text[:end], counted):
                    found.append(said)
                    text, counted = text[after:], said.meaning or counted
                    break
            else:
                return ()
        return tuple(found)

    def _predicate(self, subject: _Subject, text: str, counted: str) -> Claim | None:
        """What a sentence says of one class.

        Args:
            counted: the cells that the same sentence has counted before, which "these instances" are.
        """
        noun, held, within = self.nouns.noun(subject.phrase), subject.held, subject.within
        other = self.nouns.holds(subject.phrase, "y") or ""
        negated = NOT.match(text)
        rest = text[negated.end() :] if negated else re.sub(rf"^(?:{MUST} )+", "", text)
        if negated and (match := re.fullmatch(_MOVE, rest)):
            reach = "touching(c)" if match[1] == "king" else "knight_moves(c)"
            return _apart(f"y in {reach}{f' where {within}' if within else ''}", held, "y == c")
        if not within and negated:
            if (match := re.fullmatch(r"marked with an? (circle|square|diamond)", rest)) and "never" in negated[0]:
                marked = [one for one in self.nouns.found.values() if one.drawn == match[1]]
                listed = "for c in {list " + marked[0].name + "}:\n    not (" + held + ")" if len(marked) == 1 else ""
                return Claim(listed, noun=marked[0].name, exempt=held) if listed else None
            if re.fullmatch(rf"(?:form|cover|fill|make|contain)s?(?: up)?(?: an?y?| entire)* {SQUARE}", rest):
                return Claim(
                    f"for block in blocks(2, 2):\n    not all({self.nouns.holds(subject.phrase, 'x')} for x in block)"
                )
            if match := re.fullmatch(_ITSELF, rest):
                meant = counted if match[1] else held
                return _apart("y in neighbors(c)", meant, other) if meant else None
        elif not within:
            if _CONNECTED.fullmatch(rest):
                one = self._is_one(subject, noun, rest)
                return Claim(f"connected({{map {self._name(subject.phrase)}}})") if one else None
            if match := match_of(r"(?:is |are )?(?:an? |the )?(@) (?:exactly )?(\d+) times", rest, self.nouns):
                both = f"{held} and {self.nouns.holds(match[1], 'c')}"
                return Claim(f"count({both} for c in cells) == {match[2]}", meaning=both)
            if match := re.fullmatch(r"(?:sum|add)(?: up)? to (.+)", rest):
                total = amount(match[1], f"sum(if {held} then c else 0 for c in cells)")
                return Claim(total) if total else None
            if noun and self.straight.get(noun.name) and (grouped := _group(noun, text)):
                return Claim(grouped)
        beside = subject.diagonally and re.search(r"\b(?:adjacent|next|touch|neighbor)", text)
        said = of_cell(f"{text} even diagonally" if beside else text, "c", self.nouns, subject.phrase, within)
        if none := re.fullmatch(r"not \(any\((.+) for (y in .+)\)\)", said or ""):
            if noun and noun.name in self.straight and none[1] == other:  # cells of one group touch
                groups = self.straight[noun.name] and none[2] == "y in touching(c)"
                return _apart(_DIAGONAL, held, other) if groups else None
            return _apart(none[2], held, none[1])
        if said is None or said == held or within:
            return None
        loop = "for c in {list " + noun.name + "}:\n    " if noun and noun.drawn else f"for c in cells:\n    {held} -> "
        return Claim(loop + said)

    def _is_one(self, subject: _Subject, noun: Noun | None, said: str) -> bool:
        """Whether cells that are said to be connected form one group: ``each island``, ``islands`` may be several."""
        if re.search(r"\b(?:each|every|any|an?)\b", subject.before):
            return False
        several = noun and subject.phrase.endswith("s") and not re.search(r"(?:cells|digits)$", subject.phrase)
        return not several or "all" in subject.before or bool(re.search(r"\b(?:1|single)\b|each other", said))

    def _name(self, phrase: str) -> str:
        noun = self.nouns.noun(phrase)
        return noun.name if noun else kind_name(phrase)


def kind_name(phrase: str) -> str:
    """A name for digits of a kind."""
    word = re.sub(r"^(?:cells? (?:that are |with |containing ))?(?:an? |the )?(?=[a-z])|'", "", phrase)
    name = re.sub(r"[^a-z0-9]+", "_", word).strip("_")
    return f"digit_{name}" if name[0].isdigit() else name


def groups_in(prose: Iterable[Sentence], nouns: Nouns) -> Mapping[str, bool]:
    """The classes that form groups of a length and width, and whether all of them are horizontal or vertical."""
    found: dict[str, bool] = {}
    for noun in nouns.found.values():
        of_noun = re.compile(rf"{_EVERY}{noun.words} (?:has|have|is|are) .*\b(?:length|width|long)\b")
        if said := [one.plain for one in prose if of_noun.match(one.plain)]:
            found[noun.name] = any(re.search(r"\bhorizontal(?:ly)? or vertical(?:ly)?\b", text) for text in said)
    return found


def _apart(neighbors: str, *never: str) -> Claim:
    """What no cell ``c`` and cell ``y`` next to it are."""
    return Claim(f"for c in cells, {neighbors}:\n    not ({all_of(never)})")


def _group(noun: Noun, text: str) -> str | None:
    """What connected cells of a class are like: one cell wide, so many cells long."""
    is_ = f"is_{noun.name}"
    if re.fullmatch(_STRAIGHT, text):
        return f"for block in blocks(2, 2):\n    count({is_}(c) for c in block) <= 2"
    match = re.fullmatch(_LENGTH, text)
    if match is None:
        return None
    least = int(match[1] or match[3])
    most = int(match[2] or match[4] or least)
    if least not in (1, 2) or most < least or (" or " in text and most > least + 1):
        return None
    none = f"for lane in concat(rows, columns), run in windows(lane, {most + 1}):\n    not all({is_}(c) for c in run)"
    alone = f"for c in cells:\n    {is_}(c) -> any({is_}(x) for x in neighbors(c))"
    return f"{none}\n{alone}" if least == 2 else none
