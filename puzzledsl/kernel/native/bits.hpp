// Sets of small numbers as bit masks: a machine word, or as many words as it takes.
//
// Propagators are templates over the kind of mask: `Word` where no domain of their variables spans more than 64 values,
// `Bits` for all others. Both are used through the same free functions. There is no complement, since a mask does not
// know how many values there are: `without(a, b)` has what is in `a` and not in `b`.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

namespace puzzledsl {

using i64 = std::int64_t;
using u64 = std::uint64_t;
using Word = u64;

// ── a word ──────────────────────────────────────────────────────────────────────────────────────

inline bool any(Word m) { return m != 0; }
inline bool several(Word m) { return (m & (m - 1)) != 0; }
inline bool single(Word m) { return m != 0 && !several(m); }
inline bool meet(Word a, Word b) { return (a & b) != 0; }
inline bool inside(Word a, Word b) { return (a & ~b) == 0; }
inline Word without(Word a, Word b) { return a & ~b; }
inline Word lowest(Word m) { return m & (~m + 1); }
inline int first(Word m) { return std::countr_zero(m); }
inline int length(Word m) { return 64 - std::countl_zero(m); }
inline int count(Word m) { return std::popcount(m); }
inline bool has(Word m, i64 k) { return k >= 0 && k < 64 && (m >> k & 1) != 0; }
inline Word up(Word m, i64 k) { return k >= 64 ? 0 : m << k; }
inline Word down(Word m, i64 k) { return k >= 64 ? 0 : m >> k; }

// ── many words ──────────────────────────────────────────────────────────────────────────────────

// A set of numbers from 0 on. Few words are kept in place.
class Bits {
public:
    Bits() = default;
    Bits(Word m) : size_(m != 0 ? 1 : 0) { place_[0] = m; }
    Bits(const Word* words, int size) {
        if (size <= 0)  // then there need not be any words to point to
            return;
        reserve(size);
        std::memcpy(words_, words, sizeof(Word) * static_cast<std::size_t>(size));
        size_ = size;
        trim();
    }
    Bits(const Bits& other) { copy(other); }
    Bits(Bits&& other) noexcept { take(other); }
    Bits& operator=(const Bits& other) {
        if (this != &other) {
            size_ = 0;
            copy(other);
        }
        return *this;
    }
    Bits& operator=(Bits&& other) noexcept {
        if (this != &other) {
            release();
            take(other);
        }
        return *this;
    }
    ~Bits() { release(); }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Word word(int i) const { return i < size_ ? words_[i] : 0; }
    [[nodiscard]] const Word* words() const { return words_; }

    void add(i64 k) {
        const int i = static_cast<int>(k >> 6);
        grow(i + 1);
        words_[i] |= Word{1} << (k & 63);
    }

    Bits& operator|=(const Bits& b) {
        grow(b.size_);
        for (int i = 0; i < b.size_; ++i)
            words_[i] |= b.words_[i];
        return *this;
    }
    Bits& operator&=(const Bits& b) {
        if (size_ > b.size_)
            size_ = b.size_;
        for (int i = 0; i < size_; ++i)
            words_[i] &= b.words_[i];
        trim();
        return *this;
    }
    Bits& operator^=(const Bits& b) {
        grow(b.size_);
        for (int i = 0; i < b.size_; ++i)
            words_[i] ^= b.words_[i];
        trim();
        return *this;
    }
    void remove(const Bits& b) {
        const int n = size_ < b.size_ ? size_ : b.size_;
        for (int i = 0; i < n; ++i)
            words_[i] &= ~b.words_[i];
        trim();
    }

    // Add another set, moved up (or down where `k` is negative).
    void add_moved(const Bits& b, i64 k);

    bool operator==(const Bits& b) const {
        return size_ == b.size_ && std::memcmp(words_, b.words_, sizeof(Word) * static_cast<std::size_t>(size_)) == 0;
    }

private:
    static constexpr int IN_PLACE = 8;

    void grow(int size) {
        if (size <= size_)
            return;
        reserve(size);
        std::memset(words_ + size_, 0, sizeof(Word) * static_cast<std::size_t>(size - size_));
        size_ = size;
    }
    void reserve(int size) {
        if (size <= capacity_)
            return;
        const int capacity = size > 2 * capacity_ ? size : 2 * capacity_;
        Word* words = new Word[static_cast<std::size_t>(capacity)];
        std::memcpy(words, words_, sizeof(Word) * static_cast<std::size_t>(size_));
        if (words_ != place_)
            delete[] words_;
        words_ = words;
        capacity_ = capacity;
    }
    void trim() {
        while (size_ > 0 && words_[size_ - 1] == 0)
            --size_;
    }
    void copy(const Bits& other) {
        reserve(other.size_);
        std::memcpy(words_, other.words_, sizeof(Word) * static_cast<std::size_t>(other.size_));
        size_ = other.size_;
    }
    void take(Bits& other) {
        if (other.words_ == other.place_) {
            std::memcpy(place_, other.place_, sizeof(Word) * static_cast<std::size_t>(other.size_));
            words_ = place_;
            capacity_ = IN_PLACE;
        } else {
            words_ = other.words_;
            capacity_ = other.capacity_;
            other.words_ = other.place_;
            other.capacity_ = IN_PLACE;
        }
        size_ = std::exchange(other.size_, 0);
    }
    void release() {
        if (words_ != place_)
            delete[] words_;
        words_ = place_;
        capacity_ = IN_PLACE;
        size_ = 0;
    }

