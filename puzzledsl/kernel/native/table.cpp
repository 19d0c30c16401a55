// Allowed combinations of values: pairs are looked up one by one, others read as the words of a decision diagram.
#include "diagram.hpp"

namespace puzzledsl {

namespace {

// Two variables whose values are one of some pairs. The values of the one that has fewer are looked up.
template <class M>
class Paired final : public Propagator {
public:
    Paired(std::vector<int> variables, std::vector<std::pair<i64, i64>> pairs, bool swapped,
           std::unique_ptr<Propagator> line, bool steady)
        : x_(variables[swapped ? 1 : 0]),
          y_(variables[swapped ? 0 : 1]),
          swapped_(swapped),
          steady_(steady),
          line_(std::move(line)) {
        scope = std::move(variables);
        base_[0] = pairs[0].first;
        base_[1] = pairs[0].second;
        i64 last[2] = {base_[0], base_[1]};
        for (const auto& [a, b] : pairs) {
            base_[0] = std::min(base_[0], a);
            base_[1] = std::min(base_[1], b);
            last[0] = std::max(last[0], a);
            last[1] = std::max(last[1], b);
        }
        width_[0] = last[0] - base_[0] + 1;
        width_[1] = last[1] - base_[1] + 1;
        partners_.resize(static_cast<std::size_t>(width_[0]));
        for (const auto& [a, b] : pairs)
            partners_[a - base_[0]] |= bit<M>(b - base_[1]);
    }

    // Keep the values that occur in a pair within the domains.
    bool propagate(Store& store) override {
        const M second = store.window<M>(y_, base_[1], width_[1]);
        M left{}, right{};
        each(store.window<M>(x_, base_[0], width_[0]), [&](int k) {
            if (meet(partners_[k], second)) {
                left |= bit<M>(k);
                right |= partners_[k] & second;
            }
        });
        return any(left) && store.keep_window(x_, base_[0], left) && store.keep_window(y_, base_[1], right);
    }

    // The first pair within the domains.
    Support support(Store& store) override {
        if (!steady_)
            return Propagator::support(store);
        const M second = store.window<M>(y_, base_[1], width_[1]);
        Support found{Support::NONE, {}};
        all_of(store.window<M>(x_, base_[0], width_[0]), [&](int k) {
            if (!meet(partners_[k], second))
                return true;
            Bits a = moved(bit<Bits>(k), base_[0] - store.base[x_]);
            Bits b = moved(Bits(lowest(M(partners_[k] & second))), base_[1] - store.base[y_]);
            if (swapped_)
                std::swap(a, b);
            found = {Support::KNOWN, {std::move(a), std::move(b)}};
            return false;
        });
        return found;
    }

    Bits explain(Explanation& why, int x, const Bits& gone) override { return line_->explain(why, x, gone); }

private:
    int x_, y_;
    bool swapped_, steady_;
    i64 base_[2], width_[2];
    std::vector<M> partners_;  // by a value that is looked up
    std::unique_ptr<Propagator> line_;
};

// Values of the variable whose values are looked up.
constexpr std::size_t MOST_LOOKED_UP = 62;

}  // namespace

std::unique_ptr<Propagator> make_table(const Store& store, const Shared& shared, Numbers& in) {
    auto variables = in.list_below(store.count());
    const int number = in.below(static_cast<i64>(shared.automata.size()));
    const std::vector<i64> rows = in.list();  // of two variables
    if (in.damaged)
        return nullptr;
    const auto& automaton = shared.automata[number];
    auto line = automaton->line(automaton, store, variables);
    if (variables.size() != 2 || rows.size() < 2)
        return line;
    std::vector<std::pair<i64, i64>> pairs;
    std::vector<i64> firsts, seconds;
    for (std::size_t i = 0; i + 1 < rows.size(); i += 2) {
        pairs.emplace_back(rows[i], rows[i + 1]);
        firsts.push_back(rows[i]);
        seconds.push_back(rows[i + 1]);
    }
    for (auto* values : {&firsts, &seconds}) {
        std::sort(values->begin(), values->end());
        values->erase(std::unique(values->begin(), values->end()), values->end());
    }
    const bool swapped = seconds.size() < firsts.size();
    if (swapped) {
        firsts.swap(seconds);
        for (auto& [a, b] : pairs)
            std::swap(a, b);
    }
    const i64 span = std::max(firsts.back() - firsts.front(), seconds.back() - seconds.front());
    if (firsts.size() > MOST_LOOKED_UP || span >= SPAN)
        return line;
    const bool steady = store.is_steady(variables[0]) && store.is_steady(variables[1]);
    if (span < 64)
        return std::make_unique<Paired<Word>>(std::move(variables), std::move(pairs), swapped, std::move(line), steady);
    return std::make_unique<Paired<Bits>>(std::move(variables), std::move(pairs), swapped, std::move(line), steady);
}

}  // namespace puzzledsl
