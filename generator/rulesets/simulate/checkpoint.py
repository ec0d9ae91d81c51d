"""The progress of long runs as a file: a line with the digest of the rest, then JSON.

Each run has a fingerprint of everything that its counts depend on: players, maps, seed, and the data of the game. So
results of different rules are never added up. A damaged file is refused.
"""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator import __version__
from generator.diagnostics import InvalidInput, bare_place, refuse
from generator.reading.yaml_nodes import read_bytes
from generator.rulesets.simulate.runs import RunSoFar
from generator.rulesets.value_counts import ValueCounts

ANY_HEAD = "scrawl simulate --checkpoint "
MOST_BYTES = 100_000_000
HEAD = f"{ANY_HEAD}1 "  # including the number of the format


@dataclass
class Checkpoint:
    """The games counted so far of each run, by its fingerprint, so that runs can be resumed."""

    runs: dict[str, RunSoFar] = field(default_factory=dict)

    def run(self, fingerprint: str) -> RunSoFar:
        """Return the progress of a run, which the caller adds to; an empty one if the run is new."""
        return self.runs.setdefault(fingerprint, RunSoFar())

    def as_bytes(self) -> bytes:
        """Return the content of the file."""
        runs = {key: {"done": run.done, "counts": run.counts.plain()} for key, run in self.runs.items()}
        rest = json.dumps(runs, separators=(",", ":"), sort_keys=True)
        return f"{HEAD}{_digest(rest)}\n{rest}\n".encode("ascii")


def read_checkpoint(path: Path) -> Checkpoint:
    """Read a checkpoint; an empty one if the file is missing or empty. Raises InvalidInput for any other file."""
    place = bare_place(str(path))
    try:
        content = read_bytes(path, str(path), MOST_BYTES) if path.exists() else b""
    except (OSError, InvalidInput) as fault:
        reason = fault.diagnostics[0].message if isinstance(fault, InvalidInput) else fault.strerror
        raise refuse("R016", f"{path} cannot be read: {reason}", place) from None
    if not content:
        return Checkpoint()
    head, _, rest = content.decode("ascii", "replace").partition("\n")
    later = head.removeprefix(ANY_HEAD).partition(" ")[0] if head.startswith(ANY_HEAD) else ""
    if later.isdecimal() and not head.startswith(HEAD):
        message = f"{path} is of format {later}, this version of Scrawlpress goes on with format 1"
        raise refuse("R016", message, place, "install the version that wrote it, or name a file that is not there yet")
    if not head.startswith(HEAD):
        message = f"{path} is no checkpoint of `scrawl simulate`"
        raise refuse("R016", message, place, "name a file that is not there yet")
    if head.removeprefix(HEAD) != _digest(rest.removesuffix("\n")):
        raise refuse("R016", f"{path} was cut short or changed", place, "delete it to begin anew")
    try:
        return Checkpoint({key: _run_of(run) for key, run in json.loads(rest).items()})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise refuse("R016", f"{path} is no checkpoint of this version", place, "delete it to begin anew") from None


def _run_of(plain: dict[str, Any]) -> RunSoFar:
    """Return the progress of a run from JSON; raises one of several built-in exceptions for other values."""
    run = RunSoFar(ValueCounts.of_plain(plain["counts"]), [(int(start), int(stop)) for start, stop in plain["done"]])
    ends = [each for pair in run.done for each in pair]
    times = [times for values in run.counts.seen.values() for times in values.values()]
    if ends != sorted(set(ends)) or min(ends, default=0) < 0 or not all(isinstance(each, int) for each in times):
        raise ValueError(plain["done"])
    return run


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def fingerprint(played: object, seed: int, rules: str) -> str:
    """Return a digest of everything that decides the counts of a run: match, seed, and release of the rules."""
    return _digest(repr((__version__, rules, played, seed)))
