// Borders, or labels, divide the positions of a graph into connected regions.
//
// An edge with a border (any value but 0) is between two regions, with different labels; one without, between positions
// with equal labels, is within a region. These rules are applied to parts (see `regions.hpp`); each is also a way in
// which what is known may be contradictory, which is how `region_reasons.cpp` explains them:
//
// 1. Border. No border is within a region.
// 2. Agreement. The positions of a region have their size, first position and label in common; it is not too large.
// 3. Difference. Regions on both sides of a border have different first positions and labels.
// 4. Room. A region can grow, through parts that agree with it, to its size.
// 5. Reach. So it can to its first position.
#include "regions.hpp"

#include "constraints.hpp"
#include "region_reasons.hpp"

namespace puzzledsl {

namespace {

template <class M>
class Regions final : public Propagator {
public:
    explicit Regions(RegionGraph graph)
        : graph_(std::move(graph)), parts_(graph_), reasons_(graph_), full_(graph_.count), must_(graph_.count) {
        scope = graph_.borders;
        for (const View view : {LABEL, SIZE, FIRST})
            for (const int p : graph_.used[view])
                scope.push_back(graph_.views[view][p]);
        for (std::size_t e = 0; e < graph_.borders.size(); ++e)
            positions_of_.push_back({graph_.borders[e], {graph_.edges[e].first, graph_.edges[e].second}});
        for (const View view : {SIZE, FIRST, LABEL})
            for (const int p : graph_.used[view])
                positions_of_.push_back({graph_.views[view][p], {p}});
        std::sort(positions_of_.begin(), positions_of_.end());
        costly = true;
        cheap = false;
    }

    // Apply the rules to their fixpoint.
    bool propagate(Store& store) override {
        if (!store.costly || is_done(store))
            return true;
        for (const View view : {SIZE, FIRST})
            for (const int p : graph_.used[view]) {
                const int x = graph_.views[view][p];
                if (!store.at_least(x, 1) || !store.at_most(x, view == SIZE ? graph_.count : p + 1))
                    return false;
            }
        for (int before = -1; store.mark() != before;) {
            before = store.mark();
            parts_.read({&store});
            if (!join(store) || !divide(store))
                return false;
            // Costlier rules, where the others have nothing to do.
            if (store.mark() == before && (!fill(store) || !grow(store)))
                return false;
        }
        note_done(store);
        return true;
    }

    // Assume what was removed: all of it, and else one value after another.
    Bits explain(Explanation& why, int x, const Bits& gone) override {
        const auto place = std::lower_bound(positions_of_.begin(), positions_of_.end(), x,
                                            [](const auto& one, int y) { return one.first < y; });
        if (place == positions_of_.end() || place->first != x)
            return gone;
        const auto& about = place->second;
        const auto follows = [&](const Bits& assumed) {
            if constexpr (std::is_same_v<M, Word>)
                return reasons_.note(why, x, assumed.word(0), about);
            else
                return reasons_.note(why, x, assumed, about);
        };
        if (follows(gone))
            return {};
        Bits left = gone;
        if (several(gone))
            each(gone, [&](int k) {
                if (follows(bit<Bits>(k)))
                    left.remove(bit<Bits>(k));
            });
        return left;
    }
    bool explain_conflict(Explanation& why) override {
        if (reasons_.note(why, -1, M{}, {}))
            return true;
        // A variable has lost its last values in one call, each for a reason of its own.
        for (const auto& [x, about] : positions_of_) {
            const M left = why.mask<M>(x);
            if (!any(left) || !all_of(left, [&](int k) { return reasons_.fails(why, x, bit<M>(k), about); }))
                continue;
            why.need_outside<M>(x, left);
            each(left, [&](int k) { static_cast<void>(reasons_.note(why, x, bit<M>(k), about)); });
            return true;
        }
        return false;
    }

private:
    // ── what has been looked at ─────────────────────────────────────────────────────────────────

    // Whether nothing has changed since nothing followed.
    [[nodiscard]] bool is_done(const Store& store) const {
        std::size_t k = 0;
        for (const int x : scope)
            for (int i = 0; i < store.words[x]; ++i, ++k)
                if (k >= done_.size() || store.masks[store.at[x] + static_cast<std::size_t>(i)] != done_[k])
                    return false;
        return k > 0 && k == done_.size();
    }
    void note_done(const Store& store) {
        done_.clear();
        for (const int x : scope) {
            if (!store.has_mask(x)) {
                done_.clear();
                return;
            }
            const Word* own = store.masks.data() + store.at[x];
            done_.insert(done_.end(), own, own + store.words[x]);
        }
    }

