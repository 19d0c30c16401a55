"""Builds the documentation site: ``make site``, or ``python docs/website/build.py [OUT] [--whole]``.

First the pages are written as Sphinx reads them (`pages.write`): links lead to pages of the site, examples get their
pictures, notebooks become pages. Files that do not change keep their time, so that Sphinx reads only what is new. Then
Sphinx builds the site; a warning is an error. Last, `play` becomes the page of `puzzledsl edit`, to which the examples
link; without node or `ziglang` the site has neither, which is an error with ``--whole``.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def main(out: Path, whole: bool) -> int:
    """Build the site into a folder, with two others beside it; the exit status."""
    import play
    from pages import write
    from sphinx.cmd.build import main as sphinx

    from puzzledsl.kernel.building import build_if_needed

    build_if_needed()
    sources, kept = out.with_name(f"{out.name}-pages"), out.with_name(f"{out.name}-doctrees")
    playing = play.Playing() if play.is_possible() else None
    write(sources, playing)
    # -a: Sphinx reads only changed pages, but writes all; otherwise the search forgets the index entries of the others.
    options = ["-b", "html", "-a", "-W", "--keep-going", "-q"]
    arguments = [*options, "-d", str(kept), "-c", str(HERE), str(sources), str(out)]
    status = sphinx(arguments)
    if status == 0 and playing is None:
        print("the site has no page for playing, since that needs node, npm and ziglang")
        status = int(whole)
    elif status == 0 and playing is not None:
        play.build(out / "play", playing.texts)
    if status == 0:
        print(f"the site is at {out / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(HERE)]  # the package of this tree; tests import this file, and take the tested one
    folders = [Path(word) for word in sys.argv[1:] if word != "--whole"]
    sys.exit(main((folders or [ROOT / "build" / "site"])[0], "--whole" in sys.argv))
