// A finite automaton accepts a line of cells.
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

}  // namespace puzzledsl
