"""The rules' text of a puzzle against its clues: sentences that the clues do not explain are named.

A sentence is explained if each of its words is a usual one or belongs to a kind of clue that the puzzle has. The text
also tells where clues do not mean what they usually do; such clues are not to be trusted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.class_sentences import claims_in
from puzzledsl.formats.drawings.colors import fit, named
from puzzledsl.formats.drawings.harmless import is_harmless
from puzzledsl.formats.drawings.line_kinds import line_kinds
from puzzledsl.formats.drawings.piece_words import about_pieces, in_terms_of_pieces
from puzzledsl.formats.drawings.recognition import known_rules
from puzzledsl.formats.drawings.statements import (
    DENIED,
    LONGEST_PROSE,
    LONGEST_SENTENCE,
    PLACE,
    of_known_name,
    plain_words,
    stated,
)
from puzzledsl.formats.sites.f_puzzles.vocabulary import CHANGING, KINDS, NUMBERS, PHRASES, USUAL

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from puzzledsl.formats.drawings.statements import Sentence

_WORD = re.compile(r"[a-zäöüßé]+")
_RANGE = re.compile(
    r"(?i)\b(?:digits|numbers|sudoku (?:with|using))\s+(?:from\s+|between\s+)?"
    r"(\d{1,2})\s*(?:-|–|—|to|through|and)\s*(\d{1,2})\b"
)

_LIMITS = re.compile(r"\bonly (?:holds?|appl(?:y|ies))\b|\b(?:holds?|appl(?:y|ies)) only\b")
"""How a sentence limits the others to a place."""
_EXPECTED = {
    "sandwichsum": r"sandwich|between the (?:1|lowest|smallest|crust)|\b1 (?:and|or) (?:the )?\d|between",
    "littlekillersum": r"diagonal|little|arrow",
    "xsum": r"x[- ]?sum|first",
    "skyscraper": r"skyscraper|building|visible|\bsee|height",
}
"""What the rules' text says of clues outside the grid. If it says nothing of it, they mean something else."""

_CHANGED = re.compile(
    r"""(?ix)
    \bwro(?:ng|gn)\b | \bliars?\b | \blying\b | \bfalse\b | \bincorrect\b | \b(?:is|are)\s+a\s+lie\b
    | \bpivots?\b | \brotated?s?\b | \bdoublers?\b | \bdoubled\b | \bhalved\b | \bnegators?\b | \bmultipliers?\b
    | \bcounts?\s+(?:as|for)\s+(?:double|twice|half|negative|minus) | \bnegative\s+(?:value|number|digit)s?
    | \bschr(?:ö|oe|o)dinger | \bmodifiers?\b | \bvampires?\b | \b(?:hot|cold)\s+cells?\b | \bcipher\b | \bencrypted\b
    | \bmultiply\b | \bcarry\s+(?:the\s+)?givens?\b
    | \bmove\s+(?:along\s+)?with\b | \bcan\s+be\s+moved\b | \beclipsed\b | \bmust\s+not\s+(?:sum|increase|differ)\b
    """
)
_TYPED = {
    "anti_knight": {"antiknight"},
    "anti_king": {"antiking"},
    "nonconsecutive": {"nonconsecutive", "difference"},
    "disjoint_groups": {"disjointgroups"},
    "diagonal": {"diagonal+", "diagonal-", "littlekillersum"},
    "all_dots": {"difference", "ratio"},
    "all_xv": {"xv"},
    "extra_region": {"extraregion"},
    "colored_clone": {"clone"},
}
"""Rules that prose may state in usual words, and the typed clues that make them known."""
_ANY_DRAWN = {"line", "circle", "rectangle", "text", "cage"}
"""The keys of what is only drawn."""
_TYPED_ABOUT = {
    "thermo": {"thermometer", "slowthermometer"},
    "arrow": {"arrow"},
    "letter": {"arrow"},
    "cell arrow": {"arrow", "littlekillersum"},
    "outside": {"sandwichsum", "xsum", "skyscraper", "littlekillersum"},
}
"""The typed clues that statements may be about."""
_EXACT = ("anti_knight", "anti_king", "nonconsecutive", "disjoint_groups", "diagonal", "all_dots", "all_xv")
"""Those of them whose patterns have all that a sentence may say."""
_DRAWN = {
    "line": {
        *("betweenline", "doublearrow", "entropicline", "lockout", "modularline", "nabner", "palindrome"),
        *("regionsumline", "renban", "thermometer", "slowthermometer", "whispers", "zipperline"),
    },
    "cage": {"killercage"},
}
"""What is only drawn, and the typed clues that sentences about it may mean instead."""
_LINES = {
    "whisper": "whispers",
    "renban": "renban",
    "region_sum": "regionsumline",
    "palindrome": "palindrome",
    "nabner": "nabner",
    "entropic": "entropicline",
    "modular": "modularline",
    "zipper": "zipperline",
    "between": "betweenline",
    "double_arrow": "doublearrow",
    "lockout": "lockout",
    "thermo": "thermometer",
}
"""The keys of typed lines by the rules that prose may state of them."""
_REPEATS = re.compile(
    r"(?i)\b(?:can|may|might|could|allowed to|permitted to)\s+(?!not\b)(?:be\s+)?(?:\w+\s+){0,2}?repeat"
    r"|\b(?:repeats?|repetitions?|repeating|repeated digits)\b[^,]*\b(?:is|are)\s+(?:allowed|permitted|possible)"
    r"|\bnot\s+necessarily\s+(?:all\s+)?(?:different|distinct|unique)"
)
_SAME_SUM = re.compile(r"(?i)\b(?:sum|add|total)s?\b.*\bthe same\b|\bsame (?:sum|total)")
_FORBIDS = re.compile(r"(?i)\b(?:can ?not|can['’]?t|may not|must not) use\b")
"""What clues cannot say, in words that are all usual."""
_SCALED = re.compile(r"digits in box (\d) have either a doubled or halved value")
_VALUES = re.compile(r"values sum to the (?:digit|number) in the top left corner of each cage")
_WRONG = re.compile(r"(?:all clues are standard,? and )?all clues are wrong")
_WRONG_MEANS = re.compile(r"a clue is \"?wrong\"? if it is not 100% correct")
_OF_GRID = re.compile(
    r"\b\d+(?:x\d+)+\b|\b[01] ?(?:-|to|through|and) ?(?:the )?\d+\b|\b\d ?[:/-] ?\d\b|^\s*\d\W*[a-z]?[.)]"
    r"|\bsuch as [\d ,or]+|\bfor (?:example|instance)\b[^)]*"
)
"""What numbers say of grids, of the digits in them, and of ratios."""
_LEGEND = re.compile(r"\w = .*\d")
"""What a letter stands for."""
_SHADES = re.compile(r"(?i)\byin\b|\bshade\b|\bcolou?r (?:the|all|every|some|in)\b")
"""The solver shades cells, so that colours in other sentences may be those."""
_OF_SHADES = re.compile(r"(?i)\bcolou?rs?\b|\b(?:un)?shaded\b")
_NO_BOXES = re.compile(
    r"(?i)sudoku rules (?:do|does) ?(?:not|n['’]t)|\bno (?:3x3 )?boxes\b|\bchaos\b|\bdeconstruction\b|\blatin square"
)


