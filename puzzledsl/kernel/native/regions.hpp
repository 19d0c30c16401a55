// What domains say of the regions that a graph is divided into.
//
// A part is a set of positions that are certainly in one region: nothing is known to divide them. What may be known of
// a region are three views: how many positions it has, which position is its first, and its label. What a part may have
// in a view is a mask of values. Two parts agree if in each view they may have a common value and no border is between
// them, so that they may be in one region.
#pragma once

#include <algorithm>
#include <map>
#include <span>

#include "explanation.hpp"
#include "graphs.hpp"

namespace puzzledsl {

// What is known of an edge: its positions are in one region, or may be, or a border is between them.
enum class Edge : char { joined, open, apart };

enum View { NO_VIEW = -1, SIZE, FIRST, LABEL };

// The positions of a graph, with the variables that describe its regions.
//
// Sizes above the largest that a position may be told are one value, `largest + 1`. Only positions without a variable
// have it, and so masks stay short where sizes are small.
struct RegionGraph {
    int count = 0;
    std::vector<std::pair<int, int>> edges;
    Near neighbors;
    std::vector<std::vector<std::pair<int, int>>> near;  // by position its neighbors, each with the number of the edge
    std::vector<int> borders;                            // by edge a variable, or empty
    std::vector<int> views[3];  // by position a variable, or -1; labels that are the sizes are not repeated
    std::vector<int> used[3];   // the positions that have a variable
    View compared = NO_VIEW;    // whose equal values join neighbors
    int largest = 0;
};

// Masks as they are in a store, or as they were before a step; one of them may be assumed.
template <class M>
struct Reading {
    const Store* store = nullptr;
    const Explanation* why = nullptr;
    int assumed = -1;
    M value{};

    [[nodiscard]] M mask(int x) const {
        return x == assumed ? value : why != nullptr ? why->mask<M>(x) : store->mask<M>(x);
    }
    // What was possible to begin with, if it is read for a reason: this says which values are gone.
    [[nodiscard]] M first(int x) const { return why != nullptr ? why->first<M>(x) : mask(x); }
    [[nodiscard]] i64 base(int x) const { return store->base[x]; }
};

// Parts as they are read from masks; they do not change with these.
template <class M>
class Parts {
public:
    explicit Parts(const RegionGraph& graph) : graph(graph), members_(graph.count), apart_(graph.count) {
        whole[SIZE] = without(below<M>(std::min(graph.largest + 2, graph.count + 1)), bit<M>(0));
        whole[FIRST] = without(below<M>(graph.used[FIRST].empty() ? 2 : graph.count + 1), bit<M>(0));
        inside.resize(graph.count);
        excluded_.resize(graph.count);
        near_.resize(graph.count);
        own[SIZE].assign(graph.count, whole[SIZE]);
        own[FIRST].assign(graph.count, whole[FIRST]);
        own[LABEL].assign(graph.count, bit<M>(0));
        for (auto& one : values)
            one.assign(graph.count, bit<M>(0));
    }

    const RegionGraph& graph;
    std::vector<Edge> status;  // by edge
    std::vector<int> number;   // by position the part that it is in
    int count = 0;             // how many parts there are
    std::vector<M> own[3];     // by view and position, the values of its variable
    // By view and part, what its region may have by its members alone; of a view of which nothing is known, the same.
    std::vector<M> values[3];
    M whole[3];  // by view, the values that are possible at all
    // As in the graph; none, too, while labels are too many or too far from each other for bits. Nothing is known of
    // them until all are decided.
    View compared = NO_VIEW;
    bool has_base = false;  // whether bits of labels count from one of them; else each that occurs has a bit
    i64 base = 0;           // the label of bit 0

    std::vector<int> room;     // what `grow` has found, the part first
    std::vector<char> inside;  // the same by position

