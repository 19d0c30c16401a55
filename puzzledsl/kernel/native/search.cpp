#include "search.hpp"

#include <algorithm>

namespace puzzledsl {

Search::Search(Engine& engine, SearchOptions options)
    : weights(options.weights.empty() ? first_weights(engine) : std::move(options.weights)),
      engine_(engine),
      store_(engine.store),
      options_(std::move(options)),
      learns_(options_.learns),
      begun_(store_.mark()),
      root_(begun_),
      allowed_(options_.first_restart),
      most_(options_.tuning.first_most) {
    const auto open = [&](const std::vector<int>& variables) {
        std::vector<int> found;
        for (const int x : variables)
            if (!store_.is_fixed(x) && !store_.is_real[x])
                found.push_back(x);
        return found;
    };
    open_ = open(options_.variables);
    first_ = options_.shown ? open(*options_.shown) : open_;
    is_first_.resize(store_.words.size());
    for (const int x : first_)
        is_first_[x] = 1;
    upwards_.resize(store_.words.size());
    for (const int x : options_.upwards)
        upwards_[x] = 1;
    set_phases(std::move(options_.phases));
}

void Search::set_phases(std::vector<std::pair<int, Bits>> phases) {
    phases_.clear();
    if (phases.empty())
        return;
    phases_.resize(store_.words.size());
    for (auto& [x, values] : phases)
        phases_[x] = std::move(values);
}

// ── running ─────────────────────────────────────────────────────────────────────────────────────

Outcome Search::run(const Budget& budget) {
    if (dead_)
        return Outcome::stuck;
    Step step = go_on();
    while (true) {
        if (step == Step::refuted)
            return give_up_as(Outcome::refuted);
        if (step == Step::cut) {
            unfinished_ = true;
            return Outcome::cut;
        }
        if (std::exchange(ends_run_, false))
            end_run();
        if (!under_way_) {
            step = begin_run();
            if (step != Step::done)
                continue;
        }
        const int chosen = choose();
        if (chosen < 0) {
            for (const int x : options_.variables)
                if (!store_.is_fixed(x)) {
                    close();
                    return Outcome::stuck;
                }
            return Outcome::leaf;
        }
        if (branches >= budget.branches || conflicts() >= budget.conflicts || work() >= budget.work)
            return Outcome::more;
        if (engine_.slice_is_over())
            return Outcome::cut;
        ends_run_ = true;
        step = branch(chosen);
    }
}

Outcome Search::give_up_as(Outcome outcome) {
    if (learner_)
        core = learner_->core;
    give_up();
    return outcome;
}

void Search::judge(bool accepted) {
    reached_ = accepted;
    rejected_ = !accepted;
}

void Search::close() {
    to_root();
    if (passed_) {
        root_ = begun_;
        undo_root();
    }
}

void Search::undone() {
    bool wide = false;
    for (const int words : store_.words)
        wide = wide || words == 0;
    if (learner_ && wide) {
        conflicts_ += learner_->conflicts;
        forgotten_work_ += learner_->work();
        learner_.reset();
        is_learning_ = false;
    }
    if (learner_)
        learner_->undone();
}

void Search::to_root() {
    rejected_ = false;
    if (is_learning_) {
        learner().back(0);
        unfinished_ = ends_run_ = false;
        if (under_way_)
            root_ = store_.mark();
    } else if (!trail_.empty()) {
        unfinished_ = ends_run_ = false;
        const bool is_old = plain_runs_ >= options_.tuning.resumed && !is_dual_;
        if (options_.restarts && options_.random == nullptr && (is_old || reached_)) {
            suspend();
            goes_on_ = reached_;
        }
        store_.undo(root_);
        engine_.forget();
        trail_.clear();
        refuted_.clear();
    }
    under_way_ = resuming_ = false;
    reached_ = false;
}

// Back to the root from the midst of propagation: what has been removed there is no fixpoint.
void Search::give_up() {
    unfinished_ = ends_run_ = rejected_ = false;
    trail_.clear();
    refuted_.clear();
    undo_root();
    under_way_ = resuming_ = false;
    reached_ = false;
    dead_ = options_.provenance != nullptr;  // what is known of its root holds no longer
}

// Undo all removals since the root, including those that were made permanent.
void Search::undo_root() {
    store_.undo(root_);
    engine_.forget();
    if (learner_)
        learner_->undone();
}

// ── runs ────────────────────────────────────────────────────────────────────────────────────────

// Leave the leaf where the search has stopped, or finish the propagation that was cut off.
Step Search::go_on() {
    if (reached_) {
        reached_ = false;
        return leave_solution();
    }
    if (rejected_) {
        rejected_ = false;
        ends_run_ = true;
        return reject();
    }
    if (!unfinished_)
        return Step::done;
    unfinished_ = false;
    if (is_learning_)
        return learner().propagated();
    return resuming_ ? resume() : propagate();
}

// The next run, from the root.
Step Search::begin_run() {
    const bool goes_on = std::exchange(goes_on_, false);
    const bool may_learn = learns_ == Learns::always || (plain_runs_ > 0 && !is_learning_);
    is_learning_ = !goes_on && may_learn && learns_ != Learns::never && can_learn();
    work_of_run_ = work();
    under_way_ = true;
    root_ = store_.mark();
    if (!passed_)
        begun_ = root_;
    if (is_learning_)
        return begin_learning();
    if (goes_on) {
        passed_path_ = 0;
        resuming_ = true;
        return resume();
    }
    ++plain_runs_;
    if (plain_runs_ == 1)
        others_ = weights;  // what is hard for runs that branch otherwise is another matter
    else
        allowed_ *= options_.growth;
    const bool dual = plain_runs_ % 4 == 2 && options_.random == nullptr;
    if (dual != is_dual_) {
        is_dual_ = dual;
        weights.swap(others_);
    }
    if (plain_runs_ == 2 && dual)
        dual_.find(engine_);
    until_ = static_cast<double>(conflicts()) + allowed_;
    if (dual || path_.empty())
        return Step::done;
    passed_path_ = 0;
    resuming_ = true;
    return resume();
}

// Restart, where it is time to.
void Search::end_run() {
    if (!options_.restarts)
        return;
    if (!is_learning_) {
        if (trail_.empty()) {  // a refutation at the root is permanent
            root_ = store_.mark();
        } else if (static_cast<double>(conflicts()) > until_) {
            work_limit_ = work() - work_of_run_;
            if (learner_ && learner_->mean_length() > static_cast<double>(options_.tuning.long_clause))
                work_limit_ /= options_.tuning.share_of_long;
            to_root();
        }
    } else if (static_cast<double>(conflicts()) > until_) {
        learner().back(0);
        root_ = store_.mark();
        if (learner().tidy(most_, options_.tuning.latest))
            most_ += most_ / 10;
        if (learns_ != Learns::always && work() - work_of_run_ > work_limit_)
            to_root();
        else
            until_ = static_cast<double>(conflicts() + options_.tuning.restart_unit * next_luby());
    }
}

// 1 1 2 1 1 2 4 …: Luby, Sinclair & Zuckerman, Optimal Speedup of Las Vegas Algorithms (IPL 47, 1993); the recurrence
// is Knuth's (The Art of Computer Programming 7.2.2.2, 2015).
i64 Search::next_luby() {
    const i64 term = luby_;
    if ((runs_ & -runs_) == term) {
        ++runs_;
        luby_ = 1;
    } else {
        luby_ = 2 * term;
    }
    return term;
}

// ── branching ───────────────────────────────────────────────────────────────────────────────────

// The variable to branch on; -1: all are fixed, or cannot be branched on.
int Search::choose() {
    const auto& by = is_learning_ ? learner().activity : weights;
    const int chosen = choice(first_, store_, by);
    return chosen < 0 ? choice(open_, store_, by) : chosen;
}

// What to assume first of a variable.
Assumption Search::part(int x) {
    if (store_.has_mask(x)) {
        if (!phases_.empty()) {
            const Bits liked = store_.mask<Bits>(x) & phases_[x];
            if (any(liked)) {
                const i64 value = store_.base[x] + first(liked);
                return {x, value, value};
            }
        }
        if (is_learning_ && learner().saved[x] >= 0) {
            const i64 value = store_.base[x] + learner().saved[x];
            if (store_.contains(x, value))
                return {x, value, value};
        }
    }
    if (options_.random != nullptr)
        return random_part(store_, x, *options_.random);
    return first_part(store_, x, upwards_[x] != 0);
}

// Assume something of a variable, and propagate.
Step Search::branch(int chosen) {
    Assumption one = part(chosen);
    if ((is_dual_ || !dual_.impacts.empty()) && !is_learning_) {
        const double ratio = static_cast<double>(store_.size(chosen)) / weights[chosen];
        const auto [scarce, place] = dual_.scarcest(store_, weights, ratio, !is_dual_);
        if (scarce >= 0)
            one = {scarce, store_.base[scarce] + place, store_.base[scarce] + place};
    }
    ++branches;
    engine_.effort += static_cast<i64>(open_.size()) / 16;  // that were compared
    if (is_learning_)
        return learner().assume(one.variable, one.low);
    trail_.push_back({store_.mark(), one});
    if (!assume(store_, one)) {
        ++conflicts_;
        return backtrack();
    }
    return propagate();
}

// ── leaves ──────────────────────────────────────────────────────────────────────────────────────

// Go on after values that propagation allows and that are no solution.
Step Search::reject() {
    if (is_learning_) {
        const int depth = static_cast<int>(learner().levels.size());
        if (depth == 0) {
            learner().core = options_.provenance != nullptr ? options_.provenance->everything : Bits();
            return Step::refuted;
        }
        learner().exclude_assumptions(depth);
        return learner().propagated();
    }
    engine_.culprit = -1;
    if (trail_.empty())
        return Step::refuted;
    ++conflicts_;
    return backtrack();
}

// Go on after a solution that has been returned.
Step Search::leave_solution() {
    passed_ = true;
    if (is_learning_) {
        int depth = static_cast<int>(learner().levels.size());
        while (depth > 0 && is_first_[store_.change(learner().levels[depth - 1]).variable] == 0)
            --depth;
        if (depth == 0) {
            learner().core = options_.provenance != nullptr ? options_.provenance->everything : Bits();
            return Step::refuted;
        }
        learner().exclude_assumptions(depth);
        return learner().propagated();
    }
    while (!trail_.empty() && is_first_[trail_.back().assumption.variable] == 0) {
        store_.undo(trail_.back().mark);
        trail_.pop_back();
        engine_.forget();
    }
    engine_.culprit = -1;
    return trail_.empty() ? Step::refuted : backtrack();
}

// ── plain runs ──────────────────────────────────────────────────────────────────────────────────

// Propagate, to the end of the slice at most.
Step Search::to_fixpoint() {
    switch (engine_.run()) {
        case Fixpoint::reached:
            return Step::done;
        case Fixpoint::cut:
            return Step::cut;
        case Fixpoint::contradiction:
            break;
    }
    return Step::refuted;
}

// Propagate, and go back after a contradiction.
Step Search::propagate() {
    const Step found = to_fixpoint();
    if (found != Step::refuted || trail_.empty())
        return found;
    ++conflicts_;
    return backtrack();
}

// Go back to the last assumption that can be refuted without another contradiction.
Step Search::backtrack() {
    while (true) {
        if (engine_.culprit >= 0)
            for (const int y : engine_.constraints[engine_.culprit].propagator->scope)
                weights[y] += 1.0;
        const Level last = trail_.back();
        trail_.pop_back();
        store_.undo(last.mark);
        engine_.forget();
        while (!refuted_.empty() && refuted_.back().mark >= last.mark)
            refuted_.pop_back();
        if (refute_here(last.assumption)) {
            const Step found = to_fixpoint();
            if (found != Step::refuted)
                return found;
        }
        store_.touched.clear();
        ++conflicts_;
        if (trail_.empty())
            return Step::refuted;
    }
}

// Note the way from the root to here: each assumption in order, and whether it has been refuted. Masks would not do:
// what one means changes with the bounds of a wide variable.
void Search::suspend() {
    std::vector<std::pair<int, Passage>> steps;
    for (const Level& level : trail_)
        steps.push_back({level.mark, {level.assumption, false}});
    for (const Level& level : refuted_)
        steps.push_back({level.mark, {level.assumption, true}});
    std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    path_.clear();
    for (const auto& [mark, passage] : steps)
        path_.push_back(passage);
}

// Go the way again that `suspend` has noted, as far as it is still open.
Step Search::resume() {
    bool holds = true;
    while (holds && passed_path_ < path_.size()) {
        const Passage& one = path_[passed_path_];
        if (one.refuted) {
            holds = refute_here(one.assumption);
        } else {
            const Step found = to_fixpoint();
            if (found == Step::cut)
                return found;
            holds = found == Step::done;
            if (holds) {
                trail_.push_back({store_.mark(), one.assumption});
                holds = assume(store_, one.assumption);
            }
        }
        ++passed_path_;
    }
    if (holds) {
        const Step found = to_fixpoint();
        if (found == Step::cut)
            return found;
        holds = found == Step::done;
    }
    path_.clear();
    resuming_ = false;
    if (holds)
        return Step::done;
    ++conflicts_;
    engine_.culprit = -1;
    return trail_.empty() ? Step::refuted : backtrack();
}

// Remove what was assumed of a variable. False: it has no other values.
bool Search::refute_here(const Assumption& one) {
    const int mark = store_.mark();
    const bool holds = refute(store_, one);
    if (holds && !trail_.empty())  // at the root it is permanent
        refuted_.push_back({mark, one});
    return holds;
}

// ── learning runs ───────────────────────────────────────────────────────────────────────────────

// Whether all variables have masks.
bool Search::can_learn() {
    if (!learner_)
        for (const int words : store_.words)
            if (words == 0) {
                learns_ = Learns::never;
                return false;
            }
    return true;
}

Outcome Search::prepare(const std::vector<Learnt>& known, bool contradiction) {
    is_learning_ = true;
    switch (learner().prepare(known, contradiction)) {
        case Step::refuted:
            core = learner().core;
            return Outcome::refuted;
        case Step::cut:
            unfinished_ = true;
            return Outcome::cut;
        case Step::done:
            break;
    }
    return Outcome::more;
}

// What learning runs know; from now on, if there has been none.
Learning& Search::learner() {
    if (!learner_)
        learner_ = std::make_unique<Learning>(engine_, weights, options_.provenance);
    return *learner_;
}

Step Search::begin_learning() {
    Learning& known = learner();
    root_ = store_.mark();
    known.settle();
    until_ = static_cast<double>(conflicts() + options_.tuning.restart_unit * next_luby());
    return known.propagated();
}

}  // namespace puzzledsl
