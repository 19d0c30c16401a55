// How many solutions there are, without visiting each: identical remainders are counted once.
//
// Depth-first search that splits what is left into components that share no constraint, multiplies their counts, and
// remembers each component's count by what distinguishes it (Bayardo & Pehoushek, Counting Models using Connected
// Components, AAAI 2000; Sang et al., Combining Component Caching and Clause Learning for Effective Model Counting, SAT
// 2004): the values left of its open variables, and of every constraint on them what its fixed variables leave of it. A
// constraint that only makes variables differ leaves nothing but the values it has removed. Where there are no other
// constraints, renaming values does not change the count, so that such remainders are distinguished only by which
// variables share a value.
#pragma once

#include <optional>
#include <unordered_map>
#include <variant>

#include "search.hpp"
#include "whole_number.hpp"

namespace puzzledsl {

// What counting needs to know of a constraint of the model.
struct CountedPart {
    std::vector<int> scope;                   // its variables, those of its condition included
    std::vector<std::vector<int>> different;  // groups that it makes pairwise different, if that is all it requires
    std::vector<i64> factors;                 // of a sum: of fixed variables only their sum matters. Else empty
};

struct CountOptions {
    std::vector<CountedPart> parts;  // the constraints of the model; those of the engine follow from them
    std::vector<int> shown;          // the variables in which solutions have to differ; all of them are sources
    std::vector<int> sources;        // those whose values are judged. The others tell no solutions apart
};

// How a slice of a count ends: `leaf` asks whether the values of the sources are a solution; `refused`: some that were
// judged not to be are all that there are.
enum class Counted { more, leaf, done, limit, refused };

// A count under way. The engine is at its fixpoint; every variable of its store has a mask.
class SolutionCount {
public:
    SolutionCount(Engine& engine, CountOptions options, std::optional<WholeNumber> limit);

    WholeNumber found;  // a lower bound at any time, and the number of solutions in the end
    i64 nodes = 0;      // branches taken

    // Count until so many calls of propagators have been made.
    Counted run();
    // Say whether the values of a leaf are a solution.
    void judge(bool accepted);
    // Take the store back.
    void close();

private:
    using Key = std::vector<i64>;
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            u64 found = 0;
            for (const i64 number : key)
                found = mixed(found, static_cast<u64>(number));
            return static_cast<std::size_t>(found);
        }
    };
    // The count of what is open among some variables, component by component; `factor` solutions of the rest go with
    // each.
    struct Remainder {
        std::vector<std::vector<int>> components;
        std::size_t place, first;
        WholeNumber product, factor;
        Key key;
    };
    // The count of one component, value by value of one of its variables.
    struct Branching {
        std::vector<int> component;
        int chosen;
        Bits values;
        WholeNumber total, factor;
        int mark;
    };
    // What comes next: begin with some variables, go on with the uppermost frame after a result, or wait.
    enum class State { begin, value, propagating, result, component, leaf, searching, search_leaf, over };

    Counted step();
    Counted begin();
    Counted go_on();
    Counted next_component();
    Counted next_value();
    Counted propagated();
    [[nodiscard]] bool all_fixed(const std::vector<int>& variables) const;
    // Add solutions, once one of them has been verified; then `result` is what was counted.
    Counted add(const WholeNumber& number, WholeNumber result);
    // Ask whether some values of variables are a solution.
    void look(std::vector<int> variables);
    Counted looked(bool possible);
    [[nodiscard]] std::vector<std::vector<int>> components(const std::vector<int>& open) const;
    [[nodiscard]] Key key_of(const std::vector<int>& component) const;

    Engine& engine_;
    Store& store_;
    CountOptions options_;
    std::optional<WholeNumber> limit_;
    std::vector<char> is_shown_, is_source_;
    std::vector<std::vector<int>> parts_of_;
    std::unordered_map<Key, WholeNumber, KeyHash> counts_;
    std::vector<Key> order_;  // keys as they came
    std::vector<std::variant<Remainder, Branching>> frames_;
    State state_ = State::begin;
    std::vector<int> variables_;      // to begin with
    WholeNumber factor_ = 1;          // that goes with them
    WholeNumber result_;              // of what has ended
    bool verified_ = false;           // some solution has been accepted
    std::unique_ptr<Search> search_;  // for one solution
    int search_mark_ = 0;
    bool search_alone_ = false;  // whether it fixes all sources, so that what it finds is judged
    // What it is for: to count a component that tells no solutions apart, or some that are known; else a result.
    enum { RESULT, COMPONENT, KNOWN } looks_for_ = RESULT;
    bool refused_ = false;
    WholeNumber waiting_, result_then_;  // what is added when it has found one, and what has been counted then
    int mark_;
};

}  // namespace puzzledsl
