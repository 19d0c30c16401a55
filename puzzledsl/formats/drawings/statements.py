"""The rules of a puzzle in prose, taken apart: sentences, and which known rule each states.

A sentence states a rule if the pattern of the rule is found in it and all its words belong to the rule's vocabulary or
to the common one. A sentence with a word that is in neither may add a condition that nobody has read, so it states
nothing.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import named
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Collection

_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NUMBER_WORDS = {word: str(k) for k, word in enumerate(_NUMBERS) if k >= 2}
_COMMON = """
    a act acts actual additionally all along also always an and any applies apply are as at attached be been
    being between big bold but by can cell cells color colored colors coloured connect connected connecting
    connects contain containing contains dark darker dashed deep digit digits displayed do does dotted drawn e
    each eg either every follow following follows for form formed forms found from g given grey grid has have
    having i ie if in indicate indicated indicates inside into is it its join joined joining joins large
    length light lighter line lines located marked meaning means most must narrow need needs normal number
    numbers of on one or other others outlined own pair pairs particular per place placed plain printed put
    puzzle respectively rule rules s separate separated separates separating should shown shows sized small
    smaller- so solid standard such sudoku than that the their them then there these they thick thicker thin
    thinner this those three thus tiny to touch touches touching two usual usually value values well when
    where which who whose wide will with within written
    """
"""Words that add nothing to what the other words of a sentence say."""
LONGEST_SENTENCE = 400
"""Characters of a sentence that is held against patterns, whose work grows with the square of its length."""
LONGEST_PROSE = 10_000
"""Characters of rules that are read."""
MOST_SENTENCES = 200
"""Sentences that are read: each is held against all rules."""
_LONGEST_QUOTE = 500
_ASIDE = re.compile(r"\(([^()]*[a-z][^()]*)\)")
_EXCEPTION = re.compile(r"\b(?:except\w*|exempt\w*|excluding|ignor\w+|unless|only if|at most|or fewer|or less)\b")
"""What parentheses may say that makes another rule of the sentence before them."""
_RESTATES = re.compile(
    r"(?:i\.?e|e\.?g|that is|for example|meaning)\b(?!.*\b(?:only (?:in|if|for|when)|but|unless|not in)\b)"
)
_USUAL_ASIDE = re.compile(
    r"(?:in )?chess(?: moves?)?|if (?:given|any|present)|respectively|or both|(?:all|both) of them|up to \d"
    r"|in (?:any|either|no particular|normal reading) order|reading left to right|not necessarily "
    r"(?:in order|consecutively!?)"
    r"|not even diagonally|(?:including|not counting) (?:itself|themselves|the cell itself)"
    r"|(?:which|that \w+|where \w+) (?:has to|must|is to) be (?:determined|deduced)(?: by the solver)?"
    r"|north, east, south, west|one (?:digit |of them )?(?:is|must be|will be) double the other|[\w-]+ rules"
    r"|(?:this|the|that) (?:sum|total) (?:may|can) (?:be different|differ) (?:for|on) (?:different|each) lines?"
)
"""What parentheses may say that changes no rule."""
_LIMITING = re.compile(
    r"\d|\b(?:no|not|none|never|nor|only|but|can|may|must|cannot|all|any|each|every|some|one|first|last|odd|even|low|high"
    r"|prime|half|double|twice|negative|inside|outside|box|boxes|row|rows|column|columns|sums?|totals?|values?|digits?"
    r"|than|at|in|on|of|other|same|different)\b"
)
"""Words in parentheses that state something; without them, parentheses only give a thing another name."""
PLACE = re.compile(r"\b(?:box|row|column|region)(?:es|s)? \d|\br\dc\d")
"""How a heading, or parentheses, limit a sentence to a place."""
_RENAMED = re.compile(r"\b[a-z]+ \(((?:thermometer|bulb|arrow|cage|circle|whisper|renban|palindrome)s?)\)")
"""How a sentence says what its own word means."""
_HERE = re.compile(r"^in this (?:experiment|puzzle|grid),? ")
_OWN_NAME = re.compile(r"\b(?:an?|the) [a-z]+ \((?:i\.?e\.?|that is),? ((?:an?|the) [a-z]+)\)")
_WORD = r"(?<![a-z0-9])(?<![a-z]')[a-z]+(?:'t)?"
_BULLET = re.compile(r"^[\s\-–—•*●▪◦·>→#~_=+|/\\]+|^\(?(?:\d{1,2}|[a-zA-Z])[.)]\s+")
_HEADING = re.compile(r"^([^:.!?]{2,60}?)\s*(?::(?=\s|$)| - | = )\s*")
_END = re.compile(
    r"(?<![ie]\.[ge])(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bex)(?<!\(ie)(?<!\bincl)[.!?;]+[\"')\]]*(?=\s|"
    r"$)|\s*\n\s*|,? (?:- )?(?=not (?:all|every) )"
)
_PART = (
    r"(?:(?:the )?(?:digits|cells|numbers) (?:in |on |along |separated|joined|connected|with |next )"
    r"|(?:an? |the )?(?:white|black) (?:kropki )?dots? "
    r"|(?:an? )?\"?[xv]\"? (?:sum|to 5|adds?|indicat|must|means))"
)
_MARK = (
    r"(?:(?:an? |the )?(?:white|black) (?:kropki )?dots? |(?:an? )?\"?[xv]\"? "
    r"(?:sum|to 5|adds?|indicat|must|means))"
)
_CLAUSE = re.compile(
    rf",? (?:and|while|but|whereas) (?={_PART})|, (?={_MARK}|digits separated "
    rf"|cells separated |(?:digits|cells) (?:joined|connected) |digits in cells )"
)


_TWO_EACH = re.compile(
    r"(?P<start>.*\b)(?P<first>[a-z]+)(?P<joint>/| and )(?P<second>[a-z]+)(?P<middle> lines?\b.*[a-z] )"
    r"(?P<n>\d+)(?P<joint2>/| and )(?P<m>\d+)(?P<each>,? respectively)?"
)
_ENDING = re.compile(r"'s?$|(?<=[a-z]{3})(?:(?<!s)s|es?|ed|ing)$")


POSITIVE = frozenset(
    {
        "arrow",
        "cage_sum",
        "cage_distinct",
        "even",
        "little_killer",
        "odd",
        "quadruple",
        "ratio",
        "sandwich",
        "skyscraper",
    }
    | {"thermo", "v", "x", "x_sum", "consecutive"}
)
"""Rules whose clue is one condition, so that the opposite of it is clear."""
DENIED = re.compile(
    r"\bmust not (sum to|have an? \d|be (?:odd|even|consecutive|a non-repeating set)|increase|give|contain each)\b"
)
"""How a sentence says that such a condition does not hold."""


@record(slots=True)
class Rule:
    """A rule that prose may state.

    Attributes:
        name: what it is called here; rules of one name are one.
        about: what it needs in the drawing: ``line``, ``dot``, ``cage``.
        says: is found in a sentence (lower case, with its heading before it) that states the rule. Its groups named
            ``n`` or ``n1`` are the number that goes with it; ``noun`` is what the setter is free to call something.
        words: the stems of what else such a sentence may contain; if there are none, the pattern is that of a whole
            sentence.
        value: the number, where none is said.
        alone: a sentence that states this rule states no other one, although its words may look so.
        asides: what parentheses behind it may say; who writes the rule reads it.
    """

    name: str
    about: str
    says: re.Pattern[str]
    words: frozenset[str] = frozenset()
    value: int | None = None
    alone: bool = False
    asides: str = ""


def rule(
    name: str, about: str, says: str, words: str = "", value: int | None = None, alone: bool = False, asides: str = ""
) -> Rule:
    """A `Rule`, from the text of its pattern and the words of its vocabulary; one without words is said alone."""
    return Rule(name, about, re.compile(says), frozenset(map(stem, words.split())), value, alone or not words, asides)


@record(slots=True)
class Condition:
    """A sentence that is lines of the language.

    Attributes:
        lines: what is written into the model, in names that its reader declares: ``cell``, ``line`` and ``value``
            of a clue. ``{n}`` is the number of the sentence.
        asides: see `Rule`.
    """

    name: str
    says: str
    lines: str
    words: str = ""
    asides: str = ""

    def rule(self, about: str) -> Rule:
        """The rule that the sentence states."""
        return rule(self.name, about, self.says, self.words, alone=True, asides=self.asides)


@record(slots=True)
class Sentence:
    """A sentence: as it was written, and in plain lower case without what stands in parentheses.

    Attributes:
        asides: what stands in parentheses, one behind another; ``parentheses`` has each by itself.
    """

    text: str
    plain: str
    heading: str = ""
    asides: str = ""
    passage: int = 0
    parentheses: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """With its heading."""
        return f"{self.heading}: {self.plain}" if self.heading else self.plain

    @property
    def has_exception(self) -> bool:
        """Whether what stands in parentheses says that the sentence does not hold everywhere."""
        return _EXCEPTION.search(self.asides) is not None

    @property
    def is_read(self) -> bool:
        """Whether it is held against patterns: it is not too long, and does not stand for the rest of long rules."""
        return len(self.whole) <= LONGEST_SENTENCE and self != _REST

    @property
    def quoted(self) -> str:
        """As it was written, or the beginning of that."""
        return f"“{self.text if len(self.text) <= _LONGEST_QUOTE else self.text[:_LONGEST_QUOTE] + '…'}”"


_REST = Sentence("…", "the rest of rules that are too long")


@record(slots=True)
class Statement:
    """A rule that a sentence states, with the colours that it names and its number.

    Attributes:
        condition: what it says in the language, if the sentence was taken apart by `phrases`.
    """

    rule: Rule
    sentence: Sentence
    colors: tuple[str, ...] = ()
    value: int | None = None
    condition: str = ""


def sentences(prose: str) -> list[Sentence]:
    """The sentences of a text. What stands before a colon is the heading of those behind it in the same paragraph."""
    found: list[Sentence] = []
    heading = ""
    passage = 0
    for line in unicodedata.normalize("NFKC", prose[:LONGEST_PROSE]).replace("\r", "\n").split("\n"):
        text = _BULLET.sub("", line.strip()).strip(" *_")
        if not text:
            heading = ""
            continue
        passage += 1
        fresh = True
        for part in _END.split(text):
            part = (
                _BULLET.sub("", part.strip()).strip(" ()")
                if part.count("(") != part.count(")")
                else _BULLET.sub("", part.strip())
            )
            if not re.search(r"\w", part):
                continue
            plain = plain_words(part + ")" * (part.count("(") - part.count(")")))
            head = _HEADING.match(plain)
            if head is not None and not re.search(r"\b(?:in a|must|are|is|contains?)\b|r\dc\d|\([^)]*$", head[1]):
                heading, plain = head[1], plain[head.end() :]
                fresh = False
            elif fresh and found and found[-1].passage < passage - 1:
                heading, fresh = "", False
            plain = of_known_name(_HERE.sub("", plain))
            whole = _ASIDE.fullmatch(plain)
            plain = whole[1].strip() if whole else plain
            asides = tuple(_ASIDE.findall(plain))
            plain = " ".join(_ASIDE.sub(" ", plain).split()).rstrip(" :,")
            clauses = (clause.strip(" ,") for clause in _CLAUSE.split(plain) if re.search(r"\w", clause or ""))
            found += [
                Sentence(part, each, heading, " ".join(asides), passage, asides)
                for clause in clauses
                for each in _respectively(clause)
            ]
        if found and found[-1].passage == passage:
            heading = heading if text.endswith(":") else ""
    if len(prose) > LONGEST_PROSE or len(found) > MOST_SENTENCES:
        return [*found[:MOST_SENTENCES], _REST]
    return found


def _respectively(clause: str) -> list[str]:
    """A clause about two colours with two numbers, ``on orange/green lines differ by 4/5``, as one of each."""
    match = _TWO_EACH.fullmatch(clause)
    if match is None or not set(match.group("first", "second")) <= set(COLORS):
        return [clause]
    if {match["joint"], match["joint2"]} != {"/"} and not match["each"]:
        return [clause]
    start, middle = match["start"], match["middle"]
    return [f"{start}{match[color]}{middle}{match[n]}" for color, n in (("first", "n"), ("second", "m"))]


def why_unread(sentence: Sentence) -> str:
    """What is said of a sentence that is not understood."""
    if sentence == _REST:
        return f"only the first {LONGEST_PROSE:,} characters and {MOST_SENTENCES} sentences of the rules are read"
    if not sentence.is_read:
        return f"no sentence of more than {LONGEST_SENTENCE} characters is read, such as this one: {sentence.quoted}"
    return f"the rules say: {sentence.quoted}"


def of_known_name(text: str) -> str:
    """A text with the usual name of a thing in place of the setter's own: ``a candle (i.e. a thermometer)``."""
    return _OWN_NAME.sub(r"\1", text)


