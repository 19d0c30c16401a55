"""Checks that the places which state the version agree: ``python .github/check_version.py [refs/tags/vVERSION]``.

They are ``puzzledsl/__init__.py``, ``CITATION.cff``, the extension for VS Code, a dated section of ``CHANGELOG.md``,
and the tag that is to be published.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def disagreements(tag: str | None = None) -> list[str]:
    """A sentence for each place that states another version than the package, or none.

    Args:
        tag: for example ``refs/tags/v0.1.0``; ``None`` or a ref of another kind while nothing is published.
    """
    version = _found(r'__version__ = "([^"]+)"', "puzzledsl/__init__.py")
    extension = json.loads(_text("editors/vscode/package.json"))["version"]
    released = re.search(rf"^## {re.escape(version or '')} - (\d{{4}}-\d\d-\d\d)$", _text("CHANGELOG.md"), re.MULTILINE)
    cited = _found(r"^version: ([\w.]+)$", "CITATION.cff"), _found(r"^date-released: ([\d-]+)$", "CITATION.cff")
    wrong = []
    if cited[0] != version:
        wrong.append(f"CITATION.cff has version {cited[0]}, the package {version}")
    if extension != version:
        wrong.append(f"editors/vscode/package.json has version {extension}, the package {version}")
    if released and cited[1] != released[1]:
        wrong.append(f"CITATION.cff has the date {cited[1]}, CHANGELOG.md {released[1]}")
    if tag and tag.startswith("refs/tags/"):
        if tag != f"refs/tags/v{version}":
            wrong.append(f"the tag is {tag.removeprefix('refs/tags/')}, the package has version {version}")
        if not released:
            wrong.append(f"CHANGELOG.md has no section `## {version} - YYYY-MM-DD`")
    return wrong


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _found(pattern: str, path: str) -> str | None:
    found = re.search(pattern, _text(path), re.MULTILINE)
    return found[1] if found else None


if __name__ == "__main__":
    for sentence in (found := disagreements(*sys.argv[1:2])):
        print(f"error: {sentence}", file=sys.stderr)
    sys.exit(1 if found else 0)
