"""Test a ledger over sessions (earned, shared, spent, ranks) against sums by hand and an oracle."""

import json
import random
import re
import signal

import pytest
import yaml

from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.results import entered_game, score_of
from generator.scoring.entered_games import read_score
from generator.scoring.messages import UnscorableGame
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from generator.scoring.ticks_to_inputs import SheetMarks, read_filled
from generator.storage.session_journal import UnfinishedGame, unfinished_games
from generator.workshop.shared_session import new_session
from tests.cli.test_score_kept import DIES, run
from tests.conftest import ROOT, often
from tests.tables import read_yaml, table, tables, write_files
from tests.workshop.doing import answer as answered
from tests.workshop.doing import join

TABLES = tables(__file__)

GAME = "labirynt-smierci"


def catalogue_with_rules(folder, **changes):
    """Return a catalogue in which a home folder changes the ledger rules of the game."""
    scoring = read_yaml(ROOT / f"cards/{GAME}/scoring.yaml")
    for key, value in changes.items():
        place = scoring["inputs"]["ledger"]["pool"] if key == "factor_first" else scoring["inputs"]["ledger"]
        place[key] = value
    write_files(folder, {f"cards/{GAME}/scoring.yaml": yaml.safe_dump(scoring)})
    return GameCatalogue((folder, ROOT))


RULES = open_rules(GameCatalogue((ROOT,)), GAME, "en")


def read(entries, members="ABCDEF", rules=RULES, **more):
    sheet = {"name": "Party", "members": list(members), "ledger": entries, **more}
    return read_score(rules, parse_yaml(yaml.safe_dump({"game": GAME, "players": [sheet]}), "x.yaml"))[0]


def members(entries, names="ABCDEF", rules=RULES, **more):
    standings = score_game(rules, read(entries, names, rules, **more)).players[0].standings
    return {each.name: each for each in standings}


def fault_keys(entries, names="ABCDEF"):
    with pytest.raises(UnscorableGame) as caught:
        read(entries, names)
    return [(fault.code, fault.message.key) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("level", "pool", "names", "each"),
    [(1, [5, 7], "ABCDEF", 12), (1, [9, 8, 11], "ABCDE", 33), (2, [10], "ABCD", 30), (3, [13, 12, 9], "ABCDE", 120)],
)
def test_a_pool_is_shared_alike_and_rounded_down(level, pool, names, each):
    earned = members([{"level": level, "pool": pool}], names)
    assert {one.earned for one in earned.values()} == {each}


def test_the_factor_may_come_before_the_share(tmp_path):
    earned = members(
        [{"level": 3, "pool": [13, 12, 9]}],
        "ABCDE",
        open_rules(catalogue_with_rules(tmp_path, factor_first=True), GAME),
    )
    assert {one.earned for one in earned.values()} == {122}


def test_shares_may_be_agreed():
    earned = members([{"level": 1, "pool": [6, 4], "shares": {"A": 35, "B": 25, "C": 0}}], "ABC")
    assert [one.earned for one in earned.values()] == [35, 25, 0]
    assert fault_keys([{"level": 1, "pool": [6, 4], "shares": {"A": 35, "B": 26}}]) == [("G031", "shares_above")]


RICH = [{"who": "A", "gets": {"experience": 340, "gold": 260, "valuables": 100}}]


def test_two_values_cost_both_purses():
    purses = members([*RICH, {"who": "A", "buys": ["strength", "agility"]}])["A"].left
    assert (purses["experience"], purses["gold"] + purses["valuables"]) == (90, 110)
    assert fault_keys([*RICH, {"who": "A", "buys": ["strength", "agility", "traps"], "gives": {"valuables": 100}}]) == [
        ("G031", "too_little")
    ]


def test_all_three_parts_of_one_value_cost_three_prices():
    parts = ["potential_red", "potential_yellow", "potential_blue"]
    purses = members([{"who": "A", "gets": {"experience": 305, "gold": 300}}, {"who": "A", "buys": parts}])["A"].left
    assert (purses["experience"], purses["gold"]) == (5, 0)


