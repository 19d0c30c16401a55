"""The options of the public functions and methods: their names and types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict

from puzzledsl.given_values import Givens
from puzzledsl.time_limit import CancellationToken

if TYPE_CHECKING:
    from puzzledsl.elaboration import Limits
    from puzzledsl.portfolio.cluster_address import Cluster
    from puzzledsl.progress import Progress
    from puzzledsl.solution import Key

Encoding = Literal["binary", "integer"]
Presolve = Literal["none", "bounds", "domain", "probe"]
Solver = Literal[
    "auto",
    "search",
    "highs",
    "pyomo:appsi_highs",
    "pyomo:cbc",
    "pyomo:cplex",
    "pyomo:glpk",
    "pyomo:gurobi",
    "pyomo:mosek",
    "pyomo:scip",
    "pyomo:xpress",
]
"""The names that type checkers and editors know. At run time, ``pyomo:NAME`` may be any solver that Pyomo finds."""

By = Literal["clue", "constraint", "cell"]
Order = Literal["best", "depth"]
Branch = Literal["fractional", "narrow", "first"]
First = Literal["up", "down"]
Paper = Literal["a3", "a4", "a5", "letter", "legal"]
Symmetry = Literal[
    "none",
    "rotate",
    "quarter",
    "mirror",
    "flip",
    "mirrors",
    "diagonal",
    "antidiagonal",
    "diagonals",
    "full",
]


class Reading(TypedDict, total=False):
    """How a model is read; see `puzzledsl.load`."""

    settings: Mapping[str, object] | None
    givens: Givens | None
    include: Sequence[str | Path]
    limits: Limits | None
    allow_clashes: bool


class Running(TypedDict, total=False):
    """How a call is limited, observed and cancelled.

    Attributes:
        time_limit: seconds of real time; ``None``: no limit.
        on_progress: called with a `Progress` at the beginning, and then up to ten times a second.
        cancel: ends the call when another thread, or ``on_progress``, cancels it.
    """

    time_limit: float | None
    on_progress: Callable[[Progress], object] | None
    cancel: CancellationToken | None


class Formulating(Running, total=False):
    """How integer programs are written.

    Attributes:
        encoding: ``None`` is all encodings in `relax` and `tree`, and ``binary`` elsewhere.
    """

    encoding: Encoding | None


class Analyzing(Formulating, total=False):
    """What all analyses accept: limits, an encoding and a solver."""

    solver: Solver | None


class Compiling(TypedDict, total=False):
    """How each of many puzzles is solved; see `puzzledsl.Model.compile`."""

    time_limit: float | None
    encoding: Encoding | None
    solver: Solver | None
    presolve: Presolve | None
    highs: Mapping[str, object] | None


class Solving(Analyzing, Compiling, total=False):
    """How a model is solved; see `puzzledsl.Model.solve`."""

    gap: float | None
    threads: int | None
    seed: int | None
    log: bool
    highs_presolve: bool | None
    start: Givens | None


class Batching(Compiling, Running, total=False):
    """How the puzzles of a batch are solved; see `puzzledsl.batch`."""

    jobs: int
    cluster: Cluster | str | None
    column: int
    unique: bool


class Making(Running, total=False):
    """The number of generated puzzles, and their properties; see `puzzledsl.Model.generate`."""

    symmetry: Symmetry
    seed: int | None
    count: int
    jobs: int
    difficulty: str
    technique: str
    rated: bool


class Filling(Making, total=False):
    """What is added to a model so that it has one solution; see `puzzledsl.Model.generate`."""

    givens: int | None
    cages: bool
    cage_sizes: tuple[int, int]
    clues: bool


class Stepping(Running, total=False):
    """Which steps are taken, and how many; see `puzzledsl.Model.steps`."""

    until: Key | None
    most: int | None
    hint: bool
    trying: bool
    only: str | None
    group: str | None


class Counting(Analyzing, total=False):
    """How far solutions are counted; see `puzzledsl.Model.count`."""

    limit: int | None


class Sampling(Running, total=False):
    """How many samples an estimate has; see `puzzledsl.Model.estimate`."""

    samples: int
    seed: int | None


class Choosing(Analyzing, total=False):
    """Which clues are not tested; see `puzzledsl.Model.redundant`."""

    keep: Sequence[str]


class Explaining(Choosing, total=False):
    """Which conflicts are searched for, and how many; see `puzzledsl.Model.explain`."""

    by: By
    smallest: bool
    most: int


class Dropping(Choosing, total=False):
    """Which clues may be dropped; see `puzzledsl.Model.redundant`."""

    by: By
    houses: bool


class Minimizing(Choosing, total=False):
    """Which clues are dropped, in which order; see `puzzledsl.Model.minimize`."""

    houses: bool
    seed: int


class Relaxing(Formulating, total=False):
    """What is reported of relaxations; see `puzzledsl.Model.relax`."""

    presolve: Presolve | None
    cuts: bool
    duals: bool


class Branching(Formulating, total=False):
    """How branch and bound selects nodes and columns; see `puzzledsl.Model.tree`."""

    presolve: Presolve | None
    order: Order | None
    branch: Branch
    first: First
    nodes: int


class Listing(TypedDict, total=False):
    """Which rows are listed; see `puzzledsl.Model.rows`."""

    clue: str | None
    line: int | None
    encoding: Encoding | None
    presolve: Presolve


class Printing(Running, total=False):
    """How sheets look; see `puzzledsl.print_sheets`."""

    per_page: int
    paper: Paper
    landscape: bool
    margin: float
    title: str
    solutions: bool
    difficulty: bool
    sort: bool
