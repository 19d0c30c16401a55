"""A real server of `puzzledsl edit`, and a real client that does what the page does."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.command import COMMAND, environment

ROOT = Path(__file__).parents[2]

KILLER = """puzzle "Small"

grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes

cage 3: r1c1 r1c2

givens:
    . . 4 .
    . . . 1
    . 1 . .
    4 . . .
"""
"""Exactly one solution, which takes no search."""

LONG = "grid cell[16, 16] in 1..16\nalldifferent: rows, columns\n"
"""A model whose solutions nobody can count."""

PATIENCE = 120.0
"""Seconds until something counts as hanging, on however busy a machine."""


class Served:
    """A server, and the page that it has let in."""

    def __init__(self, *arguments: str, folder: Path, command: Sequence[str] = COMMAND) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [*command, "edit", "--no-browser", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=environment(XDG_CONFIG_HOME=str(folder / "state"), HOME=str(folder)),
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.process.communicate()[1]
        self.base = self.address.partition("/?")[0]
        self.client = httpx.Client(
            base_url=self.base, headers={"Origin": self.base, "X-Page": "first"}, timeout=PATIENCE
        )

    def enter(self) -> dict[str, Any]:
        """Do what a browser does first; returns the answer of ``/api/open``."""
        assert self.client.get(self.address).status_code == 303
        return self.reload("first")

    def reload(self, page: str) -> dict[str, Any]:
        """Open the page of a name, for the first time or again."""
        self.client.headers["X-Page"] = page
        found: dict[str, Any] = self.post("open")
        return found

    def post(self, name: str, /, **body: Any) -> Any:
        answer = self.client.post(f"/api/{name}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @contextmanager
    def stream(self, name: str, /, **body: Any) -> Iterator[Iterator[tuple[str, Any]]]:
        """The events of a stream; leaving the block closes it."""
        with self.client.stream("POST", f"/api/{name}", json=body) as answer:
            yield _events(answer)

    def events(self, name: str, /, **body: Any) -> list[tuple[str, Any]]:
        """All events of a stream."""
        with self.stream(name, **body) as found:
            return list(found)

    def export(self, to: str, text: str, /, solution: bool = False) -> Any:
        """The result of an export."""
        return dict(self.events("export", text=text, to=to, solution=solution))["result"]

    def run(self, command: str, text: str, /, **options: Any) -> Any:
        """The result of a command."""
        return dict(self.events("run", text=text, command=command, options=options))["result"]

    def end(self) -> str:
        """Ctrl-C; returns what was said on standard error."""
        self.client.close()
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=PATIENCE)[1]

    def kill(self) -> None:
        """As the system does it where memory is short."""
        self.client.close()
        self.process.kill()
        self.process.communicate()


def _events(answer: httpx.Response) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))
