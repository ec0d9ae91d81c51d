"""The dialogue about the test page of a printer as values, and the printer profile that results from the answers.

Nothing is asked or stored here: the caller (terminal, browser or test) shows the `question`, passes what was typed to
`answer`, and shows the text that it returns.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import asin, degrees

from generator.diagnostics import bare_place, refuse
from generator.game.words import Words
from generator.geometry import Size
from generator.imposition.backs import PrinterProfile
from generator.units import length_name, mm, parse_length

SCALE_REACH = 8  # length of the scales to both sides, in millimetres
COMB_REACH = 9  # lines of a comb on each side of its middle, each a tenth of a millimetre
BACK_PITCH, FRONT_PITCH = 2.0, 1.9  # millimetres between the lines of a comb
APART = 0.6  # greatest difference of the values read from scale and comb, in millimetres
MOST_STRETCH = 0.03  # more means that the page was printed with "fit to page"
LEAST_PAPER = Size(mm(180), mm(260))

Read = dict[str, float]  # measured millimetres by the key of their question


@dataclass(frozen=True)
class MeasurementQuestion:
    """One question: its key, its text and help text, its default answer, and its validation.

    `usual` returns the default, given the earlier answers. `accept` checks an answer, given these, too: it returns
    millimetres or raises ValueError.
    """

    key: str
    words: str
    help: str
    usual: Callable[[Read], float]
    accept: Callable[[float, Read], float]


def check_paper(page: Size) -> None:
    """Raise InvalidInput for paper that is too small for the test page."""
    if page.width < LEAST_PAPER.width or page.height < LEAST_PAPER.height:
        least_size = f"{length_name(LEAST_PAPER.width)} x {length_name(LEAST_PAPER.height)}"
        message = f"the test page needs paper of {least_size} at least"
        raise refuse("P003", message, bare_place("--paper"), "measure the printer with a4 or letter")


def ruler_lengths(page: Size) -> tuple[int, int]:
    """Return the lengths of the rulers across and down a page, in whole centimetres given as millimetres.

    >>> ruler_lengths(Size(595.28, 841.89))
    (160, 240)
    """
    return int((page.width - mm(50)) / mm(10)) * 10, int((page.height - mm(50)) / mm(10)) * 10


def cross_places(page: Size) -> dict[str, tuple[float, float]]:
    """Return the positions of the crosses T, M and B: top, middle and bottom of the page's vertical centre line."""
    reach = page.height / 2 - mm(56)
    middle = (page.width / 2, page.height / 2)
    return {"T": (middle[0], middle[1] - reach), "M": middle, "B": (middle[0], middle[1] + reach)}


def with_comb(scale: float, line: float) -> float:
    """Return a shift in millimetres, read roughly on a scale and exactly by the matching line of the comb beside it.

    The comb gives tenths, repeating every FRONT_PITCH millimetres.

    >>> with_comb(1.5, -5), with_comb(-0.5, -3)
    (1.4, -0.3)
    """
    # A vernier (Pierre Vernier, 1631): lines 2 mm apart face lines 1.9 mm apart. If the n-th line from the middle meets
    # its neighbour, the sides are n tenths of a millimetre off. The ruler says which of the equal readings it is.
    rounds = round((scale - line / 10) / FRONT_PITCH)
    return round(line / 10 + rounds * FRONT_PITCH, 3)


def comb_line(scale: float) -> float:
    """Return the line of the comb that fits a reading of the scale best.

    >>> comb_line(0.5), comb_line(1.5), comb_line(-2)
    (5, -4, -1)
    """
    return min(range(-COMB_REACH, COMB_REACH + 1), key=lambda line: abs(with_comb(scale, line) - scale))


