"""Sentences that are taken apart: a subject says of which cells, and a predicate says what holds of them.

Predicates are composed of amounts ("at least 5", "2 or 7", "a multiple of 3"), kinds of digits ("odd", "low (1234)"),
and words for them ("differ by", "sum to", "contain"), with "not", "and" and "or". A sentence is read as a whole or not
at all: one word that fits nowhere, and it states nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import named
from puzzledsl.formats.drawings.statements import LONGEST_SENTENCE, Rule, Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.formats.drawings.statements import Sentence

_KINDS = re.compile(
    r"whispers?|german|dutch|renbans?|nabner|entropic|modular|parity|zipper|region|sum|between|lockout|palindromes?"
    r"|thermometers?|arrows?|index"
)
"""Names of lines with a meaning of their own, which a predicate does not say again."""
_QUANTIFIERS = re.compile(
    r"no|none|not|some|one|two|three|other|only|exactly|least|most|half|which|that|where|when|if|either|both|of|on|and"
    r"|or|but|in|with"
)
_MOST_PARTS = 5
"""How many times a sentence may say "and" or "or": all ways to cut it there are tried."""
_AN = r"(?:(?:an?|the|each|every|all|any|given) ){0,2}"
_NOUN = r"(?P<noun>(?:[a-z'-]+ ){0,4}?)"
_LINES = rf"{_AN}{_NOUN}lines?"
_DIGITS = r"(?:digits|cells|numbers|values)"
_PRIMES = "{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43}"
_SQUARES = "{1, 4, 9, 16, 25, 36, 49, 64, 81}"


def composed(sentence: Sentence, taken: dict[str, str]) -> list[Statement]:
    """What a sentence states about lines, marked cells, cages, capsules or the grid, as a condition.

    Args:
        taken: the names of rules so far, each with its condition; new ones are added.
    """
    plain = re.sub(r"^(?:additionally|also|in addition|furthermore|moreover),? ", "", sentence.plain)
    plain = re.sub(r"\bone\b", "1", plain)
    if len(plain) > LONGEST_SENTENCE or not _is_short(plain) or sentence.has_exception:
        return []
    for about, subject, predicate, form in _SUBJECTS:
        match = re.match(subject, plain)
        if match is None or not _free(match.groupdict().get("noun") or "", about):
            continue
        condition = predicate(plain[match.end() :].strip(" ,"))
        if condition is None or (about not in _OF_LISTS and not stands_alone(condition)):
            continue
        if "{inequality}" in condition and about != "cages":
            continue
        name = _name(match.groupdict().get("noun") or "", sentence.heading, about)
        block = form.format(*match.groups(), condition=condition) if form else condition
        number = 2
        stem = name
        while taken.setdefault(name, block) != block:
            name, number = f"{stem}_{number}", number + 1
        colors = named(plain[: match.end()]) or named(sentence.heading)
        rule = Rule(name, "line" if about == "line pair" else about, re.compile(subject))
        return [Statement(rule, sentence, colors, condition=block)]
    return []


def _is_short(text: str) -> bool:
    return len(re.findall(r"\b(?:and|or)\b", text)) <= _MOST_PARTS


_OF_LISTS = ("line", "line pair", "capsule", "cages")
"""Subjects whose conditions may name the ``line``."""


def stands_alone(condition: str) -> bool:
    """Whether a condition speaks of no ``line``, and of nothing that is written in a corner."""
    return not re.search(r"\bline\b|\{inequality\}", condition)


def _free(noun: str, about: str) -> bool:
    """Whether the setter's own name of a thing says nothing more of it; a weak palindrome is no palindrome."""
    words = re.sub(r"\bweak [a-z]+", "", noun).replace("'", " ").split()
    lines = about.startswith("line")
    return not any(_QUANTIFIERS.fullmatch(word) or (lines and _KINDS.fullmatch(word)) for word in words)


def _name(noun: str, heading: str, about: str) -> str:
    """A name for the rule in the model: what the setter calls the lines, in the sentence or before it."""
    if not about.startswith("line"):
        return "_".join([*about.split(), "rule"])
    if not noun.strip() and re.fullmatch(r"(?:[a-z'-]+ ){1,3}lines?", heading):
        noun = re.sub(r" lines?$", "", heading)
    words = [word for word in re.findall(r"[a-z]+", noun) if word not in COLORS and len(word) > 1]
    return "_".join([*words[:3], "line"]) if words else "neighbors_line" if about == "line pair" else "whole_line"


