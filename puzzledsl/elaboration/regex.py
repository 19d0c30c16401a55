"""Regular expressions over values: position automata, stepped as sets of positions.

A value is one character: ``0``–``9``, then ``A`` for 10, ``B`` for 11 …. There are literals, ``.``, classes
``[1-3A]`` and ``[^5]``, alternation ``|``, grouping ``(…)``, and ``* + ? {n} {n,} {,m} {n,m}``.

The automaton is that of Glushkov (The abstract theory of automata, 1961): a state is the set of positions of the
expression that the last character may have matched, so stepping costs no backtracking.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzledsl.elaboration.fault import Fault
from puzzledsl.reading.characters import shown as shorten

MOST_POSITIONS = 5_000


@dataclass(frozen=True)
class Letters:
    """The characters that a position matches: those listed, or all but those."""

    values: frozenset[int]
    inverted: bool

    def matches(self, value: int) -> bool:
        """Whether the character of a value fits."""
        return (value in self.values) != self.inverted


@dataclass(frozen=True)
class Fragment:
    """A part of an expression: whether it matches nothing, its first and last positions."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


class Expression:
    """A compiled expression. States are tuples of positions, sorted; `start` is before the first character."""

    start: tuple[int, ...] = (-1,)

    def __init__(self, letters: list[Letters], follow: list[set[int]], whole: Fragment) -> None:
        self._letters = letters
        self._follow = follow
        self._whole = whole

    def step(self, state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        """The positions after one more character, ``None`` when nothing matches it."""
        reached: set[int] = set()
        for position in state:
            reached |= self._whole.first if position < 0 else self._follow[position]
        kept = tuple(sorted(p for p in reached if self._letters[p].matches(value)))
        return kept or None

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Whether the expression may end here."""
        return any(p in self._whole.last if p >= 0 else self._whole.empty for p in state)


def compile_pattern(pattern: str) -> Expression:
    """Compiles a regular expression.

    Raises:
        Fault: it is none, naming the character that is wrong.
    """
    return _Parser(pattern).parse()


class _Parser:
    """Recursive descent over alternation, sequence, repetition and atom."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.position = 0
        self.depth = 0
        self.letters: list[Letters] = []
        self.follow: list[set[int]] = []

    def parse(self) -> Expression:
        whole = self.alternation()
        if self.position < len(self.pattern):
            raise self.wrong("`)` closes nothing" if self.peek() == ")" else f"`{self.peek()}` has no place here")
        return Expression(self.letters, self.follow, whole)

    def peek(self) -> str:
        return self.pattern[self.position] if self.position < len(self.pattern) else ""

    def wrong(self, message: str, *helps: str) -> Fault:
        return Fault(
            f"in the regular expression, at character {self.position + 1}: {message}",
            helps=(*helps, "it may contain values, `.`, `[1-3]`, `[^5]`, `|`, `(…)`, `*`, `+`, `?`, `{2,4}`"),
            code="regex",
            argument=1,
        )

    def alternation(self) -> Fragment:
        found = self.sequence()
        while self.peek() == "|":
            self.position += 1
            other = self.sequence()
            found = Fragment(found.empty or other.empty, found.first | other.first, found.last | other.last)
        return found

    def sequence(self) -> Fragment:
        found = Fragment(True, frozenset(), frozenset())
        while self.peek() not in ("", "|", ")"):
            found = self.join(found, self.repetition())
        return found

    def join(self, a: Fragment, b: Fragment) -> Fragment:
        for position in a.last:
            self.follow[position] |= b.first
        return Fragment(
            a.empty and b.empty, a.first | b.first if a.empty else a.first, a.last | b.last if b.empty else b.last
        )

    def repetition(self) -> Fragment:
        begin = self.position
        found = self.atom()
        while True:
            character = self.peek()
            if character == "*":
                found = self.loop(found, empty=True)
            elif character == "+":
                found = self.loop(found, empty=found.empty)
            elif character == "?":
                found = Fragment(True, found.first, found.last)
            elif character == "{":
                found = self.counted(begin, found)
                continue
            else:
                return found
            self.position += 1

    def loop(self, a: Fragment, empty: bool) -> Fragment:
        for position in a.last:
            self.follow[position] |= a.first
        return Fragment(empty, a.first, a.last)

    def counted(self, begin: int, once: Fragment) -> Fragment:
        """``{n,m}``: the part is read again for every further copy."""
        end = self.pattern.find("}", self.position)
        text = self.pattern[self.position + 1 : end] if end >= 0 else ""
        low_text, comma, high_text = text.partition(",")
        sound = end >= 0 and all(t.isdigit() or not t for t in (low_text, high_text))
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
        after, part_end = end + 1, self.position
        copies = max(low if high is None else high, 1)
        parts = [once, *(self.copy(begin, part_end) for _ in range(copies - 1))]
        if high is None:
            parts[-1] = self.loop(parts[-1], parts[-1].empty)
        found = Fragment(True, frozenset(), frozenset())
        if high != 0:
            for k, part in enumerate(parts):
                found = self.join(found, part if k < low else Fragment(True, part.first, part.last))
        self.position = after
        return found

    def copy(self, begin: int, end: int) -> Fragment:
        whole, self.pattern = self.pattern, self.pattern[:end]
        self.position = begin
        try:
            return self.repetition()
        finally:
            self.pattern = whole

    def atom(self) -> Fragment:
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
            return self.place(Letters(frozenset(), inverted=True))
        if character in "*+?{":
            if self.pattern[self.position - 1 : self.position + 1] == "(?":
                raise self.wrong("a group is plain `(…)`, with nothing after the `(`")
            raise self.wrong(f"there is nothing before `{character}` to repeat")
        return self.place(Letters(frozenset({self.letter()}), inverted=False))

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
            return ("a range of values stands in brackets: `[1-3]`",)
        return ()

    def letter_class(self) -> Letters:
        begin = self.position
        self.position += 1
        inverted = self.peek() == "^"
        self.position += inverted
        values: set[int] = set()
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
            values.update(range(low, high + 1))
        self.position += 1
        return Letters(frozenset(values), inverted)

    def place(self, letters: Letters) -> Fragment:
        if len(self.letters) >= MOST_POSITIONS:
            raise self.wrong(f"it has more than {MOST_POSITIONS:,} positions")
        self.letters.append(letters)
        self.follow.append(set())
        here = frozenset({len(self.letters) - 1})
        return Fragment(False, here, here)
