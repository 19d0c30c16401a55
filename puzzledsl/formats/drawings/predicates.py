"""What sentences say of two digits, of the digits of a line, of one cell: predicates, as conditions in the language.

Predicates are composed of amounts, kinds of digits and words for them ("differ by", "sum to", "contain", "are adjacent
to"), with "not", "and" and "or". A predicate is read as a whole or not at all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from puzzledsl.formats.drawings.amounts import AMOUNT, KIND, amount, kind, some

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Reader = Callable[[str], str | None]

MOST_PARTS = 5
"""How many times a predicate may say "and" or "or": all ways to cut it there are tried."""
MUST = r"(?:must|should|will|always|have to|has to|need to|needs to|do|does)"
NOT = re.compile(
    rf"(?:(?:{MUST}|may|can|are|is) ?(?:not|never)|cannot|can't|don't|doesn't|mustn't|never) (?:ever )?(?=\w)"
)
_STRAIGHT = r"orthogonal(?:ly)?|horizontal(?:ly)? (?:or|and) vertical(?:ly)?"
_DIRECTIONS = rf"(?:{_STRAIGHT}|diagonal(?:ly)?)(?:,? (?:or|and|nor) (?:orthogonally|diagonally))?"
_AFTER = rf"(?:,? (?:{_DIRECTIONS}|(?:not )?even diagonally|including diagonally))"
_NEXT = r"(?:adjacent|next|touch(?:es)?|neighbors?|shares? an? (?:edge|side))(?: (?:to|with))?"
_RATIO = r"an? digit with which it (?:is|has) (?:in )?an? [1-9]:[1-9] ratio"
_ENDS = {
    "row": "at(row_of({x}), 1), at(row_of({x}), width())",
    "column": "at(1, column_of({x})), at(height(), column_of({x}))",
}
_PLACES = {
    "row": "{x} == row_of({x})",
    "column": "{x} == column_of({x})",
    "box": "any({x} == k and has_cell(box(k), {x}) for k in 1..len(boxes))",
}
_ON_LINES = (
    "any(y == {x} for y in cells where not same_cell(y, {x}) and (row_of(y) == row_of({x}) or column_of(y) == "
    "column_of({x}) or abs(row_of(y) - row_of({x})) == abs(column_of(y) - column_of({x}))))"
)


def composed_of(atoms: Reader, denied: Reader | None = None, auxiliary: str = rf"(?:{MUST}|are|is)") -> Reader:
    """A reader of what `atoms` reads, with "not", "and" and "or" around it, if it does not have too many parts.

    Args:
        denied: what reads a text after "not", if that is not `atoms`.
        auxiliary: the verbs that add nothing to the one behind them.
    """

    def read(text: str) -> str | None:
        if negated := NOT.match(text):
            rest = text[negated.end() :]
            inner = (denied or atoms)(rest)
            if inner is None and read_joined(rest, " and "):
                return None  # how far the "not" reaches is not said
            inner = inner or read_plain(rest)
            return negation(inner) if inner else None
        return read_plain(re.sub(rf"^(?:{auxiliary}(?: always| all| both| each| also)? (?=\w))+", "", text))

    def read_plain(text: str) -> str | None:
        if found := atoms(text):
            return found
        joined = [one for joint in (" and ", " or ") if (one := read_joined(text, joint))]
        return joined[0] if len(joined) == 1 else None  # with both, which of them binds is not said

    def read_joined(text: str, joint: str) -> str | None:
        for cut in re.finditer(rf",?{joint}(?:also )?", text):
            first, second = read_plain(text[: cut.start()]), read(text[cut.end() :])
            if first and second:
                return f"({first}){joint}({second})"
        return None

    return lambda text: read(text) if is_short(text) else None


def is_short(text: str) -> bool:
    """Whether a text has so few parts that all ways to cut it may be tried."""
    return len(re.findall(r"\b(?:and|or)\b", text)) <= MOST_PARTS


def negation(condition: str) -> str:
    """The opposite of a condition."""
    single = not re.search(r" (?:and|or) |->", condition)
    return condition.removeprefix("not ") if single and condition.startswith("not ") else f"not ({condition})"


def all_of(conditions: Sequence[str]) -> str:
    """The condition that all conditions hold."""
    return " and ".join(f"({one})" if " or " in one and len(conditions) > 1 else one for one in conditions)


def stands_alone(condition: str) -> bool:
    """Whether a condition speaks of no ``line``, and of nothing that is written in a corner."""
    return not re.search(r"\bline\b|\{inequality\}", condition)


# ── two digits, and lines ─────────────────────────────────────────────────────────────────────────


def _ratio(text: str, a: str, b: str) -> str:
    less, more = sorted(map(int, re.findall(r"[1-9]", text)))
    left, right = (f"{less} * " if less > 1 else ""), f"{more} * "
    return f"{left}{a} == {right}{b} or {left}{b} == {right}{a}"


def pair(text: str) -> str | None:
    """A predicate of two digits, or two sums, ``a`` and ``b``: ``differ by at least 5``, ``be in a 1:2 ratio``."""
    for pattern, value in (
        (r"(?:differ|vary) by (.+)", "abs(a - b)"),
        (r"(?:have|has|be|with) (?:a )?difference(?:s)? of (.+)", "abs(a - b)"),
        (r"be (.+) apart", "abs(a - b)"),
        (r"(?:sum|add|add up|total)(?: up)? to (.+)", "a + b"),
        (r"(?:have|has) (?:a )?(?:sum|total) of (.+)", "a + b"),
        (r"(?:(?:have|has) (?:a )?product of|multiply to) (.+)", "a * b"),
    ):
        if match := re.fullmatch(pattern, text):
            return amount(match[1], value)
    if re.fullmatch(r"(?:be |are |is |have )?(?:in )?an? [1-9]:[1-9] ratio", text):
        return _ratio(text, "a", "b")
    if match := re.fullmatch(r"(?:match )?in (\w+ \([\d, -]+\)) (?:vs|versus|or|/) (\w+ \([\d, -]+\))", text):
        first, second = kind(match[1], "a"), kind(match[1], "b")
        return f"({first}) == ({second})" if first and second else None
    if re.fullmatch(r"(?:be )?consecutive", text):
        return "abs(a - b) == 1"
    if match := re.fullmatch(r"(?:have|be of) (?:the )?(same|different|opposite) parity", text):
        return f"(a + b) mod 2 == {int(match[1] != 'same')}"
    return "a == b" if re.fullmatch(r"be (?:equal|the same|identical)", text) else None


def listed(text: str) -> str | None:
    """A predicate of the digits of a ``line``."""
    for pattern, value in (
        (r"(?:sum|add|add up|total)(?: up)? to (.+)", "sum(line)"),
        (r"(?:have|has) (?:a )?(?:sum|total) (?:of|that is) (.+)", "sum(line)"),
        (r"(?:(?:have|has) (?:a )?product of|multiply to) (.+)", "product(line)"),
    ):
        if match := re.fullmatch(pattern, text):
            return amount(match[1], value)
    if match := re.fullmatch(r"(?:may )?contains? (?:no|none of the) (?:digits? )?(?:that (?:is|are) )?(.+)", text):
        inner = kind(match[1], "a")
        return f"all(not ({inner}) for a in line)" if inner else None
    if match := re.fullmatch(r"(?:may )?(?:only contain|contain only|contains only|consist only of) (.+)", text):
        inner = kind(match[1], "a")
        return f"all({inner} for a in line)" if inner else None
    if match := re.fullmatch(r"contains? (?:an?|1) (.+) and (?:an?|1) (.+)", text):
        (a, b), (other_a, other_b) = ([kind(part, x) for x in "ab"] for part in match.groups())
        if all(re.fullmatch(r"\d", part) for part in match.groups()) and match[1] != match[2]:
            return f"any({a} for a in line) and any({other_b} for b in line)"
        return f"any(({a}) and ({other_b}) or ({other_a}) and ({b}) for a, b in pairs(line))" if a and other_a else None
    return "alldifferent(line)" if text == "be different" else None


def not_listed(text: str) -> str | None:
    """A predicate of the digits of a ``line`` behind "not": ``repeat`` means something there only."""
    return "not alldifferent(line)" if text == "repeat" else listed(text)


# ── one cell ──────────────────────────────────────────────────────────────────────────────────────


class Classes(Protocol):
    """What names classes of cells."""

    @property
    def phrase(self) -> str:
        """A pattern of all phrases that name a class, without groups."""

    def holds(self, phrase: str, x: str) -> str | None:
        """That a cell ``x`` belongs to a class, as a condition."""


class _Kinds:
    """Digits of a kind: the classes that need no definition."""

    phrase = KIND
    holds = staticmethod(kind)


def of_cell(text: str, x: str, classes: Classes | None = None, own: str = "", within: str = "") -> str | None:
    """A predicate of one cell ``x``: ``contain an odd digit``, ``match their row number``, ``be adjacent to a 5``.

    Args:
        own: the class of the cell itself, to which cells next to it may not belong if no other one is named.
        within: what holds of the cells ``y`` next to it that are meant.
    """
    known = classes or _Kinds()

    def atom(said: str, *, denied: bool = False) -> str | None:
        return _beside(said, x, known, own, within, denied) or (None if within else _alone(said, x, known))

    found = composed_of(atom, lambda said: atom(said, denied=True), MUST)(text)
    return found if found and stands_alone(found) else None


def _alone(text: str, x: str, classes: Classes) -> str | None:
    """What a predicate says of a cell alone, or of all cells around it."""
    if match := re.fullmatch(
        r"(?:(?:contains?|have|has|holds?) a digit (?:that|which) )?(?:match(?:es)?|equals?|(?:is|are) equal to) "
        r"(?:(?:the|its|their) )?(?:own )?((?:row|column|box)(?:(?:,? or |, )(?:row|column|box))*) numbers?",
        text,
    ):
        return " or ".join(_PLACES[place].format(x=x) for place in re.findall(r"row|column|box", match[1]))
    if match := re.fullmatch(
        r"(?:(?:is|are|be|contains? a digit (?:that|which) is) )?(?:strictly )?"
        r"(larger|greater|higher|bigger|smaller|less|lower) "
        r"than (?:those in |the digits? in )?(?:(?:all|each|every|any)(?: of)? )?(?:its |their |the )?"
        r"(orthogonally (?:adjacent|neighboring)|orthogonal|(?:8 )?surrounding)(?: (?:cells|digits|neighbors))?",
        text,
    ):
        sign = "<" if match[1] in ("smaller", "less", "lower") else ">"
        around = "touching" if match[2].endswith("surrounding") else "neighbors"
        return f"all({x} {sign} other for other in {around}({x}))"
    if match := re.fullmatch(
        r"(?:have (?:a value|values) |be )?(?:strictly )?between the (?:digits|values) (?:on|at) "
        r"(?:both|the|either|the 2) ends of (?:the|its|their|that) (row|column)",
        text,
    ):
        ends = _ENDS[match[1]].format(x=x)
        return f"min({ends}) < {x} and {x} < max({ends})"
    if re.fullmatch(
        r"repeat (?:along|in) (?:the |any of the )?4 orthogonal and 4 diagonal directions(?: from .+)?", text
    ):
        return _ON_LINES.format(x=x)
    if match := re.fullmatch(rf"contains? no ({classes.phrase})", text):
        held = classes.holds(match[1], x)
        return f"not ({held})" if held else None
    if match := re.fullmatch(r"(?:is|are|be|contains?|have|has) (?:(?:only|a digit (?:that|which) is) )?(.+)", text):
        if named := re.fullmatch(rf"(?:an? |the )?({classes.phrase})", match[1]):
            return classes.holds(named[1], x)
        own_kind = kind(match[1], x) if isinstance(classes, _Kinds) else None
        return own_kind or (None if text.startswith("ha") else amount(match[1], x))
    return None


def _beside(text: str, x: str, classes: Classes, own: str, within: str, denied: bool) -> str | None:
    """What cells there are next to a cell; if it is denied, what there is none of."""
    of = rf"(?P<of>(?:{classes.phrase}|an? consecutive digit|{_RATIO}).*?)"
    what = rf"(?: (?:each other|1 another)| (?:(?P<many>{AMOUNT}|any) )?(?:the )?(?:other |another )?{of})"
    match = re.fullmatch(
        rf"(?:be |is |are )?(?P<before>(?:{_DIRECTIONS} )?){_NEXT}{what}?(?P<after>{_AFTER}?)", text
    ) or re.fullmatch(
        rf"(?:have|has) (?P<many>{AMOUNT}) (?P<before>(?:{_DIRECTIONS} )?)(?:adjacent |connected |neighboring )?"
        rf"(?:(?:cells|digits|neighbors) (?:that|which) (?:are|is) )?(?P<of>{classes.phrase})(?P<after>)",
        text,
    )
    if match is None or not (own or match["of"]):
        return None
    directions, many = f"{match['before']} {match['after']}", match["many"] or "a"
    diagonal = "diagonal" in directions
    straight = re.search(rf"{_STRAIGHT}|even|includ", directions) is not None
    straight = straight or (denied and not diagonal and re.search(r"\badjacent|\bshare", text) is not None)
    if not (diagonal or straight) or many.isdigit() or (denied and many not in ("a", "an", "any")):
        return None  # "2" may be exactly so many, or at least
    parts = re.split(r",? (?:nor|or) (?=an? )", match["of"] or own) if denied else [match["of"] or ""]
    said = [_next_to(part, x, classes) for part in parts]
    if not all(said):
        return None
    apart = "" if straight else f"row_of(y) != row_of({x}) and column_of(y) != column_of({x})"
    where = " and ".join(filter(None, (apart, within)))
    around = f"{'touching' if diagonal else 'neighbors'}({x}){f' where {where}' if where else ''}"
    held = said[0] if len(said) == 1 else " or ".join(f"({one})" for one in said)
    return some("a" if many == "any" else many, f"{held} for y in {around}")


def _next_to(text: str, x: str, classes: Classes) -> str | None:
    """What is said of a cell ``y`` next to a cell ``x``: its class, or how the two digits differ."""
    if re.fullmatch(classes.phrase, text):
        return classes.holds(text, "y")
    if re.fullmatch(r"an? consecutive digit", text):
        return f"abs({x} - y) == 1"
    return _ratio(text, x, "y") if re.fullmatch(_RATIO, text) else None
