"""The texts that are open in the editor: one `Document` a version, and what has been found out about it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pygls.uris import from_fs_path, to_fs_path

from puzzledsl.editing import Document
from puzzledsl.editing.meanings import LIBRARY
from puzzledsl.time_limit import CancellationToken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pygls.workspace import Workspace

    from puzzledsl.editing import Checked
    from puzzledsl.model import Model
    from puzzledsl.source import Span


@dataclass
class OpenText:
    """What is known of one version of an open text.

    Attributes:
        version: as the editor counts.
        checked: mistakes and model, once they are known.
        shown: the model of the last correct version, for the picture.
        values: of the last solution of this version, by name.
        conflict: clues that contradict each other, as `explain` has found.
        token: cancels the check of this version when there is a newer one.
    """

    uri: str
    version: int | None
    document: Document
    checked: Checked | None = None
    shown: Model | None = None
    values: Mapping[str, object] = field(default_factory=dict)
    conflict: tuple[tuple[Span, str], ...] = ()
    token: CancellationToken = field(default_factory=CancellationToken)


class Texts:
    """The open texts of a workspace, by URI.

    Attributes:
        include: folders, besides a text's own, for ``include`` lines.
    """

    def __init__(self) -> None:
        self.include: tuple[str, ...] = ()
        self._open: dict[str, OpenText] = {}

    def __iter__(self) -> Iterator[OpenText]:
        return iter(tuple(self._open.values()))

    def get(self, uri: str, workspace: Workspace) -> OpenText:
        """The present version of a text."""
        present = workspace.get_text_document(uri)
        found = self._open.get(uri)
        if found is not None and found.version == present.version and found.document.text == present.source:
            return found
        fresh = self._new(uri, present.source, present.version, found)
        if uri in workspace.text_documents:
            self._open[uri] = fresh
        return fresh

    def outdate(self, text: OpenText) -> None:
        """Find out everything anew, as what the text includes has changed."""
        self._open[text.uri] = self._new(text.uri, text.document.text, text.version, text)

    def _new(self, uri: str, text: str, version: int | None, before: OpenText | None) -> OpenText:
        fresh = OpenText(uri, version, Document(text, path_of(uri), include=self.include, unsaved=self.unsaved))
        if before is not None:
            fresh.shown = before.shown
            before.token.cancel()
        return fresh

    def close(self, uri: str) -> None:
        """Forget a text."""
        text = self._open.pop(uri, None)
        if text is not None:
            text.token.cancel()

    def unsaved(self, path: str) -> str | None:
        """The text of an open file by its path."""
        for text in self:
            if os.path.abspath(text.document.source.name) == path:
                return text.document.text
        return None

    def including(self, uri: str) -> list[OpenText]:
        """The open texts that include this one."""
        path = os.path.abspath(path_of(uri))
        return [
            text
            for text in self
            if text.uri != uri and path in {os.path.abspath(name) for name in text.document.included}
        ]

    def others(self, uri: str) -> list[Document]:
        """The other open texts."""
        return [text.document for text in self if text.uri != uri]


def path_of(uri: str) -> str:
    """The name by which messages call a text: its path if it is a file, else its URI in angle brackets."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return path if path is not None else f"<{uri.rpartition('/')[2] or uri}>"


def uri_of(name: str, uri: str) -> str:
    """The URI of a source; ``uri`` is that of the text which led to it, for one that is not a file."""
    if name.startswith("<"):
        return uri
    if name.startswith("library/"):
        name = os.path.join(LIBRARY, name.removeprefix("library/"))
    return from_fs_path(os.path.abspath(name)) or uri
