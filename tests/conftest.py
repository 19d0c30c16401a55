"""For all tests: which package is tested, how many examples there are, and that Ctrl-C works as in a terminal.

``pytest`` tests the installed package, ``python -m pytest`` the one of the checkout. Each process that a test starts
imports the same package, wherever it runs. The last line of a run names it.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import puzzledsl
from puzzledsl import expressions
from puzzledsl.formats.prose import lexicon
from puzzledsl.kernel.building import build_if_needed
from puzzledsl.reading import parse_tables

ROOT = Path(__file__).resolve().parents[1]
CHECKOUT = ROOT / "puzzledsl"
TESTED = Path(puzzledsl.__file__).resolve().parent

# Without a safe path, `python -m puzzledsl` in the folder of this project would take the checkout. It is searched
# last, for processes that import functions of tests; multiprocessing hands `sys.path` to its own.
os.environ["PYTHONSAFEPATH"] = "1"
os.environ["PYTHONPATH"] = os.pathsep.join([str(TESTED.parent), str(ROOT)])
sys.path.append(str(ROOT))

# A shell that runs the tests in the background (`make test &` in a script) has them ignore SIGINT, and so would every
# process that they start: those that are sent it would go on to their end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

BUILD_SITE = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT / "docs" / "website")!r})
from build import main
sys.exit(main(Path(sys.argv[1]), whole=False))
"""
"""`make site` takes the package of the checkout, this the tested one."""

# On a busy machine an example may take any time, and so may drawing it. `tests.examples` counts by these two.
settings.register_profile("full", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=80)
settings.register_profile("fifth", settings.get_profile("full"), max_examples=16)
settings.load_profile("fifth")


def pytest_configure(config: pytest.Config) -> None:
    """Checks the installed package, or builds the parse tables and the kernel of the checkout, once for all workers.

    Without the tables each process that a test starts would construct them anew.

    Raises:
        pytest.UsageError: the installed package is not that of the checkout.
    """
    if hasattr(config, "workerinput"):
        return
    if stale := _stale():
        raise pytest.UsageError(
            f"the installed package, {TESTED}, differs from the checkout: {stale}\n"
            "Install it again (pip install .), or test the checkout (python -m pytest)."
        )
    if parse_tables.built_tables() is None:
        from puzzledsl.reading.construction import write_tables

        write_tables(Path(parse_tables.__file__).with_name("built_tables.py"))
        sys.modules.pop(parse_tables.BUILT, None)  # those of another grammar
    if lexicon.built() is None:
        lexicon.write(lexicon.BUILT)
    build_if_needed()


def pytest_collection_finish() -> None:
    """Exempts what collection has made from garbage collection: there are ten thousand tests, and all stay."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names the package that was tested."""
    kind = "pure Python" if expressions.__file__.endswith(".py") else "compiled"
    terminalreporter.write_line(f"Tested: {TESTED} ({kind})")


def _stale() -> str:
    """The first module of the checkout that is another in the installed package, or nothing."""
    if TESTED != CHECKOUT:
        for path in sorted(CHECKOUT.rglob("*.p[uy]*")):
            if path.suffix in {".py", ".puz"} and path.name not in {"built_tables.py", "construction.py"}:
                name = path.relative_to(CHECKOUT)
                installed = TESTED / name
                if not installed.exists() or installed.read_bytes() != path.read_bytes():
                    return str(name)
    return ""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation site. The page without a server is its folder `play`, if node, npm and `ziglang` are there."""
    from tests.built_once import built_once

    for module in ("furo", "myst_parser"):
        pytest.importorskip(module, reason="needs the extra `site`")
    folder, mistake = built_once(tmp_path_factory, "site", [sys.executable, "-c", BUILD_SITE])
    assert not mistake, mistake
    return folder
