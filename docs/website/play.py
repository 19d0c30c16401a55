"""The folder `play` of the site: the page of `puzzledsl edit` with Python in the browser, for any server of files.

Building it needs node, and npm's packages in `web/node_modules`. Plain servers deflate nothing, so large files are
stored deflated, and the worker of the page inflates them. All names but `index.html` and `sw.js` depend on the
contents.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"

_IMPORT = re.compile(r"^([ \t]*)(?:from (\.*)([\w.]*) import \(?([\w, ]*)|import ([\w., ]+))", re.M)

NATIVE = frozenset({".so", ".pyd", ".cpp", ".hpp"})
"""Endings of what is not for Python."""

VISITED = (
    ROOT / "models" / "killer.puz",
    ROOT / "models" / "workshop.puz",
    ROOT / "puzzledsl" / "genres" / "slitherlink.puz",
)
"""Models that a visit asks about: clues, an objective, lines."""

NOTE = (
    "In the browser, search works without HiGHS beside it, and HiGHS takes the rows from the encoding, without Pyomo."
)
"""What the page says below its solvers."""

_MARKER = "puz="


def address_of(text: str) -> str:
    """What follows the address of the page for it to begin with a text; ``web/src/link.ts`` reads it."""
    deflating = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflating.compress(text.encode()) + deflating.flush()
    return f"#{_MARKER}{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def without_answer(text: str) -> str:
    """A model without the comment that tells the tests its answer."""
    return re.sub(r"^(?:#\n)?# expected:.*?\n\n", "\n", text, count=1, flags=re.M | re.S)


def is_possible() -> bool:
    """Whether the folder can be built here: node and `ziglang`, and npm's packages, which are fetched if need be."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None or find_spec("ziglang") is None:
        return False
    if not PYODIDE.is_dir():
        subprocess.run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=WEB, check=False)
    return PYODIDE.is_dir()


class Playing:
    """The folder while the site is written: collects the texts that it links to."""

    def __init__(self) -> None:
        self.texts: dict[str, None] = {}

    def link(self, text: str, page: str) -> str:
        """A link to the page with a text, in HTML, from a page of the site."""
        text = without_answer(text)
        self.texts[text] = None
        return f'<a class="play" href="{"../" * page.count("/")}play/index.html{address_of(text)}">Open in the page</a>'


def build(out: Path, texts: Iterable[str] = ()) -> None:
    """Write the folder.

    Args:
        texts: those whose pictures are to be seen before Python is loaded.

    Raises:
        CalledProcessError: the TypeScript cannot be built.
    """
    shutil.rmtree(out, ignore_errors=True)
    (out / "checked").mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", "build.js", "--play", folder], cwd=WEB, check=True)
        made = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    names = _Names(out)
    assets = ROOT / "puzzledsl" / "web" / "assets"
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        made |= {"kernel.wasm": _kernel(), "highs.wasm": (WEB / "node_modules/highs/build/highs.wasm").read_bytes()}
        _write({name: made[name] for name in ("kernel.wasm", "highs.js", "highs.wasm")}, folder)
        packs = _Packs(Path(folder))
    files = {
        "worker": names.write("worker.js", made["worker.js"]),
        "asm": names.deflated("script.bin", (PYODIDE / "pyodide.asm.js").read_bytes()),
        "wasm": names.deflated("python.bin", (PYODIDE / "pyodide.asm.wasm").read_bytes()),
        "standard": names.deflated("standard.bin", packs.standard),
        "kernel": names.deflated("kernel.bin", made["kernel.wasm"]),
        "core": names.deflated("core.bin", _pack(packs.core)),
        "formats": names.deflated("formats.bin", _pack(packs.sites)),
        "highs": names.deflated("solver.bin", made["highs.js"]),
        "highsWasm": names.deflated("highs.bin", made["highs.wasm"]),
        "open": names.write("open.json", _opened()),
        "examples": names.write("examples.json", (assets / "examples.json").read_bytes()),
        "lock": json.dumps({"info": lock["info"], "packages": {}}),
    }
    page, style = names.write("page.js", made["page.js"]), names.write("page.css", made["style.css"])
    icon = names.write("icon.svg", (assets / "icon.svg").read_bytes())
    names.write("LICENSES.txt", _licences(made["LICENSES.txt"]))
    checked = sorted(_checked(out / "checked", texts))
    name = f"puzzledsl-{_digest(json.dumps([*names.written, checked]).encode())}"
    described = {**files, "memory": f"{name}-memory", "checked": checked}
    (out / "index.html").write_text(_index(described, page, style, icon, _digest(name.encode())), encoding="utf-8")
    head = f"const BUILD = {json.dumps(name)}, FILES = {json.dumps(['./', *names.written])};\n"
    (out / "sw.js").write_bytes(head.encode() + made["offline.js"])


