"""Builds parse tables, lexicon and the kernel's library, and compiles elaboration by mypyc if there is a C compiler.

Wheels carry them; an editable install writes the first three into the tree, out of version control. The library needs
a C++ compiler. Where the system has none, `ziglang` is fetched from PyPI: 100 MB, which compile the standard library
of C++ first, so that an installation takes minutes.

Without a C compiler, or with ``PUZZLEDSL_PURE=1`` in the environment, a wheel runs elaboration uncompiled, which takes
about twice as long. Editable installs and the working tree never compile it, so that no stale machine code hides an
edit. mypy reads only what the compiled modules import. Each group of modules is an extension of its own, so that
several compilers run at once. An installation from source compiles at ``-O1``, which takes half as long as ``-O3``.
``PUZZLEDSL_OPTIMIZE=3`` in the environment asks for the other; released wheels are built so.
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

MYPY = "mypy[mypyc]==2.4.1"
"""Pinned, since another version writes other C; the tests have tried this one."""

COMPILED = {
    "flattening": ("flattening/*",),
    "operations": ("expressions", "intervals", "elaboration/kinds", "elaboration/operations/*"),
    "elaboration": (
        *(f"elaboration/{name}" for name in ("calling", "compiler", "context", "drawing", "evaluation", "fault")),
        *(f"elaboration/{name}" for name in ("indexing", "items", "limits", "naming", "statements", "value_text")),
    ),
}
"""The modules that are compiled, by group. Few calls go from one group to another; a module belongs to the first group
that names it. Of elaboration these are the modules in which it spends its time; the built-in functions are asked for
their signatures, which compiled ones do not have.
"""

INLINED = ("-fno-semantic-interposition", "-fvisibility=hidden")
"""A library's functions may be replaced when it is loaded, so a compiler must not inline them, unless it is told that
nobody does that. The functions of mypyc's runtime, such as "item of a list", are in each of these libraries."""

SETTINGS = """\
[mypy]
ignore_missing_imports = True
follow_imports = silent

[mypy-puzzledsl]
follow_imports = skip
"""
"""Without the last two lines mypy would read the whole package and numpy, which `puzzledsl/__init__.py` names."""

TABLES = "puzzledsl/reading/built_tables.py"
LEXICON = "puzzledsl/formats/prose/built_lexicon.json"


def is_compiled(version: str) -> bool:
    """Whether this build is to be compiled."""
    return version != "editable" and sys.implementation.name == "cpython" and not os.environ.get("PUZZLEDSL_PURE")


class BuiltParts(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the parse tables and the kernel to a wheel, and extension modules, or says why it has none."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the isolated build environment needs besides hatchling."""
        needed = [MYPY, "setuptools>=68"] if is_compiled("standard") else []
        try:
            self._building().compiler()
        except FileNotFoundError:
            self.app.display_warning("there is no C++ compiler here, so one comes from PyPI: this takes minutes")
            needed.append("ziglang>=0.13,<0.18")
        return needed

    def _building(self) -> Any:
        """The module that builds the kernel, of this tree."""
        sys.path.insert(0, self.root)
        from puzzledsl.kernel import building

        return building

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is put together."""
        if self.target_name != "wheel":
            return
        building = self._building()
        if version == "editable":
            write_tables(Path(self.root, TABLES))
            write_lexicon(Path(self.root, LEXICON))
            building.build()
            return
        target = Path(tempfile.mkdtemp(prefix="puzzledsl-"))
        write_tables(target / "tables.py")
        write_lexicon(target / "lexicon.json")
        kernel = Path(building.PATH).name
        building.build(target / kernel)
        build_data["force_include"] |= {
            str(target / "tables.py"): TABLES,
            str(target / "lexicon.json"): LEXICON,
            str(target / kernel): f"puzzledsl/kernel/{kernel}",
        }
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
        if not is_compiled(version):
            return
        try:
            built = compiled(Path(self.root), target)
        except (Exception, SystemExit) as reason:  # no compiler, no headers: the Python files do as well
            self.app.display_warning(f"the package is not compiled, and slower for it: {reason}")
            return
        del build_data["tag"]
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(target / name): name for name in built}


def write_tables(path: Path) -> None:
    """Writes the parse tables of the tree."""
    from puzzledsl.reading.construction import write_tables

    write_tables(path)


def write_lexicon(path: Path) -> None:
    """Writes the normal form of the words of rules in prose."""
    from puzzledsl.formats.prose.lexicon import write

    write(path)


def compiled(root: Path, target: Path) -> list[str]:
    """Compiles the packages into the folder ``target``; the paths of the extension modules in it.

    Raises:
        Exception: whatever mypyc, setuptools or the C compiler have against it.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    groups = _groups(root)
    files = [file for group, _ in groups for file in group]
    level = os.environ.get("PUZZLEDSL_OPTIMIZE") or "1"
    settings = target / "mypy.ini"
    settings.write_text(SETTINGS)
    with contextlib.chdir(root):
        extensions = mypycify(
            [f"--config-file={settings}", f"--cache-dir={target / 'cache'}", *files],
            opt_level="3",
            debug_level="0",
            separate=groups,
            target_dir=str(target / "c"),
        )
        for extension in extensions:
            if "-O3" in extension.extra_compile_args:  # not by the compiler of Microsoft
                flags = [f for f in extension.extra_compile_args if f != "-O3"]
                extension.extra_compile_args = [*flags, f"-O{level}", *INLINED]
        extensions.sort(key=lambda e: -sum(os.path.getsize(file) for file in e.sources))  # the long ones first
        command = build_ext(Distribution({"name": "puzzledsl", "ext_modules": extensions}))
        command.build_lib = str(target / "lib")
        command.build_temp = str(target / "temp")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = sorted((target / "lib").rglob(f"*{suffix}"))
    for path in found:
        moved = target / path.relative_to(target / "lib")
        moved.parent.mkdir(parents=True, exist_ok=True)
        path.rename(moved)
    return [str(path.relative_to(target / "lib")) for path in found]


def _groups(root: Path) -> list[tuple[list[str], str | None]]:
    """The modules of each extension, as paths from ``root``, and its name."""
    taken: set[Path] = set()
    groups: list[tuple[list[str], str | None]] = []
    for name, patterns in COMPILED.items():
        found = {path for pattern in patterns for path in (root / "puzzledsl").glob(f"{pattern}.py")} - taken
        taken |= found
        files = [str(path.relative_to(root)) for path in sorted(found) if path.stem != "__init__"]
        groups.append((files, f"puzzledsl_{name}"))
    return groups


if __name__ == "__main__":  # python hatch_build.py FOLDER: the extension modules alone, for a look
    print("\n".join(compiled(Path(__file__).parent, Path(sys.argv[1]))))
