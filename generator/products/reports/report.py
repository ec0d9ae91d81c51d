"""A report: headings, notes and charts, one below the other, as pages of paper and as one HTML page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from generator.draw.pdf.document import pdf_bytes
from generator.draw.svg import svg_text
from generator.fonts.faces import Fonts
from generator.frame import Frame, GroupItem, Item, ReusableDrawing
from generator.geometry import Size
from generator.layout.text import plain_lines
from generator.products.faces_on_paper import TITLE_FONT
from generator.products.reports.charts import BOLD, FAINT, INK, MARGIN, PLAIN, SIZE, ChartDrawing, chart_width

TITLE, HEADING, LEADING = 24.0, 12.0, 11.5
GAP = 16.0
STYLE = (
    "body{margin:0 auto;max-width:46rem;padding:1.5rem 1rem;font:16px/1.5 system-ui,sans-serif}"
    "body,h2{color:#1c1a17;background:#fff}h1{font-size:1.9rem;margin:0 0 .3rem}"
    "h2{font-size:1.15rem;margin:2rem 0 .2rem}p{margin:.2rem 0 .6rem;color:#4d473e}"
    "svg{width:100%;height:auto;display:block}"
)


@dataclass(frozen=True)
class ReportSection:
    """A heading, what has to be known to read the charts, and the charts, all of the report's width."""

    heading: str
    note: str
    charts: tuple[ReusableDrawing, ...]


@dataclass(frozen=True)
class Report:
    """What is told about a run; `about` says what was played, `paper` how large the pages are."""

    title: str
    about: str
    sections: tuple[ReportSection, ...]
    fonts: Fonts
    paper: Size
    language: str

    def pdf(self) -> bytes:
        """Return the pages."""
        return pdf_bytes(self.pages(), fonts=self.fonts, title=self.title, lang=self.language)

    def html(self) -> str:
        """Return one page that needs nothing else."""
        parts = [f"<h1>{escape(self.title)}</h1>", f"<p>{escape(self.about)}</p>"]
        for number, section in enumerate(self.sections):
            parts.append(f"<h2>{escape(section.heading)}</h2>")
            parts.append(f"<p>{escape(section.note)}</p>" if section.note else "")
            for place, chart in enumerate(section.charts):
                frame = Frame(chart.size, chart.items, section.heading)
                parts.append(svg_text(frame, fonts=self.fonts, title=section.heading, prefix=f"s{number}-{place}-"))
        meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        head = f"<head>{meta}<title>{escape(self.title)}</title><style>{STYLE}</style></head>"
        body = f"<body>{''.join(parts)}</body>"
        return f'<!doctype html>\n<html lang="{self.language}">{head}\n{body}</html>\n'

    def pages(self) -> list[Frame]:
        """Return the pages: a heading stays with its first chart, a chart is never divided."""
        pages: list[list[Item]] = [[]]
        y = MARGIN
        for block in self._blocks():
            height = sum(content.size.height for content in block)
            if y + height > self.paper.height - MARGIN and pages[-1]:
                pages.append([])
                y = MARGIN
            for content in block:
                pages[-1].append(GroupItem(content, (1, 0, 0, 1, MARGIN, y)))
                y += content.size.height
        return [
            Frame(self.paper, tuple(self._numbered(items, at, len(pages))), f"page {at}")
            for at, items in enumerate(pages, 1)
        ]

    def _blocks(self) -> Iterator[list[ReusableDrawing]]:
        yield [_spaced(self._words(self.title, TITLE, TITLE_FONT, self.about))]
        for section in self.sections:
            first, *others = section.charts
            yield [self._words(section.heading, HEADING, BOLD, section.note), _spaced(first)]
            yield from ([_spaced(chart)] for chart in others)

    def _words(self, head: str, size: float, font: str, note: str) -> ReusableDrawing:
        """Return a head of a size in points, with a note below it, as wide as the charts."""
        drawing, width = ChartDrawing(self.fonts), chart_width(self.paper)
        drawing.text(0, size, head, size=size, font=font, color=INK)
        y = size + 0.35 * size
        for line in plain_lines(note, self.fonts.font(PLAIN), self.language, SIZE, width):
            y += LEADING
            drawing.text(0, y, line, color=FAINT)
        return drawing.content(width, y + 8)

    def _numbered(self, items: Sequence[Item], page: int, of: int) -> Iterator[Item]:
        yield from items
        drawing = ChartDrawing(self.fonts)
        drawing.text_before(self.paper.width - MARGIN, self.paper.height - MARGIN / 2, f"{page} / {of}", color=FAINT)
        yield from drawing.items


def _spaced(chart: ReusableDrawing) -> ReusableDrawing:
    return ReusableDrawing(Size(chart.size.width, chart.size.height + GAP), chart.items)
