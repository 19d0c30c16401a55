"""From the grammar to parse tables: the only place that needs lark, and the builds that write what it makes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

GRAMMAR = Path(__file__).parents[2] / "grammars" / "puzzle.lark"

STARTS = ("start", "lone_expression")


def grammar() -> str:
    """The grammar of the language."""
    return GRAMMAR.read_text(encoding="utf-8")


def digest() -> str:
    """A checksum of all that the tables depend on: the grammar, and what is done with it here.

    The version of lark takes no part: a grammar without conflicts has the same tables in every one.
    """
    from zlib import crc32  # hashlib loads OpenSSL, which takes as long as reading a small model

    return f"{crc32(GRAMMAR.read_bytes() + Path(__file__).read_bytes()):08x}"


def write_tables(path: Path) -> None:
    """Write the module that `puzzledsl.reading.parse_tables` loads, in one step: several processes may do so."""
    fields = "".join(f"    {name!r}: {value!r},\n" for name, value in construct(grammar()).items())
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(
        '"""Written by a build, see `puzzledsl.reading.parse_tables`; not to be edited."""\n\n'
        f"from typing import Any\n\nDIGEST = {digest()!r}\nTABLES: dict[str, Any] = {{\n{fields}}}\n",
        encoding="utf-8",
    )
    draft.replace(path)


def construct(grammar: str) -> dict[str, Any]:
    """Construct the LALR(1) tables of ``grammar``: the fields of `Tables`, with plain tuples for productions.

    Terminals and nonterminals are numbered alike, terminals first. In a state's row, an action ``n >= 0`` goes to state
    ``n`` and ``n < 0`` reduces by production ``-n - 1``.
    """
    from lark import Lark
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    lark = Lark(grammar, parser="lalr", lexer="basic", start=list(STARTS), maybe_placeholders=False)
    serialized, memo = lark.memo_serialize([TerminalDef, Rule])
    table = serialized["parser"]["parser"]
    names: dict[int, str] = table["tokens"]

    definitions = [entry for entry in memo.values() if entry["__type__"] == "TerminalDef"]
    definitions.sort(key=lambda entry: -entry["priority"])
    patterns = {entry["name"]: entry["pattern"]["value"] for entry in definitions if _is_regular(entry)}

    rules = {key: entry for key, entry in memo.items() if entry["__type__"] == "Rule"}
    nonterminals = sorted({entry["origin"]["name"] for entry in rules.values()})
    terminals = sorted(set(names.values()) - set(nonterminals))
    number = {name: index for index, name in enumerate([*terminals, *nonterminals])}
    literals = {e["pattern"]["value"]: number[e["name"]] for e in definitions if not _is_regular(e)}
    ordered = sorted(rules, key=lambda key: (rules[key]["origin"]["name"], rules[key]["order"]))
    order = {key: index for index, key in enumerate(ordered)}

    # lark numbers the states as its sets happen to be ordered; here they are numbered as they are reached, so that the
    # same grammar always has the same tables.
    reached = [table["start_states"][name] for name in STARTS]
    states: list[dict[int, int]] = []
    place = {state: index for index, state in enumerate(reached)}
    for state in reached:  # which grows meanwhile
        states.append({})
        for name, (is_reduction, argument) in sorted(
            (names[symbol], act) for symbol, act in table["states"][state].items()
        ):
            if not is_reduction and argument not in place:
                place[argument] = len(reached)
                reached.append(argument)
            action = -order[argument["@"]] - 1 if is_reduction else place[argument]
            states[-1][number[name]] = action
    return {
        "kinds": number,
        "names": (*terminals, *nonterminals),
        "terminals": len(terminals),
        "patterns": patterns,
        "keywords": {text: kind for text, kind in literals.items() if text.isalpha()},
        "symbols": {text: kind for text, kind in literals.items() if not text.isalpha()},
        "states": tuple(states),
        "productions": tuple(_production(rules[key], number) for key in ordered),
        "starts": {name: (place[table["start_states"][name]], place[table["end_states"][name]]) for name in STARTS},
    }


def _is_regular(terminal: dict[str, Any]) -> bool:
    return bool(terminal["pattern"]["__type__"] == "PatternRE")


def _production(rule: dict[str, Any], number: dict[str, int]) -> tuple[int, int, tuple[int, ...], str]:
    """Left side, size, positions of the parts that count, and the action (empty: pass the only part on)."""
    origin: str = rule["origin"]["name"]
    expansion = rule["expansion"]
    kept = tuple(position for position, symbol in enumerate(expansion) if not symbol.get("filter_out", False))
    if rule["alias"]:
        action = rule["alias"]
    elif origin.startswith("__"):  # what lark makes of `*` and `+`
        action = "more" if expansion[0]["name"] == origin else "collect"
    elif rule["options"]["expand1"] and len(kept) == 1:
        action = ""
    else:
        action = origin
    return number[origin], len(expansion), kept, action


if __name__ == "__main__":  # make tables
    write_tables(Path(__file__).with_name("built_tables.py"))
