"""lz-string, by which f-puzzles, SudokuPad and Sudoku Maker pack their links (https://pieroxy.net/blog/pages/lz-string).

LZ78 over UTF-16 code units: codes grow from 2 bits on; 0 and 1 announce a new unit of 8 or 16 bits, and 2 is the end.
Each code is written from its lowest bit on, and six bits make a character.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import LARGEST_CONTENT, too_large, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
"""The alphabet of ``compressToBase64``."""
URI = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$"
"""The alphabet of ``compressToEncodedURIComponent``."""

_NEW_8, _NEW_16, _END = 0, 1, 2


def compress(text: str, alphabet: str = BASE64) -> str:
    """The packed text; the bytes are those that the original program writes."""
    bits: list[int] = []
    codes: dict[tuple[int, ...], int] = {}
    new: set[tuple[int, ...]] = set()
    size, next_code, left = 2, 3, 2  # bits of a code, the next code, codes until they get longer

    def put(value: int, count: int) -> None:
        bits.extend(value >> k & 1 for k in range(count))

    def count_code() -> None:
        nonlocal size, left
        left -= 1
        if left == 0:
            left = 1 << size
            size += 1

    def put_word(word: tuple[int, ...]) -> None:
        if word in new:
            wide = word[0] > 255
            put(_NEW_16 if wide else _NEW_8, size)
            put(word[0], 16 if wide else 8)
            new.discard(word)
            count_code()
        else:
            put(codes[word], size)
        count_code()

    word: tuple[int, ...] = ()
    for unit in _units(text):
        if (unit,) not in codes:
            codes[unit,] = next_code
            new.add((unit,))
            next_code += 1
        if (longer := (*word, unit)) in codes:
            word = longer
            continue
        put_word(word)
        codes[longer] = next_code
        next_code += 1
        word = (unit,)
    if word:
        put_word(word)
    put(_END, size)
    bits += [0] * (6 - len(bits) % 6)  # at least one, as the original does
    sixes = (bits[k : k + 6] for k in range(0, len(bits), 6))
    packed = "".join(alphabet[int("".join(map(str, six)), 2)] for six in sixes)
    return packed + "=" * (-len(packed) % 4) if alphabet == BASE64 else packed


def decompress(packed: str, site: str, alphabet: str = BASE64, most: int | None = None) -> str:
    """The text that `compress` packed.

    Args:
        site: whose puzzle it is, for messages.
        most: characters that it may unfold to; by default `LARGEST_CONTENT`, which is never exceeded.

    Raises:
        PuzzleError: it is damaged, incomplete or too large.
    """
    values = {mark: k for k, mark in enumerate(alphabet[:64])}
    if alphabet == URI:
        values[" "] = values["+"]
    try:
        sixes = [values[mark] for mark in packed.rstrip("=$")]
    except KeyError as error:
        raise unreadable(site, f"the character {error.args[0]!r} is not of its alphabet") from None
    bits = (six >> k & 1 for six in sixes for k in range(5, -1, -1))
    try:
        units = _unpacked(bits, site, min(LARGEST_CONTENT, most or LARGEST_CONTENT))
    except (StopIteration, RuntimeError, IndexError):
        raise unreadable(site, "its text ends too early or is damaged; perhaps a part of the link is missing") from None
    if sys.byteorder == "big":
        units.byteswap()
    return units.tobytes().decode("utf-16-le", "replace")


def _unpacked(bits: Iterator[int], site: str, most: int) -> array[int]:
    def take(count: int) -> int:
        value = 0
        for k in range(count):
            value |= next(bits) << k
        return value

    words: list[tuple[int, ...]] = [(), (), ()]
    size, left = 2, 2
    before: tuple[int, ...] = ()
    out = array("H")
    while True:
        code = take(size)
        if code == _END:
            return out
        if code in (_NEW_8, _NEW_16):
            words.append((take(8 if code == _NEW_8 else 16),))
            code = len(words) - 1
            left -= 1
            if left == 0:
                left, size = 1 << size, size + 1
        word = words[code] if code < len(words) else before + before[:1]
        if code > len(words) or not word:
            raise IndexError(code)
        out.extend(word)
        if len(out) > most:
            raise too_large(site)
        if before:
            words.append(before + word[:1])
        before = word
        left -= 1
        if left == 0:
            left, size = 1 << size, size + 1


def _units(text: str) -> list[int]:
    coded = text.encode("utf-16-le", "surrogatepass")
    return [coded[k] | coded[k + 1] << 8 for k in range(0, len(coded), 2)]
