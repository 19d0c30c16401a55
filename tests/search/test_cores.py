"""Search that learns: its answers, the requirements it names, and every clause, against search that does not."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.answer import Options
from puzzledsl.flattening import flatten
from puzzledsl.kernel.masks import bits, domain_of
from puzzledsl.loading import load_model
from puzzledsl.model import Model
from puzzledsl.presolve.presolve import rooted
from puzzledsl.presolve.provenance import Provenance
from puzzledsl.search.conflict_analysis import Learnt
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import ALWAYS, Search
from puzzledsl.session import SolverSession, subset
from puzzledsl.source import Source
from puzzledsl.verification import Verifier
from tests.examples import examples

HEAD = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns\n"

CLUES = (
    "alldifferent: boxes",
    "thermo: r1c1 r1c2 r2c2",
    "thermo: r4c4 r3c4 r3c3",
    "whisper 2: r1c4 r2c4 r2c3",
    "cage 7: r1c1 r2c1 r2c2",
    "cage 9: r3c1 r3c2 r4c1",
    "cage 6: r2c3 r2c4",
    "total 8: r1c1 r2c2 r3c3",
    "little_killer 11: r4c1 r3c2 r2c3 r1c4",
    "arrow r3c3: r2c2 r1c1",
    "renban: r1c3 r2c3 r3c3",
    "palindrome: r4c1..r4c4",
    "anti_knight: cells",
    "skyscraper 3: row(1)",
    "r1c1 + r4c4 == 5 or r2c3 == 1",
    "r1c1 > r1c2 -> r2c1 == 2",
    "abs(r2c1 - r3c2) >= 2",
    "r1c3 * r3c3 == 6",
    "r4c2 in {1, 4}",
    "r3c1 == 2",
    "r2c2 == 3",
)


@settings(max_examples=examples(80), suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(CLUES), min_size=2, max_size=9, unique=True),
    st.lists(st.integers(0, 200), max_size=4),
)
def test_answers_cores_and_clauses(clues: list[str], left_out: list[int]) -> None:
    """Of a model, then of parts of it, each begun with the clauses that are known by then."""
    model = load_model(Source("<text>", HEAD + "\n".join(clues) + "\n"), allow_clashes=True)
    flat = flatten(model, separate=True)
    known: list[Learnt] = []
    everything = set(range(len(model.requirements)))
    for part in [everything, *[everything - {number % len(everything)} for number in left_out]]:
        smaller = subset(model, part)
        verifier = Verifier(smaller)
        asked = replace(flat, constraints=tuple(one for one in flat.constraints if one.origin in part))
        root = rooted(asked, "domain")
        whole = sum(1 << number for number in part)
        usable = [clause for clause in known if not clause.origins & ~whole]
        provenance = Provenance(asked, root)
        work = Search(
            root.engine,
            range(flat.sources),
            verifier.accepts,
            learning=ALWAYS,
            provenance=provenance,
        )
        values, core = None, None
        try:
            assert work.prepare(usable, root.contradiction is not None)
            values = work.run()
            assert values is not None
            assert verifier.accepts(values)
        except Refuted as refuted:
            core = refuted.core
        with SolverSession(smaller, Options(solver="search")) as session:
            assert (session.find().status == "solved") == (core is None)
        if core is not None:
            assert not core & ~whole
            with SolverSession(subset(model, list(bits(core))), Options(solver="search")) as session:
                assert session.find().status == "infeasible"
        fresh = work.clauses[len(usable) :]
        for clause in fresh[:: max(1, len(fresh) // 10)]:
            if all(x < flat.sources for x in clause.variables):
                _check(model, clause)
        known += fresh


def _check(model: Model, clause: Learnt) -> None:
    """The requirements that a clause names have no solution in which it does not hold."""
    pairs = zip(clause.variables, clause.values, strict=True)
    within = {x: model.variables[x].domain - domain_of(values, 0) for x, values in pairs}
    if all(within.values()):
        with SolverSession(subset(model, list(bits(clause.origins))), Options(solver="search")) as session:
            assert session.find(within=within).status == "infeasible"
