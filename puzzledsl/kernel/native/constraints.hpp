// The constraints, one file each. Each is made of the numbers that describe it.
#pragma once

#include <algorithm>

#include "propagator.hpp"
#include "reading.hpp"

namespace puzzledsl {

class Automaton;
class ValueSets;

// What constraints share.
struct Shared {
    std::vector<std::shared_ptr<Automaton>> automata;  // by number, also those that read the rows of tables
    std::shared_ptr<ValueSets> sets;
};

std::unique_ptr<Propagator> make_alldifferent(const Store& store, Numbers& in);
std::unique_ptr<Propagator> make_clause(const Store& store, Numbers& in);
std::unique_ptr<Propagator> make_connected(const Store& store, Numbers& in);
std::unique_ptr<Propagator> make_grouped_sum(const Store& store, const Shared& shared, Numbers& in);
std::unique_ptr<Propagator> make_linear(const Store& store, Numbers& in);
std::unique_ptr<Propagator> make_lines(const Store& store, Numbers& in);
std::unique_ptr<Propagator> make_product(const Store& store, Numbers& in);
std::unique_ptr<Propagator> make_regions(const Store& store, Numbers& in);
std::unique_ptr<Propagator> make_regular(const Store& store, const Shared& shared, Numbers& in);
std::unique_ptr<Propagator> make_different_line(const Store& store, const Shared& shared, Numbers& in);
std::unique_ptr<Propagator> make_table(const Store& store, const Shared& shared, Numbers& in);

}  // namespace puzzledsl
