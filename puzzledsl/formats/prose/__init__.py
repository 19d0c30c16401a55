"""The rules of a puzzle in prose, and what is drawn for them."""

from puzzledsl.formats.prose.reading import Reading, read_prose
from puzzledsl.formats.prose.recognition import recognise

__all__ = ["Reading", "read_prose", "recognise"]
