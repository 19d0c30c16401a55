"""Builds the kernel's library with the system's C++ compiler, or with the one of `ziglang` from PyPI.

``python -m puzzledsl.kernel.building`` builds it into the tree, for work on the kernel. Arguments go to the compiler:
``-fsanitize=address,undefined -g`` for the sanitizers. ``--for PLATFORM FILE`` compiles it for another platform.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from puzzledsl.kernel.library import PATH, KernelError, library
from puzzledsl.kernel.sources import digest, sources

FLAGS = (
    "-std=c++20", "-O2", "-fPIC", "-fno-rtti", "-fvisibility=hidden", "-ffp-contract=off",
    "-Wall", "-Wextra",
)  # fmt: skip
"""No multiplication is fused with an addition, so that weights are the same everywhere, and so are branches."""

LINKED = {
    "linux": ("-static-libstdc++", "-static-libgcc", "-Wl,-Bsymbolic"),
    "win32": ("-static-libstdc++", "-static-libgcc"),
}
"""By platform what linking needs. The library has no use for the `operator new` of another one in the process."""

ZIG = (sys.executable, "-m", "ziglang", "c++")
"""The compiler that `ziglang` brings. It compiles for other platforms, too."""

BROWSER = "wasm32-wasi"
"""WebAssembly. There is no exception there, so a model that needs too much memory ends its worker."""


def compiler() -> list[str]:
    """The command of a C++ compiler.

    Raises:
        FileNotFoundError: there is none.
    """
    for command in (os.environ.get("CXX", ""), "c++", "g++", "clang++"):
        words = shlex.split(command)  # `CXX` may be `ccache g++`
        if words and shutil.which(words[0]):
            return words
    if find_spec("ziglang") is None:
        raise FileNotFoundError("there is no C++ compiler; `pip install ziglang` brings one")
    return [*ZIG]


def build(target: Path = Path(PATH), further: tuple[str, ...] = ()) -> None:
    """Compile all sources side by side and link them.

    All headers are compiled once, before the sources: a fifth less to compute in all (`benchmarks/README.md`).

    Raises:
        FileNotFoundError: there is no compiler.
        CalledProcessError: it fails; what it says has been printed.
    """
    command = compiler()
    with tempfile.TemporaryDirectory() as folder:
        common = [*command, *FLAGS, f"-DSOURCES={digest()}U", *further]
        headers = Path(folder, "headers.hpp")
        headers.write_text("".join(f'#include "{path}"\n' for path in sources((".hpp",))), encoding="utf-8")
        subprocess.run([*common, "-x", "c++-header", str(headers), "-o", f"{headers}.gch"], check=True)

        def compiled(source: str) -> str:
            made = str(Path(folder, Path(source).stem + ".o"))
            subprocess.run([*common, "-include", str(headers), "-c", source, "-o", made], check=True)
            return made

        # The long ones first, so that no core waits for the last one.
        files = sorted(sources(), key=lambda path: -os.path.getsize(path))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compiled, files))
        beside = target.with_suffix(".new")
        subprocess.run(
            [*command, "-shared", *LINKED.get(sys.platform, ()), *further, *objects, "-o", str(beside)], check=True
        )
        beside.replace(target)


def build_if_needed() -> None:
    """Build the library into the tree, unless it is there, from these sources."""
    try:
        library()
    except KernelError:
        build()


def build_for(platform: str, target: Path) -> None:
    """Compile all sources for another platform, such as ``wasm32-wasi`` or ``aarch64-macos``, by `ziglang`.

    Raises:
        CalledProcessError: it fails; what it says has been printed.
    """
    kind = ("-mexec-model=reactor", "-fno-exceptions", "-Wl,--export-dynamic") if platform == BROWSER else ("-shared",)
    flags = (flag for flag in FLAGS if flag != "-fPIC")
    made = ("-s", f"-DSOURCES={digest()}U", "-o", str(target))
    subprocess.run([*ZIG, "-target", platform, *kind, *flags, *made, *sources()], check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--for"]:
        build_for(sys.argv[2], Path(sys.argv[3]))
    else:
        build(further=tuple(sys.argv[1:]))
