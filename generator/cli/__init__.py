"""The command line: the only floor that prints, writes files and exits."""
