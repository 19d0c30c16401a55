"""Puzzledsl beside other ways to solve the same puzzles, in one run. See README.md in this folder.

python benchmarks/bench.py [--quick] [--classics solved.tsv] [--python PYTHON] [--installed PYTHON]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path
from typing import Any

import report
import sections
from contenders import Contender, ours, peers
from measuring import Command, once
from puzzles import EASY, EASY_SOLUTION, HERE, Classic, chosen, classics, lines, variants
from rich.console import Console
from rich.status import Status

SECTIONS = ("easy", "batch", "variants", "integer", "seventeen")
LONG = "integer-plain"
"""Asked for by name only: without presolve the integer encoding takes seconds a puzzle."""

HIGHS = "--solver highs"
"""Without it an encoding is hardly ever used: search answers first."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="few rounds, few puzzles")
    parser.add_argument("--classics", type=Path, metavar="PATH", help="table of puzzles, or a folder of such tables")
    parser.add_argument("--seventeen", type=Path, metavar="FILE", help="puzzles for the rate, a line each")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has the peers' libraries")
    parser.add_argument("--installed", type=Path, metavar="PYTHON", help="interpreter that has puzzledsl as a wheel")
    parser.add_argument("--only", metavar="SECTION,…", help=f"of {', '.join((*SECTIONS, LONG))}")
    parser.add_argument("--contenders", metavar="NAME,…", help="only those whose name begins so")
    parser.add_argument("--rounds", type=int, help="of whole processes (11, quick: 3)")
    parser.add_argument("--budget", type=float, help="seconds a contender and set (15, quick: 2)")
    parser.add_argument("--json", type=Path, default=HERE / "figures.json", help="raw figures; sections not run stay")
    return parser.parse_args()


class Bench:
    """One run: its options, who takes part, and the raw figures so far."""

    def __init__(self, options: argparse.Namespace, scratch: Path, console: Console, status: Status) -> None:
        self.options, self.scratch, self.console, self.status = options, scratch, console, status
        self.place = "easy grid"
        self.rounds: int = options.rounds or (3 if options.quick else 11)
        self.budget: float = options.budget or (2 if options.quick else 15)
        self.sets = classics(options.classics)
        self.roles = chosen(self.sets)
        self.peers = [peer for peer in peers(options.python, scratch) if self.takes_part(peer)]

    def ours(self, *manners: str) -> list[Contender]:
        """Our command line with each of these options; from the tree as well when an installed one is measured."""
        installed = self.options.installed
        found = [ours(f"puzzledsl {manner}".strip(), installed, *manner.split()) for manner in manners]
        if installed:
            found.append(ours("puzzledsl (not compiled)", None))
        return [contender for contender in found if self.takes_part(contender)]

    def takes_part(self, contender: Contender) -> bool:
        """Whether it was asked for and can be run here; says so when not."""
        names = self.options.contenders
        if names and not any(contender.name.startswith(name) for name in names.split(",")):
            return False
        try:
            run = once(contender.one(EASY), 60)
        except FileNotFoundError:
            self.console.print(f"left out: {contender.name} (not installed)")
            return False
        if run.status:
            reason = (run.errors.strip().splitlines() or ["no message"])[-1]
            self.console.print(f"left out: {contender.name} ({reason})", markup=False)
        return run.status == 0

    def batched(self, contenders: list[Contender]) -> list[Contender]:
        """Those of ours that have a batch."""
        return [each for each in contenders if not each.ours or once(_help(each), 60).status == 0]

    def say(self, what: str) -> None:
        """Shows on a terminal what is being done, in one line that is replaced."""
        self.status.update(f"{self.place}: {what}")

    def easy(self) -> sections.Figures:
        contenders = [
            *self.ours("", f"{HIGHS} --no-presolve", f"{HIGHS} --no-presolve --encoding integer"),
            *self.peers,
        ]
        commands = {contender.name: contender.one(EASY) for contender in contenders}
        return sections.whole(commands, EASY_SOLUTION, self.rounds, 60, self.say)

    def batch(self) -> sections.Figures:
        contenders = self.batched([*self.ours("", HIGHS, f"{HIGHS} --no-presolve"), *self.peers])
        return {role: self.one_set(role, contenders, 5) for role in self.roles}

    def one_set(self, role: str, contenders: list[Contender], limit: float) -> sections.Figures:
        self.place = self.roles[role]
        puzzles = self.sets[self.roles[role]][: 10 if self.options.quick else None]
        limit = min(limit, self.budget)
        rounds = 2 if self.options.quick else 5
        figures = sections.batch(contenders, puzzles, rounds, limit, self.budget, self.scratch, self.say)
        return {"set": self.roles[role], "puzzles": len(puzzles), "limit": limit, "contenders": figures}

    def variants(self) -> sections.Figures:
        contenders = [*self.ours("", HIGHS), *self.peers]
        rounds, limit = (1, 5) if self.options.quick else (3, 10)
        result: sections.Figures = {}
        for name, solution in list(variants().items())[:: 3 if self.options.quick else 1]:
            self.place = name
            commands = {contender.name: contender.variant(name) for contender in contenders}
            result[name] = sections.whole(commands, solution, rounds, limit, self.say, weigh=not self.options.quick)
        return result

    def integer(self, *more: str, limit: float = 10, budget: float = 600) -> sections.Figures:
        self.budget, kept = (self.budget if self.options.quick else budget), self.budget
        contenders = self.batched(self.ours(" ".join((HIGHS, "--encoding integer", *more)))[:1])
        names: list[str] = [role for role in ("easy", "moderate") if role in self.roles]
        result = {role: self.one_set(role, contenders, limit) for role in names}
        self.budget = kept
        return result

    def integer_plain(self) -> sections.Figures:
        return self.integer("--no-presolve", limit=60, budget=3600)

    def seventeen(self) -> sections.Figures:
        puzzles: list[Classic] = []
        if self.options.seventeen:
            puzzles = lines(self.options.seventeen)
        elif "17 clues" in self.roles:
            puzzles = self.sets[self.roles["17 clues"]]
        puzzles = puzzles[: 200 if self.options.quick else None]
        contenders = self.batched([ours("puzzledsl", self.options.installed, jobs=2)])
        if not puzzles:
            self.console.print("no puzzles with 17 clues: none are shipped")
            return {}
        result: sections.Figures = {}
        for contender in contenders:
            self.place = "17 clues"
            self.say(f"{len(puzzles)} puzzles with two processes: {contender.name}")
            result[contender.name] = sections.rate(contender, puzzles, 60, self.scratch)
        return result


