"""Builds the kernel's library with the system's C++ compiler, or with the one of `ziglang` from PyPI.

``python -m puzzledsl.kernel.building`` builds it into the tree, for work on the kernel. Arguments go to the compiler:
``-fsanitize=address,undefined -g`` for the sanitizers.
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
"""The compiler that `ziglang` brings. It knows WebAssembly, too."""


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

    Raises:
        FileNotFoundError: there is no compiler.
        CalledProcessError: it fails; what it says has been printed.
    """
    command = compiler()
    with tempfile.TemporaryDirectory() as folder:

        def compiled(source: str) -> str:
            made = str(Path(folder, Path(source).stem + ".o"))
            defined = f"-DSOURCES={digest()}U"
            subprocess.run([*command, *FLAGS, defined, *further, "-c", source, "-o", made], check=True)
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


def build_for_browsers(target: Path) -> None:
    """Compile all sources into WebAssembly, by `ziglang`, which has to be installed.

    Raises:
        CalledProcessError: it fails; what it says has been printed.
    """
    subprocess.run(
        [
            *(*ZIG, "-target", "wasm32-wasi", "-mexec-model=reactor"),
            *(flag for flag in FLAGS if flag != "-fPIC"),
            *("-fno-exceptions", "-s", f"-DSOURCES={digest()}U", "-Wl,--export-dynamic", "-o", str(target)),
            *sources(),
        ],
        check=True,
    )


if __name__ == "__main__":
    build(further=tuple(sys.argv[1:]))
