"""The kinds of checks of a sheet, one in each file; every file in this folder is imported as a kind of check."""

import importlib
import pkgutil

for _file in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_file.name}")
