"""What prose says about lines: the rules, and the words of the sentences that state them."""

from __future__ import annotations

from puzzledsl.formats.drawings.statements import rule

_ON = r"(?=.*\b(?:lines?|whispers?|renbans?|loops?|wires?|vines?|stems?|strings?)\b)(?!.*\bdots?\b)"
_NEXT = (
    "adjacent neighboring neighbor neighbors neighbour consecutive successive "
    "next orthogonally diagonally each other another beside differ"
)
_GAP = f"""ends pair strong hollow loop acts tinsel differ differs difference differences at least minimum min more
    apart striped
    value values german dutch whisper whispers whispering amsterdam {_NEXT} greater equal differing"""
_SEGMENTS = """wherein n box boxes border borders boundary boundaries divide divides divided split splits
    dividing into segment
    segments section sections part parts portion portions same equal sum sums total totals add adds up region
    regions different differ may individual visits visit passes pass through line's value identical its single
    time times enters exits whose summing though separate another within crosses edges 's they x lines' single
    where between cut cuts separated separate separates not necessarily bold"""
_SET = """unbroken striped set sets sequence group series string non nonrepeating non-repeating repeat repeats
    repeated repeating unique
    distinct different consecutive sequential any order some no not without renban renbens renbans form forms
    necessarily arranged appear but may ascending made up values which run order duplicates cannot do infinite
    chosen integer integers order particular numerical comprised consist consists exactly once"""
_MIRROR = """center equidistant distance equal away without bulbs palindrome palindromes palindromic
    palindromatic sequence string read reads reading same both
    either direction directions forward forwards backward backwards back ways way ends end sequence whether from
    way's identical mirror order side sides appear means meaning"""
_THIRDS = """residue residues class classes modulo remainder remainders sequential segment striped striped taken 3-cell
    length middly alternates entropic entropy any set sets group groups sequence run runs consecutive adjacent
    successive contiguous low lows lower middle mid medium high higher at least exactly include includes
    including following least digit's one from least both neighboring complete"""
_EVEN = (
    "alternate at same cannot differ ones odds evens alternates alternating "
    "parity parities odd even opposite different adjacent neighboring consecutive "
    "differ successive next"
)
_ZIP = """zipper zippers equal equidistant distance equally same distant away center middle central sum sums summing add
    adds up total totals pairs pair line's circle circled their marked value dot spot up digit located odd
    length with"""
_BETWEEN = """between strictly circle circles circled ends end value values endpoints bulb bulbs greater smaller
    larger less lie lies numerically exclusive sandwiched"""

