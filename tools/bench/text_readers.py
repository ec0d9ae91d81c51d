"""How the programs that read text from PDFs read ours: `python -m tools.bench.text_readers`, from the project's folder.

Every page of every kit is printed and read by PDFium and, where they are installed, poppler (pdftotext), MuPDF (mutool)
and Ghostscript (txtwrite). Told is how many words of the pages are missing or are no words of the page. A file with one
word each shows what a reader gets wrong by itself: a ligature that stands for two letters, and kerned letters on a line
that is turned.
"""

import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2

from generator.frame import FieldItem, Frame, GroupItem, Item, TextItem, walk
from generator.geometry import Size
from generator.imposition.impose import ImpositionSettings
from generator.products.faces_on_paper import pack_pdf
from generator.products.kit import kit_documents
from generator.products.kit_request import KitRequest
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm

A4 = Size(mm(210), mm(297))
GAMES = ("paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht")
HYPHENS = dict.fromkeys(map(ord, "\u00ad\ufffe\x02"))  # those at the end of a line, as readers tell them
LIGATURE = "BT /F 20 Tf 50 50 Td (A) Tj (ght) Tj ET"
TURNED = "BT /F 20 Tf 0 1 -1 0 50 50 Tm [(f)20(ight)] TJ ET"
LETTERS = "<41> <00660069> " + " ".join(f"<{ord(sign):02x}> <{ord(sign):04x}>" for sign in "fight")


def read_by_pdfium(path: Path) -> str:
    """Return the words within the pages."""
    return " ".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(path))


def read_by(*command: str) -> Callable[[Path], str]:
    """Return a reader that is a command, PDF for its file."""

    def read(path: Path) -> str:
        words = [str(path) if word == "PDF" else word for word in command]
        return subprocess.run(words, capture_output=True, check=True).stdout.decode("utf-8", "replace")

    return read


READERS: dict[str, Callable[[Path], str]] = {
    "pdftotext": read_by("pdftotext", "-raw", "PDF", "-"),
    "mutool": read_by("mutool", "draw", "-q", "-F", "txt", "PDF"),
    "gs": read_by("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=txtwrite", "-dTextFormat=3", "-sOutputFile=-", "PDF"),
}


def words_seen(frame: Frame) -> Iterator[str]:
    """Yield the words on a page that are seen, or said for an icon."""
    told: list[str] = []
    for item, matrix in walk(frame.items):
        box = item.rect.around(matrix)
        if box.right < 0 or box.bottom < 0 or box.x > frame.size.width or box.y > frame.size.height:
            continue
        if isinstance(item, TextItem) and item.opens == "+":
            told[-1] += item.text
        else:
            told.append(said_of(item))
    for text in told:
        yield from text.split()


def said_of(item: Item) -> str:
    """Return what is written or said for an item; nothing for a box to fill in."""
    if isinstance(item, TextItem):
        return item.text
    return "" if isinstance(item, (FieldItem, GroupItem)) else item.spoken


def one_word(operators: str) -> bytes:
    """Return a file of one page, whose font says what its codes mean."""
    codes = f"begincmap 1 begincodespacerange <00> <FF> endcodespacerange 6 beginbfchar {LETTERS} endbfchar endcmap"
    bodies = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        f"<</Length {len(operators)}>>stream\n{operators}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
        f"<</Length {len(codes)}>>stream\n{codes}\nendstream",
    ]
    file, places = "%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n{body}\nendobj\n"
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    head = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{rows}"
    return f"{file}{head}trailer<</Size {len(bodies) + 1}/Root 1 0 R>>\nstartxref\n{len(file)}\n%%EOF".encode("ascii")


def main() -> None:
    """Print the table."""
    readers = {"pdfium": read_by_pdfium} | {name: read for name, read in READERS.items() if shutil.which(name)}
    missing, strange, words = Counter[str](), Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.pdf")
        for game in GAMES:
            for language in ("en", "pl", "cs"):
                pack = open_pack(GameCatalogue((Path.cwd(),)), game, language)
                for document in kit_documents(
                    pack, KitRequest(ImpositionSettings(A4), extras=bool(pack.manifest.extras))
                ):
                    path.write_bytes(pack_pdf(pack, document.frames, document.title))
                    expected = Counter(word for frame in document.frames for word in words_seen(frame))
                    words += expected.total()
                    for name, read in readers.items():
                        found = Counter(read(path).translate(HYPHENS).split())
                        missing[name] += (expected - found).total()
                        strange[name] += (found - expected).total()
        for name, read in readers.items():
            print(f"{name}: of {words} words {missing[name]} are missing, {strange[name]} are none of the page")
            for what, operators in (("ligature", LIGATURE), ("turned", TURNED)):
                path.write_bytes(one_word(operators))
                print(f"  {what}: {read(path).split()}")


if __name__ == "__main__":
    main()
