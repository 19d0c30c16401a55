"""What neighbours on a line have: differences, parities, sums, factors."""

from __future__ import annotations

from puzzledsl.formats.drawings.line_kinds import ON, kind, says

_NEXT = (
    "adjacent neighboring neighbor neighbors neighbour consecutive successive next orthogonally diagonally each other "
    "another beside differ"
)
_GAP = f"""ends pair strong hollow loop acts tinsel differs difference differences at least minimum min more apart
    striped value values german dutch whisper whispers whispering amsterdam {_NEXT} greater equal differing"""
_NEIGHBORS = r".*\b(?:adjacent|neighboring|successive) (?:pairs? of )?(?:digits|cells|numbers|values)\b.*"
_PAIRS = "for a, b in pairs(line):\n        "

KINDS = (
    kind(
        "whisper",
        says(
            rf"^{ON}(?!.*\bor (?:they |else )*(?:are|be|is|identical|the same|equal(?! to \d)))"
            r".*(?:(?:differ\w*|apart|difference of)\b.{0,40}?(?:at least|minimum of|minimum|or more than|>="
            r"|greater than or equal to)(?: of| by)? (?P<n1>\d)|minimum difference of (?P<n2>\d)"
            r"|(?:differ\w*|difference).{0,30} (?P<n3>\d) or (?:more|greater|higher)"
            r"|at least (?P<n4>\d) (?:apart|different|higher))",
            _GAP,
        ),
        says(r"\bgerman whisper", _GAP, 5),
        says(
            r"^the (?P<noun>[\w-]+) lines are german whisper lines (?:whereby|where) adjacent digits "
            r"(?:upon|on|along) the "
            r"line must differ by at least (?P<n>\d)$",
            _GAP + " whereby upon where they",
            asides=r"in boxes [\d, and]+",
        ),
        says(r"\bdutch whisper", _GAP, 4, asides="(?:connected|adjacent) cells must have a difference of at least 4"),
        says(
            r"\bany (?:2|two) cells directly connected by a german whisper must differ by at least (?P<n>\d)$",
            _GAP + " any directly",
        ),
        form="pieces",
        clue="whisper {n}",
        usual=("green",),
        pairwise=True,
    ),
    kind(
        "parity",
        says(
            rf"^{ON}(?=.*\b(?:alternat\w*|different|opposite|differ|1 odd|one odd|one even|an odd|odd digit|both)\b)"
            r"(?:.*\b(?:parity|parities)\b|.*\bodd\b.*\beven\b|.*\beven\b.*\bodd\b)",
            "alternate at same cannot differ one ones odds evens alternates alternating parity "
            "parities odd even opposite "
            "different adjacent neighboring consecutive successive next",
        ),
        called="parity",
        form="pieces",
        block=_PAIRS + "(a + b) mod 2 == 1",
        note="Neighbours on the line are odd and even in turn.",
        color="#e06666",
        usual=("red",),
        pairwise=True,
    ),
    kind(
        "close",
        says(
            rf"^{ON}.*(?:differ\w*|difference|apart)\b.{{0,30}}?(?:at most|no more than|maximum of|up to)(?: of| by)? "
            r"(?P<n1>\d)|"
            rf"^{ON}.*(?:differ\w*|difference) .{{0,20}}(?P<n2>\d) or less",
            _GAP + " most no maximum up less",
        ),
        form="pieces",
        block=_PAIRS + "abs(a - b) <= {n}",
        note="Neighbours on the line differ by at most that number.",
        color="#a4c2f4",
        pairwise=True,
    ),
    kind(
        "steps",
        says(
            rf"^{ON}.*(?:adjacent|neighboring).*(?:consecutive (?:digits|values|numbers)?$|are "
            rf"consecutive|be consecutive"
            r"|differ by exactly 1$)",
            _GAP + " exactly",
        ),
        form="steps",
        clue="white_dot",
    ),
    kind(
        "pair_sums",
        says(
            rf"^{ON}{_NEIGHBORS}(?<!at least )(?<!at most )\b(?:sums?|adds?)(?: up)? to (?P<n>\d+)(?: or (?P<m>\d+))?$",
            "adjacent neighboring successive pair sum add up every must not repeat along do",
        ),
        form="steps",
        block=_PAIRS + "a + b in {{n}, {m}}",
        pairwise=True,
    ),
    *(
        kind(
            name,
            says(
                rf"^{ON}{_NEIGHBORS}\b(?:sums?|adds?)(?: up)? to {total}$",
                "adjacent neighboring successive pair sum add up every must along any at least prime number",
            ),
            form="steps",
            block=_PAIRS + held,
            pairwise=True,
        )
        for name, total, held in (
            ("pair_sum_least", r"at least (?P<n>\d+)", "a + b >= {n}"),
            ("pair_sum_prime", r"a prime(?: number)?", "a + b in {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31}"),
        )
    ),
    kind(
        "factors",
        says(
            rf"^{ON}.*(?:integer quotient|\b(?:one|1) can be divided by the other to give an (?:exact )?integer"
            r"|the larger (?:digit )?is an? (?:integer )?multiple of the smaller|(?:one|1) (?:digit "
            r")?(?:is|must be|being) "
            r"an? (?:factor|multiple|divisor) of)",
            "factor factors adjacent integer quotient multiple divisor neighboring divided give "
            "exact larger smaller any can",
        ),
        form="steps",
        block=_PAIRS + "a mod b == 0 or b mod a == 0",
        pairwise=True,
    ),
    kind(
        "low_high",
        says(rf"^{ON}.*alternate between low \(1234\) and high \(6789\)", "alternate low high"),
        form="steps",
        block=_PAIRS + "a < 5 and b > 5 or a > 5 and b < 5",
        pairwise=True,
    ),
    kind(
        "multiples_of_difference",
        says(
            rf"^{ON}.*\badjacent along a .*line, then x as well as y has to be an integer multiple of the difference "
            r"between x and y",
            "adjacent well integer multiple difference x y",
            asides="called x and y|orthogonally or diagonally",
        ),
        form="steps",
        block=_PAIRS + "a mod abs(a - b) == 0 and b mod abs(a - b) == 0",
        pairwise=True,
    ),
    kind(
        "neighbors_apart",
        says(
            rf"^{ON}.*\badjacent digits on the [a-z]+ lines(?: and the arrows)? are different and not consecutive$",
            "additionally adjacent arrow different not consecutive",
            asides="including the circles",
        ),
        form="steps",
        block=_PAIRS + "abs(a - b) >= 2",
        pairwise=True,
    ),
    kind(
        "far_or_small",
        says(rf"^{ON}.*\bmust either differ by at least 5,? or sum to at most 5$", "segment differ least sum most"),
        form="steps",
        block=_PAIRS + "abs(a - b) >= 5 or a + b <= 5",
        pairwise=True,
    ),
    kind(
        "same_difference",
        says(
            rf"^{ON}(?!.*segment).*(?:adjacent|neighbou?ring).*(?:always )?(?:have|has|with) the same difference",
            "same difference adjacent neighboring always any constant",
        ),
        form="steps",
        block="for a, b, c in windows(line, 3):\n        abs(a - b) == abs(b - c)",
        pairwise=True,
    ),
    kind(
        "different_differences",
        says(
            rf"^{ON}.*\bno (?:2 )?pairs? of adjacent digits .*\b(?:may|can) have the same difference$",
            "no pair adjacent may can have same difference",
        ),
        form="steps",
        block="alldifferent([abs(a - b) for a, b in pairs(line)])",
    ),
)
