"""The plain formulation of a puzzle: as a script, and as the Pyomo model that the script builds."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.elaboration.context import Numbering
from puzzledsl.formulation.script import MAIN, Script, script
from puzzledsl.loading import load_model
from puzzledsl.model import Kind, given
from puzzledsl.records import EMPTY, record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction
    from pathlib import Path

    from pyomo.core import ConcreteModel

    from puzzledsl.elaboration import Limits
    from puzzledsl.model import Model, Origin

ATTRIBUTE = "puzzledsl_values"
"""The attribute of a Pyomo model that says how to read it. Pyomo copies and pickles it with the model."""

FRACTIONAL = 1e-4
"""How far from an integer the value of an integer variable may be."""


@record
class Values:
    """How a Pyomo model is read.

    Attributes:
        of: by variable of the puzzle, the component and the index of its value, or the value.
        whole: by variable, whether it is an integer.
    """

    encoding: str
    of: tuple[tuple[str, object] | int, ...]
    whole: tuple[bool, ...]


def plain_script(
    model: Model,
    encoding: str,
    settings: Mapping[str, str] = EMPTY,
    include: Sequence[str | Path] = (),
    limits: Limits | None = None,
) -> Script:
    """The plain formulation as a script.

    The text is read again with variables for the numbers of its clues: what is linear in such a variable gets a
    ``Param``. A rule that needs to know its number, or makes anything but linear rows of it, has none.

    Args:
        settings, include, limits: what the model was read with.

    Raises:
        PuzzleError: a clue cannot be written as linear rows.
    """
    static: set[object] = set()
    while all(rows is None for rows in model.clues.values()):  # layouts from elsewhere are not read again
        numbering = Numbering(static)
        before = len(static)
        try:
            numbered = load_model(
                model.source, settings=settings, include=include, limits=limits, allow_clashes=True, numbering=numbering
            )
        except PuzzleError:
            if len(static) == before:  # not because of a number
                break
            continue
        if not numbering.numbers or not _same(model, numbered, numbering):
            break
        found, misused = script(_with_requirements_of(model, numbered), encoding, numbering.numbers)
        if not misused:
            values = tuple(one for x, one in enumerate(found.values) if x not in numbering.numbers)
            return replace(found, values=values)
        static |= {numbering.rules[x] for x in misused}
    return script(model, encoding, {})[0]


def _same(model: Model, numbered: Model, numbering: Numbering) -> bool:
    """Whether a model that was read again is the same, numbers aside."""
    names = [variable.name for x, variable in enumerate(numbered.variables) if x not in numbering.numbers]
    return names == [variable.name for variable in model.variables]


def _stated(model: Model) -> list[Any]:
    return [one for one in model.requirements if one.origin.kind is not Kind.GIVEN]


def _with_requirements_of(model: Model, numbered: Model) -> Model:
    """The model with numbers as variables, with the sentences and the givens of the original one."""
    place = {variable.name: x for x, variable in enumerate(numbered.variables)}
    sentences: dict[object, list[str]] = {}
    for one in reversed(_stated(model)):
        sentences.setdefault((one.origin.span, one.origin.clue), []).append(one.origin.sentence)
    stated = []
    for one in _stated(numbered):  # a clue that holds whatever the values are is left out of the original
        known = sentences.get((one.origin.span, one.origin.clue))
        sentence = known.pop() if known else one.origin.sentence
        stated.append(replace(one, origin=replace(one.origin, sentence=sentence)))
    givens = [
        given(numbered.variables, place[model.variables[x].name], value, model.source.span(0, 0))
        for x, value in model.givens.items()
    ]
    return replace(numbered, requirements=(*stated, *givens))


def built(model: Model, found: Script) -> ConcreteModel:
    """The Pyomo model that a script of `plain_script` builds."""
    scope: dict[str, Any] = {"__name__": "puzzledsl.formulation"}
    exec(compile(found.text.split(f"{MAIN}\n", 1)[0], "<plain formulation>", "exec"), scope)
    program: ConcreteModel = scope["m"]
    setattr(program, ATTRIBUTE, Values(found.encoding, found.values, tuple(not v.is_real for v in model.variables)))
    return program


def blocks_of(found: Script, origins: Sequence[Origin]) -> list[str]:
    """The blocks of some clues, as the script calls them."""
    wanted = {origin.sentence for origin in origins}
    return [text for k, text in found.clues.items() if found.origins[k].sentence in wanted]


def read_back(program: ConcreteModel) -> tuple[str, tuple[int | Fraction, ...]]:
    """Return the encoding of a solved Pyomo model, and the value of every variable of the puzzle.

    Raises:
        PuzzleError: the model has no values, `to_pyomo` did not make it, or an integer variable has a value that is
            not whole.
    """
    from pyomo.core import Var, value

    from puzzledsl.encodings.encoded import rational

    known = getattr(program, ATTRIBUTE, None)
    if not isinstance(known, Values):
        raise failure(
            "this Pyomo model was not made by `to_pyomo`",
            helps=("`from_pyomo` reads only models that `to_pyomo` has made",),
            code="pyomo",
        )
    variables = list(program.component_data_objects(Var))
    if variables and all(one.value is None for one in variables):
        raise failure("the Pyomo model has no values", helps=("solve it first",), code="pyomo")
    for one in variables:  # in no row, so it never reached the solver: any value that its bounds allow will do
        if one.value is None:
            one.set_value(next((end for end in (one.lb, one.ub) if end is not None), 0), skip_validation=True)
    found: list[int | Fraction] = []
    for place, whole in zip(known.of, known.whole, strict=True):
        if isinstance(place, int):
            found.append(place)
            continue
        name, index = place
        component: Any = program.component(name)
        number = float(value(component if index is None else component[index]))
        if not isfinite(number) or (whole and abs(number - round(number)) > FRACTIONAL):
            raise failure(
                f"the value of {name if index is None else component[index].name} is {number!r}, which is not whole",
                helps=("tighter tolerances of the solver may help; or the solver does not support integers",),
                code="pyomo",
            )
        found.append(round(number) if whole else rational(number))
    return known.encoding, tuple(found)
