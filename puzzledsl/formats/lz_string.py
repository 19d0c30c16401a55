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
_REVERSED = tuple(int(f"{six:06b}"[::-1], 2) for six in range(64))


def compress(text: str, alphabet: str = BASE64) -> str:
    """The packed text; the bytes are those that the original program writes."""
    bits: list[int] = []
    singles: dict[int, int] = {}  # the code of each unit
    longer: dict[tuple[int, int], int] = {}  # the code of a word and one more unit
    new: dict[int, int] = {}  # codes of units that are not announced yet
    size, next_code, left = 2, 3, 2  # bits of a code, the next code, codes until they get longer

    def put(value: int, count: int) -> None:
        bits.extend(value >> k & 1 for k in range(count))

    def count_code() -> None:
        nonlocal size, left
        left -= 1
        if left == 0:
            left = 1 << size
            size += 1

    def put_word(word: int) -> None:
        unit = new.pop(word, None)
        if unit is None:
            put(word, size)
        else:
            wide = unit > 255
            put(_NEW_16 if wide else _NEW_8, size)
            put(unit, 16 if wide else 8)
            count_code()
        count_code()

    word = -1
    for unit in _units(text):
        if unit not in singles:
            singles[unit] = next_code
            new[next_code] = unit
            next_code += 1
        if word < 0:
            word = singles[unit]
        elif (word, unit) in longer:
            word = longer[word, unit]
        else:
            put_word(word)
            longer[word, unit] = next_code
            next_code += 1
            word = singles[unit]
    if word >= 0:
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
    try:
        units = _unpacked(iter(sixes), site, min(LARGEST_CONTENT, most or LARGEST_CONTENT))
    except (StopIteration, RuntimeError, IndexError):
        raise unreadable(site, "its text ends too early or is damaged; perhaps a part of the link is missing") from None
    if sys.byteorder == "big":
        units.byteswap()
    return units.tobytes().decode("utf-16-le", "replace")


def _unpacked(sixes: Iterator[int], site: str, most: int) -> array[int]:
    pool = held = 0  # bits that are read and not used yet, the next one lowest

    def take(count: int) -> int:
        nonlocal pool, held
        while held < count:
            pool |= _REVERSED[next(sixes)] << held
            held += 6
        value = pool & (1 << count) - 1
        pool >>= count
        held -= count
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