    // A part that needed nothing when it was last to grow: its room, and what is around this, as positions.
    struct Full {
        std::vector<Word> around;  // empty: it is not known to be full
        M label{};                 // whether others lose another one says nothing; several: any
    };

    // Forget that parts are full in whose room, or around it, something has changed.
    void forget_full() {
        const std::size_t words = (full_.size() + 63) / 64;
        std::vector<Word> anyhow(words), labelled(words);  // positions; those that have lost labels only
        std::vector<std::pair<int, M>> labels;             // of these, the labels that they have lost
        const auto note = [](std::vector<Word>& to, int p) { to[p >> 6] |= Word{1} << (p & 63); };
        for (const View view : {SIZE, FIRST, LABEL}) {
            auto& seen = seen_[view];
            if (graph_.used[view].empty())
                continue;
            if (!has_seen_)
                seen.resize(full_.size());
            for (int p = 0; p < graph_.count; ++p) {
                const M& now = parts_.values[view][parts_.number[p]];
                if (seen[p] == now)
                    continue;
                if (view == LABEL && inside(now, seen[p])) {
                    note(labelled, p);
                    labels.emplace_back(p, seen[p] ^ now);
                } else {
                    note(anyhow, p);
                }
                seen[p] = now;
            }
        }
        if (has_seen_)
            for (std::size_t e = 0; e < graph_.edges.size(); ++e)
                if (seen_status_[e] != parts_.status[e]) {
                    note(anyhow, graph_.edges[e].first);
                    note(anyhow, graph_.edges[e].second);
                }
        seen_status_ = parts_.status;
        has_seen_ = true;
        const auto touches = [&](const Full& full, const std::vector<Word>& changed) {
            for (std::size_t k = 0; k < words; ++k)
                if (meet(full.around[k], changed[k]))
                    return true;
            return false;
        };
        for (Full& full : full_) {
            if (full.around.empty())
                continue;
            bool hit = touches(full, anyhow);
            if (!hit && !labels.empty() && touches(full, labelled))
                for (const auto& [p, changed] : labels)
                    hit = hit || ((full.around[p >> 6] >> (p & 63) & 1) != 0 &&
                                  (several(full.label) || meet(changed, full.label)));
            if (hit)
                full.around.clear();
        }
    }

    void note_full(int i) {
        Full& full = full_[parts_.members(i)[0]];
        full.around.assign((full_.size() + 63) / 64, 0);
        full.label = parts_.values[LABEL][i];
        const auto note = [&](int p) { full.around[p >> 6] |= Word{1} << (p & 63); };
        for (const int p : parts_.room) {
            note(p);
            for (const int q : graph_.neighbors[p])
                note(q);
        }
    }

    // ── rules ───────────────────────────────────────────────────────────────────────────────────

    // No border is within a part, and its positions agree.
    [[nodiscard]] bool join(Store& store) {
        for (std::size_t e = 0; e < graph_.borders.size(); ++e) {
            const auto& [a, b] = graph_.edges[e];
            if (parts_.number[a] == parts_.number[b] &&
                (parts_.status[e] == Edge::apart || !store.fix(graph_.borders[e], 0)))
                return false;
        }
        for (const View view : {SIZE, FIRST, LABEL}) {
            const auto& values = parts_.values[view];
            for (int i = 0; i < parts_.count; ++i)
                if (!any(values[i]))
                    return false;
            for (int i = 0; i < parts_.count && parts_.knows(view); ++i)
                if (parts_.length(i) > 1)
                    for (const int p : parts_.members(i))
                        if (!(parts_.own[view][p] == values[i]) && !parts_.keep(store, p, view, values[i]))
                            return false;
        }
        return true;
    }

