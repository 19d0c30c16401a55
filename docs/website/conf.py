"""Settings of Sphinx for the documentation site. `build.py` runs it on the pages that `pages.py` has written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

import puzzledsl
from puzzledsl.editing.pygments_lexer import PuzLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))  # for the extension `docstrings`

project = "puzzledsl"
release = version = puzzledsl.__version__
html_title = f"puzzledsl {version}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "docstrings"]
exclude_patterns = ["_*"]
highlight_language = "none"
smartquotes_action = "qe"  # quotes and ellipses; two dashes begin an option

myst_enable_extensions = ["colon_fence", "html_image"]
myst_heading_anchors = 4

autodoc_class_signature = "separated"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
napoleon_use_ivar = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
add_module_names = False
default_role = "literal"

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = False
html_show_copyright = False
html_search_scorer = str(Path(__file__).parent / "scorer.js")
pygments_style = "friendly"
pygments_dark_style = "monokai"


def setup(app: Sphinx) -> None:
    """Take the lexer of this tree, installed or not, and let entries of the index lead to headings."""
    for name in PuzLexer.aliases:
        app.add_lexer(name, PuzLexer)
    app.connect("doctree-read", lead_to_headings)


def lead_to_headings(_: Sphinx, doctree: nodes.document) -> None:
    """An entry of the index leads to the heading below it, or to its page if it stands below the title of that.

    By itself it would lead to an empty place between two sections, of which the results of a search could show no text.
    """
    for index in doctree.findall(addnodes.index):
        parent = index.parent
        is_of_page = parent.parent is doctree and isinstance(parent[parent.index(index) - 1], nodes.title)
        section = None if is_of_page else index.next_node(nodes.section, ascend=True)
        place = section["ids"][0] if isinstance(section, nodes.section) else ""
        index["entries"] = [(kind, value, place, main, key) for kind, value, _, main, key in index["entries"]]
