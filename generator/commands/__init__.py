"""The click commands that print and export; they return values, so that pages can use them as forms, too."""
