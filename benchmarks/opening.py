"""How soon the page without a server can be used, and how soon it answers.

``python benchmarks/opening.py build/site/play`` opens a model of the gallery from a link, first and again. All
connections share 10 Mbit/s. The server sees to that, since the DevTools protocol throttles the page without its
workers, which load the most. Each run is a new profile; the second visit starts the browser anew.

With ``--verdicts FOLDER`` the open page gets every eighth model of a folder, one after another, and Python of the
desktop, warm as well, the same. The time is that of the question, from the page to its worker and back; for ``text`` it
is from the new text to the words on the page, which wait for a pause in typing.

With ``--keys`` single keys are pressed in two puzzles: until their mistakes and picture are there, and the verdict.

All need the built site, playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
LIMITS = {"picture": 1.0, "picture again": 1.0, "answer": 8.0, "answer again": 2.5, "MB": 8.5}
"""What the page is to stay below: seconds, and megabytes until it needs no network."""

LISTEN = """
window.told = {};
const note = name => (told[name] = performance.now());
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => data.event === "uniqueness" && note("answered"));
  }
  postMessage(message, ...others) {
    if (message.path === "state") note("asked");
    super.postMessage(message, ...others);
  }
};
addEventListener("keydown", () => note("pressed"), true);
addEventListener("beforeinput", () => note("written"), true);
new MutationObserver(changes => {
  for (const { target } of changes) {
    const of = target.parentElement?.closest("#mistakes, #state-words") ?? target;
    if (of.id === "mistakes") requestAnimationFrame(() => setTimeout(() => note("shown")));
    if (of.id === "state-words" && FINAL.includes(of.textContent)) note("verdict");
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes when a key was pressed, the picture and the mistakes were painted, the solver was asked and answered."""
FINAL = ("One solution", "Several solutions", "No solution", "Not decided in time", "Has an objective")
LONGEST = 10.0
"""Seconds for a verdict."""
PRESSES = 20
CLUES = """\
thermo: r1c1..r1c4
thermo: r2c1 r2c2
thermo: r2c4 r2c5
thermo: r3c1 r3c2
thermo: r4c4..r4c6
thermo: r5c1 r5c2
thermo: r7c1 r7c2
thermo: r8c8 r8c9
thermo: r9c8 r9c9
"""
"""Further clues for ``models/killer.puz``, which make forty."""
SLITHERLINK = """\
genre "slitherlink"

clues number:
    10.1..3.33
    ...21.21.2
    2..10..2..
    .12..2....
    3..1.3.322
    ..1...1..1
    3.3.0.32.2
    .2.1.....2
    ..12..1.23
    0..31232.1
"""


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
    _free = 0.0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):
            while part := source.read(BYTES // 100):
                with self._line:
                    Slow.sent += len(part)
                    # A busy machine sleeps too long, which is made up for.
                    Slow._free = max(Slow._free, time.monotonic() - 0.1) + len(part) / BYTES
                    time.sleep(max(0.0, Slow._free - time.monotonic()))
                    outputfile.write(part)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def visited(folder: Path) -> Iterator[Any]:
    """The page behind a server of files, with Python loaded and no puzzle yet."""
    from tests.web.browser import chromium, opened

    path = chromium()
    assert path is not None
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Fast, directory=str(folder))) as server,
        opened(path) as browser,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(WAIT)
        page.add_init_script(f"const FINAL = {json.dumps(FINAL)};{LISTEN}")
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.locator("html[data-ready]").wait_for()
        for text in ("grid cell[4, 4] in 1..4", "grid cell[4, 4] in 1..3"):
            written(page, text, WAIT / 1000)
        yield page
        server.shutdown()


class Fast(SimpleHTTPRequestHandler):
    """A plain server of files."""

    def log_message(self, *_: Any) -> None:
        pass


def written(page: Any, text: str, longest: float) -> dict[str, float]:
    """Put a text in place of all, and wait for the verdict; when what happened, in milliseconds."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+A")
    page.evaluate("told = {}")
    page.keyboard.insert_text(text)
    return waited(page, longest)


def waited(page: Any, longest: float) -> dict[str, float]:
    """What happened until the verdict, or until it is too late."""
    late = time.perf_counter() + longest
    found: dict[str, float] = {}
    while not {"verdict", "shown"} <= found.keys() and time.perf_counter() < late:
        page.wait_for_timeout(50)
        found = page.evaluate("told")
    return found


def on_desktop(text: str) -> tuple[float, str]:
    """Seconds of the same question in this process, and its answer."""
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.time_limit import within
    from puzzledsl.web.state import tell_state

    class Told(Exception):  # noqa: N818 - ends the question
        pass

    def tell(event: str, value: Any) -> None:
        if event == "uniqueness":
            raise Told(value["status"])

    began = time.perf_counter()
    status = "unknown"
    try:
        with within(LONGEST):
            tell_state(text, None, tell)
    except Told as told:
        status = str(told)
    except PuzzleError:
        status = "refused"
    return time.perf_counter() - began, status


def verdicts(play: Path, folder: Path, every: int, start: int) -> None:
    """Print for each model how long the page and the desktop take, then the medians."""
    rows = []
    with visited(play) as page:
        on_desktop("grid cell[4, 4] in 1..3")
        for path in sorted(folder.glob("*.puz"))[start::every]:
            text = path.read_text(encoding="utf-8")
            found = written(page, text, LONGEST + 2)
            took = (found["answered"] - found["asked"]) / 1000 if "answered" in found else LONGEST
            until = (found["verdict"] - found["written"]) / 1000 if "verdict" in found else LONGEST
            words = page.locator("#state-words").text_content()
            seconds, status = on_desktop(text)
            rows.append(
                (took, until, seconds, took < LONGEST and words != FINAL[3], status not in ("unknown", "refused"))
            )
            print(f"{path.stem}: {took:.2f} s, text {until:.2f} s, {words}; desktop {seconds:.2f} s, {status}")
    here, there = sum(row[3] for row in rows), sum(row[4] for row in rows)
    ratio = median(row[0] / row[2] for row in rows if row[3] and row[4])
    took, until, seconds = (median(row[k] for row in rows) for k in range(3))
    print(
        f"{here} of {len(rows)} in the browser, {there} on the desktop; medians {took:.2f} s, text {until:.2f} s, "
        f"desktop {seconds:.2f} s, ratio {ratio:.1f}; load {os.getloadavg()[0]:.1f}"
    )


def keys(play: Path) -> None:
    """Press single keys, each the last of a line that states a value of the solution; print when it has an effect."""
    import puzzledsl

    killer = (ROOT / "models" / "killer.puz").read_text(encoding="utf-8").rstrip() + f"\n{CLUES}"
    with visited(play) as page:
        for title, text in (("killer", killer), ("slitherlink", SLITHERLINK)):
            model = puzzledsl.parse(text)
            values = model.solve().assignment
            variables = [(x, one) for x, one in enumerate(model.elaborated.variables) if not one.hidden]
            written(page, f"{text}#", WAIT / 1000)
            rows = []
            for x, one in variables[:: len(variables) // PRESSES]:
                page.keyboard.press("Shift+Home")
                page.keyboard.insert_text(f"{one.name} == ")
                page.locator("#mistakes", has_text="1 mistake").wait_for()
                page.wait_for_timeout(1000)
                page.evaluate("told = {}")
                page.keyboard.press(str(values[x]))
                found = waited(page, LONGEST)
                rows.append([(found[name] - found["pressed"]) / 1000 for name in ("shown", "asked", "verdict")])
            shown, asked, verdict = (
                [f"{value:.2f}" for value in (median(row), max(row))] for row in zip(*rows, strict=True)
            )
            print(
                f"{title}, {len(rows)} keys, median and longest: mistakes and picture {', '.join(shown)}, asked "
                f"{', '.join(asked)}, verdict {', '.join(verdict)}; load {os.getloadavg()[0]:.1f}"
            )


def main() -> None:
    """Print each run, then the best and the median beside the limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("play", type=Path)
    parser.add_argument("models", nargs="*", default=["killer"])
    parser.add_argument("--verdicts", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--keys", action="store_true")
    asked = parser.parse_args()
    if asked.verdicts:
        verdicts(asked.play, asked.verdicts, asked.every, asked.start)
    elif asked.keys:
        keys(asked.play)
    else:
        for model in asked.models:
            opening(asked.play, model)


def opening(folder: Path, model: str) -> None:
    """Print each run, then the best and the median beside the limits."""
    runs = []
    for _ in range(RUNS):
        runs.append(measured(folder, model))
        print(model, *(f"{name} {value:.2f}," for name, value in runs[-1].items()), f"load {os.getloadavg()[0]:.1f}")
    for name, limit in LIMITS.items():
        values = [run[name] for run in runs]
        print(f"{name}: best {min(values):.2f}, median {median(values):.2f}, at most {limit}")


if __name__ == "__main__":
    main()
