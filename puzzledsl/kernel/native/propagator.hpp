// A constraint at work in a store.
#pragma once

#include <memory>

#include "explanation.hpp"

namespace puzzledsl {

// Values that a constraint can hold with: propagation does not fail while each variable keeps one of them.
struct Support {
    enum { UNKNOWN, NONE, KNOWN } kind = UNKNOWN;
    std::vector<Bits> values;  // for each variable in the constraint's scope
};

class Propagator {
public:
    Propagator() = default;
    Propagator(const Propagator&) = delete;
    Propagator& operator=(const Propagator&) = delete;
    virtual ~Propagator() = default;

    std::vector<int> scope;                 // the variables, each once
    std::vector<std::vector<int>> cliques;  // groups of variables that have to be pairwise different
    std::vector<int> alternatives;          // literals; if there are some, the whole constraint is that one is true
    bool plain = false;                     // its cliques are the whole constraint
    bool cheap = true;                      // it has rules for while `Store::costly` is not set
    bool costly = false;                    // it has rules for while `Store::costly` is set
    bool is_line = false;                   // it reads cells in order (see `dual_view.hpp`)

    // Remove values that no solution has. False: there is none within the domains. Need not be idempotent.
    [[nodiscard]] virtual bool propagate(Store& store) = 0;

    [[nodiscard]] virtual Support support(Store& store) {
        return {fails(store) ? Support::NONE : Support::UNKNOWN, {}};
    }

    // Note what a removal follows from, and return the values that are not explained. The reason of these is taken to
    // be all that is gone from the variables in scope.
    [[nodiscard]] virtual Bits explain(Explanation& why, int x, const Bits& gone) {
        (void)why, (void)x;
        return gone;
    }
    // The same of a contradiction. False: it is not explained.
    [[nodiscard]] virtual bool explain_conflict(Explanation& why) { return !any(explain(why, -1, Bits(1))); }

    // About how long a call takes at most; a call of a cage is 1 to 2. All read the words of their masks, and the
    // dearest ones compare pairs of them. With these divisors no slice of a grid of 70×70 cells took over 6 ms.
    [[nodiscard]] virtual i64 effort(const Store& store) const {
        i64 words = 0;
        for (const int x : scope)
            words += std::max(store.words[x], 1);
        return 1 + words / 8 + words * words / 1024;
    }

    // Whether propagating it alone fails; leaves the store as it was.
    [[nodiscard]] bool fails(Store& store) {
        const int mark = store.mark();
        const std::size_t changes = store.touched.size();
        const bool holds = propagate(store);
        store.undo(mark);
        store.touched.resize(changes);
        return !holds;
    }
};

// Whether masks of all these variables are, and stay, words.
inline bool are_words(const Store& store, const std::vector<int>& variables) {
    for (const int x : variables)
        if (!store.is_steady(x) || !store.is_word(x))
            return false;
    return true;
}

}  // namespace puzzledsl
