"""The report of a run of many simulated games: sections of charts as simulation.yaml describes them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from generator.draw.pdf.document import pdf_bytes
from generator.draw.svg import svg_text
from generator.fonts.faces import Fonts
from generator.frame import Frame, GroupItem, Item, ReusableDrawing
from generator.geometry import Rect, Size
from generator.layout.text import plain_lines
from generator.products.faces_on_paper import TITLE_FONT
from generator.products.print_pack import PrintPack
from generator.products.reports.charts import (
    BOLD,
    FAINT,
    INK,
    MARGIN,
    PLAIN,
    SIZE,
    ChartDrawing,
    band_chart,
    interval_chart,
    shade,
    spread_chart,
    table,
)
from generator.reading.phrase_templates import decimal, phrase
from generator.reading.yaml_nodes import plain
from generator.rulesets.simulate.spec import ReportSectionSpec, SimulationSpec
from generator.rulesets.value_counts import ValueCounts, ValueHistogram

TITLE, HEADING, LEADING = 24.0, 12.0, 11.5
GAP = 16.0
PAGE = Path(__file__).with_name("report.html")


ReportSection = tuple[str, str, tuple[ReusableDrawing, ...]]
"""A section of a report: its heading, a note that explains the charts, and the charts, as wide as the report."""


@dataclass(frozen=True)
class Report:
    """The report of a simulation; `about` describes what was simulated, `paper` is the size of the pages."""

    title: str
    about: str
    sections: tuple[ReportSection, ...]
    fonts: Fonts
    paper: Size
    language: str

    def pdf(self) -> bytes:
        """Return the report as a PDF."""
        return pdf_bytes(self.pages(), fonts=self.fonts, title=self.title, lang=self.language)

    def html(self) -> str:
        """Return the report as a single, self-contained HTML page."""
        parts = [f"<h1>{escape(self.title)}</h1>", f"<p>{escape(self.about)}</p>"]
        for number, (heading, note, charts) in enumerate(self.sections):
            parts.append(f"<h2>{escape(heading)}</h2>")
            parts.append(f"<p>{escape(note)}</p>" if note else "")
            for place, chart in enumerate(charts):
                frame = Frame(chart.size, chart.items, heading)
                parts.append(svg_text(frame, fonts=self.fonts, title=heading, prefix=f"s{number}-{place}-"))
        page = Template(PAGE.read_text(encoding="utf-8"))
        return page.substitute(language=self.language, title=escape(self.title), body="".join(parts))

    def pages(self) -> list[Frame]:
        """Return the pages; a heading stays with its first chart, and charts are not divided."""
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
        frames = []
        for at, items in enumerate(pages, 1):
            drawing, x, y = ChartDrawing(self.fonts, items), self.paper.width - MARGIN, self.paper.height - MARGIN / 2
            drawing.text(x, y, f"{at} / {len(pages)}", color=FAINT, left=1)
            frames.append(Frame(self.paper, tuple(drawing.items), f"page {at}"))
        return frames

    def _blocks(self) -> Iterator[list[ReusableDrawing]]:
        yield [_spaced(self._words(self.title, TITLE, TITLE_FONT, self.about))]
        for heading, note, (first, *further) in self.sections:
            yield [self._words(heading, HEADING, BOLD, note), _spaced(first)]
            yield from ([_spaced(chart)] for chart in further)

    def _words(self, head: str, size: float, font: str, note: str) -> ReusableDrawing:
        """Return a heading of this size in points, with a note below it, as wide as the charts."""
        drawing, width = ChartDrawing(self.fonts), self.paper.width - 2 * MARGIN
        drawing.text(0, size, head, size=size, font=font, color=INK)
        y = size + 0.35 * size
        for line in plain_lines(note, self.fonts.font(PLAIN), self.language, SIZE, width):
            y += LEADING
            drawing.text(0, y, line, color=FAINT)
        return drawing.content(width, y + 8)


def _spaced(chart: ReusableDrawing) -> ReusableDrawing:
    return ReusableDrawing(Size(chart.size.width, chart.size.height + GAP), chart.items)


MOST_ROWS = 40
SCORING = "scoring"  # value of `names`: lines are named by letter and word of scoring.yaml
HEADS = ("line", "mean", "deviation", "least", "half", "most")
CELL = 24.0
MOST_MAPS = 4  # side by side


def balance_report(
    pack: PrintPack, spec: SimulationSpec, counts: ValueCounts, styles: Sequence[str], about: str, paper: Size
) -> Report:
    """Return the report of a run; details are about the first of the `styles` of play, all are compared."""
    drawer = ReportSectionDrawer(pack, counts, styles, paper.width - 2 * MARGIN)
    sections = tuple(section for section_spec in spec.report if (section := drawer.section(section_spec)) is not None)
    title = f"{pack.title}: {pack.words.word('simulation.title')}"
    return Report(title, about, sections, pack.fonts, paper, pack.language)


class ReportSectionDrawer:
    """Draws the sections of a report."""

    def __init__(self, pack: PrintPack, counts: ValueCounts, styles: Sequence[str], width: float) -> None:
        self.pack, self.counts, self.styles, self.width = pack, counts, styles, width
        self.letters = {line["letter"]: str(line["word"]) for line in plain(pack.score)["score_lines"]}

    def section(self, spec: ReportSectionSpec) -> ReportSection | None:
        """Return the section that `spec` describes, or None if nothing was counted for it or all shares are 100 %."""
        charts = tuple(self._charts(spec))
        if not charts:
            return None
        note = self.pack.words.word(spec.note) if spec.note else ""
        return self.pack.words.word(spec.heading), note, charts

    def _charts(self, spec: ReportSectionSpec) -> Iterator[ReusableDrawing]:
        fonts, width = self.pack.fonts, self.width
        if spec.show == "spread":
            samples = [(self.style(style), self.counts.of(f"{style}/{spec.of}")) for style in self.styles]
            nonempty = [(name, sample) for name, sample in samples if sample.size]
            if nonempty:
                yield spread_chart(fonts, nonempty, width)
            return
        if spec.show == "rooms":
            yield from self._maps(spec)
            return
        rows = self._rows(spec)
        if not rows:
            return
        if spec.show == "means":
            yield interval_chart(fonts, [(name, sample.interval()) for name, sample in rows], width)
        elif spec.show == "shares":
            if all(sample.share(spec.least).estimate == 1 for _, sample in rows):
                return
            yield interval_chart(fonts, [(name, sample.share(spec.least)) for name, sample in rows], width, unit="%")
        elif spec.show == "bands":
            parts = [self.pack.words.word(part) for part in spec.parts]
            yield band_chart(fonts, parts, [(name, _shares(sample, len(parts))) for name, sample in rows], width)
        else:
            heads = [self.pack.words.word(f"simulation.{head}") for head in HEADS]
            yield table(fonts, heads, [_figures(name, sample) for name, sample in rows], width)

    def _rows(self, spec: ReportSectionSpec) -> list[tuple[str, ValueHistogram]]:
        start = f"{self.styles[0]}/{spec.of}"
        rows = [(self._name(spec, key), sample) for key, sample in self.counts.under(start)]
        if spec.show in ("means", "shares"):
            rows.sort(key=lambda row: -row[1].mean if spec.show == "means" else -row[1].share(spec.least).estimate)
        return rows[:MOST_ROWS]

    def _name(self, spec: ReportSectionSpec, key: str) -> str:
        if spec.names == SCORING:
            return f"{key} {self.letters.get(key, '')}".strip()
        if not spec.names:
            return key
        words = self.pack.words
        return words.find(phrase(spec.names, {"key": key}, words.plural_in(words.language)), key)

    def style(self, name: str) -> str:
        """Return the printed name of a style of play."""
        return self.pack.game.words.find(f"simulation.styles.{name}", name)

    def _maps(self, spec: ReportSectionSpec) -> Iterator[ReusableDrawing]:
        """Yield the maps, a few side by side; rooms are darker the more often they were visited."""
        maps: dict[str, dict[str, int]] = {}
        for key, sample in self.counts.under(f"{self.styles[0]}/{spec.of}"):
            name, _, room = key.partition("/")
            maps.setdefault(name, {})[room] = sample.size
        games = {key: sample.size for key, sample in self.counts.under(f"{self.styles[0]}/dungeon")}
        names = sorted(maps)
        for at in range(0, len(names), MOST_MAPS):
            yield self._maps_beside(spec, names[at : at + MOST_MAPS], maps, games)

    def _maps_beside(
        self, spec: ReportSectionSpec, names: Sequence[str], maps: dict[str, dict[str, int]], games: dict[str, int]
    ) -> ReusableDrawing:
        drawing = ChartDrawing(self.pack.fonts)
        across, height = self.width / MOST_MAPS, 0.0
        for place, name in enumerate(names):
            spots = {room: _spot(room) for room in maps[name]}
            columns, rows = max(x for x, _ in spots.values()) + 1, max(y for _, y in spots.values()) + 1
            cell = min(CELL, (across - 8) / columns)
            drawing.text(across * place, 9, self._name(spec, name))
            for room, (x, y) in spots.items():
                share = min(1.0, maps[name][room] / max(1, games.get(name, 1)))
                left, top = across * place + cell * x, 14 + cell * (rows - 1 - y)
                drawing.box(Rect(left, top, cell - 0.8, cell - 0.8), shade(round(10 * share), 11))
                color = "#ffffff" if share > 0.5 else "#1c1a17"
                drawing.text(left + cell / 2, top + cell / 2 + 2, f"{100 * share:.0f}", size=6, color=color, left=1 / 2)
            height = max(height, 14 + cell * rows)
        return drawing.content(self.width, height)


def _spot(room: str) -> tuple[int, int]:
    match = re.fullmatch(r"([A-Z]+)(\d+)", room)
    return (ord(match[1][-1]) - ord("A"), int(match[2]) - 1) if match else (0, 0)


def _shares(sample: ValueHistogram, parts: int) -> list[float]:
    size = max(1, sample.size)
    return [sample.values.get(value, 0) / size for value in range(parts)]


def _figures(name: str, sample: ValueHistogram) -> list[str]:
    numbers: list[Any] = [sample.quantile(part) for part in (0.05, 0.5, 0.95)]
    return [name, decimal(sample.mean, 1), decimal(sample.deviation, 1), *(decimal(number, 0) for number in numbers)]
