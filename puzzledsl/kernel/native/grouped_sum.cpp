// Sums of groups of different values: killer cages, arrows, diagonals through boxes. Domain consistency, and reasons.
//
// `Σ k·(sum of a group) == total`, the values within a group all different. Each group is seen through the sets of
// values that its variables can take up, one after another, and the sums of these sets, which are added up as in
// `sums.hpp`. Then the sets with a sum that the other groups allow are shared out among the variables (`keep_sums`).
#include "constraints.hpp"
#include "known_solutions.hpp"
#include "matching.hpp"
#include "sums.hpp"
#include "value_sets.hpp"

namespace puzzledsl {

namespace {

// Sets of as many values as a group has variables; where there are more, only bounds and singles are kept.
constexpr i64 MOST_SETS = 5'000;

// Of so few variables, or combinations of values, these are tried one after another: faster than sets of sets.
constexpr std::size_t FEW = 3;
constexpr i64 MOST_TRIED = 100;

// Values that such variables span, if there are several groups.
constexpr int MOST_WIDE = 62;

// Cells that share out a set of values by sets of its parts, which are machine words.
constexpr int MOST_OPEN = 6;

// Of groups that span more values, only bounds and singles are kept: there are 2 to that power sets.
constexpr int MOST_WIDTH = 16;

// Whether the combinations of values are to be tried.
template <class M>
bool are_few(const std::vector<M>& masks) {
    if (masks.size() <= FEW)
        return true;
    i64 tried = 1;
    for (std::size_t i = 0; i + 1 < masks.size() && tried <= MOST_TRIED; ++i)
        tried *= count(masks[i]);
    return tried <= MOST_TRIED;
}

// Whether each variable has as many values as there are variables: then whatever value one of them takes, the others
// can take different ones.
template <class M>
bool are_many(const std::vector<M>& masks) {
    for (const M& m : masks)
        if (count(m) < static_cast<int>(masks.size()))
            return false;
    return true;
}

template <class S, class M>
S sums_of(const M& m) {
    if constexpr (std::is_same_v<S, M>)
        return m;
    else
        return S(m);
}

// The sums of positions from the `i`-th mask on that are not used.
template <class M, class S>
S tried_sums(const std::vector<M>& masks, std::size_t i, const M& used) {
    const M mask = without(masks[i], used);
    if (i + 1 == masks.size())
        return sums_of<S>(mask);
    S found{};
    each(mask, [&](int k) { found |= up(tried_sums<M, S>(masks, i + 1, used | bit<M>(k)), k); });
    return found;
}

// Note the positions from the `i`-th mask on that are in ways to an allowed sum; false: there are none.
template <class M, class S>
bool keep_tried(const std::vector<M>& masks, std::size_t i, const M& used, const S& allowed, std::vector<M>& kept) {
    const M mask = without(masks[i], used);
    bool found = false;
    if (i + 1 == masks.size()) {
        M left{};
        each(mask, [&](int k) {
            if (has(allowed, k))
                left |= bit<M>(k);
        });
        kept[i] |= left;
        return any(left);
    }
    each(mask, [&](int k) {
        if (keep_tried<M, S>(masks, i + 1, used | bit<M>(k), down(allowed, k), kept)) {
            kept[i] |= bit<M>(k);
            found = true;
        }
    });
    return found;
}

// How some cells can share out a set of values among them, each taking one.
template <class M>
class Sharing {
public:
    explicit Sharing(const std::vector<M>& masks)
        : kept(masks.size()), masks_(masks), n_(static_cast<int>(masks.size())) {}

    std::vector<M> kept;  // by cell, what has been found to be possible

