// Random numbers that are the same everywhere.
#pragma once

#include "bits.hpp"

namespace puzzledsl {

// SplitMix64: Steele, Lea & Flood, Fast Splittable Pseudorandom Number Generators (OOPSLA 2014).
class Generator {
public:
    explicit Generator(u64 seed) : state_(seed) {}

    u64 next() {
        u64 z = state_ += 0x9E3779B97F4A7C15U;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
        z = (z ^ z >> 27) * 0x94D049BB133111EBU;
        return z ^ z >> 31;
    }
    // A number from 0 to below `end`, which is at most 2**53.
    i64 below(i64 end) {
        return static_cast<i64>(static_cast<double>(next() >> 11) * 0x1p-53 * static_cast<double>(end));
    }

private:
    u64 state_;
};

}  // namespace puzzledsl
