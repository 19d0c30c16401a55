// Clauses learnt from contradictions, and what they remove.
#pragma once

#include "store.hpp"

namespace puzzledsl {

// A clause: one of the variables has one of its values.
struct Learnt {
    // Each once. After a conflict, first the one about which the conflict was, then the last to be refuted.
    std::vector<int> variables;
    std::vector<Word> values;     // masks, each of as many words as its variable has
    std::vector<std::size_t> at;  // by position where its mask begins
    Bits origins;                 // the requirements that it follows from, where these are asked for
    // On how many levels its variables were refuted when it was learnt (its LBD: Audemard & Simon, Predicting Learnt
    // Clauses Quality in Modern SAT Solvers, IJCAI 2009).
    int levels = 0;

    void add(const Store& store, int x, const Bits& mask);
    [[nodiscard]] Bits mask(const Store& store, std::size_t i) const {
        return {values.data() + at[i], store.words[variables[i]]};
    }
    void exchange(std::size_t i, std::size_t j) {
        std::swap(variables[i], variables[j]);
        std::swap(at[i], at[j]);
    }
};

// Clauses over the variables of a store: one value each of two of its variables is watched.
//
// Moskewicz et al., Chaff: Engineering an Efficient SAT Solver (DAC 2001), on domains.
class Clauses {
public:
    Clauses(Store& store, std::vector<Learnt>& clauses);

    int count = 0;   // how many there are
    i64 visits = 0;  // how often one has been looked at: a measure of work

    // The store has been undone.
    void back() { position_ = std::min(position_, store_.mark()); }
    // Watch a clause from now on; its first two variables were narrowed last, or have values left.
    void watch(int number);
    // Propagate a clause for the first time: 0 if there is no contradiction, else the cause that stands for it.
    int first_look(int number);
    // Narrow until nothing changes: 0; or the cause that stands for a clause that cannot hold.
    int propagate();
    // Forget the worse half of the clauses, but for the best and the latest. Nothing is assumed.
    //
    // Those of few levels are better (Audemard & Simon, IJCAI 2009), and among these those of few variables.
    void drop(i64 latest);

private:
    // With its values of the watched variable at hand, most clauses need not be looked at: they have another value
    // left, which they watch then.
    struct Watch {
        int number;
        int at;      // where the values are in the clause
        Word value;  // the values, if they are one word
    };
    [[nodiscard]] int lost(int x, std::size_t place);
    void watch_value(int x, int position, int number, std::size_t at);
    [[nodiscard]] int some_value(int x, const Word* values) const;
    [[nodiscard]] int latest(int x, const Word* values) const;
    [[nodiscard]] bool leave(int x, const Word* values, int number);

    Store& store_;
    std::vector<Learnt>& clauses_;
    std::vector<std::size_t> first_;            // by variable the place of its bit 0 in `watching_`
    std::vector<std::vector<Watch>> watching_;  // by value of a variable, who watches it
    int position_ = 0;                          // on the trail; what is before it has been looked at
    std::vector<Word> seen_;                    // see `propagate`
    std::vector<char> is_seen_;
};

}  // namespace puzzledsl
