"""From the syntax tree to the elaborated model: everything looked up, unrolled and folded, every mistake reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from puzzledsl.diagnostics import MOST_SHOWN, Diagnostic, Note, PuzzleError, failure
from puzzledsl.elaboration.applied import applied
from puzzledsl.elaboration.calling import Passed
from puzzledsl.elaboration.connection import unconnected
from puzzledsl.elaboration.context import Part, value_of
from puzzledsl.elaboration.declarations import Declarations
from puzzledsl.elaboration.display import boxes_of
from puzzledsl.elaboration.fault import Fault, Poisoned, at
from puzzledsl.elaboration.givens import GivensOf, clashing
from puzzledsl.elaboration.limits import A_PART, A_REQUIREMENT, FEW_PARTS, STEPS_OF_BROKEN, Budget, Limits
from puzzledsl.elaboration.scope import Scope
from puzzledsl.elaboration.sentences import clue_sentence, constraint_sentence
from puzzledsl.elaboration.slips import whole_name
from puzzledsl.elaboration.statements import is_definition
from puzzledsl.elaboration.values import Value, cell_number, is_cell
from puzzledsl.elaboration.wording import Wording
from puzzledsl.expressions import AllDifferent, children, variables_of
from puzzledsl.model import Grid, Model, Origin, Requirement, given, is_hidden
from puzzledsl.nearest import nothing_near_after
from puzzledsl.records import replace
from puzzledsl.source import Source, Span
from puzzledsl.syntax import (
    Call,
    Clue,
    ClueLayout,
    Constraint,
    File,
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
    Show,
    Statement,
    VariableDeclaration,
)
from puzzledsl.syntax import Objective as ObjectiveStatement
from puzzledsl.time_limit import Late

Opener = Callable[[str, Source], Source]
"""Opens an included file, given the path as written and the including source; raises Fault when it may not."""

_DECLARED = r"(?m)^\s*(?:let|var|param|rule|grid|regions|clues)\s+([A-Za-z_]\w*)((?:\s*,\s*[A-Za-z_]\w*)*)"


def elaborate(
    file: File,
    found: list[Diagnostic],
    settings: Mapping[str, str] | None = None,
    givens: Source | GivensOf | None = None,
    limits: Limits | None = None,
    opener: Opener | None = None,
    allow_clashes: bool = False,
    late: Late | None = None,
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
        late: asked now and then; true ends the work.

    Raises:
        PuzzleError: with every independent mistake.
        OutOfTime: ``late`` returned true.
    """
    limits = limits or Limits()
    if found:
        limits = replace(limits, steps=min(limits.steps, STEPS_OF_BROKEN))
    budget = Budget(limits, late)
    elaborator = _Elaborator(file, found, dict(settings or {}), givens, budget, opener, allow_clashes)
    with nothing_near_after(lambda: len(elaborator.diagnostics) >= MOST_SHOWN):
        return elaborator.run()