def says_more(sentence: Sentence, kinds: Collection[str], numbers: Collection[str]) -> bool:
    """Whether a sentence in usual words has other numbers than the clues of these kinds, or is limited to a place.

    Args:
        numbers: those that the grid and the values of clues make known.
    """
    usual = {"2", *numbers, *(number for kind in kinds for number in NUMBERS.get(kind, "").split())}
    limits = PLACE.search(" ".join((sentence.heading, *sentence.parentheses)))
    said = re.findall(r"\d+", _OF_GRID.sub(" ", plain_words(sentence.text)))
    return bool(limits or not usual.issuperset(said) or _changes(sentence, kinds)) and not is_harmless(sentence)


def changes_typed(sentence: Sentence, kinds: set[str]) -> bool:
    """Whether a sentence that states a rule of prose means typed clues, for nothing is drawn that it could mean."""
    if kinds & _ANY_DRAWN or not _changes(sentence, kinds):
        return False
    about = {one.rule.about for one in stated(sentence, known_rules())}
    return any(_TYPED_ABOUT.get(name, set()) & set(kinds) for name in about)


def _changes(sentence: Sentence, kinds: Collection[str]) -> bool:
    """Whether a sentence in usual words says with one of them what no usual rule of these kinds says."""
    rest = sentence.plain
    for kind in ("", "houses", *kinds):
        noun, phrases = PHRASES.get(kind, ("", ""))
        if phrases and re.search(noun, sentence.whole):
            rest = re.sub(rf"(?<!\w)(?:{phrases})(?!\w)", ";", rest)
    if not re.search(CHANGING, rest):
        return False
    typed = {name for name, keys in _TYPED.items() if keys & set(kinds)} & set(_EXACT)
    return not stated(sentence, [one for one in known_rules() if one.name in typed])


def unexplained(prose: Sequence[Sentence], kinds: Collection[str], drawn: Collection[str] = ()) -> list[Sentence]:
    """The sentences that speak of something else than the clues of these kinds.

    Args:
        drawn: the colours of lines that are only drawn.
    """
    known = set(USUAL.split())
    for kind in kinds:
        known.update(KINDS.get(kind, "").split())
    about = {"whole", "frame", "group", "chaos", "rectangles", "legend"} | {
        drawn
        for drawn, typed in _DRAWN.items()
        if (drawn in kinds and not typed & set(kinds)) or f"numbered {drawn}" in kinds
    }
    rules = [rule for rule in known_rules() if rule.about in about and not _TYPED.get(rule.name, set()) & set(kinds)]
    shades = any(_SHADES.search(sentence.text) for sentence in prose)
    prose = in_terms_of_pieces(prose)
    claims = claims_in(prose)
    equal_cages = "killercage" in kinds and not {"regionsumline", "regionsum", "zipperline"} & set(kinds)
    return [
        sentence
        for sentence in prose
        if not sentence.is_read
        or len(sentence.text) > LONGEST_SENTENCE
        or (equal_cages and _SAME_SUM.search(sentence.text))
        or stated(sentence, rules)
        or about_pieces(sentence, prose)
        or claims.concerns(sentence)
        or _FORBIDS.search(sentence.text)
        or _LIMITS.search(sentence.plain)
        or _LEGEND.fullmatch(sentence.text)
        or DENIED.search(sentence.plain)
        or (not _is_typed(sentence, kinds) and _names_one(sentence, drawn))
        or (shades and _OF_SHADES.search(sentence.text))
        or not all(word in known or word.removesuffix("s") in known for word in words(sentence.text))
    ]