# ── amounts and kinds of digits ───────────────────────────────────────────────────────────────────


def amount(text: str, x: str) -> str | None:
    """``at least 5`` as a condition on a number ``x``."""
    for pattern, condition in _AMOUNTS:
        if match := re.fullmatch(pattern, text):
            return condition.format(*match.groups(), x=x)
    if re.fullmatch(r"(?:either )?\d+(?:(?:, | or |, or )\d+)+", text):
        return f"{x} in {{{', '.join(re.findall(r'[0-9]+', text))}}}"
    return None


_AMOUNTS = (
    (r"(?:exactly )?(\d+)", "{x} == {0}"),
    (r"(?:at least|no less than|a minimum of) (\d+)", "{x} >= {0}"),
    (r"(\d+) or (?:more|greater|higher|larger)", "{x} >= {0}"),
    (r"(?:at most|no more than|not more than|a maximum of|up to) (\d+)", "{x} <= {0}"),
    (r"(\d+) or (?:less|fewer|lower|smaller)", "{x} <= {0}"),
    (r"(?:more|greater|larger|higher) than (\d+)", "{x} > {0}"),
    (r"(?:less|fewer|smaller|lower) than (\d+)", "{x} < {0}"),
    (r"(?:an? )?(?:integer )?multiple of ([1-9]\d*)", "{x} mod {0} == 0"),
    (r"(?:an? )?(?:integer )?multiple of its (?:own )?length", "{x} mod len(line) == 0"),
    (r"an? odd (?:number|total|sum)|odd", "{x} mod 2 == 1"),
    (r"an? even (?:number|total|sum)|even", "{x} mod 2 == 0"),
    (r"a prime(?: number)?", f"{{x}} in {{{_PRIMES}}}"),
    (r"a (?:perfect )?square(?: number)?", f"{{x}} in {{{_SQUARES}}}"),
    (r"its (?:own )?length", "{x} == len(line)"),
    (
        r"an? (?:total|number|sum) that satisfies the inequality in the (?:top[- ]left )?corner(?: of the cage)?",
        "{x} {{inequality}}",
    ),
)
"""Amounts: the words, and the condition."""


def kind(text: str, x: str) -> str | None:
    """``an odd digit``, ``low (1234)``, ``a multiple of its length`` as a condition on a digit ``x``."""
    text = re.sub(r"^(?:an? |the )", "", text.strip())
    if match := re.fullmatch(r"(.*) other than (\d)", text):
        inner = kind(match[1], x)
        return f"({inner}) and {x} != {match[2]}" if inner else None
    if match := re.fullmatch(r"(?:[a-z]+ )?(?:digits? )?(?:from )?(?:the set )?[(\[{]([\d ,/-]+)[)\]}]", text):
        digits = _digits(match[1])
        return f"{x} in {{{', '.join(map(str, digits))}}}" if digits else None
    for pattern, condition in _DIGIT_KINDS:
        if re.fullmatch(pattern, text):
            return condition.format(x=x)
    return None


_DIGIT_KINDS = (
    (r"odd(?: digits?)?", "{x} mod 2 == 1"),
    (r"even(?: digits?)?", "{x} mod 2 == 0"),
    (r"primes?(?: (?:digits?|numbers?))?", "{x} in {{2, 3, 5, 7, 11, 13}}"),
    (r"(?:perfect )?squares?(?: (?:digits?|numbers?))?", "{x} in {{1, 4, 9}}"),
    (r"multiple (?:or|and) (?:factor|divisor) of its length", "{x} mod len(line) == 0 or len(line) mod {x} == 0"),
    (r"(?:factor|divisor) (?:or|and) multiple of its length", "{x} mod len(line) == 0 or len(line) mod {x} == 0"),
    (r"multiple of its length", "{x} mod len(line) == 0"),
    (r"(?:factor|divisor) of its length", "len(line) mod {x} == 0"),
)


