"""`docs/solving.md` describes every key of the JSON; its commands and its script are run with those of other pages."""

from __future__ import annotations

import json

from tests.docs.pages import ROOT, Page, ran


def test_every_key_of_the_json_is_described() -> None:
    page = Page("solving")
    answer = json.loads(ran(f"puzzledsl solve {ROOT / 'models' / 'easy.puz'} --solver highs --json").out)
    for key in (*answer, *answer["statistics"], *answer["size"]):
        assert f"`{key}`" in page.text, key
