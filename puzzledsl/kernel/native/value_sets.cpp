#include "value_sets.hpp"

namespace puzzledsl {

i64 combinations(i64 width, i64 n, i64 most) {
    if (n > width)
        return 0;
    if (n > width - n)
        n = width - n;
    i64 found = 1;
    for (i64 i = 1; i <= n; ++i) {
        found = found * (width - n + i) / i;
        if (found > most)
            return most + 1;
    }
    return found;
}

const std::vector<Bits>& ValueSets::lacking(int width) {
    auto& found = lacking_[width];
    for (int position = 0; position < width && static_cast<int>(found.size()) < width; ++position) {
        i64 size = i64{1} << position;  // so many sets without it, so many with it, and again
        Bits pattern = below<Bits>(size);
        for (i64 length = 2 * size; length < i64{1} << width; length *= 2)
            pattern.add_moved(pattern, length);
        found.push_back(std::move(pattern));
    }
    return found;
}

const std::vector<Bits>& ValueSets::by_sum(int width) {
    auto& found = by_sum_[width];
    if (!found.empty())
        return found;
    found.emplace_back(1);
    for (int position = 0; position < width; ++position) {
        std::vector<Bits> longer = found;
        longer.resize(found.size() + static_cast<std::size_t>(position));
        for (std::size_t total = 0; total < found.size(); ++total)
            longer[total + static_cast<std::size_t>(position)].add_moved(found[total], i64{1} << position);
        found = std::move(longer);
    }
    return found;
}

Bits ValueSets::having(const Bits& sums, int width) {
    const auto& known = by_sum(width);
    Bits found;
    each(sums, [&](int total) {
        if (total < static_cast<int>(known.size()))
            found |= known[total];
    });
    return found;
}

Bits ValueSets::after(const Bits& sets, const Bits& values, int width) {
    const auto& without_it = lacking(width);
    Bits found;
    each(values, [&](int k) { found.add_moved(sets & without_it[k], i64{1} << k); });
    return found;
}

Bits ValueSets::before(const Bits& sets, const Bits& values, int width) {
    const auto& without_it = lacking(width);
    Bits found;
    each(values, [&](int k) { found |= down(sets, i64{1} << k) & without_it[k]; });
    return found;
}

}  // namespace puzzledsl
