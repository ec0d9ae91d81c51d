"""The kinds of counting, one file each; every file in this folder is a kind, and is found here."""

import importlib
import pkgutil

for _file in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_file.name}")
