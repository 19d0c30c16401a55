"""What the peers share: where the puzzles come from and how answers go out. Loads nothing but ``sys``.

A peer is called with 81 digits (0 is empty), or with a file of such lines, which it answers in order, a line each, at
once. It builds its model anew for every puzzle, as its user would. It looks at no clock: the benchmark does.
"""

import sys
from collections.abc import Callable


def answer(solve: Callable[[str], str]) -> None:
    """Solves what the command line names; ``-`` stands for a puzzle that was given up."""
    argument = sys.argv[1]
    if len(argument) == 81 and argument.isdigit():
        print(solve(argument))
        return
    with open(argument, encoding="ascii") as file:
        for line in file:
            print(solve(line.strip()), flush=True)
