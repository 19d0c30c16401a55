"""The grammar itself."""

from __future__ import annotations

from typing import Literal

import pytest

from puzzledsl.reading.construction import STARTS, construct, grammar
from puzzledsl.reading.expression_actions import NODES, ExpressionActions
from puzzledsl.reading.parse_tables import tables
from puzzledsl.reading.statement_actions import Actions


@pytest.mark.parametrize("lexer", ["basic", "contextual"])
def test_the_grammar_is_free_of_conflicts(lexer: Literal["basic", "contextual"]) -> None:
    """Neither the productions nor the terminals collide: lark's strict mode raises if they do."""
    pytest.importorskip("interegular", reason="needs the extra `test`")
    from lark import Lark

    Lark(grammar(), parser="lalr", lexer=lexer, strict=True, start=list(STARTS))


def test_strict_mode_would_notice() -> None:
    pytest.importorskip("interegular", reason="needs the extra `test`")
    from lark import Lark
    from lark.exceptions import GrammarError

    with pytest.raises(GrammarError):
        Lark('start: a | b\na: "x"\nb: "x"', parser="lalr", strict=True)


def test_every_production_has_an_action() -> None:
    for production in tables().productions:
        action = production.action
        assert not action or action in NODES or callable(getattr(Actions, action))


def test_every_action_has_a_production() -> None:
    named = {production.action for production in tables().productions}
    for owner in (ExpressionActions, Actions):
        public = {name for name, value in vars(owner).items() if callable(value) and not name.startswith("_")}
        assert public - {"span", "action"} <= named
    assert set(NODES) <= named


def test_tables_do_not_depend_on_the_run() -> None:
    assert construct(grammar()) == construct(grammar())
