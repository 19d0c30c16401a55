#include "probing.hpp"

#include <algorithm>

namespace puzzledsl {

Probing::Probing(Engine& engine, std::vector<int> variables, bool to_the_end, ProbingTuning tuning)
    : engine_(engine),
      store_(engine.store),
      variables_(std::move(variables)),
      to_the_end_(to_the_end),
      tuning_(tuning),
      start_(engine.steps),
      fruitful_(engine.steps) {
    find_alternatives();
}

// Disjunctions of conditions that no variable of the source stands for, such as "one of these rectangles".
//
// One of two conditions needs no entry: then the probing of variables sees as much, mostly.
void Probing::find_alternatives() {
    const int sources = static_cast<int>(variables_.size());
    for (const Constraint& one : engine_.constraints) {
        const std::vector<int>& literals = one.propagator->alternatives;
        const i64 count = static_cast<i64>(literals.size());
        if (one.retired || !one.condition.empty() || count < 3 || count > tuning_.cases)
            continue;
        std::vector<Case> cases;
        for (const int literal : literals) {
            const int x = store_.literal(literal).variable;
            if (x >= sources && store_.has_mask(x))
                cases.push_back({x, store_.meaning<Bits>(literal)});
        }
        if (cases.size() == literals.size())
            alternatives_.push_back(std::move(cases));
    }
}

Fixpoint Probing::run() {
    while (!ends_) {
        if (stage_ != Stage::none) {
            const Fixpoint found = engine_.run();
            if (found == Fixpoint::cut || !take(found))
                return found;
        } else if (is_probing_) {
            const Next next = next_case();
            if (next == Next::contradiction)
                return Fixpoint::contradiction;
            if (next == Next::none)
                end_item();
        } else if (!begin_item()) {
            ends_ = true;
        } else if (engine_.slice_is_over()) {
            return Fixpoint::cut;
        }
    }
    return Fixpoint::reached;
}

void Probing::close() {
    if (stage_ == Stage::assumed) {
        store_.undo(mark_);
        engine_.forget();
    }
    ends_ = true;
}

// List what is to be probed in the next round. False: it would learn nothing.
bool Probing::begin_round() {
    const auto is_open = [&](int x) { return store_.has_mask(x) && !store_.is_fixed(x); };
    if (!again_ || std::none_of(variables_.begin(), variables_.end(), is_open))
        return false;
    again_ = false;
    waiting_.clear();
    next_item_ = 0;
    for (const int x : variables_)
        if (store_.has_mask(x) && store_.size(x) >= 2 && store_.size(x) <= tuning_.values)
            waiting_.push_back({store_.size(x), x});
    for (std::size_t k = 0; k < alternatives_.size(); ++k)
        waiting_.push_back({static_cast<i64>(alternatives_[k].size()), -1 - static_cast<int>(k)});
    std::stable_sort(waiting_.begin(), waiting_.end(), [](const Item& a, const Item& b) { return a.size < b.size; });
    return true;
}

// Begin with the next item. False: probing ends.
bool Probing::begin_item() {
    while (true) {
        if (next_item_ == waiting_.size()) {
            if (!begin_round())
                return false;
            continue;
        }
        const i64 idle = engine_.steps - fruitful_;
        if (static_cast<double>(idle) >
                static_cast<double>(tuning_.first) + tuning_.patience * static_cast<double>(fruitful_ - start_) ||
            engine_.steps - start_ > tuning_.most)
            return false;
        item_ = waiting_[next_item_++].number;
        const auto known = quiet_.find(item_);
        if (known != quiet_.end() && known->second == store_.mark())
            continue;
        if (item_ >= 0) {
            cases_.clear();
            each(store_.mask<Bits>(item_), [&](int k) { cases_.push_back({item_, bit<Bits>(k)}); });
        } else {
            cases_ = alternatives_[static_cast<std::size_t>(-1 - item_)];
        }
        int possible = 0;
        bool certain = false;
        for (const Case& one : cases_) {
            const Bits whole = store_.mask<Bits>(one.variable);
            possible += meet(whole, one.values) ? 1 : 0;
            certain = certain || inside(whole, one.values);
        }
        if (certain || possible < 2)
            continue;
        before_ = store_.mark();
        next_case_ = 0;
        common_.clear();
        compared_ = false;
        is_probing_ = true;
        return true;
    }
}

void Probing::end_item() {
    is_probing_ = false;
    if (store_.mark() > before_) {
        again_ = true;
        fruitful_ = engine_.steps;
    }
    quiet_[item_] = store_.mark();
}

// Assume the next case that is possible; after the last one, keep what all have left.
Probing::Next Probing::next_case() {
    while (next_case_ < cases_.size()) {
        const Case& one = cases_[next_case_++];
        if (!meet(store_.mask<Bits>(one.variable), one.values))
            continue;
        mark_ = store_.mark();
        stage_ = Stage::assumed;
        const bool holds = store_.put(one.variable, store_.mask<Bits>(one.variable) & one.values);
        return holds ? Next::found : Next::contradiction;
    }
    if (common_.empty())
        return Next::none;
    for (const Case& one : common_)
        if (!keep(one.variable, one.values))
            return Next::contradiction;
    common_.clear();
    stage_ = Stage::concluded;
    return Next::found;
}

// Take in how propagation has ended. False: that is how probing ends.
bool Probing::take(Fixpoint found) {
    const Stage stage = std::exchange(stage_, Stage::none);
    if (stage != Stage::assumed)
        return found == Fixpoint::reached;
    if (found == Fixpoint::contradiction) {
        store_.undo(mark_);
        engine_.forget();
        const Case& one = cases_[next_case_ - 1];
        stage_ = Stage::refuted;
        return keep(one.variable, without(store_.mask<Bits>(one.variable), one.values));
    }
    ends_ = solves();
    if (!ends_)
        compare();
    store_.undo(mark_);
    engine_.forget();
    return true;
}

bool Probing::solves() const {
    const auto is_fixed = [&](int x) { return store_.is_fixed(x); };
    return !to_the_end_ && std::all_of(variables_.begin(), variables_.end(), is_fixed);
}

// Keep of what the other assumptions have left what this one leaves, too.
void Probing::compare() {
    std::vector<Case> now = narrowed();
    if (!std::exchange(compared_, true)) {
        common_ = std::move(now);
        return;
    }
    std::vector<const Bits*> values(store_.words.size(), nullptr);
    for (const Case& one : now)
        values[one.variable] = &one.values;
    std::erase_if(common_, [&](Case& one) {
        const Bits* other = values[one.variable];
        if (other != nullptr)
            one.values |= *other;
        return other == nullptr;
    });
}

// The variables that have become smaller since the assumption, in order, with the values left. Wide ones do not count.
std::vector<Case> Probing::narrowed() const {
    std::vector<char> known(store_.words.size()), wide(store_.words.size());
    std::vector<Case> found;
    for (int position = mark_; position < store_.mark(); ++position) {
        const Change& change = store_.change(position);
        const int x = change.variable;
        if (!std::exchange(known[x], 1))
            found.push_back({x, store_.mask<Bits>(x)});
        if (change.kind == Change::WIDE)
            wide[x] = 1;
    }
    std::erase_if(found, [&](const Case& one) { return wide[one.variable] != 0; });
    return found;
}

// Leave those of its values: all others have been refuted.
bool Probing::keep(int x, const Bits& values) {
    store_.cause = REFUTED;
    const bool holds = store_.put(x, store_.mask<Bits>(x) & values);
    store_.cause = ASSUMED;
    return holds;
}

// ── trials ──────────────────────────────────────────────────────────────────────────────────────

Fixpoint Trials::run() {
    Store& store = engine_.store;
    while (found.size() < assumptions_.size() && refuted_ < most_) {
        bool holds = true;
        if (mark_ < 0) {
            if (engine_.slice_is_over())
                return Fixpoint::cut;
            mark_ = store.mark();
            begun_ = engine_.steps;
            holds = assume(store, assumptions_[found.size()]);
        }
        if (holds) {
            const Fixpoint ended = engine_.run();
            if (ended == Fixpoint::cut)
                return Fixpoint::cut;
            holds = ended == Fixpoint::reached;
        }
        found.push_back(holds ? -1 : engine_.steps - begun_);
        refuted_ += holds ? 0 : 1;
        close();
    }
    return Fixpoint::reached;
}

void Trials::close() {
    if (mark_ < 0)
        return;
    engine_.store.undo(mark_);
    engine_.forget();
    mark_ = -1;
}

}  // namespace puzzledsl
