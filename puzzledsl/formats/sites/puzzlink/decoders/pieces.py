"""Pieces that are to be put on the grid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from string import ascii_letters

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Rows
from puzzledsl.formats.sites.puzzlink.codec import NOWHERE, Codec
from puzzledsl.formats.sites.puzzlink.codes import DIGITS

_PENTOMINOES = ("337k", "15v", "24as", "24bo", "23fg", "337i", "23rg", "334u", "335s", "33bk", "24bk", "337o")
_TETROMINOES = ("14u", "23bg", "22u", "23f", "23eg")
_SETS = {
    "p": _PENTOMINOES,
    "t": _TETROMINOES,
    "d": tuple(piece for piece in _TETROMINOES for _ in range(2)),
}
_SHIPS = ("11g", "21o", "31s", "41u", "51v")
_FLEETS = {
    sign: tuple(ship for k, ship in enumerate(_SHIPS[:longest]) for _ in range(longest - k))
    for sign, longest in (("c", 3), ("d", 4), ("e", 5))
}


class _Bank(Codec):
    """Pieces behind their number, or the sign of a set of them."""

    places = NOWHERE

    def __init__(self, sets: dict[str, tuple[str, ...]]) -> None:
        self._sets = sets

    def read(self, body: Body) -> list[Rows]:
        body.field()
        count, text = body.field(), body.rest()
        body.take(len(text))
        if not count and text in self._sets:
            pieces = [*self._sets[text]]
        elif count == str(len(pieces := text.split("/"))):
            pass
        else:
            raise unreadable(SITE, f"`{text[:20]}` is where pieces are needed")
        if len(pieces) > len(ascii_letters):
            raise unreadable(SITE, f"it has more than {len(ascii_letters)} pieces")
        drawn = [_drawn(piece, name) for piece, name in zip(pieces, ascii_letters, strict=False)]
        tall = max(map(len, drawn))
        padded = [[*piece, *[["."] * len(piece[0])] * (tall - len(piece))] for piece in drawn]
        return [[[mark for piece in padded for mark in (".", *piece[k])][1:] for k in range(tall)]]

    def write(self, layouts: Sequence[Rows], _: Body) -> str:
        marked = sorted((mark, r, c) for r, row in enumerate(layouts[0]) for c, mark in enumerate(row) if mark != ".")
        found = [[place[1:] for place in places] for _, places in groupby(marked, lambda place: place[0])]
        pieces = [_coded(piece) for piece in sorted(found, key=lambda piece: (min(c for _, c in piece), min(piece)))]
        sign = next((sign for sign, some in self._sets.items() if [*some] == pieces), None)
        return f"//{sign}" if sign else f"/{len(pieces)}/{'/'.join(pieces)}"


def _drawn(piece: str, name: str) -> Rows:
    """The rectangle that a text codes: its width, its height, and its cells, five a character; marked by a name."""
    if (
        len(piece) < 3
        or any(mark not in DIGITS for mark in piece[:2])
        or any(mark not in DIGITS[:32] for mark in piece[2:])
    ):
        raise unreadable(SITE, f"`{piece[:20]}` is no piece")
    width, height = DIGITS.index(piece[0]), DIGITS.index(piece[1])
    bits = "".join(f"{DIGITS.index(mark):05b}" for mark in piece[2:]).ljust(width * height, "0")
    if "1" not in bits[: width * height]:
        raise unreadable(SITE, f"`{piece[:20]}` is a piece without cells")
    return [[name if bit == "1" else "." for bit in bits[k : k + width]] for k in range(0, width * height, width)]


def _coded(piece: Sequence[tuple[int, int]]) -> str:
    top, left = (min(place[k] for place in piece) for k in (0, 1))
    height, width = (max(place[k] for place in piece) + 1 - start for k, start in ((0, top), (1, left)))
    bits = "".join("01"[(r, c) in piece] for r in range(top, top + height) for c in range(left, left + width))
    codes = "".join(DIGITS[int(bits[k : k + 5].ljust(5, "0"), 2)] for k in range(0, len(bits), 5))
    return DIGITS[width] + DIGITS[height] + codes.rstrip("0")


bank = _Bank(_SETS)
"""Pieces, in a layout that draws them side by side, each with a letter of its own."""

fleet = _Bank(_FLEETS | {"p": _PENTOMINOES})
"""Ships, coded as `bank` but for the signs of sets."""
