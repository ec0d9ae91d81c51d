"""Files for printing houses keep the rules of PDF/X-4, as our own reader finds, and mark how they are cut."""

import io

import pikepdf
import pytest

from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.inks import our_profile
from generator.draw.pdf.press import X1A, X4, press_job
from generator.fonts.faces import Fonts
from generator.frame import Frame, GroupItem, Paint, ReusableDrawing, ShapeItem
from generator.geometry import Rect, Size
from tests.conftest import often
from tests.draw.pdfx import violations
from tests.draw.test_qpdf import complaints

CASES = often(
    {
        "paper-dungeons": ("--lang", "pl", "--deck", "bosses", "--piece", "counters", "--piece", "powers_box"),
        "platformer": ("--lang", "cs", "--piece", "items", "--edition", "colour-blind", "--size", "tarot"),
        "labirynt-smierci": ("--piece", "spells", "--bleed", "0mm"),
        "yacht": ("--pages", "--paper", "letter", "--edition", "ink-saver"),
    },
    {
        game: ("--lang", lang, "--edition", edition, "--pages")
        for game, lang, edition in (
            ("paper-dungeons", "cs", "large-print"),
            ("dungeon-fighter", "pl", "colour-blind"),
            ("platformer", "en", "ink-saver"),
            ("labirynt-smierci", "pl", "dry-erase"),
            ("yacht", "cs", "colour-blind"),
        )
    },
)
SQUARE = Size(100, 100)


@pytest.mark.parametrize("game", sorted(CASES))
def test_every_game_keeps_the_rules(game, scrawl, tmp_path):
    result = scrawl("export", "press", "--game", game, *CASES[game], "-o", "press")
    assert result.returncode == 0, result.stderr
    files = sorted((tmp_path / "press").glob("*.pdf"))
    assert len(files) >= 1
    by_file = {path.name: [*violations(path.read_bytes()), *complaints(path)] for path in files}
    assert {name: faults for name, faults in by_file.items() if faults} == {}


def pages_of(path):
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            inks = {str(space[1]) for space in page.Resources.get("/ColorSpace", {}).values()}
            yield [[float(at) for at in page.obj.get(key, [])] for key in ("/MediaBox", "/BleedBox", "/TrimBox")], inks


def test_cards_and_pieces_have_their_boxes_and_the_cut_is_an_ink_of_its_own(scrawl, tmp_path):
    options = ("--deck", "goals", "--piece", "counters", "--piece", "powers_box", "--bleed", "2mm")
    assert scrawl("export", "press", *options, "-o", "press").returncode == 0
    bleed = 2 * 72 / 25.4
    for name, trim, inks in (
        ("goals", (63, 88), [set(), set()]),
        ("counters", (20, 20), [{"/CutContour"}, set()]),
        ("powers_box", None, [{"/CutContour", "/Crease"}]),
    ):
        pages = list(pages_of(tmp_path / f"press/{name}.pdf"))
        for at, ((media, edge, cut), page_inks) in enumerate(pages[: len(inks)]):
            assert page_inks == inks[at]
            if trim:
                size = [side * 72 / 25.4 for side in trim]
                assert cut == pytest.approx([bleed, bleed, bleed + size[0], bleed + size[1]], abs=0.01)
                assert edge == media
                assert media == pytest.approx([0, 0, size[0] + 2 * bleed, size[1] + 2 * bleed], abs=0.01)


def test_black_letters_lie_over_their_ground_and_others_do_not(scrawl, tmp_path):
    assert scrawl("export", "press", "--deck", "bosses", "-o", "press").returncode == 0
    with pikepdf.open(tmp_path / "press/bosses.pdf") as pdf:
        states = {str(name): state for name, state in pdf.pages[0].Resources.ExtGState.items()}
        inks_by_overprint = {True: [], False: []}
        over, ink = False, ""
        for operands, operator in pikepdf.parse_content_stream(pdf.pages[0]):
            if str(operator) == "gs":
                over = bool(states[str(operands[0])]["/op"])
            elif str(operator) == "k":
                ink = tuple(float(part) for part in operands)
            elif str(operator) in ("Tj", "TJ"):
                inks_by_overprint[over].append(ink)
    assert set(inks_by_overprint[True]) == {(0, 0, 0, 1)}
    assert inks_by_overprint[False]
    assert (0, 0, 0, 1) not in inks_by_overprint[False]
    assert {int(state["/OPM"]) for state in states.values()} == {0, 1}


def profile(path, device=b"prtr", colors=b"CMYK"):
    content = bytearray(our_profile())
    content[12:16], content[16:20] = device, colors
    path.write_bytes(bytes(content))
    return path