    // Share out a set of as many values as cells.
    void share(const M& values) {
        bool is_new = false;  // whether a cell has one of them that is not known to be possible
        for (int i = 0; i < n_; ++i) {
            const M chosen = masks_[i] & values;
            if (!any(chosen))
                return;
            is_new = is_new || !inside(chosen, kept[i]);
        }
        if (!is_new)
            return;
        if (n_ > MOST_OPEN) {
            std::vector<M> chosen;
            chosen.reserve(masks_.size());
            for (const M& m : masks_)
                chosen.push_back(m & values);
            std::vector<M> left = chosen;
            bool changed = false;
            if (separate(left) && filter_by_matching(left, changed))
                for (int i = 0; i < n_; ++i)
                    kept[i] |= chosen[i];
            return;
        }
        parts_ = found_ = 0;
        int place = 0;
        each(values, [&](int k) {
            for (int i = 0; i < n_; ++i)
                if (has(masks_[i], k))
                    parts_ |= Word{1} << (place + i * n_);
            ++place;
        });
        if (from(0, 1) == 0)
            return;
        place = 0;
        each(values, [&](int k) {
            for (int i = 0; i < n_; ++i)
                if ((found_ >> (place + i * n_) & 1) != 0)
                    kept[i] |= bit<M>(k);
            ++place;
        });
    }

private:
    // Give the cells from one on what those before it have not taken.
    //
    // A set of the values is a number below 2**n, by their ranks; a set of such sets is a machine word. `sets`: what
    // the cells before this one can have taken. Returns those of the sets that leave the other cells a way.
    Word from(int cell, Word sets) {
        const Word part = parts_ >> (cell * n_);
        Word alive = 0, found = 0;
        if (cell == n_ - 1) {
            const int everything = (1 << n_) - 1;
            for (int j = 0; j < n_; ++j)
                if ((part >> j & 1) != 0) {
                    const Word before = Word{1} << (everything ^ (1 << j));
                    if (meet(sets, before)) {
                        alive |= before;
                        found |= Word{1} << j;
                    }
                }
        } else {
            Word following = 0;
            for (int j = 0; j < n_; ++j)
                if ((part >> j & 1) != 0)
                    following |= up(sets & LACKING[j], 1 << j);
            if (following == 0)
                return 0;
            following = from(cell + 1, following);
            for (int j = 0; j < n_; ++j)
                if ((part >> j & 1) != 0) {
                    const Word here = down(following, 1 << j) & LACKING[j] & sets;
                    if (here != 0) {
                        alive |= here;
                        found |= Word{1} << j;
                    }
                }
        }
        found_ |= found << (cell * n_);
        return alive;
    }

    // The numbers below 64 without a bit.
    static constexpr Word LACKING[6] = {0x5555555555555555U, 0x3333333333333333U, 0x0F0F0F0F0F0F0F0FU,
                                        0x00FF00FF00FF00FFU, 0x0000FFFF0000FFFFU, 0x00000000FFFFFFFFU};

