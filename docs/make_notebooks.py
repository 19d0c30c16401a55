"""Runs the notebooks in docs/notebooks and writes what their cells print and show into them.

Run it as ``make docs`` after a change. With ``--check`` it writes nothing and names the cells whose output differs; a
test does that. Cells run in IPython itself, without a kernel, so this takes a second or two.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "notebooks"
KEPT = ("image/svg+xml", "text/plain")
"""What of an output is kept."""


def main() -> int:
    """Runs all notebooks; returns 1 if one of them has another output, with ``--check``."""
    check = sys.argv[1:] == ["--check"]
    wrong: list[str] = []
    for path in sorted(FOLDER.glob("*.ipynb")):
        before = path.read_text(encoding="utf-8")
        after = executed(before)
        if check and before != after:
            pairs = zip(json.loads(before)["cells"], json.loads(after)["cells"], strict=True)
            wrong += [f"{path.name}, cell {k}" for k, (a, b) in enumerate(pairs, 1) if a != b] or [path.name]
        elif not check:
            path.write_text(after, encoding="utf-8", newline="\n")
    for cell in wrong:
        print(f"{cell}: other output; run `make docs`")
    return 1 if wrong else 0


def executed(text: str) -> str:
    """A notebook with the outputs of its cells, run one after another in a folder of their own."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(config=config)
    notebook = json.loads(text)
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            number = 0
            for position, cell in enumerate(notebook["cells"], 1):
                cell["id"] = f"cell-{position}"
                if cell["cell_type"] == "code":
                    number += 1
                    cell["execution_count"] = number
                    cell["outputs"] = _outputs(shell, "".join(cell["source"]), number)
                    fails = any(output["output_type"] == "error" for output in cell["outputs"])
                    # So that a notebook that is run as a whole goes on behind a mistake made on purpose.
                    cell["metadata"] = {"tags": ["raises-exception"]} if fails else {}
        finally:
            os.chdir(home)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _outputs(shell: Any, source: str, number: int) -> list[dict[str, Any]]:
    """What one cell prints and shows, in the form of a notebook (nbformat 4.5)."""
    from IPython.utils.capture import capture_output

    shell.colors = "nocolor"
    with capture_output() as captured:
        result = shell.run_cell(source, store_history=False)
    found: list[dict[str, Any]] = []
    for shown in captured.outputs:
        data = {kind: shown.data[kind].splitlines(keepends=True) for kind in KEPT if kind in shown.data}
        found.append({"data": data, "metadata": {}, "output_type": "display_data"})
    value, text = result.result, captured.stdout
    if value is not None:  # what a plain shell prints of a value, a notebook shows
        text = text.partition("Out[")[0]
        data = {}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_().splitlines(keepends=True)
        data["text/plain"] = shell.display_formatter.format(value, include=["text/plain"])[0]["text/plain"].splitlines(
            keepends=True
        )
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    if text:
        found.insert(0, {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if not result.success:
        error = result.error_in_exec or result.error_before_exec
        render = getattr(error, "_render_traceback_", None)
        lines = render() if render is not None else [f"{type(error).__name__}: {error}"]
        found = [{"ename": type(error).__name__, "evalue": str(error), "output_type": "error", "traceback": lines}]
    return found


if __name__ == "__main__":
    sys.exit(main())
