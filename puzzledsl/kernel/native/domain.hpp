// Finite sets of integers as intervals.
#pragma once

#include <memory>
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

// The values of a domain from one to another. Copies and parts share its intervals, so each takes little memory, and is
// asked and narrowed in logarithmic time, however many intervals the domain has.
class SharedDomain {
public:
    SharedDomain() = default;  // without values
    explicit SharedDomain(Domain domain, bool is_own = false);

    [[nodiscard]] bool empty() const { return !whole_; }
    // Whether it is what a variable had to begin with, or a part of that.
    [[nodiscard]] bool is_own() const { return whole_ && whole_->is_own; }
    [[nodiscard]] i64 lo() const { return lo_; }
    [[nodiscard]] i64 hi() const { return hi_; }
    [[nodiscard]] i64 size() const { return whole_ ? rank(hi_) + 1 - rank(lo_) : 0; }
    [[nodiscard]] bool contains(i64 value) const;
    [[nodiscard]] std::size_t intervals() const;
    [[nodiscard]] SharedDomain between(i64 lo, i64 hi) const;
    [[nodiscard]] Domain domain() const;

private:
    struct Whole {
        Domain domain;
        std::vector<i64> before;  // by interval, how many values lie before it
        bool is_own;
    };

    [[nodiscard]] std::size_t interval_at(i64 value) const;  // the first one that does not end before it
    [[nodiscard]] i64 rank(i64 value) const;                 // of one of the values, among those of the whole domain

    std::shared_ptr<const Whole> whole_;
    i64 lo_ = 0, hi_ = 0;  // both are values
};

}  // namespace puzzledsl
