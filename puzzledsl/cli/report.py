"""``puzzledsl --report``: what a report of a bug should state about the installation.

It names versions and the platform. It names no folder, file, user or machine, so that it can be sent as it is.
"""

from __future__ import annotations

import platform
import re
from importlib import metadata

NAME = "puzzledsl"


def report() -> str:
    """Text of the report, a line for each fact."""
    from puzzledsl import __version__, expressions
    from puzzledsl.kernel.library import KernelError, library

    core = "pure Python" if str(expressions.__file__).endswith(".py") else "compiled"
    try:
        library()
    except KernelError as error:
        core += f", {error}"
    facts = {
        NAME: f"{__version__}, {core}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}, {platform.architecture()[0]}",
        "platform": platform.platform(),
    }
    try:
        needed = metadata.requires(NAME) or []
    except metadata.PackageNotFoundError:
        needed = []
    for requirement in needed:
        if re.search(r"extra == .(dev|site|test)", requirement):
            continue
        name = re.split(r"[^\w.-]", requirement)[0]
        try:
            facts[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return "".join(f"{name}: {value}\n" for name, value in facts.items())
