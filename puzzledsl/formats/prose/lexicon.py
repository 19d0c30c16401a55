"""The words with which setters state rules: the entries of ``lexicon.toml``, compared with sentences as sets of words.

Sentence and template are brought into one form: phrases of one meaning become one word, words that add nothing go, and
so do colours, which are kept apart. A sentence states an entry if it has all words of one of its templates, and each
of its words is one of them: a word that is not may be a condition, so the sentence is not understood then. Some
sentences state two entries at once ("digits in a cage sum to the number in its corner and do not repeat").
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from puzzledsl.elaboration.library import entries
from puzzledsl.formats.drawing.colors import WORDS as COLORS
from puzzledsl.formats.drawing.colors import named
from puzzledsl.formats.prose.sentences import LONGEST_SENTENCE, Sentence, plain_words
from puzzledsl.records import entity, record, replace

BUILT = Path(__file__).with_name("built_lexicon.json")
"""The normal form that a build writes."""
_SOURCES = [
    Path(__file__).parent / name
    for name in (
        *("lexicon.toml", "lexicon.py", "sentences.py", "spellings.tsv"),
        *("../drawing/colors.tsv", "../../library/lines.puz"),
    )
]
"""All that the normal form depends on."""

_WORD = re.compile(r"\d+x\d+|[a-z0-9]+(?:[-'][a-z0-9]+)+|[a-z]+|\d+|[<>]")
_ENDING = re.compile(r"'s?$|(?<=[a-z]{3})(?:(?<!s)s|es|ed|ing|e)$")
_PLACE = re.compile(r"\b(?:box|row|column|region)(?:es|s)? \d|\br\d+c\d")
"""A heading that limits its sentences to a place."""
_AND = re.compile(r"(?:,| and | & |\+|/|\bas well as\b)(?: and | & )?")
_ALWAYS = ("all", "different-lines")
"""Words that any sentence may have."""


@record
class Template:
    """A way to state an entry: the words that a sentence must have, those that it may have, and how many numbers."""

    needs: frozenset[str]
    may: frozenset[str]
    numbers: int = 0

    def numbers_of(self, said: list[str]) -> tuple[int, ...] | None:
        """The numbers in words of a sentence that are not the template's own; nothing if it does not fit."""
        rest = [word for word in said if word not in self.needs and word not in self.may]
        fits = all(word.isdecimal() for word in rest) and len(rest) == self.numbers
        return tuple(map(int, rest)) if fits else None


@entity
class LexiconEntry:
    """A rule that prose states.

    Attributes:
        name: what it is called; the rule of the library, where ``clue`` is empty.
        mark: what is drawn for it: ``line``, ``dot`` … ; ``grid`` if nothing is.
        templates: how it is stated.
        clue: the words before the cells; ``{n}`` is the number of the sentence.
        block: the body of a rule on ``line``, if the library has none.
        value: the number where a sentence says none.
        color: the usual colour, if sentences need not say it; of a line that of the rule, if the lexicon names none.
        shape: what a mark must look like, see its binder.
        form: how a line may run: ``path`` (no cell twice), ``set`` (a closed line has its first cell once),
            ``pairs`` (it may cross itself); by default it may be closed. The clue of the form ``regions`` needs
            regions, that of ``extremes`` other marked cells; ``diagonals`` are drawn, ``houses`` are rows and columns.
        half_of: the entry of which this is one half, where setters use two sentences.
        ends: the clue depends on the lowest and the highest digit, so these must be known.
    """

    name: str
    mark: str
    templates: tuple[Template, ...]
    clue: str = ""
    block: str = ""
    value: int | None = None
    color: str = ""
    shape: str = ""
    form: str = ""
    half_of: str = ""
    ends: bool = False


@record
class Stated:
    """An entry that a sentence states, with its numbers and the colours that it names."""

    entry: LexiconEntry
    sentence: Sentence
    numbers: tuple[int, ...] = ()
    colors: tuple[str, ...] = ()

    @property
    def number(self) -> int | None:
        """The first number."""
        return self.numbers[0] if self.numbers else self.entry.value