    const std::vector<M>& masks_;
    int n_;
    Word parts_ = 0;  // the ranks of the values that a cell has, cell by cell
    Word found_ = 0;  // those of them that are possible
};

// Leave of the masks what different positions with an allowed sum have. False: there are none. The masks stay as they
// are where there are too many sets of positions.
template <class M, class S>
[[nodiscard]] bool keep_sums(std::vector<M>& masks, S allowed, int width, ValueSets& sets) {
    std::vector<std::size_t> cells;
    std::vector<M> left;
    M fixed{}, all{};
    for (std::size_t i = 0; i < masks.size(); ++i) {
        if (several(masks[i])) {
            cells.push_back(i);
            all |= masks[i];
        } else {
            fixed |= masks[i];
            allowed = down(allowed, first(masks[i]));
        }
    }
    left.reserve(cells.size());
    for (const std::size_t i : cells)
        left.push_back(without(masks[i], fixed));
    const int n = static_cast<int>(cells.size());
    std::vector<M> kept;
    if (are_few(left)) {
        kept.resize(cells.size());
        if (n == 0 ? !has(allowed, 0) : !keep_tried<M, S>(left, 0, M{}, allowed, kept))
            return false;
    } else if (combinations(width, n, MOST_SETS) <= MOST_SETS) {
        Sharing<M> sharing(left);
        const M open = without(all, fixed);
        each(allowed, [&](int total) {
            for (const M& values : sets.with_sum<M>(n, total, width))
                if (inside(values, open))
                    sharing.share(values);
        });
        for (const M& m : sharing.kept)
            if (!any(m))
                return false;
        kept = std::move(sharing.kept);
    } else {
        return true;
    }
    for (std::size_t j = 0; j < cells.size(); ++j)
        masks[cells[j]] = kept[j];
    return true;
}

// The sums of different positions, one of each mask.
template <class M, class S>
S group_sums(const std::vector<M>& masks, int width, ValueSets& known) {
    if (are_few(masks))
        return tried_sums<M, S>(masks, 0, M{});
    Bits sets(1);
    for (const M& m : masks)
        sets = known.after(sets, Bits(m), width);
    S found{};
    const auto& by_sum = known.by_sum(width);
    for (std::size_t total = 0; total < by_sum.size(); ++total)
        if (meet(sets, by_sum[total]))
            found |= bit<S>(static_cast<i64>(total));
    return found;
}

struct Group {
    i64 factor;
    std::vector<int> variables;
};

// Choices until a solution is given up. On killers with cages of up to 6 cells the mean is 7.
constexpr int MOST_NODES = 100;

// Solutions within the present values of some groups, found one after another.
class Trial {
public:
    // `left`: the values of each variable, as so many bits from `lowest` on.
    Trial(const std::vector<Group>& groups, i64 total, Word left, int width, i64 lowest)
        : width_(width), target_(total) {
        const Word within = below<Word>(width);
        int group = 0;
        for (const auto& [factor, variables] : groups) {
            for (std::size_t i = 0; i < variables.size(); ++i, ++n_) {
                const Word mask = left & within;
                left >>= width % 64;
                const i64 first_adds = factor * first(mask), last_adds = factor * (length(mask) - 1);
                cells_[n_] = {mask, factor, std::min(first_adds, last_adds), std::max(first_adds, last_adds), group};
                least_ += cells_[n_].least;
                most_ += cells_[n_].most;
                target_ -= factor * lowest;
                int j = n_;  // those of few values come first
                for (const int size = count(mask); j > 0 && sizes_[j - 1] > size; --j) {
                    sizes_[j] = sizes_[j - 1];
                    order_[j] = order_[j - 1];
                }
                sizes_[j] = count(mask);
                order_[j] = n_;
            }
            used_[group++] = 0;
        }
    }

    // A solution with a value, by its bit; 0: none has been found.
    Word solution(int value) {
        const int own = value / width_, k = value % width_;
        const Cell& cell = cells_[own];
        tried_ = MOST_NODES;
        own_ = own;
        used_[cell.group] = bit<Word>(k);
        found_ = bit<Word>(value);
        const bool holds = rest(0, target_ - cell.factor * k, least_ - cell.least, most_ - cell.most);
        used_[cell.group] = 0;
        return holds ? found_ : 0;
    }

private:
    struct Cell {
        Word mask;
        i64 factor, least, most;  // what it adds
        int group;
    };

    // Choose values from the `i`-th cell on that add what is missing. False: there are none, or none have been found.
    bool rest(int i, i64 target, i64 least, i64 most) {
        if (i < n_ && order_[i] == own_)
            ++i;
        if (i == n_)
            return target == 0;
        if (--tried_ < 0)
            return false;
        const int place = order_[i];
        const Cell& cell = cells_[place];
        least -= cell.least;
        most -= cell.most;
        Word& used = used_[cell.group];
        for (Word open = without(cell.mask, used); open != 0; open &= open - 1) {
            const int k = first(open);
            const i64 missing = target - cell.factor * k;
            if (missing < least || missing > most)
                continue;
            used ^= bit<Word>(k);
            const bool holds = rest(i + 1, missing, least, most);
            used ^= bit<Word>(k);
            if (holds) {
                found_ |= bit<Word>(k + place * width_);
                return true;
            }
        }
        return false;
    }

