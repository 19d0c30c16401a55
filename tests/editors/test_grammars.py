"""The grammars of editors say what the grammar of the language says."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest
from pygments.token import Comment, Keyword, Name, Number, String

from puzzledsl.editing.highlighting import TYPES
from puzzledsl.editing.pygments_lexer import TOKENS, PuzLexer
from puzzledsl.reading.parse_tables import tables

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "editors"


def test_the_textmate_grammar_is_not_stale() -> None:
    spec = importlib.util.spec_from_file_location("make_grammar", EDITORS / "make_grammar.py")
    assert spec is not None
    assert spec.loader is not None
    make_grammar = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_grammar)
    assert make_grammar.TARGET.read_text(encoding="utf-8") == make_grammar.text(), "run `make docs`"


def test_every_keyword_has_a_scope() -> None:
    text = (EDITORS / "vscode" / "syntaxes" / "puz.tmLanguage.json").read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", " ".join(p.get("match", "") for p in json.loads(text)["patterns"])))
    assert set(tables().keywords) <= words


@pytest.mark.parametrize(
    "line", ["edges road of cell by touching", "arcs way of cell", 'genre "masyu"', "division a of b"]
)
def test_words_that_are_no_keywords_have_a_scope_at_the_head_of_their_line(line: str) -> None:
    text = (EDITORS / "vscode" / "syntaxes" / "puz.tmLanguage.json").read_text(encoding="utf-8")
    found = next(p for p in json.loads(text)["patterns"] if "match" in p and re.match(p["match"], line))
    scope = found.get("captures", {"1": found})["1"]
    assert scope["name"] == "keyword.other.puz"


def test_the_extension_has_the_version_of_the_package() -> None:
    from puzzledsl import __version__

    assert json.loads((EDITORS / "vscode" / "package.json").read_text())["version"] == __version__


def test_pygments_colours_a_model() -> None:
    text = '# A note.\npuzzle "Title"\ngrid cell[9, 9] in 1..9\ncage 15: r1c1 r1c2  # so\ngivens:\n    1 2 # in\n'
    found = list(PuzLexer().get_tokens(text))
    assert "".join(value for _, value in found) == text
    for kind, value in [
        (Comment.Single, "# A note."),
        (Keyword, "puzzle"),
        (String.Double, '"Title"'),
        (Name.Variable, "cell"),
        (Name.Class, "cage"),
        (Number, "15"),
        (Name.Constant, "r1c1"),
        (Comment.Single, "# in"),
    ]:
        assert (kind, value) in found


def test_pygments_takes_any_text() -> None:
    text = 'rule f(\n\t[[ \x00 \U0001f600 ; "\nr1c'
    assert "".join(value for _, _, value in PuzLexer().get_tokens_unprocessed(text)) == text


def test_every_kind_of_word_has_a_colour() -> None:
    assert set(TOKENS) == set(TYPES)