class _Elaborator(Declarations):
    """One run. Statements are compiled and executed one after the other; a wrong one does not stop the rest."""

    def __init__(
        self,
        file: File,
        found: list[Diagnostic],
        settings: dict[str, str],
        givens: Source | GivensOf | None,
        budget: Budget,
        opener: Opener | None,
        allow_clashes: bool,
    ) -> None:
        super().__init__([whole_name(diagnostic) for diagnostic in found], settings, givens, budget, allow_clashes)
        self.file = file
        self.broken = bool(found)
        self.opener = opener
        self.applied: list[tuple[Part, Origin]] = []
        self.wording = Wording(self.context)
        self.attributed = 0
        self.groups: list[tuple[int, ...]] = []
        self.metadata: list[tuple[str, str]] = []
        self.decided: set[Span] = set()
        self.including: list[str] = []
        self.included: set[str] = set()
        self.broken_grid = False
        self._said: set[Diagnostic] = set()  # of `diagnostics`, as of the latest report

    def run(self) -> Model:
        if self.diagnostics:
            self._poison_broken_definitions()
        self._announce(self.file.statements)
        self._define(self.file.statements)
        budget = self.context.budget
        for node in self.file.statements:
            self._guard(node, lambda node=node: self._statement(node))  # type: ignore[misc]
            if budget.spent:
                told = [d for d in self.diagnostics if not (self.broken and any("--bound steps" in h for h in d.helps))]
                raise PuzzleError(_in_order(told, self.file.source))
            self.previous = node
        self._unknown_settings()
        self._guard(None, self.check_clues)
        if self.extra_givens is not None:
            self._guard(None, lambda: self.apply_extra_givens(self.extra_givens))
        if not self.allow_clashes:
            self.diagnostics += clashing(self.requirements, self.givens, self.context.variables)
        if not self.diagnostics and not self.context.variables:
            self.diagnostics.append(
                Diagnostic(
                    "the model has no grid and no variables",
                    self.file.source.span(0, 0),
                    helps=("declare a grid first, such as `grid cell[9, 9] in 1..9`",),
                    code="empty",
                )
            )
        if self.diagnostics:
            raise PuzzleError(_in_order(self.diagnostics, self.file.source))
        return self._model()

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def _poison_broken_definitions(self) -> None:
        """Names whose definition did not parse are not "unknown" further down."""
        for match in re.finditer(_DECLARED, self.file.source.text):
            names = [match.group(1), *re.findall(r"[A-Za-z_]\w*", match.group(2))]
            self.unit.poisoned.update(names)
            if match.group(0).split()[0] == "grid":
                self.broken_grid = True

    def _announce(self, statements: tuple[Statement, ...]) -> None:
        unit = self.unit
        for node in statements:
            known = unit.announced_functions if is_definition(node) else unit.announced
            for name in _names(node):
                if name.id in known:
                    helps = (f"remove one of them, or give this one another name, such as `{name.id}2`",)
                    message, label = f"`{name.id}` is defined twice", f"first on line {known[name.id]}"
                    self.diagnostics.append(Diagnostic(message, name.span, label, helps, code="twice"))
                known.setdefault(name.id, name.span.line)
                unit.poisoned.discard(name.id)

    def _define(self, statements: tuple[Statement, ...]) -> None:
        for node in statements:
            if isinstance(node, (Rule, Let)) and is_definition(node):
                self.unit.functions[node.name.id] = self.compiler.function(node, Scope())({})

    def _unknown_settings(self) -> None:
        from puzzledsl.nearest import did_you_mean

        for name in self.settings:
            if name not in self.parameters and name not in self.unit.poisoned:
                known = ", ".join(sorted(self.parameters))
                self.diagnostics.append(
                    Diagnostic(
                        f"the model has no `param {name}` to set",
                        None,
                        did_you_mean(name, self.parameters),
                        (f"its parameters are {known}",) if known else ("it has no parameters",),
                        (),
                        "unknown-parameter",
                    )
                )

    # ── statements ───────────────────────────────────────────────────────────────────────────────

    def _guard(self, node: Statement | None, action: Callable[[], None]) -> None:
        """Runs an action; a mistake is kept, and the names that the statement defines are poisoned."""
        before = len(self.diagnostics)
        self.context.reason = ""
        self.context.answers.clear()  # what a statement declares counts for the next
        try:
            at(node.span if node else self.file.source.span(0, 0), self._bounded, action)
        except PuzzleError as error:
            for diagnostic in error.diagnostics:
                self._report(diagnostic, node)
            self._poison(node)
        except Poisoned:
            self._poison(node)
        if len(self.diagnostics) > before:
            self._poison(node)

    @staticmethod
    def _bounded(action: Callable[[], None]) -> None:
        try:
            action()
        except RecursionError:
            raise Fault("this is nested too deeply", code="bound") from None

    def _report(self, diagnostic: Diagnostic, node: Statement | None) -> None:
        if diagnostic.code == "no-grid":
            if self.broken_grid:
                return
            self.broken_grid = True  # Said once is enough.
        place = diagnostic.span
        if (
            isinstance(node, (Clue, Constraint))
            and place is not None
            and place.source is node.span.source
            and not node.span.start <= place.start <= node.span.end
        ):
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, Note("in this clue", node.span)))
        self._said.update(self.diagnostics[len(self._said) :])
        if diagnostic not in self._said:
            self.diagnostics.append(diagnostic)

    def _poison(self, node: Statement | None) -> None:
        self.unit.poisoned.update(name.id for name in _names(node))
        if isinstance(node, GridDeclaration):
            self.broken_grid = True

    def _statement(self, node: Statement) -> None:
        match node:
            case Metadata(key=key, value=value):
                self.metadata.append((key, value))
            case Include():
                self._include(node)
            case Param():
                self.declare_parameter(node)
            case GridDeclaration():
                self.declare_grid(node)
            case VariableDeclaration():
                self.declare_variables(node)
            case Mask():
                self.apply_mask(node)
            case Givens():
                self.apply_givens(node)
            case Regions():
                self.declare_regions(node)
            case ClueLayout():
                self.declare_clues(node)
            case Let() | Rule() if is_definition(node):
                pass
            case Let():
                self.unit.values[node.name.id] = self.compiled(node.value)()
            case ObjectiveStatement():
                self.set_objective(node)
            case Show():
                self.add_shown(node)
            case _:
                before = len(self.diagnostics)
                action = self.compiler.statement(node, self.scope, self)
                if len(self.diagnostics) == before:
                    self.context.drawing = True
                    self.wording.begin(node)
                    self.attributed = len(self.context.marks)
                    try:
                        action(self.frame)
                    finally:
                        self.context.drawing = False

    def _include(self, node: Include) -> None:
        from puzzledsl.reading import read

        if self.opener is None:
            raise Fault("this model is a text without a folder, so it can include no file", code="include").at(
                node.path_span
            )
        at(node.path_span, self.context.budget.file)
        source = at(node.path_span, self.opener, node.path, node.span.source)
        names = [self.file.source.name, *self.including]
        if source.name in names:
            cycle = " → ".join([*names[names.index(source.name) :], source.name])
            raise Fault("these files include each other", label=cycle, code="include").at(node.path_span)
        if source.name in self.included:
            return
        self.included.add(source.name)
        file, mistakes = read(source)
        self.diagnostics += mistakes
        kept = tuple(s for s in file.statements if isinstance(s, (Rule, Let, Regions, ClueLayout, Include, Param)))
        self._announce(kept)
        self._define(kept)
        self.including.append(source.name)
        try:
            for inner in kept:
                self._guard(inner, lambda inner=inner: self._statement(inner))  # type: ignore[misc]
        finally:
            self.including.pop()

    # ── requirements ─────────────────────────────────────────────────────────────────────────────

    def require_clue(self, node: Clue, span: Span, arguments: list[Passed], group: Value, part: Part) -> None:
        """A clue applied to one group."""
        cells = [cell_number(c) for c in group if is_cell(c)] if isinstance(group, list) else []
        self.context.budget.step(len(cells))
        origin = Origin(
            span, node.name.id, clue_sentence(node.name.id, arguments, group, self.context), tuple(dict.fromkeys(cells))
        )
        if isinstance(part, AllDifferent) and node.name.id == "alldifferent" and len(cells) == len(group):
            self.groups.append(tuple(cells))
        self._say(node, part, origin)
        self._require(part, origin, "change the number or the cells" if arguments else "")

    def require_constraint(self, node: Constraint, bindings: dict[str, Value], part: Part) -> None:
        """A Boolean expression as a statement."""
        clue, holds = "constraint", value_of(part)
        match node.expression:
            case Call(function=Name(id=name)):
                clue = name
            case Name(id=name) if name not in self.unit.announced and name not in bindings:
                clue = name  # a rule written alone
        sentence = constraint_sentence(node.span.text, bindings, self.context)
        variables = tuple(sorted(variables_of(holds, self.context.occurring))) if not isinstance(holds, bool) else ()
        if isinstance(holds, AllDifferent) and clue == "alldifferent":
            self.groups.append(variables)
        origin = Origin(node.span, clue, sentence, variables)
        self._say(node, part, origin)
        self._require(part, origin)

    def _say(self, node: Clue | Constraint, part: Part, origin: Origin) -> None:
        """Give the marks that a statement has drawn their origin, and keep its sentence."""
        marks, first = self.context.marks, self.attributed
        self.wording.statement(node, part, marks[first:])
        for k in range(first, len(marks)):
            marks[k] = replace(marks[k], origin=origin)
        self.attributed, self.context.letter = len(marks), ""

    def _require(self, part: Part, origin: Origin, advice: str = "") -> None:
        holds = value_of(part)
        at(origin.span, self.context.budget.constraint)
        if not isinstance(holds, bool):
            cost = A_REQUIREMENT + A_PART * max(0, len(children(holds)) - FEW_PARTS)
            at(origin.span, self.context.budget.step, cost)
        if holds is True:
            if origin.clue == "constraint" and ("always-holds", origin.span) not in self.context.warnings:
                message = f"always holds: {origin.sentence}"
                label = self.context.as_groups or "whatever the cells hold"
                self.context.warn(Diagnostic(message, origin.span, label, code="always-holds"))
            self.context.as_groups = ""
            return
        self.decided.add(origin.span)
        if holds is False and not self.allow_clashes:
            reason = self.context.reason
            for regions in self.context.regions.values():
                if origin.clue == "alldifferent" and (drawn := regions.label_of(origin.variables)) is not None:
                    sizes = ", ".join(f"`{name}` has {len(group)}" for name, group in regions.groups.items())
                    message, advice = f"region `{drawn}` of `{regions.name}` has {reason}", f"cells by region: {sizes}"
                    raise failure(message, regions.spans[drawn], "it begins here", (advice,), code="impossible")
            message = f"this can never hold: {origin.sentence}"
            raise failure(message, origin.span, reason, (advice,) if advice else (), code="impossible")
        self.requirements.append(Requirement(holds, origin))
        self.applied.append((part, origin))

    # ── result ───────────────────────────────────────────────────────────────────────────────────

    def _model(self) -> Model:
        context = self.context
        always = [span.text for code, span in context.warnings if code == "always-holds" and span is not None]
        titles = [value for key, value in self.metadata if key == "puzzle"]
        grids = tuple(self.frozen_grid(grid) for grid in context.grids.values())
        given_requirements = [
            given(context.variables, number, value, span) for number, (value, span) in self.givens.items()
        ]
        regions = {
            name: (
                map_.grid,
                {
                    label: tuple(cell for c in cells if (cell := context.variables[cell_number(c)].cell) is not None)
                    for label, cells in map_.groups.items()
                },
            )
            for name, map_ in context.regions.items()
        }
        return Model(
            source=self.file.source,
            title=titles[-1] if titles else "",
            metadata=tuple(self.metadata),
            variables=tuple(replace(v, grid=None, cell=None) if v.hidden else v for v in context.variables),
            grids=grids,
            requirements=(*self.requirements, *given_requirements),
            givens={number: value for number, (value, _) in self.givens.items()},
            objective=self.objective,
            shown=tuple(self.shown),
            marks=tuple(context.marks),
            boxes=boxes_of(self.groups, regions, context),
            regions=regions,
            clues=self.clues_written,
            applied=tuple(item for part, origin in self.applied for item in applied(part, origin)),
            said=self.wording.result(self._values_said(grids)),
            steps=(context.budget.taken, context.budget.most),
            # What holds in some rounds of a loop only, as at the edge of a grid, is all right.
            warnings=(
                *(Diagnostic(sentence, code="import") for sentence in self.file.source.assumed),
                *(Diagnostic(f"not in the model: {part}", code="import") for part in self.file.source.left_out),
                *(
                    warning
                    for (code, span), warning in context.warnings.items()
                    if not (code == "always-holds" and span in self.decided)
                ),
                *unconnected(context.variables, context.declared, self.requirements, self.objective, always),
            ),
        )

    def _values_said(self, grids: tuple[Grid, ...]) -> list[str]:
        """Which values the cells of each grid have."""
        found: dict[str, None] = {}
        for grid in grids:
            sentence = self.wording.above(grid.span)
            if sentence is None and is_hidden(grid, self.context.marks):
                continue
            which = "Values" if len(grids) == 1 else f"Values of {grid.name}"
            low, high = grid.domain.lo, grid.domain.hi
            if grid.domain.size <= 2:
                values = " or ".join(map(str, grid.domain))
            else:
                is_run = grid.domain.size == high - low + 1
                values = f"{low} to {high}" if is_run else str(grid.domain).strip("{}")
            found[f"{which}: {values}." if sentence is None else sentence] = None
        if self.objective is not None:
            size = "large" if self.objective.maximize else "small"
            words = " ".join(self.objective.span.text.split()[1:])
            found[self.wording.above(self.objective.span) or f"As {size} as possible: {words}."] = None
        return list(found)


def _names(node: Statement | None) -> tuple[Name, ...]:
    """What a statement defines."""
    match node:
        case Let() | Param() | Regions() | ClueLayout() | GridDeclaration() | Rule():
            return (node.name,)
        case VariableDeclaration():
            return node.names
    return ()


def _in_order(diagnostics: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """Those of the file itself in the order of the text, the rest behind; no message twice at one place.

    Those that say what may be meant, the first ones found, are not mixed with the others.
    """
    seen: set[tuple[str, object, int]] = set()
    unique = []
    for d in diagnostics:
        key = (d.message, d.span.source if d.span else None, d.span.start if d.span else -1)
        if key not in seen:
            seen.add(key)
            unique.append(d)

    def place(d: Diagnostic) -> tuple[bool, int]:
        return d.span is None or d.span.source is not source, d.span.start if d.span else 0

    return [*sorted(unique[:MOST_SHOWN], key=place), *sorted(unique[MOST_SHOWN:], key=place)]
