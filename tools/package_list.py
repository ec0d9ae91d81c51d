"""The packages of the program as the page of the architecture lists them: `python -m tools.package_list` writes them there."""

import ast

from tests.conftest import ROOT
from tests.test_house import FLOORS

PAGE = ROOT / "docs" / "architecture.md"
BEGINS, ENDS = "<!-- packages -->\n", "<!-- end of packages -->\n"


def package_list():
    """Return a line for each package or module of a floor, from the top down, made of its docstring."""
    lines = []
    for room in sorted(FLOORS, key=lambda room: (-FLOORS[room], room)):
        folder = ROOT / "generator" / room
        path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))).partition("\n\n")[0]
        lines.append(f"- `{room}{'/' if folder.is_dir() else '.py'}` {' '.join(said.split())}\n")
    return "".join(lines)


def page_with(packages):
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGINS)
    return before + BEGINS + packages + ENDS + rest.split(ENDS)[1]


if __name__ == "__main__":
    PAGE.write_text(page_with(package_list()), encoding="utf-8")
