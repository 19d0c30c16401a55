"""From bytes to text."""

from __future__ import annotations

import pytest

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.reading import decode


def test_utf8() -> None:
    source = decode('note "größe"'.encode(), "a.puz")
    assert source.text == 'note "größe"'
    assert source.name == "a.puz"


def test_a_byte_order_mark_is_left_out() -> None:
    assert decode(b"\xef\xbb\xbfa", "a.puz").text == "a"


@pytest.mark.parametrize("data", [b"\x12\x34ACROSS&DOWN\0\0\0", b"ACROSS&DOWN\0", b"\xff\xfeACROSS&DOWN\0"])
def test_crosswords(data: bytes) -> None:
    with pytest.raises(PuzzleError, match="Across Lite crossword") as caught:
        decode(data, "daily.puz")
    assert caught.value.diagnostics[0].code == "across-lite"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a\nbc\xffd\n", r"byte 4 \(0xff\), in line 2, column 3"),
        (b"\xef\xbb\xbfa\xff", r"byte 4 \(0xff\), in line 1, column 2"),
        ("é = ".encode() + "é".encode("latin-1"), r"byte 5 \(0xe9\), in line 1, column 5"),
        ("grid".encode("utf-16"), "UTF-16"),
        (b"a\nb\0", "byte 3, in line 2, is zero"),
        (b"\x89PNG\r\n\x1a\n\0\0", r"a picture \(PNG\), not a model"),
        (b"%PDF-1.7\n", "a PDF, not a model"),
    ],
)
def test_no_utf8(data: bytes, said: str) -> None:
    with pytest.raises(PuzzleError, match=said) as caught:
        decode(data, "a.puz")
    assert caught.value.diagnostics[0].code == "encoding"
    assert "a.puz" in str(caught.value)


def test_the_place_of_a_wrong_byte() -> None:
    with pytest.raises(PuzzleError) as caught:
        decode("x\né \xff".encode("latin-1"), "a.puz")
    span = caught.value.diagnostics[0].span
    assert span is not None
    assert (span.line, span.column) == (2, 1)
