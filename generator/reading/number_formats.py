"""Formats values of a workbook as the spreadsheet shows them: 0.25 in the format `0%` is 25%, 7 in `000` is 007."""

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

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
    parts = [[(str(each.lastgroup), each) for each in _PARTS.finditer(section)] for section in sections]
    if code in LOCAL or any(kind == "when" for section in parts for kind, _ in section):
        return None
    if isinstance(value, str):
        own = next((each for each in parts[3:] or parts if len(parts) > 3 or "text" in dict(each)), None)
        return value if own is None else "".join(value if kind == "text" else _words(kind, part) for kind, part in own)
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, (datetime, date, time, timedelta)):
        return _moment(value, parts[0])
    at = 1 if value < 0 and len(parts) > 1 else 2 if value == 0 and len(parts) > 2 else 0
    if not abs(value) < MOST:
        return None
    shown = _number(abs(Decimal(f"{value:.15g}")), parts[at])
    return f"-{shown}" if shown and value < 0 and at == 0 and re.search("[1-9]", shown) else shown


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
    shown = []
    for kind, part in parts:
        if kind == "general":
            shown.append(f"{float(value):.12g}")
        elif kind == "fraction":
            shown.append(_fraction(value, part[kind]))
        elif kind == "exponent":
            places = len(part["digits"].partition(".")[2])
            mantissa, _, exponent = f"{value:.{places}e}".partition("e")
            sign = "-" if int(exponent) < 0 else "+" * (part[kind][1] == "+")
            shown.append(f"{mantissa}E{sign}{abs(int(exponent)):0{len(part[kind]) - 2}}")
        elif kind == "digits":
            shown.append(_digits(value, part[kind]))
        else:
            shown.append(_words(kind, part))
    return "".join(shown)


def _digits(value: Decimal, code: str) -> str:
    whole, dot, places = code.rstrip(",").partition(".")
    steps = len(code) - len(code.rstrip(","))  # each shows thousands of it
    rounded = (value / 1000**steps).quantize(Decimal(1).scaleb(-len(places)), ROUND_HALF_UP)
    left, _, right = f"{rounded:f}".partition(".")
    left = left.lstrip("0").zfill(whole.count("0"))
    if "," in whole:
        left = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", left)
    least = len(places.rstrip("#?"))
    return left + dot + right[:least] + right[least:].rstrip("0")


def _fraction(value: Decimal, code: str) -> str:
    above, _, below = code.partition("/")
    of = below.strip()
    fixed = int(of) if of[0] in "123456789" else 0
    near = Fraction(round(value * fixed), fixed) if fixed else Fraction(value).limit_denominator(10 ** len(of) - 1)
    whole, rest = divmod(near, 1) if " " in above.strip() else (0, near)
    over = fixed or rest.denominator
    part = f"{int(rest * over)}/{over}" if rest or (not whole and " " not in above.strip()) else ""
    return " ".join(filter(None, (str(whole) if whole or not part else "", part)))


def _moment(value: Any, parts: list[tuple[str, re.Match[str]]]) -> str | None:
    """Return a date, time or duration as text, with English names; None if the format is not for these."""
    kinds = [part[kind][0].lower() if kind in ("moment", "total") else "" for kind, part in parts]
    told = [kind for kind in kinds if kind]
    has_date, has_time = isinstance(value, date), isinstance(value, (datetime, time))
    if not told or not {"digits", "fraction", "general", "exponent"}.isdisjoint(kind for kind, _ in parts):
        return None
    if isinstance(value, timedelta):
        seconds = Decimal(value.days * 86400 + value.seconds)
    else:
        seconds = Decimal(value.hour * 3600 + value.minute * 60 + value.second if has_time else 0)
    is_half, shown, number = any(kind == "half" for kind, _ in parts), [], -1
    for kind, part in parts:
        if kind == "half":
            shown.append("PM" if seconds % 86400 >= 43200 else "AM")
        elif kind not in ("moment", "total"):
            shown.append(_words(kind, part))
        else:
            number += 1
            sign, width = told[number], len(part[kind].partition(".")[0])
            beside = {*told[max(0, number - 1) : number], *told[number + 1 : number + 2]}
            if sign == "m" and kind == "moment" and not (told[number - 1 : number] == ["h"] or "s" in beside):
                sign = "month"
            if sign in ("y", "month", "d"):
                if not has_date:
                    return None
                shown.append(_of_date(value, sign, width))
                continue
            size, most = {"h": (3600, 24), "m": (60, 60), "s": (1, 60)}[sign]
            count = int(seconds // size) if kind == "total" else int(seconds // size) % most
            shown.append(f"{(count - 1) % 12 + 1 if is_half and sign == 'h' else count:0{min(width, 2)}}")
    return "".join(shown)


def _of_date(value: date, sign: str, width: int) -> str:
    if sign == "y":
        return f"{value.year:04}" if width > 2 else f"{value.year % 100:02}"
    if width > 2:
        name = value.strftime("%B" if sign == "month" else "%A")
        return name[:1] if width == 5 and sign == "month" else name[:3] if width == 3 else name
    return f"{value.month if sign == 'month' else value.day:0{width}}"
