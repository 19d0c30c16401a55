#include "branching.hpp"

namespace puzzledsl {

std::vector<double> first_weights(const Engine& engine) {
    std::vector<double> weights(engine.store.words.size(), 1.0);
    for (const Constraint& one : engine.constraints)
        if (!one.retired)
            for (const int x : one.propagator->scope)
                weights[x] += 1.0;
    return weights;
}

int choice(const std::vector<int>& variables, const Store& store, const std::vector<double>& weights) {
    int best = -1;
    double lowest = 0.0;
    for (const int x : variables) {
        if (store.is_word(x)) {
            const Word m = store.word(x);
            if (!several(m))
                continue;
            const auto size = static_cast<double>(count(m));
            if (best < 0 || size < lowest * weights[x]) {
                best = x;
                lowest = size / weights[x];
            }
        } else if (!store.is_fixed(x)) {
            const auto size = static_cast<double>(store.size(x));
            if (best < 0 || size < lowest * weights[x]) {
                best = x;
                lowest = size / weights[x];
            }
        }
    }
    return best;
}

Assumption first_part(const Store& store, int x, bool from_above) {
    const i64 low = store.lo(x), high = store.hi(x);
    if (store.size(x) <= MOST_IN_ORDER)
        return from_above ? Assumption{x, high, high} : Assumption{x, low, low};
    const i64 middle = low + (high - low) / 2;
    return from_above ? Assumption{x, middle + 1, high} : Assumption{x, low, middle};
}

Assumption random_part(const Store& store, int x, Generator& random) {
    if (store.size(x) <= MOST_IN_ORDER) {
        i64 skip = random.below(store.size(x)), found = 0;
        for (const auto& [lo, hi] : store.domain(x).intervals) {
            if (skip >= 0 && lo + skip <= hi)
                found = lo + skip;
            skip -= hi - lo + 1;
            if (skip < 0)
                break;
        }
        return {x, found, found};
    }
    const i64 low = store.lo(x), high = store.hi(x), middle = low + (high - low) / 2;
    if (low + random.below(high - low + 1) <= middle)
        return {x, low, middle};
    return {x, middle + 1, high};
}

bool assume(Store& store, const Assumption& one) {
    if (one.low == one.high)
        return store.fix(one.variable, one.low);
    return store.at_least(one.variable, one.low) && store.at_most(one.variable, one.high);
}

bool refute(Store& store, const Assumption& one) {
    const int x = one.variable;
    store.cause = REFUTED;
    const bool holds = one.low == one.high      ? store.remove(x, one.low)
                       : one.low <= store.lo(x) ? store.at_least(x, one.high + 1)
                                                : store.at_most(x, one.low - 1);
    store.cause = ASSUMED;
    return holds;
}

}  // namespace puzzledsl
