#include "learning.hpp"

#include <algorithm>

namespace puzzledsl {

namespace {

// What is left of a variable's activity after one more contradiction.
constexpr double DECAY = 0.95;
constexpr double LARGEST_ACTIVITY = 1e100;

}  // namespace

Learning::Learning(Engine& engine, const std::vector<double>& weights, const Provenance* provenance)
    : activity(weights),
      saved(weights.size(), -1),
      engine_(engine),
      store_(engine.store),
      everything_(provenance != nullptr ? provenance->everything : Bits()),
      analysis_(engine, provenance),
      watched_(store_, analysis_.clauses),
      step_(1.0) {
    for (const double one : activity)
        step_ = std::max(step_, one);
}

void Learning::undone() {
    is_cut_ = false;
    levels.clear();
    watched_.back();
    analysis_.unsettle();
}

Step Learning::prepare(const std::vector<Learnt>& known, bool contradiction) {
    if (contradiction) {
        core = analysis_.at_root(engine_.culprit);
        return Step::refuted;
    }
    for (const Learnt& clause : known) {
        clauses().push_back(clause);
        const int noticed = watched_.first_look(static_cast<int>(clauses().size()) - 1);
        if (noticed != 0) {
            core = analysis_.at_root(noticed);
            return Step::refuted;
        }
    }
    return propagated();
}

Step Learning::assume(int x, i64 v) {
    if (levels.empty())
        analysis_.settle();
    levels.push_back(store_.mark());
    (void)store_.fix(x, v);  // one of its values
    return propagated();
}

Step Learning::propagated() {
    while (true) {
        int culprit = 0;
        if (!is_cut_) {
            culprit = watched_.propagate();
            before_ = store_.mark();
        }
        if (culprit == 0) {
            is_cut_ = engine_.slice_is_over();
            if (is_cut_)
                return Step::cut;
            switch (engine_.run()) {
                case Fixpoint::cut:
                    is_cut_ = true;
                    return Step::cut;
                case Fixpoint::reached:
                    if (store_.mark() == before_)
                        return Step::done;
                    continue;
                case Fixpoint::contradiction:
                    culprit = engine_.culprit;
            }
        }
        if (!resolve(culprit))
            return Step::refuted;
    }
}

// Learn from a contradiction, and go back to where that says something new. False: it follows from no assumption.
bool Learning::resolve(int culprit) {
    ++conflicts;
    if (levels.empty()) {
        core = analysis_.at_root(culprit);
        return false;
    }
    int depth = 0;
    Learnt clause = analysis_.learnt(culprit, levels, depth);
    const double step = step_;
    for (const int y : analysis_.involved())
        activity[y] += step;
    step_ = step / DECAY;
    if (step_ > LARGEST_ACTIVITY) {
        for (double& one : activity)
            one = one / LARGEST_ACTIVITY + 1e-100;
        step_ /= LARGEST_ACTIVITY;
    }
    if (clause.variables.empty()) {
        core = clause.origins;
        return false;
    }
    variables_ += static_cast<i64>(clause.variables.size());
    back(depth);
    add(std::move(clause));
    return true;
}

// Add a clause that is false but for its first variable, and narrow that one by it.
void Learning::add(Learnt clause) {
    const int number = static_cast<int>(clauses().size());
    clauses().push_back(std::move(clause));
    watched_.watch(number);
    const Learnt& added = clauses().back();
    const int x = added.variables[0];
    store_.cause = LEARNT - number;
    (void)store_.put(x, store_.mask<Bits>(x) & added.mask(store_, 0));
    store_.cause = ASSUMED;
}

void Learning::exclude_assumptions(int depth) {
    Learnt clause;
    for (int i = depth - 1; i >= 0; --i) {
        const Change& change = store_.change(levels[i]);
        const int x = change.variable;
        Bits after = store_.mask<Bits>(x);
        for (int later = levels[i] + 1; later < store_.mark(); ++later)
            if (store_.change(later).variable == x) {
                after = store_.before<Bits>(store_.change(later));
                break;
            }
        clause.add(store_, x, without(store_.before<Bits>(change), after));
    }
    clause.origins = everything_;
    back(depth - 1);
    add(std::move(clause));
}

bool Learning::tidy(i64 most, i64 latest) {
    if (watched_.count <= most)
        return false;
    analysis_.settle();
    watched_.drop(latest);
    return true;
}

void Learning::back(int depth) {
    is_cut_ = false;
    if (static_cast<int>(levels.size()) <= depth)
        return;
    const int mark = levels[depth];
    for (int position = mark; position < store_.mark(); ++position) {
        const int x = store_.change(position).variable;
        if (store_.is_fixed(x))
            saved[x] = static_cast<int>(store_.lo(x) - store_.base[x]);
    }
    levels.resize(static_cast<std::size_t>(depth));
    store_.undo(mark);
    engine_.forget();
    watched_.back();
}

}  // namespace puzzledsl
