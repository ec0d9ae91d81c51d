"""Helpers that many tests share."""

import contextlib
import gc
import importlib
import io
import os
import re
import signal
import subprocess
import sys
import threading
import traceback
import zlib
from functools import cached_property, lru_cache, partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from generator.draw import form_font, inks, pdf_content_stream, pdf_file
from generator.entry.scrawl import main
from generator.frame import FieldItem, walk
from generator.game import manifest
from generator.layout import icons
from generator.maps import map_rules as map_specs
from generator.proof import checking
from generator.reading import game_search_path, yaml_nodes
from generator.reading import structure as structures
from generator.reading.source_cache import SourceCache
from generator.recipes import kit as kits
from generator.recipes import print_pack as packs
from generator.rulesets.paper_dungeons import ruleset
from generator.scoring import rules as scoring_rules
from generator.scoring import spec as scoring
from generator.sheets import paper as papers

ROOT = Path(__file__).resolve().parents[1]
# what was compiled is kept for the next run and for every process that a test starts, however Python is set up here
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# workers share the processors: threads of numpy would wait for each other
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# in the background a shell has Ctrl-C ignored, and so would all processes that tests start and interrupt
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
TOGETHER = (
    ("tests/workshop/pages/",),
    ("tests/recipes/test_kit.py", "tests/proof/test_file_faults.py", "tests/proof/test_preflight.py"),
    (
        "tests/test_house.py",
        "tests/test_house_picture.py",
        "tests/layout/test_spec.py",
        "tests/proof/test_keys.py",
        "tests/scoring/test_words.py",
        "tests/game/test_translations.py",
    ),
)  # what one worker does
LONGEST = (
    *TOGETHER,
    *(
        f"tests/{name}.py"
        for name in (
            "recipes/test_editions",
            "cli/test_every_game",
            "draw/test_forms",
            "recipes/test_own_dungeon_files",
            "recipes/test_exports",
            "test_handbook",
            "draw/test_qpdf",
            "cli/test_score_pdf",
            "maps/test_maps_on_paper",
            "cli/test_calibrate",
            "proof/test_formats",
            "cli/test_score_kept",
            "test_fuzz",
            "maps/test_generated",
            "draw/test_tags",
            "scoring/test_dialogue",
            "ledger/test_store",
            "rulesets/paper_dungeons/test_players",
        )
    ),
)  # what takes longest comes first
DEEP = os.environ.get("SCRAWL_TESTS") == "deep"
SMALL_PICTURE = 300  # pixels
SELDOM = 50_000  # objects more than were let go before garbage is collected
SETTINGS = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}

LEFT_OUT = pytest.StashKey()  # which tests were left out, and why


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Let the process that reports know what a worker left out."""
    if LEFT_OUT in session.config.stash and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash[LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Hear from a worker what it left out; every worker collects the same tests."""
    if "left_out" in getattr(node, "workeroutput", {}):
        node.config.stash[LEFT_OUT] = node.workeroutput["left_out"]


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    """Say in the last line what was not tested, and how it can be."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter and LEFT_OUT in config.stash:
        reporter.write_line(f"Not tested: {config.stash[LEFT_OUT]}.")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Collect garbage seldom, and leave the modules and tests themselves out of it: there are more of them than of all else."""
    gc.disable()
    found = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()
    return found


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Look through a module for examples only where its text has one: every worker does so."""
    found = yield
    return [each for each in found if type(each) is pytest.Module or ">>> " in file_path.read_text(encoding="utf-8")]


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Take one worker more than there are processors: who drives a browser or another process waits most of the time."""
    return (yield) + 1


# what is replaced in the program so that the quick run is quick; the deep one tests it as it ships
in_the_quick_run = pytest.fixture(scope="session", autouse=not DEEP)


@in_the_quick_run
def nothing_waits_for_the_disk():
    """Leave what is written to the system: no test cuts the power. What is killed in the middle is a process of its own."""
    with patch.object(os, "fsync", lambda handle: None):
        yield


@in_the_quick_run
def parsed_once():
    """Parse the same text once: hundreds of commands read the same files of ours, and nodes never change."""
    with patch.object(yaml_nodes, "parse_yaml", lru_cache(maxsize=1000)(yaml_nodes.parse_yaml)):
        yield


