"""Run the command line as `python -m generator`."""

from generator.main import main

if __name__ == "__main__":
    main()
