#include "model.hpp"

#include "diagram.hpp"
#include "value_sets.hpp"

namespace puzzledsl {

namespace {

// A constraint whose numbers do not fit: it removes nothing.
class Opaque final : public Propagator {
public:
    explicit Opaque(std::vector<int> variables) {
        scope = std::move(variables);
        cheap = false;
    }
    bool propagate(Store& store) override {
        (void)store;
        return true;
    }
};

}  // namespace

Model::Taken Model::take(const i64* from, const i64* end) {
    Numbers in(from, end);
    if (!shared_.sets)
        shared_.sets = std::make_shared<ValueSets>();
    if (in.number() != VERSION)
        return Taken::damaged;
    store.span = std::min(std::max(in.number(), i64{0}), SPAN);
    bool has_values = true;
    for (int i = in.length(); i > 0 && !in.damaged; --i) {
        Domain domain;
        domain.intervals.resize(static_cast<std::size_t>(in.length()));
        i64 least = -LARGEST;
        for (auto& [lo, hi] : domain.intervals) {
            lo = in.number();
            hi = in.number();
            if (lo < least || lo > hi)
                in.damaged = true;
            least = hi + 2;  // between two intervals there is a gap
        }
        store.domains.push_back(std::move(domain));
    }
    for (int i = in.length(); i > 0 && !in.damaged; --i) {
        const i64 number = in.number();  // of its domain; a real variable has none
        if (number < -1 || number >= static_cast<i64>(store.domains.size()))
            in.damaged = true;
        else
            has_values = store.add(static_cast<int>(number)) && has_values;
        engine.add_variable();
    }
    for (int i = in.length(); i > 0 && !in.damaged; --i) {
        const int variable = in.below(store.count()), domain = in.below(static_cast<i64>(store.domains.size()));
        if (in.damaged || !store.has_values(variable))
            in.damaged = true;
        else
            store.add_literal(variable, domain);
    }
    for (int i = in.length(); i > 0 && !in.damaged; --i) {
        if (in.below(2) == 0)
            take_automaton(in);
        else
            take_rows(in);
    }
    for (int i = in.length(); i > 0 && !in.damaged; --i) {
        Constraint one;
        const int use = in.below(3);  // by the engine, never called, or alone
        one.retired = use == 1;
        one.condition = in.list_below(store.literals());
        one.propagator = propagator(in);
        if (in.damaged)
            break;
        if (use == 2)
            alone.push_back(std::move(one));
        else
            engine.add(std::move(one));
    }
    if (in.damaged || !in.at_end())
        return Taken::damaged;
    return has_values ? Taken::whole : Taken::contradiction;
}

Fixpoint Model::narrow(const std::vector<int>& numbers, bool costly, i64 effort) {
    store.costly = costly;
    for (int before = -1; before != store.mark();) {
        if (effort < 0)
            return Fixpoint::cut;
        before = store.mark();
        for (const int number : numbers) {
            store.cause = number;
            const bool holds = engine.propagate_once(alone[number]);
            store.cause = ASSUMED;
            if (!holds) {
                engine.culprit = number;
                return Fixpoint::contradiction;
            }
            effort -= alone[number].propagator->effort(store);
        }
    }
    return Fixpoint::reached;
}

void Model::take_automaton(Numbers& in) {
    Moves moves;
    const int states = in.length();
    moves.of.resize(static_cast<std::size_t>(states));
    moves.start = in.below(states);
    moves.accepting = in.list_below(states);
    for (auto& move : moves.of) {
        move.resize(static_cast<std::size_t>(in.length()));
        for (auto& [value, target] : move) {
            value = in.number();
            target = in.below(states);
        }
    }
    if (!in.damaged)
        shared_.automata.push_back(make_automaton(moves));
}

void Model::take_rows(Numbers& in) {
    const int length = in.length();
    const std::vector<i64> rows = in.list();
    if (length > 0 && rows.size() % static_cast<std::size_t>(length) != 0)
        in.damaged = true;
    if (!in.damaged)
        shared_.automata.push_back(make_automaton(moves_of(rows, static_cast<std::size_t>(length))));
}

std::unique_ptr<Propagator> Model::propagator(Numbers& in) {
    std::unique_ptr<Propagator> found;
    switch (static_cast<Kind>(in.below(static_cast<i64>(Kind::last)))) {
        case Kind::alldifferent:
            found = make_alldifferent(store, in);
            break;
        case Kind::clause:
            found = make_clause(store, in);
            break;
        case Kind::connected:
            found = make_connected(store, in);
            break;
        case Kind::grouped_sum:
            found = make_grouped_sum(store, shared_, in);
            break;
        case Kind::linear:
            found = make_linear(store, in);
            break;
        case Kind::lines:
            found = make_lines(store, in);
            break;
        case Kind::product:
            found = make_product(store, in);
            break;
        case Kind::regions:
            found = make_regions(store, in);
            break;
        case Kind::regular:
            found = make_regular(store, shared_, in);
            break;
        case Kind::different_line:
            found = make_different_line(store, shared_, in);
            break;
        case Kind::table:
            found = make_table(store, shared_, in);
            break;
        case Kind::opaque:
            return std::make_unique<Opaque>(in.list_below(store.count()));
        case Kind::last:
            break;
    }
    if (!found)
        in.damaged = true;
    else
        for (const int x : found->scope)
            if (!store.has_values(x))
                in.damaged = true;
    return found;
}

}  // namespace puzzledsl
