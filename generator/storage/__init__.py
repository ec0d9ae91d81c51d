"""The user's data on the disk: saved games, drafts, journals, printers, backups; files are written atomically."""
