// All values different.
#include "constraints.hpp"
#include "matching.hpp"

namespace puzzledsl {

namespace {

// `x + offset` all different, values in `ignoring` aside; no offsets: all are 0.
template <class M>
class AllDifferent final : public Propagator {
public:
    AllDifferent(std::vector<int> variables, std::vector<i64> ignoring, std::vector<i64> offsets, bool simple)
        : ignoring_(std::move(ignoring)), offsets_(std::move(offsets)), simple_(simple) {
        scope = std::move(variables);
        costly = true;
        bool shifted = false;
        for (const i64 offset : offsets_)
            shifted = shifted || offset != 0;
        if (ignoring_.empty() && !shifted)
            cliques.push_back(scope);
    }

    // Fixed values and hidden singles; at the costly priority, domain consistency.
    bool propagate(Store& store) override {
        if (scope.empty())
            return true;
        if (simple_ || (ignoring_.empty() && offsets_.empty() && have_common_base(store)))
            return propagate_simple(store);
        return propagate_shifted(store);
    }

    Bits explain(Explanation& why, int x, const Bits& gone) override {
        return explain_different(why, scope, offsets_, ignoring_, x, gone);
    }

private:
    [[nodiscard]] bool have_common_base(const Store& store) const {
        for (const int x : scope)
            if (!store.has_mask(x) || store.base[x] != store.base[scope[0]])
                return false;
        return true;
    }

    bool propagate_simple(Store& store) {
        if (!store.costly) {
            bool told = false;
            return singles(store, told);
        }
        auto& [cells, masks] = open_;
        while (true) {
            cells.clear();
            masks.clear();
            Occurrences<M> found;
            for (const int x : scope) {
                const M m = store.mask<M>(x);
                found.add(m);
                if (several(m)) {
                    cells.push_back(x);
                    masks.push_back(m);
                }
            }
            bool may_tell = meet(found.fixed, found.twice) || !(found.once == all_) || spare_ < 0;
            if (!may_tell && spare_ == 0)
                may_tell = any(found.lonely());
            if (!may_tell)
                break;
            bool told = false;
            if (!singles(store, told))
                return false;
            if (!told)  // the cheap call has found those there were then
                break;
        }
        if (static_cast<int>(cells.size()) <= (spare_ != 0 ? 1 : 3) || static_cast<int>(scope.size()) > MOST_MATCHED)
            return true;  // each value fits two of three cells at least, and each cell two values
        bool changed = false;
        if (!may_have_hall_set(masks, spare_ > 0))
            return true;
        if (!filter_by_matching(masks, changed))
            return false;
        if (changed)
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (!store.put(cells[i], masks[i]))
                    return false;
        return true;
    }

    // Remove what singles tell at once, and say whether they did.
    bool singles(Store& store, bool& told) {
        Occurrences<M> found;
        for (const int x : scope)
            found.add(store.mask<M>(x));
        if (found.clash)
            return false;
        if (!(found.once == all_)) {
            all_ = found.once;
            spare_ = count(all_) - static_cast<int>(scope.size());
        }
        if (spare_ < 0)
            return false;
        const M lonely = spare_ != 0 ? M{} : found.lonely(), naked = found.fixed & found.twice;
        if (!any(lonely) && !any(naked))
            return true;
        told = true;
        for (const int x : scope) {
            const M m = store.mask<M>(x);
            if (!several(m))
                continue;
            if (meet(m, lonely)) {
                const M hidden = m & lonely;
                if (several(hidden) || !store.put(x, hidden))
                    return false;
            } else if (meet(m, naked) && !store.put(x, without(m, naked))) {
                return false;
            }
        }
        return true;
    }

    // The same after shifting the domains to a common base.
    bool propagate_shifted(Store& store) {
        const auto offset = [&](std::size_t i) { return offsets_.empty() ? 0 : offsets_[i]; };
        i64 lo = store.lo(scope[0]) + offset(0), hi = store.hi(scope[0]) + offset(0);
        for (std::size_t i = 1; i < scope.size(); ++i) {
            lo = std::min(lo, store.lo(scope[i]) + offset(i));
            hi = std::max(hi, store.hi(scope[i]) + offset(i));
        }
        const i64 width = hi - lo + 1;
        if (width > 2 * SPAN)
            return propagate_ranks(store);
        return width + static_cast<i64>(scope.size()) <= 64 ? propagate_window<Word>(store, lo, width)
                                                            : propagate_window<Bits>(store, lo, width);
    }

