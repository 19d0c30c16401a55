// Decision diagrams: the words of one length that an automaton accepts, and the rows of a table, as paths.
#pragma once

#include <map>
#include <optional>

#include "constraints.hpp"

namespace puzzledsl {

// An automaton that has more arcs in a line is unrolled in each call, once its domains are narrow enough.
inline constexpr int MOST_ARCS = 100'000;

// Pairs of a state and the values used so far, at one place of a line of different cells; beyond them nothing is
// narrowed.
inline constexpr std::size_t MOST_SITUATIONS = 4'000;

// A deterministic automaton, for all lines that it reads.
class Automaton {
public:
    Automaton() = default;
    Automaton(const Automaton&) = delete;
    Automaton& operator=(const Automaton&) = delete;
    virtual ~Automaton() = default;

    // Make what reads a word of it from some variables, each of which may be read more than once.
    [[nodiscard]] virtual std::unique_ptr<Propagator> line(std::shared_ptr<Automaton> self, const Store& store,
                                                           std::vector<int> variables) = 0;
    // The same of different variables, which have to have different values.
    [[nodiscard]] virtual std::unique_ptr<Propagator> different_line(std::shared_ptr<Automaton> self,
                                                                     std::vector<int> variables) = 0;
};

// Transitions of an automaton: by state the next state of each value.
struct Moves {
    std::vector<std::vector<std::pair<i64, int>>> of;
    int start = 0;
    std::vector<int> accepting;
};

std::shared_ptr<Automaton> make_automaton(const Moves& moves);

// What reads these rows, all of one length: a tree with one leaf. The rows are sorted.
Moves moves_of(const std::vector<i64>& rows, std::size_t length);

}  // namespace puzzledsl
