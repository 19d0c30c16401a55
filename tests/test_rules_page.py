"""docs/rules.md and its pictures say what the library's files say."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"


@pytest.mark.slow
def test_the_page_of_rules_is_not_stale() -> None:
    spec = importlib.util.spec_from_file_location("make_rules", DOCS / "make_rules.py")
    assert spec is not None
    assert spec.loader is not None
    make_rules = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_rules)
    pictures = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "rules").glob("*.svg")}
    assert pictures == make_rules.drawings(), "run `make docs`"
    assert (DOCS / "rules.md").read_text(encoding="utf-8") == make_rules.page(pictures), "run `make docs`"
