"""What HiGHS' options are worth on models that it solves alone: ``python benchmarks/options.py [FILE.puz …]``.

Each model is encoded in every encoding with nothing presolved, and solved with the options that puzzledsl sets, with
HiGHS' defaults, with its heuristics on or off, and with one other option at a time put back to its default: first
models of which any solution will do (*feasibility*), then those with an objective. Without files: those of ``models/``,
and some classics of ``classics.tsv``. What takes the first manner less than a fifth of a second tells nothing and is
left out. Answers are verified. Prints tables in Markdown.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from puzzles import classics  # noqa: E402 - the tree's own package comes first

from puzzledsl.diagnostics import PuzzleError  # noqa: E402
from puzzledsl.encodings import encode, encodings  # noqa: E402
from puzzledsl.encodings.encoded import Encoded, read  # noqa: E402
from puzzledsl.encodings.pyomo_model import to_pyomo  # noqa: E402
from puzzledsl.flattening import flatten  # noqa: E402
from puzzledsl.highs.integer_program import Program, program  # noqa: E402
from puzzledsl.highs.solve_options import SEARCH_FOR_ANY, SEARCH_FOR_BEST, SolveOptions  # noqa: E402
from puzzledsl.highs.supervisor import Supervisor  # noqa: E402
from puzzledsl.loading import load_model, read_source  # noqa: E402
from puzzledsl.model import Model  # noqa: E402
from puzzledsl.presolve.presolve import presolve  # noqa: E402
from puzzledsl.source import Source  # noqa: E402
from puzzledsl.time_limit import within  # noqa: E402
from puzzledsl.verification import verify  # noqa: E402

SHIFT = 0.1
"""Seconds added to both sides of a ratio, so that small times count for little."""
CLASSICS = 12
Options = dict[str, str]


@dataclass(frozen=True)
class Task:
    """A model in one encoding, ready for HiGHS."""

    name: str
    model: Model
    encoded: Encoded
    rows: Program


def texts(files: list[Path]) -> list[tuple[str, Source]]:
    if files:
        return [(path.stem, read_source(path)) for path in files]
    found = [(path.stem, read_source(path)) for path in sorted((HERE.parent / "models").glob("*.puz"))]
    for i, puzzle in enumerate(classics(None)["own_hard"][:CLASSICS], 1):
        digits = puzzle.givens.replace("0", ".")
        lines = "".join("    " + " ".join(digits[9 * r : 9 * r + 9]) + "\n" for r in range(9))
        text = f"grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\ngivens:\n{lines}"
        found.append((f"classic {i}", Source(f"classic {i}", text)))
    return found


def tasks(files: list[Path]) -> list[Task]:
    answer = []
    for name, source in texts(files):
        try:
            model = load_model(source)
            flat = flatten(model)
        except PuzzleError:  # a model that wants givens or a setting
            continue
        for encoding in sorted(encodings()):
            encoded = encode(flat, presolve(flat, "none").domains, encoding, model.variables)
            if encoded.impossible is None:
                answer.append(Task(f"{name} ({encoding})", model, encoded, program(to_pyomo(encoded))))
    return answer


def manners(feasibility: bool) -> dict[str, Options]:
    """What is compared, by name; first what puzzledsl does."""
    heuristics = [name for name, _ in SEARCH_FOR_ANY if name.startswith("mip_heuristic")]
    tuned = dict(SEARCH_FOR_ANY if feasibility else SEARCH_FOR_BEST)
    answer: dict[str, Options] = {"puzzledsl": tuned, "HiGHS' defaults": {}}
    if feasibility:
        answer["with heuristics"] = dict(SEARCH_FOR_BEST)
    else:
        answer["without heuristics"] = dict(SEARCH_FOR_ANY)
    for changed in tuned:
        if changed not in heuristics:
            answer[f"default `{changed}`"] = {name: value for name, value in tuned.items() if name != changed}
    return answer


def seconds(supervisor: Supervisor, task: Task, options: SolveOptions, limit: float) -> float:
    """Of a solve to its proven end, else the limit.

    Raises:
        SystemExit: the answer is wrong.
    """
    with within(limit):
        result = supervisor.solve(task.rows, options)
    if result.values and verify(task.model, read(task.encoded, result.values)[: len(task.model.variables)]):
        raise SystemExit(f"{task.name}: a wrong answer with {dict(options.extra)}")
    return min(result.seconds, limit) if result.status == "optimal" else limit


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--limit", type=float, default=10, help="seconds a solve (10)")
    parser.add_argument("--seeds", type=int, default=2, help="runs of each, with different seeds (2)")
    parser.add_argument("--trivial", type=float, default=0.2, help="seconds below which a model is left out (0.2)")
    arguments = parser.parse_args()
    every = tasks(arguments.files)
    options = SolveOptions(tuned=False)
    with Supervisor() as supervisor:
        for feasibility in (True, False):
            found = [task for task in every if task.rows.feasibility == feasibility]
            base: list[float] = []
            for name, extra in manners(feasibility).items():
                first = replace(options, extra=extra)
                if not base:
                    found = [
                        task for task in found if seconds(supervisor, task, first, arguments.limit) >= arguments.trivial
                    ]
                    print(f"\n{'feasibility' if feasibility else 'objective'}, {len(found)} models\n")
                    print("| options | proven | seconds | ratio |\n| --- | --- | --- | --- |")
                runs = [replace(first, seed=seed) for seed in range(arguments.seeds)]
                times = [seconds(supervisor, task, run, arguments.limit) for run in runs for task in found]
                base = base or times
                logarithms = [math.log((t + SHIFT) / (b + SHIFT)) for t, b in zip(times, base, strict=True)]
                ratio = math.exp(sum(logarithms) / max(len(logarithms), 1))
                proven = sum(t < arguments.limit for t in times)
                print(f"| {name} | {proven} of {len(times)} | {sum(times):.1f} | {ratio:.2f}× |", flush=True)


if __name__ == "__main__":
    main()
