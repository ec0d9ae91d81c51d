"""Leave out tests that need a missing browser, or the JavaScript of its driver; the last line of a run says so."""

from pathlib import Path

import pytest

from tests.conftest import LEFT_OUT
from tests.workshop.browsers import found, is_required, javascript, why_none

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config, items):
    """Leave out the tests that cannot be run here, pages and scripts without a page, unless they are required."""
    if is_required():
        return
    left_out = [item for item in items if not found() and item.path.is_relative_to(HERE / "pages")]
    left_out += [item for item in items if not javascript() and hasattr(getattr(item, "module", None), "Scripts")]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
        config.stash[LEFT_OUT] = f"the workshop's pages ({len(left_out)} tests), as {why_none()}"


@pytest.fixture
def house(tmp_path):
    """Return a workshop for the included games."""
    from tests.workshop.desks import House

    return House(tmp_path)


@pytest.fixture
def own(tmp_path):
    """Return a workshop with its own, empty home."""
    from tests.workshop.desks import house_over

    return house_over(tmp_path)


@pytest.fixture
def table(tmp_path):
    """Return a table of Paper Dungeons that has begun, without a workshop."""
    from generator.workshop.shared_session import new_session
    from tests.workshop.test_tables import rules_of

    table = new_session(tmp_path, rules_of("paper-dungeons", "en"), solo=False)
    table.begin()
    return table