class _Names:
    """Writes files under names that their contents make."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self.written: list[str] = []

    def write(self, name: str, content: bytes) -> str:
        stem, _, ending = name.partition(".")
        self.written.append(f"{stem}-{_digest(content)}.{ending}")
        (self._out / self.written[-1]).write_bytes(content)
        return self.written[-1]

    def deflated(self, name: str, content: bytes) -> str:
        return self.write(name, gzip.compress(content, 9, mtime=0))


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:12]


class _Packs:
    """What the page loads of Python: the package, what it needs for links besides, and the standard library.

    A visit of the page (`visit.py`) finds out what it uses: of the package whole folders, since which of their modules
    is used depends on the model; of the standard library the modules, and those that they name. A second visit has
    nothing but that.

    Raises:
        CalledProcessError: an answer of the page is a mistake.
    """

    def __init__(self, built: Path) -> None:
        """
        Args:
            built: the folder of ``kernel.wasm``, ``highs.js`` and ``highs.wasm``.
        """
        standard = PYODIDE / "python_stdlib.zip"
        files = _package()
        compiled = _compiled(files)
        with zipfile.ZipFile(standard) as archive:
            library = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
        first, last = _visit(compiled, {}, standard, built)
        now, later = ({name.rpartition("/")[0] for name in used} for used in (first, last))
        self.core = {name: content for name, content in compiled.items() if name.rpartition("/")[0] in now}
        self.sites = {name: content for name, content in compiled.items() if name.rpartition("/")[0] in later - now}
        named = {
            name
            for text in (*self.core, *self.sites)
            if text.endswith(".pyc")
            for name in _imports(text, files[text[:-1]])
        }
        kept = _closed({*named, *(one.removesuffix(".py").replace("/", ".") for one in last)}, library)
        self.standard = _zipped(_compiled(kept))
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "standard.zip").write_bytes(self.standard)
            _visit(self.core, self.sites, Path(folder, "standard.zip"), built)


def _run_in_tree(module: str, *arguments: str) -> None:
    """Run a module of the tree. An installed package can build no part of itself.

    Raises:
        CalledProcessError: it fails.
    """
    command = [sys.executable, "-m", f"puzzledsl.{module}", *arguments]
    subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, cwd=ROOT, check=True)


def _package() -> dict[str, bytes]:
    """The files of the package, its parse tables, and click."""
    import click

    _run_in_tree("reading.construction")
    _run_in_tree("formats.prose.lexicon")
    paths = sorted(path for path in (ROOT / "puzzledsl").rglob("*") if path.is_file() and path.suffix not in NATIVE)
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths if "__pycache__" not in path.parts}
    del files["puzzledsl/reading/construction.py"]  # as in a wheel: what is built takes its place
    library = Path(click.__file__).parent
    return files | {f"click/{path.name}": path.read_bytes() for path in sorted(library.glob("*.py"))}


def _visit(files: Mapping[str, bytes], sites: Mapping[str, bytes], standard: Path, built: Path) -> list[set[str]]:
    """What a visit of the page uses before it asks for links, and in all: names of files, those of the standard library
    without its folder.

    Raises:
        CalledProcessError: an answer is a mistake.
    """
    with tempfile.TemporaryDirectory() as core, tempfile.TemporaryDirectory() as more:
        _write(files, core)
        _write(sites, more)
        command = ["node", "visit.js", core, more, str(standard), str(built), *map(str, VISITED)]
        ran = subprocess.run(command, cwd=WEB, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return [{re.sub(r"^(/python/|.*\.zip/)", "", name) for name in used} for used in json.loads(ran.stdout)]


def _write(files: Mapping[str, bytes], folder: str) -> None:
    for name, content in files.items():
        Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
        Path(folder, name).write_bytes(content)


def _imports(name: str, text: bytes, at_top: bool = False) -> Iterator[str]:
    """The modules that a file imports, and what it imports from them, which may be modules; perhaps only at its top.

    By its lines, since the page may have a newer Python than this one.
    """
    package = name.split("/")[:-1]
    for indent, dots, module, imported, others in _IMPORT.findall(text.decode()):
        if indent and at_top:
            continue
        origin = ".".join(package[: len(package) + 1 - len(dots)] * bool(dots) + [module] * bool(module))
        names = [word.split()[0] for word in (imported or others).split(",") if word.strip()]
        yield from [origin, *(f"{origin}.{one}" for one in names)] if origin else names


def _closed(modules: Iterable[str], library: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the standard library that have some modules, or what these import at their top."""
    kept: dict[str, bytes] = {}
    left = list(modules)
    while left:
        parts = left.pop().strip(".").split(".")
        for k in range(1, len(parts) + 1):
            for name in (f"{'/'.join(parts[:k])}.py", f"{'/'.join(parts[:k])}/__init__.py"):
                if name in library and name not in kept:
                    kept[name] = library[name]
                    left += _imports(name, library[name], at_top=True)
    return kept


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:  # deflated as a whole it is a tenth smaller
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def _compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files with bytecode in place of sources: compiling took half of the first start in a browser."""
    with tempfile.TemporaryDirectory() as folder:
        _write(files, folder)
        subprocess.run(["node", "bytecode.js", folder], cwd=WEB, check=True)
        compiled = (f"{name}c" if name.endswith(".py") else name for name in files)
        return {name: Path(folder, name).read_bytes() for name in compiled}


def _pack(files: dict[str, bytes]) -> bytes:
    head = json.dumps([[name, len(content)] for name, content in files.items()])
    return b"\n".join([head.encode(), b"".join(files.values())])


def _kernel() -> bytes:
    """The kernel as WebAssembly."""
    from puzzledsl.kernel.building import BROWSER

    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "kernel.wasm")
        _run_in_tree("kernel.building", "--for", BROWSER, str(made))
        return made.read_bytes()


def _opened() -> bytes:
    """What the page asks first, but for the text."""
    from puzzledsl import __version__
    from puzzledsl.web.rule_list import library_json
    from puzzledsl.web.transfers import links_json

    fixed = {"name": "", "file": None, "program": f"{__version__}, in this browser", "note": NOTE}
    return json.dumps(fixed | {"rules": library_json(), "links": links_json()}).encode()


def _checked(folder: Path, texts: Iterable[str]) -> Iterator[str]:
    """Write the answers to the checks of texts; their names."""
    from puzzledsl.web.in_browser import answered

    for text in texts:
        name = _digest(text.encode())
        found = answered("check", json.dumps({"text": text}), lambda *_: None)
        assert found is not None
        (folder / f"{name}.json").write_text(found, encoding="utf-8")
        yield name


def _licences(bundled: bytes) -> bytes:
    """The licences of the libraries in the page's scripts, and of those in its Python.

    The licence of CPython is where its installation has it, which not all have.
    """
    from importlib.metadata import distribution
    from sysconfig import get_path

    standard = Path(get_path("stdlib"), "LICENSE.txt")
    python = (
        standard.read_text(encoding="utf-8")
        if standard.is_file()
        else "PSF-2.0, see https://docs.python.org/3/license.html"
    )
    click = distribution("click")
    found = {f"click {click.version}": click.read_text("licenses/LICENSE.txt") or "BSD-3-Clause", "CPython": python}
    line = f"\n{'-' * 80}\n\n"
    return bundled + "".join(f"{line}{name}\n\n{text.strip()}\n" for name, text in found.items()).encode()


def _index(files: Mapping[str, object], page: str, style: str, icon: str, nonce: str) -> str:
    """The page of the server with other addresses, its policy, and the names of the files."""
    # Scripts of `blob:` are those of Python and HiGHS: they are stored deflated, and the worker inflates them.
    policy = (
        "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
        f"style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"
    )
    text = (ROOT / "puzzledsl/web/assets/index.html").read_text(encoding="utf-8")
    text = text.replace("CSP_NONCE", nonce)
    for before, after in (("page.js", page), ("page.css", style), ("icon.svg", icon)):
        text = text.replace(f"/assets/{before}", after)
    described = json.dumps(files).replace("<", "\\u003c")
    head = (
        f'<link rel="preload" href="{files["open"]}" as="fetch" crossorigin>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<script type="application/json" id="files">{described}</script>\n'
    )
    return text.replace('<meta name="csp-nonce"', f'{head}<meta name="csp-nonce"', 1)
