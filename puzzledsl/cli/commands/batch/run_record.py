"""The record beside a file of answers: it names the model and options, so that `--resume` never mixes two models."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.answer import Options
    from puzzledsl.model import Model
    from puzzledsl.source import Source

SUFFIX = ".run"
"""Behind the name of the file of answers; there is its record."""


@dataclass(frozen=True)
class Provenance:
    """Where answers come from.

    Attributes:
        meaning: fingerprint of the model as it was elaborated; where it is the same, nothing else matters.
        files: name → fingerprint of the text, first of the model, then of all that it includes: what has changed.
        settings: values of ``--set``.
        options: how it was solved, as the options of the command are called; ``None``: not given.
        version: of puzzledsl.
    """

    meaning: str
    files: Mapping[str, str]
    settings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str | float | None] = field(default_factory=dict)
    version: str = ""

    def differences(self, earlier: Provenance) -> list[str]:
        """Say why this is another model; empty if it means the same, or if the reason is unknown."""
        if self.meaning == earlier.meaning:
            return []
        found = []
        if sorted(self.files.values()) != sorted(earlier.files.values()):
            (before, *_), (now, *_) = earlier.files or ("",), self.files
            if before != now:
                found.append(f"it is `{now}`, and was `{before}`")
            for name in dict.fromkeys([*earlier.files, *self.files]):
                if before != now and name in (before, now):
                    continue
                if name not in self.files:
                    found.append(f"`{name}` is no longer part of it")
                elif name not in earlier.files:
                    found.append(f"`{name}` was no part of it")
                elif self.files[name] != earlier.files[name]:
                    found.append(f"`{name}` has changed since")
        for name in dict.fromkeys([*earlier.settings, *self.settings]):
            old, new = earlier.settings.get(name), self.settings.get(name)
            if old != new:
                found.append(f"--set {name} was {_text(old)}, and is {_text(new)}")
        return found

    def other_options(self, earlier: Provenance) -> list[str]:
        """Ways of solving that are others than before. Solutions stay solutions, but ``unknown`` may depend on them."""
        return [
            f"--{name} was {_text(earlier.options[name])}, and is {_text(now)}"
            for name, now in self.options.items()
            if name in earlier.options and earlier.options[name] != now
        ]

    def write(self, answers: str, anew: bool) -> None:
        """Put it beside a file of answers, in one step.

        Where it cannot be written (a full disk), the record that is there stays if the answers go on: it is known to
        fit them. For a run that begins ``anew``, no record is better than that of another run.
        """
        place = Path(answers + SUFFIX)
        new = Path(f"{place}-{os.getpid()}")
        try:
            with new.open("w", encoding="utf-8") as stream:
                stream.write(json.dumps(asdict(self), indent=1) + "\n")
                stream.flush()
                os.fsync(stream.fileno())
            new.replace(place)
        except OSError:
            for one in (new, place) if anew else (new,):
                with suppress(OSError):
                    one.unlink()


def provenance(model: Model, included: Sequence[Source], settings: Mapping[str, str], options: Options) -> Provenance:
    """Of a run that begins.

    Args:
        included: the texts that the model has included.
    """
    from puzzledsl import __version__
    from puzzledsl.batches.fingerprint import meaning

    return Provenance(
        meaning(model),
        {source.name: _print_of(source.text) for source in (model.source, *included)},
        dict(settings),
        {
            "encoding": options.program,
            "solver": options.by,
            "presolve": options.strength,
            "time-limit": options.time_limit,
        },
        __version__,
    )


def written(answers: str) -> Provenance | None:
    """The record beside a file of answers; ``None`` where there is none that could be read."""
    try:
        found = json.loads(Path(answers + SUFFIX).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    match found:
        case {
            "meaning": str(meaning),
            "files": dict(files),
            "settings": dict(settings),
            "options": dict(options),
            "version": str(version),
        } if (
            files  # the model's own at least
            and all(isinstance(value, str) for value in (*files.values(), *settings.values()))
            and all(value is None or isinstance(value, (str, int, float)) for value in options.values())
        ):
            return Provenance(meaning, files, settings, options, version)
    return None


def compared(now: Provenance, answers: str) -> tuple[bool, list[str]]:
    """Whether the answers in a file are known to be about this model, and what to warn of.

    Raises:
        PuzzleError: they are about another one.
    """
    earlier = written(answers)
    if earlier is None:
        return False, [f"`{answers}` has no record (`{answers + SUFFIX}`) of the model that its answers are about"]
    differences = now.differences(earlier)
    if differences:
        raise failure(
            f"the answers in `{answers}` are about another model",
            label="; ".join(differences),
            helps=(
                "use the same model and the same --set as the interrupted run, or begin another file",
                f"to keep those answers anyway, delete `{answers + SUFFIX}`",
            ),
            code="resume",
        )
    if now.meaning != earlier.meaning:
        made = "" if earlier.version == now.version else f" ({earlier.version} then, {now.version} now)"
        return False, [f"puzzledsl{made} reads the model in another way than when `{answers}` was begun"]
    return True, [f"`{answers}` was begun otherwise: {one}" for one in now.other_options(earlier)]


def remove(answers: str) -> None:
    """Remove the record: the run is complete."""
    with suppress(OSError):
        Path(answers + SUFFIX).unlink()


def _print_of(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _text(value: str | float | None) -> str:
    return "not given" if value is None else str(value)
