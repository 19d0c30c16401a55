#include "sums.hpp"

#include <algorithm>
#include <map>

namespace puzzledsl {

template <class M>
bool Addend<M>::arrange(const Store& store, int width) {
    const i64 base = store.base[variable];
    if (literals.empty() || (base == base_ && width <= width_))
        return true;
    const i64 whole = store.width(variable);
    std::map<i64, M> found;
    if (slope != 0) {
        if (width > MOST_SHIFTS)
            return false;
        for (int k = 0; k < width; ++k)
            found[slope * (base + k)] = bit<M>(k);
    } else {
        found[0] = below<M>(whole);
    }
    for (const auto& [literal, step] : literals) {
        const M meaning = store.meaning<M>(literal);
        std::map<i64, M> further;
        for (const auto& [amount, mask] : found) {
            further[amount + step] |= mask & meaning;
            further[amount] |= without(mask, meaning);
        }
        found = std::move(further);
    }
    amounts.clear();
    values.clear();
    for (const auto& [amount, mask] : found)
        if (any(mask)) {
            amounts.push_back(amount);
            values.push_back(mask);
        }
    base_ = base;
    width_ = slope != 0 ? width : static_cast<int>(whole);
    return true;
}

template <class M>
Sum<M>::Sum(std::vector<Contribution> contributions, Comparison op, i64 constant, Limits limits)
    : op_(op), constant_(constant), limits_(limits) {
    int wholes = 0;
    bool even = true;
    for (Contribution& part : contributions) {
        if (part.literals.empty())
            ++wholes;
        else if (part.slope != 0 || part.literals.size() > 1 || std::abs(part.literals[0].second) != 1)
            even = false;
        addends_.emplace_back(std::move(part));
    }
    // Together, the literals add every number from the least to the most, and there is at most one variable besides.
    bounds_tell_ = even && wholes <= 1;
    difference_ = op == Comparison::equal && limits.are(op, constant) && wholes == 2 && addends_.size() == 2 &&
                  std::abs(addends_[0].slope) == 1 && addends_[0].slope + addends_[1].slope == 0;
    ranges_.resize(addends_.size());
}

template <class M>
bool Sum<M>::propagate(Store& store) {
    if (op_ == Comparison::unequal)
        return exclude(store);
    if (difference_) {
        int x = -1, y = -1;
        i64 shift = 0;
        if (find_difference(store, x, y, shift)) {
            const M left = store.mask<M>(x), right = store.mask<M>(y);
            return store.put(x, left & moved(right, -shift)) && store.put(y, right & moved(left, shift));
        }
    }
    const bool equation = limits_.has_least, bounded = limits_.has_most;
    i64 above = 0;
    while (true) {
        i64 least = 0, most = 0;
        for (std::size_t i = 0; i < addends_.size(); ++i) {
            ranges_[i] = range(store, i);
            least += ranges_[i].low;
            most += ranges_[i].high;
        }
        above = limits_.most - least;              // what one may add to its least
        const i64 beneath = most - limits_.least;  // what one may lack of its most
        if ((bounded && above < 0) || (equation && beneath < 0))
            return false;
        if (least == most || (!equation && (!bounded || most <= limits_.most)))
            return true;
        const std::size_t changes = store.touched.size();
        for (std::size_t i = 0; i < addends_.size(); ++i) {
            const auto [low, high] = ranges_[i];
            if (((bounded && high - low > above) || (equation && high - low > beneath)) &&
                !confine(store, i, equation ? high - beneath : low, bounded ? low + above : high))
                return false;
        }
        if (store.touched.size() == changes || !store.costly)  // the engine calls again
            break;
    }
    const bool exact = equation && bounded && limits_.least == limits_.most;
    return !store.costly || !exact || above > MOST_SUMS || bounds_tell_ || filter(store, limits_.most);
}

// The least and the most that a variable can add.
template <class M>
typename Sum<M>::Range Sum<M>::range(const Store& store, std::size_t i) {
    Addend<M>& one = addends_[i];
    const int x = one.variable;
    const i64 k = one.slope;
    if (one.literals.empty()) {
        const i64 low = k * store.lo(x), high = k * store.hi(x);
        return k < 0 ? Range{high, low} : Range{low, high};
    }
    if (store.has_mask(x)) {
        const M mask = store.mask<M>(x);
        if (one.arrange(store, length(mask)))
            return {one.extreme(0, mask, 1), -one.extreme(0, mask, -1)};
    }
    i64 low = k * store.lo(x), high = k * store.hi(x);
    if (k < 0)
        std::swap(low, high);
    for (const auto& [literal, step] : one.literals) {
        const Truth known = store.entailed(literal);
        if (known != Truth::no && (known == Truth::yes || step < 0))
            low += step;
        if (known != Truth::no && (known == Truth::yes || step > 0))
            high += step;
    }
    return {low, high};
}

// Of `x - y == constant`, both variables, and by how much a mask of `x` has to be shifted to fit one of `y`. False
// where they have no masks from bases close to one another.
template <class M>
bool Sum<M>::find_difference(const Store& store, int& x, int& y, i64& shift) const {
    x = addends_[0].variable;
    y = addends_[1].variable;
    if (addends_[0].slope < 0)
        std::swap(x, y);
    if (!store.has_mask(x) || !store.has_mask(y))
        return false;
    shift = store.base[x] - store.base[y] - constant_;
    return std::abs(shift) <= 2 * SPAN;
}

// Remove values that add less than `low` or more than `high`.
template <class M>
bool Sum<M>::confine(Store& store, std::size_t i, i64 low, i64 high) {
    Addend<M>& one = addends_[i];
    const int x = one.variable;
    if (one.literals.empty()) {
        i64 k = one.slope;
        if (k < 0) {
            std::swap(low, high);
            k = -k, low = -low, high = -high;
        }
        return store.at_most(x, floor_div(high, k)) && store.at_least(x, ceil_div(low, k));
    }
    if (store.has_mask(x)) {
        const M mask = store.mask<M>(x);
        if (one.arrange(store, length(mask))) {
            const i64 whole = store.width(x);
            return store.put(x, without(mask & one.less(0, high + 1, 1, whole), one.less(0, low, 1, whole)));
        }
    }
    if (one.slope != 0 || one.literals.size() > 1)
        return true;
    const auto [literal, step] = one.literals[0];
    if ((step < low || step > high) && !store.forbid(literal))
        return false;
    return (low <= 0 && 0 <= high) || store.require(literal);
}

// Domain consistency by sets of sums.
template <class M>
bool Sum<M>::filter(Store& store, i64 target) {
    std::vector<std::size_t> open;
    std::vector<Bits> sums;
    std::vector<i64> factors;
    int work = 0;
    bool even = true;  // each adds all amounts from the least to the most, so that bounds tell all
    for (std::size_t i = 0; i < addends_.size(); ++i) {
        Addend<M>& one = addends_[i];
        const auto [low, high] = ranges_[i];
        const int x = one.variable;
        if (low == high) {
            target -= low;
            continue;
        }
        if (!store.has_mask(x))
            return true;
        const M mask = store.mask<M>(x);
        if (!one.arrange(store, length(mask)))
            return true;
        sums.push_back(one.positions(mask, low));
        factors.push_back(one.literals.empty() ? one.slope : 1);
        target -= one.literals.empty() ? store.base[x] * one.slope : low;
        open.push_back(i);
        const Bits& last = sums.back();
        work += count(last);
        if (work > MOST_SHIFTS)
            return true;
        if (count(last) != length(last) - first(last) || std::abs(factors.back()) != 1)
            even = false;
    }
    if (even)
        return true;
    const std::vector<Bits> before = sums;
    if (!supported(sums, factors, target))
        return false;
    for (std::size_t j = 0; j < sums.size(); ++j) {
        if (sums[j] == before[j])
            continue;
        const Addend<M>& one = addends_[open[j]];
        const Bits left = one.having(sums[j], ranges_[open[j]].low);
        if (!store.put(one.variable, store.mask<Bits>(one.variable) & left))
            return false;
    }
    return true;
}

// `≠`: only the last variable that adds different amounts learns something.
template <class M>
bool Sum<M>::exclude(Store& store) {
    int free = -1;
    i64 rest = constant_;
    for (std::size_t i = 0; i < addends_.size(); ++i) {
        const auto [low, high] = range(store, i);
        if (low == high)
            rest -= low;
        else if (free >= 0)
            return true;
        else
            free = static_cast<int>(i);
    }
    if (free < 0)
        return rest != 0;
    Addend<M>& one = addends_[free];
    const int x = one.variable;
    if (one.literals.empty())
        return rest % one.slope != 0 || store.remove(x, rest / one.slope);
    if (!store.has_mask(x))
        return true;
    const M mask = store.mask<M>(x);
    return !one.arrange(store, length(mask)) || store.put(x, without(mask, one.adding(0, rest, store.width(x))));
}

template <class M>
Support Sum<M>::support(Store& store, Propagator& whole) {
    if (difference_) {
        int x = -1, y = -1;
        i64 shift = 0;
        if (find_difference(store, x, y, shift)) {
            const M common = lowest(store.mask<M>(x) & moved(store.mask<M>(y), -shift));
            if (!any(common))
                return {Support::NONE, {}};
            Bits left(common), right(moved(common, shift));
            if (x != addends_[0].variable)
                std::swap(left, right);
            return {Support::KNOWN, {std::move(left), std::move(right)}};
        }
    } else if (op_ == Comparison::unequal && addends_.size() == 2 && addends_[0].literals.empty() &&
               addends_[1].literals.empty()) {
        return apart(store, whole);
    }
    return {whole.fails(store) ? Support::NONE : Support::UNKNOWN, {}};
}

// Of two variables values that do not add up.
template <class M>
Support Sum<M>::apart(Store& store, Propagator& whole) {
    std::vector<Bits> found;
    i64 total = 0;
    for (const Addend<M>& one : addends_) {
        if (!store.has_mask(one.variable))
            return {whole.fails(store) ? Support::NONE : Support::UNKNOWN, {}};
        const M low = lowest(store.mask<M>(one.variable));
        total += one.slope * (store.base[one.variable] + first(low));
        found.emplace_back(low);
    }
    if (total != constant_)
        return {Support::KNOWN, std::move(found)};
    for (std::size_t i = 0; i < 2; ++i) {
        const Bits rest = without(store.mask<Bits>(addends_[i].variable), found[i]);
        if (any(rest)) {
            found[i] = lowest(rest);
            return {Support::KNOWN, std::move(found)};
        }
    }
    return {Support::NONE, {}};
}

// ── reasons ─────────────────────────────────────────────────────────────────────────────────────

template <class M>
M Sum<M>::explain(Explanation& why, int x, M gone) {
    Terms others;
    Addend<M>* own = nullptr;
    int work = 0;
    for (Addend<M>& one : addends_) {
        const int y = one.variable;
        if (why.masks.is_empty(y) || !one.arrange(why.store, length(why.first<M>(y))))
            return gone;
        if (y == x) {
            own = &one;
        } else {
            others.push_back(&one);
            work += count(why.first<M>(y));
        }
    }
    if (x >= 0 && own == nullptr)
        return gone;
    if (op_ == Comparison::unequal)
        return by_fixed(why, others, own, gone);
    gone = by_bounds(why, others, own, gone, 1);
    if (any(gone) && op_ == Comparison::equal) {
        gone = by_bounds(why, others, own, gone, -1);
        if (any(gone) && work <= MOST_SHIFTS)
            gone = by_sums(why, others, own, gone);
    }
    return gone;
}

// Explain the values that make `sign` · sum more than `sign` · constant; return the others.
template <class M>
M Sum<M>::by_bounds(Explanation& why, const Terms& others, const Addend<M>* own, const M& gone, int sign) {
    struct Step {
        i64 drop;  // how far below the bound it once was
        std::size_t i;
        i64 bound;
    };
    std::vector<Step> steps;
    i64 most = sign * constant_;  // what is left for `own`
    for (std::size_t i = 0; i < others.size(); ++i) {
        const int y = others[i]->variable;
        const i64 bound = others[i]->extreme(why.base(y), why.mask<M>(y), sign);
        steps.push_back({bound - others[i]->extreme(why.base(y), why.first<M>(y), sign), i, bound});
        most -= bound;
    }
    i64 slack = -most - 1;
    M left{};
    if (own != nullptr) {
        const i64 base = why.base(own->variable);
        left = own->less(base, most + 1, sign, why.store.width(own->variable)) & gone;
        if (left == gone)
            return gone;
        slack = own->extreme(base, without(gone, left), sign) - most - 1;
    }
    if (slack < 0)
        return gone;
    why.follow(sign > 0 ? NumberRule::most : NumberRule::least);
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.drop < b.drop; });
    for (const auto& [drop, i, bound] : steps) {
        if (drop <= slack) {  // this one could be anything
            slack -= drop;
            continue;
        }
        const Addend<M>& one = *others[i];
        const int y = one.variable;
        const M needed = one.less(why.base(y), bound - slack, sign, why.store.width(y));
        why.need<M>(y, needed);
        slack -= bound - one.extreme(why.base(y), without(why.first<M>(y), needed), sign);
    }
    return left;
}

