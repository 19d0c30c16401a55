// Solutions of one constraint that have been found before. What holds within the present domains need not be searched
// for again.
//
// Residual supports (Lecoutre & Hemery, A Study of Residual Supports in Arc Consistency, IJCAI 2007), with one solution
// for the values of all its variables. A solution stays one, whatever the domains, so nothing is undone.
#pragma once

#include <array>

#include "bits.hpp"

namespace puzzledsl {

// A word has a bit for each value of each variable; a solution has one bit of each.
class KnownSolutions {
public:
    // Of the values left, those that have a place in a known solution.
    [[nodiscard]] Word supported(Word left) const {
        Word found = 0;
        for (std::size_t i = 0; i < size_; ++i)
            found |= inside(solutions_[i], left) ? solutions_[i] : 0;
        return found;
    }
    // Take one in, in the place of the oldest one if there are many.
    void add(Word solution) {
        solutions_[next_] = solution;
        next_ = (next_ + 1) % MOST;
        size_ = size_ < MOST ? size_ + 1 : MOST;
    }
    void clear() { size_ = next_ = 0; }

private:
    static constexpr std::size_t MOST = 64;

    std::array<Word, MOST> solutions_;
    std::size_t size_ = 0, next_ = 0;
};

}  // namespace puzzledsl
