"""The kinds of counting; every file in this folder is found here, and holds one kind or two that are alike."""

import importlib
import pkgutil

for _file in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_file.name}")
