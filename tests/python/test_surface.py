"""The public surface: each name with its signature, and the methods and attributes of its class, as they were promised.

A change is a decision: ``python -m tests.python.test_surface`` writes the file anew.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import puzzledsl

SURFACE = Path(__file__).with_name("golden") / "surface.txt"


def surface() -> str:
    """The public names, one a line."""
    lines = []
    for name in sorted(puzzledsl.__all__):
        thing = getattr(puzzledsl, name)
        if inspect.isfunction(thing):
            lines.append(f"{name}{_parameters(thing)}")
            continue
        lines.append(name)
        for member, value in sorted(inspect.getmembers(thing)) if inspect.isclass(thing) else ():
            if not member.startswith("_"):
                lines.append(f"    {member}{_parameters(value) if inspect.isfunction(value) else ''}")
    return "\n".join(lines) + "\n"


def _parameters(function: object) -> str:
    """The names of the parameters, those with a default as ``name=``."""
    found = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    optional = inspect.Parameter.empty
    stars: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return f"({', '.join(stars.get(p.kind, '') + p.name + '=' * (p.default is not optional) for p in found)})"


def test_the_public_surface_is_as_promised() -> None:
    assert surface() == SURFACE.read_text(encoding="utf-8")


if __name__ == "__main__":
    SURFACE.write_text(surface(), encoding="utf-8")
