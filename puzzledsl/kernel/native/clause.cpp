// A disjunction of literals.
#include "constraints.hpp"

namespace puzzledsl {

namespace {

class Clause final : public Propagator {
public:
    // The literals are of different variables.
    Clause(const Store& store, std::vector<int> literals) {
        alternatives = std::move(literals);
        for (const int literal : alternatives)
            scope.push_back(store.literal(literal).variable);
    }

    // Unit propagation: the last literal that may be true has to be.
    bool propagate(Store& store) override {
        int open = -1;
        for (const int literal : alternatives) {
            const Truth known = store.entailed(literal);
            if (known == Truth::yes || (known == Truth::open && open >= 0))
                return true;
            if (known == Truth::open)
                open = literal;
        }
        return open >= 0 && store.require(open);
    }

    // All other literals are false.
    Bits explain(Explanation& why, int x, const Bits& gone) override {
        Bits left;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const int y = scope[i];
            const Bits meant = why.store.meaning<Bits>(alternatives[i]);
            if (y == x)
                left = gone & meant;
            else if (meet(meant, why.mask<Bits>(y)))
                return gone;
            else
                why.need<Bits>(y, meant);
        }
        return left;
    }
};

}  // namespace

std::unique_ptr<Propagator> make_clause(const Store& store, Numbers& in) {
    auto literals = in.list_below(store.literals());
    if (in.damaged)
        return nullptr;
    auto clause = std::make_unique<Clause>(store, std::move(literals));
    std::vector<int> variables = clause->scope;
    std::sort(variables.begin(), variables.end());
    const bool differ = std::adjacent_find(variables.begin(), variables.end()) == variables.end();
    return differ ? std::move(clause) : nullptr;
}

}  // namespace puzzledsl
