"""The user's data on the disk: saved games, journals, printers, backups; files are written atomically."""
