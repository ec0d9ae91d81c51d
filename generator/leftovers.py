"""What a process leaves that is killed while it writes: half of a file beside the whole one."""

import contextlib
import time
from pathlib import Path

OLD = 3600.0  # seconds: nobody writes a file for so long


def sweep(folder: Path, pattern: str) -> None:
    """Remove the files of a folder whose names are of a pattern, such as `*.part`, and that are old."""
    now = time.time()
    with contextlib.suppress(OSError):
        for path in folder.glob(pattern):
            with contextlib.suppress(OSError):
                if now - path.lstat().st_mtime > OLD:
                    path.unlink()
