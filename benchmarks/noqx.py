"""Pencil puzzles beside noqx: ``python benchmarks/noqx.py NOQX INSTANCES --peer PYTHON [--installed PYTHON]``.

``NOQX`` is a checkout of noqx (T0nyX1ang/noqx), ``INSTANCES`` a folder with files ``GENRE.json`` of puzzlekit-dataset:
by name, a ``problem`` whose first line has rows and columns. ``PYTHON`` of ``--peer`` has clingo. Both sides prove that
there is one solution, whole processes in turns. Prints Markdown: medians of seconds, of those of the processor, and of
those that each side's solver reports: the kernel's, and what clingo calls *Solving*.

With ``--solver highs`` puzzledsl solves the integer program alone, and noqx is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

HERE = Path(__file__).resolve().parent
NAMES = {"galaxies": "tentaisho", "numberlink": "numlin"}
"""Genres that have another name here and at noqx."""
LAYOUTS = {"yajilin": "clue", "masyu": "circle", "hitori": "digit", "tentaisho": "star"}
"""The layout of a genre for its clues, where it is not ``number``."""
STARS = {"0": (0, 0), "1": (0, 1), "2": (1, 0), "3": (1, 1)}
"""Where the centre of a galaxy lies: in the cell, on the side right of it, on the side below, at the corner."""


@dataclass
class Item:
    """A puzzle: its clues, its rooms, or both, row by row; ``-`` is an empty cell. ``stars``: of each row, or empty."""

    name: str
    genre: str
    clues: list[list[str]]
    rooms: list[list[str]]
    stars: str

    def model(self) -> str:
        """The puzzle in the language."""
        name = LAYOUTS.get(self.genre, "number")
        clues = [["." if mark == "-" else mark for mark in row] for row in self.clues]
        if self.genre == "yajilin":
            clues = [[f"{mark[-1]},{mark[:-1]}" if mark != "." else mark for mark in row] for row in clues]
        elif self.genre == "tentaisho":
            points = [["."] * (2 * len(row) - 1) for row in clues for _ in "cs"][:-1]
            for r, row in enumerate(clues):
                for c, mark in enumerate(row):
                    if mark != ".":
                        points[2 * r + STARS[mark][0]][2 * c + STARS[mark][1]] = "w"
            clues = points
        text = f'puzzle "{self.name}"\ngenre "{self.genre}"\n'
        for head, rows in ((f"clues {name}", clues), ("regions room", self.rooms)):
            text += f"{head}:\n" + "".join(f"    {' '.join(row)}\n" for row in rows) if rows else ""
        if self.genre == "numlin":  # noqx is asked for lines through all cells
            text += "for c in cells:\n    c != 0\n"
        return text + (f"clues stars:\n    {self.stars}\n" if self.stars else "")


def items(file: Path) -> list[Item]:
    """The puzzles of a file."""
    found = []
    genre = NAMES.get(file.stem, file.stem)
    for name, puzzle in json.loads(file.read_text(encoding="utf-8")).items():
        head, *rows = [line.split() for line in puzzle["problem"].strip().splitlines()]
        height = int(head[0])
        first, second = rows[:height], rows[height : 2 * height]
        only_rooms = genre in ("lits", "starbattle")
        stars = head[2] if len(head) > 2 else ""
        found.append(Item(name, genre, [] if only_rooms else first, first if only_rooms else second, stars))
    return found


@dataclass
class Time:
    """What a process answered, and the seconds that it took, its processors worked, and its solver worked."""

    answer: str
    wall: float
    processor: float
    solver: float


def timed(command: list[str], text: str, limit: float) -> Time:
    """Run a process, with its children, on a text."""
    before, start = os.times(), perf_counter()
    try:
        output = subprocess.run(command, input=text, capture_output=True, text=True, timeout=limit, check=False).stdout
    except subprocess.TimeoutExpired:
        output = "limit"
    now = os.times()
    used = now.children_user + now.children_system - before.children_user - before.children_system
    if output.startswith("{"):
        told = json.loads(output)
        return Time(told["status"], perf_counter() - start, used, told["seconds"]["kernel"])
    answer, *inside = output.split() or [""]
    return Time(answer, perf_counter() - start, used, float(inside[0]) if inside else limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("noqx", type=Path, help="a checkout of noqx")
    parser.add_argument("instances", type=Path, help="a folder of puzzles, a file for each genre")
    parser.add_argument("--peer", default=sys.executable, help="the Python that has clingo")
    parser.add_argument("--installed", default=sys.executable, help="the Python that has puzzledsl")
    parser.add_argument("--genres", default="", metavar="NAME,…", help="only these files")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="seconds for a process")
    parser.add_argument("--solver", default="auto", help="auto, or highs: puzzledsl alone, without noqx")
    options = parser.parse_args()
    chosen = [*filter(None, options.genres.split(","))]
    ours = [options.installed, "-m", "puzzledsl", "unique", "-", "--json", "--time-limit", str(options.limit)]
    ours += ["--solver", options.solver]
    alone = options.solver == "highs"
    if alone:
        print("| genre | solved |", "| --- | --- |", sep="\n")
    else:
        heads = (
            "genre",
            "puzzledsl",
            "noqx",
            "ratio of the medians",
            "of the processor",
            "slowest of ours",
            "noqx there",
        )
        print("|", " | ".join((*heads, "in the kernel", "in clingo", "ratio")), "|")
        print("|", " | ".join(["---"] * (len(heads) + 3)), "|")
    for file in sorted(options.instances.glob("*.json")):
        if chosen and file.stem not in chosen:
            continue
        wall: tuple[list[float], list[float]] = ([], [])
        work: tuple[list[float], list[float]] = ([], [])
        inside: tuple[list[float], list[float]] = ([], [])
        solved = 0
        for item in items(file):
            text, asked = item.model(), json.dumps(vars(item))
            peer = [options.peer, str(HERE / "peers" / "noqx_puzzle.py"), str(options.noqx), item.genre]
            runs: tuple[list[Time], list[Time]] = ([], [])
            for _ in range(options.rounds):
                runs[0].append(timed(ours, text, options.limit + 10))
                if not alone:
                    runs[1].append(timed(peer, asked, options.limit + 10))
            unique = all(one.answer == "unique" for one in runs[0])
            solved += unique
            if not unique or any(one.answer != "1" for one in runs[1]):
                answers = [sorted({one.answer[:40] for one in side}) for side in runs]
                print(f"{file.stem} {item.name}: not proved unique by both: {answers}", file=sys.stderr)
            for side in range(1 if alone else 2):
                wall[side].append(median(one.wall for one in runs[side]))
                work[side].append(median(one.processor for one in runs[side]))
                inside[side].append(median(one.solver for one in runs[side]))
        if alone:
            print(f"| {file.stem} | {solved} of {len(wall[0])} |", flush=True)
            continue
        slowest = max(range(len(wall[0])), key=wall[0].__getitem__)
        here, there = median(wall[0]), median(wall[1])
        ratio = median(work[0]) / median(work[1])
        cells = [f"{here:.2f} s", f"{there:.2f} s", f"{here / there:.2f}×", f"{ratio:.2f}×"]
        cells += [f"{wall[side][slowest]:.2f} s" for side in (0, 1)]
        kernel, clingo = median(inside[0]), median(inside[1])
        cells += [f"{1000 * kernel:.1f} ms", f"{1000 * clingo:.1f} ms", f"{kernel / clingo:.2f}×"]
        print("|", file.stem, "|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
