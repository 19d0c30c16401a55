#include "wide_sums.hpp"

namespace puzzledsl {

namespace {

i128 floor_of(i128 a, i128 b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0); }
i128 ceil_of(i128 a, i128 b) { return -floor_of(-a, b); }

// A bound of a variable: none has a value as large as `LARGEST`.
i64 bound_of(i128 value) { return static_cast<i64>(std::clamp(value, i128{-LARGEST}, i128{LARGEST})); }

// Bounds alone; what a variable adds is bounded term by term. Once all variables are fixed, that is exact.
class WideLinear final : public Propagator {
public:
    WideLinear(std::vector<WideContribution> parts, Comparison op, WideLimits limits)
        : parts_(std::move(parts)), op_(op), limits_(limits), ranges_(parts_.size()) {
        for (const WideContribution& part : parts_)
            scope.push_back(part.variable);
    }

    bool propagate(Store& store) override {
        Range all;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            ranges_[i] = range(store, parts_[i]);
            all.low += ranges_[i].low;
            all.high += ranges_[i].high;
        }
        if (op_ == Comparison::unequal)
            return exclude(store, all);
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            // The others leave so much for it.
            const Range left{limits_.has_least ? limits_.least - (all.high - ranges_[i].high) : -WIDEST,
                             limits_.has_most ? limits_.most - (all.low - ranges_[i].low) : WIDEST};
            if (!confine(store, parts_[i], ranges_[i], left))
                return false;
        }
        return (!limits_.has_most || all.low <= limits_.most) && (!limits_.has_least || all.high >= limits_.least);
    }

private:
    struct Range {
        i128 low = 0, high = 0;

        [[nodiscard]] bool meets(const Range& other) const { return low <= other.high && other.low <= high; }
        [[nodiscard]] Range moved(i128 by) const { return {low + by, high + by}; }
    };

    static Range of_value(const Store& store, const WideContribution& part) {
        const i128 a = part.slope * store.lo(part.variable), b = part.slope * store.hi(part.variable);
        return {std::min(a, b), std::max(a, b)};
    }
    static Range of_literal(const Store& store, int literal, i128 step) {
        const Truth known = store.entailed(literal);
        if (known == Truth::open)
            return {std::min(step, i128{0}), std::max(step, i128{0})};
        return known == Truth::yes ? Range{step, step} : Range{};
    }
    static Range range(const Store& store, const WideContribution& part) {
        Range found = of_value(store, part);
        for (const auto& [literal, step] : part.literals) {
            const Range one = of_literal(store, literal, step);
            found.low += one.low;
            found.high += one.high;
        }
        return found;
    }

    // Leave what adds something within a range, where a variable may add all of `may`.
    static bool confine(Store& store, const WideContribution& part, const Range& may, const Range& left) {
        if (may.low >= left.low && may.high <= left.high)
            return true;
        for (const auto& [literal, step] : part.literals) {
            if (store.entailed(literal) != Truth::open)
                continue;
            const Range one = of_literal(store, literal, step), rest{may.low - one.low, may.high - one.high};
            if (!rest.moved(step).meets(left) && !store.forbid(literal))
                return false;
            if (!rest.meets(left) && !store.require(literal))
                return false;
        }
        if (part.slope == 0)
            return true;
        const Range own = of_value(store, part);
        const i128 least = left.low - (may.high - own.high), most = left.high - (may.low - own.low), k = part.slope;
        return store.at_least(part.variable, bound_of(k > 0 ? ceil_of(least, k) : ceil_of(most, k))) &&
               store.at_most(part.variable, bound_of(k > 0 ? floor_of(most, k) : floor_of(least, k)));
    }

    // Take away the value that would complete the sum which must not be.
    bool exclude(Store& store, const Range& all) const {
        std::size_t open = parts_.size();
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (ranges_[i].low != ranges_[i].high) {
                if (open != parts_.size())
                    return true;
                open = i;
            }
        if (open == parts_.size())
            return all.low != limits_.constant;
        const WideContribution& part = parts_[open];
        const i128 missing = limits_.constant - (all.low - ranges_[open].low);
        if (!part.literals.empty() || missing % part.slope != 0)
            return true;
        const i128 value = missing / part.slope;
        return bound_of(value) != value || store.remove(part.variable, static_cast<i64>(value));
    }

    std::vector<WideContribution> parts_;
    Comparison op_;
    WideLimits limits_;
    std::vector<Range> ranges_;
};

}  // namespace

std::unique_ptr<Propagator> wide_linear(std::vector<WideContribution> parts, Comparison op, WideLimits limits) {
    return std::make_unique<WideLinear>(std::move(parts), op, limits);
}

}  // namespace puzzledsl
