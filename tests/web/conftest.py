"""Servers for the tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `test`")

from tests.web.served import KILLER, Served


@pytest.fixture(scope="session")
def play(site: Path) -> Path:
    """The page without a server, which the site has in a folder."""
    if not (site / "play").is_dir():
        pytest.skip("the page without a server is built by node, npm and ziglang (pip install ziglang)")
    return site / "play"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for a module, which has let a page in."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "small.puz").write_text(KILLER)
    server = Served("small.puz", folder=folder)
    server.enter()
    yield server
    server.kill()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts servers in a folder of their own, which end with the test."""
    started: list[Served] = []

    def start(*arguments: str) -> Served:
        started.append(Served(*arguments, folder=tmp_path))
        return started[-1]

    yield start
    for server in started:
        server.kill()