_SOME = (
    r"(?:.* )?(?:no|none|not|some|one|all but|either|only|exactly|least|most|half|other|if|which|that|where|when"
    r"|any of|\d+ of) "
)
"""Words before ``lines`` that say that not all are meant."""
PAIRWISE = (
    *("whisper", "parity", "close", "factors", "two_differences", "pair_sums", "pair_sum_least", "pair_sum_prime"),
    *("low_high", "same_difference"),
    *("far_or_small", "multiples_of_difference", "neighbors_apart"),
)
"""Rules about neighbours on a line, for which it does not matter where one line ends and another begins."""
_NAMES = (
    ("zipper", "zipper"),
    ("palindrome", "palindromes?"),
    ("parity", "parity"),
    ("nabner", "nabner"),
    ("modular", "modular"),
    ("entropic", "entropic"),
    ("renban", "renbans?"),
    ("index", "index"),
)
"""Rules that a sentence may name without saying what they mean."""
CONDITIONS = (
    (
        "hidden_bulb",
        r".*slow thermometer.*(?:invisible|hidden|unknown) bulb at one end",
        "slow thermometer thermometers invisible hidden unknown bulb end",
        "increasing(line) or increasing(reverse(line))",
    ),
    (
        "ambiguous_thermo",
        r"(?=.*\bbulbs? of the lines need to be (?:deduced|determined) by the solver).*",
        "ambiguous thermo thermos bulb bulbs deduced determined solver",
        "thermo(line) or thermo(reverse(line))",
    ),
    (
        "ambiguous_thermo",
        r".*\bdigits along (?:the )?thermometers must increase from the bulb to the tip,? which can be (?:on|at) "
        r"either end and "
        r"(?:are|is) to be (?:deduced|determined)(?: by the solver)?$",
        "thermometer increase from bulb tip which can on either end to be deduced determined solver must along",
        "thermo(line) or thermo(reverse(line))",
    ),
    (
        "different_differences",
        r".*\bno (?:2 )?pairs? of adjacent digits .*\b(?:may|can) have the same difference$",
        "no pair adjacent may can have same difference",
        "alldifferent([abs(a - b) for a, b in pairs(line)])",
    ),
    (
        "renban_or_region_sum",
        r"(?=.*\b(?:are|is) either (?:renban(?: lines?)? or region[- ]sum|region[- ]sum(?: lines?)? or renban) "
        r"lines?$)",
        "renban region sum region-sum",
        "renban(line) or region_sum(line)",
    ),
    (
        "two_of_three",
        r".*\beach line(?: in the (?:puzzle|grid))? is exactly 2 of modular, entropic,? (?:or|and) parity$",
        "exactly modular entropic parity ambiguou ambiguous",
        "count(held for held in [modular(line), entropic(line), parity(line)]) == 2",
    ),
    (
        "disordered_renban",
        r".*\bconsecutive set that must (?:appear|be) out of order$",
        "consecutive set appear out order must",
        "renban(line)\n    not increasing(line)\n    not increasing(reverse(line))",
    ),
    (
        "multiples_of_difference",
        r".*\badjacent along a .*line, then x as well as y has to be an integer multiple of the difference "
        r"between x and y",
        "adjacent well integer multiple difference x y",
        "for a, b in pairs(line):\n        a mod abs(a - b) == 0 and b mod abs(a - b) == 0",
    ),
    (
        "center_like_ends",
        r".*\b(?:central|middle) digit on the line .*is the same as the digits? on the ends of the line$",
        "addition central middle circle same ends golden",
        "line[(len(line) + 1) div 2] == first(line)\n    first(line) == last(line)",
    ),
    (
        "neighbors_apart",
        r".*\badjacent digits on the [a-z]+ lines(?: and the arrows)? are different and not consecutive$",
        "additionally adjacent arrow different not consecutive",
        "for a, b in pairs(line):\n        abs(a - b) >= 2",
    ),
    (
        "far_or_small",
        r".*\bmust either differ by at least 5,? or sum to at most 5$",
        "segment differ least sum most",
        "for a, b in pairs(line):\n        abs(a - b) >= 5 or a + b <= 5",
    ),
    (
        "divisors",
        r".*\bhave to be divisors of the (?:maximum|largest|highest) digit on the line$",
        "only divisor divisors maximum largest highest",
        "for a in line:\n        max(line) mod a == 0",
    ),
    (
        "square_number",
        r".*\bevery 2-cell .*lines? can be read as a square number in one direction or the other$",
        "read square direction cell",
        "number(line) in {1, 4, 9, 16, 25, 36, 49, 64, 81} or number(reverse(line)) in {1, 4, 9, 16, 25, 36, "
        "49, 64, 81}",
    ),
    (
        "average",
        r".*\bdigit in (?:the|a|its) circle is the (?:exact )?(?:average|mean|arithmetic mean) of the digits "
        r"(?:on|along) the (?:[a-z]+ )?line$",
        "circle exact average mean arithmetic along",
        "",
    ),
    (
        "half_sum",
        r".*\bcontains? a digit (?:that is )?equal to half (?:of )?the sum of its digits$",
        "equal half sum its",
        "any(2 * a == sum(line) for a in line)",
    ),
    (
        "bounded",
        r".*\bfirst ?/ ?last digits on (?:this|the|each|an?) line are the minimum and maximum$",
        "bounded first last minimum maximum",
        "min(line) == min(first(line), last(line))\n    max(line) == max(first(line), last(line))",
    ),
    (
        "ends_sum",
        r".*\b(?:endpoints|ends|end digits|end cells) of an? [\w ]*lines? (?:must )?(?:sum|add up) to (?P<n>\d+)$",
        "endpoint end must sum add up",
        "first(line) + last(line) == {n}",
    ),
    (
        "ends_gap",
        r".*\b(?:endpoints|ends|end digits|end cells) of an? [\w ]*lines? (?:must )?differ by at least (?P<n>\d)$",
        "endpoint end must differ at least",
        "abs(first(line) - last(line)) >= {n}",
    ),
    (
        "pair_sums",
        r".*\b(?:adjacent|neighboring|successive) (?:pairs? of )?(?:digits|cells|numbers)\b.*"
        r"(?<!at least )(?<!at most )"
        r"\b(?:sums?|adds?)(?: up)? to (?P<n>\d+)(?: or (?P<m>\d+))?$",
        "adjacent neighboring successive pair sum add up every must not repeat along do",
        "for a, b in pairs(line):\n        a + b in {{n}, {m}}",
    ),
    (
        "pair_sum_least",
        r".*\b(?:adjacent|neighboring|successive) (?:pairs? of )?(?:digits|cells|numbers|values)\b.*"
        r"\b(?:sums?|adds?)(?: up)? to at least (?P<n>\d+)$",
        "adjacent neighboring successive pair sum add up every must along any at least",
        "for a, b in pairs(line):\n        a + b >= {n}",
    ),
    (
        "pair_sum_prime",
        r".*\b(?:adjacent|neighboring|successive) (?:pairs? of )?(?:digits|cells|numbers|values)\b.*"
        r"\b(?:sums?|adds?)(?: up)? to a prime(?: number)?$",
        "adjacent neighboring successive pair sum add up every must along any prime number",
        "for a, b in pairs(line):\n        a + b in {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31}",
    ),
    (
        "square",
        r".*sum to the square of the (?:largest|highest) digit",
        "sum square largest highest",
        "sum(line) == max(line) ^ 2",
    ),
    (
        "factors",
        r".*(?:integer quotient|\b(?:one|1) can be divided by the other to give an (?:exact )?integer"
        r"|the larger (?:digit )?is an? (?:integer )?multiple of the smaller|(?:one|1) (?:digit )?(?:is|must "
        r"be|being) an? (?:factor|multiple|divisor) of)",
        "factor factors adjacent integer quotient multiple divisor neighboring divided give exact larger smaller "
        "any can",
        "for a, b in pairs(line):\n        a mod b == 0 or b mod a == 0",
    ),
    (
        "two_differences",
        r".*\b(?:adjacent|neighboring)\b.*\b(?:difference of|differ by)(?: either| exactly)* (?P<n>\d) or (?P<m>\d)$",
        "adjacent neighboring difference differ by either exactly",
        "for a, b in pairs(line):\n        abs(a - b) in {{n}, {m}}",
    ),
    (
        "same_difference",
        (
            r"(?!.*segment).*(?:adjacent|neighbou?ring|neigbouring).*(?:always )?(?:have|"
            r"has|with) the same difference"
        ),
        "same difference adjacent neighboring neigbouring always any constant",
        "for a, b, c in windows(line, 3):\n        abs(a - b) == abs(b - c)",
    ),
    (
        "low_high",
        r".*alternate between low \(1234\) and high \(6789\)",
        "alternate low high",
        "for a, b in pairs(line):\n        a < 5 and b > 5 or a > 5 and b < 5",
    ),
    (
        "multiple_of_3",
        r".*(?:group|set|run|sequence) of 3 (?:digits|cells|values).*sums? to a multiple of 3$",
        "consecutive any group set run sequence sum sums multiple",
        "for run in windows(line, 3):\n        sum(run) mod 3 == 0",
    ),
    (
        "multiple_of_5",
        r".*(?:group|set|run|sequence) of 3 (?:digits|cells|values).*sums? to a multiple of 5$",
        "consecutive any group set run sequence sum sums multiple",
        "for run in windows(line, 3):\n        sum(run) mod 5 == 0",
    ),
    (
        "no_neighbors",
        r"if a digit appears on the line then digits consecutive with it must not appear",
        "appears appear not consecutive",
        (
            "for v in lowest..highest - 1:\n        not (any(cell == v for cell in line)"
            " and any(cell == v + 1 for cell in line))"
        ),
    ),
)
"""Rules about lines that are conditions: name, pattern, vocabulary, and the block of a rule in the language."""
RULES = (
    rule(
        "whisper",
        "line",
        (
            rf"^{_ON}(?!.*\bor (?:they |else )*(?:are|be|is|identical|the same|equal(?! to \d)))"
            rf".*(?:(?:differ\w*|apart|difference of)\b.{{0,40}}?(?:at least|minimum "
            rf"of|minimum|or more than|>=|greater than or equal to)(?: of| by)? (?P<n1>\d)"
            rf"|minimum difference of (?P<n2>\d)|(?:differ\w*|difference).{{0,30}} (?P<n3>\d)"
            rf" or (?:more|greater|higher)|at least (?P<n4>\d) (?:apart|different|higher)"
            rf")"
        ),
        _GAP,
    ),
    rule("whisper", "line", r"\bgerman whisper", _GAP, value=5),
    rule(
        "whisper",
        "line",
        r"^the (?P<noun>[\w-]+) lines are german whisper lines (?:whereby|where) adjacent digits "
        r"(?:upon|on|along) the "
        r"line must differ by at least (?P<n>\d)$",
        _GAP + " whereby upon where they",
    ),
    rule("whisper", "line", r"\bdutch whisper", _GAP, value=4),
    rule(
        "whisper",
        "line",
        r"\bany (?:2|two) cells directly connected by a german whisper must differ by at least (?P<n>\d)$",
        _GAP + " any directly",
    ),
    rule(
        "whisper",
        "line",
        r"^[a-z ]*\(german whispers\): the (?P<noun>[a-z]+) are whispering to each other along the "
        r"(?P<noun2>[a-z]+) lines$",
        _GAP,
        value=5,
    ),
    rule(
        "renban",
        "line",
        r"^[a-z ]*\(renban\): the (?P<noun>[a-z]+) are connected by [a-z]+ (?P<noun2>[a-z]+ )?lines$",
        _SET,
    ),
    rule(
        "renban",
        "line",
        (
            rf"^{_ON}(?!.*\brepeats? once|.*\b(?:1|may|can|digits?) repeat)"
            rf"(?!.*\b(?:palindrom|nabner|cannot|must not|adjacent|no 2|(?:any|every|each)"
            rf" (?:sequence|set|group|run|\d)))(?=.*\b(?:consecutive|sequential|renban|"
            rf"sequence)).*(?:\bset\b|any order|sequence|group|series|renban|repeat|some "
            rf"order)"
        ),
        _SET,
    ),
    rule(
        "palindrome",
        "line",
        r"^(?=.*\b(?:lines?|palindromes?)\b)(?:.*\bpalindrom\w*|.*\breads? the same"
        r"|.*\bnumbers on the line are the same in both directions$)",
        _MIRROR,
    ),
    rule(
        "region_sum",
        "line",
        (
            rf"^{_ON}(?=.*\b(?:box|region|border|segment)\w*)(?=.*\b(?:sums?|totals?|add|"
            rf"equal value))(?=.*(?:same|equal|identical))"
        ),
        _SEGMENTS,
        asides=r"all [\w -]*lines (?:do )?cross at least one (?:\w+ )?border",
    ),
    rule(
        "region_cut",
        "part",
        (
            r"^(?=.*\b(?:box|region)(?:es)?\b).*(?:borders?|boundar\w+) (?:divide|split|"
            r"separate|cut)|lines?.*(?:divided|split) .*by .*(?:border|box)"
        ),
        _SEGMENTS,
        asides=r"all [\w -]*lines (?:do )?cross at least one (?:\w+ )?border",
    ),
    rule(
        "segment_sum",
        "part",
        (r"^(?=.*\b(?:segment|section|part|portion)s?\b)(?=.*\b(?:sums?|totals?)\b)" r".*(?:same|equal|identical)"),
        _SEGMENTS,
        asides=r"all [\w -]*lines (?:do )?cross at least one (?:\w+ )?border",
    ),
    rule(
        "nabner",
        "line",
        rf"nabner|^{_ON}.*no (?:2 )?digits .*(?:consecutive|same)",
        (
            "nabner anywhere no not consecutive same different may repeat repeated or "
            "identical be cannot contain digits any other value values unique even adjacent "
            "nor regardless position distance"
        ),
    ),
    rule(
        "entropic",
        "line",
        (
            r"^(?=.*\b(?:lines?|entrop\w+)\b)(?!.*2x2|.*alternate between).*(?:\blow\b.*\bhigh\b|1[, /&]*(?:or "
            r"|and )?2[, /&]*(?:or |and )?3\b.*7[, /&]*(?:or |and )?8[, /&]*(?:or |and "
            r")?9\b)"
        ),
        _THIRDS,
        asides=r"[123](?:,? (?:or )?[123])+|[456](?:,? (?:or )?[456])+|[789](?:,? (?:or )?[789])+",
    ),
    rule(
        "modular",
        "line",
        (
            r"^(?=.*\b(?:lines?|modular)\b).*(?:1[, /&]*(?:or |and )?4[, /&]*(?:or |and "
            r")?7\b.*3[, /&]*(?:or |and )?6[, /&]*(?:or |and )?9|modulo 3|mod 3|remainders?.* "
            r"(?:divided|division) by 3|\bmodular\b)"
        ),
        _THIRDS + (" after modular modulo mod different remainder remainders when divided by each division"),
        asides=r"\{1, ?4, ?7\},? \{2, ?5, ?8\},? (?:and )?\{3, ?6, ?9\}",
    ),
    rule(
        "parity",
        "line",
        (
            rf"^{_ON}(?=.*\b(?:alternat\w*|different|opposite|differ|1 odd|one odd|one "
            rf"even|an odd|odd digit|both)\b)(?:.*\b(?:parity|parities)\b|.*\bodd\b.*\beven\b|"
            rf".*\beven\b.*\bodd\b)"
        ),
        _EVEN,
    ),
    rule(
        "zipper",
        "line",
        r"(?:equal(?:ly)? distan\w+|equidistant|same distance).*(?:center|middle)",
        _ZIP,
        asides=r"(?:noted|marked|shown) by a (?:small )?dot",
    ),
    rule(
        "between",
        "line",
        (
            rf"^{_ON}(?=.*\bbetween\b)(?!.*\bdiamonds?\b)(?!.*(?:sum|total|outside)).*(?:circle|"
            rf"\bends\b|endpoint|bulb)"
        ),
        _BETWEEN,
    ),
    rule(
        "distinct",
        "line",
        rf"^{_ON}.*(?:(?:not|never|cannot|n't) repeat|all different)(?!.*(?:consecutive|sum))",
        ("not repeat repeated repeats may cannot do don't never any all different no unique"),
    ),
    rule(
        "sum_line",
        "line",
        (
            rf"^{_ON}(?=.*\b(?:consists|broken|divided|split|group|segment|section|made)"
            rf").*\b(?:sums?|adds?|summing) (?:up )?to (?P<n1>\d+)"
        ),
        (
            "broken consists numerous divided divide split into one more group groups "
            "segment segments section sections contiguous continuous of adjacent consecutive "
            "sum sums add up up-to non-overlapping which non overlapping be can separate "
            "at least without overlap consecutive ten 's summing adding wholly completely strings string"
        ),
    ),
    rule(
        "double_arrow",
        "line",
        rf"^{_ON}(?=.*circles?)(?:.*sum.*(?:equals?|equal to|same sum as|same).*(?:sum|circles)|.*\bsame sum as\b)",
        (
            "sum equals equal double arrow arrows circle circles circled ends end between "
            "is same the either connecting line's have"
        ),
    ),
    rule(
        "index",
        "line",
        r"^(?=.*\bline)(?:.*\bnth (?:cell|digit)\b.*position.*\bn\b)",
        (
            "circle circled nth index indexing n indicate indicates position starting "
            "diamond appears where digit from start positions line's along"
        ),
    ),
    rule(
        "close",
        "line",
        (
            rf"^{_ON}.*(?:differ\w*|difference|apart)\b.{{0,30}}?(?:at most|no more than|"
            rf"maximum of|up to)(?: of| by)? (?P<n1>\d)"
        ),
        _GAP + " most no maximum up",
    ),
    rule(
        "two_consecutive",
        "line",
        r"^(?:the )?digits (?:on|along) an? [a-z ]*line (?:must be|are) consecutive$",
        "must consecutive along",
        alone=True,
    ),
    rule(
        "fibonacci",
        "line",
        r"^digits (?:on|along) an? [a-z ]*line form a fibonacci sequence$|^[a-z ]*lines are fibonacci lines$",
        "fibonacci sequence along",
        alone=True,
    ),
    rule(
        "fibonacci_start",
        "part",
        r"^the line starts with a small digit followed by a consecutive digit$"
        r"|^one (?:edge|end) of the line has the smallest digit,? followed by a consecutive digit$",
    ),
    rule(
        "fibonacci_next",
        "part",
        r"^(?:from there,? )?every (?:next|other) digit (?:on the line )?(?:will be|is|must be) the sum of the "
        r"(?:previous 2|2 previous) digits$",
    ),
    rule(
        "rising_segments",
        "part",
        r"^(?:the )?segment totals must (?:increase|rise) from (?:1|one) end of the line to the other$",
    ),
    rule(
        "segment_totals",
        "part",
        r"^each segment's total is (?:found by summing|the sum of) the digits on (?:that|the) segment$",
    ),
    rule(
        "thermo_lines",
        "part",
        rf"^(?:the )?(?!{_SOME})[a-z -]{{3,30}} lines are thermometers$",
        "thermometer",
        alone=True,
    ),
    rule("close", "line", rf"^{_ON}.*(?:differ\w*|difference) .{{0,20}}(?P<n1>\d) or less", _GAP + " less"),
    rule(
        "region_sum",
        "line",
        r"\blines? (?:are|is) (?:an? )?(?:region|equal)[- ]sum lines?$",
        _SEGMENTS,
        asides=r"all [\w -]*lines (?:do )?cross at least one (?:\w+ )?border",
    ),
    rule(
        "cut_freely",
        "part",
        rf"^{_ON}(?!.*\b(?:box|region|border)\w*)"
        r".*\b(?:divided|split|broken|partitioned) (?:up )?into (?:one or more |two or more |several |a number "
        r"of )?(?:non-?overlapping |contiguous |connected )*(?:segments|groups|sections|parts)$",
        "divide split broken partition up into one more several non-overlapping non overlapping contiguous connected "
        "segment group section part number entirely",
        alone=True,
    ),
    rule(
        "part_total",
        "part",
        r"^(?:each|every|all)(?: of these| such)? (?:segment|group|section|part)s?\b[\w' ]* (?:sums?|adds?)(?: "
        r"up)? to (?P<n>\d+)$",
        "segment group section part sum add up digit's whose",
        alone=True,
    ),
    rule(
        "total",
        "line",
        (
            rf"^{_ON}(?!.*(?:segment|group|divided|box|broken|split|section|circle)).*(?:digits "
            rf"that sum|sums?|adds?|summing)(?: up)? to (?P<n1>\d+)$"
        ),
        "sum sums add adds up to ten along total",
    ),
    rule("all_odd", "line", rf"^{_ON}(?!.*even).*only (?:contain )?odd", "only odd"),
    rule("all_even", "line", rf"^{_ON}(?!.*odd).*only (?:contain )?even", "only even"),
    rule(
        "steps",
        "line",
        (
            rf"^{_ON}.*(?:adjacent|neighboring).*(?:consecutive (?:digits|values|numbers)"
            rf"?$|are consecutive|be consecutive|differ by exactly 1$)"
        ),
        _GAP + " exactly",
    ),
    rule(
        "peas",
        "line",
        r"(?=.*\bsums?\b)(?=.*\bcircles\b)(?:.*concatenation|.*2[- ]digit number)",
        (
            "pea peas split sum strictly between circles equal concatenation values "
            "order some either made using formed two-digit 2-digit by written concatenating "
            "attached ends end both"
        ),
    ),
    rule(
        "peas_digits",
        "part",
        r"^the '?tens'? digit of this sum is in (?:one|1) circle and the '?units'? digit is in the other circle$",
    ),
    rule(
        "peak_at_end",
        "line",
        (r"^(?:in this puzzle, )?the (?:largest|highest) digit on each line must be " r"at one of the line's ends"),
        "largest highest line's ends must",
    ),
    *(
        rule(
            name,
            "line",
            rf"^{_ON}(?!.*\b(?:one|none|some|either|half|most|\d) of\b|.*\bbut (?:one|\d)\b)"
            rf".*\b(?:are|is|acts as|act as)(?: all)?(?: an?)? {said}(?: lines?)?$",
            ("acts act all zipper palindrome palindromes parity nabner modular entropic renban renbans index between"),
        )
        for name, said in _NAMES
    ),
    *(
        rule(
            name,
            "line",
            rf"^(?:the )?(?!{_SOME})(?P<noun>[a-z -]{{3,70}}?) lines (?:are|act as|behave as) {said}(?: lines?)?$"
            rf"|^(?:normal|standard|regular|usual|classic) {said} lines?(?: rules apply| apply)?$",
            "normal standard regular usual classic act behave zipper palindrome palindromes parity nabner "
            "modular entropic "
            "renban renbans index between rules apply",
        )
        for name, said in _NAMES
        if name != "index"
    ),
    *(
        rule(name, "line", rf"^{'' if name == 'ambiguous_thermo' else _ON}{says}", words)
        for name, says, words, _ in CONDITIONS
    ),
    rule(
        "one_of_each",
        "line",
        rf"^{_ON}.*\b(?:(?:set|sequence|run|group) of (?P<n1>\d)|(?P<n2>\d)-cell "
        rf"(?:set|sequence|run)).*\b(?:digits?|one)"
        r"(?: each)? from (?:each of the following sets: )?(?:the )?[{(]",
        _THIRDS + " sequential hollow biased beige tentropic run yellow turquoise consecutive",
        alone=True,
    ),
    rule(
        "lockout",
        "line",
        rf"^{_ON}.*(?:can|may|must) ?not be between or equal to the digits in the diamonds",
        "not between equal diamonds ends end can",
        alone=True,
    ),
    rule(
        "lockout_ends",
        "whole",
        r"^the digits in the diamonds at the ends of (?:a|the|each) line must differ by at least 4$",
    ),
    rule("box_total", "line", rf"^{_ON}.*\b(?:add|adds|sum|sums)(?: up)? to (?P<n>\d+) in each 3x3 box$", _SEGMENTS),
    rule(
        "counting_lines",
        "line",
        r"\bdigit on a line (?:of color (?P<color>\w) )?(?:indicates|counts) how many times that digit appears "
        r"(?:across|on) "
        r"all lines (?:in the grid|of color \w)$",
        "counting counts how many times appears across c constraints",
        alone=True,
    ),
    rule("indicated_sum", "line", r"^digits (?:along|on) lines do not repeat and must sum to the indicated value$"),
    rule("unique_lines", "whole", r"^each line contains a unique (?:collection|set) of digits$"),
    rule(
        "unknown_sums",
        "line",
        r"^each n-sum line can be (?:divided|split|cut) into (?:2|two) or more non-?overlapping groups of "
        r"adjacent digits "
        r"that sum to n$",
    ),
    rule("sums_differ", "whole", r"^no (?:2|two) lines have the same value (?:for|of) n$"),
    rule(
        "look_and_say",
        "line",
        rf"^{_ON}both digits on the (?:endpoints|ends) of an? \w+ line form a look-and-say clue$",
        "both endpoints ends look say clue form",
        alone=True,
        asides=r"which can be equal",
    ),
    rule("central_cross", "whole", r"^the central cross is a single line$"),
    rule("row_sum", "line", rf"^{_ON}.*same (?:sum|total|value).* (?:each|every) row", _SEGMENTS + " row rows"),
    rule(
        "sequence",
        "line",
        rf"^{_ON}.*arithmetic (?:sequence|progression)",
        "arithmetic sequence progression form forms some direction",
    ),
)

