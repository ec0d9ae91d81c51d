"""The workshop: pages in a browser for what does not fit a terminal; like the terminal, it contains no rules."""