// Explain the values that would make the sum equal, the others being fixed; return the others.
template <class M>
M Sum<M>::by_fixed(Explanation& why, const Terms& others, const Addend<M>* own, const M& gone) {
    i64 rest = constant_;
    for (const Addend<M>* one : others) {
        const int y = one->variable;
        const i64 amount = one->extreme(why.base(y), why.mask<M>(y), 1);
        if (amount != -one->extreme(why.base(y), why.mask<M>(y), -1))
            return gone;
        rest -= amount;
    }
    M left{};
    if (own != nullptr)
        left = without(gone, own->adding(why.base(own->variable), rest, why.store.width(own->variable)));
    else if (rest != 0)
        return gone;
    if (!(left == gone)) {
        why.follow(NumberRule::equal);
        for (const Addend<M>* one : others)
            why.need_outside<M>(one->variable, why.mask<M>(one->variable));
    }
    return left;
}

namespace {

// An addend as part of a total.
template <class M>
class Values final : public Part {
public:
    Values(const Explanation& why, const Addend<M>& one, const M& mask, const M& first) : one_(one) {
        const i64 base = why.base(one.variable);
        lowest_ = one.extreme(base, first, 1);
        offset = one.literals.empty() ? one.slope * base : lowest_;
        factor = one.literals.empty() ? one.slope : 1;
        possible = one.positions(mask, lowest_);
        everything = one.positions(first, lowest_);
    }
    void refuse(Explanation& why, const Bits& positions) override {
        why.need<Bits>(one_.variable, one_.having(positions, lowest_));
    }

private:
    const Addend<M>& one_;
    i64 lowest_;
};

}  // namespace

