"""Builds the parse tables, and compiles propagation and search by mypyc where a C compiler is at hand.

Wheels carry the tables; an editable install writes them into the tree, out of version control. Without a C compiler, or
with ``PUZZLEDSL_PURE=1`` in the environment, a wheel runs the same Python files uncompiled, and search takes about four
times as long. Editable installs and the working tree are never compiled, so that no stale machine code hides an edit.
"""

from __future__ import annotations

import contextlib
import os
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = ("kernel", "presolve", "search")
"""Every module of these packages is compiled."""

TABLES = "puzzledsl/reading/built_tables.py"


def is_compiled(version: str) -> bool:
    """Whether this build is to be compiled."""
    return version != "editable" and sys.implementation.name == "cpython" and not os.environ.get("PUZZLEDSL_PURE")


class BuiltParts(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the parse tables to a wheel, and the extension modules or the reason why it has none."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the isolated build environment needs besides hatchling."""
        return ["mypy[mypyc]>=1.15", "setuptools>=68"] if is_compiled("standard") else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is put together."""
        if self.target_name != "wheel":
            return
        if version == "editable":
            write_tables(self.root, Path(self.root, TABLES))
            return
        target = Path(tempfile.mkdtemp(prefix="puzzledsl-"))
        write_tables(self.root, target / "tables.py")
        build_data["force_include"][str(target / "tables.py")] = TABLES
        if not is_compiled(version):
            return
        try:
            built = compiled(Path(self.root), target)
        except (Exception, SystemExit) as reason:  # no compiler, no headers: the Python files do as well
            self.app.display_warning(f"propagation is not compiled, and slower for it: {reason}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(target / name): name for name in built}


def write_tables(root: str, path: Path) -> None:
    """Writes the parse tables of the tree in ``root``."""
    sys.path.insert(0, root)
    from puzzledsl.reading.construction import write_tables

    write_tables(path)


def compiled(root: Path, target: Path) -> list[str]:
    """Compiles the packages into the folder ``target``; the paths of the extension modules in it.

    Raises:
        Exception: whatever mypyc, setuptools or the C compiler have against it.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    sources = sorted(
        str(path.relative_to(root))
        for package in COMPILED
        for path in (root / "puzzledsl" / package).glob("*.py")
        if path.stem != "__init__"
    )
    settings = target / "mypy.ini"
    settings.write_text("[mypy]\nignore_missing_imports = True\nfollow_imports = silent\n")
    with contextlib.chdir(root):
        extensions = mypycify(
            [f"--config-file={settings}", f"--cache-dir={target / 'cache'}", *sources],
            opt_level="3",
            debug_level="0",
            target_dir=str(target / "c"),
        )
        command = build_ext(Distribution({"name": "puzzledsl", "ext_modules": extensions}))
        command.build_lib = str(target / "lib")
        command.build_temp = str(target / "temp")
        command.ensure_finalized()
        command.run()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = sorted((target / "lib").rglob(f"*{suffix}"))
    for path in found:
        moved = target / path.relative_to(target / "lib")
        moved.parent.mkdir(parents=True, exist_ok=True)
        path.rename(moved)
    return [str(path.relative_to(target / "lib")) for path in found]


if __name__ == "__main__":  # python hatch_build.py FOLDER: the extension modules alone, for a look
    print("\n".join(compiled(Path(__file__).parent, Path(sys.argv[1]))))
