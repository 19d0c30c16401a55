"""The cache of parse tables: whatever its state, the tables are right."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from pathlib import Path

import pytest

from puzzledsl.reading import parse_tables as module
from puzzledsl.reading.construction import construct
from puzzledsl.reading.parse_tables import grammar_text, load

GRAMMAR = 'start: NAME*\nlone_expression: NAME "!"\nNAME: /[a-z]+/\n'
EXPECTED = json.loads(json.dumps(construct(GRAMMAR)))


def test_tables_are_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(GRAMMAR, tmp_path / "new" / "folder") == EXPECTED
    assert len(list((tmp_path / "new" / "folder").iterdir())) == 1
    monkeypatch.setattr("puzzledsl.reading.construction.construct", lambda _: pytest.fail("constructed again"))
    assert load(GRAMMAR, tmp_path / "new" / "folder") == EXPECTED


def test_lark_is_not_needed_when_they_are_kept(tmp_path: Path) -> None:
    import subprocess

    program = "import sys; from puzzledsl.reading import read; from puzzledsl.source import Source; "
    program += "assert read(Source('t', 'a: b'))[1] == []; print('lark' in sys.modules)"
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "HOME": str(tmp_path)}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(module.__file__).parents[2]), *sys.path])
    said = [
        subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert [text.strip() for text in said] == ["True", "False"]


def test_another_grammar_has_other_tables(tmp_path: Path) -> None:
    load(GRAMMAR, tmp_path)
    other = GRAMMAR.replace("!", "?")
    assert load(other, tmp_path) == json.loads(json.dumps(construct(other)))
    assert len(list(tmp_path.iterdir())) == 2


def test_another_format_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(GRAMMAR, tmp_path)
    monkeypatch.setattr(module, "FORMAT", module.FORMAT + 1)
    assert load(GRAMMAR, tmp_path) == EXPECTED
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"3",
        b"\x80\x04N.",
        b"\xff\xfe",
        b"{}",
        b'00000000\n{"key": 1}',
        b"[" * 100_000,
    ],
    ids=range(10),
)
def test_a_damaged_file_is_replaced(content: bytes, tmp_path: Path) -> None:
    load(GRAMMAR, tmp_path)
    (path,) = tmp_path.iterdir()
    good = path.read_bytes()
    path.write_bytes(content)
    assert load(GRAMMAR, tmp_path) == EXPECTED
    assert path.read_bytes() == good


def test_one_changed_character_is_noticed(tmp_path: Path) -> None:
    load(GRAMMAR, tmp_path)
    (path,) = tmp_path.iterdir()
    good = path.read_bytes()
    for place in (0, 20, len(good) // 2, len(good) - 1):
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        assert load(GRAMMAR, tmp_path) == EXPECTED
        assert path.read_bytes() == good


def test_a_checksum_in_common_is_no_matter(tmp_path: Path) -> None:
    load(GRAMMAR, tmp_path)
    other = GRAMMAR.replace("!", "?")
    load(other, tmp_path)
    first, second = tmp_path.iterdir()
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    assert load(GRAMMAR, tmp_path) == EXPECTED
    assert load(other, tmp_path) != EXPECTED


def test_no_place_for_a_cache(tmp_path: Path) -> None:
    assert load(GRAMMAR, None) == construct(GRAMMAR)
    file = tmp_path / "file"
    file.write_text("not a folder")
    assert load(GRAMMAR, file / "below") == EXPECTED
    (tmp_path / "folder").mkdir()
    load(GRAMMAR, tmp_path / "folder")
    (path,) = (tmp_path / "folder").iterdir()
    path.unlink()
    path.mkdir()  # a folder where the file should be
    assert load(GRAMMAR, tmp_path / "folder") == EXPECTED
    assert list((tmp_path / "folder").iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs permissions that bind")
def test_a_read_only_cache(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert load(GRAMMAR, tmp_path) == EXPECTED
    finally:
        tmp_path.chmod(0o700)


def _load(folder: str) -> bool:
    return bool(load(GRAMMAR, Path(folder)) == EXPECTED)


def test_several_processes_may_start_at_once(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert all(pool.map(_load, [str(tmp_path)] * 6))
    assert len(list(tmp_path.iterdir())) == 1


def test_the_grammar_is_found() -> None:
    assert "start:" in grammar_text()
