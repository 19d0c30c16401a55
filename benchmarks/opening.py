"""How soon the page without a server can be used: a model of the gallery, opened from a link, first and again.

``python benchmarks/opening.py build/site/play`` needs the built site, playwright and a Chromium. All
connections share 10 Mbit/s. The server sees to that, since the DevTools protocol throttles the page without its
workers, which load the most. Each run is a new profile; the second visit starts the browser anew.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Lock, Thread
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "website")]

RUNS = 3
WATCH = """
window.seen = {};
const marks = {
  picture: () => document.querySelector("#board svg") && document.querySelector(".cm-line")?.textContent,
  answer: () => document.querySelector("#state-words")?.textContent === "One solution",
};
new MutationObserver(() => {
  for (const name in marks) if (!(name in seen) && marks[name]()) seen[name] = performance.now();
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes in the page when it shows something, in milliseconds since its address was opened."""
WAIT = 120_000
"""Milliseconds."""
BYTES = 10_000_000 // 8
"""Of the connection, in a second."""
LIMITS = {"picture": 1.0, "picture again": 1.0, "answer": 12.0, "answer again": 4.0, "MB": 9.0}
"""What the page is to stay below: seconds, and megabytes until it needs no network."""


def measured(folder: Path, model: str) -> dict[str, float]:
    """One run in a new profile."""
    from play import address_of, without_answer
    from playwright.sync_api import sync_playwright

    from tests.web.browser import ARGUMENTS, chromium

    text = without_answer((ROOT / "models" / f"{model}.puz").read_text(encoding="utf-8"))
    found: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory() as profile,
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Slow, directory=str(folder))) as server,
        sync_playwright() as playwright,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        Slow.sent = 0
        for again in ("", " again"):
            browser = playwright.chromium.launch_persistent_context(
                profile, executable_path=chromium(), args=list(ARGUMENTS)
            )
            page = browser.pages[0]
            page.set_default_timeout(WAIT)
            page.add_init_script(WATCH)
            page.goto(f"http://127.0.0.1:{server.server_port}/{address_of(text)}", wait_until="commit")
            page.locator("#state-words", has_text="One solution").wait_for()
            found |= {f"{name}{again}": at / 1000 for name, at in page.evaluate("seen").items()}
            page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
            page.wait_for_timeout(1000)
            browser.close()
        server.shutdown()
    return found | {"MB": Slow.sent / 1e6}


class Slow(SimpleHTTPRequestHandler):
    """Sends files over one line of `BYTES` a second, which all connections share."""

    sent = 0
    _line = Lock()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while part := source.read(BYTES // 100):
            with self._line:
                Slow.sent += len(part)
                time.sleep(len(part) / BYTES)
                outputfile.write(part)

    def log_message(self, *_: Any) -> None:
        pass


def main(folder: Path, models: list[str]) -> None:
    """Print each run, then the best and the median beside the limits."""
    for model in models:
        runs = []
        for _ in range(RUNS):
            runs.append(measured(folder, model))
            print(
                model, *(f"{name} {value:.2f}," for name, value in runs[-1].items()), f"load {os.getloadavg()[0]:.1f}"
            )
        for name, limit in LIMITS.items():
            values = [run[name] for run in runs]
            print(f"{name}: best {min(values):.2f}, median {median(values):.2f}, at most {limit}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["killer"])
