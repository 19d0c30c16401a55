// Solutions of one constraint that have been found before: a value that one of them has within the present domains need
// not be looked at.
//
// Residual supports (Lecoutre & Hemery, A Study of Residual Supports in Arc Consistency, IJCAI 2007), with one solution
// for the values of all its variables. A solution stays one, whatever the domains, so nothing is undone.
#pragma once

#include "bits.hpp"

namespace puzzledsl {

// A word has a bit for each value of each variable; a solution has one bit of each.
class KnownSolutions {
public:
    // Of the values left, those that have a place in a known solution.
    [[nodiscard]] Word supported(Word left) const {
        Word found = 0;
        for (const Word one : solutions_)
            found |= inside(one, left) ? one : 0;
        return found;
    }
    // Take one in, in the place of the oldest one if there are many.
    void add(Word solution) {
        if (solutions_.size() < MOST)
            solutions_.push_back(solution);
        else
            solutions_[oldest_++ % MOST] = solution;
    }
    void clear() { solutions_.clear(); }

private:
    static constexpr std::size_t MOST = 64;

    std::vector<Word> solutions_;
    std::size_t oldest_ = 0;
};

}  // namespace puzzledsl
