"""Run the command line as `python -m generator`."""

from generator.entry.scrawl import main

if __name__ == "__main__":
    main()
