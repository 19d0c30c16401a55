"""Short texts that ask for very much: expressions that become very high, or that call themselves."""

from __future__ import annotations

GRID = "grid cell[3, 3] in 1..4\n"
OTHERS = ("r1c3", "r2c3", "r3c1", "r3c2", "r3c3")

NUMBERS = {
    "an equation": "(A != B) + 1",
    "a sum of conditions": "sum([A > B, B == 2])",
    "a count": "count([A, B, r2c1], 3)",
    "compared lists": "(values([A, B]) == values([r2c1, r2c2])) + B",
    "dictionary order": "lex_lesseq([B, r2c1], [A, r2c2]) + 1",
    "a pattern": 'regular([B, A], "1.|.2") + B',
    "a place in a list": "[B, 1, 2, r2c2, 3, 4, 5, 6][A]",
    "an item that is chosen": "[A, r2c1, 3, 2][B]",
    "membership": "(A in {2, 3}) + B",
    "different values": "alldifferent([A, B, r2c1]) + B",
    "a largest value": "max(A, B) - 1",
    "a distance": "abs(A - B)",
    "a choice": "if A > 2 then B else r2c2",
    "a chosen branch": "if B > 2 then A else r2c2",
    "a remainder": "(A * B) mod 5 + 1",
    "a quotient": "A div B + 1",
    "an exact quotient": "(A + 1) / B",
    "a power": "(A mod 3) ^ 2",
    "a circle": "circuit([A, B, r2c1]) + 2",
    "an inverse": "inverse([A, B], [r2c1, r2c2]) + 1",
    "connected cells": "connected([B, r2c1, A], 1, [[B, r2c1], [r2c1, A]]) + 1",
    "a negation": "1 + (not (A == 1 and B == 1))",
    "an implication": "1 + (A == 1 -> B == 2)",
    "alternatives": "1 + ((A == 1 and B == 2) or (r2c1 == 2 and B == 3))",
}
CONDITIONS = {
    "exclusive conditions": "A xor B == 1",
    "nested alternatives": "(A and B == 1) or B == 2",
    "what a function gives": "element(1, [A], B == 1)",
    "a condition that is chosen": "if B == 1 then A else r2c1 == 2",
    "implications": "A -> B == 1",
    "a rule": "both(A, B == 1)",
}
RULE = "rule both(a, b):\n    a xor b\n"


SELF_CALLING = [
    "let f(x, y = f(x)) = y\nshow f(1)",
    "rule f(x, y = f(x)):\n    y\nf(r1c1)",
    "let f(x, y = g(x)) = y\nlet g(x, y = f(x)) = y\nshow f(1)",
    "let f(x, y = [f(x) for i in 1..1]) = y\nshow f(1)",
    "rule f(x, y = f(x)):\n    draw text x text = y\nf: r1c1",
    "let f(x, y = f(x)) = y\nnot scan([r1c1], 0, f, f)",
    "let f(x, y = f(x)) = y\nvar v in 0..f(1)",
    "let f(x, y = f(x)) = y\nparam p = f(1)",
]


def chain(form: str, count: int) -> str:
    """A form applied to itself in a line each, with a different cell each time."""
    lines = [f"let a{k} = {form.replace('A', f'a{k - 1}').replace('B', OTHERS[k % 5])}\n" for k in range(1, count + 1)]
    holds = form in CONDITIONS.values()
    return f"{GRID}{RULE}let a0 = r1c1{' == 1' * holds}\n{''.join(lines)}a{count}{' < 3' * (not holds)}\n"


def applied(form: str, doublings: int) -> str:
    """A form applied ``2 ** doublings`` times, by calls that are hardly inside each other."""
    lines = [f"let t{k}(x) = t{k - 1}(t{k - 1}(x))\n" for k in range(1, doublings + 1)]
    holds = form in CONDITIONS.values()
    first = f"let t0(x) = {form.replace('A', 'x').replace('B', 'r1c2')}\n"
    return f"{GRID}{RULE}{first}{''.join(lines)}t{doublings}(r1c1{' == 1' * holds}){' < 3' * (not holds)}\n"


def hostile() -> list[str]:
    """A text of each kind; all of them are refused."""
    forms = [*NUMBERS.values(), *CONDITIONS.values()]
    return [
        *(f"{GRID}{text}\n" for text in SELF_CALLING),
        *(applied(form, 13) for form in forms),
        *(chain(form, 200) for form in forms),
        *(applied("[B, r2c1, r2c2, 1, 2, 3, 4, 5, 6][A]", doublings) for doublings in (9, 10, 11, 20)),
    ]