@dataclass(frozen=True)
class MeasurementDialogue:
    """The state of the dialogue: the questions, the accepted values in millimetres, the index of the next question."""

    words: Words
    page: Size
    asked: tuple[MeasurementQuestion, ...]
    read: Read = field(default_factory=dict)
    at: int = 0

    @property
    def question(self) -> MeasurementQuestion | None:
        """The current question, None when all are answered."""
        return self.asked[self.at] if self.at < len(self.asked) else None

    @property
    def usual(self) -> str:
        """The default of the current question as text; "" when all are answered."""
        return f"{self.question.usual(self.read):g}" if self.question else ""

    def answer(self, typed: str) -> tuple["MeasurementDialogue", str]:
        """Return the dialogue after an input, and a text to show: help for `?`, else a fault or ""; `<` goes back."""
        question = self.question
        if question is None:
            return self, ""
        match typed.strip():
            case "<":
                return replace(self, at=max(0, self.at - 1)), ""
            case "?":
                return self, question.help
        try:
            value = question.accept(self._millimetres(typed.strip() or self.usual), self.read)
        except ValueError as fault:
            return self, str(fault)
        return replace(self, read={**self.read, question.key: value}, at=self.at + 1), ""

    def _millimetres(self, typed: str) -> float:
        try:
            return typed_millimetres(typed)
        except ValueError:
            raise ValueError(self.words.word("calibration.bad_number")) from None

    @property
    def profile(self) -> PrinterProfile:
        """The profile of the printer, computed from the answers; to be used only after the last one."""
        answers, (across, down) = self.read, ruler_lengths(self.page)
        front = answers["across"] / across, answers["down"] / down
        back = answers["back_across"] / across, answers["back_down"] / down
        places, (top, bottom) = cross_places(self.page), (answers["T_comb"], answers["B_comb"])
        distance = (places["B"][1] - places["T"][1]) / mm(1)
        # the shifts at the ends of the centre line differ by the side opposite to the angle, the line is the hypotenuse
        angle = degrees(asin((top - bottom) / distance / back[1]))
        return PrinterProfile(mm((top + bottom) / 2), mm(answers["M_comb"]), angle, front, back)


def begin(words: Words, page: Size) -> MeasurementDialogue:
    """Return a new dialogue, in order: rulers of the front, scales and combs T, M and B, rulers of the back.

    Raises InvalidInput for paper that is too small for the test page.
    """
    check_paper(page)
    across, down = ruler_lengths(page)
    questions = [_ruler(words, "down", down), _ruler(words, "across", across)]
    for name in "TMB":
        questions += [_scale(words, name), _comb(words, name)]
    questions += [_ruler(words, "down", down, "back_"), _ruler(words, "across", across, "back_")]
    return MeasurementDialogue(words, page, tuple(questions))


def _ruler(words: Words, key: str, length: int, side: str = "") -> MeasurementQuestion:
    def accept(value: float, _read: Read) -> float:
        if abs(value / length - 1) > MOST_STRETCH:
            raise ValueError(words.say("calibration.bad_ruler", length=length, value=f"{value:g}"))
        return value

    question, help_ = words.say(f"calibration.ask_{side}{key}", length=length), words.word("calibration.help_ruler")
    return MeasurementQuestion(side + key, question, help_, lambda answers: answers.get(key, length), accept)


def _scale(words: Words, name: str) -> MeasurementQuestion:
    def accept(value: float, _read: Read) -> float:
        if abs(value) > SCALE_REACH:
            raise ValueError(words.say("calibration.bad_scale", most=SCALE_REACH))
        return value

    question = words.say(f"calibration.ask_{'upright' if name == 'M' else 'level'}", name=name)
    return MeasurementQuestion(name, question, words.word("calibration.help_scale"), lambda _: 0.0, accept)


def _comb(words: Words, name: str) -> MeasurementQuestion:
    def accept(value: float, answers: Read) -> float:
        if abs(value) > COMB_REACH or value % 1:
            raise ValueError(words.say("calibration.bad_comb", most=COMB_REACH))
        shift = with_comb(answers[name], value)
        if abs(shift - answers[name]) > APART:
            raise ValueError(words.say("calibration.comb_apart", value=f"{answers[name]:g}"))
        return shift

    question, help_ = words.say("calibration.ask_comb", name=name), words.word("calibration.help_comb")
    return MeasurementQuestion(f"{name}_comb", question, help_, lambda answers: comb_line(answers[name]), accept)


def typed_millimetres(text: str) -> float:
    """Parse a typed number or length; return millimetres. Decimal comma and minus sign are accepted.

    Raises ValueError for anything else.

    >>> typed_millimetres("238,1"), typed_millimetres("−0.8 mm"), typed_millimetres('9.45"')
    (238.1, -0.8, 240.03)
    """
    plain = text.strip().lower().replace(",", ".").replace("−", "-").replace('"', "in")
    is_bare = plain and plain[-1] in "0123456789."
    return round(parse_length(f"{plain}mm" if is_bare else plain) / mm(1), 6)