def _digits(text: str) -> list[int]:
    """``12345``, ``1-3``, ``1-2-3``, ``1, 4, 7``, ``1/3/5`` as digits; none where a number may have several."""
    parts = re.split(r"[ ,/]+", text.strip())
    found: list[int] = []
    for part in parts:
        if run := re.fullmatch(r"(\d)-(\d)", part):
            found += range(int(run[1]), int(run[2]) + 1)
        elif re.fullmatch(r"\d(?:-\d)*", part) or (len(parts) == 1 and part.isdigit()):
            found += map(int, part.replace("-", ""))
        else:
            return []
    return list(dict.fromkeys(found))


# ── predicates ────────────────────────────────────────────────────────────────────────────────────

_MUST = (
    r"(?:(?:must|should|will|always|have to|has to|need to|needs to|do|does|are|is)"
    r"(?: always| all| both| each| also)? )"
)
_NOT = re.compile(
    r"(?:(?:must|may|can|do|does|should|will|are|is) ?(?:not|never)|cannot|can't|don't|doesn't|mustn't|never) (?=\w)"
)


def _predicate(atoms: Callable[[str], str | None]) -> Callable[[str], str | None]:
    """A reader of predicates: ``not``, ``and`` and ``or`` around what ``atoms`` reads."""

    def read(text: str) -> str | None:
        if negated := _NOT.match(text):
            rest = text[negated.end() :]
            if not atoms(rest) and read_joined(rest, " and "):
                return None  # how far the "not" reaches is not said
            inner = read_plain(rest)
            return _negation(inner) if inner else None
        return read_plain(re.sub(rf"^{_MUST}(?=\w)", "", text))

    def read_plain(text: str) -> str | None:
        found = atoms(text)
        if found:
            return found
        joined = [one for joint in (" and ", " or ") if (one := read_joined(text, joint))]
        return joined[0] if len(joined) == 1 else None  # with both, which of them binds is not said

    def read_joined(text: str, joint: str) -> str | None:
        for cut in re.finditer(rf",?{joint}(?:also )?", text):
            first, second = read_plain(text[: cut.start()]), read(text[cut.end() :])
            if first and second:
                return f"({first}){joint}({second})"
        return None

    return read


def _negation(condition: str) -> str:
    single = not re.search(r" (?:and|or) |->", condition)
    return condition.removeprefix("not ") if single and condition.startswith("not ") else f"not ({condition})"


def _pair(text: str) -> str | None:
    """A predicate of two digits ``a`` and ``b``."""
    for pattern, value in (
        (r"(?:differ|vary) by (.+)", "abs(a - b)"),
        (r"(?:have|has|be|with) (?:a )?difference(?:s)? of (.+)", "abs(a - b)"),
        (r"be (.+) apart", "abs(a - b)"),
        (r"(?:sum|add|add up|total)(?: up)? to (.+)", "a + b"),
        (r"(?:have|has) (?:a )?(?:sum|total) of (.+)", "a + b"),
        (r"(?:have|has) (?:a )?product of (.+)", "a * b"),
        (r"multiply to (.+)", "a * b"),
    ):
        if match := re.fullmatch(pattern, text):
            return amount(match[1], value)
    if match := re.fullmatch(r"(?:be |are |is |have )?(?:in )?an? ([1-9]):([1-9]) ratio", text):
        less, more = sorted(map(int, match.groups()))
        left, right = (f"{less} * " if less > 1 else ""), f"{more} * "
        return f"{left}a == {right}b or {left}b == {right}a"
    if match := re.fullmatch(r"match in (\w+ \([\d, -]+\)) (?:vs|versus|or|/) (\w+ \([\d, -]+\))", text):
        first, second = kind(match[1], "a"), kind(match[1], "b")
        if first is None or second is None:
            return None
        return f"({first}) == ({second})"
    if match := re.fullmatch(r"in (\w+ \([\d, -]+\)) (?:vs|versus|or|/) (\w+ \([\d, -]+\))", text):
        return _pair(f"match {text}")
    return {
        "be consecutive": "abs(a - b) == 1",
        "consecutive": "abs(a - b) == 1",
        "have the same parity": "(a + b) mod 2 == 0",
        "be of the same parity": "(a + b) mod 2 == 0",
        "have different parity": "(a + b) mod 2 == 1",
        "have opposite parity": "(a + b) mod 2 == 1",
        "be equal": "a == b",
        "be the same": "a == b",
        "be identical": "a == b",
    }.get(text)


