#include "diagram.hpp"

#include <set>

#include "known_solutions.hpp"

namespace puzzledsl {

namespace {

// Words that are tried one after another, instead of the arcs of their diagram.
constexpr std::size_t MOST_LISTED = 1'000;

// The values that lead from a node to one at the next place; nodes are numbered within their place.
template <class M>
struct Arc {
    M values;
    int source, target;
};

// Words as paths. Each arc is on a path from the start to the end; no two nodes of a place have the same endings.
template <class M>
struct Diagram {
    std::vector<std::vector<Arc<M>>> arcs;  // by place, those of a source side by side
    std::vector<std::vector<int>> ends;     // by place and source, the end of its arcs
    std::vector<int> widths;                // nodes by place, and at the end
    std::vector<M> values;                  // by place those of all arcs
};

template <class M>
class Reader final : public Automaton {
public:
    Reader(const Moves& moves, const std::vector<i64>& values) : start_(moves.start), accepting_(moves.accepting) {
        base = values.front() >= 0 && values.back() < COMMON ? 0 : values.front();
        width = values.back() - base + 1;
        if (static_cast<u64>(values.back()) - static_cast<u64>(base) >= static_cast<u64>(SPAN))
            letters = values;
        for (const auto& move : moves.of) {
            std::map<int, M> masks;
            for (const auto& [value, target] : move)
                masks[target] |= bit<M>(place(value));
            edges_.emplace_back(masks.begin(), masks.end());
        }
    }

    i64 base, width;           // the least of the values (or less), and how far they go from there: bits of masks
    std::vector<i64> letters;  // where values lie far apart, all of them, each with its place for a bit; else empty

    std::unique_ptr<Propagator> line(std::shared_ptr<Automaton> self, const Store& store,
                                     std::vector<int> variables) override;
    std::unique_ptr<Propagator> different_line(std::shared_ptr<Automaton> self, std::vector<int> variables) override;

    [[nodiscard]] int start() const { return start_; }
    [[nodiscard]] bool accepts(int state) const {
        return std::find(accepting_.begin(), accepting_.end(), state) != accepting_.end();
    }
    [[nodiscard]] const std::vector<std::pair<int, M>>& edges(int state) const { return edges_[state]; }

