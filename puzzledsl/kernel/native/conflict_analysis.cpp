#include "conflict_analysis.hpp"

#include <algorithm>

namespace puzzledsl {

namespace {

const std::vector<std::vector<int>> NO_CLIQUES;

Masks now(const Store& store) {
    Masks found(store);
    found.take(store);
    return found;
}

Masks begin(const Store& store, bool from_start) {
    Masks found = now(store);
    if (from_start)
        for (int position = store.mark(); position-- > 0;)
            found.set(store.change(position).variable, store.before<Bits>(store.change(position)));
    return found;
}

}  // namespace

ConflictAnalysis::ConflictAnalysis(Engine& engine, const Provenance* provenance)
    : engine_(engine),
      store_(engine.store),
      provenance_(provenance),
      root_(begin(store_, provenance != nullptr)),
      settled_(provenance != nullptr ? 0 : store_.mark()),
      first_(root_),
      // Without provenance, what is gone at the root needs no reason.
      why_(store_, provenance != nullptr ? first_ : root_),
      step_(store_, provenance != nullptr ? first_ : root_),
      single_(provenance != nullptr ? store_.words.size() : 0),
      singles_(store_.words.size()) {
    take_in();
}

// Constraints may have been added since.
void ConflictAnalysis::take_in() {
    for (; taken_in_ < engine_.constraints.size(); ++taken_in_) {
        const Constraint& one = engine_.constraints[taken_in_];
        cliques_.push_back(one.condition.empty() ? &one.propagator->cliques : &NO_CLIQUES);
    }
}

void ConflictAnalysis::settle() {
    take_in();
    if (settled_ == store_.mark())
        return;
    if (provenance_ == nullptr)
        root_.take(store_);
    else
        trace_root();
    settled_ = store_.mark();
}

// Note for each value that is gone at the root the requirements that this follows from.
void ConflictAnalysis::trace_root() {
    step_.masks.take(root_);
    Masks later = now(store_);
    std::vector<Bits> after;
    for (int position = store_.mark(); position-- > settled_;) {
        const Change& change = store_.change(position);
        after.push_back(later.get<Bits>(change.variable));
        later.set(change.variable, store_.before<Bits>(change));
    }
    for (int position = std::max(settled_, 0); position < store_.mark(); ++position) {
        const Change& change = store_.change(position);
        const int x = change.variable;
        const Bits gone = without(store_.before<Bits>(change), after.back());
        step_.clear();
        explain(change.cause, x, gone, step_);
        const Bits reason = origins_of(change.cause) | of_root(step_);
        each(gone, [&](int k) { single_[x][k] = reason; });
        singles_[x] |= reason;
        root_.set(x, after.back());
        step_.masks.set(x, after.back());
        after.pop_back();
    }
    step_.clear();
}

Bits ConflictAnalysis::at_root(int culprit) {
    if (provenance_ == nullptr)
        return {};
    settle();
    why_.clear();
    why_.masks.take(root_);
    explain_conflict(culprit, why_);
    return origins_of(culprit) | of_root(why_);
}

Bits ConflictAnalysis::hit(const Explanation& why, const Store& store, const Change& change) {
    const int x = change.variable;
    if (change.kind == Change::WORD)
        return without(why.needed<Word>(x) & change.before, why.mask<Word>(x));
    return without(why.needed<Bits>(x) & store.before<Bits>(change), why.mask<Bits>(x));
}

Learnt ConflictAnalysis::learnt(int culprit, const std::vector<int>& levels, int& jump) {
    Explanation& why = why_;
    Masks& masks = why.masks;
    Masks& before = why.since;
    masks.take(store_);
    why.clear();
    explain_conflict(culprit, why);
    Learnt found;
    found.origins = origins_of(culprit);
    int depth = static_cast<int>(levels.size()), last = -1, end = store_.mark();
    jump = 0;
    const auto set_back = [&](Masks& at, const Change& change) {
        if (change.kind == Change::WORD)
            at.set(change.variable, change.before);
        else
            at.set(change.variable, store_.before<Bits>(change));
    };
    while (depth > 0 && last < 0) {  // until what is needed of the last level is one removal
        const int start = levels[depth - 1];
        before.take(masks);
        for (int position = end; position-- > start;)
            set_back(before, store_.change(position));
        walked += 2 * static_cast<i64>(end - start);
        int left = 0;
        for (const int x : why.order)
            left += count(why.needed<Bits>(x) & before.get<Bits>(x));
        int position = end;
        while (left > 0 && last < 0) {
            const Change& change = store_.change(--position);
            const int x = change.variable;
            const Bits needed = hit(why, store_, change);
            set_back(masks, change);
            if (!any(needed))
                continue;
            const int size = count(needed);
            if (size == left) {
                last = x;
                break;
            }
            why.take_back(x, needed);
            left -= size;
            why.added = 0;
            explain(change.cause, x, needed, why);
            if (provenance_ != nullptr)
                found.origins |= origins_of(change.cause);
            left += why.added;
        }
        masks.take(before);
        end = start;
        if (last < 0)
            --depth;
    }
    if (last < 0) {
        found.origins |= of_root(why);
        return found;
    }
    Bits further;
    const std::vector<int> level_of = levels_of(last, levels, depth - 1, further);
    found.origins |= further;
    found.add(store_, last, why.needed<Bits>(last));
    std::vector<char> seen(levels.size() + 1);
    seen[depth] = 1;
    for (const int x : why.order) {
        const int level = level_of[x];
        if (x == last || level == 0)
            continue;
        found.add(store_, x, why.needed<Bits>(x));
        seen[level] = 1;
        if (level > jump) {
            jump = level;
            found.exchange(1, found.variables.size() - 1);
        }
    }
    found.levels = static_cast<int>(std::count(seen.begin(), seen.end(), 1));
    return found;
}

// On which level the last of what is needed of each variable went, where it does not follow from the rest.
//
// What else is needed is enough where each removal follows from that: a clause without it says more (local
// minimization: Sörensson & Biere, Minimizing Learned Clauses, SAT 2009). As there, the first on its level is not
// asked: it follows from something on that level, so that its reason is not among the rest.
//
// `last`: a variable that stays. `level`: how many levels are looked at; the masks of the explanation are the domains
// after them. Returns by variable a level from 1 on, or 0 where nothing is needed of it but what is gone for good or
// follows from the rest; `origins` are those by which it does.
std::vector<int> ConflictAnalysis::levels_of(int last, const std::vector<int>& levels, int level, Bits& origins) {
    const std::size_t n = store_.words.size();
    std::vector<int> level_of(n);
    std::vector<char> stays(n);
    std::unordered_map<int, Bits> following;
    stays[last] = 1;
    Masks& masks = step_.masks;
    masks.take(why_.masks);
    const int start = levels[level];
    int left = 0;
    for (const int x : why_.order)
        if (x != last)
            left += count(why_.needed<Bits>(x) & root_.get<Bits>(x));
    const auto hit_by = [&](const Change& change) {
        const int y = change.variable;
        if (change.kind == Change::WORD) {
            const Word found = without(why_.needed<Word>(y) & change.before, masks.get<Word>(y));
            masks.set(y, change.before);
            return Bits(found);
        }
        const Bits old = store_.before<Bits>(change);
        Bits found = without(why_.needed<Bits>(y) & old, masks.get<Bits>(y));
        masks.set(y, old);
        return found;
    };
    int position = start, earliest = -1;
    while (left > 0) {
        --position;
        while (position < levels[level - 1]) {
            --level;
            if (earliest >= 0) {
                stays[earliest] = 1;
                earliest = -1;
            }
        }
        const int y = store_.change(position).variable;
        const Bits found = hit_by(store_.change(position));
        if (any(found) && y != last) {
            left -= count(found & root_.get<Bits>(y));
            if (level_of[y] == 0)
                level_of[y] = level;
            earliest = y;
        }
    }
    if (earliest >= 0)
        stays[earliest] = 1;
    const int end = position;
    masks.take(why_.masks);
    for (position = start; position-- > end;) {
        const Change& change = store_.change(position);
        const int y = change.variable;
        const Bits found = hit_by(change);
        if (!any(found) || stays[y] != 0)
            continue;
        if (change.cause == ASSUMED) {
            stays[y] = 1;
            continue;
        }
        step_.clear();
        explain(change.cause, y, found, step_);
        for (const int z : step_.order)
            if (any(without(step_.needed<Bits>(z) & root_.get<Bits>(z), why_.needed<Bits>(z)))) {
                stays[y] = 1;
                break;
            }
        if (stays[y] == 0 && provenance_ != nullptr)
            following[y] |= origins_of(change.cause) | of_root(step_);
    }
    walked += 2 * static_cast<i64>(start - end);
    step_.clear();
    for (const int y : why_.order) {
        if (stays[y] != 0)
            continue;
        if (level_of[y] != 0) {
            level_of[y] = 0;
            if (provenance_ != nullptr)
                origins |= following[y];
        }
        if (provenance_ != nullptr)
            origins |= singly(y, why_.needed<Bits>(y));
    }
    return level_of;
}

// The requirements behind an explanation, for its values that were removed at the root.
Bits ConflictAnalysis::of_root(const Explanation& why) const {
    Bits found;
    if (provenance_ != nullptr)
        for (const int x : why.order)
            found |= singly(x, why.needed<Bits>(x));
    return found;
}

// The requirements that removed some values of a variable at the root.
Bits ConflictAnalysis::singly(int x, const Bits& values) const {
    const Bits gone = without(first_.get<Bits>(x), root_.get<Bits>(x)), asked = values & gone;
    if (asked == gone)
        return singles_[x];
    Bits found;
    each(asked, [&](int k) {
        const auto known = single_[x].find(k);
        if (known != single_[x].end())
            found |= known->second;
    });
    return found;
}

// The requirements that a constraint or a clause follows from.
Bits ConflictAnalysis::origins_of(int cause) const {
    if (provenance_ == nullptr || cause == ASSUMED)
        return {};
    return cause < 0 ? clauses[LEARNT - cause].origins : provenance_->origins[cause];
}

// Note what a removal needs besides the constraint itself. `why.masks`: the domains before it.
void ConflictAnalysis::explain(int cause, int x, const Bits& gone, Explanation& why) {
    if (cause < 0) {
        if (cause != ASSUMED) {
            const Learnt& clause = clauses[LEARNT - cause];
            for (std::size_t i = 0; i < clause.variables.size(); ++i)
                if (clause.variables[i] != x)
                    why.need<Bits>(clause.variables[i], clause.mask(store_, i));
        }
        return;
    }
    const Constraint& constraint = engine_.constraints[cause];
    Bits left = gone;
    if (!cliques_[cause]->empty()) {
        left = by_holders(cause, x, std::move(left), why);
        if (!any(left))
            return;
    }
    if (provenance_ != nullptr && provenance_->exact[cause] == 0) {
        need_all(cause, why);
        return;
    }
    bool refuting = false;  // whether the removal made a condition false that the constraint refutes
    for (const int literal : constraint.condition)
        if (store_.literal(literal).variable == x && !inside(why.mask<Bits>(x), store_.meaning<Bits>(literal)))
            refuting = true;
    ++explained;
    Propagator& propagator = *constraint.propagator;
    const bool whole = refuting ? propagator.explain_conflict(why) : !any(propagator.explain(why, x, left));
    if (!whole)
        for (const int y : propagator.scope)
            why.need_all(y);
    for (const int literal : constraint.condition)
        if (!refuting || store_.literal(literal).variable != x)
            why.need_outside<Bits>(store_.literal(literal).variable, store_.meaning<Bits>(literal));
}

void ConflictAnalysis::need_all(int cause, Explanation& why) {
    const Constraint& constraint = engine_.constraints[cause];
    for (const int y : provenance_ == nullptr ? constraint.propagator->scope : provenance_->speaks_of[cause])
        why.need_all(y);
    for (const int literal : constraint.condition)
        why.need_all(store_.literal(literal).variable);
}

// The same of a contradiction.
void ConflictAnalysis::explain_conflict(int cause, Explanation& why) {
    if (cause < 0) {
        const Learnt& clause = clauses[LEARNT - cause];
        for (std::size_t i = 0; i < clause.variables.size(); ++i)
            why.need<Bits>(clause.variables[i], clause.mask(store_, i));
        return;
    }
    for (const auto& clique : *cliques_[cause]) {
        std::unordered_map<int, int> seen;  // by its only position, the last variable that has it
        for (const int x : clique) {
            const Bits m = why.mask<Bits>(x);
            if (!single(m))
                continue;
            const auto [known, is_new] = seen.try_emplace(first(m), x);
            if (!is_new && why.base(known->second) == why.base(x)) {
                why.need_outside<Bits>(x, m);
                why.need_outside<Bits>(known->second, m);
                return;
            }
            known->second = x;
        }
    }
    const Constraint& constraint = engine_.constraints[cause];
    ++explained;
    const bool exact = provenance_ == nullptr || provenance_->exact[cause] != 0;
    if (!exact || !constraint.condition.empty() || !constraint.propagator->explain_conflict(why))
        need_all(cause, why);
}

// Values that another variable has which differs from `x`; returns the others.
Bits ConflictAnalysis::by_holders(int cause, int x, Bits gone, Explanation& why) {
    for (const auto& clique : *cliques_[cause]) {
        if (std::find(clique.begin(), clique.end(), x) == clique.end())
            continue;
        for (const int y : clique) {
            if (y == x || why.base(y) != why.base(x))
                continue;
            if (store_.is_word(y)) {
                const Word m = why.mask<Word>(y);
                if (!meet(m, gone.word(0)) || !single(m))
                    continue;
                why.need_outside<Word>(y, m);
                gone = without(gone, Bits(m));
            } else {
                const Bits m = why.mask<Bits>(y);
                if (!meet(m, gone) || !single(m))
                    continue;
                why.need_outside<Bits>(y, m);
                gone = without(gone, m);
            }
            if (!any(gone))
                return gone;
        }
    }
    return gone;
}

}  // namespace puzzledsl
