"""What the user's locale says: the paper that is printed on."""

import os

# the territories that print on US Letter, by the Unicode locale data
LETTER_COUNTRIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])


def usual_paper() -> str:
    """Return the paper that the locale prints on."""
    named = (os.environ.get(name, "") for name in ("LC_ALL", "LC_PAPER", "LANG"))
    locale = next(filter(None, named), "")
    return "letter" if locale.partition(".")[0].partition("_")[2] in LETTER_COUNTRIES else "a4"
