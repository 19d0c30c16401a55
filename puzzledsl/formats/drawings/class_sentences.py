"""Sentences about classes of cells: ``no 2x2 area may contain only odd digits``, ``ships may not touch other ships``.

The class is one that a noun of the rules names, or digits of a kind. The whole prose is read at once: first the classes
that it defines (`nouns`), then each sentence by itself, as claims; then the claims that depend on each other are
resolved. The order of the sentences means nothing.

In the conditions, ``{list ship}`` stands for the cells that are drawn as ships, ``{unmarked ship}`` for the others,
``{map ship}`` for the class as a grid, ``{groups}`` for the regions; `rules.classes` knows the drawing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.amounts import KIND, kind
from puzzledsl.formats.drawings.class_claims import SUBJECT, Reader, groups_in, kind_name
from puzzledsl.formats.drawings.nouns import limits_others, nouns_of, usual_text
from puzzledsl.formats.drawings.predicates import all_of, stands_alone
from puzzledsl.formats.drawings.statements import LONGEST_SENTENCE, Rule, Statement
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from puzzledsl.formats.drawings.class_claims import Claim
    from puzzledsl.formats.drawings.nouns import Noun, Nouns
    from puzzledsl.formats.drawings.statements import Sentence

_MENTIONED = r"there are no other (@)(?: or (@))?|this (?:sudoku|puzzle|grid) contains (@)(?: and (@))?"
_SIGHT = re.compile(r"(.+?) blocks? (?:the |line of )*(?:sight|view)")
_USED = re.compile(r"\b(?:is|sees)_([a-z_]+)\(|\{\w+ ([a-z0-9_]+)\}")


@record
class Claims:
    """The sentences about classes of one puzzle.

    Attributes:
        nouns: the classes.
        kinds: the conditions of digits of a kind, by the names that the prose gives them.
        walls: the classes that block the view.
        read: the sentences that say something of classes, each with a condition in the language.
        stated: the sentences that would say something if no other one and no heading limited them.
    """

    prose: tuple[Sentence, ...]
    nouns: Nouns
    kinds: Mapping[str, str]
    walls: tuple[Noun, ...]
    read: Mapping[Sentence, list[Statement]]
    stated: frozenset[Sentence]

    def concerns(self, sentence: Sentence) -> bool:
        """Whether a sentence defines a class, or says something about one that may or may not be understood."""
        if sentence in self.nouns.defining or len(sentence.plain) > LONGEST_SENTENCE or sentence in self.stated:
            return True
        if self.stated and limits_others(sentence):
            return True
        return re.match(SUBJECT.replace("@", self.nouns.phrase), usual_text(sentence)) is not None

    def words(self, statement: Statement) -> str:
        """A pattern of the words that name the classes of a statement."""
        nouns = [self.nouns.found[name] for name in used_in(statement.condition) if name in self.nouns.found]
        return "|".join(rf"\b{noun.words}\b" for noun in nouns) or "(?!)"

    def is_used(self, sentence: Sentence, statements: Iterable[Statement]) -> bool:
        """Whether a sentence only defines or names classes, and what is stated uses them."""
        nouns, text = self.nouns, " ".join(one.condition for one in statements)
        sees = "sees_" in text
        used = {*used_in(text), *(wall.name for wall in self.walls if sees)}
        for _ in nouns.found:  # a class may be defined by another one
            used |= {name for one in used & nouns.found.keys() for name in used_in(nouns.found[one].condition)}
        if sentence in nouns.defining:
            return not used.isdisjoint(nouns.defining[sentence])
        if match := re.fullmatch(_MENTIONED.replace("@", nouns.phrase), sentence.plain):
            mentioned = [nouns.noun(phrase) for phrase in match.groups() if phrase]
            ends = sentence.plain.startswith("there are no other")
            return all(
                noun
                and noun.condition
                and not noun.asserted
                and noun.name in used
                and not (ends and self._may_be(noun))
                for noun in mentioned
            )
        if re.fullmatch(r"shade (?:some|several|certain) (?:of the )?cells(?: in the grid)?", sentence.plain):
            return not used.isdisjoint(("shaded", "unshaded"))
        return sees and bool(self.walls) and bool(_SIGHT.fullmatch(sentence.plain))

    def _may_be(self, noun: Noun) -> bool:
        """Whether "there are no other peaks" may be about those that are marked, and not just end a definition."""
        named = re.compile(rf"\b(?:is|are|be) (?:an? |the )?{noun.words}\b")
        return bool(noun.drawn) or any(one not in self.nouns.defining and named.search(one.plain) for one in self.prose)


def used_in(condition: str) -> list[str]:
    """The names of the classes that a condition is about."""
    return list(dict.fromkeys(a or b for a, b in _USED.findall(condition)))


def claims_in(prose: Sequence[Sentence]) -> Claims:
    """What sentences, in any order, say of classes of cells."""
    nouns = nouns_of(prose)
    sights = [match for one in prose if (match := _SIGHT.fullmatch(one.plain.replace('"', "")))]
    blocking = [nouns.noun(name) for name in re.split(r",? and |, ", sights[0][1])] if len(sights) == 1 else []
    walls = tuple(noun for noun in blocking if noun) if all(blocking) else ()
    reader = Reader(nouns, bool(walls), groups_in(prose, nouns))
    claims = {one: reader.claims(one) for one in prose}
    together = [claim for said in claims.values() for claim in said]
    stated = {one: found for one, said in claims.items() if (found := _resolved(one, said, together))}
    phrases = (match[0] for one in prose if one.is_read for match in re.finditer(rf"\b{KIND}\b", usual_text(one)))
    kinds = {kind_name(phrase): kind(phrase, "c") or "" for phrase in phrases}
    read = {one: found for one, found in stated.items() if not nouns.is_limited(one)}
    return Claims(tuple(prose), nouns, kinds, walls, read, frozenset(stated))


def _resolved(sentence: Sentence, said: Sequence[Claim], together: Sequence[Claim]) -> list[Statement]:
    """The conditions of a sentence, with what all sentences say of the marks; none if one claim means nothing."""
    conditions: list[str] = []
    about = {claim.about for claim in said}
    for claim in said:
        condition = claim.condition
        if claim.given:
            of_noun = [one for one in together if one.noun == claim.noun]
            meanings = (claim.meaning and {claim.meaning}) or {one.meaning for one in of_noun} - {""}
            exempt = {one.exempt for one in of_noun} - {""}
            if not meanings or (claim.given == "other" and not exempt):
                return []
            meaning = all_of(sorted(meanings))
            least = f"{meaning} -> {' or '.join(sorted(exempt))}" if claim.given == "other" else f"not ({meaning})"
            condition = f"for c in {{unmarked {claim.noun}}}:\n    {least}"
        if len(about) > 1 or (claim.about == "grid" and not stands_alone(condition)):
            return []
        conditions.append(condition)
    if not conditions:
        return []
    rule = Rule(f"class_{about.pop()}", "classes", re.compile(""))
    return [Statement(rule, sentence, condition="\n".join(dict.fromkeys(conditions)))]
