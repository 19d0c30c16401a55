"""Regular expressions over values: position automata, stepped as sets of positions.

A value is one character: ``0``–``9``, then ``A`` for 10, ``B`` for 11 …. There are literals, ``.``, classes
``[1-3A]`` and ``[^5]``, alternation ``|``, grouping ``(…)``, and ``* + ? {n} {n,} {,m} {n,m}``.

The expression becomes a net of reads and forks, as large as the expression with its repetitions written out (Thompson,
Regular expression search algorithm, CACM 1968). A state is the set of reads that the last character may have been
(Glushkov, The abstract theory of automata, 1961). What follows a state is found in the net when it is asked for: sets
of followers of each read would take the square of their number. All work counts as steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce

from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.limits import A_STATE, Budget
from puzzledsl.listing import shorten

MOST_POSITIONS = 5_000

_LAST = 35
"""The value of ``Z``."""

_ANY = (1 << _LAST + 2) - 1
"""All values, as a mask; the last bit stands for those that have no character."""

_TIMES: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
"""How often something may occur, by what stands behind it."""

_TOKEN = re.compile(r"\{[^}]*\}|\[[^]]*\]|[\s\S]")

_HINTS = {
    r"[\^$]": "leave the `{0}` out: the pattern has to match the whole line anyway",
    r"\s": "leave the blank out: each character is a value",
    "[a-z]": "values from 10 on are capital letters: `{1}`",
    r"\\": "a set of values is written `[0-9]`, any value `.`",
    "[-,]": "a range of values belongs in brackets: `[1-3]`",
}
"""What is right for something that regular expressions know elsewhere."""


class Expression:
    """A compiled expression. A state is a mask of positions.

    A place in the net is the number of a fork, or a position as a negative number; 0 is the end.

    Attributes:
        budget: counts its places, and its work.
        start: the state before the first character, as if it had been read at position 0.
    """

    start = 1

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._letters = [0]
        self._after = [0]
        self._forks: list[list[int]] = [[]]
        self._reading: dict[int, int] = {}
        self._latest = (0, 0)

    @property
    def positions(self) -> int:
        """How many characters it names."""
        return len(self._letters) - 1

    def begin(self, place: int) -> None:
        """It begins at a place."""
        self._after[0] = place

    def read(self, letters: int, following: int) -> int:
        """A new place: one of these characters (a mask of their values), then what follows."""
        self.budget.allocate(A_STATE)
        self._letters.append(letters)
        self._after.append(following)
        return -self.positions

    def fork(self, places: list[int]) -> int:
        """A new place: any of these."""
        self.budget.allocate(A_STATE)
        self.budget.step(len(places))
        self._forks.append(places)
        return len(self._forks) - 1

    def step(self, state: int, value: int) -> int | None:
        """The positions after one more character, ``None`` when nothing matches it."""
        value = value if 0 <= value <= _LAST else _LAST + 1
        if value not in self._reading:
            self.budget.step(len(self._letters) // 8)
            self._reading[value] = sum(1 << k for k, letters in enumerate(self._letters) if letters >> value & 1)
        self.budget.allocate(len(self._letters) // 8)
        return self._following(state) & self._reading[value] or None

    def accepts(self, state: int) -> bool:
        """Whether the expression may end here."""
        return bool(self._following(state) & 1)

    def _following(self, state: int) -> int:
        """The positions that may be read after a state, and 0 if the expression may end."""
        if self._latest[0] != state:
            waiting = [self._after[p] for p, digit in enumerate(f"{state:b}"[::-1]) if digit == "1"]
            places = dict.fromkeys(waiting)
            work = len(self._letters) // 4
            while waiting:
                place = waiting.pop()
                following = self._forks[place] if place > 0 else ()
                work += len(following)
                waiting += [there for there in dict.fromkeys(following) if there not in places]
                places |= dict.fromkeys(following)
            self.budget.step(work // 8)
            self._latest = state, sum(1 << -place for place in places if place <= 0)
        return self._latest[1]


Part = Callable[[int], int]
"""A part of an expression: writes itself before a place of the net, and gives the place where it begins."""


def compile_pattern(pattern: str, budget: Budget) -> Expression:
    """Compiles a regular expression.

    Raises:
        Fault: it is none, naming the character that is wrong; or it exceeds a bound.
    """
    budget.allocate(A_STATE * len(pattern))
    net = Expression(budget)
    # For each group that is open, where it begins, and its alternatives so far.
    groups: list[tuple[int, list[list[Part]]]] = [(0, [[]])]
    for found in _TOKEN.finditer(pattern):
        token, position = found[0], found.start()
        parts = groups[-1][1][-1]
        if token == "(":
            if len(groups) > 100:
                raise _wrong(position, "too many groups inside each other")
            groups.append((position, [[]]))
        elif token == "|":
            groups[-1][1].append([])
        elif token == ")":
            if len(groups) == 1:
                raise _wrong(position, "`)` closes nothing")
            _, alternatives = groups.pop()
            groups[-1][1][-1].append(_any_of(net, alternatives))
        elif token in _TIMES or token[0] == "{":
            if not parts and pattern[:position].endswith("("):
                raise _wrong(position, "a group is plain `(…)`, with nothing after the `(`")
            if not parts:
                raise _wrong(position, f"there is nothing before `{token[0]}` to repeat")
            parts[-1] = _repeated(net, parts[-1], *(_TIMES.get(token) or _counts(token, position)))
        else:
            parts.append(_place(net, _values(token, position), found.end()))
    begin, alternatives = groups[-1]
    if len(groups) > 1:
        raise _wrong(begin, "a `(` is never closed")
    net.begin(_any_of(net, alternatives)(0))
    return net


def _wrong(position: int, message: str, *helps: str) -> Fault:
    return Fault(
        f"in the regular expression, at character {position + 1}: {message}",
        helps=(*helps, "it may contain values, `.`, `[1-3]`, `[^5]`, `|`, `(…)`, `*`, `+`, `?`, `{2,4}`"),
        code="regex",
        argument=1,
    )


def _any_of(net: Expression, alternatives: list[list[Part]]) -> Part:
    """One of several sequences."""

    def sequence(parts: list[Part], place: int) -> int:
        net.budget.step(len(parts))
        return reduce(lambda following, part: part(following), reversed(parts), place)

    def write(place: int) -> int:
        begins = [sequence(parts, place) for parts in alternatives]
        return begins[0] if len(begins) == 1 else net.fork(begins)

    return write


def _repeated(net: Expression, part: Part, low: int, high: int | None) -> Part:
    def write(end: int) -> int:
        net.budget.step(max(low, high or 1))
        place = end
        if high is None:
            ways = [end]
            loop = net.fork(ways)
            ways.append(part(loop))
            place = ways[1] if low else loop
        for _ in range((high or 0) - low):
            place = net.fork([part(place), end])  # not on to the next: so there are few places after a state
        for _ in range(low - (high is None)):
            place = part(place)
        return place

    return write


def _counts(token: str, position: int) -> tuple[int, int | None]:
    """The numbers of ``{n,m}``."""
    found = re.fullmatch(r"\{([0-9]*)(,?)([0-9]*)\}", token)
    if found is None or not (found[1] or found[3]):
        raise _wrong(position, "a repetition is written `{2}`, `{2,}`, `{,4}` or `{2,4}`")
    if max(len(found[1]), len(found[3])) > len(str(MOST_POSITIONS)):
        message = f"`{shorten(token)}` repeats more than {MOST_POSITIONS:,} times"
        raise _wrong(position, message, f"`{{{int(found[1][:4] or 0)},}}` repeats without a limit")
    low = int(found[1] or 0)
    high = int(found[3]) if found[3] else None if found[2] else low
    if high is not None and high < low:
        raise _wrong(position, f"{token} counts from more to fewer")
    return low, high


def _values(token: str, position: int) -> int:
    """The values that a character or a class stands for, as a mask."""
    if token == "[":
        raise _wrong(position, "a `[` is never closed")
    if token[0] != "[":
        return _ANY if token == "." else 1 << _value(token, position)
    values, is_inverted = 0, token[1] == "^"
    for found in re.compile(r"([\s\S])(?:-([\s\S]?))?").finditer(token, 1 + is_inverted, len(token) - 1):
        place = position + found.start()
        low = _value(found[1], place)
        high = low if found[2] is None else _value(found[2] or "]", position + found.end() - 1)
        if high < low:
            raise _wrong(place, f"the range `{found[0]}` runs from more to less")
        values |= (1 << high + 1) - (1 << low)
    return _ANY & ~values if is_inverted else values


def _value(character: str, position: int) -> int:
    if re.fullmatch("[0-9A-Z]", character):
        return int(character, 36)
    hints = [text.format(character, character.upper()) for form, text in _HINTS.items() if re.match(form, character)]
    raise _wrong(position, f"`{character}` is not a value", *hints)


def _place(net: Expression, letters: int, position: int) -> Part:
    def write(following: int) -> int:
        if net.positions >= MOST_POSITIONS:
            raise _wrong(position, f"it has more than {MOST_POSITIONS:,} positions")
        return net.read(letters, following)

    return write
