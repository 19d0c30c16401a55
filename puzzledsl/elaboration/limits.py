"""Bounds on what a model may ask for, so that no text can exhaust time or memory."""

from __future__ import annotations

import time

from puzzledsl.diagnostics import failure
from puzzledsl.elaboration.fault import Fault
from puzzledsl.model import UNBOUNDED
from puzzledsl.nearest import did_you_mean
from puzzledsl.reading import LONGEST_TEXT
from puzzledsl.records import fields_of, record
from puzzledsl.time_limit import check_time


@record
class Limits:
    """Bounds of elaboration; running into one is an error that names the statement.

    Attributes:
        constraints: how many constraints a model may have.
        variables: how many variables (cells included).
        items: how long a list, set or map may get, and how many parts an expression may have.
        depth: how deeply rules and functions may call each other.
        steps: how much work elaboration and flattening may take together: one for a loop round, ``A_CALL`` or
            ``A_BUILTIN_CALL`` for a call, one for every ``A_STEP`` bytes that are made, more for groups and operations
            of many parts, for what regular expressions become, and what flattening counts. About a microsecond each.
        seconds: how long elaboration may take, in processor time, so that a busy machine takes the same path.
        digits: decimal digits of a static number.
        states: states of an automaton.
        moves: different moves (a state and a value) of an automaton.
        memory: megabytes of all lists, texts, expressions, constraints and marks that elaboration makes. It is
            estimated from their sizes, so that the same model always ends at the same place. Memory that is freed
            counts, too.
        files: how many other files the model may include.
        characters: how long the text of a file may be.
    """

    constraints: int = 200_000
    variables: int = 250_000
    items: int = 500_000
    depth: int = 64
    steps: int = 2_000_000
    seconds: float = 20.0
    digits: int = 4_000
    states: int = 200_000
    moves: int = 60_000
    memory: int = 600
    files: int = 1_000
    characters: int = LONGEST_TEXT


SAFE = Limits(
    constraints=20_000,
    variables=10_000,
    items=100_000,
    depth=32,
    steps=750_000,
    seconds=3.0,
    digits=400,
    states=20_000,
    moves=50_000,
    memory=100,
    files=0,
    characters=200_000,
)
"""Tight bounds for models from strangers: elaboration takes at most a few seconds and about 100 MB."""


def limits_from(settings: dict[str, str]) -> Limits:
    """Limits with some replaced, as given on the command line (``--bound depth=200``).

    Raises:
        PuzzleError: an unknown name, or a value that is not a positive number.
    """
    known = Limits.__match_args__
    changed: dict[str, float] = {}
    for name, text in settings.items():
        if name not in known:
            helps = [f"the bounds are {', '.join(known)}"]
            message, label = f"there is no bound called `{name}`", did_you_mean(name, known)
            raise failure(message, label=label, helps=helps, code="unknown-bound")
        try:
            value = float(text) if name == "seconds" else int(text)
        except ValueError:
            value = 0
        if not (0 < value < float("inf") or (name == "files" and text.strip() == "0")):
            raise failure(f"the bound `{name}` takes a positive number, not `{text}`", code="bad-bound")
        changed[name] = value
    return Limits(**changed)  # type: ignore[arg-type]


A_CONSTRAINT = 800
AN_EXPRESSION = 400
A_TERM = 72
AN_ITEM = 40
A_STATE = 250
A_CHARACTER = 4
"""Estimated bytes, measured with CPython 3.11: a requirement with its origin; a number or Boolean without its parts; a
term of a sum; an item of a list, set or map; a state or move of an automaton; a character of a text
that is put together (its parts, the text, and a copy in the answer)."""


A_STEP = 100
"""Estimated bytes that are made in the time of a step, about a microsecond."""

A_LARGE = 2_000
"""Estimated bytes beyond which what is made at once has equal parts, which cost a quarter."""

A_CALL = 16
A_BUILTIN_CALL = 10
A_LOOKUP = 3
"""Steps of a call of a rule or function of the language, of a built-in function, and of one that looks something up."""

SOME_ITEMS = 2
"""Items of its arguments that a built-in function handles in the time of a step."""

A_PART = 3
FEW_PARTS = 3
"""Steps for each item of a constraint, but for the first few, which any constraint has."""

SOME_PARTS = 8
"""Parts of a requirement, when it is written out, or terms of a sum that are compared in the time of a step."""

A_CELL = 2
"""Steps of a cell of a grid."""

A_MARK = 40
A_TABLE = 8
A_REQUIREMENT = 25
A_DEMAND = 4
"""Steps of a mark that is drawn, a table, and a statement that must hold, in the model and in a rule; what they consist
of comes on top."""

A_WEIGHING = 6
"""Steps of finding out how large an expression is."""

AN_OPERATION = 30
"""Steps of a non-linear operation, whose bounds are asked for several times."""

STEPS_OF_BROKEN = 500_000
"""Steps in the search for further mistakes in a text that cannot be read in full."""

MOST_NESTED = 3_000
"""Nodes of the functions that are running, one inside the other, whatever the bounds. Python does not count the levels
of compiled code. So many fit into a stack of 2 MB, whatever they are; most programs have 8 MB.
"""

