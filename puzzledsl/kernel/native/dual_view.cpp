#include "dual_view.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace puzzledsl {

namespace {

// High-impact values leave a smaller part of all combinations than others, by a factor of at least e to this.
constexpr double LEAST_IMPACT = 0.5;

// A greater difference counts as this one.
constexpr double MOST_IMPACT = 3.0;

// Longer lines are not tried value by value.
constexpr std::size_t MOST_CELLS = 16;

// The logarithm of the number of combinations.
double combinations(const std::vector<int>& variables, const Store& store) {
    double found = 0.0;
    for (const int x : variables)
        found += std::log(static_cast<double>(store.size(x)));
    return found;
}

}  // namespace

void DualView::find(Engine& engine) {
    Store& store = engine.store;
    groups.clear();
    impacts.clear();
    std::set<std::vector<int>> known;
    for (const Constraint& one : engine.constraints) {
        if (!one.condition.empty())
            continue;
        for (const auto& clique : one.propagator->cliques) {
            Bits values;
            for (const int x : clique) {
                if (!store.has_mask(x) || store.base[x] != store.base[clique[0]]) {
                    values = Bits();
                    break;
                }
                values |= store.mask<Bits>(x);
            }
            if (count(values) == static_cast<int>(clique.size()) && known.insert(clique).second)
                groups.push_back(clique);
        }
    }
    std::set<std::vector<int>> scopes;
    std::set<int> cells;
    for (const auto& group : groups) {
        cells.insert(group.begin(), group.end());
        if (group.size() > MOST_CELLS)
            continue;
        std::vector<int> sorted = group;
        std::sort(sorted.begin(), sorted.end());
        scopes.insert(std::move(sorted));
    }
    // By value, over the cells of all lines, the logarithm of the part of the line's combinations that it removes.
    std::vector<std::pair<i64, double>> found;
    for (const Constraint& one : engine.constraints) {
        Propagator& line = *one.propagator;
        if (!one.condition.empty() || one.retired || !line.is_line)
            continue;
        std::vector<int> sorted = line.scope;
        std::sort(sorted.begin(), sorted.end());
        if (!scopes.contains(sorted))
            continue;
        const double before = combinations(line.scope, store);
        store.costly = true;
        const int mark = store.mark();
        for (const int x : line.scope) {
            for (const auto& [lo, hi] : store.domain(x).intervals)
                for (i64 value = lo; value <= hi; ++value) {
                    const double left =
                        store.fix(x, value) && line.propagate(store) ? combinations(line.scope, store) : 0.0;
                    store.undo(mark);
                    const auto place =
                        std::find_if(found.begin(), found.end(), [&](const auto& item) { return item.first == value; });
                    if (place == found.end())
                        found.emplace_back(value, before - left);
                    else
                        place->second += before - left;
                }
        }
    }
    engine.forget();
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    const auto size = static_cast<double>(cells.size());
    for (std::size_t i = 0; i < found.size() / 2; ++i) {
        const double behind = found[i + 1].second;
        if (found[i].second - behind < LEAST_IMPACT * size)
            continue;
        for (const auto& group : groups) {
            int width = 0;
            for (const int x : group)
                width = std::max(width, static_cast<int>(store.hi(x) - store.base[x]) + 1);
            std::vector<double> factors(static_cast<std::size_t>(width), 1.0);
            for (std::size_t k = 0; k <= i; ++k) {
                const i64 place = found[k].first - store.base[group[0]];
                if (place >= 0 && place < width)
                    factors[place] = std::exp(std::min((found[k].second - behind) / size, MOST_IMPACT));
            }
            impacts.push_back(std::move(factors));
        }
        return;
    }
}

std::pair<int, int> DualView::scarcest(const Store& store, const std::vector<double>& weights, double lowest,
                                       bool only_high_impact) const {
    int chosen = -1, position = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto& group = groups[i];
        const auto look = [&]<class M>(const M&) {
            M once{}, twice{}, thrice{}, more{};
            for (const int x : group) {
                const M m = store.mask<M>(x);
                more |= thrice & m;
                thrice |= twice & m;
                twice |= once & m;
                once |= m;
            }
            M few = only_high_impact ? M{} : without(twice, more);
            if (!impacts.empty())
                for (std::size_t place = 0; place < impacts[i].size(); ++place)
                    if (impacts[i][place] > 1 && has(twice, static_cast<i64>(place)))
                        few |= bit<M>(static_cast<i64>(place));
            each(few, [&](int value) {
                double heaviest = 0.0;
                int best = -1, supports = 0;
                for (const int x : group)
                    if (has(store.mask<M>(x), value)) {
                        ++supports;
                        if (weights[x] > heaviest) {
                            heaviest = weights[x];
                            best = x;
                        }
                    }
                if (!impacts.empty())
                    heaviest *= impacts[i][value];
                if (supports < lowest * heaviest) {
                    chosen = best;
                    position = value;
                    lowest = supports / heaviest;
                }
            });
        };
        if (are_words(store, group))
            look(Word{});
        else
            look(Bits{});
    }
    return {chosen, position};
}

}  // namespace puzzledsl