    int width_;
    i64 target_, least_ = 0, most_ = 0;
    int n_ = 0, own_ = -1, tried_ = 0;
    Word found_ = 0;
    std::array<Cell, 64> cells_;
    std::array<int, 64> order_, sizes_;
    std::array<Word, 64> used_;  // by group
};

// A group as part of a total: its sums of positions, counted from the lowest value of all.
//
// The sets of values that its first variables can take up are kept as one mask. Which values have to be gone is found
// as by `explain_total`, from set to set instead of from sum to sum.
class Cells final : public Part {
public:
    Cells(const Explanation& why, const Group& group, int x, const Bits& gone, ValueSets& sets)
        : variables_(group.variables), x_(x), sets_(sets) {
        i64 base = 0, end = 0;
        for (std::size_t i = 0; i < variables_.size(); ++i) {
            const Bits first = why.first<Bits>(variables_[i]);
            const i64 low = why.base(variables_[i]) + puzzledsl::first(first);
            const i64 high = why.base(variables_[i]) + length(first);
            base = i == 0 ? low : std::min(base, low);
            end = i == 0 ? high : std::max(end, high);
        }
        if (variables_.size() > 1 && end - base > MOST_WIDTH)
            return;
        width = static_cast<int>(end - base);
        for (const int y : variables_) {
            shifts_.push_back(base - why.base(y));
            masks_.push_back(moved(y == x ? gone : why.mask<Bits>(y), -shifts_.back()));
        }
        factor = group.factor;
        offset = group.factor * static_cast<i64>(variables_.size()) * base;
        everything = Bits(1);
    }

    int width = -1;  // negative where they are too many values

    // Find the possible sums.
    void add_up(const Explanation& why) {
        const i64 n = static_cast<i64>(masks_.size());
        if (n * width <= 64) {
            std::vector<Word> words;
            words.reserve(masks_.size());
            for (const Bits& m : masks_)
                words.push_back(m.word(0));
            possible = group_sums<Word, Word>(words, width, sets_);
        } else {
            possible = group_sums<Bits, Bits>(masks_, width, sets_);
        }
        if (n == 1)
            everything = masks_[0] | absent(why, 0);
        else if (n <= width)
            everything = up(below<Bits>(n * (width - n) + 1), n * (n - 1) / 2);
    }

    void refuse(Explanation& why, const Bits& positions) override {
        if (masks_.size() == 1) {
            need(why, 0, positions);
            return;
        }
        const auto& lacking = sets_.lacking(width);
        std::vector<Bits> backward{sets_.having(positions, width)};
        for (std::size_t i = masks_.size(); i-- > 0;)
            backward.push_back(sets_.before(backward.back(), masks_[i], width));
        backward.pop_back();
        Bits sets(1);
        for (std::size_t i = 0; i < masks_.size(); ++i) {
            const Bits bad = std::move(backward.back());
            backward.pop_back();
            Bits needed, following;
            each(masks_[i] | absent(why, i), [&](int k) {
                const Bits reached = up(sets & lacking[k], i64{1} << k);
                if (meet(reached, bad) && !has(masks_[i], k))
                    needed.add(k);
                else
                    following |= reached;
            });
            need(why, i, needed);
            sets = std::move(following);
        }
    }

private:
    // The values of a variable that are gone, and not known to be needed; none of the one that is asked about.
    [[nodiscard]] Bits absent(const Explanation& why, std::size_t i) const {
        return variables_[i] == x_ ? Bits() : moved(why.absent<Bits>(variables_[i]), -shifts_[i]);
    }
    // Note that values of a variable have to be gone.
    void need(Explanation& why, std::size_t i, const Bits& values) {
        why.need<Bits>(variables_[i], moved(values, shifts_[i]));
    }

