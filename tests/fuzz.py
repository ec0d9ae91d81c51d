"""A small home with every kind of file, and damage to it, for tests and long runs of the program."""

import functools
import hashlib
import io
import os
import random
import re
import tempfile
import warnings
import zipfile
import zlib
from pathlib import Path

from tests.conftest import ROOT, often, run_here, settings
from tests.products.test_deck_import import ods, workbook

HOME = ROOT / "tests" / "data" / "fuzz"  # the text files of the home; more_words.yaml goes to the words of a score
LEDGER_SCORE = "game: platformer\nplayers:\n  - {name: Ada, coins: 6}\n"
TOKENS = (
    "", "{", "}", "[", "]", ": ", "- ", "\t", "\n", '"', "'", "#", "&a ", "*a", "!!x ", "null", "nan", "-1", "0", "1e999", "9" * 400, "99999999", "0.0000001",
    "../../x", "/etc/passwd", "\x00", "\x1b[31m", "\u202e", "ł漢", "{name}", "{{", ":skull:", "**", "a" * 600, "a-" * 300, "100%", "-5mm", "1e9mm", "true", ",", ";", "\r",
)  # fmt: skip
MOST_CHANGED = 1_000_000  # bytes of a part of a ZIP; a larger one stays as it is
ENCODINGS = ("utf-16", "utf-16-be", "utf-8-sig", "utf-32", "utf-7")

# the files that a game is played with
GAME_FILES = (
    "bosses.yaml", "dice.yaml", "goals.yaml", "items.yaml", "map.yaml", "maps/base.yaml", "missions.yaml", "powers.yaml", "rounds.yaml",
    "scoring.yaml", "simulation.yaml", "tracks.yaml", "words/en.yaml",
)  # fmt: skip


def without_fields(scoring):
    """Return a scoring.yaml without filled-in sheets, because the small game has none of their boxes."""
    inputs = rb", (fields|filled|rows): \[[^\]]*\]|, reads: count|, worth: \d+"
    return re.sub(rb"(?m)^ *filled: .*\n", b"", re.sub(inputs, b"", scoring))


def write_home(folder: Path) -> dict[str, bytes]:
    """Write a home with one file of every kind; return its files."""
    from PIL import Image

    source = ROOT / "cards" / "dungeon-fighter"
    scored_words = (source / "words" / "en.yaml").read_bytes().partition(b"types:")[0]  # the words that the score needs
    rows = [["key", "copies", "name", "level", "steps.1"], ["five", 1, "Five", 5, 3], ["six", 2, "Six", 6, 4]]
    picture, photographic = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (40, 40), "#804020").save(picture, "PNG")
    Image.effect_noise((40, 40), 90).convert("RGB").save(photographic, "JPEG")
    shared = ROOT / "layouts" / "common"
    dungeons = ROOT / "cards" / "paper-dungeons"
    texts = {path.relative_to(HOME).as_posix(): path.read_bytes() for path in HOME.rglob("*") if path.is_file()}
    files = {
        "cards/mini/words/en.yaml": scored_words + texts.pop("more_words.yaml"),
        **texts,
        "cards/mini/scoring.yaml": without_fields((source / "scoring.yaml").read_bytes()),
        "cards/mini/things.xlsx": workbook({"Cards": rows}),
        "cards/mini/map.yaml": re.sub(
            rb"\n    cards: \{.*?\n    \}", b"", (dungeons / "map.yaml").read_bytes(), flags=re.DOTALL
        ),
        "cards/mini/maps/base.yaml": (dungeons / "maps" / "base.yaml").read_bytes(),
        "cards/mini/dungeons/a.yaml": (dungeons / "dungeons" / "a.yaml").read_bytes(),
        "layouts/common/papers.yaml": (shared / "papers.yaml").read_bytes(),
        "layouts/common/card_sizes.yaml": (shared / "card_sizes.yaml").read_bytes(),
        "layouts/common/shops.yaml": (shared / "shops.yaml").read_bytes(),
        "art.png": picture.getvalue(),
        "light.jpg": photographic.getvalue(),
        "cards.xlsx": workbook({"Cards": [["Name", "Qty"], ["Fox", 3], ["Hare", 1]]}),
        "cards.ods": ods([["Name", "Qty"], ["Fox", 3], ["Hare", 1]]),
        "photo.jpg": photographed_sheet(),
        "fonts/mine.ttf": small_font(),
        "filled.pdf": filled_form(),
        "games.db": ledger(),
        "games.db.unfinished/20260101-000000-1-1.jsonl": unfinished(),
        "cards/common/words/score.en.yaml": (ROOT / "cards" / "common" / "words" / "score.en.yaml").read_bytes(),
        "record.yaml": record(),
        "kept": checkpoint(),
        "tables/table.jsonl": journal(),
        **{f"cards/paper-dungeons/{name}": (dungeons / name).read_bytes() for name in GAME_FILES},
        "cards/paper-dungeons/dungeons/mine.yaml": (dungeons / "dungeons" / "c.yaml").read_bytes(),
    }
    files["backup.zip"] = backup(files)
    put_back(folder, files)
    return files


