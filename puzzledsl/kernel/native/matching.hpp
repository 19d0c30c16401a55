// Different values for all cells of a group: naked and hidden singles, domain consistency by matching, and its reasons.
#pragma once

#include <array>

#include "explanation.hpp"

namespace puzzledsl {

// Cells; the transitive closure in `filter_by_matching` takes their square.
inline constexpr int MOST_MATCHED = 128;

// A list of at most 64 items, as many as a word has bits. It is kept in place: nothing is allocated.
template <class T>
class Short {
public:
    Short() = default;
    explicit Short(std::size_t size, const T& all = T{}) : end_(size) { std::fill_n(items_.begin(), size, all); }

    void push_back(const T& item) { items_[end_++] = item; }
    [[nodiscard]] std::size_t size() const { return end_; }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }
    [[nodiscard]] const T* begin() const { return items_.data(); }
    [[nodiscard]] const T* end() const { return items_.data() + end_; }

private:
    std::array<T, 64> items_;
    std::size_t end_ = 0;
};

// A list of cells, if sets of these are of the kind `C`, or of values, if sets of these are.
template <class T, class C>
using ListOf = std::conditional_t<std::is_same_v<C, Word>, Short<T>, std::vector<T>>;

// Whether some of the cells may have no more values than they are; after `separate`. False only where none have.
//
// A Hall set of `k` cells needs `k` cells of at most `k` values. Where there are as many cells as values, the others
// need as many values that only these have.
template <class M>
bool may_have_hall_set(const std::vector<M>& masks, bool has_spare) {
    const int n = static_cast<int>(masks.size());
    std::array<int, MOST_MATCHED + 1> sizes;
    std::fill_n(sizes.begin(), n + 1, 0);
    for (const M& m : masks)
        if (const int size = count(m); size <= n)
            ++sizes[size];
    int few = n > 0 ? sizes[1] : 0;
    for (int k = 2; k < (has_spare ? n : n - 1); ++k) {
        few += sizes[k];
        if (few >= k)
            return true;
    }
    return has_spare && few + sizes[n] >= n;
}

// Which values the cells of a group have, counted cell by cell.
template <class M>
struct Occurrences {
    M once{}, twice{}, fixed{};  // values of some cells, of several, and of cells that have no other
    bool clash = false;          // whether two cells have the same single value

    void add(const M& m) {
        twice |= once & m;
        once |= m;
        if (!several(m)) {
            clash = clash || meet(fixed, m);
            fixed |= m;
        }
    }
    // Values that only one cell has, which has others, too.
    [[nodiscard]] M lonely() const { return without(without(once, twice), fixed); }
};

// Naked and hidden singles to a fixpoint. False: two cells have the same single value, or there are more cells than
// values.
template <class M>
[[nodiscard]] bool separate(std::vector<M>& masks) {
    const int n = static_cast<int>(masks.size());
    while (true) {
        Occurrences<M> found;
        for (const M& m : masks)
            found.add(m);
        const int spare = count(found.once) - n;
        if (found.clash || spare < 0)
            return false;
        if (meet(found.fixed, found.twice)) {
            for (M& m : masks)
                if (several(m) && meet(m, found.fixed)) {
                    m = without(m, found.fixed);
                    if (!any(m))
                        return false;
                }
            continue;
        }
        if (spare != 0)
            return true;
        const M lonely = found.lonely();
        if (!any(lonely))
            return true;
        for (M& m : masks)
            if (meet(m, lonely)) {
                m = m & lonely;
                if (several(m))
                    return false;
            }
    }
}

// All that is reached from the set `start`, itself included, on ways within a set.
template <class C>
C closure(const C& start, const ListOf<C, C>& arcs, const C& within) {
    C reached = start, pending = start;
    while (any(pending)) {
        const int c = first(pending);
        pending = without(pending, bit<C>(c));
        const C further = without(arcs[c] & within, reached);
        reached |= further;
        pending |= further;
    }
    return reached;
}

// A matching of cells with values that grows cell by cell.
template <class M, class C>
class Matching {
public:
    Matching(const ListOf<M, C>& masks, int width)
        : value(masks.size(), -1), owner(static_cast<std::size_t>(width), -1), masks_(masks) {}

    ListOf<int, C> value;  // by cell
    ListOf<int, M> owner;  // by value
    M held{};

