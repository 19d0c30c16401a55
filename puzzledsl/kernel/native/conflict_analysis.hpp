// Conflict analysis: a clause from each contradiction, and the requirements that it follows from.
//
// The trail is walked back from a contradiction, and each removal replaced by what the propagator says that it followed
// from, until one removal is all that is needed of the last assumption: the first unique implication point
// (Marques-Silva & Sakallah, GRASP, IEEE Transactions on Computers 48, 1999). Reasons are computed only now (lazily:
// Ohrimenko, Stuckey & Codish, Propagation via Lazy Clause Generation, Constraints 14, 2009; Feydy & Stuckey, Lazy
// Clause Generation Reengineered, CP 2009). What a propagator does not explain is taken to follow from all that is
// known of the constraint's variables.
#pragma once

#include <unordered_map>

#include "clauses.hpp"
#include "engine.hpp"

namespace puzzledsl {

// By number of a constraint, what it follows from.
struct Provenance {
    std::vector<Bits> origins;                // requirements
    std::vector<std::vector<int>> speaks_of;  // variables whose domains it may use
    std::vector<char> exact;                  // whether it holds for any domains
    Bits everything;                          // all requirements that the model has constraints of
};

// What contradictions of one engine follow from. All its variables have masks.
class ConflictAnalysis {
public:
    // The engine is at its root. With provenance nothing may have been refuted there but by clauses of this analysis.
    ConflictAnalysis(Engine& engine, const Provenance* provenance);

    std::vector<Learnt> clauses;  // what one of them removes has the cause `LEARNT - its number`
    i64 walked = 0;               // entries of the trail that have been looked at, and
    i64 explained = 0;            // calls of propagators for their reasons: measures of work

    // Make all removals so far permanent. Nothing may be assumed.
    void settle();
    // Take note that a permanent removal was undone: nothing may be assumed before `settle`.
    void unsettle() { settled_ = -1; }
    // The requirements that a contradiction follows from, nothing assumed and nothing undone yet.
    Bits at_root(int culprit);
    // A clause that a contradiction shows, nothing undone yet, and on how many levels all but its first is false.
    // `levels`: for each assumption the length of the trail before it. A clause without variables: the contradiction
    // follows from no assumption.
    Learnt learnt(int culprit, const std::vector<int>& levels, int& jump);
    // The variables that had to do with the latest contradiction.
    [[nodiscard]] const std::vector<int>& involved() const { return why_.order; }

private:
    void take_in();
    void trace_root();
    std::vector<int> levels_of(int last, const std::vector<int>& levels, int level, Bits& origins);
    [[nodiscard]] Bits of_root(const Explanation& why) const;
    [[nodiscard]] Bits singly(int x, const Bits& values) const;
    [[nodiscard]] Bits origins_of(int cause) const;
    void explain(int cause, int x, const Bits& gone, Explanation& why);
    void explain_conflict(int cause, Explanation& why);
    void need_all(int cause, Explanation& why);
    Bits by_holders(int cause, int x, Bits gone, Explanation& why);
    // What is needed of the values that a change has removed; the masks of the explanation are those after it.
    static Bits hit(const Explanation& why, const Store& store, const Change& change);

    Engine& engine_;
    Store& store_;
    const Provenance* provenance_;
    Masks root_;   // domains at the root, as far as it has been taken in
    int settled_;  // the length of the trail that belongs to it
    Masks first_;  // domains to begin with
    Explanation why_, step_;
    std::vector<std::unordered_map<int, Bits>> single_;  // by variable and value, why it is gone at the root
    std::vector<Bits> singles_;                          // by variable, why what is gone at the root is
    std::size_t taken_in_ = 0;
    std::vector<const std::vector<std::vector<int>>*> cliques_;
};

}  // namespace puzzledsl
