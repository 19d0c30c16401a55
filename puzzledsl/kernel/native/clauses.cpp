#include "clauses.hpp"

#include <algorithm>

namespace puzzledsl {

namespace {

// Clauses of up to two levels are never deleted, because each is as useful as a constraint ("glue clauses").
constexpr i64 BEST = i64{3} << 20;

// By levels, then by variables.
i64 badness(const Learnt& clause) {
    return (static_cast<i64>(clause.levels) << 20) + static_cast<i64>(clause.variables.size());
}

}  // namespace

void Learnt::add(const Store& store, int x, const Bits& mask) {
    variables.push_back(x);
    at.push_back(values.size());
    for (int i = 0; i < store.words[x]; ++i)
        values.push_back(mask.word(i));
}

Clauses::Clauses(Store& store, std::vector<Learnt>& clauses) : store_(store), clauses_(clauses) {
    std::size_t total = 0;
    for (int x = 0; x < store.count(); ++x) {
        first_.push_back(total);
        total += static_cast<std::size_t>(store.width(x));
    }
    watching_.resize(total);
    seen_.resize(store.masks.size());
    is_seen_.resize(first_.size());
}

// The lowest of some values that a variable has; -1: it has none.
int Clauses::some_value(int x, const Word* values) const {
    const Word* own = store_.masks.data() + store_.at[x];
    for (int i = 0; i < store_.words[x]; ++i)
        if (meet(own[i], values[i]))
            return 64 * i + first(own[i] & values[i]);
    return -1;
}

// Of values that a variable has lost all, one that it lost last: these are the first to come back.
int Clauses::latest(int x, const Word* values) const {
    for (int position = store_.mark(); position-- > 0;) {
        const Change& change = store_.change(position);
        if (change.variable != x)
            continue;
        const Bits before = store_.before<Bits>(change) & Bits(values, store_.words[x]);
        if (any(before))
            return first(before);
    }
    return first(Bits(values, store_.words[x]));  // they were never there
}

void Clauses::watch_value(int x, int position, int number, std::size_t at) {
    watching_[first_[x] + static_cast<std::size_t>(position)].push_back(
        {number, static_cast<int>(at), clauses_[number].values[at]});
}

void Clauses::watch(int number) {
    ++count;
    const Learnt& clause = clauses_[number];
    for (std::size_t i = 0; i < clause.variables.size() && i < 2; ++i) {
        const int x = clause.variables[i];
        const Word* values = clause.values.data() + clause.at[i];
        const int position = some_value(x, values);
        watch_value(x, position >= 0 ? position : latest(x, values), number, clause.at[i]);
    }
}

int Clauses::first_look(int number) {
    Learnt& clause = clauses_[number];
    std::size_t place = 0;
    for (std::size_t i = 0; i < clause.variables.size() && place < 2; ++i)
        if (some_value(clause.variables[i], clause.values.data() + clause.at[i]) >= 0)
            clause.exchange(i, place++);
    watch(number);
    if (place == 0)
        return LEARNT - number;
    if (place == 1 && !leave(clause.variables[0], clause.values.data() + clause.at[0], number))
        return LEARNT - number;
    return 0;
}

int Clauses::propagate() {
    // Domains of which all losses have been looked at: a variable may occur often on the trail.
    std::vector<int> seen;
    int culprit = 0;
    while (culprit == 0 && position_ < store_.mark()) {
        const Change change = store_.change(position_++);
        const int x = change.variable;
        const std::size_t at = store_.at[x];
        for (int i = 0; culprit == 0 && i < store_.words[x]; ++i) {
            const std::size_t k = at + static_cast<std::size_t>(i);
            const Word before = is_seen_[x] != 0              ? seen_[k]
                                : change.kind == Change::WORD ? change.before
                                                              : store_.before<Bits>(change).word(i);
            const Word now = store_.masks[k];
            seen_[k] = now;
            Word gone = without(before, now);
            while (gone != 0) {
                const std::size_t place = first_[x] + static_cast<std::size_t>(64 * i + first(gone));
                gone &= gone - 1;
                if (!watching_[place].empty()) {
                    culprit = lost(x, place);
                    if (culprit != 0)
                        break;
                }
            }
        }
        if (is_seen_[x] == 0) {
            is_seen_[x] = 1;
            seen.push_back(x);
        }
    }
    for (const int x : seen)
        is_seen_[x] = 0;
    return culprit;
}

// Look at the clauses that watch a value which is gone; returns what `propagate` does.
int Clauses::lost(int x, std::size_t place) {
    std::vector<Watch>& watching = watching_[place];
    const std::size_t size = watching.size();
    visits += static_cast<i64>(size);
    const bool is_word = store_.is_word(x);
    std::size_t kept = 0;
    const auto stop = [&](std::size_t next, int number) {
        kept = static_cast<std::size_t>(std::move(watching.begin() + static_cast<std::ptrdiff_t>(next), watching.end(),
                                                  watching.begin() + static_cast<std::ptrdiff_t>(kept)) -
                                        watching.begin());
        watching.resize(kept);
        return LEARNT - number;
    };
    for (std::size_t i = 0; i < size; ++i) {
        const Watch watch = watching[i];
        const int number = watch.number;
        if (is_word) {
            const Word left = store_.word(x) & watch.value;
            if (left != 0) {
                watch_value(x, first(left), number, static_cast<std::size_t>(watch.at));
                continue;
            }
        } else {
            const int left = some_value(x, clauses_[number].values.data() + watch.at);
            if (left >= 0) {
                watch_value(x, left, number, static_cast<std::size_t>(watch.at));
                continue;
            }
        }
        Learnt& clause = clauses_[number];
        const std::size_t at = clause.variables[0] == x ? 0 : 1, n = clause.variables.size();
        watching[kept++] = watch;
        if (n == 1)
            return stop(i + 1, number);
        const int y = clause.variables[1 - at];
        const Word* other = clause.values.data() + clause.at[1 - at];
        const Word* own = store_.masks.data() + store_.at[y];
        bool holds = true;
        for (int k = 0; holds && k < store_.words[y]; ++k)
            holds = inside(own[k], other[k]);
        if (holds)
            continue;
        bool found = false;
        for (std::size_t j = 2; j < n; ++j) {
            const int left = some_value(clause.variables[j], clause.values.data() + clause.at[j]);
            if (left >= 0) {
                clause.exchange(at, j);
                watch_value(clause.variables[at], left, number, clause.at[at]);
                --kept;
                found = true;
                break;
            }
        }
        if (found)
            continue;
        if (some_value(y, other) < 0 || !leave(y, other, number))
            return stop(i + 1, number);
    }
    watching.resize(kept);
    return 0;
}

void Clauses::drop(i64 latest) {
    std::vector<char> is_watched(clauses_.size());
    std::vector<int> watched;
    for (const auto& watching : watching_)
        for (const Watch& watch : watching)
            if (is_watched[watch.number] == 0) {
                is_watched[watch.number] = 1;
                watched.push_back(watch.number);
            }
    const i64 old = static_cast<i64>(clauses_.size()) - latest;
    std::vector<i64> order;
    order.reserve(watched.size());
    for (const int number : watched)
        order.push_back(badness(clauses_[number]));
    std::sort(order.begin(), order.end());
    const i64 most = std::max(order[order.size() / 2], BEST);
    std::vector<char> is_kept(clauses_.size());
    count = 0;
    for (const int number : watched)
        if (number >= old || badness(clauses_[number]) <= most) {
            is_kept[number] = 1;
            ++count;
        }
    for (auto& watching : watching_)
        std::erase_if(watching, [&](const Watch& watch) { return is_kept[watch.number] == 0; });
    for (const int number : watched)
        if (is_kept[number] == 0)
            clauses_[number] = Learnt();
}

bool Clauses::leave(int x, const Word* values, int number) {
    store_.cause = LEARNT - number;
    const bool holds = store_.is_word(x) ? store_.put(x, store_.word(x) & values[0])
                                         : store_.put(x, store_.mask<Bits>(x) & Bits(values, store_.words[x]));
    store_.cause = ASSUMED;
    return holds;
}

}  // namespace puzzledsl
