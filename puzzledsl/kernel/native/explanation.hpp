// What one step of propagation follows from: the removed values that it has used.
//
// A propagator explains a removal, or a contradiction, by values that were gone before it, as few as it can find at
// little cost (lazy explanation: Ohrimenko, Stuckey & Codish, Propagation via Lazy Clause Generation, Constraints 14,
// 2009). In every assignment that has none of these values the constraint itself then excludes what was removed.
#pragma once

#include "store.hpp"

namespace puzzledsl {

// The rules of constraints that are about numbers. Each constraint has its rules in the same order as the primitive in
// `puzzledsl/primitives`.
enum class NumberRule {
    most,         // a sum would be too large
    least,        // a sum would be too small
    missed,       // within its bounds a sum would not be possible
    equal,        // a sum would be what it must not be
    taken,        // another variable has the value
    subset,       // some variables use up as many values between them
    combination,  // no sets of different values would have the sum
};

// One mask a variable, of variables that all have masks.
class Masks {
public:
    Masks() = default;
    explicit Masks(const Store& store) : store_(&store), words_(store.masks.size()) {}

    // What the store has now.
    void take(const Store& store) { words_ = store.masks; }
    void take(const Masks& other) { words_ = other.words_; }

    template <class M>
    [[nodiscard]] M get(int x) const {
        if constexpr (std::is_same_v<M, Word>)
            return words_[store_->at[x]];
        else
            return Bits(words_.data() + store_->at[x], store_->words[x]);
    }
    [[nodiscard]] const Word* data(int x) const { return words_.data() + store_->at[x]; }
    void set(int x, Word m) { words_[store_->at[x]] = m; }
    void set(int x, const Bits& m) {
        for (int i = 0; i < store_->words[x]; ++i)
            words_[store_->at[x] + static_cast<std::size_t>(i)] = m.word(i);
    }
    [[nodiscard]] bool is_empty(int x) const {
        for (int i = 0; i < store_->words[x]; ++i)
            if (words_[store_->at[x] + static_cast<std::size_t>(i)] != 0)
                return false;
        return true;
    }

private:
    const Store* store_ = nullptr;
    std::vector<Word> words_;
};

// Collects what is needed, a mask a variable. Propagators read the domains before the step, and say what they need.
class Explanation {
public:
    Explanation(const Store& store, const Masks& first)
        : masks(store), since(store), store(store), first_(first), needed_(store), seen_(store.words.size()) {
        masks.take(store);
    }

    Masks masks;  // the domains before the step
    Masks since;  // those at the point since which `added` counts
    const Store& store;
    std::vector<int> order;  // variables of which something was needed since `clear`
    int added = 0;           // how many of the values noted were there at the point of `since`

    static constexpr int NO_RULE = -1, SEVERAL_RULES = -2;
    int rule = NO_RULE;  // which of its rules the constraint has applied
    int place = -1;      // a variable that the rule speaks of, beside the one that is explained; -1: none

    // Say which rule it is, each time that something is noted for one.
    template <class Rule>
    void follow(Rule which, int x = -1) {
        const int number = static_cast<int>(which);
        rule = rule == NO_RULE || rule == number ? number : SEVERAL_RULES;
        place = x;
    }

    template <class M>
    [[nodiscard]] M mask(int x) const {
        return masks.get<M>(x);
    }
    // The domain to begin with: what is outside of it needs no reason.
    template <class M>
    [[nodiscard]] M first(int x) const {
        return first_.get<M>(x);
    }
    template <class M>
    [[nodiscard]] M needed(int x) const {
        return needed_.get<M>(x);
    }
    // The values that are gone, and not known to be needed.
    template <class M>
    [[nodiscard]] M absent(int x) const {
        return without(without(first<M>(x), mask<M>(x)), needed<M>(x));
    }
    [[nodiscard]] i64 base(int x) const { return store.base[x]; }

    // Note that these values have to be gone, those of them that are.
    template <class M>
    void need(int x, const M& values) {
        if constexpr (!std::is_same_v<M, Word>) {
            if (store.is_word(x)) {
                note<Word>(x, values.word(0) & absent<Word>(x));
                return;
            }
        }
        note<M>(x, values & absent<M>(x));
    }
    // The same of all other values.
    template <class M>
    void need_outside(int x, const M& values) {
        if constexpr (!std::is_same_v<M, Word>) {
            if (store.is_word(x)) {
                note<Word>(x, without(absent<Word>(x), values.word(0)));
                return;
            }
        }
        note<M>(x, without(absent<M>(x), values));
    }
    // All values that are gone.
    void need_all(int x) {
        if (store.is_word(x))
            note<Word>(x, absent<Word>(x));
        else
            note<Bits>(x, absent<Bits>(x));
    }
    template <class M>
    void take_back(int x, const M& values) {
        needed_.set(x, without(needed_.get<M>(x), values));
    }

    void clear() {
        for (const int x : order) {
            needed_.set(x, Bits());
            seen_[x] = false;
        }
        order.clear();
        added = 0;
    }

private:
    template <class M>
    void note(int x, const M& values) {
        if (!any(values))
            return;
        if (!seen_[x]) {
            seen_[x] = true;
            order.push_back(x);
        }
        needed_.set(x, needed_.get<M>(x) | values);
        added += count(values & since.get<M>(x));
    }

    const Masks& first_;
    Masks needed_;
    std::vector<char> seen_;
};

}  // namespace puzzledsl
