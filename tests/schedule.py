"""The tests of each worker, and their order."""

import gc

import pytest

from tests.conftest import DEEP
from tests.costs import Guard, Tiers

PAGES = "tests/workshop/pages/"
TOGETHER = (
    *(() if DEEP else ((PAGES,),)),  # the few pages of a quick run share a browser
    ("tests/products/test_kit.py", "tests/check/test_file_faults.py", "tests/check/test_preflight.py"),
    (
        "tests/test_house.py",
        "tests/test_house_picture.py",
        "tests/layout/test_spec.py",
        "tests/check/test_keys.py",
        "tests/scoring/test_words.py",
        "tests/game/test_translations.py",
    ),
)  # the modules of one worker
SLOW = (  # of one module each
    "workshop/test_table_model",
    *("products/test_editions", "cli/test_every_game", "draw/test_forms", "products/test_own_dungeon_files"),
    *("products/test_exports", "test_handbook", "draw/test_qpdf", "cli/test_score_pdf", "maps/test_maps_on_paper"),
    *("cli/test_cases", "check/test_formats", "cli/test_score_kept", "test_fuzz", "maps/test_generated"),
    *("draw/test_tags", "scoring/test_dialogue", "storage/test_store", "rulesets/paper_dungeons/test_players"),
)
LONGEST = (PAGES, *TOGETHER, *(f"tests/{name}.py" for name in SLOW))  # the slowest modules come first
SELDOM = 50_000  # surplus of new objects over freed objects before garbage is collected


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Collect garbage seldom, and never the modules and tests themselves: they are most of the objects."""
    gc.disable()
    result = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Look through a module for examples only if its text has one, because every worker does so."""
    collectors = yield
    return [
        each for each in collectors if type(each) is pytest.Module or ">>> " in file_path.read_text(encoding="utf-8")
    ]


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Use one more worker than processors: a worker with a browser or another process waits most of the time."""
    return (yield) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Give each worker whole modules, so that no worker repeats the preparation of a module."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "loadfile"
        config.option.loadscopereorder = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep together the tests that share a browser, that check whole games, and that read the whole program."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid):
            if nodeid.startswith("tests/cli/test_cases.py"):  # each file of cases counts as a module
                return nodeid.partition(": ")[0]
            return next((starts for starts in TOGETHER if nodeid.startswith(starts)), super()._split_scope(nodeid))

    return Together(config, log) if config.option.dist == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Begin with the longest modules, so that no worker waits for the last module of another."""
    items.sort(
        key=lambda item: next((at for at, start in enumerate(LONGEST) if item.nodeid.startswith(start)), len(LONGEST))
    )


def pytest_configure(config):
    config.pluginmanager.register(Tiers())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Guard())
