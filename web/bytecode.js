// Compiles the Python files of a folder by the Python of the page, each to a `.pyc` beside it: `node bytecode.js FOLDER`.
// Bytecode is larger than its source, so what no program looks at is left out: places of instructions, and docstrings but of classes.

import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.mountNodeFS("/files", process.argv[2]);
python.runPython(`
import ast
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from types import CodeType

DOCUMENTED = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef

def without_places(code):
    constants = (without_places(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(constants))

for path in Path("/files").rglob("*.py"):
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value.value = ""
    code = compile(tree, str(path.relative_to("/files")), "exec", dont_inherit=True)
    path.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(without_places(code), bytes(8), False))
`);
process.exit(); // Pyodide would keep node waiting
