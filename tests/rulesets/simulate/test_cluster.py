"""The same games on the workers of a Dask scheduler: the same counts, to the byte; one without workers is told."""

from generator.rulesets.simulate import workers


def test_a_cluster_counts_the_same_bytes(scrawl, monkeypatch):
    from distributed import LocalCluster  # slow to load: only where it runs

    words = ("simulate", "a", "--games", "4", "--bot", "random", "--json")
    alone = scrawl(*words, "--workers", "1")
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, host="127.0.0.1", protocol="tcp://") as cluster:
        there = scrawl(*words, "--cluster", cluster.scheduler_address)
        monkeypatch.setattr(workers, "PATIENCE", 0.3)
        cluster.scale(0)
        nobody = scrawl(*words, "--cluster", cluster.scheduler_address)
    assert nobody.returncode == 1
    assert nobody.stderr == f"Error: the Dask scheduler at {cluster.scheduler_address} has no workers yet; begin some first: dask worker {cluster.scheduler_address}\n"
    assert there.returncode == 0, there.stderr
    assert there.stdout == alone.stdout