    // Give a cell the smallest value that is free. False: there is none.
    bool take(int c) {
        const M free = without(masks_[c], held);
        if (!any(free))
            return false;
        set(c, first(free));
        return true;
    }
    // Give it a value, moving others along an alternating path. False: there is no way.
    bool augment(int start) {
        ListOf<int, M> parent(owner.size());
        ListOf<int, C> pending;
        pending.push_back(start);
        M seen{};
        for (std::size_t i = 0; i < pending.size(); ++i) {  // which grows meanwhile
            const int c = pending[i];
            const M fresh = without(masks_[c], seen);
            seen |= fresh;
            int free = -1;
            all_of(fresh, [&](int v) {
                parent[v] = c;
                if (!has(held, v)) {
                    free = v;
                    return false;
                }
                pending.push_back(owner[v]);
                return true;
            });
            if (free < 0)
                continue;
            while (true) {
                const int cell = parent[free], before = value[cell];
                set(cell, free);
                if (cell == start)
                    return true;
                free = before;
            }
        }
        return false;
    }

private:
    void set(int c, int v) {
        value[c] = v;
        owner[v] = c;
        held |= bit<M>(v);
    }

    const ListOf<M, C>& masks_;
};

template <class M, class C>
[[nodiscard]] bool filter_cells(std::vector<M>& masks, bool& changed) {
    ListOf<int, C> cells;  // those with a choice; `separate` has taken the values of the others away from them
    ListOf<M, C> open;
    M all{};
    for (std::size_t i = 0; i < masks.size(); ++i)
        if (several(masks[i])) {
            cells.push_back(static_cast<int>(i));
            open.push_back(masks[i]);
            all |= masks[i];
        }
    const int n = static_cast<int>(cells.size());
    if (n < 2)
        return true;
    Matching<M, C> matching(open, length(all));
    ListOf<int, C> late;
    for (int c = 0; c < n; ++c)
        if (!matching.take(c))
            late.push_back(c);
    for (const int c : late)
        if (!matching.augment(c))
            return false;
    const M free = without(all, matching.held);
    ListOf<C, C> to(static_cast<std::size_t>(n)), back(static_cast<std::size_t>(n));
    C escape{};
    for (int c = 0; c < n; ++c) {  // the cells whose values a cell could move to
        if (meet(open[c], free))
            escape |= bit<C>(c);
        each(without(open[c] & matching.held, bit<M>(matching.value[c])), [&](int v) {
            to[c] |= bit<C>(matching.owner[v]);
            back[matching.owner[v]] |= bit<C>(c);
        });
    }
    const C everything = below<C>(n);
    escape = closure(escape, back, everything);  // the cells from which a free value can be reached
    if (escape == everything)
        return true;
    if (!any(escape) && closure(bit<C>(0), to, everything) == everything &&
        closure(bit<C>(0), back, everything) == everything)
        return true;                       // one component: round and round
    C left = without(everything, escape);  // the values of the others are not stuck
    while (any(left)) {
        const C forth = closure(lowest(left), to, left);
        const C together = closure(lowest(left), back, forth);  // the cells whose values can go round among them
        left = without(left, together);
        each(together, [&](int c) {
            // They want its value, but it cannot come round to theirs.
            each(without(back[c], together), [&](int other) {
                M& m = masks[cells[other]];
                m = without(m, bit<M>(matching.value[c]));
                changed = true;
            });
        });
    }
    return true;
}

// Remove the values that occur in no matching of all cells; after `separate`. False: not all can have different values.
//
// Régin (AAAI 1994): a cell can take the value that the matching gives to another when that one can move on, along
// values that others hold, either to a free value or round to the first cell's own.
template <class M>
[[nodiscard]] bool filter_by_matching(std::vector<M>& masks, bool& changed) {
    return masks.size() <= 64 ? filter_cells<M, Word>(masks, changed) : filter_cells<M, Bits>(masks, changed);
}

// Explain removals by Hall sets: as many variables as values, which they use up among themselves.
//
// Katsirelos, Nogood Processing in CSPs (PhD thesis, Toronto 2008). The Hall set of a value is all that can be reached
// in a matching from the variable that has the value there.
//
// `shifts`: for each variable what is added to it before the values are compared; empty: nothing. `ignoring`: values
// that may repeat. `x`: whose values `gone` were removed; -1: it was a contradiction. Returns the values that are not
// explained.
Bits explain_different(Explanation& why, const std::vector<int>& variables, const std::vector<i64>& shifts,
                       const std::vector<i64>& ignoring, int x, const Bits& gone);

}  // namespace puzzledsl