def plain_words(text: str) -> str:
    """A text in lower case with digits for number words, one spelling of each word and plain quotes and dashes."""
    text = re.sub(r"(?![0-9])\d", lambda digit: str(int(digit[0])), text.lower())
    for odd, usual in (
        ("’", "'"),
        ("‘", "'"),
        ("“", '"'),
        ("”", '"'),
        ("×", "x"),
        ("–", "-"),
        ("—", " - "),
        ("−", "-"),
    ):
        text = text.replace(odd, usual)
    text = (
        text.replace("neigbo", "neighbo")
        .replace("neighbour", "neighbor")
        .replace("colour", "color")
        .replace("centre", "center")
        .replace("consectuive", "consecutive")
    )
    text = text.replace("orthogann", "orthogon").replace("orthogan", "orthogon")
    text = re.sub(r"\bgrey", "gray", text).replace("boarder", "border").replace("bulp", "bulb")
    text = re.sub(r"(?<=\d) ?(?:x|by) ?(?=\d)", "x", text)
    return re.sub(r"[a-z]+", lambda word: _NUMBER_WORDS.get(word[0], word[0]), text)


def renamed(sentence: Sentence) -> Sentence:
    """The sentence with the usual names where it adds them to the setter's own: ``a crane (thermometer)``."""
    text, found = _RENAMED.subn(r"\1", plain_words(sentence.text))
    return replace(sentence, plain=text, heading="", asides="") if found else sentence


