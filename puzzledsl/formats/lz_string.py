"""lz-string, by which f-puzzles, SudokuPad and Sudoku Maker pack their links (https://pieroxy.net/blog/pages/lz-string).

LZ78 over UTF-16 code units: codes grow from 2 bits on; 0 and 1 announce a new unit of 8 or 16 bits, and 2 is the end.
Each code is written from its lowest bit on, and six bits make a character.
"""

from __future__ import annotations

import sys
from array import array

from puzzledsl.formats.bounds import LARGEST_CONTENT, too_large, unreadable

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
"""The alphabet of ``compressToBase64``."""
_NATIVE = f"utf-16-{sys.byteorder[0]}e"
"""UTF-16 in the order of bytes that this machine has, as `array` and `memoryview` have it."""
URI = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$"
"""The alphabet of ``compressToEncodedURIComponent``."""

_END = 2


def compress(text: str, alphabet: str = BASE64) -> str:
    """The packed text; the bytes are those that the original program writes."""
    bits: list[str] = []
    codes: dict[tuple[int, int], int] = {}  # of a word and one more unit; a single unit follows the word -1
    new: dict[int, int] = {}  # units that are not announced yet, by their codes
    count = 0  # codes that are written or announced

    def put(value: int, size: int) -> None:
        bits.append(f"{value:0{size}b}"[::-1])

    def put_word(word: int) -> None:
        nonlocal count
        unit = new.pop(word, None)
        put(word if unit is None else unit > 255, _size(count))
        if unit is not None:
            put(unit, 16 if unit > 255 else 8)
            count += 1
        count += 1

    word = -1
    for unit in _units(text):
        if (-1, unit) not in codes:
            codes[-1, unit] = len(codes) + 3
            new[codes[-1, unit]] = unit
        if (word, unit) not in codes:
            put_word(word)
            codes[word, unit] = len(codes) + 3
            word = -1
        word = codes[word, unit]
    if word >= 0:
        put_word(word)
    put(_END, _size(count))
    stream = "".join(bits)
    stream += "0" * (6 - len(stream) % 6)  # at least one, as the original does
    packed = "".join(alphabet[int(stream[k : k + 6], 2)] for k in range(0, len(stream), 6))
    return packed + "=" * (-len(packed) % 4) if alphabet == BASE64 else packed


def _size(count: int) -> int:
    """The bits of a code behind so many others."""
    return (count + 2).bit_length()


def decompress(packed: str, site: str, alphabet: str = BASE64) -> str:
    """The text that `compress` packed.

    Args:
        site: whose puzzle it is, for messages.

    Raises:
        PuzzleError: it is damaged, incomplete or too large.
    """
    values = {mark: k for k, mark in enumerate(alphabet[:64])}
    if alphabet == URI:
        values[" "] = values["+"]
    try:
        stream = "".join([f"{values[mark]:06b}" for mark in packed.rstrip("=$")])
    except KeyError as error:
        raise unreadable(site, f"the character {error.args[0]!r} is not of its alphabet") from None
    try:
        units = _unpacked(stream, site)
    except IndexError:
        raise unreadable(site, "its text ends too early or is damaged; perhaps a part of the link is missing") from None
    return units.tobytes().decode(_NATIVE, "replace")


def _unpacked(stream: str, site: str) -> array[int]:
    """The units of a stream of bits.

    Raises:
        IndexError: it is damaged or ends too early.
        PuzzleError: there are more than `LARGEST_CONTENT`.
    """
    at = count = 0

    def take(size: int) -> int:
        nonlocal at
        at += size
        if at > len(stream):
            raise IndexError(at)
        return int(stream[at - size : at][::-1], 2)

    words: list[tuple[int, ...]] = [(), (), ()]
    before: tuple[int, ...] = ()
    out = array("H")
    while (code := take(_size(count))) != _END:
        if code < _END:  # a new unit of 8 or 16 bits
            words.append((take(8 << code),))
            code = len(words) - 1
            count += 1
        word = words[code] if code != len(words) else before + before[:1]
        if not word:
            raise IndexError(code)
        out.extend(word)
        if len(out) > LARGEST_CONTENT:
            raise too_large(site)
        if before:
            words.append(before + word[:1])
        before = word
        count += 1
    return out


def _units(text: str) -> list[int]:
    return list(memoryview(text.encode(_NATIVE, "surrogatepass")).cast("H"))
