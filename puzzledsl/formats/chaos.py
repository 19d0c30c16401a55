"""The rule of puzzles in which the regions are to be found."""

CHAOS_RULE = """
# The regions are to be found: each is connected, has {size} cells, and holds no value twice. They are numbered in the
# order in which they first occur, row by row.
rule chaos_construction(labels):
    for k in 1..{count}:
        connected(labels, k)
        count(labels, k) == {size}
    component_sizes(labels, [{size} for c in labels])
    alldifferent([{values} * labels[row_of(c), column_of(c)] + c for c in cells])
    let next(seen, k) = if k <= seen + 1 then max(seen, k) else none
    let complete(seen) = seen == {count}
    scan(as_list(labels), 0, next, complete)
    for a, b in adjacent_pairs(cells):
        draw edge([a, b], when = labels[row_of(a), column_of(a)] != labels[row_of(b), column_of(b)])"""
"""``size`` cells in each of ``count`` regions, of as many ``values``."""