def test_the_profile_of_another_press_goes_into_the_file(scrawl, tmp_path):
    path = profile(tmp_path / "house.icc")
    common = ("export", "press", "--deck", "goals", "-o", "press", "--force", "--profile", path)
    for more, names in (((), ("Custom", None)), (("--condition", "FOGRA39"), ("FOGRA39", "http://www.color.org"))):
        assert scrawl(*common, *more).returncode == 0
        content = (tmp_path / "press/goals.pdf").read_bytes()
        assert violations(content) == []
        with pikepdf.open(io.BytesIO(content)) as pdf:
            (intent,) = pdf.Root.OutputIntents
            assert intent.DestOutputProfile.read_bytes() == path.read_bytes()
            registry = str(intent.RegistryName) if "/RegistryName" in intent else None
            assert (str(intent.OutputConditionIdentifier), registry) == names
            assert "SWOP" in str(intent.Info)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_bytes(b"no profile at all" * 20), "is no profile"),
        (lambda path: profile(path, device=b"scnr"), "is a profile of CMYK (scnr)"),
        (lambda path: profile(path, colors=b"RGB "), "is a profile of RGB (prtr)"),
    ],
)
def test_what_is_no_profile_of_a_press_is_reported(make, message, scrawl, tmp_path):
    make(tmp_path / "house.icc")
    result = scrawl("export", "press", "--deck", "goals", "--profile", tmp_path / "house.icc", "-o", "press")
    assert (result.returncode, "P048" in result.stderr, message in result.stderr) == (1, True, True), result.stderr
    assert not (tmp_path / "press").exists()


def test_what_is_see_through_is_taken_by_the_later_rules_only():
    ground = ShapeItem("rect", Rect(0, 0, 100, 100), Paint("#ffcc00"))
    disc = ShapeItem("ellipse", Rect(20, 20, 60, 60), Paint("#0044aa", "#000000"))
    group = GroupItem(ReusableDrawing(SQUARE, (disc, disc)), (1, 0, 0, 1, 0, 0), opacity=0.5)
    frame = Frame(SQUARE, (ground, group))
    late = pdf_bytes([frame], fonts=Fonts({}), title="t", press=press_job(3, X4))
    assert violations(late) == []
    with pytest.raises(Exception, match="P047"):
        pdf_bytes([frame], fonts=Fonts({}), title="t", press=press_job(3, X1A))


def test_the_reader_finds_what_breaks_the_rules():
    frame = Frame(SQUARE, (ShapeItem("rect", Rect(0, 0, 100, 100), Paint("#ffcc00")),), trim=Rect(0, 0, 100, 100))
    sound = pdf_bytes([frame], fonts=Fonts({}), title="t", press=press_job(3, X4))

    def violations_after(harm):
        with pikepdf.open(io.BytesIO(sound)) as pdf:
            harm(pdf)
            out = io.BytesIO()
            pdf.save(out, force_version="1.6", deterministic_id=True)
        return violations(out.getvalue(), most_ink=2.4)

    assert violations_after(lambda pdf: None) == []
    for harm, violation in (
        (lambda pdf: pdf.Root.OutputIntents.pop(), "0 output intents"),
        (lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox"), "boxes"),
        (lambda pdf: pdf.pages[0].contents_add(b"1 0 0 rg"), "colour of a screen"),
        (lambda pdf: pdf.pages[0].contents_add(b"1 1 1 1 k"), "ink of 4.00"),
        (lambda pdf: pdf.Root.__setitem__("/OpenAction", pikepdf.Array([])), "/OpenAction"),
        (lambda pdf: pdf.Root.__delitem__("/Metadata"), "no facts"),
    ):
        assert any(violation in sentence for sentence in violations_after(harm)), violation


def test_the_profile_tells_inks_by_colours_as_it_tells_colours_by_inks():
    from PIL import Image, ImageCms

    def mine():
        return ImageCms.getOpenProfile(io.BytesIO(our_profile()))

    lab, intent = ImageCms.createProfile("LAB", 5000), ImageCms.Intent.RELATIVE_COLORIMETRIC
    look = ImageCms.buildTransform(mine(), lab, "CMYK", "LAB", intent)
    print_ = ImageCms.buildTransform(lab, mine(), "LAB", "CMYK", intent)
    inks = bytes(
        part for c in range(0, 256, 51) for m in range(0, 256, 51) for k in (0, 80, 160) for part in (c, m, 60, k)
    )
    first = ImageCms.applyTransform(Image.frombytes("CMYK", (len(inks) // 4, 1), inks), look)
    second = ImageCms.applyTransform(ImageCms.applyTransform(first, print_), look)
    misses = [
        max(
            abs((a ^ 128) - (b ^ 128))
            for a, b in zip(first.tobytes()[at : at + 3], second.tobytes()[at : at + 3], strict=True)
        )
        for at in range(0, len(inks) // 4 * 3, 3)
    ]
    assert max(misses) <= 8
    assert sum(misses) / len(misses) < 2