def stated(sentence: Sentence, rules: Collection[Rule]) -> list[Statement]:
    """The rules that a sentence states."""
    whole = sentence.whole
    if not sentence.is_read or sentence.has_exception or PLACE.search(sentence.heading):
        return []
    found: list[Statement] = []
    words = uncommon_words(sentence)
    covered = _together(words, whole, rules)
    denied = DENIED.search(sentence.plain)
    fitting = [
        (one, match)
        for one in rules
        if not (denied and one.name in POSITIVE) and (match := _read(one, sentence, words, covered))
    ]
    for one, match in [pair for pair in fitting if pair[0].alone] or fitting:
        if any(before.rule.name == one.name for before in found):
            continue
        number = next(
            (group for name, group in match.groupdict().items() if group and re.fullmatch(r"n\d?", name)), None
        )
        colors = named(sentence.plain) or named(sentence.heading) or named(sentence.asides)
        if one.about == "line" and len(colors) > 1 and _has_other_number(one, match):
            continue  # which colour has which number is not read
        found.append(Statement(one, sentence, colors, int(number) if number else one.value))
    return found


def _has_other_number(one: Rule, match: re.Match[str]) -> bool:
    """Whether a sentence says other numbers than a rule that is found in it, which has one."""
    own = {number for name, number in match.groupdict().items() if number and re.fullmatch(r"[nm]\d?", name)}
    own |= {str(one.value)} if one.value else set()
    return bool(own) and not own.issuperset(re.findall(r"(?<![a-z\d])\d+(?![a-z\d])", match.string))


