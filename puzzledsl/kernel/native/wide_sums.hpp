// Linear equations, inequalities and disequalities whose sums may not fit 64 bits.
#pragma once

#include "reading.hpp"
#include "sums.hpp"

namespace puzzledsl {

// What a variable `x` adds: `slope · x`, and a step for each literal on `x` that is true.
struct WideContribution {
    int variable = 0;
    i128 slope = 0;
    std::vector<std::pair<int, i128>> literals;
};

// The constant, and what the contributions have to add at least and at most, see `Limits`.
struct WideLimits {
    bool has_least = true, has_most = true;
    i128 constant = 0, least = 0, most = 0;
};

// All sums are smaller than `WIDEST`.
std::unique_ptr<Propagator> wide_linear(std::vector<WideContribution> parts, Comparison op, WideLimits limits);

}  // namespace puzzledsl