    const std::vector<int>& variables_;
    int x_;
    ValueSets& sets_;
    std::vector<i64> shifts_;
    std::vector<Bits> masks_;
};

std::vector<Contribution> contributions(const std::vector<Group>& groups) {
    std::vector<Contribution> found;
    for (const Group& group : groups)
        for (const int x : group.variables)
            found.push_back({x, group.factor, {}});
    return found;
}

class GroupedSum final : public Propagator {
public:
    GroupedSum(const Store& store, std::vector<Group> groups, i64 total, std::shared_ptr<ValueSets> sets)
        : groups_(std::move(groups)),
          total_(total),
          sum_(contributions(groups_), Comparison::equal, total, {true, true, total, total}),
          sets_(std::move(sets)) {
        costly = true;
        for (const Group& group : groups_) {
            scope.insert(scope.end(), group.variables.begin(), group.variables.end());
            if (group.variables.size() > 1)
                cliques.push_back(group.variables);
        }
        common_ = store.base[scope[0]];
        is_framed_ = are_words(store, scope);
        for (const int x : scope)
            is_framed_ = is_framed_ && store.base[x] == common_;
    }

    // Of one group, singles and the sets of values that have the sum; of several, bounds.
    //
    // At the costly priority, domain consistency: each group by the sums that the others leave it. Where that is too
    // large, bounds and singles. Neither removes anything where each value has a solution, which is looked for first.
    bool propagate(Store& store) override {
        Word left = 0;
        if (read(store, left)) {
            Word missing = without(left, known_.supported(left));
            if (missing != 0 && store.costly)
                missing = without_solution(left, missing);
            if (missing == 0)
                return true;
        }
        if (groups_.size() == 1)
            return span(store, groups_[0]) <= 64 ? propagate_one<Word>(store) : propagate_one<Bits>(store);
        return store.costly ? propagate_all(store) : sum_.propagate(store);
    }

    // First by the sums that the groups have, and the sets of values that have them.
    Bits explain(Explanation& why, int x, const Bits& gone) override {
        std::vector<std::unique_ptr<Part>> parts;
        i64 target = total_;
        for (const Group& group : groups_) {
            auto cells = std::make_unique<Cells>(why, group, x, gone, *sets_);
            if (cells->width < 0)
                break;
            cells->add_up(why);
            target -= cells->offset;
            parts.push_back(std::move(cells));
        }
        if (parts.size() == groups_.size() && explain_total(why, parts, target)) {
            why.follow(NumberRule::combination);
            return {};
        }
        Bits left = sum_.explain(why, x, gone);
        for (const Group& group : groups_)
            if (any(left) &&
                (x < 0 || std::find(group.variables.begin(), group.variables.end(), x) != group.variables.end()))
                left = explain_different(why, group.variables, {}, {}, x, left);
        return left;
    }

private:
    // All values left as one word, `frame_` bits for each variable. False: they do not fit.
    bool read(const Store& store, Word& left) {
        if (!is_framed_)
            return false;
        left = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const Word m = store.word(scope[i]);
            if (!inside(m, up(below<Word>(frame_), lowest_))) {
                widen(store);
                return read(store, left);
            }
            left |= (m >> lowest_) << (static_cast<i64>(i) * frame_);
        }
        return true;
    }
    // Make the frame as wide as the domains are, if they fit.
    void widen(const Store& store) {
        Word all = up(below<Word>(frame_), lowest_);
        for (const int x : scope)
            all |= store.word(x);
        lowest_ = first(all);
        frame_ = length(all) - lowest_;
        is_framed_ = frame_ * static_cast<i64>(scope.size()) <= 64;
        known_.clear();
    }
    // Find solutions for the missing values. Returns the rest, the first of which has none, or none that is soon found.
    Word without_solution(Word left, Word missing) {
        Trial trial(groups_, total_, left, frame_, common_ + lowest_);
        while (missing != 0) {
            const Word found = trial.solution(first(missing));
            if (found == 0)
                break;
            known_.add(found);
            missing = without(missing, found);
        }
        return missing;
    }