def _list(text: str) -> str | None:
    """A predicate of the digits of a ``line``."""
    for pattern, value in (
        (r"(?:sum|add|add up|total)(?: up)? to (.+)", "sum(line)"),
        (r"(?:have|has) (?:a )?(?:sum|total) (?:of|that is) (.+)", "sum(line)"),
        (r"(?:have|has) (?:a )?product of (.+)", "product(line)"),
        (r"multiply to (.+)", "product(line)"),
    ):
        if match := re.fullmatch(pattern, text):
            return amount(match[1], value)
    if match := re.fullmatch(r"(?:may )?contains? (?:no|none of the) (?:digits? )?(?:that (?:is|are) )?(.+)", text):
        inner = kind(match[1], "a")
        return f"all(not ({inner}) for a in line)" if inner else None
    if match := re.fullmatch(r"(?:may )?(?:only contain|contain only|contains only|consist only of) (.+)", text):
        inner = kind(match[1], "a")
        return f"all({inner} for a in line)" if inner else None
    if match := re.fullmatch(r"contains? (?:exactly )?(?:an?|1) (.+) and (?:an?|1) (.+)", text):
        kinds = [kind(part, "a") for part in match.groups()]
        first, second = kinds
        if first is None or second is None:
            return None
        return f"any(({first}) and ({_of(second, 'b')}) or ({second}) and ({_of(first, 'b')}) for a, b in pairs(line))"
    return {"repeat": "not alldifferent(line)", "be different": "alldifferent(line)"}.get(text)


def _of(condition: str, x: str) -> str:
    """A condition on ``a`` as one on another name."""
    return re.sub(r"\ba\b", x, condition)


def _capsule(text: str) -> str | None:
    """A predicate of the two cells of a capsule."""
    return _predicate(_list)(text)


def _cell(text: str) -> str | None:
    """A predicate of one digit ``cell``."""
    if match := re.fullmatch(
        r"(?:have a value |have values |be )?(?:strictly )?between the (?:digits|values) (?:on|at) "
        r"(?:both|the|either|the 2) ends of (?:the|its|their|that) (row|column)",
        text,
    ):
        ends = (
            "at(row_of(cell), 1), at(row_of(cell), width())"
            if match[1] == "row"
            else "at(1, column_of(cell)), at(height(), column_of(cell))"
        )
        return f"min({ends}) < cell and cell < max({ends})"
    if re.fullmatch(
        r"repeat (?:along|in) (?:the |any of the )?4 orthogonal and 4 diagonal directions(?: from .+)?", text
    ):
        return (
            "any(x == cell for x in cells where not same_cell(x, cell) and (row_of(x) == row_of(cell) or "
            "column_of(x) == column_of(cell) or abs(row_of(x) - row_of(cell)) == abs(column_of(x) - "
            "column_of(cell))))"
        )
    if match := re.fullmatch(r"be (.+)", text):
        return kind(match[1], "cell") or amount(match[1], "cell")
    return None


def _neighbors(text: str) -> str | None:
    """``exactly 3 orthogonally connected cells that are even``: what a cell ``c`` has around it."""
    match = re.fullmatch(
        r"(.+?) (orthogonally|diagonally|)(?: or diagonally)? ?(?:connected|adjacent|neighboring|touching) "
        r"(?:cells|digits|neighbors) (?:that|which) (?:are|is) (.+)",
        text,
    )
    if match is None or match[2] == "diagonally":
        return None
    around = "touching" if " or diagonally" in text or not match[2] else "neighbors"
    inner = kind(match[3], "x")
    return amount(match[1], f"count({inner} for x in {around}(c))") if inner and around == "neighbors" else None


