"""lz-string, against the package that other programs use; damaged and hostile texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzledsl import PuzzleError
from puzzledsl.formats import bounds
from puzzledsl.formats.lz_string import BASE64, URI, compress, decompress


@given(st.text(max_size=200))
def test_what_is_packed_can_be_unpacked(text: str) -> None:
    for alphabet in (BASE64, URI):
        assert decompress(compress(text, alphabet), "a site", alphabet) == text


@given(st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), min_size=1, max_size=200))
def test_the_packed_text_is_that_of_other_programs(text: str) -> None:
    lzstring = pytest.importorskip("lzstring", reason="needs the extra `test`").LZString()
    assert compress(text) == lzstring.compressToBase64(text)
    assert compress(text, URI) == lzstring.compressToEncodedURIComponent(text)


@given(st.text("ABCDEFGHIJ+/=ax09", max_size=300))
def test_damaged_texts_are_refused_or_read(text: str) -> None:
    try:
        found = decompress(text, "a site")
    except PuzzleError as error:
        found = str(error)
    assert len(found) < bounds.LARGEST_CONTENT


def test_a_text_that_unfolds_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzledsl.formats.lz_string.LARGEST_CONTENT", 10_000)
    bomb = compress("a" * 11_000)
    assert len(bomb) < 300
    with pytest.raises(PuzzleError, match="unfolds to more than"):
        decompress(bomb, "a site")
