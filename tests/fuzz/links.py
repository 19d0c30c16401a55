"""Links of other sites and files with a few places changed: they are read as a model, or refused with a message.

``python -m tests.fuzz.links COUNT [--start N]`` checks many, ``make fuzz`` among others.
"""

from __future__ import annotations

import argparse
import base64
import gc
import json
import resource
import time
import zlib
from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import puzzledsl
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.genres import example
from puzzledsl.formats import formats, genres, import_text
from puzzledsl.formats.collection import puzzles
from puzzledsl.formats.lz_string import URI, compress, decompress
from puzzledsl.formats.sites.penpa.payload import ABBREVIATIONS, expanded
from puzzledsl.formats.sites.puzzlink.genre import genre, genre_names
from puzzledsl.formats.sites.puzzlink.genre_writing import body_of
from puzzledsl.reading import read
from puzzledsl.source import Source
from tests.fuzz.checking import LONGEST, RAW
from tests.fuzz.inputs import ODD

MEMORY = 200 * 2**20
"""Bytes that a link may take."""

LONGEST_OF_GENRES = 10.0
"""Likewise where the rules of a genre may take all steps of elaboration. Some make much of a step."""

FOUR, NINE = (puzzledsl.parse(f"grid cell[{side}, {side}] in 1..{side}\n").elaborated for side in (4, 9))
"""Models that puzzles of a batch are for."""
JUNK: list[Any] = [
    *(None, "", "x", -1, 0, 10**9, 1.5, True, [], [[]], {}, {"a": 1}, "R1C1", "r99c99", "9" * 40, "1-9"),
    *ODD[:8],
]
"""What takes the place of a value."""