// Explain that with all these values the others cannot add what is missing; return nothing, or the values.
template <class M>
M Sum<M>::by_sums(Explanation& why, Terms others, Addend<M>* own, const M& gone) {
    std::vector<std::unique_ptr<Part>> parts;
    i64 target = constant_;
    if (own != nullptr)
        others.push_back(own);
    for (const Addend<M>* one : others) {
        const int y = one->variable;
        const M first = why.first<M>(y);
        if (!one->literals.empty() &&
            -one->extreme(why.base(y), first, -1) - one->extreme(why.base(y), first, 1) > MOST_SUMS)
            return gone;
        const M mask = one == own ? gone : why.mask<M>(y);
        const M whole = one == own ? mask : M(without(first, why.needed<M>(y)) | mask);
        parts.push_back(std::make_unique<Values<M>>(why, *one, mask, whole));
        target -= parts.back()->offset;
    }
    if (!explain_total(why, parts, target))
        return gone;
    why.follow(NumberRule::missed);
    return {};
}

// ── sets of sums ────────────────────────────────────────────────────────────────────────────────

namespace {

// How much a set of numbers has to add, and how much it can add at most above that.
template <class P>
i64 least_of(const P& numbers, i64 factor) {
    return factor < 0 ? length(numbers) - 1 : first(numbers);
}
template <class P>
i64 span_of(const P& numbers, i64 factor) {
    return std::abs(factor) * (length(numbers) - 1 - first(numbers));
}

template <class P, class S>
bool supported_within(std::vector<P>& sums, const std::vector<i64>& factors, const std::vector<i64>& least,
                      i64 target) {
    const std::size_t n = sums.size();
    const S within = below<S>(target + 1);
    std::vector<S> forward{bit<S>(0)};
    for (std::size_t i = 0; i + 1 < n; ++i) {
        S found{};
        each(sums[i], [&](int k) {
            const i64 shift = factors[i] * (k - least[i]);
            if (shift <= target)
                found |= up(forward[i], shift);
        });
        forward.push_back(found & within);
    }
    S backward = bit<S>(target);
    for (std::size_t i = n; i-- > 0;) {
        S following{};
        P some{};
        each(sums[i], [&](int k) {
            const S here = down(backward, factors[i] * (k - least[i])) & forward[i];
            if (any(here)) {
                following |= here;
                some |= bit<P>(k);
            }
        });
        if (!any(some))
            return false;
        sums[i] = some;
        backward = following;
    }
    return true;
}

}  // namespace

