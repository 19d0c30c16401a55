#include "domain.hpp"

#include <algorithm>

namespace puzzledsl {

i64 Domain::size() const {
    i64 found = 0;
    for (const auto& [lo, hi] : intervals)
        found += hi - lo + 1;
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

SharedDomain::SharedDomain(Domain domain, bool is_own) {
    if (domain.empty())
        return;
    lo_ = domain.lo();
    hi_ = domain.hi();
    std::vector<i64> before;
    before.reserve(domain.intervals.size());
    i64 count = 0;
    for (const auto& [lo, hi] : domain.intervals) {
        before.push_back(count);
        count += hi - lo + 1;
    }
    whole_ = std::make_shared<const Whole>(Whole{std::move(domain), std::move(before), is_own});
}

std::size_t SharedDomain::interval_at(i64 value) const {
    const auto& all = whole_->domain.intervals;
    const auto place =
        std::partition_point(all.begin(), all.end(), [value](const auto& interval) { return interval.second < value; });
    return static_cast<std::size_t>(place - all.begin());
}

i64 SharedDomain::rank(i64 value) const {
    const std::size_t i = interval_at(value);
    return whole_->before[i] + (value - whole_->domain.intervals[i].first);
}

bool SharedDomain::contains(i64 value) const {
    return whole_ && lo_ <= value && value <= hi_ && whole_->domain.intervals[interval_at(value)].first <= value;
}

std::size_t SharedDomain::intervals() const { return whole_ ? interval_at(hi_) + 1 - interval_at(lo_) : 0; }

SharedDomain SharedDomain::between(i64 lo, i64 hi) const {
    SharedDomain found = *this;
    const auto none = [&] { return !whole_ || found.lo_ > found.hi_; };
    found.lo_ = std::max(lo, lo_);
    found.hi_ = std::min(hi, hi_);
    if (none())
        return {};
    const auto& all = whole_->domain.intervals;
    const std::size_t first = interval_at(found.lo_), last = interval_at(found.hi_);
    found.lo_ = std::max(found.lo_, all[first].first);
    if (all[last].first > found.hi_)  // it lies between two intervals
        found.hi_ = last > 0 ? all[last - 1].second : found.lo_ - 1;
    return none() ? SharedDomain() : found;
}

Domain SharedDomain::domain() const {
    Domain found;
    if (whole_) {
        const auto from = whole_->domain.intervals.begin() + static_cast<std::ptrdiff_t>(interval_at(lo_));
        found.intervals.assign(from, from + static_cast<std::ptrdiff_t>(intervals()));
        found.intervals.front().first = lo_;
        found.intervals.back().second = hi_;
    }
    return found;
}

}  // namespace puzzledsl
