// A flat model: variables, constraints, and what works on them.
#pragma once

#include "constraints.hpp"
#include "engine.hpp"
#include "search.hpp"

namespace puzzledsl {

// The layout of what comes in; see `puzzledsl/kernel/flat_numbers.py`.
inline constexpr i64 VERSION = 1;

enum class Kind { alldifferent, clause, connected, grouped_sum, linear, product, regular, table, last };

class Model {
public:
    Model() : engine(store) {}

    Store store;
    Engine engine;
    Provenance provenance;
    std::unique_ptr<Search> search;
    std::unique_ptr<Generator> random;

    // Take in variables, domains, literals, automata and constraints, after those that there are. False: they are
    // damaged, or a variable has no values.
    [[nodiscard]] bool take(const i64* from, const i64* end);

private:
    void take_automaton(Numbers& in);
    void take_rows(Numbers& in);
    [[nodiscard]] std::unique_ptr<Propagator> propagator(Numbers& in);

    Shared shared_;
};

}  // namespace puzzledsl
