"""`scrawl calibrate`: print a test page, ask for its measures, save the printer's profile, print a check page."""

from pathlib import Path

import click

from generator.cli import options
from generator.cli.console import say
from generator.cli.options import output_option, write_output
from generator.geometry import Size
from generator.imposition.paper import page_size, usual_paper
from generator.products.calibration.measuring import MeasurementDialogue, begin
from generator.products.print_pack import PrintPack
from generator.storage import printer_profiles


@click.command(epilog="Example: scrawl calibrate -o test.pdf, then scrawl calibrate --set office")
@click.option("--set", "name", metavar="NAME", help="Enter what you see on the printed page, and save it as NAME.")
@click.option("--verify", metavar="NAME", help="Write a check page that is corrected for this printer.")
@click.option("--list", "listed", is_flag=True, help="List the measured printers.")
@click.option("--remove", metavar="NAME", help="Delete a measured printer (asks first).")
@click.option("--yes", "sure", is_flag=True, help="With --remove: do not ask.")
@click.option("--tray", default="", help="Tray, if the printer has several; then print with --printer NAME/TRAY.")
@options.paper_option
@output_option(text="File of the page.")
@options.printers_option
@options.pack_options
def calibrate(
    name: str | None,
    verify: str | None,
    listed: bool,
    remove: str | None,
    sure: bool,
    tray: str,
    paper: str,
    output: Path | None,
    printers: Path | None,
    lang: str | None,
    game: str,
    home: Path | None,
) -> None:
    """Measure a printer, so that backs meet their fronts and a millimetre is a millimetre.

    Without options it writes a test page: print it on both sides, then run the command again with --set NAME.
    """
    from generator.products.calibration.calibration_pages import check_pdf, test_pdf

    path = printers or printer_profiles.default_path()
    if sum(map(bool, (name, verify, listed, remove))) > 1:
        raise click.UsageError("use one of --set, --verify, --list and --remove at a time")
    if listed:
        measured_printers = printer_profiles.read_printers(path)
        for printer in measured_printers:
            say(describe_printer(printer))
        if not measured_printers:
            say("no printer was measured yet: scrawl calibrate")
    elif remove:
        forget(path, remove, sure=sure)
    else:
        pack = options.open_asked_pack(home, game, lang)
        size = page_size(pack.catalogue, paper)
        if name:
            measure(pack, path, name, tray, size)
            called = printer_profiles.name_with_tray(name, tray)
            say(f"print the check page: scrawl calibrate --verify {called}{paper_words(paper)}")
        elif verify:
            called = printer_profiles.name_with_tray(verify, tray)
            profile = printer_profiles.find_printer(printer_profiles.read_printers(path), called, size).profile
            output = output or Path("check.pdf")
            write_output(output, check_pdf(pack, size, profile))
            say(f"{output}: print both sides; every cross should meet its twin on the other side")
        else:
            output = output or Path("calibration.pdf")
            write_output(output, test_pdf(pack, size))
            say(f"written: {output}")
            say(f"print both sides of one sheet at actual size, then: scrawl calibrate --set NAME{paper_words(paper)}")


def paper_words(paper: str) -> str:
    """Return the option `--paper` to add to a command that is suggested to the user; "" for the default paper.

    >>> paper_words("letter")
    ' --paper letter'
    """
    return "" if paper == usual_paper() else f" --paper {paper}"


def measure(pack: PrintPack, path: Path, name: str, tray: str, size: Size) -> None:
    """Ask the user for the measures on the printed test page, and save the printer's profile in the file `path`."""
    try:
        name, tray = printer_profiles.split_name(name, tray)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    dialogue = begin(pack.words, size)
    printer_profiles.read_printers(path)
    printer = printer_profiles.calibrated_printer(name, tray, size, ask_all(dialogue).profile)
    printer_profiles.keep_printer(path, printer)
    say(f"{describe_printer(printer)}\nkept in {path}; use --printer {printer.full_name}")


def ask_all(dialogue: MeasurementDialogue) -> MeasurementDialogue:
    """Ask all questions, each until its answer is valid, and return the finished dialogue."""
    say(dialogue.words.word("calibration.legend"))
    while dialogue.question is not None:
        dialogue, reply = dialogue.answer(click.prompt(dialogue.question.words, default=dialogue.usual))
        if reply:
            say(reply)
    return dialogue


def describe_printer(printer: printer_profiles.CalibratedPrinter) -> str:
    """Return the name, paper, shifts and scales of a measured printer as one line of text."""
    (across, down), (back_across, back_down) = printer.profile.front, printer.profile.back
    return (
        f"{printer.full_name}: {printer.width:g} x {printer.height:g} mm, back {printer.x:+g} mm across,"
        f" {printer.y:+g} mm down, {printer.angle:+g} degrees; scale {across:.2%} across and {down:.2%} down,"
        f" on the back {back_across:.2%} and {back_down:.2%}"
    )


def forget(path: Path, called: str, *, sure: bool) -> None:
    """Remove a printer from the file `path`, after asking for confirmation unless `sure`."""
    printers = printer_profiles.read_printers(path)
    left = printer_profiles.without_printer(printers, called)
    for printer in printers:
        if printer not in left:
            say(describe_printer(printer))
    if not (sure or click.confirm(f"forget {called}?")):
        say(f"kept: {called}")
        return
    printer_profiles.forget_printer(path, called)
    say(f"forgotten: {called}")
