"""Pixels of a photo beside the print of an empty page: where the page lies, and which boxes are marked."""

import os

# sums here are small: threads of NumPy wait for each other, which takes a third of the time of the processor
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class UnreadablePhoto(Exception):
    """A picture cannot be read, or no sheet be told in it; `why` is a key among the scorer's words.

    It stands here, where no library of pictures is imported, so that it is known where none is installed.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
