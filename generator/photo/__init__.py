"""Paper in pictures: pages are found, made flat, and what was added to their print by hand is judged."""
