"""Photos of paper sheets: which page each shows, what is marked on it, and the resulting score."""