def put_back(folder: Path, files: dict[str, bytes]) -> None:
    """Restore these files of a home, and remove all others."""
    for path in [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]:
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def backup(files: dict[str, bytes]) -> bytes:
    """Return the backup of a home with saved games."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        put_back(folder, {each: files[each] for each in files if each.startswith(("cards/mini", "games.db"))})
        result = run_here(["backup", "all.zip", "--db", "games.db"], "", folder, surroundings(folder))
        assert result.returncode == 0, result.stderr
        return (folder / "all.zip").read_bytes()


@functools.cache
def photographed_sheet() -> bytes:
    """Return a photo of a filled sheet, small enough to be read often."""
    from tests.photo import photo

    return photo(2_060_000, megapixels=often(0.5, 2.0))[0]


@functools.cache
def journal() -> bytes:
    """Return the journal of a workshop table with one player."""
    from generator.reading.game_catalogue import GameCatalogue
    from generator.scoring.rules import open_rules
    from generator.workshop.shared_session import new_session
    from tests.workshop.doing import join

    with tempfile.TemporaryDirectory() as folder:
        session = new_session(Path(folder), open_rules(GameCatalogue((ROOT,)), "yacht", "en"), solo=False)
        session.begin()
        join(session, "Ada")
        return next(Path(folder).glob("*.jsonl")).read_bytes()


@functools.cache
def small_font() -> bytes:
    """Return a font of a few letters."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font, sink = TTFont(ROOT / "fonts" / "FiraSansCondensed-Regular.ttf"), io.BytesIO()
    cutter = Subsetter(Options(glyph_names=False, layout_features=[]))
    cutter.populate(text="".join(map(chr, range(32, 127))) + "·–−“”%")
    font.cfg.set(
        "fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER", False
    )  # the oldest version asks for a removed module
    cutter.subset(font)
    font.save(sink)
    return sink.getvalue()


@functools.cache
def filled_form() -> bytes:
    """Return a filled-in sheet."""
    from pypdf import PdfWriter

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_here(["print", "sheets", "--fillable", "--lang", "en", "-o", "blank.pdf"], "", folder, surroundings(folder))
        writer, sink = PdfWriter(clone_from=folder / "blank.pdf"), io.BytesIO()
    ticks = {f"hero.{hero}.{level}": "/yes" for hero in ("warrior", "rogue") for level in (1, 2)}
    writer.update_page_form_field_values(
        writer.pages[0],
        {**ticks, "player": "Ada", "score.A": "3", "score.B": "-4", "score.C": "-3"},
        auto_regenerate=False,
    )
    writer.write(sink)
    return sink.getvalue()


@functools.cache
def ledger() -> bytes:
    """Return a ledger of three games, one of them deleted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "friday.yaml").write_text(LEDGER_SCORE)
        for words in (*[["score", "friday.yaml", "--save"]] * 3, ["history", "delete", "2"]):
            result = run_here([*words, "--db", "games.db"], "", folder, surroundings(folder))
            assert result.returncode == 0, result.stderr
        return (folder / "games.db").read_bytes()


@functools.cache
def record() -> bytes:
    """Return a recorded game of two."""
    words = "simulate a --players 2 --games 1 --workers 1 --bot random --record record.yaml"
    return _file_from_command("record.yaml", words.split())


@functools.cache
def checkpoint() -> bytes:
    """Return the checkpoint that lets a run continue."""
    return _file_from_command(
        "kept", ["simulate", "a", "--games", "3", "--workers", "1", "--bot", "random", "--checkpoint", "kept"]
    )


@functools.cache
def unfinished() -> bytes:
    """Return an unfinished game."""
    return _file_from_command(
        "games.db.unfinished/*.jsonl", ["score", "--lang", "en", "--db", "games.db"], "n\nAda\n7\n-4\n"
    )


def _file_from_command(name: str, words: list[str], stdin: str = "") -> bytes:
    """Return the file that a command writes in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        run_here(words, stdin, Path(folder), surroundings(Path(folder)))
        return next(Path(folder).glob(name)).read_bytes()


