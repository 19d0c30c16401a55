// The C interface: typed functions on a handle. Nothing is called back, and nothing is thrown: where a model needs more
// memory than it may have, a function returns the least number of its type. Then the model does nothing any more.
//
// Each list is a pointer and how many items there are, or is room for. Masks go in and out as words, from the base of
// their variable; domains as pairs of numbers. A function that writes a list of unknown length returns how long it is,
// and writes as much of it as there is room for.
#include <cstdlib>
#include <exception>
#include <limits>

#include "count.hpp"
#include "model.hpp"

using namespace puzzledsl;

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

#if !defined(SOURCES)
#define SOURCES 0U
#endif

namespace {

// Numbers that are written one after another, as far as there is room.
class Written {
public:
    Written(i64* numbers, i64 room) : numbers_(numbers), room_(room) {}

    void add(i64 number) {
        if (count < room_)
            numbers_[count] = number;
        ++count;
    }
    void add(const Bits& mask) {
        add(mask.size());
        for (int i = 0; i < mask.size(); ++i)
            add(static_cast<i64>(mask.word(i)));
    }

    i64 count = 0;

private:
    i64* numbers_;
    i64 room_;
};

Domain domain_of(const i64* numbers, i64 count) {
    Domain found;
    for (i64 i = 0; i + 1 < count; i += 2)
        found.intervals.emplace_back(numbers[i], numbers[i + 1]);
    return found;
}

Bits mask_from(Numbers& in) {
    std::vector<Word> words(static_cast<std::size_t>(in.length()));
    for (Word& word : words)
        word = in.word();
    return {words.data(), static_cast<int>(words.size())};
}

// What some work finds, or what something else does if there is no memory for it.
template <class F, class G>
auto caught(F&& work, G&& otherwise) {
#if defined(__cpp_exceptions)
    try {
        return work();
    } catch (const std::exception&) {  // `bad_alloc`, or `length_error` of a list that no memory could hold
        return otherwise();
    }
#else
    (void)otherwise;
    return work();
#endif
}

// The same of work on a model.
template <class F>
auto answered(Model* model, F&& work) {
    using Result = decltype(work());
    const auto give_up = [&] {
        model->memory.exhausted = true;
        if constexpr (!std::is_void_v<Result>)
            return std::numeric_limits<Result>::min();
    };
    if (model->memory.exhausted)
        return give_up();
    const Working counted(model->memory);
    return caught(work, give_up);
}

std::vector<int> ints(const i64* numbers, i64 count) { return {numbers, numbers + count}; }

bool put_all(Store& store, const i64* numbers, i64 count) {
    Numbers in(numbers, numbers + count);
    while (!in.at_end() && !in.damaged) {
        const int x = in.below(store.count());
        const Bits values = mask_from(in);
        if (!in.damaged && !store.put(x, store.mask<Bits>(x) & values))
            return false;
    }
    return true;
}

}  // namespace

// Tells the sources that this library was built from.
EXPORTED u64 kernel_sources(void) { return SOURCES; }

// How long this thread has worked in the kernel, in nanoseconds. Functions that look up a number do not count.
EXPORTED i64 kernel_worked(void) { return nanoseconds_worked(); }

// Memory for lists, where the caller has none that the kernel can reach.
EXPORTED void* kernel_allocate(i64 bytes) { return std::malloc(static_cast<std::size_t>(bytes)); }
EXPORTED void kernel_release(void* memory) { std::free(memory); }

// A model that may take so many bytes.
EXPORTED Model* kernel_new(i64 limit) {
    return caught([&] { return new Model(limit); }, [] { return static_cast<Model*>(nullptr); });
}
EXPORTED void kernel_free(const Model* model) { delete model; }
EXPORTED int kernel_take(Model* model, const i64* numbers, i64 count) {
    return answered(model, [&] { return static_cast<int>(model->take(numbers, numbers + count)); });
}
EXPORTED void kernel_retire(Model* model, const i64* numbers, i64 count) {
    answered(model, [&] { model->engine.retire(ints(numbers, count)); });
}

// ── domains ─────────────────────────────────────────────────────────────────────────────────────

