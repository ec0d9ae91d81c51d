"""The list of packages in docs/architecture.md: `python -m tools.package_list` writes it there."""

import ast

from tests.conftest import ROOT
from tests.test_house import FLOORS

PAGE = ROOT / "docs" / "architecture.md"
BEGINS, ENDS = "<!-- packages -->\n", "<!-- end of packages -->\n"


def package_list():
    """Return a line for each package or module of a floor, from the top down, with the first part of its docstring."""
    lines = []
    for room in sorted(FLOORS, key=lambda room: (-FLOORS[room], room)):
        folder = ROOT / "generator" / room
        path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
        summary = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))).partition("\n\n")[0]
        lines.append(f"- `{room}{'/' if folder.is_dir() else '.py'}` {' '.join(summary.split())}\n")
    return "".join(lines)


def page_with(packages):
    before, after = PAGE.read_text(encoding="utf-8").split(BEGINS)
    return before + BEGINS + packages + ENDS + after.split(ENDS)[1]


if __name__ == "__main__":
    PAGE.write_text(page_with(package_list()), encoding="utf-8")
