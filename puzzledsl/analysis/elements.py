"""The units that are left out when a question is which clues of a model matter: clues, conditions, or givens."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from puzzledsl.analysis.conditions import condition_text
from puzzledsl.analysis.quotes import Quotes
from puzzledsl.diagnostics import failure
from puzzledsl.expressions import conjuncts, variables_of
from puzzledsl.listing import listed
from puzzledsl.model import Kind, Model, Origin, Requirement
from puzzledsl.nearest import did_you_mean
from puzzledsl.records import record, replace
from puzzledsl.source import Span

BY = ("clue", "constraint", "cell")
"""How fine: a clue as a setter sees it (a cage, a house, a given), each single condition of it, or the givens alone."""


@record
class Element:
    """Requirements that are left out together, or none of them.

    Attributes:
        origin: of the first of them.
        sentence: what it says, for people: ``cage 15 at r1c3, r1c4``, ``row 3``, ``the given 5 at r2c7``; of a genre
            the sentence of its rules, with the place.
        cells: the names of the cells that it speaks of.
    """

    _requirements: tuple[int, ...]  # by their positions in the model
    origin: Origin
    sentence: str
    cells: tuple[str, ...] = ()
    _instead: str = ""  # of a mark of a layout: what is written where it is left out
    _is_exact: bool = True  # nothing changes without it but that the requirements are missing

    @property
    def line(self) -> int:
        """Line of the source, from 1."""
        return self.origin.line

    @property
    def rank(self) -> int:
        """Which are dropped first: givens, then clues, then houses."""
        return 0 if self.origin.is_given else 2 if self.origin.is_house else 1

    def __str__(self) -> str:
        return f"{self.sentence} ({self.origin.place})"

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the source, to sort by."""
        return self.origin.span.start, next(iter(self._requirements), 0)


@record
class Split:
    """A model taken apart.

    Attributes:
        model: the model itself, or the same with its conditions one by one.
        elements: what may be left out.
        background: positions of the requirements that always stay.
    """

    model: Model
    elements: tuple[Element, ...]
    background: tuple[int, ...]


def split(model: Model, by: str = "clue", *, objective: bool = False) -> Split:
    """The elements of a model.

    Args:
        by: one of `BY`. ``clue``: each clue at each place. ``constraint``: each condition that one consists of.
            ``cell``: each given; all else is taken for granted.
        objective: that the objective is defined is an element too, for those who ask why nothing is a solution.

    Raises:
        PuzzleError: ``by`` is not in `BY`.
    """
    if by not in BY:
        raise failure(f"`by` is {listed(BY, 'or')}, not {by!r:.40}", label=did_you_mean(by, BY), code="option")
    if by == "constraint":
        model = replace(model, requirements=tuple(_conditions(model)))
    elements, background, quotes = [], [], Quotes(model)
    whole = {frozenset(x for row in grid.numbers for x in row if x is not None) for grid in model.grids}
    for number, requirement in enumerate(model.requirements):
        origin = requirement.origin
        always = origin.kind is Kind.DECLARED or (origin.kind is Kind.OBJECTIVE and not objective)
        if always or (by == "cell" and not origin.is_given):
            background.append(number)
        else:
            cells = tuple(model.variables[x].name for x in origin.variables)
            plain = not origin.span.source.is_library or (origin.is_house and origin.span not in quotes.sentences)
            if plain or by == "constraint":
                said = sentence(origin, whole)
            else:
                said = quotes.named(origin, origin.variables)
            elements.append(Element((number,), origin, said, cells))
    return Split(model, tuple(elements), tuple(background))


def sentence(origin: Origin, whole: Collection[frozenset[int]] = ()) -> str:
    """A clue as one would speak of it in the middle of a sentence.

    Args:
        whole: for each grid all of its cells.
    """
    if origin.is_given:
        return f"the {origin.sentence}"
    if origin.is_house:
        place = origin.sentence.removeprefix("alldifferent in ")
        return place if place != origin.sentence else origin.sentence.replace("alldifferent at", "all different:", 1)
    head, at, _ = origin.sentence.rpartition(" at r1c1, ")
    return f"{head} on all cells" if at and frozenset(origin.variables) in whole else origin.sentence


def joined(group: Sequence[Element], span: Span) -> Element:
    """Several elements as one, which is called by the text at its place."""
    variables = tuple(dict.fromkeys(x for element in group for x in element.origin.variables))
    cells = tuple(dict.fromkeys(cell for element in group for cell in element.cells))
    text = " ".join(span.text.split("\n")[0].split())
    origin = replace(group[0].origin, span=span, sentence=text, variables=variables)
    return Element(tuple(n for element in group for n in element._requirements), origin, text, cells)


def _conditions(model: Model) -> Iterator[Requirement]:
    for requirement in model.requirements:
        parts = list(conjuncts(requirement.expression))
        if len(parts) == 1:
            yield requirement
            continue
        origin = requirement.origin
        for part in parts:
            text = f"{origin.clue}: {condition_text(part, model)}"
            variables = tuple(sorted(variables_of(part)))
            yield Requirement(part, replace(origin, sentence=text, variables=variables))
