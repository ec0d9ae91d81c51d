"""Reports and charts: what was counted, on paper or on a page."""
