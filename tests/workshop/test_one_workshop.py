"""Test that a ledger has one workshop at a time: a second one leads to the first, however an earlier one ended."""

import http.client
import json
import stat
import subprocess
import time
import urllib.request
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from generator.workshop.workshop import OneWorkshop
from tests.conftest import ROOT, often
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


def test_only_the_owner_gets_the_address_with_its_key(tmp_path):
    first, second = OneWorkshop(tmp_path / "tables"), OneWorkshop(tmp_path / "tables")
    assert first.take()
    assert not second.take()
    first.write_link("http://127.0.0.1:1/#key")
    assert second.link() == "http://127.0.0.1:1/#key"
    assert stat.S_IMODE((tmp_path / "tables/open").stat().st_mode) == 0o600
    first.leave()
    assert second.take()
    assert not (tmp_path / "tables/open").exists()
    second.leave()


class Line:
    """A page that listens to a workshop with the key or token from its start, and connects again after a break."""

    def __init__(self, origin, path, headers):
        self.path, self.headers = path, headers
        self.line = http.client.HTTPConnection(urlsplit(origin).hostname, urlsplit(origin).port, timeout=5)
        self.answer = None
        self.listen()

    def listen(self):
        if self.answer is not None:
            self.answer.close()
        self.line.close()
        self.line.request("GET", self.path, headers=self.headers)
        self.answer = self.line.getresponse()
        assert self.answer.status == 200, self.path

    def hears(self, words):
        """Return whether an event with these words came; connect again if this line broke."""
        with suppress(OSError, http.client.HTTPException):
            while event_line := self.answer.readline():
                if words.encode() in event_line:
                    return True
        with suppress(OSError, http.client.HTTPException):
            self.listen()
        return False


def post(origin, path, headers, content):
    request = urllib.request.Request(f"{origin}{path}", json.dumps(content).encode(), {**headers, "origin": origin})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return json.load(answer)


def test_host_big_screen_and_four_phones_go_on_after_a_workshop_was_killed(program):
    table = program.ask("tables", {"game": "yacht", "language": "en"})
    origin, key = program.link.split("/#")
    pad, secret = table["link"].split("/#")
    seats = [
        post(pad, "/join", {}, {"secret": secret, "phone": f"phone {name}", "name": name})
        for name in ("Ada", "Bob", "Cid", "Dee")
    ]
    lines = [Line(origin, "/changes", {"x-key": key}), Line(origin, f"/tables/{table['id']}/events", {"x-key": key})]
    lines += [Line(pad, "/events", {"x-seat": seat["token"]}) for seat in seats]
    for turn in range(1, 1 + often(1, 10)):
        program.kill()
        began = time.monotonic()
        program.start()
        assert program.link == f"{origin}/#{key}"
        change = {"do": "name", "seat": seats[0]["seat"], "text": f"Ada {turn}", "page": "p", "number": turn}
        reply = {}
        while not reply:  # as a phone resends a change without an answer
            assert time.monotonic() - began < 10
            with suppress(OSError):
                reply = post(pad, "/change", {"x-seat": seats[0]["token"]}, change)
        assert reply["taken"]
        for line in lines:
            words = "data:" if line.path == "/changes" else f"Ada {turn}"
            while not line.hears(words):
                assert time.monotonic() - began < 10, (line.path, turn)
    for line in lines:
        line.answer.close()
        line.line.close()


def test_the_key_lies_with_its_owner_while_the_workshop_runs_or_tables_are_open_and_no_longer(program):
    key_file = program.folder / "ledger.sqlite3.tables" / "key"
    first = program.link
    program.kill()
    program.start()
    assert program.link == first, "pages go on, whether a table is open or not"
    table = program.ask("tables", {"game": "yacht", "language": "en"})["id"]
    assert (key_file.read_text(), stat.S_IMODE(key_file.stat().st_mode)) == (first.split("#")[1], 0o600)
    key_file.chmod(0o644)
    program.kill()
    program.start()
    assert program.link.split("#")[0] == first.split("#")[0]
    assert program.link != first, "what others could read is no key any more"
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    program.ask(f"tables/{table}/close", {})
    program.end()
    assert not key_file.exists()
