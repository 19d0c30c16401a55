"""The possible meanings of a line that is not in the form of this language.

The line may be a clue in other words, or a statement of another language, such as Python, MiniZinc or AMPL.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import permutations

from puzzledsl.elaboration.library import entries
from puzzledsl.elaboration.suggestions import commands, rules_and_constraints, written_here
from puzzledsl.reading.parse_tables import STATEMENT_WORDS

_CELL = r"r\d+c\d+"
_ITEM = re.compile(
    rf"(?P<cells>reverse\(\w+\(\d+\)\)|{_CELL}(?:(?:\s*(?:\.\.|[–→.]|->|to\b)\s*|[-:]){_CELL})*)"
    r"|(?P<line>(?:row|col|column|box)[\s(\[_]*(?P<place>\d+)[)\]]?)"
    r"|(?P<groups>\b(?:rows|cols|columns|boxes)\b)(?:\s*\(\s*cell\s*\))?"
    rf"|(?P<numbers>\d+)|(?P<between>,|and\b|;(?=\s*{_CELL}))"
    r"|(?P<words>[^\W\d]\w*)|(?P<others>\+=|[^\s:=;()\[\]{}+])"
    r"|(?P<equal>==?)|(?P<plus>\+)|[:;()\[\]{}]",
    re.IGNORECASE,
)
_DIAGONAL = re.compile(
    r"[↗↘↙↖]|\b(?:(?:up|down)(?:ward)?[- ]?(?:left|right)|(?:left|right)[- ]?(?:up|down)|[ns][ew])\b", re.IGNORECASE
)
_SQUARE = "r1c1 r1c2 r2c1 r2c2"
"""The cells around a point, in the example of a rule. Other programs name only the first of them."""
_FILLERS = (
    "a add adds an are arm at be blue bulb by cell cells center circle clue equals exactly for from given givens green "
    "grey has have in is line of on orange pink purple red shaft sum sums tail the tip to together total true up value "
    "with yellow yes see sees seen"
)
_FIRST, _LATER = r"\b(?:bulb|circle)\b", r"\b(?:arm|head|shaft|tail|tip)\b"
"""Parts of a clue that come before its first cell, and parts that come only after it."""
_GIVES = re.compile(r"=|\b(?:is|givens?|has|value)\b", re.IGNORECASE)
"""What may be between a cell and its value."""
_SHORT = {"col": "column", "cols": "columns"}
_LONGEST_NAME = 3
"""The limit on the words of the name of a rule."""
_MOST_WORDS = 12
_LONGEST = 200
"""The limit on the length of a line that is rephrased, in characters."""

_BOUNDS = (
    "a whole unknown has two bounds: write the largest value that it may need in the place of 100; "
    "with `real` before them it may be a fraction, and `in real` needs no bounds"
)
_COUNTED = "places are counted from 1, and both ends of a range belong to it"
_AS_IN_PYTHON = "`range(4)` of Python is `0..3`: cells are counted from 1, and both ends of a range belong to it"
_END = r"(?=\s*(?:$|[<>]|[=!]=|=|\band\b|\bor\b))"
"""What may follow a sum."""
_BALANCED = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))"
_HEAD = r"(?:\(((?![^()]* for )[\w, ]+ in [^()]*)\)|\{([\w, ]+ in [^{}]*)\})"
_TERM = rf"(?!\()(?:[\w.*/^ ]|\[[^\[\]]*\]|\({_BALANCED}*\))+?"
"""The term of a sum without parentheses, as other languages write it. It ends before `+`."""
_BEHIND = r"(?=\s*(?:$|[-+<>,)]|[=!]=|=|\band\b|\bor\b))"
_NAME = r"[A-Za-z_]\w*"
_UNKNOWN = r"((?:var|grid) \w+(?:\s*\[[^\]]*\])?)(?:\W+int(?:eger)?)?"
_NUMBER = r"-?\d+(?:\.\d+)?"

_PLACES = r"(?:\b(?:row|col|column|box|at)\([^()]*\)|(?<=[\w)\]])\[[^\[\]]*\])"
"""Expressions that contain places: an item of a list, a row."""

_Here = str | Callable[[re.Match[str]], str]
_ELSEWHERE: tuple[tuple[str, _Here] | tuple[str, _Here, str], ...] = (
    # ── what stands around a statement ──
    (r"\s*[;\\]$", ""),
    (
        r"^(?:subject\s+to|s\.\s*t\.|such\s+that|st|bounds|begin|end|model|constraints?|rules?|clues)\W*(?:\n|$)",
        "",
        "statements need no heading",
    ),
    (
        r"^\w+\s*=\s*(?:\w+\.)?(?:Model|ConcreteModel|LpProblem|CpModel)\s*\(.*",
        "",
        "the file itself is the model",
    ),
    (r"^(['\"]{3})(.*?)\1$", r"# \2"),
    (r"\s+\([a-z ]+\)$", ""),
    (r"^(?:from\s+\S+\s+)?import\s.*", "", "the rules and functions of the library need no line"),
    (
        r"^(?:subject\s+to|s\.\s*t\.|such\s+that|given|either|both)(?!\w)\s*:?(?:\s*\w+\s*:)?\s*"
        r"(?=.*(?:[<>=]|\bin\b))(?=\S)",
        "",
    ),
    (r"^(assert .*?),\s*f?(['\"]).*\2$", r"\1"),
    (r"^(?:constraint|assert|require|ensure)(?!\w)\s*:?(?:\s*\w+\s*:)?\s*(?=\S)", ""),
    (
        rf"^(?!else\b|{_CELL}\b|\w+\s*:\s*(?:int|float|bool|str)\b)({_NAME})(?:\{{.*?\}}|\[.*?\])?\s*:\s*(?=.*[<>=])",
        lambda row: row[0] if _called(row[1]) else "",
    ),
    (r"@constraint\s*\(\s*\w+\s*,\s*(?:\w+\s*,\s*)?(.*)\)", r"\1"),  # JuMP
    (r"@constraint\s*\(\s*\w+\s*,\s*\w*\[(.*?)\]\s*,\s*(.*)\)", r"all(\2 for \1)"),
    (r"@objective\s*\(\s*\w+\s*,\s*(Max|Min)\s*,\s*(.*)\)", r"\1imize \2"),
    (r"@variable\s*\(\s*\w+\s*,\s*(.*)\)", r"var \1"),
    (r"^\w+\.\w+\s*=\s*Constraint\s*\(\s*(?:expr\s*=)?\s*(.*)\)", r"\1"),  # Pyomo
    (  # Gurobi, PuLP, OR-Tools
        r"^\w+\.(?:add_?\w*|Add\w*|require|post)\s*\((.*?)(?:,\s*(?:name\s*=\s*)?(['\"]).*?\2)?\)$",
        r"\1",
    ),
    (r"^\w+\s*\+=\s*(?=.*[<>=]=)", ""),
    (
        rf"^((?:rule|let|grid|var|param|regions)\s+)?(?!{_CELL}\b){_NAME}(?:-{_NAME})+(?!\s*[-+*/^<>=.\[])",
        lambda n: n[0].replace("-", "_"),
    ),
    # ── objectives ──
    (r"^\w+\s*:\s*(?=(?:max|min)imi[sz]e\b)", ""),
    (r"^(?:(?:objective|goal|solve)\b\W*)?\b(max|min)(?:imi[sz]e)?\b(?:\s*\w+)?\s*:\s*", r"\1imize "),
    (
        rf"^(?:(?:objective|goal|solve)\b\W*)?\b(max|min)(?:imi[sz]e)?\b\s+(?=(?!{_CELL}\b)\w+\s*=(?!=)|[^<>=]*$)",
        r"\1imize ",
    ),
    # ── declarations ──
    (r"^var (\d+)\s*<=\s*(\w+)\s*<=\s*(\d+)(?:\s*,\s*(?:Int|integer=.*))?$", r"var \2 in \1..\3"),
    (r"^(?:var )?(\w+)\s*,?\W*\b(?:binary|bool(?:ean)?|Bin)\b.*", r"var \1 in bool"),
    (r"^(?:var )?(?:bool(?:ean)?|binary)\s*(?::\s*|\s)(\w+)$", r"var \1 in bool"),
    (r"^(?:var )?(?:int|integers?|variable|free|general)\s*(?::\s*|\s)(\w+)$", r"var \1 in 0..100", _BOUNDS),
    (r"^(?:dvar|var)\s+(?:int|integer)\s+(?=\w)|^(?:int|integer)\s+(?=\w+ (?:in|>=|<=))", "var "),
    (r"^(var \w+ in) (?:integers?|int) ", r"\1 "),
    (r"^let (\w+) be ", r"let \1 = "),
    (r"^var (\w+)\s*\{(?:\w+ in )?([\w.]+)\}", r"grid \1[1, len(\2)]"),
    (r"^var (\w+)\s*\[(?:1\.\.|1:)?(\w+)\]", r"grid \1[1, \2]"),
    (r"^var (\w+)\[1:(\d+)\s*,\s*1:(\d+)\]", r"grid \1[\2, \3]"),
    (rf"^{_UNKNOWN}\s*>=\s*(\d+)\W+<=\s*(\d+)(?:\W+int(?:eger)?)?$", r"\1 in \2..\3"),
    (rf"^{_UNKNOWN}\s*>=\s*(\d+)(?:\W+int(?:eger)?)?$", r"\1 in \2..100", _BOUNDS),
    (rf"^{_UNKNOWN}\s*<=\s*(\d+)(?:\W+int(?:eger)?)?$", r"\1 in 0..\2"),
    (rf"^{_UNKNOWN}(?:\s*,|\s*:|\s+in)?(?:\s+(?:integers?|int|Z|free))?$", r"\1 in 0..100", _BOUNDS),
    (r"^var (.+?)\s*:\s*(\w+)$", r"var \2 in \1"),  # MiniZinc
    (r"^(?:set of )?(?:int|float|bool|string)\s*:?\s*\b(\w+)\s*=(?!=)\s*(.*)$", r"let \1 = \2"),
    (r"^(\w+)\s*(?::\s*(?:int|float|bool|str|list)\s*|:)=\s*(.*)$", r"let \1 = \2"),
    (r"^(?:set|const|constant|def|define|function|param)\s+(\w+(?:\(.*\))?)\s*:?=\s*(.*)$", r"let \1 = \2"),
    (r"^var (\w+)\s*=\s*(?=[-\w]+\s*\.\.|\{)", r"var \1 in "),
    (r"^var (\w+)\s*=(?!=)\s*", r"let \1 = "),
    (r"^(let|param) (\w+)\s*:\s*", r"\1 \2 = "),
    (
        rf"^param (\w+)\s*(?:\[.*?\]|\{{.*?\}})\s*:?=\s*\[?\s*((?:{_NUMBER}\W*)+)$",
        lambda found: f"let {found[1]} = [{', '.join(re.findall(_NUMBER, found[2]))}]",
    ),
    (r"^(?:let )?(\w+) ?= ?lambda (.*?):\s*", r"let \1(\2) = "),
    (r"^var (\d+)\s*<=\s*(\w+)\[1:(\d+)\]\s*<=\s*(\d+).*", r"grid \2[1, \3] in \1..\4"),
    (r"^array\s*\[1\.\.(\w+)\s*,\s*1\.\.(\w+)\]\s*of var\s+(.+?)\s*:\s*(\w+)", r"grid \4[\1, \2] in \3"),
    (r"^array\s*\[1\.\.(\w+)\]\s*of var\s+(.+?)\s*:\s*(\w+)", r"grid \3[1, \1] in \2"),
    (r"^array\s*\[.*?\]\s*of \w+\s*:\s*(\w+)\s*=\s*(.*)", r"let \1 = \2"),
    (r"\.\.\s*(?:inf|infinity|oo|∞)", "..100", _BOUNDS),
    (
        r" in (\d{1,3})\.\.(\d{1,3}) (?:step|by) ([1-9]\d*)$",
        lambda found: f" in {{{', '.join(map(str, range(int(found[1]), int(found[2]) + 1, int(found[3]))))}}}",
    ),
    (
        r"^(?:grid|board|sudoku|size)\W*(?:cells?\W*)?(\d+)\s*(?:[x×,*]|by)\s*(\d+)\W*(?:in \d+\.\.\d+)?$",
        r"grid cell[\1, \2] in 1..\2",
    ),
    (
        r"^(?:grid|board)\s+(\w+)\W*(\d+)\s*(?:[x×,*]|by|\]\s*\[)\s*(\d+)\W+(?:(?:of|in|from|on)\s*)?(.*)",
        r"grid \1[\2, \3] in \4",
    ),
    (r"^grid\s*\[", "grid cell["),
    (r"^(grid .*?|var .*?) (?:of|from|on) ", r"\1 in "),
    (rf"^({'|'.join(STATEMENT_WORDS)})\s*(?::|=(?=\s*\"))\s*(?=\S)", r"\1 "),
    (rf"^(maximize|minimize)\s+(?!{_CELL}\b)\w+\s*=(?!=)\s*", r"\1 "),
    (r"^title\b\s*:?\s*", "puzzle "),
    (r"^genre\s*[:=]?\s*[\"']?([\w -]+?)[\"']?$", r'genre "\1"'),
    (
        r"\bboxes\s*\(?(\d+)\s*[x×,*]\s*(\d+)\)?",
        "boxes",
        "boxes follow from the size of the grid; for others write `regions box:`",
    ),
    # ── blocks and loops ──
    (r"^def (\w+\(.*?\))[^:]*:\s*return (.*)$", r"let \1 = \2"),
    (r"^def\s+(\w+\(.*\)\s*:)", r"rule \1"),
    (r"^((?:rule|let) .*?\w+)\s*:\s*\w+(?=\s*[,)=])", r"\1"),
    (r"^if \((.*?)\)\s*\{\s*(.*?);?\s*\}$", r"\1 -> \2"),
    (r"^if (.*?),? then (.*?)(?:\s+end\s*if|\s+fi)?$", r"\1 -> \2"),
    (r"^(.+) only if (.+)$", r"\1 -> \2"),
    (r"^else?if\b", "else if"),
    (r"^(?:for|foreach)\s*\(?\s*(\w+) in (.*?)\)?\s*(?:do|\{)$", r"for \1 in \2:"),
    (r"^for(?: \(| )(\w+ in [^()]*?|\w+ in \w+\([^()]*\))(?:\) | do |: )(?!for\b|if\b)([^:]*)$", r"all(\2 for \1)"),
    (r"\bfor (\w+)\s*=\s*(\w+)\s*(?::|to|\.\.)\s*(\w+)", r"for \1 in \2..\3"),
    (r"^for (\w+)\s*=\s*", r"for \1 in "),
    (r"\bfor\s*[(\[]([\w, ]+)[)\]]\s*in\b", r"for \1 in"),
    (r"^for (\w+) in (\d+(?:\s*,\s*\d+)+)\s*:", r"for \1 in [\2]:"),
    (r"\bin (\d+(?:\s*,\s*\d+)+)$", r"in {\1}"),
    (r"\bin (\w+)[:-](\w+)", r"in \1..\2"),
    (r"\[0?:(\w+)\]", r"[1..\1]", _COUNTED),
    (rf"({_NAME}(?:\([^()]*\))?)\[(\d+):\]", lambda n: f"{n[1]}[{int(n[2]) + 1}..len({n[1]})]", _COUNTED),
    (rf"({_NAME}(?:\([^()]*\))?)\[:-(\d+)\]", r"\1[1..len(\1) - \2]", _COUNTED),
    (r"(?<=[\[(])(\w+):(\w+)(?=[\])])", r"\1..\2", _COUNTED),
    (r"\b(sum|prod)_\{(\w+)\s*=\s*(\w+)\}\^\{?(\w+)\}?\s*", r"\1{\2 in \3..\4} "),  # LaTeX
    (r"\bfor (?:all|each|every) ", "for "),
    (r"\[([^\[\],]+), ?:\]", r"[\1, *]"),
    (r"\[:, ?([^\[\],]+)\]", r"[*, \1]"),
    (r"\bsorted\(", "sort("),
    (
        rf"\brange\((\w+|len\({_BALANCED}*\))\)",
        lambda found: _from_zero(found),
        _AS_IN_PYTHON,
    ),
    (r"\blist\(([^()]*(?:\([^()]*\))?)\)", r"\1"),
    (r"\brange\(\s*([^(),]+?)\s*,\s*([^(),]+?)\s*\+ *1\s*\)", r"\1..\2", _AS_IN_PYTHON),
    (r"\brange\(\s*([^(),]+?)\s*,\s*(\d{1,9})\s*\)", lambda n: f"{n[1]}..{int(n[2]) - 1}", _AS_IN_PYTHON),
    (r"\brange\(\s*([^(),]+?)\s*,\s*([^(),]+?)\s*\)", r"\1..\2 - 1", _AS_IN_PYTHON),
    (r"\brange\((\d\d?), ?(\d\d?), ?([1-9])\)", lambda n: str([*range(*map(int, n.groups()))]), _AS_IN_PYTHON),
    (rf"\bfor ({_BALANCED}*) for ", r"for \1, "),
    (rf"\[(.*?)\s*\|\s*(?={_NAME} in )", r"[\1 for "),
    (r"\bsum\(1 for (\w+) in (.+?) if \1 == ([^()]+)\)", r"count(\2, \3)"),
    (r"( for [^\[\](){}]*(?:\([^()]*\))?) if ([^\])]*)(?=[\])])", r"\1 where \2"),
    (r"\((.*?) if (.*?) else (.*?)\)", r"(if \2 then \1 else \3)"),
    (
        r"\bsum\(\[?(\w+) for (\w+) in (.+?) (?:if|where) ([^\]]+?)\]?\)(?= *[<>=])",
        r"sum((if \4 then \1 else 0) for \2 in \3)",
    ),
    (r"^([^()]+?[<>=]=?)\s*([^<>=]+) if (.+) else ([^()]+)$", r"\1 (if \3 then \2 else \4)"),
    (r"^([^()\[\]{}]+|.*[)\]}]) (?:if|when|whenever) ([^\[\]{}]*)$", r"\2 -> \1"),
    (r"(\S+) == (\w+) or (\w+)$", r"\1 in {\2, \3}"),
    (r"(\w+(?: ?[<>=!]=? ?\w+)?) ?\? ?([^:]+?) ?: ?(.+)$", r"(if \1 then \2 else \3)"),
    (r"\breturn\s+", ""),
    (r"\bforall\s*(?=[({])", "all"),
    (r"\bexists\s*(?=[({])", "any"),
    (r"\bprod\s*(?=[({])", "product"),
    (r"(\{[^{}]* in [^{}:]*):", r"\1 where"),
    (
        rf"\b(all|any|sum|product|min|max|count)\s*{_HEAD}\s*(?:\(({_BALANCED}*)\)|({_TERM})){_BEHIND}",
        r"\1(\4\5 for \2\3)",
    ),
    (
        rf"^(all|any)\s*{_HEAD}\s*(?!\()(.*)$",
        r"\1(\4 for \2\3)",
    ),
    (r"\b(?:len|count)\(set\((.*)\)\)\s*==?\s*(.*)", r"count_distinct(\1, \2)"),
    # ── cells ──
    (r"^no repeats? (?:on|in|along|within) (?:the |both |any )?", "alldifferent: "),
    (rf"^(\w+ {_CELL})\s*(?:->|→|=)\s*(?={_CELL})", r"\1: "),
    (rf"^({_NAME} [^:,()\[\]{{}}]+,[^:()\[\]{{}}]+):", lambda n: f"{re.sub(r'[ ,]+', ' ', n[1])}:"),
    (
        rf"({_CELL})\s*[/&|]\s*(?={_CELL})",
        lambda found: found[0] if re.search(rf"\.\.|{_CELL}\s+{_CELL}", found.string) else f"{found[1]} ",
    ),
    (rf"^(\w+[^:]*:.*{_CELL})\s*<\s*(?={_CELL})", r"\1 "),
    (rf"^(?:cells? )?({_CELL}) (?:and|,|&) ({_CELL}) (?:are|have|hold) (?:the )?(?:equal|same)\b.*", r"\1 == \2"),
    (rf"^(?:cells? )?({_CELL}) (?:and|,|&) ({_CELL}) (?:are|have|hold) different\b.*", r"\1 != \2"),
    (r"\b(?:main |both |two )?diagonals\b", "diagonal, antidiagonal"),
    (r"\bc(\d+)_?r(\d+)\b", r"r\2c\1", "the row comes first: `r1c2` is in row 1 and column 2"),
    (r"\br(\d+)[ _,]c(\d+)\b", r"r\1c\2"),
    (r"\(\s*(\d+)\s*,\s*(\d+)\s*\)(?=[\s,(]*$|\s*[,(])", r"r\1c\2"),
    (r"\b(row|column|box)_?(\d+)\b", r"\1(\2)"),
    (
        r"\b((?-i:[A-QS-Z])|[a-i])(\d{1,2})\b(?:\s*:\s*((?-i:[A-Z]))(\d{1,2})\b)?",
        lambda found: _spreadsheet(found),
        "letters are read as columns, as in a spreadsheet: `B1` is `r1c2`, not `r2c1`",
    ),
    (r"^(r\d+c\d+)\s*(?:[:=]\s*)?(\d+)$", r"\1 == \2"),
    (r"(r\d+c\d+)(?:\s*(?:\.|->|-)\s*|:)(?=r\d+c\d+)", r"\1.."),
    (r"(\w+) (?:to|through|thru|until) (?=\w+)", r"\1.."),
    (r"^(?:inequality|greater(?:_than)?)\s*:\s*(\S+)\s+(\S+)$", r"\1 > \2"),
    (r"^(?:less(?:_than)?)\s*:\s*(\S+)\s+(\S+)$", r"\1 < \2"),
    (r"\brow (\d+),? col(?:umn)?s? (\d+)\s*(?:-|to|\.\.)\s*(\d+)", r"r\1c\2..r\1c\3"),
    (r"\bcol(?:umn)? (\d+),? rows? (\d+)\s*(?:-|to|\.\.)\s*(\d+)", r"r\2c\1..r\3c\1"),
    (r"\b(row|column|box)\s+(\d+)", r"\1(\2)"),
    (r"\b(row|column)\s*\(?(\d+)\)?,?\s+(?:from\s+)?(?:the\s+)?(?:right|bottom|below)\b", r"reverse(\1(\2))"),
    (r"\b(?:right|bottom|below)(?: of)?\s+(row|column)\s*\(?(\d+)\)?", r"reverse(\1(\2))"),
    (r"\b(row|column)\s*\(?(\d+)\)?,?\s+(?:from\s+)?(?:the\s+)?(?:left|top|above)\b", r"\1(\2)"),
    (r"\b(?:left|top|above)(?: of)?\s+(row|column)\s*\(?(\d+)\)?", r"\1(\2)"),
    (r"\b(?:left|row) (\d+)(?= ?:)", r"row(\1)"),
    (r"\b(?:top|above|column) (\d+)(?= ?:)", r"column(\1)"),
    (r"\bright (\d+)(?= ?:)", r"reverse(row(\1))"),
    (r"\b(?:bottom|below) (\d+)(?= ?:)", r"reverse(column(\1))"),
    (r"^(?:xv\s+)?x(?: clue)?\s*:?\s*(?= r\d)", "xv 10:"),
    (r"^(?:xv\s+)?v(?: clue)?\s*:?\s*(?= r\d)", "xv 5:"),
    (r"(\w+\([^()]*\))\[-1\]", r"last(\1)", _COUNTED),
    (r"(\w+\([^()]*\))\[0\]", r"\1[1]", _COUNTED),
    (
        r"(?<=[\w)])\[(\d+)\]\[(\d+)\]",
        lambda found: f"[{int(found[1]) + 1}, {int(found[2]) + 1}]",
        _COUNTED,
    ),
    # ── operators and values ──
    (r"^([^,()]*[<>=][^,()]*),\s*([^,()]*[<>=][^,()]*)$", r"\1 and \2"),
    (r"^=\s*(?=\S)", ""),  # a spreadsheet
    (r"\bsumproduct\(\s*([^;,()]+?)\s*[;,]\s*([^;,()]+?)\s*\)", r"sum(a * b for a, b in zip(\1, \2))"),
    (r"\bcountif\(([^;,]+)[;,]", r"count(\1,"),
    (r"\bbool2int\(", "("),
    (r"\.get\(([^()]*)\)", r"[\1]"),
    (r"\bif\(([^;,]*)[;,]([^;,]*)[;,]([^;,()]*)\)", r"(if \1 then \2 else \3)"),
    (rf"(?:^|\b(?=[a-z]+\s+r))(sum|product|min|max|abs)\s*:?\s+((?:{_CELL}[ ,]+)*{_CELL}){_END}", r"\1(\2)"),
    (r"(?<=[\w)])\s+(?=r\d+c\d+[\s\w]*\))", ", "),
    (r"\b(sum|product|min|max|abs)\s+(r\d+c\d+ ?[-+] ?r\d+c\d+)", r"\1(\2)"),
    (r"\|([^|]+)\|", r"abs(\1)"),
    (rf"^(?!{_CELL}|var )(\w+)\s*=(?!=)\s*([^=].*)$", lambda n: n[0] if _called(n[1]) else f"let {n[1]} = {n[2]}"),
    (
        r"^(?!let\b|param\b)(.*)$",
        lambda found: re.sub("(?<![<>=!:+*-])\\s*(?<![<>=!:+*-])=(?![=><])\\s*", " == ", found[1]),
    ),
    (r"(?<![=<>!])==\s*\{", "in {"),
    (r"^([^()]*?)\s*<-\s+([^()]*)$", r"\2 -> \1"),
    (r"=l=", "<="),
    (r"=g=", ">="),
    (r"=e=", "=="),
    (r"\bnot ==", "!="),
    (r"\bis (?:at least|not (?:less|smaller) than)\b", ">="),
    (r"\bis (?:at most|not (?:more|greater|larger) than)\b", "<="),
    (r"\bis (?:less|smaller|fewer) than\b", "<"),
    (r"\bis (?:more|greater|larger) than\b", ">"),
    (r"\bis not\b", "!="),
    (rf"(\S+) (?:is )?between (?!{_CELL})(\S+) and (\S+)$", r"\2 <= \1 <= \3"),
    (r"(?<=[\w)\]] )is\b", "=="),
    (r"\bimplies\b", "->"),
    (r"\biff\b", "<->"),
    (r"\botherwise\b", "else"),
    (r"\b(?:math|np|numpy)\.", ""),
    (r"(\w+) == sqrt\(([^()]*)\)", r"\1 ^ 2 == \2"),
    (
        r"\b(?!\de\d)(\d+)( ?)(?=[A-Za-z_(])(?!(?:and|or|xor|div|mod|in|then|else|for|where|if|is|to|by|step)\b)",
        lambda found: found[0] if found[2] and _is_compared_twice(found) else f"{found[1]} * ",
    ),
    (r" \| ", " or "),
    (r" & ", " and "),
    (r" % ", " mod "),
    (r"\b(?:None|null|nil)\b", "none"),
    (r"^(?:show|print)\s*\(?\s*f(['\"])([^'\"]*)\1\s*\)?$", lambda found: f"show {_items(found[2])}"),
    (r"^output\s*\[(.*)\]$", r"show \1"),
    (r"(?<!^)\bshow\(([^()]*)\)", r"\1"),
    (r"^(?:print|output)\b\s*:?\s*(?:\((.*)\)|(.*))$", r"show \1\2"),
    (r"\b[fbu]?'([^'{]*)'", r'"\1"'),
    (r"\b[bfu](?=\"[^{\"]*\")", ""),
    (r"^(show .*?[\w)\"]) +(?=r\d|\"|\w+\()", r"\1, "),
    (
        r"\b(?-i:(?:[A-Z]+|True|False|Not|And|Or|Max\w*|Min\w*))\b",
        lambda found: found[0].lower() if found[0].lower() in _SMALL.split() else found[0],
    ),
    (r"^if (.*):(?:\n\s*| )([^:\n]*)\n\s*else:(?:\n\s*| )([^:\n]*)$", r"\1 -> \2\nnot (\1) -> \3"),
    (r"^if (.*):(?:\n\s*| )([^:\n]*)$", r"\1 -> \2"),
    (
        rf"^(\w+)(?:\(\)| satisfy| {_CELL})?$",
        lambda line: "" if line[1].lower() in commands().difference(STATEMENT_WORDS) else line[0],
        "questions about a model are commands, such as `puzzledsl solve` and `puzzledsl unique`",
    ),
)
"""Patterns of lines and parts of lines in other languages, what replaces them here, and perhaps a reason."""
_SMALL = "and or not xor in if then else for where div mod true false sum min max abs product count maximize minimize"
_MOST_ROUNDS = 4
"""The number of passes through `_ELSEWHERE`. Each pass changes the result of the previous one."""


def _is_compared_twice(found: re.Match[str]) -> bool:
    """Whether there are comparisons on both sides, as between two conditions."""
    return all(re.search("[<>=]", part) for part in (found.string[: found.start()], found.string[found.end() :]))


def _from_zero(found: re.Match[str]) -> str:
    """``range(4)`` of Python: ``1..4`` for places, ``0..3`` for other values; unchanged if the name is used as both."""
    text, count = found.string, found[1]
    loop = re.search(r"(?:\bfor|,) (\w+) in $", text[: found.start()])
    if re.search(rf"(?:\bfor|,) {re.escape(count)} in\b", text):
        return found[0]
    if loop is None or not is_place(loop[1], text):
        return f"0..{int(count) - 1}" if re.fullmatch(r"\d{1,9}", count) else f"0..{count} - 1"
    others = re.findall(r"\brange\([^()]*,|\b0\.\.", text)  # whose places may begin elsewhere
    return found[0] if others or is_value(loop[1], text) else f"1..{count}"


def is_value(name: str, text: str) -> bool:
    """Whether the name of a loop is used as anything but a place."""
    after = re.sub(r"(?:\bfor|,) \w+ in\b", "", text)
    while (before := after) != (after := re.sub(_PLACES, "", after, flags=re.IGNORECASE)):
        pass
    return re.search(rf"\b{name}\b", before) is not None


def is_place(name: str, text: str) -> bool:
    """Whether the name of a loop is used as a place, or may be, in a block that is not in the text."""
    if text.endswith(":"):
        return True
    return any(re.search(rf"\b{name}\b", found[0]) for found in re.finditer(_PLACES, text, re.IGNORECASE))


def _spreadsheet(found: re.Match[str]) -> str:
    """``B3`` and ``A1:A4`` of a spreadsheet."""
    if not found[0].isascii():
        return found[0]  # `ı` is an `I` for `re.IGNORECASE`
    cells = [f"r{row}c{int(column, 36) - 9}" for column, row in (found.group(1, 2), found.group(3, 4)) if row]
    return "..".join(cells)


def _items(text: str) -> str:
    """``total {x}`` of Python as items of `show`."""
    parts = re.split(r"\s*[{}]\s*", text)
    return ", ".join(part if k % 2 else f'"{part}"' for k, part in enumerate(parts) if part)


def _towards(line: str, height: int, width: int) -> str:
    """``r1c2 down-right`` or ``r0c1 ↘`` as the cells from there to the edge of the grid."""
    cells, found = re.findall(_CELL, line), _DIAGONAL.search(line)
    if found is None or len(cells) != 1:
        return line
    text = found[0].lower()
    down = 1 if text in "↘↙" or text[0] == "s" or "down" in text else -1
    right = 1 if text in "↗↘" or text[-1] == "e" or "right" in text else -1
    row, column = map(int, re.findall(r"\d+", cells[0]))
    way = [(row + k * down, column + k * right) for k in range(height + width)]
    ends = [f"r{r}c{c}" for r, c in way if 1 <= r <= height and 1 <= c <= width]
    return line.replace(found[0], "").replace(cells[0], "..".join(ends[:: max(len(ends) - 1, 1)]))


@lru_cache(maxsize=1_000)
def rephrased(line: str, height: int = 9, width: int = 9) -> tuple[tuple[str, str], ...]:
    """Return what a line may mean, in the form of this language, the likeliest first.

    The line may be a statement of another language, or a clue in other words. Such a clue names one rule, and all its
    other words are understood.

    Args:
        height, width: the size of the grid, in cells.

    Returns:
        pairs of a text, which may have several lines, and a reason, which may be empty.
    """
    if len(line) > _LONGEST:
        return ()
    ways = _ways(line, height, width)
    # Text in quotes must stay as the author wrote it.
    return tuple(way for way in ways if all(text in line for text in re.findall(r'"([^"\n]*)"', way[0])))


def _ways(line: str, height: int, width: int) -> Iterator[tuple[str, str]]:
    head, *rows = line.split("\n")
    for rule in _rules(re.findall(r"\w+", head)) if rows and head.endswith(":") else ():  # a list of clues
        clues = (" ".join((rule if ":" in row else f"{rule}:", row.strip())) for row in rows if row.strip())
        yield "\n".join(clues), ""
    plain = line.strip()
    line = _towards(plain, height, width)
    diagonal = "these are the cells of the diagonal" if line != plain else ""
    ways = _elsewhere(line), ((text, "") for text in (() if rows else _clues(line)))
    first = re.match(r"\w*", line)
    for way in reversed(ways) if first and _called(first[0]) else ways:
        yield from ((text, why or diagonal) for text, why in way)


def as_here(line: str) -> str:
    """Return the line after all changes from other languages to this one."""
    return [line, *(text for text, _ in _elsewhere(line))][-1]


def _elsewhere(line: str) -> Iterator[tuple[str, str]]:
    """Yield the line after each single change, then after all changes; each with a reason."""
    found = re.fullmatch(r"(\w+)\s*:\s*([^:]+)", line)
    if found and any(f"{found[1]}(" in one for one in _examples(found[1])):
        parts = [", ".join(part.split()) for part in re.split(r"\s*(?:==?|,|->|\band\b)\s*", found[2])]
        yield f"{found[1]}({', '.join(f'[{part}]' if ', ' in part else part for part in parts)})", ""
    after, whys = line, list[str]()
    for pattern, here, *why in _ELSEWHERE:
        if (changed := _put(pattern, here, line)) != line:
            yield changed, "".join(why)
    for _ in range(_MOST_ROUNDS):
        for pattern, here, *why in _ELSEWHERE:
            if (changed := _put(pattern, here, after)) != after:
                whys, after = [*whys, *why], changed
    yield after, "; ".join(dict.fromkeys(whys))


def _put(pattern: str, here: _Here, line: str) -> str:
    return re.sub(pattern, here, line, flags=re.IGNORECASE)


def _clues(line: str) -> Iterator[str]:
    """Yield the line as a clue, or as given cells."""
    start = re.search(rf"{_CELL}|$", line, re.IGNORECASE)
    assert start
    ends = (_LATER, line[: start.start()]), (_FIRST, line[start.start() :])
    if any(re.search(word, part, re.IGNORECASE) for word, part in ends):
        return  # `tip r1c1, r1c2, bulb r1c3`
    said: dict[str, list[str]] = defaultdict(list)
    parts: list[list[str]] = [[]]  # cells, between commas
    before = 0
    for item in _ITEM.finditer(line):
        kind, text = item.lastgroup or "", item[item.lastgroup or 0].lower()
        if kind == "cells":
            text = "..".join(re.findall(_CELL, text)) or text
        elif kind == "line":
            name = text[: 6 if text.startswith("column") else 3]
            kind, text = "cells", f"{_SHORT.get(name, name)}({item['place']})"
        if kind == "between" and parts[-1]:
            parts.append([])
        elif kind == "cells":
            if said["cells"] and len(said["words"]) > before and not are_fillers(said["words"][before:]):
                return  # `r1c1 between r1c2 and r1c3`
            before = len(said["words"])
            parts[-1].append(text)
        said[kind].append(_SHORT.get(text, text))
    cells, numbers, words, groups = (said[kind] for kind in ("cells", "numbers", "words", "groups"))
    if "==" in line and ":" not in line.partition("==")[0]:
        return  # a condition
    if said["others"] or len(words) > _MOST_WORDS or line.count("{") + line.count("[") > 1:
        return
    known = len(cells) == len(numbers) > 0 and not groups + said["plus"] and _GIVES.search(line)
    if known and are_fillers(words):
        yield " and ".join(f"{cell} == {number}" for cell, number in zip(cells, numbers, strict=True))
    apart = [" ".join(part) for part in parts if part]
    is_list = all(re.fullmatch(_CELL, part, re.IGNORECASE) for part in apart)
    if len(set(said["between"])) > 1 and len(apart) > 1:
        return  # `r1c1, r1c2 and r2c1, r2c2`
    for rule in _rules(words):
        if cells and (examples := _examples(rule)) and all(one.startswith(f"{rule}(") for one in examples):
            if examples[0].startswith(f"{rule}([") and len(apart) > 1 and not numbers + groups:
                lists = (part if ".." in part else f"[{part.replace(' ', ', ')}]" for part in apart)
                yield f"{rule}([{', '.join(lists)}])"
            continue  # a clue with a colon has one list
        if (
            len(cells) == 1
            and re.fullmatch(_CELL, cells[0])
            and rule not in words
            and _SQUARE in "".join(_examples(rule))
        ):
            row, column = map(int, re.findall(r"\d+", cells[0]))
            apart, is_list = [f"r{r}c{c}" for r in (row, row + 1) for c in (column, column + 1)], True
        head = " ".join((rule, *numbers))
        is_first = (
            re.match(rf"[^=]*?\b{_CELL}\s*==?(?!.*=)", line) and len(re.findall(_CELL, line.partition("=")[0])) == 1
        )
        if not numbers and len(cells) > 1 and _takes_cell(rule) and (is_first or not said["equal"] + said["plus"]):
            yield f"{rule} {cells[0]}: {' '.join(cells[1:])}"
        if not groups and not cells:
            yield head
        elif not said["equal"] or numbers or len(cells) == 1:
            yield f"{head}: {', '.join((*groups, *cells)) if groups else (' ' if is_list else ', ').join(apart)}"
        if len(numbers) == 1 and len(numbers[0]) > 1:
            yield f"{' '.join((rule, *numbers[0]))}: {' '.join(cells)}"


def are_fillers(words: list[str]) -> bool:
    """Whether a clue means the same without these words."""
    return set(_FILLERS.split()).issuperset(words)


def _takes_cell(rule: str) -> bool:
    """Whether the argument of a clue is a cell, as the circle of an arrow is."""
    return any(example.startswith(f"{rule} r") for example in _examples(rule))


def _examples(rule: str) -> tuple[str, ...]:
    return entries()[rule].examples if rule in entries() else ()


def _rules(words: list[str]) -> Iterator[str]:
    """Yield the rules that the words name. Words that do not belong to the name must be fillers."""
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for first in range(len(words) - count + 1):
            if are_fillers(words[:first] + words[first + count :]):
                for name in map("_".join, permutations(words[first : first + count])):
                    if len(called := _called(name)) == 1:
                        yield called[0]
    common = [set(_called(word)) for word in words if not are_fillers([word])]
    if common and len(shared := set.intersection(*common)) == 1:
        yield from shared


def _called(name: str) -> list[str]:
    return [name] if name in rules_and_constraints() else written_here(name)