@entity
class Lexicon:
    """What ``lexicon.toml`` holds: see there. Its regular expressions are compiled when they are first used."""

    phrases: tuple[tuple[str, str], ...]
    fillers: frozenset[str]
    patterns: dict[str, str]
    nouns: dict[str, str]
    entries: tuple[LexiconEntry, ...]

    def has(self, kind: str, text: str) -> bool:
        """Whether a text has words of one of the lists of patterns."""
        return re.search(self.patterns[kind], text) is not None

    def words(self, text: str) -> list[str]:
        """The words of a plain text that mean something, in one form, numbers among them."""
        for phrase, word in self.phrases:
            text = " ".join(re.sub(phrase, f" {word} ", text).split())
        return [word for word in map(_stem, _WORD.findall(text)) if word not in self.fillers]

    def stated(self, sentence: Sentence) -> list[Stated]:
        """The entries that a sentence states: none, one or two."""
        heading = sentence.heading
        if len(sentence.whole) > LONGEST_SENTENCE or _PLACE.search(heading) or self.has("changed", heading):
            return []
        said, found = self._fitting(sentence.plain, heading)
        colors = named(sentence.plain) or named(heading)
        fitting = sorted(found, key=lambda pair: -len(pair[1].needs))
        exact = [(e, t, numbers) for e, t in fitting if (numbers := t.numbers_of(said)) is not None]
        if exact:
            alike = {entry.name: entry for entry, template, _ in exact if template.needs == exact[0][1].needs}
            return [Stated(entry, sentence, exact[0][2], colors) for entry in alike.values()]
        for (one, first), (other, second) in combinations(fitting, 2):
            joined = Template(first.needs | second.needs, first.may | second.may, first.numbers + second.numbers)
            if (
                one is other
                or one.mark != other.mark
                or one.mark == "cell"
                or first.needs <= second.needs | second.may
                or second.needs <= first.needs | first.may
                or (one.mark == "line" and joined.numbers)
                or (first.numbers and second.numbers)
            ):
                continue
            if (numbers := joined.numbers_of(said)) is not None:
                return [
                    Stated(each, sentence, numbers if t.numbers else (), colors)
                    for each, t in ((one, first), (other, second))
                ]
        return self._listed(sentence)

    def _fitting(self, text: str, heading: str = "") -> tuple[list[str], list[tuple[LexiconEntry, Template]]]:
        """The words of a text, and the templates that need no others than these and those of its heading."""
        said = self.words(text)
        known = {*said, *self.words(heading)}
        return said, [
            (entry, template)
            for entry in self.entries
            for template in entry.templates
            if template.needs <= known and not template.needs.isdisjoint(said)
        ]

    def _listed(self, sentence: Sentence) -> list[Stated]:
        """The entries of a list: "normal sudoku, killer and XV rules apply"; none if a rule in it is unknown."""
        found: list[Stated] = []
        for name in _AND.split(sentence.plain):
            said, fitting = self._fitting(f"{name} rules apply")
            exact = [pair for pair in fitting if not pair[1].numbers and pair[1].numbers_of(said) is not None]
            colors = named(name)
            entries = dict.fromkeys(
                entry for entry, _ in _longest(exact) if entry.mark != "dot" or not colors or entry.color in colors
            )
            if not entries:
                return []
            found += [Stated(entry, sentence, (), colors) for entry in entries]
        return found

    def suspected(self, sentence: Sentence) -> list[Stated]:
        """The entry that a sentence states if its other words change nothing: the one with most words of its own."""
        if len(sentence.whole) > LONGEST_SENTENCE:
            return []
        words, found = self._fitting(sentence.plain, sentence.heading)
        numbers = tuple(int(word) for word in words if word.isdecimal())
        fitting = [
            (entry, template)
            for entry, template in found
            if entry.form != "houses" and entry.mark != "none" and len(numbers) >= template.numbers
        ]
        best = {entry.name: (entry, template) for entry, template in _longest(fitting)}
        if len(best) != 1:
            return []
        ((entry, template),) = best.values()
        own = [number for number in numbers if str(number) not in template.needs | template.may]
        if len(own) < template.numbers:
            return []
        return [Stated(entry, sentence, tuple(own[: template.numbers]), named(sentence.whole))]

    def repeats(self, sentence: Sentence, before: Iterable[Stated]) -> bool:
        """Whether a sentence states nothing, or only completes the sentences before it."""
        words = set(self.words(sentence.plain))
        numbers = {str(number) for one in before for number in one.numbers}
        own = {word for one in before for each in one.entry.templates for word in each.needs | each.may}
        return words <= own | numbers

    def names_other(self, text: str, mark: str, name: str) -> bool:
        """Whether a text names rules of a kind of mark, and not the one with a name."""
        alike = [entry for entry in self.entries if entry.mark == mark]
        named = [entry for entry in alike if re.search(rf"\b{entry.name}", text)]
        return bool(name and named) and not any(name in (e.name, *e.name.split(), *e.clue.split()) for e in named)

    def marks(self, text: str) -> set[str]:
        """The kinds of marks that a text names."""
        return {mark for mark, noun in self.nouns.items() if re.search(noun, text)}


