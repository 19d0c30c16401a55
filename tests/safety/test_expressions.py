"""No expression becomes so high that a walk over it takes all of the stack, and what occurs twice counts twice."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from puzzledsl import SAFE, PuzzleError, parse
from puzzledsl.elaboration.limits import MOST_HIGH
from puzzledsl.flattening import flatten
from tests.examples import every
from tests.safety.hostile import CONDITIONS, GRID, NUMBERS, OTHERS, SELF_CALLING, applied, chain


def outcomes(texts: list[str]) -> list[str]:
    """What comes of each text on a small stack, up to the one that ends the process."""
    command = [sys.executable, "-m", "tests.safety.small_stack"]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), (len(done.stdout.splitlines()), texts, done.stderr[-2000:])
    return done.stdout.splitlines()


@pytest.mark.parametrize("forms", every(2, [CONDITIONS, NUMBERS]), ids=["conditions", "numbers"])
def test_no_walk_takes_all_of_a_small_stack(forms: dict[str, str]) -> None:
    heights = [highest(form) for form in forms.values()]
    allowed = [chain(form, height) for form, height in zip(forms.values(), heights, strict=True)]
    beyond = [chain(form, 200) for form in forms.values()] + [applied(form, 13) for form in forms.values()]
    found = outcomes([*allowed, *beyond])
    for name, height, said in zip(forms, heights, found, strict=False):
        assert said == "fine", (name, height)
    for text, said in zip(beyond, found[len(allowed) :], strict=True):
        line, _, message = said.partition(": ")
        assert message == "this is nested too deeply" or "parts" in message, said
        assert GRID.count("\n") < int(line.removeprefix("line ")) <= text.count("\n")


def highest(form: str) -> int:
    """About how often a form can be applied to itself."""
    return next(MOST_HIGH // k for k in (1, 2, 3, 5, 8, 16, 40) if accepted(chain(form, MOST_HIGH // k)))


@pytest.mark.parametrize("text", SELF_CALLING)
def test_defaults_that_call_themselves_are_calls(text: str) -> None:
    (found,) = outcomes([GRID + text + "\n"])
    assert "more than 32 levels deep" in found


def test_lists_inside_each_other_are_bounded_too() -> None:
    for step in ("[A]", "(A, 1)", "{1: A}", "concat([A], [A])"):
        lines = "".join(f"let a{k} = {step.replace('A', f'a{k - 1}')}\n" for k in range(1, 500))
        (found,) = outcomes([f"{GRID}let a0 = [1]\n{lines}show a499 == a498, [a499], a499 in [a498]\n"])
        assert "nested too deeply" in found or "items" in found, found


SHARED = {
    "a place in a list": "[A, A + 1, B][A]",
    "a largest value": "max(A, A - B)",
    "a choice": "if A > 2 then A - 1 else A + B",
    "a count": "count([A == 1, A == B])",
    "a remainder": "(A * A) mod 7",
    "a quotient": "(A + B) div (A + 1)",
}


USES = {
    "a sum": "let b = A + i",
    "a comparison": "A + i * r1c1 != r2c2",
    "an equal one": "let b = A == B + i",
    "a distance": "let b = abs(A - i)",
    "an index": "let b = [1, 2, 3][A + i]",
    "a condition": "A == B xor r1c1 == i",
}


@pytest.mark.parametrize("form", SHARED.values(), ids=list(SHARED))
def test_work_on_what_occurs_often_is_counted(form: str) -> None:
    """Two equal expressions of very many parts, made apart, and a loop that asks about them: a call of Python takes
    less than a microsecond, a step about one."""
    most = next(n for n in range(20, 1, -1) if accepted(shared(form, n, "r1c1 > 0")))
    for name, use in USES.items():
        calls = calls_of(shared(form, most, use))
        assert calls < 2 * SAFE.steps, (name, most, calls)


def shared(form: str, count: int, use: str) -> str:
    """Expressions in which others occur more than once, made twice, and what is asked about both in a loop."""
    lines = [
        f"let {name}{k} = {form.replace('A', f'{name}{k - 1}').replace('B', OTHERS[k % 5])}\n"
        for name in "ab"
        for k in range(1, count + 1)
    ]
    asked = use.replace("A", f"a{count}").replace("B", f"b{count}")
    return f"{GRID}let a0 = r1c1\nlet b0 = r1c1\n{''.join(lines)}for i in 1..400:\n    {asked}\n"


def accepted(text: str) -> bool:
    """Whether a text is within the bounds."""
    try:
        flatten(parse(text, limits=SAFE).elaborated)
    except PuzzleError:
        return False
    return True


def calls_of(text: str) -> int:
    """How many functions are called until a text is expanded, or refused."""
    count = 0

    def counting(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counting)
    try:
        flatten(parse(text, limits=SAFE).elaborated)
    except PuzzleError:
        pass  # it is refused, but perhaps too late
    finally:
        sys.setprofile(None)
    return count
