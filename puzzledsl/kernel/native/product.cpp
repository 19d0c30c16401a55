// The product of two variables.
#include "constraints.hpp"
#include "sums.hpp"

namespace puzzledsl {

namespace {

class Product final : public Propagator {
public:
    Product(int left, int right, int result) : left_(left), right_(right), result_(result) {
        for (const int x : {left, right, result})
            if (std::find(scope.begin(), scope.end(), x) == scope.end())
                scope.push_back(x);
    }

    // Bounds of each of the three from those of the others.
    bool propagate(Store& store) override {
        const i64 a = store.lo(left_), b = store.hi(left_), c = store.lo(right_), d = store.hi(right_);
        const auto [least, most] = std::minmax({a * c, a * d, b * c, b * d});
        return store.at_least(result_, least) && store.at_most(result_, most) && confine(store, left_, right_) &&
               confine(store, right_, left_);
    }

private:
    // Bounds of a factor from those of the result and of the other factor.
    [[nodiscard]] bool confine(Store& store, int factor, int other) const {
        const i64 low = store.lo(other), high = store.hi(other), a = store.lo(result_), b = store.hi(result_);
        if (low > 0 || high < 0)
            return store.at_least(
                       factor, std::min({ceil_div(a, low), ceil_div(a, high), ceil_div(b, low), ceil_div(b, high)})) &&
                   store.at_most(factor, std::max({floor_div(a, low), floor_div(a, high), floor_div(b, low),
                                                   floor_div(b, high)}));
        if (a <= 0 && b >= 0)
            return true;
        const i64 limit = std::max(std::abs(a), std::abs(b));
        return store.remove(factor, 0) && store.at_least(factor, -limit) && store.at_most(factor, limit);
    }

    int left_, right_, result_;
};

}  // namespace

std::unique_ptr<Propagator> make_product(const Store& store, Numbers& in) {
    const int left = in.below(store.count()), right = in.below(store.count()), result = in.below(store.count());
    Span span;
    if (!in.damaged)
        span.add(store.largest(left), store.largest(right));
    return in.damaged || !span.fits ? nullptr : std::make_unique<Product>(left, right, result);
}

}  // namespace puzzledsl
