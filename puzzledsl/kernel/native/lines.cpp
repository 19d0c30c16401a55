// Lines drawn along edges of a graph: what must be drawn, what cannot be, and why.
//
// A line with two ends is a closed one with a further edge between these, which is always drawn. Two rules are applied:
//
// 1. Degree. None or two edges are drawn in a place, one in an end; in a crossing also four, two on each of two lines.
// 2. Closing. Of a single line: nothing else is drawn beside a closed one.
//
// The reason of a removal is found by assuming the opposite: then a place or a closed line breaks its rule.
#include <array>
#include <span>

#include "constraints.hpp"

namespace puzzledsl {

namespace {

// See `puzzledsl/primitives/lines.py`.
enum class LineRule {
    third,     // more than two edges would be drawn in a place
    past_end,  // more than one would be in an end
    dead_end,  // a line would not go on from a place
    start,     // none would begin in an end
    crossing,  // lines would meet in a crossing without crossing there
    empty,     // no edge of a single line would be drawn
    closed,    // a single line would close beside a drawn edge
    finished,  // it would lead from end to end beside a drawn edge
    beside,    // an edge would be drawn beside a closed or finished line
    ends,      // a single line without edges, or with other than two ends
};

// What is known of an edge.
enum State : char { OUT, OPEN, DRAWN };

// Four edges of two lines that may cross: two opposite ones, and two others.
using Crossing = std::array<int, 4>;

struct LineGraph {
    int places = 0;
    std::vector<int> literals;               // by edge, whether it is drawn
    std::vector<std::pair<int, int>> edges;  // the places of each
    std::vector<int> ends;
    std::vector<std::vector<Crossing>> crossings;  // by place
    bool single = false;
};

// A line as far as it is joined for certain.
struct Line {
    std::span<const int> edges;
    std::array<std::pair<int, int>, 2> tips;  // at each end the last edge and the last place
    int ends = 0;                             // how many; a closed line has none
};

// How many edges are drawn in a place, and the first two of them.
struct Meeting {
    int count = 0;
    std::array<int, 2> edges{};
};

// Lists by position, one after another.
template <class T>
class Lists {
public:
    void add(const std::vector<T>& one) {
        items_.insert(items_.end(), one.begin(), one.end());
        begin_.push_back(items_.size());
    }
    [[nodiscard]] std::span<const T> operator[](int p) const {
        return {items_.data() + begin_[static_cast<std::size_t>(p)],
                items_.data() + begin_[static_cast<std::size_t>(p) + 1]};
    }

private:
    std::vector<T> items_;
    std::vector<std::size_t> begin_{0};
};

template <class M>
class Lines final : public Propagator {
public:
    Lines(const Store& store, LineGraph graph)
        : literals_(std::move(graph.literals)),
          edges_(std::move(graph.edges)),
          count_(static_cast<int>(literals_.size())),
          single_(graph.single),
          is_impossible_(single_ && (literals_.empty() || (!graph.ends.empty() && graph.ends.size() != 2))),
          most_(static_cast<std::size_t>(graph.places), 2),
          is_waiting_(most_.size()) {
        costly = true;
        cheap = false;
        for (const int literal : literals_) {
            variables_.push_back(store.literal(literal).variable);
            if constexpr (IS_WORD)
                meanings_.push_back(store.meaning<Word>(literal));
        }
        std::vector<int> position(static_cast<std::size_t>(store.count()), -1);
        std::vector<std::vector<int>> of;
        for (int e = 0; e < count_; ++e) {
            int& i = position[variables_[e]];
            if (i < 0) {
                i = static_cast<int>(scope.size());
                scope.push_back(variables_[e]);
                of.emplace_back();
            }
            of[i].push_back(e);
        }
        for (const auto& edges : of)
            of_.add(edges);
        read_.resize(of.size());
        if (single_ && graph.ends.size() == 2)
            edges_.emplace_back(graph.ends[0], graph.ends[1]);
        else
            for (const int p : graph.ends)
                most_[p] = 1;
        std::vector<std::vector<int>> at(most_.size());
        for (std::size_t e = 0; e < edges_.size(); ++e) {
            at[edges_[e].first].push_back(static_cast<int>(e));
            at[edges_[e].second].push_back(static_cast<int>(e));
        }
        for (std::size_t p = 0; p < at.size(); ++p) {
            at_.add(at[p]);
            crossings_.add(graph.crossings[p]);
        }
        current_.assign(edges_.size(), DRAWN);
        state_ = current_;
        met_.resize(most_.size());
        is_seen_.resize(edges_.size());
        line_of_.resize(2 * edges_.size());
    }

