"""Writes the TextMate grammar of the language from the terminals of ``grammars/puzzle.lark``.

Run it as ``make docs`` after a change of the grammar; a test compares.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from puzzledsl.reading.parse_tables import STATEMENT_WORDS, tables

TARGET = Path(__file__).parent / "vscode" / "syntaxes" / "puz.tmLanguage.json"

SCOPES = {
    "constant.language": ("true", "false", "none"),
    "storage.type": ("bool", "real"),
    "keyword.operator.word": ("and", "or", "xor", "not", "div", "mod", "in"),
    "keyword.control": ("for", "where", "if", "then", "else"),
    "keyword.other": STATEMENT_WORDS,
}
"""What themes call the keywords."""


def grammar() -> dict[str, Any]:
    """The whole grammar; every terminal is in it."""
    table = tables()
    patterns = table.patterns
    name = patterns["NAME"]
    keywords = set(table.keywords)
    forgotten = keywords - {word for words in SCOPES.values() for word in words}
    assert not forgotten, f"no scope for {forgotten}"
    any_keyword = f"(?:{'|'.join(sorted(keywords))})\\b"
    layouts = "givens|mask|regions|clues"
    symbols = sorted(table.symbols, key=lambda text: (-len(text), text))
    brackets = "()[]{},:."
    operators = "|".join(re.escape(text) for text in symbols if text not in brackets)
    inside: list[dict[str, Any]] = [
        {"include": "#comment"},
        {"name": "string.quoted.double.puz", "match": patterns["TEXT"]},
        {
            "match": f"\\b(rule|let)[ \\t]+({name})(?=[ \\t]*\\()",
            "captures": {"1": {"name": "keyword.other.puz"}, "2": {"name": "entity.name.function.puz"}},
        },
        {
            "match": f"\\b(grid|var|let|param|rule)[ \\t]+({name})",
            "captures": {"1": {"name": "keyword.other.puz"}, "2": {"name": "variable.other.puz"}},
        },
        {
            "match": f"^[ \\t]*(edges|arcs|sides|division)[ \\t]+({name})[ \\t]+(of)[ \\t]+({name})(?:[ \\t]+(by)\\b)?",
            "captures": {
                **{key: {"name": "keyword.other.puz"} for key in "135"},
                **{key: {"name": "variable.other.puz"} for key in "24"},
            },
        },
        {"name": "keyword.other.puz", "match": '^[ \\t]*genre(?=[ \\t]*")'},
        {
            "match": f"\\b(draw)[ \\t]+({name})",
            "captures": {"1": {"name": "keyword.other.puz"}, "2": {"name": "support.function.puz"}},
        },
        *({"name": f"{scope}.puz", "match": f"\\b(?:{'|'.join(words)})\\b"} for scope, words in SCOPES.items()),
        {"name": "constant.other.cell.puz", "match": f"\\b{patterns['CELLS']}"},
        {"name": "constant.numeric.puz", "match": f"\\b{patterns['NUMBER']}"},
        {
            "match": f'^[ \\t]*(?!{any_keyword})({name})(?=[^:#"\\r\\n]*(?:"[^"\\r\\n]*"[^:#"\\r\\n]*)*:)',
            "captures": {"1": {"name": "entity.name.function.rule.puz"}},
        },
        {"name": "entity.name.function.puz", "match": f"\\b{name}(?=\\()"},
        {"name": "variable.parameter.puz", "match": f"\\b{name}(?=[ \\t]*=[^=])"},
        {"name": "variable.other.puz", "match": f"\\b{name}"},
        {"name": "keyword.operator.puz", "match": operators},
        {"name": "punctuation.separator.puz", "match": "[,:.]"},
    ]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": "Written by editors/make_grammar.py from grammars/puzzle.lark; not to be edited.",
        "name": "Puzzle model",
        "scopeName": "source.puz",
        "fileTypes": ["puz"],
        "patterns": [
            {
                "comment": "A layout: its rows are marks, up to the first line that is indented no more than its head.",
                "begin": f"^([ \\t]*)({layouts})\\b([^:#\\r\\n]*)(:)[ \\t]*(?=#|$)",
                "beginCaptures": {
                    "2": {"name": "keyword.other.puz"},
                    "3": {"name": "variable.other.puz"},
                    "4": {"name": "punctuation.separator.puz"},
                },
                "end": "^(?!\\1[ \\t]+\\S|[ \\t]*(?:#|$))",
                "patterns": [
                    {"include": "#comment"},
                    {"name": "constant.numeric.puz", "match": "[^\\s#.|+-]+"},
                    {"name": "punctuation.separator.puz", "match": "[.|+-]+"},
                ],
            },
            *inside,
        ],
        "repository": {"comment": {"name": "comment.line.number-sign.puz", "match": patterns["COMMENT"]}},
    }


def text() -> str:
    """The file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text(), encoding="utf-8")
