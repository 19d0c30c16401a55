#include "store.hpp"

#include <algorithm>

namespace puzzledsl {

bool Store::add(int number) {
    const int x = count();
    const bool real = number < 0;
    base.push_back(0);
    words.push_back(0);
    at.push_back(masks.size());
    room_.push_back(NOWHERE);
    is_real.push_back(real);
    left_.emplace_back();
    largest_.push_back(0);
    steady_.push_back(false);
    if (real || domains[number].empty())
        return real;
    const Domain& domain = domains[number];
    largest_[x] = std::max(std::abs(domain.lo()), std::abs(domain.hi()));
    steady_[x] = !is_wide(domain.lo(), domain.hi());
    if (steady_[x]) {
        give_mask(x, domain);
        return true;
    }
    whole_.resize(domains.size());
    if (whole_[number].empty())
        whole_[number] = SharedDomain(domain, true);
    left_[x] = whole_[number];
    return true;
}

// Give a variable the mask of a domain that is not wide.
void Store::give_mask(int x, const Domain& domain) {
    const i64 lo = domain.lo(), hi = domain.hi();
    base[x] = lo >= 0 && hi < COMMON ? 0 : lo;
    const int needed = static_cast<int>((hi - base[x] + 64) / 64);
    if (!steady_[x] && room_[x] == NOWHERE) {  // it has been wide, and may be so again
        room_[x] = masks.size();
        masks.resize(masks.size() + static_cast<std::size_t>(SPAN / 64 + 1));
    }
    if (room_[x] == NOWHERE) {
        at[x] = masks.size();
        masks.resize(masks.size() + static_cast<std::size_t>(needed));
    } else {
        at[x] = room_[x];
    }
    words[x] = needed;
    const Bits m = domain.mask<Bits>(base[x], hi - base[x] + 1);
    for (int i = 0; i < needed; ++i)
        masks[at[x] + static_cast<std::size_t>(i)] = m.word(i);
}

int Store::add_literal(int variable, int domain) {
    literals_.push_back({variable, domain});
    if (!steady_[variable]) {
        meaning_.push_back(NOWHERE);
    } else {
        meaning_.push_back(meanings_.size());
        const Bits m = domains[domain].mask<Bits>(base[variable], width(variable));
        for (int i = 0; i < words[variable]; ++i)
            meanings_.push_back(m.word(i));
    }
    return static_cast<int>(literals_.size()) - 1;
}

i64 Store::lo(int x) const {
    if (is_word(x))
        return base[x] + first(word(x));
    return has_mask(x) ? base[x] + first(mask<Bits>(x)) : left_[x].lo();
}

i64 Store::hi(int x) const {
    if (is_word(x))
        return base[x] + length(word(x)) - 1;
    return has_mask(x) ? base[x] + length(mask<Bits>(x)) - 1 : left_[x].hi();
}

i64 Store::size(int x) const {
    if (is_word(x))
        return puzzledsl::count(word(x));
    return has_mask(x) ? puzzledsl::count(mask<Bits>(x)) : left_[x].size();
}

bool Store::contains(int x, i64 v) const {
    if (is_word(x))
        return has(word(x), v - base[x]);
    return has_mask(x) ? has(mask<Bits>(x), v - base[x]) : left_[x].contains(v);
}

Domain Store::domain(int x) const { return has_mask(x) ? Domain::of(mask<Bits>(x), base[x]) : left_[x].domain(); }

Truth Store::entailed(int number) const {
    const Literal& one = literals_[number];
    const int x = one.variable;
    if (is_word(x)) {
        const Word m = word(x), meant = m & meaning<Word>(number);
        return meant == 0 ? Truth::no : meant == m ? Truth::yes : Truth::open;
    }
    if (has_mask(x)) {
        const Bits m = mask<Bits>(x), meant = m & meaning<Bits>(number);
        return !any(meant) ? Truth::no : meant == m ? Truth::yes : Truth::open;
    }
    const i64 others = left_[x].domain().minus(domains[one.domain]).size();
    return others == 0 ? Truth::yes : others == left_[x].size() ? Truth::no : Truth::open;
}

bool Store::put(int x, const Bits& m) {
    if (words[x] == 1)
        return put(x, m.word(0));
    Word* own = masks.data() + at[x];
    bool same = true;
    for (int i = 0; same && i < words[x]; ++i)
        same = own[i] == m.word(i);
    if (same)
        return true;
    if (!any(m))
        return false;
    trail_.push_back({x, cause, saved_.size(), ++clock_, Change::WORDS});
    saved_.insert(saved_.end(), own, own + words[x]);
    for (int i = 0; i < words[x]; ++i)
        own[i] = m.word(i);
    touched.push_back(x);
    return true;
}

// Replace the values of a wide variable by some of them.
bool Store::leave(int x, Domain left) {
    if (left.empty())
        return false;
    const SharedDomain& before = left_[x];
    if (left.intervals.size() > MOST_INTERVALS && is_wide(left.lo(), left.hi()))
        return narrow(x, before.between(left.lo(), left.hi()));
    return left.size() == before.size() || narrow(x, SharedDomain(std::move(left)));
}

bool Store::narrow(int x, SharedDomain left) {
    if (left.empty())
        return false;
    if (left.size() == left_[x].size())
        return true;
    trail_.push_back({x, cause, 0, ++clock_, Change::WIDE});
    wide_.push_back(std::move(left_[x]));
    left_[x] = std::move(left);
    if (!is_wide(left_[x].lo(), left_[x].hi()))
        give_mask(x, left_[x].domain());
    touched.push_back(x);
    return true;
}

bool Store::at_least(int x, i64 v) {
    if (!has_mask(x))
        return narrow(x, left_[x].between(v, left_[x].hi()));
    const i64 shift = v - base[x];
    if (shift <= 0)
        return true;
    return is_word(x) ? put(x, without(word(x), below<Word>(shift)))
                      : put(x, without(mask<Bits>(x), below<Bits>(shift < width(x) ? shift : width(x))));
}

bool Store::at_most(int x, i64 v) {
    if (!has_mask(x))
        return narrow(x, left_[x].between(left_[x].lo(), v));
    const i64 left = v - base[x] + 1;
    if (left >= width(x))
        return true;
    return is_word(x) ? put(x, word(x) & below<Word>(left)) : put(x, mask<Bits>(x) & below<Bits>(left));
}

bool Store::remove(int x, i64 v) {
    if (!has_mask(x)) {
        const SharedDomain& own = left_[x];
        if (v == own.lo())
            return narrow(x, own.between(v + 1, own.hi()));
        if (v == own.hi())
            return narrow(x, own.between(own.lo(), v - 1));
        if (!own.contains(v) || own.intervals() > MOST_INTERVALS)
            return true;
        return leave(x, own.domain().minus(Domain{{{v, v}}}));
    }
    const i64 shift = v - base[x];
    if (shift < 0 || shift >= width(x))
        return true;
    return is_word(x) ? put(x, without(word(x), bit<Word>(shift))) : put(x, without(mask<Bits>(x), bit<Bits>(shift)));
}

bool Store::fix(int x, i64 v) {
    if (!has_mask(x))
        return narrow(x, left_[x].between(v, v));
    const i64 shift = v - base[x];
    if (shift < 0 || shift >= width(x))
        return false;
    return is_word(x) ? put(x, word(x) & bit<Word>(shift)) : put(x, mask<Bits>(x) & bit<Bits>(shift));
}

bool Store::keep(int x, const Domain& values) {
    if (!has_mask(x) && values.intervals.size() == 1)
        return narrow(x, left_[x].between(values.lo(), values.hi()));
    if (!has_mask(x))
        return leave(x, left_[x].domain().both(values));
    return is_word(x) ? put(x, word(x) & values.mask<Word>(base[x], 64))
                      : put(x, mask<Bits>(x) & values.mask<Bits>(base[x], width(x)));
}

bool Store::require(int literal) {
    const int x = literals_[literal].variable;
    if (!has_mask(x))
        return leave(x, left_[x].domain().both(domains[literals_[literal].domain]));
    return is_word(x) ? put(x, word(x) & meaning<Word>(literal)) : put(x, mask<Bits>(x) & meaning<Bits>(literal));
}

bool Store::forbid(int literal) {
    const int x = literals_[literal].variable;
    if (!has_mask(x))
        return leave(x, left_[x].domain().minus(domains[literals_[literal].domain]));
    return is_word(x) ? put(x, without(word(x), meaning<Word>(literal)))
                      : put(x, without(mask<Bits>(x), meaning<Bits>(literal)));
}

void Store::undo(int mark) {
    ++clock_;
    while (static_cast<int>(trail_.size()) > mark) {
        const Change& last = trail_.back();
        const int x = last.variable;
        if (last.kind == Change::WORD) {
            masks[at[x]] = last.before;
        } else if (last.kind == Change::WORDS) {
            std::memcpy(masks.data() + at[x], saved_.data() + last.before,
                        sizeof(Word) * static_cast<std::size_t>(words[x]));
            saved_.resize(last.before);
        } else {
            words[x] = 0;
            left_[x] = std::move(wide_.back());
            wide_.pop_back();
        }
        trail_.pop_back();
    }
}

u64 Store::hash() const {
    u64 found = 0;
    for (const Change& one : trail_)
        found = mixed(mixed(found, static_cast<u64>(one.variable)), static_cast<u64>(one.cause));
    return found;
}

}  // namespace puzzledsl
