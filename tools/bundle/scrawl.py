"""What a bundle starts: the command, where Python has no file of its own that could be started again."""

import multiprocessing

from generator.main import main

multiprocessing.freeze_support()
main()
