#include "domain.hpp"

#include <algorithm>

namespace puzzledsl {

i64 Domain::size() const {
    i64 found = 0;
    for (const auto& [lo, hi] : intervals)
        found += hi - lo + 1;
    return found;
}

bool Domain::contains(i64 value) const {
    const auto place = std::partition_point(intervals.begin(), intervals.end(),
                                            [value](const auto& interval) { return interval.second < value; });
    return place != intervals.end() && place->first <= value;
}

Domain Domain::between(i64 lo, i64 hi) const {
    Domain found;
    for (const auto& [a, b] : intervals)
        if (std::max(a, lo) <= std::min(b, hi))
            found.intervals.emplace_back(std::max(a, lo), std::min(b, hi));
    return found;
}

Domain Domain::minus(const Domain& other) const {
    Domain found;
    const auto& theirs = other.intervals;
    std::size_t j = 0;
    for (auto [lo, hi] : intervals) {
        while (j < theirs.size() && theirs[j].second < lo)
            ++j;
        for (std::size_t k = j; k < theirs.size() && theirs[k].first <= hi; ++k) {
            if (lo < theirs[k].first)
                found.intervals.emplace_back(lo, theirs[k].first - 1);
            lo = theirs[k].second + 1;
        }
        if (lo <= hi)
            found.intervals.emplace_back(lo, hi);
    }
    return found;
}

Domain Domain::of(const Bits& mask, i64 base) {
    Domain found;
    auto& intervals = found.intervals;
    each(mask, [&](int k) {
        if (!intervals.empty() && intervals.back().second == base + k - 1)
            ++intervals.back().second;
        else
            intervals.emplace_back(base + k, base + k);
    });
    return found;
}

}  // namespace puzzledsl
