"""What was played of long runs, kept in a file while they go on."""

import time
from pathlib import Path
from types import TracebackType

from generator.cli.console import say
from generator.diagnostics import CannotWrite, InvalidInput, bare_place, format_count, refuse
from generator.rulesets.simulate.checkpoint import Checkpoint, fingerprint, read_checkpoint
from generator.rulesets.simulate.match_setup import ComparisonSetup, MatchSetup
from generator.rulesets.simulate.runs import RunSoFar
from generator.storage.whole_files import write_whole

EVERY = 10.0  # seconds between two writings


class RunCheckpointSaver:
    """Keeps runs in a file every few seconds and however it ends; in none where no file is named."""

    def __init__(self, path: Path | None, rules: str) -> None:
        """Read the file; raises InvalidInput for one that is no checkpoint, CannotWrite where none can be written."""
        self._path = path
        self._rules = rules
        self._checkpoint = Checkpoint() if path is None else read_checkpoint(path)
        self._games = 0  # that the file holds
        self._due = 0.0
        self._has_warned = False
        if path is not None:
            self._write(path)

    def run(self, match: MatchSetup | ComparisonSetup, seed: int, games: int) -> RunSoFar:
        """Return what was played of a run; raises InvalidInput where that is more than is asked for."""
        if self._path is None:
            return RunSoFar()
        so_far = self._checkpoint.run(fingerprint(match, seed, self._rules))
        if so_far.done and so_far.done[-1][1] > games:
            message = f"{self._path} holds {so_far.games:,} of these games already, {games:,} are asked for"
            raise refuse("R016", message, bare_place(str(self._path)), "ask for as many or more, or name another file")
        return so_far

    def keep_now_and_then(self) -> None:
        """Write the file if `EVERY` seconds have passed since it was written."""
        if time.monotonic() >= self._due:
            self.keep()

    def keep(self) -> None:
        """Write the file; where it cannot be written, warn once: what was played is still told."""
        if self._path is None:
            return
        try:
            self._write(self._path)
        except CannotWrite as fault:
            self._due = time.monotonic() + EVERY
            if not self._has_warned:
                say(f"warning: {fault}", err=True)
            self._has_warned = True

    def __enter__(self) -> "RunCheckpointSaver":
        return self

    def __exit__(self, kind: type[BaseException] | None, _fault: object, _trace: TracebackType | None) -> None:
        """Write what was played up to now."""
        self.keep()
        if self._games and kind is not None and not issubclass(kind, InvalidInput):
            say(
                f"{self._path} holds {format_count(self._games, 'game')}: the same command goes on from there", err=True
            )

    def _write(self, path: Path) -> None:
        write_whole(path, self._checkpoint.as_bytes(), replace=True, remember=False)
        self._games = sum(run.games for run in self._checkpoint.runs.values())
        self._due = time.monotonic() + EVERY
