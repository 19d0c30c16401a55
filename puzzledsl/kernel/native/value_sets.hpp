// Sets of different values by their sums, and sets of such sets.
//
// A set of the positions `0 … width - 1` is a mask. A set of such sets is one, too: bit `s` stands for the set of the
// positions that are ones of `s`.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "bits.hpp"

namespace puzzledsl {

// `n` of `width`; at least `most + 1` where there are more than `most`.
i64 combinations(i64 width, i64 n, i64 most);

// What is known of value sets. Constraints share it.
class ValueSets {
public:
    // The sets of `n` of the numbers `0 … width - 1` with a sum.
    template <class M>
    const std::vector<M>& with_sum(int n, i64 total, int width) {
        auto& known = [this]() -> std::map<std::tuple<int, i64, int>, std::vector<M>>& {
            if constexpr (std::is_same_v<M, Word>)
                return words_;
            else
                return many_words_;
        }();
        const auto found = known.find({n, total, width});
        if (found != known.end())
            return found->second;
        std::vector<M> sets;
        if (n == 0) {
            if (total == 0)
                sets.push_back(M{});
        } else if (n <= width && i64{n} * (n - 1) <= 2 * total && 2 * total <= i64{n} * (2 * i64{width} - n - 1)) {
            sets = with_sum<M>(n, total, width - 1);
            for (const M& one : with_sum<M>(n - 1, total - width + 1, width - 1))
                sets.push_back(one | bit<M>(width - 1));
        }
        return known[{n, total, width}] = std::move(sets);
    }
    // For each of `width` positions the sets of positions that do not have it.
    const std::vector<Bits>& lacking(int width);
    // For each sum the sets of some of `width` positions that have it.
    const std::vector<Bits>& by_sum(int width);
    // The sets that have one of these sums.
    Bits having(const Bits& sums, int width);
    // The sets that arise when one of the values is added to sets without it.
    Bits after(const Bits& sets, const Bits& values, int width);
    // The sets that become one of `sets` when one of the values is added.
    Bits before(const Bits& sets, const Bits& values, int width);

private:
    std::map<std::tuple<int, i64, int>, std::vector<Word>> words_;
    std::map<std::tuple<int, i64, int>, std::vector<Bits>> many_words_;
    std::map<int, std::vector<Bits>> lacking_, by_sum_;
};

}  // namespace puzzledsl
