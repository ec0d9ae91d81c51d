"""Turn a share code into streams of chance that are the same on every machine; the only importer of random."""

from random import Random


def stream(seed: int, name: str) -> Random:
    """Return the generator of a seed for one purpose; different names do not disturb each other."""
    return Random(f"{seed}/{name}")
