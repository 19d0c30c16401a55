// The C interface: typed functions on a handle. Nothing is thrown, and nothing is called back.
#include <new>

#include "model.hpp"

using namespace puzzledsl;

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

EXPORTED Model* kernel_new(void) { return new Model(); }
EXPORTED void kernel_free(Model* model) { delete model; }
EXPORTED int kernel_take(Model* model, const i64* numbers, i64 count) {
    return model->take(numbers, numbers + count) ? 1 : 0;
}
EXPORTED void kernel_retire(Model* model, const i64* numbers, i64 count) {
    model->engine.retire(std::vector<int>(numbers, numbers + count));
}

// ── propagation ─────────────────────────────────────────────────────────────────────────────────

EXPORTED int kernel_propagate(Model* model, int costly, i64 most) {
    return static_cast<int>(model->engine.run(costly != 0, most));
}
EXPORTED void kernel_forget(Model* model) { model->engine.forget(); }
EXPORTED i64 kernel_steps(const Model* model) { return model->engine.steps; }
EXPORTED int kernel_culprit(const Model* model) { return model->engine.culprit; }
EXPORTED int kernel_mark(const Model* model) { return model->store.mark(); }
EXPORTED void kernel_undo(Model* model, int mark) { model->store.undo(mark); }
EXPORTED u64 kernel_hash(const Model* model) { return model->store.hash(); }
EXPORTED int kernel_fix(Model* model, int x, i64 value) { return model->store.fix(x, value) ? 1 : 0; }
EXPORTED int kernel_remove(Model* model, int x, i64 value) { return model->store.remove(x, value) ? 1 : 0; }

// Write the intervals of a domain as pairs, as many as there is room for. Returns how many there are.
EXPORTED i64 kernel_domain(const Model* model, int x, i64* numbers, i64 room) {
    const Domain domain = model->store.domain(x);
    i64 at = 0;
    for (const auto& [lo, hi] : domain.intervals) {
        if (at + 2 > room)
            break;
        numbers[at++] = lo;
        numbers[at++] = hi;
    }
    return static_cast<i64>(domain.intervals.size());
}

// ── search ──────────────────────────────────────────────────────────────────────────────────────

EXPORTED void search_begin(Model* model, const i64* variables, i64 count, int learns, int restarts) {
    SearchOptions options;
    options.variables.assign(variables, variables + count);
    options.learns = static_cast<Learns>(learns);
    options.restarts = restarts != 0;
    model->search = std::make_unique<Search>(model->engine, std::move(options));
}
EXPORTED int search_run(Model* model, i64 branches, i64 conflicts, i64 work, i64 slice) {
    return static_cast<int>(model->search->run({branches, conflicts, work}, slice));
}
EXPORTED void search_judge(Model* model, int accepted) { model->search->judge(accepted != 0); }
EXPORTED void search_close(Model* model) { model->search->close(); }
EXPORTED i64 search_branches(const Model* model) { return model->search->branches; }
EXPORTED i64 search_conflicts(const Model* model) { return model->search->conflicts(); }
EXPORTED i64 search_work(const Model* model) { return model->search->work(); }
EXPORTED void search_values(const Model* model, const i64* variables, i64 count, i64* values) {
    for (i64 i = 0; i < count; ++i)
        values[i] = model->store.lo(static_cast<int>(variables[i]));
}