    void read(const Reading<M>& in) {
        compared = graph.compared;
        read_view(in, SIZE);
        read_view(in, FIRST);
        read_labels(in);
        read_edges(in);
        if (!has_found_ || status != found_) {
            find();
            found_ = status;
            has_found_ = true;
        }
        find_common();
        near_is_known_ = false;
    }

    // The positions of a part, the lowest one first.
    [[nodiscard]] const std::vector<int>& members(int i) const { return members_[i]; }
    [[nodiscard]] int length(int i) const { return static_cast<int>(members_[i].size()); }
    // The parts that a border divides it from, ascending.
    [[nodiscard]] const std::vector<int>& apart(int i) const { return apart_[i]; }
    // Whether anything is known in a view.
    [[nodiscard]] bool knows(View view) const { return view == LABEL ? compared == LABEL : !graph.used[view].empty(); }

    // The least size that the region of a part may have, and the largest.
    [[nodiscard]] int least(int i) const { return std::max(puzzledsl::first(values[SIZE][i]), length(i)); }
    [[nodiscard]] int most(int i) const {
        const int found = puzzledsl::length(values[SIZE][i]) - 1;
        return found > graph.largest ? graph.count : found;
    }
    // The first position of the region of a part, if that is known and not in the part; else -1.
    [[nodiscard]] int head(int i) const {
        if (!knows(FIRST) || several(values[FIRST][i]))
            return -1;
        const int found = puzzledsl::length(values[FIRST][i]) - 2;
        return found >= 0 && number[found] == i ? -1 : found;
    }

    // Whether two parts may be in one region, by what is known of these two.
    [[nodiscard]] bool agree(int i, int j) const { return have_common(i, j) && !are_apart(i, j); }
    [[nodiscard]] bool are_apart(int i, int j) const {
        return std::binary_search(apart_[i].begin(), apart_[i].end(), j);
    }
    [[nodiscard]] bool have_common(int i, int j) const {
        return (!knows(LABEL) || meet(values[LABEL][i], values[LABEL][j])) &&
               (!knows(SIZE) || meet(values[SIZE][i], values[SIZE][j])) &&
               (!knows(FIRST) || meet(values[FIRST][i], values[FIRST][j]));
    }

    // The neighbors of each position that may be in its region, by what is known of these two.
    //
    // If only labels divide regions, all neighbors: then the label of a region, or its first positions, keep what grows
    // within it anyway.
    [[nodiscard]] const Near& near() {
        if (graph.borders.empty() && !knows(FIRST))
            return graph.neighbors;
        if (!near_is_known_) {
            near_is_known_ = true;
            for (auto& beside : near_)
                beside.clear();
            for (std::size_t e = 0; e < graph.edges.size(); ++e) {
                const auto& [a, b] = graph.edges[e];
                if (status[e] != Edge::apart && have_common(number[a], number[b])) {
                    near_[a].push_back(b);
                    near_[b].push_back(a);
                }
            }
        }
        return near_;
    }

    // Find what may be in the region of a part: `room`. No more levels are added to `least` positions, if `head` is
    // there, too; at most so many `steps` of them if these are not negative.
    void grow(int i, int least, int steps, int head = -1) {
        const Near& beside = near();
        for (const int p : room)
            inside[p] = 0;
        room = members_[i];
        for (const int p : room)
            inside[p] = 1;
        for (const int j : apart_[i])
            excluded_[j] = 1;
        std::size_t next = 0;
        while (next < room.size() && steps != 0 &&
               (static_cast<int>(room.size()) < least || (head >= 0 && inside[head] == 0))) {
            --steps;
            for (const std::size_t end = room.size(); next < end; ++next)
                for (const int q : beside[room[next]])
                    if (inside[q] == 0 && excluded_[number[q]] == 0 && have_common(i, number[q])) {
                        inside[q] = 1;
                        room.push_back(q);
                    }
        }
        for (const int j : apart_[i])
            excluded_[j] = 0;
    }