@in_the_quick_run
def made_once():
    """Make of our own fonts, icons and tables what they are made into once: files of ours never change while tests run."""
    keep, look, made, records = SourceCache.kept, game_search_path.is_inside, {}, {}

    def kept(sources, path, kind, make, **limits):
        if limits or not path.is_relative_to(ROOT / "fonts"):
            return keep(sources, path, kind, make, **limits)
        sources._opened.add(path)
        if (path, kind) not in made:
            made[path, kind] = make(path)
        return made[path, kind]

    ours = lru_cache(maxsize=None)(game_search_path.is_inside)

    def inside(path, root):
        return (ours if root in (ROOT, ROOT / "fonts" / "icons") else look)(path, root)

    def is_made_of(node):
        """Tell a mapping by what it holds two levels deep: what is laid over it there is merged anew each time."""
        if not node.is_map:
            return id(node)
        return node.place, *(
            (key, *map(id, child.value.values()), *child.value) if child.is_map else (key, id(child))
            for key, child in node.items()
        )

    def structure(node, spec, what="this mapping"):
        key = is_made_of(node), spec
        if key not in records:
            if len(records) >= 1000:
                records.clear()
            records[key] = node, structures.structure(node, spec, what)
        return records[key][1]

    with contextlib.ExitStack() as patches:
        patches.enter_context(patch.object(SourceCache, "kept", kept))
        for module in (game_search_path, icons):
            patches.enter_context(patch.object(module, "is_inside", inside))
        for module in (manifest, scoring, packs, papers, map_specs):
            patches.enter_context(patch.object(module, "structure", structure))
        yield


@in_the_quick_run
def found_once():
    """Look in our own folder once for a file or for all of a kind: what lies there never changes while tests run."""
    kinds = game_search_path.GameSearchPath
    ours = kinds((ROOT,))
    in_ours = {
        name: lru_cache(maxsize=None)(partial(getattr(kinds, name), ours)) for name in ("find", "names", "games")
    }
    find, names, games, shown = kinds.find, kinds.names, kinds.games, kinds.shown

    def found(kept, relative):
        *own, last = kept.roots
        if last != ROOT:
            return find(kept, relative)
        return (find(kinds(tuple(own)), relative) if own else None) or in_ours["find"](relative)

    def named(kept, *asked, **how):
        return list(in_ours["names"](*asked, **how)) if kept.roots == ours.roots else names(kept, *asked, **how)

    def all_games(kept):
        return list(in_ours["games"]()) if kept.roots == ours.roots else games(kept)

    @lru_cache(maxsize=None)
    def shown_from(_here, roots, path):
        return shown(kinds(roots), path)

    def is_shown(kept, path):
        return shown_from(os.getcwd(), kept.roots, path) if str(path).startswith(f"{ROOT}/") else shown(kept, path)

    with patch.multiple(kinds, find=found, names=named, games=all_games, shown=is_shown):
        yield


@in_the_quick_run
def written_once():
    """Pack the same content, look for the inks of the same colour and cut the same letters out of a font once."""
    nearest, outlines, known, cut = inks.PressColors._nearest, form_font._outlines, {}, {}

    def inks_of(press, color):
        key = (press.most, press.profile, color)
        if key not in known:
            known[key] = nearest(press, color)
        return known[key]

    def outlines_of(font, letters):
        key = (id(font.face), frozenset(letters))
        if key not in cut:
            cut[key] = font.face, outlines(font, letters)
        return cut[key][1]

    packing = SimpleNamespace(compress=lru_cache(maxsize=5000)(zlib.compress), compressobj=zlib.compressobj)
    with (
        patch.object(inks.PressColors, "_nearest", inks_of),
        patch.object(form_font, "_outlines", outlines_of),
        patch.object(pdf_file, "zlib", packing),
        patch.object(pdf_content_stream, "_turned_round", lru_cache(maxsize=None)(pdf_content_stream._turned_round)),
    ):
        yield


@in_the_quick_run
def rules_read_once():
    """Read how a game of ours is scored once in each language; whoever counts changes nothing of it.

    In other threads it is read anew, as in the program, and so is what is not saved yet.
    """
    read, known = scoring_rules.game_rules, {}

    def rules(game):
        key = (game.id, game.language, game.manifest.place.path)  # the place is as the current folder sees it
        is_saved = game.catalogue.roots == (ROOT,) and type(game.catalogue.sources) is SourceCache
        if not is_saved or threading.current_thread() != threading.main_thread():
            return read(game)
        if key not in known:
            known[key] = read(game)
        return known[key]

    with contextlib.ExitStack() as patches:
        for module in (scoring_rules, checking, ruleset):
            patches.enter_context(patch.object(module, "game_rules", rules))
        yield


@in_the_quick_run
def small_contact_sheets():
    """Draw the contact sheet of a kit small: many print a kit, and hardly any looks at that picture."""
    with patch.object(kits, "CONTACT_PIXELS", SMALL_PICTURE):
        yield


@in_the_quick_run
def looked_over_once():
    """Look over the faces of a game of ours once in each language and edition, however many tests check it whole."""
    look, known = checking.pack_faults, {}

    def faults(pack, *uses):
        key = (pack.catalogue.roots, pack.game.id, pack.language, pack.edition)
        if uses or key[0] != (ROOT,):
            return look(pack, *uses)
        if key not in known:
            known[key] = look(pack)
        return list(known[key])

    importlib.import_module("generator.proof.file_checking")  # it takes the function itself, once
    with patch.object(checking, "pack_faults", faults):
        yield


