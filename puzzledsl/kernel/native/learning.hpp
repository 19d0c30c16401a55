// What learning runs of a search do after a contradiction: learn a clause from it, and go back to where it says
// something new.
//
// Variables weigh more the later they took part in a contradiction (VSIDS: Moskewicz et al., Chaff: Engineering an
// Efficient SAT Solver, DAC 2001).
#pragma once

#include "conflict_analysis.hpp"

namespace puzzledsl {

// How a step of a search has ended.
enum class Step { done, refuted, cut };

// The assumptions of a learning run, and what has been learnt in all of them.
class Learning {
public:
    // The engine is at its root. `weights`: by variable the activity to begin with.
    Learning(Engine& engine, const std::vector<double>& weights, const Provenance* provenance);

    i64 conflicts = 0;             // contradictions met so far
    std::vector<int> levels;       // for each assumption the length of the trail before it
    std::vector<double> activity;  // by variable, how much and how late it took part in contradictions
    std::vector<int> saved;        // by variable the last position that it was fixed to, or -1
    Bits core;                     // after a refutation, the requirements that it follows from

    [[nodiscard]] std::vector<Learnt>& clauses() { return analysis_.clauses; }
    // What all this takes besides propagation, in calls of propagators.
    [[nodiscard]] i64 work() const {
        return (watched_.visits >> 3) + (analysis_.walked >> 5) + (analysis_.explained << 3);
    }
    // Variables of a clause, in the mean of all that have been learnt.
    [[nodiscard]] double mean_length() const {
        return static_cast<double>(variables_) / static_cast<double>(std::max<i64>(1, conflicts));
    }
    // What has been removed up to now is removed for good. Nothing is assumed.
    void settle() { analysis_.settle(); }
    // Note that the store has been taken back to its root, and perhaps further.
    void undone();
    // Take in what is known, and propagate. `contradiction`: propagation has ended in one, and nothing has been undone.
    Step prepare(const std::vector<Learnt>& known, bool contradiction);
    // Fix a variable; what that refutes is resolved at once.
    Step assume(int x, i64 v);
    // Propagate, until so many calls of propagators have been made in all; after a contradiction learn from it, go
    // back, and go on.
    Step propagated();
    // Not all of the first assumptions hold. No propagator says so, so that this clause is never dropped.
    void exclude_assumptions(int depth);
    // Drop the worse half of the clauses, but for so many of the latest, where there are more than `most`. Nothing is
    // assumed. Returns whether there were.
    bool tidy(i64 most, i64 latest);
    // Undo all but so many assumptions.
    void back(int depth);

private:
    [[nodiscard]] bool resolve(int culprit);
    void add(Learnt clause);

    Engine& engine_;
    Store& store_;
    Bits everything_;
    ConflictAnalysis analysis_;
    Clauses watched_;
    i64 variables_ = 0;  // of all clauses that conflicts have taught
    double step_;
    bool is_cut_ = false;  // propagation has been cut off, after the clauses and before the fixpoint of the engine
    int before_ = 0;       // the length of the trail when it began
};

}  // namespace puzzledsl
