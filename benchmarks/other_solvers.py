"""Whether other solvers read and solve the programs as what they are: the gallery, and every example of the library.

Each model becomes an LP and an MPS file in both encodings, as it is written, and HiGHS, GLPK, CBC and SCIP solve each
within a time limit. An answer is right if the verifier accepts it, and if all objectives of a model are equal: those of
these solvers, and that of search where it proves one. Where search proves that there is no solution, so must they.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import puzzledsl
from puzzledsl.answer import Options, objective_of
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.editing.rule_rows import CLASSIC
from puzzledsl.elaboration.library import entries, statements_of
from puzzledsl.encodings.encoded import read
from puzzledsl.export import export
from puzzledsl.export.solver_files import plain_names
from puzzledsl.expressions import Rational
from puzzledsl.solve import encoded_model
from puzzledsl.verification import verify

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.export.other_solvers import READERS, NotEnded

Run = tuple[str, str, str]
"""An encoding, a format and a solver."""


def models(filled: int) -> Iterator[tuple[str, puzzledsl.Model]]:
    """The gallery, and each example of a rule on a classic grid with so many cells of one solution, by name."""
    for path in sorted(Path(__file__).parents[1].joinpath("models").glob("*.puz")):
        yield path.stem, puzzledsl.load(path)
    for entry in entries().values():
        if entry.is_rule and not entry.name.startswith("_"):
            for number, example in enumerate(entry.examples, 1):
                text = f"{CLASSIC}{statements_of(example)}\n"
                solution, chosen = puzzledsl.parse(text).solve(), Random(example)
                if filled and solution:
                    cells = chosen.sample([f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10)], filled)
                    text += "".join(f"{cell} == {solution[cell]}\n" for cell in cells)
                yield f"{entry.name} {number}", puzzledsl.parse(text)


def results(model: puzzledsl.Model, folder: Path, seconds: float) -> Iterator[tuple[Run, str, Rational | None]]:
    """For each run how it ended, and the objective of an answer that is right by itself."""
    for encoding in ("binary", "integer"):
        encoded = encoded_model(model.elaborated, Options(encoding, presolve="none"))
        names = plain_names(column.name for column in encoded.columns)
        for form in ("lp", "mps"):
            file = folder / f"model.{form}"
            try:
                file.write_text(export(encoded, form), encoding="utf-8")
            except PuzzleError:
                yield (encoding, form, ""), "refused", None
                continue
            for solver, (solve, _) in READERS.items():
                run = encoding, form, solver
                try:
                    _, found = solve(file, seconds)
                except NotEnded:
                    yield run, "not ended", None
                    continue
                except Exception as error:
                    is_none = re.search("infeasible|empty|undefined", str(error), re.IGNORECASE)
                    yield run, "no solution" if is_none else f"failed: {error}", None
                    continue
                values = read(encoded, [found.get(name, 0.0) for name in names])[: len(model.elaborated.variables)]
                wrong = verify(model.elaborated, values)
                yield run, "rejected" if wrong else "right", None if wrong else objective_of(model.elaborated, values)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--limit", type=float, default=5.0, help="seconds for each run (5)")
    parser.add_argument("--part", default="1/1", help="2/3: the second of three parts of the models (1/1)")
    parser.add_argument("--filled", type=int, default=0, help="cells of one solution that an example's grid has (0)")
    arguments = parser.parse_args()
    part, parts = map(int, arguments.part.split("/"))
    counts: dict[Run, Counter[str]] = {}
    tried = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, model) in enumerate(models(arguments.filled)):
            if number % parts != part - 1:
                continue
            tried += 1
            known = model.solve(solver="search", time_limit=10)
            best = (
                {round(float(known.objective), 5)}
                if known.status == "optimal" and known.objective is not None
                else set()
            )
            for run, word, objective in results(model, Path(folder), arguments.limit):
                kind = word.split(":")[0]
                if known.status == "infeasible":
                    kind = word = {"no solution": "right", "right": "wrong"}.get(kind, kind)
                elif kind == "no solution":
                    kind = word = "wrong"
                if objective is not None and kind == "right":
                    best.add(round(float(objective), 5))
                    kind = word = "right" if len(best) == 1 else "another optimum"
                counts.setdefault(run, Counter())[kind] += 1
                if kind not in ("right", "not ended"):
                    print(f"{name}: {' '.join(run)}: {word}", flush=True)
            print(name, file=sys.stderr, flush=True)
    kinds = sorted({kind for found in counts.values() for kind in found})
    print(f"{tried} models\n")
    print(f"| encoding | file | solver | {' | '.join(kinds)} |\n|{' --- |' * 3}{' ---: |' * len(kinds)}")
    for run, found in counts.items():
        print(f"| {' | '.join(run)} | {' | '.join(str(found[kind]) for kind in kinds)} |")


if __name__ == "__main__":
    main()