def is_limited(sentence: Sentence) -> bool:
    """Whether a heading limits a sentence to a place, or parentheses in it state something of their own."""
    words = uncommon_words(sentence)
    asides = (_reads_aside(None, sentence, words, aside) for aside in sentence.parentheses)
    return PLACE.search(sentence.heading) is not None or not all(asides)


def _reads_aside(one: Rule | None, sentence: Sentence, words: set[str], aside: str) -> bool:
    """Whether what stands in parentheses adds nothing to a rule, or only what its writer reads."""
    if _USUAL_ASIDE.fullmatch(aside) or _RESTATES.match(aside) or (one and re.fullmatch(one.asides, aside)):
        return True
    if len(aside.split()) <= 3 and not _LIMITING.search(aside):
        return True
    numbers = set(re.findall(r"\d+", aside)) - set(re.findall(r"\d+", sentence.plain))
    said = set(map(stem, re.findall(_WORD, aside)))
    return not numbers and said - _common() <= words | (one.words if one else frozenset())


def _read(one: Rule, sentence: Sentence, words: set[str], covered: Collection[Rule]) -> re.Match[str] | None:
    """Where a rule is said, if it has all words of the sentence; one that is said alone may leave out the heading."""
    free = not one.words or "noun" in one.says.groupindex or one in covered
    if not free and not words <= one.words:
        return None  # before its pattern, whose work grows faster than the sentence
    find = one.says.search if one.words else one.says.fullmatch
    match = find(sentence.whole) or (find(sentence.plain) if one.alone else None)
    if match is None or (one.words and one not in covered and not words - _names(match) <= one.words):
        return None
    return match if all(_reads_aside(one, sentence, words, aside) for aside in sentence.parentheses) else None