    // The values of a variable.
    [[nodiscard]] M values_of(const Store& store, int x) const {
        if (letters.empty()) {
            if constexpr (std::is_same_v<M, Word>)
                if (store.is_word(x) && store.base[x] == base)
                    return store.word(x) & below<Word>(width);
            return store.window<M>(x, base, width);
        }
        M found{};
        for (std::size_t i = 0; i < letters.size(); ++i)
            if (store.contains(x, letters[i]))
                found |= bit<M>(static_cast<i64>(i));
        return found;
    }
    [[nodiscard]] bool keep(Store& store, int x, const M& mask) const {
        if (letters.empty())
            return store.keep_window(x, base, mask);
        Domain left;
        each(mask, [&](int k) {
            auto& intervals = left.intervals;
            if (!intervals.empty() && intervals.back().second + 1 == letters[k])
                ++intervals.back().second;
            else
                intervals.emplace_back(letters[k], letters[k]);
        });
        return store.keep(x, left);
    }
    // The accepted words of a length, for all lines of that length; nothing: too many arcs.
    const Diagram<M>* diagram(std::size_t length) {
        const auto known = diagrams_.find(length);
        if (known != diagrams_.end())
            return known->second ? &*known->second : nullptr;
        const M everything = below<M>(letters.empty() ? width : static_cast<i64>(letters.size()));
        auto& made = diagrams_[length] = unrolled(std::vector<M>(length, everything));
        return made ? &*made : nullptr;
    }
    // The accepted words of a length, each with one bit for each place; none: they are too many, or too wide.
    const std::vector<Word>& listed(std::size_t length) {
        const auto [place, is_new] = listed_.try_emplace(length);
        if constexpr (std::is_same_v<M, Word>) {
            std::vector<Word>& found = place->second;
            const Diagram<Word>* whole = diagram(length);
            if (is_new && whole != nullptr && length > 0 && letters.empty() && static_cast<i64>(length) * width <= 64)
                list(*whole, 0, 0, 0, found);
            if (found.size() > MOST_LISTED)
                found.clear();
        }
        return place->second;
    }
    // The accepted words with these values by place: without dead ends, nodes with the same endings merged. Nothing: it
    // has more than `MOST_ARCS` arcs before that.
    [[nodiscard]] std::optional<Diagram<M>> unrolled(const std::vector<M>& masks) const {
        std::vector<std::set<int>> layers{{start_}};
        int arcs = 0;
        for (const M& mask : masks) {
            std::set<int> following;
            for (const int state : layers.back()) {
                arcs += static_cast<int>(edges_[state].size());
                for (const auto& [target, values] : edges_[state])
                    if (meet(values, mask))
                        following.insert(target);
            }
            if (arcs > MOST_ARCS)
                return std::nullopt;
            layers.push_back(std::move(following));
        }
        std::map<int, int> nodes;
        for (const int state : layers.back())
            if (accepts(state))
                nodes[state] = 0;
        Diagram<M> found;
        const std::size_t n = masks.size();
        found.arcs.resize(n);
        found.ends.resize(n);
        found.widths.assign(n + 1, 0);
        found.values.resize(n);
        found.widths[n] = nodes.empty() ? 0 : 1;
        for (std::size_t i = n; i-- > 0;) {
            std::map<int, int> before;
            std::vector<std::vector<std::pair<int, M>>> known;
            for (const int state : layers[i]) {
                std::map<int, M> leading;
                for (const auto& [target, values] : edges_[state]) {
                    const auto node = nodes.find(target);
                    if (node != nodes.end() && meet(values, masks[i]))
                        leading[node->second] |= values & masks[i];
                }
                if (leading.empty())
                    continue;
                const std::vector<std::pair<int, M>> endings(leading.begin(), leading.end());
                std::size_t number = 0;
                while (number < known.size() && !(known[number] == endings))
                    ++number;
                if (number == known.size()) {
                    known.push_back(endings);
                    for (const auto& [target, values] : endings) {
                        found.arcs[i].push_back({values, static_cast<int>(number), target});
                        found.values[i] |= values;
                    }
                    found.ends[i].push_back(static_cast<int>(found.arcs[i].size()));
                }
                before[state] = static_cast<int>(number);
            }
            found.widths[i] = static_cast<int>(known.size());
            nodes = std::move(before);
        }
        return found;
    }

private:
    // List the words from a node on, after some values; one more than `MOST_LISTED` at most.
    void list(const Diagram<Word>& whole, std::size_t i, int node, Word before, std::vector<Word>& found) const {
        if (i == whole.arcs.size())
            found.push_back(before);
        else
            for (const Arc<Word>& arc : whole.arcs[i])
                if (arc.source == node)
                    each(arc.values, [&](int k) {
                        if (found.size() <= MOST_LISTED)
                            list(whole, i + 1, arc.target, before | bit<Word>(k + static_cast<i64>(i) * width), found);
                    });
    }
    [[nodiscard]] i64 place(i64 value) const {
        return letters.empty() ? value - base
                               : std::lower_bound(letters.begin(), letters.end(), value) - letters.begin();
    }

    int start_;
    std::vector<int> accepting_;
    std::vector<std::vector<std::pair<int, M>>> edges_;  // by state (next state, values)
    std::map<std::size_t, std::optional<Diagram<M>>> diagrams_;
    std::map<std::size_t, std::vector<Word>> listed_;
};

// Some variables that read a word of a diagram.
//
// Domain consistency as by Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables (CP
// 2004).
template <class M>
class Line final : public Propagator {
public:
    Line(std::shared_ptr<Automaton> owner, Reader<M>& reader, std::vector<int> variables)
        : owner_(std::move(owner)),
          reader_(reader),
          variables_(std::move(variables)),
          whole_(reader.diagram(variables_.size())) {
        for (const int x : variables_)
            if (std::find(scope.begin(), scope.end(), x) == scope.end())
                scope.push_back(x);
        if (scope.size() == variables_.size())
            words_ = &reader.listed(variables_.size());
    }

