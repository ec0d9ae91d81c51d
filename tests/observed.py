"""What the program does, seen from outside: nothing of it is replaced."""

import contextlib
import errno
import itertools
import os
import stat
import sys
import threading

from PIL import Image, ImageChops

from generator.draw.raster import pictures


@contextlib.contextmanager
def runs_of(function):
    """Collect the calls of a function of Python in threads that begin from now on: their arguments, and None as each ends."""
    found = []

    def see(frame, event, _):
        if frame.f_code is function.__code__ and event in ("call", "return"):
            found.append(dict(frame.f_locals) if event == "call" else None)

    threading.setprofile(see)
    try:
        yield found
    finally:
        threading.setprofile(None)


OPENED = []  # (ending, names): the files that are looked for now


def _hear(event, arguments):
    for ending, names in OPENED if event == "open" else ():
        if str(arguments[0]).endswith(ending):
            names.append(str(arguments[0]))


sys.addaudithook(_hear)  # cannot be removed


@contextlib.contextmanager
def opened_files(ending):
    """Collect the names of files with this ending as they are opened."""
    names = []
    OPENED.append((ending, names))
    try:
        yield names
    finally:
        OPENED.pop()


@contextlib.contextmanager
def calls_of(*functions):
    """Collect the arguments of each call of functions of Python in this thread, as dicts by their names."""
    codes, found = {function.__code__ for function in functions}, []

    def see(frame, event, _):
        if event == "call" and frame.f_code in codes:
            found.append(dict(frame.f_locals))

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        yield found
    finally:
        sys.setprofile(before)


def failing_sync(number, code=errno.ENOSPC, *, later=False):
    """Return an `os.fsync` of a disk on which the file of this number, counted from 1, cannot be written.

    With `later`, none that comes after it can be written either. Folders can always be synced.
    """
    count = itertools.count(1)

    def fsync(handle):
        if stat.S_ISREG(os.fstat(handle).st_mode):
            at = next(count)
            if at == number or (later and at > number):
                raise OSError(code, os.strerror(code))

    return fsync


def is_one_at_a_time(runs):
    """Tell whether each of some runs ended before the next began."""
    return all((run is None) == (number % 2 == 1) for number, run in enumerate(runs))


def assert_same_file(one, other):
    """Compare two files byte by byte; pages of PDF files that differ are drawn beside them, with what differs in red."""
    if one.read_bytes() == other.read_bytes():
        return
    pictures = [] if one.suffix != ".pdf" else differing_pages(one, other)
    raise AssertionError(f"{one} and {other} differ; drawn where their pages do: {[str(path) for path in pictures]}")


def differing_pages(one, other):
    """Draw each page that differs as a PNG file beside the first file, and return the files."""
    drawn = [list(pictures(path.read_bytes(), 72)) for path in (one, other)]
    found = []
    for number, pair in enumerate(itertools.zip_longest(*drawn), 1):
        before, after = ((page or pair[0] or pair[1]).convert("L") for page in pair)
        if (
            pair[0] is None
            or pair[1] is None
            or before.size != after.size
            or ImageChops.difference(before, after).getbbox()
        ):
            size = (max(before.width, after.width), max(before.height, after.height))
            grey, changed = (Image.new("L", size, 255) for _ in range(2))
            grey.paste(before)
            changed.paste(after)
            mask = ImageChops.difference(grey, changed).point(lambda value: 255 if value > 8 else 0)
            picture = Image.merge("RGB", [grey.point(lambda value: 160 + value * 3 // 8)] * 3)
            picture.paste((200, 0, 0), mask=mask)
            found.append(one.with_name(f"{one.stem}-differs-{number}.png"))
            picture.save(found[-1])
    return found
