// The chosen positions of a graph are connected.
#include "constraints.hpp"
#include "graphs.hpp"

namespace puzzledsl {

namespace {

// See `puzzledsl/primitives/connected.py`.
enum class ConnectedRule {
    cut_off,  // a position would be cut off from a chosen one
    joint,    // without a position chosen ones would fall apart
    apart,    // chosen ones fall apart
};

// Whether a position is chosen.
enum State : char { IMPOSSIBLE, OPEN, CERTAIN };

// The positions whose literal is true form one component of the graph, or there are none.
class Connected final : public Propagator {
public:
    Connected(const Store& store, std::vector<int> literals, const std::vector<std::pair<int, int>>& edges)
        : chosen_(std::move(literals)), near_(neighbors(static_cast<int>(chosen_.size()), edges)) {
        for (const int literal : chosen_)
            scope.push_back(store.literal(literal).variable);
        costly = true;
        cheap = false;
    }

    // What no certain position reaches through possible ones is not chosen; a possible position without which certain
    // ones fall apart is chosen. One call is enough.
    bool propagate(Store& store) override {
        const int count = static_cast<int>(chosen_.size());
        state_.resize(chosen_.size());
        for (int p = 0; p < count; ++p) {
            const Truth known = store.entailed(chosen_[p]);
            state_[p] = known == Truth::open ? OPEN : known == Truth::yes ? CERTAIN : IMPOSSIBLE;
        }
        if (state_ == done_)
            return true;
        const auto start = std::find(state_.begin(), state_.end(), CERTAIN);
        if (start == state_.end() || says_nothing_new())
            return true;
        std::vector<char> possible(chosen_.size()), certain(chosen_.size());
        for (int p = 0; p < count; ++p) {
            possible[p] = state_[p] != IMPOSSIBLE ? 1 : 0;
            certain[p] = state_[p] == CERTAIN ? 1 : 0;
        }
        required_.find(near_, {static_cast<int>(start - state_.begin())}, possible, count, 0, certain);
        const auto& order = required_.order;
        for (int p = 0; p < count; ++p)
            if (order[p] == 0 && certain[p] != 0)
                return false;
        for (int p = 0; p < count; ++p)
            if (order[p] == 0 && possible[p] != 0) {
                if (!store.forbid(chosen_[p]))
                    return false;
                state_[p] = IMPOSSIBLE;
            }
        for (const int p : required_.positions)
            if (certain[p] == 0) {
                if (!store.require(chosen_[p]))
                    return false;
                state_[p] = CERTAIN;
            }
        done_ = state_;
        return true;
    }

    // A cut of impossible positions for each removal.
    Bits explain(Explanation& why, int x, const Bits& gone) override {
        const int p = static_cast<int>(std::find(scope.begin(), scope.end(), x) - scope.begin());
        if (p == static_cast<int>(scope.size()))
            return gone;
        const Bits meaning = why.store.meaning<Bits>(chosen_[p]);
        Bits left = gone;
        if (meet(gone, meaning) && explain_cut(why, p, false))
            left = without(left, meaning);
        if (any(without(left, meaning)) && explain_cut(why, p, true))
            left = left & meaning;
        return left;
    }
    bool explain_conflict(Explanation& why) override { return explain_cut(why, -1, false); }

private:
    // Whether all changes since nothing followed are of two kinds, after which nothing follows either.
    //
    // A position is no longer possible that had at most one possible neighbor, so that no path led through it. Or one
    // has become certain beside a certain one, so that whatever cuts off the one cuts off the other.
    bool says_nothing_new() {
        if (done_.size() < state_.size())
            return false;
        std::vector<State> known = done_;
        for (std::size_t p = 0; p < state_.size(); ++p) {
            const State now = state_[p];
            if (now == known[p])
                continue;
            if (known[p] != OPEN)
                return false;
            int beside = 0;
            const State threshold = now == CERTAIN ? CERTAIN : OPEN;
            for (const int q : near_[p])
                if (known[q] >= threshold)
                    ++beside;
            if (now == CERTAIN ? beside == 0 : beside > 1)
                return false;
            known[p] = now;
        }
        done_ = state_;
        return true;
    }