    // Keep the values on paths from the start to the end.
    bool propagate(Store& store) override {
        masks_.clear();
        for (const int x : variables_)
            masks_.push_back(reader_.values_of(store, x));
        if (words_ != nullptr && !words_->empty())
            leave_listed();
        else if (!leave())
            return false;
        for (std::size_t i = masks_.size(); i-- > 0;)
            if (!reader_.keep(store, variables_[i], masks_[i]))
                return false;
        return true;
    }

    [[nodiscard]] i64 effort(const Store& store) const override {
        std::size_t arcs = whole_ == nullptr ? MOST_ARCS : 0;
        if (whole_ != nullptr)
            for (const auto& layer : whole_->arcs)
                arcs += layer.size();
        return Propagator::effort(store) + static_cast<i64>(arcs) / 32;
    }

    Bits explain(Explanation& why, int x, const Bits& gone) override {
        if (!reader_.letters.empty() || whole_ == nullptr)
            return gone;
        if (explained(why, x, gone))
            return {};
        if (!several(gone))
            return gone;
        Bits left;  // some may still occur; a variable that is read twice may lose each at another place
        each(gone, [&](int k) { left |= explain(why, x, bit<Bits>(k)); });
        return left;
    }

private:
    // Leave by place the values of the listed words.
    void leave_listed() {
        if constexpr (std::is_same_v<M, Word>) {
            Word left = 0;
            for (std::size_t i = 0; i < masks_.size(); ++i)
                left |= masks_[i] << (static_cast<i64>(i) * reader_.width);
            Word found = known_.supported(left);
            for (std::size_t i = 0; i < words_->size() && found != left; ++i) {
                const Word word = (*words_)[i];
                if (inside(word, left) && !inside(word, found)) {
                    found |= word;
                    known_.add(word);
                }
            }
            for (std::size_t i = 0; i < masks_.size(); ++i)
                masks_[i] = down(found, static_cast<i64>(i) * reader_.width) & below<Word>(reader_.width);
        }
    }
    // Leave by place the values on paths. False: there is no path.
    bool leave() {
        if (whole_ == nullptr) {
            auto diagram = reader_.unrolled(masks_);
            if (!diagram)
                return true;
            if (diagram->widths[0] == 0)
                return false;
            masks_ = std::move(diagram->values);
            return true;
        }
        const Diagram<M>& diagram = *whole_;
        if (diagram.widths[0] == 0)
            return false;
        const std::size_t n = masks_.size();
        marked_.resize(static_cast<std::size_t>(*std::max_element(diagram.widths.begin(), diagram.widths.end())));
        open_.clear();
        ends_.clear();
        nodes_.assign(1, 0);
        for (std::size_t i = 0; i < n; ++i) {
            following_.clear();
            ++stamp_;
            for (const int node : nodes_) {
                const Arc<M>* arc = diagram.arcs[i].data() + (node > 0 ? diagram.ends[i][node - 1] : 0);
                const Arc<M>* const end = diagram.arcs[i].data() + diagram.ends[i][node];
                for (; arc != end; ++arc)
                    if (meet(arc->values, masks_[i])) {
                        open_.push_back(arc);
                        if (std::exchange(marked_[arc->target], stamp_) != stamp_)
                            following_.push_back(arc->target);
                    }
            }
            if (following_.empty())
                return false;
            ends_.push_back(open_.size());
            nodes_.swap(following_);
        }
        leading_.resize(marked_.size());
        std::size_t end = open_.size();
        leading_[0] = ++stamp_;
        for (std::size_t i = n; i-- > 0;) {
            const std::size_t begin = i > 0 ? ends_[i - 1] : 0;
            M values{};
            ++stamp_;
            for (std::size_t k = begin; k < end; ++k) {
                const Arc<M>& arc = *open_[k];
                if (leading_[arc.target] == stamp_ - 1) {
                    marked_[arc.source] = stamp_;
                    values |= arc.values;
                }
            }
            masks_[i] = masks_[i] & values;
            leading_.swap(marked_);
            end = begin;
        }
        return true;
    }