def forged(content: bytes) -> bytes:
    """Return a checkpoint whose first line has the right digest for the rest."""
    head, _, rest = content.partition(b"\n")
    digest = hashlib.sha256(rest.removesuffix(b"\n")).hexdigest().encode()
    return head[:-64] + digest + b"\n" + rest


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment of a command in a folder."""
    return {**os.environ, **settings(folder)}


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Return a file with damage in one to five places: bytes of pictures and workbooks, tokens and lines of texts."""
    for _ in range(chance.randrange(1, 6)):
        if content[:2] == b"PK" and chance.random() < 0.6:
            content = _part_changed(content, chance)
        elif content[:2] in (b"PK", b"\x89P", b"SQ", b"\x00\x01", b"\xff\xd8") or (
            content[:2] == b"%P" and chance.random() < 0.5
        ):
            content = _bytes_changed(content, chance)
        else:
            text = _text_changed(content.decode("utf-8", "surrogateescape"), chance)
            if chance.random() < 0.03:
                content = text.encode(chance.choice(ENCODINGS), "replace")
            else:
                content = text.encode("utf-8", "surrogateescape")
    return content


def _bytes_changed(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(max(1, len(content)))
    way = chance.randrange(8)
    if way == 0:
        return content[:at]
    if way < 4:
        return content[:at] + bytes([chance.randrange(256)]) * (way - 1) + content[at + 1 :]
    block = content[at : at + chance.randrange(1, 400)]
    if way == 4:
        return content[:at] + block + content[at:]
    if way == 5:
        return content[:at] + bytes(len(block)) + content[at + len(block) :]
    if way == 6:
        other = chance.randrange(max(1, len(content)))
        return content[:other] + block + content[other + len(block) :]
    return content[:at] + bytes(byte ^ 1 << chance.randrange(8) for byte in block[:1]) + content[at + 1 :]


def _part_changed(content: bytes, chance: random.Random) -> bytes:
    """Return a ZIP with one part damaged, doubled, very large but empty, or renamed."""
    sink = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as new:
            new.comment = old.comment
            chosen = chance.choice(old.namelist() or [""])
            for name in old.namelist():
                part, times = old.read(name), 1
                if name == chosen and len(part) < MOST_CHANGED:
                    way = chance.randrange(12)
                    if way == 0:
                        part = chance.choice((b" " * 4, b"<c/>", b"[[[[")) * 17_500_000
                    elif way == 1:
                        name = chance.choice(("../x", "/etc/x", f"{name}/x", "", "x" * 300, name.upper(), "cards/\x00"))
                    elif way == 2:
                        times = chance.randrange(3)
                    elif way == 3:
                        part = _bytes_changed(part, chance)
                    else:
                        text = part.decode("utf-8", "surrogateescape").replace("><", ">\n<")
                        part = _text_changed(text, chance).encode("utf-8", "surrogateescape")
                for again in range(times):
                    how = zipfile.ZIP_STORED if name == "mimetype" and len(part) < 100 else zipfile.ZIP_DEFLATED
                    with warnings.catch_warnings(action="ignore"):  # two parts with the same name are damage, too
                        new.writestr(f"{name or 'x'}{' ' * again}", part, how)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        return _bytes_changed(content, chance)
    return sink.getvalue()


def _text_changed(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    way, at = chance.randrange(9), chance.randrange(len(lines))
    if way == 0:
        lines[at] = ""
    elif way == 1:
        lines.insert(at, chance.choice(lines))
    elif way == 2:
        words = list(re.finditer(r"[\w.#-]+", lines[at]))
        if words:
            word = chance.choice(words)
            lines[at] = lines[at][: word.start()] + chance.choice(TOKENS) + lines[at][word.end() :]
    elif way == 3:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif way == 4:
        block = lines[at : at + chance.randrange(1, 9)]
        lines[at:at] = block * (chance.randrange(2, 300) if chance.random() < 0.1 else 1)
    elif way == 5 and chance.random() < 0.3:
        lines[at:] = [lines[at][: chance.randrange(len(lines[at]) + 1)]]
    elif way == 6 and chance.random() < 0.3:
        opens, closes = chance.choice(
            (("[", "]"), ("{a: ", "}"), ("(", ")"), ('{"a":', "}"), ("<g>", "</g>"), ("- ", ""))
        )
        times = chance.choice((20, 200, 2_000, 20_000))
        place = chance.randrange(len(lines[at]) + 1)
        lines[at] = f"{lines[at][:place]}{opens * times}1{closes * times}{lines[at][place:]}"
    else:
        place = chance.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:place] + chance.choice(TOKENS) + lines[at][place + chance.randrange(3) :]
    return "".join(lines)
