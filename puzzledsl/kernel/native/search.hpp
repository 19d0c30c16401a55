// The one search: depth first on the propagators, with restarts, and with clauses learnt from its contradictions.
//
// Finding, enumerating, sampling, digging, optimizing and refuting are its clients. Branching, value order, restarts
// and what happens at a contradiction are parameters. There are two ways to go on after a contradiction:
//
// - *plain*: the last assumption is refuted (chronological backtracking), and variables weigh more by the
// contradictions
//   that they have had to do with (Boussemart et al., Boosting Systematic Search by Weighting Constraints, ECAI 2004);
// - *learning*: a clause follows from it, and the search goes back to where that says something new (`learning.hpp`).
//
// Which is better differs from puzzle to puzzle, so runs of both take turns, each with as much work as the one before
// it: neither loses more than a factor of two. Where the clauses are long, learning gets an eighth of the work of plain
// runs.
//
// Plain runs restart twice, to branch first where the contradictions are. From then on they continue where they
// stopped: the path of assumptions and refutations is remembered, and propagated again. Every fourth is one of the dual
// viewpoint
// (`dual_view.hpp`), which starts anew. A run that has found a solution goes on from there when the next question
// excludes that one.
#pragma once

#include <optional>

#include "branching.hpp"
#include "dual_view.hpp"
#include "learning.hpp"

namespace puzzledsl {

// When a search learns: not at all, in every second run, in all runs.
enum class Learns { never, in_turns, always };

// Numbers that are told by `puzzledsl/search/tuning.py`, which says what they are for.
struct SearchTuning {
    i64 resumed = 3, long_clause = 16, share_of_long = 8, restart_unit = 100, first_most = 4'000, latest = 500;
};

struct SearchOptions {
    std::vector<int> variables;             // those that a solution fixes. A real variable is not branched on
    std::optional<std::vector<int>> shown;  // those in which two solutions have to differ
    Learns learns = Learns::in_turns;
    bool restarts = true;  // without them nothing is looked at twice, and `run` may be called again after a solution
    double first_restart = 200;  // contradictions until the first restart of plain runs
    double growth = 1.5;         // how many times more until each further one
    std::vector<double> weights;
    std::vector<std::pair<int, Bits>> phases;  // by variable the values to try first, as masks
    std::vector<int> upwards;                  // variables whose largest values are tried first
    Generator* random = nullptr;               // chooses among the values where none is to be tried first
    SearchTuning tuning{};
    const Provenance* provenance = nullptr;  // for cores; then it always learns
};

// How a call of `Search::run` has ended.
enum class Outcome { more, leaf, refuted, stuck, cut };

// Limits on the work of a call.
struct Budget {
    i64 branches, conflicts, work;
};

// A search for solutions within the domains of an engine at its fixpoint: the *root*.
//
// Between two calls the store holds the domains of the current branch, and nothing else may use it. `close` takes it
// back to the root; what has been refuted at the root meanwhile stays removed.
class Search {
public:
    Search(Engine& engine, SearchOptions options);

    i64 branches = 0;             // assumptions made so far
    std::vector<double> weights;  // by variable, what plain runs like the present one have found out
    Bits core;                    // after a refutation, the requirements that it follows from

    [[nodiscard]] i64 conflicts() const { return conflicts_ + (learner_ ? learner_->conflicts : 0); }
    // What has been done: calls of propagators, and what learning takes in such calls.
    [[nodiscard]] i64 work() const { return engine_.steps + forgotten_work_ + (learner_ ? learner_->work() : 0); }
    // By variable, what plain runs have found out, those of the dual viewpoint aside.
    [[nodiscard]] const std::vector<double>& plain_weights() const { return is_dual_ ? others_ : weights; }
    [[nodiscard]] const std::vector<Learnt>* clauses() { return learner_ ? &learner_->clauses() : nullptr; }

    // Search until all variables are fixed: `leaf`, to be judged; until there is no (further) solution; until the
    // budget is spent: `more`; or until so many calls of propagators: `cut`. `stuck`: a variable that has to be fixed
    // cannot be branched on.
    Outcome run(const Budget& budget);
    // Say whether the values of a leaf are a solution. If not, the next `run` looks for others.
    void judge(bool accepted);
    // Take the store back to the root. What holds for all solutions stays removed; what only excluded a solution that
    // had been returned comes back.
    void close();
    // Go on, after `close`, with a question that has fewer answers.
    void ask(std::vector<std::pair<int, Bits>> phases) { set_phases(std::move(phases)); }
    // Note, after `close`, that the store has been taken back further.
    //
    // The next `run` goes on from the root that the store has then: that of the same question, perhaps with more
    // constraints. What has been learnt is forgotten where a variable is wide by now: the same values may get other
    // masks the next time.
    void undone();
    // Start a search that always learns: call this before `run`.
    Outcome prepare(const std::vector<Learnt>& known, bool contradiction);

private:
    struct Level {
        int mark;
        Assumption assumption;
    };
    struct Passage {
        Assumption assumption;
        bool refuted;
    };

    void set_phases(std::vector<std::pair<int, Bits>> phases);
    void to_root();
    void give_up();
    void undo_root();
    Outcome give_up_as(Outcome outcome);
    Step go_on();
    Step begin_run();
    void end_run();
    i64 next_luby();
    [[nodiscard]] int choose();
    [[nodiscard]] Assumption part(int x);
    Step branch(int chosen);
    Step reject();
    Step leave_solution();
    Step to_fixpoint();
    Step propagate();
    Step backtrack();
    void suspend();
    Step resume();
    [[nodiscard]] bool refute_here(const Assumption& one);
    [[nodiscard]] bool can_learn();
    Learning& learner();
    Step begin_learning();

    Engine& engine_;
    Store& store_;
    SearchOptions options_;
    Learns learns_;
    i64 conflicts_ = 0;              // of plain runs
    std::vector<int> open_, first_;  // what is branched on: those in `first_` before the others
    std::vector<char> is_first_, upwards_;
    std::vector<Bits> phases_;
    int begun_, root_;
    std::vector<Level> trail_;
    std::vector<Level> refuted_;  // what plain runs have refuted below their first assumption
    bool reached_ = false;        // the current branch is a solution that has been returned
    bool rejected_ = false;       // the current branch is a leaf that is no solution
    bool dead_ = false;
    bool passed_ = false;  // a solution has been returned, and the search has gone on
    bool under_way_ = false;
    bool unfinished_ = false;  // propagation has been cut off, and
    bool ends_run_ = false;    // a restart may be due when it is through
    bool is_learning_ = false;
    // plain runs
    double allowed_, until_ = 0.0;
    i64 plain_runs_ = 0;
    bool is_dual_ = false;         // the present plain run has the dual viewpoint
    std::vector<Passage> path_;    // of plain runs: see `suspend`
    std::size_t passed_path_ = 0;  // how far `resume` has come, and
    bool resuming_ = false;        // whether it is under way
    bool goes_on_ = false;         // whether the run that has found a solution is to go on
    std::vector<double> others_;   // weights of every second run
    DualView dual_;
    // learning runs
    std::unique_ptr<Learning> learner_;
    i64 most_;
    i64 runs_ = 1, luby_ = 1;  // the next term, and how far the sequence is
    i64 work_of_run_ = 0, forgotten_work_ = 0, work_limit_ = 0;
};

}  // namespace puzzledsl
