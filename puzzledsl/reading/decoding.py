"""From the bytes of a file to a `Source`, with a word about files that are no model at all."""

from __future__ import annotations

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.source import Source

_MODEL = "a model is a text file in UTF-8; `puzzledsl new NAME` writes one to start from"
_KINDS = {
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "a zip archive or an office document",
    b"\x1f\x8b": "a compressed file (gzip)",
}
"""How files begin that people give for a model."""


def decode(data: bytes, name: str) -> Source:
    """The text of a model file, shown as ``name`` in messages. A byte order mark is left out.

    Raises:
        PuzzleError: when this is an Across Lite crossword, is not UTF-8, or is no text.
    """
    check_text(data, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(data, name, error) from None
    return Source(name, text)


def check_text(data: bytes, name: str) -> None:
    """Refuse the beginning of a file that is no text, or none in UTF-8.

    Raises:
        PuzzleError: it is an Across Lite crossword, UTF-16, or has a zero byte, as packed files have.
    """
    if data[2:14] == b"ACROSS&DOWN\0" or b"ACROSS&DOWN" in data[:64]:
        raise failure(
            f"{name} is an Across Lite crossword",
            helps=("Across Lite and this language both use the ending .puz; crosswords are not read",),
            code="across-lite",
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise failure(f"{name} is UTF-16 text", helps=("save it as UTF-8",), code="encoding")
    for start, kind in _KINDS.items():
        if data.startswith(start):
            raise failure(f"{name} is {kind}, not a model", helps=(_MODEL,), code="encoding")
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise failure(
            f"{name} is not a text file: byte {data.index(0)}, in line {line}, is zero",
            helps=(_MODEL,),
            code="encoding",
        )


def _not_utf8(data: bytes, name: str, error: UnicodeDecodeError) -> PuzzleError:
    start = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
    source = Source(name, data.decode("utf-8-sig", "replace"))  # which shows a replacement character there
    place = len(data[:start].decode("utf-8-sig"))
    line, column = source.position(place)
    return failure(
        f"{name} is not UTF-8 text: byte {start} (0x{data[start]:02x}), in line {line}, column {column}",
        source.span(place, place + 1),
        "not a character",
        helps=("save the file as UTF-8",),
        code="encoding",
    )
