"""The formats: a module or package each, named like the program, that defines ``FORMAT`` (`puzzledsl.formats.Format`).

A format's own module imports nothing that only reading or writing needs: all of them are loaded to recognise a text.
"""