    // Two positions that have to be chosen are in different components: note that they are chosen, and that those
    // around one of the components are not, as far as they are between the two.
    //
    // `p`: is assumed to be chosen, or not to be if `opposite`; -1: nothing is assumed.
    bool explain_cut(Explanation& why, int p, bool opposite) {
        const int count = static_cast<int>(chosen_.size());
        std::vector<State> state(chosen_.size(), OPEN);
        std::vector<char> possible(chosen_.size());
        for (int q = 0; q < count; ++q) {
            const Bits mask = why.mask<Bits>(scope[q]), meaning = why.store.meaning<Bits>(chosen_[q]);
            if (inside(mask, meaning))
                state[q] = CERTAIN;
            else if (!meet(mask, meaning))
                state[q] = IMPOSSIBLE;
        }
        if (p >= 0)
            state[p] = opposite ? IMPOSSIBLE : CERTAIN;
        for (int q = 0; q < count; ++q)
            possible[q] = state[q] != IMPOSSIBLE ? 1 : 0;
        std::vector<int> component(chosen_.size(), -1);
        std::vector<std::vector<int>> parts;  // those with a certain position, which is the first
        for (int q = 0; q < count; ++q)
            if (state[q] == CERTAIN && component[q] < 0)
                gather(near_, possible, component, parts, q);
        if (parts.size() < 2)
            return false;
        if (p >= 0 && !opposite) {  // what is assumed has to be one of the two
            auto own = std::move(parts[component[p]]);
            parts.erase(parts.begin() + component[p]);
            parts.insert(parts.begin(), std::move(own));
            parts.resize(2);
        }
        std::vector<int> best;
        std::size_t chosen = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto& other = parts[(i + parts.size() - 1) % parts.size()];
            std::vector<int> cut = cut_of(why, possible, parts[i], other[0], p);
            if (i == 0 || cut.size() < best.size()) {
                best = std::move(cut);
                chosen = i;
            }
        }
        int end = -1;
        for (const auto* part : {&parts[chosen], &parts[(chosen + parts.size() - 1) % parts.size()]}) {
            const int certain = least(why, state, *part, p);
            if (certain >= 0) {
                why.need_outside<Bits>(scope[certain], why.store.meaning<Bits>(chosen_[certain]));
                end = scope[certain];
            }
        }
        why.follow(p < 0 ? ConnectedRule::apart : opposite ? ConnectedRule::joint : ConnectedRule::cut_off, end);
        for (const int q : best)
            why.need<Bits>(scope[q], why.store.meaning<Bits>(chosen_[q]));
        return true;
    }

    // The positions that separate a component from `end`, without those that need no reason.
    //
    // They are around the component, and side by side with what is reached from `end` without passing any such.
    std::vector<int> cut_of(const Explanation& why, const std::vector<char>& possible, const std::vector<int>& part,
                            int end, int assumed) const {
        std::vector<char> around(chosen_.size()), reached(chosen_.size());
        for (const int p : part)
            for (const int q : near_[p])
                around[q] = possible[q] == 0 ? 1 : 0;
        std::vector<int> cut, stack{end};
        reached[end] = 1;
        while (!stack.empty()) {
            const int p = stack.back();
            stack.pop_back();
            for (const int q : near_[p]) {
                if (reached[q] != 0)
                    continue;
                reached[q] = 1;
                if (around[q] == 0)
                    stack.push_back(q);
                else if (q != assumed && meet(why.first<Bits>(scope[q]), why.store.meaning<Bits>(chosen_[q])))
                    cut.push_back(q);
            }
        }
        return cut;
    }

    // A certain position of a component, best one that needs no reason; -1 if it is the assumed one.
    int least(const Explanation& why, const std::vector<State>& state, const std::vector<int>& part,
              int assumed) const {
        int found = -1;
        for (const int p : part) {
            if (p == assumed)
                return -1;
            if (state[p] == CERTAIN &&
                (found < 0 || inside(why.first<Bits>(scope[p]), why.store.meaning<Bits>(chosen_[p]))))
                found = p;
        }
        return found;
    }

    std::vector<int> chosen_;  // by position a literal
    Near near_;
    Required required_;
    std::vector<State> state_, done_;  // what is known; and of the positions where nothing follows
};

}  // namespace

std::unique_ptr<Propagator> make_connected(const Store& store, Numbers& in) {
    auto literals = in.list_below(store.literals());
    std::vector<std::pair<int, int>> edges(static_cast<std::size_t>(in.length()));
    for (auto& [a, b] : edges) {
        a = in.below(static_cast<i64>(literals.size()));
        b = in.below(static_cast<i64>(literals.size()));
    }
    if (in.damaged)
        return nullptr;
    return std::make_unique<Connected>(store, std::move(literals), edges);
}

}  // namespace puzzledsl