@table("entries, fault")
def test_what_cannot_be_entered_is_reported_at_its_entry(entries, fault):
    assert fault_keys([*RICH, *entries]) == [("G031", fault)]


@pytest.mark.parametrize("verb", ["gets", "has"])
def test_what_a_ledger_does_not_keep_is_reported_with_where_it_stands(verb):
    with pytest.raises(UnscorableGame) as wrong:
        read([{"who": "A", verb: {"wisdom": 3}}])
    (fault,) = map(RULES.words.diagnostic, wrong.value.faults)
    assert (fault.code, fault.message) == ("G007", f"there is no 'wisdom' in {verb}")
    assert fault.hint.startswith("known: ")


def test_more_than_a_party_never_share_and_no_one_knows_stronger_or_weaker_or_more_monsters():
    seven = {"level": 1, "pool": [7]}
    assert fault_keys([seven], "ABCDEFG") == [("G031", "too_many_share")]
    assert fault_keys([{**seven, "shares": dict.fromkeys("ABCDEFG", 1)}], "ABCDEFG") == [("G031", "too_many_share")]
    assert members([{**seven, "shares": dict.fromkeys("ABCDEF", 7)}], "ABCDEFG")["G"].earned == 0
    strong = [{"level": 1, "pool": [22, 1]}, {"level": 1, "pool": [23, 22]}]
    assert warning_codes(strong) == ["G010"]
    assert members(strong, "A")["A"].earned == 6 * 23 + 6 * 45
    assert warning_codes([{"level": 2, "pool": [3]}, {"level": 2, "pool": [2, 9]}]) == ["G010"]
    assert warning_codes([{"level": 1, "pool": [0]}], ["A", "B"]) == ["G010"]
    assert warning_codes([], []) == ["G010"]
    assert warning_codes([{"who": "A", "gets": {"gold": 999, "valuables": 999, "experience": 1000}}]) == []
    assert warning_codes([{"who": "A", "gets": {"gold": 10_000}}]) == ["G010"]
    assert members([{"who": "A", "gets": {"gold": 10_000}}])["A"].left["gold"] == 10_000
    for level, least, most in ((1, 1, 5), (2, 3, 5), (3, 4, 10)):
        many = [{"level": level, "pool": [least] * count} for count in (most, most + 1, 60)]
        assert warning_codes(many) == ["G010"] * 2


def warning_codes(entries, names="A"):
    """Return the codes of the warnings about a ledger; its default is one member."""
    sheet = {"name": "Party", "members": list(names), "ledger": entries}
    faults = read_score(RULES, parse_yaml(yaml.safe_dump({"game": GAME, "players": [sheet]}), "x.yaml"))[1]
    assert {fault.severity for fault in faults} <= {"warning"}
    return [fault.code for fault in faults]


@table("entry, code")
def test_an_entry_that_cannot_be_read_is_reported(entry, code):
    assert [fault_code for fault_code, _ in fault_keys([entry])] == [code]


@pytest.mark.parametrize("names", [["A", "A"], ["x" * 50], [5], "A"])
def test_members_have_names_that_differ(names):
    with pytest.raises(UnscorableGame):
        read_score(RULES, parse_yaml(yaml.safe_dump({"game": GAME, "players": [{"members": names}]}), "x.yaml"))


FOUR, TYPED, LOG = TABLES["four"], TABLES["typed"], TABLES["log"]


def test_the_living_rank_by_what_they_earned():
    ranks = {name: each.rank for name, each in members(FOUR, "ABCD").items()}
    assert ranks == {"A": 1, "B": 2, "C": None, "D": 3}


def test_nobody_ranks_while_the_game_is_not_won():
    standings = members(FOUR, "ABCD", standing=True)
    assert {each.rank for each in standings.values()} == {None}
    assert [each.earned for each in standings.values()] == [412, 388, 412, 150]


