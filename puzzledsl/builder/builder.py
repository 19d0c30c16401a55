"""`Builder`: a model, statement by statement. It prints as ``.puz``; that text is the model."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from puzzledsl.arguments import explained
from puzzledsl.builder.expression import (
    ATOM,
    CHOICE,
    IMPLIES,
    RANGE,
    Expression,
    Functions,
    Owner,
    call,
    owner_of,
    quoted,
    range_text,
    text_of,
    within,
)
from puzzledsl.builder.grids import Grid
from puzzledsl.builder.placing import NAME, PlacedLine, caller, placed
from puzzledsl.builder.statements import (
    INDENT,
    checked_name,
    clue_text,
    domain_of,
    domain_text,
    layout_of_givens,
    rows_of_marks,
    with_lists,
)
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.drawable import Drawable, Scene
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.api import Model
    from puzzledsl.elaboration import Limits
    from puzzledsl.given_values import Givens


ELSEWHERE = dict.fromkeys(("add", "addConstr", "add_constraint", "constraint", "post", "subject_to"), "require")
"""Methods of other modelling libraries."""


class Block(AbstractContextManager[Any]):
    """The block of a rule, a loop or a condition; ``with`` begins it.

    Attributes:
        call: the call that opened it, for messages.
    """

    def __init__(self, builder: Builder, call: str, inner: AbstractContextManager[Any]) -> None:
        self.call = call
        self._builder, self._inner, self._is_new = builder, inner, True
        builder._waiting[self] = None

    def __enter__(self) -> Any:
        """Begin the block.

        Raises:
            ValueError: it was begun before.
        """
        if not self._is_new:
            raise ValueError(f"this block was begun before: call `{self.call}` once for each `with`")
        self._is_new = False
        self._builder._waiting.pop(self, None)
        return self._inner.__enter__()

    def __exit__(self, *error: Any) -> bool | None:
        return self._inner.__exit__(*error)

    def __call__(self, *_: object) -> NoReturn:
        """Refuse to be a decorator: the block of a rule is in the ``with``, not in a function."""
        self._builder._waiting.pop(self, None)
        raise TypeError(f"`{self.call}` is no decorator: write `with {self.call}:`")


class Builder(Drawable, Owner):
    """A model that is put together in Python.

    >>> m = Builder("Two cells")
    >>> cell = m.grid("cell", 1, 2, range(1, 4))
    >>> m.require(cell[1, 1] > cell[1, 2] + 1)
    >>> print(m)
    puzzle "Two cells"
    <BLANKLINE>
    grid cell[1, 2] in 1..3
    r1c1 > r1c2 + 1
    <BLANKLINE>
    >>> m.model().solve()["r1c1"]
    3

    ``str`` is its text in canonical layout. `model` reads that text, so that it has one meaning; what is wrong is
    reported where Python made the statement.

    Attributes:
        fn: the functions and rules of the language: ``m.fn.sum(…)``.
    """

    def __init__(self, title: str = "", *, author: str = "", source: str = "", date: str = "", note: str = "") -> None:
        self.fn = Functions()
        self._lines: list[PlacedLine] = []
        self._depth = 0
        self._waiting: dict[Block, None] = {}
        self._grids: list[Grid] = []
        self._title = title
        metadata = {"puzzle": title, "author": author, "source": source, "date": date, "note": note}
        for key, text in metadata.items():
            if text:
                self._add(f"{key} {quoted(text)}")
        if self._lines:
            self._add("")

    if not TYPE_CHECKING:  # a type checker shall know that there is no such method

        def __getattr__(self, name):
            from puzzledsl.api import Model
            from puzzledsl.elaboration.suggestions import rules_and_constraints
            from puzzledsl.nearest import nearest

            own = [method for method in vars(Builder) if method[0] != "_"]
            if name[0] != "_" and hasattr(Model, name):
                advice = f"; the model has: `m.model().{name}`"
            elif name in rules_and_constraints():
                advice = f'; a clue is stated by `m.clue("{name}", …)`'
            else:
                near = ELSEWHERE.get(name) or nearest(name, own)
                advice = f"; did you mean `m.{near}`?" if near and name[0] != "_" else ""
            raise AttributeError(f"a builder has no `{name}`{advice}", name=name, obj=self)

    # ── what is decided ──────────────────────────────────────────────────────────────────────────

    def grid(
        self,
        name: str,
        height: int | Expression,
        width: int | Expression,
        domain: object = None,
        *,
        mask: object = None,
    ) -> Grid:
        """A matrix of unknown whole numbers: ``m.grid("cell", 9, 9, range(1, 10))``. The first one is the main grid.

        Args:
            height, width: numbers, or params.
            domain: ``range(1, 10)``, a set or a list of numbers, letters such as ``"WORD"``, ``bool``, or a range of
                params: ``m.span(1, n)``.
                Without it, the cells are places without values.
            mask: rows of marks, ``x`` for no cell and ``.`` for one, as text or as lists; or the places that are no
                cells, as pairs of row and column.

        Raises:
            ValueError: the name is none.
            TypeError: the domain is none.
        """
        rows = self._mask(mask, height, width)
        places = frozenset(
            (r, c) for r, row in enumerate(rows, 1) for c, mark in enumerate(row.split(), 1) if mark in ("x", "X", "#")
        )
        made = Grid(checked_name(name), height, width, domain_of(domain), not self._grids, places, self)
        values = "" if domain is None else f" in {domain_text(domain)}"
        self._outermost(f"grid {name}[{text_of(height)}, {text_of(width)}]{values}", height, width, domain)
        if rows:
            self._layout("mask", rows)
        self._grids.append(made)
        return made

    def _mask(self, mask: object, height: object, width: object) -> list[str]:
        if mask is None:
            return []
        listed: Any = mask
        pairs = not isinstance(mask, str) and all(
            isinstance(one, tuple) and len(one) == 2 and all(isinstance(k, int) for k in one) for one in listed
        )
        if not pairs:
            return [row if " " in row else " ".join(row) for row in rows_of_marks(mask)]
        if not isinstance(height, int) or not isinstance(width, int):
            raise TypeError("a mask of places needs a grid whose size is a number")
        gone = set(listed)
        if outside := [(r, c) for r, c in listed if not (1 <= r <= height and 1 <= c <= width)]:
            raise ValueError(f"the place {outside[0]} of the mask is outside the grid")
        return [" ".join("x" if (r, c) in gone else "." for c in range(1, width + 1)) for r in range(1, height + 1)]

    def edges(self, name: str, of: Grid | Expression, domain: object = bool, by: str = "") -> Expression:
        """An unknown for each two cells of a grid that share a side: ``road = m.edges("road", cell)``.

        ``road[cell[1, 1], cell[1, 2]]`` is one of them; `domain` as of `grid`, for others than yes and no.

        Args:
            of: a grid, or edges, for those between the same cells.
            by: the function that gives the cells that a cell has edges to, such as ``"knight_moves"``.
        """
        return self._lines_of("edges", name, of, domain, by)

    def arcs(self, name: str, of: Grid | Expression, domain: object = bool, by: str = "") -> Expression:
        """Edges with a direction, as `edges`: ``way[a, b]`` leads from `a` to `b`."""
        return self._lines_of("arcs", name, of, domain, by)

    def sides(self, name: str, of: Grid, domain: object = bool) -> Expression:
        """An unknown for each side of each cell: ``fence[cell[1, 1], cell[1, 2]]``, ``fence[cell[1, 1], "up"]``."""
        return self._lines_of("sides", name, of, domain)

    def division(self, name: str, of: Grid, sizes: object = None) -> Expression:
        """An unknown division of the cells of a grid into connected regions: ``piece = m.division("piece", cell)``.

        ``piece[cell[1, 1], cell[1, 2]]`` is whether a border is between two cells; regions have ``m.fn.region_size``
        and ``m.fn.region_of``.

        Args:
            sizes: the sizes that regions may have, as the domain of `grid`; any without them.
        """
        return self._lines_of("division", name, of, bool if sizes is None else sizes)

    def _lines_of(self, word: str, name: str, of: Grid | Expression, domain: object, by: str = "") -> Expression:
        allowed = "" if domain is bool else f" in {domain_text(domain)}"
        reach = f" by {checked_name(by)}" if by else ""
        self._add(f"{word} {checked_name(name)} of {of}{allowed}{reach}", of, domain)
        return Expression(name, ATOM, self)

    def var(self, name: str, domain: object) -> Expression:
        """An unknown whole number that is not a cell; ``domain`` as of `grid`."""
        self._outermost(f"var {checked_name(name)} in {domain_text(domain)}", domain)
        return Expression(name, ATOM, self)

    def real(self, name: str, low: object = None, high: object = None) -> Expression:
        """A continuous unknown, between two bounds if they are given."""
        if (low is None) != (high is None):
            raise ValueError("a real variable has two bounds or none")
        bounds = "" if low is None else f" {range_text(low, high)}"
        self._outermost(f"var {checked_name(name)} in real{bounds}", low, high)
        return Expression(name, ATOM, self)

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def param(self, name: str, value: object) -> Expression:
        """A constant that ``settings`` may replace."""
        self._outermost(f"param {checked_name(name)} = {text_of(value)}", value)
        return Expression(name, ATOM, self)

    def let(self, name: str, value: object) -> Expression:
        """A name for a value."""
        self._add(f"let {checked_name(name)} = {text_of(value)}", value)
        return Expression(name, ATOM, self)

    def function(self, name: str, body: Callable[..., object]) -> Callable[..., Expression]:
        """A function of the language, from one of Python that is called once, with names for its parameters:
        ``low = m.function("low", lambda c, limit=4: c <= limit)``."""
        checked_name(name)
        parameters: list[str] = []
        names: list[str] = []
        signature = inspect.signature(body).parameters.values()
        for one in signature:
            if one.kind is not one.POSITIONAL_OR_KEYWORD:
                raise TypeError(
                    f"the parameter {one} cannot be written: a function has plain parameters, some with defaults"
                )
            names.append(checked_name(one.name))
            parameters.append(one.name if one.default is one.empty else f"{one.name} = {text_of(one.default)}")
        found = body(*(Expression(one, ATOM, self) for one in names))
        self._add(f"let {name}({', '.join(parameters)}) = {text_of(found)}", found, [one.default for one in signature])
        return lambda *arguments, **named: call(name, arguments, named)

    def regions(self, name: str, rows: object, of: Grid | None = None) -> Expression:
        """Groups of cells, drawn as a layout of labels: ``shape["a"]`` is one of them.

        Args:
            rows: text as in the language, or rows of labels (an array, too); ``.`` and ``None`` are in no group.
            of: the grid, if it is not the main one.
        """
        where = "" if of is None or of.is_main else f" of {of.name}"
        self._layout(f"regions {checked_name(name)}{where}", rows_of_marks(rows))
        return Expression(name, ATOM, self)

    # ── what must hold ───────────────────────────────────────────────────────────────────────────

    def clue(self, rule: str, /, *arguments: object, **named: object) -> None:
        """A clue, ``rule arguments: cells``; the cells come last: ``m.clue("cage", 15, cell[1, 3:5])``.

        Args:
            arguments: what stands before the colon, then the cells: cells, runs, or lists of them, which stand side by
                side. A tuple is several groups: ``m.clue("whisper", (cell[1], cell[2]))``. Without any, the clue is
                about all cells of the main grid.
            named: arguments by name: ``total=15``.
        """
        kept = with_lists(arguments)
        self._add(clue_text(rule, kept, named), kept, named)

    def require(self, *conditions: object) -> None:
        """Conditions that must hold.

        Raises:
            TypeError: something is not a condition, such as the True that comes of comparing two numbers of Python.
        """
        for condition in conditions:
            if not isinstance(condition, Expression):
                several = isinstance(condition, Iterable) and not isinstance(condition, str)
                raise TypeError(
                    "several conditions are several arguments: write `m.require(*conditions)`"
                    if several
                    else f"{condition!r} is a value of Python, not a condition on cells: a comparison has an expression"
                    " of the model on one side at least"
                )
            self._add(text_of(condition), condition)

    def givens(self, values: Givens, grid: Grid | None = None) -> None:
        """Values of cells.

        Args:
            values: text as in the language, an array, rows of numbers (0 and ``None`` leave a cell open, 0 only if it
                is not a value), or a mapping of cells, ``(1, 1)`` or ``"r1c1"``, to values.
            grid: the grid, if it is not the main one.

        Raises:
            PuzzleError: they do not fit the grid.
        """
        about = self._main() if grid is None else grid
        where = "" if about.is_main else f" {about.name}"
        if isinstance(values, str):
            rows = rows_of_marks(values)
            if len(rows) == 1 and about.height and about.width and len(rows[0]) == about.height * about.width > 1:
                rows = [rows[0][k : k + about.width] for k in range(0, len(rows[0]), about.width)]
        elif about.height is None or about.width is None:
            raise TypeError("givens of a grid whose size a param decides are text")
        else:
            rows = layout_of_givens(values, about)
        self._layout(f"givens{where}", rows)

    def maximize(self, expression: object) -> None:
        """Ask for a solution in which this is as large as can be."""
        self._outermost(f"maximize {text_of(expression)}", expression)

    def minimize(self, expression: object) -> None:
        """Ask for a solution in which this is as small as can be."""
        self._outermost(f"minimize {text_of(expression)}", expression)

    # ── expressions ──────────────────────────────────────────────────────────────────────────────

    def choose(self, condition: object, yes: object, no: object) -> Expression:
        """``if condition then yes else no``."""
        parts = [within(part, IMPLIES) for part in (condition, yes, no)]
        return Expression("if {} then {} else {}".format(*parts), CHOICE, condition, yes, no)

    def span(self, first: object, last: object) -> Expression:
        """The whole numbers from one to the other, both included: ``1..n``."""
        return Expression(range_text(first, last), RANGE, first, last)

    # ── blocks ───────────────────────────────────────────────────────────────────────────────────

    def rule(self, name: str, *parameters: str, **defaults: object) -> AbstractContextManager[Any]:
        """A new kind of clue; its block is what it demands, and whatever is added in the ``with`` is its block.

        >>> m = Builder()
        >>> cell = m.grid("cell", 9, 9, range(1, 10))
        >>> with m.rule("steady", "line", step=2) as (line, step):
        ...     with m.loop("a, b", m.fn.pairs(line)) as (a, b):
        ...         m.require(abs(a - b) <= step)
        >>> m.clue("steady", 3, cell[1])

        Args:
            parameters: names; the first one is the cells. ``*rest`` takes any number.
            defaults: parameters that may be left out.

        Returns:
            a block, which begins with the parameters as expressions: one (``as line``), or a tuple of several.
        """
        return Block(self, f'm.rule("{name}", …)', self._rule(name, parameters, defaults))

    @contextmanager
    def _rule(self, name: str, parameters: Sequence[str], defaults: Mapping[str, object]) -> Iterator[Any]:
        stars = [one.removeprefix("*") if isinstance(one, str) else one for one in parameters]
        names = list(map(checked_name, [*stars, *defaults]))
        texts = [*parameters, *(f"{key} = {text_of(value)}" for key, value in defaults.items())]
        self._gap()
        with self._block(f"rule {checked_name(name)}({', '.join(texts)}):", defaults):
            yield self._names(names)
        self._add("")

    def loop(self, names: str, items: object, where: object = None) -> AbstractContextManager[Any]:
        """The block once for each item: ``with m.loop("a, b", m.fn.pairs(row)) as (a, b):``.

        It is for lists that Python cannot go through. A loop of Python does as well for others, and writes each round.

        Args:
            names: of an item, or of its parts.
            items: a list.
            where: a condition on known values; rounds without it are left out.
        """
        return Block(self, f'm.loop("{names}", …)', self._loop(names, items, where))

    @contextmanager
    def _loop(self, names: str, items: object, where: object) -> Iterator[Any]:
        targets = [checked_name(one.strip()) for one in str(names).split(",")]
        condition = "" if where is None else f" where {text_of(where)}"
        with self._block(f"for {', '.join(targets)} in {text_of(items)}{condition}:", items, where):
            yield self._names(targets)

    def when(self, condition: object) -> AbstractContextManager[None]:
        """The block if a known condition holds (of a param, say); ``if`` of the language. For conditions on cells there
        are ``>>`` and `choose`."""
        return Block(self, "m.when(…)", self._block(f"if {text_of(condition)}:", condition))

    def otherwise(self) -> AbstractContextManager[None]:
        """The block if the condition of the `when` right before does not hold."""
        return Block(self, "m.otherwise()", self._block("else:"))

    @contextmanager
    def _block(self, header: str, *parts: object) -> Iterator[None]:
        self._add(header, *parts)
        before = len(self._lines)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
        if len(self._lines) == before:
            raise ValueError(f"nothing was added to the block of `{header}`")

    # ── output, and the rest of the language ─────────────────────────────────────────────────────

    def draw(self, mark: str, /, *arguments: object, **named: object) -> None:
        """A mark in pictures: ``m.draw("line", line, color="#88bbee")``."""
        self._add(f"draw {call(checked_name(mark), arguments, named)}", arguments, named)

    def show(self, *items: object) -> None:
        """A line below the answer."""
        self._outermost(f"show {', '.join(map(text_of, items))}", items)

    def include(self, path: str) -> None:
        """The rules, functions and names of another file."""
        self._outermost(f"include {quoted(path)}")

    def genre(self, name: str) -> None:
        """The whole model of a genre: of the library, or of a file beside (``"own.puz"``)."""
        self._outermost(f"genre {quoted(name)}")

    def comment(self, text: str) -> None:
        """A comment, line by line; right above a rule it is what the rule means."""
        for line in text.splitlines():
            self._add(f"# {line}".rstrip())

    def puz(self, text: str) -> None:
        """Statements as the language writes them, for what is said better so."""
        for line in inspect.cleandoc(text).split("\n"):
            self._add(line)

    def __str__(self) -> str:
        """The text, in canonical layout."""
        from puzzledsl.formatting import format_text

        text = self._raw()
        try:
            return format_text(Source(NAME, text))
        except PuzzleError:
            return text

    def __repr__(self) -> str:
        grids = ", ".join(f"{g.name}[{g._sizes[0]}, {g._sizes[1]}]" for g in self._grids)
        name = f"Builder {self._title!r}" if self._title else "Builder"
        return f"<{name}: {grids or 'no grid'}, {sum(bool(line.text.strip()) for line in self._lines)} lines>"

    def model(
        self,
        *,
        settings: Mapping[str, object] | None = None,
        givens: Givens | None = None,
        include: Sequence[str | Path] = (),
        limits: Limits | None = None,
        allow_clashes: bool = False,
    ) -> Model:
        """The model: what `puzzledsl.parse` makes of the text. Arguments as there.

        Raises:
            PuzzleError: the model is wrong. Each mistake is placed at the line of Python that made the statement, where
                that can be shown, with the statement below it.
        """
        from puzzledsl.api import parse

        text = str(self)
        try:
            return parse(
                text,
                name=NAME,
                settings=settings,
                givens=givens,
                include=include,
                limits=limits,
                allow_clashes=allow_clashes,
            )
        except PuzzleError as error:
            raise PuzzleError(placed(error.diagnostics, text, self._lines)) from None

    def _source(self) -> str:
        return str(self)

    def _scene(self) -> Scene:
        return Scene(self.model().elaborated)

    # ── lines ────────────────────────────────────────────────────────────────────────────────────

    def _begun(self) -> None:
        """Refuse to go on behind a block that was not begun: what follows would not be in it. It is said once."""
        waiting, self._waiting = self._waiting, {}
        for block in waiting:
            raise ValueError(f"`{block.call}` opens a block, which `with` begins: write `with {block.call}:`")

    def _raw(self) -> str:
        self._begun()
        return "".join(f"{line.text}\n" for line in self._lines)

    def _names(self, names: Sequence[str]) -> Expression | tuple[Expression, ...]:
        """Names of a block as expressions: one, or a tuple of several."""
        found = tuple(Expression(name, ATOM, self) for name in names)
        return found[0] if len(found) == 1 else found

    def _add(self, text: str, *parts: object) -> None:
        """Add a line that is made of these values.

        Raises:
            TypeError: one of them belongs to another builder.
        """
        self._begun()
        owner_of((self, *parts))
        self._lines.append(PlacedLine(f"{INDENT * self._depth}{text}" if text else "", *caller()))

    def _gap(self) -> None:
        """An empty line, but not behind another, nor between a comment and what it is about."""
        if self._lines and self._lines[-1].text and not self._lines[-1].text.startswith("#"):
            self._add("")

    def _layout(self, header: str, rows: Sequence[str]) -> None:
        self._outermost(f"{header}:")
        for row in rows:
            self._add(f"{INDENT}{row}")

    def _main(self) -> Grid:
        if not self._grids:
            raise ValueError("the model has no grid yet")
        return self._grids[0]

    def _outermost(self, text: str, *parts: object) -> None:
        """A line of the outermost level."""
        if self._depth:
            raise ValueError(f"`{text.split()[0].rstrip(':')}` belongs at the outermost level, not in a block")
        self._add(text, *parts)


for _name, _method in [*vars(Builder).items()]:
    if _name[0] != "_":
        setattr(Builder, _name, explained(_method))
