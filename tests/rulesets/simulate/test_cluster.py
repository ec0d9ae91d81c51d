"""Workers of a Dask scheduler give the same counts, to the byte, also after an edit; without workers it is an error."""

import json
import shutil
from dataclasses import replace

import pytest

from generator.diagnostics import ScrawlError
from generator.rulesets.ruleset import BotStyle
from generator.rulesets.simulate import workers
from generator.rulesets.simulate.match_setup import MatchSetup
from generator.rulesets.value_counts import ValueCounts
from tests.conftest import ROOT

TOY = ROOT / "tests" / "data" / "toy_ruleset"
EDITED = "tracks.yaml"


def test_a_cluster_counts_the_same_bytes_before_and_after_an_edit(scrawl, tmp_path, monkeypatch):
    from distributed import LocalCluster  # slow to load, so only here

    edited = tmp_path / "cards" / "paper-dungeons" / EDITED
    edited.parent.mkdir(parents=True)
    shutil.copy(ROOT / "cards" / "paper-dungeons" / EDITED, edited)
    words = ("simulate", "a", "--games", "12", "--bot", "greedy", "--json", "--home", tmp_path)
    means = []
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, host="127.0.0.1", protocol="tcp://"
    ) as cluster:
        for _ in range(2):
            local, remote = scrawl(*words, "--workers", "1"), scrawl(*words, "--cluster", cluster.scheduler_address)
            assert remote.returncode == 0, remote.stderr
            assert remote.stdout == local.stdout
            means.append(json.loads(remote.stdout)["players"][0]["glory"]["mean"])
            edited.write_text(
                edited.read_text().replace("weakest_hero: [4, 5, 6, 7, 8, 9]", "weakest_hero: [40, 50, 60, 70, 80, 90]")
            )
        monkeypatch.setattr(workers, "PATIENCE", 0.3)
        cluster.scale(0)
        refused = scrawl(*words, "--cluster", cluster.scheduler_address)
    assert means[0] < means[1]
    assert refused.returncode == 1
    assert (
        refused.stderr
        == f"Error: the Dask scheduler at {cluster.scheduler_address} has no workers yet; begin some first: dask worker {cluster.scheduler_address}\n"
    )


@pytest.fixture
def match(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(TOY)
    shutil.copytree(TOY / "cards", tmp_path / "cards")
    return MatchSetup((tmp_path, ROOT), "towers", (BotStyle("careful", {}),))


def test_a_worker_that_reads_other_files_than_were_meant_refuses_to_play(match, tmp_path):
    (tmp_path / "cards" / "towers" / "towers.yaml").write_text("rounds: 12\n")
    with pytest.raises(ScrawlError, match="changed while it was played"):
        match.play(1, ValueCounts())


@pytest.mark.parametrize("name", ["towers.yaml", "game.yaml", "simulation.yaml"])
def test_any_file_of_the_game_makes_another_digest_and_the_same_contents_the_same(match, tmp_path, name):
    path = tmp_path / "cards" / "towers" / name
    text = path.read_text()
    path.write_text(text + "# a remark\n")
    assert replace(match, digest="").digest != match.digest
    path.write_text(text)
    assert replace(match, digest="").digest == match.digest == match.with_seats(*match.seats * 2).digest


def test_a_map_that_is_a_file_is_a_part_of_the_digest(match, tmp_path):
    map = tmp_path / "yard.yaml"
    map.write_text("one\n")
    one = replace(match, maps=(str(map),), digest="").digest
    map.write_text("two\n")
    assert len({match.digest, one, replace(match, maps=(str(map),), digest="").digest}) == 3
