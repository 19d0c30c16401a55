"""Inputs that nobody means: models with a few places changed, lines of random words, characters at random."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.library import entries

START = "grid cell[9, 9] in 1..9\n"
TOKENS = """
    puzzle author note include param grid var let rule for in where if then else givens regions mask maximize minimize
    clues
    show draw and or not mod div xor true false none bool real -> <-> == != < <= > >= .. + - * / ^ ( ) [ ] { } , : = .
    r1c1 r9c9 r1c1..r1c5 r2c2..r4c4 r10c1 1 2 9 0 15 10^9 0.5 "a" "1*2" x y line cells cell # |
    2x 1/2x 0x5 1e9 range is least than to max lambda =l= += /\\ → f"{x}" "WORD" int subject given right print
    _ ? @ \\ é 🙂
"""

ODD = [
    *(
        "\x00",
        "\x1b[31m",
        "\x1b]0;x\x07",
        "\x9b",
        "\u202e",
        "\u2066",
        "\ud800",
        "\ufeff",
        "\t",
        "\r",
        "\u00e9",
        "\u2211",
        "\u00b2",
    ),
    *("9" * 30, "1..10^9", "10^18", "-" * 50, "r1c1..r9c9", "r0c0", "r999999c1", "not " * 20, "(" * 60, '"', "{", "["),
]
"""What is put into models: control characters, huge numbers, depth."""


@cache
def texts() -> tuple[str, ...]:
    """Models to be mutated: those of the gallery, the library's examples and the library; and known mistakes."""
    gallery = Path(__file__).parents[2] / "models"
    found = [path.read_text(encoding="utf-8") for path in sorted(gallery.glob("*.puz"))]
    found += [START + example + "\n" for entry in entries().values() for example in entry.examples]
    found += [path.read_text(encoding="utf-8") for path in sorted((files("puzzledsl") / "library").iterdir(), key=str)]
    manual = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
    found += re.findall(r"```puz[^\n]*\n(.*?)```", manual, re.DOTALL)
    tests = gallery.with_name("tests")
    mistakes = [*sorted(tests.glob("errors/golden/*.txt")), *sorted(tests.glob("reading/golden/*.txt"))]
    found += [path.read_text(encoding="utf-8").partition("-" * 40)[0] for path in mistakes]
    return tuple(text for text in found if len(text) < 6_000)


@cache
def words() -> tuple[str, ...]:
    return (*TOKENS.split(), *builtins(), *entries())


def mutated(random: Random) -> str:
    """A model with a few places changed: words dropped, doubled, replaced; lines moved; characters broken."""
    text = random.choice(texts())
    for _ in range(random.choice([1, 1, 2, 3, 8])):
        parts = re.findall(r"\w+|\s+|[^\w\s]", text)
        if not parts:
            break
        k, j = random.randrange(len(parts)), random.randrange(len(parts))
        match random.randrange(12):
            case 0:
                del parts[k]
            case 1:
                parts.insert(k, parts[k])
            case 2:
                parts[k], parts[j] = parts[j], parts[k]
            case 3 | 4:
                parts[k] = random.choice(words())
            case 5:
                parts.insert(k, " " + random.choice(words()) + " ")
            case 6:
                lines = text.split("\n")
                random.shuffle(lines)
                parts = ["\n".join(lines)]
            case 7:
                at = random.randrange(len(text) + 1)
                parts = [text[:at], chr(random.choice([0, 9, 13, 34, 35, 40, 0x2028, 0xFFFD, 0x1F642])), text[at:]]
            case 8:
                parts.insert(k, random.choice(ODD))
            case 9:
                stop = min(len(parts), k + random.choice([1, 2, 5, 30]))
                parts[k:stop] = parts[k:stop] * random.choice([2, 3, 40])
            case 10:
                numbers = [n for n, part in enumerate(parts) if part.isdecimal()]
                if numbers:
                    parts[random.choice(numbers)] = random.choice(
                        ["0", "1", "10", "100", "1000", "99999999", "-1", "2.5"]
                    )
            case 11:
                lines, others = text.split("\n"), random.choice(texts()).split("\n")
                lines[random.randrange(len(lines))] = random.choice(others)
                parts = ["\n".join(lines)]
        text = "".join(parts)
    return text


def assembled(random: Random) -> str:
    """Lines of random words, now and then indented."""
    lines = [START] if random.random() < 0.7 else []
    for _ in range(random.randint(1, 8)):
        indent = random.choice(["", "", "", "    ", "  ", "\t"])
        lines.append(indent + " ".join(random.choice(words()) for _ in range(random.randint(1, 9))))
    return "\n".join(lines) + "\n"


def scrambled(random: Random) -> str:
    """Any characters at all."""
    alphabet = 'rc123.:,=()[]{}"#|-+*/^<> \n\t_ab' + "\x00\x7f\u00a0\u2028é中🙂"
    return "".join(random.choice(alphabet) for _ in range(random.randint(0, 120)))


def expression(random: Random, depth: int = 4) -> str:
    """A random expression that reads well and mostly means nothing."""
    if depth == 0 or random.random() < 0.2:
        return random.choice(
            ["r1c1", "r2c3", "r1c1..r1c3", "1", "0", "-2", '"a"', "none", "true", "cell", "rows", "[]"]
        )
    a, b, c = (expression(random, depth - 1) for _ in range(3))
    name = random.choice([*builtins(), *entries()])
    return random.choice(
        [
            f"({a} {random.choice(['+', '-', '*', '/', 'div', 'mod', '^', '..'])} {b})",
            f"({a} {random.choice(['==', '!=', '<', '<=', 'in', 'not in'])} {b})",
            f"({a} {random.choice(['and', 'or', 'xor', '->', '<->'])} {b})",
            f"not {a}", f"-{a}", f"[{a}, {b}]", f"({a}, {b})", f"{{{a}, {b}}}", f"{{{a}: {b}}}",
            f"{name}({a})", f"{name}({a}, {b})", f"{name}({a}, {b}, {c})", f"(if {a} then {b} else {c})",
            f"[x for x in {a}]", f"[{b} for x in {a} where {c}]", f"count({b} for x in {a})",
            f"({a})[{b}]", f"({a})[{b}, {c}]",
        ]
    )  # fmt: skip


def sensible(random: Random) -> str:
    """Statements with random expressions in their places."""
    a, b = expression(random), expression(random)
    rules = list(entries())
    return START + random.choice(
        [
            f"{a}\n", f"let v = {a}\nshow v\nr1c1 == v\n", f"{random.choice(rules)} {b}: {a}\n".replace(": (", ": ("),
            f"{random.choice(rules)} ({b}): {a}\n", f"for i in {a}:\n    {b}\n", f"if {a}:\n    {b}\n",
            f"maximize {a}\n", f"show {a}, {b}\n", f"var z in {a}\nz == {b}\n", f"let f(x, y = {a}) = {b}\nf(r1c1)\n",
            f"rule k(line):\n    {a}\n    {b}\nk: r1c1..r1c3\n",
            f"let g(s, x) = {a}\nlet h(s) = {b}\nscan(row(1), 0, g, h)\n",
            f"param p = {a}\nr1c1 == p\n", f"draw cage({a}, {b})\n", f"grid other[{a}, {b}] in 1..3\n",
        ]
    )  # fmt: skip


LONGEST = 4096
"""Characters of an input."""


def any_input(random: Random) -> str:
    """One of all kinds."""
    return random.choice([mutated, mutated, assembled, scrambled, sensible, sensible])(random)[:LONGEST]
