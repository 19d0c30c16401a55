// One cycle through all positions.
#include "constraints.hpp"
#include "matching.hpp"

namespace puzzledsl {

namespace {

// What every tour through all positions of a graph has in common. Positions count from 0; `arcs[i]` has j where j may
// follow i.
class Tours {
public:
    explicit Tours(std::vector<Bits>& arcs) : arcs_(arcs), count_(static_cast<int>(arcs.size())) {}

    // Leave the arcs that may be on a tour through all positions, at least three of them. False: there is none.
    [[nodiscard]] bool keep_possible() {
        while (true) {
            const std::vector<Bits> before = arcs_;
            if (!keep_edges())
                return false;
            if (arcs_ == before && !keep_order())
                return false;
            if (arcs_ == before)
                return true;
        }
    }

private:
    // Whichever way round: each position has two neighbours on the tour; edges that are certain form chains that close
    // only when complete, and a chain is run through in one direction. An edge is a pair of positions with an arc in
    // either direction.
    [[nodiscard]] bool keep_edges() {
        std::vector<Bits> near = arcs_, certain(arcs_.size());
        std::vector<int> other_end, length(arcs_.size(), 1);  // of a chain, known at its two ends
        std::vector<int> fixed, pending;
        for (int i = 0; i < count_; ++i) {
            each(arcs_[i], [&](int j) { near[j].add(i); });
            other_end.push_back(i);
            pending.push_back(i);
            if (!several(arcs_[i]))
                fixed.push_back(i);
        }
        const auto cut = [&](int i, int j) {
            near[i].remove(bit<Bits>(j));
            near[j].remove(bit<Bits>(i));
            pending.push_back(i);
            pending.push_back(j);
        };
        // A successor that is fixed makes an edge certain, and so does a position with only two edges left.
        while (!pending.empty() || !fixed.empty()) {
            auto& from = fixed.empty() ? pending : fixed;
            const int i = from.back();
            from.pop_back();
            const int degree = puzzledsl::count(near[i]);
            if (degree < 2)
                return false;
            const Bits sure = degree == 2 ? near[i] : several(arcs_[i]) ? Bits() : arcs_[i];
            const bool holds = all_of(without(sure, certain[i]), [&](int j) {
                if (!has(near[i], j) || puzzledsl::count(certain[i]) == 2 || puzzledsl::count(certain[j]) == 2)
                    return false;
                certain[i].add(j);
                certain[j].add(i);
                const int a = other_end[i], b = other_end[j];
                if (a == j)  // the chain closes
                    return length[i] == count_;
                other_end[a] = b;
                other_end[b] = a;
                length[a] = length[b] = length[a] + length[b];
                if (length[a] < count_ && !has(certain[a], b))
                    cut(a, b);
                for (const int end : {i, j})
                    if (puzzledsl::count(certain[end]) == 2)
                        each(without(near[end], certain[end]), [&](int k) { cut(end, k); });
                return true;
            });
            if (!holds)
                return false;
        }
        for (int i = 0; i < count_; ++i) {
            arcs_[i] &= near[i];
            if (!any(arcs_[i]))
                return false;
        }
        return orient(certain);
    }

    // Where one arc of a chain is not possible, the whole chain runs the other way.
    [[nodiscard]] bool orient(const std::vector<Bits>& certain) {
        std::vector<int> starts;
        bool closed = true;
        for (int i = 0; i < count_; ++i) {
            closed = closed && any(certain[i]);
            if (single(certain[i]))
                starts.push_back(i);
        }
        if (starts.empty() && closed)  // so it is the tour
            starts.push_back(0);
        Bits seen;
        for (const int start : starts) {
            if (has(seen, start))
                continue;
            std::vector<int> chain{start};
            seen.add(start);
            for (Bits ahead = without(certain[start], seen); any(ahead); ahead = without(certain[chain.back()], seen)) {
                chain.push_back(first(ahead));
                seen.add(chain.back());
            }
            if (static_cast<int>(chain.size()) == count_ && has(certain[chain.back()], start))
                chain.push_back(start);
            bool forwards = true, backwards = true;
            for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
                forwards = forwards && has(arcs_[chain[k]], chain[k + 1]);
                backwards = backwards && has(arcs_[chain[k + 1]], chain[k]);
            }
            if (!forwards && !backwards)
                return false;
            for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
                if (!backwards)
                    arcs_[chain[k]] = bit<Bits>(chain[k + 1]);
                else if (!forwards)
                    arcs_[chain[k + 1]] = bit<Bits>(chain[k]);
            }
        }
        return true;
    }

