// Whole numbers of any size: a 9×9 with different rows has 1.09·10⁵⁰ solutions.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "bits.hpp"

namespace puzzledsl {

class WholeNumber {
public:
    WholeNumber(u64 number = 0) {
        for (; number != 0; number >>= 32)
            digits_.push_back(static_cast<std::uint32_t>(number));
    }

    [[nodiscard]] bool is_zero() const { return digits_.empty(); }
    // From the lowest on, in base 2^32.
    [[nodiscard]] const std::vector<std::uint32_t>& digits() const { return digits_; }

    WholeNumber& operator+=(const WholeNumber& other) {
        digits_.resize(std::max(digits_.size(), other.digits_.size()) + 1);
        u64 carry = 0;
        for (std::size_t i = 0; i < digits_.size(); ++i) {
            carry += digits_[i] + (i < other.digits_.size() ? u64{other.digits_[i]} : 0);
            digits_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        trim();
        return *this;
    }

    friend WholeNumber operator*(const WholeNumber& a, const WholeNumber& b) {
        WholeNumber found;
        found.digits_.resize(a.digits_.size() + b.digits_.size());
        for (std::size_t i = 0; i < a.digits_.size(); ++i) {
            u64 carry = 0;
            for (std::size_t j = 0; j < b.digits_.size() || carry != 0; ++j) {
                carry += found.digits_[i + j] + (j < b.digits_.size() ? u64{a.digits_[i]} * b.digits_[j] : 0);
                found.digits_[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
        }
        found.trim();
        return found;
    }

    friend bool operator>=(const WholeNumber& a, const WholeNumber& b) {
        if (a.digits_.size() != b.digits_.size())
            return a.digits_.size() > b.digits_.size();
        return !std::lexicographical_compare(a.digits_.rbegin(), a.digits_.rend(), b.digits_.rbegin(),
                                             b.digits_.rend());
    }

private:
    void trim() {
        while (!digits_.empty() && digits_.back() == 0)
            digits_.pop_back();
    }

    std::vector<std::uint32_t> digits_;
};

}  // namespace puzzledsl