def _names_one(sentence: Sentence, drawn: Collection[str]) -> bool:
    """Whether a sentence names the colour of a line that is only drawn."""
    return any(fit(name, color) >= 0.7 for name in named(sentence.plain) for color in drawn)


def _is_typed(sentence: Sentence, kinds: Collection[str]) -> bool:
    """Whether a sentence is about typed lines, in the colours in which the site draws them."""
    about = [one for one in stated(sentence, known_rules()) if one.rule.name in _LINES]
    usual = {kind.name: kind.usual for kind in line_kinds().values() if kind.usual}
    return bool(about) and all(
        _LINES[one.rule.name] in kinds and set(one.colors) <= set(usual.get(one.rule.name, one.colors)) for one in about
    )


def all_marked(prose: Sequence[Sentence]) -> frozenset[str]:
    """Of which marks the text says that all are given: ``white`` and ``black`` dots, ``x``, ``v``."""
    rules = [rule for rule in known_rules() if rule.name in ("all_dots", "all_xv")]
    found: set[str] = set()
    for sentence in prose:
        for one in stated(sentence, rules):
            if one.rule.name == "all_dots":
                found |= {"white", "black"} & set(one.colors) or {"white", "black"}
            else:
                found |= {letter for letter in "xv" if re.search(rf"\b{letter}'?s?\b|\bxvs?\b", sentence.plain)}
    return frozenset(found)


def scaled_box(prose: Sequence[Sentence]) -> tuple[int | None, list[Sentence]]:
    """The box in which values in cages are twice or half the digits, if there is one, and the other sentences."""
    found = [match for one in prose if (match := _SCALED.fullmatch(one.plain))]
    rest = [one for one in prose if not _SCALED.fullmatch(one.plain) and not _VALUES.fullmatch(one.plain)]
    return (int(found[0][1]), rest) if len(found) == 1 and len(prose) - len(rest) == 2 else (None, list(prose))


def all_wrong(prose: Sequence[Sentence]) -> list[Sentence] | None:
    """The other sentences, if some say that all clues are wrong, and what that means; otherwise nothing."""
    said = [one for one in prose if _WRONG.fullmatch(one.plain)]
    means = [one for one in prose if _WRONG_MEANS.fullmatch(one.plain)]
    return [one for one in prose if one not in said and one not in means] if said and means else None


def whisper_gap(prose: Sequence[Sentence]) -> int | None:
    """By how much neighbours on a green line differ, if the text says it and says only one number."""
    rules = [rule for rule in known_rules() if rule.name == "whisper"]
    found = [one for sentence in prose for one in stated(sentence, rules)]
    green = [one for one in found if "green" in one.colors]
    gaps = {one.value for one in green or found}
    return gaps.pop() if len(gaps) == 1 else None


def words(sentence: str) -> list[str]:
    """The words of a sentence in small letters, without apostrophes; no single letters."""
    found = _WORD.findall(re.sub(r"['’](?:s\b)?", "", of_known_name(sentence.lower())))
    return [word for word in found if len(word) > 1]


def changes(prose: Sequence[Sentence]) -> str:
    """The first sentence which says that clues, or digits, do not mean what they usually do; or empty."""
    prose = in_terms_of_pieces(prose)
    return next(
        (one.text for one in prose if _CHANGED.search(one.text) and not about_pieces(one, prose)),
        "",
    )


def has_usual_boxes(rules: str) -> bool:
    """Whether the text says nothing against boxes."""
    return not _NO_BOXES.search(rules)


def cages_may_repeat(rules: str) -> bool:
    """Whether the text allows the digits of cages to repeat, against the site's own meaning."""
    return any(
        _REPEATS.search(sentence)
        for sentence in re.split(r"[.;!?\n]", rules[:LONGEST_PROSE])
        if len(sentence) <= LONGEST_SENTENCE and "cage" in sentence.lower()
    )


def is_unspoken(rules: str, kind: str) -> bool:
    """Whether the text describes the puzzle, but not this kind of clues outside the grid as usual."""
    return bool(rules.strip()) and kind in _EXPECTED and not re.search(_EXPECTED[kind], rules, re.IGNORECASE)


def digits(rules: str) -> tuple[int, int] | None:
    """The lowest and the highest digit that are to be placed, if the text names them."""
    found = _RANGE.search(rules)
    return (int(found[1]), int(found[2])) if found and int(found[1]) < int(found[2]) else None
