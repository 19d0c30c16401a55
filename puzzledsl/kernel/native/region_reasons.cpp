#include "region_reasons.hpp"

namespace puzzledsl {

template <class M>
RegionReasons<M>::RegionReasons(const RegionGraph& graph)
    : graph_(graph), parts_(graph), walk_from_(graph.count, -1), is_reached_(graph.count) {}

template <class M>
bool RegionReasons<M>::fails(Explanation& why, int x, const M& assumed, const std::vector<int>& about) {
    why_ = &why;
    in_ = {&why.store, &why, x, assumed};
    parts_.read(in_);
    return find(about);
}

template <class M>
bool RegionReasons<M>::note(Explanation& why, int x, const M& assumed, const std::vector<int>& about) {
    if (!fails(why, x, assumed, about))
        return false;
    for (std::size_t i = 0; i < walk_count_; ++i)
        walk_from_[walks_[i].positions[0]] = -1;
    walk_count_ = 0;
    note_conflict();
    return true;
}

// ── which rule fails ────────────────────────────────────────────────────────────────────────────

// Find a rule that fails. What is about the positions where something was assumed is looked for first.
template <class M>
bool RegionReasons<M>::find(const std::vector<int>& about) {
    std::vector<std::pair<int, int>> order;  // parts, each with a position
    for (const int p : about) {
        const int i = parts_.number[p];
        if (!order.empty() && order[0].first == i)
            order[0].second = p;
        else
            order.emplace_back(i, p);
    }
    const std::size_t firsts = order.size();
    const auto is_first = [&](int i) {
        for (std::size_t k = 0; k < firsts; ++k)
            if (order[k].first == i)
                return true;
        return false;
    };
    for (int i = 0; i < parts_.count; ++i)
        if (!is_first(i))
            order.emplace_back(i, parts_.members(i)[0]);
    for (const auto& [i, p] : order)
        for (const View view : {SIZE, FIRST, LABEL})
            if (!any(parts_.values[view][i])) {
                found_ = {lacking(view, i), p, -1, view, -1};
                return true;
            }
    if (!graph_.borders.empty()) {
        for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
            const auto& [a, b] = graph_.edges[e];
            if (parts_.status[e] == Edge::apart && parts_.number[a] == parts_.number[b]) {
                found_ = {RegionRule::border, a, b, SIZE, -1};
                return true;
            }
        }
        for (const auto& [i, p] : order)
            for (const View view : {FIRST, parts_.compared}) {
                if (view == NO_VIEW || !parts_.knows(view) || several(parts_.values[view][i]))
                    continue;
                for (const int j : parts_.apart(i))
                    if (parts_.values[view][j] == parts_.values[view][i]) {
                        found_ = {view == FIRST ? RegionRule::halves : RegionRule::touching, p, parts_.members(j)[0],
                                  view, -1};
                        return true;
                    }
            }
    }
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto& [i, p] = order[k];
        bool is_asked = firsts == 0 || k < firsts;
        for (std::size_t n = 0; n < firsts && !is_asked; ++n)
            is_asked = !parts_.agree(i, order[n].first);
        if (is_asked && confines(i, p))
            return true;
    }
    return false;
}

// By which rule a part can have no value in a view: where its positions have a size in common, it is too large.
template <class M>
RegionRule RegionReasons<M>::lacking(View view, int i) const {
    if (view != SIZE)
        return view == FIRST ? RegionRule::first : RegionRule::label;
    M common = parts_.whole[SIZE];
    for (const int p : parts_.members(i))
        common &= parts_.own[SIZE][p];
    return any(common) ? RegionRule::full : RegionRule::size;
}

// Whether the region of a part cannot grow as it has to.
template <class M>
bool RegionReasons<M>::confines(int i, int p) {
    const int least = parts_.least(i), length = parts_.length(i), head = parts_.head(i);
    if (least <= length && head < 0)
        return false;
    parts_.grow(i, least, -1, head);
    if (static_cast<int>(parts_.room.size()) < least) {
        found_ = {RegionRule::room, p, -1, SIZE, -1};
        return true;
    }
    if (head < 0)
        return false;
    if (parts_.inside[head] == 0) {
        found_ = {RegionRule::cut_off, p, -1, FIRST, -1};
        return true;
    }
    const int steps = parts_.most(i) - length;
    parts_.grow(i, graph_.count + 1, steps);
    found_ = {RegionRule::far, p, -1, FIRST, steps};
    return parts_.inside[head] == 0;
}

