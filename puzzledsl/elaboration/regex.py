"""Regular expressions over values: position automata, stepped as sets of positions.

A value is one character: ``0``–``9``, then ``A`` for 10, ``B`` for 11 …. There are literals, ``.``, classes
``[1-3A]`` and ``[^5]``, alternation ``|``, grouping ``(…)``, and ``* + ? {n} {n,} {,m} {n,m}``.

The expression becomes a net of reads and forks, as large as the expression with its repetitions written out (Thompson,
Regular expression search algorithm, CACM 1968). A state is the set of reads that the last character may have been
(Glushkov, The abstract theory of automata, 1961). What follows a state is found in the net when it is asked for: sets
of followers of each read would take the square of their number. All work counts as steps.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.limits import A_STATE, Budget
from puzzledsl.reading.characters import shown as shorten

MOST_POSITIONS = 5_000

_LAST = 35
"""The value of ``Z``."""

_ANY = (1 << _LAST + 2) - 1
"""All values, as a mask; the last bit stands for those that have no character."""

_TIMES: dict[str, tuple[int, int | None] | None] = {"*": (0, None), "+": (1, None), "?": (0, 1), "{": None}
"""How often something may occur, by what stands behind it."""


class Expression:
    """A compiled expression. A state is a mask of positions.

    A place in the net is the number of a fork, or a position as a negative number; 0 is the end.

    Attributes:
        start: the state before the first character, as if it had been read at position 0.
    """

    start = 1

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
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
        self._budget.allocate(A_STATE)
        self._letters.append(letters)
        self._after.append(following)
        return -self.positions

    def fork(self, places: list[int]) -> int:
        """A new place: any of these."""
        self._budget.allocate(A_STATE)
        self._budget.step(len(places))
        self._forks.append(places)
        return len(self._forks) - 1

    def step(self, state: int, value: int) -> int | None:
        """The positions after one more character, ``None`` when nothing matches it."""
        value = value if 0 <= value <= _LAST else _LAST + 1
        reading = self._reading.get(value)
        if reading is None:
            self._budget.step(len(self._letters) // 8)
            reading = sum(1 << place for place, letters in enumerate(self._letters) if letters >> value & 1)
            self._reading[value] = reading
        self._budget.allocate(len(self._letters) // 8)
        return self._following(state) & reading or None

    def accepts(self, state: int) -> bool:
        """Whether the expression may end here."""
        return bool(self._following(state) & 1)

    def _following(self, state: int) -> int:
        """The positions that may be read after a state, and 0 if the expression may end."""
        if self._latest[0] != state:
            waiting = [self._after[p] for p, digit in enumerate(f"{state:b}"[::-1]) if digit == "1"]
            seen = set(waiting)
            found, work = 0, len(self._letters) // 4
            while waiting:
                place = waiting.pop()
                if place <= 0:
                    found |= 1 << -place
                    continue
                work += len(self._forks[place])
                for following in self._forks[place]:
                    if following not in seen:
                        seen.add(following)
                        waiting.append(following)
            self._budget.step(work // 8)
            self._latest = state, found
        return self._latest[1]


Part = Callable[[int], int]
"""A part of an expression: writes itself before a place of the net, and gives the place where it begins."""


def compile_pattern(pattern: str, budget: Budget) -> Expression:
    """Compiles a regular expression.

    Raises:
        Fault: it is none, naming the character that is wrong; or it exceeds a bound.
    """
    budget.allocate(A_STATE * len(pattern))
    return _Parser(pattern, budget).parse()


class _Parser:
    """Recursive descent over alternation, sequence, repetition and atom."""

    def __init__(self, pattern: str, budget: Budget) -> None:
        self.pattern = pattern
        self.budget = budget
        self.position = 0
        self.depth = 0
        self.net = Expression(budget)

    def parse(self) -> Expression:
        whole = self.alternation()
        if self.position < len(self.pattern):
            raise self.wrong("`)` closes nothing" if self.peek() == ")" else f"`{self.peek()}` has no place here")
        self.net.begin(whole(0))
        return self.net

    def peek(self) -> str:
        return self.pattern[self.position] if self.position < len(self.pattern) else ""

    def wrong(self, message: str, *helps: str) -> Fault:
        return Fault(
            f"in the regular expression, at character {self.position + 1}: {message}",
            helps=(*helps, "it may contain values, `.`, `[1-3]`, `[^5]`, `|`, `(…)`, `*`, `+`, `?`, `{2,4}`"),
            code="regex",
            argument=1,
        )

    def alternation(self) -> Part:
        parts = [self.sequence()]
        while self.peek() == "|":
            self.position += 1
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else lambda place: self.net.fork([part(place) for part in parts])

    def sequence(self) -> Part:
        parts: list[Part] = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repetition())

        def write(place: int) -> int:
            self.budget.step(len(parts))
            for part in reversed(parts):
                place = part(place)
            return place

        return parts[0] if len(parts) == 1 else write

    def repetition(self) -> Part:
        found = self.atom()
        while (character := self.peek()) in _TIMES:
            found = self.repeated(found, *(_TIMES[character] or self.counts()))
            self.position += 1
        return found

    def repeated(self, part: Part, low: int, high: int | None) -> Part:
        def write(end: int) -> int:
            self.budget.step(max(low, high or 1))
            place = end
            if high is None:
                ways = [end]
                loop = self.net.fork(ways)
                ways.append(part(loop))
                place = ways[1] if low else loop
            for _ in range((high or 0) - low):
                place = self.net.fork([part(place), end])  # not on to the next: so there are few places after a state
            for _ in range(low - (high is None)):
                place = part(place)
            return place

        return write

    def counts(self) -> tuple[int, int | None]:
        """The numbers of ``{n,m}``, up to its last character."""
        end = self.pattern.find("}", self.position)
        text = self.pattern[self.position + 1 : end] if end >= 0 else ""
        low_text, comma, high_text = text.partition(",")
        sound = end >= 0 and all(t.isdecimal() or not t for t in (low_text, high_text))
        if sound and max(len(low_text), len(high_text)) > len(str(MOST_POSITIONS)):
            raise self.wrong(
                f"`{{{shorten(text)}}}` repeats more than {MOST_POSITIONS:,} times",
                f"`{{{int(low_text[:4] or 0)},}}` repeats without a limit",
            )
        if not sound or not (low_text or (comma and high_text)):
            raise self.wrong("a repetition is written `{2}`, `{2,}`, `{,4}` or `{2,4}`")
        low = int(low_text or 0)
        high = (int(high_text) if high_text else None) if comma else low
        if high is not None and high < low:
            raise self.wrong(f"{{{text}}} counts from more to fewer")
        self.position = end
        return low, high

    def atom(self) -> Part:
        character = self.peek()
        if character == "(":
            self.depth += 1
            if self.depth > 100:
                raise self.wrong("too many groups inside each other")
            begin = self.position
            self.position += 1
            found = self.alternation()
            if self.peek() != ")":
                self.position = begin
                raise self.wrong("a `(` is never closed")
            self.position += 1
            self.depth -= 1
            return found
        if character == "[":
            return self.place(self.letter_class())
        if character == ".":
            self.position += 1
            return self.place(_ANY)
        if character in "*+?{":
            if self.pattern[self.position - 1 : self.position + 1] == "(?":
                raise self.wrong("a group is plain `(…)`, with nothing after the `(`")
            raise self.wrong(f"there is nothing before `{character}` to repeat")
        return self.place(1 << self.letter())

    def letter(self) -> int:
        character = self.peek()
        if character.isascii() and character.isdigit():
            value = int(character)
        elif "A" <= character <= "Z":
            value = ord(character) - ord("A") + 10
        elif not character:
            raise self.wrong("it ends too early")
        else:
            raise self.wrong(f"`{character}` is not a value", *self.meant(character))
        self.position += 1
        return value

    def meant(self, character: str) -> tuple[str, ...]:
        """What is right for something that regular expressions know elsewhere."""
        if character in "^$":
            return (f"leave the `{character}` out: the pattern has to match the whole line anyway",)
        if character.isspace():
            return ("leave the blank out: each character is a value",)
        if "a" <= character <= "z":
            return (f"values from 10 on are capital letters: `{character.upper()}`",)
        if character == "\\":
            return ("a set of values is written `[0-9]`, any value `.`",)
        if character in "-,":
            return ("a range of values belongs in brackets: `[1-3]`",)
        return ()

    def letter_class(self) -> int:
        begin = self.position
        self.position += 1
        inverted = self.peek() == "^"
        self.position += inverted
        values = 0
        while self.peek() != "]":
            if not self.peek():
                self.position = begin
                raise self.wrong("a `[` is never closed")
            first = self.position
            low = self.letter()
            high = low
            if self.peek() == "-":
                self.position += 1
                high = self.letter()
                if high < low:
                    written = self.pattern[first : self.position]
                    self.position = first
                    raise self.wrong(f"the range `{written}` runs from more to less")
            values |= (1 << high + 1) - (1 << low)
        self.position += 1
        return _ANY & ~values if inverted else values

    def place(self, letters: int) -> Part:
        position = self.position

        def write(following: int) -> int:
            if self.net.positions >= MOST_POSITIONS:
                self.position = position
                raise self.wrong(f"it has more than {MOST_POSITIONS:,} positions")
            return self.net.read(letters, following)

        return write
