"""Printers that a user has measured, by name, tray and paper, in one small YAML file."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from generator.diagnostics import bare_place, did_you_mean, need_known, refuse
from generator.geometry import Size
from generator.imposition.backs import PrinterProfile
from generator.reading import format_versions
from generator.reading.structure import NumberBounds, structure
from generator.reading.yaml_nodes import read_yaml, yaml_quoted
from generator.storage.whole_files import write_whole
from generator.units import mm

HEAD = (
    "# Printers measured with `scrawl calibrate`: x and y in mm, angle in degrees; scale down the paper, across it,\n"
    "# and both on the back, in percent.\n"
)
Percent = Annotated[float, NumberBounds(50, 150)]


@dataclass(frozen=True, kw_only=True)
class CalibratedPrinter:
    """A measured printer with one tray and paper; `width` and `height` of the paper, and `x` and `y`, are in mm.

    `scale` is the factor down the paper in percent, and the default for the factors across the paper and on the back.
    """

    name: str
    tray: str = ""
    width: Annotated[float, NumberBounds(50, 2000)]
    height: Annotated[float, NumberBounds(50, 2000)]
    x: Annotated[float, NumberBounds(-50, 50)]
    y: Annotated[float, NumberBounds(-50, 50)]
    angle: Annotated[float, NumberBounds(-10, 10)]
    scale: Percent
    across: Percent | None = None
    back_scale: Percent | None = None
    back_across: Percent | None = None

    @property
    def full_name(self) -> str:
        """The name of the printer for the option `--printer`."""
        return name_with_tray(self.name, self.tray)

    @property
    def profile(self) -> PrinterProfile:
        across = self.across or self.scale
        front = across / 100, self.scale / 100
        back = (self.back_across or across) / 100, (self.back_scale or self.scale) / 100
        return PrinterProfile(mm(self.x), mm(self.y), self.angle, front, back)

    def takes(self, paper: Size) -> bool:
        """Return whether the printer was measured with this paper, in either orientation."""
        sides = sorted((mm(self.width), mm(self.height)))
        return all(abs(one - other) < mm(1) for one, other in zip(sides, sorted(paper), strict=True))


@dataclass(frozen=True, kw_only=True)
class PrintersFile:
    """The content of the file of measured printers."""

    format: int = format_versions.PRINTERS
    printers: tuple[CalibratedPrinter, ...] = ()


def calibrated_printer(name: str, tray: str, paper: Size, profile: PrinterProfile) -> CalibratedPrinter:
    """Return a printer with the values of a measured profile, rounded to the exactness of measuring."""
    across, along = (round(factor * 100, 3) for factor in profile.front)
    back_across, back_along = (round(factor * 100, 3) for factor in profile.back)
    return CalibratedPrinter(
        name=name,
        tray=tray,
        width=round(paper.width / mm(1), 1),
        height=round(paper.height / mm(1), 1),
        x=round(profile.x / mm(1), 3),
        y=round(profile.y / mm(1), 3),
        angle=round(profile.angle, 4),
        scale=along,
        across=across,
        back_scale=back_along,
        back_across=back_across,
    )


def name_with_tray(name: str, tray: str) -> str:
    """Return the name by which `--printer` selects a printer with one of its trays: `office/2`, or `office`."""
    return f"{name}/{tray}" if tray else name


def split_name(name: str, tray: str) -> tuple[str, str]:
    """Return (name, tray) of a printer given as `office` or `office/2`.

    Raises ValueError for unprintable characters.
    """
    if not (name + tray).isprintable():
        raise ValueError("a printer is called by letters that can be shown")
    if "/" in name and not tray:
        name, _, tray = name.partition("/")
    return name, tray


def default_path() -> Path:
    """Return the path of the file of printers in the user's configuration folder."""
    from platformdirs import user_config_path

    return user_config_path("scrawlpress") / "printers.yaml"


def read_printers(path: Path) -> tuple[CalibratedPrinter, ...]:
    """Return the printers of a file; empty if there is no file. Raises InvalidInput."""
    if not path.exists():
        return ()
    root = read_yaml(path, str(path))
    format_versions.format_of(root, format_versions.PRINTERS, "the file of printers")
    return structure(root, PrintersFile, "the file of printers").printers


def without_printer(printers: tuple[CalibratedPrinter, ...], called: str) -> tuple[CalibratedPrinter, ...]:
    """Return the printers except those with this full name; raises InvalidInput if none has the name."""
    names = [printer.full_name for printer in printers]
    need_known(called, names, "C002", f"there is no printer {called!r}", bare_place("--remove"))
    return tuple(printer for printer in printers if printer.full_name != called)


def find_printer(printers: tuple[CalibratedPrinter, ...], called: str, paper: Size) -> CalibratedPrinter:
    """Return the printer of a name (`office` or `office/2`) for a paper; raises InvalidInput if there is none."""
    same_name = [printer for printer in printers if printer.full_name == called]
    if not same_name:
        known = sorted({printer.full_name for printer in printers})
        hint = did_you_mean(called, known) or f"measure it: scrawl calibrate, then scrawl calibrate --set {called}"
        raise refuse("C002", f"there is no printer {called!r}", bare_place("--printer"), hint)
    for printer in same_name:
        if printer.takes(paper):
            return printer
    papers = ", ".join(f"{printer.width:g} x {printer.height:g} mm" for printer in same_name)
    message = f"printer {called!r} was measured with other paper: {papers}"
    hint = f"say --paper for the paper it was measured with, or measure this one: scrawl calibrate --set {called}"
    raise refuse("P021", message, bare_place("--printer"), hint)


def keep_printer(path: Path, printer: CalibratedPrinter) -> None:
    """Save a printer in the file, replacing an entry with the same name, tray and paper; raises InvalidInput."""
    paper = Size(mm(printer.width), mm(printer.height))
    others = [each for each in read_printers(path) if each.full_name != printer.full_name or not each.takes(paper)]
    _write(path, (*others, printer))


def forget_printer(path: Path, called: str) -> tuple[CalibratedPrinter, ...]:
    """Remove the printers of this name from the file, and return the others; raises InvalidInput."""
    left = without_printer(read_printers(path), called)
    _write(path, left)
    return left


def _write(path: Path, printers: tuple[CalibratedPrinter, ...]) -> None:
    plain = [{key: value for key, value in asdict(printer).items() if value is not None} for printer in printers]
    lines = [f"  - {yaml_quoted(printer)}\n" for printer in plain]
    listed = "printers:\n" + "".join(lines) if lines else "printers: []\n"
    write_whole(path, f"{HEAD}format: {format_versions.PRINTERS}\n{listed}".encode(), replace=True)
