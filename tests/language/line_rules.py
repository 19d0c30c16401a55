"""What the rules about lines mean, each as a function of what is drawn, and the settings in which this is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations, product
from random import Random

from puzzledsl import PuzzleError, parse
from puzzledsl.model import Cell
from puzzledsl.records import Open, record

Pair = tuple[Cell, Cell]
Line = frozenset[Cell]
Values = dict[Pair, int]


@record
class Drawn(Open):
    """What the values of edges draw: a line where one of them is at least 1.

    Attributes:
        values: the value of each edge; of an arc, by the cell where it begins and the one where it ends.
        named: the cells that rules are tried with: ``first``, ``second`` and ``last``.
    """

    cells: tuple[Cell, ...]
    values: Values
    directed: bool
    named: dict[str, Cell]
    crossings: frozenset[Cell] = frozenset()

    @cached_property
    def arcs(self) -> list[Pair]:
        """The edges that are drawn."""
        return [pair for pair, value in self.values.items() if value >= 1]

    @cached_property
    def lines(self) -> set[Line]:
        """The pairs of cells that are joined."""
        return {frozenset(pair) for pair in self.arcs}

    @cached_property
    def _joined(self) -> dict[Cell, list[Cell]]:
        found: dict[Cell, list[Cell]] = {}
        for a, b in self.lines:
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
        return found

    def at(self, cell: Cell) -> list[Cell]:
        """The cells that a cell is joined with."""
        return self._joined.get(cell, [])

    def is_crossed(self, cell: Cell) -> bool:
        """Whether lines cross in a cell, rather than meet."""
        return cell in self.crossings and len(self.at(cell)) >= 4

    def goes_on(self, a: Cell, c: Cell, b: Cell) -> bool:
        """Whether the lines from a cell to two others are one line there."""
        return not self.is_crossed(c) or opposite(a, c, b)

    def strands(self) -> list[set[Line]]:
        """The lines that hang together."""
        found: list[set[Line]] = [{line} for line in self.lines]
        for c in self.cells:
            for a, b in combinations(self.at(c), 2):
                if self.goes_on(a, c, b):
                    one, other = (next(s for s in found if frozenset((c, d)) in s) for d in (a, b))
                    if one is not other:
                        found.remove(other)
                        one |= other
        return found


def opposite(a: Cell, c: Cell, b: Cell) -> bool:
    """Whether two cells lie in opposite directions from a third one."""
    (p, q), (r, s) = ((cell[0] - c[0], cell[1] - c[1]) for cell in (a, b))
    return p * s == q * r and p * r + q * s < 0


def cells_of(strand: set[Line]) -> set[Cell]:
    """The cells that a line goes through."""
    return {cell for line in strand for cell in line}


def apart(d: Drawn, ends: tuple[Cell, ...] = ()) -> bool:
    """Lines end in these cells only, meet nowhere, cross in crossings only, and are followed in one direction."""
    for c in d.cells:
        near = d.at(c)
        if len(near) != 1 if c in ends else len(near) not in ((0, 2, 4) if c in d.crossings else (0, 2)):
            return False
        if len(near) == 4 and not all(any(opposite(a, c, b) for b in near) for a in near):
            return False
    if any(between(one, other) for one, other in combinations(d.lines, 2)):
        return False
    return not d.directed or (len(d.arcs) == len(d.lines) and all(is_passed(d, c) for c in d.cells))


def between(one: Line, other: Line) -> bool:
    """Whether two lines are the diagonals of a square of four cells."""
    (a, b), (c, d) = sorted(one), sorted(other)
    return (b[0] - a[0], abs(b[1] - a[1])) == (1, 1) and {c, d} == {(a[0], b[1]), (b[0], a[1])}


def is_passed(d: Drawn, c: Cell) -> bool:
    """Of two lines that are one in a cell, one leads there and the other one away."""
    near = d.at(c)
    return all(((a, c) in d.arcs) == ((c, b) in d.arcs) for a in near for b in near if a != b and d.goes_on(a, c, b))


def runs(d: Drawn, starts: tuple[Cell, ...], ends: tuple[Cell, ...]) -> bool:
    """Arcs lead away from starts and to ends."""
    return not d.directed or (
        all((c, a) in d.arcs for c in starts for a in d.at(c)) and all((a, c) in d.arcs for c in ends for a in d.at(c))
    )


def path(d: Drawn, start: Cell, end: Cell) -> bool:
    """One path leads from a cell to another one."""
    return apart(d, (start, end)) and runs(d, (start,), (end,)) and len(d.strands()) == 1


def own(d: Drawn, groups: tuple[tuple[Cell, ...], ...]) -> bool:
    """Each group has a line of its own, and there is no other line."""
    lines = [cells_of(strand) for strand in d.strands()]
    every = {cell for group in groups for cell in group}
    return len(lines) == len(groups) and all(any(line & every == set(group) for line in lines) for group in groups)


def no_longer_crossed(d: Drawn) -> bool:
    """No level line crosses an upright one between cells."""
    level = [sorted(line) for line in d.lines if len({r for r, _ in line}) == 1]
    upright = [sorted(line) for line in d.lines if len({c for _, c in line}) == 1]
    return not any(a[0] < p[0] < b[0] and p[1] < a[1] < q[1] for (p, q), (a, b) in product(level, upright))


def pieces(d: Drawn) -> list[set[Line]]:
    """The lines that hang together if they meet wherever they cross."""
    return Drawn(d.cells, d.values, d.directed, d.named).strands()


def paths(d: Drawn, groups: tuple[tuple[Cell, ...], ...]) -> bool:
    """One path joins each pair of cells, from the first to the second one."""
    starts, ends = zip(*groups, strict=True)
    return apart(d, (*starts, *ends)) and runs(d, starts, ends) and own(d, groups)


def groups_of(d: Drawn, *names: str) -> tuple[tuple[Cell, ...], ...]:
    """Groups of cells, each written as their names."""
    return tuple(tuple(d.named[name] for name in group.split()) for group in names)


GROUPED: list[tuple[str, tuple[str, ...], Callable[[Drawn, tuple[tuple[Cell, ...], ...]], bool]]] = [
    ("paths", ("first last",), paths),
    ("paths", ("second first", "other last"), paths),
    ("own_lines", ("other first",), own),
    ("own_lines", ("other", "last first"), own),
]
"""Rules about lines of groups, names of the cells of groups, and when the rule holds for them."""


def for_groups(
    rule: str, groups: tuple[str, ...], holds: Callable[[Drawn, tuple[tuple[Cell, ...], ...]], bool]
) -> tuple[str, Callable[[Drawn], bool]]:
    """A row of `GROUPED` as one of `RULES`."""
    cells = ", ".join("[{" + group.replace(" ", "}, {") + "}]" for group in groups)
    return f"{rule}(road, [{cells}], crossings = {{crossings}})", lambda d: holds(d, groups_of(d, *groups))


RULES: list[tuple[str, Callable[[Drawn], bool]]] = [
    ("loop(road, {crossings})", lambda d: apart(d) and len(d.strands()) == 1),
    ("loops(road, {crossings})", apart),
    ("path(road, {first}, {last}, {crossings})", lambda d: path(d, d.named["first"], d.named["last"])),
    *(for_groups(*row) for row in GROUPED),
    ("linked(road, {crossings})", lambda d: len(d.strands()) <= 1),
    (
        "linked(road, {crossings}, [{other}, {last}])",
        lambda d: all({d.named["other"], d.named["last"]} & cells_of(strand) for strand in d.strands()),
    ),
    ("tree(road)", lambda d: len(pieces(d)) == 1 and len(d.arcs) == len(cells_of(d.lines)) - 1),
    ("uncrossed(road)", no_longer_crossed),
]
"""Rules, and when they hold."""


def straight(d: Drawn, cell: Cell) -> bool:
    """Whether a line goes straight on in a cell."""
    return any(opposite(a, cell, b) for a, b in combinations(d.at(cell), 2))


def run(d: Drawn, cell: Cell) -> int:
    """How many lines lead to the right, one after another."""
    beside = (cell[0], cell[1] + 1)
    return 1 + run(d, beside) if beside in d.at(cell) else 0


FUNCTIONS: list[tuple[str, Callable[[Drawn, Cell], int]]] = [
    ("degree(road, c)", lambda d, cell: sum(value for pair, value in d.values.items() if cell in pair)),
    ("passes(road, c)", lambda d, cell: len(d.at(cell)) > 0),
    ("ends(road, c)", lambda d, cell: len(d.at(cell)) == 1),
    ("straight(road, c)", straight),
    ("turns(road, c)", lambda d, cell: len(d.at(cell)) == 2 and not straight(d, cell)),
    ("count(joined(road, b, c) for b in neighbors(c, road))", lambda d, cell: len(d.at(cell))),
    ('run(road, c, ray(c, "right"))', lambda d, cell: run(d, cell)),
]
"""Functions of a cell, and their values."""

SIDES = ((0, 1), (1, 0))
TOUCHING = (*SIDES, (1, 1), (1, -1))
KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))
FAR = ((0, 2), (2, 0))

STEPS = {
    "": SIDES,
    " by touching": TOUCHING,
    " by knight_moves": KNIGHT,
    " by far": FAR,
    " by ahead": SIDES,
}
"""What `by` gives, as steps to later cells."""

FUNCTIONS_OF_CELLS = """
let far(c) = [at(row_of(c) + p[1], column_of(c) + p[2]) for p in [(0, 2), (2, 0), (0, -2), (-2, 0)]]
let ahead(c) = [at(row_of(c), column_of(c) + 1), at(row_of(c) + 1, column_of(c))]
"""


@record
class Setting:
    """Edges of a grid, the cells that may be crossings, and some values that are given.

    Attributes:
        free: at most so many edges are not given.
        around: of the edges that lead to no crossing those that are given as lines; the others are given as none.
    """

    height: int
    width: int
    word: str = "edges"
    domain: tuple[int, ...] = (0, 1)
    by: str = ""
    masked: frozenset[Cell] = frozenset()
    crossings: frozenset[Cell] = frozenset()
    free: int = 99
    around: tuple[Pair, ...] = ()
    slow: bool = False

    def __str__(self) -> str:
        values = "" if self.domain == (0, 1) else f" in {','.join(map(str, self.domain))}"
        kinds = {"masked": self.masked, "crossed": self.crossings, "around": self.around}
        more = "".join(f" {len(some)} {kind}" for kind, some in kinds.items() if some)
        return f"{self.height}x{self.width} {self.word}{values}{self.by}{more}"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that edges join: of sides, the corners of places."""
        places = [(r, c) for r, c in product(range(1, self.height + 1), range(1, self.width + 1))]
        kept = [place for place in places if place not in self.masked]
        if self.word != "sides":
            return tuple(kept)
        return tuple(sorted({(r + y, c + x) for (r, c), y, x in product(kept, (0, 1), (0, 1))}))

    @property
    def pairs(self) -> list[Pair]:
        """The edges."""
        cells = self.cells
        found = [(a, (a[0] + y, a[1] + x)) for a in cells for y, x in STEPS[self.by]]
        found = [pair for pair in found if pair[1] in cells]
        both = self.word == "arcs" and self.by != " by ahead"
        return sorted({*found, *((b, a) for a, b in found if both)})

    @property
    def named(self) -> dict[str, Cell]:
        """The cells that the rules are tried with."""
        cells = self.cells
        return {"first": cells[0], "second": cells[1], "other": cells[len(cells) // 2], "last": cells[-1]}

    @property
    def given(self) -> Values:
        """The edges that are given, mostly as no lines."""
        random, pairs = Random(f"{self}{self.free}"), self.pairs
        if self.around:
            elsewhere = [pair for pair in pairs if not self.crossings & {*pair}]
            return {pair: max(self.domain) if pair in self.around else 0 for pair in elsewhere}
        chosen = random.sample(pairs, max(0, len(pairs) - self.free))
        return {pair: random.choice((min(self.domain, key=abs), *self.domain)) for pair in chosen}

    def text(self, cells: str = "") -> str:
        """The declarations; ``cells`` is the domain of cells, if they hold values."""
        rows = [
            "".join("x" if (r, c) in self.masked else "." for c in range(1, self.width + 1))
            for r in range(1, self.height + 1)
        ]
        mask = "mask:\n" + "".join(f"    {row}\n" for row in rows) if self.masked else ""
        values = f" in {{{', '.join(map(str, self.domain))}}}"
        given = "".join(f"road[{at(a)}, {at(b)}] == {value}\n" for (a, b), value in self.given.items())
        of = f"grid cell[{self.height}, {self.width}]{cells}\n{mask}"
        return f"{FUNCTIONS_OF_CELLS}{of}{self.word} road of cell{values}{self.by}\n{given}"

    def statement(self, rule: str) -> str:
        """A rule of the table in this setting."""
        crossings = ", ".join(map(at, sorted(self.crossings)))
        return rule.format(crossings=f"[{crossings}]", **{name: at(cell) for name, cell in self.named.items()})

    def drawings(self) -> Iterator[Drawn]:
        """All that the edges may draw."""
        given, cells, named, directed = self.given, self.cells, self.named, self.word == "arcs"
        open_pairs = [pair for pair in self.pairs if pair not in given]
        for values in product(self.domain, repeat=len(open_pairs)):
            drawn = given | dict(zip(open_pairs, values, strict=True))
            yield Drawn(cells, drawn, directed, named, self.crossings)


def at(cell: Cell) -> str:
    """A cell that edges join, as text."""
    return f"at({cell[0]}, {cell[1]}, road)"


def answers(text: str) -> list[tuple[Values, dict[str, int]]]:
    """The values of the edges `road` of all solutions, and all values by name; none if a rule is refused as false."""
    try:
        model = parse(text)
        solutions = list(model.solutions())
    except PuzzleError as error:
        assert "this can never hold" in str(error)  # noqa: PT017
        return []
    edges = next(edges for edges in model.elaborated.edges if edges.name == "road")
    variables, of_sides = model.elaborated.variables, "sides road" in text
    names = {corners(pair) if of_sides else pair: variables[x].name for pair, x in edges.numbers.items()}
    found = []
    for solution in solutions:
        values = {name: int(value) for name, value in solution.values.items()}
        found.append(({pair: values[name] for pair, name in names.items()}, values))
    return found


def corners(places: Pair) -> Pair:
    """The corners that the side between two places joins."""
    (_, left), (row, column) = places
    return (row, column), ((row, column + 1) if left == column else (row + 1, column))


def frozen(values: Values) -> frozenset[tuple[Pair, int]]:
    """Values, to be put into a set."""
    return frozenset(values.items())


CENTRE = frozenset({(2, 2)})
LATTICE = frozenset(product((1, 2, 3), (1, 2, 3)))

SETTINGS: list[Setting] = [
    Setting(1, 2, domain=(0, 1, 2)),
    Setting(2, 2, domain=(-1, 0, 1)),
    Setting(2, 2, domain=(0, 1, 2)),
    Setting(2, 2, domain=(-2, 0, 3)),
    Setting(2, 2, domain=(-1, 0)),
    Setting(2, 2, domain=(1, 2)),
    Setting(2, 3),
    Setting(2, 3, masked=frozenset({(1, 2)})),
    Setting(2, 3, crossings=frozenset({(1, 2), (2, 2), (2, 3)})),
    Setting(2, 2, "arcs"),
    Setting(2, 2, "arcs", crossings=frozenset({(1, 1), (1, 2)})),
    Setting(1, 2, "arcs", (-1, 0, 1, 2)),
    Setting(2, 2, "arcs", (-1, 0, 1), free=6),
    Setting(2, 2, "arcs", (0, 1, 2), free=6),
    Setting(2, 3, "arcs", by=" by ahead"),
    Setting(2, 2, "arcs", (-1, 0, 2), " by ahead"),
    Setting(1, 2, "sides"),
    Setting(1, 1, "sides", (-1, 0, 1, 2)),
    Setting(2, 2, by=" by touching"),
    Setting(2, 2, "edges", (-1, 0, 2), " by touching"),
    Setting(3, 3, by=" by knight_moves"),
    Setting(3, 3, by=" by far", crossings=CENTRE),
    Setting(2, 3, "arcs", free=9),
    Setting(3, 3, masked=frozenset({(2, 2)})),
    Setting(3, 3, crossings=CENTRE, free=9),
    Setting(3, 3, "arcs", crossings=CENTRE, free=9),
    Setting(3, 3, by=" by touching", crossings=CENTRE, free=9),
    Setting(
        3, 3, "arcs", crossings=CENTRE, around=(((2, 3), (3, 3)), ((3, 3), (3, 2)), ((1, 2), (1, 1)), ((1, 1), (2, 1)))
    ),
    Setting(
        3,
        3,
        "arcs",
        (0, 2),
        "",
        frozenset(),
        CENTRE,
        around=(((3, 2), (3, 3)), ((3, 3), (2, 3)), ((1, 2), (1, 1)), ((1, 1), (2, 1))),
    ),
    Setting(
        3,
        3,
        by=" by touching",
        crossings=CENTRE,
        around=(((3, 2), (3, 3)), ((1, 2), (1, 3)), ((1, 3), (2, 3)), ((1, 1), (1, 2))),
    ),
    *(
        Setting(3, 3, word, domain, by, masked, crossings, free, slow=True)
        for word, domain, by, masked, crossings, free in [
            ("edges", (0, 1), "", frozenset(), CENTRE, 12),
            ("edges", (0, 1), "", frozenset(), LATTICE, 12),
            ("edges", (-1, 0, 1), "", frozenset({(1, 3)}), CENTRE, 7),
            ("edges", (0, 1, 2), "", frozenset(), CENTRE, 7),
            ("arcs", (0, 1), "", frozenset(), CENTRE, 12),
            ("arcs", (0, 1), "", frozenset(), LATTICE, 12),
            ("arcs", (-1, 0, 2), "", frozenset(), CENTRE, 7),
            ("arcs", (0, 1), " by ahead", frozenset(), CENTRE, 12),
            ("arcs", (0, 1), " by touching", frozenset(), CENTRE, 11),
            ("edges", (0, 1), " by touching", frozenset(), LATTICE, 11),
            ("edges", (-1, 0, 1), " by touching", frozenset(), CENTRE, 7),
            ("arcs", (0, 1), " by knight_moves", frozenset(), LATTICE, 11),
        ]
    ),
    Setting(2, 3, domain=(-1, 0, 1), slow=True),
    Setting(2, 3, domain=(0, 1, 2), slow=True),
    Setting(2, 3, "arcs", free=12, slow=True),
    Setting(2, 3, by=" by touching", crossings=LATTICE & frozenset({(1, 2), (2, 2)}), slow=True),
    Setting(2, 2, "sides", slow=True),
    Setting(2, 2, "sides", (-1, 0, 1), masked=frozenset({(2, 2)}), free=7, slow=True),
]
"""Where the rules are tried: all drawings up to 2×3, and some of the larger ones."""
