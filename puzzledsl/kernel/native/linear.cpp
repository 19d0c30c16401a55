// Linear equations, inequalities and disequalities; those of literals alone count how many are true.
#include "constraints.hpp"
#include "wide_sums.hpp"

namespace puzzledsl {

namespace {

template <class M>
class Linear final : public Propagator {
public:
    Linear(std::vector<Contribution> contributions, Comparison op, i64 constant, Limits limits, bool steady)
        : sum_(relevant(contributions), op, constant, limits) {
        for (const Contribution& part : contributions)
            scope.push_back(part.variable);
        costly = steady ? sum_.is_costly() : true;
        if (op == Comparison::unequal && constant == 0 && contributions.size() == 2 &&
            contributions[0].literals.empty() && contributions[1].literals.empty() &&
            contributions[0].slope == -contributions[1].slope) {
            cliques.push_back(scope);
            plain = true;
        }
        steady_ = steady;
    }

    bool propagate(Store& store) override { return sum_.propagate(store); }
    Support support(Store& store) override { return steady_ ? sum_.support(store, *this) : Propagator::support(store); }
    Bits explain(Explanation& why, int x, const Bits& gone) override {
        if constexpr (std::is_same_v<M, Word>)
            return Bits(sum_.explain(why, x, gone.word(0)));
        else
            return sum_.explain(why, x, gone);
    }

private:
    static std::vector<Contribution> relevant(const std::vector<Contribution>& contributions) {
        std::vector<Contribution> found;
        for (const Contribution& part : contributions)
            if (part.slope != 0 || !part.literals.empty())
                found.push_back(part);
        return found;
    }

    Sum<M> sum_;
    bool steady_ = false;
};

// At least `least` and at most `most` items are true: literals, or their opposites. Domain consistent: no two literals
// are about one variable. It is explained as the sum that it is.
class Count final : public Propagator {
public:
    struct Item {
        int variable, literal;
        bool negated;
    };

    Count(std::vector<Item> items, int least, int most, std::unique_ptr<Propagator> sum, bool steady)
        : items_(std::move(items)), least_(least), most_(most), sum_(std::move(sum)), steady_(steady) {
        scope = sum_->scope;
        costly = !steady;
        for (std::size_t i = 0; i < items_.size(); ++i)
            order_.push_back(static_cast<int>(i));
    }

    // Decide all open items once as many as may be are true, or false.
    bool propagate(Store& store) override {
        const auto [sure, decided] = counted(store);
        const int open = static_cast<int>(order_.size()) - decided;
        if (sure > most_ || sure + open < least_)
            return false;
        if (sure != most_ && sure + open != least_)
            return true;
        for (std::size_t k = static_cast<std::size_t>(decided); k < order_.size(); ++k)
            if (!decide(store, items_[order_[k]], sure != most_))
                return false;
        return true;
    }

    // Of each variable the values that make its item true, or those that make it false: no more have to be true than
    // must, and no fewer than may.
    Support support(Store& store) override {
        if (!steady_)
            return Propagator::support(store);
        auto [sure, decided] = counted(store);
        const int open = static_cast<int>(order_.size()) - decided;
        if (sure > most_ || sure + open < least_)
            return {Support::NONE, {}};
        Support found{Support::KNOWN, std::vector<Bits>(order_.size())};
        for (int k = 0; k < static_cast<int>(order_.size()); ++k) {
            const Item& item = items_[order_[k]];
            const int x = item.variable;
            bool truth = false;
            if (k < decided)
                truth = (store.entailed(item.literal) == Truth::yes) != item.negated;
            else if (sure < least_) {
                ++sure;
                truth = true;
            }
            const Bits meaning = store.meaning<Bits>(item.literal);
            found.values[order_[k]] = truth != item.negated ? meaning : without(below<Bits>(store.width(x)), meaning);
        }
        return found;
    }

    Bits explain(Explanation& why, int x, const Bits& gone) override { return sum_->explain(why, x, gone); }

private:
    // How many items are true, and how many are decided: those stand first in the order.
    std::pair<int, int> counted(const Store& store) {
        int sure = 0, decided = 0;
        while (!known_.empty()) {
            const Known& last = known_.back();
            if (last.stamp == store.stamp(last.length)) {
                sure = last.sure;
                decided = last.decided;
                break;
            }
            known_.pop_back();
        }
        const int before = decided;
        for (int k = decided; k < static_cast<int>(order_.size()); ++k) {
            const int i = order_[k];
            const Truth known = store.entailed(items_[i].literal);
            if (known == Truth::open)
                continue;
            if ((known == Truth::yes) != items_[i].negated)
                ++sure;
            order_[k] = order_[decided];
            order_[decided] = i;
            ++decided;
        }
        const int length = store.mark();
        if (decided > before && length != 0)
            known_.push_back({length, store.stamp(length), decided, sure});
        return {sure, decided};
    }

