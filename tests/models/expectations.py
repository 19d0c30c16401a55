"""What the comment at the top of a model of the gallery promises; its form is described in ``models/README.md``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

GALLERY = Path(__file__).parents[2] / "models"

_PROMISE = re.compile(r"# ([a-z ]+): (.+)")


@dataclass(frozen=True)
class Expectation:
    """A model and its promises.

    Attributes:
        status, objective: of the solution; the objective to four places.
        rows: of the main grid, as texts, ``.`` where masked; empty if none are promised.
        variables: values by name, to four places.
        encodings, unpresolved: in which it is solved, by default and with ``--no-presolve``.
    """

    path: Path
    status: str
    objective: str | None
    rows: tuple[tuple[str, ...], ...]
    variables: dict[str, str]
    unique: bool
    encodings: tuple[str, ...]
    unpresolved: tuple[str, ...]
    givens: str | None

    @property
    def text(self) -> str:
        """The model."""
        return self.path.read_text(encoding="utf-8")


def gallery() -> list[Expectation]:
    """All models, by name."""
    return [expectation(path) for path in sorted(GALLERY.glob("*.puz"))]


def expectation(path: Path) -> Expectation:
    """Reads the promises of one model.

    Raises:
        ValueError: a line is missing, or says what it cannot mean.
    """
    promises: dict[str, str] = {}
    rows: list[tuple[str, ...]] = []
    variables: dict[str, str] = {}
    after_status = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        if after_status and line.startswith("#   "):
            name, sign, value = line[1:].partition("=")
            if sign:
                variables[name.strip()] = value.strip()
            else:
                marks = line[1:].split()
                rows.append(tuple(marks if len(marks) > 1 else marks[0]))
            continue
        found = _PROMISE.fullmatch(line)
        after_status = found is not None and found[1] == "expected"
        if found is not None:
            promises[found[1]] = found[2]
    missing = {"expected", "encodings", "without presolve"} - promises.keys()
    if missing:
        raise ValueError(f"{path.name} does not say: {', '.join(sorted(missing))}")
    status, _, objective = promises["expected"].partition(" ")
    if status == "solved" and promises.get("unique") not in ("yes", "no"):
        raise ValueError(f"{path.name} does not say whether its solution is the only one")
    givens = promises.get("givens")
    return Expectation(
        path,
        status,
        objective or None,
        tuple(rows),
        variables,
        promises.get("unique") == "yes",
        _encodings(promises["encodings"]),
        _encodings(promises["without presolve"]),
        None if givens is None else (path.parent / givens).read_text(encoding="utf-8"),
    )


def _encodings(text: str) -> tuple[str, ...]:
    """``binary, integer`` or ``binary (integer: why not)``."""
    listed, _, reason = text.partition(" (")
    names = tuple(name.strip() for name in listed.split(","))
    if not set(names) <= {"binary", "integer"} or (len(names) < 2 and not reason):
        raise ValueError(f"{text!r} does not account for both encodings")
    return names