    // Explain why there is no path within the domains; false: there is one.
    //
    // Gange, Stuckey & Szymanek, MDD Propagators with Explanation (Constraints 16, 2011): find, backwards, the nodes
    // that lead to the end within the domains. Then walk forwards from the start and give back all values that are
    // gone, except those that would lead to such a node: these are needed, each of them.
    bool explained(Explanation& why, int x, const Bits& gone) {
        const Diagram<M>& diagram = *whole_;
        if (diagram.widths[0] == 0)
            return true;
        const M readable = below<M>(reader_.width);
        const int n = static_cast<int>(variables_.size());
        std::vector<M> present, absent;  // by place the values within the domains; those gone, not known to be needed
        std::vector<i64> shifts;
        const auto read = [&](const Bits& m, i64 shift) {
            if (-shift >= reader_.width)  // it could be 10^12: too many bits for any memory
                return M{};
            const Bits found = moved(m, -shift);
            if constexpr (std::is_same_v<M, Word>)
                return found.word(0) & readable;
            else
                return found & readable;
        };
        for (const int y : variables_) {
            const i64 shift = reader_.base - why.base(y);
            const Bits mask = y == x ? gone : why.mask<Bits>(y);
            const Bits other = y == x ? Bits() : without(without(why.first<Bits>(y), mask), why.needed<Bits>(y));
            present.push_back(read(mask, shift));
            absent.push_back(read(other, shift));
            shifts.push_back(shift);
        }
        std::vector<std::vector<char>> leading{{1}};  // from the end on
        int first = n;                                // the first place before which nodes lead to the end
        bool leads = true;
        while (leads && first > 0) {
            --first;
            leads = false;
            std::vector<char> sources(static_cast<std::size_t>(diagram.widths[first]), 0);
            for (const Arc<M>& arc : diagram.arcs[first])
                if (leading.back()[arc.target] != 0 && meet(arc.values, present[first])) {
                    sources[arc.source] = 1;
                    leads = true;
                }
            leading.push_back(std::move(sources));
        }
        if (leads)
            return false;
        leading.pop_back();
        bool every = true;  // whether all nodes of the place are reached; then they are not marked
        std::vector<char> reached;
        for (int i = 0; i < n; ++i) {
            M rest = absent[i];
            if (any(rest) && i >= first) {
                M needed{};
                const auto& targets = leading[n - 1 - i];
                for (const Arc<M>& arc : diagram.arcs[i])
                    if (targets[arc.target] != 0 && (every || reached[arc.source] != 0))
                        needed |= arc.values & rest;
                if (any(needed)) {
                    why.need<Bits>(variables_[i], moved(Bits(needed), shifts[i]));
                    rest = without(rest, needed);
                }
            }
            rest |= present[i];
            if (every && inside(diagram.values[i], rest))
                continue;
            std::vector<char> following(static_cast<std::size_t>(diagram.widths[i + 1]), 0);
            for (const Arc<M>& arc : diagram.arcs[i])
                if ((every || reached[arc.source] != 0) && meet(arc.values, rest))
                    following[arc.target] = 1;
            reached = std::move(following);
            every = false;
        }
        return true;
    }

    std::shared_ptr<Automaton> owner_;
    Reader<M>& reader_;
    std::vector<int> variables_;
    const Diagram<M>* whole_;                   // none if it is too large
    const std::vector<Word>* words_ = nullptr;  // all, if there are some
    KnownSolutions known_;
    std::vector<M> masks_;
    // Room for `leave`: arcs within the domains from reached nodes, and by place the end of them; nodes, and when they
    // have been marked.
    std::vector<const Arc<M>*> open_;
    std::vector<std::size_t> ends_;
    std::vector<int> nodes_, following_;
    std::vector<i64> marked_, leading_;
    i64 stamp_ = 0;
};

// Variables that read a word without a repeated value, by the states that can be reached with each set of used values.
template <class M>
class DifferentLine final : public Propagator {
public:
    DifferentLine(std::shared_ptr<Automaton> owner, const Reader<M>& reader, std::vector<int> variables)
        : owner_(std::move(owner)), reader_(reader) {
        scope = std::move(variables);
    }