    // A border is between parts that do not agree, or would be too large together; regions on both sides of a border
    // have different first positions and labels.
    [[nodiscard]] bool divide(Store& store) {
        const auto& sizes = parts_.values[SIZE];
        for (std::size_t e = 0; e < graph_.borders.size(); ++e) {
            const int i = parts_.number[graph_.edges[e].first], j = parts_.number[graph_.edges[e].second];
            if (i != j && parts_.status[e] == Edge::open &&
                (!fits(sizes[i] & sizes[j], parts_.length(i) + parts_.length(j)) || !parts_.agree(i, j)) &&
                !store.remove(graph_.borders[e], 0))
                return false;
        }
        if (!graph_.borders.empty())
            for (const View view : {FIRST, parts_.compared}) {
                if (view == NO_VIEW || !parts_.knows(view))
                    continue;
                const auto& values = parts_.values[view];
                for (int i = 0; i < parts_.count; ++i) {
                    M left = values[i];
                    for (const int j : parts_.apart(i))
                        if (!several(values[j]))
                            left = without(left, values[j]);
                    if (!(left == values[i]) && !parts_.keep_all(store, i, view, left))
                        return false;
                }
            }
        return parts_.compared == NO_VIEW || meet_others(store);
    }

    // Whether one of some sizes is that of a region of so many positions, or more.
    [[nodiscard]] bool fits(const M& sizes, int positions) const {
        return length(sizes) > std::min(positions, graph_.largest + 1);
    }

    // A part does not take a label that would join it to parts with this label which it cannot be with.
    [[nodiscard]] bool meet_others(Store& store) {
        const auto& labels = parts_.values[parts_.compared];
        M limited{};
        if (!graph_.borders.empty() || parts_.knows(FIRST))
            limited = parts_.whole[parts_.compared];
        else  // only parts with a size may be in the way of others
            for (const int p : graph_.used[SIZE])
                limited |= labels[parts_.number[p]];
        struct Meeting {
            int part, label;
            int previous;   // the one before it of the same part
            int last;       // the last part that was counted
            int positions;  // of all these parts
            bool is_apart;  // one of them, from the part
            M size, first;  // what they have in common
        };
        std::vector<Meeting> meetings;
        std::vector<int> latest(static_cast<std::size_t>(parts_.count), -1);  // by part the last meeting
        for (int j = 0; j < parts_.count; ++j) {
            if (several(labels[j]) || !meet(labels[j], limited))
                continue;
            const int label = first(labels[j]);
            for (const int p : parts_.members(j))
                for (const auto& [q, e] : graph_.near[p]) {
                    const int i = parts_.number[q];
                    if (i == j || parts_.status[e] != Edge::open || !has(labels[i], label))
                        continue;
                    int number = latest[i];
                    while (number >= 0 && meetings[number].label != label)
                        number = meetings[number].previous;
                    if (number < 0) {
                        number = static_cast<int>(meetings.size());
                        meetings.push_back({i, label, latest[i], -1, parts_.length(i), false,
                                            parts_.compared == SIZE ? labels[j] : parts_.values[SIZE][i],
                                            parts_.values[FIRST][i]});
                        latest[i] = number;
                    }
                    Meeting& found = meetings[number];
                    if (found.last == j)
                        continue;
                    found.last = j;
                    found.positions += parts_.length(j);
                    found.is_apart = found.is_apart || parts_.are_apart(i, j);
                    found.size &= parts_.values[SIZE][j];
                    found.first &= parts_.values[FIRST][j];
                }
        }
        for (const Meeting& found : meetings)
            if ((found.is_apart || !any(found.first) || !fits(found.size, found.positions)) &&
                !parts_.keep_all(store, found.part, parts_.compared, without(labels[found.part], bit<M>(found.label))))
                return false;
        return true;
    }

    // What may have a size, or a label, is joined at most to enough positions for that; what may have a first position
    // can be reached from there.
    [[nodiscard]] bool fill(Store& store) {
        const auto& sizes = parts_.values[SIZE];
        const auto& labels = parts_.values[LABEL];
        M asked{}, named{};  // those about which something may be found; for a known one `grow` finds the same
        std::vector<int> largest(static_cast<std::size_t>(parts_.count)), bounds = largest;
        for (const int p : graph_.used[SIZE]) {
            const int i = parts_.number[p];
            const bool is_named = !several(labels[i]);
            largest[i] = parts_.most(i);
            bounds[i] = is_named ? largest[i] : first(sizes[i]);
            if (several(sizes[i])) {
                asked |= sizes[i];
                if (is_named)
                    named |= labels[i];
            }
            if (!is_named && bounds[i] > parts_.length(i))
                named |= labels[i];
        }
        std::vector<M> size, label;  // what is left, where that is less for some part
        const auto take = [](std::vector<M>& left, const std::vector<M>& before, int i, const M& values) {
            if (left.empty())
                left = before;
            left[i] = without(left[i], values);
        };
        if (parts_.compared != LABEL || !graph_.borders.empty())
            parts_.rooms(SIZE, asked, largest, [&](const M& values, int positions, const std::vector<int>& joined) {
                for (const int i : joined)
                    take(size, sizes, i, without(values, below<M>(positions + 1)));
            });
        if (parts_.compared == LABEL)
            parts_.rooms(LABEL, named, bounds, [&](const M& values, int positions, const std::vector<int>& joined) {
                const M possible = below<M>(positions + 1);
                for (const int i : joined)
                    if (!meet(sizes[i], possible))
                        take(label, labels, i, values);
                    else if (!several(labels[i]) && bounds[i] > 0)
                        take(size, sizes, i, without(sizes[i], possible));
            });
        return leave(store, LABEL, label) && leave(store, SIZE, size) &&
               (!parts_.knows(FIRST) || leave(store, FIRST, reached()));
    }