GALLERY = Path(__file__).parents[2] / "models"
MAKER = {
    "name": "A name",
    "comment": "Normal sudoku rules apply.",
    "cells": [{}] * 81,
    "constraints": [
        {"type": 0},
        {"type": 1, "regions": [r // 3 * 3 + c // 3 for r in range(9) for c in range(9)]},
        {"type": 100, "cages": [{"cells": [0, 1], "value": "5"}]},
        {"type": 201, "lines": [[0, 1, 2]]},
        {"type": 301, "clues": [{"cell": 1, "value": "12"}]},
    ],
}
RULES = (
    "Normal sudoku rules apply.",
    "Digits along a green line differ by at least 5.",
    "Digits in a cage do not repeat and sum to the number in its corner.",
    "Digits along an arrow do not sum to the digit in the circle.",
    "Each line is one of nine doublers (whatever that means), except the purple one.",
)


DIGITS = "..9.....1...38..5...6..2....7..1...9..164.8...4....6.7.3.......5..7....69.2.5...."
ROWS = [DIGITS[k : k + 9] for k in range(0, 81, 9)]
COLLECTIONS = (
    f"Grid 01\n{chr(10).join(ROWS)}\n\nGrid 02\n{chr(10).join(ROWS[::-1])}\n",
    f'id,"puzzle","solution"\n1,"{DIGITS}","{DIGITS[::-1]}"\n2,{DIGITS},9.5\n',
    f'<?xml version="1.0"?>\n<opensudoku><game data="{DIGITS}" />\n<game data="{DIGITS}" /></opensudoku>\n',
    "*-----------*\n" + "\n".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in ROWS) + "\n*-----------*\n",
    "\n".join(" ".join("123456789" if mark == "." else mark for mark in row) for row in ROWS),
    "".join(str(k % 9 + 1) if DIGITS[k // 9] in (".", str(k % 9 + 1)) else "." for k in range(729)),
    f":0702:9:{DIGITS}:913::\n:0702:9:{DIGITS}:913::\n",
    "3x3::k:" + ":".join(str(256 * 15 + k // 3) for k in range(81)) + ":",
    "SumoCueV1" + "".join(f"={mark.replace('.', '0')}J{k // 9}" for k, mark in enumerate(DIGITS)),
    f"https://www.sudokuwiki.org/sudoku.htm?bd={DIGITS}\nhttps://puzz.link/p?slither/3/3/g3k3g\n",
    *(
        f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{game}"
        for game in (
            "solo.html#2x2:a3b4d2a_1_3b",
            "loopy.html#3x3t0:3a2b1_2a0",
            "pattern.html#3x2:1/2/1/1.1/2",
            "slant.html#2x2:a1b2c0a",
            "tents.html#3x3:_bc,1,0,1,1,1,0",
            "galaxies.html#2x2:chb",
            "towers.html#3:1/2///3/1/////2/,b2c_1b",
            "singles.html#2x2:1222",
        )
    ),
    "\n".join(["0123456789ABCDE.", *["." * 15 + "F"] * 15]),
    "\n".join(["ABCDEFGHIJKLMNOPQRSTUVWX.", *["." * 24 + "Y"] * 24]),
    "Grid 01\nDUPLICATE\n" + f"{'.' * 9}\n" * 8 + "\nGrid 02\n" + f"{'.' * 9}\n" * 8 + "WIZARDKEY\n",
    "NS.WE...........,NSEWEWNSWESNSNWE\nNS.WE.....N.....\n",
)
"""Files of other programs with one puzzle, or several."""


@cache
def links() -> tuple[tuple[str, str], ...]:
    """Links of our own making, each with the name of its format."""
    found = [("sudoku-maker", "https://sudokumaker.app/?puzzle=" + compress(json.dumps({"puzzle": MAKER}), URI))]
    for path in sorted(GALLERY.glob("*.puz")):
        model = puzzledsl.load(path)
        for name, form in formats().items():
            if form.writes:
                try:
                    found.append((name, model.link(name).text))
                except PuzzleError:
                    continue
    return tuple(found)


@cache
def puzzlink_body(name: str) -> str:
    """The example of a genre of puzz.link, as in its link."""
    form = genre(name)
    assert form is not None
    return body_of(name, form, example(form.name))


def any_file(random: Random) -> str:
    """A file of another program with a few places changed."""
    return changed_text(random, random.choice(COLLECTIONS))


def any_link(random: Random) -> str:
    """A link with a few places changed, of its text or of what is packed in it."""
    name = random.choice(sorted({name for name, _ in links()}))
    link = random.choice([link for each, link in links() if each == name])
    if random.random() < 0.15:
        return changed_text(random, link)
    match name:
        case "f-puzzles":
            return "https://www.f-puzzles.com/?load=" + compress(_object(random, link.partition("load=")[2]))
        case "sudokupad":
            return "https://sudokupad.app/scl" + compress(_object(random, link.partition("scl")[2]))
        case "sudoku-maker":
            packed = json.dumps(changed(random, {"formatVersion": "1.5.0", "puzzle": MAKER}))
            return "https://sudokumaker.app/?puzzle=" + compress(packed, URI)
        case "penpa":
            text = expanded(zlib.decompress(base64.b64decode(unquote(link.partition("p=")[2])), -15).decode())
            text = _drawn(random, text) if random.random() < 0.5 else text
            for old, new in ABBREVIATIONS.items():
                text = changed_text(random, text) if old == "z" else text
                text = text.replace(old, new)
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed_text = base64.b64encode(packer.compress(text.encode("utf-8", "replace")) + packer.flush())
            return link.partition("p=")[0] + "p=" + packed_text.decode()
        case "iss":
            head, _, text = link.partition("q=")
            return f"{head}q={quote(changed_text(random, unquote(text)), errors='replace')}"
        case "puzzlink":
            genre, rest = puzzlink_body(random.choice(genre_names())).split("/", 1)
            written = random.choice([genre, random.choice(genre_names())])
            return f"https://puzz.link/p?{written}/{changed_text(random, rest)}"
    return changed_text(random, link)


def _drawn(random: Random, text: str) -> str:
    """What a link of Penpa+ holds, as one of a genre that a tag names, with more drawn at random."""
    lines = text.split("\n")
    layers = json.loads(lines[3])
    for _ in range(random.choice([1, 5, 40])):
        layer, entry = random.choice(
            [
                ("number", [random.choice(["1", "3_0", "?", "A", "123", *ODD[:3]]), 1, random.choice("12345")]),
                ("numberS", [random.choice(["1", "12"]), 1]),
                (
                    "symbol",
                    [
                        random.choice([1, 2, 3, 8, 99]),
                        random.choice(["circle_L", "sun_moon", "tents", "tri", "line"]),
                        1,
                    ],
                ),
                ("surface", random.randrange(10)),
                ("lineE", random.choice([2, 3, 21, 98])),
                ("thermo", [random.randrange(170) for _ in range(3)]),
                ("killercages", [random.randrange(170) for _ in range(3)]),
            ]
        )
        drawn, place = layers.setdefault(layer, {}), random.randrange(700)
        key = f"{place},{place + random.choice([1, 13, 14])}" if layer == "lineE" else str(place)
        if isinstance(drawn, list):
            drawn.append(entry)
        else:
            drawn[key] = entry
    lines[0] = lines[0].replace("sudoku", "square", 1)
    lines[3], lines[17] = json.dumps(layers), json.dumps([random.choice(list(genres().values()))])
    return "\n".join(lines)


def _object(random: Random, packed: str) -> str:
    content = json.loads(decompress(packed, "a test"))
    if random.random() < 0.3:
        texts = content.setdefault("metadata", {}) if "metadata" in content else content
        texts["rules" if "metadata" in content else "ruleset"] = " ".join(random.sample(RULES, 3))
    return json.dumps(changed(random, content))


def changed(random: Random, value: Any) -> Any:
    """A JSON value with a few parts replaced, dropped or doubled."""
    value = json.loads(json.dumps(value))
    for _ in range(random.choice([1, 1, 2, 4])):
        parent, key = value, None
        while isinstance(parent, (dict, list)) and parent:
            key = random.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
            if not isinstance(parent[key], (dict, list)) or not parent[key] or random.random() < 0.2:
                break
            parent = parent[key]
        if key is None or not isinstance(parent, (dict, list)):
            continue
        match random.randrange(4):
            case 0 if isinstance(parent, dict):
                del parent[key]
            case 1 if isinstance(parent, list):
                parent.insert(key, parent[key])
            case 2 if isinstance(parent[key], str):
                parent[key] = changed_text(random, parent[key])
            case _:
                parent[key] = deepcopy(random.choice(JUNK))  # a shared one could come to hold itself
    return value


def changed_text(random: Random, text: str) -> str:
    """A text with a few characters changed."""
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.randrange(len(text) + 1)
        stop = at + random.choice([0, 0, 1, 3, 10])
        new = random.choice(
            ["", "0", "9", "z", "g", "-", "~", ".", "/", "%", "R1C1", text[at:stop] * 2, random.choice(ODD)]
        )
        text = text[:at] + new + text[stop:]
    return text


def read_lines(text: str) -> None:
    """Read a text as a batch does: the puzzles in it are in order, each in a line of its own."""
    ways: list[dict[str, Any]] = [{"links": True}, {"grids": FOUR.grids}, {"grids": NINE.grids}, {"commas": False}]
    for options in [*ways, {"grids": NINE.grids, "column": 2}]:
        lines = list(puzzles(text.splitlines(), **options))
        assert [line.number for line in lines] == sorted(line.number for line in lines)


def check(link: str) -> str:
    """What is wrong with how a link is treated, or nothing."""
    started = time.thread_time()
    try:
        read_lines(link)
        found = import_text(link)
    except PuzzleError as refused:
        said = "\n".join(
            [
                str(refused),
                *(one.message for one in refused.diagnostics),
                json.dumps(refused.diagnostics[0].as_json(), ensure_ascii=False),
            ]
        )
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    else:
        said = "\n".join([found.title, found.model, *found.not_understood, *found.assumed])
        try:
            read(Source("<import>", found.model))
        except PuzzleError as error:
            return f"a model that is none: {error}"
    seconds = time.thread_time() - started
    if raw := RAW.search(said):
        return f"a raw control character {raw[0]!r}"
    if seconds > (LONGEST_OF_GENRES if 'genre "' in said else LONGEST):
        return f"{seconds:.1f} s of processor time"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Check mutated links and files; print those that are treated badly.")
    parser.add_argument("count", type=int)
    parser.add_argument("--start", type=int, default=0, help="number of the first link")
    options = parser.parse_args()
    links()
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, size + MEMORY))
    tally: Counter[str] = Counter()
    for number in range(options.start, options.start + options.count):
        for kind, made in (("link", any_link), ("file", any_file)):
            text = made(Random(f"{kind} {number}"))
            wrong = check(text)
            tally["treated badly" if wrong else "well"] += 1
            if wrong:
                print(f"{kind} {number}: {wrong}\n{text[:2000]!r}\n", flush=True)
    print(dict(tally))
    raise SystemExit(tally["treated badly"] > 0)


if __name__ == "__main__":
    main()