MOST_HIGH = 80
"""Operations inside each other in an expression, and lists inside each other, whatever the bounds. Walks over them take
up to nine calls for each, of which Python allows 1,000, and compiled code as many as its stack takes.
"""

_ROUND = 2_000
"""Steps from one look at the clock to the next."""


_OVER = {
    "steps": "takes more than {} steps (loop rounds, calls, and what they make)",
    "seconds": "needs more than {} s of processor time to expand",
    "constraints": "makes more than {} constraints",
    "variables": "takes the model over {} variables",
    "memory": "makes the model take more than {} megabytes",
    "items": "makes a list of more than {} items",
    "depth": "calls rules and functions more than {} levels deep",
    "moves": "needs an automaton of more than {} moves",
    "states": "needs an automaton of more than {} states",
    "files": "includes more than {} files",
}
"""What a model does that exceeds the bound of a name."""


def _over(name: str, most: object, text: str = "") -> Fault:
    message = f"this {(text or _OVER[name]).format(f'{most:,}')}"
    return Fault(message, helps=f"if this is intended, raise the bound: --bound {name}=…", code="bound")


class Steps:
    """Counts work against the bound of that name: of elaboration, and then of flattening, which goes on from there.

    Attributes:
        taken: steps so far.
        most: how many there may be.
        stop: with more steps than so many, `look` is called next.
    """

    def __init__(self, most: int, taken: int = 0) -> None:
        self.most = most
        self.taken = taken
        self.stop = min(taken + _ROUND, most)

    def step(self, count: int = 1) -> None:
        """Count work; without an argument a loop round.

        Raises:
            Fault: it is more than the bound.
            OutOfTime: the time limit came first.
        """
        self.taken += count
        if self.taken > self.stop:
            self.look()

    def look(self) -> None:
        """Refuse more than the bound; after some steps a look at the clock.

        Raises:
            Fault, OutOfTime: as `step` does.
        """
        if self.taken > self.most:
            raise _over("steps", self.most)
        self.stop = min(self.taken + _ROUND, self.most)
        check_time()


_clock = getattr(time, "thread_time", time.process_time)  # a browser has no clock for one thread


class Budget(Steps):
    """What remains of the limits during one elaboration.

    Attributes:
        spent: a bound on the whole model was exceeded, so no further statement can be read.
    """

    def __init__(self, limits: Limits) -> None:
        # Python programs may give 2e6, or no bound as `inf`; compiled code takes whole numbers.
        given = fields_of(limits)
        limits = Limits(**{n: most if n == "seconds" else int(min(most, UNBOUNDED)) for n, most in given.items()})
        super().__init__(limits.steps, 0)
        self.limits = limits
        self.constraints = 0
        self.depth = 0
        self._nested = 0
        self.spent = False
        self._room = limits.memory * 1_000_000
        self._started = _clock()

    def look(self) -> None:
        """Refuse too many seconds, too."""
        self.spent = self.spent or self.taken > self.most
        super().look()
        if _clock() - self._started > self.limits.seconds:
            self.spent = True
            raise _over("seconds", self.limits.seconds)

    def check(self, name: str, count: int, text: str = "") -> None:
        """Refuse what exceeds the bound of that name. Call it before ``count`` of them are made.

        Args:
            text: what the model does then, if it is not the usual.
        """
        most = getattr(self.limits, name)
        if count > most:
            self.spent = self.spent or name in ("constraints", "memory")
            raise _over(name, most, text)

    def constraint(self) -> None:
        """Count a constraint."""
        self.constraints += 1
        self.allocate(A_CONSTRAINT)
        self.check("constraints", self.constraints)

    def allocate(self, size: int) -> None:
        """Count memory, in estimated bytes, and the work of filling it. What is shared counts wherever it occurs."""
        self._room -= size
        if self._room < 0:
            self.check("memory", self.limits.memory + 1)
        self.taken += (size if size < A_LARGE else A_LARGE + (size - A_LARGE) // 4) // A_STEP
        if self.taken > self.stop:
            self.look()

    def text_room(self) -> int:
        """Return how many characters may still be written."""
        return max(0, self._room // A_CHARACTER)

    def parts(self, count: int) -> None:
        """Check the size of an expression of ``count`` parts."""
        self.check("items", count, "makes an expression of more than {} parts")

    def high(self, height: int) -> None:
        """Check how many operations, or lists, are inside each other.

        Raises:
            Fault: so many that a walk over them could take all of the stack.
        """
        if height > MOST_HIGH:
            raise Fault(
                "this is nested too deeply",
                f"more than {MOST_HIGH} operations or lists inside each other",
                "give a part of it a variable of its own: `var x in 0..9`, and a line `x == …`",
                code="bound",
            )

    def enter(self, height: int) -> None:
        """Enter a rule or function whose body has so many nodes inside each other.

        Raises:
            Fault: there are more calls inside each other than the bound.
            RecursionError: they take too much of the stack.
        """
        self.step(A_CALL)
        self.check("depth", self.depth + 1)
        if self._nested + height > MOST_NESTED:
            raise RecursionError
        self.depth += 1
        self._nested += height

    def leave(self, height: int) -> None:
        """Leave what was entered."""
        self.depth -= 1
        self._nested -= height
