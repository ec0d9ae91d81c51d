"""The score pad as a state machine: phones with tabs, a line that loses and repeats requests, killed workshops, a disk.

The queue and the forms are the scripts of the phones, and the tables are those of the workshop.
Clock, line and disk are ours. One simple model checks them: an acknowledged change is in the file, any other change
is in a queue, and the text that its player typed last counts.
"""

import json
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation
from generator.reading.yaml_nodes import plain
from generator.scoring.dialogue.session import AnswerResult, ScoringSession, Seat
from generator.storage.journal import Disk
from generator.workshop.guard import Refused
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import TOTAL, corrections, lines_to_come, new_session
from tests.conftest import ROOT
from tests.workshop.form_model import BUTTONS, FIELDS, KEYS, after_tap, after_typing, field_text

QUEUE = (ROOT / "generator/workshop/static/queue.js").read_text(encoding="utf-8").replace("export ", "")
PHONES = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
MOST_FLYING = 6
PICK = st.integers(0, 9)
SELDOM = st.sampled_from([False, False, True])
BAD = "99"  # no line takes this
INTERRUPTIONS = st.sampled_from(["", "drawn again", "another window"])  # while a field has the focus
TEXTS = st.sampled_from(["1", "12", "21", "7", BAD])
BEGUN = st.sampled_from(["", "", "7"])  # typed on a keyboard before a tap on the pad


def picked(tabs, pick):
    """Return one of the tabs, chosen by a number."""
    return sorted(tabs)[pick % len(tabs)]


# a game whose lines take any numbers below 99: other tests cover the rules of games


class ToyDialogue:
    def __init__(self, rules):
        self.rules = rules

    def start(self, cards=None, dungeon="", solo=False):
        return ScoringSession(solo)

    def join(self, session, name):
        if any(seat.name == name for seat in session.seats):
            return AnswerResult(session, taken=False)
        seats = (*session.seats, Seat(name, id=session.next_seat))
        return AnswerResult(replace(session, seats=seats, next_seat=session.next_seat + 1))

    def put(self, session, place, question, text):
        if BAD in text.split():
            return AnswerResult(session, ("no",), taken=False)
        seat = session.seats[place]
        after = replace(seat, given={**seat.given, question[-1]: text})
        return AnswerResult(session.with_seat(place, after))

    def answer_of(self, session, place, question):
        return session.seats[place].given.get(question[-1], "")

    def sheet_data(self, seat):
        return {"name": seat.name, "given": dict(seat.given)}

    def read_sheet(self, session, node):
        content = plain(node)
        return Seat(content["name"], given=content["given"])

    def positions(self, session):
        return ()

    def next_position(self, session):
        return None


TOY = SimpleNamespace(game="toy", table=SimpleNamespace(most_players=8), words=SimpleNamespace(language="en", text=str))


class ModelDisk(Disk):
    """A disk in memory: it loses unsynced bytes when the power fails, and a full disk takes only half a line."""

    def __init__(self):
        self.seen, self.safe = {}, {}
        self.is_full = False

    def read(self, path):
        return self.seen[path]

    def files(self, folder, suffix):
        return sorted(path for path in self.seen if path.suffix == suffix)

    def remove(self, path):
        self.seen.pop(path, None)
        self.safe.pop(path, None)

    @contextmanager
    def open(self, path):
        self.seen.setdefault(path, b"")
        yield ModelFile(self, path)

    def fail(self, surviving):
        """Lose the unsynced bytes, except the first ones."""
        for path in self.seen:
            safe = self.safe.get(path, b"")
            rest = self.seen[path][len(safe) :] if self.seen[path].startswith(safe) else b""
            self.seen[path] = self.safe[path] = safe + rest[: min(surviving, max(0, len(rest) - 1))]


