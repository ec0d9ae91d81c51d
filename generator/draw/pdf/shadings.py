"""Gradients become shadings of a PDF, and masks of what they hide."""

from collections.abc import Sequence
from itertools import pairwise

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName

from generator.draw.pdf.file import GRADIENT, SETTING, PdfFile
from generator.draw.pdf.inks import parts_of
from generator.draw.pdf.objects import array_text
from generator.frame import Gradient
from generator.geometry import Rect

LEAST_RUN = 1e-5  # from one colour of a gradient to the next: what is less is a step
EVERYWHERE = Rect(-1e5, -1e5, 2e5, 2e5)


def write_shadings(file: PdfFile, gradient: Gradient) -> list[str]:
    """Write a gradient in its own coordinates, run by run; return their names. How much it covers is left out."""
    if file.press:
        inks = file.press.colors
        return _write_runs(file, gradient, inks.space, [inks.parts(stop.color) for stop in gradient.stops])
    colors = [tuple(part / 255 for part in parts_of(stop.color)) for stop in gradient.stops]
    return _write_runs(file, gradient, "DeviceRGB", colors)


def write_veil(file: PdfFile, gradient: Gradient) -> str:
    """Return the name of the setting by which what is drawn hides as much as a gradient says."""
    names = _write_runs(file, gradient, "DeviceGray", [(stop.alpha,) for stop in gradient.stops])
    code = "\n".join(f"/{name} sh" for name in names)
    form = file.form(code, EVERYWHERE, names, together=True, space="DeviceGray")
    mask = PDFDictionary({"S": PDFName("Luminosity"), "G": file.references[form]})
    return file.name_object(PDFDictionary({"Type": PDFName("ExtGState"), "SMask": mask}), SETTING)


def _write_runs(file: PdfFile, gradient: Gradient, space: str, colors: Sequence[tuple[float, ...]]) -> list[str]:
    """Write each run on its own, for viewers take a few hundred steps for a gradient, however often it repeats."""
    runs, each = gradient.runs, len(gradient.stops) // gradient.runs
    half = len(gradient.points) // 2
    begin, end = gradient.points[:half], gradient.points[half:]
    names = []
    for run in range(runs):
        ends = [one + (other - one) * at / runs for at in (run, run + 1) for one, other in zip(begin, end, strict=True)]
        own = slice(run * each, (run + 1) * each)
        facts = {
            "ShadingType": 3 if gradient.is_radial else 2,
            "ColorSpace": PDFName(space),
            "Coords": array_text(*ends, digits=6),
            "Function": _run_of([stop.at * runs - run for stop in gradient.stops[own]], colors[own]),
            "Extend": f"[{'true' if run == 0 else 'false'} {'true' if run == runs - 1 else 'false'}]",
        }
        names.append(file.name_object(PDFDictionary(facts), GRADIENT))
    return names


def _run_of(places: Sequence[float], colors: Sequence[tuple[float, ...]]) -> PDFDictionary:
    """Return the function that runs through colours at places from 0 to 1."""
    least, most = LEAST_RUN, 1 - LEAST_RUN  # a step at either end leaves the colour beyond it
    places = [places[0], *(min(most, max(least, place)) for place in places[1:-1]), places[-1]]
    ends = list(pairwise([(0.0, colors[0]), *zip(places, colors, strict=True), (1.0, colors[-1])]))
    runs = [(one, other) for one, other in ends if other[0] - one[0] > LEAST_RUN / 2]
    pieces = [
        PDFDictionary({"FunctionType": 2, "Domain": "[0 1]", "N": 1, "C0": array_text(*one), "C1": array_text(*other)})
        for (_, one), (_, other) in runs
    ]
    facts = {
        "FunctionType": 3,
        "Domain": "[0 1]",
        "Functions": PDFArray(pieces),
        "Bounds": array_text(*(begin for (begin, _), _ in runs[1:]), digits=6),
        "Encode": array_text(*([0, 1] * len(pieces))),
    }
    return PDFDictionary(facts)
