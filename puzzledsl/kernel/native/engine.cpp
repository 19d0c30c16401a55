#include "engine.hpp"

#include <algorithm>

namespace puzzledsl {

void Engine::add_variable() {
    slots_of_.emplace_back();
    watchers_.emplace_back();
    unequal_.emplace_back();
    unequal_for_.emplace_back();
}

void Engine::add(Constraint constraint) {
    const int number = static_cast<int>(constraints.size());
    constraints.push_back(std::move(constraint));
    states_.emplace_back();
    const Constraint& one = constraints.back();
    const Propagator& propagator = *one.propagator;
    State& state = states_.back();
    if (one.retired)
        return;
    state.effort = propagator.effort(store);
    if (propagator.cheap)
        cheap_.push_back(number);
    if (propagator.costly)
        costly_.push_back(number);
    for (const int literal : one.condition)
        state.conditions.push_back({store.literal(literal).variable, literal, false});
    if (one.condition.empty())
        for (const int literal : propagator.alternatives)
            state.conditions.push_back({store.literal(literal).variable, literal, true});
    bool steady = true;
    for (const Condition& condition : state.conditions)
        steady = steady && store.is_steady(condition.variable);
    state.alternatives = one.condition.empty() && !propagator.alternatives.empty() && steady;
    if (!state.conditions.empty() && steady) {
        add_guards(number);
        return;
    }
    state.conditions.clear();
    if (one.condition.empty() && add_cliques(number, propagator) && propagator.plain)
        return;  // there is nothing that it would have to watch
    std::vector<int> watched = propagator.scope;
    for (const int literal : one.condition) {
        const int x = store.literal(literal).variable;
        if (std::find(watched.begin(), watched.end(), x) == watched.end())
            watched.push_back(x);
    }
    for (const int x : watched)
        watchers_[x].push_back(number);
}

void Engine::add_guards(int number) {
    State& state = states_[number];
    state.first_slot = static_cast<int>(slots_.size());
    const auto add_slot = [&](int x) {
        slots_of_[x].push_back(static_cast<int>(slots_.size()));
        slots_.push_back({x, number, guards_.size(), Slot::ALWAYS});
        guards_.resize(guards_.size() + static_cast<std::size_t>(std::max(store.words[x], 1)));
    };
    for (const Condition& condition : state.conditions) {
        add_slot(condition.variable);
        set_guard(slots_.back(), unmet(condition));
    }
    if (!state.alternatives)
        for (const int x : constraints[number].propagator->scope)
            add_slot(x);
    state.end_of_slots = static_cast<int>(slots_.size());
}

// The values of a condition's variable with which it is not met.
Bits Engine::unmet(const Condition& one) const {
    const Bits meaning = store.meaning<Bits>(one.literal);
    return one.opposite ? meaning : without(below<Bits>(store.width(one.variable)), meaning);
}

bool Engine::has_unmet(const Condition& one) const {
    return with_values(
        one, [&](const auto& m, const auto& meaning) { return one.opposite ? meet(m, meaning) : !inside(m, meaning); });
}

bool Engine::has_met(const Condition& one) const {
    return with_values(
        one, [&](const auto& m, const auto& meaning) { return one.opposite ? !inside(m, meaning) : meet(m, meaning); });
}

// Leave the variable of a condition the values with which it is not met.
bool Engine::exclude(const Condition& one) {
    return with_values(one, [&](const auto& m, const auto& meaning) {
        return store.put(one.variable, one.opposite ? m & meaning : without(m, meaning));
    });
}

void Engine::retire(const std::vector<int>& numbers) {
    for (const int number : numbers)
        constraints[number].retired = true;
    const auto gone = [&](int number) { return constraints[number].retired; };
    for (const int number : numbers) {
        std::vector<int> watched = constraints[number].propagator->scope;
        for (const int literal : constraints[number].condition)
            watched.push_back(store.literal(literal).variable);
        for (const int x : watched) {
            std::erase_if(watchers_[x], gone);
            std::erase_if(slots_of_[x], [&](int slot) { return gone(slots_[slot].owner); });
        }
    }
    std::erase_if(cheap_, gone);
    std::erase_if(costly_, gone);
}

// Note which variables must differ; false where their masks cannot be compared: then the propagator does it.
bool Engine::add_cliques(int number, const Propagator& propagator) {
    for (const auto& clique : propagator.cliques)
        for (const int x : clique)
            if (!store.is_steady(x) || store.base[x] != store.base[clique[0]])
                return false;
    for (const auto& clique : propagator.cliques) {
        const auto whole = std::make_shared<const std::vector<int>>(clique);
        for (const int x : clique) {
            auto group = whole;
            if (!unequal_[x].empty()) {
                std::vector<int> rest;
                bool known = false;
                for (const auto& other : unequal_[x])
                    known = known || *other == clique;
                if (known)
                    continue;
                for (const int y : clique) {
                    bool is_new = y != x;
                    for (const auto& other : unequal_[x])
                        is_new = is_new && std::find(other->begin(), other->end(), y) == other->end();
                    if (is_new)
                        rest.push_back(y);
                }
                group = std::make_shared<const std::vector<int>>(std::move(rest));
            }
            if (!group->empty()) {
                unequal_[x].push_back(group);
                unequal_for_[x].push_back(number);
            }
        }
    }
    return true;
}

Fixpoint Engine::run(bool costly, i64 most) {
    const i64 last = most >= 0 ? steps + most : -1;
    std::size_t first_cheap = 0, first_costly = 0;
    Fixpoint found = Fixpoint::reached;
    while ((found = spread()) == Fixpoint::reached) {
        int number = 0;
        if (first_cheap < cheap_.size()) {
            number = cheap_[first_cheap++];
            states_[number].missing |= CHEAP;
            store.costly = false;
        } else if (costly && first_costly < costly_.size()) {
            cheap_.clear();
            first_cheap = 0;
            number = costly_[first_costly++];
            states_[number].missing |= COSTLY;
            store.costly = true;
        } else {
            break;
        }
        ++steps;
        effort += states_[number].effort;
        store.cause = number;
        const bool holds = states_[number].first_slot >= 0          ? propagate_guarded(number)
                           : !constraints[number].condition.empty() ? propagate_once(constraints[number])
                                                                    : constraints[number].propagator->propagate(store);
        if (!holds) {
            found = Fixpoint::contradiction;
            break;
        }
        if (steps == last || slice_is_over()) {
            found = Fixpoint::cut;
            break;
        }
    }
    if (found == Fixpoint::contradiction)
        culprit = store.cause;
    store.cause = ASSUMED;
    cheap_.erase(cheap_.begin(), cheap_.begin() + static_cast<std::ptrdiff_t>(first_cheap));
    costly_.erase(costly_.begin(), costly_.begin() + static_cast<std::ptrdiff_t>(first_costly));
    if (found == Fixpoint::contradiction)
        forget();
    return found;
}

// Remove the value of a fixed variable from those that must differ from it.
bool Engine::remove_elsewhere(int x) {
    const int cause = store.cause;
    for (std::size_t k = 0; k < unequal_[x].size(); ++k) {
        store.cause = unequal_for_[x][k];
        effort += static_cast<i64>(unequal_[x][k]->size()) * store.words[x] / 64;
        if (store.is_word(x)) {
            const Word m = store.word(x);
            for (const int y : *unequal_[x][k]) {
                if (y == x)
                    continue;
                if (store.is_word(y)) {
                    const Word other = store.word(y);
                    if (meet(other, m) && !store.put(y, other ^ m))
                        return false;
                } else if (has(store.mask<Bits>(y), first(m)) && !store.put(y, without(store.mask<Bits>(y), Bits(m)))) {
                    return false;
                }
            }
        } else {
            const Bits m = store.mask<Bits>(x);
            for (const int y : *unequal_[x][k])
                if (y != x && meet(store.mask<Bits>(y), m) && !store.put(y, without(store.mask<Bits>(y), m)))
                    return false;
        }
    }
    store.cause = cause;
    return true;
}

// Queue the constraints that watch a changed variable, and remove the values of fixed variables elsewhere.
Fixpoint Engine::spread() {
    for (std::size_t i = 0; i < store.touched.size(); ++i) {  // which grows meanwhile
        if (slice_is_over()) {
            store.touched.erase(store.touched.begin(), store.touched.begin() + static_cast<std::ptrdiff_t>(i));
            return Fixpoint::cut;
        }
        const int x = store.touched[i];
        if (store.is_fixed(x) && !remove_elsewhere(x))
            return Fixpoint::contradiction;
        for (const int watcher : watchers_[x])
            if (states_[watcher].missing != 0)
                queue(watcher, states_[watcher].missing);
        const int size = store.words[x];
        const Word* m = store.masks.data() + store.at[x];
        for (const int number : slots_of_[x]) {
            const Slot& slot = slots_[number];
            const Word* guard = guards_.data() + slot.guard;
            bool held = slot.kind == Slot::NEVER && size != 0;
            if (slot.kind == Slot::VALUES)
                for (int k = 0; !held && k < size; ++k)
                    held = meet(m[k], guard[k]);
            if (held)
                continue;
            State& state = states_[slot.owner];
            if (state.missing == 0)
                continue;
            if (has_met(state.conditions[0]))  // else one condition cannot be met any more
                queue(slot.owner, state.missing);
        }
    }
    store.touched.clear();
    return Fixpoint::reached;
}

void Engine::queue(int number, char queues) {
    states_[number].missing = 0;
    if ((queues & CHEAP) != 0)
        cheap_.push_back(number);
    if ((queues & COSTLY) != 0)
        costly_.push_back(number);
}

void Engine::forget() {
    store.touched.clear();
    for (const int number : cheap_)
        states_[number].missing |= CHEAP;
    for (const int number : costly_)
        states_[number].missing |= COSTLY;
    cheap_.clear();
    costly_.clear();
}

// Half-reification: narrow when all conditions are met, exclude the last open one when nothing else can be.
//
// Guards are chosen so that they serve in wider domains, too: undoing leaves them as they are. While two conditions are
// not met, these are watched (Moskewicz et al., Chaff, DAC 2001) and nothing else is; while one is open, values are
// watched that the constraint can hold with.
bool Engine::propagate_guarded(int number) {
    const State& state = states_[number];
    const auto& conditions = state.conditions;
    const int size = static_cast<int>(conditions.size());
    int first = -1, second = -1;  // conditions that are not met
    for (int i = 0; i < size; ++i) {
        if (has_unmet(conditions[i])) {
            if (first >= 0) {
                second = i;
                break;
            }
            first = i;
        }
    }
    Slot* slots = slots_.data() + state.first_slot;
    if (second >= 0) {
        if (size > 2 && (slots[first].kind == Slot::NEVER || slots[second].kind == Slot::NEVER)) {
            for (int i = 0; i < size; ++i) {
                if (i == first || i == second)
                    set_guard(slots[i], unmet(conditions[i]));
                else
                    slots[i].kind = Slot::NEVER;
            }
        }
        set_guards(number, nullptr);
        return true;
    }
    Propagator& propagator = *constraints[number].propagator;
    if (first >= 0) {
        const Condition& one = conditions[first];
        if (!has_met(one))
            return true;
        if (state.alternatives)
            return exclude(one);
        const Support support = propagator.support(store);
        if (support.kind == Support::NONE)
            return exclude(one);
        set_guards(number, &support);
        return true;
    }
    if (state.alternatives)
        return false;
    const Support everything{};
    set_guards(number, &everything);
    return propagator.propagate(store);
}

void Engine::set_guard(Slot& slot, const Bits& values) {
    slot.kind = Slot::VALUES;
    for (int i = 0; i < store.words[slot.variable]; ++i)
        guards_[slot.guard + static_cast<std::size_t>(i)] = values.word(i);
}

// Watch values of the variables of a constraint; all their values where these are not known; nothing without a support.
void Engine::set_guards(int number, const Support* support) {
    const State& state = states_[number];
    const int first = state.first_slot + static_cast<int>(state.conditions.size());
    for (int i = first; i < state.end_of_slots; ++i) {
        if (support == nullptr)
            slots_[i].kind = Slot::NEVER;
        else if (support->kind == Support::KNOWN)
            set_guard(slots_[i], support->values[i - first]);
        else
            slots_[i].kind = Slot::ALWAYS;
    }
}

// As `propagate_guarded`, without guards: conditions may be on variables that had no masks at first.
bool Engine::propagate_once(const Constraint& one) {
    int open = -1;
    for (const int literal : one.condition) {
        const Truth known = store.entailed(literal);
        if (known == Truth::no || (known == Truth::open && open >= 0))
            return true;
        if (known == Truth::open)
            open = literal;
    }
    if (open < 0)
        return one.propagator->propagate(store);
    return !one.propagator->fails(store) || store.forbid(open);
}

}  // namespace puzzledsl