    // The value of bit 0 of a group's masks, and how many values they span from there.
    struct Window {
        i64 base, width;
    };
    static Window window(const Store& store, const Group& group) {
        const i64 base = store.base[group.variables[0]];
        bool common = true;
        for (const int x : group.variables)
            common = common && store.has_mask(x) && store.base[x] == base;
        i64 lo = base, hi = base;
        for (std::size_t i = 0; i < group.variables.size(); ++i) {
            const i64 low = store.lo(group.variables[i]), high = store.hi(group.variables[i]);
            lo = common ? base : i == 0 ? low : std::min(lo, low);
            hi = i == 0 ? high : std::max(hi, high);
        }
        return {lo, hi - lo + 1};
    }
    static i64 span(const Store& store, const Group& group) { return window(store, group).width; }

    // The masks of a group; none if they are too wide.
    template <class M>
    static std::vector<M> masks_of(const Store& store, const Group& group, const Window& window) {
        std::vector<M> found;
        if (window.width <= SPAN)
            for (const int x : group.variables)
                found.push_back(store.window<M>(x, window.base, window.width));
        return found;
    }

    // Leave the variables of a group what is left of their masks.
    template <class M>
    [[nodiscard]] static bool narrow(Store& store, const Group& group, const std::vector<M>& masks, i64 base) {
        for (std::size_t i = 0; i < masks.size(); ++i)
            if (!store.keep_window(group.variables[i], base, masks[i]))
                return false;
        return true;
    }

    // Bounds of the sum, and singles.
    [[nodiscard]] bool weakly(Store& store) {
        if (!sum_.propagate(store))
            return false;
        for (const Group& group : groups_) {
            const Window here = window(store, group);
            if (here.width <= SPAN) {
                std::vector<Bits> masks = masks_of<Bits>(store, group, here);
                if (!separate(masks) || !narrow(store, group, masks, here.base))
                    return false;
                continue;
            }
            for (const int x : group.variables)
                if (store.is_fixed(x))
                    for (const int y : group.variables)
                        if (y != x && !store.remove(y, store.lo(x)))
                            return false;
        }
        return true;
    }

    template <class M>
    bool propagate_one(Store& store) {
        const Group& group = groups_[0];
        const Window here = window(store, group);
        std::vector<M> masks = masks_of<M>(store, group, here);
        Occurrences<M> found;
        for (const M& m : masks)
            found.add(m);
        if (found.clash)
            return false;
        const M &all = found.once, &twice = found.twice, &fixed = found.fixed;
        const int n = static_cast<int>(masks.size());
        if (here.base != base_ || length(all) > width_) {
            base_ = here.base;
            width_ = length(all);
            const i64 rest = total_ - group.factor * n * base_;
            has_sets_ = rest % group.factor == 0 && combinations(width_, n, MOST_SETS) <= MOST_SETS;
            sum_of_set_ = rest / group.factor;
        }
        if (masks.empty() || (!has_some_sets<M>(n) && combinations(width_, n, MOST_SETS) > MOST_SETS))
            return weakly(store);
        M allowed{}, needed = all;
        bool possible = false;
        if (has_sets_)
            for (const M& values : sets_->with_sum<M>(n, sum_of_set_, width_))
                if (inside(values, all) && inside(fixed, values)) {
                    allowed |= values;
                    needed = needed & values;
                    possible = true;
                }
        if (!possible)
            return false;
        const M naked = twice & fixed, lonely = without(without(needed, twice), fixed);
        if (any(lonely) || any(naked) || !(allowed == all)) {
            for (M& m : masks) {
                if (!several(m))
                    continue;
                if (meet(m, lonely)) {
                    m = m & lonely;
                    if (several(m))
                        return false;
                } else {
                    m = without(m & allowed, naked);
                }
            }
            if (!narrow(store, group, masks, here.base))
                return false;
        }
        if (!store.costly || fixed == all)
            return true;
        const i64 total = floor_div(total_, group.factor) - n * here.base;
        const bool holds = i64{n} * width_ <= 64 ? keep_sums<M, Word>(masks, bit<Word>(total), width_, *sets_)
                                                 : keep_sums<M, Bits>(masks, bit<Bits>(total), width_, *sets_);
        return holds && narrow(store, group, masks, here.base);
    }
    template <class M>
    bool has_some_sets(int n) {
        return has_sets_ && !sets_->with_sum<M>(n, sum_of_set_, width_).empty();
    }