    [[nodiscard]] bool leave(Store& store, View view, const std::vector<M>& left) {
        for (int i = 0; i < parts_.count && !left.empty(); ++i)
            if (!(left[i] == parts_.values[view][i]) && !parts_.keep_all(store, i, view, left[i]))
                return false;
        return true;
    }

    // By part the first positions that it is reached from, through what may have them.
    [[nodiscard]] std::vector<M> reached() {
        const Near& near = parts_.near();
        const auto& firsts = parts_.values[FIRST];
        std::vector<M> found(static_cast<std::size_t>(parts_.count));
        std::vector<char> is_waiting(found.size());
        std::vector<int> waiting;
        for (int i = 0; i < parts_.count; ++i) {
            for (const int p : parts_.members(i))
                found[i] |= bit<M>(p + 1);
            found[i] &= firsts[i];
            if (any(found[i])) {
                is_waiting[i] = 1;
                waiting.push_back(i);
            }
        }
        for (std::size_t next = 0; next < waiting.size(); ++next) {
            const int i = waiting[next];
            is_waiting[i] = 0;
            for (const int p : parts_.members(i))
                for (const int q : near[p]) {
                    const int j = parts_.number[q];
                    const M further = found[i] & firsts[j];
                    if (inside(further, found[j]))
                        continue;
                    found[j] |= further;
                    if (is_waiting[j] == 0) {
                        is_waiting[j] = 1;
                        waiting.push_back(j);
                    }
                }
        }
        return found;
    }

    // Grow each part in whose room, or around it, something has changed since it last needed nothing.
    [[nodiscard]] bool grow(Store& store) {
        forget_full();
        std::vector<char> asks(static_cast<std::size_t>(parts_.count));
        for (const View view : {SIZE, FIRST})
            for (const int p : graph_.used[view])
                asks[parts_.number[p]] = 1;
        for (int i = 0; i < parts_.count; ++i) {
            if (asks[i] == 0 || !full_[parts_.members(i)[0]].around.empty())
                continue;
            const int mark = store.mark();
            if (!grow(store, i))
                return false;
            if (store.mark() == mark)
                note_full(i);
        }
        return true;
    }

    // The region of a part has room for its least size and its first position; it takes in the positions without which
    // it would not. The room as far as it was looked at stays in `parts_`.
    [[nodiscard]] bool grow(Store& store, int i) {
        const int length = parts_.length(i), least = parts_.least(i), head = parts_.head(i);
        if ((least <= length && head < 0) || (graph_.borders.empty() && several(parts_.values[LABEL][i]))) {
            parts_.grow(i, 0, 0);
            return true;  // it would tell others nothing of its label
        }
        // What can be done without a position can be done with no more than the least size.
        parts_.grow(i, graph_.count + 1, (head < 0 ? least : parts_.most(i)) - length);
        const int positions = static_cast<int>(parts_.room.size());
        if (positions < least || (head >= 0 && parts_.inside[head] == 0))
            return false;
        if (head < 0 && positions > least && least == length + 1)
            return true;  // any two of the neighbors can do without the other
        if (head >= 0)
            must_[head] = 1;
        required_.find(parts_.near(), parts_.members(i), parts_.inside, positions, least, must_);
        auto& needed = required_.positions;
        if (head >= 0) {
            must_[head] = 0;
            needed.push_back(head);
        }
        for (const int q : needed) {
            const int j = parts_.number[q];
            if (j == i)
                continue;
            if (!graph_.borders.empty())
                for (const auto& [p, e] : graph_.near[q])
                    if (parts_.number[p] == i && !store.fix(graph_.borders[e], 0))
                        return false;
            for (const View view : {SIZE, FIRST, LABEL})
                if (!parts_.keep_all(store, j, view, parts_.values[view][j] & parts_.values[view][i]))
                    return false;
        }
        return true;
    }