OF_ALL = (
    rule(
        "counts_itself",
        "line",
        r"^(?:in addition,? |also,? )?(?:a|each|every|the) digit on (?:a|each|every|the) line "
        r"(?:indicates|counts|shows|is) (?:the number of times|how many times|how often) (?:it|that digit|this digit) "
        r"(?:appears|occurs) on (?:that|its|this|the same) line$",
    ),
    rule(
        "subset_segments",
        "line",
        r"^if a digit (?:appears|occurs|is) in a segment of length n,? it must (?:also )?(?:appear|occur|be) in "
        r"(?:all|every) segments? of length n or (?:greater|more|longer) on (?:that|its|the same) line$",
    ),
)
"""Rules about every line, whatever its colour."""
RULE_OF_ALL = {
    "counts_itself": (
        "# Each value of the line is how often it occurs on it.\n"
        "rule counts_itself(line):\n    for n in domain():\n        count(line, n) in {{0, n}}\n"
        "    sum([n * (count(line, n) > 0) for n in domain()]) == len(line)\n"
        '    draw line(line, color = "#76a5af")'
    ),
    "subset_segments": (
        "# The values of each segment between borders are in all segments that are as long, or longer.\n"
        "rule subset_segments(line):\n"
        "    let borders = [k for k in 1..len(line) - 1 where region_of(line[k], {groups}) != "
        "region_of(line[k + 1], {groups})]\n"
        "    let ends = concat([0], borders, [len(line)])\n"
        "    let segments = [line[start + 1..end] for start, end in pairs(ends)]\n"
        "    for short in segments, long in segments, a in short where len(short) <= len(long):\n"
        "        any(a == b for b in long)\n"
        '    draw line(line, color = "#76a5af")'
    ),
}
"""How these are said in the language; ``groups`` are the regions."""
OF_DRAWN = (
    rule(
        "cut_all",
        "part",
        r"^(?:all )?lines are (?P<noun>(?:(?:region|box|segment)-)?subset) lines: box borders (?:divide|split|cut) "
        r"(?:all )?(?:the )?lines into segments$",
    ),
    rule("least_segments", "part", r"^(?:all|the) lines (?:have|consist of|contain) at least (?P<n>\d) segments$"),
    rule(
        "lines_run",
        "part",
        r"^lines (?:travel|move|run|go) orthogonally or diagonally "
        r"(?:through the centers of|between|from cell to) cells?$"
        r"|^(?:they|lines) do not (?:branch(?: and|,| or) (?:do not )?)?(?:cross|intersect) (?:themselves or )?"
        r"(?:each other|other lines)$"
        r"|^all (?:given )?lines (?:are|have) (?:a |of )?different colors?$",
    ),
    rule(
        "hides_line",
        "part",
        r"^(?:a|the) [a-z]+ (?:dot|circle) may hide (?:a )?part of a line$",
        "may hide part dot circle",
        alone=True,
    ),
)
"""What is said of lines that are drawn, and shows in the drawing."""

