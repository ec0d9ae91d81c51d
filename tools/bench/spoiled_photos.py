"""Test the answers to spoiled photos: `python -m tools.bench.spoiled_photos --count 2000 --log spoiled.jsonl`.

The tool spoils a few simulated photos in many ways and reads them, all in one process. Each must end with a sentence,
with questions about boxes, or with exactly the total on the sheet. Each outcome is a line of the log, so that a stopped
run can continue; the table counts all lines. The exit code is 1 after a traceback or a wrong total.
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
FIRST = 2_050_000  # the first seed of damaged pictures
SOURCES = (("paper-dungeons", "good"), ("paper-dungeons", "fair"), ("paper-dungeons", "good"), ("yacht", "fair"))
MEGAPIXELS = 2.0


def outcome(pages: KnownPages, words: ScoreWords, content: bytes, totals: list[int]) -> str:
    """Return the outcome of a picture: why it was refused, "asked", a traceback, or a right or wrong total."""
    try:
        sheets = sheets_in(pages, PhotoPicture(open_picture(content)), "photo", words.language)
        if any(sheet.doubts for sheet in sheets):
            return "asked"
        rules = open_rules(pages.catalogue, sheets[0].page.identity.game, sheets[0].page.identity.language)
        result = score_marks(rules, marks_in_photos(sheets, [{} for _ in sheets])).score
    except UnreadablePhoto as fault:
        return f"refused: {words.say(fault.key)}"
    except InvalidInput as fault:
        return f"refused: {fault.diagnostics[0].message}"
    except Exception:
        return f"traceback: {traceback.format_exc()}"
    found_totals = [player.total for player in result.players]
    return "right total" if sorted(found_totals) == sorted(totals) else f"wrong total: {found_totals}, not {totals}"


@click.command()
@click.option("--count", default=100, show_default=True)
@click.option("--seed", default=FIRST, show_default=True)
@click.option("--log", type=click.Path(path_type=Path), required=True)
@click.option("--seconds", type=float, help="Begin no further picture after so many seconds of the processor.")
def main(count: int, seed: int, log: Path, seconds: float | None) -> None:
    """Read spoiled photos, and print how often each outcome occurred."""
    catalogue = GameCatalogue((ROOT,))
    pages, words = KnownPages(catalogue, GAMES), ScoreWords(catalogue, "en")
    results: dict[int, dict[str, Any]] = {}
    if log.exists():
        results = {line["seed"]: line for line in map(json.loads, log.read_text(encoding="utf-8").splitlines())}
    sources = [
        photo(FIRST + index, game, grade=grade, megapixels=MEGAPIXELS) for index, (game, grade) in enumerate(SOURCES)
    ]
    with log.open("a", encoding="utf-8") as file:
        for number in range(seed, seed + count):
            if number in results:
                continue
            if seconds is not None and time.process_time() > seconds:
                break
            content, truth = sources[number % len(sources)]
            picture, start = spoiled(content, number), time.process_time()
            result = outcome(pages, words, picture.content, truth["totals"])
            results[number] = {"seed": number, "ways": picture.ways, "outcome": result}
            results[number]["seconds"] = round(time.process_time() - start, 2)
            file.write(json.dumps(results[number]) + "\n")
            file.flush()
    kinds = Counter(line["outcome"].partition("\n")[0] for line in results.values())
    print("| outcome | of them |\n|---|---|")
    print(*(f"| {kind} | {times} |" for kind, times in kinds.most_common()), f"| all | {len(results)} |", sep="\n")
    bad = [line for line in results.values() if line["outcome"].startswith(("traceback", "wrong total"))]
    print(*(f"{line['seed']}, {', '.join(line['ways'])}: {line['outcome']}" for line in bad), sep="\n")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
