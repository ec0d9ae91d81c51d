"""Compare the pixels of a photo with the print of an empty page: where the page is, and which boxes are marked."""

import os

# arrays here are small: the threads of NumPy would spend a third of the processor time waiting for each other
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class UnreadablePhoto(Exception):
    """A photo cannot be read, or shows no known sheet; `key` is that of a message among the scorer's words.

    It is defined here, where no imaging library is imported, so that it is available without the extra `photos`.
    """

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key
