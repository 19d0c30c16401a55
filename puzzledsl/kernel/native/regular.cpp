// A finite automaton accepts a line of cells, which may have to differ.
#include <set>

#include "diagram.hpp"

namespace puzzledsl {

std::unique_ptr<Propagator> make_regular(const Store& store, const Shared& shared, Numbers& in) {
    auto variables = in.list_below(store.count());
    const int number = in.below(static_cast<i64>(shared.automata.size()));
    if (in.damaged)
        return nullptr;
    const auto& automaton = shared.automata[number];
    auto line = automaton->line(automaton, store, std::move(variables));
    line->costly = true;
    line->cheap = false;
    line->is_line = true;
    return line;
}

std::unique_ptr<Propagator> make_different_line(const Store& store, const Shared& shared, Numbers& in) {
    auto variables = in.list_below(store.count());
    const int number = in.below(static_cast<i64>(shared.automata.size()));
    if (in.damaged || std::set<int>(variables.begin(), variables.end()).size() < variables.size())
        return nullptr;
    const auto& automaton = shared.automata[number];
    auto line = automaton->different_line(automaton, std::move(variables));
    line->costly = true;
    line->cheap = false;
    return line;
}

}  // namespace puzzledsl
