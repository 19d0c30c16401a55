"""Words of the rules' texts of usual puzzles: of any puzzle, and of each kind of clue. Words that also occur
with an ``s`` are here without it."""

from __future__ import annotations

USUAL = """
above absolute across addition adjacent after again all allowed along already also always ambiguous an and
another any anywhere appear appearing apply are area as at attached away based basic be because been before
being below beside bold border both bottom box boxes but by can cannot cant case cell channel classic closest
clue color colour column com comment common conform congrats congratulation connect connected connecting
constraint contain contained containing corner correct corresponding could created dark digit directed
direction directly discord distinct do does doesnt don dont down drawn each edge eg either email enjoy every
exactly example far feedback few fill filled find first five following for form four from full fun get give
given good gray grey grid guess guessing has have having here hold hope horizontal horizontally however html
http ie if in indicate indicated indicating inside inspired instance into irregular is isnt it its itself
joined just know known large larger least left length less letter light like line link list long longer look
luck made mailing make mark marked marking may mean meet might missingdeck more most must nd necessarily
neighbor neighboring neighbour neighbouring neither net never new next nine no non nor normal normally not
number numerically occur of off on once one only opaque opposite or order orthogonal orthogonally other our
out outlined outside own pair part particular past patreon per place placed please possible previous puzzle re
receive region regular repeat repeated repeating repetition required respective respectively restriction right
row rule ruleset run same see seen separate separated set setter several shaded shape shaped share shared
should show showing shown side single size small smaller so solution solve solver solving some special square
st standard still subscribe such sudoku symbol take tell tester testing text th than thank that the their them
themselve then there these they this thick thin thinner those through to together top total touching toward two type
typical under unique unless unshaded up upon use used using usual value variant vertical vertically via video
visit vs way week weekly well what when where which while white will with within without wont would written
www xes xs you your youtube
"""

KINDS = {
    "diagonal+": "blue diagonal main positive",
    "diagonal-": "blue diagonal main negative",
    "antiknight": "anti antiknight apart chess different identical knight move",
    "antiking": "anti antiking apart chess diagonally different identical king move touch",
    "disjointgroups": "different disjoint group position relative",
    "nonconsecutive": "consecutive differ difference nonconsecutive touch",
    "negative": "absent negative none otherwise",
    "arrow": "add arrow bulb capsule circle circled constitute equal pill read shaft sum",
    "killercage": "add cage caged dashed different dotted equal killer sum surrounded upper",
    "littlekillersum": "add arrow arrowed diagonal equal killer little point pointed sum",
    "sandwichsum": "add between sandwich sandwiches sandwiched strictly sum",
    "xsum": "add sum",
    "skyscraper": ("behind block blocked building height hidden hide observer skyscraper tall taller view visible"),
    "odd": "circle circled odd parity",
    "even": "even parity",
    "minimum": "arrow local low lower lowest minima minimum smallest strictly surrounding",
    "maximum": ("arrow bigger fortress greater high higher highest largest local maxima maximum strictly surrounding"),
    "extraregion": "additional extra",
    "clone": "arrangement clone cloned identical position reflection relative rotation",
    "quadruple": "circle circled intersection quad quadruple surrounding touched",
    "difference": "between circle consecutive differ difference dot kropki negative sequential",
    "ratio": "between black circle dot double half kropki negative ratio time twice",
    "xv": "between add roman sum ten xv",
    "thermometer": (
        "ascending branche bulb circular end increase increasing move round start starting strictly "
        "thermo thermometer tip tube"
    ),
    "slowthermometer": "bulb decrease end equal increase increasing slow start starting stay thermo thermometer",
    "palindrome": "backward end forward palindrome palindromic read sequence",
    "betweenline": "between bulb circle circled end endpoint inclusive lie strictly",
    "renban": "consecutive magenta nonrepeating pink purple renban sequence violet",
    "whispers": "between differ difference dutch german green orange stripe whisper",
    "regionsumline": (
        "blue cross crosse different differing divide divided enter equal individual pass passe "
        "passing portion section segment separately split sum time travel"
    ),
    "entropicline": (
        "consecutive entropic entropie entropy gold high highest low lower lowest medium mid middle "
        "orange peach sequence sequential successive three"
    ),
    "modularline": (
        "complete consecutive different divided dividing mod modular modulo remainder residue "
        "sequence sequential successive teal three"
    ),
    "nabner": "consecutive difference different gold nabner position regardless yellow",
    "doublearrow": "arrow between circle double end endpoint equal sum",
    "zipperline": "add center central centre distance equal equidistant lavender middle odd purple sum zipper",
    "lockout": "between blue diamond differ end endpoint lie lockout",
    "rowindexer": "index indexe indexer indexing position red",
    "columnindexer": "index indexe indexer indexing position red true",
    "boxindexer": "index indexe indexer indexing position",
    "poweroftwo": "power",
    "prime": "prime",
    "inequality": "abide greater inequality point pointing relationship sign",
    "foglight": (
        "around clear cleared correctly cover covered entered entering fog foggy lift logical "
        "partially remove removed reveal revealed war"
    ),
    "regions": "irregularly jigsaw",
}
"""For each key of the JSON, the words that the usual rules of its clues have besides."""

