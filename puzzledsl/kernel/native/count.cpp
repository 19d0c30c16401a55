#include "count.hpp"

#include <algorithm>
#include <numeric>

namespace puzzledsl {

namespace {

// Components whose count is remembered.
constexpr std::size_t MOST_REMEMBERED = 2'000'000;

}  // namespace

SolutionCount::SolutionCount(Engine& engine, CountOptions options, std::optional<WholeNumber> limit)
    : engine_(engine),
      store_(engine.store),
      options_(std::move(options)),
      limit_(std::move(limit)),
      is_shown_(store_.words.size()),
      is_source_(store_.words.size()),
      parts_of_(store_.words.size()),
      variables_(store_.words.size()),
      mark_(store_.mark()) {
    for (const int x : options_.shown)
        is_shown_[x] = 1;
    for (const int x : options_.sources)
        is_source_[x] = 1;
    for (std::size_t number = 0; number < options_.parts.size(); ++number)
        for (const int x : options_.parts[number].scope)
            parts_of_[x].push_back(static_cast<int>(number));
    std::iota(variables_.begin(), variables_.end(), 0);
}

Counted SolutionCount::run() {
    while (true) {
        if (refused_)
            return Counted::refused;
        if (limit_ && found >= *limit_)
            return Counted::limit;
        if (state_ == State::over)
            return Counted::done;
        const Counted ended = step();
        if (ended != Counted::more || engine_.slice_is_over())
            return ended;
    }
}

void SolutionCount::close() {
    if (search_)
        search_->close();
    store_.undo(mark_);
    engine_.forget();
}

Counted SolutionCount::step() {
    switch (state_) {
        case State::begin:
            return begin();
        case State::value:
            return next_value();
        case State::propagating:
            return propagated();
        case State::result:
            return go_on();
        case State::component:
            return next_component();
        case State::searching:
            switch (search_->run({i64{1} << 60, i64{1} << 60, i64{1} << 60})) {
                case Outcome::leaf:
                    if (search_alone_) {
                        state_ = State::search_leaf;
                        return Counted::leaf;
                    }
                    search_->judge(true);
                    search_->close();
                    return looked(true);
                case Outcome::refuted:
                    return looked(false);
                case Outcome::stuck:
                    return Counted::refused;
                default:
                    return Counted::more;
            }
        case State::leaf:
        case State::search_leaf:
            return Counted::leaf;  // it has not been judged yet
        case State::over:
            break;
    }
    return Counted::more;
}

bool SolutionCount::all_fixed(const std::vector<int>& variables) const {
    for (const int x : variables)
        if (!store_.is_fixed(x))
            return false;
    return true;
}

Counted SolutionCount::begin() {
    std::vector<int> open;
    bool has_source = false;
    for (const int x : variables_)
        if (!store_.is_fixed(x)) {
            open.push_back(x);
            has_source = has_source || is_source_[x] != 0;
        }
    if (!has_source && all_fixed(options_.sources)) {
        // The verifier decides, whatever auxiliary variables are open: no constraint may be left that defines them. If
        // those of another component have no values, it refuses, and the product with that component is 0.
        state_ = State::leaf;
        return Counted::leaf;
    }
    if (open.empty())
        return add(factor_, 1);
    frames_.emplace_back(Remainder{components(open), 0, order_.size(), 1, factor_, {}});
    return next_component();
}

void SolutionCount::judge(bool accepted) {
    if (state_ == State::search_leaf) {
        search_->judge(accepted);
        state_ = State::searching;
        if (accepted) {
            search_->close();
            looked(true);
        }
        return;
    }
    bool whole = true;
    for (int x = 0; whole && x < store_.count(); ++x)
        whole = store_.is_fixed(x);
    result_ = accepted ? 1 : 0;
    state_ = State::result;
    if (accepted) {
        verified_ = true;
        found += factor_;
    } else if (whole) {
        state_ = State::over;
        refused_ = true;
    }
}

Counted SolutionCount::add(const WholeNumber& number, WholeNumber result) {
    if (!number.is_zero() && !verified_) {  // verify one before any is counted
        waiting_ = number;
        result_then_ = std::move(result);
        looks_for_ = RESULT;
        look(options_.sources);
        return Counted::more;
    }
    result_ = std::move(result);
    state_ = State::result;
    found += number;
    return Counted::more;
}

void SolutionCount::look(std::vector<int> variables) {
    std::vector<char> inside(store_.words.size());
    for (const int x : variables)
        inside[x] = 1;
    search_alone_ = true;
    for (const int x : options_.sources)
        search_alone_ = search_alone_ && (store_.is_fixed(x) || inside[x] != 0);
    SearchOptions options;
    options.variables = search_alone_ ? options_.sources : std::move(variables);
    search_mark_ = store_.mark();
    search_ = std::make_unique<Search>(engine_, std::move(options));
    state_ = State::searching;
}

Counted SolutionCount::looked(bool possible) {
    search_.reset();
    store_.undo(search_mark_);
    engine_.forget();
    verified_ = verified_ || (possible && search_alone_);
    state_ = State::result;
    if (looks_for_ == COMPONENT) {  // one will do
        result_ = 0;
        return possible ? add(waiting_, 1) : Counted::more;
    }
    refused_ = !possible;
    if (possible)
        found += waiting_;
    if (looks_for_ == KNOWN)
        state_ = State::component;
    else
        result_ = result_then_;
    return Counted::more;
}

// After a result: of a component, or of what is left behind a branch.
Counted SolutionCount::go_on() {
    if (frames_.empty()) {
        state_ = State::over;
        return Counted::more;
    }
    if (auto* branching = std::get_if<Branching>(&frames_.back())) {
        branching->total += result_;
        store_.undo(branching->mark);
        engine_.forget();
        return next_value();
    }
    auto& remainder = std::get<Remainder>(frames_.back());
    if (counts_.size() < MOST_REMEMBERED) {
        counts_[remainder.key] = result_;
        order_.push_back(remainder.key);
    }
    remainder.product = remainder.product * result_;
    ++remainder.place;
    return next_component();
}

Counted SolutionCount::next_component() {
    auto& remainder = std::get<Remainder>(frames_.back());
    while (remainder.place < remainder.components.size() && !remainder.product.is_zero()) {
        const bool is_last = remainder.place + 1 == remainder.components.size();
        const WholeNumber part = is_last ? remainder.factor * remainder.product : WholeNumber(0);
        const std::vector<int>& component = remainder.components[remainder.place];
        remainder.key = key_of(component);
        const auto known = counts_.find(remainder.key);
        if (known != counts_.end()) {
            // It is not remembered again, so it is not taken for a result.
            const WholeNumber count = known->second;
            remainder.product = remainder.product * count;
            ++remainder.place;
            if (part.is_zero() || count.is_zero())
                continue;
            if (!verified_) {
                waiting_ = part * count;
                looks_for_ = KNOWN;
                look(options_.sources);
                return Counted::more;
            }
            found += part * count;
            continue;
        }
        int chosen = -1;
        i64 fewest = 0;
        std::size_t most = 0;
        for (const int x : component)
            if (is_shown_[x] != 0) {
                const i64 size = store_.size(x);
                if (chosen < 0 || size < fewest || (size == fewest && parts_of_[x].size() > most)) {
                    chosen = x;
                    fewest = size;
                    most = parts_of_[x].size();
                }
            }
        if (chosen < 0) {
            waiting_ = part;
            looks_for_ = COMPONENT;
            look(component);
            return Counted::more;
        }
        frames_.emplace_back(Branching{component, chosen, store_.mask<Bits>(chosen), 0, part, store_.mark()});
        return next_value();
    }
    if (remainder.product.is_zero() && remainder.components.size() > 1) {
        // The engine's derived constraints may have refuted one component by another that has no solution.
        for (std::size_t i = remainder.first; i < order_.size(); ++i)
            counts_.erase(order_[i]);
        order_.resize(remainder.first);
    }
    result_ = std::move(remainder.product);
    frames_.pop_back();
    state_ = State::result;
    return Counted::more;
}

Counted SolutionCount::next_value() {
    auto& branching = std::get<Branching>(frames_.back());
    if (any(branching.values)) {
        const Bits value = bit<Bits>(first(branching.values));
        branching.values = without(branching.values, value);
        ++nodes;
        (void)store_.put(branching.chosen, store_.mask<Bits>(branching.chosen) & value);  // one of its values
        return propagated();
    }
    result_ = std::move(branching.total);
    frames_.pop_back();
    state_ = State::result;
    return Counted::more;
}

// Propagate a value, to the end of the slice at most, and count what is left.
Counted SolutionCount::propagated() {
    const auto& branching = std::get<Branching>(frames_.back());
    state_ = State::propagating;
    switch (engine_.run()) {
        case Fixpoint::cut:
            break;
        case Fixpoint::reached:
            variables_ = branching.component;
            factor_ = branching.factor;
            state_ = State::begin;
            break;
        case Fixpoint::contradiction:
            store_.undo(branching.mark);
            state_ = State::value;
            break;
    }
    return Counted::more;
}

// Groups of variables such that no constraint is on two of them; the smallest first.
std::vector<std::vector<int>> SolutionCount::components(const std::vector<int>& open) const {
    std::vector<std::vector<int>> found;
    std::vector<char> waiting(store_.words.size()), seen(options_.parts.size());
    std::size_t left = open.size();
    for (const int x : open)
        waiting[x] = 1;
    for (const int start : open) {
        if (waiting[start] == 0)
            continue;
        std::vector<int> group;
        const auto take = [&](int x) {
            waiting[x] = 0;
            --left;
            group.push_back(x);
        };
        take(start);
        for (std::size_t i = 0; i < group.size() && left > 0; ++i) {  // which grows meanwhile
            const int x = group[i];
            for (const int number : parts_of_[x]) {
                const CountedPart& part = options_.parts[number];
                for (const auto& clique : part.different) {
                    if (std::find(clique.begin(), clique.end(), x) == clique.end())
                        continue;
                    for (const int y : clique)
                        if (waiting[y] != 0 &&
                            (store_.base[y] != store_.base[x] || meet(store_.mask<Bits>(x), store_.mask<Bits>(y))))
                            take(y);
                }
                if (!part.different.empty() || seen[number] != 0)
                    continue;
                seen[number] = 1;
                for (const int y : part.scope)
                    if (waiting[y] != 0)
                        take(y);
            }
        }
        std::sort(group.begin(), group.end());
        found.push_back(std::move(group));
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    return found;
}

SolutionCount::Key SolutionCount::key_of(const std::vector<int>& component) const {
    std::vector<int> others;
    bool common = true;
    for (const int x : component) {
        common = common && store_.base[x] == store_.base[component[0]];
        for (const int number : parts_of_[x])
            if (options_.parts[number].different.empty())
                others.push_back(number);
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    Key key;
    if (others.empty() && common) {
        std::vector<std::vector<i64>> holders;
        for (const int x : component)
            each(store_.mask<Bits>(x), [&](int k) {
                if (k >= static_cast<int>(holders.size()))
                    holders.resize(static_cast<std::size_t>(k) + 1);
                holders[k].push_back(x);
            });
        std::sort(holders.begin(), holders.end());
        key.push_back(-2);
        for (const auto& one : holders) {
            if (one.empty())
                continue;
            key.insert(key.end(), one.begin(), one.end());
            key.push_back(-1);
        }
        return key;
    }
    for (const int x : component) {
        key.push_back(x);
        for (int i = 0; i < store_.words[x]; ++i)
            key.push_back(static_cast<i64>(store_.masks[store_.at[x] + static_cast<std::size_t>(i)]));
    }
    for (const int number : others) {
        const CountedPart& part = options_.parts[number];
        key.push_back(-1);
        if (!part.factors.empty()) {
            i64 total = 0;
            for (std::size_t i = 0; i < part.scope.size(); ++i)
                if (store_.is_fixed(part.scope[i]))
                    total += part.factors[i] * store_.lo(part.scope[i]);
            key.push_back(total);
        } else {
            for (const int x : part.scope) {
                key.push_back(store_.is_fixed(x) ? 1 : 0);
                key.push_back(store_.is_fixed(x) ? store_.lo(x) : 0);
            }
        }
    }
    return key;
}

}  // namespace puzzledsl
