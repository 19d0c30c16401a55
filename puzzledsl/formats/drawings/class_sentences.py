"""Sentences about classes of cells: ``no 2x2 area may contain only odd digits``, ``ships may not touch other ships``.

The class is one that a noun of the rules names, or digits of a kind. A sentence is taken apart into its subject and
what it says of that; if it says several things, each must be understood. Directions must be said: cells that "touch"
may touch at a corner only.

In the conditions, ``{list ship}`` stands for the cells that are drawn as ships, ``{unmarked ship}`` for the others,
``{map ship}`` for the class as a grid, ``{groups}`` for the regions; `rules.classes` knows the drawing.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.class_places import caged, of_digit, outside
from puzzledsl.formats.drawings.nouns import AMOUNT, Nouns, limits_others, without_digits
from puzzledsl.formats.drawings.phrases import amount, stands_alone
from puzzledsl.formats.drawings.statements import LONGEST_SENTENCE, Rule, Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.nouns import Noun
    from puzzledsl.formats.drawings.statements import Sentence

_AREA = r"(?:areas?|blocks?|squares?|regions?|box(?:es)?|groups?|sections?|windows?)"
_BETWEEN = r"\b(?:adjacent|next to|touch|neighbor|connected|2x2)"
_SQUARE = rf"2x2(?: {_AREA})?(?: of (?:the )?(?:cells|grid))?"
_EVERY = r"(?:(?:all|every|each|any|the|an?|of|possible) )*"
_MUST = r"(?:must|should|will|have to|has to|always|do|does|are|is|need to|needs to)"
_MAY = r"(?:may|can)"
_MOST_PARTS = 6
"""How many commas, "and" and "or" a sentence may have: all ways to cut it there are tried."""
_VERB = r"(?:must|may|can|cannot|can't|is|are|has|do(?:es)? not|don't|doesn't)"
"""How a second predicate begins. A bare verb may belong to an earlier "not", a noun to an earlier object."""
_NOT = re.compile(rf"(?:(?:{_MUST}|{_MAY}) ?(?:not|never)|cannot|can't|don't|doesn't|mustn't|never) (?:ever |be )?")
_WHOLLY = r"(?:completely|entirely|fully|only|all)"
_HOUSE = r"(?:rows?|columns?|box(?:es)?|regions?)"
_HOUSES = rf"(?:3x3 )?{_HOUSE}(?:(?:,? and |, | & |/)(?:in )?(?:each |every |3x3 )*{_HOUSE})*"
_WITHIN = re.compile(r"(?:with)?in (?:an? |the |each |every |any )?(?:3x3 )?(?:same )?(?:box|region)(?:es|s)?,? ")
_ALL_OF_ONE = (
    rf"(?:there (?:may|can|must) be )?no {_SQUARE} (?:(?:may|can) )?"
    rf"(?:contains? only|(?:consists?(?: {_WHOLLY})? )?of(?: only)?"
    rf"|(?:(?:is|be) )?(?:{_WHOLLY} )?(?:made up|made|filled|composed|comprised)(?: {_WHOLLY})? (?:of|with)(?: only)?"
    rf"|(?:is|be) {_WHOLLY}) (@)"
)
_TOO_MANY = rf"no {_SQUARE} (?:may |can )?contains? (?P<many>more than \d|\d or more|at least \d) (?P<what>@)"
_IN_SQUARES = rf"(?:every|each|any) {_SQUARE} (?:must )?(?:contains?|has|have) (?P<many>{AMOUNT}) (?P<what>@)"
_IN_HOUSES = (
    rf"(?:there (?:is|are|must be) |place )?(?P<many>{AMOUNT}) (?P<what>@)(?: (?:appears?|is|are|must be|placed))* "
    rf"(?:in|per) (?:each|every) (?P<where>{_HOUSES})",
    rf"(?:each|every) (?P<where>{_HOUSES}) (?:must )?(?:contains?|has|have) (?P<many>{AMOUNT}) (?P<what>@)",
)
_IN_ALL = rf"there (?:is|are|must be) (?P<many>{AMOUNT}) (?P<what>@)(?: in (?:the (?:whole |entire )?grid|total))?"
_GROUP = r"(?:group|area|region|network|shape|polyomino|body|block|chain|piece|cluster|mass)"
_CONNECTED = re.compile(
    r"(?:(?:be|are|is|all|forms?|make|makes|create|each|together|an?|1|single|fully|one) )*"
    r"(?:orthogonally (?:connected|contiguous)|(?:connected|contiguous) orthogonally)"
    rf"(?: (?:to|with) (?:each other|1 another))?(?: {_GROUP})?(?: of cells)?"
)
_FORM = rf"(?:form|cover|fill|make|contain)s?(?: up)?(?: an?y?| entire)* {_SQUARE}"
_MOVE = (
    r"(?:repeat|be repeated) (?:within |at )?an? (?:chess )?(king|knight)'s move(?: away)?"
    r"(?: from (?:each other|1 another))?"
)
_ITSELF = r"(?:appear |occur )?(?:next to|beside) itself( in (?:these|those|such) (?:cases|instances|cells))?"
_BESIDE = (
    r"(?:be |is |are )?(?:(?:orthogonally )?(?:adjacent|next) to|(?:touch|touches|neighbor|neighbors)) "
    rf"(?:(?P<many>{AMOUNT}) )?(?P<what>@)(?P<after> orthogonally)?"
)
_HAVE_BESIDE = rf"(?:have|has) (?P<many>{AMOUNT}) (?:orthogonally adjacent|orthogonal) (?P<what>@)"
_NOT_BOTH = (
    r"(?:no )?2 (?:orthogonally )?(?:adjacent|neighboring) (?:cells|digits) (?:(?:may|can|must|are) "
    r")?(?P<not>(?:not|never) )?"
    r"both (?:be |contain )?(?P<what>@)"
)
_APART = (
    r"(?:be |is |are )?(?P<before>(?:(?:orthogonally|horizontally or vertically) (?:or diagonally )?"
    r"|diagonally (?:or orthogonally )?)?)"
    r"(?:touch(?:es)?|adjacent|neighbors?|next|shares? an? (?:edge|side))(?: (?:to|with))?"
    r"(?: (?P<mutual>each other|1 another)| (?:(?:an?y? |the )?(?:other |another )?(?P<to>@)))?"
    r"(?P<after>,? (?:(?:orthogonally|diagonally)(?:,? (?:or|and|nor) (?:orthogonally|diagonally))?"
    r"|(?:not )?even diagonally|including diagonally))?"
)
_LENGTH = (
    r"(?:has |have )?an? length of (\d)(?: (?:or|to) (\d))?(?: cells?)?|(?:is|are) (\d)(?: (?:or|to) (\d))? cells? long"
)
_STRAIGHT = (
    r"(?:has |have )?an? width of 1(?: cell)?|(?:is |are )?(?:oriented |placed |either )*"
    r"(?:horizontally or vertically|horizontal or vertical)"
)
_GIVEN = r"all (?P<other>other )?(?:possible )?(?P<what>@) (?:are|have been) (?:given|marked|shown)"
_DRAWN = (
    r"(?:all |the )?(?:(?:cells|digits|squares) with (?:an? |the )?)?(?:[a-z]+ )?(?:circle|square|diamond)s? are "
    r"(?P<noun>[a-z]+)(?: cells)?(?: in (?:the )?(?P<within>@))?(?:,? (?P<more>.+))?"
)
_IN_SHAPES = (
    r"(?:an? |the |every |each |any )?(?:digit|number|cell)s? (?:in|on|inside|within|with) "
    r"(?:an? |the |every |each |any |all )?(?P<shape>(?:[a-z]+ )?(?:circle|square|diamond)s?) (?P<said>.+)"
)
_MENTIONED = r"there are no other (@)(?: or (@))?|this (?:sudoku|puzzle|grid) contains (@)(?: and (@))?"


class Claims:
    """Reads the sentences about classes of one puzzle."""

    def __init__(self, prose: Sequence[Sentence]) -> None:
        """Find the classes that the prose defines, what blocks the view, and which classes form groups of cells."""
        self.nouns = Nouns(prose)
        plain = [one.plain.replace('"', "") for one in prose]
        self._prose = prose
        self._before = {id(one): before for before, one in pairwise(prose)}
        sights = [
            match for one in plain if (match := re.fullmatch(r"(.+?) blocks? (?:the |line of )*(?:sight|view)", one))
        ]
        self._sight = {id(one) for one, text in zip(prose, plain, strict=True) if sights and text == sights[0][0]}
        blocking = [self.nouns.noun(name) for name in re.split(r",? and |, ", sights[0][1])] if len(sights) == 1 else []
        self.walls = [noun for noun in blocking if noun] if all(blocking) else []
        self._grouped: set[str] = set()
        self._straight: set[str] = set()
        for noun in self.nouns.found.values():
            for one in plain:
                if re.match(rf"{_EVERY}{noun.words} (?:has|have|is|are) .*\b(?:length|width|long)\b", one):
                    self._grouped.add(noun.name)
                    if re.search(r"\bhorizontal(?:ly)? or vertical(?:ly)?\b", one):
                        self._straight.add(noun.name)
        self._told: dict[str, str] = {}
        self._excepted = self._also = ""
        self._has_claims = any(map(limits_others, prose)) and any(map(self._stated, prose))

    def _match(self, pattern: str, text: str) -> re.Match[str] | None:
        """Match a pattern in which ``@`` stands for a phrase that names a class."""
        return re.fullmatch(pattern.replace("@", self.nouns.phrase), text)

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────

    def read(self, sentence: Sentence) -> list[Statement]:
        """What a sentence states about classes of cells, as a condition in the language."""
        return [] if self.nouns.is_limited(sentence) else self._stated(sentence)

    def _stated(self, sentence: Sentence) -> list[Statement]:
        """What a sentence states if nothing limits it."""
        if len(sentence.plain) > LONGEST_SENTENCE or id(sentence) in self.nouns.defining:
            return []
        if len(re.findall(r",|\b(?:and|or)\b", sentence.plain)) > _MOST_PARTS:
            return []
        self._also = ""
        text = without_digits(sentence.plain)
        text = re.sub(r"\b(?:of course|also|in this puzzle|in the grid|simply) ?", "", text).strip()
        text = re.sub(r"\bhappens? to be\b", "is", text.replace('"', "").replace("orthogonally-", "orthogonally "))
        text = re.sub(r"\bone\b", "1", text)
        text = re.sub(
            r"^(?:in the grid, )?shade (?:some |several |certain )?(?:of the )?cells,? (?:so|such) that ", "", text
        )
        if id(sentence) == self.nouns.dividing:
            found: str | None = "for c in cells:\n    " + " or ".join(f"is_{n}(c)" for n in sorted(self.nouns.parts))
        else:
            found = self._marked(text) or self._claims(text, sentence)
        about = "grid"
        if found is None:
            found, about = caged(self.nouns, text), "cages"
        if found is None:
            found, about = outside(self.nouns, text), "outside"
        if found is None or (about == "grid" and not stands_alone(found)):
            return []
        return [Statement(Rule(f"class_{about}", "classes", re.compile("")), sentence, condition=found)]

    def concerns(self, sentence: Sentence) -> bool:
        """Whether a sentence defines a class, or says something about one that may or may not be understood."""
        nouns = self.nouns
        if id(sentence) in nouns.defining or id(sentence) in nouns.showing or len(sentence.plain) > LONGEST_SENTENCE:
            return True
        if self._has_claims and limits_others(sentence):
            return True
        subject = rf"(?:no (?:2 )?|{_EVERY})(?![1-9] (?:digits|cells)){nouns.phrase}|they|these"
        claim = rf"(?:{_WITHIN.pattern})?(?:{subject}) .*{_BETWEEN}|(?:there (?:may be )?)?no {_SQUARE} "
        return re.match(claim, sentence.plain) is not None or bool(self._stated(sentence))

    def words(self, statement: Statement) -> str:
        """A pattern of the words that name the classes of a statement."""
        names = re.findall(r"\b(?:is|sees)_([a-z_]+)\(|\{\w+ ([a-z_]+)\}", statement.condition)
        nouns = [noun for pair in names if (noun := self.nouns.found.get(pair[0] or pair[1]))]
        return "|".join(rf"\b{noun.words}\b" for noun in nouns) or "(?!)"

    def is_used(self, sentence: Sentence, statements: Sequence[Statement]) -> bool:
        """Whether a sentence only defines or names classes, and what is stated uses them."""
        text = " ".join(one.condition for one in statements)
        if "sees_" in text:
            text += " ".join(f" is_{wall.name}(c)" for wall in self.walls)
        for _ in self.nouns.found:  # a class may be defined by another one
            text += " ".join(n.condition for n in self.nouns.found.values() if re.search(rf"\bis_{n.name}\(", text))
        names = self.nouns.defining.get(id(sentence)) or self.nouns.showing.get(id(sentence)) or ()
        if any(re.search(rf"\b(?:is|sees)_{name}\(|\{{\w+ {name}\}}", text) for name in names):
            return True
        if not names and (match := self._match(_MENTIONED, sentence.plain)):
            mentioned = [self.nouns.noun(phrase) for phrase in match.groups() if phrase]
            if sentence.plain.startswith("there are no other") and not self._defines_all(sentence, mentioned):
                return False
            return all(
                noun and noun.condition and not noun.asserted and f"is_{noun.name}(" in text for noun in mentioned
            )
        if re.fullmatch(r"shade (?:some|several|certain) (?:of the )?cells(?: in the grid)?", sentence.plain):
            return re.search(r"\bis_(?:un)?shaded\(|\{map (?:un)?shaded\}", text) is not None
        return bool(self.walls) and "sees_" in text and id(sentence) in self._sight

    def _defines_all(self, sentence: Sentence, nouns: Sequence[Noun | None]) -> bool:
        """Whether ``there are no other peaks`` only ends a definition; else it may be about those that are marked."""
        before = self._before.get(id(sentence))
        if before is None or id(before) not in self.nouns.defining:
            return False
        others = [one.plain for one in self._prose if id(one) not in self.nouns.defining and one is not sentence]
        return not any(
            noun is None or noun.drawn or re.search(rf"\b(?:is|are|be) (?:an? |the )?{noun.words}\b", text)
            for noun in nouns
            for text in others
        )

    # ── the whole grid ────────────────────────────────────────────────────────────────────────────

    def _claims(self, text: str, sentence: Sentence) -> str | None:
        """What a sentence says of one class, or of several one after another."""
        if (found := self._whole(text, sentence)) is not None:
            return found
        for cut in re.finditer(r",? and (?=no |all |each |every )", text):
            first = self._whole(text[: cut.start()], sentence)
            rest = self._claims(text[cut.end() :], sentence) if first else None
            if first and rest:
                return f"{first}\n{rest}"
        return None

    def _whole(self, text: str, sentence: Sentence) -> str | None:
        """What a sentence says of the cells of a class, wherever they are."""
        within = _WITHIN.match(text)
        if within is None and (found := self._counted(text)):
            return found
        text = text[within.end() :] if within else text
        if (both := self._match(_NOT_BOTH, text.replace("cannot", "can not"))) and within is None:
            if text.startswith("no ") and " must " in text:
                return None
            found = self._apart(both["what"], both["what"], "be orthogonally adjacent", "", sentence)
            return found if text.startswith("no ") != bool(both["not"]) else None
        where = " where region_of(a, {groups}) == region_of(b, {groups})" if within else ""
        phrase = self.nouns.phrase
        if no := re.match(rf"no (?:2 )?({phrase}) (?:(?:may|can) )?(?:be |is |are )?", text):
            return self._apart(no[1], no[1], text[no.end() :], where, sentence)
        match = re.match(rf"{_EVERY}({phrase})(?: and {_EVERY}({phrase}))? (?=\w)", text)
        if match is None:
            return None
        if match[2] is not None:
            return self._of_two(match[1], match[2], text[match.end() :], where, sentence)
        if not self._is_one(text, match):
            return None
        said = self._predicates(match[1], text[match.end() :], where, sentence)
        return "\n".join(dict.fromkeys(said)) or None

    def _is_one(self, text: str, match: re.Match[str]) -> bool:
        """Whether cells that are said to be connected form one group: ``each island``, ``islands`` may be several."""
        said = text[match.end() :]
        if not re.search(r"connected|contiguous", said):
            return True
        before, noun = text[: match.start(1)], self.nouns.noun(match[1])
        if re.search(r"\b(?:each|every|any|an?)\b", before):
            return False
        several = noun is not None and match[1].endswith("s") and not re.search(r"(?:cells|digits)$", match[1])
        return not several or "all " in before or re.search(r"\b(?:1|single)\b|each other", said) is not None

    def _counted(self, text: str) -> str | None:
        """How many cells of a class are in squares of cells, in rows, columns and boxes, in the grid."""
        if match := self._match(_ALL_OF_ONE, text):
            return self._no_square(match[1])
        if match := self._match(_TOO_MANY, text):
            held = self.nouns.holds(match["what"], "x")
            many = amount(match["many"], f"count({held} for x in block)") if held else None
            return f"for block in blocks(2, 2):\n    not ({many})" if many else None
        if match := self._match(_IN_SQUARES, text):
            counted = self._some(match["many"], match["what"], "block")
            return f"for block in blocks(2, 2):\n    {counted}" if counted else None
        if match := self._match(_IN_HOUSES[0], text) or self._match(_IN_HOUSES[1], text):
            counted = self._some(match["many"], match["what"], "group")
            names = [name for name in ("row", "column", "box", "region") if re.search(rf"\b{name}", match["where"])]
            groups = list(dict.fromkeys("{groups}" if name in ("box", "region") else f"{name}s" for name in names))
            joined = f"concat({', '.join(groups)})" if len(groups) > 1 else groups[0]
            return f"for group in {joined}:\n    {counted}" if counted else None
        if match := self._match(_IN_ALL, text):
            return self._some(match["many"], match["what"], "cells")
        return None

    def _predicates(self, subject: str, text: str, where: str, sentence: Sentence) -> list[str]:
        """One predicate, or several that are joined by ``and`` or commas: all must be understood."""
        if found := self._predicate(subject, text, where, sentence):
            return [found]
        for cut in re.finditer(rf",? and (?={_VERB}\b|a length of )|, (?={_VERB}\b)", text):
            first = self._predicate(subject, text[: cut.start()], where, sentence)
            rest = self._predicates(subject, text[cut.end() :], where, sentence) if first else []
            if first and rest:
                return [first, *rest]
        return []

    def _predicate(self, subject: str, text: str, where: str, sentence: Sentence) -> str | None:
        held = self.nouns.holds(subject, "c")
        if held is None:
            return None
        if negated := _NOT.match(text):
            return self._denied(subject, held, text[negated.end() :], where, sentence)
        if where:
            return None
        noun = self.nouns.noun(subject)
        plain = re.sub(rf"^(?:{_MUST} )+", "", text)
        if _CONNECTED.fullmatch(plain):
            return f"connected({{map {self._name(subject)}}})"
        every = (
            "for c in {list " + noun.name + "}:\n    " if noun and noun.drawn else f"for c in cells:\n    {held} -> "
        )
        if match := self._match(_HAVE_BESIDE, plain):
            certain = not re.fullmatch(r"\d+", match["many"])
            counted = self._some(match["many"], match["what"], "neighbors(c)") if certain else None
            return every + counted if counted else None
        if match := self._match(_BESIDE, plain):
            certain = "orthogonally" in f"{plain[: match.start('what')]}{match['after']}"
            certain = certain and not re.fullmatch(
                r"\d+", match["many"] or ""
            )  # it may be exactly so many, or at least
            counted = self._some(match["many"] or "a", match["what"], "neighbors(c)") if certain else None
            return every + counted if counted else None
        if match := self._match(r"(?:an? |the )?(@) (?:exactly )?(\d+) times", plain):
            other = self.nouns.holds(match[1], "c")
            self._also = f" and {self.nouns.holds(match[1], 'a')}"
            return f"count({held} and {other} for c in cells) == {match[2]}" if other else None
        if match := re.fullmatch(r"(?:sum|add)(?: up)? to (.+)", plain):
            return amount(match[1], f"sum(if {held} then c else 0 for c in cells)")
        if noun and noun.name in self._straight and (grouped := _group(noun, text)):
            return grouped
        said = self.nouns.condition(plain, "c")
        return every + said if said and said != held else None

    def _denied(self, subject: str, held: str, text: str, where: str, sentence: Sentence) -> str | None:
        """What a sentence says that cells of a class do not."""
        if match := re.fullmatch(r"marked with an? (circle|square|diamond)", text):
            if "never marked" not in sentence.plain:
                return None
            self._excepted = held
            return "for c in {drawn " + match[1] + "}:\n    not (" + held + ")"
        if re.fullmatch(_FORM, text):
            return None if where else self._no_square(subject)
        if match := re.fullmatch(_MOVE, text):
            reach = "touching" if match[1] == "king" else "knight_moves"
            same = f"not (a == b and {self.nouns.holds(subject, 'a')})"
            return f"for a, b in adjacent_pairs(cells, reach = {reach}){where}:\n    {same}"
        if match := re.fullmatch(_ITSELF, text):
            if match[1] and not self._also:
                return None
            first, second = self.nouns.holds(subject, "a"), self.nouns.holds(subject, "b")
            first = f"{first}{self._also}" if match[1] else first
            return f"for a in cells, b in neighbors(a){where}:\n    not ({first} and {second})"
        return self._apart(subject, subject, text, where, sentence)

    def _of_two(self, one: str, other: str, text: str, where: str, sentence: Sentence) -> str | None:
        """What a sentence says of two classes together."""
        if negated := _NOT.match(text):
            return self._apart(one, other, text[negated.end() :], where, sentence)
        plain = re.sub(rf"^(?:{_MUST} )+", "", text)
        if where or not re.search(r"\beach\b", plain) or not _CONNECTED.fullmatch(plain):
            return None
        if not (self.nouns.holds(one, "c") and self.nouns.holds(other, "c")):
            return None
        return "\n".join(f"connected({{map {self._name(phrase)}}})" for phrase in (one, other))

    def _apart(self, one: str, other: str, text: str, where: str, sentence: Sentence) -> str | None:
        """What neighbours are not: ``touch orthogonally``, ``be adjacent, even diagonally``, ``touch other ships``."""
        match = self._match(_APART, text)
        if match is None:
            return None
        if one != other and (match["to"] or not match["mutual"]):
            return None
        directions = f"{match['before']} {match['after'] or ''}"
        if "diagonally" in sentence.asides:
            directions += " even diagonally"
        diagonal = "diagonally" in directions
        straight = re.search(r"orthogonally|horizontally|even|includ", directions) is not None
        straight = straight or (not diagonal and re.search(r"\badjacent|\bshare", text) is not None)
        to = match["to"] or other
        noun = self.nouns.noun(one)
        first, second = self.nouns.holds(one, "a"), self.nouns.holds(to, "b")
        if first is None or second is None or not (diagonal or straight):
            return None
        if noun and noun.name in self._grouped and self.nouns.noun(to) is noun:
            return self._groups_apart(noun) if diagonal and not where and noun.name in self._straight else None
        never = f"not ({first} and {second})"
        if one != to:
            never += f"\n    not ({self.nouns.holds(to, 'a')} and {self.nouns.holds(one, 'b')})"
        if straight:
            reach = ", reach = touching" if diagonal else ""
            return f"for a, b in adjacent_pairs(cells{reach}){where}:\n    {never}"
        return f"for p, q, r, s in blocks(2, 2), a, b in [(p, s), (q, r)]{where}:\n    {never}"

    def _groups_apart(self, noun: Noun) -> str:
        """Two groups of cells of a class do not share a corner."""
        p, q, r, s = (f"is_{noun.name}({x})" for x in "pqrs")
        return f"for p, q, r, s in blocks(2, 2):\n    not ({p} and {s})\n    not ({q} and {r})"

    def _name(self, phrase: str) -> str:
        """The name of the class of a phrase; digits of a kind get one."""
        if noun := self.nouns.noun(phrase):
            return noun.name
        word = re.sub(r"^(?:cells (?:that are |with |containing ))?(?:an? |the )?(?=[a-z])|'", "", phrase)
        name = re.sub(r"[^a-z0-9]+", "_", word).strip("_")
        name = f"digit_{name}" if name[0].isdigit() else name
        self.nouns.kinds[name] = self.nouns.holds(phrase, "c") or ""
        return name

    def _some(self, many: str, phrase: str, where: str) -> str | None:
        held = self.nouns.holds(phrase, "x")
        return self.nouns.some(many, f"{held} for x in {where}") if held else None

    def _no_square(self, phrase: str) -> str | None:
        held = self.nouns.holds(phrase, "x")
        return f"for block in blocks(2, 2):\n    not all({held} for x in block)" if held else None

    # ── what is drawn ─────────────────────────────────────────────────────────────────────────────

    def _marked(self, text: str) -> str | None:
        """What a sentence says of the cells that are drawn for a class, and of all others."""
        if match := self._match(_GIVEN, text):
            noun = self.nouns.noun(match["what"])
            if noun is None or not noun.drawn or (match["other"] and not self._excepted):
                return None
            meant = f"is_{noun.name}(c)" if noun.condition else self._told.get(noun.name, "")
            least = f"{meant} -> {self._excepted}" if match["other"] else f"not ({meant})"
            return "for c in {unmarked " + noun.name + "}:\n    " + least if meant else None
        if (match := self._match(_DRAWN, text)) and (noun := self.nouns.noun(match["noun"])) and noun.drawn:
            within = self.nouns.holds(match["within"], "c") if match["within"] else ""
            more = of_digit(self.nouns, match["more"], bool(self.walls)) if match["more"] else ""
            held = [one for one in (f"is_{noun.name}(c)" if noun.condition else "", within, more) if one]
            if within is None or more is None or not held:
                return None
            self._told[noun.name] = " and ".join(f"({one})" if " or " in one else one for one in held)
            return "for c in {list " + noun.name + "}:\n    " + "\n    ".join(held)
        if match := re.fullmatch(_IN_SHAPES, text):
            said = of_digit(self.nouns, match["said"], bool(self.walls))
            return "for c in {shape " + match["shape"] + "}:\n    " + said if said else None
        return None

    def sees_all(self, name: str) -> bool:
        """Whether all cells that are not of a class block the view."""
        parts = self.nouns.parts
        return name in parts and {wall.name for wall in self.walls} == parts - {name}


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