    // Apply both rules until nothing follows.
    bool propagate(Store& store) override {
        if (is_impossible_)
            return false;
        read(store);
        const bool is_first = !has_known_;
        if (!is_first && state_ == known_)
            return true;
        waiting_.clear();
        std::fill(is_waiting_.begin(), is_waiting_.end(), 0);
        is_new_ = is_first;
        if (is_first)
            for (int p = 0; p < static_cast<int>(most_.size()); ++p)
                wait(p);
        else
            for (int e = 0; e < count_; ++e)
                if (state_[e] != known_[e]) {
                    wait_beside(e);
                    is_new_ = is_new_ || known_[e] != OPEN || may_close(e);
                }
        while (!waiting_.empty() || is_new_) {
            while (!waiting_.empty()) {
                const int p = waiting_.back();
                waiting_.pop_back();
                if (std::exchange(is_waiting_[p], 0) != 0 && !keep_degree(store, p))
                    return false;
            }
            if (single_ && is_nowhere())
                return false;
            if (std::exchange(is_new_, false) && single_ && !keep_open(store))
                return false;
        }
        known_ = state_;
        has_known_ = true;
        return true;
    }

    Bits explain(Explanation& why, int x, const Bits& gone) override {
        const auto found = std::find(scope.begin(), scope.end(), x);
        if (found == scope.end())
            return gone;
        const auto edges = of_[static_cast<int>(found - scope.begin())];
        std::vector<int> own(edges.begin(), edges.end());
        M left{};
        if constexpr (IS_WORD)
            left = gone.word(0);
        else
            left = gone;
        M unexplained = left;
        own.push_back(-1);  // none of them is drawn
        for (const int e : own) {
            const M part = e < 0 ? left : left & meaning(why.store, e);
            left = without(left, part);
            if (!any(part))
                continue;
            assumed_ = {x, e};
            if (note_rule(why, std::span<const int>(own).first(own.size() - 1)))
                unexplained = without(unexplained, part);
        }
        return unexplained;
    }

    bool explain_conflict(Explanation& why) override {
        assumed_ = {-1, -1};
        if (is_impossible_)
            why.follow(LineRule::ends);
        return is_impossible_ || note_rule(why, {});
    }

    [[nodiscard]] i64 effort(const Store& store) const override {
        return Propagator::effort(store) + static_cast<i64>(edges_.size()) / 8;
    }

private:
    static constexpr bool IS_WORD = std::is_same_v<M, Word>;

    // ── what is known ───────────────────────────────────────────────────────────────────────────

    // Edges of variables that are as they were at the last time need not be looked at.
    void read(const Store& store) {
        for (int i = 0; i < static_cast<int>(scope.size()); ++i) {
            const int x = scope[static_cast<std::size_t>(i)];
            if (store.is_steady(x)) {
                const M mask = store.mask<M>(x);
                if (mask == read_[i])
                    continue;
                for (const int e : of_[i])
                    current_[e] = known_of(mask, meaning(store, e));
                read_[i] = mask;
            } else {
                for (const int e : of_[i]) {
                    const Truth known = store.entailed(literals_[e]);
                    current_[e] = known == Truth::open ? OPEN : known == Truth::yes ? DRAWN : OUT;
                }
            }
        }
        state_ = current_;
    }

    static State known_of(const M& mask, const M& meaning) {
        const M meant = mask & meaning;
        return meant == mask ? DRAWN : any(meant) ? OPEN : OUT;
    }

    [[nodiscard]] M meaning(const Store& store, int e) const {
        if constexpr (IS_WORD)
            return meanings_[e];
        else
            return store.meaning<Bits>(literals_[e]);
    }

    // The other place of an edge.
    [[nodiscard]] int across(int e, int p) const { return edges_[e].first == p ? edges_[e].second : edges_[e].first; }

