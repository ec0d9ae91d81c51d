"""Formats values of a workbook as the spreadsheet shows them: 0.25 in the format `0%` is 25%, 7 in `000` is 007."""

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

# A format code has up to four sections, split by semicolons: for positive and negative numbers, zero, and texts.
# Each section is a row of tokens; see "Number Format Codes" in ECMA-376 (Office Open XML), part 1, 18.8.31.
LOCAL = frozenset(("mm-dd-yy", "m/d/yy h:mm"))  # dates that are shown according to the user's locale
MOST = 1e15  # the precision of a spreadsheet
_SECTIONS = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[]|["\[\\])*);')
_PARTS = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<sign>.)|[_*].|\[\$(?P<money>[^\]-]*)[^\]]*\]|\[(?P<total>h+|m+|s+)\]|(?P<when>\[[<>=][^\]]*\])|\[[^\]]*\]'
    r"|(?P<general>General)|(?P<fraction>(?:[#0?]+ +)?[#0?]+ */ *(?:[#0?]+|[1-9][0-9]*))"
    r"|(?P<digits>[#0?][#0?,]*(?:\.[#0?]*,*)?|\.[#0?]+)(?P<exponent>E[+-]0+)?"
    r"|(?P<half>AM/PM|A/P)|(?P<moment>y+|m+|d+|h+|s+(?:\.0+)?)|(?P<text>@)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)


def as_shown(value: Any, code: str) -> str | None:
    """Return a value as the format `code` shows it; None for a format that is not supported.

    >>> as_shown(0.125, "0.0%"), as_shown(-1234.5, '"$"#,##0.00'), as_shown(1.5, "# ?/?"), as_shown(2, '0" gold"')
    ('12.5%', '-$1,234.50', '1 1/2', '2 gold')
    """
    sections = _SECTIONS.findall(f"{code};") or [""]
    parts = [[(str(match.lastgroup), match) for match in _PARTS.finditer(section)] for section in sections]
    if code in LOCAL or any(kind == "when" for section in parts for kind, _ in section):
        return None
    if isinstance(value, str):
        words = next((section for section in parts[3:] or parts if len(parts) > 3 or "text" in dict(section)), None)
        if words is None:
            return value
        return "".join(value if kind == "text" else _words(kind, part) for kind, part in words)
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, (datetime, date, time, timedelta)):
        return _moment(value, parts[0])
    at = 1 if value < 0 and len(parts) > 1 else 2 if value == 0 and len(parts) > 2 else 0
    if not abs(value) < MOST:
        return None
    text = _number(abs(Decimal(f"{value:.15g}")), parts[at])
    return f"-{text}" if text and value < 0 and at == 0 and re.search("[1-9]", text) else text


def _words(kind: str, part: re.Match[str]) -> str:
    """Return the constant text of a part of a format; "" for parts that depend on the value."""
    return part[kind] if kind in ("quoted", "sign", "money", "other") else ""


def _number(value: Decimal, parts: list[tuple[str, re.Match[str]]]) -> str | None:
    kinds = [kind for kind, _ in parts]
    if (
        "moment" in kinds
        or "total" in kinds
        or sum(map(kinds.count, ("digits", "exponent", "fraction", "general"))) > 1
    ):
        return None
    value *= 100 ** sum(part[0] == "%" for _, part in parts)
    texts = []
    for kind, part in parts:
        if kind == "general":
            texts.append(f"{float(value):.12g}")
        elif kind == "fraction":
            texts.append(_fraction(value, part[kind]))
        elif kind == "exponent":
            places = len(part["digits"].partition(".")[2])
            mantissa, _, exponent = f"{value:.{places}e}".partition("e")
            sign = "-" if int(exponent) < 0 else "+" * (part[kind][1] == "+")
            texts.append(f"{mantissa}E{sign}{abs(int(exponent)):0{len(part[kind]) - 2}}")
        elif kind == "digits":
            texts.append(_digits(value, part[kind]))
        else:
            texts.append(_words(kind, part))
    return "".join(texts)


def _digits(value: Decimal, code: str) -> str:
    integer_code, dot, places = code.rstrip(",").partition(".")
    steps = len(code) - len(code.rstrip(","))  # each comma at the end divides by a thousand
    rounded = (value / 1000**steps).quantize(Decimal(1).scaleb(-len(places)), ROUND_HALF_UP)
    left, _, right = f"{rounded:f}".partition(".")
    left = left.lstrip("0").zfill(integer_code.count("0"))
    if "," in integer_code:
        left = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", left)
    required = len(places.rstrip("#?"))
    return left + dot + right[:required] + right[required:].rstrip("0")


def _fraction(value: Decimal, code: str) -> str:
    above, _, below = code.partition("/")
    of = below.strip()
    fixed = int(of) if of[0] in "123456789" else 0
    nearest = Fraction(round(value * fixed), fixed) if fixed else Fraction(value).limit_denominator(10 ** len(of) - 1)
    integer, rest = divmod(nearest, 1) if " " in above.strip() else (0, nearest)
    over = fixed or rest.denominator
    part = f"{int(rest * over)}/{over}" if rest or (not integer and " " not in above.strip()) else ""
    return " ".join(filter(None, (str(integer) if integer or not part else "", part)))


def _moment(value: Any, parts: list[tuple[str, re.Match[str]]]) -> str | None:
    """Return a date, time or duration as text, with English names; None if the format is not for these."""
    kinds = [part[kind][0].lower() if kind in ("moment", "total") else "" for kind, part in parts]
    units = [kind for kind in kinds if kind]
    has_date, has_time = isinstance(value, date), isinstance(value, (datetime, time))
    if not units or not {"digits", "fraction", "general", "exponent"}.isdisjoint(kind for kind, _ in parts):
        return None
    if isinstance(value, timedelta):
        seconds = Decimal(value.days * 86400 + value.seconds)
    else:
        seconds = Decimal(value.hour * 3600 + value.minute * 60 + value.second if has_time else 0)
    is_half, texts, number = any(kind == "half" for kind, _ in parts), [], -1
    for kind, part in parts:
        if kind == "half":
            texts.append("PM" if seconds % 86400 >= 43200 else "AM")
        elif kind not in ("moment", "total"):
            texts.append(_words(kind, part))
        else:
            number += 1
            sign, width = units[number], len(part[kind].partition(".")[0])
            neighbours = {*units[max(0, number - 1) : number], *units[number + 1 : number + 2]}
            # m means minutes only after hours or before seconds, else the month
            if sign == "m" and kind == "moment" and not (units[number - 1 : number] == ["h"] or "s" in neighbours):
                sign = "month"
            if sign in ("y", "month", "d"):
                if not has_date:
                    return None
                texts.append(_of_date(value, sign, width))
                continue
            size, modulus = {"h": (3600, 24), "m": (60, 60), "s": (1, 60)}[sign]
            count = int(seconds // size) if kind == "total" else int(seconds // size) % modulus
            texts.append(f"{(count - 1) % 12 + 1 if is_half and sign == 'h' else count:0{min(width, 2)}}")
    return "".join(texts)


def _of_date(value: date, sign: str, width: int) -> str:
    if sign == "y":
        return f"{value.year:04}" if width > 2 else f"{value.year % 100:02}"
    if width > 2:
        name = value.strftime("%B" if sign == "month" else "%A")
        return name[:1] if width == 5 and sign == "month" else name[:3] if width == 3 else name
    return f"{value.month if sign == 'month' else value.day:0{width}}"
