// Which variable a search branches on, and what it assumes of it.
#pragma once

#include "engine.hpp"
#include "generator.hpp"

namespace puzzledsl {

// Values of a variable that are tried one after the other; of more, first the lower and then the upper half.
inline constexpr i64 MOST_IN_ORDER = 256;

// What is assumed of a variable: its smallest and largest value then.
struct Assumption {
    int variable;
    i64 low, high;
};

// By variable: 1, and 1 more for each constraint that watches it.
std::vector<double> first_weights(const Engine& engine);

// The variable with the fewest values for its weight; -1: each has one value. None is real.
//
// Boussemart et al., Boosting Systematic Search by Weighting Constraints (ECAI 2004).
int choice(const std::vector<int>& variables, const Store& store, const std::vector<double>& weights);

// What to assume first of an open variable: the smallest value; or, of many values, the lower half. From above the
// largest, or the upper half.
Assumption first_part(const Store& store, int x, bool from_above);

// The same at random: one value, all equally likely; or, of many values, a half, with probability by its span.
Assumption random_part(const Store& store, int x, Generator& random);

// Leave the values of an assumption: one of them, or all up to an end of the domain.
[[nodiscard]] bool assume(Store& store, const Assumption& one);

// The opposite of `assume`, with the domain as it was then, or narrower.
[[nodiscard]] bool refute(Store& store, const Assumption& one);

}  // namespace puzzledsl
