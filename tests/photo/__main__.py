"""Photos of filled sheets, each with its truth: python -m tests.photo --count 20 --seed 1000000 --out photos"""

import json
from pathlib import Path
from typing import Any

import click

from tests.photo import four_sheets, photo
from tests.photo.damaged import damaged
from tests.photo.grades import GRADES


@click.command()
@click.option("--game", default="paper-dungeons", show_default=True)
@click.option("--sheet", default="", help="A sheet of the game (default: its first).")
@click.option("--language", default="en", show_default=True)
@click.option("--paper", default="a4", show_default=True)
@click.option("--edition", default="")
@click.option("--grade", type=click.Choice(["each", *GRADES]), default="each", show_default=True)
@click.option("--megapixels", type=float, help="Default: 5, or 12 for four sheets.")
@click.option("--count", default=10, show_default=True)
@click.option("--seed", default=0, show_default=True, help="Of the first photo; fitted and held-out ones: seeds.py.")
@click.option("--four", is_flag=True, help="Four sheets of one game of Paper Dungeons in each picture.")
@click.option("--damaged", "spoiled", is_flag=True, help="Damaged and foreign pictures instead, all kinds by turns.")
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(count: int, seed: int, out: Path, grade: str, four: bool, spoiled: bool, **options: Any) -> None:
    """Write photos as JPEG, and the truth about each as JSON of the same name."""
    out.mkdir(parents=True, exist_ok=True)
    game = options.pop("game")
    shape = {key: value for key, value in options.items() if value is not None}
    for number in range(seed, seed + count):
        each = list(GRADES)[number % len(GRADES)] if grade == "each" else grade
        if spoiled:
            content, truth = damaged(number)
            name = f"damaged-{number}-{truth['kind']}"
        elif four:
            shape.pop("sheet", None)
            content, truth = four_sheets(number, grade=each, **shape)
            name = f"four-{number}-{each}"
        else:
            content, truth = photo(number, game=game, grade=each, **shape)
            name = f"{truth['game']}-{number}-{each}"
        (out / f"{name}.jpg").write_bytes(content)
        (out / f"{name}.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
