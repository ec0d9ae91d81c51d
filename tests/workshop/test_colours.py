"""Test the colours of the pages, light and dark: words are readable on each of their grounds (WCAG 2.2, 1.4.3)."""

import re

import pytest

from tests.workshop.script_types import STATIC

TEXT = 4.5  # the contrast ratio between a word and its ground
CODE = ("code-key", "code-string", "code-number", "code-word")
GROUNDS = {  # the grounds of each colour of words
    "host": {
        **dict.fromkeys(("ink", "faint"), ("ground", "card", "field", "soft", "chosen", "found")),
        "bad": ("ground", "card", "field", "refused"),
        **dict.fromkeys(CODE, ("field", "chosen", "found")),
        "on-ink": ("ink",),
    },
    "player": {"ink": ("ground", "card", "field", "soft"), "faint": ("ground", "card", "soft"), "bad": ("card",), "on-ink": ("ink",)},
}  # fmt: skip


def colours(page, is_dark):
    """Return the colours of a page by their names."""
    light, _, dark = (STATIC / f"{page}.css").read_text(encoding="utf-8").partition("prefers-color-scheme: dark")
    palettes = [re.findall(r"--([\w-]+): (#\w{3}(?:\w{3})?);", each.partition("}")[0]) for each in (light, dark)]
    return dict(palettes[0]) | (dict(palettes[1]) if is_dark else {})


def lightness(colour):
    """Return the relative luminance of a colour, #rgb or #rrggbb."""
    signs = "".join(sign * 2 for sign in colour[1:]) if len(colour) == 4 else colour[1:]
    parts = [int(signs[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    dark, light = sorted(map(lightness, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("is_dark", [False, True])
@pytest.mark.parametrize("page", GROUNDS)
def test_words_can_be_read_on_every_ground(page, is_dark):
    palette = colours(page, is_dark)
    pairs = [(words, ground) for words, grounds in GROUNDS[page].items() for ground in grounds]
    ratios = {pair: round(contrast(*(palette[name] for name in pair)), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < TEXT} == {}


def test_white_words_can_be_read_on_the_colour_of_every_game():
    accents = re.findall(r"--accent: (#\w{6})", (STATIC / "host.css").read_text(encoding="utf-8"))
    assert len(accents) == 8
    assert [accent for accent in accents if contrast("#fff", accent) < TEXT] == []