// ── what it follows from ────────────────────────────────────────────────────────────────────────

// Note all that the conflict follows from, but for what was assumed.
template <class M>
void RegionReasons<M>::note_conflict() {
    const auto [rule, p, q, view, steps] = found_;
    const int i = parts_.number[p];
    const M& whole = parts_.whole[view];
    why_->follow(rule);
    switch (rule) {
        case RegionRule::border: {
            note_path_to(p, q);
            for (const auto& [there, e] : graph_.near[p])
                if (there == q && parts_.status[e] == Edge::apart) {
                    need_border(e);
                    break;
                }
            break;
        }
        case RegionRule::full:
        case RegionRule::size:
        case RegionRule::first:
        case RegionRule::label:
            note_lack(view, p, whole);
            break;
        case RegionRule::touching:
        case RegionRule::halves:
            note_lack(view, p, without(whole, parts_.values[view][i]));
            note_lack(view, q, without(whole, parts_.values[view][parts_.number[q]]));
            note_difference(p, q);
            break;
        case RegionRule::room:
            parts_.grow(i, graph_.count + 1, -1);
            note_lack(SIZE, p, whole & below<M>(static_cast<i64>(parts_.room.size()) + 1));
            note_enclosure(p);
            break;
        case RegionRule::cut_off:
        case RegionRule::far:
            note_lack(FIRST, p, without(whole, parts_.values[FIRST][i]));
            parts_.grow(i, graph_.count + 1, steps);
            if (steps >= 0) {
                const int length = parts_.length(i);
                note_lack(SIZE, p, without(parts_.whole[SIZE], below<M>(steps + length + 1)));
                note_joined(p, length);
            }
            note_enclosure(p);
            break;
    }
}

template <class M>
void RegionReasons<M>::need(int x, const M& values) {
    if (x >= 0 && x != in_.assumed)
        why_->need<M>(x, values);
}

template <class M>
void RegionReasons<M>::need_outside(int x, const M& values) {
    if (x >= 0 && x != in_.assumed)
        why_->need_outside<M>(x, values);
}

// A border is at an edge.
template <class M>
void RegionReasons<M>::need_border(int e) {
    const int x = graph_.borders[e];
    const i64 zero = -in_.base(x);
    if (zero >= 0 && zero < why_->store.width(x))
        need(x, bit<M>(zero));
}

// No border is at an edge, or the labels are equal.
template <class M>
void RegionReasons<M>::need_joined(int e) {
    if (!graph_.borders.empty()) {
        const int x = graph_.borders[e];
        const i64 zero = -in_.base(x);
        const M mask = in_.mask(x);
        if (zero < why_->store.width(x) && has(mask, zero) && !several(mask)) {
            need_outside(x, mask);
            return;
        }
    }
    for (const int p : {graph_.edges[e].first, graph_.edges[e].second}) {
        const int x = graph_.views[parts_.compared][p];
        need_outside(x, in_.mask(x));
    }
}

// The variable of a position has none of some values.
template <class M>
void RegionReasons<M>::need_values(View view, int p, const M& values) {
    const int x = graph_.views[view][p];
    if (view == LABEL && !parts_.has_base) {
        need_outside(x, in_.mask(x));
        return;
    }
    const i64 shift = (view == LABEL ? parts_.base : 0) - in_.base(x);
    if (shift < why_->store.width(x))
        need(x, moved(values, shift));
}