    // Whether four edges that are left in a crossing, all drawn ones among them, may be two lines.
    [[nodiscard]] bool may_be_crossed(int p) const {
        const auto crossings = crossings_[p];
        if (crossings.empty())
            return false;
        const auto is_drawn = [this](int e) { return state_[e] == DRAWN; };
        const auto here = at_[p];
        const auto drawn = std::count_if(here.begin(), here.end(), is_drawn);
        return std::any_of(crossings.begin(), crossings.end(), [&](const Crossing& four) {
            return std::none_of(four.begin(), four.end(), [this](int e) { return state_[e] == OUT; }) &&
                   std::count_if(four.begin(), four.end(), is_drawn) == drawn;
        });
    }

    // Whether two edges are one line where two cross.
    [[nodiscard]] bool are_opposite(int p, int e, int f) const {
        for (const auto& [a, b, c, d] : crossings_[p])
            if ((e == a && f == b) || (e == b && f == a) || (e == c && f == d) || (e == d && f == c))
                return true;
        return false;
    }

    // Note which edges are drawn in each place.
    void find_meetings() {
        std::fill(met_.begin(), met_.end(), Meeting{});
        for (int e = 0; e < static_cast<int>(edges_.size()); ++e)
            if (state_[e] == DRAWN)
                for (const int p : {edges_[e].first, edges_[e].second}) {
                    Meeting& here = met_[p];
                    if (here.count < 2)
                        here.edges[static_cast<std::size_t>(here.count)] = e;
                    ++here.count;
                }
    }

    // The drawn edge that a line along another, where this is drawn, follows from a place on; -1: none for certain.
    // Since `find_meetings` no further one is drawn.
    [[nodiscard]] int next(int e, int p) const {
        if (crossings_[p].empty()) {
            const auto& [count, edges] = met_[p];
            return count == 1 && edges[0] != e ? edges[0]
                   : count != 2                ? -1
                   : edges[0] == e             ? edges[1]
                   : edges[1] == e             ? edges[0]
                                               : -1;
        }
        const bool is_crossed = may_be_crossed(p);
        int found = -1;
        for (const int f : at_[p])
            if (state_[f] == DRAWN && f != e && (!is_crossed || are_opposite(p, e, f))) {
                if (found >= 0)
                    return -1;
                found = f;
            }
        return found;
    }

    // Follow all lines.
    void find_lines() {
        find_meetings();
        lines_.clear();
        followed_.clear();
        followed_.reserve(edges_.size());  // so that it does not move
        std::fill(is_seen_.begin(), is_seen_.end(), 0);
        for (int start = 0; start < static_cast<int>(edges_.size()); ++start) {
            if (state_[start] != DRAWN || is_seen_[start] != 0)
                continue;
            const std::size_t begin = followed_.size();
            is_seen_[start] = 1;
            followed_.push_back(start);
            Line line;
            for (const int first : {edges_[start].first, edges_[start].second}) {
                int here = start, p = first, after = next(here, p);
                while (after >= 0 && is_seen_[after] == 0) {
                    is_seen_[after] = 1;
                    followed_.push_back(after);
                    here = after;
                    p = across(here, p);
                    after = next(here, p);
                }
                if (after < 0)
                    line.tips[static_cast<std::size_t>(line.ends++)] = {here, p};
                else if (line.ends == 0)
                    break;
            }
            line.edges = {followed_.data() + begin, followed_.data() + followed_.size()};
            lines_.push_back(line);
        }
    }

    [[nodiscard]] std::size_t drawn() const {
        return static_cast<std::size_t>(std::count(state_.begin(), state_.end(), DRAWN));
    }
    // Of a single line: nothing is drawn, and nothing can be.
    [[nodiscard]] bool is_nowhere() const {
        return std::all_of(state_.begin(), state_.end(), [](State one) { return one == OUT; });
    }

    // ── rules ───────────────────────────────────────────────────────────────────────────────────

    // The latest is looked at first; what comes up again without a change is passed over.
    void wait(int p) {
        waiting_.push_back(p);
        is_waiting_[p] = 1;
    }
    void wait_beside(int e) {
        wait(edges_[e].first);
        wait(edges_[e].second);
    }

