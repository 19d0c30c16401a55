"""What is packed in arguments: tables of pairs, automata, patterns, sets of cells. Two of them are written, too."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from puzzledsl.formats.board import Unsayable
from puzzledsl.formats.bounds import from_base64, unreadable
from puzzledsl.formats.sites.iss.grammar import SITE
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from puzzledsl import expressions

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
MOST_STATES = 4096
MOST_MOVES = 40_000


@record(slots=True)
class Automaton:
    """A finite automaton; states and symbols count from 1.

    Attributes:
        symbols: how many there are; symbol 1 is the lowest value of the grid.
        moves: (state, symbol, next state).
    """

    states: int
    symbols: int
    start: tuple[int, ...]
    accept: tuple[int, ...]
    moves: tuple[tuple[int, int, int], ...]


def bits_of(code: str) -> Iterator[bool]:
    """The bits of six-bit digits, the lowest of each first.

    Raises:
        PuzzleError: a character is no digit.
    """
    for digit in code:
        value = ALPHABET.find(digit)
        if value < 0:
            raise unreadable(SITE, f"the character {digit!r} is no digit of base 64")
        yield from (bool(value >> k & 1) for k in range(6))


def pairs_of(key: str, values: Sequence[int], legacy: bool = False) -> set[tuple[int, int]]:
    """The pairs of values that a key allows: a truth table row by row, cut where only zeros follow.

    Args:
        legacy: the last two digits of the alphabet are swapped, as in ``.Binary``.
    """
    if legacy:
        key = key.translate(str.maketrans("-_", "_-"))
    grid = ((a, b) for a in values for b in values)
    return {pair for pair, allowed in zip(grid, bits_of(key), strict=False) if allowed}


def positions_of(code: str) -> list[int]:
    """The places, from 0, of the ones in a set of cells."""
    return [k for k, one in enumerate(bits_of(code)) if one]


def pattern_of(code: str) -> str:
    """The regular expression behind its base 64, or behind an old percent encoding.

    Raises:
        PuzzleError: it is none that a model can say.
    """
    if "%" in code or "." in code:
        text = unquote(code)
    else:
        text = from_base64(code, SITE).decode("latin-1")
    pattern = re.sub(r"\s", "", text).upper()
    if not re.fullmatch(r"[0-9A-Z.\[\]()|*+?{},^-]*", pattern):
        raise unreadable(SITE, f"`{text[:40]}` is no regular expression over digits")
    return pattern


def automaton_of(code: str) -> Automaton:
    """The automaton behind its code.

    A header of bits, the highest first: 2 for the form, 4 for the bits of a state less 1, 4 for the symbols less 1,
    then the numbers of starting states and of further accepting ones, a bit for each starting state that accepts, and
    in the plain form 4 for the bits of a count. Then each state: its moves as count and (symbol, state), or, packed, as
    a mask of symbols and a state for each.

    Raises:
        PuzzleError: it is damaged.
    """
    if not code:
        return Automaton(1, 1, (1,), (), ())  # it accepts nothing
    bits = _Bits(from_base64(code, SITE))
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    starts, accepts = bits.take(width), bits.take(width)
    start_accepts = [bits.take(1) for _ in range(starts)]
    packed = form == 1
    count_width = 0 if packed else bits.take(4)
    moves: list[tuple[int, int, int]] = []
    state = 0
    unit = symbols if packed else count_width
    while unit and bits.left >= unit:
        state += 1
        if packed:
            mask = bits.take(symbols)  # the lowest bit is the first symbol
            moves += [(state, k + 1, bits.take(width) + 1) for k in range(symbols) if mask >> k & 1]
        else:
            size = (symbols - 1).bit_length()
            for _ in range(bits.take(count_width)):
                symbol = bits.take(size) + 1
                moves.append((state, symbol, bits.take(width) + 1))
        if len(moves) > MOST_MOVES:
            break
    states = max([starts + accepts, *(max(before, after) for before, _, after in moves)], default=1)
    if form > 1 or starts < 1 or states > MOST_STATES or len(moves) > MOST_MOVES or any(m[1] > symbols for m in moves):
        raise unreadable(SITE, "a state machine of it is damaged, or too large")
    accept = [k + 1 for k, yes in enumerate(start_accepts) if yes]
    accept += range(starts + 1, starts + accepts + 1)
    return Automaton(states, symbols, tuple(range(1, starts + 1)), tuple(accept), tuple(moves))


class _Bits:
    """Bits of bytes, read from the highest of each."""

    def __init__(self, content: bytes) -> None:
        self._number = int.from_bytes(content, "big")
        self.left = 8 * len(content)

    def take(self, count: int) -> int:
        if count > self.left:
            raise unreadable(SITE, "a state machine of it ends too early")
        self.left -= count
        return self._number >> self.left & ((1 << count) - 1)


def pair_code(table: Container[tuple[int, int]], values: Sequence[int]) -> str:
    """The code of a relation of two values: six bits a character, the pairs in order, lowest bit first."""
    bits = [(a, b) in table for a in values for b in values]
    sixes = (bits[k : k + 6] for k in range(0, len(bits), 6))
    return "".join(ALPHABET[sum(1 << j for j, bit in enumerate(six) if bit)] for six in sixes).rstrip("A")


def machine_code(automaton: expressions.Automaton, values: Sequence[int]) -> str:
    """The code of a deterministic automaton: a header, then for each state a mask of symbols and what follows.

    States come in the order start, accepting, others. The header is, from the highest bit on, 2 bits for this
    form, 4 for the bits of a state less 1, 4 for the symbols less 1, the numbers of starts and of further
    accepting states, and whether the start accepts.

    Raises:
        Unsayable: it has too many states.
    """
    others = [s for s in range(len(automaton.moves)) if s != automaton.start]
    accepting = [s for s in others if s in automaton.accepting]
    order = [automaton.start, *accepting, *(s for s in others if s not in automaton.accepting)]
    if len(order) > MOST_STATES:
        raise Unsayable("its automaton has more than 4,096 states")
    number = {state: k for k, state in enumerate(order)}
    width = max(1, (len(order) - 1).bit_length(), len(accepting).bit_length())
    bits = [f"{1:02b}{width - 1:04b}{len(values) - 1:04b}{1:0{width}b}{len(accepting):0{width}b}"]
    bits.append("1" if automaton.start in automaton.accepting else "0")
    for state in order:
        moves: Mapping[int, int] = automaton.moves[state]
        bits.append("".join("1" if value in moves else "0" for value in reversed(values)))
        bits += [f"{number[moves[value]]:0{width}b}" for value in values if value in moves]
    text = "".join(bits)
    text += "0" * (-len(text) % 8)
    code = bytes(int(text[k : k + 8], 2) for k in range(0, len(text), 8))
    return base64.urlsafe_b64encode(code).decode().rstrip("=")
