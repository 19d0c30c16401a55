// Linear equations, inequalities and disequalities over domains: bounds, sets of sums, and the reasons of both.
#pragma once

#include "propagator.hpp"

namespace puzzledsl {

// Bits of a set of sums.
inline constexpr i64 MOST_SUMS = 20'000;

// Values of all variables together whose sums are looked at; values of one that have an amount each.
inline constexpr int MOST_SHIFTS = 600;

inline i64 floor_div(i64 a, i64 b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0); }
inline i64 ceil_div(i64 a, i64 b) { return -floor_div(-a, b); }

// What a variable `x` adds: `slope · x`, and a step for each literal on `x` that is true.
struct Contribution {
    int variable;
    i64 slope;
    std::vector<std::pair<int, i64>> literals;
};

// What a variable adds to a sum, by its value.
template <class M>
class Addend {
public:
    explicit Addend(Contribution part)
        : variable(part.variable), slope(part.slope), literals(std::move(part.literals)) {}

    int variable;
    i64 slope;                                  // what each of its units adds, besides the literals
    std::vector<std::pair<int, i64>> literals;  // what is true of its value, each with what this adds
    std::vector<i64> amounts;                   // if there are literals, what the values can add, ascending
    std::vector<M> values;                      // for each amount the values that add it

    // Sort the values by what they add. False: they are too many.
    bool arrange(const Store& store, int width);
    // The smallest `sign` · amount of the values in a mask, which has some. They are arranged.
    [[nodiscard]] i64 extreme(i64 base, const M& mask, int sign) const {
        if (literals.empty()) {
            const i64 k = sign * slope;
            return k * (base + (k > 0 ? first(mask) : length(mask) - 1));
        }
        std::size_t j = sign > 0 ? 0 : values.size() - 1;
        while (!meet(mask, values[j]))
            j += static_cast<std::size_t>(sign);
        return sign * amounts[j];
    }
    // The values below position `width` whose `sign` · amount is less than a limit.
    [[nodiscard]] M less(i64 base, i64 limit, int sign, i64 width) const {
        if (literals.empty()) {
            const i64 k = sign * slope;
            if (k > 0)  // value < limit / k
                return below<M>(std::min(ceil_div(limit, k) - base, width));
            return without(below<M>(width), below<M>(std::min(floor_div(limit, k) - base + 1, width)));
        }
        M found{};
        for (std::size_t j = 0; j < amounts.size(); ++j)
            if (sign * amounts[j] < limit)
                found |= values[j];
        return found;
    }
    // The values that add an amount.
    [[nodiscard]] M adding(i64 base, i64 amount, i64 width) const {
        return without(less(base, amount + 1, 1, width), less(base, amount, 1, width));
    }
    // What values of a mask add, as bits: their own without literals, else the amounts from a lowest.
    [[nodiscard]] Bits positions(const M& mask, i64 lowest) const {
        if (literals.empty())
            return Bits(mask);
        Bits found;
        for (std::size_t j = 0; j < amounts.size(); ++j)
            if (meet(values[j], mask))
                found.add(amounts[j] - lowest);
        return found;
    }
    // The values that add what is among these positions.
    [[nodiscard]] Bits having(const Bits& positions, i64 lowest) const {
        if (literals.empty())
            return positions;
        Bits found;
        for (std::size_t j = 0; j < amounts.size(); ++j)
            if (amounts[j] >= lowest && has(positions, amounts[j] - lowest))
                found |= Bits(values[j]);
        return found;
    }

private:
    i64 base_ = 0;
    int width_ = -1;  // that the values are for
};

enum class Comparison { equal, unequal, at_most };

// `Σ contributions op constant`. Real variables only lend their bounds: what the others have to add at least and at
// most then takes the place of the constant.
struct Limits {
    bool has_least = true, has_most = true;
    i64 least = 0, most = 0;

    // Whether real variables make no difference.
    [[nodiscard]] bool are(Comparison op, i64 constant) const {
        return has_most && most == constant && (op == Comparison::equal ? has_least && least == constant : !has_least);
    }
};

template <class M>
class Sum {
public:
    Sum(std::vector<Contribution> contributions, Comparison op, i64 constant, Limits limits);

    // Only equations have sets of sums.
    [[nodiscard]] bool is_costly() const { return op_ == Comparison::equal && !difference_ && !bounds_tell_; }
    [[nodiscard]] bool propagate(Store& store);
    [[nodiscard]] Support support(Store& store, Propagator& whole);
    // Explain removals: first by bounds, the others cannot add so little (or so much). What is more than enough is used
    // to loosen the bounds that are needed, first those that are loosened entirely. What bounds do not explain may
    // follow from the sets of sums that the others can add.
    [[nodiscard]] M explain(Explanation& why, int x, M gone);

private:
    using Terms = std::vector<Addend<M>*>;

    struct Range {
        i64 low, high;
    };
    [[nodiscard]] Range range(const Store& store, std::size_t i);
    [[nodiscard]] bool find_difference(const Store& store, int& x, int& y, i64& shift) const;
    [[nodiscard]] bool confine(Store& store, std::size_t i, i64 low, i64 high);
    [[nodiscard]] bool filter(Store& store, i64 target);
    [[nodiscard]] bool exclude(Store& store);
    [[nodiscard]] Support apart(Store& store, Propagator& whole);
    M by_bounds(Explanation& why, const Terms& others, const Addend<M>* own, const M& gone, int sign);
    M by_fixed(Explanation& why, const Terms& others, const Addend<M>* own, const M& gone);
    M by_sums(Explanation& why, Terms others, Addend<M>* own, const M& gone);

    Comparison op_;
    i64 constant_;
    Limits limits_;
    std::vector<Addend<M>> addends_;
    bool bounds_tell_ = false, difference_ = false;
    std::vector<Range> ranges_;
};

// Leave of each set of numbers those that with some of the others add to `target`, times their factors. False: there
// are none. If the sets of sums would have more than `MOST_SUMS` bits, the sets stay as they are.
//
// Forward the sums of the first `i` sets, backward those from which the target is reached: Trick, A Dynamic Programming
// Approach for Consistency and Propagation for Knapsack Constraints (Annals of OR 2003), with sets of sums as bit
// masks.
template <class P>
[[nodiscard]] bool supported(std::vector<P>& sums, const std::vector<i64>& factors, i64 target);

// What a variable, or a group of them, adds to a total that has to be refuted.
class Part {
public:
    Part() = default;
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    virtual ~Part() = default;

    i64 factor = 1, offset = 0;  // what each of its positions adds is `offset + factor · position`
    Bits possible;               // the positions within the domains
    Bits everything;             // those that there would be if nothing had been removed

    // Explain why it has none of some positions.
    virtual void refuse(Explanation& why, const Bits& positions) = 0;
};

// Explain why parts do not add up to `target`, their offsets aside. False: they do, or are too large.
//
// Which sums can be completed within the domains is found backwards; then, forwards, all that is gone is given back
// that does not lead to such a sum: Gange, Stuckey & Szymanek, MDD Propagators with Explanation (Constraints 2011).
[[nodiscard]] bool explain_total(Explanation& why, const std::vector<std::unique_ptr<Part>>& parts, i64 target);

}  // namespace puzzledsl
