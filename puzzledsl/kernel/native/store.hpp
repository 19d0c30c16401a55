// Domains that shrink: the state that propagators work on.
//
// A domain that spans at most `SPAN` values is a mask, bit `v - base` for the value `v`; a wider one is a list of
// intervals, and becomes a mask as soon as it is narrow enough. Variables with values in 0..63 all have base 0, so that
// their masks may be combined without a shift. Every change is on the trail and in `touched`.
#pragma once

#include <vector>

#include "domain.hpp"

namespace puzzledsl {

// The widest domain (largest minus smallest value) that is kept as a mask.
inline constexpr i64 SPAN = 20'000;

// A wide domain of more intervals has them from the start. No hole is made in it: each would need a copy of them all.
// Its ends are still narrowed.
inline constexpr std::size_t MOST_INTERVALS = 1'000;

// Values below it, none negative, are bits from 0 on.
inline constexpr i64 COMMON = 64;

inline constexpr int ASSUMED = -1;  // the cause of a change that no constraint has made: a given, a branch
inline constexpr int REFUTED = -2;  // assuming otherwise has led to a contradiction
inline constexpr int LEARNT = -3;   // what the first learnt clause removes; that of the second is one less

// A yes-or-no question about one variable: is its value in a domain?
struct Literal {
    int variable;
    int domain;  // its number in `Store::domains`
};

// What is known of a literal.
enum class Truth : signed char { open = -1, no = 0, yes = 1 };

struct Change {
    int variable;
    int cause;
    u64 before;  // the mask before, or the place of it among the saved words
    u64 stamp;   // no other change has it
    enum : char { WORD, WORDS, WIDE } kind;
};

// Bounds of a real variable never change. A domain of its own is empty.
class Store {
public:
    std::vector<Domain> domains;  // to which literals and constraints refer
    std::vector<i64> base;        // by variable the value of bit 0
    std::vector<int> words;       // by variable the words of its mask; 0: it has none
    std::vector<Word> masks;      // of all variables
    std::vector<std::size_t> at;  // by variable where its mask begins
    std::vector<bool> is_real;
    std::vector<int> touched;  // variables whose domains changed, in order, with repetitions
    i64 span = SPAN;           // the widest domain that is kept as a mask
    bool costly = true;        // whether propagators apply their costly rules, too
    int cause = ASSUMED;       // what is noted with each change

    // Add a variable with the values of a domain, a real one without a domain (-1). False: it has no values.
    bool add(int domain);
    int add_literal(int variable, int domain);

    [[nodiscard]] int count() const { return static_cast<int>(base.size()); }
    // The largest absolute value that it had at first.
    [[nodiscard]] i64 largest(int x) const { return largest_[x]; }
    // Whether it has values: it is not real.
    [[nodiscard]] bool has_values(int x) const { return has_mask(x) || !left_[x].empty(); }
    [[nodiscard]] bool has_mask(int x) const { return words[x] != 0; }
    // Whether it has had a mask from the start, so that its base never changes.
    [[nodiscard]] bool is_steady(int x) const { return steady_[x]; }
    [[nodiscard]] bool is_word(int x) const { return words[x] == 1; }
    [[nodiscard]] Word word(int x) const { return masks[at[x]]; }
    // How many values its mask has room for.
    [[nodiscard]] i64 width(int x) const { return i64{64} * words[x]; }

    // The mask of a variable; empty where it has none.
    template <class M>
    [[nodiscard]] M mask(int x) const {
        if constexpr (std::is_same_v<M, Word>)
            return masks[at[x]];
        else
            return Bits(masks.data() + at[x], words[x]);
    }

    // ── asking ──────────────────────────────────────────────────────────────────────────────────

    [[nodiscard]] i64 lo(int x) const;
    [[nodiscard]] i64 hi(int x) const;
    [[nodiscard]] i64 size(int x) const;
    [[nodiscard]] bool is_fixed(int x) const {
        return words[x] == 1 ? single(word(x)) : words[x] > 1 && single(mask<Bits>(x));
    }
    [[nodiscard]] bool contains(int x, i64 v) const;
    [[nodiscard]] Domain domain(int x) const;
    // Whether a variable without a mask has all its own values from the lowest to the highest that is left.
    [[nodiscard]] bool is_range(int x) const { return left_[x].is_own(); }

    // The values within `base … base + width - 1` as bits from `base`.
    template <class M>
    [[nodiscard]] M window(int x, i64 from, i64 width) const {
        if (!has_mask(x))
            return left_[x].between(from, from + width - 1).domain().template mask<M>(from, width);
        const i64 shift = base[x] - from;
        if (shift >= width)
            return M{};
        if constexpr (std::is_same_v<M, Word>) {
            if (is_word(x))
                return moved(word(x), shift) & below<Word>(width);
            return (moved(mask<Bits>(x), shift) & below<Bits>(width)).word(0);
        } else {
            return moved(mask<Bits>(x), shift) & below<Bits>(width);
        }
    }

