"""What is packed in arguments: tables of pairs, which are written, too, automata, patterns, sets of cells."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from puzzledsl.formats.bounds import from_base64
from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.sites.iss.grammar import SITE
from puzzledsl.records import record

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
MOST_STATES = 4096
MOST_MOVES = 40_000


@record
class Automaton:
    """A finite automaton; states and symbols count from 1; symbol 1 is the lowest value.

    Attributes:
        moves: (state, symbol, next state).
    """

    states: int
    start: tuple[int, ...]
    accept: tuple[int, ...]
    moves: tuple[tuple[int, int, int], ...]


def bits_of(code: str) -> Iterator[int]:
    """The bits of six-bit digits, the lowest of each first.

    Raises:
        ValueError: a character is no digit.
    """
    for digit in code:
        value = ALPHABET.index(digit)
        yield from (value >> k & 1 for k in range(6))


def pairs_of(key: str, values: Sequence[int]) -> set[tuple[int, int]]:
    """The pairs of values that a key allows: a truth table row by row, cut where only zeros follow."""
    grid = ((a, b) for a in values for b in values)
    return {pair for pair, allowed in zip(grid, bits_of(key), strict=False) if allowed}


def pattern_of(code: str) -> str:
    """The regular expression behind its base 64.

    Raises:
        PuzzleError: it is none that a model can say.
    """
    text = from_base64(code, SITE).decode("latin-1")
    pattern = re.sub(r"\s", "", text).upper()
    if not re.fullmatch(r"[0-9A-Z.\[\]()|*+?{},^-]*", pattern):
        raise ValueError
    return pattern


def automaton_of(code: str) -> Automaton:
    """The automaton behind its code.

    A header of bits, the highest first: 2 for the form, which is 1, 4 for the bits of a state less 1, 4 for the symbols
    less 1, then the numbers of starting states and of further accepting ones, a bit for each starting state that
    accepts. Then each state: a mask of the symbols of its moves, and the next state for each.

    Raises:
        ClueError: it is of the older form.
        PuzzleError: it is damaged.
    """
    bits = _Bits(from_base64(code, SITE))
    if bits.take(2) != 1:
        raise ClueError("a state machine in the form that the site no longer writes")
    width, symbols = bits.take(4) + 1, bits.take(4) + 1
    starts, accepts = bits.take(width), bits.take(width)
    start_accepts = [bits.take(1) for _ in range(starts)]
    moves: list[tuple[int, int, int]] = []
    state = 0
    while bits.have(symbols) and len(moves) <= MOST_MOVES:
        state += 1
        mask = bits.take(symbols)  # the lowest bit is the first symbol
        moves += [(state, k + 1, bits.take(width) + 1) for k in range(symbols) if mask >> k & 1]
    states = max([starts + accepts, *(max(before, after) for before, _, after in moves)], default=1)
    if starts < 1 or not states <= state <= MOST_STATES or len(moves) > MOST_MOVES:  # or a state is missing
        raise ValueError
    accept = [k + 1 for k, yes in enumerate(start_accepts) if yes]
    accept += range(starts + 1, starts + accepts + 1)
    return Automaton(states, tuple(range(1, starts + 1)), tuple(accept), tuple(moves))


class _Bits:
    """Bits of bytes, read from the highest of each."""

    def __init__(self, content: bytes) -> None:
        self._text = "".join(f"{byte:08b}" for byte in content)
        self._at = 0

    def have(self, count: int) -> bool:
        """Whether so many are left."""
        return self._at + count <= len(self._text)

    def take(self, count: int) -> int:
        """The number in the next bits.

        Raises:
            ValueError: there are not so many.
        """
        if not self.have(count):
            raise ValueError
        self._at += count
        return int(self._text[self._at - count : self._at] or "0", 2)


def pair_code(table: Container[tuple[int, int]], values: Sequence[int]) -> str:
    """The code of a relation of two values: six bits a character, the pairs in order, lowest bit first."""
    bits = [(a, b) in table for a in values for b in values]
    sixes = (bits[k : k + 6] for k in range(0, len(bits), 6))
    return "".join(ALPHABET[sum(1 << j for j, bit in enumerate(six) if bit)] for six in sixes).rstrip("A")
