// Why regions exclude a value: as soon as it is assumed, one of the rules of `regions.cpp` cannot be kept.
//
// A reason is found in two steps. First the rule is found, and the places where it fails; then what the failure follows
// from is noted: paths of joined positions within a part, values that positions have lost, borders around a room.
#pragma once

#include "regions.hpp"

namespace puzzledsl {

// See `puzzledsl/primitives/regions.py`.
enum class RegionRule {
    border,    // a border would be within a region
    full,      // a region would be too large
    size,      // the positions of a region would have no size in common, or
    first,     // no first position, or
    label,     // no label
    touching,  // on both sides of a border labels would be equal, or
    halves,    // first positions
    room,      // a region could not grow to its size
    cut_off,   // nor to its first position, or
    far,       // not with as many positions as it may have
};

template <class M>
class RegionReasons {
public:
    explicit RegionReasons(const RegionGraph& graph);

    // Whether a rule fails if a variable has some values; -1: as the domains are. `about`: the positions that it is
    // about.
    [[nodiscard]] bool fails(Explanation& why, int x, const M& assumed, const std::vector<int>& about);
    // Note why a variable has none of some values, or why nothing is left at all if it is -1. False: no reason was
    // found.
    [[nodiscard]] bool note(Explanation& why, int x, const M& assumed, const std::vector<int>& about);

private:
    // A rule that fails.
    struct Conflict {
        RegionRule rule;
        int here, there;  // a position of the part, or of each of the two parts, that it is about
        View view;        // what the positions have not, or should not have, in common
        int steps;        // how far from the part its region may reach; -1: no matter how far
    };

    // From one position to the others of its part, nearest first.
    struct Walk {
        std::vector<int> positions;
        std::vector<int> before, edge;  // by place the place that it was reached from, and the edge from there
    };

    [[nodiscard]] bool find(const std::vector<int>& about);
    [[nodiscard]] RegionRule lacking(View view, int i) const;
    [[nodiscard]] bool confines(int i, int p);
    void note_conflict();
    void need(int x, const M& values);
    void need_outside(int x, const M& values);
    void need_border(int e);
    void need_joined(int e);
    void need_values(View view, int p, const M& values);
    [[nodiscard]] const Walk& walk(int start);
    void note_path(const Walk& walk, int place);
    void note_path_to(int start, int p);
    void note_joined(int start, int positions);
    [[nodiscard]] M lost(View view, int start, M values);
    void note_lack(View view, int start, const M& values);
    void note_difference(int a, int b);
    void note_enclosure(int start);

    const RegionGraph& graph_;
    Parts<M> parts_;
    Reading<M> in_;
    Explanation* why_ = nullptr;
    Conflict found_{};
    std::vector<Walk> walks_;  // the first `walk_count_` are in use
    std::size_t walk_count_ = 0;
    std::vector<int> walk_from_;    // by position the number of its walk, or -1
    std::vector<char> is_reached_;  // by position, while walking
};

}  // namespace puzzledsl