_KINDS = (
    r"(?:region[- ]sums?|zippers?|renbans?|nabners?|(?:german |dutch "
    r")?whispers?|entropic|modular|palindromes?|parity|index)"
)
ALL_KINDS = rule(
    "all_kinds",
    "whole",
    rf"^(?:an?|all|each|every|the)(?: of the)?(?: [\w-]+)? "
    rf"lines?\b[^.]*\b(?:are|is|acts?|conforms?|follows?|obeys?|must be)\b"
    rf"(?: as| to)? both (?:an? |the |valid )*(?:{_KINDS}(?: lines?)? and (?:an? |valid )*{_KINDS}(?: lines?)?"
    r"|(?:of )?(?:the |these )?(?:rules|rule ?sets|constraints|types))$"
    rf"|^(?P<noun>[a-z -]+ lines are [a-z -]+ lines),? (?:they |which |that |and )+both act as an? {_KINDS}"
    rf"(?: lines?)? and an? {_KINDS}(?: lines?)?$",
    "valid region sum zipper renban nabner german dutch whisper entropic modular palindrome parity conform "
    "follow obey rulesets index they which "
    "acts both constraint type draw",
    alone=True,
)
"""All lines, or all of a colour, have two kinds at once, which other sentences explain."""
TOGETHER = {
    "renban_or_region_sum": ("renban", "region_sum"),
    "two_of_three": ("modular", "entropic", "parity"),
}
"""Rules that name others, whose own sentences then only say what the names mean."""
USUAL = {
    "whisper": ("green",),
    "renban": ("purple", "pink"),
    "region_sum": ("blue",),
    "palindrome": ("gray",),
    "nabner": ("yellow",),
    "entropic": ("peach", "orange"),
    "modular": ("teal",),
    "parity": ("red",),
    "zipper": ("lavender", "purple"),
    "between": ("gray",),
}
"""The colours of lines where the prose names none: a line of that colour is taken if no other rule claims it."""
PARITY = (
    "# Neighbours on the line are odd and even in turn.\nrule parity(line):\n "
    "   for a, b in pairs(line):\n        (a + b) mod 2 == 1\n    draw line(line, "
    'color = "#e06666")'
)
CLOSE = (
    "# Neighbours on the line differ by at most `gap`.\nrule close(line, gap)"
    ":\n    for a, b in pairs(line):\n        abs(a - b) <= gap\n    draw line(line, "
    'gap, color = "#a4c2f4")'
)
PEAS = (
    "# The sum of the inner cells is a number of two digits, which stand at "
    "the ends, in either order.\nrule peas(line):\n    sum(inner(line)) == number([first(line)"
    ", last(line)]) or sum(inner(line)) == number([last(line), first(line)])"
    '\n    draw line(line, color = "#93c47d")\n    draw circle([first(line), '
    "last(line)])"
)
INDEX = (
    "# The cell in position n of the line says where n stands on it.\nrule index_line(line)"
    ':\n    inverse(line, line)\n    draw line(line, color = "#49b8b8")'
)