    // Whether lines may be closed by what is now known of an edge: it is drawn, or does not let others cross.
    [[nodiscard]] bool may_close(int e) const {
        return state_[e] == DRAWN || !crossings_[edges_[e].first].empty() || !crossings_[edges_[e].second].empty();
    }

    bool decide(Store& store, int e, bool is_drawn) {
        state_[e] = is_drawn ? DRAWN : OUT;
        is_new_ = is_new_ || may_close(e);
        wait_beside(e);
        return is_drawn ? store.require(literals_[e]) : store.forbid(literals_[e]);
    }

    // How many edges are drawn in a place, and how many may be.
    struct Degree {
        int drawn = 0, open = 0;
    };
    [[nodiscard]] Degree degree(int p) const {
        Degree found;
        for (const int e : at_[p]) {
            found.drawn += state_[e] == DRAWN ? 1 : 0;
            found.open += state_[e] == OPEN ? 1 : 0;
        }
        return found;
    }
    [[nodiscard]] bool is_wrong(int p, Degree here) const {
        return here.drawn > most_[p] || (here.open == 0 && here.drawn == most_[p] - 1);
    }
    // Whether a place breaks the rule of degree, whatever becomes of its open edges.
    [[nodiscard]] bool breaks(int p) const { return is_wrong(p, degree(p)) && !may_be_crossed(p); }

    // Apply the rule of degree to a place.
    bool keep_degree(Store& store, int p) {
        if (may_be_crossed(p)) {
            for (const int e : at_[p])
                for (const State assumed : {DRAWN, OUT}) {
                    if (state_[e] != OPEN)
                        break;
                    state_[e] = assumed;
                    const bool is_impossible = breaks(p);
                    state_[e] = OPEN;
                    if (is_impossible && !decide(store, e, assumed == OUT))
                        return false;
                }
            return true;
        }
        const Degree here = degree(p);
        if (is_wrong(p, here))
            return false;
        const int lacking = most_[p] - here.drawn;
        if (here.open > 0 && (lacking == 0 || here.open == 1))
            for (const int e : at_[p])
                if (state_[e] == OPEN && !decide(store, e, lacking == 1))
                    return false;
        return true;
    }

    // No line is closed as long as something else is drawn; where one is, nothing else is drawn.
    bool keep_open(Store& store) {
        const std::size_t drawn = this->drawn();
        find_lines();
        for (const Line& line : lines_)
            if (line.ends == 0) {
                if (line.edges.size() < drawn)
                    return false;
                for (int e = 0; e < count_; ++e)
                    if (state_[e] == OPEN && !decide(store, e, false))
                        return false;
            }
        std::fill(line_of_.begin(), line_of_.end(), -1);
        for (int number = 0; number < static_cast<int>(lines_.size()); ++number)
            if (lines_[number].edges.size() < drawn)
                for (int k = 0; k < lines_[number].ends; ++k)
                    line_ending(lines_[number].tips[k]) = number;
        for (int number = 0; number < static_cast<int>(lines_.size()); ++number) {
            const Line& line = lines_[number];
            for (int k = 0; k < line.ends && line.edges.size() < drawn; ++k) {
                const auto [last, p] = line.tips[k];
                for (const int e : at_[p]) {
                    if (state_[e] != OPEN || next(e, p) != last)
                        continue;
                    const int q = across(e, p), beyond = next(e, q);
                    if (beyond >= 0 && line_ending({beyond, q}) == number && !decide(store, e, false))
                        return false;
                }
            }
        }
        return true;
    }

    // The number of the line that ends with an edge in a place; -1: none.
    int& line_ending(std::pair<int, int> tip) {
        const auto [e, p] = tip;
        return line_of_[2 * static_cast<std::size_t>(e) + (edges_[e].first == p ? 0 : 1)];
    }

    // ── why ─────────────────────────────────────────────────────────────────────────────────────