    bool propagate(Store& store) override {
        struct Step {
            int source, target;
            M value;
        };
        std::vector<std::vector<Step>> steps(scope.size());
        std::vector<std::pair<int, M>> layer{{reader_.start(), M{}}};  // states with the values used so far
        for (std::size_t i = 0; i < scope.size(); ++i) {
            std::map<std::pair<int, std::vector<Word>>, int> numbers;
            std::vector<std::pair<int, M>> following;
            const M values = reader_.values_of(store, scope[i]);
            for (std::size_t source = 0; source < layer.size(); ++source) {
                const auto& [state, used] = layer[source];
                for (const auto& [target, leading] : reader_.edges(state))
                    each(without(leading & values, used), [&](int k) {
                        const M then = used | bit<M>(k);
                        const auto [known, is_new] =
                            numbers.try_emplace({target, words(then)}, static_cast<int>(following.size()));
                        if (is_new)
                            following.emplace_back(target, then);
                        steps[i].push_back({static_cast<int>(source), known->second, bit<M>(k)});
                    });
            }
            if (following.size() > MOST_SITUATIONS)
                return true;
            layer = std::move(following);
        }
        std::vector<char> alive;
        alive.reserve(layer.size());
        for (const auto& [state, used] : layer)
            alive.push_back(reader_.accepts(state) ? 1 : 0);
        for (std::size_t i = scope.size(); i-- > 0;) {
            std::vector<char> sources(i > 0 ? steps[i - 1].size() : 1);  // there are at least as many steps as targets
            M left{};
            for (const Step& step : steps[i])
                if (alive[step.target] != 0) {
                    sources[step.source] = 1;
                    left |= step.value;
                }
            if (!reader_.keep(store, scope[i], left))
                return false;
            alive = std::move(sources);
        }
        return true;
    }

    [[nodiscard]] i64 effort(const Store& store) const override {
        return Propagator::effort(store) + static_cast<i64>(MOST_SITUATIONS * scope.size()) / 32;
    }

private:
    static std::vector<Word> words(const M& m) {
        if constexpr (std::is_same_v<M, Word>)
            return {m};
        else
            return {m.words(), m.words() + m.size()};
    }

    std::shared_ptr<Automaton> owner_;
    const Reader<M>& reader_;
};

template <class M>
std::unique_ptr<Propagator> Reader<M>::different_line(std::shared_ptr<Automaton> self, std::vector<int> variables) {
    return std::make_unique<DifferentLine<M>>(std::move(self), *this, std::move(variables));
}

template <class M>
std::unique_ptr<Propagator> Reader<M>::line(std::shared_ptr<Automaton> self, const Store&, std::vector<int> variables) {
    return std::make_unique<Line<M>>(std::move(self), *this, std::move(variables));
}

}  // namespace

std::shared_ptr<Automaton> make_automaton(const Moves& moves) {
    std::set<i64> known;
    for (const auto& move : moves.of)
        for (const auto& [value, target] : move)
            known.insert(value);
    if (known.empty())
        known.insert(0);
    const std::vector<i64> values(known.begin(), known.end());
    const i64 base = values.front() >= 0 && values.back() < COMMON ? 0 : values.front();
    const u64 width = static_cast<u64>(values.back()) - static_cast<u64>(base) + 1;
    if (width <= 64 || (width > static_cast<u64>(SPAN) && values.size() <= 64))
        return std::make_shared<Reader<Word>>(moves, values);
    return std::make_shared<Reader<Bits>>(moves, values);
}

Moves moves_of(const std::vector<i64>& rows, std::size_t length) {
    Moves found;
    found.of.resize(2);
    std::vector<i64> path;
    std::vector<int> nodes{0};
    for (std::size_t at = 0; length > 0 && at + length <= rows.size(); at += length) {
        std::size_t same = 0;
        while (same < path.size() && path[same] == rows[at + same])
            ++same;
        path.resize(same);
        nodes.resize(same + 1);
        for (std::size_t i = same; i + 1 < length; ++i) {
            const int node = static_cast<int>(found.of.size());
            found.of.emplace_back();
            found.of[nodes.back()].emplace_back(rows[at + i], node);
            nodes.push_back(node);
            path.push_back(rows[at + i]);
        }
        found.of[nodes.back()].emplace_back(rows[at + length - 1], 1);
    }
    if (!rows.empty())
        found.accepting.push_back(length > 0 ? 1 : 0);
    return found;
}

}  // namespace puzzledsl