    bool propagate_all(Store& store) {
        std::vector<Window> windows;
        bool words = true;
        for (const Group& group : groups_) {
            windows.push_back(window(store, group));
            const auto n = static_cast<i64>(group.variables.size());
            words = words && n * windows.back().width <= 64;
        }
        return words ? propagate_groups<Word>(store, windows) : propagate_groups<Bits>(store, windows);
    }

    template <class M>
    bool propagate_groups(Store& store, const std::vector<Window>& windows) {
        std::vector<std::vector<M>> masks;
        std::vector<int> widths;
        std::vector<M> sums;  // by group, the possible sums of positions
        std::vector<i64> factors;
        i64 target = total_;
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            masks.push_back(masks_of<M>(store, groups_[i], windows[i]));
            const std::vector<M>& found = masks.back();
            M all{};
            for (const M& m : found)
                all |= m;
            widths.push_back(length(all));
            if (found.empty() || (found.size() > 1 && widths.back() > (are_few(found) ? MOST_WIDE : MOST_WIDTH)))
                return weakly(store);
            sums.push_back(group_sums<M, M>(found, widths.back(), *sets_));
            if (!any(sums.back()))
                return false;
            factors.push_back(groups_[i].factor);
            target -= groups_[i].factor * static_cast<i64>(found.size()) * windows[i].base;
        }
        const std::vector<M> before = sums;
        if (!supported(sums, factors, target))
            return false;
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            if (sums[i] == before[i] && are_many(masks[i]))
                continue;  // any sum will do, and any value goes with some of the others
            if (!keep_sums<M, M>(masks[i], sums[i], widths[i], *sets_) ||
                !narrow(store, groups_[i], masks[i], windows[i].base))
                return false;
        }
        return true;
    }

    std::vector<Group> groups_;
    i64 total_;
    Sum<Bits> sum_;
    std::shared_ptr<ValueSets> sets_;
    // The values of all variables, if these are in a word from a common base on: from which bit, and how many.
    bool is_framed_ = false;
    i64 common_ = 0;
    int lowest_ = 0, frame_ = 0;
    KnownSolutions known_;
    // Of a single group, counted from a base: whether it is looked at by sets of values, the width, the sum of a set.
    i64 base_ = 0;
    int width_ = 0;
    bool has_sets_ = false;
    i64 sum_of_set_ = 0;
};

}  // namespace

std::unique_ptr<Propagator> make_grouped_sum(const Store& store, const Shared& shared, Numbers& in) {
    const i64 total = in.number();
    std::vector<Group> groups(static_cast<std::size_t>(in.length()));
    for (Group& group : groups) {
        group.factor = in.number();
        group.variables = in.list_below(store.count());
        if (group.factor == 0 || group.variables.empty())
            in.damaged = true;
    }
    if (in.damaged || groups.empty())
        return nullptr;
    Span span;
    span.add(1, total);
    for (const Group& group : groups) {
        i64 largest = 0;
        for (const int x : group.variables)
            largest = std::max(largest, store.largest(x));
        for (std::size_t i = 0; i < group.variables.size(); ++i)
            span.add(group.factor, largest);
    }
    if (!span.fits)
        return nullptr;
    return std::make_unique<GroupedSum>(store, std::move(groups), total, shared.sets);
}

}  // namespace puzzledsl
