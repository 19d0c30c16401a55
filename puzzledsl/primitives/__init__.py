"""The primitive constraints of the flat model, one file each.

To add one, add a file with a record that derives from `puzzledsl.flat.Primitive`; nothing else
keeps a list. Nothing is imported here, so that a program pays only for the primitives it uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.flat import Primitive


def kinds() -> dict[str, type[Primitive]]:
    """All primitives by class name, found by importing every module of this package."""
    from importlib import import_module
    from inspect import isabstract

    from puzzledsl.flat import Primitive
    from puzzledsl.scanning import modules_in

    found: dict[str, type[Primitive]] = {}
    for module in modules_in(__path__):
        for item in vars(import_module(f"{__name__}.{module}")).values():
            if isinstance(item, type) and issubclass(item, Primitive) and not isabstract(item):
                found[item.__name__] = item
    return dict(sorted(found.items()))
