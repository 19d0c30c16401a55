"""Settings of Sphinx for the documentation site. `build.py` runs it on the pages that `pages.py` has written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import puzzledsl
from puzzledsl.editing.pygments_lexer import PuzLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "puzzledsl"
release = version = puzzledsl.__version__
html_title = f"puzzledsl {version}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_*"]
highlight_language = "none"

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
html_copy_source = False
html_show_copyright = False
pygments_style = "friendly"
pygments_dark_style = "monokai"


def setup(app: Sphinx) -> None:
    """Take the lexer of this tree, installed or not."""
    for name in PuzLexer.aliases:
        app.add_lexer(name, PuzLexer)
