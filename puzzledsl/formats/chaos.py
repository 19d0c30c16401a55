"""The rule of puzzles in which the regions are to be found."""


def chaos_rule(size: int, count: int, values: int, anchor: int | None) -> str:
    """The definition of the rule ``chaos_construction``.

    Args:
        size: how many cells a region has.
        count: the number of regions.
        values: the number of values.
        anchor: a value that each row and each region has once. Its places say which regions are which. Without one the
            regions are numbered as they come, and search tries many numbers for a region far from the first row.
    """
    if anchor is None:
        how = "They are numbered in the\n# order in which they first occur, row by row."
        numbers = f"""let next(seen, k) = if k <= seen + 1 then max(seen, k) else none
    let complete(seen) = seen == {count}
    scan(as_list(labels), 0, next, complete)"""
    else:
        how = f"They are numbered by the\n# row of their {anchor}."
        numbers = f"""for c in cells:
        c == {anchor} -> labels[row_of(c), column_of(c)] == row_of(c)"""
    return f"""
# The regions are to be found: each is connected, has {size} cells, and holds no value twice. {how}
rule chaos_construction(labels):
    for k in 1..{count}:
        connected(labels, k)
        count(labels, k) == {size}
    component_sizes(labels, [{size} for c in labels])
    alldifferent([{values} * labels[row_of(c), column_of(c)] + c for c in cells])
    {numbers}
    for a, b in adjacent_pairs(cells):
        draw edge([a, b], when = labels[row_of(a), column_of(a)] != labels[row_of(b), column_of(b)])"""
