"""What prose says about a path or loop that the solver draws: rules, and the words of the sentences that state them."""

from __future__ import annotations

from puzzledsl.formats.drawings.statements import rule

NAME = r"(?:path|loop|snake)"
"""What setters call it."""
_COURSE = """path loop snake snaking maze draw drawing single closed wide orthogonally orthogonal connected cell cells
    grid center centers pass passes passing through without visit visits visiting any more once cross crosses crossing
    itself
    thick wall walls move moves moving may must not never can can't cannot does do branch enter enters overlap only into
    never than orthogonally 1-cell-wide one-cell-wide some connecting nor"""
RULES = (
    rule(
        "maze_path",
        "trail",
        r"^(?P<noun>[a-z' ]{2,40} must reach (?:the|an?) [a-z]+) by finding a path through the maze$",
        asides=r"the path will .* without visiting any cell more than once.*",
    ),
    rule(
        "simple_path",
        "trail",
        r"^(?:the|your) path (?:will be|must|may|can|cannot|does)\b.*\b(?:not|without) visit(?:ing)? any cell "
        r"more than once\b",
        _COURSE,
        alone=True,
    ),
    rule(
        "diagonal_steps",
        "trail",
        r"^(?:as well as|in addition to|besides) moving orthogonally,? (?P<noun>[a-z]+) (?:may|can) (?:also "
        r")?move diagonally "
        r"(?:- )?if there's a 2x2 space in which to do so,? (?:- )?but (?:may|can) never pass (?:diagonally "
        r")?through",
        "well addition beside moving move orthogonally diagonally also there's space in which to do so but may "
        "never pass "
        "through a the round rounded wall-spot wall spot corner end of on - can if cell",
        alone=True,
    ),
    rule(
        "one_way",
        "trail",
        r"^(?:(?P<noun>[a-z]+) may only pass (?:directly )?through an? (?:[a-z]+ )?arrow if moving"
        r"|an? (?:[a-z]+ )?arrow may only be passed through) in the direction (?:that )?the arrow is pointing$",
        "may only pass passed directly through arrow if moving direction pointing",
        alone=True,
    ),
    rule("no_passing", "trail", r"^(?P<noun>[a-z]+) may (?:never|not) pass (?:directly )?through an? (?:red )?x$"),
    rule(
        "loop",
        "trail",
        r"^draw an? (?:single )?(?:closed |non-intersecting )*(?:(?:1|one)[- ]cell[- ]wide )?(?:closed )?loop "
        r"(?:of orthogonally[- ]connected cells(?: (?:into|in) the grid)?"
        r"|(?:(?:into|in) the grid|through the centers of (?:some )?cells) that (?:moves|travels) "
        r"(?:orthogonally|horizontally "
        r"or vertically)(?: between cells)?)"
        r"(?:,? (?:that|which|and) (?:does not|doesn't) (?:branch or enter any cell|visit (?:the same|any) cell) "
        r"more than once"
        r"|,? (?:that|which) (?:does not|doesn't) branch or touch itself(?P<how>,? not even diagonally)?)?$",
    ),
    rule(
        "digit_loop",
        "trail",
        r"^all (?P<parity>even|odd) digits in the grid(?P<except> except the (?P=parity) digits in the center box)? "
        r"form an? (?:single,? )?(?:closed )?loop that moves orthogonally through the centers of cells,? and "
        r"does not "
        r"branch,? (?:cross,? |overlap,? )?or touch itself$",
    ),
    rule(
        "snake",
        "trail",
        r"^draw an? snake (?:connecting|between|from) the 2 (?P<color>[a-z]+) "
        r"(?P<mark>spots|circles|cells|squares|dots)$",
        _COURSE + " spots circles squares dots between from",
        alone=True,
    ),
    rule(
        "free_snake",
        "trail",
        r"^draw an? (?:1|one)[- ]cell[- ]wide snake of orthogonally connected cells that does not branch "
        r"or touch itself(?P<how>,? not even diagonally)?$",
    ),
    rule(
        "rest_connected",
        "along",
        r"^the non-?(?:path|loop|snake) cells must form a single,? orthogonally connected area$",
    ),
    rule(
        "mixed_squares",
        "along",
        rf"^no 2x2 (?:region|area|block|square) (?:can|may) be entirely {NAME} or entirely non-?{NAME}$",
    ),
    rule(
        "dots_mixed",
        "along",
        rf"^cells separated by dots (?:will|must) contain (?:one|1) {NAME} cell and (?:one|1) non-?{NAME} cell$",
    ),
    rule(
        "thin_snake",
        "trail",
        r"^the snake must be (?:1|one) cell wide, may only move orthogonally,? and may not touch itself"
        r"(?:,? not even diagonally)?$",
    ),
    rule(
        "no_touching",
        "trail",
        rf"^(?:the |this )?{NAME} (?:(?:may|must|does|do) not|cannot|can not|can't|doesn't|mayn't) touch itself"
        r"(?P<how>,? not even diagonally|,? even diagonally| orthogonally|,? not even at a corner)?$"
        rf"|^(?:the |this )?{NAME} (?:may|can) touch itself diagonally,? but not orthogonally$",
    ),
    rule(
        "orthogonal_steps",
        "trail",
        r"^(?:diagonal moves are not possible in this maze|no diagonal moves are possible in this maze)$",
    ),
    rule(
        "teleports",
        "trail",
        r"^entering an? (?:[a-z]+ )?teleport will cause (?P<noun>[a-z ]+) to be instantly transported to the "
        r"(?:other|matching(?: colored)?) teleport$",
        "entering teleport will cause to be instantly transported other matching colored",
        alone=True,
    ),
    rule("onwards", "trail", r"^from there,? (?:she|he|it|they) can continue (?:her|his|its|their) journey$"),
    rule(
        "equal_teleports",
        "trail",
        r"^(?:the |matching )?teleports (?:always )?(?:contain the same digit|have (?:identical digits|the same "
        r"digit))"
        r"(?P<apart>,? but teleports that (?:don't|do not) match always have different digits)?$",
    ),
    rule(
        "counts_visited",
        "along",
        r"^the (?P<worth>value|digit) (?:on|in) an? (?P<noun>[a-z ]+?) (?:indicates|counts|shows) (?:exactly "
        r")?how many of the "
        r"(?:cells immediately surrounding|surrounding cells|cells around) (?:the [a-z]+|it) are (?:visited by "
        r"(?P<noun2>[a-z]+)|on the "
        rf"{NAME})$",
        "indicate count show how many cells immediately surrounding around visited by of exactly",
        alone=True,
    ),
    rule("counts_itself", "trail", r"^the (?P<noun>[a-z]+) itself is counted,? if visited$"),
    rule(
        "visited_group",
        "along",
        rf"^(?:also,? )?all digits within an? (?:marked )?(?P<noun>[a-z0-9 ]*)box that lie anywhere on the "
        rf"(?:correct )?{NAME} must sum to "
        r"(?P<total>a prime number|\d+)(?: too)?$",
    ),
    rule(
        "visited_lines",
        "along",
        r"^if an? row ?/ ?column ?/ ?box is visited by (?P<noun>[a-z]+), then the (?P<worth>values|digits) of "
        r"all the visited cells in that "
        r"row ?/ ?column ?/ ?box must sum to (?:exactly )?(?P<total>\d+)$",
        asides=r"even if the cells aren't all adjacent on the path",
    ),
    rule("enters_cages", "along", rf"^the {NAME} must (?:enter|visit|pass through) every cell of every cage$"),
    rule(
        "marked_on",
        "along",
        rf"^(?:all )?(?:the )?(?P<what>circles|circled cells|cells with circles|caged cells|cages) "
        rf"(?P<are>are|are not|cannot be|"
        rf"must be|must not be|may not be) on the {NAME}(?:,? and the digit in a circle "
        rf"(?P<counts>indicates|shows|counts) how many "
        r"of the (?:up to 8 )?surrounding cells are on the (?:path|loop|snake))?$",
    ),
    rule(
        "visits_marked",
        "along",
        rf"^the {NAME} (?P<are>must not|may not|cannot|must) (?:visit|enter|pass through) (?:any|all|every|all the) "
        r"(?:given |big |large )?(?P<what>circles|circled cells|caged cells|cages)$",
    ),
    rule(
        "one_cell_on",
        "along",
        r"^the cell with the (?P<what>rectangle|square|circle|diamond) (?P<are>is|is not) on the "
        r"(?:path|loop|snake)$",
    ),
    rule("one_color_on", "along", rf"^all circles of (?:1|one) color are on the {NAME}$"),
    rule("other_color_off", "along", rf"^all circles of the other color are not on the {NAME}$"),
    rule(
        "counts_around",
        "along",
        r"^(?:the|a) digit in (?:an?|each|every) (?P<what>circle|circled cell|caged cell|cage) "
        r"(?:indicates|shows|counts) (?:exactly )?"
        rf"how many (?:of the (?:up to 8 )?)?surrounding cells are on the {NAME}$",
    ),
    rule(
        "sums_around",
        "along",
        rf"^the number in the top-left corner of a caged cell shows the sum of (?:the )?digits in the {NAME} "
        rf"cells around it$",
    ),
    rule(
        "one_of_quad",
        "along",
        rf"^the {NAME} must (?:enter|visit|pass through) exactly (?:one|1) of the 4 cells surrounding each given "
        rf"quad clue$",
    ),
)
SIMPLE = next(one.says for one in RULES if one.name == "simple_path")
"""The sentence that a path meets itself nowhere, which may stand in parentheses behind another."""