    // What was known of an edge before a step, unless it is assumed: one edge of a variable is drawn, or none.
    void look_back(const Explanation& why, int e) {
        const int x = variables_[e];
        if (x == assumed_.variable) {
            state_[e] = e == assumed_.edge ? DRAWN : OUT;
        } else if constexpr (IS_WORD) {
            state_[e] = known_of(why.mask<Word>(x), meanings_[e]);
        } else if (const Word* meant = why.store.meaning_words(literals_[e])) {
            const Word* mask = why.masks.data(x);  // reasons would spend most of their time on copies
            bool may_be_drawn = false, may_be_out = false;
            for (int i = 0; i < why.store.words[x]; ++i) {
                may_be_drawn = may_be_drawn || meet(mask[i], meant[i]);
                may_be_out = may_be_out || !inside(mask[i], meant[i]);
            }
            state_[e] = !may_be_out ? DRAWN : may_be_drawn ? OPEN : OUT;
        } else {
            state_[e] = known_of(why.mask<Bits>(x), meaning(why.store, e));
        }
    }

    // Note what breaks a rule; false where nothing does. What is assumed of some edges needs no reason.
    bool note_rule(Explanation& why, std::span<const int> assumed) {
        for (const int e : assumed)
            for (const int p : {edges_[e].first, edges_[e].second})
                if (note_degree(why, p))
                    return name_degree(why, p);
        for (int p = 0; assumed.empty() && p < static_cast<int>(most_.size()); ++p)
            if (note_degree(why, p))
                return name_degree(why, p);
        return single_ && note_closed(why);
    }

    // Say how a place breaks the rule of degree, after that has been noted.
    bool name_degree(Explanation& why, int p) const {
        const auto here = at_[p];
        const bool is_end = most_[p] == 1 || std::any_of(here.begin(), here.end(), [&](int e) { return e >= count_; });
        if (degree(p).drawn < most_[p])
            why.follow(is_end ? LineRule::start : LineRule::dead_end, drawn_in(p));
        else
            why.follow(is_end                  ? LineRule::past_end
                       : crossings_[p].empty() ? LineRule::third
                                               : LineRule::crossing,
                       drawn_in(p));
        return true;
    }

    bool note_degree(Explanation& why, int p) {
        const auto here = at_[p];
        for (const int e : here)
            if (e < count_)
                look_back(why, e);
        if (!breaks(p))
            return false;
        if (degree(p).drawn > most_[p] && crossings_[p].empty()) {
            noted_.clear();
            for (const int e : here)
                if (state_[e] == DRAWN)
                    noted_.push_back(e);
            std::stable_partition(noted_.begin(), noted_.end(), [&](int e) { return is_free(why, e); });
            for (int k = 0; k <= most_[p]; ++k)
                need(why, noted_[k]);
        } else {
            for (const int e : here)
                need(why, e);
        }
        return true;
    }

    bool note_closed(Explanation& why) {
        for (int e = 0; e < count_; ++e)
            look_back(why, e);
        if (is_nowhere()) {
            why.follow(LineRule::empty);
            for (int e = 0; e < count_; ++e)
                need(why, e);
            return true;
        }
        const std::size_t drawn = this->drawn();
        find_lines();
        for (const Line& line : lines_) {
            if (line.ends > 0 || line.edges.size() == drawn)
                continue;
            for (const int e : line.edges)
                need(why, e);
            std::fill(is_seen_.begin(), is_seen_.end(), 0);
            for (const int e : line.edges)
                is_seen_[e] = 1;
            noted_.clear();
            for (std::size_t e = 0; e < edges_.size(); ++e)
                if (state_[e] == DRAWN && is_seen_[e] == 0)
                    noted_.push_back(static_cast<int>(e));
            const auto free = std::find_if(noted_.begin(), noted_.end(), [&](int e) { return is_free(why, e); });
            need(why, free == noted_.end() ? noted_[0] : *free);
            const bool is_finished = line.edges.end() != std::find(line.edges.begin(), line.edges.end(), count_);
            if (assumed_.edge >= 0 && is_seen_[assumed_.edge] == 0)
                why.follow(LineRule::beside);
            else  // the one between the ends is the last, so another is named where there is one
                why.follow(is_finished ? LineRule::finished : LineRule::closed, variable_of(noted_[0]));
            for (int p = 0; p < static_cast<int>(most_.size()); ++p) {
                if (crossings_[p].empty())
                    continue;
                noted_.clear();
                for (const int e : at_[p])
                    if (is_seen_[e] != 0)
                        noted_.push_back(e);
                // The line turns here, since none crosses it.
                if (noted_.size() == 2 && !are_opposite(p, noted_[0], noted_[1]))
                    for (const int e : at_[p])
                        need(why, e);
            }
            return true;
        }
        return false;
    }

