"""The site of the handbook is for everyone: axe finds nothing on its pages."""

from axe_playwright_python.sync_playwright import Axe

from tests.conftest import often
from tools import site


def test_axe_finds_nothing_on_the_pages_of_the_handbook(browser, tmp_path):
    if not often(False, True):
        return
    assert site.build(tmp_path / "site") == ""
    page, problems = browser.new_page(), {}
    for path in sorted((tmp_path / "site").rglob("[!4]*.html")):  # 404.html is Zensical's own
        page.goto(path.as_uri())
        violations = Axe().run(page).response["violations"]
        problems |= {(f"{path.parent.name}/{path.name}", each["id"]): each["nodes"][0]["html"] for each in violations}
    assert problems == {}
