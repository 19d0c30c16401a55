"""Models at large: those of the gallery, and a private collection where there is one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from puzzledsl.reading import decode, read

ROOT = Path(__file__).parents[2]
COLLECTION = os.environ.get("PUZZLEDSL_CORPUS", "")


def _read_all(paths: list[Path]) -> None:
    for path in paths:
        file, diagnostics = read(decode(path.read_bytes(), str(path)))
        assert not diagnostics, diagnostics[0].render()
        assert file.statements


def test_the_gallery_and_the_library_can_be_read() -> None:
    paths = [path for folder in ("models", "puzzledsl") for path in (ROOT / folder).rglob("*.puz")]
    assert paths
    _read_all(paths)


@pytest.mark.skipif(not COLLECTION, reason="PUZZLEDSL_CORPUS names no folder with models")
def test_a_collection_can_be_read() -> None:
    _read_all(sorted(Path(COLLECTION).rglob("*.puz")))
