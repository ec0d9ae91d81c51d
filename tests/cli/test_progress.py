"""What takes long tells so where a person watches, and is silent in a pipe."""

import sys

import pexpect

from tests.conftest import ROOT, SETTINGS, often

SLOW = "import time; from generator.cli import progress; progress.PATIENCE = 0.1; [time.sleep(0.2) for _ in progress.show_progress(range(4), 'cards', 4)]"


def test_a_person_sees_how_many_are_done():
    import os

    child = pexpect.spawn(
        sys.executable, ["-c", SLOW], cwd=str(ROOT), env={**os.environ, **SETTINGS, "TERM": "xterm"}, timeout=20
    )
    child.expect("cards.*[1-4]/4")
    child.expect(pexpect.EOF)


def test_a_pipe_sees_nothing(scrawl):
    done = scrawl("print", "kit", "-o", "kit", "--game", often("yacht", "paper-dungeons"))
    assert done.returncode == 0
    assert done.stderr == ""