NUMBERS = {
    "whispers": "4 5",
    "xv": "5 10",
    "quadruple": "4",
    "difference": "1",
    "ratio": "1",
    "sandwichsum": "1",
    "entropicline": "1 2 3 4 5 6 7 8 9 123 456 789",
    "modularline": "0 1 2 3 147 258 369",
    "columnindexer": "1 5 9 159",
    "rowindexer": "1 5 9 159",
    "clone": "3 4",
}
"""For each key of the JSON, the numbers that the usual rules of its clues have; all may say ``2``."""

CHANGING = (
    r"\b(?:less|more|fewer|least|most|than|not|never|cannot|no|nor|neither|none|without|unlike|except|only|exactly"
    r"|inclusive|outside|opposite|same|equals?|identical|different|unequal|towards?|to (?:the|its) bulb|order|others?"
    r"|twice|may|can|might|could|allowed|rotations?|reflections?|hidden|hide|odd|even|larger|smaller|greater|lower"
    r"|higher|are consecutive|decreas(?:e|es|ing)|squared|square numbers?|prime|sudoku[ -]x|x[ -]sudoku)\b|n't\b"
)
"""Usual words that change what a clue means, unless they stand in a phrase of its kind (`PHRASES`)."""

_MAY_REPEAT = r"(?:may|can|might|could) (?:be )?repeat\w*"
_NOT_REPEAT = (
    r"(?:(?:may|can|must|do|does|should) ?(?:not|never)|(?:can|do|don|must)'?n?'t|cannot|never|no|non|not|without)[ -]?"
    r"(?:(?:any|be|contain|have) )?(?:repeat\w*|repetition)(?: digits?| numbers?)?|different digits"
    r"|no (?:digit|number) repeats"
)
_HOUSES = r"rows?\b.*\b(?:columns?|box(?:es)?)\b"
_EQUAL = (
    r"(?:the )?same (?:sum|total|number)|an? (?:equal|identical) (?:sum|total)|equal sums|is (?:equal|the same)|equals?"
)
_ORDER = r"(?:in )?(?:any|some|no particular) order|not necessarily in order"
_APART = r"no digits? (?:can|may) see itself|identical digits (?:(?:may|must|can) ?not|never)"
_PLUS = rf"{_NOT_REPEAT}|{_MAY_REPEAT}|exactly once|sudoku[ -]x|x[ -]sudoku"

