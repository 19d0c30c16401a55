"""The reference of the Python interface: every public name of `puzzledsl`, from its docstring."""

from __future__ import annotations

import inspect

import puzzledsl

FIRST = ("load", "parse", "batch", "Model", "Builder", "Solution")
"""What a reader looks for first; all other names follow by the alphabet."""

CONSTRUCTED = ("Builder", "CancellationToken", "Cluster", "Limits")
"""Classes that users call. All other objects come from functions and methods."""


def api_page() -> str:
    """The page, in Markdown."""
    names = [name for name in puzzledsl.__all__ if not name.startswith("_")]
    ordered = [*FIRST, *sorted(set(names) - set(FIRST), key=str.lower)]
    parts = [
        "# Python reference",
        "Everything that `import puzzledsl` offers, from the docstrings. [The Python interface](python.md) shows "
        "how it is used, with examples and what they print.",
        *(f"## `{name}`\n\n```{{eval-rst}}\n{_directive(name)}\n```" for name in ordered),
    ]
    return "\n\n".join(parts) + "\n"


def _directive(name: str) -> str:
    thing = getattr(puzzledsl, name)
    if inspect.isclass(thing):
        kind = "exception" if issubclass(thing, BaseException) else "class"
        options = ["members:", "inherited-members: object, tuple, Exception, BaseException"]
        if name not in CONSTRUCTED:
            options.append("exclude-members: __init__")
        return f".. auto{kind}:: puzzledsl.{name}\n" + "\n".join(f"   :{option}" for option in options)
    return f".. auto{'function' if inspect.isfunction(thing) else 'data'}:: puzzledsl.{name}"
