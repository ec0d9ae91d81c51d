"""Random programs of phones, lines, disks and workshops lose nothing; they find faults that are planted on purpose."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from generator.storage.journal import Journal
from generator.workshop import sessions, shared_session
from generator.workshop.shared_session import SharedSession
from tests.conftest import often
from tests.tables import read_yaml
from tests.workshop import table_model
from tests.workshop.form_model import PAGES, form_scripts
from tests.workshop.scripts import Scripts
from tests.workshop.table_model import PHONES, QUEUE, ModelFile, TableModel, ToyDialogue

FOUND_WITHIN = often(400, 1000)  # programs


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setattr(shared_session, "Dialogue", ToyDialogue)


def programs(count, queue=QUEUE, spoilt=(), **overrides):
    """Run programs and raise the faults that they find. Replace each pair of texts of `spoilt` in the forms."""
    scripts = Scripts(
        f"globalThis.Queue = {queue[queue.index('class Queue') : queue.index('function whyItStays')]}",
        queue[queue.index("function whyItStays") :],
        form_scripts(spoilt),
        PAGES,
        PHONES,
    )
    model = type("Model", (TableModel,), {"scripts": scripts, **overrides})
    phases = (
        [Phase.generate]
        if overrides or spoilt or queue != QUEUE or count == FOUND_WITHIN
        else [Phase.generate, Phase.shrink]
    )
    try:
        run_state_machine_as_test(
            model,
            settings=settings(
                max_examples=count,
                stateful_step_count=often(22, 30),
                deadline=None,
                phases=phases,
                database=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
                report_multiple_bugs=False,
            ),
        )
    finally:
        scripts.close()


def test_nothing_that_was_typed_is_lost_or_overwritten(toy):
    programs(often(100, 10_000))


# faults that existed, or could exist: the programs find each of them


def acknowledged_before_it_is_synced(plant):
    plant(ModelFile, "sync", lambda self: None)


def no_lock_and_no_look_at_what_is_there(plant):
    def cut(self, file):
        file.cut(min(self.length, file.size()))

    plant(Journal, "_cut_what_is_torn", cut)
    return {"takes_lock": staticmethod(lambda server: True)}


def half_a_line_is_not_cut(plant):
    plant(Journal, "_cut_what_is_torn", lambda self, file: None)


def remembered_before_it_is_kept(plant):
    def keep(self, result, change, by, sent):
        self._remember(sent["page"], sent["number"], sent["digest"], {"revision": 0, "taken": True, "messages": []})
        real(self, result, change, by, sent)

    real = SharedSession._keep
    plant(SharedSession, "_keep", keep)


def made_again_when_it_is_sent_again(plant):
    plant(SharedSession, "_earlier_reply", lambda self, page, number, digest: None)


def forgotten_by_the_next_program(plant):
    real = sessions.reopen_session

    def reopen(stored, rules):
        session = real(stored, rules)
        session.pages.clear()
        return session

    plant(sessions, "reopen_session", reopen)


def revealed_in_memory_alone(plant):
    def entry(*args, **about):
        record = real(*args, **about)
        record["session"].pop("revealed", None)
        return record

    real = shared_session.change_entry
    plant(shared_session, "change_entry", entry)


def a_correction_that_is_not_told(plant):
    plant(table_model, "corrections", lambda points, shown: [])


def the_seat_of_who_sat_down_last(plant):
    def sit_down(self, name, phone):
        reply = self.make({"do": "join", "name": name, "phone": phone})
        return {**reply, "token": self.seats[-1].token, "seat": self.seats[-1].id}

    plant(SharedSession, "sit_down", sit_down)


def a_new_seat_for_the_same_phone(plant):
    plant(
        SharedSession,
        "seat_of_phone",
        lambda self, phone: (
            next((seat for seat in reversed(self.seats) if phone in seat.phones), None)
            if self.seats and self.seats[-1].phones == (phone,)
            else None
        ),
    )


SPOILT = read_yaml(Path(__file__).with_name("spoilt_scripts.yaml"))
SOON = [acknowledged_before_it_is_synced, half_a_line_is_not_cut, made_again_when_it_is_sent_again]


def spoilt(script):
    """Return the faults of a script that this run plants."""
    return [fault for fault, each in SPOILT[script].items() if often(each["soon"], True)]


@pytest.mark.parametrize(
    "fault",
    often(
        SOON,
        [
            *SOON,
            remembered_before_it_is_kept,
            no_lock_and_no_look_at_what_is_there,
            forgotten_by_the_next_program,
            revealed_in_memory_alone,
            a_correction_that_is_not_told,
            the_seat_of_who_sat_down_last,
            a_new_seat_for_the_same_phone,
        ],
    ),
)
def test_a_fault_that_is_planted_in_the_workshop_is_found(toy, monkeypatch, fault):
    overrides = fault(monkeypatch.setattr) or {}
    with pytest.raises((AssertionError, KeyError, ValueError)):
        programs(FOUND_WITHIN, **overrides)


@pytest.mark.parametrize("fault", spoilt("queue"))
def test_a_fault_that_is_planted_in_the_queue_is_found(toy, fault):
    ((right, wrong),) = SPOILT["queue"][fault]["texts"].items()
    assert right in QUEUE
    with pytest.raises((AssertionError, KeyError)):
        programs(FOUND_WITHIN, QUEUE.replace(right, wrong))


@pytest.mark.parametrize("fault", spoilt("form"))
def test_a_fault_that_is_planted_in_the_form_is_found(toy, fault):
    with pytest.raises(AssertionError) as caught:
        programs(FOUND_WITHIN, spoilt=SPOILT["form"][fault]["texts"].items())
    assert "Error:" not in str(caught.value)  # it runs, and does the wrong thing
