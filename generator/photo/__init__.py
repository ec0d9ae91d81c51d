"""Paper in pictures: pages are found, made flat, and what was added to their print by hand is judged."""

import os

# many small sums: several threads of the library would wait for each other three times as long as they count
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