    // The variable of an edge; -1 of the one that joins the ends of a single line.
    [[nodiscard]] int variable_of(int e) const { return e < count_ ? variables_[e] : -1; }

    // That of the first drawn edge in a place for which nothing is assumed; -1: there is none.
    [[nodiscard]] int drawn_in(int p) const {
        for (const int e : at_[p])
            if (state_[e] == DRAWN && variable_of(e) != assumed_.variable)
                return variable_of(e);
        return -1;
    }

    // Whether what is known of an edge needs no reason.
    [[nodiscard]] bool is_free(const Explanation& why, int e) const {
        if (e >= count_ || variables_[e] == assumed_.variable)
            return true;
        const M first = why.first<M>(variables_[e]), meant = meaning(why.store, e);
        return state_[e] == DRAWN ? inside(first, meant) : !meet(first, meant);
    }

    // Note what is known of an edge, unless it is open.
    void need(Explanation& why, int e) const {
        if (e >= count_ || state_[e] == OPEN || variables_[e] == assumed_.variable)
            return;
        if (state_[e] == DRAWN)
            why.need_outside<M>(variables_[e], meaning(why.store, e));
        else
            why.need<M>(variables_[e], meaning(why.store, e));
    }

    std::vector<int> literals_;               // by edge, whether it is drawn
    std::vector<std::pair<int, int>> edges_;  // the places of each, and the ends of a single line
    int count_;                               // of literals
    bool single_, is_impossible_;
    std::vector<int> most_;  // by place how many edges of one line are drawn there
    std::vector<int> variables_;
    std::vector<Word> meanings_;  // by edge the values with which it is drawn, if all are words
    Lists<int> of_;               // by position in `scope` the edges of a variable
    Lists<int> at_;               // by place its edges
    Lists<Crossing> crossings_;

    std::vector<M> read_;  // by position in `scope` the mask when `current_` was set
    // Of edges: when they were read; now, or where reasons are found; and when nothing followed.
    std::vector<State> current_, state_, known_;
    bool has_known_ = false;
    bool is_new_ = false;  // lines may have become closed
    std::vector<int> waiting_;
    std::vector<char> is_waiting_;  // by place, whether something has changed there
    std::vector<Meeting> met_;      // by place
    std::vector<Line> lines_;
    std::vector<int> followed_;  // the edges of these
    std::vector<char> is_seen_;
    std::vector<int> line_of_;  // by edge and place, see `line_ending`

    struct {
        int variable, edge;
    } assumed_{-1, -1};  // for reasons: of this variable's edges only this one is drawn
    std::vector<int> noted_;
};

}  // namespace

std::unique_ptr<Propagator> make_lines(const Store& store, Numbers& in) {
    LineGraph graph;
    graph.literals = in.list_below(store.literals());
    const int count = static_cast<int>(graph.literals.size());
    graph.places = in.length();
    for (int e = 0; e < count; ++e) {
        const int a = in.below(graph.places), b = in.below(graph.places);
        graph.edges.emplace_back(a, b);
    }
    graph.ends = in.list_below(graph.places);
    graph.crossings.resize(static_cast<std::size_t>(graph.places));
    for (int i = in.length(); i > 0 && !in.damaged; --i) {
        const int p = in.below(graph.places);
        std::vector<Crossing> fours(static_cast<std::size_t>(in.length()));
        for (Crossing& four : fours)
            for (int& e : four)
                e = in.below(count);
        if (!in.damaged)
            graph.crossings[p] = std::move(fours);
    }
    graph.single = in.below(2) != 0;
    if (in.damaged)
        return nullptr;
    std::vector<int> variables;
    variables.reserve(graph.literals.size());
    for (const int literal : graph.literals)
        variables.push_back(store.literal(literal).variable);
    if (are_words(store, variables))
        return std::make_unique<Lines<Word>>(store, std::move(graph));
    return std::make_unique<Lines<Bits>>(store, std::move(graph));
}

}  // namespace puzzledsl