    [[nodiscard]] Truth entailed(int literal) const;
    [[nodiscard]] const Literal& literal(int number) const { return literals_[number]; }
    [[nodiscard]] int literals() const { return static_cast<int>(literals_.size()); }

    // The values of a literal as bits from its variable's base.
    template <class M>
    [[nodiscard]] M meaning(int literal) const {
        const Literal& one = literals_[literal];
        const int x = one.variable;
        if (meaning_[literal] == NOWHERE)
            return domains[one.domain].template mask<M>(base[x], width(x));
        if constexpr (std::is_same_v<M, Word>)
            return meanings_[meaning_[literal]];
        else
            return Bits(meanings_.data() + meaning_[literal], words[x]);
    }

    // The words of the same, as many as its variable has; null while that may get another base.
    [[nodiscard]] const Word* meaning_words(int literal) const {
        return meaning_[literal] == NOWHERE ? nullptr : meanings_.data() + meaning_[literal];
    }

    // ── narrowing: each returns false when no value is left ─────────────────────────────────────

    // Replace the mask of a variable that has one by a part of it (not checked).
    [[nodiscard]] bool put(int x, Word m) {
        const Word old = masks[at[x]];
        if (words[x] != 1)
            return put(x, Bits(m));
        if (m == old)
            return true;
        if (m == 0)
            return false;
        trail_.push_back({x, cause, old, ++clock_, Change::WORD});
        masks[at[x]] = m;
        touched.push_back(x);
        return true;
    }
    [[nodiscard]] bool put(int x, const Bits& m);
    [[nodiscard]] bool at_least(int x, i64 v);
    [[nodiscard]] bool at_most(int x, i64 v);
    [[nodiscard]] bool remove(int x, i64 v);
    [[nodiscard]] bool fix(int x, i64 v);
    [[nodiscard]] bool keep(int x, const Domain& values);
    template <class M>
    [[nodiscard]] bool keep_window(int x, i64 from, const M& m) {
        if (!has_mask(x))
            return leave(x, left_[x].domain().both(Domain::of(m, from)));
        const i64 shift = from - base[x];
        if (shift >= width(x))
            return false;
        if (is_word(x)) {
            if constexpr (std::is_same_v<M, Word>)
                return put(x, word(x) & moved(m, shift));
            else
                return put(x, word(x) & moved(m, shift).word(0));
        }
        return put(x, mask<Bits>(x) & moved(Bits(m), shift));
    }
    [[nodiscard]] bool require(int literal);
    [[nodiscard]] bool forbid(int literal);

    // ── going back ──────────────────────────────────────────────────────────────────────────────

    // A point to come back to with `undo`.
    [[nodiscard]] int mark() const { return static_cast<int>(trail_.size()); }
    // The stamp of the last change when the trail was so long. While it stays, nothing has been undone beyond it.
    [[nodiscard]] u64 stamp(int length) const { return length > 0 && length <= mark() ? trail_[length - 1].stamp : 0; }
    [[nodiscard]] const Change& change(int position) const { return trail_[position]; }
    template <class M>
    [[nodiscard]] M before(const Change& change) const {
        if constexpr (std::is_same_v<M, Word>)
            return change.before;
        else
            return change.kind == Change::WORD    ? Bits(change.before)
                   : change.kind == Change::WORDS ? Bits(saved_.data() + change.before, words[change.variable])
                                                  : Bits();
    }
    void undo(int mark);
    // Another number after each change, and after each return.
    [[nodiscard]] u64 version() const { return clock_; }
    // A number for all changes up to now: equal for equal trails.
    [[nodiscard]] u64 hash() const;

private:
    static constexpr std::size_t NOWHERE = ~std::size_t{0};

    [[nodiscard]] bool is_wide(i64 lo, i64 hi) const {
        return static_cast<u64>(hi) - static_cast<u64>(lo) > static_cast<u64>(span);
    }
    [[nodiscard]] bool leave(int x, Domain left);
    [[nodiscard]] bool narrow(int x, SharedDomain left);
    void give_mask(int x, const Domain& domain);

    std::vector<Change> trail_;
    std::vector<Word> saved_;          // masks before, of several words
    std::vector<SharedDomain> wide_;   // values before, of variables without a mask
    std::vector<SharedDomain> left_;   // by variable without a mask its values
    std::vector<SharedDomain> whole_;  // by wide domain of a variable all its values
    std::vector<std::size_t> room_;    // by variable where a mask of any width has its place
    std::vector<Literal> literals_;
    std::vector<std::size_t> meaning_;  // by literal the place of its values; nowhere if the base may change
    std::vector<Word> meanings_;
    std::vector<bool> steady_;
    std::vector<i64> largest_;
    u64 clock_ = 0;
};

}  // namespace puzzledsl
