"""Text on disk becomes typed values that remember their places."""
