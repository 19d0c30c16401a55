"""Where the time goes: user CPU by phase, for every model of a folder, and in a table by rule.

    python benchmarks/phases.py FOLDER [--every 4] [--limit 10] [--solver search] [--out rows.tsv]
    python benchmarks/phases.py --table rows.tsv

The folder has an `index.tsv` with the columns `file`, `types` (the rules, parted by spaces) and, where another engine
has solved the same puzzles, its milliseconds as `iss_ms`. Each model is solved in a process of its own, which counts
the CPU time of each phase; the time of loading our modules counts as `imports`, wherever it falls. Run it on an
installed wheel for figures that mean something: the solver core is compiled there. CPU time grows on a busy machine,
too, though less than the time on the clock; branches and calls of propagators (columns of `--out`) do not.
"""

from __future__ import annotations

import argparse
import builtins
import gc
import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

PHASES = ("start", "imports", "read", "elaborate", "flatten", "presolve", "solve", "encode", "verify", "highs")
"""`start`: the interpreter and this script. `highs`: all of the process of HiGHS; `solve` is that of search."""

START = 0.09
"""Seconds that the start of a process takes in any case; ratios to the other engine leave them out."""


class Stopwatch:
    """CPU seconds by phase; what is spent on loading modules is counted apart."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.seconds: dict[str, float] = {"start": time.process_time(), "imports": 0.0}
        self._last = time.process_time()
        self._depth = 0
        self._load = builtins.__import__
        builtins.__import__ = self._timed

    def _timed(self, *arguments: Any, **named: Any) -> Any:
        if self._depth:
            return self._load(*arguments, **named)
        self._depth = 1
        begun = time.process_time()
        try:
            return self._load(*arguments, **named)
        finally:
            took = time.process_time() - begun
            self.seconds["imports"] += took
            self._last += took
            self._depth = 0

    def lap(self, phase: str) -> None:
        """Count the time since the last lap for this phase."""
        now = time.process_time()
        self.seconds[phase] = self.seconds.get(phase, 0.0) + now - self._last
        self._last = now


def solve(path: Path, limit: float, solver: str) -> dict[str, Any]:
    """Solve one model in this process: its status, branches, calls of propagators, and CPU seconds by phase."""
    watch = Stopwatch()
    from puzzledsl.answer import Options
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.elaboration import elaborate
    from puzzledsl.loading import as_model, opener, read_source
    from puzzledsl.reading import read
    from puzzledsl.session import SolverSession
    from puzzledsl.time_limit import moment_in, until

    end = moment_in(limit)
    try:
        source = as_model(read_source(path))
        file, found = read(source)
        watch.lap("read")
        model = elaborate(file, found, None, None, None, opener(source, ()))
        watch.lap("elaborate")
        with until(end), SolverSession(model, Options(solver=solver)) as session:
            watch.lap("flatten")
            answer = session.solve(clock=watch)  # type: ignore[arg-type]
            root = session.root()
            steps = root.engine.steps if root is not None else 0
        watch.lap("solve")
    except PuzzleError as error:
        return {"status": "rejected", "seconds": watch.seconds, "message": str(error)}
    watch.seconds["highs"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return {
        "status": answer.status,
        "solver": answer.solver,
        "branches": answer.nodes or 0,
        "propagations": steps,
        "seconds": watch.seconds,
    }


def measured(folder: Path, every: int, only: str, limit: float, solver: str) -> list[dict[str, Any]]:
    """Solve the models of a folder one after another, each in a process; one row for each."""
    import csv  # here: the process of one model is to load little besides what it measures
    import subprocess

    with (folder / "index.tsv").open(encoding="utf-8", newline="") as table:
        index = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))[::every]
    rows: list[dict[str, Any]] = []
    for entry in index:
        if only not in entry["file"]:
            continue
        command = [sys.executable, "-P", __file__, "--one", str(folder / entry["file"])]
        command += ["--limit", str(limit), "--solver", solver]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit + 20, check=False)
            found = json.loads(done.stdout)
        except (subprocess.TimeoutExpired, ValueError):
            found = {"status": "crashed", "seconds": {}}
        seconds = found.pop("seconds")
        row = {"file": entry["file"], "types": entry.get("types", ""), "iss_ms": entry.get("iss_ms", ""), **found}
        row |= {phase: f"{seconds.get(phase, 0.0):.4f}" for phase in PHASES}
        rows.append(row)
        print(f"{row['status']:10} {sum(seconds.values()):7.2f} s  {row['file']}", file=sys.stderr, flush=True)
    return rows


def report(rows: list[dict[str, Any]]) -> str:
    """The tables, in Markdown: all models, and by rule."""
    from statistics import median

    solved = [row for row in rows if row["status"] in ("solved", "optimal")]
    total = {row["file"]: sum(float(row[phase]) for phase in PHASES) for row in rows}
    lines = [f"{len(solved)} of {len(rows)} solved.", ""]
    lines += ["| phase | CPU in all, s | median, ms | 90th percentile, ms |", "| --- | ---: | ---: | ---: |"]
    for phase in PHASES:
        spent = sorted(float(row[phase]) for row in solved)
        if spent:
            tenth = spent[int(len(spent) * 0.9)]
            lines.append(f"| {phase} | {sum(spent):.1f} | {1000 * median(spent):.0f} | {1000 * tenth:.0f} |")
    compared = [row for row in solved if row["iss_ms"]]
    if not compared:
        return "\n".join(lines)
    ratio = {r["file"]: max(0.0, total[r["file"]] - START) * 1000 / max(0.1, float(r["iss_ms"])) for r in compared}
    ratios = sorted(ratio.values())
    lines += ["", f"Ratio to the other engine, {len(compared)} models: median {median(ratios):.1f}, "]
    lines[-1] += f"easiest tenth {ratios[len(ratios) // 10]:.2f}, hardest tenth {ratios[len(ratios) * 9 // 10]:.0f}."
    by_rule: dict[str, list[dict[str, Any]]] = {}
    for row in compared:
        for rule in dict.fromkeys(row["types"].split()):
            by_rule.setdefault(rule, []).append(row)
    groups = {
        "imports": ("start", "imports"),
        "elaborate": ("read", "elaborate"),
        "flatten": ("flatten",),
        "presolve": ("presolve",),
        "search": ("solve", "verify"),
        "HiGHS": ("encode", "highs"),
    }
    lines += ["", "| rule | models | their ms | our ms | ratio | worst |" + "".join(f" {name} |" for name in groups)]
    lines.append("| --- |" + " ---: |" * (5 + len(groups)))
    order = sorted(by_rule, key=lambda rule: -median(ratio[r["file"]] for r in by_rule[rule]))
    for rule in order:
        some = by_rule[rule]
        theirs = median(float(r["iss_ms"]) for r in some)
        ours = median(total[r["file"]] for r in some) * 1000
        found = [ratio[r["file"]] for r in some]
        all_of_it = sum(total[r["file"]] for r in some)
        parts = [sum(float(r[phase]) for r in some for phase in phases) / all_of_it for phases in groups.values()]
        cells = [str(len(some)), f"{theirs:.1f}", f"{ours:.0f}", f"{median(found):.1f}", f"{max(found):.0f}"]
        lines.append(f"| {rule} | " + " | ".join(cells + [f"{100 * part:.0f} %" for part in parts]) + " |")
    return "\n".join(lines)


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--every", type=int, default=1, help="take every K-th model", metavar="K")
    parser.add_argument("--only", default="", help="take models with this text in their names")
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--solver", default="auto")
    parser.add_argument("--out", type=Path, help="write the rows to this file")
    parser.add_argument("--table", type=Path, help="print the tables of rows that were written before")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        gc.set_threshold(100_000, 20)  # as in the command
        print(json.dumps(solve(arguments.one, arguments.limit, arguments.solver)))
        return
    import csv

    if arguments.table:
        with arguments.table.open(encoding="utf-8", newline="") as table:
            rows: list[dict[str, Any]] = list(csv.DictReader(table, delimiter="\t"))
    elif arguments.folder:
        rows = measured(arguments.folder, arguments.every, arguments.only, arguments.limit, arguments.solver)
    else:
        parser.error("a folder, or --table")
    if arguments.out and rows:
        names = list(dict.fromkeys([name for row in rows for name in row]))
        with arguments.out.open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, names, delimiter="\t", restval="")
            writer.writeheader()
            writer.writerows(rows)
    print(report(rows))


if __name__ == "__main__":
    main()