def test_ranks_by_what_is_left_and_from_a_threshold_are_rules_of_the_data(tmp_path):
    rules = open_rules(catalogue_with_rules(tmp_path, rank_by="left", threshold={"experience": 160}), GAME)
    assert [each.rank for each in members(FOUR, "ABCD", rules).values()] == [2, 1, None, None]


# an independent oracle: the rules of the facts, with plain dicts and no code of the scorer

PRICES, CAPS = TABLES["prices"], {"resistance": 5, "traps": 5}


class Oracle:
    def __init__(self, names):
        self.alive, self.xp, self.total = list(names), dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        self.gold, self.stones = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        self.value, self.raised, self.log = {name: {} for name in names}, {name: set() for name in names}, []

    def fight(self, level, strengths, agreed=None):
        pot = sum(strength * 6 for strength in strengths)
        for at, name in enumerate(self.alive):
            share = (pot - pot % len(self.alive)) // len(self.alive) if agreed is None else agreed[at]
            self.xp[name] += share * level
            self.total[name] += share * level
        entry = {"level": level, "pool": strengths}
        self.log.append(entry if agreed is None else {**entry, "shares": dict(zip(self.alive, agreed, strict=True))})

    def find(self, name, gold, stones):
        self.gold[name] += gold
        self.stones[name] += stones
        self.log.append({"who": name, "gets": {"gold": gold, "valuables": stones}})

    def buy(self, name, wishes, handed):
        """Return whether the player may buy this, and the entry; record the purchase if so."""
        cost = sum(PRICES[wish] for wish in wishes)
        fits = len(set(wishes)) == len(wishes) and not self.raised[name] & set(wishes)
        fits = fits and all(self.value[name].get(wish, 0) < CAPS.get(wish, 10**9) for wish in wishes)
        fits = (
            fits and self.xp[name] >= cost and handed <= self.stones[name] and self.gold[name] >= max(0, cost - handed)
        )
        entry = {"who": name, "buys": wishes} | ({"gives": {"valuables": handed}} if handed else {})
        if fits:
            self.xp[name] -= cost
            self.gold[name] -= max(0, cost - handed)
            self.stones[name] -= handed
            for wish in wishes:
                self.value[name][wish] = self.value[name].get(wish, 0) + 1
            self.raised[name] |= set(wishes)
            self.log.append(entry)
        return fits, entry

    def ranks(self):
        return {name: 1 + sum(self.total[other] > self.total[name] for other in self.alive) for name in self.alive}


def campaign(chance):
    """Play random adventures; return the oracle, and each purchase that it rejected after the entries before it."""
    oracle, refusals = Oracle("ABCDEF"[: chance.randint(1, 6)]), []
    for number in range(1, chance.randint(2, 5)):
        if number > 1:
            oracle.log.append({"session": number})
            for raised in oracle.raised.values():
                raised.clear()
        for _ in range(chance.randint(0, 6)):
            strengths = [chance.randint(4, 22) for _ in range(chance.randint(1, 5))]
            spare, agreed = 6 * sum(strengths), []
            for _ in oracle.alive:
                agreed.append(chance.randint(0, spare))
                spare -= agreed[-1]
            oracle.fight(chance.randint(1, 3), strengths, chance.choice([None, agreed]))
            if chance.random() < 0.1 and len(oracle.alive) > 1:
                oracle.log.append({"who": (dead := chance.choice(oracle.alive)), "out": True})
                oracle.alive.remove(dead)
        for name in oracle.alive:
            oracle.find(name, chance.randint(0, 400), chance.randint(0, 90))
            for _ in range(chance.randint(0, 3)):
                wishes = chance.choices(list(PRICES), k=chance.randint(1, 3))
                handed = chance.randint(0, oracle.stones[name] + 5) if chance.random() < 0.4 else 0
                before = list(oracle.log)
                fits, entry = oracle.buy(name, wishes, handed)
                if not fits:
                    refusals.append([*before, entry])
    return oracle, refusals