    static bool decide(Store& store, const Item& item, bool truth) {
        return truth != item.negated ? store.require(item.literal) : store.forbid(item.literal);
    }

    // The first items of the order are decided as long as the trail has a certain entry, and so many of them are true:
    // a stack, since undoing leaves what was known before. Only the others are looked at.
    struct Known {
        int length;
        u64 stamp;
        int decided, sure;
    };

    std::vector<Item> items_;
    int least_, most_;
    std::unique_ptr<Propagator> sum_;
    bool steady_;
    std::vector<int> order_;
    std::vector<Known> known_;
};

// An equation or inequality of literals alone, all with one factor but for the sign, as a count of them.
bool is_count(const std::vector<Contribution>& contributions, Comparison op, i64 constant,
              std::vector<Count::Item>& items, i64& most) {
    if (contributions.empty() || op == Comparison::unequal)
        return false;
    i64 factor = 0;
    int negated = 0;
    for (const Contribution& part : contributions) {
        if (part.slope != 0 || part.literals.size() != 1)
            return false;
        const auto [literal, step] = part.literals[0];
        if (factor == 0)
            factor = std::abs(step);
        if (std::abs(step) != factor)
            return false;
        items.push_back({part.variable, literal, step < 0});
        negated += step < 0 ? 1 : 0;
    }
    if (factor == 0 || (op == Comparison::equal && constant % factor != 0))
        return false;
    most = floor_div(constant, factor) + negated;  // -[literal] is [its opposite] - 1
    return true;
}

}  // namespace

std::unique_ptr<Propagator> make_linear(const Store& store, Numbers& in) {
    const bool is_wide = in.below(2) != 0;
    const auto number = [&] { return is_wide ? in.wide_number() : i128{in.number()}; };
    const auto op = static_cast<Comparison>(in.below(3));
    WideLimits wide;
    wide.constant = number();
    wide.has_least = in.below(2) != 0;
    wide.least = number();
    wide.has_most = in.below(2) != 0;
    wide.most = number();
    std::vector<WideContribution> parts(static_cast<std::size_t>(in.length()));
    std::vector<int> variables;
    Span span;
    for (const i128 one : {wide.constant, wide.least, wide.most})
        span.add(one, 1);
    for (WideContribution& part : parts) {
        part.variable = in.below(store.count());
        part.slope = number();
        part.literals.resize(static_cast<std::size_t>(in.length()));
        if (in.damaged)
            return nullptr;
        span.add(part.slope, store.largest(part.variable));
        for (auto& [literal, step] : part.literals) {
            literal = in.below(store.literals());
            step = number();
            if (in.damaged || store.literal(literal).variable != part.variable)
                return nullptr;
            span.add(step, 1);
        }
        variables.push_back(part.variable);
    }
    std::vector<int> sorted = variables;
    std::sort(sorted.begin(), sorted.end());
    if (in.damaged || !span.fits_wide || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return nullptr;
    if (!span.fits)
        return wide_linear(std::move(parts), op, wide);
    const i64 constant = static_cast<i64>(wide.constant);
    const Limits limits{wide.has_least, wide.has_most, static_cast<i64>(wide.least), static_cast<i64>(wide.most)};
    std::vector<Contribution> contributions;
    for (const WideContribution& part : parts) {
        Contribution& found = contributions.emplace_back(Contribution{part.variable, static_cast<i64>(part.slope), {}});
        for (const auto& [literal, step] : part.literals)
            found.literals.emplace_back(literal, static_cast<i64>(step));
    }
    bool steady = true;
    for (const int x : variables)
        steady = steady && store.is_steady(x);
    std::vector<Count::Item> items;
    i64 most = 0;
    const bool counts = limits.are(op, constant) && is_count(contributions, op, constant, items, most);
    std::unique_ptr<Propagator> sum;
    if (are_words(store, variables))
        sum = std::make_unique<Linear<Word>>(std::move(contributions), op, constant, limits, steady);
    else
        sum = std::make_unique<Linear<Bits>>(std::move(contributions), op, constant, limits, steady);
    if (!counts)
        return sum;
    const i64 n = static_cast<i64>(items.size());
    const int upper = static_cast<int>(std::clamp(most, i64{-1}, n + 1));
    return std::make_unique<Count>(std::move(items), op == Comparison::equal ? upper : 0, upper, std::move(sum),
                                   steady);
}

}  // namespace puzzledsl
