#include "matching.hpp"

#include <algorithm>

namespace puzzledsl {

namespace {

// The cells whose values a cell can move to, directly or not, and all their values. Nothing if one of them is free.
template <class M>
bool reached(int start, const std::vector<M>& masks, const Matching<M, Bits>& matching, std::vector<char>& cells,
             M& all) {
    std::vector<int> pending{start};
    cells.assign(masks.size(), 0);
    cells[start] = 1;
    all = M{};
    while (!pending.empty()) {
        // The lowest first: which free value is met first does not matter.
        const int c = pending.back();
        pending.pop_back();
        const M fresh = without(masks[c], all);
        if (any(without(fresh, matching.held)))
            return false;
        all |= fresh;
        each(fresh, [&](int v) {
            const int cell = matching.owner[v];
            if (cells[cell] == 0) {
                cells[cell] = 1;
                pending.push_back(cell);
            }
        });
    }
    return true;
}

template <class M>
M explained(Explanation& why, const std::vector<int>& variables, const std::vector<i64>& moves, const M& ignored,
            int width, int x, int own, const M& asked) {
    const int n = static_cast<int>(variables.size());
    std::vector<M> masks;
    for (int i = 0; i < n; ++i) {
        M m = up(why.mask<M>(variables[i]), moves[i]);
        if (meet(m, ignored))
            m = without(m, ignored) | bit<M>(width + i);
        masks.push_back(m);
    }
    Matching<M, Bits> matching(masks, any(ignored) ? width + n : width);
    std::vector<char> cells;
    M all{};
    // Note that some cells have no values but these: an ignored one would have been a way out.
    const auto confine = [&] {
        why.follow(single(all) ? NumberRule::taken : NumberRule::subset);
        for (int i = 0; i < n; ++i)
            if (cells[i] != 0)
                why.need_outside<M>(variables[i], down(all, moves[i]));
    };
    for (int c = 0; c < n; ++c) {
        if (!matching.take(c) && !matching.augment(c)) {  // too many variables for their values: nothing is possible
            reached(c, masks, matching, cells, all);
            confine();
            return M{};
        }
    }
    if (x < 0)
        return asked;
    M left = asked & (ignored | without(asked, matching.held)), open = without(asked, left);
    while (any(open)) {
        const int v = first(open);
        if (reached(matching.owner[v], masks, matching, cells, all) && cells[own] == 0) {
            confine();
            open = without(open, all);
        } else {
            left |= bit<M>(v);
            open = without(open, bit<M>(v));
        }
    }
    return left;
}

}  // namespace

Bits explain_different(Explanation& why, const std::vector<int>& variables, const std::vector<i64>& shifts,
                       const std::vector<i64>& ignoring, int x, const Bits& gone) {
    const int n = static_cast<int>(variables.size());
    if (n == 0 || n > MOST_MATCHED)
        return gone;
    const auto origin = [&](int i) { return why.base(variables[i]) + (shifts.empty() ? 0 : shifts[i]); };
    i64 base = origin(0), width = 0;
    for (int i = 1; i < n; ++i)
        base = std::min(base, origin(i));
    std::vector<i64> moves;
    int own = 0;
    for (int i = 0; i < n; ++i) {
        moves.push_back(origin(i) - base);
        if (moves[i] > SPAN)
            return gone;
        width = std::max(width, length(why.first<Bits>(variables[i])) + moves[i]);
        if (variables[i] == x)
            own = i;
    }
    Bits ignored;
    for (const i64 value : ignoring)
        if (value >= base && value - base < width)
            ignored.add(value - base);
    const Bits asked = up(gone, x < 0 ? 0 : moves[own]);
    const int span = static_cast<int>(width);
    if (span + (any(ignored) ? n : 0) <= 64)
        return moved(Bits(explained<Word>(why, variables, moves, ignored.word(0), span, x, own, asked.word(0))),
                     x < 0 ? 0 : -moves[own]);
    return down(explained<Bits>(why, variables, moves, ignored, span, x, own, asked), x < 0 ? 0 : moves[own]);
}

}  // namespace puzzledsl