template <class M>
auto RegionReasons<M>::walk(int start) -> const Walk& {
    if (walk_from_[start] >= 0)
        return walks_[walk_from_[start]];
    walk_from_[start] = static_cast<int>(walk_count_++);
    if (walks_.size() < walk_count_)
        walks_.emplace_back();
    auto& [positions, before, edge] = walks_[walk_count_ - 1];
    positions.assign(1, start);
    before.assign(1, 0);
    edge.assign(1, -1);
    is_reached_[start] = 1;
    for (std::size_t next = 0; next < positions.size(); ++next)
        for (const auto& [q, e] : graph_.near[positions[next]])
            if (parts_.status[e] == Edge::joined && is_reached_[q] == 0) {
                is_reached_[q] = 1;
                positions.push_back(q);
                before.push_back(static_cast<int>(next));
                edge.push_back(e);
            }
    for (const int p : positions)
        is_reached_[p] = 0;
    return walks_[walk_count_ - 1];
}

// The start of a walk is joined to the position at a place.
template <class M>
void RegionReasons<M>::note_path(const Walk& walk, int place) {
    for (; place > 0; place = walk.before[place])
        need_joined(walk.edge[place]);
}

template <class M>
void RegionReasons<M>::note_path_to(int start, int p) {
    const Walk& from = walk(start);
    const auto found = std::find(from.positions.begin(), from.positions.end(), p);
    note_path(from, static_cast<int>(found - from.positions.begin()));
}

// So many positions are joined.
template <class M>
void RegionReasons<M>::note_joined(int start, int positions) {
    const Walk& from = walk(start);
    for (int place = 0; place < positions && place < static_cast<int>(from.positions.size()); ++place)
        note_path(from, place);
}

// Note for each value a position of the part that cannot have it; returns the others.
template <class M>
M RegionReasons<M>::lost(View view, int start, M values) {
    const Walk& from = walk(start);
    for (std::size_t place = 0; place < from.positions.size() && any(values); ++place) {
        const int p = from.positions[place];
        // A first position is not behind another one.
        const M earlier = view == FIRST ? values & below<M>(p + 2) : values;
        const M left = graph_.views[view][p] >= 0 ? earlier & parts_.own[view][p] : earlier;
        if (left == values)
            continue;
        note_path(from, static_cast<int>(place));
        if (left != earlier)
            need_values(view, p, without(earlier, left));
        values = left;
    }
    return values;
}

// Why a part can have none of some values: a position cannot, or it is too large.
template <class M>
void RegionReasons<M>::note_lack(View view, int start, const M& values) {
    const M left = lost(view, start, values);
    if (any(left))
        note_joined(start, length(left));
}

// Why two parts, which do not agree, are not in one region.
template <class M>
void RegionReasons<M>::note_difference(int a, int b) {
    const int i = parts_.number[a], j = parts_.number[b];
    if (parts_.are_apart(i, j))
        for (const int c : parts_.members(i))
            for (const auto& [d, e] : graph_.near[c])
                if (parts_.status[e] == Edge::apart && parts_.number[d] == j) {
                    note_path_to(a, c);
                    note_path_to(b, d);
                    need_border(e);
                    return;
                }
    for (const View view : {LABEL, SIZE, FIRST}) {
        if (!parts_.knows(view) || meet(parts_.values[view][i], parts_.values[view][j]))
            continue;
        const M left = lost(view, b, lost(view, a, parts_.whole[view]));
        if (any(left))  // sizes that one of the two is too large for
            note_joined(parts_.length(i) >= parts_.length(j) ? a : b, length(left));
        return;
    }
}

// Why the region of a part does not go beyond a room, where it could by the number of steps.
template <class M>
void RegionReasons<M>::note_enclosure(int start) {
    const int own = parts_.number[start];
    for (const int p : parts_.room)
        for (const auto& [q, e] : graph_.near[p]) {
            if (parts_.inside[q] != 0)
                continue;
            if (parts_.status[e] == Edge::apart)
                need_border(e);
            else if (!parts_.agree(own, parts_.number[q]))
                note_difference(start, q);
            else if (!parts_.agree(parts_.number[p], parts_.number[q]))
                note_difference(p, q);
        }
}

template class RegionReasons<Word>;
template class RegionReasons<Bits>;

}  // namespace puzzledsl