EXPORTED u64 kernel_version(const Model* model) { return model->store.version(); }
// By variable the value of bit 0 and the number of words, then all masks, one after the other. Instead of a mask a wide
// variable has the ends of its intervals, and the number of these is negative: two are the lowest and the highest of
// its values if it has all its own between them. A real one has one word, which is 0.
EXPORTED i64 kernel_domains(Model* model, i64* bases, i64 base_count, i64* sizes, i64 size_count, i64* numbers,
                            i64 room) {
    return answered(model, [&] {
        const Store& store = model->store;
        Written out(numbers, room);
        for (int x = 0; x < store.count() && x < base_count && x < size_count; ++x) {
            bases[x] = store.base[x];
            sizes[x] = store.words[x];
            for (int i = 0; i < store.words[x]; ++i)
                out.add(static_cast<i64>(store.masks[store.at[x] + static_cast<std::size_t>(i)]));
            if (store.is_real[x]) {
                sizes[x] = 1;
                out.add(i64{0});
            } else if (!store.has_mask(x) && store.is_range(x)) {
                sizes[x] = -2;
                out.add(store.lo(x));
                out.add(store.hi(x));
            } else if (!store.has_mask(x)) {
                for (const auto& [lo, hi] : store.domain(x).intervals) {
                    sizes[x] -= 2;
                    out.add(lo);
                    out.add(hi);
                }
            }
        }
        return out.count;
    });
}

// ── narrowing: 0 when no value is left ──────────────────────────────────────────────────────────

// Leave of variables that have masks the values in other masks: each variable, then its mask.
EXPORTED int kernel_put(Model* model, const i64* numbers, i64 count) {
    return answered(model, [&] { return put_all(model->store, numbers, count) ? 1 : 0; });
}
EXPORTED int kernel_fix(Model* model, const i64* variables, i64 count, const i64* values, i64 value_count) {
    return answered(model, [&] {
        for (i64 i = 0; i < count && i < value_count; ++i)
            if (!model->store.fix(static_cast<int>(variables[i]), values[i]))
                return 0;
        return 1;
    });
}
EXPORTED int kernel_remove(Model* model, int x, i64 value) {
    return answered(model, [&] { return model->store.remove(x, value) ? 1 : 0; });
}
EXPORTED int kernel_keep(Model* model, int x, const i64* numbers, i64 count) {
    return answered(model, [&] { return model->store.keep(x, domain_of(numbers, count)) ? 1 : 0; });
}

// ── going back ──────────────────────────────────────────────────────────────────────────────────

EXPORTED int kernel_mark(const Model* model) { return model->store.mark(); }
EXPORTED void kernel_undo(Model* model, int mark) {
    answered(model, [&] { model->store.undo(mark); });
}
EXPORTED u64 kernel_hash(const Model* model) { return model->store.hash(); }
// The changes from a mark on: for each its variable, its cause, and the mask before.
EXPORTED i64 kernel_changes(Model* model, int mark, i64* numbers, i64 room) {
    return answered(model, [&] {
        Written out(numbers, room);
        for (int position = mark; position < model->store.mark(); ++position) {
            const Change& change = model->store.change(position);
            out.add(change.variable);
            out.add(change.cause);
            out.add(model->store.before<Bits>(change));
        }
        return out.count;
    });
}

// ── propagation ─────────────────────────────────────────────────────────────────────────────────

