// Propagation of many constraints to a common fixpoint.
#pragma once

#include <limits>

#include "propagator.hpp"

namespace puzzledsl {

// A constraint that must hold if all literals of `condition` do (half-reification).
struct Constraint {
    std::unique_ptr<Propagator> propagator;
    std::vector<int> condition;
    bool retired = false;
};

// How a propagation has ended.
enum class Fixpoint { reached, contradiction, cut };

// A queue of constraints whose variables have changed.
//
// When a variable is fixed, its value leaves all variables that must differ from it before any propagator is called.
// The cheap rules of all constraints reach their fixpoint before the costly rules of one constraint are called. A
// search narrows the store and calls `run` again; then only constraints that watch a narrowed variable are called.
class Engine {
public:
    explicit Engine(Store& store) : store(store) {}

    Store& store;
    std::vector<Constraint> constraints;
    int culprit = -1;  // after a contradiction, the number of the constraint that found it
    i64 steps = 0;     // calls of propagators: a measure of work that does not depend on the clock
    i64 effort = 0;    // the same, each call by the size of its constraint

    // Note a variable that the store has got.
    void add_variable();
    // Add a constraint, which the next `run` calls. The store may be narrowed at the time.
    void add(Constraint constraint);
    // Never call some constraints again, because others imply them. They keep their numbers.
    void retire(const std::vector<int>& numbers);
    // Let `run` be cut after so much effort from now on. It may be called again at once: nothing else depends on it.
    void begin_slice(i64 length) { slice_end_ = effort + length; }
    [[nodiscard]] bool slice_is_over() const { return effort >= slice_end_; }
    // Propagate until nothing changes, until so many calls of propagators, or to the end of the slice.
    Fixpoint run(bool costly = true, i64 most = -1);
    // Propagate once a constraint that need not be one of the engine's, and its condition. False: it cannot hold.
    [[nodiscard]] bool propagate_once(const Constraint& one);
    // Empty the queues: the changes that filled them have been undone.
    void forget();

private:
    struct Condition {
        int variable;
        int literal;
        bool opposite;  // whether it is met where the literal is not
    };
    // A place where a constraint looks at a variable: it is called when the variable has none of the guard's values, at
    // each change, or never.
    struct Slot {
        int variable;
        int owner;
        std::size_t guard;  // the place of the values in `guards_`
        enum : char { VALUES, ALWAYS, NEVER } kind;
    };
    struct State {
        std::vector<Condition> conditions;
        int first_slot = -1, end_of_slots = -1;
        bool alternatives = false;  // not all conditions may be met; there is no more to it
        char missing = 0;           // the queues that it may be put in
        i64 effort = 1;             // of a call
    };
    static constexpr char CHEAP = 1, COSTLY = 2;

    Fixpoint spread();
    [[nodiscard]] bool remove_elsewhere(int x);
    void queue(int number, char queues);
    [[nodiscard]] bool add_cliques(int number, const Propagator& propagator);
    void add_guards(int number);
    [[nodiscard]] Bits unmet(const Condition& one) const;
    // Call something with the values of a condition's variable and those of its literal.
    template <class F>
    bool with_values(const Condition& one, F&& f) const {
        if (store.is_word(one.variable))
            return f(store.word(one.variable), store.meaning<Word>(one.literal));
        return f(store.mask<Bits>(one.variable), store.meaning<Bits>(one.literal));
    }
    // Whether the variable of a condition has values with which it is not met, or is.
    [[nodiscard]] bool has_unmet(const Condition& one) const;
    [[nodiscard]] bool has_met(const Condition& one) const;
    [[nodiscard]] bool exclude(const Condition& one);
    [[nodiscard]] bool propagate_guarded(int number);
    void set_guard(Slot& slot, const Bits& values);
    void set_guards(int number, const Support* support);

    std::vector<State> states_;
    std::vector<Slot> slots_;
    std::vector<Word> guards_;
    std::vector<std::vector<int>> slots_of_;  // by variable
    std::vector<std::vector<int>> watchers_;  // by variable, constraints without slots
    std::vector<std::vector<std::shared_ptr<const std::vector<int>>>> unequal_;  // by variable, groups
    std::vector<std::vector<int>> unequal_for_;  // for each group the constraint that says so
    std::vector<int> cheap_, costly_;
    i64 slice_end_ = std::numeric_limits<i64>::max();
};

}  // namespace puzzledsl
