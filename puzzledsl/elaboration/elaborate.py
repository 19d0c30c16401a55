"""From the syntax tree to the elaborated model: everything looked up, unrolled and folded, every mistake reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from puzzledsl.diagnostics import MOST_SHOWN, Diagnostic, Note, PuzzleError, failure
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.applied import applied
from puzzledsl.elaboration.calling import DRAWS, call
from puzzledsl.elaboration.connection import unconnected
from puzzledsl.elaboration.context import Context, Part, RuleCall, is_plainly_different, value_of
from puzzledsl.elaboration.declarations import DECLARATIONS, apply_extra_givens, check_clues
from puzzledsl.elaboration.display import boxes_of
from puzzledsl.elaboration.fault import Poisoned, at
from puzzledsl.elaboration.genres import included_part, tree_of
from puzzledsl.elaboration.givens import GivensOf, clashing
from puzzledsl.elaboration.kinds import cell_number, is_cell
from puzzledsl.elaboration.library_unit import LibraryUnit
from puzzledsl.elaboration.limits import (
    A_PART,
    A_REQUIREMENT,
    AN_ITEM,
    FEW_PARTS,
    SOME_PARTS,
    STEPS_OF_BROKEN,
    Budget,
    Limits,
)
from puzzledsl.elaboration.misfits import of_data
from puzzledsl.elaboration.scope import Scope, Unit, names_of
from puzzledsl.elaboration.sentences import clue_sentence
from puzzledsl.elaboration.shown_clues import ShownClues
from puzzledsl.elaboration.slips import jump
from puzzledsl.elaboration.statements import StatementCompiler, is_definition
from puzzledsl.elaboration.values import DivisionValue, Value
from puzzledsl.elaboration.wording import Wording
from puzzledsl.expressions import children, variables_of
from puzzledsl.model import Cell, Kind, Model, Objective, Origin, Requirement, Shown, given
from puzzledsl.nearest import did_you_mean, nothing_near_after
from puzzledsl.records import replace
from puzzledsl.source import Source, Span
from puzzledsl.syntax import (
    Call,
    Clue,
    ClueLayout,
    Constraint,
    Expression,
    File,
    Genre,
    Givens,
    GridDeclaration,
    Include,
    Let,
    Mask,
    Metadata,
    Name,
    Param,
    Regions,
    Rule,
    Statement,
)

Opener = Callable[[str, Source], Source]
"""Opens an included file, given the path as written and the including source; raises Fault when it may not."""

_DECLARED = r"(?m)^[ \t]*+(let|var|param|rule|grid|regions|clues)\s+([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)"

_BEFORE_FUNCTIONS = (Metadata, Include, Genre, ClueLayout, Regions, Givens, Mask)
"""What uses no functions of its file."""


def elaborate(
    file: File,
    found: list[Diagnostic],
    settings: Mapping[str, str] | None = None,
    givens: Source | GivensOf | None = None,
    limits: Limits | None = None,
    opener: Opener | None = None,
    allow_clashes: bool = False,
) -> Model:
    """The model that a file describes.

    Args:
        file: the parsed statements.
        found: mistakes that reading has found; reported together with those found here.
        settings: replacements of ``param`` values, name → expression text.
        givens: more givens for the main grid, as a text of marks; or what gives such a text for the grids.
        limits: bounds of expansion.
        opener: how ``include`` opens files; without it an include is an error.
        allow_clashes: givens that clash, and clues that can never hold, are requirements like others: for those who
            ask why there is no solution.

    Raises:
        PuzzleError: with every independent mistake.
        OutOfTime: the time limit came first.
    """
    limits = limits or Limits()
    if found:
        limits = replace(limits, steps=min(limits.steps, STEPS_OF_BROKEN))
    elaboration = Elaboration(file, found, settings or {}, givens, Budget(limits), opener, allow_clashes)
    with nothing_near_after(lambda: len(elaboration.diagnostics) >= MOST_SHOWN):
        return elaboration.run()


class Elaboration:
    """One run. Statements are compiled and executed one after the other; a wrong one does not stop the rest.

    Attributes:
        diagnostics: the mistakes so far.
        settings, extra_givens, allow_clashes: the arguments of `elaborate`.
        context, unit: what is known of values, and of names.
        parameters: names that ``settings`` may replace.
        givens: the value of each given variable, and its place.
        requirements: what must hold so far.
        previous: the statement before.
        done: the statements that were run: data of a file are run where its genre has its own.
        waiting: regions of the main grid, which is declared below them.
        genres: the genre that each file names.
        data, left_out: what stands for the data of genres; their layouts that the model lacks.
        clues, clues_written: for each ``clues`` layout the name of its grid, if one is written; its rows, if they came
            from elsewhere.
    """

    def __init__(
        self,
        file: File,
        found: list[Diagnostic],
        settings: Mapping[str, str],
        givens: Source | GivensOf | None,
        budget: Budget,
        opener: Opener | None,
        allow_clashes: bool,
    ) -> None:
        self.file = file
        self.diagnostics = [*found]
        self.settings = settings
        self.extra_givens = givens
        self.allow_clashes = allow_clashes
        self.context = Context(budget)
        self.context.call = partial(call, self.context)
        library = LibraryUnit(self.context, self.diagnostics)
        self.unit = Unit(library.find, library.names)
        self.parameters: set[str] = set()
        self.givens: dict[int, tuple[int, Span]] = {}
        self.further_givens: list[tuple[int, tuple[int, Span]]] = []  # of cells that have one already
        self.requirements: list[Requirement] = []
        self.previous: Statement | None = None
        self.done: set[Statement] = set()
        self.waiting: list[Regions] = []
        self.genres: dict[Source, str] = {}
        self.data: dict[tuple[str, ...], Statement] = {}
        self.left_out: set[str] = set()
        self.metadata: list[tuple[str, str]] = []
        self.shown: list[tuple[Shown, ...]] = []
        self.objective: Objective | None = None
        self.clues: dict[str, Name | None] = {}
        self.clues_written: dict[str, tuple[str, ...] | None] = {}
        self._opener = opener
        self._compiler = StatementCompiler(self.context, self.unit, self.diagnostics)
        self._scope = Scope()
        self._frame: dict[int, Value] = {DRAWS: True}
        self._wording = Wording(self.context)
        self._applied: list[tuple[Part, Origin]] = []
        self._origins: list[Origin] = []
        self._attributed = 0  # marks that have their origin
        self._last_origin: Origin | None = None  # of what the current statement demands
        self._including = [file.source.name]
        self._included: set[str] = set()
        self._broken_grid = False

    def run(self) -> Model:
        """The model.

        Raises:
            PuzzleError: with every mistake.
        """
        source, broken = self.file.source, bool(self.diagnostics)
        if broken:
            self._poison_broken_definitions()
        self._announce(self.file.statements)
        for node in self._defining(self.file.statements):
            self._execute(node)
            if self.context.budget.spent:
                told = [d for d in self.diagnostics if not (broken and any("--bound steps" in h for h in d.helps))]
                raise PuzzleError(_in_order(told, source))
        self._settle()
        for node in self.waiting:
            self._guard(node, lambda: self.context.main)
        self._unknown_settings()
        self._guard(None, check_clues, self)
        self._guard(None, apply_extra_givens, self)
        for division in self.context.divisions:
            self._divide(division)
        if not self.allow_clashes:
            self.diagnostics += clashing(self.requirements, self.givens, self.context.variables)
        if not self.diagnostics and not self.context.variables:
            helps = ("declare a grid first, such as `grid cell[9, 9] in 1..9`",)
            message = "the model has no grid and no variables"
            self.diagnostics.append(Diagnostic(message, source.span(0, 0), helps=helps, code="empty"))
        if self.diagnostics:
            raise PuzzleError(_in_order(self.diagnostics, source))
        return self._model()

    def value(self, node: Expression) -> Value:
        """The value of an expression at the outermost level.

        Raises:
            PuzzleError: what is wrong with it.
            Poisoned: it names something unknown, which is among the diagnostics already.
        """
        before = len(self.diagnostics)
        code = self._compiler.undrawn(node, self._scope)
        if len(self.diagnostics) > before:
            raise Poisoned
        return code(self._frame)

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def _poison_broken_definitions(self) -> None:
        """Names whose definition did not parse are not "unknown" further down."""
        for word, names in re.findall(_DECLARED, self.file.source.text):
            self.unit.poisoned.update(re.split(r"\s*,\s*", names))
            self._broken_grid = self._broken_grid or word == "grid"

    def _announce(self, statements: tuple[Statement, ...]) -> None:
        """Make known what statements define: functions and rules from now on, values once they are run."""
        unit = self.unit
        for node in statements:
            known = unit.announced_functions if is_definition(node) else unit.announced
            for name in names_of(node):
                if name.id in known:
                    helps = (f"remove one of them, or give this one another name, such as `{name.id}2`",)
                    message, label = f"`{name.id}` is defined twice", f"first on line {known[name.id]}"
                    self.diagnostics.append(Diagnostic(message, name.span, label, helps, code="twice"))
                known.setdefault(name.id, name.span.line)
                unit.poisoned.discard(name.id)

    def _defining(self, statements: Sequence[Statement]) -> Iterator[Statement]:
        """The statements in order. Functions and rules are compiled once names of other files are known."""
        waiting = [node for node in statements if is_definition(node)]
        for statement in (*statements, None):
            while waiting and not isinstance(statement, _BEFORE_FUNCTIONS):
                node = waiting.pop(0)
                self.unit.functions[node.name.id] = self._compiler.function(node, Scope())({})
            if statement:
                yield statement

    def _unknown_settings(self) -> None:
        known = ", ".join(sorted(self.parameters))
        for name in self.settings:
            if name not in self.parameters and name not in self.unit.poisoned:
                helps = (f"its parameters are {known}" if known else "it has no parameters",)
                message, label = f"the model has no `param {name}` to set", did_you_mean(name, self.parameters)
                self.diagnostics.append(Diagnostic(message, None, label, helps, code="unknown-parameter"))

    # ── statements ───────────────────────────────────────────────────────────────────────────────

    def _execute(self, node: Statement) -> None:
        if node in self.done:
            return
        if self.context.grids and not isinstance(node, Mask):
            self._settle()
        self._guard(node, self._statement, node)
        self.done.add(node)
        self.previous = node

    def _settle(self) -> None:
        """Declare the regions that were above the first grid."""
        waiting, self.waiting = self.waiting, []
        for regions in waiting:
            self._guard(regions, self._statement, regions)

    def run_file(self, source: Source, statements: Sequence[Statement]) -> None:
        """Run statements of another file, or in place of such."""
        self._announce(tuple(node for node in statements if node.span.source is source))
        self._including.append(source.name)
        for node in self._defining(statements):
            self._execute(node)
        self._including.pop()

    def _guard(self, node: Statement | None, action: Callable[..., object], *arguments: object) -> None:
        """Runs an action; a mistake is kept, and the names that the statement defines are poisoned."""
        before = len(self.diagnostics)
        self.context.reason = ""
        self.context.answers.clear()  # what a statement declares counts for the next
        span = node.span if node else self.file.source.span(0, 0)
        try:
            at(span, action, *arguments)
        except RecursionError:
            self.diagnostics.append(Diagnostic("this is nested too deeply", span, code="bound"))
        except PuzzleError as error:
            for diagnostic in error.diagnostics:
                self._report(diagnostic, node)
            before = -1  # also if nothing was said
        except Poisoned:
            before = -1
        if len(self.diagnostics) != before:
            self.unit.poisoned.update(name.id for name in names_of(node))
            self._broken_grid = self._broken_grid or isinstance(node, GridDeclaration)

    def _report(self, diagnostic: Diagnostic, node: Statement | None) -> None:
        if diagnostic.code == "no-grid":
            if self._broken_grid:
                return
            self._broken_grid = True  # Said once is enough.
        place = diagnostic.span
        if (
            isinstance(node, (Clue, Constraint))
            and place is not None
            and place.source is node.span.source
            and not node.span.start <= place.start <= node.span.end
        ):
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, Note("in this clue", node.span)))
        self.diagnostics.append(diagnostic)

    def _statement(self, node: Statement) -> None:
        declare = DECLARATIONS.get(type(node))
        if isinstance(node, (ClueLayout, Givens, Mask, Regions)):  # before any of the marks is read
            marks = sum(len(row.text) - row.text.count(" ") for row in node.rows)
            self.context.budget.check("items", marks, "has more than {} marks")
            self.context.budget.allocate(marks * AN_ITEM)
        if isinstance(node, Include):
            self._include(node)
        elif declare is not None:
            declare(self, node)
        elif not is_definition(node):
            before = len(self.diagnostics)
            action = self._compiler.statement(node, self._scope, self)
            if len(self.diagnostics) == before:
                self._wording.begin(node)
                self._attributed, self._last_origin = len(self.context.marks), None
                action(self._frame)
                self._attribute(self._last_origin)

    def _include(self, node: Include) -> None:
        source = self.opened(node.path, node.path_span)
        if source.name in self._included:
            return
        self._included.add(source.name)
        file, mistakes = tree_of(source, self.context.budget.limits.characters)
        self.diagnostics += mistakes
        kept = [s for s in file.statements if isinstance(s, (Rule, Let, Regions, ClueLayout, Include, Param))]
        self.run_file(source, kept)

    def opened(self, path: str, place: Span) -> Source:
        """The file of this name, as a statement at a place may open it.

        Raises:
            PuzzleError: it may not, or the file is being read already.
        """
        if (part := included_part(path, place.source)) is not None:
            return part
        names, budget = self._including, self.context.budget
        if self._opener is None:
            raise failure("this model is a text without a folder, so it can include no file", place, code="include")
        text = "" if budget.limits.files else "includes a file, which is not allowed"
        at(place, budget.check, "files", len(self._included) + 1, text)
        source = at(place, self._opener, path, place.source)
        if source.name in names:
            cycle = " → ".join([*names[names.index(source.name) :], source.name])
            raise failure("these files include each other", place, cycle, code="include")
        return source

    # ── requirements ─────────────────────────────────────────────────────────────────────────────

    def require_clue(self, node: Clue, span: Span, arguments: list[Value], group: Value, part: Part) -> None:
        """A clue applied to one group."""
        cells = list(map(cell_number, filter(is_cell, group if isinstance(group, list) else ())))
        self.context.budget.step(len(cells))
        name = node.name.id
        sentence = clue_sentence(
            name, list(zip([a.name for a in node.arguments], arguments, strict=True)), group, self.context
        )
        origin = Origin(span, name, sentence, tuple(dict.fromkeys(cells)), _kind(name, part))
        self._require(node, part, origin, ("change the number or the cells",) if arguments else ())

    def require_constraint(self, node: Constraint, sentence: str, part: Part, cell: str | Cell | None) -> None:
        """A Boolean expression as a statement; ``cell`` as in `Origin`."""
        clue = "constraint"
        match node.expression:
            case Call(function=Name(id=name)):
                clue = name
            case Name() if isinstance(part, RuleCall):  # a rule written alone
                clue = part.callee.name
        variables = tuple(sorted(variables_of(value_of(part))))
        self._require(node, part, Origin(node.span, clue, sentence, variables, _kind(clue, part), cell))

    def _attribute(self, origin: Origin | None) -> None:
        """Give the marks drawn since the last condition their origin."""
        marks, begin = self.context.marks, self._attributed
        if origin is not None:
            marks[begin:] = [replace(mark, origin=origin) for mark in marks[begin:]]
        self._attributed = len(marks)

    def _require(self, node: Clue | Constraint, part: Part, origin: Origin, helps: tuple[str, ...] = ()) -> None:
        """Keep what a statement demands, with its sentence, and give the marks that it has drawn their origin."""
        context, holds, span = self.context, value_of(part), origin.span
        self._wording.statement(node, part, context.marks[self._attributed :])
        for mark in context.marks[self._attributed :]:
            if mark.jumps and (remark := jump(mark, span, context)):
                context.warn(remark)
        self._attribute(origin)
        self._last_origin, context.letter = origin, ""
        self._origins.append(origin)
        at(span, context.budget.constraint)
        if holds is True:
            if origin.clue == "constraint":
                label = context.as_groups or "whatever the cells hold"
                context.warn(Diagnostic(f"always holds: {origin.sentence}", span, label, code="always-holds"))
            context.as_groups = ""
            return
        if holds is not False:
            steps = A_REQUIREMENT + A_PART * max(0, len(children(holds)) - FEW_PARTS)
            at(span, context.budget.step, steps + at(span, ops.parts, holds, context) // SOME_PARTS)
        elif not self.allow_clashes and not span.source.is_library:  # there the data have no solution: an answer
            reason, cells = context.reason, [context.variables[x] for x in origin.variables if origin.is_house]
            values = {ends for cell in cells if not cell.is_real for ends in (cell.domain.lo, cell.domain.hi)}
            is_too_large = bool(values) and len(cells) > max(values) - min(values) + 1  # else a cell is listed twice
            for regions in context.regions.values() if is_too_large else ():
                if (drawn := regions.label_of(origin.variables)) is not None:
                    sizes = ", ".join(f"`{name}` has {len(group)}" for name, group in regions.groups.items())
                    message = f"region `{drawn}` of `{regions.name}` has {reason}"
                    helps = (f"cells by region: {sizes}",)
                    raise failure(message, regions.spans[drawn], "it begins here", helps, code="impossible")
            raise failure(f"this can never hold: {origin.sentence}", span, reason, helps, code="impossible")
        self.requirements.append(Requirement(holds, origin))
        self._applied.append((part, origin))

    def _divide(self, division: DivisionValue) -> None:
        """Keep what a division demands, when all is known that is asked of it."""
        holds, span = division.regions(), division.span
        self._guard(None, self.context.budget.step, A_REQUIREMENT + A_PART * len(holds.items))
        origin = Origin(span, "division", span.text, tuple(sorted(variables_of(holds))), kind=Kind.DECLARED)
        self.requirements.append(Requirement(holds, origin))
        self._applied.append((holds, origin))

    # ── result ───────────────────────────────────────────────────────────────────────────────────

    def _model(self) -> Model:
        context, source = self.context, self.file.source
        variables = tuple(context.variables)
        regions = {
            name: (
                map_.grid,
                {label: tuple([context.variable(c).place for c in cells]) for label, cells in map_.groups.items()},
            )
            for name, map_ in context.regions.items()
        }
        # What holds in some rounds of a loop only, as at the edge of a grid, is all right.
        for requirement in self.requirements:
            context.warnings.pop(("always-holds", requirement.origin.span), None)
        warnings = context.warnings.values()
        always = [warning.span.text for warning in warnings if warning.code == "always-holds" and warning.span]
        clues = ShownClues([*self.done], self.requirements, variables)
        grids = tuple(grid.frozen for grid in context.grids.values())
        all_givens = [*self.givens.items(), *self.further_givens]
        given_requirements = [given(variables, number, value, span) for number, (value, span) in all_givens]
        return Model(
            source=source,
            title=dict(self.metadata).get("puzzle", ""),
            metadata=tuple(self.metadata),
            variables=tuple([replace(v, grid=None, cell=None) if v.grid in context.hidden else v for v in variables]),
            grids=grids,
            edges=tuple([edges.frozen for edges in context.edges]),
            requirements=(*self.requirements, *given_requirements),
            givens={number: value for number, (value, _) in self.givens.items()},
            objective=self.objective,
            shown=tuple(self.shown),
            marks=tuple(clues.decided(context.marks)),
            boxes=boxes_of(self.requirements, regions, variables),
            regions=regions,
            clues=self.clues_written,
            undrawn=clues.undrawn([name for name in self.clues if self.unit.values[name].placed()]),
            genre=self.genres.get(source, ""),
            applied=tuple(item for part, origin in self._applied for item in applied(part, origin)),
            origins=tuple(self._origins),
            said=self._wording.result(grids, self.objective),
            steps=(context.budget.taken, context.budget.most),
            warnings=(
                *(Diagnostic(sentence, code="import") for sentence in source.assumed),
                *(Diagnostic(f"not in the model: {part}", code="import") for part in source.left_out),
                *warnings,
                *unconnected(variables, context.declared, self.requirements, self.objective, always),
            ),
        )


def _kind(clue: str, part: Part) -> Kind:
    """The kind of a statement. A house demands nothing but different values, or is refuted by their number already."""
    is_house = is_plainly_different(part) or (part is False and clue == "alldifferent")
    return Kind.HOUSE if is_house else Kind.CLUE


def _in_order(diagnostics: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """Those of the file itself in the order of the text, the rest behind; no message twice at one place.

    Those that say what may be meant, the first ones found, are not mixed with the others. Of what a genre of the
    library cannot make of a layout, the first is said: the others follow from it.
    """
    unique: dict[object, Diagnostic] = {}
    for d, told in zip(diagnostics, of_data(diagnostics, source), strict=True):
        if told is d or all(told.span != other.span for other in unique.values()):
            unique.setdefault((told.message, told.span), told)
    found = list(unique.values())

    def place(d: Diagnostic) -> tuple[bool, int]:
        return d.span is None or d.span.source is not source, d.span.start if d.span else 0

    return [*sorted(found[:MOST_SHOWN], key=place), *sorted(found[MOST_SHOWN:], key=place)]