def _help(contender: Contender) -> Command:
    assert contender.many is not None
    command = contender.many(Path("none"))
    return Command([*command.words[: command.words.index("batch") + 1], "--help"], command.variables)


def machine(python: str) -> sections.Figures:
    """What the figures depend on."""
    try:
        cpu = next(
            line.split(":", 1)[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        )
    except (OSError, StopIteration):
        cpu = platform.processor()
    listing = subprocess.run(
        [python, "-m", "pip", "list", "--format=json"], capture_output=True, text=True, check=False
    )
    packages = {"scipy", "pyomo", "highspy", "mip", "ortools", "cpmpy", "python-constraint"}
    peers_have = {
        entry["name"]: entry["version"]
        for entry in json.loads(listing.stdout or "[]")
        if entry["name"].lower() in packages
    }
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": cpu,
        "cores": os.cpu_count(),
        "date": time.strftime("%Y-%m-%d"),
        "load": os.getloadavg()[0],
        "ours": {name: metadata.version(name) for name in ("pyomo", "highspy")},
        "peers": peers_have,
    }


def rounded(figures: Any) -> Any:
    """The same with every time to the microsecond."""
    match figures:
        case float():
            return round(figures, 6)
        case dict():
            return {name: rounded(part) for name, part in figures.items()}
        case list():
            return [rounded(part) for part in figures]
        case _:
            return figures


def main() -> None:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # ends what is being measured, too
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    names = options.only.split(",") if options.only else list(SECTIONS)
    unknown = sorted(set(names) - {*SECTIONS, LONG})
    if unknown:
        raise SystemExit(f"no section is called {', '.join(unknown)}")
    figures = json.loads(options.json.read_text()) if options.json.is_file() else {}
    if not options.only:
        figures = {LONG: figures[LONG]} if LONG in figures else {}
    figures["machine"] = machine(options.python)
    figures["installed"] = bool(options.installed)
    with tempfile.TemporaryDirectory(prefix="puzzledsl-bench-") as folder, console.status("who can run here") as status:
        bench = Bench(options, Path(folder), console, status)
        for name in names:
            start = time.perf_counter()
            figures[name] = getattr(bench, name.replace("-", "_"))()
            console.print(f"{name}: {time.perf_counter() - start:.0f} s")
            options.json.write_text(json.dumps(rounded(figures)) + "\n")
    report.show(figures, console)
    if report.wrong(figures):
        raise SystemExit(f"{report.wrong(figures)} wrong answers")


if __name__ == "__main__":
    main()
