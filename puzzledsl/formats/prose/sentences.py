"""The rules of a puzzle in prose, taken apart into sentences, in plain lower case."""

from __future__ import annotations

import re
import unicodedata

from puzzledsl.formats.tables import pairs
from puzzledsl.records import record

LONGEST_SENTENCE = 400
"""Characters of a sentence that is compared with the lexicon."""
LONGEST_PROSE = 10_000
"""Characters of rules that are read."""
MOST_SENTENCES = 200
"""Sentences that are read."""
_LONGEST_QUOTE = 300
_SHORT = re.compile(
    r"(?i)\b(?:adj|orth|orthog|diag|diff|incl|excl|resp|approx|e\. ?g|i\. ?e|a\. ?k\. ?a|vs|ex|cf"
    r"|(?:max|min|no|nr|col|reg|fig|pos|horiz|vert)(?=\. +(?-i:[a-z0-9])))\."
)
"""An abbreviation, whose full stops end no sentence."""
_DOT = "\u2024"
"""What stands for the full stop of an abbreviation while a text is divided into sentences."""
_SPELLINGS = [*pairs(__file__, "spellings.tsv").items()]
"""Number words, marks and spellings, with what they become."""
_BULLET = re.compile(r"^[\s\-•*●▪◦·>→#~_=+|/\\]+|^\(?(?:\d{1,2}|[a-zA-Z])[.)]\s+")
_HEADING = re.compile(r"^([^:.!?()]{2,60}?)\s*(?::(?=\s|$)| - | = )\s*")
_ABOUT_CELLS = re.compile(r"\b(?:in an?|must|are|is|contains?)\b|r\dc\d")
"""What no heading has."""
_END = re.compile(r"[.!?;]+[\"')\]]*(?=\s|$)|\s*\n\s*")
_CLAUSE = re.compile(
    r"(?:,? (?:and|while|but|whereas) |, )"
    r"(?=(?:an? |the )?(?:digits|cells|numbers) (?:in cells )?(?:separated|joined|connected) "
    r"|(?:an? |the |by an? )?(?:white|black) (?:kropki )?dots?\b"
    r"|(?:an? )?\"?[xv]\"? (?:sums?|adds?|indicat|must|means)\b"
    r"|(?:digits in )?(?:(?:an?|the|gray|shaded) )*(?:squares?|circles?) )"
    r"|[ ,;(-]+(?=not (?:all|every) )"
    r"|,? (?:and|while|but|whereas) (?=(?:an? |the )?(?:digits|cells|numbers) (?:in|on|along|with)\b)"
)
"""Where a sentence about two kinds of marks falls apart."""
_EXAMPLE = re.compile(
    r"^\W*(?:so,? )?(?:if,? )?(?:for (?:example|instance)|e\.g|i\.e\.?$|eg\b|ex\b|example).*$"
    r"|(?<=\w)[ ,;(-]+(?:such as|for (?:example|instance)|e\.?g\b).*$"
)
"""An example, or one at the end of a sentence: it states nothing."""


@record
class Sentence:
    """A sentence, or a part of one that is about one kind of mark.

    Attributes:
        text: as it was written.
        plain: in lower case, with digits for number words and one spelling of each word.
        heading: what stood before a colon, here or further up in the paragraph; plain as well.
        paragraph: its number.
    """

    text: str
    plain: str
    heading: str = ""
    paragraph: int = 0

    @property
    def whole(self) -> str:
        """With its heading."""
        return f"{self.heading}: {self.plain}" if self.heading else self.plain

    @property
    def quoted(self) -> str:
        """As it was written, or the beginning of that."""
        return f"“{self.text[:_LONGEST_QUOTE]}{'…' if len(self.text) > _LONGEST_QUOTE else ''}”"


def sentences(prose: str) -> list[Sentence]:
    """The sentences of a text, of a long one the first."""
    found: list[Sentence] = []
    heading = ""
    paragraph = 0
    text = unicodedata.normalize("NFKC", prose[:LONGEST_PROSE]).replace("\r", "\n")
    text = _SHORT.sub(lambda short: short[0].replace(".", _DOT), text)
    for line in (_BULLET.sub("", line.strip()).strip(" *_") for line in text.split("\n")):
        paragraph += not line
        heading = heading if line else ""
        for part in (_BULLET.sub("", part.strip()).strip() for part in _END.split(line)):
            plain = plain_words(part)
            head = _HEADING.match(plain)
            if head is not None and not _ABOUT_CELLS.search(head[1]):
                heading, plain = head[1], plain[head.end() :]
            plain = _EXAMPLE.sub("", plain) if _EXAMPLE.sub("", heading) == heading else ""
            clauses = (clause.strip(" ,()") for clause in _CLAUSE.split(plain))
            quoted = part.replace(_DOT, ".")
            found += [Sentence(quoted, clause, heading, paragraph) for clause in clauses if re.search(r"\w", clause)]
        heading = heading if line.endswith(":") or not found or found[-1].heading != heading else ""
    if len(prose) > LONGEST_PROSE or len(found) > MOST_SENTENCES:
        found[MOST_SENTENCES - 1 :] = [Sentence("the rest of the rules, which are too long", "unread rest")]
    return found


def plain_words(text: str) -> str:
    """A text in lower case with digits for number words and one spelling of each word."""
    text = text.lower()
    for spelling, usual in _SPELLINGS:
        text = re.sub(spelling, usual, text)
    return " ".join(text.split())
