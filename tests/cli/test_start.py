"""What a command loads: the terminal starts without the pages of the workshop and the libraries that these need."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT

OF_THE_WORKSHOP = (
    "generator.workshop",
    "starlette",
    "uvicorn",
    "watchfiles",
    "segno",
    "anyio",
    "asyncio",
    "http.cookies",  # http.client is loaded by the oldest ReportLab itself
    "h11",
    "webbrowser",
)
LOADED = "import sys, contextlib\nfrom generator.main import main\nwith contextlib.suppress(SystemExit):\n    main()\nprint('loaded', *sys.modules)"


@pytest.mark.parametrize(
    "words", [["--help"], ["print", "sheets", "--game", "yacht", "-o", "sheets.pdf"]], ids=" ".join
)
def test_a_command_loads_nothing_of_the_workshop(tmp_path, words):
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        check=True,
    )
    loaded = done.stdout.rpartition("loaded ")[2].split()
    assert "generator.cli.command_group" in loaded
    assert [name for name in loaded if name.startswith(OF_THE_WORKSHOP)] == []