    // An ignored value counts as a different value in each cell, which no other cell can have.
    template <class W>
    bool propagate_window(Store& store, i64 base, i64 width) {
        W ignored{};
        for (const i64 value : ignoring_)
            if (value >= base && value - base < width)
                ignored |= bit<W>(value - base);
        std::vector<W> before;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            W left = store.window<W>(scope[i], base - (offsets_.empty() ? 0 : offsets_[i]), width);
            if (meet(left, ignored))
                left = without(left, ignored) | bit<W>(width + static_cast<i64>(i));
            before.push_back(left);
        }
        std::vector<W> after = before;
        if (!leave(store, after))
            return false;
        const W within = below<W>(width);
        for (std::size_t i = 0; i < scope.size(); ++i) {
            if (after[i] == before[i])
                continue;
            W left = after[i] & within;
            if (any(without(after[i], within)))
                left |= ignored;
            if (!store.keep_window(scope[i], base - (offsets_.empty() ? 0 : offsets_[i]), left))
                return false;
        }
        return true;
    }

    template <class W>
    bool leave(const Store& store, std::vector<W>& masks) const {
        bool changed = false;
        return separate(masks) &&
               (!store.costly || static_cast<int>(scope.size()) > MOST_MATCHED || filter_by_matching(masks, changed));
    }

    // Values too far apart for a window: the same with their ranks among all that are left, if these are not too many.
    bool propagate_ranks(Store& store) {
        const auto offset = [&](std::size_t i) { return offsets_.empty() ? 0 : offsets_[i]; };
        i64 count = 0;
        for (const int x : scope)
            count += store.size(x);
        if (count > 2 * SPAN)
            return propagate_fixed(store);
        std::vector<std::vector<i64>> values(scope.size());
        std::vector<i64> all;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            for (const auto& [lo, hi] : store.domain(scope[i]).intervals)
                for (i64 v = lo; v <= hi; ++v)
                    values[i].push_back(v + offset(i));
            all.insert(all.end(), values[i].begin(), values[i].end());
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        const auto rank = [&](std::size_t i, i64 v) {
            if (std::find(ignoring_.begin(), ignoring_.end(), v) != ignoring_.end())
                return static_cast<i64>(all.size() + i);  // see `propagate_window`
            return static_cast<i64>(std::lower_bound(all.begin(), all.end(), v) - all.begin());
        };
        std::vector<Bits> masks(scope.size());
        for (std::size_t i = 0; i < scope.size(); ++i)
            for (const i64 v : values[i])
                masks[i] |= bit<Bits>(rank(i, v));
        const std::vector<Bits> before = masks;
        if (!leave(store, masks))
            return false;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const Bits gone = without(before[i], masks[i]);
            for (const i64 v : values[i])
                if (has(gone, rank(i, v)) && !store.remove(scope[i], v - offset(i)))
                    return false;
        }
        return true;
    }

    // Too many values for masks: take the fixed ones away from the others.
    bool propagate_fixed(Store& store) {
        for (std::size_t i = 0; i < scope.size(); ++i) {
            if (!store.is_fixed(scope[i]))
                continue;
            const i64 value = store.lo(scope[i]) + (offsets_.empty() ? 0 : offsets_[i]);
            if (std::find(ignoring_.begin(), ignoring_.end(), value) != ignoring_.end())
                continue;
            for (std::size_t j = 0; j < scope.size(); ++j)
                if (j != i && !store.remove(scope[j], value - (offsets_.empty() ? 0 : offsets_[j])))
                    return false;
        }
        return true;
    }

    std::vector<i64> ignoring_, offsets_;
    bool simple_;
    std::pair<std::vector<int>, std::vector<M>> open_;  // the cells with a choice, during a call
    M all_{};                                           // the values of all variables at the last call, and
    int spare_ = 0;                                     // how many more they are than these
};

}  // namespace

std::unique_ptr<Propagator> make_alldifferent(const Store& store, Numbers& in) {
    auto variables = in.list_below(store.count());
    auto ignoring = in.list();
    auto offsets = in.list();
    if (in.damaged || (!offsets.empty() && offsets.size() != variables.size()))
        return nullptr;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        Span span;
        span.add(1, offsets[i]);
        span.add(1, store.largest(variables[i]));
        if (!span.fits)
            return nullptr;
    }
    bool simple = ignoring.empty() && offsets.empty();
    for (const int x : variables)
        simple = simple && store.is_steady(x) && store.base[x] == store.base[variables[0]];
    if (are_words(store, variables))
        return std::make_unique<AllDifferent<Word>>(std::move(variables), std::move(ignoring), std::move(offsets),
                                                    simple);
    return std::make_unique<AllDifferent<Bits>>(std::move(variables), std::move(ignoring), std::move(offsets), simple);
}

}  // namespace puzzledsl
