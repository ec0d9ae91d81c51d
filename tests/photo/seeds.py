"""Which seeds may be looked at while a reader is made, and which are kept to judge it.

A reader's weights are fitted to photos of FITTED seeds alone; what is said of it in docs was measured on HELD_OUT ones.
"""

import random
import zlib

import numpy as np

FITTED = range(100_000)
HELD_OUT = range(1_000_000, 1_100_000)
DAMAGED = range(2_000_000, 2_100_000)


def stream(seed: int, name: str) -> random.Random:
    """Return a stream of chance of its own for a part of a picture."""
    return random.Random(f"{seed} {name}")


def grains(seed: int, name: str) -> np.random.Generator:
    """Return a generator of whole arrays for a part of a picture."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])