@pytest.mark.parametrize("seed", range(often(50, 1000)))
def test_random_campaigns_come_out_as_an_oracle_says(seed):
    chance = random.Random(seed)
    oracle, refusals = campaign(chance)
    names = list(oracle.xp)
    standings = members(oracle.log, names)
    assert {name: each.earned for name, each in standings.items()} == oracle.total
    assert {name: each.left for name, each in standings.items()} == {
        name: {"experience": oracle.xp[name], "gold": oracle.gold[name], "valuables": oracle.stones[name]}
        for name in names
    }
    assert {name: each.rank for name, each in standings.items() if each.rank} == oracle.ranks()
    for entries in refusals[: often(1, 9)]:
        assert {code for code, _ in fault_keys(entries, names)} == {"G031"}


# at the table


def at_table(answers):
    dialogue = Dialogue(RULES)
    session = dialogue.start()
    for answer in answers:
        turn = dialogue.answer(session, answer)
        assert turn.taken, (answer, [RULES.words.text(each) for each in turn.messages])
        session = turn.session
    return dialogue, session


def test_a_ledger_is_typed_entry_by_entry(tmp_path):
    dialogue, session = at_table(TYPED)
    assert session.at is None
    ada, bo = score_of(dialogue.rules, session).players[0].standings
    assert (ada.earned, ada.left, ada.rank) == (403, {"experience": 303, "gold": 10, "valuables": 20}, 1)
    assert (bo.earned, bo.out, bo.rank) == (36 + 80 + 27, True, None)
    UnfinishedGame(dialogue, tmp_path).keep(session)
    ((game,), _) = unfinished_games(tmp_path)
    again = game.session(dialogue)
    assert entered_game(dialogue.rules, again).in_file(RULES) == entered_game(dialogue.rules, session).in_file(RULES)
    reopened = dialogue.reopen(entered_game(dialogue.rules, session))
    assert reopened.at is None


def test_an_entry_is_corrected_or_taken_out_and_the_ledger_stays_open():
    dialogue, session = at_table(TYPED[:4])
    session = dialogue.back(session).session
    assert dialogue.question(session)[1] == "2: 10 = 20 40"
    turn = dialogue.answer(session, "-")
    assert turn.session.at.question == "ledger.1"
    assert [entry["level"] for entry in turn.session.seats[0].marks["ledger"].plain] == [1]
    last = dialogue.answer(turn.session, "").session
    assert last.at.question == "standing"


def test_members_who_do_not_fit_the_ledger_get_one_message():
    dialogue, session = at_table(
        [*TYPED[:4], *(f"{name} + gold {number}" for number, name in enumerate(["Ada", "Bo"] * 3))]
    )
    for result in (
        dialogue.put(session, 0, "members", "Cy, Di"),
        dialogue.answer(dialogue.edit(session, None, "A").session, "Cy, Di"),
    ):
        assert [RULES.words.text(message) for message in result.messages[:1]] == ["nobody in the group is called 'Ada'"]
        assert len([message for message in result.messages if "nobody" in RULES.words.text(message)]) == 1


@table("typed")
def test_what_cannot_be_an_entry_is_asked_again(typed):
    dialogue, session = at_table(TYPED[:2])
    turn = dialogue.answer(session, typed)
    assert not turn.taken
    assert turn.messages


@pytest.mark.parametrize("stop", often((5,), range(1, len(TYPED))))
def test_a_ledger_killed_after_any_entry_goes_on_from_there(stop, tmp_path):
    died = run(tmp_path, TYPED, "--game", GAME, code=DIES, stop=stop)
    assert died.returncode == -signal.SIGKILL
    rest = run(tmp_path, ["y", *TYPED[stop:]], "--json", "--game", GAME)
    assert rest.returncode == 0, rest.stderr
    result = json.loads(rest.stdout[rest.stdout.index('{\n  "game"') :])
    assert [each["earned"] for each in result["players"][0]["members"]] == [403, 143]


