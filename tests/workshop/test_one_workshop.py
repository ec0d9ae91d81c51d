"""One workshop at a time for a ledger: who comes later is led to the first, however that one ended before."""

import stat
import subprocess

import pytest

from generator.workshop.one_workshop import OneWorkshop
from tests.conftest import ROOT
from tests.workshop.programs import Program, command


@pytest.fixture
def program(tmp_path):
    program = Program(tmp_path)
    yield program
    program.kill()


def test_a_second_workshop_leads_to_the_first_and_a_killed_one_is_in_nobodys_way(program, tmp_path):
    table = program.ask("tables", {"game": "yacht", "language": "en"})["id"]
    second = subprocess.run(command(tmp_path), capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (second.returncode, second.stdout) == (0, f"the workshop is open already at {program.link}\n")
    program.kill()
    program.start()
    assert [each["id"] for each in program.ask("tables")["tables"]] == [table]


def test_the_address_with_its_key_is_told_to_the_owner_alone(tmp_path):
    first, second = OneWorkshop(tmp_path / "tables"), OneWorkshop(tmp_path / "tables")
    assert first.take()
    assert not second.take()
    first.tell("http://127.0.0.1:1/#key")
    assert second.link() == "http://127.0.0.1:1/#key"
    assert stat.S_IMODE((tmp_path / "tables/open").stat().st_mode) == 0o600
    first.leave()
    assert second.take()
    assert not (tmp_path / "tables/open").exists()
    second.leave()
