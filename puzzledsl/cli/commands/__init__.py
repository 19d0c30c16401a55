"""The commands: a file or a folder each, named like the command. Each defines ``command``, and what it does.

A command's own module loads nothing heavy when it is imported: what it works with is imported where it is used.
"""
