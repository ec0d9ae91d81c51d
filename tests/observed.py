"""Observe the program from outside, without replacing any part of it."""

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
    """Collect the calls of a Python function in threads that start from now on: the arguments, and None at each end."""
    calls = []

    def see(frame, event, _):
        if frame.f_code is function.__code__ and event in ("call", "return"):
            calls.append(dict(frame.f_locals) if event == "call" else None)

    threading.setprofile(see)
    try:
        yield calls
    finally:
        threading.setprofile(None)


WATCHED = []  # (ending, names) of the files that are watched now


def _note_opened(event, arguments):
    for ending, names in WATCHED if event == "open" else ():
        if str(arguments[0]).endswith(ending):
            names.append(str(arguments[0]))


sys.addaudithook(_note_opened)  # cannot be removed


@contextlib.contextmanager
def opened_files(ending):
    """Collect the names of files with this ending as they are opened."""
    names = []
    WATCHED.append((ending, names))
    try:
        yield names
    finally:
        WATCHED.pop()


@contextlib.contextmanager
def calls_of(*functions):
    """Collect the arguments of each call of Python functions in this thread, as dicts by their names."""
    codes, calls = {function.__code__ for function in functions}, []

    def see(frame, event, _):
        if event == "call" and frame.f_code in codes:
            calls.append(dict(frame.f_locals))

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def failing_sync(number, code=errno.ENOSPC, *, later=False):
    """Return an `os.fsync` of a disk that cannot write the file of this number, counted from 1.

    With `later`, it cannot write any later file either. It can always sync folders.
    """
    count = itertools.count(1)

    def fsync(handle):
        if stat.S_ISREG(os.fstat(handle).st_mode):
            at = next(count)
            if at == number or (later and at > number):
                raise OSError(code, os.strerror(code))

    return fsync


def is_one_at_a_time(runs):
    """Return whether each run ended before the next began."""
    return all((run is None) == (number % 2 == 1) for number, run in enumerate(runs))


def assert_same_file(one, other):
    """Compare two files byte by byte; draw differing pages of PDF files beside them, with the differences in red."""
    if one.read_bytes() == other.read_bytes():
        return
    pictures = [] if one.suffix != ".pdf" else differing_pages(one, other)
    raise AssertionError(f"{one} and {other} differ; drawn where their pages do: {[str(path) for path in pictures]}")


def differing_pages(one, other):
    """Draw each page that differs as a PNG file beside the first file, and return the files."""
    pages = [list(pictures(path.read_bytes(), 72)) for path in (one, other)]
    files = []
    for number, pair in enumerate(itertools.zip_longest(*pages), 1):
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
            files.append(one.with_name(f"{one.stem}-differs-{number}.png"))
            picture.save(files[-1])
    return files
