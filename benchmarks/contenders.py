"""Who is measured: our own command line in several manners, and each script of ``peers``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import minizinc_text
from measuring import Command
from puzzles import EASY, VARIANTS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PEERS = HERE / "peers"
GECODE = ["minizinc", "--solver", "gecode"]


@dataclass(frozen=True)
class Contender:
    """``one`` solves 81 digits, ``many`` a file of such lines in one process, ``variant`` a puzzle of ``variants``.

    ``many`` is None for a program that takes one puzzle a process.
    """

    name: str
    ours: bool
    one: Callable[[str], Command]
    variant: Callable[[str], Command]
    many: Callable[[Path], Command] | None = None


def ours(name: str, python: Path | None, *options: str, jobs: int = 1) -> Contender:
    """Our command line with options: from the tree, or as it is installed for another interpreter."""
    words = [str(python or sys.executable), "-m", "puzzledsl"]
    variables = {} if python else {"PYTHONPATH": str(ROOT)}
    classic = str(ROOT / "models" / "classic.puz")

    def one(givens: str) -> Command:
        if givens == EASY:
            return Command([*words, "solve", str(HERE / "easy.puz"), "--json", *options], variables)
        return Command([*words, "solve", classic, "--givens", givens, "--json", *options], variables)

    def variant(puzzle: str) -> Command:
        return Command([*words, "solve", str(ROOT / "models" / f"{puzzle}.puz"), "--json", *options], variables)

    def many(file: Path) -> Command:
        return Command([*words, "batch", classic, "--givens", str(file), "--jobs", str(jobs), *options], variables)

    return Contender(name, True, one, variant, many)


def peers(python: str, scratch: Path) -> list[Contender]:
    """The scripts of ``peers`` that have a second one for variants, and MiniZinc, whose models go to ``scratch``."""
    names = sorted(path.stem for path in PEERS.glob("*.py") if (PEERS / f"{path.stem}_rules.py").is_file())
    return [*(script(name, python) for name in names), gecode(scratch)]


def script(name: str, python: str) -> Contender:
    """A peer in Python."""

    def solver(argument: str) -> Command:
        return Command([python, str(PEERS / f"{name}.py"), argument])

    def rules(puzzle: str) -> Command:
        return Command([python, str(PEERS / f"{name}_rules.py"), str(VARIANTS / f"{puzzle}.json")])

    return Contender(name, False, solver, rules, lambda file: solver(str(file)))


def gecode(scratch: Path) -> Contender:
    """MiniZinc with Gecode: a process a puzzle."""
    for path in VARIANTS.glob("*.json"):
        minizinc_text.write(path, scratch / f"{path.stem}.mzn")

    def one(givens: str) -> Command:
        return Command([*GECODE, str(PEERS / "classic.mzn"), "-D", f"givens=[{','.join(givens)}]"])

    return Contender("minizinc_gecode", False, one, lambda puzzle: Command([*GECODE, str(scratch / f"{puzzle}.mzn")]))
