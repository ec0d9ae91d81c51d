"""What is said of spoiled photos: `python -m tools.bench.spoiled_photos --count 2000 --log spoiled.jsonl`.

A few simulated photos are spoiled in many ways and read, all in one process. Each is to end with a sentence, with boxes that are
asked, or with the very total that stands on the sheet. What each came to is kept as a line of the log, so that a run goes on
where it was ended; the table tells all of it, and exits with 1 where there was a traceback or another total.
"""

import json
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

import click

from generator.diagnostics import InvalidInput
from generator.photo.known_pages import KnownPages
from generator.photo.reader import UnreadablePhoto
from generator.photo.reader.pages_from_photo import PhotoPicture, open_picture
from generator.photo.scores_from_photos import marks_in_photos, sheets_in
from generator.products.scores.scores_from_files import score_marks
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.scoring.words import ScoreWords
from tests.conftest import ROOT
from tests.photo import photo
from tests.photo.spoiled import spoiled

GAMES = ("paper-dungeons", "yacht")
FIRST = 2_050_000  # of the seeds of damaged pictures
SOURCES = (("paper-dungeons", "good"), ("paper-dungeons", "fair"), ("paper-dungeons", "good"), ("yacht", "fair"))
MEGAPIXELS = 2.0


def outcome(pages: KnownPages, words: ScoreWords, content: bytes, totals: list[int]) -> str:
    """Return what a picture came to: why it was refused, what was asked, or which total was told, right or wrong."""
    try:
        sheets = sheets_in(pages, PhotoPicture(open_picture(content)), "photo", words.language)
        if any(sheet.doubts for sheet in sheets):
            return "asked"
        rules = open_rules(pages.catalogue, sheets[0].page.identity.game, sheets[0].page.identity.language)
        result = score_marks(rules, marks_in_photos(sheets, [{} for _ in sheets])).score
    except UnreadablePhoto as refused:
        return f"refused: {words.say(refused.key)}"
    except InvalidInput as refused:
        return f"refused: {refused.diagnostics[0].message}"
    except Exception:
        return f"traceback: {traceback.format_exc()}"
    told = [player.total for player in result.players]
    return "right total" if sorted(told) == sorted(totals) else f"wrong total: {told}, not {totals}"


@click.command()
@click.option("--count", default=100, show_default=True)
@click.option("--seed", default=FIRST, show_default=True)
@click.option("--log", type=click.Path(path_type=Path), required=True)
@click.option("--seconds", type=float, help="Begin no further picture after so many seconds of the processor.")
def main(count: int, seed: int, log: Path, seconds: float | None) -> None:
    """Read spoiled photos, and tell what was said of them."""
    catalogue = GameCatalogue((ROOT,))
    pages, words = KnownPages(catalogue, GAMES), ScoreWords(catalogue, "en")
    told: dict[int, dict[str, Any]] = {}
    if log.exists():
        told = {line["seed"]: line for line in map(json.loads, log.read_text(encoding="utf-8").splitlines())}
    sources = [photo(FIRST + at, game, grade=grade, megapixels=MEGAPIXELS) for at, (game, grade) in enumerate(SOURCES)]
    with log.open("a", encoding="utf-8") as file:
        for number in range(seed, seed + count):
            if number in told:
                continue
            if seconds is not None and time.process_time() > seconds:
                break
            content, truth = sources[number % len(sources)]
            made, begun = spoiled(content, number), time.process_time()
            came_to = outcome(pages, words, made.content, truth["totals"])
            told[number] = {"seed": number, "ways": made.ways, "outcome": came_to}
            told[number]["seconds"] = round(time.process_time() - begun, 2)
            file.write(json.dumps(told[number]) + "\n")
            file.flush()
    kinds = Counter(line["outcome"].partition("\n")[0] for line in told.values())
    print("| outcome | of them |\n|---|---|")
    print(*(f"| {kind} | {times} |" for kind, times in kinds.most_common()), f"| all | {len(told)} |", sep="\n")
    bad = [line for line in told.values() if line["outcome"].startswith(("traceback", "wrong total"))]
    print(*(f"{line['seed']}, {', '.join(line['ways'])}: {line['outcome']}" for line in bad), sep="\n")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
