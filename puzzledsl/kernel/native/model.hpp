// A flat model: variables, constraints, and what works on them.
#pragma once

#include "constraints.hpp"
#include "count.hpp"
#include "engine.hpp"
#include "memory.hpp"
#include "probing.hpp"
#include "search.hpp"

namespace puzzledsl {

// The layout of what comes in; see `puzzledsl/kernel/flat_numbers.py`.
inline constexpr i64 VERSION = 1;

enum class Kind {
    alldifferent,
    clause,
    connected,
    grouped_sum,
    linear,
    lines,
    product,
    regions,
    regular,
    different_line,
    table,
    opaque,
    last
};

class Model {
public:
    explicit Model(i64 limit) : memory{limit}, engine(store) {}

    Memory memory;
    Store store;
    Engine engine;
    std::vector<Constraint> alone;  // those that the engine does not know
    Provenance provenance;
    std::unique_ptr<Search> search;
    std::unique_ptr<Generator> random;
    std::unique_ptr<SolutionCount> solution_count;
    std::unique_ptr<Probing> probing;
    std::unique_ptr<Trials> trials;

    // Take in variables, domains, literals, automata and constraints, after those that there are.
    enum class Taken { whole, damaged, contradiction };
    [[nodiscard]] Taken take(const i64* from, const i64* end);
    // Propagate constraints that the engine does not know until nothing changes, or so much effort has been spent. The
    // cause of a change is the number of its constraint among these.
    [[nodiscard]] Fixpoint narrow(const std::vector<int>& numbers, bool costly, i64 effort);

private:
    void take_automaton(Numbers& in);
    void take_rows(Numbers& in);
    [[nodiscard]] std::unique_ptr<Propagator> propagator(Numbers& in);

    Shared shared_;
};

}  // namespace puzzledsl
