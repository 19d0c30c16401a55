#include "bits.hpp"

namespace puzzledsl {

void Bits::add_moved(const Bits& b, i64 k) {
    if (!any(b) || length(b) + k <= 0)
        return;
    if (&b == this) {
        add_moved(Bits(b), k);
        return;
    }
    grow(static_cast<int>((length(b) + k + 63) / 64));
    if (k >= 0) {
        const int whole = static_cast<int>(k >> 6), part = static_cast<int>(k & 63);
        for (int i = 0; i < b.size_; ++i) {
            words_[i + whole] |= b.words_[i] << part;
            if (part != 0 && b.words_[i] >> (64 - part) != 0)
                words_[i + whole + 1] |= b.words_[i] >> (64 - part);
        }
    } else {
        const int whole = static_cast<int>(-k >> 6), part = static_cast<int>(-k & 63);
        for (int i = whole; i < b.size_; ++i) {
            Word w = b.words_[i] >> part;
            if (part != 0 && i + 1 < b.size_)
                w |= b.words_[i + 1] << (64 - part);
            if (w != 0)
                words_[i - whole] |= w;
        }
    }
    trim();
}

}  // namespace puzzledsl
