"""The workshop: pages in a browser for what does not fit a terminal. A face like the terminal, it decides no rule."""