PHRASES = {
    "": (
        r"",
        r"outside(?: of)? (?:the|this) (?:grid|board)|(?:the |all )?other (?:rules|constraints)|if allowed"
        r"|there are no boxes|(?:there is )?no negative constraints?(?: - other pairs (?:of digits )?may also)?"
        r"|place (?:the )?digits .* without repeats"
        r"|other pairs of digits may also|each other|one another|top[- ]left|at (?:least|most) some",
    ),
    "line": (r"", r"same (?:sum|total|number) (?:in|within) each"),
    "houses": (_HOUSES, rf"{_NOT_REPEAT}|exactly once|once and only once|without|same row"),
    "antiknight": (r"knight", _APART),
    "nonconsecutive": (r"consecutive", r"(?:not|never) be (?:orthogonally )?adjacent"),
    "antiking": (r"king|diagonally", _APART),
    "columnindexer": (r"", r"the same is true"),
    "diagonal+": (r"diagonal|sudoku[ -]x|x[ -]sudoku", _PLUS),
    "diagonal-": (r"diagonal|sudoku[ -]x|x[ -]sudoku", _PLUS),
    "arrow": (r"arrow|pill|bulb", rf"{_EQUAL}|{_MAY_REPEAT}"),
    "killercage": (
        r"\bcage|killer",
        rf"{_NOT_REPEAT}|is equal to|equals? (?:to )?the|all different|{_MAY_REPEAT} if|repeats\b.* (?:is|are) allowed",
    ),
    "littlekillersum": (
        r"diagonal|little|arrow",
        rf"{_MAY_REPEAT}|not necessarily|is equal to|equals? the|without an arrow",
    ),
    "sandwichsum": (r"sandwich|between", r"(?:is|are) equal to|without an arrow"),
    "skyscraper": (
        r"skyscraper|building|height|hides? smaller",
        r"(?:taller|higher|larger|greater|bigger) (?:than|ones|buildings?|digits|skyscrapers|numbers)"
        r"|(?:smaller|lower|shorter) (?:ones|buildings?|digits|skyscrapers|numbers)?"
        r"|(?:are |is |be )?hidden (?:by|behind)|(?:can(?:not| not|'t)?|may) (?:be )?(?:see\w*|hid\w*|block\w*)|hides?"
        r"|not (?:visible|seen)",
    ),
    "odd": (r"", r"circles?\b(?:(?!\beven\b|\bsquares?\b)[^,;])*\bodd|odd\b[^,;]*\bcircles?|(?<=, )odd(?=,|$)"),
    "even": (r"", r"squares?\b(?:(?!\bodd\b|\bcircles?\b)[^,;])*\beven|even\b[^,;]*\bsquares?|(?<=, )even(?=,|$)"),
    "minimum": (r"", r"(?:lower|smaller|less|lowest|smallest) than"),
    "maximum": (r"", r"(?:greater|larger|higher|bigger) than"),
    "extraregion": (r"region|shaded|area|gr[ea]y|cage", rf"{_NOT_REPEAT}|exactly once"),
    "clone": (
        r"",
        r"without (?:rotation|reflection)(?: (?:or|and) (?:rotation|reflection))?|(?:be |are )?identical"
        r"|(?:no|not) (?:rotat|reflect)\w+|(?:the |exactly the )?same (?:digits?|relative|arrangement|positions?|order"
        r"|numbers?|place)",
    ),
    "quadruple": (r"circle|quad|intersection", rf"at least once|at least (?:1|one) of|{_ORDER}"),
    "difference": (r"dot|kropki|circle|consecutive", rf"are consecutive|exactly 1\b|{_ORDER}"),
    "ratio": (
        r"dot|kropki|circle",
        r"twice|(?:1|one) (?:is|digit is|must be|contains) (?:exactly )?(?:double|twice)|the other",
    ),
    "xv": (r"\b[xv]\b", r"exactly (?:5|10)"),
    "thermometer": (
        r"thermo|bulb",
        r"towards? (?:the|its) (?:tip|end|tube|top)"
        r"|(?<!least \d )(?<!\d )(?:larger|greater|higher) than (?:the )?(?:previous|preceding|1 before|one before)",
    ),
    "slowthermometer": (
        r"thermo|bulb",
        r"or (?:stay|remain|be) (?:equal|the same)|(?:can|may|might) (?:stay|remain|be) (?:equal|the same)"
        rf"|(?:do|must|may|can) ?not decrease|cannot decrease|never decrease|don't decrease|{_MAY_REPEAT}|or equal to",
    ),
    "palindrome": (r"palindrom|reads?\b", r"the same|same (?:digits|order|forwards?|sequence)"),
    "betweenline": (r"between|circle|end", r"not inclusive|not including"),
    "renban": (
        r"",
        rf"{_ORDER}|{_NOT_REPEAT}|are consecutive|(?:that |which )?(?:can|may) (?:appear |be |occur )?{_ORDER}",
    ),
    "whispers": (r"", r"at least \d|\d or (?:more|greater|higher)|(?:no|not) less than \d|a minimum of \d"),
    "regionsumline": (
        r"",
        rf"{_EQUAL}|(?:the |an? )?(?:same|equal)\b(?! digits?\b)|more than (?:1|one)"
        rf"|different lines .*\bdifferent (?:sums|totals)|(?:may|can)(?: or may not)? (?:have|be) different"
        rf"(?: sums| totals)?(?: (?:for|on|between) different lines)?|{_MAY_REPEAT}",
    ),
    "entropicline": (r"", rf"{_ORDER}|{_MAY_REPEAT}|(?:the )?same"),
    "modularline": (r"", rf"{_ORDER}|{_MAY_REPEAT}|(?:the )?same|different (?:remainder|residue|value)s?"),
    "nabner": (
        r"",
        rf"{_NOT_REPEAT}|(?:no 2|cannot|never|not|no) .*\bconsecutive(?: or the same)?|are not consecutive",
    ),
    "doublearrow": (r"", rf"{_EQUAL}|{_MAY_REPEAT}"),
    "zipperline": (r"", rf"{_EQUAL}|equal distance|odd[ -]lengths?|odd number of cells|of odd length|sum to the same"),
    "lockout": (
        r"",
        r"at least \d|not (?:be |lie )?(?:between|equal|in)|outside|cannot (?:be |lie )?(?:between|in)|or equal",
    ),
    "inequality": (r"", r"(?:smaller|lower|larger|greater|higher|less)(?: than)?"),
    "foglight": (r"^(?=.*\bfog)(?!.*\b(?:sums?|arrows?|cages?|lines?|thermos?|dots?|circles?|quads?)\b)", r".*"),
}
"""For each key of the JSON, a pattern of its name, and the usual phrases with words of `CHANGING`.

The phrases count in sentences with that name; those of the empty key and of ``houses`` count in every puzzle.
"""
