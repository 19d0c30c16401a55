"""A visit of the page without a server, in its own Python: `web/visit.js` runs it, and `play.py` packs what it uses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

LONGEST = 2.0
"""Seconds for one answer; what it loads is known by then."""
LINKS = ("https://puzz.link/p?slither/3/3/0i103h", "4x4:" + "1234" * 4, "53..7...." + "." * 72)

sys.path_importer_cache.clear()  # the folder of the package was not there when Python began
_opened: set[str] = set()
_LOOKS = {"open": "", "os.listdir": "/", "os.scandir": "/"}
"""The events of looking at a file or a folder, and what its name gets behind it."""
sys.addaudithook(lambda event, given: _opened.add(f"{given[0]}{_LOOKS[event]}") if event in _LOOKS else None)


def visit(solve: Any, add_sites: Callable[[], None], texts: Iterable[str]) -> str:
    """Ask all that the page asks; in JSON the files that were opened for it and the modules that were loaded.

    Both are listed twice: before the first request for a link, and at the end.

    Args:
        solve: HiGHS, as `web.in_browser.SolveHere`.
        add_sites: loads what links need.
        texts: models.

    Raises:
        RuntimeError: an answer names a mistake of the program.
    """
    from puzzledsl.web.in_browser import answered, prepare, solve_by

    told: list[str] = []
    links = [*LINKS]

    def ask(name: str, **body: Any) -> Any:
        def tell(event: str, value: str) -> None:
            told.append(f"{name} {event} {value}")
            if (name, event) == ("export", "result"):
                links.append(json.loads(value)["content"])

        found = answered(name, json.dumps(body), tell)
        told.append(f"{name} {found}")
        if "bug in puzzledsl" in "".join(told):
            raise RuntimeError(told[-1])
        return json.loads(found or "null")

    prepare()
    solve_by(solve)
    from puzzledsl.web.answers import QUESTIONS
    from puzzledsl.web.text_answers import TEXT_ANSWERS
    from puzzledsl.web.transfers import links_json

    for text in texts:
        for mistake in ("cagee 3: r1c1", "genre “slither”", "r1c1 = = 1", "thermo: r1c1.. r9c99", "no touching"):
            ask("check", text=f"{text}{mistake}\n", corrected=True)
        slots = ask("tools", text=text)["slots"]
        body = {"values": {"r1c1": 1}, "marks": {slot["key"]: 1 for slot in slots[:1]}, "cells": ["r1c1", "r1c2"]}
        for name in TEXT_ANSWERS:
            ask(name, text=text, offset=text.rindex("\n", 0, -1), rule="cage", **body)
        for check in (False, True):
            ask("played", text=text, check=check, **body)
        ask("state", text=text)
        for command in QUESTIONS:
            for options in ({}, {"solver": "highs"}, {"hint": True}, {"cell": "r1c1"}):
                ask("run", text=text, command=command, options=options | {"time_limit": LONGEST})
    used = [_used()]
    add_sites()
    sys.path_importer_cache.clear()
    for text in texts:
        for site in ("svg", "html", *(link["name"] for link in links_json())):
            ask("export", text=text, to=site, solution=True)
    for link in links:
        ask("import", link=link)
    return json.dumps([*used, _used()])


def _used() -> list[str]:
    origins = {str(module.__spec__.origin) for module in [*sys.modules.values()] if module.__spec__ is not None}
    return sorted(_opened | origins)