    int size_ = 0;  // the last of so many words is not 0
    int capacity_ = IN_PLACE;
    Word* words_ = place_;
    Word place_[IN_PLACE] = {};
};

inline Bits operator|(Bits a, const Bits& b) { return std::move(a |= b); }
inline Bits operator&(Bits a, const Bits& b) { return std::move(a &= b); }
inline Bits operator^(Bits a, const Bits& b) { return std::move(a ^= b); }

inline bool any(const Bits& m) { return m.size() != 0; }
inline bool several(const Bits& m) {
    int found = 0;
    for (int i = 0; i < m.size(); ++i) {
        const Word w = m.word(i);
        if (w != 0 && (several(w) || ++found > 1))
            return true;
    }
    return false;
}
inline bool single(const Bits& m) { return any(m) && !several(m); }
inline bool meet(const Bits& a, const Bits& b) {
    const int n = a.size() < b.size() ? a.size() : b.size();
    for (int i = 0; i < n; ++i)
        if (meet(a.word(i), b.word(i)))
            return true;
    return false;
}
inline bool inside(const Bits& a, const Bits& b) {
    for (int i = 0; i < a.size(); ++i)
        if (!inside(a.word(i), b.word(i)))
            return false;
    return true;
}
inline Bits without(Bits a, const Bits& b) {
    a.remove(b);
    return a;
}
inline int first(const Bits& m) {
    int i = 0;
    while (m.word(i) == 0)
        ++i;
    return 64 * i + first(m.word(i));
}
inline int length(const Bits& m) { return m.size() == 0 ? 0 : 64 * (m.size() - 1) + length(m.word(m.size() - 1)); }
inline Bits lowest(const Bits& m) {
    Bits found;
    if (any(m))
        found.add(first(m));
    return found;
}
inline int count(const Bits& m) {
    int found = 0;
    for (int i = 0; i < m.size(); ++i)
        found += count(m.word(i));
    return found;
}
inline bool has(const Bits& m, i64 k) {
    return k >= 0 && k >> 6 < m.size() && (m.word(static_cast<int>(k >> 6)) >> (k & 63) & 1) != 0;
}
inline Bits up(const Bits& m, i64 k) {
    Bits found;
    found.add_moved(m, k);
    return found;
}
inline Bits down(const Bits& m, i64 k) {
    Bits found;
    found.add_moved(m, -k);
    return found;
}

// ── both ────────────────────────────────────────────────────────────────────────────────────────

template <class M>
M bit(i64 k) {
    if constexpr (std::is_same_v<M, Word>) {
        return up(Word{1}, k);
    } else {
        Bits found;
        found.add(k);
        return found;
    }
}

// The numbers below `k`.
template <class M>
M below(i64 k) {
    if (k <= 0)
        return M{};
    if constexpr (std::is_same_v<M, Word>) {
        return k >= 64 ? ~Word{0} : (Word{1} << k) - 1;
    } else {
        std::vector<Word> words(static_cast<std::size_t>((k + 63) / 64), ~Word{0});
        if ((k & 63) != 0)
            words.back() = (Word{1} << (k & 63)) - 1;
        return Bits(words.data(), static_cast<int>(words.size()));
    }
}

// Moved up, or down where `k` is negative.
template <class M>
M moved(const M& m, i64 k) {
    return k >= 0 ? up(m, k) : down(m, -k);
}

// Call something with each number of a mask, ascending.
template <class F>
void each(Word m, F&& f) {
    while (m != 0) {
        f(first(m));
        m &= m - 1;
    }
}
template <class F>
void each(const Bits& m, F&& f) {
    for (int i = 0; i < m.size(); ++i)
        each(m.word(i), [&](int k) { f(64 * i + k); });
}

// As `each`, until it returns false. Returns whether it never did.
template <class F>
bool all_of(Word m, F&& f) {
    while (m != 0) {
        if (!f(first(m)))
            return false;
        m &= m - 1;
    }
    return true;
}
template <class F>
bool all_of(const Bits& m, F&& f) {
    for (int i = 0; i < m.size(); ++i)
        if (!all_of(m.word(i), [&](int k) { return f(64 * i + k); }))
            return false;
    return true;
}

inline u64 mixed(u64 h, u64 w) {
    h = (h ^ w) * 0x9E3779B97F4A7C15U;
    return h ^ h >> 32;
}

}  // namespace puzzledsl
