// The dual viewpoint: in a group in which every value occurs, branch on the cells of a value that has few left.
//
// A search that branches on the cells of a value instead of the values of a cell (Cheng et al., Increasing Constraint
// Propagation by Redundant Modeling, Constraints 1999; Smith, Dual Models in Constraint Programming, 2001) is better on
// some puzzles and worse on others; one that does so in every second run is rarely much worse than the better of the
// two.
//
// Where automata read the groups, some values have a higher impact than others: in a sandwich those at its ends. The
// search branches on their cells first, by the part of all combinations that is left (Refalo, Impact-Based Search
// Strategies for Constraint Programming, CP 2004). Only the impact on the automata is measured, once, at the root: what
// assumptions make of all constraints during the search was no help.
#pragma once

#include "engine.hpp"

namespace puzzledsl {

class DualView {
public:
    // Whether there is nothing to branch on: no groups in which every value occurs.
    std::vector<std::vector<int>> groups;
    // By group and position how much higher the impact of a value on the automata is than that of most; 1: it is not.
    // High are at most half of the values, before the first gap: where one value has a slightly higher impact than the
    // next (as heights do in skyscrapers), the order was no help. Nothing where none are.
    std::vector<std::vector<double>> impacts;

    // Find the groups of different variables of which every value needs one, and the impacts. At the fixpoint.
    void find(Engine& engine);

    // A value that fits fewer than `lowest` cells of a group, relative to its impact and the weight of the best cell:
    // the variable and the position of the value in its mask; -1 for the variable if there is none. Values with two or
    // three cells count, and those of a high impact however many cells they have.
    [[nodiscard]] std::pair<int, int> scarcest(const Store& store, const std::vector<double>& weights, double lowest,
                                               bool only_high_impact) const;
};

}  // namespace puzzledsl
