"""Tables from the raw figures: on a terminal, and into README.md (``python benchmarks/report.py figures.json``).

Times are medians over the rounds. Of a batch, ``mean`` is the time of a round over its number of puzzles, and a ratio
compares the times for those puzzles that both were asked; a puzzle beyond the limit counts with the limit.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

README = Path(__file__).resolve().parent / "README.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
IN_README = ("Must hold", "Whole process, the easy", "Per puzzle in a batch: hardest", "The same, over all", "17 clues")
"""How the titles of the tables begin that README.md has; a terminal shows all."""
Figures = dict[str, Any]


@dataclass(frozen=True)
class Table:
    """A title, the heads of the columns, rows of text."""

    title: str
    heads: list[str]
    rows: list[list[str]]

    def markdown(self) -> str:
        lines = ["| " + " | ".join(row) + " |" for row in (self.heads, *self.rows)]
        lines.insert(1, "|" + " --- |" * len(self.heads))
        return f"### {self.title}\n\n" + "\n".join(lines) + "\n"


def puzzle_times(figure: Figures) -> list[float]:
    """Seconds a puzzle, median over the rounds, as far as the first round came."""
    rounds = [each["seconds"] for each in figure["rounds"]]
    return [median(each[i] for each in rounds if i < len(each)) for i in range(len(rounds[0]))] if rounds else []


def reached(figure: Figures) -> int:
    """How many puzzles were asked."""
    return len(figure["rounds"][0]["seconds"]) if figure["rounds"] else 0


def total(figure: Figures, count: int) -> float:
    """Seconds for the first ``count`` puzzles together, median over the rounds that came so far."""
    return float(median(sum(each["seconds"][:count]) for each in figure["rounds"] if len(each["seconds"]) >= count))


def ratio(ours: Figures | None, theirs: Figures | None) -> float | None:
    """Our time over theirs, on the puzzles that both were asked."""
    if not ours or not theirs:
        return None
    if "seconds" in ours:
        return median(ours["seconds"]) / median(theirs["seconds"]) if ours["seconds"] and theirs["seconds"] else None
    common = min(reached(ours), reached(theirs))
    base = total(theirs, common) if common else 0
    return total(ours, common) / base if base else None


def times(number: float | None) -> str:
    """A ratio in print."""
    return "–" if number is None else f"{number:.2f}×" if number < 10 else f"{number:.0f}×"


def milliseconds(seconds: float) -> str:
    """A time in print, three digits of it."""
    value = 1000 * seconds
    return f"{value:.2f} ms" if value < 10 else f"{value:.1f} ms" if value < 100 else f"{value:.0f} ms"


def megabytes(memory: int) -> str:
    """Memory in print."""
    return f"{memory / 1e6:.0f} MB" if memory else "–"


def tables(figures: Figures) -> Iterator[Table]:
    """All tables for which there are figures."""
    yield must_hold(figures)
    if "easy" in figures:
        yield easy(figures["easy"])
    for role, part in figures.get("batch", {}).items():
        yield batch(role, part)
    if "variants" in figures:
        yield variants(figures["variants"])
        yield spread(figures["variants"])
    for section in ("integer", "integer-plain"):
        for role, part in figures.get(section, {}).items():
            yield batch(f"{role}, {section}", part)
    if figures.get("seventeen"):
        yield seventeen(figures["seventeen"])


def easy(section: Figures) -> Table:
    peers = [name for name, each in section.items() if not name.startswith("puzzledsl") and each["seconds"]]
    rows = []
    for name, each in section.items():
        if not each["seconds"]:
            rows.append([name, each["status"]])
            continue
        ratios = [times(ratio(each, section[peer])) for peer in peers]
        best = milliseconds(min(each["seconds"]))
        rows.append([name, milliseconds(median(each["seconds"])), best, *ratios, megabytes(each["memory"])])
    heads = ["", "median", "fastest", *(f"of {peer}" for peer in peers), "memory"]
    return Table("Whole process, the easy grid", heads, rows)


def batch(role: str, part: Figures) -> Table:
    contenders, rows = part["contenders"], []
    for name, each in contenders.items():
        seconds = puzzle_times(each)
        if not seconds:
            rows.append([name, "no answer", *[""] * 6])
            continue
        late = len(each["rounds"][0]["late"])
        rows.append(
            [
                name,
                milliseconds(total(each, len(seconds)) / len(seconds)),
                milliseconds(median(seconds)),
                milliseconds(max(seconds)),
                times(ratio(each, contenders.get("cp_sat"))),
                f"{len(seconds) - late} of {len(seconds)}",
                str(each["wrong"]),
                megabytes(each["memory"]),
            ]
        )
    heads = ["", "mean", "median", "longest", "of cp_sat", f"within {part['limit']:g} s", "wrong", "memory"]
    return Table(f"Per puzzle in a batch: {role} (`{part['set']}`, {part['puzzles']} puzzles)", heads, rows)


def variants(section: Figures) -> Table:
    names = list(dict.fromkeys(name for part in section.values() for name in part))
    rows = []
    for variant, part in section.items():
        cells = []
        for name in names:
            each = part.get(name)
            if each is None:
                cells.append("–")
            elif each["status"] != "right":
                cells.append("–" if "not written" in each["message"] else each["status"])
            else:
                cells.append(milliseconds(median(each["seconds"])))
        rows.append([variant, *cells])
    return Table(f"Whole process, {len(section)} variants (median)", ["", *names], rows)


def spread(section: Figures) -> Table:
    """Of each contender over the variants: how many are right, median time, median ratio, memory."""
    names = list(dict.fromkeys(name for part in section.values() for name in part))
    rows = []
    for name in names:
        there = [part for part in section.values() if name in part and part[name]["status"] == "right"]
        if not there:
            rows.append([name, "0", "", "", ""])
            continue
        ratios = (
            [number for part in there if (number := ratio(part["puzzledsl"], part[name])) is not None]
            if all("puzzledsl" in part for part in there)
            else []
        )
        rows.append(
            [
                name,
                f"{len(there)} of {len(section)}",
                milliseconds(median(median(part[name]["seconds"]) for part in there)),
                times(median(ratios) if ratios else None),
                megabytes(max(part[name]["memory"] for part in there)),
            ]
        )
    heads = ["", "right within the limit", "median of medians", "puzzledsl takes (median ratio)", "most memory"]
    return Table("The same, over all variants", heads, rows)


def seventeen(section: Figures) -> Table:
    rows = [
        [
            name,
            f"{each['right']} of {each['puzzles']}",
            f"{each['seconds']:.1f} s",
            f"{each['answered'] / each['seconds']:.0f} a second",
            megabytes(each["memory"]),
        ]
        for name, each in section.items()
    ]
    return Table("17 clues, `batch --jobs 2`", ["", "right", "whole run", "rate", "memory"], rows)


def must_hold(figures: Figures) -> Table:
    """The ratios that this project sets itself, beside what was measured."""
    whole = figures.get("easy", {})
    sets = {role: part["contenders"] for role, part in figures.get("batch", {}).items()}
    rows = []

    def row(what: str, measured: float | None, bound: float) -> None:
        verdict = "not measured" if measured is None else "held" if measured <= bound else "missed"
        rows.append([what, f"{bound:g}×", times(measured), verdict])

    for peer, bound in (
        ("scipy_milp", 0.35),
        ("pyomo_appsi", 0.33),
        ("cp_sat", 0.5),
        ("cpmpy_ortools", 0.4),
        ("minizinc_gecode", 1.15),
    ):
        row(f"whole process, easy grid, vs {peer}", ratio(whole.get("puzzledsl"), whole.get(peer)), bound)
    for role, ours, bound in (
        ("easy", "puzzledsl", 0.2),
        ("moderate", "puzzledsl", 1.0),
        ("hardest", "puzzledsl", 1.0),
    ):
        part = sets.get(role, {})
        name = figures["batch"][role]["set"] if part else role
        row(f"batch, `{name}`, `{ours}` vs cp_sat", ratio(part.get(ours), part.get("cp_sat")), bound)
    for role, part in figures.get("integer", {}).items():
        for name, each in part["contenders"].items():
            slowest = max(puzzle_times(each), default=None)
            measured = "–" if slowest is None else f"{slowest:.2f} s"
            held = slowest is not None and slowest < 10 and len(puzzle_times(each)) == part["puzzles"]
            rows.append(
                [
                    f"integer, {role} (`{part['set']}`), slowest, `{name}`",
                    "10 s",
                    measured,
                    "held" if held else "missed",
                ]
            )
    for role, part in figures.get("integer-plain", {}).items():
        for name, each in part["contenders"].items():
            answered = len(each["rounds"][0]["seconds"]) - len(each["rounds"][0]["late"])
            share = f"{answered} of {part['puzzles']}"
            rows.append([f"`{name}`, {role} (`{part['set']}`), within {part['limit']:g} s", "–", share, "reported"])
    for name, each in (figures.get("seventeen") or {}).items():
        measured = f"{each['puzzles'] - each['right']}; {each['answered'] / each['seconds']:.0f} a second"
        held = "held" if each["right"] == each["puzzles"] else "missed"
        rows.append([f"{each['puzzles']:,} puzzles with 17 clues, `{name}`, not right", "0", measured, held])
    rows.append(["wrong answers, everywhere", "0", str(wrong(figures)), "missed" if wrong(figures) else "held"])
    return Table("Must hold", ["", "at most", "measured", ""], rows)


def wrong(figures: Figures) -> int:
    """Answers of ours that are no solution, or none within a batch where there is one."""
    count: int = 0
    for section in ("easy", *figures.get("variants", {})):
        part = figures.get(section) or figures.get("variants", {}).get(section, {})
        count += sum(
            each["status"] in {"wrong", "failed"} for name, each in part.items() if name.startswith("puzzledsl")
        )
    for section in ("batch", "integer", "integer-plain"):
        for part in figures.get(section, {}).values():
            count += sum(each["wrong"] for name, each in part["contenders"].items() if name.startswith("puzzledsl"))
    for each in (figures.get("seventeen") or {}).values():
        count += each["puzzles"] - each["right"]
    return count


def circumstances(figures: Figures) -> str:
    """One sentence about the machine."""
    facts = figures["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in (facts["ours"] | facts["peers"]).items())
    wheel = "puzzledsl installed as a wheel" if figures.get("installed") else "puzzledsl from its source"
    busy = " The machine was busy with other things: trust the ratios more than the times." if facts["load"] > 1 else ""
    return (
        f"{facts['date']}, Python {facts['python']}, {facts['system']}, {facts['cores']} cores ({facts['processor']}), "
        f"load at the start {facts['load']:.1f}; {wheel}; {versions}.{busy}"
    )


def show(figures: Figures, console: Console) -> None:
    """All tables on the terminal."""
    from rich import box
    from rich.table import Table as Shown

    console.print(circumstances(figures))
    for table in tables(figures):
        shown = Shown(title=table.title, title_justify="left", box=box.SIMPLE_HEAD)
        for i, head in enumerate(table.heads):
            shown.add_column(head, justify="right" if i else "left", overflow="fold")
        for row in table.rows:
            shown.add_row(*row)
        console.print(shown)


def main() -> None:
    figures = json.loads(Path(sys.argv[1]).read_text())
    kept = [table.markdown() for table in tables(figures) if table.title.startswith(IN_README)]
    text = circumstances(figures) + "\n\n" + "\n".join(kept)
    before, rest = README.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    README.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
