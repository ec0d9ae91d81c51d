"""Seeds that may be used to make a reader, and seeds that are only for judging it.

The weights of a reader are fitted only to photos of FITTED seeds; the numbers in docs are measured on HELD_OUT seeds.
"""

import random
import zlib

import numpy as np

FITTED = range(100_000)
HELD_OUT = range(1_000_000, 1_100_000)
DAMAGED = range(2_000_000, 2_100_000)


def stream(seed: int, name: str) -> random.Random:
    """Return a separate random stream for a part of a picture."""
    return random.Random(f"{seed} {name}")


def grains(seed: int, name: str) -> np.random.Generator:
    """Return a generator of whole arrays for a part of a picture."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])