    // From one position all the way back to it. Strongly connected components of the graph without the root are run
    // through one after the other, so no arc skips one; the root is between the last and the first.
    //
    // Francis and Stuckey, Explaining circuit propagation (Constraints 19, 2014).
    [[nodiscard]] bool keep_order() {
        int root = 0;  // a position with the most arcs: without it the graph falls apart most easily
        for (int i = 1; i < count_; ++i)
            if (puzzledsl::count(arcs_[i]) > puzzledsl::count(arcs_[root]))
                root = i;
        Bits following = bit<Bits>(root);
        for (const auto& [ahead, inside] : components(root)) {  // from the end of the tour
            bool leaves = false;
            const Bits allowed = inside | following;
            const bool holds = all_of(inside, [&](int i) {
                leaves = leaves || meet(arcs_[i], following);
                arcs_[i] &= allowed;
                return any(arcs_[i]);
            });
            if (!holds || !leaves)
                return false;
            following = inside;
        }
        arcs_[root] &= following;
        return any(arcs_[root]);
    }

    // The strongly connected components of the positions but the root, each with how many positions it leads to, those
    // with fewest first. On a tour each leads to all that come after it, and so to more than any of those.
    [[nodiscard]] std::vector<std::pair<int, Bits>> components(int root) const {
        std::vector<Bits> back(arcs_.size());
        for (int i = 0; i < count_; ++i)
            each(arcs_[i], [&](int j) { back[j].add(i); });
        std::vector<std::pair<int, Bits>> found;
        const Bits others = without(below<Bits>(count_), bit<Bits>(root));
        Bits rest = others;
        while (any(rest)) {
            const Bits ahead = closure(lowest(rest), arcs_, others), together = closure(lowest(rest), back, ahead);
            found.emplace_back(puzzledsl::count(ahead), together);
            rest.remove(together);
        }
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        return found;
    }

    std::vector<Bits>& arcs_;
    int count_;
};

// The i-th variable is the position that follows position i, counted from 1, and all positions form one cycle.
class Circuit final : public Propagator {
public:
    Circuit(std::vector<int> variables, std::unique_ptr<Propagator> different) : different_(std::move(different)) {
        scope = std::move(variables);
        cliques.push_back(scope);
        costly = true;
    }

    // Successors in range and different; at the costly priority, the rules about tours.
    bool propagate(Store& store) override {
        const i64 count = static_cast<i64>(scope.size());
        for (i64 i = 0; i < count; ++i) {
            const int x = scope[i];
            if ((store.lo(x) < 1 || store.hi(x) > count) && !store.keep(x, Domain{{{1, count}}}))
                return false;
            if (count > 1 && !store.remove(x, i + 1))
                return false;
        }
        if (!different_->propagate(store))
            return false;
        if (!store.costly || count < 3)
            return true;
        std::vector<Bits> arcs;
        for (const int x : scope) {
            if (!store.has_mask(x))
                return true;
            arcs.push_back(store.window<Bits>(x, 1, count));
        }
        if (!Tours(arcs).keep_possible())
            return false;
        for (i64 i = 0; i < count; ++i)
            if (!store.keep_window(scope[i], 1, arcs[i]))
                return false;
        return true;
    }

    // By positions that have these successors.
    Bits explain(Explanation& why, int x, const Bits& gone) override { return different_->explain(why, x, gone); }

private:
    std::unique_ptr<Propagator> different_;
};

}  // namespace

std::unique_ptr<Propagator> make_circuit(const Store& store, Numbers& in) {
    const auto variables = in.list_below(store.count());
    std::vector<i64> different{static_cast<i64>(variables.size())};
    different.insert(different.end(), variables.begin(), variables.end());
    different.insert(different.end(), {0, 0});  // no values are ignored, none are shifted
    Numbers again(different.data(), different.data() + different.size());
    if (in.damaged)
        return nullptr;
    return std::make_unique<Circuit>(variables, make_alldifferent(store, again));
}

}  // namespace puzzledsl
