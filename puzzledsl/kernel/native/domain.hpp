// Finite sets of integers as intervals.
#pragma once

#include <utility>
#include <vector>

#include "bits.hpp"

namespace puzzledsl {

// Sorted, disjoint, non-adjacent closed intervals.
struct Domain {
    std::vector<std::pair<i64, i64>> intervals;

    [[nodiscard]] bool empty() const { return intervals.empty(); }
    [[nodiscard]] i64 lo() const { return intervals.front().first; }
    [[nodiscard]] i64 hi() const { return intervals.back().second; }
    [[nodiscard]] i64 size() const;
    [[nodiscard]] bool contains(i64 value) const;
    [[nodiscard]] Domain between(i64 lo, i64 hi) const;
    [[nodiscard]] Domain minus(const Domain& other) const;
    [[nodiscard]] Domain both(const Domain& other) const { return minus(minus(other)); }

    bool operator==(const Domain& other) const { return intervals == other.intervals; }

    // The values within `base … base + width - 1`, as bits from `base`.
    template <class M>
    [[nodiscard]] M mask(i64 base, i64 width) const {
        M found{};
        for (const auto& [lo, hi] : intervals) {
            const i64 start = lo - base > 0 ? lo - base : 0, end = hi - base < width - 1 ? hi - base : width - 1;
            if (start <= end)
                found |= without(below<M>(end + 1), below<M>(start));
        }
        return found;
    }

    static Domain of(const Bits& mask, i64 base);
};

}  // namespace puzzledsl
