"""Makes the relative links of the README absolute in the metadata of a package.

On a code host and on the documentation site they lead to files beside it; on a package index there are none.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)(\[(?:[^\[\]]|\[[^\]]*\])*\]\()(?![a-z]+:|#)")


class AbsoluteLinks(MetadataHookInterface):
    """Sets the field `readme`."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Called when the metadata are read; ``urls.Source`` of `pyproject.toml` is where the files are to be seen."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, metadata["urls"]["Source"])}


def absolute(text: str, base: str) -> str:
    """The text with links to files at ``base``, and to the files themselves where a picture is shown."""
    return LINK.sub(lambda match: f"{match[1]}{match[2]}{base}/{'raw' if match[1] else 'blob'}/main/", text)