@in_the_quick_run
def laid_out_once():
    """Lay the same out once: packs of a game of ours have values and engines in common, and engines find again what they laid out.

    In other threads each pack has its own, as in the program: an engine lays out one face at a time.
    """
    own_values, own_engine, values, engines = packs.PrintPack.values.func, packs.LayoutEngine, {}, {}

    def common_values(pack):
        if pack.catalogue.roots != (ROOT,) or pack.traced or threading.current_thread() != threading.main_thread():
            return own_values(pack)
        key = (pack.manifest.place.path, pack.language, pack.marks_ours)  # the place is as the current folder sees it
        if key not in values:
            values[key] = own_values(pack)
        return values[key]

    def engine(layout, *others):
        lasting = others[-1]
        if all(lasting is not common for common in values.values()):
            return own_engine(layout, *others)
        key = id(layout), id(lasting)  # the engine holds both
        if key not in engines:
            engines[key] = own_engine(layout, *others)
        return engines[key]

    common = cached_property(common_values)
    common.__set_name__(packs.PrintPack, "values")
    with patch.object(packs.PrintPack, "values", common), patch.object(packs, "LayoutEngine", engine):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Give each worker whole modules, so that what a module prepares is never prepared twice."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "loadfile"
        config.option.loadscopereorder = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep together what shares a browser, what looks over whole games, and what reads the whole program."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return next((starts for starts in TOGETHER if nodeid.startswith(starts)), super()._split_scope(nodeid))

    return Together(config, log) if config.option.dist == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Begin with the longest modules: no worker is to wait for the last one of another."""
    items.sort(
        key=lambda item: next((at for at, start in enumerate(LONGEST) if item.nodeid.startswith(start)), len(LONGEST))
    )


@pytest.fixture
def scrawl(tmp_path):
    """Run the command line in this process, as users do; returns returncode, stdout and stderr."""

    def run(*words, stdin="", cwd=None, env=None):
        return run_here(
            [str(word) for word in words], stdin, cwd or tmp_path, {**os.environ, **settings(tmp_path), **(env or {})}
        )

    return run


@pytest.fixture
def scrawl_process(tmp_path):
    """Run the command line as a process of its own: for signals, pipes and what happens at the start."""

    def run(*words, stdin="", cwd=None, env=None):
        return subprocess.run(
            [sys.executable, "-m", "generator", *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=cwd or tmp_path,
            env={**os.environ, **settings(tmp_path), **(env or {})},
            check=False,
            timeout=120,
        )

    return run


def settings(tmp_path):
    """Return the surroundings of a command: what it remembers of earlier runs, and games, lie beside the test's own folder."""
    return {**SETTINGS, "XDG_STATE_HOME": f"{tmp_path}.state", "XDG_DATA_HOME": f"{tmp_path}.data"}


def with_coarse_pictures(folder):
    """Have the exports of a folder draw small pictures, where how fine they are is not what a test asks."""
    text = (ROOT / "layouts" / "common" / "shops.yaml").read_text(encoding="utf-8")
    text = re.sub(
        r"most_pixels: \d+", "most_pixels: 400", re.sub(r"pixels: \[(\d+)\d, (\d+)\d\]", r"pixels: [\1, \2]", text)
    )
    (folder / "layouts" / "common").mkdir(parents=True)
    (folder / "layouts" / "common" / "shops.yaml").write_text(text.replace("dpi: 300", "dpi: 40"), encoding="utf-8")


def run_here(words, stdin, cwd, env):
    """Call the entry point with streams of its own; an uncaught exception ends as it would end a process."""
    streams = SimpleNamespace(
        stdin=io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8")), encoding="utf-8"),
        stdout=io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True),
        stderr=io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True),
    )
    code = 0
    with (
        contextlib.chdir(cwd),
        patch.dict(os.environ, env, clear=True),
        patch.multiple(sys, argv=["scrawl", *words], **vars(streams)),
    ):
        try:
            main()
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else int(done.code is not None)
        except BaseException:
            traceback.print_exc(file=streams.stderr)
            code = 1
    told = {name: stream.buffer.getvalue().decode("utf-8") for name, stream in vars(streams).items() if name != "stdin"}
    return SimpleNamespace(args=words, returncode=code, **told)


def often(quick, deep):
    """Return how often a test tries: few times in every run, many in the deep one (`make test-deep`)."""
    return deep if DEEP else quick


def all_fields(frame):
    """Return every field of a frame in drawing order, marked or not."""
    return [item for item, _ in walk(frame.items) if isinstance(item, FieldItem)]
