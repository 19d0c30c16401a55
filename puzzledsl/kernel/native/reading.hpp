// Numbers that come in, one after another.
#pragma once

#include "bits.hpp"

namespace puzzledsl {

// Numbers, and the sums that a constraint forms, are smaller than this; so the difference of two fits 64 bits.
inline constexpr i64 LARGEST = i64{1} << 62;

// Numbers of wide sums, and these sums, are smaller than this.
using i128 = __int128;
inline constexpr i128 WIDEST = i128{1} << 126;
inline constexpr i64 DIGIT = i64{1} << 42;

// Reads 64-bit numbers. What is missing, or out of range, is 0 and noted: a damaged model is refused, never trusted.
class Numbers {
public:
    Numbers(const i64* from, const i64* end) : next_(from), end_(end) {}

    bool damaged = false;

    i64 number() {
        const i64 found = static_cast<i64>(word());
        if (found <= -LARGEST || found >= LARGEST) {
            damaged = true;
            return 0;
        }
        return found;
    }
    // A number below 2^126, as three digits in base 2^42; the last one has the sign.
    i128 wide_number() {
        i128 found = 0;
        for (int i = 0; i < 3; ++i) {
            const i64 digit = number();
            if (digit >= DIGIT || digit < (i == 2 ? -DIGIT : 0))
                damaged = true;
            found += static_cast<i128>(digit) * (i128{1} << (42 * i));
        }
        return damaged ? 0 : found;
    }
    // A part of a mask.
    Word word() {
        if (next_ == end_) {
            damaged = true;
            return 0;
        }
        return static_cast<Word>(*next_++);
    }
    // A number from 0 to below `end`.
    int below(i64 end) {
        const i64 found = number();
        if (found < 0 || found >= end) {
            damaged = true;
            return 0;
        }
        return static_cast<int>(found);
    }
    // How many items follow, each of at least one number.
    int length() {
        const i64 found = number();
        if (found < 0 || found > end_ - next_) {
            damaged = true;
            return 0;
        }
        return static_cast<int>(found);
    }
    std::vector<int> list_below(i64 end) {
        std::vector<int> found(static_cast<std::size_t>(length()));
        for (int& one : found)
            one = below(end);
        return found;
    }
    std::vector<i64> list() {
        std::vector<i64> found(static_cast<std::size_t>(length()));
        for (i64& one : found)
            one = number();
        return found;
    }
    [[nodiscard]] bool at_end() const { return next_ == end_; }

private:
    const i64* next_;
    const i64* end_;
};

// How large a sum can become, whatever values its variables have.
class Span {
public:
    bool fits = true, fits_wide = true;  // below `LARGEST`, below `WIDEST`

    void add(i128 factor, i64 amount) {
        i128 product = 0;
        if (__builtin_mul_overflow(factor, static_cast<i128>(amount), &product) || product <= -WIDEST ||
            product >= WIDEST)
            fits_wide = false;
        else
            total_ += product < 0 ? -product : product;
        fits_wide = fits_wide && total_ < WIDEST;
        fits = fits && fits_wide && total_ < LARGEST;
        if (!fits_wide)
            total_ = 0;
    }

private:
    i128 total_ = 0;
};

}  // namespace puzzledsl
