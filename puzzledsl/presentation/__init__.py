"""Showing a model and its answer: on a terminal, as JSON, as pictures. The last stage.

The way of a picture: `picture.picture` turns a model into a scene of simple shapes, one file of
`renderers` turns the scene into SVG, PNG or HTML. `terminal` and `report` need no scene; they are on the
way of every solve and import nothing heavy.
"""