def _names(match: re.Match[str]) -> set[str]:
    """The stems of the words in the groups ``noun``, ``noun2``: the setter's own names of things."""
    nouns = [words for name, words in match.groupdict().items() if words and name.startswith("noun")]
    return {stem(word) for words in nouns for word in re.findall(r"[a-z]+(?:'t)?", words)}


def _together(words: set[str], whole: str, rules: Collection[Rule]) -> list[Rule]:
    """Two rules about lines that a sentence joins by ``and``: "green palindromes read the same, and neighbours …"."""
    if not re.search(r"\band\b|\bgerman palindrome\b", whole) or re.search(r"\b(?:or|either)\b", whole):
        return []
    about_lines = [one for one in rules if one.about == "line"]
    if not words <= frozenset().union(*(one.words for one in about_lines)):
        return []
    pair = list({one.name: one for one in about_lines if one.says.search(whole)}.values())
    alone = any(words <= one.words for one in pair)
    return pair if len(pair) == 2 and not alone and words <= pair[0].words | pair[1].words else []


@cache
def _common() -> frozenset[str]:
    return frozenset(map(stem, (*_COMMON.split(), *COLORS)))


def uncommon_words(sentence: Sentence) -> set[str]:
    """The stems of the words of a sentence that mean something; ``3x3`` is none."""
    return set(map(stem, re.findall(_WORD, sentence.plain))) - _common()


def stem(word: str) -> str:
    """A word without the ending of the plural, of ``'s``, or of a form of its verb, which changes no rule."""
    return word if word in ("none", "note", "noted") else _ENDING.sub("", word)
