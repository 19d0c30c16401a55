"""The folder `play` of the site: the page of `puzzledsl edit` with Python in the browser, for any server of files.

`python docs/website/play.py OUT` builds it alone. It needs node, and npm's packages in `web/node_modules`. Plain
servers deflate nothing, so large files are stored deflated, and the worker of the page inflates them. All names but
`index.html` and `sw.js` depend on the contents.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
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

LEFT_OUT = re.compile(
    r"puzzledsl/(batches|builder|comparison|export|formats/\w+|lsp|notebook|sheets|web/assets)/"
    r"|puzzledsl/cli/commands/(batch|compare|new)/"
    r"|puzzledsl/(__main__|cli/commands/(candidates|check|completion|connect|edit|export|format|import_|lsp|print|rules"
    r"|solutions)|portfolio/(cluster_address|dask_client|dask_executor)"
    r"|highs/pyomo_worker|reading/construction|web/(application|fpuzzles_answers|fpuzzles_socket|guard|recovery"
    r"|responses|serving))\.py$"
)
"""What the page does not use of the package; the sites of ``formats`` are a pack of their own."""

STANDARD_LEFT_OUT = re.compile(
    r"(_pydecimal|_pydatetime|_pyio|_pyrepl|doctest|email|ensurepip|ftplib|http|idlelib|imaplib|mailbox|multiprocessing"
    r"|optparse|pdb|pickletools|poplib|pydoc|pydoc_data|smtplib|sqlite3|statistics|tarfile|test|tkinter|turtle\w*"
    r"|unittest|venv|wsgiref|xml|xmlrpc|zoneinfo)(/|\.pyc?$)|encodings/(?!(__init__|aliases|ascii|cp437|idna|latin_1|utf_))"
)
"""What Python does not need for the page of its standard library."""

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
    core, formats = _packs()
    files = {
        "worker": names.write("worker.js", made["worker.js"]),
        "asm": names.write("python.js", (PYODIDE / "pyodide.asm.js").read_bytes()),
        "wasm": names.deflated("python.bin", (PYODIDE / "pyodide.asm.wasm").read_bytes()),
        "standard": names.write("standard.bin", _standard()),
        "kernel": names.deflated("kernel.bin", _kernel()),
        "core": names.deflated("core.bin", core),
        "formats": names.deflated("formats.bin", formats),
        "highs": names.write("highs.js", made["highs.js"]),
        "highsWasm": names.deflated("highs.bin", (WEB / "node_modules/highs/build/highs.wasm").read_bytes()),
        "open": names.write("open.json", _opened()),
        "examples": names.write("examples.json", (assets / "examples.json").read_bytes()),
        "lock": json.dumps({"info": lock["info"], "packages": {}}),
    }
    page, style = names.write("page.js", made["page.js"]), names.write("page.css", made["style.css"])
    icon = names.write("icon.svg", (assets / "icon.svg").read_bytes())
    names.write("LICENSES.txt", made["LICENSES.txt"])
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


def _packs() -> tuple[bytes, bytes]:
    """The files of the package and its library, and those of the formats. ``web/src/worker.ts`` reads a pack."""
    import click

    from puzzledsl.formats.prose import lexicon
    from puzzledsl.reading.construction import write_tables

    lexicon.write(lexicon.BUILT)
    core: dict[str, bytes] = {}
    formats: dict[str, bytes] = {}
    for path in sorted((ROOT / "puzzledsl").rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if not path.is_file() or "__pycache__" in name or name.endswith((".so", ".pyd", ".cpp", ".hpp")):
            continue
        if not LEFT_OUT.match(name):
            core[name] = path.read_bytes()
        elif name.startswith("puzzledsl/formats/"):
            formats[name] = path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        write_tables(Path(folder, "tables.py"))
        core["puzzledsl/reading/built_tables.py"] = Path(folder, "tables.py").read_bytes()
    library = Path(click.__file__).parent
    core |= {f"click/{path.name}": path.read_bytes() for path in sorted(library.glob("*.py"))}
    return _pack(_compiled(core)), _pack(_compiled(formats))


def _compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files with bytecode in place of sources: compiling took half of the first start in a browser."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, name).write_bytes(content)
        subprocess.run(["node", "bytecode.js", folder], cwd=WEB, check=True)
        compiled = (f"{name}c" if name.endswith(".py") else name for name in files)
        return {name: Path(folder, name).read_bytes() for name in compiled}


def _pack(files: dict[str, bytes]) -> bytes:
    head = json.dumps([[name, len(content)] for name, content in files.items()])
    return b"\n".join([head.encode(), b"".join(files.values())])


def _kernel() -> bytes:
    """The kernel as WebAssembly."""
    from puzzledsl.kernel.building import BROWSER, build_for

    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "kernel.wasm")
        build_for(BROWSER, made)
        return made.read_bytes()


def _standard() -> bytes:
    """The standard library as Pyodide has it, a ZIP, without what the page does not need."""
    out = io.BytesIO()
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        names = [info.filename for info in archive.infolist() if not info.is_dir()]
        kept = {name: archive.read(name) for name in names if not STANDARD_LEFT_OUT.match(name)}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in _compiled(kept).items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _opened() -> bytes:
    """What the page asks first, but for the text."""
    from puzzledsl import __version__
    from puzzledsl.web.rule_list import library_json
    from puzzledsl.web.transfers import links_json

    fixed = {"name": "", "file": None, "program": f"{__version__}, in this browser", "note": NOTE}
    return json.dumps(fixed | {"rules": library_json(), "links": links_json()}).encode()


def _checked(folder: Path, texts: Iterable[str]) -> Iterator[str]:
    """Write the answers to the checks of texts; their names."""
    from puzzledsl.cli.in_browser import answered

    for text in texts:
        name = _digest(text.encode())
        found = answered("check", json.dumps({"text": text}), lambda *_: None)
        assert found is not None
        (folder / f"{name}.json").write_text(found, encoding="utf-8")
        yield name


def _index(files: Mapping[str, object], page: str, style: str, icon: str, nonce: str) -> str:
    """The page of the server with other addresses, its policy, and the names of the files."""
    policy = (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
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


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    if not is_possible():
        sys.exit("the page needs node, npm to fetch its packages, and ziglang (pip install ziglang)")
    models = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "models").glob("*.puz"))]
    build(Path(sys.argv[1]), map(without_answer, models))
