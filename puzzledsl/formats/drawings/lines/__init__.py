"""The kinds of lines in drawings, a module for each group: ``KINDS``, and ``RULES`` of other sentences about them."""
