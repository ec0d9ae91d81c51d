"""`scrawl calibrate`: print a test page, ask what is on it, keep the printer's profile, print a check page."""

from math import inf, isfinite
from pathlib import Path

import click

from generator.cli.complete import complete
from generator.cli.console import say
from generator.cli.options import game_option, home_option, lang_option, opened, paper_of, printers_option
from generator.cli.writing import output_option, write_whole
from generator.geometry import Size
from generator.recipes.pack import Pack
from generator.units import mm


@click.command(epilog="Example: scrawl calibrate -o test.pdf, then scrawl calibrate --set office")
@click.option("--set", "name", metavar="NAME", help="Ask four questions about the printed page and keep the answers.")
@click.option("--verify", metavar="NAME", help="Print a check page with the printer's profile applied.")
@click.option("--list", "listed", is_flag=True, help="List the printers that were measured.")
@click.option("--remove", metavar="NAME", help="Forget a printer.")
@click.option("--tray", default="", help="Tray, where a printer has several; then use --printer NAME/TRAY.")
@click.option(
    "--paper", default="a4", show_default=True, shell_complete=complete("papers"), help="Paper: a4, letter or WxH."
)
@output_option(text="File of the page.")
@printers_option
@lang_option
@game_option
@home_option
def calibrate(
    name: str | None,
    verify: str | None,
    listed: bool,
    remove: str | None,
    tray: str,
    paper: str,
    output: Path | None,
    printers: Path | None,
    lang: str | None,
    game: str,
    home: Path | None,
) -> None:
    """Measure a printer, so that backs meet their fronts and a millimetre is a millimetre.

    Without options it writes a test page: print it on both sides, then run it again with --set NAME.
    """
    from generator.recipes.printers import default_path

    path = printers or default_path()
    if sum(map(bool, (name, verify, listed, remove))) > 1:
        raise click.UsageError("use one of --set, --verify, --list and --remove at a time")
    if listed:
        show_printers(path)
    elif remove:
        forget(path, remove)
    else:
        pack = opened(home, game, lang)
        size = paper_of(pack, paper)
        if name:
            measure(pack, path, name, tray, size)
        elif verify:
            print_check(pack, path, f"{verify}/{tray}" if tray else verify, size, output or Path("check.pdf"))
        else:
            print_test(pack, size, output or Path("calibration.pdf"))


def print_test(pack: Pack, size: Size, output: Path) -> None:
    """Write the test page."""
    from generator.recipes.calibration import test_page
    from generator.recipes.printed import pack_pdf

    title = str(pack.words["calibration"]["title"])
    write_whole(output, pack_pdf(pack, test_page(pack, size), title, duplex="long-edge"))
    say(f"{output}: print both sides of one sheet at actual size, then: scrawl calibrate --set NAME")


def measure(pack: Pack, path: Path, name: str, tray: str, size: Size) -> None:
    """Ask the four questions and keep the profile."""
    from generator.recipes.calibration import Answers, profile_of, ruler_length
    from generator.recipes.printers import Printer, printers_text, read_printers, with_printer

    if "/" in name and not tray:
        name, _, tray = name.partition("/")
    if not (name + tray).isprintable():
        raise click.UsageError("a printer is called by letters that can be shown")
    words = pack.words["calibration"]
    known = read_printers(path)
    length = ruler_length(size)
    ruler = ask(str(words["ask_ruler"]).replace("{length}", str(length)), float(length))
    top, bottom = (ask(str(words["ask_level"]).replace("{name}", each), 0.0) for each in ("T", "B"))
    middle = ask(str(words["ask_upright"]).replace("{name}", "M"), 0.0)
    try:
        profile = profile_of(Answers(ruler, top, bottom, middle), size)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    printer = Printer(
        name=name,
        tray=tray,
        width=round(size.width / mm(1), 1),
        height=round(size.height / mm(1), 1),
        x=round(profile.x / mm(1), 3),
        y=round(profile.y / mm(1), 3),
        angle=round(profile.angle, 4),
        scale=round(profile.scale * 100, 3),
    )
    write_whole(path, printers_text(with_printer(known, printer)).encode("utf-8"), replace=True)
    say(f"{told(printer)}\nkept in {path}; use --printer {printer.called}, check with --verify {printer.called}")


def ask(question: str, usual: float) -> float:
    """Ask for millimetres; a comma counts as a point, a real minus as a minus."""
    while True:
        text = click.prompt(question, default=f"{usual:g}").strip().replace(",", ".").replace("−", "-")
        try:
            number = float(text.removesuffix("mm"))
        except ValueError:
            number = inf
        if isfinite(number):
            return number
        say(f"{text!r} is no number of millimetres")


def told(printer: "object") -> str:
    """Return a printer as one line."""
    from generator.recipes.printers import Printer

    assert isinstance(printer, Printer)
    return (
        f"{printer.called}: {printer.width:g} x {printer.height:g} mm, back {printer.x:+g} mm across,"
        f" {printer.y:+g} mm down, {printer.angle:+g} degrees, scale {printer.scale:g} %"
    )


def print_check(pack: Pack, path: Path, called: str, size: Size, output: Path) -> None:
    """Write the check page with a printer's profile applied."""
    from generator.recipes.calibration import check_page
    from generator.recipes.printed import pack_pdf
    from generator.recipes.printers import find_printer, read_printers

    profile = find_printer(read_printers(path), called, size).profile
    title = str(pack.words["calibration"]["check_title"])
    write_whole(output, pack_pdf(pack, check_page(pack, size), title, "long-edge", profile))
    say(f"{output}: print both sides; every cross should meet its twin on the other side")


def show_printers(path: Path) -> None:
    """List the printers."""
    from generator.recipes.printers import read_printers

    found = read_printers(path)
    for printer in found:
        say(told(printer))
    if not found:
        say("no printer was measured yet: scrawl calibrate")


def forget(path: Path, called: str) -> None:
    """Remove a printer from the file."""
    from generator.diagnostics import Diagnostic, InvalidInput, did_you_mean, unlined
    from generator.recipes.printers import printers_text, read_printers

    found = read_printers(path)
    left = tuple(each for each in found if each.called != called)
    if len(left) == len(found):
        hint = did_you_mean(called, [each.called for each in found])
        raise InvalidInput([Diagnostic("P020", f"there is no printer {called!r}", unlined("--remove"), hint)])
    write_whole(path, printers_text(left).encode("utf-8"), replace=True)
    say(f"forgotten: {called}")
