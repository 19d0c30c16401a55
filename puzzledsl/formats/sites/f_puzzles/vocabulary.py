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
