"""`scrawl calibrate`: print a test page, ask what is on it, keep the printer's profile, print a check page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import say
from generator.cli.options import (
    game_option,
    home_option,
    lang_option,
    opened,
    paper_of,
    paper_option,
    printers_option,
    usual_paper,
)
from generator.cli.writing import output_option, write_whole
from generator.geometry import Size
from generator.recipes.pack import Pack

if TYPE_CHECKING:
    from generator.recipes.calibration import Question
    from generator.recipes.printers import Printer


@click.command(epilog="Example: scrawl calibrate -o test.pdf, then scrawl calibrate --set office")
@click.option("--set", "name", metavar="NAME", help="Ask what is to be read on the printed page and keep the answers.")
@click.option("--verify", metavar="NAME", help="Print a check page with the printer's profile applied.")
@click.option("--list", "listed", is_flag=True, help="List the printers that were measured.")
@click.option("--remove", metavar="NAME", help="Forget a printer, if you say yes.")
@click.option("--yes", "sure", is_flag=True, help="With --remove: do not ask.")
@click.option("--tray", default="", help="Tray, where a printer has several; then use --printer NAME/TRAY.")
@paper_option
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

    Without options it writes a test page: print it on both sides, then run it again with --set NAME.
    """
    from generator.recipes.printers import default_path

    path = printers or default_path()
    if sum(map(bool, (name, verify, listed, remove))) > 1:
        raise click.UsageError("use one of --set, --verify, --list and --remove at a time")
    if listed:
        show_printers(path)
    elif remove:
        forget(path, remove, sure=sure)
    else:
        pack = opened(home, game, lang)
        size = paper_of(pack, paper)
        if name:
            measure(pack, path, name, tray, size)
            say(f"print the check page: scrawl calibrate --verify {called(name, tray)}{paper_words(paper)}")
        elif verify:
            print_check(pack, path, called(verify, tray), size, output or Path("check.pdf"))
        else:
            print_test(pack, size, output or Path("calibration.pdf"))
            say(f"print both sides of one sheet at actual size, then: scrawl calibrate --set NAME{paper_words(paper)}")


def called(name: str, tray: str) -> str:
    """Return how a printer with a tray is called.

    >>> called("office", "2"), called("office", "")
    ('office/2', 'office')
    """
    return f"{name}/{tray}" if tray else name


def paper_words(paper: str) -> str:
    """Return what a command needs so that it means the same paper.

    >>> paper_words("letter")
    ' --paper letter'
    """
    return "" if paper == usual_paper() else f" --paper {paper}"


def print_test(pack: Pack, size: Size, output: Path) -> None:
    """Write the test page."""
    from generator.recipes.calibration_pages import test_page
    from generator.recipes.printed import pack_pdf

    title = str(pack.words["calibration"]["title"])
    write_whole(output, pack_pdf(pack, test_page(pack, size), title, duplex="long-edge"))
    say(f"written: {output}")


def measure(pack: Pack, path: Path, name: str, tray: str, size: Size) -> None:
    """Ask what is to be read on the test page and keep the profile."""
    from generator.recipes.calibration import answers_from, check_paper, profile_of, questions
    from generator.recipes.printers import measured, printers_text, read_printers, with_printer

    if not (name + tray).isprintable():
        raise click.UsageError("a printer is called by letters that can be shown")
    check_paper(size)
    known = read_printers(path)
    words = pack.words["calibration"]
    read = ask_all(questions(words, size), words)
    if "/" in name and not tray:
        name, _, tray = name.partition("/")
    printer = measured(name, tray, size, profile_of(answers_from(read), size))
    write_whole(path, printers_text(with_printer(known, printer)).encode("utf-8"), replace=True)
    say(f"{told(printer)}\nkept in {path}; use --printer {printer.called}")


def ask_all(asked: "list[Question]", words: dict[str, str]) -> dict[str, float]:
    """Ask one question after the other, each until its answer can be; `<` goes back, `?` explains."""
    read: dict[str, float] = {}
    at = 0
    say(words["legend"])
    while at < len(asked):
        question = asked[at]
        typed = click.prompt(question.words, default=f"{question.usual(read):g}").strip()
        if typed in ("<", "?"):
            at = max(0, at - 1) if typed == "<" else at
            say(question.help if typed == "?" else "")
            continue
        try:
            read[question.key] = question.accept(millimetres(typed, words), read)
        except ValueError as fault:
            say(fault)
            continue
        at += 1
    return read


def millimetres(typed: str, words: dict[str, str]) -> float:
    """Return typed millimetres; raises ValueError with the words for what is none."""
    from generator.recipes.calibration import typed_millimetres

    try:
        return typed_millimetres(typed)
    except ValueError:
        raise ValueError(words["bad_number"]) from None


def told(printer: "Printer") -> str:
    """Return a printer as one line."""
    (across, down), (back_across, back_down) = printer.profile.front, printer.profile.back
    return (
        f"{printer.called}: {printer.width:g} x {printer.height:g} mm, back {printer.x:+g} mm across,"
        f" {printer.y:+g} mm down, {printer.angle:+g} degrees; scale {across:.2%} across and {down:.2%} down,"
        f" on the back {back_across:.2%} and {back_down:.2%}"
    )


def print_check(pack: Pack, path: Path, called: str, size: Size, output: Path) -> None:
    """Write the check page with a printer's profile applied."""
    from generator.recipes.calibration_pages import check_page
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


def forget(path: Path, called: str, *, sure: bool) -> None:
    """Remove a printer from the file, once the user has said yes."""
    from generator.diagnostics import Diagnostic, InvalidInput, did_you_mean, unlined
    from generator.recipes.printers import printers_text, read_printers

    found = read_printers(path)
    left = tuple(each for each in found if each.called != called)
    if len(left) == len(found):
        hint = did_you_mean(called, [each.called for each in found])
        raise InvalidInput([Diagnostic("P020", f"there is no printer {called!r}", unlined("--remove"), hint)])
    for each in found:
        if each not in left:
            say(told(each))
    if not (sure or click.confirm(f"forget {called}?")):
        say(f"kept: {called}")
        return
    write_whole(path, printers_text(left).encode("utf-8"), replace=True)
    say(f"forgotten: {called}")
