"""Which files are pictures: told by their names, without what reads them."""

from pathlib import Path

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")


def is_photo(path: Path) -> bool:
    """Tell a picture by its name.

    >>> is_photo(Path("Sheet.JPG")), is_photo(Path("sheet.pdf"))
    (True, False)
    """
    return path.suffix.lower() in PICTURES
