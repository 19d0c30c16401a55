"""Every stage of what a text asks for, on a stack of half a megabyte: ``python -m tests.safety.small_stack`` with texts
as a JSON list on standard input.

A walk that takes all of the stack ends this process, so tests run it. It prints a line for each text: ``fine``, or the
line and message of its first mistake.
"""

from __future__ import annotations

import json
import pickle
import sys
import threading

from puzzledsl import SAFE
from puzzledsl.drawable import Scene, drawn
from puzzledsl.editing import Document, check
from puzzledsl.encodings import encode
from puzzledsl.export import export
from puzzledsl.flattening import flatten
from puzzledsl.formatting import format_text
from puzzledsl.inspection.rows import rows_in_words
from puzzledsl.verification import verify
from tests.language.accepted import flat_model

STACK = 512 * 1024


def outcome(text: str) -> str:
    """What comes of a text."""
    document = Document(text)
    checked = check(document, SAFE)
    model = checked.model
    if model is None:
        first = checked.problems[0]
        return f"line {text.count(chr(10), 0, first.start) + 1}: {first.message}"
    format_text(document.source)
    pickle.loads(pickle.dumps(model.requirements))
    verify(model, [1] * len(model.variables))
    flatten(model, separate=True)
    flat = flat_model(model, tables=False)  # without tables, which would stand for what is high
    export(encode(flat, [variable.domain for variable in flat.variables]), "lp")
    rows_in_words(model, encoding="integer")
    drawn(Scene(model), "svg", caption=True)
    return "fine"


def main() -> None:
    """Print the outcome of each text."""
    for text in json.load(sys.stdin):
        print(outcome(text), flush=True)


if __name__ == "__main__":
    threading.stack_size(STACK)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