def test_the_table_shows_who_leads(tmp_path, scrawl):
    (tmp_path / "p.yaml").write_text(
        yaml.safe_dump({"game": GAME, "players": [{"name": "Party", "members": list("ABCD"), "ledger": FOUR}]})
    )
    for language, leads in (("en", "Rank"), ("pl", "Miejsce"), ("cs", "Pořadí")):
        result = scrawl("score", tmp_path / "p.yaml", "--lang", language)
        assert result.returncode == 0, result.stderr
        rows = [line.split() for line in result.stdout.splitlines()]
        at = next(number for number, row in enumerate(rows) if row[:1] == [leads])
        ranking = [" ".join(row[:3]) for row in rows[at + 1 : at + 5]]
        assert ranking == ["1 A 412", "2 B 388", "3 D 150", "– C 412"]


def test_a_ledger_grows_on_the_pad_and_an_empty_answer_takes_an_entry_out(tmp_path):
    table = new_session(tmp_path, RULES, solo=False)
    table.begin()
    join(table, "Party")
    assert [each["id"] for each in table.views.questions(table.state)] == ["members", "ledger.0", "standing"]
    assert not answered(table, 0, "ledger.0", "Ada + gold 5")["taken"]  # the party has no members yet
    typed = {"members": "Ada, Bo", "ledger.0": "1: 5 7", "ledger.1": "2: 10 = 20 40", "ledger.2": "Bo !"}
    for question, text in typed.items():
        assert answered(table, 0, question, text)["taken"]
    seat = table.view()["seats"][0]
    assert [each["id"] for each in seat["more"]] == ["ledger.1", "ledger.2", "ledger.3"]
    shared = '{"level": 2, "pool": [10], "shares": {"Ada": 20, "Bo": 40}}'
    assert (seat["answers"]["ledger.1"], seat["lines"]["A"]["points"]) == (shared, 36 + 40)
    assert [row[:3] for row in seat["members"]["rows"]] == [["1", "Ada", "76"], ["–", "Bo", "116"]]
    assert answered(table, 0, "ledger.1", "")["taken"]
    seat = table.view()["seats"][0]
    assert (seat["answers"]["ledger.1"], seat["lines"]["A"]["points"]) == ('{"who": "Bo", "out": true}', 36)


def test_the_ledger_of_the_handbook_is_counted():
    text = (ROOT / "docs/score-rules.md").read_text(encoding="utf-8")
    record, _ = read_score(
        RULES, parse_yaml(re.search(r"```yaml\n(game: labirynt-smierci\n.*?)```", text, re.S)[1], "score-rules.md")
    )
    almut, bo, cy = score_game(RULES, record).players[0].standings
    assert (almut.earned, bo.earned, cy.out) == (24 + 105, 24 + 75, True)
    assert almut.left == {"experience": 29, "gold": 180, "valuables": 20}


def test_a_filled_log_is_read_as_its_rows():
    record, _ = read_filled(RULES, [SheetMarks({**LOG, "log.gate.stands": "yes"}, "log.pdf")])
    typed = [{"level": 1, "pool": [6, 4], "shares": {"A": 35, "C": 25}}, {"level": 2, "pool": [10]}]
    assert (
        score_game(RULES, record).players[0].standings
        == score_game(RULES, read(typed, "ABC", standing=True)).players[0].standings
    )
    assert record.sheets[0].name == "Thursdays"


@table("wrong, code, message")
def test_what_a_filled_log_cannot_mean_is_reported_with_its_field(wrong, code, message):
    with pytest.raises(UnscorableGame) as caught:
        read_filled(RULES, [SheetMarks({**LOG, **wrong}, "log.pdf")])
    assert [fault.code for fault in caught.value.faults] == [code]
    assert message in RULES.words.text(caught.value.faults[0].message)


def test_a_purse_that_is_handed_in_for_another_is_reported(tmp_path, scrawl):
    catalogue_with_rules(tmp_path, purses={"experience": [], "gold": ["valuables", "experience"]})
    result = scrawl("check", "--game", GAME)
    assert "error G024 'experience' is a purse, and handed in for 'gold'" in result.stderr
    assert "hint: leave 'experience' out of one of the two" in result.stderr
