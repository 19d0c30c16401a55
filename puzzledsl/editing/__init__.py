"""What an editor shows about a text: the language server and the page in the browser ask here.

`Document` is one version of a text. All functions take one, never raise for whatever the text is, and count in
characters; `Document.positions` converts to the UTF-16 code units of editors.

==========================  ====================================================================
`check`                     mistakes and warnings with fixes, and the model
`complete`                  what may stand at a place
`hover`, `signature`        what is shown about a word, and about the call around a place
`definition`, `references`  where a name comes from and where it is used; `rename`
`symbols`                   what the text consists of
`words`                     what each word is, for colours
`format_edits`              canonical layout
`value_inlays`              the values of a solution beside the cells
==========================  ====================================================================
"""

from puzzledsl.editing.checking import Checked, Problem, check
from puzzledsl.editing.completing import Candidate, Completion, complete
from puzzledsl.editing.describing import Hover, Signature, hover, signature
from puzzledsl.editing.document import Document
from puzzledsl.editing.highlighting import Word, words
from puzzledsl.editing.inlays import Inlay, value_inlays
from puzzledsl.editing.layout_edits import format_edits
from puzzledsl.editing.navigation import Renaming, definition, references, rename, why_not_renamed
from puzzledsl.editing.outline import Symbol, symbols
from puzzledsl.editing.positions import Positions

__all__ = [
    "Candidate",
    "Checked",
    "Completion",
    "Document",
    "Hover",
    "Inlay",
    "Positions",
    "Problem",
    "Renaming",
    "Signature",
    "Symbol",
    "Word",
    "check",
    "complete",
    "definition",
    "format_edits",
    "hover",
    "references",
    "rename",
    "signature",
    "symbols",
    "value_inlays",
    "why_not_renamed",
    "words",
]
