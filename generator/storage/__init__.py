"""What is kept on the disk: saved games, drafts, journals, printers, backups; files are written whole or not at all."""