@dataclass
class ModelFile:
    disk: ModelDisk
    path: Path

    def size(self):
        return len(self.disk.seen[self.path])

    def cut(self, length):
        self.disk.seen[self.path] = self.disk.seen[self.path][:length]

    def write(self, content):
        self.disk.seen[self.path] += content[: len(content) // 2] if self.disk.is_full else content
        if self.disk.is_full:
            raise OSError(28, "No space left on device")

    def sync(self):
        self.disk.safe[self.path] = self.disk.seen[self.path]


class Lock:
    """A lock that the system gives to one program at a time."""

    holder = None


@dataclass
class Flying:
    """A request on the line: its tab, its entry and its token."""

    tab: int
    entry: dict
    token: str


class TableModel(RuleBasedStateMachine):
    """Sequences of actions of people and machines at a table."""

    scripts = None  # with the queue and the forms
    takes_lock = staticmethod(lambda server: Lock.holder is None)

    @initialize()
    def begin(self):
        self.run("begin()")
        Lock.holder = None
        self.disk, self.is_broken = ModelDisk(), False
        self.servers, self.flying = [], []
        self.is_moved = True  # whether a queue may have changed since the last check
        self.sent = []  # requests that were ever on the line
        self.tabs = {}  # the phone of each open tab
        self.seats = []  # the seat id and the token of each phone, or None
        self.shown = {}  # the revision that each tab shows; a page is empty before its first one
        self.typing = {}  # the text in the field that a tab did not leave yet
        self.revealed = {}  # the lines that all players saw at the end, in their order
        self.told_revealed = set()  # the tabs that know of the reveal
        self.due = set()  # those of them that show it when nobody types a number
        self.at_finish = set()  # those that show it
        self.left, self.acknowledged, self.refused = [], [], []  # changes as (phone, page, number, question, text)
        self.pages = 0
        session = new_session(Path("tables"), TOY, solo=False, disk=self.disk)
        session.begin()
        self.secret = session.secret
        self.start()
        self.bring_a_phone()
        self.sit_down(0, True)

    def run(self, text):
        return self.scripts.run(text)

    # workshops

    def rules_of(self, _game, _language):
        if self.is_broken:
            raise InvalidInput([Diagnostic("E001", "broken", SourceLocation("scoring.yaml", 1, 1))])
        return TOY

    @rule()
    def start(self):
        """Start a workshop: the first, or one more."""
        server = object()
        if not self.takes_lock(server):
            return
        Lock.holder = server
        self.servers.append(SharedSessions(Path("tables"), self.rules_of, self.disk))
        self.servers[-1].holder = server
        self.is_in_the_file()
        self.is_revealed()
        for tab in sorted(set(self.tabs) - set(self.shown)):
            self.hear(tab)

    @precondition(lambda self: self.servers)
    @rule(at=st.integers(0, 1), power=st.booleans(), surviving=st.integers(0, 300), stays=SELDOM)
    def kill(self, at, power, surviving, stays):
        """Kill a workshop, or its machine; mostly it starts again."""
        for server in list(self.servers) if power else [self.servers[at % len(self.servers)]]:
            self.servers.remove(server)
            if Lock.holder is server.holder:
                Lock.holder = None
        if power:
            self.disk.fail(surviving)
        if not stays:
            self.start()

    @rule(is_full=st.booleans())
    def fill_or_empty_the_disk(self, is_full):
        self.disk.is_full = is_full

    @rule(is_broken=SELDOM)
    def break_or_mend_the_game(self, is_broken):
        self.is_broken = is_broken
        if not self.is_broken:
            for server in self.servers:
                server.open_again()

    # the end of the game

    def table(self):
        """Return the table of the first workshop, or None if it cannot be opened."""
        try:
            session = self.servers[0].with_secret(self.secret) if self.servers else None
        except (OSError, Refused):
            return None
        return session

    @staticmethod
    def points(session):
        """Return the points of each line: the first number of its text."""
        places = [(str(seat.id), session.seats[at].given) for at, seat in enumerate(session.seats)]
        letters = ("A", "B", "C")
        lines = {one: {seat: int((inputs.get(one) or "0").split()[0]) for seat, inputs in places} for one in letters}
        return {**lines, TOTAL: {seat: sum(lines[one][seat] for one in letters) for seat, _ in places}}

    @precondition(lambda self: self.servers)
    @rule(count=st.sampled_from([1, 1, 1, 9]), again=SELDOM)
    def reveal(self, count, again):
        """Show the next line to all, or the rest; or start again."""
        session = self.table()
        if session is None:
            return
        points = self.points(session)
        more = {} if again else {line: points[line] for line in lines_to_come(points, self.revealed)[:count]}
        if not again and not more:
            return
        try:
            session.make({"do": "reveal", "points": more})
        except OSError:
            return
        self.revealed = {} if again else {**self.revealed, **more}
        self.is_revealed()

    def is_revealed(self):
        """The table shows the revealed lines in order, with their first values, and only the corrections since then."""
        session = self.table()
        if session is None:
            return
        revealed = session.state.revealed
        assert list(revealed.items()) == list(self.revealed.items())
        assert TOTAL not in list(revealed)[:-1], "the winner was told before all lines were"
        totals = self.points(session)
        report = {(each["line"], each["seat"]): (each["was"], each["now"]) for each in corrections(totals, revealed)}
        for line, seats in revealed.items():
            for seat, was in seats.items():
                now = totals[line][seat]
                assert report.get((line, int(seat)), (was, was)) == (was, now)

    # phones

    @precondition(lambda self: len(self.seats) < 3)
    @rule()
    def bring_a_phone(self):
        phone = self.run("phone()")
        self.seats.append(None)
        self.open_tab(phone)

    @precondition(lambda self: self.seats)
    @rule(at=st.integers(0, 2))
    def open_a_tab(self, at):
        self.open_tab(at % len(self.seats))

    def open_tab(self, phone):
        self.pages += 1
        tab = self.run(f"tab({phone}, 'page{self.pages}')")
        self.is_moved = True
        self.tabs[tab] = phone
        self.hear(tab)

    def hear(self, tab, is_redrawn=False):
        """Send the table to a page, if the table is visible and the phone has a seat.

        Without a change the page gets nothing, unless its connection starts again.
        """
        phone = self.tabs[tab]
        try:
            session = self.servers[0].with_secret(self.secret) if self.servers and self.seats[phone] else None
        except (OSError, Refused):
            return
        if session is None:
            return
        state, seat = session.state, self.seats[phone][0]
        self.is_revealed()
        if not is_redrawn and self.shown.get(tab) == state.revision:
            return
        place = state.place(seat)
        assert place is not None, "a seat is gone"
        inputs = state.seats[place].given
        answers = {f"line.{letter}": text for letter, text in inputs.items()}
        self.shown[tab] = state.revision
        is_revealed = bool(state.revealed)
        if not is_revealed:
            for tabs in (self.told_revealed, self.due, self.at_finish):
                tabs.discard(tab)
        elif tab not in self.told_revealed:
            self.told_revealed.add(tab)
            self.due.add(tab)
        report = f"{seat}, {state.revision}, {json.dumps(answers)}, {json.dumps(is_revealed)}"
        self.is_shown(tab, self.run(f"tabs[{tab}].hears({report})"))

    @precondition(lambda self: self.tabs)
    @rule(pick=PICK, again=st.booleans())
    def close_a_tab(self, pick, again):
        """Close a tab, or load it again: changes of left fields stay in the queue, a half-typed text does not count."""
        tab = picked(self.tabs, pick)
        phone = self.tabs.pop(tab)
        self.run(f"tabs[{tab}].isOpen = false")
        self.typing.pop(tab, None)
        self.shown.pop(tab, None)
        if again:
            self.open_tab(phone)

    @precondition(lambda self: any(seat is None for seat in self.seats) and self.servers)
    @rule(at=st.integers(0, 2), gets_reply=st.booleans())
    def sit_down(self, at, gets_reply):
        """Take a seat; if the answer is lost, the phone asks again later."""
        waiting = [phone for phone, seat in enumerate(self.seats) if seat is None]
        phone = waiting[at % len(waiting)]
        try:
            session = self.servers[at % len(self.servers)].with_secret(self.secret)
            assert session, "the table is gone"
            reply = session.sit_down(f"P{phone}", f"phone {phone}")
        except (OSError, Refused):
            return
        if gets_reply and "token" in reply:
            self.seats[phone] = (reply["seat"], reply["token"])
            for tab in [tab for tab in self.tabs if self.tabs[tab] == phone]:
                self.hear(tab)

    def seated_tabs(self):
        return sorted(self.shown)

    @precondition(lambda self: self.seated_tabs())
    @rule(pick=PICK, field=st.sampled_from(sorted(FIELDS)), text=TEXTS, is_whole=st.booleans(), then=INTERRUPTIONS)
    def type(self, pick, field, text, is_whole, then):
        """Type into a field without leaving it: the whole text or its first digit."""
        tab = picked(self.seated_tabs(), pick)
        if tab in self.typing and self.typing[tab][0] != field:
            self.leave_tab(tab)
        self.at_finish.discard(tab)
        self.typing[tab] = (field, text, text if is_whole else text[:1])
        self.run(f"tabs[{tab}].types('{field}', '{self.typing[tab][2]}')")
        if then == "another window":
            self.does(tab, "looksAway()", FIELDS[field][0], None)
        if then == "drawn again":
            self.hear(tab, is_redrawn=True)

    @precondition(lambda self: self.seated_tabs())
    @rule(pick=PICK, field=st.sampled_from(sorted(FIELDS)), text=TEXTS, then=INTERRUPTIONS, is_sent=st.booleans())
    def fill_in(self, pick, field, text, then, is_sent):
        self.type(pick, field, text, True, then)
        self.leave_tab(picked(self.seated_tabs(), pick))
        if is_sent:
            self.send_at_once(pick, 0, True, False)

    @precondition(lambda self: self.typing)
    @rule(pick=PICK, is_enter=st.booleans())
    def leave(self, pick, is_enter):
        self.leave_tab(picked(self.typing, pick), is_enter)

    def leave_tab(self, tab, is_enter=False):
        """Leave the field: only now its text counts."""
        field, text, typed = self.typing.pop(tab)
        question, place = FIELDS[field]
        previous = self.entered_text(tab, question)
        changed = None if text == field_text(previous, place) else after_typing(question, place, previous, text)
        types = "" if typed == text else f"types('{field}', '{text}')."
        self.does(tab, f"{types}leaves({json.dumps(is_enter)})", question, changed)

    @precondition(lambda self: self.seated_tabs())
    @rule(pick=PICK, buttons=st.lists(st.sampled_from(BUTTONS), min_size=1, max_size=3))
    def tap(self, pick, buttons):
        """Tap buttons of the form; the first tap leaves the field that has the focus."""
        tab = picked(self.seated_tabs(), pick)
        if tab in self.typing:
            self.leave_tab(tab)
        self.at_finish.discard(tab)
        for question, at in buttons:
            changed = after_tap(question, at, self.entered_text(tab, question))
            self.does(tab, f"taps('line.{question}', {at})", question, changed)

    @precondition(lambda self: self.seated_tabs())
    @rule(pick=PICK, key=st.sampled_from([*KEYS, "next"]), begun=BEGUN)
    def tap_a_number(self, pick, key, begun):
        """Tap a number of the pad, which counts at once and replaces a begun text; or go on to the next field."""
        if begun:
            self.type(pick, "line.A", begun, True, "")
        tab = picked(self.seated_tabs(), pick)
        typing = self.typing.get(tab)
        if typing and (key == "next" or typing[0] != "line.A"):
            self.leave_tab(tab)
        self.typing.pop(tab, None)
        self.at_finish.discard(tab)
        changed = None if key in ("next", self.entered_text(tab, "A")) else key
        self.does(tab, f"tapsKey('A', '{key}')", "A", changed)

    @precondition(lambda self: self.seated_tabs())
    @rule(pick=PICK, digit=st.sampled_from("139"), begun=BEGUN, goes_on=st.booleans())
    def tap_a_digit(self, pick, digit, begun, goes_on):
        """Tap a digit of the pad: it is added to a begun text, and counts when the player leaves the field."""
        if begun:
            self.type(pick, "line.B", begun, True, "")
        tab = picked(self.seated_tabs(), pick)
        if tab in self.typing and self.typing[tab][0] != "line.B":
            self.leave_tab(tab)
        self.at_finish.discard(tab)
        typed = self.typing.get(tab, ("", "", ""))[2]
        if len(typed) < 2:
            text = typed + digit
            self.typing[tab] = ("line.B", text, text)
            self.does(tab, f"tapsKey('B', '{digit}')", "B", None)
        if goes_on:
            text = self.typing.pop(tab)[2]
            self.does(tab, "tapsKey('B', 'next')", "B", None if text == self.entered_text(tab, "B") else text)

    def entered_text(self, tab, question):
        """Return the text that the player of a tab last entered for a question."""
        own_changes = [text for phone, _, _, one, text in self.left if (phone, one) == (self.tabs[tab], question)]
        return own_changes[-1] if own_changes else ""

    def does(self, tab, action, question, changed):
        """Have a player do something that changes a question to a text, or changes nothing if that is None."""
        phone, page = self.tabs[tab], f"tabs[{tab}]"
        self.is_moved = True
        before, report = self.run(f"[{page}.queue.number, ({page}.{action}, drawn({page}), {page}.report)]")
        assert report["number"] == before + (changed is not None)
        if changed is not None:
            assert report["text"] == changed
            assert f"line.{question}" not in report["refused"]
            self.left.append((phone, report["page"], report["number"], question, changed))
        self.is_shown(tab, report)

    def is_shown(self, tab, report):
        """Every field shows the text that its player typed or entered last; at the reveal only the finish is shown."""
        if tab in self.due and tab not in self.typing:
            self.due.remove(tab)
            self.at_finish.add(tab)
        assert (report["isFinish"], report["isTwice"]) == (tab in self.at_finish, False)
        if report["isFinish"]:
            assert (report["shown"], report["chips"]) == ({}, "")
            return
        typed = {field: typed for field, _, typed in [self.typing[tab]]} if tab in self.typing else {}
        expected = {
            field: field_text(self.entered_text(tab, question), place) for field, (question, place) in FIELDS.items()
        }
        assert report["shown"] == expected | typed
        assert report["chips"] == self.entered_text(tab, "D")

    # the line

    @precondition(lambda self: self.seated_tabs())
    @rule(pick=PICK)
    def send(self, pick):
        self.send_from(picked(self.seated_tabs(), pick))

    def send_from(self, tab):
        entry = self.run(f"tabs[{tab}].queue.next()")
        if entry:
            self.flying.append(Flying(tab, entry, self.seats[self.tabs[tab]][1]))
            self.sent.append(self.flying[-1])

    @precondition(lambda self: self.seated_tabs())
    @rule(pick=PICK, server=st.integers(0, 1), gets_reply=st.booleans(), again=st.booleans())
    def send_at_once(self, pick, server, gets_reply, again):
        before = len(self.flying)
        self.send(pick)
        if len(self.flying) > before:
            self.arrive(before, server, gets_reply, again)

    @precondition(lambda self: self.flying)
    @rule(at=st.integers(0, 9), server=st.integers(0, 1), gets_reply=st.booleans(), again=st.booleans())
    def arrive(self, at, server, gets_reply, again):
        """Deliver a request; its answer may be lost, and it may arrive again later."""
        flying = self.flying.pop(at % len(self.flying))
        if again:
            self.flying.append(flying)
        del self.flying[:-MOST_FLYING]
        status, reply = self.reply_to(flying, server) if self.servers else (0, {})
        previous = next(
            ((each for each in self.left if each[1:3] == (flying.entry["page"], flying.entry["number"]))), None
        )
        if status == 200 and previous:
            answers_of_kind = self.acknowledged if reply["taken"] else self.refused
            if previous not in answers_of_kind:
                answers_of_kind.append(previous)
            for tab in [tab for tab in self.shown if (self.tabs[tab], tab != flying.tab) == (previous[0], True)]:
                self.hear(tab)  # before anyone touches the other tab
        self.is_moved = True
        if flying.tab in self.tabs:
            answer = f"{json.dumps(flying.entry)}, {status if gets_reply else 0}, {json.dumps(reply)}"
            report = self.run(f"tabs[{flying.tab}].settles({answer})")
            if flying.tab in self.shown:
                self.is_shown(flying.tab, report)

    def reply_to(self, flying, server):
        try:
            seated = self.servers[server % len(self.servers)].find_seat(flying.token)
            if seated is None:
                return 403, {"fault": "no such seat"}
            session, seat = seated
            request = {key: flying.entry[key] for key in ("do", "seat", "question", "text")}
            return 200, session.make(request, seat.id, flying.entry["page"], flying.entry["number"])
        except Refused as fault:
            return fault.status, fault.body
        except OSError:
            return 507, {"why": "not_kept"}

    # invariants

    def is_in_the_file(self):
        """Each acknowledged change is in the file; every change there is from a player."""
        (content,) = self.disk.seen.values()
        lines = [json.loads(line) for line in content.splitlines()[1:] if line.endswith(b"}")]
        in_file = {(line["page"], line["number"]) for line in lines if line.get("page")}
        assert {each[1:3] for each in self.acknowledged} <= in_file
        assert in_file <= {each[1:3] for each in self.left}

    @invariant()
    def what_was_not_acknowledged_waits(self):
        done = {*getattr(self, "acknowledged", ()), *getattr(self, "refused", ())}
        missed = {(each[0], each[1], each[2]) for each in getattr(self, "left", ()) if each not in done}
        if missed and self.is_moved:
            self.is_moved = False
            waiting = self.run("phones.map((kept) => new Queue(kept, 'T', '').waiting)")
            assert missed <= {
                (phone, each["page"], each["number"]) for phone, entries in enumerate(waiting) for each in entries
            }

    def teardown(self):
        """Repair everything: then every change arrives, and the last text of each player counts."""
        if not hasattr(self, "seats"):
            return
        self.disk.is_full = self.is_broken = False
        for at in reversed(range(len(self.servers))):
            self.kill(at, False, 0, True)
        self.start()
        for phone, seat in enumerate(self.seats):
            self.open_tab(phone)
            if seat is None:
                self.sit_down(0, True)
        assert None not in self.seats
        for _ in range(200):
            while self.flying:
                self.arrive(0, 0, True, False)
            for tab in {phone: tab for tab, phone in self.tabs.items()}.values():
                self.send_from(tab)
            if not self.flying:
                break
        assert not self.flying, "a queue is not emptied"
        for late in self.sent[:MOST_FLYING]:  # the line repeats old requests
            self.reply_to(late, 0)
        self.is_in_the_file()
        (session,) = self.servers[0].open.values()
        state = session.state
        assert sorted(seat.id for seat in state.seats) == sorted(seat for seat, _ in self.seats), "a seat is nobody's"
        for phone, (seat, token) in enumerate(self.seats):
            place = state.place(seat)
            assert (state.seats[place].token, state.seats[place].name) == (token, f"P{phone}")
            own_changes = [each for each in self.left if each[0] == phone]
            counts = {question: text for *_, question, text in own_changes if BAD not in text.split()}
            assert dict(state.seats[place].given) == counts
            for question in {each[3] for each in own_changes}:
                last = next(text for *_, one, text in reversed(own_changes) if one == question)
                refusal = self.run(f"new Queue(phones[{phone}], 'T', '').refused({seat}, 'line.{question}')")
                assert (refusal or {}).get("text") == (last if BAD in last.split() else None)