@cache
def lexicon() -> Lexicon:
    """The lexicon, read when it is needed first: in its normal form, if a build has written it."""
    found = built() or normalised()
    entries = tuple(
        LexiconEntry(templates=tuple(Template(frozenset(needs), frozenset(may), n) for needs, may, n in each), **more)
        for each, more in found["entries"]
    )
    return replace(_bare(found["words"]), entries=entries)


def built() -> dict[str, Any] | None:
    """What `write` has written; ``None`` where nothing is, or where that was made of other files."""
    if not BUILT.exists():
        return None
    found: dict[str, Any] = json.loads(BUILT.read_text("utf-8"))
    has_sources = all(path.exists() for path in _SOURCES)  # the page without a server has bytecode instead
    return None if has_sources and found["digest"] != _digest() else found


def normalised() -> dict[str, Any]:
    """What `lexicon.toml` holds as plain values, the templates of each entry in their normal form."""
    import tomllib

    words = tomllib.loads(_SOURCES[0].read_text("utf-8"))
    entries = words.pop("entry")
    words["fillers"] = sorted({*map(_stem, (*words["fillers"].split(), *COLORS))})
    bare = _bare(words)
    return {"digest": _digest(), "words": words, "entries": [_plain(bare, **entry) for entry in entries]}


def write(path: Path) -> None:
    """Write the normal form, in one step: several processes may do so. It takes most of the time of a first import."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(json.dumps(normalised()), "utf-8")
    draft.replace(path)


def _digest() -> int:
    """A checksum of all that the normal form depends on."""
    from zlib import crc32

    return crc32(b"".join(path.read_bytes() for path in _SOURCES))


def _bare(words: dict[str, Any]) -> Lexicon:
    phrases = tuple((rf"(?<![\w-])(?:{'|'.join(each)})(?![\w-])", word) for word, each in words["phrases"].items())
    patterns, nouns = (
        {name: rf"\b(?:{'|'.join(each)})\b" for name, each in words[table].items()} for table in ("patterns", "nouns")
    )
    return Lexicon(phrases, frozenset(words["fillers"]), patterns, nouns, ())


def _longest(fitting: list[tuple[LexiconEntry, Template]]) -> list[tuple[LexiconEntry, Template]]:
    """The templates that need most words."""
    most = max((len(template.needs) for _, template in fitting), default=0)
    return [pair for pair in fitting if len(pair[1].needs) == most]


def _stem(word: str) -> str:
    """A word without the ending of the plural or of a form of its verb; those of `Lexicon.phrases` as they are."""
    return word if "-" in word else _ENDING.sub("", word)


def _plain(words: Lexicon, says: list[str], may: str = "", **more: Any) -> list[Any]:
    """The templates of an entry, and its other fields. A line has the colour of its rule unless it has its own."""
    if more["mark"] == "line":
        rule = (more.get("clue") or more["name"]).split()[0]
        more.setdefault("color", COLORS.get(entries()[rule].usual.get("color", ""), "") if rule in entries() else "")
    return [[_template(words, each, may) for each in says], more]


def _template(words: Lexicon, text: str, may: str) -> list[Any]:
    """The fields of a template as it is written: ``[word]`` is optional, and ``{n}`` matches a number."""
    text = plain_words(text)
    optional = words.words(" ".join((*re.findall(r"\[([^]]*)\]", text), may)))
    needed = words.words(re.sub(r"\[[^]]*\]|\{n\}", " ", text))
    return [sorted({*needed}), sorted({*optional, *_ALWAYS}), text.count("{n}")]


if __name__ == "__main__":  # make tables
    write(BUILT)
