"""The kinds of clues in drawings, a module for each group: ``RULES`` of the prose, and ``bind``, which writes clues."""