    // Call something with values that the same parts may have, among them some that are asked for, and with what such
    // parts are joined at most: how many positions, and the parts. Parts are left out that are joined to as many
    // positions as the bound of any part with these values; of sizes, as these say. Nothing is asked of parts whose
    // bound is 0.
    template <class F>
    void rooms(View view, const M& asked, const std::vector<int>& bounds, F&& f) {
        if (!any(asked))
            return;
        const Near& beside = near();
        M changes{};  // values that other parts may have than the value before
        for (int i = 0; i < count; ++i)
            changes |= values[view][i] ^ up(values[view][i], 1);
        std::vector<int> starts, limits, joined;
        for (int i = 0; i < count; ++i)
            if (bounds[i] > 0)
                starts.push_back(i);
        each(changes, [&](int v) { limits.push_back(v); });
        std::vector<int> seen(static_cast<std::size_t>(count), -1);  // by part, for which values it was last joined
        std::vector<char> is_large(seen.size());                     // whether it is left out there
        for (int k = 0; k + 1 < static_cast<int>(limits.size()); ++k) {
            const int v = limits[k];
            const M range = without(below<M>(limits[k + 1]), below<M>(v));
            if (!meet(asked, range))
                continue;
            int bound = 0;
            for (const int i : starts)
                if (has(values[view][i], v))
                    bound = std::max(bound, bounds[i]);
            if (view == SIZE)
                bound = std::min(bound, limits[k + 1] - 1);
            for (const int start : starts) {
                if (seen[start] == k || !has(values[view][start], v))
                    continue;
                joined.assign(1, start);
                seen[start] = k;
                is_large[start] = 0;
                int positions = 0;
                bool large = false;
                for (std::size_t next = 0; next < joined.size() && !large; ++next) {
                    positions += length(joined[next]);
                    large = positions >= bound;
                    for (const int p : members_[joined[next]])
                        for (const int q : beside[p]) {
                            const int i = number[q];
                            if (seen[i] == k) {
                                large = large || is_large[i] != 0;
                            } else if (has(values[view][i], v)) {
                                seen[i] = k;
                                is_large[i] = 0;
                                joined.push_back(i);
                            }
                        }
                }
                for (const int i : joined)
                    is_large[i] = large ? 1 : 0;
                if (!large)
                    f(range, positions, joined);
            }
        }
    }

    // Leave a position no other values in a view. False: none are left.
    [[nodiscard]] bool keep(Store& store, int p, View view, const M& left) const {
        if (!any(left))
            return false;
        const int x = graph.views[view][p];
        if (x < 0 || puzzledsl::inside(own[view][p], left) || (view == LABEL && !has_base))
            return true;
        return store.keep_window(x, view == LABEL ? base : 0, left);
    }
    // The same of all positions of a part.
    [[nodiscard]] bool keep_all(Store& store, int i, View view, const M& left) const {
        for (const int p : members_[i])
            if (!keep(store, p, view, left))
                return false;
        return true;
    }

private:
    void read_view(const Reading<M>& in, View view) {
        for (const int p : graph.used[view]) {
            const int x = graph.views[view][p];
            M& found = own[view][p];
            found = in.mask(x);
            const i64 from = in.base(x);
            if (!any(found))
                found = in.store->template window<M>(x, 0, graph.count + 1);
            else if (from != 0)
                found = from <= graph.count ? moved(found, from) : M{};
            found &= whole[view];
        }
    }

