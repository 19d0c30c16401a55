// Probing: assume a value, propagate, and learn from what comes of it.
//
// A value whose assumption ends in a contradiction is removed (a failed literal; singleton consistency: Debruyne &
// Bessière, Some Practicable Filtering Techniques for the Constraint Satisfaction Problem, IJCAI 1997), and so is a
// value of another variable that no assumption about the present one leaves (constructive disjunction). The same holds
// for the conditions of a disjunction, one of which is true.
#pragma once

#include <map>

#include "branching.hpp"

namespace puzzledsl {

// Numbers that are told by `puzzledsl/presolve/tuning.py`, which says what they are for.
struct ProbingTuning {
    i64 values = 16, cases = 64, first = 4'000, most = 200'000;
    double patience = 2.5;
};

// One of several assumptions of which one is true: a variable, and the values that it has then.
struct Case {
    int variable;
    Bits values;
};

// Probes variables and disjunctions, those with the fewest cases first, until a whole round learns nothing.
//
// It stops early when it has learnt nothing for long, after `ProbingTuning::most` calls of propagators, and where an
// assumption leaves each variable one value: then search finds that solution.
class Probing {
public:
    // The variables are those of the source: they come before all others. `to_the_end`: do not stop at a solution.
    Probing(Engine& engine, std::vector<int> variables, bool to_the_end, ProbingTuning tuning);

    // Probe to the end of the slice; then `cut`, and it goes on the next time. `contradiction`: there is no solution.
    Fixpoint run();
    // Take back what is assumed at the moment. What has been refuted stays removed.
    void close();

private:
    // What is being propagated: nothing, an assumption, that it is refuted, or what all assumptions have in common.
    enum class Stage { none, assumed, refuted, concluded };
    enum class Next { found, none, contradiction };
    struct Item {
        i64 size;
        int number;  // a variable, or -1 and so on for a disjunction
    };

    void find_alternatives();
    [[nodiscard]] bool begin_round();
    [[nodiscard]] bool begin_item();
    void end_item();
    [[nodiscard]] Next next_case();
    [[nodiscard]] bool take(Fixpoint found);
    void compare();
    [[nodiscard]] bool solves() const;
    [[nodiscard]] bool keep(int x, const Bits& values);
    [[nodiscard]] std::vector<Case> narrowed() const;

    Engine& engine_;
    Store& store_;
    std::vector<int> variables_;
    bool to_the_end_;
    ProbingTuning tuning_;
    i64 start_, fruitful_;
    std::vector<std::vector<Case>> alternatives_;
    std::map<int, int> quiet_;  // by item the length of the trail when it was last probed
    std::vector<Item> waiting_;
    std::size_t next_item_ = 0;
    bool again_ = true;  // the round has learnt something, or is the first one
    // the present item
    bool is_probing_ = false;
    int item_ = 0, before_ = 0;
    std::vector<Case> cases_;
    std::size_t next_case_ = 0;
    std::vector<Case> common_;  // variables that each assumption narrows, with the values left by any
    bool compared_ = false;     // some assumption holds
    Stage stage_ = Stage::none;
    int mark_ = 0;
    bool ends_ = false;
};

// Makes assumptions one after another, each by itself, and takes each back.
class Trials {
public:
    // It ends after so many contradictions.
    Trials(Engine& engine, std::vector<Assumption> assumptions, i64 most)
        : engine_(engine), assumptions_(std::move(assumptions)), most_(most) {}

    // By assumption the calls of propagators that refute it; -1: it is not refuted.
    std::vector<i64> found;

    // Try to the end of the slice; then `cut`, and it goes on the next time.
    Fixpoint run();
    // Take back what is assumed at the moment.
    void close();

private:
    Engine& engine_;
    std::vector<Assumption> assumptions_;
    i64 most_;
    i64 refuted_ = 0, begun_ = 0;
    int mark_ = -1;  // nothing is assumed
};

}  // namespace puzzledsl