EXPORTED int kernel_propagate(Model* model, int costly, i64 most, i64 slice) {
    return answered(model, [&] {
        model->engine.begin_slice(slice);
        return static_cast<int>(model->engine.run(costly != 0, most));
    });
}
EXPORTED void kernel_forget(Model* model) {
    answered(model, [&] { model->engine.forget(); });
}
EXPORTED i64 kernel_steps(const Model* model) { return model->engine.steps; }
EXPORTED int kernel_culprit(const Model* model) { return model->engine.culprit; }
// Propagate once a constraint that the engine does not know. 0: it cannot hold.
EXPORTED int kernel_propagate_alone(Model* model, int number, int costly) {
    return answered(model, [&] {
        model->store.costly = costly != 0;
        return model->alone[number].propagator->propagate(model->store) ? 1 : 0;
    });
}
// Narrow variables that have masks by such constraints, with their conditions, until nothing changes; then put all
// back, unless changes are to be `kept`. `masks`: each variable, then the values that it may have; afterwards those
// that are left. Returns -1, or -2 where none are left: then `kernel_culprit` is the constraint that noticed, if one
// has. At the end of a slice: what to call it with, instead of -1, to go on.
EXPORTED int kernel_narrow(Model* model, const i64* numbers, i64 count, int costly, int kept, i64* masks,
                           i64 mask_numbers, int begun, i64 slice) {
    return answered(model, [&] {
        Store& store = model->store;
        const int mark = begun < 0 ? store.mark() : begun;
        Fixpoint found = Fixpoint::contradiction;
        model->engine.culprit = -1;
        if (begun >= 0 || put_all(store, masks, mask_numbers))
            found = model->narrow(ints(numbers, count), costly != 0, slice);
        if (found == Fixpoint::cut)
            return mark;
        if (found == Fixpoint::reached)
            for (i64 i = 0; i + 1 < mask_numbers; i += 2 + masks[i + 1]) {
                const Bits left = store.mask<Bits>(static_cast<int>(masks[i]));
                for (i64 k = 0; k < masks[i + 1]; ++k)
                    masks[i + 2 + k] = static_cast<i64>(left.word(static_cast<int>(k)));
            }
        if (kept == 0)
            store.undo(mark);
        model->engine.forget();
        return found == Fixpoint::reached ? -1 : -2;
    });
}
// What such a constraint's removal of some values from a variable follows from (-1: that it cannot hold), with the
// domains as they are: the values that are not explained, as a mask; the number of the rule that it has applied, -1 for
// none and -2 for several, and a variable that the rule speaks of, or -1; then variables and the values that have to be
// gone from each.
EXPORTED i64 kernel_explain(Model* model, int number, int x, const u64* words, i64 count, const i64* first, i64 firsts,
                            i64* numbers, i64 room) {
    return answered(model, [&] {
        Masks begin(model->store);
        Numbers in(first, first + firsts);
        for (int y = 0; y < model->store.count(); ++y)
            begin.set(y, mask_from(in));
        Explanation why(model->store, begin);
        Propagator& propagator = *model->alone[number].propagator;
        Bits left(words, static_cast<int>(count));
        if (x >= 0)
            left = propagator.explain(why, x, left);
        else
            left = propagator.explain_conflict(why) ? Bits() : Bits(1);
        Written out(numbers, room);
        out.add(left);
        out.add(why.rule);
        out.add(why.place);
        for (const int y : why.order) {
            out.add(y);
            out.add(why.needed<Bits>(y));
        }
        return out.count;
    });
}

// ── probing ─────────────────────────────────────────────────────────────────────────────────────

EXPORTED void probing_begin(Model* model, const i64* variables, i64 count, int to_the_end, const i64* tuning,
                            i64 tuning_count, double patience) {
    answered(model, [&] {
        ProbingTuning found;
        if (tuning_count == 4)
            found = {tuning[0], tuning[1], tuning[2], tuning[3], patience};
        model->probing = std::make_unique<Probing>(model->engine, ints(variables, count), to_the_end != 0, found);
    });
}
EXPORTED int probing_run(Model* model, i64 slice) {
    return answered(model, [&] {
        model->engine.begin_slice(slice);
        return static_cast<int>(model->probing->run());
    });
}
EXPORTED void probing_close(Model* model) {
    answered(model, [&] {
        model->probing->close();
        model->probing.reset();
    });
}
// Assumptions to be tried: each a variable, the smallest and the largest value that it has then.
EXPORTED void trials_begin(Model* model, const i64* numbers, i64 count, i64 most) {
    answered(model, [&] {
        std::vector<Assumption> assumptions;
        for (i64 i = 0; i + 2 < count; i += 3)
            assumptions.push_back({static_cast<int>(numbers[i]), numbers[i + 1], numbers[i + 2]});
        model->trials = std::make_unique<Trials>(model->engine, std::move(assumptions), most);
    });
}
EXPORTED int trials_run(Model* model, i64 slice) {
    return answered(model, [&] {
        model->engine.begin_slice(slice);
        return static_cast<int>(model->trials->run());
    });
}
// By assumption that has been tried the calls of propagators that refute it, or -1.
EXPORTED i64 trials_close(Model* model, i64* numbers, i64 room) {
    return answered(model, [&] {
        model->trials->close();
        const std::vector<i64>& found = model->trials->found;
        std::copy_n(found.begin(), std::min(static_cast<i64>(found.size()), room), numbers);
        return static_cast<i64>(found.size());
    });
}
// The variable that a search would branch on first; -1: each has one value.
EXPORTED int kernel_choice(Model* model, const i64* variables, i64 count, const double* weights, i64 weight_count) {
    return answered(model,
                    [&] { return choice(ints(variables, count), model->store, {weights, weights + weight_count}); });
}