def _may_not_touch(text: str) -> str | None:
    """``touch a consecutive digit, nor a digit with which it is in a 1:2 ratio``: what two neighbours are not."""
    relations = {
        r"an? consecutive digit": "abs(a - b) == 1",
        r"an? digit with which it (?:is|has) (?:in )?an? (\d):(\d) ratio": "",
        r"an? (odd|even|prime) digit": "",
    }
    found: list[str] = []
    for part in re.split(r",? (?:nor|or) (?=an? )", text):
        for pattern, condition in relations.items():
            if match := re.fullmatch(pattern, part):
                said = condition or (_pair(f"a {match[1]}:{match[2]} ratio") if ":" in part else kind(match[1], "b"))
                found.append(said or "")
    parts = len(re.split(r",? (?:nor|or) (?=an? )", text))
    return " or ".join(f"({one})" for one in found) if len(found) == parts and all(found) else None


_SUBJECTS: tuple[tuple[str, str, Callable[[str], str | None], str], ...] = (
    (
        "line pair",
        rf"(?:orthogonally |diagonally )?(?:adjacent|neighboring|successive) (?:pairs of )?{_DIGITS} (?:on|along|in) "
        rf"{_LINES} ",
        _predicate(_pair),
        "for a, b in pairs(line):\n        {condition}",
    ),
    (
        "line",
        rf"(?:on|along) {_LINES},? at least 1 pair of adjacent {_DIGITS} ",
        _predicate(_pair),
        "any({condition} for a, b in pairs(line))",
    ),
    (
        "line",
        rf"(?:equivalent(?:ly)? distant|equidistant) {_DIGITS} (?:on|along|in) {_LINES} ",
        _predicate(_pair),
        "for k in 1..len(line) div 2:\n        let a = line[k]\n        let b = line[len(line) + 1 - k]\n        "
        "{condition}",
    ),
    (
        "line",
        rf"{_DIGITS} (?:that are )?(?:equidistant|(?:an )?equal distances?|the same distance) from the "
        rf"(?:center|middle) "
        rf"(?:of|on|along) {_LINES} ",
        _predicate(_pair),
        "for k in 1..len(line) div 2:\n        let a = line[k]\n        let b = line[len(line) + 1 - k]\n        "
        "{condition}",
    ),
    ("line", rf"(?:the )?{_DIGITS} (?:on|along|in) {_LINES} ", _predicate(_list), ""),
    ("line", rf"{_LINES} (?=may contain no|must|contains?\b|cannot|sums?\b)", _predicate(_list), ""),
    ("capsule", r"(?:each|every|all|the) (?:capsule|pill)s? ", _capsule, ""),
    ("cages", r"(?:the )?digits in (?:an?|the|each|every|any) cages? ", _predicate(_list), ""),
    (
        "special mark",
        r"(?:the |an? )?digits? (?:in|on) (?:(?:an?|the|each|every|all) )?(?:[a-z-]+ "
        r"){0,3}?(?:circles?|cells?|squares?) ",
        _predicate(_cell),
        "",
    ),
    (
        "grid",
        r"(?:every|each) (?:cell with (?:an? |the )?(?:digit )?|digit )?(\d) (?:has|must have) ",
        _neighbors,
        "for c in cells:\n    c == {0} -> {condition}",
    ),
    (
        "grid",
        r"(?:the digit |digit )?(\d)s? (?:may|must|can) ?not (?:be )?(?:orthogonally )(?:touch|neighbor|adjacent "
        r"to) ",
        _may_not_touch,
        "for a in cells, b in neighbors(a):\n    a == {0} -> not ({condition})",
    ),
    (
        "squares",
        r"the sum of (?:the )?digits in (?:any|each|every) 2x2 (?:region|area|square|block)s? "
        r"(not containing|without) an? circle ",
        _predicate(lambda text: amount(text.removeprefix("be "), "sum(block)")),
        "",
    ),
)
"""What a subject is about, its words, the reader of its predicate, and the form of the condition."""


def is_pairwise(statement: Statement) -> bool:
    """Whether a rule is about neighbours on a line only."""
    return statement.condition.startswith("for a, b in pairs(line):")


def of_two(text: str) -> str | None:
    """A predicate of two digits, or two sums, ``a`` and ``b``: ``differ by at least 5``, ``are in a 1:2 ratio``."""
    return composed_of(_pair)(text)


def composed_of(atoms: Callable[[str], str | None]) -> Callable[[str], str | None]:
    """A reader of what `atoms` reads, with "not", "and" and "or" around it, if it does not have too many parts."""
    read = _predicate(atoms)
    return lambda text: read(text) if _is_short(text) else None