    RegionGraph graph_;
    Parts<M> parts_;
    RegionReasons<M> reasons_;
    std::vector<std::pair<int, std::vector<int>>> positions_of_;  // by variable, ascending, what it is about
    std::vector<Word> done_;                                      // masks from which nothing follows
    std::vector<Full> full_;                                      // by the first position of a part
    std::vector<Edge> seen_status_;                               // what was known of edges when parts last grew
    std::vector<M> seen_[3];                                      // and of positions, by view
    bool has_seen_ = false;
    Required required_;
    std::vector<char> must_;  // by position, whether it has to be reached; none while no part grows
};

// By variable how far its values reach from bit 0 of its mask, before all changes.
std::vector<int> lengths(const Store& store) {
    std::vector<int> found(store.words.size());
    for (int x = 0; x < store.count(); ++x)
        if (store.has_mask(x))
            found[x] = length(store.mask<Bits>(x));
    for (int position = 0; position < store.mark(); ++position) {
        const Change& change = store.change(position);
        found[change.variable] = std::max(found[change.variable], length(store.before<Bits>(change)));
    }
    return found;
}

}  // namespace

std::unique_ptr<Propagator> make_regions(const Store& store, Numbers& in) {
    RegionGraph graph;
    auto& [sizes, firsts, labels] = graph.views;
    graph.borders = in.list_below(store.count());
    for (auto* view : {&sizes, &firsts}) {
        *view = in.list_below(i64{store.count()} + 1);
        for (int& x : *view)
            --x;  // -1: none
    }
    labels = in.list_below(store.count());
    graph.count = static_cast<int>(sizes.size());
    graph.edges.resize(static_cast<std::size_t>(in.length()));
    for (auto& [a, b] : graph.edges) {
        a = in.below(graph.count);
        b = in.below(graph.count);
    }
    if (in.damaged || firsts.size() != sizes.size() || (!labels.empty() && labels.size() != sizes.size()) ||
        (!graph.borders.empty() && graph.borders.size() != graph.edges.size()))
        return nullptr;
    if (!labels.empty())
        graph.compared = labels == sizes ? SIZE : LABEL;
    if (graph.compared != LABEL)
        labels.assign(sizes.size(), -1);
    graph.neighbors = neighbors(graph.count, graph.edges);
    graph.near.resize(sizes.size());
    for (int e = 0; e < static_cast<int>(graph.edges.size()); ++e) {
        const auto& [a, b] = graph.edges[e];
        graph.near[a].emplace_back(b, e);
        graph.near[b].emplace_back(a, e);
    }
    for (const View view : {SIZE, FIRST, LABEL})
        for (int p = 0; p < graph.count; ++p)
            if (graph.views[view][p] >= 0)
                graph.used[view].push_back(p);

    // What has to fit a word: sizes with one more, first positions, labels, and the place behind each.
    const std::vector<int> reach = lengths(store);
    std::vector<int> variables = graph.borders;
    i64 widest = graph.used[FIRST].empty() ? 0 : graph.count + 1;
    for (const View view : {SIZE, FIRST, LABEL})
        for (const int p : graph.used[view]) {
            const int x = graph.views[view][p];
            variables.push_back(x);
            if (view == SIZE) {
                const i64 end = store.is_steady(x) ? store.base[x] + reach[x] - 1 : graph.count;
                graph.largest = static_cast<int>(std::min(std::max(end, i64{graph.largest}), i64{graph.count}));
            } else if (view == LABEL) {
                widest = std::max(widest, store.base[x] == store.base[labels[0]] ? i64{reach[x]} : i64{64});
            }
        }
    for (const int x : variables)
        if (store.is_real[x])
            return nullptr;
    widest = std::max(widest, i64{graph.largest} + 2);
    if (widest < 64 && are_words(store, variables))
        return std::make_unique<Regions<Word>>(std::move(graph));
    return std::make_unique<Regions<Bits>>(std::move(graph));
}

}  // namespace puzzledsl