// ── search ──────────────────────────────────────────────────────────────────────────────────────

namespace {

std::vector<std::pair<int, Bits>> phases_from(const i64* numbers, i64 count, int variables) {
    std::vector<std::pair<int, Bits>> found;
    Numbers in(numbers, numbers + count);
    while (!in.at_end() && !in.damaged) {
        const int x = in.below(variables);
        found.emplace_back(x, mask_from(in));
    }
    return found;
}

}  // namespace

// By constraint: whether it holds for any domains, the requirements that it follows from, the variables that it speaks
// of. Before them all requirements that the model has constraints of.
EXPORTED void search_provenance(Model* model, const i64* numbers, i64 count) {
    answered(model, [&] {
        Numbers in(numbers, numbers + count);
        Provenance found;
        found.everything = mask_from(in);
        while (!in.at_end() && !in.damaged) {
            found.exact.push_back(static_cast<char>(in.below(2)));
            found.origins.push_back(mask_from(in));
            found.speaks_of.push_back(in.list_below(model->store.count()));
        }
        model->provenance = std::move(found);
    });
}
EXPORTED int search_begin(Model* model, const i64* variables, i64 count, int has_shown, const i64* shown,
                          i64 shown_count, int learns, int restarts, double first_restart, double growth,
                          const double* weights, i64 weight_count, const i64* phases, i64 phase_numbers,
                          const i64* upwards, i64 upward_count, int random, u64 seed, int provenance, const i64* tuning,
                          i64 tuning_count) {
    return answered(model, [&] {
        SearchOptions options;
        options.variables = ints(variables, count);
        if (has_shown != 0)
            options.shown = ints(shown, shown_count);
        options.learns = static_cast<Learns>(learns);
        options.restarts = restarts != 0;
        options.first_restart = first_restart;
        options.growth = growth;
        options.weights.assign(weights, weights + weight_count);
        options.weights.resize(model->store.words.size(), 1.0);
        options.phases = phases_from(phases, phase_numbers, model->store.count());
        options.upwards = ints(upwards, upward_count);
        if (random != 0) {
            model->random = std::make_unique<Generator>(seed);
            options.random = model->random.get();
        }
        if (tuning_count == 6)
            options.tuning = {tuning[0], tuning[1], tuning[2], tuning[3], tuning[4], tuning[5]};
        if (provenance != 0)
            options.provenance = &model->provenance;
        model->search = std::make_unique<Search>(model->engine, std::move(options));
        return 1;
    });
}
EXPORTED int search_run(Model* model, i64 branches, i64 conflicts, i64 work, i64 slice) {
    return answered(model, [&] {
        model->engine.begin_slice(slice);
        return static_cast<int>(model->search->run({branches, conflicts, work}));
    });
}
// Take in clauses: for each its requirements, its levels, and variables with the values that they may have.
EXPORTED int search_prepare(Model* model, const i64* numbers, i64 count, int contradiction, i64 slice) {
    return answered(model, [&] {
        Numbers in(numbers, numbers + count);
        std::vector<Learnt> known;
        while (!in.at_end() && !in.damaged) {
            Learnt clause;
            clause.origins = mask_from(in);
            clause.levels = static_cast<int>(in.number());
            for (int i = in.length(); i > 0 && !in.damaged; --i) {
                const int x = in.below(model->store.count());
                clause.add(model->store, x, mask_from(in));
            }
            known.push_back(std::move(clause));
        }
        model->engine.begin_slice(slice);
        return static_cast<int>(model->search->prepare(known, contradiction != 0));
    });
}
EXPORTED void search_judge(Model* model, int accepted) {
    answered(model, [&] { model->search->judge(accepted != 0); });
}
EXPORTED void search_close(Model* model) {
    answered(model, [&] { model->search->close(); });
}
EXPORTED void search_undone(Model* model) {
    answered(model, [&] { model->search->undone(); });
}
EXPORTED void search_ask(Model* model, const i64* phases, i64 count) {
    answered(model, [&] { model->search->ask(phases_from(phases, count, model->store.count())); });
}
// Branches, conflicts and work so far.
EXPORTED void search_done(const Model* model, i64* numbers, i64 room) {
    const Search& search = *model->search;
    Written out(numbers, room);
    for (const i64 number : {search.branches, search.conflicts(), search.work()})
        out.add(number);
}
EXPORTED void search_weights(const Model* model, double* weights, i64 count) {
    const std::vector<double>& known = model->search->plain_weights();
    std::copy_n(known.begin(), std::min(count, static_cast<i64>(known.size())), weights);
}
EXPORTED i64 search_core(Model* model, i64* numbers, i64 room) {
    return answered(model, [&] {
        Written out(numbers, room);
        out.add(model->search->core);
        return out.count;
    });
}
// The clauses from a number on, as `search_prepare` takes them.
EXPORTED i64 search_clauses(Model* model, i64 from, i64* numbers, i64 room) {
    return answered(model, [&] {
        Written out(numbers, room);
        const std::vector<Learnt>* clauses = model->search->clauses();
        for (std::size_t i = static_cast<std::size_t>(from); clauses != nullptr && i < clauses->size(); ++i) {
            const Learnt& clause = (*clauses)[i];
            out.add(clause.origins);
            out.add(clause.levels);
            out.add(static_cast<i64>(clause.variables.size()));
            for (std::size_t k = 0; k < clause.variables.size(); ++k) {
                out.add(clause.variables[k]);
                out.add(clause.mask(model->store, k));
            }
        }
        return out.count;
    });
}
// The values of some variables. Zero: one of them has several left.
EXPORTED int kernel_values(Model* model, const i64* variables, i64 count, i64* values, i64 room) {
    return answered(model, [&] {
        for (i64 i = 0; i < count && i < room; ++i) {
            const int x = static_cast<int>(variables[i]);
            if (!model->store.is_fixed(x))
                return 0;
            values[i] = model->store.lo(x);
        }
        return 1;
    });
}