    void read_labels(const Reading<M>& in) {
        if (compared != LABEL)
            return;
        const auto& variables = graph.views[LABEL];
        auto& found = own[LABEL];
        i64 low = in.base(variables[0]), high = low;
        bool have_masks = true, are_known = true;
        for (int p = 0; p < graph.count; ++p) {
            found[p] = in.mask(variables[p]);
            low = std::min(low, in.base(variables[p]));
            high = std::max(high, in.base(variables[p]));
            have_masks = have_masks && any(found[p]);
            are_known = are_known && single(found[p]);
        }
        whole[LABEL] = M{};
        has_base = have_masks && high - low <= SPAN;
        if (has_base) {
            base = low;
            for (int p = 0; p < graph.count; ++p) {
                const i64 above = in.base(variables[p]) - low;
                found[p] = up(found[p], above);
                whole[LABEL] |= up(in.first(variables[p]), above);
            }
        } else if (are_known) {
            std::map<i64, int> bits;
            for (int p = 0; p < graph.count; ++p) {
                const i64 label = in.base(variables[p]) + puzzledsl::first(found[p]);
                found[p] = bit<M>(bits.emplace(label, static_cast<int>(bits.size())).first->second);
                whole[LABEL] |= found[p];
            }
        } else {
            compared = NO_VIEW;
            values[LABEL].assign(values[LABEL].size(), bit<M>(0));
        }
    }

    // Equal labels do not join what a border divides.
    void read_edges(const Reading<M>& in) {
        status.assign(graph.edges.size(), Edge::open);
        for (std::size_t e = 0; e < graph.borders.size(); ++e) {
            const int x = graph.borders[e];
            const M mask = in.mask(x);
            const i64 zero = -in.base(x);
            if (!any(mask))
                status[e] = in.store->contains(x, 0) ? Edge::open : Edge::apart;
            else if (zero >= in.store->width(x) || !has(mask, zero))
                status[e] = Edge::apart;
            else if (!several(mask))
                status[e] = Edge::joined;
        }
        if (compared == NO_VIEW)
            return;
        std::vector<char> known(static_cast<std::size_t>(graph.count));
        for (int p = 0; p < graph.count; ++p)
            known[p] = single(own[compared][p]) ? 1 : 0;
        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            const auto& [a, b] = graph.edges[e];
            if (known[a] != 0 && known[b] != 0 && status[e] == Edge::open && own[compared][a] == own[compared][b])
                status[e] = Edge::joined;
        }
    }

    // Find what is joined, and what is apart from what.
    void find() {
        number.assign(static_cast<std::size_t>(graph.count), -1);
        count = 0;
        for (int start = 0; start < graph.count; ++start) {
            if (number[start] >= 0)
                continue;
            auto& part = members_[count];
            part.assign(1, start);
            number[start] = count;
            for (std::size_t next = 0; next < part.size(); ++next)
                for (const auto& [q, e] : graph.near[part[next]])
                    if (status[e] == Edge::joined && number[q] < 0) {
                        number[q] = count;
                        part.push_back(q);
                    }
            apart_[count++].clear();
        }
        for (std::size_t e = 0; e < graph.borders.size(); ++e)
            if (status[e] == Edge::apart) {
                const int i = number[graph.edges[e].first], j = number[graph.edges[e].second];
                apart_[i].push_back(j);
                apart_[j].push_back(i);
            }
        for (int i = 0; i < count; ++i) {
            std::sort(apart_[i].begin(), apart_[i].end());
            apart_[i].erase(std::unique(apart_[i].begin(), apart_[i].end()), apart_[i].end());
        }
    }

    // Find what the positions of each part have in common, and what its length and first position allow for.
    void find_common() {
        for (const View view : {SIZE, FIRST, LABEL})
            for (int i = 0; i < count && (view == SIZE || knows(view)); ++i) {
                M& common = values[view][i];
                common = own[view][members_[i][0]];
                if (length(i) > 1) {
                    for (const int p : members_[i])
                        common &= own[view][p];
                    if (view == SIZE)
                        common = without(common, below<M>(std::min(length(i), graph.largest + 1)));
                }
                if (view == FIRST)
                    common &= below<M>(members_[i][0] + 2);
            }
    }

    std::vector<std::vector<int>> members_, apart_;  // by part
    std::vector<Edge> found_;                        // the status of the edges where parts were last found
    bool has_found_ = false;
    Near near_;
    bool near_is_known_ = false;
    std::vector<char> excluded_;  // by part, while growing
};

}  // namespace puzzledsl