template <class P>
bool supported(std::vector<P>& sums, const std::vector<i64>& factors, i64 target) {
    i64 span = 0;
    std::vector<i64> least;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        least.push_back(least_of(sums[i], factors[i]));
        target -= factors[i] * least[i];
        span += span_of(sums[i], factors[i]);
    }
    if (target < 0 || target > span)
        return false;
    if (target > MOST_SUMS)
        return true;
    return target < 64 ? supported_within<P, Word>(sums, factors, least, target)
                       : supported_within<P, Bits>(sums, factors, least, target);
}

bool explain_total(Explanation& why, const std::vector<std::unique_ptr<Part>>& parts, i64 target) {
    std::vector<i64> least;
    i64 span = 0;
    for (const auto& part : parts) {
        least.push_back(least_of(part->everything, part->factor));
        target -= part->factor * least.back();
        span += span_of(part->everything, part->factor);
    }
    if (target < 0 || target > span)
        return true;
    if (target > MOST_SUMS)
        return false;
    const Bits within = below<Bits>(target + 1);
    std::vector<Bits> backward{bit<Bits>(target)};
    for (std::size_t i = parts.size(); i-- > 0;) {
        Bits found;
        each(parts[i]->possible, [&](int k) {
            if (const i64 shift = parts[i]->factor * (k - least[i]); shift >= 0)
                found |= down(backward.back(), shift);
        });
        backward.push_back(std::move(found));
    }
    if (has(backward.back(), 0))
        return false;
    backward.pop_back();
    Bits reached(1);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Part& part = *parts[i];
        const Bits bad = std::move(backward.back());
        backward.pop_back();
        Bits further, refused;
        each(part.everything, [&](int k) {
            const i64 shift = part.factor * (k - least[i]);
            if (shift > target)
                return;
            const Bits here = up(reached, shift);
            if (meet(here, bad) && !has(part.possible, k))
                refused.add(k);
            else
                further |= here;
        });
        if (any(refused))
            part.refuse(why, refused);
        reached = further & within;
    }
    return true;
}

template class Addend<Word>;
template class Addend<Bits>;
template class Sum<Word>;
template class Sum<Bits>;
template bool supported(std::vector<Word>&, const std::vector<i64>&, i64);
template bool supported(std::vector<Bits>&, const std::vector<i64>&, i64);

}  // namespace puzzledsl