// ── counting ────────────────────────────────────────────────────────────────────────────────────

// `parts`: for each constraint its variables, groups that it makes different, and factors, if it is a sum. `limit`: in
// base 2^32, from the lowest digit on; none: no limit. 0: the parts are damaged.
EXPORTED int count_begin(Model* model, const i64* parts, i64 part_numbers, const i64* shown, i64 shown_count,
                         const i64* sources, i64 source_count, const i64* limit, i64 limit_digits) {
    return answered(model, [&] {
        CountOptions options;
        const int variables = model->store.count();
        Numbers in(parts, parts + part_numbers);
        while (!in.at_end() && !in.damaged) {
            CountedPart part;
            part.scope = in.list_below(variables);
            for (int i = in.length(); i > 0 && !in.damaged; --i)
                part.different.push_back(in.list_below(variables));
            part.factors = in.list();
            options.parts.push_back(std::move(part));
        }
        if (in.damaged)
            return 0;
        options.shown = ints(shown, shown_count);
        options.sources = ints(sources, source_count);
        std::optional<WholeNumber> most;
        if (limit_digits > 0) {
            most = WholeNumber();
            for (i64 i = limit_digits; i-- > 0;) {
                most = *most * WholeNumber(u64{1} << 32);
                *most += WholeNumber(static_cast<u64>(limit[i]));
            }
        }
        model->solution_count = std::make_unique<SolutionCount>(model->engine, std::move(options), most);
        return 1;
    });
}
EXPORTED int count_run(Model* model, i64 slice) {
    return answered(model, [&] {
        model->engine.begin_slice(slice);
        return static_cast<int>(model->solution_count->run());
    });
}
EXPORTED void count_judge(Model* model, int accepted) {
    answered(model, [&] { model->solution_count->judge(accepted != 0); });
}
EXPORTED void count_close(Model* model) {
    answered(model, [&] {
        model->solution_count->close();
        model->solution_count.reset();
    });
}
EXPORTED i64 count_nodes(const Model* model) { return model->solution_count->nodes; }
EXPORTED i64 count_found(Model* model, i64* numbers, i64 room) {
    return answered(model, [&] {
        Written out(numbers, room);
        for (const std::uint32_t digit : model->solution_count->found.digits())
            out.add(digit);
        return out.count;
    });
}
